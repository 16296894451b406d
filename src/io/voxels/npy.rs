//! NumPy arrays, through npyz.

use super::VoxelError;
use super::axes::Axes;
use super::dense::{Fastest, Layout, Make, Sample};
use super::size::at_most;
use npyz::{DType, Deserialize, NpyFile, Order, TypeChar};

/// The longest header, in bytes; NumPy itself refuses longer ones.
const MAX_HEADER: u64 = 10_000;

/// Reads an array of three axes, in C or Fortran order, of truth values, integers or floats.
///
/// # Errors
/// A header that is none; another number of axes or another type; too few bytes; sizes that are too large; what `make`
/// refuses.
pub fn parse<T>(bytes: &[u8], axes: Axes, make: Make<T>) -> Result<T, VoxelError> {
    check_header(bytes)?;
    let file = NpyFile::new(bytes).map_err(|error| VoxelError::Whole(format!("the header is broken: {error}")))?;
    let counts = <[u64; 3]>::try_from(file.shape())
        .map_err(|_| VoxelError::Whole(format!("an array with {} axes, not 3", file.shape().len())))?;
    let fastest = if file.order() == Order::Fortran { Fastest::First } else { Fastest::Last };
    let layout = Layout { counts, axes, fastest };
    let dtype = file.dtype();
    let DType::Plain(kind) = &dtype else { return Err(wrong_type(&dtype)) };
    match (kind.type_char(), kind.size_field()) {
        (TypeChar::Bool, 1) => read(file, bytes.len(), layout, make, |value: bool| Sample::Integer(value.into())),
        (TypeChar::Uint, 1) => read(file, bytes.len(), layout, make, |value: u8| Sample::Integer(value.into())),
        (TypeChar::Uint, 2) => read(file, bytes.len(), layout, make, |value: u16| Sample::Integer(value.into())),
        (TypeChar::Uint, 4) => read(file, bytes.len(), layout, make, |value: u32| Sample::Integer(value.into())),
        (TypeChar::Uint, 8) => read(file, bytes.len(), layout, make, |value: u64| Sample::Integer(value.into())),
        (TypeChar::Int, 1) => read(file, bytes.len(), layout, make, |value: i8| Sample::Integer(value.into())),
        (TypeChar::Int, 2) => read(file, bytes.len(), layout, make, |value: i16| Sample::Integer(value.into())),
        (TypeChar::Int, 4) => read(file, bytes.len(), layout, make, |value: i32| Sample::Integer(value.into())),
        (TypeChar::Int, 8) => read(file, bytes.len(), layout, make, |value: i64| Sample::Integer(value.into())),
        (TypeChar::Float, 4) => read(file, bytes.len(), layout, make, |value: f32| Sample::Real(value.into())),
        (TypeChar::Float, 8) => read(file, bytes.len(), layout, make, Sample::Real),
        _ => Err(wrong_type(&dtype)),
    }
}

/// How many axes an array has and whether its numbers are floats; `None` when the header is broken.
pub fn outline(bytes: &[u8]) -> Option<(usize, bool)> {
    check_header(bytes).ok()?;
    let file = NpyFile::new(bytes).ok()?;
    let is_real = matches!(file.dtype(), DType::Plain(kind) if kind.type_char() == TypeChar::Float);
    Some((file.shape().len(), is_real))
}

fn read<N: Deserialize, T>(
    file: NpyFile<&[u8]>,
    total: usize,
    layout: Layout,
    make: Make<T>,
    sample: impl Fn(N) -> Sample,
) -> Result<T, VoxelError> {
    let size = file.dtype().num_bytes().unwrap_or(1) as u64;
    let rest = file.clone().into_inner().len();
    let needed = layout.check()? * size;
    if needed > rest as u64 {
        return Err(VoxelError::CutShort { what: "the array", at: total - rest, needed, left: rest as u64 });
    }
    let mut values = file.data::<N>().map_err(|error| VoxelError::Whole(error.to_string()))?;
    make(layout, &mut || match values.next() {
        Some(Ok(value)) => Ok(sample(value)),
        Some(Err(error)) => Err(VoxelError::Whole(format!("the array is broken: {error}"))),
        None => Err(VoxelError::Whole("the array ends too soon".into())),
    })
}

fn wrong_type(dtype: &DType) -> VoxelError {
    VoxelError::Whole(format!("an array of {} is not of truth values, integers or floats", dtype.descr()))
}

/// Checks what npyz does not: it would allocate what the header's length says, multiply sizes until they overflow, and
/// follow nested brackets with time that doubles and a stack that grows.
fn check_header(bytes: &[u8]) -> Result<(), VoxelError> {
    if !bytes.starts_with(b"\x93NUMPY") {
        return Err(VoxelError::WrongMagic { format: "NumPy array", magic: "\\x93NUMPY" });
    }
    let (start, length) = match *bytes {
        [_, _, _, _, _, _, 1, _, a, b, ..] => (10, u32::from(u16::from_le_bytes([a, b]))),
        [_, _, _, _, _, _, version, _, a, b, c, d, ..] if version != 1 => (12, u32::from_le_bytes([a, b, c, d])),
        _ => {
            let left = bytes.len().saturating_sub(6) as u64;
            return Err(VoxelError::CutShort { what: "the start", at: 6, needed: 6, left });
        }
    };
    at_most("bytes of header", length.into(), MAX_HEADER)?;
    let Some(text) = bytes[start..].get(..length as usize) else {
        let left = (bytes.len() - start) as u64;
        return Err(VoxelError::CutShort { what: "the header", at: start, needed: length.into(), left });
    };
    check_text(text).map_err(|(offset, reason)| VoxelError::AtByte { at: start + offset, reason: reason.into() })
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
            return Err((at, "brackets that no array of three axes needs"));
        }
        at += 1;
    }
    Ok(())
}
