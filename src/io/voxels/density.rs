//! Arrays as densities: a number for each sample and nothing made of it.

use super::dense::{Layout, Next, Sample};
use super::sample::SampleType;
use super::size::at_most;
use super::{Axes, Kind, RawVolume, VoxelError, npy, nrrd, raw};
use crate::io::LoadError;
use crate::source::DensitySamples;
use std::path::Path;

/// The most samples, each of four bytes: 2^27, a cube of 512.
const MAX_SAMPLES: u64 = 1 << 27;

/// Reads an array of three axes as densities: a NumPy array or an NRRD volume, or, where `raw` says so, a raw volume. A
/// number becomes the nearest float32, a truth value 0 or 1. `axes` says what the axes of the array are, and is what `raw`
/// says or x, y, z when there are none. Values need not be finite: the grid that is made of them asks for that.
///
/// # Errors
/// A file of another kind; content that breaks the rules of its kind, with the place; an array of more than 2^27 samples or
/// of more along an axis than a grid can have.
pub fn load_density(
    bytes: &[u8],
    path: &Path,
    axes: Option<Axes>,
    raw: Option<&RawVolume>,
) -> Result<DensitySamples, LoadError> {
    let broken = |reason| LoadError::Voxels { path: path.to_owned(), reason };
    if let Some(volume) = raw {
        let volume = RawVolume { axes: axes.unwrap_or(volume.axes), ..*volume };
        return raw::read(bytes, &volume, densities).map_err(broken);
    }
    let axes = axes.unwrap_or_default();
    match Kind::of(bytes, path) {
        Some(Kind::Npy) => npy::parse(bytes, axes, densities).map_err(broken),
        Some(Kind::Nrrd) => nrrd::parse(bytes, path, axes, densities),
        _ => {
            let reason = "densities are read from NumPy arrays, NRRD volumes and raw volumes, and this is none of them";
            Err(broken(VoxelError::Whole(reason.into())))
        }
    }
}

/// Whether a file is a NumPy array or an NRRD volume of three axes whose numbers are floats, and so rather a density than
/// voxels.
pub fn is_real_array(bytes: &[u8]) -> bool {
    outline(bytes).is_some_and(|(rank, is_real)| rank == 3 && is_real)
}

/// How many axes a NumPy array or an NRRD volume has; `None` for anything else.
pub fn array_rank(bytes: &[u8]) -> Option<usize> {
    outline(bytes).map(|(rank, _)| rank)
}

/// How many axes an array has, and whether its numbers are floats.
fn outline(bytes: &[u8]) -> Option<(usize, bool)> {
    if Kind::Npy.is_content(bytes) {
        return npy::outline(bytes);
    }
    let (rank, sample) = nrrd::header::outline(bytes)?;
    Some((rank, matches!(sample, SampleType::Float | SampleType::Double)))
}

/// Makes densities of samples. Four bytes a sample are all that is allocated.
fn densities(layout: Layout, next: Next<'_>) -> Result<DensitySamples, VoxelError> {
    let count = layout.check()?;
    at_most("samples of a density", count, MAX_SAMPLES)?;
    let samples = layout.size().map(|side| side as usize);
    let mut values = vec![0.0_f32; count as usize];
    let mut rounded = 0_u64;
    layout.visit([1, samples[0], samples[0] * samples[1]], |place| {
        let (value, is_exact) = nearest(next()?);
        values[place] = value;
        rounded += u64::from(!is_exact);
        Ok(())
    })?;
    let mut notes = Vec::new();
    if rounded > 0 {
        notes.push(format!("samples that were rounded to float32: {rounded}"));
    }
    Ok(DensitySamples { samples, values, notes })
}

/// The nearest float32, and whether it is the number itself. A double that is too large becomes infinite.
fn nearest(sample: Sample) -> (f32, bool) {
    match sample {
        Sample::Integer(value) => {
            let near = value as f32;
            (near, near as i128 == value)
        }
        Sample::Real(value) => {
            let near = value as f32;
            (near, f64::from(near) == value || value.is_nan())
        }
    }
}
