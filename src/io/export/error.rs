//! Why a surface cannot be written.

use super::MeshFormat;
use crate::pipeline::ErrorKind;
use crate::source::SourceError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why there is no mesh file. Inputs and vertices count from 0.
#[derive(Debug, Error)]
pub enum ExportError {
    #[error("a surface is written to a name that ends in {}: {}", known(), path.display())]
    UnknownFormat { path: PathBuf },
    #[error("there is no density here, and so no surface")]
    NoDensity,
    #[error("there is no input {input}: there are {inputs}, counted from 0")]
    NoInput { input: usize, inputs: usize },
    #[error("input {input} is no density: {found}")]
    NotADensity { input: usize, found: &'static str },
    #[error("{count} {what} are more than {limit}")]
    TooMany { what: &'static str, count: usize, limit: usize },
    #[error("vertex {vertex} lies beyond ±2097152 (2^21)")]
    OutOfRange { vertex: usize },
    #[error("the surface would be written over a file that it is read from: {}", path.display())]
    WouldReplaceInput { path: PathBuf },
    #[error("{source}: {}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Source(#[from] SourceError),
}

impl ExportError {
    /// The family this error belongs to.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::UnknownFormat { .. } => ErrorKind::BadFile,
            Self::NoDensity | Self::NoInput { .. } | Self::NotADensity { .. } => ErrorKind::BadScene,
            Self::TooMany { .. } => ErrorKind::TooLarge,
            Self::OutOfRange { .. } => ErrorKind::OutOfRange,
            Self::WouldReplaceInput { .. } | Self::Io { .. } => ErrorKind::Io,
            Self::Source(error) => error.kind(),
        }
    }
}

/// The ends of names that are known.
fn known() -> String {
    let ends: Vec<String> = MeshFormat::ALL.iter().map(|format| format!(".{}", format.extension())).collect();
    ends.join(", ")
}
