//! Samples of 16 bits and nothing else.

use super::{HeightError, check_counts};
use crate::source::height_map::{HeightSamples, SampleKind};
use std::fmt;
use std::str::FromStr;

/// How samples lie in a file that does not say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawHeights {
    /// Samples along a row, and rows.
    pub counts: [usize; 2],
    pub order: ByteOrder,
    /// Whether samples are -32768 to 32767, and not 0 to 65535.
    pub is_signed: bool,
}

/// Which byte of a sample comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrder {
    /// The low one.
    Little,
    /// The high one.
    Big,
}

impl FromStr for RawHeights {
    type Err = String;

    /// Reads `COLUMNSxROWS:u16:le`, where the type is `u16` or `i16` and the byte order `le` or `be`.
    fn from_str(text: &str) -> Result<Self, String> {
        let refused = || format!("{text:?} is no layout such as 513x513:u16:le or 1201x1201:i16:be");
        let [size, kind, order] = text.split(':').collect::<Vec<_>>().try_into().map_err(|_| refused())?;
        let (columns, rows) = size.split_once('x').ok_or_else(refused)?;
        let count = |text: &str| text.parse().map_err(|_| refused());
        let is_signed = match kind {
            "u16" => false,
            "i16" => true,
            _ => return Err(refused()),
        };
        let order = match order {
            "le" => ByteOrder::Little,
            "be" => ByteOrder::Big,
            _ => return Err(refused()),
        };
        Ok(Self { counts: [count(columns)?, count(rows)?], order, is_signed })
    }
}

impl fmt::Display for RawHeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [columns, rows] = self.counts;
        let kind = if self.is_signed { "i16" } else { "u16" };
        let order = if self.order == ByteOrder::Little { "le" } else { "be" };
        write!(f, "{columns}x{rows}:{kind}:{order}")
    }
}

/// Reads samples of 16 bits, row by row.
///
/// # Errors
/// A size that is not exactly that of the samples; too many samples or none.
pub fn parse(bytes: &[u8], layout: RawHeights) -> Result<HeightSamples, HeightError> {
    let RawHeights { order, is_signed, .. } = layout;
    let counts @ [columns, rows] = check_counts(layout.counts.map(|count| count as u64))?;
    let needed = 2 * (columns * rows) as u64;
    if needed != bytes.len() as u64 {
        return Err(HeightError::RawSize { columns, rows, needed, bytes: bytes.len() });
    }
    let value = |pair: &[u8; 2]| {
        let word = match order {
            ByteOrder::Little => u16::from_le_bytes(*pair),
            ByteOrder::Big => u16::from_be_bytes(*pair),
        };
        if is_signed { f64::from(word.cast_signed()) } else { f64::from(word) }
    };
    let values = bytes.as_chunks().0.iter().map(value).collect();
    let kind = if is_signed { SampleKind::I16 } else { SampleKind::U16 };
    Ok(HeightSamples { counts, values, spacing: None, corner: None, kind, notes: Vec::new() })
}

/// Reads a square of unsigned little-endian samples, and notes that this is a guess.
///
/// # Errors
/// A size that is none of a square.
pub fn parse_square(bytes: &[u8]) -> Result<HeightSamples, HeightError> {
    let side = square_side(bytes.len()).ok_or(HeightError::NoSquare { bytes: bytes.len() })?;
    let layout = RawHeights { counts: [side; 2], order: ByteOrder::Little, is_signed: false };
    let mut samples = parse(bytes, layout)?;
    samples.notes.push(format!("read as {side} x {side} unsigned little-endian heights, which the file does not say"));
    Ok(samples)
}

/// The side of a square of samples of 16 bits that has so many bytes, if there is one.
pub fn square_side(bytes: usize) -> Option<usize> {
    let side = (bytes / 2).isqrt();
    (side > 0 && side.checked_mul(side)?.checked_mul(2)? == bytes).then_some(side)
}
