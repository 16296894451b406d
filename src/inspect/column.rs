//! What a column holds at a stage.

use super::remedy::column_at;
use crate::pipeline::span::UNBOUNDED;
use crate::pipeline::{AreaId, Frame, PipelineRun, Stage, StageView};

/// A column, and a span in it by the row of its surface, which stays the same from stage to stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    pub x: u32,
    pub z: u32,
    /// The surface's row; `None` selects the column alone.
    pub row: Option<u16>,
}

/// A piece, span or floor of a column at a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnItem {
    /// Its number among all pieces, spans or floors of the stage.
    pub number: usize,
    /// Solid rows: lowest, and one past the highest, which is the row of the surface. For a floor, of the span below it.
    pub rows: [u16; 2],
    pub area: AreaId,
    /// Free rows over the surface; `None` when nothing is above it, and for raw pieces.
    pub clearance: Option<i64>,
    /// The triangle a raw piece was cut from.
    pub triangle: Option<u32>,
    /// Of a floor: position of the linked floor by direction, or 63.
    pub links: Option<[u8; 4]>,
    /// Of a floor: steps to the border of walkable ground, 2 a straight step and 3 a diagonal one.
    pub distance: Option<u32>,
}

impl ColumnItem {
    /// The row of the surface.
    pub fn surface(&self) -> u16 {
        self.rows[1]
    }
}

/// What the column with this index holds: pieces in emission order at the raw stage, else bottom-up.
pub fn column_items(run: &PipelineRun, stage: Stage, column: usize) -> Vec<ColumnItem> {
    let none =
        ColumnItem { number: 0, rows: [0; 2], area: 0, clearance: None, triangle: None, links: None, distance: None };
    match run.stage(stage) {
        StageView::Raw(log) => {
            let numbers = log.numbers(column).iter();
            let item = |(&number, piece): (&u32, &crate::pipeline::Piece)| ColumnItem {
                number: number as usize,
                rows: [piece.lo, piece.hi],
                area: piece.area,
                triangle: piece.triangle(),
                ..none
            };
            numbers.zip(log.column(column)).map(item).collect()
        }
        StageView::Solid { spans, areas } => {
            let range = spans.column(column);
            let item = |number: usize| {
                let span = spans.spans()[number];
                let ceiling = spans.ceiling(number, &range);
                let clearance = (ceiling != UNBOUNDED).then(|| ceiling - i64::from(span.max));
                ColumnItem { number, rows: [span.min, span.max], area: areas[number], clearance, ..none }
            };
            range.clone().map(item).collect()
        }
        StageView::Open { spans, areas, distances } => {
            let item = |number: usize| {
                let open = spans.spans()[number];
                let solid = run.solid.spans()[open.solid as usize];
                let ceiling = run.solid.ceiling(open.solid as usize, &run.solid.column(column));
                ColumnItem {
                    number,
                    rows: [solid.min, solid.max],
                    area: areas[number],
                    clearance: (ceiling != UNBOUNDED).then(|| ceiling - i64::from(solid.max)),
                    links: Some(open.links),
                    distance: Some(distances[number]),
                    ..none
                }
            };
            spans.column(column).map(item).collect()
        }
    }
}

/// The item of a column that a surface row selects: the one with this surface, else the lowest one that reaches it.
pub fn item_at(items: &[ColumnItem], row: u16) -> Option<usize> {
    items.iter().position(|item| item.surface() == row).or_else(|| {
        let reaches = |item: &ColumnItem| item.rows[0] <= row && row <= item.rows[1];
        items.iter().position(reaches)
    })
}

/// A selection of one grid in another one: the column that holds the same place in the world, and there the surface that is
/// nearest to the selected one, if it is less than a row of either grid away, or else the row itself. `None` outside.
pub fn moved_selection(
    selection: Selection,
    before: &Frame,
    run: &PipelineRun,
    stage: Option<Stage>,
) -> Option<Selection> {
    let frame = &run.frame;
    if selection.x >= before.width() || selection.z >= before.depth() {
        return None;
    }
    let [x, z] = column_at(frame, before.column_centre_in_world(selection.x, selection.z))?;
    let row = selection.row.map(|row| {
        let height = before.row_in_world(row.into());
        let exact = ((height - frame.origin()[1]) / f64::from(frame.cell_height())).round();
        let away = |row: u16| (frame.row_in_world(row.into()) - height).abs();
        let items = column_items(run, stage.unwrap_or(Stage::Merged), frame.column_index(x, z));
        let nearest = items.iter().map(ColumnItem::surface).min_by(|a, b| away(*a).total_cmp(&away(*b)));
        let limit = f64::from(before.cell_height().max(frame.cell_height()));
        nearest.filter(|&row| away(row) < limit).unwrap_or(exact.clamp(0.0, u16::MAX.into()) as u16)
    });
    Some(Selection { x, z, row })
}
