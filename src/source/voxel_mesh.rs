//! The faces between voxels and air as a mesh: the same solid by the other route.

use crate::pipeline::{Frame, Mesh, VoxelChunk};
use std::collections::HashMap;

/// The four sides of a column: the step to the neighbour, and the corners of its face in cells, clockwise seen from above.
const SIDES: [([i32; 2], [[i32; 2]; 2]); 4] =
    [([-1, 0], [[0, 0], [0, 1]]), ([0, 1], [[0, 1], [1, 1]]), ([1, 0], [[1, 1], [1, 0]]), ([0, -1], [[1, 0], [0, 0]])];

/// The closed surface of a chunk's voxels, placed in a frame's grid, facing the air. Upper faces have the area of their
/// material, the others are decided by slope. The chunk must have been checked.
pub fn voxel_mesh(chunk: &VoxelChunk, frame: &Frame) -> Mesh {
    let columns = columns(chunk);
    let none = Vec::new();
    let mut builder = Builder { chunk, frame, mesh: Mesh::default(), areas: Vec::new(), numbers: HashMap::new() };
    for z in 0..chunk.depth {
        for x in 0..chunk.width {
            let Some(own) = columns.get(&(x, z)) else { continue };
            for &Solid { low, high, material } in own {
                let corners = |row: i32| [[x, row, z], [x, row, z + 1], [x + 1, row, z + 1], [x + 1, row, z]];
                builder.add(corners(high), Some(chunk.area(material)));
                let [a, b, c, d] = corners(low);
                builder.add([d, c, b, a], None);
                for ([dx, dz], [[ax, az], [bx, bz]]) in SIDES {
                    let beside = columns.get(&(x + dx, z + dz)).unwrap_or(&none);
                    for [low, high] in without([low, high], beside) {
                        let [a, b] = [[x + ax, z + az], [x + bx, z + bz]];
                        builder
                            .add([[a[0], high, a[1]], [a[0], low, a[1]], [b[0], low, b[1]], [b[0], high, b[1]]], None);
                    }
                }
            }
        }
    }
    Mesh { areas: Some(builder.areas), ..builder.mesh }
}

/// A stack of voxels with air above and below.
#[derive(Clone, Copy)]
struct Solid {
    low: i32,
    high: i32,
    /// Of the topmost voxel.
    material: i32,
}

/// The stacks of each column that has any, from below.
fn columns(chunk: &VoxelChunk) -> HashMap<(i32, i32), Vec<Solid>> {
    let mut columns: HashMap<(i32, i32), Vec<Solid>> = HashMap::new();
    for run in chunk.runs_in_order() {
        let column = columns.entry((run.x, run.z)).or_default();
        match column.last_mut() {
            Some(below) if below.high == run.start => {
                (below.high, below.material) = (run.start + run.length, run.material);
            }
            _ => column.push(Solid { low: run.start, high: run.start + run.length, material: run.material }),
        }
    }
    columns
}

/// The rows of an interval that no stack beside it fills.
fn without([low, high]: [i32; 2], beside: &[Solid]) -> Vec<[i32; 2]> {
    let mut open = Vec::new();
    let mut from = low;
    for solid in beside {
        if solid.low > from {
            open.push([from, solid.low.min(high)]);
        }
        from = from.max(solid.high);
        if from >= high {
            return open;
        }
    }
    open.push([from, high]);
    open.retain(|[from, to]| from < to);
    open
}

struct Builder<'a> {
    chunk: &'a VoxelChunk,
    frame: &'a Frame,
    mesh: Mesh,
    areas: Vec<Option<u8>>,
    /// The vertex at each corner of a cell. Only looked up, never walked.
    numbers: HashMap<[i32; 3], i32>,
}

impl Builder<'_> {
    /// Adds a face of four corners, counter-clockwise seen from the air.
    fn add(&mut self, corners: [[i32; 3]; 4], area: Option<u8>) {
        let [a, b, c, d] = corners.map(|corner| self.vertex(corner));
        self.mesh.indices.extend([a, b, c, a, c, d]);
        self.areas.extend([area; 2]);
    }

    fn vertex(&mut self, corner: [i32; 3]) -> i32 {
        let next = self.mesh.vertices.len() as i32;
        let (frame, offset) = (self.frame, self.chunk.offset);
        let vertices = &mut self.mesh.vertices;
        *self.numbers.entry(corner).or_insert_with(|| {
            let sizes = [frame.cell_size(), frame.cell_height(), frame.cell_size()].map(f64::from);
            let place = |axis: usize| f64::from(offset[axis]) + f64::from(corner[axis]);
            vertices.push(std::array::from_fn(|axis| frame.origin()[axis] + place(axis) * sizes[axis]));
            next
        })
    }
}
