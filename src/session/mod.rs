//! What a person has open, and every way to change it.
//!
//! Four kinds of state: the [`Document`] is saved and undone; the [`View`] is saved and not undone; what is computed from
//! them is never saved and lives with the window; the rest passes with the moment. [`Session::apply`] is the only way to
//! change the first two.

pub mod checks;
pub mod command;
pub mod density_view;
pub mod edit;
pub mod file;
pub mod history;
pub mod other;
pub mod panels;
pub mod presets;
pub mod section_view;
pub mod view;

pub use checks::PictureCheck;
pub use command::Command;
pub use density_view::{DensityView, Shading};
pub use edit::Edit;
pub use history::History;
pub use other::{OtherChoice, OtherView, OtherWith};
pub use panels::{PanelTab, Panels};
pub use section_view::{Along, SectionView};
pub use view::{CameraState, Layers, LookFrom, MeshOverlay, Step, View};

pub use crate::inspect::{Axis, CellSelection, Colouring, Selection, Slice};
use crate::pipeline::PipelineRun;
pub use crate::source::Document;
use crate::source::Source;
use std::path::{Path, PathBuf};

/// An open document with its view, its history and the file it belongs to.
#[derive(Clone, Debug, Default)]
pub struct Session {
    pub document: Document,
    pub view: View,
    /// The pictures that `spanscope check` compares.
    pub checks: Vec<PictureCheck>,
    pub history: History,
    /// The file this was opened from or saved to; `None` for the sample and for what was never saved.
    pub path: Option<PathBuf>,
    /// What to call it where there is no file.
    pub name: String,
    /// What was left aside or changed when files were read, each in a sentence without a full stop.
    pub notes: Vec<String>,
    /// The document as it is on disk.
    saved: Document,
    /// The checks as they are on disk.
    saved_checks: Vec<PictureCheck>,
}

impl Session {
    /// A session that begins with a document as it is on disk.
    pub fn new(document: Document, view: View, name: String, path: Option<PathBuf>) -> Self {
        Self { saved: document.clone(), document, view, path, name, ..Self::default() }
    }

    /// The same with the checks that its file has.
    #[must_use]
    pub fn with_saved_checks(self, checks: Vec<PictureCheck>) -> Self {
        Self { saved_checks: checks.clone(), checks, ..self }
    }

    /// Whether document or checks differ from what is on disk.
    pub fn is_changed(&self) -> bool {
        self.document != self.saved || self.checks != self.saved_checks
    }

    /// The checks as they are on disk.
    pub fn saved_checks(&self) -> &[PictureCheck] {
        &self.saved_checks
    }

    /// The document as it is on disk.
    pub fn saved_document(&self) -> &Document {
        &self.saved
    }

    /// Notes that document and checks were written to a file.
    pub fn mark_saved(&mut self, path: &Path) {
        self.saved = self.document.clone();
        self.saved_checks = self.checks.clone();
        self.name = file_name(path);
        self.path = Some(path.to_owned());
    }

    /// Whether the session's own file holds something else than what was read from it or written to it.
    pub fn differs_from_disk(&self) -> bool {
        let Some(path) = &self.path else { return false };
        // As text: there are many paths to one file. What cannot be read now may be in the middle of being written.
        let text = |document: &Document| file::text(document, path).ok();
        file::open(path)
            .is_ok_and(|session| text(&session.document) != text(&self.saved) || session.checks != self.saved_checks)
    }

    /// Takes inputs as their files are now. What is on disk is no change of the document, and cannot be taken back.
    pub fn reload(&mut self, sources: Vec<Source>) {
        let was_saved = self.document == self.saved;
        self.history.replace_data(&sources);
        self.document.sources = sources;
        if was_saved {
            self.saved = self.document.clone();
        }
    }

    /// Changes document or view. `run` is the newest finished run: steps of the selection and fitting need it.
    pub fn apply(&mut self, command: &Command, run: Option<&PipelineRun>) {
        match command {
            Command::Edit(edit) => {
                let before = self.document.clone();
                edit.apply(&mut self.document);
                if self.document != before {
                    self.history.record(before, edit);
                }
            }
            Command::Undo => self.history.undo(&mut self.document),
            Command::Redo => self.history.redo(&mut self.document),
            Command::EndOfGesture => self.history.end_gesture(),
            Command::View(change) => self.view.apply(change, run),
        }
    }
}

/// The last part of a path, as text.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// How the names of scenes end. A mesh is no scene.
pub const ENDING: &str = ".scene.json";

/// The name of a scene without its ending.
pub fn stem(name: &str) -> &str {
    name.strip_suffix(ENDING).unwrap_or(name)
}
