//! Voxels with their materials.

use super::Shared;
use super::voxel_material::VoxelMaterial;
use crate::pipeline::{AreaId, VoxelChunk, WALKABLE};
use std::sync::Arc;

/// A chunk as its file has it, and what its materials are.
#[derive(Clone, Debug, PartialEq)]
pub struct Voxels {
    /// At offset 0, without areas.
    pub chunk: Arc<VoxelChunk>,
    /// One for each number that occurs, ascending.
    pub materials: Vec<VoxelMaterial>,
}

impl Voxels {
    /// A chunk whose materials have no names and no colours.
    pub fn of_chunk(chunk: VoxelChunk) -> Self {
        let mut counts = [0_u64; 256];
        for run in &chunk.runs {
            if let (Ok(number), Ok(length)) = (u8::try_from(run.material), u64::try_from(run.length)) {
                counts[number as usize] += length;
            }
        }
        let materials = (1..=255_u8).filter(|&number| counts[number as usize] > 0);
        let material =
            |number: u8| VoxelMaterial { number, name: String::new(), colour: None, voxels: counts[number as usize] };
        let materials = materials.map(material).collect();
        Self { chunk: Arc::new(VoxelChunk { offset: [0; 3], material_areas: None, ..chunk }), materials }
    }

    /// These voxels with the offset and the areas of a chunk.
    pub fn into_source(self, chunk: &VoxelChunk) -> VoxelSource {
        VoxelSource {
            voxels: Shared::new(self),
            offset: chunk.offset,
            material_areas: chunk.material_areas.clone(),
            ..VoxelSource::default()
        }
    }
}

impl Default for Voxels {
    fn default() -> Self {
        let chunk =
            VoxelChunk { offset: [0; 3], width: 1, depth: 1, height: 1, runs: Vec::new(), material_areas: None };
        Self { chunk: Arc::new(chunk), materials: Vec::new() }
    }
}

/// Voxels and what is done with them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VoxelSource {
    pub voxels: Shared<Voxels>,
    /// What the axes of a file's array are, such as `zyx`; `None` where the file says it or the default serves.
    pub axes: Option<String>,
    /// Size and type of a file that does not tell them, such as `64x32x64:u8:le:xyz`.
    pub raw: Option<String>,
    /// Where the first voxel lies in the grid: columns along x, rows, columns along z.
    pub offset: [i32; 3],
    /// The area of each material, 256 of them; `None` is 63 for every material.
    pub material_areas: Option<Vec<AreaId>>,
    /// Materials that are left out of the run, ascending.
    pub hidden: Vec<u8>,
}

impl VoxelSource {
    /// The area of a material.
    pub fn area(&self, material: u8) -> AreaId {
        self.material_areas.as_ref().and_then(|areas| areas.get(material as usize).copied()).unwrap_or(WALKABLE)
    }

    /// Gives a material an area. When all have the default one, no areas are listed.
    pub fn set_area(&mut self, material: u8, area: AreaId) {
        let areas = self.material_areas.get_or_insert_with(|| vec![WALKABLE; 256]);
        if let Some(old) = areas.get_mut(material as usize) {
            *old = area;
        }
        if areas.iter().all(|&area| area == WALKABLE) {
            self.material_areas = None;
        }
    }

    /// Leaves a material out of the run, or takes it in again.
    pub fn set_hidden(&mut self, material: u8, hidden: bool) {
        self.hidden.retain(|&other| other != material);
        if hidden {
            self.hidden.push(material);
            self.hidden.sort_unstable();
        }
    }

    /// The chunk for the pipeline.
    pub fn to_chunk(&self) -> Arc<VoxelChunk> {
        if self.offset == [0; 3] && self.material_areas.is_none() && self.hidden.is_empty() {
            return self.voxels.chunk.clone();
        }
        let mut chunk = (*self.voxels.chunk).clone();
        chunk.offset = self.offset;
        chunk.material_areas.clone_from(&self.material_areas);
        let is_hidden = |material: i32| self.hidden.iter().any(|&hidden| i32::from(hidden) == material);
        chunk.runs.retain(|run| !is_hidden(run.material));
        Arc::new(chunk)
    }
}
