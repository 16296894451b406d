//! How much memory a run will need, told before it begins.

use super::{Frame, Input};

/// Bytes a column of the grid takes in the tables of all stages.
const COLUMN: u64 = 24;
/// Bytes a piece takes: itself twice while the list grows, its place in its column, its span and its floor with their areas,
/// and the boxes that show them.
const PIECE: u64 = 100;

/// Bytes that a height takes in the mesh of its grid: a vertex of three doubles, and the corners of two triangles.
const HEIGHT: u64 = 3 * 8 + 6 * 4;

/// About how many bytes the meshes of height grids need, which are made before anything else is known about them.
pub fn of_height_grids(inputs: &[Input]) -> u64 {
    let heights = inputs.iter().map(|input| match input {
        Input::HeightGrid(grid) => grid.heights.len() as u64,
        Input::Mesh(_) | Input::Chunk(_) => 0,
    });
    heights.max().unwrap_or(0) * HEIGHT
}

/// About how many bytes a run over these inputs needs. Never far below what it really takes; above it where many pieces
/// become one span.
pub fn estimate(frame: &Frame, inputs: &[Input]) -> u64 {
    let pieces: f64 = inputs.iter().map(|input| pieces(frame, input)).sum();
    // A number that is too large to count is above every limit.
    (frame.columns() as u64 * COLUMN).saturating_add((pieces * PIECE as f64) as u64)
}

fn pieces(frame: &Frame, input: &Input) -> f64 {
    match input {
        Input::Chunk(chunk) => chunk.runs.len() as f64,
        Input::Mesh(mesh) => mesh.triangles().map(|corners| cells(frame, corners)).sum(),
        Input::HeightGrid(grid) => grid.to_mesh().triangles().map(|corners| cells(frame, corners)).sum(),
    }
}

/// About how many cells a triangle touches: its area seen from above, and a cell for every grid line that its sides cross, as
/// far as both lie in the grid.
fn cells(frame: &Frame, corners: [[f64; 3]; 3]) -> f64 {
    let size = f64::from(frame.cell_size());
    let point = |corner: [f64; 3]| [(corner[0] - frame.origin()[0]) / size, (corner[2] - frame.origin()[2]) / size];
    let [a, b, c] = corners.map(point);
    let side = |axis: usize, limit: u32| {
        let values = [a[axis], b[axis], c[axis]].map(|value| value.clamp(0.0, f64::from(limit)));
        values.iter().copied().fold(0.0, f64::max) - values.iter().copied().fold(f64::INFINITY, f64::min)
    };
    let (width, depth) = (side(0, frame.width()), side(1, frame.depth()));
    let area = ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])).abs() / 2.0;
    area.min(width * depth) + width + depth + 1.0
}
