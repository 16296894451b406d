//! A stage of A in the colours of how it differs from B, with what only B has.

use super::palette::{self, Legend, LegendEntry, Rgb};
use super::stage::{StageDrawing, stage_boxes};
use super::{BoxStyle, Boxes};
use crate::inspect::comparison::{Difference, StageComparison, column_pairs, differences, rows_of};
use crate::inspect::matching::RowsOf;
use crate::inspect::snapshot::{Record, StageRecords};
use crate::pipeline::{AreaId, PipelineRun, Stage, StageView, WALKABLE};

/// Draws a stage of A against B, whose records both are. What is equal steps back; what only B has is drawn beside it.
pub fn draw_difference(
    run: &PipelineRun,
    names: &[String; 2],
    compared: &StageComparison,
    both: [&StageRecords; 2],
) -> StageDrawing {
    let stage = compared.stage;
    let mut boxes = stage_boxes(run, stage);
    for (colour, area) in boxes.colours.iter_mut().zip(areas(run, stage)) {
        [colour[0], colour[1], colour[2]] = palette::muted(area);
    }
    let mut only_b =
        Boxes { style: if stage >= Stage::Compact { BoxStyle::Floor } else { BoxStyle::Solid }, ..Boxes::default() };
    for &column in &compared.columns {
        let numbers = numbers(run, stage, column as usize);
        for pair in column_pairs(stage, both, column) {
            let Some(&difference) = differences(stage, &pair).first() else { continue };
            let [r, g, b] = colour(difference);
            match (pair.a, pair.b) {
                (Some(a), _) => {
                    let of_a = numbers.iter().filter(|&&(_, rows, area)| rows == a.rows && area == a.area);
                    of_a.for_each(|&(number, ..)| boxes.colours[number][..3].copy_from_slice(&[r, g, b]));
                }
                (None, Some(of_b)) => {
                    let [x, z] = [column % run.frame.width(), column / run.frame.width()].map(|at| at as u16);
                    let [low, high] = solid_rows(stage, &of_b);
                    only_b.cells.push([x, z, low, high]);
                    only_b.colours.push([r, g, b, 0]);
                }
                (None, None) => {}
            }
        }
    }
    StageDrawing { boxes, vanished: only_b, legend: legend(names, compared) }
}

/// The rows that a record is drawn at: a floor as the row below it.
fn solid_rows(stage: Stage, record: &Record) -> [u16; 2] {
    match rows_of(stage) {
        RowsOf::Solid => record.rows,
        RowsOf::Open => [record.rows[0].saturating_sub(1), record.rows[0].max(1)],
    }
}

/// The pieces, spans or floors of a column by number, with their rows and areas as records have them.
fn numbers(run: &PipelineRun, stage: Stage, column: usize) -> Vec<(usize, [u16; 2], AreaId)> {
    match run.stage(stage) {
        StageView::Raw(log) => log
            .numbers(column)
            .iter()
            .zip(log.column(column))
            .map(|(&number, piece)| (number as usize, [piece.lo, piece.hi], piece.area))
            .collect(),
        StageView::Solid { spans, areas } => spans
            .column(column)
            .map(|number| (number, [spans.spans()[number].min, spans.spans()[number].max], areas[number]))
            .collect(),
        StageView::Open { spans, areas, .. } => spans
            .column(column)
            .map(|number| (number, [spans.spans()[number].y, spans.spans()[number].height], areas[number]))
            .collect(),
    }
}

fn areas(run: &PipelineRun, stage: Stage) -> Vec<AreaId> {
    match run.stage(stage) {
        StageView::Raw(log) => log.pieces().iter().map(|piece| piece.area).collect(),
        StageView::Solid { areas, .. } | StageView::Open { areas, .. } => areas.to_vec(),
    }
}

/// The colour of a difference.
pub fn colour(difference: Difference) -> Rgb {
    match difference {
        Difference::OnlyInA => palette::SKY_BLUE,
        Difference::OnlyInB => palette::ORANGE,
        Difference::Surface => palette::VERMILION,
        Difference::Rows => palette::YELLOW,
        Difference::Area => palette::PURPLE,
        Difference::Links => palette::GREEN,
        Difference::Distance => palette::BLUE,
    }
}

/// What a person reads for a difference.
pub fn label(difference: Difference) -> &'static str {
    match difference {
        Difference::OnlyInA => "only in A",
        Difference::OnlyInB => "only in B",
        Difference::Surface => "surface at another row",
        Difference::Rows => "rows differ",
        Difference::Area => "area differs",
        Difference::Links => "links differ",
        Difference::Distance => "distance differs",
    }
}

/// Every difference, with how often a stage has it.
pub fn counts(compared: &StageComparison) -> [(Difference, usize); 7] {
    let found = compared.differences;
    [
        (Difference::OnlyInA, found.only_in[0]),
        (Difference::OnlyInB, found.only_in[1]),
        (Difference::Surface, found.surface),
        (Difference::Rows, found.rows),
        (Difference::Area, found.area),
        (Difference::Links, found.links),
        (Difference::Distance, found.distance),
    ]
}

fn legend([a, b]: &[String; 2], compared: &StageComparison) -> Legend {
    let mut legend = Legend { title: format!("{a} against {b}"), ..Legend::default() };
    for (difference, count) in counts(compared) {
        legend.add(label(difference), colour(difference), count as u64);
    }
    if legend.entries.is_empty() {
        legend.entries.push(LegendEntry {
            label: "no difference at this stage".into(),
            colour: palette::muted(WALKABLE),
            count: None,
            amount: None,
            hatched: false,
        });
    }
    legend
}
