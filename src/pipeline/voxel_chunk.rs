//! Run-length columns of voxels as an input (section 5).

use super::{AreaId, PipelineError, WALKABLE};

/// A run of voxels of one material in one column, in the chunk's own cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VoxelRun {
    pub x: i32,
    pub z: i32,
    /// Lowest row.
    pub start: i32,
    /// Rows, at least 1.
    pub length: i32,
    /// 1 to 255.
    pub material: i32,
}

impl VoxelRun {
    /// The row above the highest one.
    pub fn end(&self) -> i64 {
        i64::from(self.start) + i64::from(self.length)
    }
}

/// Voxels as runs, placed at an offset in the grid. One voxel is one cell wide and one row high.
#[derive(Clone, Debug, PartialEq)]
pub struct VoxelChunk {
    /// Where the chunk's own cell (0, 0, 0) lies in the grid: columns along x, rows, columns along z.
    pub offset: [i32; 3],
    pub width: i32,
    pub depth: i32,
    pub height: i32,
    /// Columns in any order; within a column the runs ascend, may touch and must not overlap.
    pub runs: Vec<VoxelRun>,
    /// The area of each material, 256 of them; `None` is 63 for every material.
    pub material_areas: Option<Vec<AreaId>>,
}

impl VoxelChunk {
    /// A chunk at offset 0 from a dense volume, `(z * width + x) * height + y`, where 0 is empty. Equal neighbours in a
    /// column become one run.
    ///
    /// # Errors
    /// A size below 1, or a number of voxels that is not `width * depth * height`.
    pub fn from_dense(width: i32, depth: i32, height: i32, voxels: &[u8]) -> Result<Self, PipelineError> {
        let mut chunk = Self { offset: [0; 3], width, depth, height, runs: Vec::new(), material_areas: None };
        chunk.check_size(0)?;
        let expected = [width, depth, height].into_iter().try_fold(1_usize, |n, side| n.checked_mul(side as usize));
        if expected != Some(voxels.len()) {
            return Err(PipelineError::ChunkDenseSize { width, depth, height, voxels: voxels.len() });
        }
        for (column, materials) in voxels.chunks_exact(height as usize).enumerate() {
            let (x, z) = ((column % width as usize) as i32, (column / width as usize) as i32);
            let mut start = 0;
            for equal in materials.chunk_by(|a, b| a == b) {
                let length = equal.len() as i32;
                if equal[0] != 0 {
                    chunk.runs.push(VoxelRun { x, z, start, length, material: i32::from(equal[0]) });
                }
                start += length;
            }
        }
        Ok(chunk)
    }

    /// The area of a material from 1 to 255.
    pub fn area(&self, material: i32) -> AreaId {
        self.material_areas.as_ref().map_or(WALKABLE, |areas| areas[material as usize])
    }

    /// The runs in the order they are added: z outer, x inner, then bottom-up.
    pub fn runs_in_order(&self) -> Vec<VoxelRun> {
        let mut runs = self.runs.clone();
        runs.sort_by_key(|run| (run.z, run.x)); // Stable: runs of a column already ascend.
        runs
    }

    /// Checks size, material areas and every run.
    ///
    /// # Errors
    /// The first rule that does not hold, with `input` as the number of this input in its scene.
    pub fn check(&self, input: usize) -> Result<(), PipelineError> {
        self.check_size(input)?;
        if let Some(areas) = &self.material_areas
            && areas.len() != 256
        {
            return Err(PipelineError::ChunkMaterialAreas { input, count: areas.len() });
        }
        for (number, run) in self.runs.iter().enumerate() {
            self.check_run(input, number, run)?;
        }
        self.check_order(input)
    }

    fn check_size(&self, input: usize) -> Result<(), PipelineError> {
        for (name, value) in [("width", self.width), ("depth", self.depth), ("height", self.height)] {
            if value < 1 {
                return Err(PipelineError::ChunkSize { input, name, value });
            }
        }
        Ok(())
    }

    fn check_run(&self, input: usize, run: usize, at: &VoxelRun) -> Result<(), PipelineError> {
        let Self { width, depth, height, .. } = *self;
        let VoxelRun { x, z, start, length, material } = *at;
        if !(0..width).contains(&x) || !(0..depth).contains(&z) {
            return Err(PipelineError::ChunkColumn { input, run, x, z, width, depth });
        }
        if length < 1 {
            return Err(PipelineError::ChunkRunLength { input, run, length });
        }
        if start < 0 || at.end() > i64::from(height) {
            return Err(PipelineError::ChunkRunRows { input, run, start: start.into(), end: at.end(), height });
        }
        if !(1..=255).contains(&material) {
            return Err(PipelineError::ChunkMaterial { input, run, material });
        }
        Ok(())
    }

    fn check_order(&self, input: usize) -> Result<(), PipelineError> {
        let mut numbers: Vec<usize> = (0..self.runs.len()).collect();
        numbers.sort_by_key(|&number| (self.runs[number].z, self.runs[number].x));
        for pair in numbers.windows(2) {
            let (before, run) = (self.runs[pair[0]], self.runs[pair[1]]);
            if (before.x, before.z) == (run.x, run.z) && i64::from(run.start) < before.end() {
                let (start, end) = (run.start.into(), before.end());
                return Err(PipelineError::ChunkOrder { input, run: pair[1], start, end });
            }
        }
        Ok(())
    }
}
