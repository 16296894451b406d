//! The stages in run order, each with its numbers: where a person steps through the pipeline.

use crate::app::{Action, Shell, theme};
use crate::inspect::StageSummary;
use crate::inspect::text::{signed, thousands};
use crate::session::Step;
use crate::session::view::ViewChange;
use eframe::egui::{
    self, Align2, Color32, FontId, Rect, Role, Sense, StrokeKind, TextStyle, Ui, WidgetInfo, pos2, vec2,
};
use std::time::Duration;

const HEIGHT: f32 = 86.0;
const GAP: f32 = 4.0;
const PLAY_WIDTH: f32 = 34.0;
/// Below this width a chip has no room for a long name beside a number of a million.
const NARROW: f32 = 104.0;

/// Draws a chip for the input and each stage, and the play button.
pub fn stage_bar_ui(shell: &Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let (bar, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT + 4.0), Sense::hover());
    let bar = bar.shrink2(vec2(0.0, 2.0));
    play_ui(shell, ui, Rect::from_min_size(bar.min, vec2(PLAY_WIDTH, HEIGHT)), actions);
    let count = Step::ALL.len() as f32;
    let width = (bar.width() - PLAY_WIDTH - GAP * count) / count;
    for (i, step) in Step::ALL.into_iter().enumerate() {
        let left = bar.left() + PLAY_WIDTH + GAP + i as f32 * (width + GAP);
        let rect = Rect::from_min_size(pos2(left, bar.top()), vec2(width, HEIGHT));
        if chip_ui(shell, ui, rect, step) {
            actions.push(ViewChange::Show(step).into());
        }
    }
}

fn play_ui(shell: &Shell, ui: &mut Ui, rect: Rect, actions: &mut Vec<Action>) {
    let plays = shell.transient.play_until.is_some();
    let label = if plays { "Stop playing" } else { "Play" };
    let response = ui.interact(rect, ui.scope_id().with("play"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
    let visuals = ui.style().interact(&response);
    ui.painter().rect(rect, 4.0, visuals.bg_fill, visuals.bg_stroke, StrokeKind::Inside);
    let (centre, colour) = (rect.center(), visuals.fg_stroke.color);
    if plays {
        for x in [-5.0, 2.0] {
            let bar = Rect::from_min_size(centre + vec2(x, -6.0), vec2(3.5, 12.0));
            ui.painter().rect_filled(bar, 0.0, colour);
        }
    } else {
        let triangle = vec![centre + vec2(-4.0, -7.0), centre + vec2(8.0, 0.0), centre + vec2(-4.0, 7.0)];
        ui.painter().add(egui::Shape::convex_polygon(triangle, colour, egui::Stroke::NONE));
    }
    if response.on_hover_text(format!("{label} through the stages (Space)")).clicked() {
        actions.push(Action::Play(!plays));
    }
}

/// One chip; true when it was clicked.
fn chip_ui(shell: &Shell, ui: &mut Ui, rect: Rect, step: Step) -> bool {
    let is_shown = shell.session.view.step == step;
    let response = ui.interact(rect, ui.scope_id().with(step.name()), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_shown, step.label()));
    let visuals = ui.style().interact_selectable(&response, is_shown);
    ui.painter().rect(rect, 4.0, visuals.weak_bg_fill, visuals.bg_stroke, StrokeKind::Inside);

    let text_colour = visuals.text_color();
    let weak = if is_shown { text_colour.gamma_multiply(0.75) } else { ui.visuals().weak_text_color() };
    let inner = rect.shrink2(vec2(8.0, 6.0));
    let painter = ui.painter().with_clip_rect(rect.shrink(2.0));
    let title = TextStyle::Body.resolve(ui.style());
    let small = FontId::proportional(theme::SMALL);
    painter.text(inner.left_top(), Align2::LEFT_TOP, step.label(), title, text_colour);
    painter.text(
        inner.right_top() + vec2(0.0, 1.0),
        Align2::RIGHT_TOP,
        (step.index() + 1).to_string(),
        small.clone(),
        weak,
    );
    let lines = lines(shell, ui, step);
    let spoken: Vec<String> = lines.iter().map(|(name, value, _)| format!("{name} {value}")).collect();
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(spoken.join(", ")));
    for (row, (name, value, colour)) in lines.into_iter().enumerate() {
        let y = inner.top() + 20.0 + row as f32 * 14.0;
        let name = if inner.width() < NARROW { short(name) } else { name };
        painter.text(pos2(inner.left(), y), Align2::LEFT_TOP, name, small.clone(), weak);
        painter.text(
            pos2(inner.right(), y),
            Align2::RIGHT_TOP,
            value,
            small.clone(),
            colour.filter(|_| !is_shown).unwrap_or(text_colour),
        );
    }
    response.on_hover_text(about(step)).clicked()
}

