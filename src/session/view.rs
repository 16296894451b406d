//! What is shown and how: saved with the scene, never part of a result.

use super::{DensityView, OtherChoice, PanelTab, Panels, SectionView};
use crate::inspect::{CellSelection, Colouring, Crop, ReasonFilter, Selection, column_items};
use crate::pipeline::{PipelineRun, Stage};

/// What the 3D view shows: the input, or the result of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    Input,
    Stage(Stage),
}

impl Step {
    /// The input and every stage, in run order.
    pub const ALL: [Self; 9] = [
        Self::Input,
        Self::Stage(Stage::Raw),
        Self::Stage(Stage::Merged),
        Self::Stage(Stage::LowHanging),
        Self::Stage(Stage::Ledges),
        Self::Stage(Stage::LowHeight),
        Self::Stage(Stage::Compact),
        Self::Stage(Stage::Eroded),
        Self::Stage(Stage::Volumes),
    ];

    /// What a person reads.
    pub fn label(self) -> &'static str {
        match self {
            Self::Input => "Input",
            Self::Stage(stage) => stage.label(),
        }
    }

    /// The name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Stage(stage) => stage.name(),
        }
    }

    /// The step with this [`Step::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|step| step.name() == name)
    }

    /// Position in [`Step::ALL`].
    pub fn index(self) -> usize {
        match self {
            Self::Input => 0,
            Self::Stage(stage) => stage.index() + 1,
        }
    }

    /// The step after this one; the last one stays.
    #[must_use]
    pub fn next(self) -> Self {
        Self::ALL[(self.index() + 1).min(Self::ALL.len() - 1)]
    }

    /// The step before this one; the first one stays.
    #[must_use]
    pub fn previous(self) -> Self {
        Self::ALL[self.index().saturating_sub(1)]
    }

    /// Whether what is shown is floors: the open stages.
    pub fn has_floors(self) -> bool {
        matches!(self, Self::Stage(Stage::Compact | Stage::Eroded | Stage::Volumes))
    }

    /// The stage that is shown, if it is one.
    pub fn stage(self) -> Option<Stage> {
        match self {
            Self::Input => None,
            Self::Stage(stage) => Some(stage),
        }
    }
}

/// How the input mesh is laid over a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshOverlay {
    Hidden,
    Wireframe,
    Translucent,
    Solid,
}

impl MeshOverlay {
    /// Every overlay.
    pub const ALL: [Self; 4] = [Self::Hidden, Self::Wireframe, Self::Translucent, Self::Solid];

    /// What a person reads.
    pub fn label(self) -> &'static str {
        match self {
            Self::Hidden => "No mesh",
            Self::Wireframe => "Mesh as wire",
            Self::Translucent => "Mesh see-through",
            Self::Solid => "Mesh solid",
        }
    }

    /// The name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hidden => "hidden",
            Self::Wireframe => "wireframe",
            Self::Translucent => "translucent",
            Self::Solid => "solid",
        }
    }

    /// The overlay with this [`MeshOverlay::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|overlay| overlay.name() == name)
    }
}

/// What is drawn besides the spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    /// The free space over floors, in the open stages.
    pub clearance: bool,
    /// The links between floors, in the open stages.
    pub links: bool,
    /// Pieces that never reached the heightfield.
    pub dropped: bool,
    /// A figure of the agent's size on the selected surface.
    pub agent: bool,
    pub mesh: MeshOverlay,
}

impl Default for Layers {
    fn default() -> Self {
        Self { clearance: true, links: false, dropped: false, agent: false, mesh: MeshOverlay::Hidden }
    }
}

/// Where the camera stands, in world units, so that it stays when cells change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraState {
    /// The point it turns around.
    pub target: [f64; 3],
    /// From the target to the eye.
    pub distance: f64,
    /// Radians around the y axis; 0 looks from +z.
    pub yaw: f64,
    /// Radians above the horizon.
    pub pitch: f64,
    pub orthographic: bool,
}

/// A fixed direction to look from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookFrom {
    Top,
    Front,
    Side,
    Iso,
}

impl LookFrom {
    /// Every direction.
    pub const ALL: [Self; 4] = [Self::Top, Self::Front, Self::Side, Self::Iso];

    /// What a person reads.
    pub fn label(self) -> &'static str {
        match self {
            Self::Top => "Top",
            Self::Front => "Front",
            Self::Side => "Side",
            Self::Iso => "Iso",
        }
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Top => "top",
            Self::Front => "front",
            Self::Side => "side",
            Self::Iso => "iso",
        }
    }

    /// The direction with this [`LookFrom::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|from| from.name() == name)
    }
}

