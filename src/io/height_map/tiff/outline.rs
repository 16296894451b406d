//! The size of a TIFF image, read before its crate reads the file: the crate multiplies sizes until they overflow.

use super::HeightError;

const WIDTH: u64 = 256;
const LENGTH: u64 = 257;
const BANDS: u64 = 277;

/// The most bands of an image; with more it is no height map.
const MAX_BANDS: u64 = 64;

/// What the first directory says about the image's size.
pub struct Outline {
    /// Columns and rows.
    pub counts: [u64; 2],
    /// Numbers a pixel.
    pub bands: u64,
}

/// Reads the directory of the first image.
///
/// # Errors
/// Content that is no TIFF or breaks off; a size that is missing or no whole number; too many bands.
pub fn read(bytes: &[u8]) -> Result<Outline, HeightError> {
    if !super::super::is_tiff(bytes) {
        return Err(HeightError::WrongMagic { format: "TIFF image", magic: "\"II*\" or \"MM\" and 42 or 43" });
    }
    let reader = Reader { bytes, is_little: bytes[0] == b'I' };
    let is_big = reader.number("the header", 2, 2)? == 43;
    // Where the directory is, how it is counted, and the size of its entries and of what they hold.
    let (pointer, count, entry, field) = if is_big { (8, 8, 20, 8) } else { (4, 2, 12, 4) };
    let directory = reader.number("the header", pointer, pointer)?;
    let entries = reader.number("the directory", directory, count)?;
    let mut outline = Outline { counts: [0; 2], bands: 1 };
    for number in 0..entries {
        let at = directory.saturating_add(count).saturating_add(number.saturating_mul(entry));
        let place = match reader.number("an entry of the directory", at, 2)? {
            WIDTH => &mut outline.counts[0],
            LENGTH => &mut outline.counts[1],
            BANDS => &mut outline.bands,
            _ => continue,
        };
        let size = match reader.number("an entry of the directory", at + 2, 2)? {
            3 => 2,
            4 => 4,
            16 if is_big => 8,
            kind => return Err(HeightError::Whole(format!("a size of type {kind} is no whole number"))),
        };
        if reader.number("an entry of the directory", at + 4, field)? != 1 {
            return Err(HeightError::Whole("a size that is no single number".into()));
        }
        *place = reader.number("an entry of the directory", at + 4 + field, size)?;
    }
    if outline.bands > MAX_BANDS {
        return Err(HeightError::TooLarge { what: "bands", count: outline.bands, limit: MAX_BANDS });
    }
    Ok(outline)
}

struct Reader<'a> {
    bytes: &'a [u8],
    is_little: bool,
}

impl Reader<'_> {
    /// The number of so many bytes at a byte.
    fn number(&self, what: &'static str, at: u64, size: u64) -> Result<u64, HeightError> {
        let left = (self.bytes.len() as u64).saturating_sub(at);
        if left < size {
            return Err(HeightError::CutShort { what, at, needed: size, left });
        }
        let bytes = &self.bytes[at as usize..(at + size) as usize]; // Inside the file.
        let append = |number, byte: &u8| number << 8 | u64::from(*byte);
        Ok(if self.is_little { bytes.iter().rev().fold(0, append) } else { bytes.iter().fold(0, append) })
    }
}
