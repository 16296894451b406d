//! Why a file holds no heights.

use crate::io::NpyError;
use crate::pipeline::ErrorKind;
use png::DecodingError;
use thiserror::Error;
use tiff::TiffError;

/// What is wrong in a height map, and where; bytes, rows and columns count from 0, lines from 1.
#[derive(Debug, Error)]
pub enum HeightError {
    #[error("this does not begin with {magic}, so it is no {format}")]
    WrongMagic { format: &'static str, magic: &'static str },
    #[error("{what} needs {needed} bytes at byte {at}, and {left} are left")]
    CutShort { what: &'static str, at: u64, needed: u64, left: u64 },
    #[error("{columns} x {rows} heights of 16 bits have {needed} bytes, and this file has {bytes}")]
    RawSize { columns: usize, rows: usize, needed: u64, bytes: usize },
    #[error(
        "a file of {bytes} bytes is no square of heights of 16 bits; say how many there are along a row, and how many rows"
    )]
    NoSquare { bytes: usize },
    #[error("{reason} at line {line}")]
    AtLine { line: usize, reason: String },
    #[error("{count} heights are infinite, the first in column {column} of row {row}")]
    Infinite { count: usize, column: usize, row: usize },
    #[error("{0}")]
    Whole(String),
    #[error("{count} {what} are more than {limit}")]
    TooLarge { what: &'static str, count: u64, limit: u64 },
    #[error("the PNG image is broken: {0}")]
    Png(#[from] DecodingError),
    #[error("the TIFF image is broken: {0}")]
    Tiff(#[from] TiffError),
    #[error(transparent)]
    Npy(#[from] NpyError),
}

impl HeightError {
    /// The family this error belongs to.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::TooLarge { .. }
            | Self::Png(DecodingError::LimitsExceeded)
            | Self::Tiff(TiffError::LimitsExceeded) => ErrorKind::TooLarge,
            Self::Npy(error) => error.kind(),
            _ => ErrorKind::BadFile,
        }
    }
}
