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
use crate::session::file_name;
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

/// How B is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OtherView {
    /// A alone.
    Off,
    /// A in the colours of how it differs from B, with what only B has.
    #[default]
    Difference,
    /// A and B side by side, seen from the same place.
    Split,
}

impl OtherView {
    /// Every way, with what a person reads.
    pub const ALL: [(Self, &str); 3] =
        [(Self::Off, "A alone"), (Self::Difference, "Difference"), (Self::Split, "Split")];
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
    /// The file that it was read from.
    pub path: Option<PathBuf>,
    /// Whether it is A under Recast's rules.
    pub rules_of_recast: bool,
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
    /// A document that is in no file, under a name.
    Document(String, Box<Document>),
}

impl OtherSource {
    /// What is being done, for the progress line.
    pub fn activity(&self) -> String {
        match self {
            Self::File(path, _) => format!("Opening {} as B", file_name(path)),
            Self::Recast(_) => "Running by Recast's rules".into(),
            Self::Document(name, _) => format!("Running the {name}"),
        }
    }
}

/// Reads and runs what becomes B. The generation is the shell's to give.
pub(super) fn make_other(source: &OtherSource, monitor: &Monitor) -> Result<(Other, Vec<String>), JobError> {
    match source {
        OtherSource::Recast(document) => {
            let product = Product::by_rules(&crate::recast::RULES, document, &mut Assembly::default(), monitor)?;
            let other = Other::of_product("Recast's rules".into(), Arc::new(product));
            Ok((Other { rules_of_recast: true, ..other }, Vec::new()))
        }
        OtherSource::Document(name, document) => {
            let product = Product::new(document, &mut Assembly::default(), monitor)?;
            Ok((Other::of_product(name.clone(), Arc::new(product)), Vec::new()))
        }
        OtherSource::File(path, like) => open_other(path, like, monitor),
    }
}

fn open_other(path: &Path, like: &Document, monitor: &Monitor) -> Result<(Other, Vec<String>), JobError> {
    let name = file_name(path);
    match load_side(path, None, &ReadOptions::default(), monitor)? {
        Side::Result(result) => {
            let ImportedResult { snapshot, notes, .. } = *result;
            let snapshot = Arc::new(snapshot);
            let path = Some(path.to_owned());
            Ok((Other { name, snapshot, product: None, generation: 0, path, rules_of_recast: false }, notes))
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
            Ok((Other { path: Some(path.to_owned()), ..Other::of_product(name, Arc::new(product)) }, notes))
        }
    }
}

impl Other {
    fn of_product(name: String, product: Arc<Product>) -> Self {
        let snapshot = Arc::new(Snapshot::of_run(&product.run));
        Self { name, snapshot, product: Some(product), generation: 0, path: None, rules_of_recast: false }
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
                    let name = format!("{} as it was", self.session.name);
                    self.take_other(Other::of_product(name, product), Vec::new());
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
            OtherAction::Drop => (self.other, self.other_comparison) = (None, None),
            OtherAction::Show(view) => self.transient.other_view = *view,
        }
        self.transient.frames_to_settle = 3; // The view may be of another size.
    }

    /// Runs a document as B, and shows both side by side.
    pub(super) fn show_beside(&mut self, name: String, document: Box<Document>) {
        self.transient.other_view = OtherView::Split;
        self.submit(Job::MakeOther(OtherSource::Document(name, document)));
        self.transient.frames_to_settle = 3;
    }

    /// Takes what was read or run as B.
    pub(super) fn take_other(&mut self, other: Other, notes: Vec<String>) {
        self.others += 1;
        self.clear_problem(&[ProblemOf::Open]);
        self.session.notes.extend(notes);
        self.other = Some(Other { generation: self.others, ..other });
        if self.transient.other_view == OtherView::Off {
            self.transient.other_view = OtherView::Difference;
        }
        self.transient.show_tab(super::panels::PanelTab::Bottom(super::panels::bottom::Tab::Compare));
        self.compare_other();
    }

    /// Has A and B compared, when there is a B.
    pub(super) fn compare_other(&self) {
        if let (Some(product), Some(other)) = (&self.product, &self.other) {
            let generations = [self.generation, other.generation];
            let name = self.session.name.clone();
            self.submit(Job::CompareOther(generations, product.clone(), name, Box::new(other.clone())));
        }
    }

    /// How A and B differ, once that is known of both as they are.
    pub fn other_comparison(&self) -> Option<&Arc<OtherComparison>> {
        let other = self.other.as_ref()?;
        self.other_comparison.as_ref().filter(|known| known.generations == [self.generation, other.generation])
    }

    /// What is shown of B.
    pub fn other_view(&self) -> OtherView {
        if self.other.is_some() { self.transient.other_view } else { OtherView::Off }
    }
}
