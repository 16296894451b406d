//! Opening a file of any known kind.

use super::formats::{Reader, format_of};
use super::progress::read;
use super::{LoadError, LoadedScene, scene_json, voxels};
use crate::pipeline::{FrameSpec, Monitor};
use crate::source::{Content, Document, MeshParts, MeshSource, Source, Voxels};
use std::path::Path;

/// Opens a file, as [`load_watched`] does, with nobody watching.
///
/// # Errors
/// As [`load_watched`].
pub fn load(path: &Path) -> Result<LoadedScene, LoadError> {
    load_watched(path, &Monitor::default())
}

/// Opens a file. A mesh becomes a document with default frame and settings, a voxel file one whose cells are cubes of 1.
///
/// # Errors
/// A file that cannot be read, that is of no known kind, or whose content breaks the rules of its kind; the end of a
/// cancelled job. Rules of the pipeline are not checked here.
pub fn load_watched(path: &Path, monitor: &Monitor) -> Result<LoadedScene, LoadError> {
    let bytes = read(path, monitor)?;
    if matches!(format_of(&bytes, path)?.reader, Reader::Scene) {
        return scene_json::parse_watched(&bytes, path, monitor);
    }
    let (source, notes) = parse_source(&bytes, path, monitor)?;
    let frame = match source.content {
        Content::Voxels(_) => FrameSpec::default().with_cell(1.0, 1.0),
        _ => FrameSpec::default(),
    };
    let document = Document { frame, sources: vec![source], ..Document::default() };
    Ok(LoadedScene { document, notes, view: None })
}

/// Opens a file as one input more; of a scene all inputs. Beside them stands what was left aside.
///
/// # Errors
/// As [`load_watched`].
pub fn load_sources(path: &Path, monitor: &Monitor) -> Result<(Vec<Source>, Vec<String>), LoadError> {
    let LoadedScene { document, notes, .. } = load_watched(path, monitor)?;
    Ok((document.sources, notes))
}

/// Reads a mesh file of any known kind.
///
/// # Errors
/// A file that cannot be read, that is of no known kind or no mesh, or whose content breaks the rules of its kind.
pub fn load_mesh(path: &Path) -> Result<MeshParts, LoadError> {
    let monitor = Monitor::default();
    parse_mesh(&read(path, &monitor)?, path, &monitor)
}

/// Reads a mesh file's content.
///
/// # Errors
/// As [`load_mesh`].
pub(super) fn parse_mesh(bytes: &[u8], path: &Path, monitor: &Monitor) -> Result<MeshParts, LoadError> {
    match format_of(bytes, path)?.reader {
        Reader::Mesh(parse) => parse(bytes, path, monitor),
        Reader::Scene | Reader::Voxels => Err(LoadError::NoMesh { path: path.to_owned() }),
    }
}

/// Reads a file's content as what it most likely is.
fn parse_source(bytes: &[u8], path: &Path, monitor: &Monitor) -> Result<(Source, Vec<String>), LoadError> {
    let (content, notes) = match format_of(bytes, path)?.reader {
        Reader::Scene => return Err(LoadError::NoMesh { path: path.to_owned() }),
        Reader::Mesh(parse) => (Content::Mesh(MeshSource::new(parse(bytes, path, monitor)?)), Vec::new()),
        Reader::Voxels => {
            let file = voxels::parse(bytes, path, None)?;
            let source = Voxels::of_chunk(file.chunk.clone()).into_source(&file.chunk);
            (Content::Voxels(source), file.notes)
        }
    };
    Ok((Source { file: Some(path.to_owned()), content }, notes))
}

/// The sample level that ships with the program: it shows every rule.
///
/// # Errors
/// None, unless the program was built from broken assets.
pub fn sample() -> Result<LoadedScene, LoadError> {
    let scene = include_bytes!("../../assets/sample.scene.json");
    let mesh = |_: &Path| Ok(include_bytes!("../../assets/sample.obj").to_vec());
    let path = Path::new("sample.scene.json");
    let mut loaded = scene_json::parse_with(scene, path, &mesh, &Monitor::default())?;
    // The mesh is in the program, so a saved copy must hold it.
    loaded.document.sources.iter_mut().for_each(|source| source.file = None);
    Ok(loaded)
}
