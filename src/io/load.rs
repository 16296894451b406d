//! Opening a file of any known kind as a scene.

use super::{LoadError, obj, scene_json};
use crate::pipeline::{Input, Scene};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A kind of file that can be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// What a person calls it.
    pub name: &'static str,
    /// Ends of file names, without the dot, in lower case.
    pub extensions: &'static [&'static str],
}

/// Every kind of file that can be opened. Dialogs, help and drag and drop are made from this table.
pub const FORMATS: [Format; 2] = [
    Format { name: "Spanscope scene", extensions: &["scene.json", "json"] },
    Format { name: "Wavefront OBJ mesh", extensions: &["obj"] },
];

/// A scene, and where its parts came from.
#[derive(Clone, Debug, Default)]
pub struct LoadedScene {
    pub scene: Scene,
    /// For each input the file it was read from; `None` when the scene file holds it.
    pub files: Vec<Option<PathBuf>>,
    /// The scene file's `view` block, as it stands there.
    pub view: Option<serde_json::Value>,
}

/// Opens a file. A mesh becomes a scene with default frame and settings.
///
/// # Errors
/// A file that cannot be read, that is of no known kind, or whose content breaks the rules of its kind. Rules of the
/// pipeline are not checked here.
pub fn load(path: &Path) -> Result<LoadedScene, LoadError> {
    let bytes = read(path)?;
    if is_json(&bytes) {
        return scene_json::parse(&bytes, path);
    }
    let mesh = mesh_from_bytes(&bytes, path)?;
    let scene = Scene { inputs: vec![Input::Mesh(Arc::new(mesh))], ..Scene::default() };
    Ok(LoadedScene { scene, files: vec![Some(path.to_owned())], view: None })
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

/// Reads a mesh file of any known kind.
///
/// # Errors
/// As [`load`].
pub fn load_mesh(path: &Path) -> Result<crate::pipeline::Mesh, LoadError> {
    mesh_from_bytes(&read(path)?, path)
}

fn mesh_from_bytes(bytes: &[u8], path: &Path) -> Result<crate::pipeline::Mesh, LoadError> {
    if has_extension(path, "obj") {
        return obj::parse(bytes, path);
    }
    let known: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    Err(LoadError::UnknownFormat { path: path.to_owned(), known: known.join(", ") })
}

fn read(path: &Path) -> Result<Vec<u8>, LoadError> {
    std::fs::read(path).map_err(|source| LoadError::Io { path: path.to_owned(), source })
}

/// Whether the first character, after white space and a byte order mark, begins a JSON object. No mesh does.
fn is_json(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.trim_ascii_start().first() == Some(&b'{')
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension))
}
