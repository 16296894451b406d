//! Raw volumes: samples and nothing that says what they are, so a person says it.

use super::axes::Axes;
use super::dense::{Fastest, Layout, Make, voxels};
use super::sample::{Endian, SampleType};
use super::size::check_size;
use super::{VoxelError, VoxelFile};
use std::fmt;
use std::str::FromStr;

/// What a raw volume holds. As text `64x32x64:u8:le:xyz`: samples along each of its axes, their kind, `le` or `be`, what
/// the axes are; then, where they are not the usual ones, `last` and the bytes before the first sample, `skip=16`. Only the
/// first two must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawVolume {
    /// Samples along each of the volume's axes.
    pub counts: [u64; 3],
    pub kind: RawKind,
    pub big_endian: bool,
    pub axes: Axes,
    /// The first axis in most raw volumes.
    pub fastest: Fastest,
    /// Bytes before the first sample.
    pub skip: u64,
}

/// A kind of samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RawKind {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    F32,
    F64,
}

impl RawKind {
    /// Every kind, in the order that a list of them has.
    pub const ALL: [Self; 8] = [Self::U8, Self::I8, Self::U16, Self::I16, Self::U32, Self::I32, Self::F32, Self::F64];

    /// The name in text.
    pub fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::I8 => "i8",
            Self::U16 => "u16",
            Self::I16 => "i16",
            Self::U32 => "u32",
            Self::I32 => "i32",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    /// Bytes of a sample.
    pub fn bytes(self) -> u64 {
        self.sample().bytes() as u64
    }

    fn sample(self) -> SampleType {
        match self {
            Self::U8 => SampleType::Unsigned(1),
            Self::I8 => SampleType::Signed(1),
            Self::U16 => SampleType::Unsigned(2),
            Self::I16 => SampleType::Signed(2),
            Self::U32 => SampleType::Unsigned(4),
            Self::I32 => SampleType::Signed(4),
            Self::F32 => SampleType::Float,
            Self::F64 => SampleType::Double,
        }
    }
}

/// Reads a raw volume as voxels: integers from 1 to 255 are materials, floats above 0 are material 1.
///
/// # Errors
/// A file that is not exactly as long as the volume says; sizes that are too large; a float that is not finite.
pub fn parse_raw(bytes: &[u8], volume: &RawVolume) -> Result<VoxelFile, VoxelError> {
    read(bytes, volume, voxels)
}

/// The cube of bytes that a file of this length could be; `None` when there is none that can be read.
pub fn guess_cube(length: u64) -> Option<RawVolume> {
    let side = (length as f64).cbrt().round() as u64; // Exact for every cube whose side a grid can have.
    let is_cube = side.checked_pow(3) == Some(length);
    let volume = RawVolume::bytes([side; 3]);
    (is_cube && volume.layout().check().is_ok()).then_some(volume)
}

/// Reads a raw volume.
///
/// # Errors
/// A file that is not exactly as long as the volume says; sizes that are too large; what `make` refuses.
pub(super) fn read<T>(bytes: &[u8], volume: &RawVolume, make: Make<T>) -> Result<T, VoxelError> {
    let RawVolume { counts: [a, b, c], kind, skip, .. } = *volume;
    let layout = volume.layout();
    let sample = kind.sample();
    let size = sample.bytes();
    let needed = skip.saturating_add(layout.check()? * size as u64);
    if bytes.len() as u64 != needed {
        let reason = format!(
            "{a} x {b} x {c} samples of {size} bytes after {skip} bytes are {needed} bytes, and the file has {}",
            bytes.len()
        );
        return Err(VoxelError::Whole(reason));
    }
    let endian = if volume.big_endian { Endian::Big } else { Endian::Little };
    let mut samples = bytes[skip as usize..].chunks_exact(size); // The skipped bytes are there.
    let cut = || VoxelError::Whole("the volume ends too soon".into());
    make(layout, &mut || samples.next().map(|bytes| sample.read(bytes, endian)).ok_or_else(cut))
}

impl RawVolume {
    /// Bytes with nothing before them, as most raw volumes are.
    pub fn bytes(counts: [u64; 3]) -> Self {
        let (kind, axes, fastest) = (RawKind::U8, Axes::default(), Fastest::First);
        Self { counts, kind, big_endian: false, axes, fastest, skip: 0 }
    }

    fn layout(&self) -> Layout {
        Layout { counts: self.counts, axes: self.axes, fastest: self.fastest }
    }
}

impl FromStr for RawVolume {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refused = |part: &str| format!("{part:?} in {text:?} is not as in 64x32x64:u8:le:xyz:last:skip=16");
        let mut parts = text.split(':');
        let counts = parts.next().unwrap_or_default();
        let mut volume = read_counts(counts).map(Self::bytes).ok_or_else(|| refused(counts))?;
        check_size(volume.counts).map_err(|error| error.to_string())?;
        let kind = parts.next().unwrap_or_default();
        volume.kind = RawKind::ALL.into_iter().find(|known| known.name() == kind).ok_or_else(|| refused(kind))?;
        let mut place = 0; // In the order of the parts that may be left out.
        for part in parts {
            let at = match part {
                "le" | "be" => {
                    volume.big_endian = part == "be";
                    1
                }
                "first" | "last" => {
                    volume.fastest = if part == "first" { Fastest::First } else { Fastest::Last };
                    3
                }
                _ => match part.strip_prefix("skip=") {
                    Some(skip) => {
                        volume.skip = number(skip).ok_or_else(|| refused(part))?;
                        4
                    }
                    None => {
                        volume.axes = part.parse()?;
                        2
                    }
                },
            };
            if at <= place {
                return Err(refused(part));
            }
            place = at;
        }
        Ok(volume)
    }
}

impl fmt::Display for RawVolume {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.counts;
        let endian = if self.big_endian { "be" } else { "le" };
        write!(f, "{a}x{b}x{c}:{}:{endian}:{}", self.kind.name(), self.axes)?;
        if self.fastest == Fastest::Last {
            write!(f, ":last")?;
        }
        if self.skip > 0 {
            write!(f, ":skip={}", self.skip)?;
        }
        Ok(())
    }
}

fn read_counts(text: &str) -> Option<[u64; 3]> {
    let counts: Vec<u64> = text.split('x').map(number).collect::<Option<_>>()?;
    counts.try_into().ok()
}

/// Digits and nothing else: `parse` would take a plus sign, which is not written back.
fn number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}
