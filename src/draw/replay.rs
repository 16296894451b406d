//! The heightfield of the first pieces, and the newest of them.

use super::lines::box_edges;
use super::palette;
use super::stage::{StageDrawing, view_boxes};
use super::{Boxes, Line};
use crate::inspect::Replayed;
use crate::pipeline::{AreaId, Frame, Stage};

/// Draws the pieces, or what they merge to, coloured by area. Other stages than raw and merged are not replayed.
pub fn draw_replay(frame: &Frame, replayed: &Replayed, stage: Stage) -> Option<StageDrawing> {
    let (view, areas): (_, Vec<AreaId>) = match stage {
        Stage::Raw => (replayed.raw(), replayed.log.pieces().iter().map(|piece| piece.area).collect()),
        Stage::Merged => (replayed.merged(), replayed.areas.clone()),
        _ => return None,
    };
    let mut boxes = view_boxes(frame, &view);
    for (colour, [r, g, b]) in boxes.colours.iter_mut().zip(areas.iter().copied().map(palette::area)) {
        [colour[0], colour[1], colour[2]] = [r, g, b];
    }
    let mut legend = palette::area_legend(areas.into_iter());
    legend.title = "Area, so far".into();
    Some(StageDrawing { boxes, vanished: Boxes::default(), legend })
}

/// A frame around the newest piece.
pub fn newest_lines(replayed: &Replayed) -> Vec<Line> {
    let Some(piece) = replayed.log.pieces().last() else { return Vec::new() };
    let [x, z, low, high] = [piece.x, piece.z, piece.lo, piece.hi].map(f32::from);
    let [r, g, b] = palette::VERMILION;
    let edges = |colour, width| box_edges([x, low, z], [x + 1.0, high, z + 1.0], colour, width);
    let mut lines = edges([0xFF, 0xFF, 0xFF, 255], 5.0);
    lines.extend(edges([r, g, b, 255], 3.0));
    lines
}
