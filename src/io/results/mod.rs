//! Results of other programs, and of ours as text: what comes out of a pipeline, to be compared.
//!
//! [`dump_text`] reads our own dumps, which any engine can write; [`recast_json`] the heightfields of Recast and `rerecast`.
//! What a file holds decides how it is read, then its name.

pub mod dump_text;
pub mod error;
pub mod recast_json;
mod records;

pub use error::ResultError;

use super::formats::has_extension;
use super::progress::read;
use super::{LoadError, LoadedScene, ReadOptions, load_bytes};
use crate::inspect::Snapshot;
use crate::pipeline::{Monitor, Stage};
use flate2::read::MultiGzDecoder;
use std::borrow::Cow;
use std::io::{self, Read as _};
use std::path::Path;

/// The most bytes that a packed file of results may become.
const MAX_UNPACKED: u64 = 1 << 32;

/// What a file of results became.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedResult {
    pub snapshot: Snapshot,
    /// What the file does not have or was left aside, each in a sentence without a full stop.
    pub notes: Vec<String>,
    /// Whether the file says which stages it holds.
    pub names_its_stages: bool,
}

/// One side of a comparison, as its file has it.
#[derive(Clone, Debug)]
pub enum Side {
    Result(Box<ImportedResult>),
    /// To be run.
    Scene(Box<LoadedScene>),
}

/// Reads a file of results, or any other file as a scene. The stage is for results whose file does not name theirs, the options
/// are for scenes.
///
/// # Errors
/// A file that cannot be read, or whose content breaks the rules of its kind; as [`super::load_watched`].
pub fn load_side(
    path: &Path,
    stage: Option<Stage>,
    options: &ReadOptions,
    monitor: &Monitor,
) -> Result<Side, LoadError> {
    let bytes = read(path, monitor)?;
    // Of what is packed only dumps are read here; a packed model is left to its own reader.
    let bytes = match path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(".dump.gz")) {
        true => unpacked(&bytes).map_err(|source| LoadError::Io { path: path.to_owned(), source })?,
        false => Cow::from(bytes.as_slice()),
    };
    match parse(&bytes, path, stage)? {
        Some(result) => Ok(Side::Result(Box::new(result))),
        None => load_bytes(&bytes, path, options, monitor).map(|scene| Side::Scene(Box::new(scene))),
    }
}

/// The content of a file that may be packed by gzip, as dumps that are kept are.
///
/// # Errors
/// Broken packing, and more than 2^32 bytes in it.
pub fn unpacked(bytes: &[u8]) -> io::Result<Cow<'_, [u8]>> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes.into());
    }
    let mut content = Vec::new();
    MultiGzDecoder::new(bytes).take(MAX_UNPACKED + 1).read_to_end(&mut content)?;
    if content.len() as u64 > MAX_UNPACKED {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "there are more than 2^32 bytes in it"));
    }
    Ok(content.into())
}

/// Reads a file of results whose content is already here; `None` when it is none, and so perhaps a scene.
///
/// # Errors
/// [`LoadError::Result`] for content that breaks the rules of its kind.
pub fn parse(bytes: &[u8], path: &Path, stage: Option<Stage>) -> Result<Option<ImportedResult>, LoadError> {
    let result = if dump_text::is_content(bytes) {
        dump_text::parse(bytes)
    } else if let Some(kind) = recast_json::kind_of(bytes) {
        recast_json::parse(bytes, kind, stage)
    } else if has_extension(path, "dump") {
        dump_text::parse(bytes)
    } else {
        return Ok(None);
    };
    result.map(Some).map_err(|reason| LoadError::Result { path: path.to_owned(), reason })
}
