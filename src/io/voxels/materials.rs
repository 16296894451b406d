//! The materials that occur in a chunk.

use crate::pipeline::VoxelChunk;
use crate::source::VoxelMaterial;

/// One entry for each material of a chunk, ascending. `describe` gives a material's name, empty for none, and its colour.
pub fn occurring(chunk: &VoxelChunk, describe: impl Fn(u8) -> (String, Option<[u8; 3]>)) -> Vec<VoxelMaterial> {
    let mut counts = [0_u64; 256];
    for run in &chunk.runs {
        counts[run.material as usize] += run.length as u64; // Both are in range, as the rules of a chunk have it.
    }
    let occurring = (1..=u8::MAX).filter(|&number| counts[usize::from(number)] > 0);
    occurring
        .map(|number| {
            let (name, colour) = describe(number);
            VoxelMaterial { number, name, colour, voxels: counts[usize::from(number)] }
        })
        .collect()
}

/// The materials of a chunk whose file says nothing about them.
pub fn without_names(chunk: &VoxelChunk) -> Vec<VoxelMaterial> {
    occurring(chunk, |_| (String::new(), None))
}
