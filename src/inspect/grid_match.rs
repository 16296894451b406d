//! Whether columns and rows of one result are those of another.

use super::snapshot::{Place, Snapshot};
use thiserror::Error;

/// The part of a cell by which origins may differ: files of other engines write them with few decimals.
const ORIGIN_TOLERANCE: f64 = 1e-3;
/// The part of itself by which a cell size may differ.
const CELL_TOLERANCE: f64 = 1e-5;

/// Two grids that are not the same, so that there is nothing to compare: each way in which they differ.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("the grids are not the same, so columns cannot be compared: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))]
pub struct GridMismatch(pub Vec<GridDifference>);

/// One way in which two grids differ, with what A has and what B has.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum GridDifference {
    #[error("width {} and {} columns", .0[0], .0[1])]
    Width([u32; 2]),
    #[error("depth {} and {} columns", .0[0], .0[1])]
    Depth([u32; 2]),
    #[error("height {} and {} rows", .0[0], .0[1])]
    Height([u32; 2]),
    #[error("origin {axis} {} and {}", .values[0], .values[1])]
    Origin { axis: char, values: [f64; 2] },
    #[error("cell size {} and {}", .0[0], .0[1])]
    CellSize([f32; 2]),
    #[error("cell height {} and {}", .0[0], .0[1])]
    CellHeight([f32; 2]),
}

/// Checks that two grids have the same columns and rows, as far as both say where they lie. Origins may differ by a thousandth of a
/// cell, cells by a hundred-thousandth of themselves.
///
/// # Errors
/// Everything in which they differ.
pub fn check_grids(a: &Snapshot, b: &Snapshot) -> Result<(), GridMismatch> {
    let mut found = Vec::new();
    if a.width != b.width {
        found.push(GridDifference::Width([a.width, b.width]));
    }
    if a.depth != b.depth {
        found.push(GridDifference::Depth([a.depth, b.depth]));
    }
    if let (Some(of_a), Some(of_b)) = (a.height, b.height)
        && of_a != of_b
    {
        found.push(GridDifference::Height([of_a, of_b]));
    }
    if let (Some(of_a), Some(of_b)) = (&a.place, &b.place) {
        check_places(of_a, of_b, &mut found);
    }
    if found.is_empty() { Ok(()) } else { Err(GridMismatch(found)) }
}

fn check_places(a: &Place, b: &Place, found: &mut Vec<GridDifference>) {
    let is_near = |a: f64, b: f64, tolerance: f64| (a - b).abs() <= tolerance;
    for (i, axis) in ['x', 'y', 'z'].into_iter().enumerate() {
        let cell = if axis == 'y' { a.cell_height.min(b.cell_height) } else { a.cell_size.min(b.cell_size) };
        let values = [a.origin[i], b.origin[i]];
        if !is_near(values[0], values[1], ORIGIN_TOLERANCE * f64::from(cell)) {
            found.push(GridDifference::Origin { axis, values });
        }
    }
    let is_same_cell = |a: f32, b: f32| is_near(a.into(), b.into(), CELL_TOLERANCE * f64::from(a.max(b)));
    if !is_same_cell(a.cell_size, b.cell_size) {
        found.push(GridDifference::CellSize([a.cell_size, b.cell_size]));
    }
    if !is_same_cell(a.cell_height, b.cell_height) {
        found.push(GridDifference::CellHeight([a.cell_height, b.cell_height]));
    }
}
