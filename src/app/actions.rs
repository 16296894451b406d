//! Everything a person can do, as words: the same from menus, keys, buttons, the command line and tests.

use super::drawing::DrawStep;
use super::measuring::MeasureStep;
use super::missing::MissingAction;
use super::other::OtherAction;
use super::questions::Question;
use super::recovery::RecoveryAnswer;
use super::repro::ReproAction;
use crate::inspect::Selection;
use crate::inspect::warnings::{ShownBy, WarningKind};
use crate::io::ReadOptions;
use crate::io::export::Winding;
use crate::pipeline::Stage;
use crate::session::panels::{BottomTab, RightTab};
use crate::session::view::ViewChange;
use crate::session::{
    Colouring, Command, DensityView, Edit, LookFrom, MeshOverlay, PanelTab, PictureCheck, Shading, Slice, Step, View,
};
use crate::source::DensityForm;
use eframe::egui::{Key, KeyboardShortcut, Modifiers};
use std::path::PathBuf;

/// Something to do, applied after the frame in which it was asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A change of document or view.
    Session(Command),
    /// Ask for a file with the system's dialog.
    OpenDialog,
    /// Ask for a file with a field for its path.
    OpenField,
    Open(PathBuf),
    /// Open a file with what is said about it.
    OpenAs(PathBuf, ReadOptions),
    /// Ask for a file that becomes one more input.
    AddDialog,
    AddField,
    Add(PathBuf, ReadOptions),
    /// Read the files of all inputs again.
    ReloadFiles,
    MoveInput {
        from: usize,
        to: usize,
    },
    /// Read an input's array with its axes in another order.
    ReadAxes(usize, String),
    /// Make the frame's cells the voxels or samples of an input.
    FitFrame(usize),
    /// Compare voxels with their surface as a mesh.
    CompareVoxels,
    /// Compare densities as surfaces with the same as blocks.
    CompareDensity,
    /// Something with B, the other side of a comparison.
    Other(OtherAction),
    CloseComparison,
    /// Ask for a file that the surfaces of densities are written to: of all, or of one input.
    ExportDialog(Option<usize>),
    ExportField,
    /// Write the surfaces to a file of the kind that its name ends in.
    ExportTo(PathBuf),
    /// The side from which exported triangles are counter-clockwise.
    ExportWinding(Winding),
    OpenSample,
    /// Save to the session's own file, or ask where.
    Save,
    SaveDialog,
    SaveTo(PathBuf),
    ForgetRecent,
    /// How many gigabytes of memory a job may use.
    LimitMemory(f64),
    Quit,
    /// End the job that is being done.
    Cancel,
    /// Run the document once more, after a build that failed or was cancelled.
    BuildAgain,
    FitAll,
    FitSelection,
    LookFrom(LookFrom),
    /// Perspective or orthographic.
    SwitchProjection,
    /// Step through the stages by itself, or stop doing so.
    Play(bool),
    /// Show or hide all panels.
    TogglePanels,
    /// Show or hide the crop sliders; hiding them shows everything again.
    ToggleCrop,
    ShowWarning(WarningKind),
    /// Have the worker find something out.
    Ask(Question),
    /// Open a tab of one of the panels.
    /// Write a picture of the window beside the scene.
    /// Something about files of a scene that are not there.
    Missing(MissingAction),
    Screenshot,
    /// Ask what the check is that is added to the scene.
    AskCheck,
    /// Add a check of the present view to the scene, save it, and draw the golden picture.
    AddCheck(Box<PictureCheck>),
    /// Take a check out of the scene, by its name.
    RemoveCheck(String),
    /// Look at a picture as its check does, by its name.
    ShowCheck(String),
    /// Copy the command line that makes the picture that is shown.
    CopyCommandLine,
    /// What becomes of changes that another program left behind.
    Recover(RecoveryAnswer),
    /// Something with the small repro of a surface.
    Repro(Selection, ReproAction),
    ShowTab(PanelTab),
    ShowKeys(bool),
    Measure(MeasureStep),
    /// Something with the tool that draws volumes.
    Volume(DrawStep),
    DismissProblem,
    /// Do what waits for an answer about changes that are not saved, without saving them.
    Discard,
    /// Save, then do what waits; without a file to save to, ask where and forget what waits.
    SaveFirst,
    /// Forget what waits.
    KeepWorking,
}

