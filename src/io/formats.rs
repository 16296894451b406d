//! The table of all kinds of files.

use super::scene_json::kind::is_object;
use super::voxels::Kind;
use super::{LoadError, gltf, height_map, obj, ply, scene_json, stl};
use crate::pipeline::Monitor;
use crate::source::MeshParts;
use std::path::Path;

/// A kind of file that can be opened.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// What a person calls it.
    pub name: &'static str,
    /// Ends of file names, without the dot, in lower case.
    pub extensions: &'static [&'static str],
    /// Whether a file's content is surely of this kind, whatever its name.
    pub is_content: fn(&[u8]) -> bool,
    pub(super) reader: Reader,
}

/// What a kind of file becomes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reader {
    Scene,
    Mesh(fn(&[u8], &Path, &Monitor) -> Result<MeshParts, LoadError>),
    Voxels,
    Heights,
    /// An array that can be voxels, a density or heights.
    Array,
    /// Samples without a header.
    Raw,
}

/// Every kind of file that can be opened. Dialogs, help and drag and drop are made from this table.
pub const FORMATS: [Format; 14] = [
    format("Spanscope scene", &["scene.json", "json"], scene_json::is_content, Reader::Scene),
    // Any text could be one.
    mesh_format("Wavefront OBJ mesh", &["obj"], |_| false, obj::parse),
    mesh_format("glTF scene", &["gltf", "glb"], gltf::is_content, |bytes, path, _| gltf::parse(bytes, path)),
    mesh_format("STL mesh", &["stl"], stl::is_content, |bytes, path, _| stl::parse(bytes, path)),
    mesh_format("PLY mesh", &["ply"], ply::is_content, |bytes, path, _| ply::parse(bytes, path)),
    voxel_format("MagicaVoxel scene", &["vox"], |bytes| Kind::Vox.is_content(bytes)),
    voxel_format("binvox volume", &["binvox"], |bytes| Kind::Binvox.is_content(bytes)),
    voxel_format("Minecraft schematic", &["schem", "litematic", "schematic"], |bytes| {
        Kind::Minecraft.is_content(bytes)
    }),
    format("NumPy array", &["npy"], |bytes| Kind::Npy.is_content(bytes), Reader::Array),
    format("NRRD volume", &["nrrd", "nhdr"], |bytes| Kind::Nrrd.is_content(bytes), Reader::Array),
    format("PNG height map", &["png"], height_map::is_png, Reader::Heights),
    format("TIFF height map", &["tif", "tiff"], height_map::is_tiff, Reader::Heights),
    format("ESRI ASCII grid", &["asc"], height_map::is_asc, Reader::Heights),
    // Any bytes could be samples.
    format("raw samples", &["raw", "r16"], |_| false, Reader::Raw),
];

const fn format(
    name: &'static str,
    extensions: &'static [&'static str],
    is_content: fn(&[u8]) -> bool,
    reader: Reader,
) -> Format {
    Format { name, extensions, is_content, reader }
}

const fn mesh_format(
    name: &'static str,
    extensions: &'static [&'static str],
    is_content: fn(&[u8]) -> bool,
    parse: fn(&[u8], &Path, &Monitor) -> Result<MeshParts, LoadError>,
) -> Format {
    format(name, extensions, is_content, Reader::Mesh(parse))
}

const fn voxel_format(
    name: &'static str,
    extensions: &'static [&'static str],
    is_content: fn(&[u8]) -> bool,
) -> Format {
    format(name, extensions, is_content, Reader::Voxels)
}

/// All kinds of files with their extensions, for a line of help.
pub fn known_files() -> String {
    let one = |format: &Format| {
        let extensions: Vec<String> = format.extensions.iter().map(|extension| format!(".{extension}")).collect();
        format!("{} ({})", format.name, extensions.join(", "))
    };
    FORMATS.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The kind of a file: its content tells, and where that could be anything, its name. Any other JSON object is for the
/// reader of scenes to complain about.
pub(super) fn format_of(bytes: &[u8], path: &Path) -> Result<&'static Format, LoadError> {
    static KNOWN: [Format; FORMATS.len()] = FORMATS;
    let by_content = || KNOWN.iter().find(|format| (format.is_content)(bytes));
    let by_name = || KNOWN.iter().find(|format| format.extensions.iter().any(|e| has_extension(path, e)));
    let by_brace = || KNOWN.iter().find(|format| is_object(bytes) && matches!(format.reader, Reader::Scene));
    by_content().or_else(by_name).or_else(by_brace).ok_or_else(|| unknown_format(path))
}

/// The refusal of a file that is not of the kind that is wanted: it names the kind that it is of, or all kinds when it is of
/// none.
pub(super) fn wrong_kind(bytes: &[u8], path: &Path, wanted: &'static str) -> LoadError {
    match format_of(bytes, path) {
        Ok(format) => LoadError::WrongKind { path: path.to_owned(), found: format.name, wanted },
        Err(error) => error,
    }
}

/// The refusal of a file of no known kind, which names all kinds.
fn unknown_format(path: &Path) -> LoadError {
    let known: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    LoadError::UnknownFormat { path: path.to_owned(), known: known.join(", ") }
}

/// Checks that a mesh's vertices can be numbered.
pub(super) fn check_vertices(count: usize, path: &Path) -> Result<(), LoadError> {
    let limit = i32::MAX as usize;
    if count > limit {
        return Err(LoadError::TooLarge { path: path.to_owned(), what: "vertices", count, limit });
    }
    Ok(())
}

/// Whether a file's name ends in a dot and this.
pub(super) fn has_extension(path: &Path, extension: &str) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    name.strip_suffix(extension).is_some_and(|rest| rest.ends_with('.'))
}
