//! A triangle and the cells that its box meets: what was cut for each, and what became of it (section 2).
//!
//! The rasterizer's own walk tells of every cell; nothing is decided here.

use super::level::{Level, RunTriangles, Slope};
use crate::pipeline::clip::{Point, U, W, cells_met, extent, footprint_area};
use crate::pipeline::triangle::{Miss, MissCause, Observer, Rasterizer, Touch, Triangle};
use crate::pipeline::{AreaId, DropCause, Frame, Monitor, PipelineError};
use std::collections::BTreeSet;
use std::ops::Range;

/// The most cells that are listed at once. All of them are counted: a triangle can meet 2^24.
pub const MAX_LISTED: usize = 8192;

/// What became of a triangle in a cell that its box meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It left a piece in the column.
    Touched,
    /// It touches the cell, and its piece was dropped.
    Dropped(DropCause),
    /// It does not touch the cell.
    Missed(MissCause),
    /// The triangle has no direction and is skipped.
    Degenerate,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Self; 10] = [
        Self::Touched,
        Self::Dropped(DropCause::AreaRoundsToZero),
        Self::Dropped(DropCause::OutsideRows),
        Self::Dropped(DropCause::NoRowAtBottom),
        Self::Dropped(DropCause::WallOutsideGrid),
        Self::Missed(MissCause::EdgeOrCorner),
        Self::Missed(MissCause::NoLength),
        Self::Missed(MissCause::OtherSide),
        Self::Missed(MissCause::Empty),
        Self::Degenerate,
    ];

    /// Position in [`Outcome::ALL`].
    pub fn index(self) -> usize {
        match self {
            Self::Touched => 0,
            Self::Dropped(cause) => 1 + cause.index(),
            Self::Missed(MissCause::EdgeOrCorner) => 5,
            Self::Missed(MissCause::NoLength) => 6,
            Self::Missed(MissCause::OtherSide) => 7,
            Self::Missed(MissCause::Empty) => 8,
            Self::Degenerate => 9,
        }
    }
}

/// One cell that a triangle's box meets.
#[derive(Clone, Debug, PartialEq)]
pub struct TriangleCell {
    pub x: u32,
    pub z: u32,
    pub outcome: Outcome,
    /// What was cut for the cell, in cells and rows; empty where nothing was.
    pub polygon: Vec<Point>,
    /// Twice the polygon's float32 area in plan, summed over its fan: the number that decides. Its sign tells which way the
    /// triangle faces.
    pub fan_area: f32,
    /// Rows of the piece before they were cut to the grid: lowest, and one past the highest. `None` of a cell that is not
    /// touched.
    pub rows: Option<[i64; 2]>,
    /// The same in the grid, of a piece that reached the column.
    pub rows_in_grid: Option<[u16; 2]>,
}

/// A triangle and its cells.
#[derive(Clone, Debug, PartialEq)]
pub struct TriangleCells {
    /// Its number over all inputs of the run.
    pub number: u32,
    /// In cells and rows.
    pub triangle: Triangle,
    /// In world units.
    pub corners: [[f64; 3]; 3],
    pub slope: Slope,
    /// The area of its pieces.
    pub area: AreaId,
    /// The columns along x and along z whose closed footprint its box meets.
    pub columns: [Range<u32>; 2],
    /// Whether its box reaches beyond the grid in plan: nothing is known of cells there.
    pub reaches_beyond: bool,
    /// How many cells there are of each outcome, in the order of [`Outcome::ALL`].
    pub counts: [u64; Outcome::ALL.len()],
    /// The number of the first cell that is listed.
    pub from: u64,
    /// How many cells can be listed, page by page: all, or those that something was cut for where that would be too many.
    pub listable: u64,
    /// At most [`MAX_LISTED`] cells, by z, then x.
    pub cells: Vec<TriangleCell>,
}

impl TriangleCells {
    /// How many cells have an outcome.
    pub fn count(&self, outcome: Outcome) -> u64 {
        self.counts[outcome.index()]
    }

    /// The listed cell at a column.
    pub fn cell(&self, x: u32, z: u32) -> Option<&TriangleCell> {
        let at = self.cells.binary_search_by_key(&(z, x), |cell| (cell.z, cell.x)).ok()?;
        self.cells.get(at)
    }
}

