//! What passes with the moment: never saved, never undone.

use super::Action;
use super::dialogs::{FileDialog, Purpose};
use super::drawing::VolumeTool;
use super::job::Job;
use super::measuring::Measuring;
use super::missing::MissingFile;
use super::panels::{charts, dropped, section, triangle, viewport};
use super::questions::{Answers, Swept};
use super::recovery::LeftBehind;
use super::replay::Replay;
use crate::inspect::Reason;
use crate::inspect::report::EventFilter;
use crate::inspect::sweep::SweepRange;
use crate::io::export::Winding;
use crate::io::voxels::{RawKind, RawVolume};
use crate::io::{RawLayout, ReadAs};
use crate::pipeline::{ErrorKind, Stage};
use crate::session::PictureCheck;
use eframe::egui::ColorImage;
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

/// Everything about the window that is of no interest tomorrow.
#[derive(Default)]
pub struct Transient {
    /// What went wrong last, shown until it is dismissed or mended.
    pub problem: Option<Problem>,
    /// A word in the status line, until the next thing is done.
    pub note: Option<Cow<'static, str>>,
    /// A file dialog that is open.
    pub(super) dialog: Option<FileDialog>,
    /// The text of the path field, while it is open, and what it is for.
    pub path_field: Option<PathField>,
    /// What is exported: the surface of one input or of all, and how its triangles lie.
    pub export: ExportChoice,
    /// The layout of a file without a header, while it is asked for.
    pub layout_field: Option<LayoutField>,
    /// A file of a scene that is not there, and what was to be done when it was missed.
    pub missing: Option<(MissingFile, Job)>,
    /// The input whose file is looked for.
    pub(super) locating: Option<usize>,
    /// The check that is being added.
    pub check_field: Option<PictureCheck>,
    /// When the next stage is shown while playing, in the seconds of egui's clock.
    pub play_until: Option<f64>,
    pub shows_keys: bool,
    pub shows_crop: bool,
    /// What was asked about the level, and the answers.
    pub answers: Answers,
    /// The patch of differences that was gone to last, by stage and number.
    pub difference: Option<(Stage, usize)>,
    /// What the next sweep goes through.
    pub sweep: Option<SweepRange>,
    /// The last sweep that was run.
    pub swept: Option<Swept>,
    /// The patch that was gone to last, by its reason and number.
    pub patch: Option<(Reason, usize)>,
    /// Which events of a history are shown.
    pub event_filter: EventFilter,
    /// What the panel of the marked triangle shows.
    pub triangle: triangle::State,
    /// The dropped piece that was gone to last, and which are gone through.
    pub dropped: dropped::State,
    /// How far the pieces are replayed; `None` shows everything.
    pub replay: Option<Replay>,
    /// What is measured, while that tool is used.
    pub measuring: Option<Measuring>,
    /// Volumes that are drawn or changed in the 3D view.
    pub volume_tool: VolumeTool,
    pub charts: charts::Shown,
    pub section: section::State,
    /// Connected pieces of fewer floors are marked as tiny; `None` follows the agent.
    pub tiny_below: Option<u32>,
    /// Changes that other programs left behind, which are offered one after another.
    pub left_behind: Vec<Arc<LeftBehind>>,
    /// Pictures of the window that were asked for.
    pub(super) screenshots: Vec<Receiver<Arc<ColorImage>>>,
    /// What waits until the person has said what becomes of changes that are not saved.
    pub waiting: Option<Action>,
    /// What is done once the document was saved.
    pub(super) after_save: Option<Action>,
    pub quit: bool,
    /// What the pointer is over in the 3D view.
    pub hover: Option<viewport::Hover>,
    /// The same at the input.
    pub hover_cell: Option<viewport::HoverCell>,
    /// Frames to be drawn at once: panels learn their sizes from the frame before.
    pub(in crate::app) frames_to_settle: u8,
}

/// A field in which a path is typed.
#[derive(Clone, Debug)]
pub struct PathField {
    pub purpose: Purpose,
    pub text: String,
    /// Why there is a field, and no dialog or no saved file.
    pub reason: Option<String>,
    /// Whether it is still to be selected, so that typing takes the place of what is proposed.
    pub is_new: bool,
}

/// What is exported, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExportChoice {
    pub input: Option<usize>,
    pub winding: Winding,
}

/// Fields in which the layout of a file without a header is chosen.
#[derive(Clone, Debug)]
pub struct LayoutField {
    pub path: PathBuf,
    pub reading: Reading,
    /// The file's size.
    pub bytes: u64,
    pub read_as: ReadAs,
    /// Of heights the first two sizes, the type and the byte order.
    pub raw: RawVolume,
    /// What is typed as the axes of a volume.
    pub axes: String,
}

/// What becomes of a file once it can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    Open,
    Add,
}

impl LayoutField {
    /// Fields that begin with the first of the layouts that the file could have.
    pub fn new(path: PathBuf, reading: Reading, (bytes, layouts): &(u64, Vec<RawLayout>)) -> Self {
        let (read_as, raw) = match layouts.first() {
            Some(RawLayout::Volume(volume)) => (ReadAs::Voxels, *volume),
            Some(RawLayout::Heights(heights)) => {
                let [columns, rows] = heights.counts.map(|count| count as u64);
                (ReadAs::Heights, RawVolume { kind: RawKind::U16, ..RawVolume::bytes([columns, rows, 1]) })
            }
            None => (ReadAs::Voxels, RawVolume::bytes([1; 3])),
        };
        Self { path, reading, bytes: *bytes, read_as, raw, axes: raw.axes.to_string() }
    }
}

/// Something that went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub of: ProblemOf,
    pub kind: Option<ErrorKind>,
    pub text: String,
}

/// What could not be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemOf {
    Open,
    Build,
    Save,
    Export,
    /// The golden picture of a check.
    Picture,
    Ask,
}

impl ProblemOf {
    /// What a person reads.
    pub fn title(self) -> &'static str {
        match self {
            Self::Open => "Could not open",
            Self::Build => "Could not build",
            Self::Save => "Could not save",
            Self::Export => "Could not export",
            Self::Picture => "The check is in the scene, but not its picture",
            Self::Ask => "Could not find out",
        }
    }
}
