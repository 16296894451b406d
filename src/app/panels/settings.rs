//! The settings: every number in rows or cells and in world units.

use super::fields::{Field, number_ui};
use crate::app::preferences::{LEAST_LIMIT, is_limit};
use crate::app::transient::ProblemOf;
use crate::app::{Action, Shell, theme};
use crate::pipeline::frame::{MAX_CELL, MIN_CELL};
use crate::pipeline::settings::MAX_RADIUS;
use crate::pipeline::{FrameSpec, SpanSettings};
use crate::session::{Edit, presets::PRESETS};
use eframe::egui::{self, ComboBox, Grid, RichText, Ui, vec2};

/// Draws frame and agent.
pub fn settings_ui(shell: &Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let scene = &shell.session.document;
    ui.label(RichText::new("Frame").heading());
    frame_ui(&scene.frame, ui, actions);
    ui.add_space(12.0);
    ui.label(RichText::new("Agent").heading());
    let [cell_size, cell_height] = scene.frame.cell().map(f64::from);
    presets_ui(&scene.settings, [cell_size, cell_height], ui, actions);
    Grid::new("agent").num_columns(3).spacing(vec2(8.0, 6.0)).show(ui, |ui| {
        ui.label("");
        ui.weak("rows, cells");
        ui.weak("world units");
        ui.end_row();
        let s = &scene.settings;
        slope_ui(s.slope_cosine, ui, actions);
        let height = Length { name: "Height", cell: cell_height, unit: "row", min: 1, max: i32::MAX, round: f64::ceil };
        length_ui(&height, s.height_rows, ui, &mut |rows| actions.push(Edit::HeightRows(rows).into()));
        let climb = Length { name: "Climb", cell: cell_height, unit: "row", min: 0, max: i32::MAX, round: f64::floor };
        length_ui(&climb, s.climb_rows, ui, &mut |rows| actions.push(Edit::ClimbRows(rows).into()));
        let radius =
            Length { name: "Radius", cell: cell_size, unit: "cell", min: 0, max: MAX_RADIUS, round: f64::ceil };
        length_ui(&radius, s.radius_cells, ui, &mut |cells| actions.push(Edit::RadiusCells(cells).into()));
        let merge = Length { name: "Merge threshold", ..climb };
        length_ui(&merge, s.merge_threshold(), ui, &mut |rows| actions.push(Edit::MergeThreshold(Some(rows)).into()));
        merge_note_ui(s, ui, actions);
    });
    problem_ui(shell, ui);
}

/// How much memory a run may use: of this program and not of the scene.
pub fn memory_ui(shell: &Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.add_space(12.0);
    ui.label(RichText::new("Program").heading());
    Grid::new("program").num_columns(2).spacing(vec2(8.0, 6.0)).show(ui, |ui| {
        ui.label("Memory limit").on_hover_text("What would need more is refused before it begins");
        let field = Field { name: "Memory limit", suffix: " GB", speed: 0.1, decimals: 3 };
        let check = |value| if is_limit(value) { Ok(()) } else { Err(format!("{value} is below {LEAST_LIMIT}")) };
        if let Some(gigabytes) = number_ui(ui, &field, shell.preferences.memory_limit(), check) {
            actions.push(Action::LimitMemory(gigabytes));
        }
        ui.end_row();
    });
}

