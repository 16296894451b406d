//! A column through all stages, side by side: stage across, rows up.

use crate::app::Action;
use crate::app::product::Product;
use crate::draw::palette;
use crate::inspect::column::{ColumnItem, column_items, item_at};
use crate::inspect::text::count;
use crate::pipeline::Stage;
use crate::session::view::ViewChange;
use crate::session::{Selection, Step};
use eframe::egui::{Color32, Rangef, Stroke, Ui};
use egui_plot::{AxisHints, HoverPosition, Plot, PlotPoint, PlotPoints, PlotUi, Polygon, VLine};

/// The most pieces or spans of a stage that are drawn: a column can hold a million pieces.
const MAX_DRAWN: usize = 400;

/// Draws the chart; a click selects stage and span.
pub fn chart_ui(product: &Product, step: Step, selection: Selection, ui: &mut Ui, actions: &mut Vec<Action>) {
    let run = &product.run;
    let column = run.frame.column_index(selection.x, selection.z);
    let stages: Vec<Vec<ColumnItem>> = Stage::ALL.into_iter().map(|stage| column_items(run, stage, column)).collect();
    if stages[0].is_empty() {
        ui.weak("No stage has anything in this column.");
        return;
    }
    let most = stages.iter().map(Vec::len).max().unwrap_or(0);
    if most > MAX_DRAWN {
        ui.weak(format!("Of {} only the first {MAX_DRAWN} are drawn.", count(most as u64, "piece")));
    }
    let rows = || stages.iter().flatten().flat_map(|item| item.rows);
    let (low, high) = (rows().min().unwrap_or(0), rows().max().unwrap_or(0));
    let label = |position: &HoverPosition<'_>| match position {
        HoverPosition::NearDataPoint { plot_name, .. } if !plot_name.is_empty() => Some((*plot_name).to_owned()),
        _ => None,
    };
    let dark = ui.visuals().dark_mode;
    let response = Plot::new(("column chart", selection.x, selection.z))
        .height((ui.available_height() - 8.0).clamp(140.0, 420.0))
        .allow_scroll(false)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_boxed_zoom(false)
        .show_x(false)
        .show_y(false)
        .custom_x_axes(vec![
            AxisHints::new_x()
                .label("stage")
                .formatter(|mark, _| stage_number(mark.value))
                .label_spacing(Rangef::new(8.0, 16.0)),
        ])
        .x_grid_spacer(|_| (0..8).map(|i| egui_plot::GridMark { value: f64::from(i), step_size: 1.0 }).collect())
        .y_axis_label("row")
        .include_x(-0.6)
        .include_x(7.6)
        .include_y(f64::from(low) - 1.0)
        .include_y(f64::from(high) + 2.0)
        .label_formatter(label)
        .show(ui, |plot| {
            if let Some(stage) = step.stage() {
                let colour = Color32::from_gray(if dark { 90 } else { 190 });
                plot.vline(VLine::new("", stage.index() as f64).stroke(Stroke::new(22.0, colour.gamma_multiply(0.35))));
            }
            for (stage, items) in Stage::ALL.into_iter().zip(&stages) {
                let selected = selection.row.and_then(|row| item_at(items, row));
                draw_stage(plot, stage, items, selected, dark);
            }
            plot.pointer_coordinate()
        });
    if response.response.clicked()
        && let Some(at) = response.inner
        && let Some((stage, item)) = item_under(&stages, at)
    {
        actions.push(ViewChange::Show(Step::Stage(stage)).into());
        actions.push(ViewChange::Select(Some(Selection { row: Some(item.surface()), ..selection })).into());
    }
}

/// The number that the stage bar gives the stage at a place of the chart.
fn stage_number(value: f64) -> String {
    let stage = Stage::ALL.get(value.round().max(0.0) as usize).filter(|_| value.fract().abs() < 0.01);
    stage.map_or(String::new(), |&stage| (Step::Stage(stage).index() + 1).to_string())
}

/// Rows of an item in the chart: of a floor only a thin part below its surface.
fn drawn_rows(stage: Stage, item: &ColumnItem) -> [f64; 2] {
    let [low, high] = item.rows.map(f64::from);
    match stage {
        Stage::Compact | Stage::Eroded | Stage::Volumes => [high - 0.5, high],
        _ => [low, high],
    }
}

fn draw_stage(plot: &mut PlotUi<'_>, stage: Stage, items: &[ColumnItem], selected: Option<usize>, dark: bool) {
    let edge = if dark { Color32::WHITE } else { Color32::BLACK };
    for (position, item) in items.iter().enumerate().take(MAX_DRAWN) {
        let [low, high] = drawn_rows(stage, item);
        // Pieces overlap, so each is drawn narrower than the one before.
        let half = if stage == Stage::Raw { 0.4 - 0.05 * (position % 6) as f64 } else { 0.38 };
        let x = stage.index() as f64;
        let corners = vec![[x - half, low], [x + half, low], [x + half, high], [x - half, high]];
        let [r, g, b] = palette::area(item.area);
        let colour = Color32::from_rgb(r, g, b);
        let stroke = if selected == Some(position) {
            Stroke::new(2.0, edge)
        } else {
            Stroke::new(0.5, edge.gamma_multiply(0.4))
        };
        let name = format!("{stage}: rows {} to {}, area {}", item.rows[0], item.rows[1], item.area).replace('_', " ");
        plot.polygon(Polygon::new(name, PlotPoints::from(corners)).fill_color(colour).stroke(stroke));
    }
}

/// The item whose rows are at a point of the chart, or the nearest one of that stage.
fn item_under(stages: &[Vec<ColumnItem>], at: PlotPoint) -> Option<(Stage, ColumnItem)> {
    let stage = *Stage::ALL.get(at.x.round().max(0.0) as usize)?;
    let distance = |item: &&ColumnItem| {
        let [low, high] = drawn_rows(stage, item);
        (low - at.y).max(at.y - high).max(0.0)
    };
    let items = &stages[stage.index()];
    items.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).map(|item| (stage, *item))
}
