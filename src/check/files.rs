//! The scenes of a folder, and the files that stand beside each.

use super::CheckError;
use crate::io::{LoadError, replace_file};
use crate::session::checks::{beside, golden_path};
use crate::session::{ENDING, stem};
use glob::{MatchOptions, Pattern};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use walkdir::WalkDir;

/// Which scenes of a folder are checked.
#[derive(Clone, Debug)]
pub struct Filter {
    text: String,
    /// `None` for what is looked for anywhere in the path.
    pattern: Option<Pattern>,
}

impl FromStr for Filter {
    type Err = String;

    /// A part of the path, or a pattern for all of it when it has `*`, `?` or `[`.
    fn from_str(text: &str) -> Result<Self, String> {
        let is_pattern = text.contains(['*', '?', '[']);
        let pattern = is_pattern.then(|| Pattern::new(text)).transpose().map_err(|error| error.to_string())?;
        Ok(Self { text: text.to_owned(), pattern })
    }
}

impl Filter {
    /// Whether a scene of this name, its path in the folder with forward slashes, is checked. In a pattern `*` also stands for
    /// slashes, and a pattern without the ending of scenes holds for names without it.
    pub fn takes(&self, name: &str) -> bool {
        let options = MatchOptions { require_literal_separator: false, ..MatchOptions::default() };
        match &self.pattern {
            None => name.contains(&self.text),
            Some(pattern) => {
                let short = stem(name);
                pattern.matches_with(name, options) || pattern.matches_with(short, options)
            }
        }
    }
}

/// A scene, and the names of what stands beside it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SceneFile {
    /// The path in the folder, with forward slashes.
    pub name: String,
    pub path: PathBuf,
}

impl SceneFile {
    /// A scene by its path alone.
    pub fn new(path: &Path) -> Self {
        Self { name: path.display().to_string().replace('\\', "/"), path: path.to_owned() }
    }

    /// The file with the hashes of its stages: `NAME.expected`.
    pub fn expected(&self) -> PathBuf {
        beside(&self.path, "expected")
    }

    /// The file with what its stages hold: `NAME.expected.dump.gz`.
    pub fn dump(&self) -> PathBuf {
        beside(&self.path, "expected.dump.gz")
    }

    /// The golden picture of a check: `NAME.CHECK.png`.
    pub fn golden(&self, check: &str) -> PathBuf {
        golden_path(&self.path, check)
    }
}

/// The scenes of a folder and its subfolders that the filter takes, sorted by path. Links to folders are not followed.
///
/// # Errors
/// A folder that cannot be read; one without any scene, or without one that the filter takes.
pub fn scenes(folder: &Path, filter: Option<&Filter>) -> Result<Vec<SceneFile>, CheckError> {
    let io = |path: &Path, source| CheckError::Io { path: path.to_owned(), source };
    let is_folder = std::fs::metadata(folder).map_err(|error| io(folder, error))?.is_dir();
    if !is_folder {
        return Err(CheckError::NotAFolder { path: folder.to_owned() });
    }
    let mut scenes = Vec::new();
    for entry in WalkDir::new(folder) {
        let entry = entry.map_err(|error| {
            let path = error.path().unwrap_or(folder).to_owned();
            io(&path, error.into())
        })?;
        if !entry.file_type().is_dir() && entry.file_name().to_string_lossy().ends_with(ENDING) {
            let path = entry.into_path();
            let inside = path.strip_prefix(folder).unwrap_or(&path);
            let name = inside.to_string_lossy().replace('\\', "/");
            scenes.push(SceneFile { name, path });
        }
    }
    scenes.sort();
    let count = scenes.len();
    if count == 0 {
        return Err(CheckError::NoScene { path: folder.to_owned() });
    }
    if let Some(filter) = filter {
        scenes.retain(|scene| filter.takes(&scene.name));
        if scenes.is_empty() {
            let filter = filter.text.clone();
            return Err(CheckError::NothingLeft { path: folder.to_owned(), filter, count });
        }
    }
    Ok(scenes)
}

/// Reads a file that may be missing.
///
/// # Errors
/// What the system says, but for a file that is not there.
pub(super) fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, CheckError> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(CheckError::Io { path: path.to_owned(), source }),
    }
}

/// Writes a file that is not yet so, in one step, and says whether it did. It is never one of those the scene is made from.
///
/// # Errors
/// What the system says; [`LoadError::WouldReplaceInput`].
pub(super) fn write_changed(path: &Path, bytes: &[u8], inputs: &[PathBuf]) -> Result<bool, CheckError> {
    if inputs.iter().any(|input| crate::io::is_same_file(input, path)) {
        return Err(LoadError::WouldReplaceInput { path: path.to_owned() }.into());
    }
    if std::fs::read(path).is_ok_and(|now| now == bytes) {
        return Ok(false);
    }
    replace_file(path, bytes).map_err(|source| CheckError::Io { path: path.to_owned(), source })?;
    Ok(true)
}
