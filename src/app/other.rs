//! B, the other side of a comparison, beside the document that is open, which is A.

use super::Shell;
use super::dialogs::Purpose;
use super::job::{Job, JobError};
use super::product::Product;
use super::transient::ProblemOf;
use crate::inspect::{Comparison, Snapshot, compare};
use crate::io::results::{ImportedResult, Side, load_side};
use crate::io::{LoadedScene, ReadOptions};
use crate::pipeline::Monitor;
use crate::session::panels::BottomTab;
use crate::session::view::ViewChange;
use crate::session::{OtherChoice, OtherView, OtherWith, PanelTab, file_name};
use crate::source::{Assembly, Document};
use eframe::egui;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Something to do with B.
#[derive(Clone, Debug, PartialEq)]
pub enum OtherAction {
    /// What is open becomes B, and stays as it is now.
    Keep,
    /// Ask for a file that becomes B.
    Dialog,
    Field,
    Open(PathBuf),
    /// What is open, run by the rules of Recast, becomes B.
    Recast,
    /// There is no B any more.
    Drop,
    Show(OtherView),
}

/// The other side of a comparison.
#[derive(Clone, Debug)]
pub struct Other {
    pub name: String,
    pub snapshot: Arc<Snapshot>,
    /// What was run; a file of results was not.
    pub product: Option<Arc<Product>>,
    /// Counts what became B, so that others see that it is another.
    pub generation: u64,
    /// Where it comes from, as a scene remembers it.
    pub with: OtherWith,
}

/// How A and B differ.
#[derive(Clone, Debug)]
pub struct OtherComparison {
    /// Of A and of B.
    pub generations: [u64; 2],
    pub a: Arc<Snapshot>,
    pub result: Result<Comparison, String>,
}

/// Where B comes from.
#[derive(Clone, Debug)]
pub enum OtherSource {
    /// A file, run like this document where it has no frame and settings of its own.
    File(PathBuf, Box<Document>),
    /// A document under the rules of Recast.
    Recast(Box<Document>),
    /// A document under a name, and how a scene remembers it.
    Document { name: String, document: Box<Document>, with: OtherWith },
}

impl OtherSource {
    /// What is being done, for the progress line.
    pub fn activity(&self) -> String {
        match self {
            Self::File(path, _) => format!("Opening {} as B", file_name(path)),
            Self::Recast(_) => "Running by Recast's rules".into(),
            Self::Document { name, .. } => format!("Running {name}"),
        }
    }
}

/// Reads and runs what becomes B. The generation is the shell's to give.
pub(super) fn make_other(source: &OtherSource, monitor: &Monitor) -> Result<(Other, Vec<String>), JobError> {
    match source {
        OtherSource::Recast(document) => {
            let product = Product::by_rules(&crate::recast::RULES, document, &mut Assembly::default(), monitor)?;
            Ok((Other::of_product("Recast's rules".into(), Arc::new(product), OtherWith::Recast), Vec::new()))
        }
        OtherSource::Document { name, document, with } => {
            let product = Product::new(document, &mut Assembly::default(), monitor)?;
            Ok((Other::of_product(name.clone(), Arc::new(product), with.clone()), Vec::new()))
        }
        OtherSource::File(path, like) => open_other(path, like, monitor),
    }
}

fn open_other(path: &Path, like: &Document, monitor: &Monitor) -> Result<(Other, Vec<String>), JobError> {
    let (name, with) = (file_name(path), OtherWith::File(path.to_owned()));
    match load_side(path, None, &ReadOptions::default(), monitor)? {
        Side::Result(result) => {
            let ImportedResult { snapshot, notes, .. } = *result;
            Ok((Other { name, snapshot: Arc::new(snapshot), product: None, generation: 0, with }, notes))
        }
        Side::Scene(scene) => {
            let LoadedScene { mut document, notes, .. } = *scene;
            let is_scene = document.sources.len() != 1 || document.sources[0].file.as_deref() != Some(path);
            if !is_scene {
                // A mesh before and after an edit is compared in one grid, and for one agent.
                let frame = like.frame;
                (document.frame, document.settings, document.volumes) = (frame, like.settings, like.volumes.clone());
            }
            let product = Product::new(&document, &mut Assembly::default(), monitor)?;
            Ok((Other::of_product(name, Arc::new(product), with), notes))
        }
    }
}

impl Other {
    fn of_product(name: String, product: Arc<Product>, with: OtherWith) -> Self {
        let snapshot = Arc::new(Snapshot::of_run(&product.run));
        Self { name, snapshot, product: Some(product), generation: 0, with }
    }
}

/// Compares the product that is open with B.
pub(super) fn compare_with_other(a: &Product, name: &str, generations: [u64; 2], b: &Other) -> OtherComparison {
    let of_a = Arc::new(Snapshot::of_run(&a.run));
    let names = [name.to_owned(), b.name.clone()];
    let result = compare(names, &of_a, &b.snapshot).map_err(|mismatch| mismatch.to_string());
    OtherComparison { generations, a: of_a, result }
}

