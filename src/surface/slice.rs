//! Where the surface crosses a plane of samples.

use super::DensityGrid;
use super::case_table::{EDGE_AXIS, EDGE_START, FACES, lines_on_face};
use super::marching_cubes::{corner_of, crossing};

/// The lines in which the surface crosses the plane of samples at `index` along an axis (0 to 2), cell by cell, in cells from
/// the first sample inside the margin.
///
/// Each square of samples is taken as a face of a cube, so that its lines are those that the surface draws on it: two solid
/// corners on a diagonal are kept apart, and the ends are vertices of the surface, bit for bit.
pub fn slice_lines(grid: &DensityGrid, axis: usize, index: usize) -> Vec<[[f32; 3]; 2]> {
    let cells = grid.cells();
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut lines = Vec::new();
    for at_v in 0..cells[v] {
        for at_u in 0..cells[u] {
            let mut cell = [index; 3];
            (cell[u], cell[v]) = (at_u, at_v);
            lines.extend(lines_on_square(grid, cell, axis * 2));
        }
    }
    lines
}

/// The lines on the low side of a cell. Corners of the other side are not looked at: behind the last plane there are none.
fn lines_on_square(grid: &DensityGrid, cell: [usize; 3], face: usize) -> impl Iterator<Item = [[f32; 3]; 2]> {
    let solid = FACES[face].into_iter().filter(|&corner| grid.get(corner_of(cell, corner)) > 0.0);
    let case = solid.map(|corner| 1 << corner).sum();
    lines_on_face(case, face)
        .map(move |line| line.map(|edge| crossing(grid, corner_of(cell, EDGE_START[edge]), EDGE_AXIS[edge]).0))
}
