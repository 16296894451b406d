//! NumPy arrays as voxels or densities.

use super::VoxelError;
use super::axes::Axes;
use super::dense::{Fastest, Layout, Make, Sample};
use crate::io::npy;
use npyz::{Deserialize, NpyFile, Order, TypeChar};

/// Reads an array of three axes, in C or Fortran order, of truth values, integers or floats.
///
/// # Errors
/// A header that is none; another number of axes or another type; too few bytes; sizes that are too large; what `make`
/// refuses.
pub fn parse<T>(bytes: &[u8], axes: Axes, make: Make<T>) -> Result<T, VoxelError> {
    let file = npy::open(bytes)?;
    let fastest = if file.order() == Order::Fortran { Fastest::First } else { Fastest::Last };
    let layout = Layout { counts: npy::sizes(&file)?, axes, fastest };
    match npy::sample_type(&file) {
        Some((TypeChar::Bool, 1)) => read(file, bytes.len(), layout, make, |value: bool| Sample::Integer(value.into())),
        Some((TypeChar::Uint, 1)) => read(file, bytes.len(), layout, make, |value: u8| Sample::Integer(value.into())),
        Some((TypeChar::Uint, 2)) => read(file, bytes.len(), layout, make, |value: u16| Sample::Integer(value.into())),
        Some((TypeChar::Uint, 4)) => read(file, bytes.len(), layout, make, |value: u32| Sample::Integer(value.into())),
        Some((TypeChar::Uint, 8)) => read(file, bytes.len(), layout, make, |value: u64| Sample::Integer(value.into())),
        Some((TypeChar::Int, 1)) => read(file, bytes.len(), layout, make, |value: i8| Sample::Integer(value.into())),
        Some((TypeChar::Int, 2)) => read(file, bytes.len(), layout, make, |value: i16| Sample::Integer(value.into())),
        Some((TypeChar::Int, 4)) => read(file, bytes.len(), layout, make, |value: i32| Sample::Integer(value.into())),
        Some((TypeChar::Int, 8)) => read(file, bytes.len(), layout, make, |value: i64| Sample::Integer(value.into())),
        Some((TypeChar::Float, 4)) => read(file, bytes.len(), layout, make, |value: f32| Sample::Real(value.into())),
        Some((TypeChar::Float, 8)) => read(file, bytes.len(), layout, make, Sample::Real),
        _ => Err(npy::wrong_type(&file, "truth values, integers or floats").into()),
    }
}

/// How many axes an array has and whether its numbers are floats; `None` when the header is broken.
pub fn outline(bytes: &[u8]) -> Option<(usize, bool)> {
    let file = npy::open(bytes).ok()?;
    let is_real = npy::sample_type(&file).is_some_and(|(kind, _)| kind == TypeChar::Float);
    Some((file.shape().len(), is_real))
}

fn read<N: Deserialize, T>(
    file: NpyFile<&[u8]>,
    total: usize,
    layout: Layout,
    make: Make<T>,
    sample: impl Fn(N) -> Sample,
) -> Result<T, VoxelError> {
    let mut values = npy::values(file, total, layout.check()?)?;
    make(layout, &mut || match values.next() {
        Some(value) => Ok(sample(value?)),
        None => Err(VoxelError::Whole("the array ends too soon".into())),
    })
}
