//! What a person says about a file that does not say it itself.

use super::LoadError;
use super::height_map::{RawHeights, square_side};
use super::voxels::{Axes, RawKind, RawVolume, guess_cube};
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// How a file is to be read. What is `None` is told by the file, or has its default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// What an array is.
    pub read_as: Option<ReadAs>,
    /// Size and type of samples that have no header.
    pub raw: Option<RawLayout>,
    /// What the axes of an array are.
    pub axes: Option<Axes>,
}

/// What an array of numbers can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadAs {
    Voxels,
    Density,
    Heights,
}

impl ReadAs {
    /// Everything it can be.
    pub const ALL: [Self; 3] = [Self::Voxels, Self::Density, Self::Heights];

    /// The name on the command line and on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Voxels => "voxels",
            Self::Density => "density",
            Self::Heights => "heights",
        }
    }

    /// The kind with this [`ReadAs::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Size and type of samples that have no header: a volume has three sizes, a height map two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RawLayout {
    Volume(RawVolume),
    Heights(RawHeights),
}

impl RawLayout {
    /// What samples of this layout most likely are.
    pub(super) fn likely(&self) -> ReadAs {
        match self {
            Self::Volume(RawVolume { kind: RawKind::F32 | RawKind::F64, .. }) => ReadAs::Density,
            Self::Volume(_) => ReadAs::Voxels,
            Self::Heights(_) => ReadAs::Heights,
        }
    }
}

impl FromStr for RawLayout {
    type Err = String;

    /// Reads `64x32x64:u8:le:xyz` as a volume and `513x513:u16:le` as a height map.
    fn from_str(text: &str) -> Result<Self, String> {
        let sizes = text.split(':').next().unwrap_or_default();
        match sizes.matches('x').count() {
            1 => text.parse().map(Self::Heights),
            _ => text.parse().map(Self::Volume),
        }
    }
}

impl fmt::Display for RawLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Volume(volume) => volume.fmt(f),
            Self::Heights(heights) => heights.fmt(f),
        }
    }
}

/// Layouts that a file of this many bytes could have: a square of 16-bit heights, a cube of bytes.
pub fn guess_layouts(bytes: u64) -> Vec<RawLayout> {
    let square = usize::try_from(bytes).ok().and_then(square_side);
    let heights = square.map(|side| {
        RawLayout::Heights(RawHeights {
            counts: [side; 2],
            order: super::height_map::ByteOrder::Little,
            is_signed: false,
        })
    });
    heights.into_iter().chain(guess_cube(bytes).map(RawLayout::Volume)).collect()
}

/// The refusal of samples without a header of which nobody has said what they are.
pub(super) fn needs_layout(path: &Path, bytes: u64) -> LoadError {
    LoadError::NeedsLayout { path: path.to_owned(), bytes, guesses: guess_layouts(bytes) }
}
