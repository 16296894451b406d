//! Adds a picture to those that `spanscope check` compares, and lists them.

use crate::app::{Action, Shell, theme};
use crate::session::checks::Shown;
use crate::session::{ENDING, PictureCheck};
use eframe::egui::{Button, DragValue, Grid, Id, Modal, RichText, ScrollArea, TextEdit, Ui, vec2};

/// Draws the question while it is open.
pub fn checks_ui(shell: &mut Shell, ui: &Ui, actions: &mut Vec<Action>) {
    // Where the scene goes is asked first.
    let asks_path = shell.transient.path_field.is_some();
    let Some(mut check) = shell.transient.check_field.clone().filter(|_| !asks_path) else { return };
    let mut is_open = true;
    let modal = Modal::new(Id::unique("checks")).show(ui.ctx(), |ui| {
        ui.set_width(460.0);
        ui.label(RichText::new("Add as check").heading());
        ui.label("spanscope check compares this view from now on with the picture that is kept beside the scene.");
        ui.add_space(8.0);
        Grid::new("check").num_columns(2).spacing(vec2(12.0, 6.0)).show(ui, |ui| fields_ui(shell, &mut check, ui));
        let complaint = complaint(shell, &check);
        ui.label(RichText::new(complaint.as_deref().unwrap_or(" ")).color(theme::error(ui)));
        ui.horizontal(|ui| {
            let replaces = shell.session.checks.iter().any(|before| before.name.eq_ignore_ascii_case(&check.name));
            let verb = if replaces { "Replace and save" } else { "Add and save" };
            if ui.add_enabled(complaint.is_none(), Button::new(verb)).clicked() {
                actions.push(Action::AddCheck(Box::new(check.clone())));
            }
            is_open &= !ui.button("Close").clicked();
        });
        list_ui(shell, ui, actions);
    });
    is_open &= !modal.should_close();
    shell.transient.check_field = is_open.then_some(check);
}

fn fields_ui(shell: &Shell, check: &mut PictureCheck, ui: &mut Ui) {
    let name = ui.label("Name");
    ui.add(TextEdit::singleline(&mut check.name).desired_width(220.0)).labelled_by(name.id);
    ui.end_row();
    ui.label("Picture of");
    ui.horizontal(|ui| {
        for shown in Shown::ALL {
            if ui.selectable_label(check.show == shown, label(shown)).clicked() {
                (check.show, check.size) = (shown, shell.size_of(shown));
            }
        }
    });
    ui.end_row();
    ui.label("Size, pixels");
    ui.horizontal(|ui| {
        for (side, pixels) in ["x", "y"].into_iter().zip(&mut check.size) {
            let label = ui.weak(side);
            ui.add(DragValue::new(pixels).range(16..=8192)).labelled_by(label.id);
        }
    });
    ui.end_row();
    let tolerance = ui.label("Tolerance").on_hover_text(
        "The mean difference of a square of 8 x 8 pixels above which the pictures differ, 1 for black against white",
    );
    ui.horizontal(|ui| {
        ui.add(DragValue::new(&mut check.tolerance).range(0.0..=1.0).speed(0.001)).labelled_by(tolerance.id);
        ui.weak("0.008 passes another driver, 0 sees every pixel");
    });
    ui.end_row();
}

/// Why the check cannot be added as it is.
fn complaint(shell: &Shell, check: &PictureCheck) -> Option<String> {
    let is_found = shell.session.path.as_ref().is_none_or(|path| path.to_string_lossy().ends_with(ENDING));
    match check.check() {
        Err(reason) => Some(reason),
        Ok(()) if !is_found => {
            Some(format!("spanscope check reads only scenes that end in {ENDING}: save as such first"))
        }
        Ok(()) if !shell.is_settled() => Some("The level is being built…".into()),
        Ok(()) => None,
    }
}

fn list_ui(shell: &Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let checks = &shell.session.checks;
    if checks.is_empty() {
        return;
    }
    ui.add_space(4.0);
    ui.separator();
    ui.label(RichText::new("Checks of this scene").strong());
    ScrollArea::vertical().max_height(220.0).show(ui, |ui| {
        Grid::new("checks").num_columns(4).striped(true).spacing(vec2(16.0, 4.0)).show(ui, |ui| {
            for check in checks {
                let [width, height] = check.size;
                ui.label(&check.name);
                ui.weak(format!("{}, {width} x {height}", label(check.show)));
                let show = ui.add_enabled(check.view.is_some(), Button::new("Show"));
                if show.on_hover_text("Look at the level as this check does").clicked() {
                    actions.push(Action::ShowCheck(check.name.clone()));
                }
                let remove = ui.button("Remove").on_hover_text("With the next save; its picture stays where it is");
                if remove.clicked() {
                    actions.push(Action::RemoveCheck(check.name.clone()));
                }
                ui.end_row();
            }
        });
    });
}

fn label(shown: Shown) -> &'static str {
    match shown {
        Shown::View => "3D view",
        Shown::Window => "Window",
        Shown::Charts => "Charts",
        Shown::Section => "Section",
    }
}
