//! Chunks in scene files: voxels of their own, or a voxel file's.

use super::input::Context;
use super::input_schema as s;
use crate::io::LoadError;
use crate::io::load;
use crate::pipeline::{VoxelChunk, VoxelRun};
use crate::source::{Content, Source, VoxelSource, Voxels};

/// Reads voxels, with their file where they have one.
///
/// # Errors
/// A chunk with a file and voxels of its own, or with neither; a file that cannot be opened.
pub fn read(chunk: s::Chunk, context: &mut Context<'_>) -> Result<Source, LoadError> {
    let hidden = chunk.hidden_materials.clone().unwrap_or_default();
    let (file, mut source) = match chunk {
        s::Chunk {
            file: None,
            axes: None,
            raw: None,
            offset: Some(offset),
            width: Some(width),
            depth: Some(depth),
            height: Some(height),
            runs: Some(runs),
            material_areas,
            ..
        } => {
            let run = |[x, z, start, length, material]: [i32; 5]| VoxelRun { x, z, start, length, material };
            let runs = runs.into_iter().map(run).collect();
            let chunk = VoxelChunk { offset, width, depth, height, runs, material_areas };
            (None, Voxels::of_chunk(chunk.clone()).into_source(&chunk))
        }
        s::Chunk {
            file: Some(name),
            axes,
            raw,
            offset,
            width: None,
            depth: None,
            height: None,
            runs: None,
            material_areas,
            ..
        } => {
            let options = context.options(axes, raw)?;
            let (path, (content, notes)) = context.open(&name, |bytes, path| load::voxels(bytes, path, &options))?;
            context.note(notes);
            let Content::Voxels(source) = content else { return Err(context.bad("this file has no voxels")) };
            (Some(path), VoxelSource { offset: offset.unwrap_or_default(), material_areas, ..source })
        }
        s::Chunk { file: Some(_), .. } => {
            return Err(context.bad("a chunk from a file has no width, depth, height or runs of its own"));
        }
        s::Chunk { file: None, .. } => {
            return Err(context.bad("a chunk needs a file; or offset, width, depth, height and runs, and no axes"));
        }
    };
    hidden.into_iter().for_each(|material| source.set_hidden(material, true));
    Ok(Source { file, content: Content::Voxels(source) })
}

/// A chunk as a scene file has it; of one from a file only the reference and what was chosen about it.
pub fn to_file(source: &VoxelSource, file: Option<String>) -> s::Chunk {
    let VoxelSource { voxels, axes, raw, offset, material_areas, hidden } = source;
    let chunk = s::Chunk {
        offset: Some(*offset),
        material_areas: material_areas.clone(),
        hidden_materials: (!hidden.is_empty()).then(|| hidden.clone()),
        ..s::Chunk::default()
    };
    if file.is_some() {
        return s::Chunk { file, axes: axes.clone(), raw: raw.clone(), ..chunk };
    }
    let own = &voxels.chunk;
    s::Chunk {
        width: Some(own.width),
        depth: Some(own.depth),
        height: Some(own.height),
        runs: Some(own.runs.iter().map(|run| [run.x, run.z, run.start, run.length, run.material]).collect()),
        ..chunk
    }
}
