//! Sessions on disk: a scene file with its `view` block.

mod checks;
mod view;

use super::{Document, ENDING, PictureCheck, Session, View};
use crate::io::scene_json::checks::CheckBlock;
use crate::io::{self, LoadError, Places, ReadOptions, is_same_file, replace_file, scene_json};
use crate::pipeline::Monitor;
use std::path::{Path, PathBuf};

/// Opens a file of any known kind as a session. A mesh gets default frame and settings, and no file to save to.
///
/// # Errors
/// As [`io::load_watched`], and a `view` block that is none.
pub fn open(path: &Path) -> Result<Session, LoadError> {
    open_watched(path, &ReadOptions::default(), &Monitor::default())
}

/// The same for a job that is watched.
///
/// # Errors
/// As [`open`], and the end of a cancelled job.
pub fn open_watched(path: &Path, options: &ReadOptions, monitor: &Monitor) -> Result<Session, LoadError> {
    open_at(path, options, &Places::default(), monitor)
}

/// The same of a scene some of whose files are not where it says. What was found elsewhere counts as changed.
///
/// # Errors
/// As [`open_watched`].
pub fn open_at(path: &Path, options: &ReadOptions, places: &Places, monitor: &Monitor) -> Result<Session, LoadError> {
    let mut loaded = io::load_at(path, options, places, monitor)?;
    let sources = &loaded.document.sources;
    let is_scene_file = sources.len() != 1 || sources[0].file.as_deref() != Some(path);
    let folder = path.parent().unwrap_or(Path::new(""));
    let view = match loaded.view.take() {
        Some(block) => view::read_view(block, folder)
            .map_err(|reason| LoadError::Scene { path: path.to_owned(), reason: format!("view: {reason}") })?,
        None => View::default(),
    };
    let checks = checks::read_checks(std::mem::take(&mut loaded.checks), folder)
        .map_err(|reason| LoadError::Scene { path: path.to_owned(), reason: format!("checks: {reason}") })?;
    let name = super::file_name(path);
    let notes = std::mem::take(&mut loaded.notes);
    let mut session = Session::new(loaded.document, view, name, is_scene_file.then(|| path.to_owned()));
    for (number, said) in loaded.moved {
        session.saved.sources[number].file = Some(said);
    }
    Ok(Session { notes, ..session.with_saved_checks(checks) })
}

/// The path that a scene is saved to: with an ending that says what it is.
pub fn scene_path(path: &Path) -> PathBuf {
    let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    let mut name = path.as_os_str().to_owned();
    if !is_json {
        name.push(ENDING);
    }
    name.into()
}

/// Writes a session to a scene file: first beside it, then in its place, so that a file is never half written.
///
/// # Errors
/// [`LoadError::Io`], [`LoadError::WouldReplaceInput`], and [`LoadError::Scene`] for numbers that JSON does not have.
pub fn save(document: &Document, view: &View, path: &Path) -> Result<(), LoadError> {
    save_with_checks(document, view, &[], path)
}

/// The same with the pictures that are to be checked.
///
/// # Errors
/// As [`save`].
pub fn save_with_checks(
    document: &Document,
    view: &View,
    checks: &[PictureCheck],
    path: &Path,
) -> Result<(), LoadError> {
    if document.files().any(|file| is_same_file(file, path)) {
        return Err(LoadError::WouldReplaceInput { path: path.to_owned() });
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let bad = |reason| LoadError::Scene { path: path.to_owned(), reason };
    let text = scene_text(document, view, checks, folder).map_err(bad)?;
    replace_file(path, text.as_bytes()).map_err(|source| LoadError::Io { path: path.to_owned(), source })
}

fn scene_text(document: &Document, view: &View, checks: &[PictureCheck], folder: &Path) -> Result<String, String> {
    let view = view::view_block(view, folder)?;
    let checks =
        checks.iter().map(|check| checks::check_block(check, folder)).collect::<Result<Vec<CheckBlock>, _>>()?;
    scene_json::write_with_checks(document, Some(&view), &checks, folder)
}

/// A view as the text of a scene's `view` block, on one line; files have their whole path.
///
/// # Errors
/// A sentence for numbers that JSON does not have.
pub fn view_text(view: &View) -> Result<String, String> {
    scene_json::view::text(&view::view_block(view, Path::new(""))?)
}

/// Reads the text of a `view` block, whose files lie relative to the present folder.
///
/// # Errors
/// What is wrong with it.
pub fn parse_view(text: &str) -> Result<View, String> {
    scene_json::view::parse(text).and_then(|block| view::read_view(block, Path::new("")))
}

/// A document as the text of a scene file at this path, without a view.
///
/// # Errors
/// A sentence for numbers that JSON does not have.
pub fn text(document: &Document, path: &Path) -> Result<String, String> {
    scene_json::write(document, None, path.parent().unwrap_or(Path::new("")))
}
