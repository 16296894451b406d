//! Why a file holds no voxels.

use crate::io::npy::NpyError;
use crate::pipeline::ErrorKind;
use thiserror::Error;

/// What is wrong in a voxel file, and where; bytes, voxels and nodes count from 0, lines from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VoxelError {
    #[error("this does not begin with {magic:?}, so it is no {format}")]
    WrongMagic { format: &'static str, magic: &'static str },
    #[error("{what} needs {needed} bytes at byte {at}, and {left} are left")]
    CutShort { what: &'static str, at: usize, needed: u64, left: u64 },
    #[error("{reason} at byte {at}")]
    AtByte { at: usize, reason: String },
    #[error("{reason} at line {line}")]
    AtLine { line: usize, reason: String },
    #[error("{reason} in scene node {node}")]
    AtNode { node: u32, reason: String },
    #[error(transparent)]
    Npy(#[from] NpyError),
    #[error("{0}")]
    Whole(String),
    #[error("{count} {what} are more than {limit}")]
    TooLarge { what: &'static str, count: u64, limit: u64 },
}

impl VoxelError {
    /// The family this error belongs to.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::TooLarge { .. } => ErrorKind::TooLarge,
            Self::Npy(error) => error.kind(),
            _ => ErrorKind::BadFile,
        }
    }
}
