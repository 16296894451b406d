//! Replay: a slider over the pieces in the order they came, with steps by piece and by triangle.

use crate::app::product::Product;
use crate::app::replay::{Replay, ReplayStep};
use crate::app::{Action, Shell};
use crate::inspect::text::{count, thousands};
use crate::pipeline::Stage;
use crate::session::panels::RightTab;
use crate::session::view::ViewChange;
use crate::session::{PanelTab, Step};
use eframe::egui::{
    Align2, Button, ComboBox, FontId, Rect, Response, RichText, Role, Sense, Slider, Ui, WidgetInfo, vec2,
};

/// How many pieces a second are put in while playing.
const RATES: [f64; 5] = [4.0, 20.0, 200.0, 2_000.0, 20_000.0];

/// Draws the panel.
pub fn replay_ui(shell: &mut Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Some(product) = shell.product.clone() else {
        ui.weak("Nothing is open.");
        return;
    };
    let all = product.run.pieces.pieces().len();
    if all == 0 {
        ui.weak("There is nothing to replay: no piece reached the heightfield.");
        return;
    }
    let heading = heading(shell);
    let is_replayed = shell.replayed_stage().is_some();
    let Some(replay) = &mut shell.transient.replay else {
        let pieces = count(all as u64, "piece");
        ui.weak(format!("Shows raw and merged as they were after each of the {pieces}, in the order they came."));
        if ui.button("Start the replay").clicked() {
            shell.start_replay(actions);
        }
        return;
    };
    ui.label(RichText::new(heading).strong());
    slider_ui(replay, all, ui);
    let mut leaves = false;
    ui.horizontal_wrapped(|ui| {
        steps_ui(replay, &product, ui);
        ui.separator();
        rate_ui(replay, ui);
        ui.separator();
        let newest = replay.at.checked_sub(1).and_then(|last| product.run.pieces.pieces().get(last)?.triangle());
        let mark = ui.add_enabled(newest.is_some(), Button::new("Mark the triangle"));
        if mark.on_hover_text("Show the newest piece's triangle in the Triangle tab").clicked() {
            actions.push(ViewChange::SelectTriangle(newest).into());
            actions.push(Action::ShowTab(PanelTab::Right(RightTab::Triangle)));
        }
        leaves = ui.button("Leave the replay").clicked();
    });
    if !is_replayed {
        ui.horizontal_wrapped(|ui| {
            let step = shell.session.view.step.label();
            ui.label(format!("A replay is about raw and merged. {step} is shown with every piece in."));
            if ui.small_button("Show merged").clicked() {
                actions.push(ViewChange::Show(Step::Stage(Stage::Merged)).into());
            }
        });
    }
    if leaves {
        shell.transient.replay = None;
    }
}

/// How far the replay is, in words; empty when there is none.
pub fn heading(shell: &Shell) -> String {
    let (Some(replay), Some(product)) = (&shell.transient.replay, &shell.product) else { return String::new() };
    let pieces = product.run.pieces.pieces();
    let newest = replay.at.checked_sub(1).and_then(|last| pieces.get(last));
    let of = match newest.map(|piece| piece.triangle()) {
        Some(Some(triangle)) => format!(", triangle {}", thousands(triangle.into())),
        Some(None) => ", a run of voxels".into(),
        None => String::new(),
    };
    format!("Piece {} of {}{of}", thousands(replay.at as u64), thousands(pieces.len() as u64))
}

/// Writes over the 3D view how far the replay is, so that nobody takes a part for the whole.
pub fn heading_ui(shell: &Shell, ui: &Ui, view: Rect) {
    if shell.transient.replay.is_none() || shell.replayed_stage().is_none() {
        return;
    }
    let text = format!("Replay. {}", heading(shell));
    let galley = ui.painter().layout_no_wrap(text.clone(), FontId::proportional(14.0), ui.visuals().text_color());
    let place = Align2::CENTER_TOP.anchor_size(view.center_top() + vec2(0.0, 48.0), galley.size());
    ui.painter().rect_filled(place.expand2(vec2(10.0, 6.0)), 4.0, ui.visuals().panel_fill.gamma_multiply(0.9));
    ui.painter().galley(place.min, galley, ui.visuals().text_color());
    let said = ui.interact(place, ui.scope_id().with("replay"), Sense::hover());
    said.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
}

fn slider_ui(replay: &mut Replay, all: usize, ui: &mut Ui) {
    ui.spacing_mut().slider_width = (ui.available_width() - 90.0).max(120.0);
    let slider = named(ui.add(Slider::new(&mut replay.at, 0..=all)), "Pieces that are in", ui);
    if slider.changed() {
        replay.played = None;
    }
}

fn steps_ui(replay: &mut Replay, product: &Product, ui: &mut Ui) {
    let all = product.run.pieces.pieces().len();
    let (before, after) = (replay.at > 0, replay.at < all);
    let button = |ui: &mut Ui, text: &str, name: &str, can: bool| {
        let button = ui.add_enabled(can, Button::new(text).min_size(vec2(26.0, 0.0))).on_hover_text(name);
        named(button, name, ui).clicked()
    };
    let mut step = None;
    let mut offer = |ui: &mut Ui, text: &str, name: &str, can: bool, to: ReplayStep| {
        if button(ui, text, name, can) {
            step = Some(to);
        }
    };
    offer(ui, "Start", "To the beginning", before, ReplayStep::Begin);
    offer(ui, "«", "A triangle back", before, ReplayStep::TriangleBack);
    offer(ui, "‹", "A piece back", before, ReplayStep::Back);
    let (text, name) =
        if replay.played.is_some() { ("Pause", "Pause the replay") } else { ("Play", "Play the replay") };
    let plays = button(ui, text, name, true);
    offer(ui, "›", "A piece forward", after, ReplayStep::Forward);
    offer(ui, "»", "A triangle forward", after, ReplayStep::TriangleForward);
    offer(ui, "End", "To the end", after, ReplayStep::End);
    if let Some(step) = step {
        replay.go(step, &product.run);
    }
    if plays {
        replay.toggle(ui.input(|input| input.time), all);
    }
}

fn rate_ui(replay: &mut Replay, ui: &mut Ui) {
    let text = |rate: f64| format!("{} a second", count(rate.round() as u64, "piece"));
    let choice = ComboBox::from_id_salt("rate").selected_text(text(replay.rate)).width(150.0).show_ui(ui, |ui| {
        for rate in RATES {
            ui.selectable_value(&mut replay.rate, rate, text(rate));
        }
    });
    named(choice.response, "Pieces a second", ui);
}

fn named(response: Response, name: &str, ui: &Ui) -> Response {
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
    response
}
