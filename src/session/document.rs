//! What is saved and undone: the scene, and where its parts came from.

use crate::io::LoadedScene;
use crate::pipeline::Scene;
use std::path::PathBuf;

/// A scene and the files its inputs were read from. A copy costs little: inputs are shared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    pub scene: Scene,
    /// For each input the file it was read from; `None` when the scene file holds it.
    pub files: Vec<Option<PathBuf>>,
}

impl From<LoadedScene> for Document {
    fn from(loaded: LoadedScene) -> Self {
        Self { scene: loaded.scene, files: loaded.files }
    }
}
