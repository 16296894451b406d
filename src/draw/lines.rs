//! Lines over the spans: the frame, the selection, links.

use super::palette::{self, Legend, LegendEntry, Rgb};
use super::{Line, Rgba};
use crate::inspect::{ColumnItem, Crop, Selection, column_items};
use crate::pipeline::span::DIRECTIONS;
use crate::pipeline::{ConvexVolume, Frame, PipelineRun, Stage, StageView};

/// The twelve edges of a box from `min` to `max`.
pub fn box_edges(min: [f32; 3], max: [f32; 3], colour: Rgba, width: f32) -> Vec<Line> {
    let corner =
        |bits: usize| -> [f32; 3] { std::array::from_fn(|i| if bits >> i & 1 == 1 { max[i] } else { min[i] }) };
    let mut lines = Vec::with_capacity(12);
    for bits in 0..8 {
        for axis in 0..3 {
            if bits >> axis & 1 == 0 {
                lines.push(Line { from: corner(bits), to: corner(bits | 1 << axis), colour, width });
            }
        }
    }
    lines
}

/// The frame's box, faint, and the crop's, clearer.
pub fn frame_lines(frame: &Frame, crop: Option<&Crop>) -> Vec<Line> {
    let max = [frame.width() as f32, frame.height() as f32, frame.depth() as f32];
    let mut lines = box_edges([0.0; 3], max, [128, 132, 140, 110], 1.0);
    if let Some(crop) = crop {
        lines.extend(box_edges(
            crop.min.map(|v| v as f32),
            crop.max.map(|v| v as f32),
            with_alpha(palette::ORANGE, 200),
            1.5,
        ));
    }
    lines
}

/// The selected column as a faint post and the selected span as a white box with a dark outline. In the open stages the
/// box is the free space over the floor.
pub fn selection_lines(run: &PipelineRun, stage: Option<Stage>, selection: &Selection) -> Vec<Line> {
    let Selection { x, z, row } = *selection;
    if x >= run.frame.width() || z >= run.frame.depth() {
        return Vec::new();
    }
    let edges = |low: f32, high: f32, colour, width| {
        box_edges([x as f32, low, z as f32], [x as f32 + 1.0, high, z as f32 + 1.0], colour, width)
    };
    // Seen on dark and on light ground.
    let top = run.frame.height() as f32;
    let mut lines = edges(0.0, top, with_alpha(palette::BLACK, 90), 2.5);
    lines.extend(edges(0.0, top, with_alpha(palette::WHITE, 110), 1.0));
    let Some((stage, row)) = stage.zip(row) else { return lines };
    let items = column_items(run, stage, run.frame.column_index(x, z));
    if let Some(item) = crate::inspect::column::item_at(&items, row).map(|position| items[position]) {
        let [low, high] = outline_rows(run, &item);
        lines.extend(edges(low, high, with_alpha(palette::BLACK, 255), 4.0));
        lines.extend(edges(low, high, with_alpha(palette::WHITE, 255), 2.0));
    }
    lines
}

fn outline_rows(run: &PipelineRun, item: &ColumnItem) -> [f32; 2] {
    let [low, high] = item.rows.map(f32::from);
    match item.links {
        None => [low, high],
        Some(_) => [high, item.clearance.map_or(run.frame.height() as f32, |rows| high + rows as f32)],
    }
}

/// What the colours of links mean.
pub fn link_legend() -> Legend {
    let entry =
        |label: &str, colour| LegendEntry { label: label.into(), colour, count: None, amount: None, hatched: false };
    let entries = vec![entry("between walkable floors", palette::BLUE), entry("from or to others", palette::WARM_GREY)];
    Legend { title: "Links".into(), entries, scale: None }
}

/// A line from every floor half way to each floor it links to, so that a link in one direction only is half a line.
pub fn link_lines(run: &PipelineRun, stage: Stage) -> Vec<Line> {
    let StageView::Open { spans, areas, .. } = run.stage(stage) else { return Vec::new() };
    let mut lines = Vec::new();
    let width = spans.width() as usize;
    for column in 0..spans.columns() {
        let at = [(column % width) as f32 + 0.5, (column / width) as f32 + 0.5];
        for span in spans.column(column) {
            let floor = |span: usize| f32::from(spans.spans()[span].y) + 0.1;
            let from = [at[0], floor(span), at[1]];
            for (direction, [dx, dz]) in DIRECTIONS.into_iter().enumerate() {
                let Some((_, to)) = spans.linked(column, span, direction) else { continue };
                let middle = [at[0] + dx as f32 / 2.0, (floor(span) + floor(to)) / 2.0, at[1] + dz as f32 / 2.0];
                let colour = if areas[span] == 0 || areas[to] == 0 { palette::WARM_GREY } else { palette::BLUE };
                lines.push(Line { from, to: middle, colour: with_alpha(colour, 220), width: 1.5 });
            }
        }
    }
    lines
}

/// The most columns that are marked.
const MAX_MARKED: usize = 20_000;

/// A frame around the top of each of these columns as a stage has them; around their whole height where a stage has nothing.
pub fn column_marks(run: &PipelineRun, stage: Stage, columns: &[u32]) -> Vec<Line> {
    let mut lines = Vec::new();
    let width = run.frame.width() as usize;
    for &column in columns.iter().take(MAX_MARKED) {
        let [x, z] = [(column as usize % width) as f32, (column as usize / width) as f32];
        let top = column_items(run, stage, column as usize).iter().map(|item| item.surface()).max();
        let y = f32::from(top.unwrap_or(0)) + 0.1;
        let corners = [[x, y, z], [x, y, z + 1.0], [x + 1.0, y, z + 1.0], [x + 1.0, y, z]];
        for i in 0..4 {
            let (from, to) = (corners[i], corners[(i + 1) % 4]);
            lines.push(Line { from, to, colour: with_alpha(palette::PURPLE, 255), width: 2.0 });
        }
    }
    lines
}

/// The edges of an area volume, its interval cut to the frame.
pub fn volume_lines(frame: &Frame, volume: &ConvexVolume) -> Vec<Line> {
    let origin = frame.origin();
    let row = |y: f64| ((y - origin[1]) / f64::from(frame.cell_height())).clamp(0.0, f64::from(frame.height())) as f32;
    let (low, high) = (row(volume.min_y), row(volume.max_y));
    let plan: Vec<[f32; 2]> = volume
        .polygon
        .iter()
        .map(|[x, z]| [(x - origin[0]), (z - origin[2])].map(|d| (d / f64::from(frame.cell_size())) as f32))
        .collect();
    let colour = with_alpha(palette::area(volume.area), 255);
    let mut lines = Vec::new();
    for (i, &[x, z]) in plan.iter().enumerate() {
        let [nx, nz] = plan[(i + 1) % plan.len()];
        for y in [low, high] {
            lines.push(Line { from: [x, y, z], to: [nx, y, nz], colour, width: 2.0 });
        }
        lines.push(Line { from: [x, low, z], to: [x, high, z], colour, width: 2.0 });
    }
    lines
}

fn with_alpha([r, g, b]: Rgb, alpha: u8) -> Rgba {
    [r, g, b, alpha]
}
