//! Voxel files, each read as one chunk.
//!
//! A chunk is Y-up and right-handed, and begins at 0 on every axis. MagicaVoxel's scenes are turned and never mirrored;
//! binvox says itself which axis is which; arrays of NumPy and NRRD say nothing, so there [`Axes`] are chosen.

mod axes;
mod binvox;
mod dense;
pub mod error;
mod npy;
mod nrrd;
mod size;
mod vox;

pub use axes::Axes;
pub use error::VoxelError;

use super::formats::has_extension;
use super::progress::read;
use super::{LoadError, formats};
use crate::pipeline::{Monitor, VoxelChunk};
use std::path::Path;

/// What a voxel file becomes.
#[derive(Clone, Debug, PartialEq)]
pub struct VoxelFile {
    /// At offset 0, as long and wide and high as what the file describes, be it full or empty.
    pub chunk: VoxelChunk,
    /// What was left aside or changed, each in a sentence without a full stop.
    pub notes: Vec<String>,
}

/// A kind of voxel file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Vox,
    Npy,
    Nrrd,
    Binvox,
}

impl Kind {
    /// What a file of this kind begins with.
    const fn magic(self) -> &'static [u8] {
        match self {
            Self::Vox => b"VOX ",
            Self::Npy => b"\x93NUMPY",
            Self::Nrrd => b"NRRD",
            Self::Binvox => b"#binvox",
        }
    }

    /// Whether a file's content is surely of this kind.
    pub(super) fn is_content(self, bytes: &[u8]) -> bool {
        bytes.starts_with(self.magic())
    }

    /// The kind of a file: its content decides, then its name.
    fn of(bytes: &[u8], path: &Path) -> Option<Self> {
        let by_content =
            [Self::Vox, Self::Npy, Self::Nrrd, Self::Binvox].into_iter().find(|kind| kind.is_content(bytes));
        by_content.or_else(|| {
            let named = [
                ("vox", Self::Vox),
                ("npy", Self::Npy),
                ("nrrd", Self::Nrrd),
                ("nhdr", Self::Nrrd),
                ("binvox", Self::Binvox),
            ];
            named.into_iter().find(|(end, _)| has_extension(path, end)).map(|(_, kind)| kind)
        })
    }
}

/// Opens a voxel file of any known kind.
///
/// # Errors
/// As [`parse`], and a file that cannot be read.
pub fn load_voxels(path: &Path, axes: Option<Axes>) -> Result<VoxelFile, LoadError> {
    parse(&read(path, &Monitor::default())?, path, axes)
}

/// Reads a voxel file's content. `axes` says what the axes of an array are, and is x, y, z when there are none.
///
/// # Errors
/// A file of no known kind; content that breaks the rules of its kind, with the place; a scene of more columns or rows
/// than a grid can have, or of more than 2^25 voxels; an array of more than 2^28 samples; axes for a file that has its own.
pub fn parse(bytes: &[u8], path: &Path, axes: Option<Axes>) -> Result<VoxelFile, LoadError> {
    let broken = |reason| LoadError::Voxels { path: path.to_owned(), reason };
    let Some(kind) = Kind::of(bytes, path) else { return Err(formats::unknown_format(path)) };
    if axes.is_some() && matches!(kind, Kind::Vox | Kind::Binvox) {
        let reason = "this file says itself which axis is up, so none can be chosen";
        return Err(broken(VoxelError::Whole(reason.into())));
    }
    let axes = axes.unwrap_or_default();
    match kind {
        Kind::Vox => vox::parse(bytes).map_err(broken),
        Kind::Npy => npy::parse(bytes, axes).map_err(broken),
        Kind::Nrrd => nrrd::parse(bytes, path, axes),
        Kind::Binvox => binvox::parse(bytes).map_err(broken),
    }
}
