//! What a file becomes.

use super::scene_json::view::ViewBlock;
use crate::pipeline::Scene;
use std::path::PathBuf;

/// A scene, and where its parts came from.
#[derive(Clone, Debug, Default)]
pub struct LoadedScene {
    pub scene: Scene,
    /// For each input the file it was read from; `None` when the scene file holds it.
    pub files: Vec<Option<PathBuf>>,
    /// The scene file's `view` block.
    pub view: Option<ViewBlock>,
}