impl Action {
    /// Whether this puts something else in the place of the document, which would lose changes.
    pub fn replaces_document(&self) -> bool {
        matches!(
            self,
            Self::Open(_)
                | Self::OpenAs(..)
                | Self::OpenSample
                | Self::Quit
                | Self::Repro(_, ReproAction::Open)
                | Self::Recover(RecoveryAnswer::Restore)
        )
    }

    /// Whether this changes the document.
    pub fn changes_document(&self) -> bool {
        matches!(
            self,
            Self::Session(Command::Edit(_) | Command::Undo | Command::Redo)
                | Self::MoveInput { .. }
                | Self::FitFrame(_)
        )
    }
}

impl From<Edit> for Action {
    fn from(edit: Edit) -> Self {
        Self::Session(edit.into())
    }
}

impl From<ViewChange> for Action {
    fn from(change: ViewChange) -> Self {
        Self::Session(change.into())
    }
}

/// Where an entry stands in the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    File,
    Edit,
    View,
    Stage,
    Tools,
    Help,
}

impl Menu {
    /// Every menu, from left to right.
    pub const ALL: [Self; 6] = [Self::File, Self::Edit, Self::View, Self::Stage, Self::Tools, Self::Help];

    /// What a person reads.
    pub fn label(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::View => "View",
            Self::Stage => "Stage",
            Self::Tools => "Tools",
            Self::Help => "Help",
        }
    }
}

/// A menu entry with its key. The table of all of them is the only place where keys are given.
pub struct Entry {
    pub menu: Menu,
    pub label: String,
    pub key: Option<KeyboardShortcut>,
    pub action: Action,
}

/// What an entry's action depends on.
pub struct Present<'a> {
    pub view: &'a View,
    pub playing: bool,
    pub orthographic: bool,
    /// The form of the first density, or of the voxels; `None` when there are neither.
    pub run_as: Option<DensityForm>,
    /// The slice that is shown when one is asked for.
    pub new_slice: Option<Slice>,
    /// Whether a volume is being drawn.
    pub drawing: bool,
}

