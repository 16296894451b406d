//! A stage in a vertical slice: the spans of a line of columns, seen from the side.

use super::outline::Along;
use crate::pipeline::span::UNBOUNDED;
use crate::pipeline::{AreaId, Frame, NOT_WALKABLE, PipelineRun, Stage, StageView};
use std::ops::Range;

/// A line of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SliceLine {
    pub along: Along,
    /// The column across it: z of a line along x, and x of one along z.
    pub at: u32,
}

impl SliceLine {
    /// The line through a column.
    pub fn through(along: Along, x: u32, z: u32) -> Self {
        Self { along, at: if along == Along::X { z } else { x } }
    }

    /// How many columns it has, and how many lines there are beside each other.
    pub fn counts(self, frame: &Frame) -> [u32; 2] {
        let [width, depth] = [frame.width(), frame.depth()];
        if self.along == Along::X { [width, depth] } else { [depth, width] }
    }

    /// The column, as x and z, at a place along it.
    pub fn column(self, place: u32) -> [u32; 2] {
        if self.along == Along::X { [place, self.at] } else { [self.at, place] }
    }

    /// The directions of links along it, towards low and towards high columns.
    pub fn directions(self) -> [usize; 2] {
        if self.along == Along::X { [0, 2] } else { [3, 1] }
    }
}

/// A piece, span or floor in a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SliceItem {
    /// The column's place along the line.
    pub place: u32,
    /// Solid rows: lowest, and one past the highest, which is the row of the surface.
    pub rows: [u16; 2],
    pub area: AreaId,
    /// The row where the free space over a floor ends: at most the height of the grid.
    pub ceiling: u16,
    /// Rows of the floors that a floor links to along the line, towards low and towards high columns.
    pub links: [Option<SliceLink>; 2],
}

/// A link within a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SliceLink {
    /// The row of the floor it leads to.
    pub row: u16,
    /// Whether both floors are walkable.
    pub is_walkable: bool,
}

/// What of a slice is looked at: every `step`-th of these places, and these rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    pub places: Range<u32>,
    pub step: u32,
    pub rows: Range<u32>,
    /// The most items that are given.
    pub limit: usize,
}

/// The items of a slice that reach into a window: columns in order, bottom-up, pieces in the order they came. Columns and rows outside the
/// window cost nothing, but for raw pieces.
pub fn slice_items(run: &PipelineRun, stage: Stage, line: SliceLine, window: &Window) -> Vec<SliceItem> {
    let [length, lines] = line.counts(&run.frame);
    let mut items = Vec::new();
    if line.at >= lines {
        return items;
    }
    for place in (window.places.start..window.places.end.min(length)).step_by(window.step.max(1) as usize) {
        let left = window.limit.saturating_sub(items.len());
        if left == 0 {
            break;
        }
        let [x, z] = line.column(place);
        items.extend(column_items(run, stage, line, place, run.frame.column_index(x, z), &window.rows).take(left));
    }
    items
}

fn column_items<'a>(
    run: &'a PipelineRun,
    stage: Stage,
    line: SliceLine,
    place: u32,
    column: usize,
    rows: &Range<u32>,
) -> Box<dyn Iterator<Item = SliceItem> + 'a> {
    let (low, high) = (rows.start, rows.end);
    let item = move |rows: [u16; 2], area| SliceItem { place, rows, area, ceiling: rows[1], links: [None; 2] };
    match run.stage(stage) {
        StageView::Raw(log) => {
            let pieces = log.column(column).map(move |piece| item([piece.lo, piece.hi], piece.area));
            Box::new(pieces.filter(move |item| u32::from(item.rows[0]) < high && u32::from(item.rows[1]) > low))
        }
        StageView::Solid { spans, areas } => {
            let range = spans.column(column);
            let all = &spans.spans()[range.clone()];
            let first = all.partition_point(|span| u32::from(span.max) <= low);
            let shown = all[first..].iter().take_while(move |span| u32::from(span.min) < high).enumerate();
            Box::new(shown.map(move |(i, span)| item([span.min, span.max], areas[range.start + first + i])))
        }
        StageView::Open { spans, areas, .. } => {
            let range = spans.column(column);
            let all = &spans.spans()[range.clone()];
            let first = all.partition_point(|span| span.ceiling() <= i64::from(low));
            let is_shown =
                move |floor: &usize| u32::from(run.solid.spans()[spans.spans()[*floor].solid as usize].min) < high;
            let shown = (range.start + first..range.end).take_while(is_shown);
            Box::new(shown.map(move |floor| {
                let open = spans.spans()[floor];
                let solid = run.solid.spans()[open.solid as usize];
                let ceiling = run.solid.ceiling(open.solid as usize, &run.solid.column(column));
                let ceiling = if ceiling == UNBOUNDED { run.frame.height() as u16 } else { ceiling as u16 };
                let link = |direction: usize| {
                    let (_, to) = spans.linked(column, floor, direction)?;
                    let is_walkable = areas[floor] != NOT_WALKABLE && areas[to] != NOT_WALKABLE;
                    Some(SliceLink { row: spans.spans()[to].y, is_walkable })
                };
                let links = line.directions().map(link);
                SliceItem { ceiling, links, ..item([solid.min, solid.max], areas[floor]) }
            }))
        }
    }
}
