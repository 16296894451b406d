//! The header of an NRRD volume.

use crate::io::voxels::VoxelError;
use crate::io::voxels::sample::{Endian, SampleType};

/// How samples are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Raw,
    Gzip,
}

/// What is needed of a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub sample: SampleType,
    pub endian: Endian,
    pub counts: [u64; 3],
    pub encoding: Encoding,
    pub line_skip: u64,
    /// `None`: the samples end where the data ends.
    pub byte_skip: Option<u64>,
    /// `None`: the data follows the header.
    pub data_file: Option<String>,
    /// The byte after the header.
    pub end: usize,
}

/// The fields as they are met, each with its line.
#[derive(Default)]
struct Fields {
    sample: Option<(usize, SampleType)>,
    endian: Option<Endian>,
    dimension: Option<u64>,
    sizes: Option<(usize, Vec<u64>)>,
    encoding: Option<Encoding>,
    line_skip: u64,
    byte_skip: Option<i64>,
    data_file: Option<String>,
}

/// Reads a header, which ends at an empty line, or with its file when the data is elsewhere. Fields that do not bear on the
/// voxels are passed over.
///
/// # Errors
/// A line that is none of a header, a missing field, a value that is not known here.
pub fn read(bytes: &[u8]) -> Result<Header, VoxelError> {
    let (fields, end) = fields(bytes)?;
    finish(fields, end)
}

/// How many axes a volume has and the type of its samples; `None` when the header is broken or does not say.
pub fn outline(bytes: &[u8]) -> Option<(usize, SampleType)> {
    let (fields, _) = fields(bytes).ok()?;
    Some((fields.sizes?.1.len(), fields.sample?.1))
}

/// Reads the lines, and gives the byte after them too.
fn fields(bytes: &[u8]) -> Result<(Fields, usize), VoxelError> {
    if !bytes.starts_with(b"NRRD") {
        return Err(VoxelError::WrongMagic { format: "NRRD volume", magic: "NRRD" });
    }
    let mut fields = Fields::default();
    let mut end = 0;
    let mut is_closed = false;
    for (number, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        end += line.len();
        let text = line.trim_ascii_end();
        if text.is_empty() {
            is_closed = true;
            break;
        }
        if number > 0 && text[0] != b'#' {
            let bad = |reason| VoxelError::AtLine { line: number + 1, reason };
            let text = std::str::from_utf8(text).map_err(|_| bad("not text".into()))?;
            field(&mut fields, number + 1, text).map_err(bad)?;
        }
    }
    if !is_closed && fields.data_file.is_none() {
        return Err(VoxelError::Whole("the header ends without an empty line".into()));
    }
    Ok((fields, end))
}

/// Reads one line.
fn field(fields: &mut Fields, line: usize, text: &str) -> Result<(), String> {
    let shown = || text.chars().take(60).collect::<String>();
    let Some((name, value)) = text.split_once(':') else { return Err(format!("{:?} is no field", shown())) };
    if value.starts_with('=') {
        return Ok(()); // A key of somebody's own, and its value.
    }
    let value = value.trim();
    let number = || value.parse::<u64>().map_err(|_| format!("{:?} is no number", shown()));
    match name.trim().to_ascii_lowercase().as_str() {
        "type" => {
            let sample = SampleType::from_name(value);
            fields.sample = Some((line, sample.ok_or_else(|| format!("{:?} is not known here", shown()))?));
        }
        "endian" => {
            let endian = Endian::from_name(value);
            fields.endian = Some(endian.ok_or_else(|| format!("{:?} is neither little nor big", shown()))?);
        }
        "dimension" => fields.dimension = Some(number()?),
        "sizes" => {
            let sizes = value.split_whitespace().map(str::parse).collect::<Result<_, _>>();
            fields.sizes = Some((line, sizes.map_err(|_| format!("{:?} is no list of sizes", shown()))?));
        }
        "encoding" => {
            fields.encoding = Some(match value.to_ascii_lowercase().as_str() {
                "raw" => Encoding::Raw,
                "gzip" | "gz" => Encoding::Gzip,
                _ => return Err(format!("{:?} is neither raw nor gzip", shown())),
            });
        }
        "line skip" | "lineskip" => fields.line_skip = number()?,
        "byte skip" | "byteskip" => {
            let skip = value.parse().ok().filter(|&skip: &i64| skip >= -1);
            fields.byte_skip = Some(skip.ok_or_else(|| format!("{:?} is no number from -1", shown()))?);
        }
        "data file" | "datafile" => {
            let is_list = value.eq_ignore_ascii_case("list") || value.to_ascii_lowercase().starts_with("list ");
            if is_list || value.contains('%') || value.is_empty() {
                return Err(format!("{:?} is not one file", shown()));
            }
            fields.data_file = Some(value.to_owned());
        }
        _ => {}
    }
    Ok(())
}

fn finish(fields: Fields, end: usize) -> Result<Header, VoxelError> {
    let missing = |name: &str| VoxelError::Whole(format!("the header has no field {name:?}"));
    let (line_of_type, sample) = fields.sample.ok_or_else(|| missing("type"))?;
    let (line_of_sizes, sizes) = fields.sizes.ok_or_else(|| missing("sizes"))?;
    let dimension = fields.dimension.ok_or_else(|| missing("dimension"))?;
    let counts = <[u64; 3]>::try_from(sizes).ok().filter(|_| dimension == 3);
    let counts = counts.ok_or_else(|| {
        let reason = format!("a volume of dimension {dimension}, not of 3 sizes,");
        VoxelError::AtLine { line: line_of_sizes, reason }
    })?;
    let encoding = fields.encoding.ok_or_else(|| missing("encoding"))?;
    let endian = match fields.endian {
        Some(endian) => endian,
        None if sample.bytes() == 1 => Endian::Little,
        None => {
            let reason = "a type of several bytes without a field \"endian\"".into();
            return Err(VoxelError::AtLine { line: line_of_type, reason });
        }
    };
    let byte_skip = match (fields.byte_skip.unwrap_or(0), encoding) {
        (-1, Encoding::Gzip) => {
            return Err(VoxelError::Whole("a byte skip of -1 is for raw data only".into()));
        }
        (skip, _) => u64::try_from(skip).ok(),
    };
    let Fields { line_skip, data_file, .. } = fields;
    Ok(Header { sample, endian, counts, encoding, line_skip, byte_skip, data_file, end })
}
