//! The sweep: one setting through a range, and how much is walkable after each stage.

use crate::app::questions::{Answer, Question, Swept};
use crate::app::{Action, Shell};
use crate::draw::palette;
use crate::inspect::remedy::Setting;
use crate::inspect::sweep::{MAX_VALUES, STAGES, SweepPoint, SweepRange, is_whole, jumps, new_value, present_value};
use crate::inspect::text::count;
use crate::pipeline::Stage;
use crate::session::edit::edit_of;
use eframe::egui::{Color32, ComboBox, DragValue, Id, Label, RichText, Sense, Stroke, Ui, vec2};
use egui_plot::{Line, MarkerShape, Plot, PlotPoints, Points, VLine};

/// Draws the fields and the chart.
pub fn sweep_ui(shell: &mut Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Some(product) = shell.product.clone() else {
        ui.weak("Nothing is open.");
        return;
    };
    let range = shell.transient.sweep.get_or_insert_with(|| proposed(&product.scene, Setting::Climb));
    let question = ui.horizontal_wrapped(|ui| {
        let before = range.setting;
        let combo = ComboBox::from_id_salt("sweep").selected_text(range.setting.label()).width(120.0);
        let combo = combo.show_ui(ui, |ui| {
            for setting in Setting::ALL {
                ui.selectable_value(&mut range.setting, setting, setting.label());
            }
        });
        ui.ctx().accesskit_node_builder(combo.response.id, |node| node.set_label("Sweep setting"));
        if range.setting != before {
            *range = proposed(&product.scene, range.setting);
        }
        range_ui(range, ui);
        Question::Sweep(*range)
    });
    let question = question.inner;
    let answers = &shell.transient.answers;
    let answer = match answers.get(shell.generation, &question) {
        Some(Answer::Sweep(points)) => Some(points.clone()),
        _ => {
            shell.transient.swept.as_ref().filter(|swept| swept.holds_for(&product.document, range)).map(Swept::points)
        }
    };
    ui.horizontal_wrapped(|ui| {
        if answers.is_waiting(shell.generation, &question) {
            ui.weak("Running the level with each value…");
            if ui.small_button("Stop").clicked() {
                actions.push(Action::Cancel);
            }
        } else if answer.is_none() {
            let runs = range.list().len();
            if ui.button("Run the sweep").on_hover_text("Runs the whole level with each value").clicked() {
                actions.push(Action::Ask(question));
            }
            ui.weak(format!("{} of the level. A click in the chart sets the value.", count(runs as u64, "run")));
        } else if let Some(points) = &answer {
            facts_ui(points, range.setting, ui);
        }
    });
    if let Some(points) = &answer {
        let now = present_value(&product.scene, range.setting);
        if let Some(value) = chart_ui(points, range.setting, now, ui) {
            let frame = shell.session.document.frame;
            actions.push(edit_of(frame, new_value(range.setting, value)).into());
        }
    }
}

/// A range around what the setting is now.
fn proposed(scene: &crate::pipeline::Scene, setting: Setting) -> SweepRange {
    let now = present_value(scene, setting);
    let (from, to, values) = match setting {
        Setting::Slope => (0.0, 90.0, 31),
        Setting::Radius => (0.0, (2.0 * now).max(6.0), MAX_VALUES),
        Setting::Height => (1.0, (2.0 * now).max(10.0), MAX_VALUES),
        Setting::Climb | Setting::MergeThreshold => (0.0, (2.0 * now).max(10.0), MAX_VALUES),
        Setting::CellSize | Setting::CellHeight => (now / 2.0, now * 2.0, 16),
    };
    SweepRange { setting, from, to, values }
}

fn unit(setting: Setting) -> &'static str {
    match setting {
        Setting::Radius => "cells",
        Setting::Slope => "degrees",
        Setting::CellSize | Setting::CellHeight => "units",
        Setting::Climb | Setting::Height | Setting::MergeThreshold => "rows",
    }
}

fn range_ui(range: &mut SweepRange, ui: &mut Ui) {
    let decimals = if is_whole(range.setting) { 0 } else { 3 };
    let limits = match range.setting {
        Setting::Height => 1.0..=65_535.0,
        Setting::Slope => 0.0..=180.0,
        Setting::CellSize | Setting::CellHeight => 0.001..=1_000_000.0,
        Setting::Climb | Setting::Radius | Setting::MergeThreshold => 0.0..=65_535.0,
    };
    let suffix = format!(" {}", unit(range.setting));
    for (name, label, value) in [("from", "Sweep from", &mut range.from), ("to", "Sweep to", &mut range.to)] {
        ui.label(name);
        let speed = if decimals == 0 { 0.1 } else { 0.01 };
        let drag = DragValue::new(value).speed(speed).range(limits.clone()).max_decimals(decimals).suffix(&suffix);
        let drag = ui.add(drag);
        ui.ctx().accesskit_node_builder(drag.id, |node| node.set_label(label));
    }
    if !is_whole(range.setting) {
        let drag = ui.add(DragValue::new(&mut range.values).range(2..=MAX_VALUES).suffix(" values"));
        ui.ctx().accesskit_node_builder(drag.id, |node| node.set_label("Sweep values"));
    }
}

