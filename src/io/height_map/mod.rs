//! Height maps: PNG, TIFF and GeoTIFF, ESRI ASCII grids, arrays of NumPy, and raw samples of 16 bits.
//!
//! Samples keep the numbers that the file has: 16 bits are never read through 8. Rows are in file order, so a map with
//! north on top has north at the least z.

mod asc;
pub mod error;
mod npy;
mod png;
mod raw;
mod tiff;

pub use error::HeightError;
pub use raw::{ByteOrder, RawHeights, square_side};

use super::LoadError;
use super::formats::{has_extension, wrong_kind};
use crate::source::height_map::{HeightSamples, MAX_SAMPLES};
use std::path::Path;

/// A kind of height map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Png,
    Tiff,
    Asc,
    Npy,
    Raw,
}

impl Kind {
    /// The kind of a file: its content decides, then its name.
    fn of(bytes: &[u8], path: &Path) -> Option<Self> {
        Self::of_content(bytes).or_else(|| {
            let named = [
                ("png", Self::Png),
                ("tif", Self::Tiff),
                ("tiff", Self::Tiff),
                ("asc", Self::Asc),
                ("npy", Self::Npy),
                ("raw", Self::Raw),
                ("r16", Self::Raw),
            ];
            named.into_iter().find(|(end, _)| has_extension(path, end)).map(|(_, kind)| kind)
        })
    }

    /// The kind that a file's content surely is. Raw samples could be anything.
    fn of_content(bytes: &[u8]) -> Option<Self> {
        match bytes {
            bytes if is_png(bytes) => Some(Self::Png),
            bytes if is_tiff(bytes) => Some(Self::Tiff),
            bytes if is_asc(bytes) => Some(Self::Asc),
            bytes if bytes.starts_with(crate::io::npy::MAGIC) => Some(Self::Npy),
            _ => None,
        }
    }
}

/// Whether a file's content is surely a PNG image.
pub fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(png::MAGIC)
}

/// Whether a file's content is surely a TIFF image, small or big.
pub fn is_tiff(bytes: &[u8]) -> bool {
    [b"II\x2a\0", b"MM\0\x2a", b"II\x2b\0", b"MM\0\x2b"].iter().any(|magic| bytes.starts_with(*magic))
}

/// Whether a file's content is surely an ESRI ASCII grid: its first word is one that only such a header has.
pub fn is_asc(bytes: &[u8]) -> bool {
    asc::is_content(bytes)
}

/// Reads a height map's content: what it is decides, then its name. `raw` says how samples without a header lie; a file
/// named `.raw` or `.r16` is otherwise taken as a square of unsigned little-endian ones, and a note says so.
///
/// # Errors
/// A file of no known kind; content that breaks the rules of its kind, with the place; more than 2^26 samples, before
/// anything is made for them; infinite heights; `raw` for a file that says itself how its samples lie.
pub fn parse(bytes: &[u8], path: &Path, raw: Option<RawHeights>) -> Result<HeightSamples, LoadError> {
    let broken = |reason| LoadError::Heights { path: path.to_owned(), reason };
    let samples = match (raw, Kind::of_content(bytes)) {
        (Some(layout), None) => raw::parse(bytes, layout),
        (Some(_), Some(_)) => {
            let reason = "this file says itself how its heights lie, so that cannot be chosen";
            Err(HeightError::Whole(reason.into()))
        }
        (None, _) => match Kind::of(bytes, path).ok_or_else(|| wrong_kind(bytes, path, "height map"))? {
            Kind::Png => png::parse(bytes),
            Kind::Tiff => tiff::parse(bytes),
            Kind::Asc => asc::parse(bytes),
            Kind::Npy => npy::parse(bytes),
            Kind::Raw => raw::parse_square(bytes),
        },
    };
    samples.and_then(checked).map_err(broken)
}

/// Refuses infinite heights, and says how many samples have none and whether their distances differ.
fn checked(mut samples: HeightSamples) -> Result<HeightSamples, HeightError> {
    if let Some(first) = samples.values.iter().position(|value| value.is_infinite()) {
        let count = samples.values.iter().filter(|value| value.is_infinite()).count();
        let columns = samples.counts[0];
        return Err(HeightError::Infinite { count, column: first % columns, row: first / columns });
    }
    let holes = samples.values.iter().filter(|value| value.is_nan()).count();
    if holes > 0 {
        samples.notes.push(format!("samples without data: {holes} of {}", samples.values.len()));
    }
    // A height grid has one distance for both axes. What differs less is a matter of how the numbers were written.
    if let Some([x, z]) = samples.spacing
        && (x - z).abs() > 1e-6 * x
    {
        samples.notes.push(format!("samples lie {x} apart along x and {z} along z"));
    }
    Ok(samples)
}

/// Checks the size of a map, asked before anything is allocated for it.
fn check_counts([columns, rows]: [u64; 2]) -> Result<[usize; 2], HeightError> {
    let limit = MAX_SAMPLES as u64;
    if columns == 0 || rows == 0 {
        return Err(HeightError::Whole(format!("a height map of {columns} x {rows} has no samples")));
    }
    let count = columns.saturating_mul(rows);
    if count > limit {
        return Err(HeightError::TooLarge { what: "heights", count, limit });
    }
    Ok([columns as usize, rows as usize]) // At most 2^26.
}
