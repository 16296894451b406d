//! Arrays of samples as chunks.

use super::axes::{Axes, Direction};
use super::size::{MAX_SAMPLES, at_most, check_size};
use super::{VoxelError, VoxelFile, materials};
use crate::pipeline::VoxelChunk;

/// One number of an array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sample {
    /// As a voxel 0 is empty, 1 to 255 a material, anything else material 1.
    Integer(i128),
    /// As a voxel above 0 is material 1, the rest is empty.
    Real(f64),
}

/// Gives the samples of an array one by one, in the order they are stored.
pub type Next<'a> = &'a mut dyn FnMut() -> Result<Sample, VoxelError>;

/// Makes something of an array's samples: voxels, or densities.
pub type Make<T> = fn(Layout, Next<'_>) -> Result<T, VoxelError>;

/// Which axis of an array changes from one stored sample to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fastest {
    First,
    Last,
}

/// The size and storage of an array.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Samples along each of the array's axes.
    pub counts: [u64; 3],
    pub axes: Axes,
    pub fastest: Fastest,
}

impl Layout {
    /// The number of samples.
    ///
    /// # Errors
    /// Sides or a number of samples that are too large.
    pub fn check(&self) -> Result<u64, VoxelError> {
        check_size(self.size())?;
        let samples = self.counts.iter().product(); // At most 2^24 columns of 2^16 rows.
        at_most("samples", samples, MAX_SAMPLES)?;
        Ok(samples)
    }

    /// The size along our x, y and z.
    pub fn size(&self) -> [u64; 3] {
        let mut size = [0; 3];
        for (axis, count) in self.axes.in_order().into_iter().zip(self.counts) {
            size[axis.ours] = count;
        }
        size
    }

    /// Visits the samples in the order they are stored: gives the place of each in a list with these strides along our
    /// x, y and z.
    ///
    /// # Errors
    /// The first one of a visit.
    pub fn visit(
        &self,
        strides: [usize; 3],
        mut visit: impl FnMut(usize) -> Result<(), VoxelError>,
    ) -> Result<(), VoxelError> {
        let steps = |axis: usize| {
            let (count, axis) = (self.counts[axis] as usize, self.axes.in_order()[axis]);
            let stride = strides[axis.ours];
            (0..count).map(move |index| match axis.direction {
                Direction::With => index * stride,
                Direction::Against => (count - 1 - index) * stride,
            })
        };
        let [slow, middle, fast] = if self.fastest == Fastest::Last { [0, 1, 2] } else { [2, 1, 0] };
        for slow in steps(slow) {
            for middle in steps(middle) {
                for fast in steps(fast) {
                    visit(slow + middle + fast)?;
                }
            }
        }
        Ok(())
    }
}

/// Makes voxels of samples.
///
/// # Errors
/// As [`chunk`].
pub fn voxels(layout: Layout, next: Next<'_>) -> Result<VoxelFile, VoxelError> {
    let (chunk, notes) = chunk(layout, next)?;
    let materials = materials::without_names(&chunk);
    Ok(VoxelFile { chunk, materials, notes })
}

/// Makes a chunk of samples, and notes. One byte a sample is all that is allocated.
///
/// # Errors
/// As [`Layout::check`]; an error among the samples; a sample that is not finite.
pub fn chunk(layout: Layout, next: Next<'_>) -> Result<(VoxelChunk, Vec<String>), VoxelError> {
    let mut voxels = vec![0_u8; layout.check()? as usize];
    let size = layout.size();
    let [width, height, depth] = size.map(|side| side as i32);
    let (mut number, mut replaced) = (0_u64, 0_u64);
    // As `VoxelChunk::from_dense` has it: rows, then columns along x, then along z.
    layout.visit([size[1] as usize, 1, (size[0] * size[1]) as usize], |place| {
        let (material, fits) = material(next()?, number)?;
        voxels[place] = material;
        replaced += u64::from(!fits);
        number += 1;
        Ok(())
    })?;
    let mut notes = Vec::new();
    if replaced > 0 {
        notes.push(format!("samples outside 0 to 255 that became material 1: {replaced}"));
    }
    let chunk =
        VoxelChunk::from_dense(width, depth, height, &voxels).map_err(|error| VoxelError::Whole(error.to_string()))?;
    Ok((chunk, notes))
}

/// The material of a sample, 0 for none, and whether it is the sample's own number.
fn material(sample: Sample, number: u64) -> Result<(u8, bool), VoxelError> {
    match sample {
        Sample::Integer(value) => Ok(u8::try_from(value).map_or((1, false), |material| (material, true))),
        Sample::Real(value) if value.is_finite() => Ok((u8::from(value > 0.0), true)),
        Sample::Real(value) => Err(VoxelError::Whole(format!("sample {number} is {value}, not finite"))),
    }
}
