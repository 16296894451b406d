//! Lengths between two floors, and how wide the ground is at one.

use crate::pipeline::{Frame, OpenColumns};

/// The surface of a span or a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub x: u32,
    pub z: u32,
    /// The row of the surface.
    pub row: u16,
}

impl Place {
    /// The middle of the surface in cells, rows and cells.
    pub fn in_cells(self) -> [f32; 3] {
        [self.x as f32 + 0.5, self.row.into(), self.z as f32 + 0.5]
    }
}

/// What lies between two places, from the first to the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Cells along x and along z.
    pub cells: [i64; 2],
    /// Rows up.
    pub rows: i64,
    /// World units seen from above, between the middles of the columns.
    pub plan: f64,
    /// World units up.
    pub step: f64,
    /// World units in space.
    pub distance: f64,
    /// Degrees above the horizon; 90 or -90 within a column, 0 between equal places.
    pub slope: f64,
}

/// Measures from one place to another.
pub fn measure(frame: &Frame, from: Place, to: Place) -> Measured {
    let cells = [i64::from(to.x) - i64::from(from.x), i64::from(to.z) - i64::from(from.z)];
    let rows = i64::from(to.row) - i64::from(from.row);
    let [dx, dz] = cells.map(|cells| cells as f64 * f64::from(frame.cell_size()));
    let (plan, step) = (dx.hypot(dz), rows as f64 * f64::from(frame.cell_height()));
    Measured { cells, rows, plan, step, distance: plan.hypot(step), slope: step.atan2(plan).to_degrees() }
}

/// The floors in a line with a floor that follow each other over links, itself not counted: towards low and towards high
/// columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeWidth {
    pub along_x: [u32; 2],
    pub along_z: [u32; 2],
}

impl FreeWidth {
    /// Cells along x and along z, the floor itself among them.
    pub fn cells(&self) -> [u32; 2] {
        [self.along_x, self.along_z].map(|[low, high]| low + 1 + high)
    }

    /// Cells in the narrower direction: of a doorway its width.
    pub fn narrower(&self) -> u32 {
        let [x, z] = self.cells();
        x.min(z)
    }
}

/// The width that is free at a floor before the erosion, over the links that lead away from it.
pub fn free_width(open: &OpenColumns, column: usize, floor: usize) -> FreeWidth {
    let count = |direction: usize| {
        let (mut at, mut cells) = ((column, floor), 0);
        while let Some(next) = open.linked(at.0, at.1, direction) {
            (at, cells) = (next, cells + 1);
        }
        cells
    };
    FreeWidth { along_x: [count(0), count(2)], along_z: [count(3), count(1)] }
}

/// The cells of free width that an agent of this radius needs: `2 * radius + 1`.
///
/// A floor that is narrower in either direction is always eroded: the nearer end of the line is a border at most
/// `radius - 1` steps away, each of which costs 2 of the `2 * radius` that are kept free. In a straight passage along an
/// axis this is also enough, and leaves `width - 2 * radius` rows of floors. Elsewhere it need not be: a border across a
/// corner is counted with 3 for each diagonal step, so that at a corner, or where walls run aslant, ground of this width
/// along both axes can still be eroded.
pub fn needed_cells(radius_cells: i32) -> u32 {
    2 * radius_cells.unsigned_abs() + 1
}

/// The floor of a column whose row is the one of a place; `None` where the column has no such floor.
pub fn floor_at(open: &OpenColumns, frame: &Frame, place: Place) -> Option<(usize, usize)> {
    if place.x >= frame.width() || place.z >= frame.depth() {
        return None;
    }
    let column = frame.column_index(place.x, place.z);
    let range = open.column(column);
    let spans = &open.spans()[range.clone()];
    spans.binary_search_by_key(&place.row, |span| span.y).ok().map(|position| (column, range.start + position))
}
