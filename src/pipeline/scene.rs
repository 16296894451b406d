//! What a run is given: a frame, settings, inputs and volumes, and the order in which they are checked.

use super::frame::check_cells;
use super::{ConvexVolume, Frame, FrameSpec, HeightGrid, Mesh, PipelineError, SpanSettings, VoxelChunk};
use std::sync::Arc;

/// Something that is put into the heightfield. Shared, so that a copy of a scene costs nothing, and comparing a scene with
/// its copy neither.
#[derive(Clone, Debug)]
pub enum Input {
    Mesh(Arc<Mesh>),
    HeightGrid(Arc<HeightGrid>),
    Chunk(Arc<VoxelChunk>),
}

impl PartialEq for Input {
    fn eq(&self, other: &Self) -> bool {
        fn same<T: PartialEq>(a: &Arc<T>, b: &Arc<T>) -> bool {
            Arc::ptr_eq(a, b) || a == b
        }
        match (self, other) {
            (Self::Mesh(a), Self::Mesh(b)) => same(a, b),
            (Self::HeightGrid(a), Self::HeightGrid(b)) => same(a, b),
            (Self::Chunk(a), Self::Chunk(b)) => same(a, b),
            _ => false,
        }
    }
}

impl Input {
    /// The triangles of a mesh or height grid; `None` for voxels. The input must have been checked.
    pub fn triangles(&self) -> Option<Arc<Mesh>> {
        match self {
            Self::Mesh(mesh) => Some(mesh.clone()),
            Self::HeightGrid(grid) => Some(Arc::new(grid.to_mesh())),
            Self::Chunk(_) => None,
        }
    }

    fn check(&self, input: usize) -> Result<(), PipelineError> {
        match self {
            Self::Mesh(mesh) => mesh.check(input),
            Self::HeightGrid(grid) => grid.check(input).and_then(|()| grid.to_mesh().check(input)),
            Self::Chunk(chunk) => chunk.check(input),
        }
    }
}

/// Everything a run depends on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    pub frame: FrameSpec,
    pub settings: SpanSettings,
    /// Run in list order into one heightfield.
    pub inputs: Vec<Input>,
    /// Applied in list order; later ones overwrite.
    pub volumes: Vec<ConvexVolume>,
}

impl Scene {
    /// Checks the whole scene and makes its frame.
    ///
    /// # Errors
    /// The first rule that does not hold, in the order frame, settings, inputs, volumes. An automatic frame is made from
    /// the inputs, so their errors come before the settings'.
    pub fn check(&self) -> Result<Frame, PipelineError> {
        let frame = self.resolve_frame()?;
        self.settings.check()?;
        for (number, input) in self.inputs.iter().enumerate() {
            input.check(number)?;
        }
        for (number, volume) in self.volumes.iter().enumerate() {
            volume.check(number)?;
        }
        Ok(frame)
    }

    /// The frame the scene names, computed from its inputs when it is automatic.
    ///
    /// # Errors
    /// As [`Frame::new`] and [`Frame::from_bounds`]; for an automatic frame also the inputs' own errors, and
    /// [`PipelineError::NothingToBound`] when no input has a place.
    pub fn resolve_frame(&self) -> Result<Frame, PipelineError> {
        match self.frame {
            FrameSpec::Grid { origin, cell_size, cell_height, dimensions } => {
                Frame::new(origin, cell_size, cell_height, dimensions)
            }
            FrameSpec::Bounds { min, max, cell_size, cell_height } => {
                Frame::from_bounds(min, max, cell_size, cell_height)
            }
            FrameSpec::Auto { cell_size, cell_height, pad_below, pad_above, pad_side } => {
                check_cells(cell_size, cell_height)?; // The padding is made from them.
                for (number, input) in self.inputs.iter().enumerate() {
                    input.check(number)?;
                }
                let Some([mut min, mut max]) = self.bounds() else {
                    let extent = self.extent_of_chunks().ok_or(PipelineError::NothingToBound)?;
                    return Frame::new([0.0; 3], cell_size, cell_height, extent);
                };
                let (row, cell) = (f64::from(cell_height), f64::from(cell_size));
                for axis in [0, 2] {
                    min[axis] -= f64::from(pad_side) * cell;
                    max[axis] += f64::from(pad_side) * cell;
                }
                min[1] -= f64::from(pad_below) * row;
                max[1] += f64::from(pad_above) * row;
                let frame = Frame::from_bounds(min, max, cell_size, cell_height)?;
                let Some(extent) = self.extent_of_chunks() else { return Ok(frame) };
                // Chunks lie in cells of this grid, which must hold them too.
                let own = [frame.width(), frame.depth(), frame.height()].map(i64::from);
                let dimensions = std::array::from_fn(|i| own[i].max(extent[i]));
                Frame::new(frame.origin(), cell_size, cell_height, dimensions)
            }
        }
    }

    /// World bounds of the referenced vertices of all meshes and height grids; `None` when there are none.
    pub fn bounds(&self) -> Option<[[f64; 3]; 2]> {
        let mut bounds: Option<[[f64; 3]; 2]> = None;
        for mesh in self.inputs.iter().filter_map(Input::triangles) {
            for corner in mesh.triangles().flatten() {
                let [min, max] = bounds.get_or_insert([corner; 2]);
                for axis in 0..3 {
                    min[axis] = min[axis].min(corner[axis]);
                    max[axis] = max[axis].max(corner[axis]);
                }
            }
        }
        bounds
    }

    /// The cells from the grid's corner to the far end of all chunks, as width, depth and height; `None` without chunks.
    fn extent_of_chunks(&self) -> Option<[i64; 3]> {
        let mut far: Option<[i64; 3]> = None;
        for input in &self.inputs {
            if let Input::Chunk(chunk) = input {
                let far = far.get_or_insert([i64::MIN; 3]);
                let [x, y, z] = chunk.offset.map(i64::from);
                far[0] = far[0].max(x + i64::from(chunk.width));
                far[1] = far[1].max(z + i64::from(chunk.depth));
                far[2] = far[2].max(y + i64::from(chunk.height));
            }
        }
        far
    }
}
