//! Opening and saving: dialogs, the path field, and changes that are not saved.

use super::dialogs::{Answer, FileDialog, Purpose};
use super::missing::MissingAction;
use super::other::OtherAction;
use super::transient::{PathField, Problem, ProblemOf};
use super::{Action, Shell};
use crate::io::ReadOptions;
use crate::session::checks::beside;
use crate::session::{ENDING, file, file_name, stem};
use eframe::egui;
use std::path::{Path, PathBuf};

impl Shell {
    /// Opens a dialog, unless one is open.
    pub(super) fn open_dialog(&mut self, ctx: &egui::Context, purpose: Purpose) {
        if self.transient.dialog.is_none() {
            let ctx = ctx.clone();
            let name = match purpose {
                Purpose::Export => file_name(&self.proposed_mesh()),
                _ => file_name(&self.proposed_path()),
            };
            self.transient.dialog = Some(FileDialog::open(purpose, &name, move || ctx.request_repaint()));
        }
    }

    /// Takes the answer of a dialog, when there is one.
    pub(super) fn receive_answer(&mut self, ctx: &egui::Context) {
        let Some(answer) = self.transient.dialog.as_ref().and_then(FileDialog::poll) else { return };
        let Some(dialog) = self.transient.dialog.take() else { return };
        match (answer, dialog.purpose) {
            (Answer::Chosen(path), Purpose::Open) => self.apply_all(ctx, [Action::Open(path)]),
            (Answer::Chosen(path), Purpose::Add) => self.apply_all(ctx, [Action::Add(path, ReadOptions::default())]),
            (Answer::Chosen(path), Purpose::Other) => self.apply_all(ctx, [Action::Other(OtherAction::Open(path))]),
            (Answer::Chosen(path), Purpose::Locate) => {
                self.apply_all(ctx, [Action::Missing(MissingAction::Found(path))]);
            }
            (Answer::Chosen(path), Purpose::Export) => self.apply_all(ctx, [Action::ExportTo(path)]),
            (Answer::Chosen(path), Purpose::Save) => self.apply_all(ctx, [Action::SaveTo(path)]),
            (Answer::Nothing, _) => {
                self.transient.after_save = None;
                self.transient.note = Some("No file was chosen; File > Open path… takes a typed path".into());
            }
            (Answer::Unavailable, purpose) => {
                let reason = "This system has no file dialog that could be opened, so type the path.";
                self.open_path_field(purpose, Some(reason.into()));
            }
        }
    }

    /// Opens the path field.
    pub(super) fn open_path_field(&mut self, purpose: Purpose, reason: Option<String>) {
        let text = match purpose {
            Purpose::Open | Purpose::Add | Purpose::Other => String::new(),
            Purpose::Locate => self.missing_path().map(|path| path.display().to_string()).unwrap_or_default(),
            Purpose::Save => self.proposed_path().display().to_string(),
            Purpose::Export => self.proposed_mesh().display().to_string(),
        };
        self.transient.path_field = Some(PathField { purpose, text, reason, is_new: true });
    }

    /// Saves to the session's own file, or asks where.
    pub(super) fn save(&mut self, ctx: &egui::Context) {
        match self.session.path.clone() {
            Some(path) => self.save_to(ctx, &path),
            None => self.open_dialog(ctx, Purpose::Save),
        }
    }

    /// Saves to a file, and then does what waited for it. A failure asks for another path.
    pub(super) fn save_to(&mut self, ctx: &egui::Context, path: &Path) {
        let path = file::scene_path(path);
        match file::save_with_checks(&self.session.document, &self.session.view, &self.session.checks, &path) {
            Ok(()) => {
                self.session.mark_saved(&path);
                self.remember(&path);
                self.clear_problem(&[ProblemOf::Save]);
                self.transient.note = self.missing_other().map(|missing| format!("Saved; {missing}").into());
                if let Some(next) = self.transient.after_save.take() {
                    self.apply_all(ctx, [next]);
                }
            }
            Err(error) => {
                let (kind, text) = (Some(error.kind()), error.to_string());
                let field = PathField {
                    purpose: Purpose::Save,
                    text: path.display().to_string(),
                    reason: Some(text.clone()),
                    is_new: false,
                };
                self.transient.path_field = Some(field);
                self.transient.problem = Some(Problem { of: ProblemOf::Save, kind, text });
            }
        }
    }

    /// Saves, and does what waits once that has worked.
    pub(super) fn save_first(&mut self, ctx: &egui::Context) {
        self.transient.after_save = self.transient.waiting.take();
        self.save(ctx);
    }

    /// Puts a file first among the recent ones.
    pub(super) fn remember(&mut self, path: &Path) {
        if let Err(error) = self.preferences.remember(path) {
            log::warn!("recent files were not stored: {error}");
        }
    }

    /// Where a surface would go: beside the scene.
    fn proposed_mesh(&self) -> PathBuf {
        beside(&self.proposed_path(), "obj")
    }

    /// Where a scene that has no file would go: beside its mesh.
    pub(super) fn proposed_path(&self) -> PathBuf {
        let name = stem(&self.session.name);
        let beside = self.session.document.files().next().and_then(|file| file.parent());
        let folder = beside.map(Path::to_owned).or_else(|| std::env::current_dir().ok()).unwrap_or_default();
        let own = Path::new(name).file_stem().unwrap_or_default().to_string_lossy().replace(' ', "_");
        self.session.path.clone().unwrap_or_else(|| folder.join(format!("{own}{ENDING}")))
    }
}
