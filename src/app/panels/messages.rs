//! Messages: what went wrong, and what a person should know.

use crate::app::job::Compared;
use crate::app::{Action, Shell, theme};
use crate::inspect::text::{count, thousands};
use crate::inspect::warnings::ShownBy;
use crate::inspect::{Selection, column_items};
use crate::pipeline::Stage;
use crate::session::Step;
use crate::session::view::ViewChange;
use eframe::egui::{Label, RichText, ScrollArea, Ui};

/// Draws how two results differ: for each stage in how many columns, with the way there.
fn comparison_ui(compared: &Compared, shell: &Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&compared.title).strong());
        if ui.small_button("Close").clicked() {
            actions.push(Action::CloseComparison);
        }
        let comparison = match &compared.result {
            Ok(comparison) => comparison,
            Err(reason) => {
                ui.label(reason);
                return;
            }
        };
        for stage in &comparison.stages {
            let label = stage.stage.label().to_lowercase();
            match stage.columns.first() {
                None => {
                    ui.weak(format!("{label} the same"));
                }
                Some(&first) => {
                    let [a, b] = stage.walkable.map(|count| thousands(count as u64));
                    let hint =
                        format!("Walkable {}: {a}, {}: {b}. Show the first", comparison.names[0], comparison.names[1]);
                    let text = format!("{label} {}", count(stage.columns.len() as u64, "column"));
                    if ui.small_button(text).on_hover_text(hint).clicked() {
                        actions.extend(show_column(shell, stage.stage, first));
                    }
                }
            }
        }
    });
}

/// Shows a stage, and selects a column.
fn show_column(shell: &Shell, stage: Stage, column: u32) -> Vec<Action> {
    let Some(product) = &shell.product else { return Vec::new() };
    let width = product.run.frame.width();
    let row = column_items(&product.run, stage, column as usize).iter().map(|item| item.surface()).max();
    let selection = Selection { x: column % width, z: column / width, row };
    vec![ViewChange::Show(Step::Stage(stage)).into(), ViewChange::Select(Some(selection)).into()]
}

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
        if let Some(compared) = &shell.comparison {
            comparison_ui(compared, shell, ui, actions);
        }
        for note in &shell.session.notes {
            ui.add(Label::new(note).wrap());
        }
        let document = &shell.session.document;
        for (number, path) in document.missing() {
            let text = format!("input {number}: left out, as its file is not there: {}", path.display());
            ui.add(Label::new(RichText::new(text).color(theme::error(ui))).wrap());
        }
        let Some(product) = &shell.product else { return };
        if product.warnings.is_empty()
            && document.missing().next().is_none()
            && shell.session.notes.is_empty()
            && shell.transient.problem.is_none()
        {
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
