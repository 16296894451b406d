//! The list of keys and mouse gestures, made from the table of entries.

use crate::app::actions::Menu;
use crate::app::{Action, Shell};
use eframe::egui::{self, Align2, Grid, RichText, ScrollArea, Ui, vec2};

/// Mouse gestures in the 3D view, and what they do.
pub const MOUSE: [(&str, &str); 6] = [
    ("Left drag", "turn around the target"),
    ("Right, middle or Shift drag", "move"),
    ("Wheel", "zoom to what is under the pointer"),
    ("Click", "select a column and a span"),
    ("Double click", "select and frame"),
    ("Arrow keys", "move the selection by a column"),
];

/// Draws the list while it is open.
pub fn keys_ui(shell: &Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    if !shell.transient.shows_keys {
        return;
    }
    let mut open = true;
    let centre = ui.ctx().content_rect().center();
    egui::Window::new("Keys and mouse")
        .open(&mut open)
        .default_width(420.0)
        .pivot(Align2::CENTER_CENTER)
        .default_pos(centre)
        .show(ui.ctx(), |ui| {
            ScrollArea::vertical().max_height(520.0).show(ui, |ui| {
                Grid::new("keys").num_columns(2).striped(true).spacing(vec2(24.0, 4.0)).show(ui, |ui| {
                    for (gesture, meaning) in MOUSE {
                        ui.label(RichText::new(gesture).strong());
                        ui.label(meaning);
                        ui.end_row();
                    }
                    let entries = shell.entries();
                    for menu in Menu::ALL {
                        for entry in entries.iter().filter(|entry| entry.menu == menu) {
                            let Some(key) = &entry.key else { continue };
                            ui.label(RichText::new(ui.ctx().format_shortcut(key)).strong());
                            ui.label(&entry.label);
                            ui.end_row();
                        }
                    }
                });
            });
        });
    if !open {
        actions.push(Action::ShowKeys(false));
    }
}
