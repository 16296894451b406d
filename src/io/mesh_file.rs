//! Meshes from files of any known kind, and the table of all kinds.

use super::{LoadError, obj};
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

/// Every kind of file that can be opened. Dialogs, help and drag and drop are made from this table.
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
    let known: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    Err(LoadError::UnknownFormat { path: path.to_owned(), known: known.join(", ") })
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
