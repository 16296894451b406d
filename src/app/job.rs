//! What the worker is asked to do, and what comes of it.

use super::missing::MissingFile;
use super::other::{Other, OtherComparison, OtherSource};
use super::product::Product;
use super::questions::{Answer, Question};
use super::recovery::LeftBehind;
use super::transient::ExportChoice;
use crate::inspect::Comparison;
use crate::io::export::ExportError;
use crate::io::{LoadError, Places, RawLayout, ReadOptions};
use crate::pipeline::{ErrorKind, Phase};
use crate::session::{Document, Edit, PictureCheck, Session, View};
use crate::source::{Source, SourceError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Something to do besides drawing the window.
#[derive(Clone, Debug)]
pub enum Job {
    /// Open a file, and run it.
    Open(PathBuf),
    /// Open the sample, and run it.
    Sample,
    /// Run a document that is in no file yet, under a name and with a view.
    OpenDocument(String, Box<Document>, Box<View>),
    /// Open the changes that another program left behind, and run them.
    Recover(Arc<LeftBehind>, Places),
    /// Open a file with what is said about it, or the sample; changes are made before it is run.
    OpenWith(Box<Opening>),
    /// Read a file as more inputs.
    Add(PathBuf, ReadOptions),
    /// Read these inputs' files again.
    Reload(Vec<Source>),
    /// Read the file of an input again, in another way.
    Reread(usize, Box<Source>),
    /// Run a document again, and say how the result differs from an earlier one.
    Build(Box<Document>, Option<Earlier>),
    /// Write the surfaces of a document to a file.
    Export(Box<Document>, ExportChoice, PathBuf),
    /// Read or run what becomes B.
    MakeOther(OtherSource),
    /// Compare the product with B; generations of both, and the name of A.
    CompareOther([u64; 2], Arc<Product>, String, Box<Other>),
    /// Answer a question about a product, which has this generation.
    Ask(u64, Arc<Product>, Question),
    /// Draw the golden picture of a check that the session's file has.
    DrawGolden(Box<(Session, PictureCheck)>, Arc<Product>),
    /// Run two documents and compare them.
    Compare(Box<[Named; 2]>),
}

/// A file to open, and what is said about it.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// `None` is the sample.
    pub path: Option<PathBuf>,
    pub options: ReadOptions,
    pub overrides: Override,
    /// Where the files of a scene are, when not where it says.
    pub places: Places,
}

/// A result that a newer one is compared with, and what happened between them.
#[derive(Clone, Debug)]
pub struct Earlier {
    pub happened: String,
    pub product: Arc<Product>,
}

/// A document under a name.
#[derive(Clone, Debug)]
pub struct Named {
    pub name: String,
    pub document: Document,
}

/// Changes to a document before it is run: settings from the command line.
#[derive(Clone)]
pub struct Override(Arc<DocumentChange>);

type DocumentChange = dyn Fn(&mut Document) -> Result<(), String> + Send + Sync;

impl Override {
    /// What `change` does to a document; its error is a sentence.
    pub fn new(change: impl Fn(&mut Document) -> Result<(), String> + Send + Sync + 'static) -> Self {
        Self(Arc::new(change))
    }

    /// Makes the changes, as one step that can be taken back.
    pub(super) fn apply(&self, session: &mut Session) -> Result<(), String> {
        let mut document = session.document.clone();
        self.0(&mut document)?;
        session.apply(&Edit::Replace(Box::new(document)).into(), None);
        Ok(())
    }
}

impl Default for Override {
    /// Nothing changes.
    fn default() -> Self {
        Self::new(|_| Ok(()))
    }
}

impl std::fmt::Debug for Override {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Override")
    }
}

impl Job {
    /// Whether this puts another document in the place of the present one.
    pub fn opens(&self) -> bool {
        matches!(self, Self::Open(_) | Self::Sample | Self::OpenWith(_) | Self::OpenDocument(..) | Self::Recover(..))
    }