fn frame_ui(frame: &FrameSpec, ui: &mut Ui, actions: &mut Vec<Action>) {
    let [size, height] = frame.cell();
    let check = |value: f32| match value {
        MIN_CELL..=MAX_CELL => Ok(()),
        _ => Err(format!("{value} is outside {MIN_CELL} (2^-20) to {MAX_CELL} (2^20)")),
    };
    Grid::new("frame").num_columns(2).spacing(vec2(8.0, 6.0)).show(ui, |ui| {
        let field = |name| Field { name, suffix: " units", speed: 0.005, decimals: 6 };
        ui.label("Cell size").on_hover_text("Width of a column along x and z");
        if let Some(size) = number_ui(ui, &field("Cell size"), size, check) {
            actions.push(Edit::Frame(frame.with_cell(size, height)).into());
        }
        ui.end_row();
        ui.label("Cell height").on_hover_text("Height of a row");
        if let Some(height) = number_ui(ui, &field("Cell height"), height, check) {
            actions.push(Edit::Frame(frame.with_cell(size, height)).into());
        }
        ui.end_row();
        padding_ui(frame, ui, actions);
    });
    match frame {
        FrameSpec::Auto { .. } => ui.weak("Made from the bounds of all inputs"),
        FrameSpec::Bounds { .. } => ui.weak("Made from bounds in the scene file"),
        FrameSpec::Grid { .. } => ui.weak("Origin and dimensions are given in the scene file"),
    };
    if !matches!(frame, FrameSpec::Auto { .. }) && ui.button("Make it from the inputs").clicked() {
        let [cell_size, cell_height] = frame.cell();
        actions.push(Edit::Frame(FrameSpec::default().with_cell(cell_size, cell_height)).into());
    }
}

fn padding_ui(frame: &FrameSpec, ui: &mut Ui, actions: &mut Vec<Action>) {
    let FrameSpec::Auto { cell_size, cell_height, pad_below, pad_above, pad_side } = *frame else { return };
    let hint = "The lowest plane needs a row below it: without one its floor is dropped";
    let check = |_: u32| Ok(());
    let mut row = |name: &str, unit: &str, cell: f32, value: u32, with: &dyn Fn(u32) -> FrameSpec| {
        ui.label(name).on_hover_text(hint);
        ui.horizontal(|ui| {
            let suffix = suffix(unit, value.into());
            let field = Field { name, suffix: &suffix, speed: 0.1, decimals: 0 };
            if let Some(value) = number_ui(ui, &field, value, check) {
                actions.push(Edit::Frame(with(value)).into());
            }
            ui.weak(format!("{:.2} units", f64::from(value) * f64::from(cell)));
        });
        ui.end_row();
    };
    let auto =
        |pad_below, pad_above, pad_side| FrameSpec::Auto { cell_size, cell_height, pad_below, pad_above, pad_side };
    row("Pad below", "row", cell_height, pad_below, &|value| auto(value, pad_above, pad_side));
    row("Pad above", "row", cell_height, pad_above, &|value| auto(pad_below, value, pad_side));
    row("Pad sides", "cell", cell_size, pad_side, &|value| auto(pad_below, pad_above, value));
}

fn presets_ui(settings: &SpanSettings, cell: [f64; 2], ui: &mut Ui, actions: &mut Vec<Action>) {
    let present = PRESETS.iter().find(|preset| is_same_agent(&preset.settings, settings));
    ui.horizontal(|ui| {
        let label = ui.label("Preset");
        ComboBox::from_id_salt("preset")
            .selected_text(present.map_or("Custom", |preset| preset.name))
            .show_ui(ui, |ui| {
                for preset in &PRESETS {
                    let entry = ui.selectable_label(is_same_agent(&preset.settings, settings), preset.name);
                    if entry.on_hover_text(size_in_world(&preset.settings, cell)).clicked() {
                        actions.push(Edit::Settings(preset.settings).into());
                    }
                }
            })
            .response
            .labelled_by(label.id);
    });
}

/// How large an agent is with cells of this size and height.
fn size_in_world(settings: &SpanSettings, [size, height]: [f64; 2]) -> String {
    let tall = f64::from(settings.height_rows) * height;
    let step = f64::from(settings.climb_rows) * height;
    let radius = f64::from(settings.radius_cells) * size;
    format!("{tall:.2} tall, {step:.2} step, {radius:.2} radius in world units, with the cells as they are")
}

/// Whether two settings mean the same, however the merge threshold was given.
fn is_same_agent(a: &SpanSettings, b: &SpanSettings) -> bool {
    let spelled_out = |s: &SpanSettings| SpanSettings { merge_threshold_rows: Some(s.merge_threshold()), ..*s };
    spelled_out(a) == spelled_out(b)
}

