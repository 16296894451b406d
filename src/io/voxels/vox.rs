//! MagicaVoxel scenes, through dot_vox.
//!
//! Models are placed by the scene graph with whole translations and signed permutations. A model turns about its pivot,
//! half its size, rounded down. Where instances overlap, the later one wins. A material is the palette's index as the
//! file has it, 1 to 255, which is dot_vox's plus one.

mod chunks;
mod place;
mod scene;

use super::size::{at_most, check_size};
use super::{VoxelError, VoxelFile, materials};
use crate::pipeline::{VoxelChunk, VoxelRun};
use chunks::Outline;
use dot_vox::{DotVoxData, Model};
use place::Placement;
use scene::Instance;

/// The most voxels of all instances together: 2^25.
const MAX_VOXELS: u64 = 1 << 25;

/// Reads a scene: all visible instances of its models, Z-up turned to Y-up, moved to begin at 0 on every axis. Of several
/// frames the first is shown. The chunk is as large as the boxes of the instances.
///
/// # Errors
/// Chunks that do not fit into each other; nodes or models that are missing, named twice or reach themselves; places that
/// are no numbers and rotations that are none; voxels outside their model; no visible model; sizes that are too large.
pub fn parse(bytes: &[u8]) -> Result<VoxelFile, VoxelError> {
    let outline = chunks::outline(bytes)?;
    let data = dot_vox::load_bytes(bytes).map_err(|reason| VoxelError::Whole(reason.into()))?;
    check_outline(&outline, &data)?;
    let mut notes = Vec::new();
    let instances = if data.scenes.is_empty() {
        without_graph(&data, &mut notes)
    } else {
        scene::instances(&data, &outline, &mut notes)?
    };
    let Some([min, max]) = bounds(&data.models, &instances) else {
        return Err(VoxelError::Whole("no visible model in this file".into()));
    };
    let size: [u64; 3] = std::array::from_fn(|axis| max[axis].abs_diff(min[axis]));
    check_size(size)?;
    if !data.scenes.is_empty() && min != [0; 3] {
        let [x, y, z] = min.map(|corner| -corner);
        notes.push(format!("moved by {x}, {y}, {z} cells to begin at 0"));
    }
    let keys = keys(&data.models, &instances, min)?;
    let [width, height, depth] = size.map(|side| side as i32); // At most 2^16 by the check.
    let chunk = VoxelChunk { offset: [0; 3], width, depth, height, runs: runs(keys), material_areas: None };
    let materials = materials::occurring(&chunk, |number| (String::new(), colour(&data, number)));
    Ok(VoxelFile { chunk, materials, notes })
}

/// The palette's colour of a material; dot_vox has the program's own palette for a file without one.
fn colour(data: &DotVoxData, material: u8) -> Option<[u8; 3]> {
    data.palette.get(usize::from(material) - 1).map(|colour| [colour.r, colour.g, colour.b])
}

/// Checks that dot_vox read every chunk: it passes over those that are broken.
fn check_outline(outline: &Outline, data: &DotVoxData) -> Result<(), VoxelError> {
    for (what, there, read) in [
        ("models", outline.models, data.models.len()),
        ("scene nodes", outline.nodes.len(), data.scenes.len()),
        ("layers", outline.layers.len(), data.layers.len()),
    ] {
        if there != read {
            return Err(VoxelError::Whole(format!("{} of {there} {what} are broken", there.abs_diff(read))));
        }
    }
    Ok(())
}

/// The first model of a file from before there were scene graphs, where the others are frames of an animation.
fn without_graph(data: &DotVoxData, notes: &mut Vec<String>) -> Vec<Instance> {
    if data.models.len() > 1 {
        notes.push(format!("frames beyond the first left out: {}", data.models.len() - 1));
    }
    data.models.iter().take(1).map(|_| Instance { model: 0, placement: Placement::default() }).collect()
}

/// The corners of all instances' boxes, Y-up; `None` when every box is empty.
fn bounds(models: &[Model], instances: &[Instance]) -> Option<[[i64; 3]; 2]> {
    let mut bounds: Option<[[i64; 3]; 2]> = None;
    for Instance { model, placement } in instances {
        let size = sides(&models[*model]);
        if size.contains(&0) {
            continue;
        }
        for corner in [[0; 3], size.map(|side| side - 1)] {
            let cell = placement.cell(size, corner);
            let [min, max] = bounds.get_or_insert([cell; 2]);
            for axis in 0..3 {
                min[axis] = min[axis].min(cell[axis]);
                max[axis] = max[axis].max(cell[axis] + 1);
            }
        }
    }
    bounds
}

/// Every voxel of every instance as one number, in the order of instances: z, x, y and material from the highest bits.
fn keys(models: &[Model], instances: &[Instance], min: [i64; 3]) -> Result<Vec<u64>, VoxelError> {
    let total = instances.iter().map(|instance| models[instance.model].voxels.len() as u64).sum();
    at_most("voxels of all instances", total, MAX_VOXELS)?;
    let mut keys = Vec::with_capacity(total as usize);
    for Instance { model, placement } in instances {
        let size = sides(&models[*model]);
        for (number, voxel) in models[*model].voxels.iter().enumerate() {
            let at = [voxel.x, voxel.y, voxel.z].map(i64::from);
            if (0..3).any(|axis| at[axis] >= size[axis]) {
                let ([x, y, z], [w, d, h]) = (at, size);
                let reason = format!("voxel {number} of model {model} is at {x}, {y}, {z}, outside {w} x {d} x {h}");
                return Err(VoxelError::Whole(reason));
            }
            let cell = placement.cell(size, at);
            let [x, y, z] = std::array::from_fn(|axis| cell[axis].abs_diff(min[axis])); // Below 2^16 by the check.
            keys.push(z << 40 | x << 24 | y << 8 | (u64::from(voxel.i) + 1));
        }
    }
    Ok(keys)
}

/// Runs of equal material, columns in order; of voxels in one place the last.
fn runs(mut keys: Vec<u64>) -> Vec<VoxelRun> {
    keys.sort_by_key(|key| key >> 8); // Stable, so that the later instance stays the later.
    let mut runs: Vec<VoxelRun> = Vec::new();
    for same_place in keys.chunk_by(|a, b| a >> 8 == b >> 8) {
        let Some(key) = same_place.last() else { continue };
        let part = |shift: u32| (key >> shift & 0xffff) as i32;
        let run = VoxelRun { z: part(40), x: part(24), start: part(8), length: 1, material: (key & 0xff) as i32 };
        match runs.last_mut() {
            Some(last)
                if (last.x, last.z, last.material) == (run.x, run.z, run.material)
                    && last.end() == i64::from(run.start) =>
            {
                last.length += 1;
            }
            _ => runs.push(run),
        }
    }
    runs
}

fn sides(model: &Model) -> [i64; 3] {
    [model.size.x, model.size.y, model.size.z].map(i64::from)
}
