//! Arrays of samples as chunks.

use super::axes::{Axes, Direction};
use super::size::{MAX_SAMPLES, at_most, check_size};
use super::{VoxelError, VoxelFile};
use crate::pipeline::VoxelChunk;

/// One number of an array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sample {
    /// 0 is empty, 1 to 255 a material, anything else material 1.
    Integer(i64),
    /// Above 0 is material 1, the rest is empty.
    Real(f64),
}

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
    fn size(&self) -> [u64; 3] {
        let mut size = [0; 3];
        for (axis, count) in self.axes.in_order().into_iter().zip(self.counts) {
            size[axis.ours] = count;
        }
        size
    }
}

/// Makes a chunk of samples in the order they are stored. One byte a sample is all that is allocated.
///
/// # Errors
/// As [`Layout::check`]; an error among the samples; a sample that is not finite.
pub fn from_samples(
    layout: Layout,
    mut next: impl FnMut() -> Result<Sample, VoxelError>,
) -> Result<VoxelFile, VoxelError> {
    let count = layout.check()? as usize;
    let size = layout.size().map(|side| side as usize);
    // As `VoxelChunk::from_dense` has it: rows, then columns along x, then along z.
    let strides = [size[1], 1, size[0] * size[1]];
    let mut axes: Vec<(usize, usize, Direction)> =
        layout.axes.in_order().into_iter().map(|axis| (size[axis.ours], strides[axis.ours], axis.direction)).collect();
    if layout.fastest == Fastest::First {
        axes.reverse();
    }
    let along = |axis: usize, index: usize| match axes[axis] {
        (_, stride, Direction::With) => index * stride,
        (side, stride, Direction::Against) => (side - 1 - index) * stride,
    };
    let mut voxels = vec![0_u8; count];
    let (mut number, mut replaced) = (0_u64, 0_u64);
    for slow in 0..axes[0].0 {
        for middle in 0..axes[1].0 {
            let base = along(0, slow) + along(1, middle);
            for fast in 0..axes[2].0 {
                let (material, fits) = material(next()?, number)?;
                voxels[base + along(2, fast)] = material;
                replaced += u64::from(!fits);
                number += 1;
            }
        }
    }
    let mut notes = Vec::new();
    if replaced > 0 {
        notes.push(format!("samples outside 0 to 255 that became material 1: {replaced}"));
    }
    let [width, height, depth] = size.map(|side| side as i32);
    let chunk =
        VoxelChunk::from_dense(width, depth, height, &voxels).map_err(|error| VoxelError::Whole(error.to_string()))?;
    Ok(VoxelFile { chunk, notes })
}

/// The material of a sample, 0 for none, and whether it is the sample's own number.
fn material(sample: Sample, number: u64) -> Result<(u8, bool), VoxelError> {
    match sample {
        Sample::Integer(value) => Ok(u8::try_from(value).map_or((1, false), |material| (material, true))),
        Sample::Real(value) if value.is_finite() => Ok((u8::from(value > 0.0), true)),
        Sample::Real(value) => Err(VoxelError::Whole(format!("sample {number} is {value}, not finite"))),
    }
}