    /// What is being done, for the progress line.
    pub(super) fn activity(&self, phase: Phase) -> String {
        let opening = |path: &Path| format!("Opening {}", crate::session::file_name(path));
        match self {
            Self::Open(path) | Self::Add(path, _) => opening(path),
            Self::OpenWith(with) => with.path.as_deref().map_or("Opening the sample level".into(), opening),
            Self::Sample => "Opening the sample level".into(),
            Self::Recover(left, _) => format!("Opening {}", left.name),
            Self::OpenDocument(name, ..) => format!("Opening {name}"),
            Self::Reload(_) | Self::Reread(..) => "Reading the files again".into(),
            Self::Compare(_) | Self::CompareOther(..) => "Comparing".into(),
            Self::MakeOther(source) => source.activity(),
            Self::Ask(_, _, question) => question.activity().into(),
            Self::DrawGolden(of, _) => format!("Drawing {}", of.1.name),
            Self::Export(_, _, path) => format!("Writing {}", crate::session::file_name(path)),
            Self::Build(..) => match phase {
                Phase::Reading | Phase::Preparing => "Preparing the inputs".into(),
                Phase::Stage(stage) => format!("Building {}", stage.label().to_lowercase()),
            },
        }
    }

    /// Whether this is out of date as soon as there is a newer one of its kind.
    pub(super) fn is_replaced_by(&self, newer: &Self) -> bool {
        if let Self::Ask(_, _, question) = self {
            let is_newer = |newer: &Self| matches!(newer, Self::Ask(_, _, newer) if question.is_replaced_by(newer));
            return newer.opens() || matches!(newer, Self::Build(..)) || is_newer(newer);
        }
        // What is to be on disk does not depend on what is open.
        let writes = matches!(self, Self::Export(..) | Self::DrawGolden(..));
        (newer.opens() && !writes)
            || matches!(
                (self, newer),
                (Self::Build(..), Self::Build(..))
                    | (Self::Reload(_), Self::Reload(_))
                    | (Self::MakeOther(_), Self::MakeOther(_))
                    | (Self::CompareOther(..), Self::CompareOther(..))
            )
    }
}

/// What came of a job.
#[derive(Debug)]
pub enum Event {
    Opened(Box<Session>, Box<Product>),
    /// The same of changes that were left behind.
    Recovered(Arc<LeftBehind>, Box<Session>, Box<Product>),
    /// More inputs, and what was left aside when they were read.
    Added(PathBuf, Vec<Source>, Vec<String>),
    /// Inputs as their files are now.
    Reloaded(Vec<Source>),
    /// An input whose file was read in another way.
    Reread(usize, Box<Source>),
    Built(Box<Product>, Option<Compared>),
    Compared(Compared),
    /// What becomes B, and what was left aside when it was read.
    OtherMade(Box<Other>, Vec<String>),
    OtherCompared(Box<OtherComparison>),
    /// The answer to a question about the product of this generation.
    Answered(u64, Question, Answer),
    /// A golden picture is in this file.
    GoldenDrawn(PathBuf),
    /// Surfaces were written to a file, of so many triangles.
    Exported(PathBuf, usize),
    /// Nothing has changed; the text says what happened, where.
    Failed {
        job: Job,
        error: JobError,
    },
    Cancelled,
}

/// How two results differ, or why they cannot be compared, under what they are.
#[derive(Clone, Debug)]
pub struct Compared {
    pub title: String,
    pub result: Result<Comparison, String>,
}

/// Why a job failed.
#[derive(Debug)]
pub struct JobError {
    pub kind: Option<ErrorKind>,
    pub text: String,
    /// The bytes of a file without a header and layouts that it could have, when it is that which is missing.
    pub layouts: Option<(u64, Vec<RawLayout>)>,
    /// The file of a scene that is not there, when it is that which is wrong.
    pub missing: Option<MissingFile>,
}

impl JobError {
    pub(super) fn of_text(text: String) -> Self {
        Self { kind: None, text, layouts: None, missing: None }
    }
}

impl From<LoadError> for JobError {
    fn from(error: LoadError) -> Self {
        let layouts = match &error {
            LoadError::NeedsLayout { bytes, guesses, .. } => Some((*bytes, guesses.clone())),
            _ => None,
        };
        let missing = MissingFile::of_error(&error);
        Self { kind: Some(error.kind()), text: error.to_string(), layouts, missing }
    }
}

impl From<ExportError> for JobError {
    fn from(error: ExportError) -> Self {
        Self { kind: Some(error.kind()), text: error.to_string(), layouts: None, missing: None }
    }
}

impl From<SourceError> for JobError {
    fn from(error: SourceError) -> Self {
        Self { kind: Some(error.kind()), text: error.to_string(), layouts: None, missing: None }
    }
}
