//! A regular grid of heights as an input (section 4).

use super::{Mesh, PipelineError};

/// Heights over a square lattice of points, x fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightGrid {
    /// Points along x, at least 2.
    pub count_x: i64,
    /// Points along z, at least 2.
    pub count_z: i64,
    /// World distance between neighbouring points.
    pub spacing: f32,
    /// World x of the first point.
    pub x0: f64,
    /// World z of the first point.
    pub z0: f64,
    /// World heights, one a point, `i + j * count_x`.
    pub heights: Vec<f64>,
}

impl HeightGrid {
    /// Checks the grid's own rules: at least 2 x 2 points, one height a point, a spacing above 0.
    ///
    /// Whether every point is a world coordinate is a rule of the mesh it becomes.
    ///
    /// # Errors
    /// The first rule that does not hold, with `input` as the number of this input in its scene.
    pub fn check(&self, input: usize) -> Result<(), PipelineError> {
        let Self { count_x, count_z, spacing, .. } = *self;
        let heights = self.heights.len();
        if count_x < 2 || count_z < 2 {
            return Err(PipelineError::HeightGridSize { input, count_x, count_z });
        }
        if count_x.checked_mul(count_z).is_none_or(|count| usize::try_from(count) != Ok(heights)) {
            return Err(PipelineError::HeightCount { input, heights, count_x, count_z });
        }
        if !(spacing.is_finite() && spacing > 0.0) {
            return Err(PipelineError::HeightSpacing { input, spacing });
        }
        if i32::try_from(heights).is_err() {
            return Err(PipelineError::TooManyTriangles {
                triangles: heights.saturating_mul(2),
                limit: i32::MAX as usize,
            });
        }
        Ok(())
    }

    /// The two upward triangles of every square, row by row, x fastest. The grid must have been checked.
    pub fn to_mesh(&self) -> Mesh {
        let spacing = f64::from(self.spacing);
        let mut mesh = Mesh::default();
        let (count_x, count_z) = (self.count_x as usize, self.count_z as usize);
        for (n, &height) in self.heights.iter().enumerate() {
            let (i, j) = (n % count_x, n / count_x);
            mesh.vertices.push([self.x0 + i as f64 * spacing, height, self.z0 + j as f64 * spacing]);
        }
        for j in 0..count_z - 1 {
            for i in 0..count_x - 1 {
                let a = (i + j * count_x) as i32;
                let (b, c) = (a + 1, a + count_x as i32);
                let d = c + 1;
                mesh.indices.extend([a, c, d, a, d, b]);
            }
        }
        mesh
    }
}
