//! Opening a file of any known kind as a scene.

use super::mesh_file::{Reader, format_of, read};
use super::{LoadError, LoadedScene, obj, scene_json, voxels};
use crate::pipeline::{FrameSpec, Input, Scene};
use std::path::Path;
use std::sync::Arc;

/// Opens a file. A mesh becomes a scene with default frame and settings, a voxel file one whose cells are cubes of 1.
///
/// # Errors
/// A file that cannot be read, that is of no known kind, or whose content breaks the rules of its kind. Rules of the
/// pipeline are not checked here.
pub fn load(path: &Path) -> Result<LoadedScene, LoadError> {
    let bytes = read(path)?;
    let mesh = match format_of(&bytes, path)?.reader {
        Reader::Scene => return scene_json::parse(&bytes, path),
        Reader::Voxels => return Ok(scene_of_voxels(voxels::parse(&bytes, path, None)?, path)),
        Reader::Mesh(parse) => parse(&bytes, path)?,
    };
    let scene = Scene { inputs: vec![Input::Mesh(Arc::new(mesh))], ..Scene::default() };
    Ok(LoadedScene { scene, files: vec![Some(path.to_owned())], ..LoadedScene::default() })
}

/// A scene of one chunk. Its automatic frame is the chunk's extent.
fn scene_of_voxels(file: voxels::VoxelFile, path: &Path) -> LoadedScene {
    let frame = FrameSpec::default().with_cell(1.0, 1.0);
    let scene = Scene { frame, inputs: vec![Input::Chunk(Arc::new(file.chunk))], ..Scene::default() };
    LoadedScene { scene, files: vec![Some(path.to_owned())], notes: file.notes, ..LoadedScene::default() }
}

/// The sample level that ships with the program: it shows every rule.
///
/// # Errors
/// None, unless the program was built from broken assets.
pub fn sample() -> Result<LoadedScene, LoadError> {
    let scene = include_bytes!("../../assets/sample.scene.json");
    let mesh = include_bytes!("../../assets/sample.obj");
    let mut loaded = scene_json::parse_with(scene, Path::new("sample.scene.json"), |name| obj::parse(mesh, name))?;
    loaded.files.fill(None); // The mesh is in the program, so a saved copy must hold it.
    Ok(loaded)
}