fn slope_ui(cosine: f32, ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.label("Slope").on_hover_text("The steepest walkable slope, and the upward part of its unit normal");
    let degrees = f64::from(cosine).clamp(-1.0, 1.0).acos().to_degrees();
    let field = Field { name: "Slope in degrees", suffix: "°", speed: 0.25, decimals: 3 };
    let entered = number_ui(ui, &field, degrees, |degrees| match degrees {
        0.0..=180.0 => Ok(()),
        _ => Err(format!("{degrees}° is outside 0° to 180°")),
    });
    if let Some(degrees) = entered {
        actions.push(Edit::SlopeCosine(degrees.to_radians().cos() as f32).into());
    }
    let field = Field { name: "Slope as cosine", suffix: " cos", speed: 0.002, decimals: 8 };
    let entered = number_ui(ui, &field, cosine, |cosine| match cosine {
        -1.0..=1.0 => Ok(()),
        _ => Err(format!("{cosine} is outside -1 to 1")),
    });
    if let Some(cosine) = entered {
        actions.push(Edit::SlopeCosine(cosine).into());
    }
    ui.end_row();
}

/// A length in rows or cells.
#[derive(Clone, Copy)]
struct Length<'a> {
    name: &'a str,
    /// World units of a row or cell.
    cell: f64,
    /// The word for one of them.
    unit: &'a str,
    min: i32,
    max: i32,
    /// How a length in world units becomes whole rows or cells, to be on the safe side for the agent.
    round: fn(f64) -> f64,
}

fn length_ui(length: &Length<'_>, present: i32, ui: &mut Ui, set: &mut dyn FnMut(i32)) {
    let Length { name, cell, unit, min, max, round } = *length;
    let check = |value: i32| match value {
        _ if (min..=max).contains(&value) => Ok(()),
        _ => Err(format!("{value} is outside {min} to {max}")),
    };
    ui.label(name);
    let suffix = suffix(unit, present.into());
    let field = Field { name, suffix: &suffix, speed: 0.1, decimals: 0 };
    if let Some(value) = number_ui(ui, &field, present, check) {
        set(value);
    }
    let in_world = format!("{name} in world units");
    let field = Field { name: &in_world, suffix: " units", speed: cell / 4.0, decimals: 4 };
    let whole = |world: f64| {
        let cells = world / cell;
        // 0.8 / 0.2 is not quite 4 in float32 cells; what is meant is.
        if (cells - cells.round()).abs() < 1e-4 { cells.round() } else { round(cells) }
    };
    let entered = number_ui(ui, &field, f64::from(present) * cell, |world| {
        let (low, high) = (f64::from(min) * cell, f64::from(max) * cell);
        let inside = world >= 0.0 && (f64::from(min)..=f64::from(max)).contains(&whole(world));
        if inside { Ok(()) } else { Err(format!("{world} is outside {low:.4} to {high:.0} units")) }
    });
    if let Some(world) = entered {
        set(whole(world) as i32);
    }
    ui.end_row();
}

/// What follows a number of rows or cells.
fn suffix(unit: &str, count: i64) -> String {
    format!(" {unit}{}", if count == 1 { "" } else { "s" })
}

fn merge_note_ui(settings: &SpanSettings, ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.label("");
    if settings.merge_threshold_rows.is_none() {
        ui.weak("follows the climb");
    } else if ui.small_button("Follow the climb").clicked() {
        actions.push(Edit::MergeThreshold(None).into());
    }
    ui.end_row();
}

/// Why the settings cannot be built, and the warnings that the settings can mend.
fn problem_ui(shell: &Shell, ui: &mut Ui) {
    ui.add_space(8.0);
    if let Some(problem) = shell.transient.problem.as_ref().filter(|problem| problem.of == ProblemOf::Build) {
        ui.label(RichText::new(&problem.text).color(theme::error(ui)));
        ui.weak("The last picture stays until this is mended.");
    }
    let Some(product) = &shell.product else { return };
    for warning in product.warnings.iter().filter(|warning| warning.kind.is_about_settings()) {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("!").strong().color(theme::lost(ui)));
            ui.add(egui::Label::new(&warning.text).wrap());
        });
    }
}
