//! What is saved and undone: the scene, and where its parts came from.

use crate::pipeline::Scene;
use std::path::PathBuf;

/// A scene and the files its inputs were read from. A copy costs little: inputs are shared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    pub scene: Scene,
    /// For each input the file it was read from; `None` when the scene file holds it.
    pub files: Vec<Option<PathBuf>>,
    /// For each input the axes that were chosen for its voxel file, such as `zyx`; none beyond the list's end.
    pub axes: Vec<Option<String>>,
}
