//! A stage's spans or floors coloured by why they are not walkable at the end.

use super::palette::{self, Legend, LegendEntry};
use super::stage::{StageDrawing, stage_boxes};
use crate::inspect::text::square_metres;
use crate::inspect::{Reason, ReasonFilter, Reasons};
use crate::pipeline::{NOT_WALKABLE, PipelineRun, Stage, StageView, WALKABLE};

/// Draws a stage by reasons. Hidden ones have no boxes; where one is shown alone, the others step back. Raw pieces have no
/// reasons, and no boxes here.
pub fn draw_reasons(run: &PipelineRun, stage: Stage, reasons: &Reasons, filter: ReasonFilter) -> StageDrawing {
    let of_boxes: Vec<Reason> = match run.stage(stage) {
        StageView::Raw(_) => Vec::new(),
        StageView::Solid { .. } => reasons.of_solid.clone(),
        StageView::Open { spans, .. } => {
            spans.spans().iter().map(|open| reasons.of_solid[open.solid as usize]).collect()
        }
    };
    let mut drawing = StageDrawing { boxes: stage_boxes(run, stage), ..StageDrawing::default() };
    drawing.legend = legend(run, &of_boxes, filter);
    let boxes = &mut drawing.boxes;
    let all = std::mem::take(&mut boxes.cells).into_iter().zip(std::mem::take(&mut boxes.colours));
    for ((cell, colour), reason) in all.zip(of_boxes).filter(|(_, reason)| !filter.hides(*reason)) {
        let [r, g, b] = shown_colour(reason, filter);
        boxes.cells.push(cell);
        boxes.colours.push([r, g, b, colour[3]]);
    }
    drawing
}

/// The colour of a reason; where another one is shown alone, it steps back.
fn shown_colour(reason: Reason, filter: ReasonFilter) -> palette::Rgb {
    match filter.only {
        Some(only) if only != reason => {
            palette::muted(if reason == Reason::Walkable { WALKABLE } else { NOT_WALKABLE })
        }
        _ => palette::reason(reason),
    }
}

fn legend(run: &PipelineRun, of_boxes: &[Reason], filter: ReasonFilter) -> Legend {
    let mut legend = Legend { title: "Why it is not walkable".into(), ..Legend::default() };
    for reason in Reason::ALL {
        let count = of_boxes.iter().filter(|&&other| other == reason).count();
        if count > 0 && !filter.hides(reason) {
            legend.entries.push(LegendEntry {
                label: reason.label().into(),
                colour: shown_colour(reason, filter),
                count: Some(count as u64),
                amount: Some(area_of_cells(run, count)),
                hatched: false,
            });
        }
    }
    legend
}

/// The area of so many cells.
pub fn area_of_cells(run: &PipelineRun, cells: usize) -> String {
    let cell = f64::from(run.frame.cell_size());
    square_metres(cells as f64 * cell * cell)
}
