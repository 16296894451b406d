//! Meshes from files of any known kind, and the table of their kinds.

use super::{LoadError, formats, obj};
use crate::pipeline::Mesh;
use std::path::Path;

/// A kind of file that can be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// What a person calls it.
    pub name: &'static str,
    /// Ends of file names, without the dot, in lower case.
    pub extensions: &'static [&'static str],
}

/// Scenes and meshes that can be opened; [`formats`] chains the tables of all kinds.
pub const FORMATS: [Format; 2] = [
    Format { name: "Spanscope scene", extensions: &["scene.json", "json"] },
    Format { name: "Wavefront OBJ mesh", extensions: &["obj"] },
];

/// Reads a mesh file of any known kind.
///
/// # Errors
/// A file that cannot be read, that is of no known kind, or whose content breaks the rules of its kind.
pub fn load_mesh(path: &Path) -> Result<Mesh, LoadError> {
    mesh_from_bytes(&read(path)?, path)
}

/// Reads a mesh from a file's content; its name tells the kind.
pub(super) fn mesh_from_bytes(bytes: &[u8], path: &Path) -> Result<Mesh, LoadError> {
    if has_extension(path, "obj") {
        return obj::parse(bytes, path);
    }
    Err(unknown_format(path))
}

/// The refusal of a file of no known kind, which names all kinds.
pub(super) fn unknown_format(path: &Path) -> LoadError {
    let known: Vec<&str> = formats().map(|format| format.name).collect();
    LoadError::UnknownFormat { path: path.to_owned(), known: known.join(", ") }
}

/// A file's content.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, LoadError> {
    let error = |source| LoadError::Io { path: path.to_owned(), source };
    // A device or a pipe could go on for ever.
    if !std::fs::metadata(path).map_err(error)?.is_file() {
        return Err(error(std::io::Error::other("not a regular file")));
    }
    std::fs::read(path).map_err(error)
}

/// Whether a file's name ends in a dot and this.
pub(super) fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension))
}
