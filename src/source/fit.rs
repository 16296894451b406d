//! Frames that suit an input.

use super::{Content, DensitySource, Document};
use crate::pipeline::{FrameSpec, HeightGrid, Input};
use crate::surface::density_grid::Margin;

/// The most cells of the usual size that a side of a mesh may have; a larger one begins with larger cells. A grid has 4,096 x
/// 4,096 at most.
const MAX_CELLS: f64 = 4096.0;
/// The fewest cells of the usual size along the longest side of an input that show anything of it.
const FEWEST_CELLS: f64 = 2.0;
/// A frame may have more rows than cells along a side.
const MAX_ROWS_A_CELL: f64 = 8.0;
/// The most cells along a side of a height map, whose every cell is filled.
const MAX_CELLS_OF_HEIGHTS: f64 = 1024.0;

/// The frame that a file of this content begins with, and a sentence about it where it is not the usual one.
pub fn frame_for(content: &Content) -> (FrameSpec, Option<String>) {
    match content {
        Content::Voxels(_) => (FrameSpec::default().with_cell(1.0, 1.0), None),
        Content::Density(density) => (frame_of_samples(density), None),
        Content::Mesh(mesh) => {
            let mesh = &mesh.parts.mesh;
            frame_of_size(size(mesh.vertices.iter().copied()), MAX_CELLS)
        }
        Content::Heights(heights) => match heights.to_input() {
            // Without the mesh of it: that is many times as large.
            Ok(Input::HeightGrid(grid)) => frame_of_size(size_of_grid(&grid), MAX_CELLS_OF_HEIGHTS),
            Ok(input) => {
                let size = input.triangles().map_or([0.0; 3], |mesh| size(mesh.vertices.iter().copied()));
                frame_of_size(size, MAX_CELLS_OF_HEIGHTS)
            }
            Err(_) => (FrameSpec::default(), None), // The run will say it.
        },
        Content::Missing(_) => (FrameSpec::default(), None),
    }
}

/// The frame whose cells are the samples of a density, each in the middle of a cell, with a cell around them on every side:
/// blocks and surface both fit into it.
pub fn frame_of_samples(density: &DensitySource) -> FrameSpec {
    let spacing = f64::from(density.spacing);
    let margin = if density.margin == Margin::One { 2 } else { 0 };
    let [x, y, z] = density.counts.map(|count| count.saturating_sub(margin) as i64 + 2);
    let origin = density.origin.map(|corner| corner - 1.5 * spacing);
    FrameSpec::Grid { origin, cell_size: density.spacing, cell_height: density.spacing, dimensions: [x, z, y] }
}

/// The document whose frame is one of its chunks, of a grid that begins here: every voxel stays where it is in the world.
/// `None` where the input is no chunk.
pub fn fit_to_chunk(document: &Document, input: usize, origin: [f64; 3]) -> Option<Document> {
    let Content::Voxels(voxels) = &document.sources.get(input)?.content else { return None };
    let chunk = &voxels.voxels.chunk;
    let by = voxels.offset;
    let [cell_size, cell_height] = document.frame.cell();
    let units = [cell_size, cell_height, cell_size].map(f64::from);
    let frame = FrameSpec::Grid {
        origin: std::array::from_fn(|axis| origin[axis] + f64::from(by[axis]) * units[axis]),
        cell_size,
        cell_height,
        dimensions: [chunk.width, chunk.depth, chunk.height].map(i64::from),
    };
    let mut fitted = Document { frame, ..document.clone() };
    for source in &mut fitted.sources {
        if let Content::Voxels(other) = &mut source.content {
            other.offset = std::array::from_fn(|axis| other.offset[axis].saturating_sub(by[axis]));
        }
    }
    Some(fitted)
}

fn size(points: impl Iterator<Item = [f64; 3]>) -> [f64; 3] {
    let [min, max] = points.fold([[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]], |[min, max], point| {
        [std::array::from_fn(|i| point[i].min(min[i])), std::array::from_fn(|i| point[i].max(max[i]))]
    });
    std::array::from_fn(|axis| max[axis] - min[axis])
}

fn size_of_grid(grid: &HeightGrid) -> [f64; 3] {
    let side = |count: i64| count.saturating_sub(1) as f64 * f64::from(grid.spacing);
    let [low, high] = grid
        .heights
        .iter()
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], &height| [height.min(low), height.max(high)]);
    [side(grid.count_x), high - low, side(grid.count_z)]
}

/// The usual cells, or larger ones where those would be too many. Where they are too few to show anything, that is said.
fn frame_of_size([x, y, z]: [f64; 3], most: f64) -> (FrameSpec, Option<String>) {
    let usual = FrameSpec::default();
    let [cell_size, cell_height] = usual.cell().map(f64::from);
    let longest = x.max(z);
    let cells = (longest / cell_size).max(y / cell_height / MAX_ROWS_A_CELL);
    if cells > 0.0 && cells < FEWEST_CELLS {
        let note = format!(
            "the longest side is {longest} units, below {FEWEST_CELLS} cells of {cell_size:.1}: smaller cells show more"
        );
        return (usual, Some(note));
    }
    if !(cells.is_finite() && cells > most) {
        return (usual, None);
    }
    let times = cells / most;
    let (size, height) = (round_up(cell_size * times), round_up(cell_height * times));
    let frame = usual.with_cell(size as f32, height as f32);
    let [columns, rows] = [longest / cell_size, y / cell_height].map(f64::ceil);
    let note = format!(
        "cells of {size} x {height} units to begin with: at {cell_size:.1} x {cell_height:.1} there would be {columns} columns a side and {rows} rows"
    );
    (frame, Some(note))
}

/// The next number above that is 1, 2 or 5 times a power of ten.
fn round_up(value: f64) -> f64 {
    let exponent = value.log10().floor() as i32;
    // Powers below 1 are no float64, and their inverses are.
    let power = |digit: f64| if exponent < 0 { digit / 10_f64.powi(-exponent) } else { digit * 10_f64.powi(exponent) };
    [1.0, 2.0, 5.0].into_iter().map(power).find(|round| *round >= value).unwrap_or(power(10.0))
}