impl Shell {
    /// Does something with B.
    pub(super) fn perform_other(&mut self, ctx: &egui::Context, action: &OtherAction) {
        match action {
            OtherAction::Keep => {
                if let Some(product) = self.product.clone() {
                    let with = OtherWith::Settings(Box::new(product.document.without_inputs()));
                    self.take_other(Other::of_product(as_it_was(&self.session.name), product, with), Vec::new());
                }
            }
            OtherAction::Dialog => self.open_dialog(ctx, Purpose::Other),
            OtherAction::Field => self.open_path_field(Purpose::Other, None),
            OtherAction::Open(path) => {
                let like = Box::new(self.session.document.clone());
                self.submit(Job::MakeOther(OtherSource::File(path.clone(), like)));
            }
            OtherAction::Recast => {
                let document = Box::new(self.session.document.clone());
                self.submit(Job::MakeOther(OtherSource::Recast(document)));
            }
            OtherAction::Drop => {
                (self.other, self.other_comparison) = (None, None);
                self.change(&ViewChange::Other(None).into());
            }
            OtherAction::Show(show) => {
                if let Some(choice) = self.session.view.other.clone() {
                    self.change(&ViewChange::Other(Some(OtherChoice { show: *show, ..choice })).into());
                }
            }
        }
        self.transient.frames_to_settle = 3; // The view may be of another size.
    }

    /// Runs a document as B, and shows both side by side.
    pub(super) fn show_beside(&mut self, name: String, document: Box<Document>) {
        let with = OtherWith::Passing;
        let choice = OtherChoice { with: with.clone(), show: OtherView::Split };
        self.change(&ViewChange::Other(Some(choice)).into());
        self.change(&ViewChange::ShowTab(PanelTab::Bottom(BottomTab::Compare)).into());
        self.submit(Job::MakeOther(OtherSource::Document { name, document, with }));
        self.transient.frames_to_settle = 3;
    }

    /// Reads or runs what the view says is compared with.
    pub fn make_chosen_other(&mut self) {
        (self.other, self.other_comparison) = (None, None);
        let Some(choice) = &self.session.view.other else { return };
        let document = Box::new(self.session.document.clone());
        let source = match &choice.with {
            OtherWith::File(path) => OtherSource::File(path.clone(), document),
            OtherWith::Recast => OtherSource::Recast(document),
            OtherWith::Settings(variant) => OtherSource::Document {
                name: as_it_was(&self.session.name),
                document: Box::new(Document { sources: document.sources, ..(**variant).clone() }),
                with: choice.with.clone(),
            },
            OtherWith::Passing => return,
        };
        self.submit(Job::MakeOther(source));
    }

    /// Takes what was read or run as B.
    pub(super) fn take_other(&mut self, other: Other, notes: Vec<String>) {
        self.others += 1;
        self.clear_problem(&[ProblemOf::Open]);
        self.session.notes.extend(notes);
        let with = other.with.clone();
        let choice = self.session.view.other.as_ref();
        let is_restored = self.other.is_none() && choice.is_some_and(|choice| choice.with == with);
        self.other = Some(Other { generation: self.others, ..other });
        if !is_restored {
            let show = choice.map(|choice| choice.show).filter(|show| *show != OtherView::Off).unwrap_or_default();
            self.change(&ViewChange::Other(Some(OtherChoice { with, show })).into());
            self.change(&ViewChange::ShowTab(PanelTab::Bottom(BottomTab::Compare)).into());
        }
        self.compare_other();
    }

    /// Has A and B compared, when there is a B.
    pub(super) fn compare_other(&mut self) {
        self.remember_other();
        if let (Some(product), Some(other)) = (&self.product, &self.other) {
            let generations = [self.generation, other.generation];
            let name = self.session.name.clone();
            self.submit(Job::CompareOther(generations, product.clone(), name, Box::new(other.clone())));
        }
    }

    /// Has the view hold what a file can: other settings are those of the inputs that are open, and of no others.
    fn remember_other(&mut self) {
        let (Some(product), Some(other), Some(choice)) = (&self.product, &self.other, &mut self.session.view.other)
        else {
            return;
        };
        let sources = other.product.as_ref().map(|other| &other.document.sources);
        let is_of_others = sources.is_some_and(|sources| *sources != product.document.sources);
        choice.with = match &other.with {
            OtherWith::Settings(_) if is_of_others => OtherWith::Passing,
            with => with.clone(),
        };
    }

    /// How A and B differ, once that is known of both as they are.
    pub fn other_comparison(&self) -> Option<&Arc<OtherComparison>> {
        let other = self.other.as_ref()?;
        self.other_comparison.as_ref().filter(|known| known.generations == [self.generation, other.generation])
    }

    /// What is shown of B.
    pub fn other_view(&self) -> OtherView {
        let choice = self.other.as_ref().and(self.session.view.other.as_ref());
        choice.map_or(OtherView::Off, |choice| choice.show)
    }
}

fn as_it_was(name: &str) -> String {
    format!("{name} as it was")
}