/// All entries, in menu order.
pub fn entries(present: &Present<'_>) -> Vec<Entry> {
    let mut list = Vec::new();
    let mut add = |menu, label: &str, key, action| list.push(Entry { menu, label: label.into(), key, action });
    let (ctrl, shift) = (Modifiers::COMMAND, Modifiers::SHIFT);
    let key = |modifiers, key| Some(KeyboardShortcut::new(modifiers, key));
    let plain = |k| key(Modifiers::NONE, k);

    add(Menu::File, "Open…", key(ctrl, Key::O), Action::OpenDialog);
    add(Menu::File, "Open path…", key(ctrl | shift, Key::O), Action::OpenField);
    add(Menu::File, "Add input…", key(ctrl | shift, Key::A), Action::AddDialog);
    add(Menu::File, "Add input from path…", None, Action::AddField);
    add(Menu::File, "Reload files", key(ctrl, Key::R), Action::ReloadFiles);
    add(Menu::File, "Export surface…", key(ctrl, Key::E), Action::ExportDialog(None));
    add(Menu::File, "Export surface to path…", None, Action::ExportField);
    add(Menu::File, "Screenshot of the window", plain(Key::F12), Action::Screenshot);
    add(Menu::File, "Add as check…", key(shift, Key::F12), Action::AskCheck);
    add(Menu::File, "Open sample level", None, Action::OpenSample);
    add(Menu::File, "Save", key(ctrl, Key::S), Action::Save);
    add(Menu::File, "Save as…", key(ctrl | shift, Key::S), Action::SaveDialog);
    add(Menu::File, "Quit", key(ctrl, Key::Q), Action::Quit);

    add(Menu::Edit, "Undo", key(ctrl, Key::Z), Action::Session(Command::Undo));
    add(Menu::Edit, "Redo", key(ctrl | shift, Key::Z), Action::Session(Command::Redo));
    add(Menu::Edit, "Copy as command line", key(ctrl | shift, Key::C), Action::CopyCommandLine);
    add(Menu::Edit, "Clear selection", plain(Key::Escape), ViewChange::Select(None).into());

    add(Menu::View, "Fit all", plain(Key::Home), Action::FitAll);
    add(Menu::View, "Fit selection", plain(Key::F), Action::FitSelection);
    add(Menu::View, "From the top", plain(Key::T), Action::LookFrom(LookFrom::Top));
    add(Menu::View, "From the front", plain(Key::R), Action::LookFrom(LookFrom::Front));
    add(Menu::View, "From the side", plain(Key::E), Action::LookFrom(LookFrom::Side));
    add(Menu::View, "Iso", plain(Key::I), Action::LookFrom(LookFrom::Iso));
    let projection = if present.orthographic { "Perspective" } else { "Orthographic" };
    add(Menu::View, projection, plain(Key::O), Action::SwitchProjection);
    add_layers(present.view, &mut add);
    add_density(present, &mut add);
    for tab in [BottomTab::Charts, BottomTab::Section, BottomTab::Pieces] {
        let tab = PanelTab::Bottom(tab);
        add(Menu::View, &format!("Show {}", tab.name()), None, Action::ShowTab(tab));
    }
    add(Menu::View, "Crop", plain(Key::X), Action::ToggleCrop);
    add(Menu::View, "All panels", plain(Key::Tab), Action::TogglePanels);

    add(Menu::Stage, "Next stage", plain(Key::CloseBracket), ViewChange::NextStep.into());
    add(Menu::Stage, "Stage before", plain(Key::OpenBracket), ViewChange::PreviousStep.into());
    let play = if present.playing { "Stop playing" } else { "Play" };
    add(Menu::Stage, play, plain(Key::Space), Action::Play(!present.playing));
    let digits = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    for (step, digit) in Step::ALL.into_iter().zip(digits) {
        add(Menu::Stage, step.label(), plain(digit), ViewChange::Show(step).into());
    }

    add(Menu::Tools, "Measure", plain(Key::U), Action::Measure(MeasureStep::Switch));
    let draw = if present.drawing { "Stop drawing the volume" } else { "Draw an area volume" };
    add(Menu::Tools, draw, plain(Key::V), Action::Volume(DrawStep::Switch));
    if present.drawing {
        add(Menu::Tools, "Finish the volume", plain(Key::Enter), Action::Volume(DrawStep::Finish));
        add(Menu::Tools, "Take back a corner", plain(Key::Backspace), Action::Volume(DrawStep::Back));
    }
    add(Menu::Tools, "Compare voxels with their surface", None, Action::CompareVoxels);
    add(Menu::Tools, "Compare density as surface and as blocks", None, Action::CompareDensity);
    add(Menu::Tools, "Keep this as B", key(ctrl, Key::B), Action::Other(OtherAction::Keep));
    add(Menu::Tools, "Open as B…", None, Action::Other(OtherAction::Dialog));
    add(Menu::Tools, "Open path as B…", None, Action::Other(OtherAction::Field));
    add(Menu::Tools, "Compare with Recast's rules", None, Action::Other(OtherAction::Recast));
    add(Menu::Tools, "Drop B", None, Action::Other(OtherAction::Drop));
    add(Menu::Tools, "Cells of a triangle", None, Action::ShowTab(PanelTab::Right(RightTab::Triangle)));
    add(Menu::Tools, "Step through dropped pieces", None, Action::ShowTab(PanelTab::Bottom(BottomTab::Dropped)));
    add(Menu::Tools, "Replay the pieces", None, Action::ShowTab(PanelTab::Bottom(BottomTab::Replay)));
    add(Menu::Tools, "Close the comparison", None, Action::CloseComparison);

    add(Menu::Help, "Keys and mouse", plain(Key::F1), Action::ShowKeys(true));
    list
}

