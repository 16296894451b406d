//! What asks for an answer: the path field, and what went wrong while the panels are hidden.

use crate::app::dialogs::Purpose;
use crate::app::missing::MissingAction;
use crate::app::other::OtherAction;
use crate::app::recovery::RecoveryAnswer;
use crate::app::{Action, Shell, theme};
use crate::inspect::text::count;
use crate::io::ReadOptions;
use crate::io::export::MeshFormat;
use crate::session::file::scene_path;
use eframe::egui::text::{CCursor, CCursorRange};
use eframe::egui::text_edit::TextEditState;
use eframe::egui::{self, Align2, Id, Key, Modal, RichText, TextEdit, Ui, vec2};
use std::path::PathBuf;
use std::time::Duration;

/// Draws what is open.
pub fn prompts_ui(shell: &mut Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    path_ui(shell, ui, actions);
    changes_ui(shell, ui, actions);
    left_behind_ui(shell, ui, actions);
    // What is asked about has a window of its own.
    let is_asked = shell.transient.missing.is_some() || shell.transient.layout_field.is_some();
    let is_hidden = shell.session.view.open_panels().hidden && !is_asked;
    if let Some(problem) = shell.transient.problem.as_ref().filter(|_| is_hidden) {
        egui::Window::new(problem.of.title())
            .anchor(Align2::CENTER_BOTTOM, vec2(0.0, -40.0))
            .collapsible(false)
            .resizable(false)
            .show(ui.ctx(), |ui| {
                ui.label(&problem.text);
                if ui.button("Dismiss").clicked() {
                    actions.push(Action::DismissProblem);
                }
            });
    }
}

/// Asks what becomes of changes that are not saved.
fn changes_ui(shell: &Shell, ui: &Ui, actions: &mut Vec<Action>) {
    let Some(waiting) = &shell.transient.waiting else { return };
    let what = match waiting {
        Action::Quit => "quitting",
        _ => "opening something else",
    };
    let modal = Modal::new(Id::unique("changes")).show(ui.ctx(), |ui| {
        ui.set_width(420.0);
        ui.label(RichText::new("Changes that are not saved").heading());
        ui.label(format!("{} has changes that would be lost by {what}.", shell.session.name));
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            for (text, action) in [
                ("Save", Action::SaveFirst),
                ("Discard changes", Action::Discard),
                ("Keep working", Action::KeepWorking),
            ] {
                if ui.button(text).clicked() {
                    actions.push(action);
                }
            }
        });
    });
    if modal.should_close() {
        actions.push(Action::KeepWorking);
    }
}

/// Offers changes that were left behind by a program that ended before they were saved.
fn left_behind_ui(shell: &Shell, ui: &Ui, actions: &mut Vec<Action>) {
    let is_asked = shell.transient.waiting.is_some() || shell.transient.path_field.is_some();
    let Some(left) = shell.transient.left_behind.first().filter(|_| !is_asked) else { return };
    let modal = Modal::new(Id::unique("left behind")).show(ui.ctx(), |ui| {
        ui.set_width(460.0);
        ui.label(RichText::new("Changes that were not saved").heading());
        let ago = left.when.elapsed().map(ago_text).unwrap_or_default();
        ui.label(format!("Spanscope ended {ago}before changes of {} were saved.", left.name));
        let place = match &left.from {
            Some(path) => format!("They belong to {}, which stays as it is until you save.", path.display()),
            None => "They belong to no file yet.".to_owned(),
        };
        ui.weak(place);
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            for (text, hint, answer) in [
                ("Restore", "Open them; they count as not saved", RecoveryAnswer::Restore),
                ("Throw away", "For good", RecoveryAnswer::Forget),
                ("Ask again later", "When Spanscope is started again", RecoveryAnswer::Later),
            ] {
                if ui.button(text).on_hover_text(hint).clicked() {
                    actions.push(Action::Recover(answer));
                }
            }
        });
    });
    if modal.should_close() {
        actions.push(Action::Recover(RecoveryAnswer::Later));
    }
}

