//! What the measuring tool says: in a box over the 3D view, and on the line.

use super::viewport::Seen;
use crate::app::measuring::{MeasureStep, Measuring};
use crate::app::product::Product;
use crate::app::{Action, Shell, camera, theme};
use crate::inspect::measure::{FreeWidth, floor_at, free_width, needed_cells};
use crate::inspect::text::{count, minus, signed, thousands, units};
use crate::inspect::{Measured, Place, measure};
use crate::pipeline::PipelineRun;
use eframe::egui::{Align, Align2, Color32, FontId, Frame, Layout, Rect, RichText, Ui, UiBuilder, vec2};

/// Where the box stands in the 3D view.
const CORNER: [f32; 2] = [12.0, 40.0];
const WIDTH: f32 = 264.0;

/// Draws the box, and the length on the line.
pub(super) fn measure_ui(shell: &Shell, product: &Product, seen: &Seen, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Some(measuring) = shell.transient.measuring else { return };
    let run = &product.run;
    let ends = shell.measured_ends();
    if let Some([from, to]) = ends {
        label_ui(run, seen, [from, to], ui);
    }
    let place = Rect::from_min_size(seen.rect.left_top() + vec2(CORNER[0], CORNER[1]), vec2(WIDTH, 0.0));
    let mut child = ui.new_child(UiBuilder::new().max_rect(place));
    Frame::popup(child.style()).show(&mut child, |ui| {
        ui.set_width(WIDTH - 16.0);
        ui.spacing_mut().item_spacing.y = 3.0;
        ui.spacing_mut().interact_size.y = 18.0;
        ui.horizontal(|ui| {
            ui.strong("Measure");
            ui.weak(what_next(measuring));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.small_button("End").on_hover_text("Escape").clicked() {
                    actions.push(Action::Measure(MeasureStep::End));
                }
            });
        });
        if let Some([from, to]) = ends {
            numbers_ui(&measure(&run.frame, from, to), run, ui);
        }
        if let Some(place) = shell.width_place() {
            ui.separator();
            width_ui(run, place, ui);
        }
    });
}

fn what_next(measuring: Measuring) -> &'static str {
    match measuring {
        Measuring { from: None, .. } => "click a surface",
        Measuring { to: None, .. } => "click another one",
        _ => "click to begin again",
    }
}

fn numbers_ui(measured: &Measured, run: &PipelineRun, ui: &mut Ui) {
    let Measured { cells, rows, plan, step, distance, slope } = *measured;
    let cell = f64::from(run.frame.cell_size());
    let along = |cells: i64| [format!("{} cells", signed(cells)), units(cells as f64 * cell)];
    let lines = [
        ("Along x", along(cells[0])),
        ("Along z", along(cells[1])),
        ("Step", [format!("{} rows", signed(rows)), units(step)]),
        ("Seen from above", [String::new(), units(plan)]),
        ("In space", [String::new(), units(distance)]),
        ("Slope", [String::new(), minus(&format!("{slope:.1}°"))]),
    ];
    for (name, [counted, length]) in lines {
        ui.horizontal(|ui| {
            ui.weak(name);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let right = Layout::right_to_left(Align::Center);
                ui.allocate_ui_with_layout(vec2(84.0, ui.available_height()), right, |ui| {
                    ui.set_min_width(84.0);
                    ui.label(length);
                });
                if !counted.is_empty() {
                    ui.label(counted);
                }
            });
        });
    }
}

/// How wide the ground is, and whether that is enough.
fn width_ui(run: &PipelineRun, place: Place, ui: &mut Ui) {
    let Place { x, z, row } = place;
    ui.label(RichText::new(format!("Free width at column {x}, {z}, row {row}")).strong());
    let Some((column, floor)) = floor_at(&run.open, &run.frame, place) else {
        ui.weak("After the filters this surface is no floor: no agent stands on it.");
        return;
    };
    let width = free_width(&run.open, column, floor);
    let cell = f64::from(run.frame.cell_size());
    let [along_x, along_z] = width.cells().map(|cells| cells_and_units(cells, cell));
    ui.label(format!("{along_x} along x, {along_z} along z, before the erosion"));
    let needed = needed_cells(run.settings.radius_cells);
    let colour = if width.narrower() < needed { theme::lost(ui) } else { theme::gained(ui) };
    ui.label(RichText::new(width_text(&width, run)).color(colour)).on_hover_text(
        "2 · radius + 1. Ground that is narrower in either direction is always eroded. Enough is enough in a straight \
         passage along an axis; at corners and where walls run aslant more can be needed.",
    );
}

/// The width of a doorway against what the agent needs.
pub fn width_text(width: &FreeWidth, run: &PipelineRun) -> String {
    let (cell, radius) = (f64::from(run.frame.cell_size()), run.settings.radius_cells);
    let narrower = cells_and_units(width.narrower(), cell);
    format!("{narrower} wide; an agent of radius {radius} needs {}", cells_and_units(needed_cells(radius), cell))
}

/// A width in cells and in world units.
pub fn cells_and_units(cells: u32, cell: f64) -> String {
    format!("{} ({})", count(cells.into(), "cell"), units(f64::from(cells) * cell))
}

/// The length in space, beside the middle of the line.
fn label_ui(run: &PipelineRun, seen: &Seen, [from, to]: [Place; 2], ui: &Ui) {
    let row_height = f64::from(camera::row_height(&run.frame));
    let ends = [from, to].map(|place| place.in_cells().map(f64::from));
    let middle: [f64; 3] = std::array::from_fn(|i| f64::midpoint(ends[0][i], ends[1][i]));
    let Some(at) = seen.at_screen([middle[0], middle[1] * row_height, middle[2]]) else { return };
    let Measured { distance, rows, .. } = measure(&run.frame, from, to);
    let text = format!("{}, {} rows", units(distance), if rows == 0 { thousands(0) } else { signed(rows) });
    let galley = ui.painter().layout_no_wrap(text, FontId::proportional(13.0), Color32::WHITE);
    let place = Align2::CENTER_BOTTOM.anchor_size(at - vec2(0.0, 8.0), galley.size());
    ui.painter().rect_filled(place.expand2(vec2(6.0, 2.0)), 3.0, Color32::from_black_alpha(190));
    ui.painter().galley(place.min, galley, Color32::WHITE);
}
