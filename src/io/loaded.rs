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
    /// For each input the axes that were chosen for its voxel file, such as `zyx`; none beyond the list's end.
    pub axes: Vec<Option<String>>,
    /// What was left aside or changed when files were read, each in a sentence without a full stop.
    pub notes: Vec<String>,
    /// The scene file's `view` block.
    pub view: Option<ViewBlock>,
}
