//! NumPy arrays as heights.

use super::{HeightError, check_counts};
use crate::io::npy;
use crate::source::height_map::{HeightSamples, SampleKind};
use npyz::{Deserialize, NpyFile, Order, TypeChar};

/// Reads an array of two axes, rows and columns, in C or Fortran order, of integers of up to 32 bits or floats.
///
/// # Errors
/// A header that is none; another number of axes or another type; too few bytes; sizes that are too large.
pub fn parse(bytes: &[u8]) -> Result<HeightSamples, HeightError> {
    let file = npy::open(bytes)?;
    let total = bytes.len();
    match npy::sample_type(&file) {
        Some((TypeChar::Uint, 1)) => read::<u8>(file, total, SampleKind::U8),
        Some((TypeChar::Int, 1)) => read::<i8>(file, total, SampleKind::I8),
        Some((TypeChar::Uint, 2)) => read::<u16>(file, total, SampleKind::U16),
        Some((TypeChar::Int, 2)) => read::<i16>(file, total, SampleKind::I16),
        Some((TypeChar::Uint, 4)) => read::<u32>(file, total, SampleKind::U32),
        Some((TypeChar::Int, 4)) => read::<i32>(file, total, SampleKind::I32),
        Some((TypeChar::Float, 4)) => read::<f32>(file, total, SampleKind::F32),
        Some((TypeChar::Float, 8)) => read::<f64>(file, total, SampleKind::F64),
        _ => Err(npy::wrong_type(&file, "integers of up to 32 bits or floats of 32 or 64").into()),
    }
}

fn read<T: Deserialize + Into<f64>>(
    file: NpyFile<&[u8]>,
    total: usize,
    kind: SampleKind,
) -> Result<HeightSamples, HeightError> {
    let [rows, columns] = npy::sizes(&file)?;
    let counts = check_counts([columns, rows])?;
    let by_columns = file.order() == Order::Fortran;
    let (columns, rows) = (counts[0], counts[1]);
    let stored = npy::values::<T>(file, total, (columns * rows) as u64)?;
    let mut values = vec![0.0; columns * rows];
    for (number, value) in stored.enumerate() {
        let place = if by_columns { number / rows + number % rows * columns } else { number };
        values[place] = value?.into();
    }
    Ok(HeightSamples { counts, values, spacing: None, corner: None, kind, notes: Vec::new() })
}