/// The cells of a triangle, listed from the `from`-th on; `None` when there is no such triangle.
///
/// # Errors
/// Cancellation.
pub fn triangle_cells(
    level: &Level<'_>,
    triangles: &RunTriangles,
    number: u32,
    from: u64,
    monitor: &Monitor,
) -> Result<Option<TriangleCells>, PipelineError> {
    let (run, frame) = (level.run, &level.run.frame);
    let (Some(corners), Some(slope)) = (triangles.corners(number), triangles.slope(run, number)) else {
        return Ok(None);
    };
    let triangle = Triangle::new(frame, corners);
    let columns = columns_met(frame, &triangle);
    let mut collector = Collector {
        monitor,
        columns: columns.clone(),
        from,
        seen: 0,
        seen_in_box: 0,
        counts: [0; Outcome::ALL.len()],
        cells: Vec::new(),
    };
    Rasterizer::default().rasterize_observed(frame, &triangle, &mut collector)?;
    let all: u64 = columns.iter().map(|range| u64::from(range.end - range.start)).product();
    let rest = if triangle.is_degenerate() { Outcome::Degenerate } else { Outcome::Missed(MissCause::Empty) };
    collector.counts[rest.index()] += all.saturating_sub(collector.seen_in_box);
    if all <= MAX_LISTED as u64 && from == 0 {
        collector.add_rest(rest);
    }
    let Collector { seen, counts, mut cells, .. } = collector;
    cells.sort_by_key(|cell| (cell.z, cell.x));
    Ok(Some(TriangleCells {
        number,
        corners,
        slope,
        area: slope.own_area.unwrap_or_else(|| triangle.area_by_slope(run.settings.slope_cosine)),
        reaches_beyond: reaches_beyond(frame, &triangle),
        triangle,
        columns,
        counts,
        from,
        listable: seen,
        cells,
    }))
}

/// The columns of the grid along x and z whose closed footprint a triangle's box meets.
fn columns_met(frame: &Frame, triangle: &Triangle) -> [Range<u32>; 2] {
    [(U, frame.width()), (W, frame.depth())].map(|(axis, count)| cells_met(extent(&triangle.points, axis), count))
}

fn reaches_beyond(frame: &Frame, triangle: &Triangle) -> bool {
    [(U, frame.width()), (W, frame.depth())].into_iter().any(|(axis, count)| {
        let (min, max) = extent(&triangle.points, axis);
        min < 0.0 || max > count as f32
    })
}

/// Keeps a page of the cells that the rasterizer tells of, and counts all.
struct Collector<'a> {
    monitor: &'a Monitor,
    columns: [Range<u32>; 2],
    from: u64,
    seen: u64,
    /// Cells seen that the box meets. A crossing can come to lie a little beyond the corners, by rounding.
    seen_in_box: u64,
    counts: [u64; Outcome::ALL.len()],
    cells: Vec<TriangleCell>,
}

impl Collector<'_> {
    fn add(
        &mut self,
        [x, z]: [u32; 2],
        outcome: Outcome,
        polygon: &[Point],
        rows: Option<[i64; 2]>,
        rows_in_grid: Option<[u16; 2]>,
    ) -> Result<(), PipelineError> {
        if self.seen.is_multiple_of(4096) {
            self.monitor.check()?;
        }
        if self.seen >= self.from && self.cells.len() < MAX_LISTED {
            let (polygon, fan_area) = (polygon.to_vec(), footprint_area(polygon));
            self.cells.push(TriangleCell { x, z, outcome, polygon, fan_area, rows, rows_in_grid });
        }
        self.seen += 1;
        self.seen_in_box += u64::from(self.columns[0].contains(&x) && self.columns[1].contains(&z));
        self.counts[outcome.index()] += 1;
        Ok(())
    }

    /// Lists the cells of the box that nothing was cut for, where that is a list of bounded length.
    fn add_rest(&mut self, outcome: Outcome) {
        let seen: BTreeSet<(u32, u32)> = self.cells.iter().map(|cell| (cell.z, cell.x)).collect();
        let [columns_x, columns_z] = self.columns.clone();
        let all = columns_z.flat_map(|z| columns_x.clone().map(move |x| (z, x)));
        for (z, x) in all.filter(|place| !seen.contains(place)) {
            let (polygon, fan_area) = (Vec::new(), 0.0);
            self.cells.push(TriangleCell { x, z, outcome, polygon, fan_area, rows: None, rows_in_grid: None });
            self.seen += 1;
        }
    }
}

impl Observer<PipelineError> for Collector<'_> {
    fn touch(&mut self, touch: Touch<'_>) -> Result<(), PipelineError> {
        let outcome = touch.outcome.map_or_else(Outcome::Dropped, |_| Outcome::Touched);
        self.add([touch.x, touch.z], outcome, touch.polygon, Some(touch.rows), touch.outcome.ok())
    }

    fn miss(&mut self, miss: Miss<'_>) -> Result<(), PipelineError> {
        self.add([miss.x, miss.z], Outcome::Missed(miss.cause), miss.polygon, None, None)
    }
}
