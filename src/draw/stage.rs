//! A stage's pieces, spans or floors as boxes, coloured, with the legend of the colours.

use super::palette::{self, Legend, Rgb, Scale};
use super::pieces::by_piece;
use super::{BoxStyle, Boxes, Rgba};
use crate::inspect::{Change, Colouring, Diff, Pieces, diff, text::thousands};
use crate::pipeline::{AreaId, DropCause, Frame, NOT_WALKABLE, PipelineRun, Stage, StageView, WALKABLE};

/// What is drawn of a stage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StageDrawing {
    /// Pieces, spans or floors, one a number of the stage.
    pub boxes: Boxes,
    /// What has vanished since the stage compared with, in change colouring.
    pub vanished: Boxes,
    pub legend: Legend,
}

/// How far raw pieces are drawn in, in 64ths of a cell: the first of a column, and each further one.
const RAW_INSET: [usize; 2] = [4, 3];
/// The most that can be drawn in.
const MAX_INSET: usize = 28;

/// Draws a stage. `compare` is the stage that changes are counted from; `None` is the input. `pieces` are those of the run, and are
/// read where the colours tell them.
pub fn draw_stage(
    run: &PipelineRun,
    stage: Stage,
    colouring: Colouring,
    compare: Option<Stage>,
    pieces: &Pieces,
) -> StageDrawing {
    let mut drawing = StageDrawing { boxes: stage_boxes(run, stage), ..StageDrawing::default() };
    let (colours, legend) = match colouring {
        // Reasons are another question, which `draw_reasons` answers.
        Colouring::Area | Colouring::Reason => by_area(run, stage),
        Colouring::Height => by_height(run, &drawing.boxes),
        Colouring::Distance => by_distance(run, stage),
        Colouring::Piece => match run.stage(stage) {
            StageView::Open { .. } => by_piece(run, pieces),
            _ => by_area(run, stage),
        },
        Colouring::Change => {
            let changes = diff(run, compare, stage);
            drawing.vanished = vanished_boxes(run, &changes);
            by_change(run, stage, compare, &changes)
        }
    };
    drawing.legend = legend;
    for (colour, [r, g, b]) in drawing.boxes.colours.iter_mut().zip(colours) {
        [colour[0], colour[1], colour[2]] = [r, g, b];
    }
    drawing
}

/// The boxes of a stage, colourless, with insets.
pub(super) fn stage_boxes(run: &PipelineRun, stage: Stage) -> Boxes {
    view_boxes(&run.frame, &run.stage(stage))
}

/// The boxes of a stage's pieces, spans or floors, colourless, with insets.
pub(super) fn view_boxes(frame: &Frame, view: &StageView<'_>) -> Boxes {
    match *view {
        StageView::Raw(log) => {
            let cells = log.pieces().iter().map(|piece| [piece.x, piece.z, piece.lo, piece.hi]).collect();
            let mut colours = vec![[0; 4]; log.pieces().len()];
            for column in 0..frame.columns() {
                for (order, &number) in log.numbers(column).iter().enumerate() {
                    let inset = (RAW_INSET[0] + order * RAW_INSET[1]).min(MAX_INSET);
                    colours[number as usize][3] = inset as u8;
                }
            }
            Boxes { cells, colours, style: BoxStyle::Solid }
        }
        StageView::Solid { spans, .. } => {
            let mut cells = Vec::with_capacity(spans.spans().len());
            for column in 0..spans.columns() {
                let [x, z] = column_at(frame, column);
                cells.extend(spans.spans()[spans.column(column)].iter().map(|span| [x, z, span.min, span.max]));
            }
            Boxes { colours: vec![[0; 4]; cells.len()], cells, style: BoxStyle::Solid }
        }
        StageView::Open { spans, .. } => {
            let mut cells = Vec::with_capacity(spans.spans().len());
            for column in 0..spans.columns() {
                let [x, z] = column_at(frame, column);
                // A floor is at least one row above the bottom: it is the surface of a span.
                cells.extend(spans.spans()[spans.column(column)].iter().map(|open| [x, z, open.y - 1, open.y]));
            }
            Boxes { colours: vec![[0; 4]; cells.len()], cells, style: BoxStyle::Floor }
        }
    }
}

fn column_at(frame: &Frame, column: usize) -> [u16; 2] {
    let width = frame.width() as usize;
    [(column % width) as u16, (column / width) as u16]
}

fn areas(run: &PipelineRun, stage: Stage) -> Vec<AreaId> {
    match run.stage(stage) {
        StageView::Raw(log) => log.pieces().iter().map(|piece| piece.area).collect(),
        StageView::Solid { areas, .. } | StageView::Open { areas, .. } => areas.to_vec(),
    }
}

fn by_area(run: &PipelineRun, stage: Stage) -> (Vec<Rgb>, Legend) {
    let areas = areas(run, stage);
    let legend = palette::area_legend(areas.iter().copied());
    (areas.into_iter().map(palette::area).collect(), legend)
}

