//! The pieces that a triangle was cut into: their colours, their words, and how they look in the 3D view.

use super::palette::{self, Rgb};
use super::{Line, PaintedTriangles, Rgba};
use crate::inspect::{Outcome, TriangleCells};
use crate::pipeline::AreaId;
use crate::pipeline::triangle::MissCause;

/// The colour of a piece: that of its area, or of the cause it was dropped for. What is not touched has none.
pub fn outcome_colour(outcome: Outcome, area: AreaId) -> Option<Rgb> {
    match outcome {
        Outcome::Touched => Some(palette::area(area)),
        Outcome::Dropped(cause) => Some(palette::drop_cause(cause)),
        Outcome::Missed(_) | Outcome::Degenerate => None,
    }
}

/// What a person reads for an outcome.
pub fn outcome_label(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Touched => "touched",
        Outcome::Dropped(cause) => palette::drop_label(cause),
        Outcome::Missed(MissCause::EdgeOrCorner) => "only edge or corner",
        Outcome::Missed(MissCause::NoLength) => "no length",
        Outcome::Missed(MissCause::OtherSide) => "wall of the other side",
        Outcome::Missed(MissCause::Empty) => "not met",
        Outcome::Degenerate => "degenerate",
    }
}

/// The rule behind an outcome, in a sentence.
pub fn outcome_rule(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Touched => {
            "The clipped piece has area in plan, or length if it is a wall: it fills rows of the column."
        }
        Outcome::Dropped(cause) => palette::drop_rule(cause),
        Outcome::Missed(MissCause::EdgeOrCorner) => {
            "Only an edge or a corner of the triangle touches the cell: the clipped piece has no extent along x or z, so its area is exactly 0."
        }
        Outcome::Missed(MissCause::NoLength) => "The clipped piece of the wall is a point in plan: it has no length.",
        Outcome::Missed(MissCause::OtherSide) => {
            "The wall lies exactly on the line between two cells and belongs to the one behind its face, which is the other one."
        }
        Outcome::Missed(MissCause::Empty) => "The triangle's box meets the cell, the triangle does not.",
        Outcome::Degenerate => "The triangle has no direction (its normal has length 0 or infinity) and is skipped.",
    }
}

/// The pieces as triangles. Those of every other cell are darker, like the squares of a chess board, so that they are told
/// apart from near and do no harm from afar, where outlines would cover everything.
pub fn piece_triangles(cells: &TriangleCells) -> PaintedTriangles {
    let mut painted = PaintedTriangles::default();
    for cell in &cells.cells {
        let Some(colour) = outcome_colour(cell.outcome, cells.area) else { continue };
        let Some((first, rest)) = cell.polygon.split_first() else { continue };
        let keep = if (cell.x + cell.z).is_multiple_of(2) { 20 } else { 14 };
        let [r, g, b] = colour.map(|c| (u16::from(c) * keep / 20) as u8);
        for edge in rest.windows(2) {
            painted.corners.extend([*first, edge[0], edge[1]]);
            painted.colours.extend([[r, g, b, 255]; 3]);
        }
    }
    painted
}

/// The most touched pieces that are outlined.
const MAX_OUTLINED: u64 = 200;

/// The outlines of dropped pieces, which are often too thin to be seen otherwise, and of touched ones where they are few.
pub fn piece_lines(cells: &TriangleCells) -> Vec<Line> {
    const DARK: Rgba = [0x10, 0x10, 0x12, 150];
    let mut lines = Vec::new();
    for cell in &cells.cells {
        let (colour, width) = match (cell.outcome, outcome_colour(cell.outcome, cells.area)) {
            (Outcome::Touched, _) if cells.count(Outcome::Touched) <= MAX_OUTLINED => (DARK, 1.0),
            (Outcome::Dropped(_), Some([r, g, b])) => ([r, g, b, 255], 2.0),
            _ => continue,
        };
        let polygon = &cell.polygon;
        let line = |i: usize| Line { from: polygon[i], to: polygon[(i + 1) % polygon.len()], colour, width };
        lines.extend((0..polygon.len()).map(line));
    }
    lines
}
