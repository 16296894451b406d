//! The menu bar: made from the table of all entries, with recent files and the theme beside them.

use crate::app::actions::Menu;
use crate::app::{Action, Shell};
use crate::session::view::ViewChange;
use eframe::egui::{self, Align, Button, Layout, MenuBar, RichText};

/// Draws the menu bar, and at its right what is open and what is being done.
pub fn menu_ui(shell: &Shell, ui: &mut egui::Ui, actions: &mut Vec<Action>) {
    MenuBar::new().ui(ui, |ui| {
        let entries = shell.entries();
        for menu in Menu::ALL {
            ui.menu_button(menu.label(), |ui| {
                for entry in entries.iter().filter(|entry| entry.menu == menu) {
                    let key = entry.key.map(|key| ui.ctx().format_shortcut(&key)).unwrap_or_default();
                    let button = Button::new(&entry.label).shortcut_text(key);
                    if ui.add_enabled(is_possible(shell, &entry.action), button).clicked() {
                        actions.push(entry.action.clone());
                    }
                    if entry.action == Action::OpenSample {
                        recent_ui(shell, ui, actions);
                    }
                }
                if menu == Menu::View {
                    ui.separator();
                    theme_ui(ui);
                }
            });
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            activity_ui(shell, ui, actions);
            let mark = if shell.session.is_changed() { " •" } else { "" };
            let name = &shell.session.name;
            let text = if name.is_empty() { "nothing open".into() } else { format!("{name}{mark}") };
            let hint = if mark.is_empty() { "What is open" } else { "What is open; it has changes that are not saved" };
            ui.add(egui::Label::new(RichText::new(text).strong()).truncate()).on_hover_text(hint);
        });
    });
}

/// In words: egui's own buttons have signs that its fonts lack.
fn theme_ui(ui: &mut egui::Ui) {
    use egui::ThemePreference::{Dark, Light, System};
    let present = ui.ctx().options(|options| options.theme_preference);
    for (theme, label) in [(Dark, "Dark"), (Light, "Light"), (System, "As the system")] {
        if ui.add(Button::selectable(present == theme, label)).clicked() {
            ui.ctx().set_theme(theme);
        }
    }
}

fn is_possible(shell: &Shell, action: &Action) -> bool {
    use crate::session::Command;
    match action {
        Action::Session(Command::View(ViewChange::Density(_))) => super::density::applies(shell),
        Action::Session(Command::Undo) => shell.session.history.can_undo() || shell.has_corners(),
        Action::Session(Command::Redo) => shell.session.history.can_redo(),
        Action::FitSelection => shell.session.view.selection.is_some(),
        _ => true,
    }
}

fn recent_ui(shell: &Shell, ui: &mut egui::Ui, actions: &mut Vec<Action>) {
    ui.menu_button("Open recent", |ui| {
        let recent = shell.preferences.recent();
        if recent.is_empty() {
            ui.weak("No file was opened yet");
            return;
        }
        for path in recent {
            if ui.button(crate::session::file_name(path)).on_hover_text(path.display().to_string()).clicked() {
                actions.push(Action::Open(path.clone()));
            }
        }
        ui.separator();
        if ui.button("Forget these").clicked() {
            actions.push(Action::ForgetRecent);
        }
    });
}

fn activity_ui(shell: &Shell, ui: &mut egui::Ui, actions: &mut Vec<Action>) {
    if let Some((text, fraction)) = shell.activity() {
        if ui.small_button("Cancel").clicked() {
            actions.push(Action::Cancel);
        }
        ui.add(egui::ProgressBar::new(fraction).desired_width(120.0).desired_height(8.0));
        ui.weak(text);
    } else if let Some(product) = &shell.product
        && shell.shows_times
    {
        ui.weak(super::stage_bar::milliseconds(product.run.total_time())).on_hover_text("Time of all stages together");
    }
}