/// How long ago something was, with a space behind.
fn ago_text(ago: Duration) -> String {
    let minutes = ago.as_secs() / 60;
    match minutes {
        0 => "a moment ago, ".into(),
        1..=119 => format!("{} ago, ", count(minutes, "minute")),
        _ => format!("{} ago, ", count(minutes / 60, "hour")),
    }
}

/// Selects a whole text, so that typing takes its place.
fn select_all(ui: &Ui, id: Id, text: &str) {
    let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
    let end = CCursor::new(text.chars().count());
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), end)));
    state.store(ui.ctx(), id);
}

fn path_ui(shell: &mut Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Some(field) = &mut shell.transient.path_field else { return };
    let (title, verb) = match field.purpose {
        Purpose::Open => ("Open a file", "Open"),
        Purpose::Add => ("Add a file as one more input", "Add"),
        Purpose::Other => ("Open a file, or a dump or heightfield, as B", "Open"),
        Purpose::Locate => ("Where the file is", "Read"),
        Purpose::Save => ("Save the scene", "Save"),
        Purpose::Export => ("Export the surface as .obj, .ply or .stl", "Export"),
    };
    let mut done = None;
    let modal = Modal::new(Id::unique("path field")).show(ui.ctx(), |ui| {
        ui.set_width(460.0);
        ui.label(RichText::new(title).heading());
        if let Some(reason) = &field.reason {
            ui.label(reason);
        }
        ui.add_space(4.0);
        let label = ui.label("Path");
        let edit = ui.add(TextEdit::singleline(&mut field.text).desired_width(f32::INFINITY)).labelled_by(label.id);
        let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if !edit.has_focus() && !entered {
            edit.request_focus();
        }
        if std::mem::take(&mut field.is_new) {
            select_all(ui, edit.id, &field.text);
        }
        let typed = PathBuf::from(field.text.trim());
        let path = if field.purpose == Purpose::Save { scene_path(&typed) } else { typed };
        let complaint = match field.purpose {
            _ if field.text.trim().is_empty() => None,
            Purpose::Open | Purpose::Add | Purpose::Other | Purpose::Locate if !path.is_file() => {
                Some("There is no such file.")
            }
            Purpose::Save | Purpose::Export if path.is_dir() => Some("This is a folder."),
            Purpose::Export if MeshFormat::of_path(&path).is_err() => Some("The name must end in .obj, .ply or .stl."),
            Purpose::Save | Purpose::Export if path.exists() => {
                Some("This file is there already and will be replaced.")
            }
            Purpose::Save if !field.text.trim().ends_with("json") => Some("The name will end in .scene.json."),
            _ => None,
        };
        ui.label(RichText::new(complaint.unwrap_or(" ")).color(theme::error(ui)));
        ui.horizontal(|ui| {
            let possible = match field.purpose {
                Purpose::Save => !field.text.trim().is_empty(),
                Purpose::Export => MeshFormat::of_path(&path).is_ok() && !path.is_dir(),
                Purpose::Open | Purpose::Add | Purpose::Other | Purpose::Locate => path.is_file(),
            };
            let pressed = ui.add_enabled(possible, egui::Button::new(verb)).clicked();
            if pressed || (entered && possible) {
                done = Some(Some(path));
            }
            if ui.button("Cancel").clicked() {
                done = Some(None);
            }
        });
    });
    if modal.should_close() {
        done.get_or_insert(None);
    }
    let Some(answer) = done else { return };
    if let Some(path) = answer {
        actions.push(match field.purpose {
            Purpose::Open => Action::Open(path),
            Purpose::Add => Action::Add(path, ReadOptions::default()),
            Purpose::Other => Action::Other(OtherAction::Open(path)),
            Purpose::Locate => Action::Missing(MissingAction::Found(path)),
            Purpose::Save => Action::SaveTo(path),
            Purpose::Export => Action::ExportTo(path),
        });
    }
    shell.transient.path_field = None;
}
