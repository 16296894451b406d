//! Results of other programs, and of ours as text: what comes out of a pipeline, to be compared.
//!
//! [`dump_text`] reads our own dumps, which any engine can write; [`recast_json`] the heightfields of Recast and `rerecast`.
//! What a file holds decides how it is read, then its name.

pub mod dump_text;
pub mod error;
pub mod recast_json;
mod records;

pub use error::ResultError;

use super::progress::read;
use super::{LoadError, formats::has_extension};
use crate::inspect::Snapshot;
use crate::pipeline::{Monitor, Stage};
use std::path::Path;

/// What a file of results became.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedResult {
    pub snapshot: Snapshot,
    /// What the file does not have or was left aside, each in a sentence without a full stop.
    pub notes: Vec<String>,
}

/// Reads a file of results; `None` when it is none, and so perhaps a scene. The stage is for files that do not name theirs.
///
/// # Errors
/// A file that cannot be read, or whose content breaks the rules of its kind.
pub fn load_result(path: &Path, stage: Option<Stage>, monitor: &Monitor) -> Result<Option<ImportedResult>, LoadError> {
    parse(&read(path, monitor)?, path, stage)
}

/// Reads a file of results whose content is already here.
///
/// # Errors
/// As [`load_result`].
pub fn parse(bytes: &[u8], path: &Path, stage: Option<Stage>) -> Result<Option<ImportedResult>, LoadError> {
    let result = if dump_text::is_content(bytes) || has_extension(path, "dump") {
        if stage.is_some() {
            let (what, found) = ("a stage", "dump, which names its stages");
            return Err(LoadError::NoChoice { path: path.to_owned(), what, found });
        }
        dump_text::parse(bytes)
    } else if let Some(kind) = recast_json::kind_of(bytes) {
        recast_json::parse(bytes, kind, stage)
    } else {
        return Ok(None);
    };
    result.map(Some).map_err(|reason| LoadError::Result { path: path.to_owned(), reason })
}
