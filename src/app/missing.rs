//! Files of a scene that are not there: they are asked for, and nothing about them is lost.

use super::Shell;
use super::dialogs::Purpose;
use super::job::{Job, Opening};
use super::transient::ProblemOf;
use crate::io::{LoadError, Places};
use crate::source::{Content, Source};
use eframe::egui;
use std::path::{Path, PathBuf};

/// A file that a scene names and that is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingFile {
    pub scene: PathBuf,
    /// The number of the input.
    pub input: usize,
    pub path: PathBuf,
}

impl MissingFile {
    /// The file that is missing, when it is that which is wrong.
    pub(super) fn of_error(error: &LoadError) -> Option<Self> {
        match (error, error.missing_file()) {
            (LoadError::Input { scene, input, .. }, Some(path)) => {
                Some(Self { scene: scene.clone(), input: *input, path: path.clone() })
            }
            _ => None,
        }
    }
}

/// What is done about a file that is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MissingAction {
    /// Ask where it is: the file of this input, or of the scene that is being opened.
    Dialog(Option<usize>),
    /// It is here.
    Found(PathBuf),
    /// Open the scene without whatever is missing.
    LeaveOut,
    /// Open nothing.
    GiveUp,
}

impl Shell {
    /// Does something about a file that is not there.
    pub(super) fn perform_missing(&mut self, ctx: &egui::Context, action: MissingAction) {
        match action {
            MissingAction::Dialog(input) => {
                self.transient.locating = input;
                self.open_dialog(ctx, Purpose::Locate);
            }
            MissingAction::Found(path) => match (self.transient.missing.take(), self.transient.locating) {
                (Some((missing, job)), _) => {
                    self.open_with_places(job, |places| places.moved.push((missing.path, path)));
                }
                (None, Some(input)) => self.locate(input, path),
                (None, None) => {}
            },
            MissingAction::LeaveOut => {
                if let Some((_, job)) = self.transient.missing.take() {
                    self.open_with_places(job, |places| places.leaves_out_missing = true);
                }
            }
            MissingAction::GiveUp => {
                self.transient.missing = None;
                self.clear_problem(&[ProblemOf::Open]); // It was just answered.
            }
        }
    }

    /// The file that is looked for.
    pub(super) fn missing_path(&self) -> Option<&Path> {
        let of_input = || self.session.document.sources.get(self.transient.locating?)?.file.as_deref();
        self.transient.missing.as_ref().map(|(missing, _)| missing.path.as_path()).or_else(of_input)
    }

    /// Opens again what could not be opened, with another word about its files.
    fn open_with_places(&self, job: Job, change: impl FnOnce(&mut Places)) {
        self.submit(match job {
            Job::Open(path) => {
                let mut opening = Opening { path: Some(path), ..Opening::default() };
                change(&mut opening.places);
                Job::OpenWith(Box::new(opening))
            }
            Job::OpenWith(mut opening) => {
                change(&mut opening.places);
                Job::OpenWith(opening)
            }
            Job::Recover(left, mut places) => {
                change(&mut places);
                Job::Recover(left, places)
            }
            job => job,
        });
    }

    /// Reads the file of an input that was left out from where it is.
    fn locate(&self, input: usize, path: PathBuf) {
        let source = self.session.document.sources.get(input);
        if let Some(source) = source.filter(|source| matches!(source.content, Content::Missing(_))) {
            self.submit(Job::Reread(input, Box::new(Source { file: Some(path), ..source.clone() })));
        }
    }
}
