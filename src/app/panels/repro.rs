//! A small repro of the selected surface: how small it is, and where it can go.

use super::remedies::ask_ui;
use crate::app::questions::Question;
use crate::app::repro::{Repro, ReproAction};
use crate::app::{Action, Shell};
use crate::inspect::Selection;
use crate::inspect::text::{count, thousands};
use crate::reduce::Size;
use eframe::egui::{CollapsingHeader, Label, RichText, ScrollArea, Ui};

/// Draws what is known of the repro, or the button that makes one.
pub(super) fn repro_ui(shell: &Shell, selection: Selection, ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.label(RichText::new("Small repro").strong());
    match shell.repro(selection) {
        Some(repro) => {
            size_ui(repro, ui);
            ui.horizontal_wrapped(|ui| {
                if ui.button("Copy the scene").on_hover_text("As text, for a bug report").clicked() {
                    ui.ctx().copy_text(repro.text.clone());
                }
                for (text, hint, action) in [
                    ("Show beside", "As B, side by side with what is open", ReproAction::Beside),
                    ("Open it", "In the place of what is open; it can be saved from there", ReproAction::Open),
                ] {
                    if ui.button(text).on_hover_text(hint).clicked() {
                        actions.push(Action::Repro(selection, action));
                    }
                }
            });
            CollapsingHeader::new("Preview of the text").id_salt("repro text").show(ui, |ui| {
                ScrollArea::both().id_salt("repro").max_height(220.0).show(ui, |ui| {
                    ui.add(Label::new(RichText::new(&repro.text).monospace().size(11.0)).extend());
                });
            });
        }
        None => ask_ui(
            shell,
            Question::Repro(selection),
            "Make a small repro of this",
            "Leaves out whatever does not matter for the reason of this surface: a scene for a bug report",
            ui,
            actions,
        ),
    }
    ui.add_space(8.0);
}

fn size_ui(repro: &Repro, ui: &mut Ui) {
    let (now, before) = (Size::of(&repro.reduced.scene), &repro.reduced.before);
    let [width, depth, height] = now.cells.map(|n| thousands(n.into()));
    let mut parts = Vec::new();
    for (now, before, noun) in [
        (now.triangles, before.triangles, "triangle"),
        (now.runs, before.runs, "voxel run"),
        (now.volumes, before.volumes, "volume"),
    ] {
        if before > 0 {
            parts.push(format!("{} of {}", thousands(now as u64), count(before as u64, noun)));
        }
    }
    let text = format!("{}, in {width} x {depth} columns of {height} rows.", parts.join(", "));
    ui.add(Label::new(text).wrap());
    let tries = format!("{} scenes tried; {}.", thousands(repro.reduced.tries as u64), repro.reduced.ended.label());
    ui.add(Label::new(RichText::new(tries).size(12.0).weak()).wrap());
}
