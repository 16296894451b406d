//! NumPy arrays, through npyz, and first the checks that npyz does not make.

use crate::pipeline::ErrorKind;
use npyz::{DType, Deserialize, NpyFile, TypeChar};
use thiserror::Error;

/// What an array of NumPy begins with.
pub const MAGIC: &[u8] = b"\x93NUMPY";

/// The longest header, in bytes; NumPy itself refuses longer ones.
const MAX_HEADER: u32 = 10_000;

/// What is wrong with an array; bytes count from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NpyError {
    #[error("this does not begin with \"\\\\x93NUMPY\", so it is no NumPy array")]
    WrongMagic,
    #[error("{what} needs {needed} bytes at byte {at}, and {left} are left")]
    CutShort { what: &'static str, at: usize, needed: u64, left: u64 },
    #[error("{reason} at byte {at}")]
    AtByte { at: usize, reason: &'static str },
    #[error("{length} bytes of header are more than {MAX_HEADER}")]
    Header { length: u32 },
    #[error("an array with {axes} axes, not {wanted}")]
    Axes { axes: usize, wanted: usize },
    #[error("an array of {found} is not of {wanted}")]
    Type { found: String, wanted: &'static str },
    #[error("{0}")]
    Whole(String),
}

impl NpyError {
    /// The family this error belongs to.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Header { .. } => ErrorKind::TooLarge,
            _ => ErrorKind::BadFile,
        }
    }
}

/// Opens an array, whose size is still to be checked.
///
/// # Errors
/// A header that is none, or too long.
pub fn open(bytes: &[u8]) -> Result<NpyFile<&[u8]>, NpyError> {
    check_header(bytes)?;
    NpyFile::new(bytes).map_err(|error| {
        let reason = error.to_string(); // Of several lines that draw a place in the header.
        NpyError::Whole(format!("the header is broken: {}", reason.lines().next().unwrap_or_default().trim()))
    })
}

/// The sizes of an array of so many axes.
///
/// # Errors
/// [`NpyError::Axes`].
pub fn sizes<const N: usize>(file: &NpyFile<&[u8]>) -> Result<[u64; N], NpyError> {
    let axes = file.shape().len();
    <[u64; N]>::try_from(file.shape()).map_err(|_| NpyError::Axes { axes, wanted: N })
}

/// What the samples are, and the bytes of each; `None` for records and other types of several parts.
pub fn sample_type(file: &NpyFile<&[u8]>) -> Option<(TypeChar, u64)> {
    match file.dtype() {
        DType::Plain(kind) => Some((kind.type_char(), kind.size_field())),
        _ => None,
    }
}

/// The refusal of an array of another type than those that are wanted.
pub fn wrong_type(file: &NpyFile<&[u8]>, wanted: &'static str) -> NpyError {
    NpyError::Type { found: file.dtype().descr(), wanted }
}

/// The samples in the order they are stored. `samples` is how many there are, `total` the file's bytes.
///
/// # Errors
/// Too few bytes, found before the first sample.
pub fn values<T: Deserialize>(
    file: NpyFile<&[u8]>,
    total: usize,
    samples: u64,
) -> Result<impl Iterator<Item = Result<T, NpyError>>, NpyError> {
    let size = file.dtype().num_bytes().unwrap_or(1) as u64;
    let rest = file.clone().into_inner().len();
    let needed = samples * size;
    if needed > rest as u64 {
        return Err(NpyError::CutShort { what: "the array", at: total - rest, needed, left: rest as u64 });
    }
    let values = file.data::<T>().map_err(|error| NpyError::Whole(error.to_string()))?;
    Ok(values.map(|value| value.map_err(|error| NpyError::Whole(format!("the array is broken: {error}")))))
}

/// Checks what npyz does not: it would allocate what the header's length says, multiply sizes until they overflow, and
/// follow nested brackets with time that doubles and a stack that grows.
fn check_header(bytes: &[u8]) -> Result<(), NpyError> {
    if !bytes.starts_with(MAGIC) {
        return Err(NpyError::WrongMagic);
    }
    let (start, length) = match *bytes {
        [_, _, _, _, _, _, 1, _, a, b, ..] => (10, u32::from(u16::from_le_bytes([a, b]))),
        [_, _, _, _, _, _, version, _, a, b, c, d, ..] if version != 1 => (12, u32::from_le_bytes([a, b, c, d])),
        _ => {
            let left = bytes.len().saturating_sub(6) as u64;
            return Err(NpyError::CutShort { what: "the start", at: 6, needed: 6, left });
        }
    };
    if length > MAX_HEADER {
        return Err(NpyError::Header { length });
    }
    let Some(text) = bytes[start..].get(..length as usize) else {
        let left = (bytes.len() - start) as u64;
        return Err(NpyError::CutShort { what: "the header", at: start, needed: length.into(), left });
    };
    check_text(text).map_err(|(offset, reason)| NpyError::AtByte { at: start + offset, reason })
}

/// Checks that a header is plain text of at most two levels of brackets, whose numbers can be multiplied.
fn check_text(text: &[u8]) -> Result<(), (usize, &'static str)> {
    let (mut depth, mut product) = (0_i32, 1_u64);
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b'\\' | 0x80.. => return Err((at, "a character that no header needs")),
            b'0'..=b'9' => {
                let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
                let length = text[at..].iter().take_while(is_part).count();
                let number = std::str::from_utf8(&text[at..at + length]).ok().and_then(|n| n.parse::<u64>().ok());
                let multiplied = number.and_then(|number| product.checked_mul(number.max(1)));
                product = multiplied.ok_or((at, "a size that is no number or too large"))?;
                at += length;
                continue;
            }
            // The digits of a name or type stand for no size.
            byte if byte.is_ascii_alphabetic() => {
                at += text[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
                continue;
            }
            _ => {}
        }
        if !(0..=2).contains(&depth) {
            return Err((at, "brackets that no array of numbers needs"));
        }
        at += 1;
    }
    Ok(())
}
