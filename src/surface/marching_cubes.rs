//! Marching cubes: the surface between solid and air, cell by cell.

use super::DensityGrid;
use super::case_table::{CASES, EDGE_AXIS, EDGE_START};
use std::collections::HashMap;

/// A mesh with shared vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// In cells from the first sample inside the grid's margin, numbered at first use.
    pub positions: Vec<[f32; 3]>,
    /// Of length 1, out of the solid; 0 where the density does not change. One a position.
    pub normals: Vec<[f32; 3]>,
    /// Counter-clockwise seen from the air.
    pub triangles: Vec<[u32; 3]>,
}

/// Meshes a grid: cells z outer, then y, x inner; in each the triangles of its case in order.
///
/// Arithmetic is float64 on float32 samples, rounded when it is stored, with no fused operations. Zero-area triangles, where
/// a sample is exactly 0, are kept: the mesh is closed only with them.
pub fn marching_cubes(grid: &DensityGrid) -> Surface {
    let mut mesher = Mesher { grid, surface: Surface::default(), vertices: HashMap::new() };
    let [cx, cy, cz] = grid.cells();
    for z in 0..cz {
        for y in 0..cy {
            for x in 0..cx {
                for triangle in &CASES[case_number(grid, [x, y, z])].triangles {
                    let [a, b, c] = triangle.map(|edge| mesher.vertex_on([x, y, z], edge));
                    // The table's order shows the front to the solid.
                    mesher.surface.triangles.push([a, c, b]);
                }
            }
        }
    }
    mesher.surface
}

/// The case of a cell: a bit for every solid corner.
pub fn case_number(grid: &DensityGrid, cell: [usize; 3]) -> usize {
    (0..8).filter(|&corner| grid.get(corner_of(cell, corner)) > 0.0).map(|corner| 1 << corner).sum()
}

/// The sample at a corner of a cell.
pub fn corner_of(cell: [usize; 3], corner: usize) -> [usize; 3] {
    std::array::from_fn(|axis| cell[axis] + (corner >> axis & 1))
}

struct Mesher<'a> {
    grid: &'a DensityGrid,
    surface: Surface,
    /// The vertex on each edge of the grid once it is made, by the edge's start sample and axis. Only looked up, never
    /// walked, so its order does not matter.
    vertices: HashMap<(usize, usize), u32>,
}

impl Mesher<'_> {
    /// The vertex on an edge of a cell, shared by all cells around the edge.
    fn vertex_on(&mut self, cell: [usize; 3], edge: usize) -> u32 {
        let (start, axis) = (corner_of(cell, EDGE_START[edge]), EDGE_AXIS[edge]);
        let next = self.surface.positions.len() as u32; // At most three edges a sample would not fit, but see MAX_SAMPLES.
        *self.vertices.entry((self.grid.index(start), axis)).or_insert_with(|| {
            let (position, normal) = crossing(self.grid, start, axis);
            self.surface.positions.push(position);
            self.surface.normals.push(normal);
            next
        })
    }
}

/// Where the density crosses 0 on the edge from a sample to the next one along an axis, and the normal there. One of the two
/// must be solid and the other air.
pub fn crossing(grid: &DensityGrid, start: [usize; 3], axis: usize) -> ([f32; 3], [f32; 3]) {
    let mut end = start;
    end[axis] += 1;
    let (a, b) = (f64::from(grid.get(start)), f64::from(grid.get(end)));
    let t = a / (a - b);
    let (ga, gb) = (grid.gradient(start), grid.gradient(end));
    let normal: [f64; 3] = std::array::from_fn(|i| -(ga[i] + (gb[i] - ga[i]) * t));
    let length = hypot(normal);
    let length = if length == 0.0 { 1.0 } else { length };
    let position: [f64; 3] = std::array::from_fn(|i| start[i] as f64 + if i == axis { t } else { 0.0 });
    (position.map(|v| v as f32), normal.map(|v| (v / length) as f32))
}

/// The length of a vector, without overflow for large parts: scaled by the largest, summed with compensation.
fn hypot(v: [f64; 3]) -> f64 {
    let largest = v.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
    if largest == 0.0 {
        return 0.0;
    }
    let (mut sum, mut compensation) = (0.0, 0.0);
    for part in v {
        let n = part.abs() / largest;
        let summand = n * n - compensation;
        let preliminary = sum + summand;
        compensation = (preliminary - sum) - summand;
        sum = preliminary;
    }
    sum.sqrt() * largest
}
