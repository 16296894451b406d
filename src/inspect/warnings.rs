//! What a person should know about a run without having asked.

use super::text::count;
use crate::pipeline::{DropCause, PipelineRun, Stage};

/// A warning, with the place in the window that shows what it speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    pub text: String,
    pub shown_by: ShownBy,
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
    let mut warn = |condition: bool, shown_by: ShownBy, text: String| {
        if condition {
            list.push(Warning { text, shown_by });
        }
    };
    let tally = &run.tally;
    let dropped = |cause| tally.dropped(cause);
    let n = dropped(DropCause::NoRowAtBottom);
    warn(
        n > 0,
        ShownBy::Dropped,
        format!("The lowest floor has no row: {} at the bottom of the frame dropped; pad below by 1", pieces(n)),
    );
    let n = tally.degenerate.len() as u64;
    warn(n > 0, ShownBy::Mesh, format!("{} without a direction (degenerate), skipped", count(n, "triangle")));
    let n = dropped(DropCause::AreaRoundsToZero);
    warn(n > 0, ShownBy::Dropped, format!("{} dropped: area rounds to 0 (slivers, near-vertical walls)", pieces(n)));
    let n = dropped(DropCause::OutsideRows);
    warn(n > 0, ShownBy::Dropped, format!("{} dropped: below or above the frame's rows", pieces(n)));
    let n = dropped(DropCause::WallOutsideGrid);
    warn(n > 0, ShownBy::Dropped, format!("{} dropped: walls on the frame's border facing inwards", pieces(n)));
    let n = tally.outside as u64;
    warn(n > 0, ShownBy::Mesh, format!("{} wholly outside the frame", count(n, "triangle")));
    let n = tally.voxels_outside;
    warn(n > 0, ShownBy::Settings, format!("{} outside the frame, cut off", count(n, "voxel")));

    let settings = &run.settings;
    warn(settings.climb_rows == 0, ShownBy::Settings, "Climb is 0 rows: every step in height separates floors".into());
    warn(
        settings.climb_rows >= settings.height_rows,
        ShownBy::Settings,
        format!("Climb ({} rows) is not below height ({} rows)", settings.climb_rows, settings.height_rows),
    );
    warn(settings.radius_cells == 0, ShownBy::Settings, "Radius is 0 cells: nothing is eroded".into());
    let mut before = None;
    for stage in Stage::ALL {
        let walkable = run.stage(stage).walkable();
        let lost_all = walkable == 0 && before.is_none_or(|before| before > 0);
        warn(lost_all, ShownBy::Change(stage), format!("Nothing is walkable from the stage {stage} on"));
        before = Some(walkable);
    }
    list
}

fn pieces(n: u64) -> String {
    count(n, "piece")
}
