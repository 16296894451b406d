//! What a person should know about a run without having asked.

use super::text::count;
use crate::pipeline::{DropCause, PipelineRun, SpanSettings, Stage};

/// Something a person should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    pub kind: WarningKind,
    pub text: String,
}

/// What a warning is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarningKind {
    /// The lowest floor lies on the bottom of the frame.
    NoRowAtBottom,
    /// Triangles without a direction.
    Degenerate,
    /// Pieces dropped for another cause.
    Dropped,
    /// Triangles wholly outside the frame.
    Outside,
    /// Voxels outside the frame.
    VoxelsOutside,
    /// A setting that hardly anybody means.
    Setting,
    /// From this stage on nothing is walkable.
    NothingWalkable(Stage),
}

impl WarningKind {
    /// The place in the window that shows it.
    pub fn shown_by(self) -> ShownBy {
        match self {
            Self::NoRowAtBottom | Self::Dropped => ShownBy::Dropped,
            Self::Degenerate | Self::Outside => ShownBy::Mesh,
            Self::VoxelsOutside | Self::Setting => ShownBy::Settings,
            Self::NothingWalkable(stage) => ShownBy::Change(stage),
        }
    }

    /// Whether the settings can mend it.
    pub fn is_about_settings(self) -> bool {
        matches!(self, Self::NoRowAtBottom | Self::Setting | Self::NothingWalkable(_))
    }
}

/// What shows the subject of a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownBy {
    /// The input mesh, coloured by slope class.
    Mesh,
    /// The layer of dropped pieces.
    Dropped,
    /// A stage in change colouring.
    Change(Stage),
    /// The settings.
    Settings,
}

/// The warnings of a run, the gravest first.
pub fn warnings(run: &PipelineRun) -> Vec<Warning> {
    let mut list = Vec::new();
    let mut warn = |condition: bool, kind: WarningKind, text: String| {
        if condition {
            list.push(Warning { kind, text });
        }
    };
    let tally = &run.tally;
    let dropped = |cause| tally.dropped(cause);
    let pieces = |n: u64| count(n, "piece");
    let n = dropped(DropCause::NoRowAtBottom);
    let bottom =
        format!("The lowest floor has no row: {} at the bottom of the frame dropped; pad below by 1", pieces(n));
    warn(n > 0, WarningKind::NoRowAtBottom, bottom);
    let n = tally.degenerate.len() as u64;
    let degenerate = format!("{} without a direction (degenerate), skipped", count(n, "triangle"));
    warn(n > 0, WarningKind::Degenerate, degenerate);
    for (cause, why) in [
        (DropCause::AreaRoundsToZero, "area rounds to 0 (slivers, near-vertical walls)"),
        (DropCause::OutsideRows, "below or above the frame's rows"),
        (DropCause::WallOutsideGrid, "walls on the frame's border facing inwards"),
    ] {
        let n = dropped(cause);
        warn(n > 0, WarningKind::Dropped, format!("{} dropped: {why}", pieces(n)));
    }
    let n = tally.outside.len() as u64;
    warn(n > 0, WarningKind::Outside, format!("{} wholly outside the frame", count(n, "triangle")));
    let n = tally.voxels_outside;
    warn(n > 0, WarningKind::VoxelsOutside, format!("{} outside the frame, cut off", count(n, "voxel")));
    for text in settings_warnings(&run.settings) {
        warn(true, WarningKind::Setting, text);
    }
    let mut before = None;
    for stage in Stage::ALL {
        let walkable = run.stage(stage).walkable();
        let lost_all = walkable == 0 && before.is_none_or(|before| before > 0);
        let text = format!("Nothing is walkable from the stage {} on", stage.label());
        warn(lost_all, WarningKind::NothingWalkable(stage), text);
        before = Some(walkable);
    }
    list
}

fn settings_warnings(settings: &SpanSettings) -> Vec<String> {
    let SpanSettings { height_rows, climb_rows, radius_cells, .. } = *settings;
    let mut list = Vec::new();
    if climb_rows == 0 {
        list.push("Climb is 0 rows: every step in height separates floors".into());
    }
    if climb_rows >= height_rows {
        list.push(format!("Climb ({climb_rows} rows) is not below height ({height_rows} rows)"));
    }
    if radius_cells == 0 {
        list.push("Radius is 0 cells: nothing is eroded".into());
    }
    list
}