/// A name for a narrow chip.
fn short(name: &'static str) -> &'static str {
    match name {
        "triangles" => "tris",
        "degenerate" => "degen.",
        "outside" => "out",
        "walkable" => "walk.",
        "dropped" => "drop.",
        "change" => "chg.",
        _ => name,
    }
}

/// Name, number and colour of each line of a chip.
fn lines(shell: &Shell, ui: &Ui, step: Step) -> Vec<(&'static str, String, Option<Color32>)> {
    let Some(product) = &shell.product else { return Vec::new() };
    let Some(stage) = step.stage() else {
        let tally = &product.run.tally;
        let (triangles, degenerate) = (tally.triangles as u64, tally.degenerate.len() as u64);
        return vec![
            ("triangles", thousands(triangles), None),
            ("degenerate", thousands(degenerate), (degenerate > 0).then(|| theme::lost(ui))),
            ("outside", thousands(tally.outside.len() as u64), None),
        ];
    };
    let StageSummary { spans, walkable, change, time, .. } = product.summary[stage.index()];
    let colour = match change.unwrap_or(0).signum() {
        1 => Some(theme::gained(ui)),
        -1 => Some(theme::lost(ui)),
        _ => None,
    };
    let name = match stage {
        crate::pipeline::Stage::Raw => "pieces",
        crate::pipeline::Stage::Compact | crate::pipeline::Stage::Eroded | crate::pipeline::Stage::Volumes => "floors",
        _ => "spans",
    };
    let third = match change {
        Some(change) => ("change", signed(change), colour),
        None => ("dropped", thousands(product.run.tally.dropped.iter().sum()), None),
    };
    let mut lines = vec![(name, thousands(spans as u64), None), ("walkable", thousands(walkable as u64), None), third];
    if shell.shows_times {
        lines.push(("time", milliseconds(time), None));
    }
    lines
}

/// A duration as a person reads it.
pub fn milliseconds(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    match ms {
        _ if ms < 10.0 => format!("{ms:.1} ms"),
        _ if ms < 10_000.0 => format!("{} ms", thousands(ms.round() as u64)),
        _ => format!("{:.1} s", ms / 1000.0),
    }
}

fn about(step: Step) -> &'static str {
    use crate::pipeline::Stage;
    match step {
        Step::Input => "The input mesh, its triangles coloured by slope",
        Step::Stage(Stage::Raw) => "Every triangle and voxel run, cut into pieces over single columns",
        Step::Stage(Stage::Merged) => "The pieces of each column, merged into spans in the order they came",
        Step::Stage(Stage::LowHanging) => "Filter 1: low obstacles over walkable ground become walkable",
        Step::Stage(Stage::Ledges) => "Filter 2: ground beside a drop, or between floors too far apart, is lost",
        Step::Stage(Stage::LowHeight) => "Filter 3: ground with too little free height above it is lost",
        Step::Stage(Stage::Compact) => "The free space over every walkable span, linked to its neighbours",
        Step::Stage(Stage::Eroded) => "Walkable ground drawn in from its borders by the agent's radius",
        Step::Stage(Stage::Volumes) => "Area volumes give their area to the floors inside",
    }
}
