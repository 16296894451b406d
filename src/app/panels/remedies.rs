//! What would make the selected surface walkable, and whether the column depends on the order of its pieces.

use crate::app::questions::{Answer, Question};
use crate::app::{Action, Shell};
use crate::inspect::order::order_text;
use crate::inspect::remedy::Setting;
use crate::inspect::report::{change_text, cost_text, remedy_text};
use crate::inspect::{Reason, Selection};
use crate::session::edit::edit_of;
use eframe::egui::{Label, RichText, Ui};

/// Draws the remedies, or the button that looks for them.
pub fn remedies_ui(shell: &Shell, selection: Selection, reason: Reason, ui: &mut Ui, actions: &mut Vec<Action>) {
    if reason == Reason::Walkable {
        return;
    }
    let Some(product) = &shell.product else { return };
    ui.label(RichText::new("Remedies").strong());
    let question = Question::Remedies(selection);
    match shell.transient.answers.get(shell.generation, &question) {
        Some(Answer::Remedies(remedies)) => {
            let level = product.level();
            let (mut none, mut untried) = (Vec::new(), Vec::new());
            for remedy in remedies {
                let name = remedy.setting.label();
                let Some((value, cost)) = remedy.change else {
                    let is_cell = matches!(remedy.setting, Setting::CellSize | Setting::CellHeight);
                    if is_cell { &mut untried } else { &mut none }.push(remedy);
                    continue;
                };
                ui.horizontal_wrapped(|ui| {
                    let button = ui.small_button("Apply");
                    ui.ctx().accesskit_node_builder(button.id, |node| node.set_label(format!("Apply {name}")));
                    if button.on_hover_text("Change this setting; undo takes it back").clicked() {
                        actions.push(edit_of(shell.session.document.frame, value).into());
                    }
                    ui.label(RichText::new(name).strong());
                    ui.label(change_text(&level, value));
                });
                ui.add(Label::new(RichText::new(cost_text(cost)).size(12.0).weak()).wrap());
            }
            if none.len() + untried.len() == remedies.len() {
                ui.add(Label::new("No change of a single setting was found that makes this surface walkable.").wrap());
            }
            let mut said: Vec<String> =
                untried.iter().map(|remedy| format!("{}.", remedy_text(&level, remedy))).collect();
            if !none.is_empty() {
                let names: Vec<String> = none.iter().map(|remedy| remedy.setting.label().to_lowercase()).collect();
                said.insert(0, format!("No value alone: {}.", names.join(", ")));
            }
            for text in said {
                ui.add(Label::new(RichText::new(text).size(12.0)).wrap());
            }
        }
        _ => ask_ui(
            shell,
            question,
            "Find remedies",
            "For every setting, the smallest change that makes this walkable",
            ui,
            actions,
        ),
    }
    ui.add_space(8.0);
}

/// Draws whether the column depends on the order of its pieces, or the button that finds out.
pub fn order_ui(shell: &Shell, at: [u32; 2], ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.label(RichText::new("Order of the pieces").strong());
    let question = Question::Order(at);
    match shell.transient.answers.get(shell.generation, &question) {
        Some(Answer::Order(report)) => {
            ui.add(Label::new(RichText::new(order_text(report)).size(12.0)).wrap());
        }
        _ => ask_ui(
            shell,
            question,
            "Try other orders",
            "Whether this column is order-dependent: merging is not associative",
            ui,
            actions,
        ),
    }
}

pub(super) fn ask_ui(
    shell: &Shell,
    question: Question,
    label: &str,
    hint: &str,
    ui: &mut Ui,
    actions: &mut Vec<Action>,
) {
    if shell.transient.answers.is_waiting(shell.generation, &question) {
        ui.weak(format!("{}…", question.activity()));
    } else if ui.button(label).on_hover_text(hint).clicked() {
        actions.push(Action::Ask(question));
    }
}
