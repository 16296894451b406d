//! NumPy arrays as voxels.

use super::axes::Axes;
use super::dense::{Fastest, Layout, Sample, from_samples};
use super::{VoxelError, VoxelFile};
use crate::io::npy;
use npyz::{Deserialize, NpyFile, Order, TypeChar};

/// Reads an array of three axes, in C or Fortran order, of truth values, integers or floats.
///
/// # Errors
/// A header that is none; another number of axes or another type; too few bytes; sizes that are too large; a float that is
/// not finite.
pub fn parse(bytes: &[u8], axes: Axes) -> Result<VoxelFile, VoxelError> {
    let file = npy::open(bytes)?;
    let fastest = if file.order() == Order::Fortran { Fastest::First } else { Fastest::Last };
    let layout = Layout { counts: npy::sizes(&file)?, axes, fastest };
    match npy::sample_type(&file) {
        Some((TypeChar::Bool, 1)) => read(file, bytes.len(), layout, |value: bool| Sample::Integer(value.into())),
        Some((TypeChar::Uint, 1)) => read(file, bytes.len(), layout, |value: u8| Sample::Integer(value.into())),
        Some((TypeChar::Uint, 2)) => read(file, bytes.len(), layout, |value: u16| Sample::Integer(value.into())),
        Some((TypeChar::Uint, 4)) => read(file, bytes.len(), layout, |value: u32| Sample::Integer(value.into())),
        Some((TypeChar::Uint, 8)) => {
            read(file, bytes.len(), layout, |value: u64| Sample::Integer(value.try_into().unwrap_or(i64::MAX)))
        }
        Some((TypeChar::Int, 1)) => read(file, bytes.len(), layout, |value: i8| Sample::Integer(value.into())),
        Some((TypeChar::Int, 2)) => read(file, bytes.len(), layout, |value: i16| Sample::Integer(value.into())),
        Some((TypeChar::Int, 4)) => read(file, bytes.len(), layout, |value: i32| Sample::Integer(value.into())),
        Some((TypeChar::Int, 8)) => read(file, bytes.len(), layout, Sample::Integer),
        Some((TypeChar::Float, 4)) => read(file, bytes.len(), layout, |value: f32| Sample::Real(value.into())),
        Some((TypeChar::Float, 8)) => read(file, bytes.len(), layout, Sample::Real),
        _ => Err(npy::wrong_type(&file, "truth values, integers or floats").into()),
    }
}

fn read<T: Deserialize>(
    file: NpyFile<&[u8]>,
    total: usize,
    layout: Layout,
    sample: impl Fn(T) -> Sample,
) -> Result<VoxelFile, VoxelError> {
    let mut values = npy::values(file, total, layout.check()?)?;
    from_samples(layout, || match values.next() {
        Some(value) => Ok(sample(value?)),
        None => Err(VoxelError::Whole("the array ends too soon".into())),
    })
}
