//! Why a source cannot become an input.

use super::height_map::HeightMapError;
use crate::pipeline::{ErrorKind, PipelineError};
use crate::surface::DensityError;
use thiserror::Error;

/// Why a document cannot be run. Inputs count from 0.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SourceError {
    #[error("input {input}: {reason}")]
    Input { input: usize, reason: SourceErrorKind },
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
}

/// What is wrong with a source.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SourceErrorKind {
    #[error(transparent)]
    Density(#[from] DensityError),
    #[error(transparent)]
    Heights(#[from] HeightMapError),
    #[error("the spacing of the samples is {spacing}, not finite and above 0")]
    Spacing { spacing: f32 },
    #[error("the origin of the samples holds {value}, which is not finite")]
    Origin { value: f64 },
    #[error("the iso level is {iso}, which is not finite")]
    Iso { iso: f32 },
    #[error("the iso level {iso:e} takes samples beyond the range of float32")]
    Level { iso: f32 },
    #[error("a length of the shape is {value}, not finite and above 0")]
    Shape { value: f64 },
    #[error("the units per metre are {value}, not finite and above 0")]
    Units { value: f64 },
    #[error(
        "blocks need cells as large as the samples are apart, {spacing}; these are {cell_size} wide and {cell_height} high"
    )]
    BlocksNeedCells { spacing: f32, cell_size: f32, cell_height: f32 },
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
}

impl SourceError {
    /// The family this error belongs to.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Input { reason, .. } => reason.kind(),
            Self::Pipeline(error) => error.kind(),
        }
    }
}

impl SourceErrorKind {
    /// The family this error belongs to.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Density(DensityError::NotFinite { .. }) => ErrorKind::NaN,
            Self::Density(DensityError::TooMany { .. }) => ErrorKind::TooLarge,
            Self::Origin { .. } | Self::Iso { .. } => ErrorKind::NaN,
            Self::Level { .. } => ErrorKind::OutOfRange,
            Self::Units { .. } => ErrorKind::BadScene,
            Self::Heights(error) => error.kind(),
            Self::Density(_) | Self::Shape { .. } | Self::Spacing { .. } | Self::BlocksNeedCells { .. } => {
                ErrorKind::BadGrid
            }
            Self::Pipeline(error) => error.kind(),
        }
    }

    /// The same of an input.
    pub(crate) fn of_input(self, input: usize) -> SourceError {
        match self {
            Self::Pipeline(error) => SourceError::Pipeline(error),
            reason => SourceError::Input { input, reason },
        }
    }
}
