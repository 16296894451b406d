//! Why a file cannot be opened or saved.

use super::gltf::GltfError;
use super::height_map::HeightError;
use super::ply::PlyError;
use super::read_options::RawLayout;
use super::results::ResultError;
use super::stl::StlError;
use super::voxels::VoxelError;
use crate::pipeline::{ErrorKind, PipelineError};
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a file is no scene, or could not be read or written. What happened comes first, the path last.
#[derive(Debug, Error)]
pub enum LoadError {
    #[error("{source}: {}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("not a kind of file that is known here ({known}): {}", path.display())]
    UnknownFormat { path: PathBuf, known: String },
    #[error("{reason} at line {line}, {text:?}: {}", path.display())]
    Obj { path: PathBuf, reason: tobj::LoadError, line: usize, text: String },
    #[error("this is not text, so it is no OBJ mesh: {}", path.display())]
    NotText { path: PathBuf },
    #[error("{reason}: {}", path.display())]
    Gltf { path: PathBuf, reason: GltfError },
    #[error("{reason}: {}", path.display())]
    Stl { path: PathBuf, reason: StlError },
    #[error("{reason}: {}", path.display())]
    Ply { path: PathBuf, reason: PlyError },
    /// A file of a known kind, where another kind is wanted.
    #[error("this is a {found}, and no {wanted}: {}", path.display())]
    WrongKind { path: PathBuf, found: &'static str, wanted: &'static str },
    /// Samples without a header, of which nobody has said how they lie.
    #[error("nothing in this file says what its {bytes} bytes are; give their layout, such as {}: {}", example(guesses), path.display())]
    NeedsLayout { path: PathBuf, bytes: u64, guesses: Vec<RawLayout> },
    #[error("{what} cannot be chosen for a {found}: {}", path.display())]
    NoChoice { path: PathBuf, what: &'static str, found: &'static str },
    #[error("{reason}: {}", path.display())]
    Voxels { path: PathBuf, reason: VoxelError },
    #[error("{reason}: {}", path.display())]
    Heights { path: PathBuf, reason: HeightError },
    #[error("{reason}: {}", path.display())]
    Result { path: PathBuf, reason: ResultError },
    #[error("no triangles in this file: {}", path.display())]
    NoTriangles { path: PathBuf },
    #[error("{count} {what} are more than {limit}: {}", path.display())]
    TooLarge { path: PathBuf, what: &'static str, count: usize, limit: usize },
    /// The text is no scene; the reader's message names line and column.
    #[error("{reason}: {}", path.display())]
    Json { path: PathBuf, reason: serde_json::Error },
    #[error("version 0 is not known; versions begin with 1: {}", path.display())]
    VersionZero { path: PathBuf },
    #[error("version {version} is newer than {newest}, the newest known here: {}", path.display())]
    NewerVersion { path: PathBuf, version: u64, newest: u64 },
    #[error("{reason}: {}", path.display())]
    Scene { path: PathBuf, reason: String },
    #[error("this would be written over a file that it is made from: {}", path.display())]
    WouldReplaceInput { path: PathBuf },
    /// A file that a scene names.
    #[error("{source} (input {input} of {})", scene.display())]
    Input { scene: PathBuf, input: usize, source: Box<LoadError> },
    /// A file that would take more memory than there may be.
    #[error("{source}: {}", path.display())]
    Memory { path: PathBuf, source: PipelineError },
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
}

impl LoadError {
    /// The file that a scene names and that is not there, when it is that which is wrong.
    pub fn missing_file(&self) -> Option<&PathBuf> {
        match self {
            Self::Input { source, .. } => match &**source {
                Self::Io { path, source }
                    if matches!(source.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
                {
                    Some(path)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The family this error belongs to.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Io { .. } | Self::WouldReplaceInput { .. } => ErrorKind::Io,
            Self::Gltf { reason, .. } => reason.kind(),
            Self::Voxels { reason, .. } => reason.kind(),
            Self::Heights { reason, .. } => reason.kind(),
            Self::Result { reason, .. } => reason.kind(),
            Self::UnknownFormat { .. }
            | Self::Obj { .. }
            | Self::NotText { .. }
            | Self::Stl { .. }
            | Self::Ply { .. }
            | Self::WrongKind { .. }
            | Self::NeedsLayout { .. }
            | Self::NoChoice { .. }
            | Self::NoTriangles { .. } => ErrorKind::BadFile,
            Self::TooLarge { .. } => ErrorKind::TooLarge,
            Self::Json { .. } | Self::VersionZero { .. } | Self::NewerVersion { .. } | Self::Scene { .. } => {
                ErrorKind::BadScene
            }
            Self::Input { source, .. } => source.kind(),
            Self::Memory { source, .. } => source.kind(),
            Self::Pipeline(error) => error.kind(),
        }
    }
}

/// The first guess, or layouts in general.
fn example(guesses: &[RawLayout]) -> String {
    let guesses: Vec<String> = guesses.iter().map(RawLayout::to_string).collect();
    if guesses.is_empty() { "64x32x64:u8:le:xyz or 513x513:u16:le".into() } else { guesses.join(" or ") }
}
