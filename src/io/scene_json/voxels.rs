//! Chunks in scene files: voxels of their own, or a voxel file's.

use super::schema as s;
use crate::io::voxels::{Axes, load_voxels};
use crate::io::{LoadError, LoadedScene};
use crate::pipeline::{Input, VoxelChunk, VoxelRun};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Makes input `number` of a chunk, and tells the file it is from. Axes and notes are added to `loaded`.
///
/// # Errors
/// A chunk with a file and voxels of its own, or with neither; a file that cannot be opened.
pub fn read(
    chunk: s::Chunk,
    number: usize,
    scene: &Path,
    loaded: &mut LoadedScene,
) -> Result<(Input, Option<PathBuf>), LoadError> {
    let bad = |reason: String| LoadError::Scene { path: scene.to_owned(), reason: format!("input {number}: {reason}") };
    match chunk {
        s::Chunk {
            file: None,
            axes: None,
            offset: Some(offset),
            width: Some(width),
            depth: Some(depth),
            height: Some(height),
            runs: Some(runs),
            material_areas,
        } => {
            let run = |[x, z, start, length, material]: [i32; 5]| VoxelRun { x, z, start, length, material };
            let runs = runs.into_iter().map(run).collect();
            let chunk = VoxelChunk { offset, width, depth, height, runs, material_areas };
            Ok((Input::Chunk(Arc::new(chunk)), None))
        }
        s::Chunk {
            file: Some(name),
            axes,
            offset,
            width: None,
            depth: None,
            height: None,
            runs: None,
            material_areas,
        } => {
            let axes = axes.map(|axes| axes.parse::<Axes>()).transpose().map_err(bad)?;
            let from = scene.parent().unwrap_or(Path::new("")).join(name);
            let mut file = load_voxels(&from, axes).map_err(|source| LoadError::Input {
                scene: scene.to_owned(),
                input: number,
                source: Box::new(source),
            })?;
            file.chunk.offset = offset.unwrap_or_default();
            file.chunk.material_areas = material_areas;
            loaded.axes.resize(number, None);
            loaded.axes.push(axes.map(|axes| axes.to_string()));
            loaded.notes.extend(file.notes.into_iter().map(|note| format!("input {number}: {note}")));
            Ok((Input::Chunk(Arc::new(file.chunk)), Some(from)))
        }
        s::Chunk { file: Some(_), .. } => {
            Err(bad("a chunk from a file has no width, depth, height or runs of its own".into()))
        }
        s::Chunk { file: None, .. } => {
            Err(bad("a chunk needs a file; or offset, width, depth, height and runs, and no axes".into()))
        }
    }
}

/// A chunk as a scene file has it; of one from a file only the reference, the axes and what was added to it.
pub fn to_file(chunk: &VoxelChunk, file: Option<String>, axes: Option<&str>) -> s::Chunk {
    let material_areas = chunk.material_areas.clone();
    let offset = Some(chunk.offset);
    if file.is_some() {
        let axes = axes.map(str::to_owned);
        return s::Chunk { file, axes, offset, material_areas, ..s::Chunk::default() };
    }
    s::Chunk {
        offset,
        width: Some(chunk.width),
        depth: Some(chunk.depth),
        height: Some(chunk.height),
        runs: Some(chunk.runs.iter().map(|run| [run.x, run.z, run.start, run.length, run.material]).collect()),
        material_areas,
        ..s::Chunk::default()
    }
}
