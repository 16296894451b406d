//! Voxel files, each read as one chunk.
//!
//! A chunk is Y-up and right-handed, and begins at 0 on every axis. MagicaVoxel's scenes are turned and never mirrored;
//! Minecraft's schematics are so already; binvox says itself which axis is which; arrays of NumPy and NRRD and raw volumes
//! say nothing, so there [`Axes`] are chosen. Arrays can be read as densities too: [`load_density`].

mod axes;
mod binvox;
mod dense;
mod density;
pub mod error;
mod materials;
mod minecraft;
mod npy;
mod nrrd;
mod raw;
mod sample;
mod size;
mod vox;

pub use axes::Axes;
pub use dense::Fastest;
pub use density::{array_rank, is_real_array, load_density};
pub use error::VoxelError;
pub use raw::{RawKind, RawVolume, guess_cube, parse_raw};

use super::formats::has_extension;
use super::progress::read;
use super::{LoadError, formats};
use crate::pipeline::{Monitor, VoxelChunk};
use crate::source::VoxelMaterial;
use std::path::Path;

/// What a voxel file becomes.
#[derive(Clone, Debug, PartialEq)]
pub struct VoxelFile {
    /// At offset 0, as long and wide and high as what the file describes, be it full or empty.
    pub chunk: VoxelChunk,
    /// One entry for each material number that occurs in the chunk, ascending.
    pub materials: Vec<VoxelMaterial>,
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
    /// A schematic of Minecraft, of any of three formats.
    Minecraft,
}

impl Kind {
    /// Whether a file's content is surely of this kind.
    pub(super) fn is_content(self, bytes: &[u8]) -> bool {
        match self {
            Self::Vox => bytes.starts_with(b"VOX "),
            Self::Npy => bytes.starts_with(b"\x93NUMPY"),
            Self::Nrrd => bytes.starts_with(b"NRRD"),
            Self::Binvox => bytes.starts_with(b"#binvox"),
            Self::Minecraft => minecraft::is_nbt(bytes),
        }
    }

    /// The kind of a file: its content decides, then its name.
    fn of(bytes: &[u8], path: &Path) -> Option<Self> {
        let kinds = [Self::Vox, Self::Npy, Self::Nrrd, Self::Binvox, Self::Minecraft];
        let by_content = kinds.into_iter().find(|kind| kind.is_content(bytes));
        by_content.or_else(|| {
            let named = [
                ("vox", Self::Vox),
                ("npy", Self::Npy),
                ("nrrd", Self::Nrrd),
                ("nhdr", Self::Nrrd),
                ("binvox", Self::Binvox),
                ("schem", Self::Minecraft),
                ("schematic", Self::Minecraft),
                ("litematic", Self::Minecraft),
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
    let Some(kind) = Kind::of(bytes, path) else { return Err(formats::wrong_kind(bytes, path, "voxel file")) };
    if axes.is_some() && matches!(kind, Kind::Vox | Kind::Binvox | Kind::Minecraft) {
        let reason = "this file says itself which axis is up, so none can be chosen";
        return Err(broken(VoxelError::Whole(reason.into())));
    }
    let axes = axes.unwrap_or_default();
    match kind {
        Kind::Vox => vox::parse(bytes).map_err(broken),
        Kind::Npy => npy::parse(bytes, axes, dense::voxels).map_err(broken),
        Kind::Nrrd => nrrd::parse(bytes, path, axes, dense::voxels),
        Kind::Binvox => binvox::parse(bytes).map_err(broken),
        Kind::Minecraft => minecraft::parse(bytes).map_err(broken),
    }
}