/// Where the level hangs on a number, and which values were refused.
fn facts_ui(points: &[SweepPoint], setting: Setting, ui: &mut Ui) {
    let jumps: Vec<String> = jumps(points)
        .into_iter()
        .map(|at| format!("{} to {} {}", number(points[at - 1].value), number(points[at].value), unit(setting)))
        .collect();
    let text = match jumps.as_slice() {
        [] => "No jump: the walkable area changes evenly.".to_owned(),
        _ => format!("The level hangs on a number at {}.", jumps.join(", ")),
    };
    ui.add(Label::new(text).wrap());
    let refused: Vec<&SweepPoint> = points.iter().filter(|point| point.areas.is_err()).collect();
    if let Some(SweepPoint { value, areas: Err(reason) }) = refused.first() {
        let text = format!("{} refused, first {}: {reason}", count(refused.len() as u64, "value"), number(*value));
        ui.add(Label::new(RichText::new(text).weak()).wrap());
    }
}

fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The colours of the stages, in their order.
const COLOURS: [palette::Rgb; STAGES.len()] = [
    palette::WARM_GREY,
    palette::YELLOW,
    palette::ORANGE,
    palette::GREEN,
    palette::BLUE,
    palette::PURPLE,
    palette::SKY_BLUE,
];

fn legend_ui(has_jumps: bool, ui: &mut Ui) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let labels = STAGES.iter().map(|stage| stage.label()).zip(COLOURS);
        for (label, [r, g, b]) in labels.chain(has_jumps.then_some(("jumps", palette::VERMILION))) {
            let (swatch, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
            ui.painter().rect_filled(swatch, 2.0, Color32::from_rgb(r, g, b));
            ui.label(RichText::new(label).small());
            ui.add_space(6.0);
        }
        ui.label(RichText::new("the upright line is the setting as it is now").small().weak());
    });
}

/// The chart; the value that was clicked.
fn chart_ui(points: &[SweepPoint], setting: Setting, now: f64, ui: &mut Ui) -> Option<f64> {
    let dark = ui.visuals().dark_mode;
    let marked = jumps(points);
    let line = |stage: usize| -> PlotPoints<'_> {
        points.iter().filter_map(|point| Some([point.value, point.areas.as_ref().ok()?[stage]])).collect()
    };
    legend_ui(!marked.is_empty(), ui);
    let plot = Plot::new(("sweep chart", setting.label()))
        .height(ui.available_height() - 4.0)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_zoom(false)
        .allow_boxed_zoom(false)
        .x_axis_label(format!("{}, {}", setting.label(), unit(setting)))
        .y_axis_label("walkable, m²")
        .include_y(0.0)
        .label_formatter(|position| match position {
            egui_plot::HoverPosition::NearDataPoint { plot_name, position, .. } => {
                Some(format!("{plot_name}\n{} {}\n{:.1} m² walkable", number(position.x), unit(setting), position.y))
            }
            egui_plot::HoverPosition::Elsewhere { .. } => None,
        });
    let response = plot.show(ui, |plot| {
        // Volumes often lie on erosion, and compact always on low height: those are wide, and drawn before.
        for (at, stage) in STAGES.into_iter().enumerate().rev() {
            let [r, g, b] = COLOURS[at];
            let width = if matches!(stage, Stage::Volumes | Stage::Compact) { 4.0 } else { 1.5 };
            plot.line(
                Line::new(stage.label(), line(at))
                    .color(Color32::from_rgb(r, g, b))
                    .width(width)
                    .id(Id::unique(("sweep", at))),
            );
        }
        let of_jumps: PlotPoints<'_> = marked
            .iter()
            .filter_map(|&at| Some([points[at].value, points[at].areas.as_ref().ok()?[STAGES.len() - 1]]))
            .collect();
        let [r, g, b] = palette::VERMILION;
        plot.points(
            Points::new("Jumps", of_jumps).shape(MarkerShape::Diamond).radius(6.0).color(Color32::from_rgb(r, g, b)),
        );
        let colour = if dark { Color32::WHITE } else { Color32::BLACK };
        plot.vline(VLine::new("As it is now", now).stroke(Stroke::new(1.5, colour)));
        plot.pointer_coordinate()
    });
    let at = response.inner.filter(|_| response.response.clicked())?;
    let nearest = points.iter().min_by(|a, b| (a.value - at.x).abs().total_cmp(&(b.value - at.x).abs()))?;
    Some(nearest.value)
}