fn by_height(run: &PipelineRun, boxes: &Boxes) -> (Vec<Rgb>, Legend) {
    let tops = boxes.cells.iter().map(|cell| cell[3]);
    let (low, high) = (tops.clone().min().unwrap_or(0), tops.clone().max().unwrap_or(0));
    let range = f64::from((high - low).max(1));
    let colours = tops.map(|top| palette::viridis(f64::from(top - low) / range)).collect();
    let end = |row: u16| format!("{:.2} (row {})", run.frame.row_in_world(row.into()), thousands(row.into()));
    let scale = Some(Scale::viridis(end(low), end(high)));
    (colours, Legend { title: "Height of the surface, world units".into(), entries: Vec::new(), scale })
}

fn by_distance(run: &PipelineRun, stage: Stage) -> (Vec<Rgb>, Legend) {
    let StageView::Open { distances, .. } = run.stage(stage) else { return by_area(run, stage) };
    let cap = 2 * run.settings.radius_cells.unsigned_abs();
    let range = f64::from(cap.max(1));
    let colours = distances.iter().map(|&d| palette::viridis(f64::from(d) / range)).collect();
    let mut legend = Legend { title: "Erosion distance, half cells".into(), ..Legend::default() };
    for distance in 0..=cap.min(8) {
        let count = distances.iter().filter(|&&d| d == distance).count() as u64;
        let fate = if distance < cap { "eroded" } else { "kept" };
        legend.add(format!("{distance} ({fate})"), palette::viridis(f64::from(distance) / range), count);
    }
    if cap > 8 {
        legend.scale = Some(Scale::viridis("0 (border)".into(), format!("{cap} (kept)")));
        legend.entries.clear();
    }
    (colours, legend)
}

fn by_change(run: &PipelineRun, stage: Stage, compare: Option<Stage>, changes: &Diff) -> (Vec<Rgb>, Legend) {
    let areas = areas(run, stage);
    let since = compare.map_or("the input".into(), |stage| stage.label().to_lowercase());
    let mut legend = Legend { title: format!("Change since {since}"), ..Legend::default() };
    for change in Change::ALL.into_iter().filter(|&change| change != Change::Unchanged) {
        legend.add(change.label(), palette::change(change, WALKABLE), changes.count(change) as u64);
    }
    for (label, area) in [("unchanged, walkable", WALKABLE), ("unchanged, not walkable", NOT_WALKABLE)] {
        let same = |&(&change, &of): &(&Change, &AreaId)| {
            change == Change::Unchanged && (of == NOT_WALKABLE) == (area == NOT_WALKABLE)
        };
        let count = changes.items.iter().zip(&areas).filter(same).count() as u64;
        legend.add(label, palette::change(Change::Unchanged, area), count);
    }
    let colours = changes.items.iter().zip(areas).map(|(&change, area)| palette::change(change, area)).collect();
    (colours, legend)
}

fn vanished_boxes(run: &PipelineRun, changes: &Diff) -> Boxes {
    let mut column = 0;
    let cell = |&span: &u32| {
        while run.solid.column(column).end <= span as usize {
            column += 1;
        }
        let [x, z] = column_at(&run.frame, column);
        let span = run.solid.spans()[span as usize];
        [x, z, span.min, span.max]
    };
    let cells: Vec<[u16; 4]> = changes.vanished.iter().map(cell).collect();
    let colours = vec![opaque(palette::change(Change::Vanished, 0)); cells.len()];
    Boxes { cells, colours, style: BoxStyle::Glass(0.26) }
}

/// The free space over every floor, up to what an agent needs.
pub fn clearance_boxes(run: &PipelineRun, stage: Stage) -> Boxes {
    let StageView::Open { spans, areas, .. } = run.stage(stage) else { return Boxes::default() };
    let mut boxes = Boxes { style: BoxStyle::Glass(0.05), ..Boxes::default() };
    let needed = run.settings.height_rows.unsigned_abs();
    for column in 0..spans.columns() {
        let [x, z] = column_at(&run.frame, column);
        for number in spans.column(column) {
            let open = spans.spans()[number];
            let top = (u32::from(open.y) + u32::from(open.height).min(needed)).min(u16::MAX.into());
            boxes.cells.push([x, z, open.y, top as u16]);
            boxes.colours.push(opaque(palette::area(areas[number])));
        }
    }
    boxes
}

/// The dropped pieces whose place is known, at the nearest rows of the grid, and their legend.
pub fn dropped_boxes(run: &PipelineRun) -> (Boxes, Legend) {
    let mut boxes = Boxes { style: BoxStyle::Solid, ..Boxes::default() };
    let height = i64::from(run.frame.height());
    for piece in &run.dropped {
        let low = piece.rows[0].clamp(0, height - 1);
        let high = piece.rows[1].clamp(low + 1, height);
        boxes.cells.push([piece.x, piece.z, low as u16, high as u16]);
        let [r, g, b] = palette::drop_cause(piece.cause);
        boxes.colours.push([r, g, b, 8]);
    }
    let mut legend = Legend { title: "Dropped pieces".into(), ..Legend::default() };
    for cause in DropCause::ALL {
        legend.add(palette::drop_label(cause), palette::drop_cause(cause), run.tally.dropped(cause));
    }
    (boxes, legend)
}

fn opaque([r, g, b]: Rgb) -> Rgba {
    [r, g, b, 0]
}
