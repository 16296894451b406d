//! A triangle mesh as an input (section 2).

use super::frame::check_position;
use super::{AreaId, PipelineError, Place};

/// Triangles over shared vertices, counter-clockwise seen from the side they face.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// World positions.
    pub vertices: Vec<[f64; 3]>,
    /// Three vertex numbers a triangle.
    pub indices: Vec<i32>,
    /// One a triangle: its area, or `None` to decide by slope. Without a list all are decided by slope.
    pub areas: Option<Vec<Option<AreaId>>>,
}

impl Mesh {
    /// How many triangles the mesh has.
    pub fn triangle_count(&self) -> usize {
        self.indices.len() / 3
    }

    /// The corners of every triangle, in index order. Indices must have been checked.
    pub fn triangles(&self) -> impl Iterator<Item = [[f64; 3]; 3]> {
        self.indices.as_chunks().0.iter().map(|triangle: &[i32; 3]| triangle.map(|i| self.vertices[i as usize]))
    }

    /// The triangle's own area, where the mesh names one.
    pub fn area(&self, triangle: usize) -> Option<AreaId> {
        self.areas.as_ref().and_then(|areas| areas[triangle])
    }

    /// Checks index count, index values, areas and the referenced vertices in index order.
    ///
    /// # Errors
    /// The first rule that does not hold, with `input` as the number of this input in its scene.
    pub fn check(&self, input: usize) -> Result<(), PipelineError> {
        let count = self.indices.len();
        if !count.is_multiple_of(3) {
            return Err(PipelineError::IndexCount { input, count });
        }
        let vertices = self.vertices.len();
        for (position, &index) in self.indices.iter().enumerate() {
            if usize::try_from(index).is_ok_and(|i| i < vertices) {
                continue;
            }
            return Err(PipelineError::Index { input, position, index, vertices });
        }
        if let Some(areas) = &self.areas
            && areas.len() != self.triangle_count()
        {
            return Err(PipelineError::AreaCount { input, areas: areas.len(), triangles: self.triangle_count() });
        }
        for &index in &self.indices {
            let vertex = index as usize;
            check_position(self.vertices[vertex], |axis| Place::Vertex { input, vertex, axis })?;
        }
        Ok(())
    }
}
