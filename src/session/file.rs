//! Sessions on disk: a scene file with its `view` block.

use super::{CameraState, Colouring, Document, Layers, MeshOverlay, Selection, Session, Step, View};
use crate::inspect::Crop;
use crate::io::{self, LoadError, LoadedScene, scene_json};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Opens a file of any known kind as a session. A mesh gets default frame and settings, and no file to save to.
///
/// # Errors
/// As [`io::load()`], and a `view` block that is none.
pub fn open(path: &Path) -> Result<Session, LoadError> {
    let loaded = io::load(path)?;
    let is_scene_file = loaded.files.len() != 1 || loaded.files[0].as_deref() != Some(path);
    let view = match &loaded.view {
        Some(block) => read_view(block)
            .map_err(|reason| LoadError::Scene { path: path.to_owned(), reason: format!("view: {reason}") })?,
        None => View::default(),
    };
    let name = super::file_name(path);
    Ok(Session::new(loaded.into(), view, name, is_scene_file.then(|| path.to_owned())))
}

/// Writes a session to a scene file: first beside it, then in its place, so that a file is never half written.
///
/// # Errors
/// [`LoadError::Io`], and [`LoadError::Scene`] for numbers that JSON does not have.
pub fn save(document: &Document, view: &View, path: &Path) -> Result<(), LoadError> {
    let block = serde_json::to_value(ViewFile::from(view))
        .map_err(|error| LoadError::Scene { path: path.to_owned(), reason: error.to_string() })?;
    let loaded = LoadedScene { scene: document.scene.clone(), files: document.files.clone(), view: Some(block) };
    let folder = path.parent().unwrap_or(Path::new(""));
    let text =
        scene_json::write(&loaded, folder).map_err(|reason| LoadError::Scene { path: path.to_owned(), reason })?;
    let error = |source| LoadError::Io { path: path.to_owned(), source };
    let beside = path.with_extension("json.part");
    std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, path)).map_err(|source| {
        let _ = std::fs::remove_file(&beside); // It may not even have been made; what went wrong first is told.
        error(source)
    })
}

/// The `view` block of a scene file. Every field can be left out.
#[derive(Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
struct ViewFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    stage: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    colour: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    compare_with: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mesh: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clearance: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dropped: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    crop: Option<CropFile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    selection: Option<SelectionFile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    camera: Option<CameraFile>,
}

/// Cells and rows as x, row, z.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct CropFile {
    min: [u32; 3],
    max: [u32; 3],
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct SelectionFile {
    x: u32,
    z: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    row: Option<u16>,
}

/// World units and radians.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct CameraFile {
    target: [f64; 3],
    distance: f64,
    yaw: f64,
    pitch: f64,
    #[serde(default)]
    orthographic: bool,
}

impl From<&View> for ViewFile {
    fn from(view: &View) -> Self {
        Self {
            stage: Some(view.step.name().into()),
            colour: Some(view.colouring.name().into()),
            compare_with: view.compare_with.map(|step| step.name().into()),
            mesh: Some(view.layers.mesh.name().into()),
            clearance: Some(view.layers.clearance),
            links: Some(view.layers.links),
            dropped: Some(view.layers.dropped),
            crop: view.crop.map(|Crop { min, max }| CropFile { min, max }),
            selection: view.selection.map(|Selection { x, z, row }| SelectionFile { x, z, row }),
            camera: view.camera.map(|camera| {
                let CameraState { target, distance, yaw, pitch, orthographic } = camera;
                CameraFile { target, distance, yaw, pitch, orthographic }
            }),
        }
    }
}

fn read_view(block: &serde_json::Value) -> Result<View, String> {
    let file = ViewFile::deserialize(block).map_err(|error| error.to_string())?;
    let default = View::default();
    let layers = Layers {
        clearance: file.clearance.unwrap_or(default.layers.clearance),
        links: file.links.unwrap_or(default.layers.links),
        dropped: file.dropped.unwrap_or(default.layers.dropped),
        mesh: named("mesh", file.mesh, MeshOverlay::from_name)?.unwrap_or(default.layers.mesh),
    };
    Ok(View {
        step: named("stage", file.stage, Step::from_name)?.unwrap_or(default.step),
        colouring: named("colour", file.colour, Colouring::from_name)?.unwrap_or(default.colouring),
        compare_with: named("compare_with", file.compare_with, Step::from_name)?,
        layers,
        crop: file.crop.map(|CropFile { min, max }| Crop { min, max }),
        selection: file.selection.map(|SelectionFile { x, z, row }| Selection { x, z, row }),
        camera: file.camera.map(|camera| {
            let CameraFile { target, distance, yaw, pitch, orthographic } = camera;
            CameraState { target, distance, yaw, pitch, orthographic }
        }),
    })
}

fn named<T>(field: &str, name: Option<String>, find: impl Fn(&str) -> Option<T>) -> Result<Option<T>, String> {
    match name {
        Some(name) => find(&name).map(Some).ok_or_else(|| format!("{field} {name:?} is not known")),
        None => Ok(None),
    }
}

impl From<LoadedScene> for Document {
    fn from(loaded: LoadedScene) -> Self {
        Self { scene: loaded.scene, files: loaded.files }
    }
}