fn add_layers(view: &View, add: &mut impl FnMut(Menu, &str, Option<KeyboardShortcut>, Action)) {
    let plain = |k| Some(KeyboardShortcut::new(Modifiers::NONE, k));
    let keys = [Key::A, Key::C, Key::Y, Key::H, Key::D, Key::J];
    for (colouring, key) in Colouring::ALL.into_iter().zip(keys) {
        let label = format!("Colour by {}", colouring.label().to_lowercase());
        add(Menu::View, &label, plain(key), ViewChange::ColourBy(colouring).into());
    }
    let layers = view.layers;
    let next = MeshOverlay::ALL[(layers.mesh as usize + 1) % MeshOverlay::ALL.len()];
    let mut layer = |label: &str, key, layers| add(Menu::View, label, plain(key), ViewChange::Layers(layers).into());
    layer("Next mesh overlay", Key::M, crate::session::Layers { mesh: next, ..layers });
    layer("Clearance", Key::G, crate::session::Layers { clearance: !layers.clearance, ..layers });
    layer("Links", Key::K, crate::session::Layers { links: !layers.links, ..layers });
    layer("Dropped pieces", Key::P, crate::session::Layers { dropped: !layers.dropped, ..layers });
    layer("Agent", Key::W, crate::session::Layers { agent: !layers.agent, ..layers });
}

/// Switches of what is shown of densities and voxels at the input.
fn add_density(present: &Present<'_>, add: &mut impl FnMut(Menu, &str, Option<KeyboardShortcut>, Action)) {
    let plain = |k| Some(KeyboardShortcut::new(Modifiers::NONE, k));
    let (now, form) = (present.view.density, present.run_as.unwrap_or_default());
    let mut switch = |label: &str, key, then| add(Menu::View, label, key, ViewChange::Density(then).into());
    let surface = now.with_surface(!now.shows_surface(form), form);
    switch("Surface of densities", None, surface);
    let blocks = now.with_blocks(!now.shows_blocks(form), form);
    switch("Blocks of densities and voxels", plain(Key::B), blocks);
    switch("Wireframe of densities", plain(Key::L), DensityView { wireframe: !now.wireframe, ..now });
    let shading = format!("{} shading of densities", if now.shading == Shading::Smooth { "Flat" } else { "Smooth" });
    switch(&shading, None, DensityView { shading: now.shading.other(), ..now });
    switch("Normals of densities", None, DensityView { normals: !now.normals, ..now });
    let slice = if now.slice.is_some() { None } else { present.new_slice };
    switch("Slice through a density", None, DensityView { slice, ..now });
}

/// What to show for a warning.
pub fn show_warning(kind: WarningKind, view: &View) -> Vec<Action> {
    let layers = view.layers;
    match kind.shown_by() {
        // Of densities only the wireframe shows triangles without area.
        ShownBy::Mesh if kind == WarningKind::Degenerate => vec![
            ViewChange::Show(Step::Input).into(),
            ViewChange::Density(DensityView { wireframe: true, ..view.density }).into(),
            Action::FitAll,
        ],
        ShownBy::Mesh => vec![ViewChange::Show(Step::Input).into(), Action::FitAll],
        ShownBy::Dropped => vec![
            ViewChange::Show(Step::Stage(Stage::Raw)).into(),
            ViewChange::Layers(crate::session::Layers { dropped: true, ..layers }).into(),
        ],
        ShownBy::Change(stage) => vec![
            ViewChange::Show(Step::Stage(stage)).into(),
            ViewChange::ColourBy(Colouring::Change).into(),
            ViewChange::CompareWith(None).into(),
        ],
        ShownBy::Settings => Vec::new(),
    }
}
