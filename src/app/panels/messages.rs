//! Messages: what went wrong, and what a person should know.

use crate::app::{Action, Shell, theme};
use crate::inspect::warnings::ShownBy;
use eframe::egui::{Label, RichText, ScrollArea, Ui};

/// Draws the problem of the last job and the warnings of the run.
pub fn messages_ui(shell: &Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.add_space(2.0);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if let Some(problem) = &shell.transient.problem {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(problem.of.title()).strong().color(theme::error(ui)));
                ui.label(&problem.text);
                if ui.small_button("Dismiss").clicked() {
                    actions.push(Action::DismissProblem);
                }
            });
        }
        for note in &shell.session.notes {
            ui.add(Label::new(note).wrap());
        }
        let Some(product) = &shell.product else { return };
        if product.warnings.is_empty() && shell.session.notes.is_empty() && shell.transient.problem.is_none() {
            ui.weak("Nothing to warn of.");
        }
        for (number, warning) in product.warnings.iter().enumerate() {
            ui.horizontal(|ui| {
                let text = if warning.kind.shown_by() == ShownBy::Settings { "Settings" } else { "Show" };
                ui.push_id(number, |ui| {
                    if ui.small_button(text).on_hover_text("Show this in the view").clicked() {
                        actions.push(Action::ShowWarning(warning.kind));
                    }
                });
                ui.label(RichText::new("!").strong().color(theme::lost(ui)));
                ui.add(Label::new(&warning.text).wrap());
            });
        }
    });
}
