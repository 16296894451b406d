//! Why a file of results cannot be read.

use crate::pipeline::ErrorKind;
use thiserror::Error;

/// Why a file is no result. Lines count from 1.
#[derive(Debug, Error)]
pub enum ResultError {
    #[error("{what} at line {line}, {text:?}")]
    Line { what: String, line: usize, text: String },
    #[error("line {line} holds a hash and no lines to compare; write the dump without --hash")]
    HashesOnly { line: usize },
    #[error("the first line must say how large the grid is, such as \"frame 10 10 20\"")]
    NoFrame,
    #[error("this holds no stage")]
    NoStage,
    #[error("line {line} announces {announced} pieces, and {found} follow")]
    PieceCount { line: usize, announced: u64, found: usize },
    #[error("this is no heightfield as JSON: {0}")]
    Json(serde_json::Error),
    #[error("a column nests more than about 120 spans, deeper than JSON is read: {0}; a dump has no such limit")]
    Deep(serde_json::Error),
    #[error("this has no {missing}, so it is no {wanted}")]
    Missing { missing: &'static str, wanted: &'static str },
    #[error("{name} is {value}, outside {min} to {max}")]
    Number { name: String, value: i64, min: i64, max: i64 },
    #[error("{name} is {value:?}, as a float32 not finite and above 0")]
    CellSize { name: &'static str, value: f64 },
    #[error("the grid's corner {value:?} is not finite")]
    Corner { value: [f64; 3] },
    #[error("{what} are {count}, not {wanted}")]
    Count { what: &'static str, count: usize, wanted: u64 },
    #[error("column {x}, {z}: {what}")]
    Column { x: u32, z: u32, what: String },
    #[error("a {found} is no {stage} stage; it can be {possible}")]
    Stage { found: &'static str, stage: &'static str, possible: String },
}

impl ResultError {
    /// What JSON is refused for.
    pub(super) fn of_json(error: serde_json::Error) -> Self {
        if error.to_string().starts_with("recursion limit exceeded") { Self::Deep(error) } else { Self::Json(error) }
    }

    /// The family this error belongs to.
    pub fn kind(&self) -> ErrorKind {
        ErrorKind::BadFile
    }
}

/// A line as an error shows it.
pub fn excerpt(line: &[u8]) -> String {
    String::from_utf8_lossy(&line[..line.len().min(240)]).chars().take(60).collect()
}
