//! Asks for a file of a scene that is not there.

use crate::app::missing::MissingAction;
use crate::app::{Action, Shell};
use crate::session::file_name;
use eframe::egui::{Id, Modal, RichText, Ui};

/// Draws the question while it is open.
pub fn missing_ui(shell: &Shell, ui: &Ui, actions: &mut Vec<Action>) {
    // Where it is has a window of its own.
    let asks_path = shell.transient.path_field.is_some();
    let Some((missing, _)) = shell.transient.missing.as_ref().filter(|_| !asks_path) else { return };
    let modal = Modal::new(Id::unique("missing")).show(ui.ctx(), |ui| {
        ui.set_width(460.0);
        ui.label(RichText::new("A file of this scene is not there").heading());
        ui.label(format!("Input {} of {} is read from", missing.input, file_name(&missing.scene)));
        ui.monospace(missing.path.display().to_string());
        ui.add_space(4.0);
        ui.weak("Others that are missing too are looked for beside the one that is located.");
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            for (text, hint, action) in [
                ("Locate…", "Say where it is now", MissingAction::Dialog(None)),
                (
                    "Open without it",
                    "Whatever is missing is left out of the run, and stays in the scene",
                    MissingAction::LeaveOut,
                ),
                ("Cancel", "Open nothing", MissingAction::GiveUp),
            ] {
                if ui.button(text).on_hover_text(hint).clicked() {
                    actions.push(Action::Missing(action));
                }
            }
        });
    });
    if modal.should_close() {
        actions.push(Action::Missing(MissingAction::GiveUp));
    }
}
