//! Inputs of scene files: one file of ours a kind.

use super::input_schema as s;
use super::{density, heights, mesh, voxels};
use crate::io::{LoadError, Places, ReadOptions};
use crate::pipeline::Monitor;
use crate::source::{Content, MissingSource, Source};
use std::path::{Component, Path, PathBuf};

/// What the reader of an input is given.
pub struct Context<'a> {
    /// The scene file, beside which the files lie that it names.
    pub scene: &'a Path,
    /// The input's number.
    pub number: usize,
    pub read_file: &'a dyn Fn(&Path) -> Result<Vec<u8>, LoadError>,
    pub places: &'a Places,
    pub monitor: &'a Monitor,
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

    /// Where the scene says that a file is.
    fn said(&self, name: &str) -> PathBuf {
        self.scene.parent().unwrap_or(Path::new("")).join(name)
    }

    /// Reads a file that the input names.
    pub fn open<T>(
        &self,
        name: &str,
        parse: impl FnOnce(&[u8], &Path) -> Result<T, LoadError>,
    ) -> Result<(PathBuf, T), LoadError> {
        let path = self.places.find(&self.said(name));
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

/// The same of an input whose file may be elsewhere than the scene says, or not be there. Returns the place that the scene says
/// where it is elsewhere.
///
/// # Errors
/// As [`read`].
pub fn read_at(input: s::Input, context: &mut Context<'_>) -> Result<(Source, Option<PathBuf>), LoadError> {
    let Some(said) = input.file().map(|name| context.said(name)) else { return Ok((read(input, context)?, None)) };
    let label = input.label();
    let text = context.places.leaves_out_missing.then(|| serde_json::to_string(&input).unwrap_or_default());
    match (read(input, context), text) {
        (Ok(source), _) if source.file.as_ref() == Some(&said) => Ok((source, None)),
        (Ok(source), _) => {
            let place = source.file.as_deref().unwrap_or(&said).display();
            context.note(vec![format!("found as {place}; save the scene to keep the place")]);
            Ok((source, Some(said)))
        }
        (Err(error), Some(text)) if error.missing_file() == Some(&said) => {
            Ok((Source { file: Some(said), content: Content::Missing(MissingSource { label, text }) }, None))
        }
        (Err(error), _) => Err(error),
    }
}

/// What an input of this text becomes now that its file is here.
///
/// # Errors
/// As [`read`], without the number of the input.
pub fn read_missing(
    text: &str,
    file: &Path,
    read_file: &dyn Fn(&Path) -> Result<Vec<u8>, LoadError>,
    monitor: &Monitor,
) -> Result<Source, LoadError> {
    let bad = |reason| LoadError::Json { path: file.to_owned(), reason };
    let mut input: s::Input = serde_json::from_str(text).map_err(bad)?;
    input.set_file(file.to_string_lossy().into_owned());
    let (places, mut notes) = (Places::default(), Vec::new());
    let scene = Path::new("");
    let mut context = Context { scene, number: 0, read_file, places: &places, monitor, notes: &mut notes };
    read(input, &mut context).map_err(|error| match error {
        LoadError::Input { source, .. } => *source,
        error => error,
    })
}

/// An input as a scene file in this folder has it; of one from a file only its name and what was chosen about it.
///
/// # Errors
/// Those of the text that is kept of an input whose file is not there.
pub fn to_file(source: &Source, folder: &Path) -> Result<s::Input, serde_json::Error> {
    let file = source.file.as_deref().map(|file| relative(file, folder));
    Ok(match &source.content {
        Content::Mesh(content) => s::Input::Mesh(mesh::to_file(content, file)),
        Content::Heights(content) => s::Input::HeightGrid(heights::to_file(content, file)),
        Content::Voxels(content) => s::Input::Chunk(voxels::to_file(content, file)),
        Content::Density(content) => s::Input::Density(density::to_file(content, file)),
        Content::Missing(missing) => {
            let mut input: s::Input = serde_json::from_str(&missing.text)?;
            input.set_file(file.unwrap_or_default());
            input
        }
    })
}

/// A file's name as seen from a folder, with forward slashes; as it is when there is no way from one to the other.
pub fn relative(file: &Path, folder: &Path) -> String {
    let absolute = |path: &Path| without_detours(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
    let name: PathBuf = pathdiff::diff_paths(absolute(file), absolute(folder)).unwrap_or_else(|| file.to_owned());
    name.to_string_lossy().replace('\\', "/")
}

/// A path without `folder/..`, unless that leads elsewhere than it seems to, as through a link. A name that is written again and
/// again for other folders would grow, and depend on folders that it has nothing to do with.
fn without_detours(path: &Path) -> PathBuf {
    let mut short = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir if matches!(short.components().next_back(), Some(Component::Normal(_))) => {
                short.pop();
            }
            component => short.push(component),
        }
    }
    let place = |path: &Path| path.parent().and_then(|folder| folder.canonicalize().ok());
    if place(&short) == place(path) { short } else { path.to_owned() }
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