/// What is shown and how.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    pub step: Step,
    pub colouring: Colouring,
    /// The stage that changes are counted from; `None` is the one before.
    pub compare_with: Option<Step>,
    pub layers: Layers,
    pub density: DensityView,
    pub section: SectionView,
    /// `None` shows everything.
    pub crop: Option<Crop>,
    pub selection: Option<Selection>,
    /// The cell of a density that the panel is about at the input.
    pub cell: Option<CellSelection>,
    /// The triangle that is marked, by its number over all inputs of the run.
    pub triangle: Option<u32>,
    /// Which reasons are shown when colours tell them.
    pub reasons: ReasonFilter,
    /// `None` fits the level when there is one.
    pub camera: Option<CameraState>,
    /// `None` leaves the tabs open that are.
    pub panels: Option<Panels>,
    /// What is compared with, when something is.
    pub other: Option<OtherChoice>,
}

impl Default for View {
    fn default() -> Self {
        Self {
            step: Step::Stage(Stage::Volumes),
            colouring: Colouring::Area,
            compare_with: None,
            layers: Layers::default(),
            density: DensityView::default(),
            section: SectionView::default(),
            crop: None,
            selection: None,
            cell: None,
            triangle: None,
            reasons: ReasonFilter::default(),
            camera: None,
            panels: None,
            other: None,
        }
    }
}

/// A change of what is shown.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewChange {
    Show(Step),
    NextStep,
    PreviousStep,
    ColourBy(Colouring),
    CompareWith(Option<Step>),
    Layers(Layers),
    Density(DensityView),
    Section(SectionView),
    Crop(Option<Crop>),
    /// A column, and a span in it. Nothing clears every selection.
    Select(Option<Selection>),
    SelectCell(Option<CellSelection>),
    SelectTriangle(Option<u32>),
    Reasons(ReasonFilter),
    /// Moves the selection by columns along x and z, to the surface nearest in height.
    MoveSelection([i64; 2]),
    Camera(CameraState),
    ShowTab(PanelTab),
    HidePanels(bool),
    Other(Option<OtherChoice>),
}

impl View {
    /// Changes what is shown.
    pub fn apply(&mut self, change: &ViewChange, run: Option<&PipelineRun>) {
        match change {
            ViewChange::Show(step) => self.step = *step,
            ViewChange::NextStep => self.step = self.step.next(),
            ViewChange::PreviousStep => self.step = self.step.previous(),
            ViewChange::ColourBy(colouring) => self.colouring = *colouring,
            ViewChange::CompareWith(step) => self.compare_with = *step,
            ViewChange::Layers(layers) => self.layers = *layers,
            ViewChange::Crop(crop) => self.crop = *crop,
            ViewChange::Density(density) => self.density = *density,
            ViewChange::Select(None) => (self.selection, self.cell, self.triangle) = (None, None, None),
            ViewChange::Select(selection) => {
                self.selection = *selection;
                self.section.at = None; // The slice goes where the selection is.
            }
            ViewChange::Section(section) => self.section = *section,
            ViewChange::SelectCell(cell) => self.cell = *cell,
            ViewChange::SelectTriangle(triangle) => self.triangle = *triangle,
            ViewChange::Reasons(reasons) => self.reasons = *reasons,
            ViewChange::MoveSelection(by) => self.move_selection(*by, run),
            ViewChange::Camera(camera) => self.camera = Some(*camera),
            ViewChange::ShowTab(tab) => {
                self.panels = Some(Panels { hidden: false, ..self.open_panels().with_tab(*tab) });
            }
            ViewChange::HidePanels(hidden) => self.panels = Some(Panels { hidden: *hidden, ..self.open_panels() }),
            ViewChange::Other(other) => self.other.clone_from(other),
        }
    }

    /// The open tab of each panel.
    pub fn open_panels(&self) -> Panels {
        self.panels.unwrap_or_default()
    }

    /// The step that changes are counted from: the chosen one where it comes before the step that is shown, else the step
    /// right before.
    pub fn compared_step(&self) -> Step {
        self.compare_with.filter(|&chosen| chosen < self.step).unwrap_or(self.step.previous())
    }

    /// The colouring in force: some are known of floors alone, which only the open stages have, and pieces have no reasons.
    pub fn colouring_in_force(&self) -> Colouring {
        match (self.colouring, self.step) {
            (Colouring::Reason, Step::Stage(Stage::Raw)) => Colouring::Area,
            (colouring, step) if colouring.is_of_floors() && !step.has_floors() => Colouring::Area,
            (colouring, _) => colouring,
        }
    }

    fn move_selection(&mut self, [dx, dz]: [i64; 2], run: Option<&PipelineRun>) {
        let (Some(selection), Some(run)) = (&mut self.selection, run) else { return };
        self.section.at = None;
        let step = |at: u32, by: i64, count: u32| (i64::from(at) + by).clamp(0, i64::from(count) - 1) as u32;
        selection.x = step(selection.x, dx, run.frame.width());
        selection.z = step(selection.z, dz, run.frame.depth());
        if let (Some(row), Some(stage)) = (selection.row, self.step.stage()) {
            let column = run.frame.column_index(selection.x, selection.z);
            let surfaces = column_items(run, stage, column).into_iter().map(|item| item.surface());
            selection.row = Some(surfaces.min_by_key(|surface| surface.abs_diff(row)).unwrap_or(row));
        }
    }
}
