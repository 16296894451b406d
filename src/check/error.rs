//! Why a scene or a folder could not be checked.

use crate::io::LoadError;
use crate::pipeline::{ErrorKind, PipelineError};
use crate::source::SourceError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why something could not be checked. What happened comes first, the path last.
#[derive(Debug, Error)]
pub enum CheckError {
    #[error("{source}: {}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("this is no folder: {}", path.display())]
    NotAFolder { path: PathBuf },
    #[error("there is no scene, no file whose name ends in .scene.json: {}", path.display())]
    NoScene { path: PathBuf },
    #[error("none of the {count} scenes has {filter:?} in its path: {}", path.display())]
    NothingLeft { path: PathBuf, filter: String, count: usize },
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error("{source}: {}", path.display())]
    Source { path: PathBuf, source: SourceError },
    #[error("{reason}: {}", path.display())]
    Expected { path: PathBuf, reason: String },
    #[error("{reason}: {}", path.display())]
    Golden { path: PathBuf, reason: String },
    #[error("picture {name} cannot be made: {reason}: {}", path.display())]
    Picture { path: PathBuf, name: String, reason: String },
    #[error("a fault in the program: {text}: {}", path.display())]
    Fault { path: PathBuf, text: String },
}

impl CheckError {
    /// The family of the error, where it has one.
    pub fn kind(&self) -> Option<ErrorKind> {
        match self {
            Self::Io { .. } | Self::NotAFolder { .. } => Some(ErrorKind::Io),
            Self::NoScene { .. } | Self::NothingLeft { .. } => Some(ErrorKind::BadScene),
            Self::Load(error) => Some(error.kind()),
            Self::Source { source, .. } => Some(source.kind()),
            Self::Expected { .. } | Self::Golden { .. } => Some(ErrorKind::BadFile),
            Self::Picture { .. } | Self::Fault { .. } => None,
        }
    }

    /// One line as the command line writes it: the kind where there is one, and what happened.
    pub fn line(&self) -> String {
        match self.kind() {
            Some(kind) => format!("error {kind}: {self}"),
            None => format!("error: {self}"),
        }
    }
}

impl From<PipelineError> for CheckError {
    fn from(error: PipelineError) -> Self {
        Self::Load(error.into())
    }
}
