//! Why content is no glTF that can be read.

use crate::pipeline::ErrorKind;
use gltf::json::Index;
use std::path::PathBuf;
use thiserror::Error;

/// Why content is no glTF that can be read. All parts count from 0.
#[derive(Debug, Error)]
pub enum GltfError {
    #[error("this begins neither with \"glTF\" nor with {{, so it is no glTF")]
    Magic,
    #[error("the header tells a length of {length} bytes, below its own 12")]
    Length { length: u32 },
    #[error("no whole GLB: {reason}")]
    Glb { reason: String },
    /// The reader's message names line and column.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    #[error("version {version:?} of glTF is not known here, only 2")]
    Version { version: String },
    #[error("the extension {name} is required, and not known here")]
    Extension { name: String },

    #[error("{from} {number} names {what} {index}, which does not exist")]
    NoSuch { what: &'static str, index: usize, from: &'static str, number: usize },
    #[error("node {node} stands in two places")]
    TwoParents { node: usize },
    #[error("node {node} is among its own children")]
    Circle { node: usize },
    #[error("mesh {mesh}, primitive {primitive}: no positions")]
    NoPositions { mesh: usize, primitive: usize },
    #[error("mesh {mesh}, primitive {primitive}: an unknown mode")]
    Mode { mesh: usize, primitive: usize },
    #[error("mesh {mesh}, primitive {primitive}: {corners} corners are not whole triangles (a multiple of 3)")]
    Corners { mesh: usize, primitive: usize, corners: usize },

    #[error("{count} {what} are more than {limit}")]
    TooMany { what: &'static str, count: usize, limit: usize },

    #[error("accessor {accessor}: {expected} are expected")]
    AccessorType { accessor: usize, expected: &'static str },
    #[error("accessor {accessor}: no buffer view")]
    NoView { accessor: usize },
    #[error("accessor {accessor}: {count} elements without a buffer view are more than {limit}")]
    TooManyZeros { accessor: usize, count: u64, limit: usize },
    #[error("accessor {accessor}: a stride of {stride} bytes is below the {size} of an element")]
    Stride { accessor: usize, stride: usize, size: usize },
    #[error("accessor {accessor}: {count} elements from byte {offset} do not fit in the {bytes} of buffer view {view}")]
    Elements { accessor: usize, count: u64, offset: u64, bytes: usize, view: usize },
    #[error("accessor {accessor}: sparse element {element} is outside its {count}")]
    SparseIndex { accessor: usize, element: usize, count: usize },
    #[error("accessor {accessor}: index {position} is {index}, outside the {vertices} vertices")]
    Index { accessor: usize, position: usize, index: u32, vertices: usize },
    #[error("buffer view {view}: {length} bytes from {offset} do not fit in the {bytes} of buffer {buffer}")]
    View { view: usize, offset: u64, length: u64, buffer: usize, bytes: usize },

    #[error("buffer {buffer}: {length} bytes are promised, and only {bytes} are there")]
    Buffer { buffer: usize, length: u64, bytes: usize },
    #[error("buffer {buffer}: no URI, and the file has no binary chunk for it")]
    NoChunk { buffer: usize },
    #[error("buffer {buffer}: bad data URI ({reason})")]
    DataUri { buffer: usize, reason: String },
    #[error("buffer {buffer}: {uri:?} is no file beside this one")]
    Uri { buffer: usize, uri: String },
    #[error("buffer {buffer}: {source}, {}", file.display())]
    File { buffer: usize, file: PathBuf, source: std::io::Error },
}

impl GltfError {
    /// The family this error belongs to.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::File { .. } => ErrorKind::Io,
            Self::TooMany { .. } => ErrorKind::TooLarge,
            _ => ErrorKind::BadFile,
        }
    }

    /// An index that points at nothing.
    pub(super) fn no_such<T>(what: &'static str, index: Index<T>, from: &'static str, number: usize) -> Self {
        Self::NoSuch { what, index: index.value(), from, number }
    }
}
