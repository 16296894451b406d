//! Inputs of scene files: one file of ours a kind.

use super::input_schema as s;
use super::{density, heights, mesh, voxels};
use crate::io::{LoadError, ReadOptions};
use crate::source::{Content, Source};
use std::path::{Path, PathBuf};

/// What the reader of an input is given.
pub struct Context<'a> {
    /// The scene file, beside which the files lie that it names.
    pub scene: &'a Path,
    /// The input's number.
    pub number: usize,
    pub read_file: &'a dyn Fn(&Path) -> Result<Vec<u8>, LoadError>,
    pub monitor: &'a crate::pipeline::Monitor,
    pub notes: &'a mut Vec<String>,
}

impl Context<'_> {
    /// The error of an input that breaks a rule of scenes.
    pub fn bad(&self, reason: impl std::fmt::Display) -> LoadError {
        LoadError::Scene { path: self.scene.to_owned(), reason: format!("input {}: {reason}", self.number) }
    }

    /// Adds what was left aside when a file was read.
    pub fn note(&mut self, notes: Vec<String>) {
        let number = self.number;
        self.notes.extend(notes.into_iter().map(|note| format!("input {number}: {note}")));
    }

    /// What an input says about a file that does not say it itself.
    pub fn options(&self, axes: Option<String>, raw: Option<String>) -> Result<ReadOptions, LoadError> {
        let axes = axes.map(|axes| axes.parse()).transpose().map_err(|reason: String| self.bad(reason))?;
        let raw = raw.map(|raw| raw.parse()).transpose().map_err(|reason: String| self.bad(reason))?;
        Ok(ReadOptions { read_as: None, raw, axes })
    }

    /// Reads a file that the input names.
    pub fn open<T>(
        &self,
        name: &str,
        parse: impl FnOnce(&[u8], &Path) -> Result<T, LoadError>,
    ) -> Result<(PathBuf, T), LoadError> {
        let path = self.scene.parent().unwrap_or(Path::new("")).join(name);
        let input =
            |source| LoadError::Input { scene: self.scene.to_owned(), input: self.number, source: Box::new(source) };
        let content = (self.read_file)(&path).and_then(|bytes| parse(&bytes, &path)).map_err(input)?;
        Ok((path, content))
    }
}

/// Makes a source of an input, and opens its file.
///
/// # Errors
/// An input that is half a file and half one of the scene's own; a file that cannot be opened; words that are not known.
pub fn read(input: s::Input, context: &mut Context<'_>) -> Result<Source, LoadError> {
    match input {
        s::Input::Mesh(input) => mesh::read(input, context),
        s::Input::HeightGrid(input) => heights::read(input, context),
        s::Input::Chunk(input) => voxels::read(input, context),
        s::Input::Density(input) => density::read(input, context),
    }
}

/// An input as a scene file in this folder has it; of one from a file only its name and what was chosen about it.
pub fn to_file(source: &Source, folder: &Path) -> s::Input {
    let file = source.file.as_deref().map(|file| relative(file, folder));
    match &source.content {
        Content::Mesh(content) => s::Input::Mesh(mesh::to_file(content, file)),
        Content::Heights(content) => s::Input::HeightGrid(heights::to_file(content, file)),
        Content::Voxels(content) => s::Input::Chunk(voxels::to_file(content, file)),
        Content::Density(content) => s::Input::Density(density::to_file(content, file)),
    }
}

/// A file's name as seen from a folder, with forward slashes; as it is when there is no way from one to the other.
pub fn relative(file: &Path, folder: &Path) -> String {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let name: PathBuf = pathdiff::diff_paths(absolute(file), absolute(folder)).unwrap_or_else(|| file.to_owned());
    name.to_string_lossy().replace('\\', "/")
}

/// A word of a list.
pub fn word<T>(
    field: &str,
    text: Option<String>,
    find: impl Fn(&str) -> Option<T>,
    known: &[&str],
) -> Result<Option<T>, String> {
    match text {
        Some(text) => match find(&text) {
            Some(found) => Ok(Some(found)),
            None => Err(format!("{field} {text:?} is none of {}", known.join(", "))),
        },
        None => Ok(None),
    }
}
