//! What a file becomes.

use super::scene_json::checks::CheckBlock;
use super::scene_json::view::ViewBlock;
use crate::pipeline::{Monitor, Scene};
use crate::source::{Assembly, Document, SourceError};
use std::path::PathBuf;

/// A document, and what else its file told.
#[derive(Clone, Debug, Default)]
pub struct LoadedScene {
    pub document: Document,
    /// What was left aside or changed when files were read, each in a sentence without a full stop.
    pub notes: Vec<String>,
    /// Inputs whose file is elsewhere than the scene says, with the place that it says.
    pub moved: Vec<(usize, PathBuf)>,
    /// The scene file's `view` block.
    pub view: Option<ViewBlock>,
    /// The scene file's `checks`.
    pub checks: Vec<CheckBlock>,
}

impl LoadedScene {
    /// The scene of the document.
    ///
    /// # Errors
    /// As [`Assembly::scene`].
    pub fn scene(&self) -> Result<Scene, SourceError> {
        Assembly::default().scene(&self.document, &Monitor::default())
    }
}
