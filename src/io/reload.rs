//! Reading the file of an input again.

use super::load::{density, heights, parse_mesh, voxels};
use super::progress::read;
use super::scene_json::read_missing;
use super::{LoadError, ReadOptions};
use crate::pipeline::Monitor;
use crate::source::{Content, HeightSource, MeshSource, Shared, Source};
use std::path::Path;

/// The source as its file is now: read in the same way, with everything that was chosen about it. A source without a file
/// stays as it is.
///
/// # Errors
/// As when it was read first.
pub fn read_again(source: &Source, monitor: &Monitor) -> Result<Source, LoadError> {
    let Some(path) = &source.file else { return Ok(source.clone()) };
    if let Content::Missing(missing) = &source.content {
        return match path.exists() {
            true => read_missing(&missing.text, path, &|path| read(path, monitor), monitor),
            false => Ok(source.clone()),
        };
    }
    let bytes = read(path, monitor)?;
    let content = match &source.content {
        Content::Mesh(mesh) => {
            let parts = Shared::new(parse_mesh(&bytes, path, monitor)?);
            Content::Mesh(MeshSource { parts, ..mesh.clone() })
        }
        Content::Voxels(old) => voxels(&bytes, path, &options(&old.axes, &old.raw, path)?)?.0,
        Content::Density(old) => density(&bytes, path, &options(&old.axes, &old.raw, path)?)?.0,
        Content::Heights(HeightSource::Map(old)) => heights(&bytes, path, &options(&None, &old.raw, path)?)?.0,
        Content::Heights(HeightSource::Grid(_)) | Content::Missing(_) => source.content.clone(),
    };
    Ok(Source { content: source.content.with_data_of(content), ..source.clone() })
}

fn options(axes: &Option<String>, raw: &Option<String>, path: &Path) -> Result<ReadOptions, LoadError> {
    let bad = |reason: String| LoadError::Scene { path: path.to_owned(), reason };
    let axes = axes.as_ref().map(|axes| axes.parse()).transpose().map_err(bad)?;
    let raw = raw.as_ref().map(|raw| raw.parse()).transpose().map_err(bad)?;
    Ok(ReadOptions { read_as: None, raw, axes })
}
