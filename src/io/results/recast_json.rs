//! Heightfields of Recast and of `rerecast` as JSON, a file a stage.
//!
//! Two forms of each. Recast's are those that its own members give when they are written out: a solid heightfield with `bmin`, `cs`,
//! `ch` and nested `spans`, a compact one with `cells`, `spans` of `y`, `con`, `h`, and `areas`. Those of `rerecast` are what its
//! types write with serde: `aabb`, `cell_size`, `cell_height`, and `allocated_spans` or packed `data`.
//!
//! None of them holds the number of rows, raw pieces or distances of the erosion, and nothing is made up for them.

mod compact;
mod cpp;
mod rerecast;

use super::error::ResultError;
use super::records::Records;
use super::{ImportedResult, Snapshot};
use crate::inspect::comparison::rows_of;
use crate::inspect::matching::RowsOf;
use crate::inspect::snapshot::Place;
use crate::io::scene_json::kind::{is_object, without_mark};
use crate::pipeline::Stage;
use crate::pipeline::frame::{MAX_COLUMNS, MAX_SIDE};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Whose heightfield a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `rcHeightfield`.
    Solid,
    /// `rcCompactHeightfield`.
    Compact,
    /// `rerecast::Heightfield`.
    RerecastSolid,
    /// `rerecast::CompactHeightfield`.
    RerecastCompact,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Solid | Self::RerecastSolid => "solid heightfield",
            Self::Compact | Self::RerecastCompact => "compact heightfield",
        }
    }

    fn rows_of(self) -> RowsOf {
        match self {
            Self::Solid | Self::RerecastSolid => RowsOf::Solid,
            Self::Compact | Self::RerecastCompact => RowsOf::Open,
        }
    }

    /// The stage that is meant when nothing is said.
    fn first_stage(self) -> Stage {
        if self.rows_of() == RowsOf::Solid { Stage::Merged } else { Stage::Compact }
    }

    fn check_stage(self, stage: Stage) -> Result<(), ResultError> {
        let is_possible = |stage: &Stage| *stage != Stage::Raw && rows_of(*stage) == self.rows_of();
        if is_possible(&stage) {
            return Ok(());
        }
        let possible: Vec<&str> =
            Stage::ALL.iter().filter(|stage| is_possible(stage)).map(|stage| stage.name()).collect();
        Err(ResultError::Stage { found: self.name(), stage: stage.name(), possible: possible.join(", ") })
    }
}

/// Whose JSON this is, by its fields; `None` when it is no heightfield.
pub fn kind_of(bytes: &[u8]) -> Option<Kind> {
    #[derive(Deserialize)]
    struct Fields {
        bmin: Option<IgnoredAny>,
        aabb: Option<IgnoredAny>,
        cells: Option<IgnoredAny>,
        spans: Option<IgnoredAny>,
        allocated_spans: Option<IgnoredAny>,
    }
    if !is_object(bytes) {
        return None;
    }
    match serde_json::from_slice(without_mark(bytes)).ok()? {
        Fields { spans: None, .. } => None,
        Fields { bmin: Some(_), cells: Some(_), .. } => Some(Kind::Compact),
        Fields { bmin: Some(_), .. } => Some(Kind::Solid),
        Fields { aabb: Some(_), cells: Some(_), .. } => Some(Kind::RerecastCompact),
        Fields { aabb: Some(_), allocated_spans: Some(_), .. } => Some(Kind::RerecastSolid),
        _ => None,
    }
}

/// Reads a heightfield as this stage, or as merged or compact.
///
/// # Errors
/// A stage of the other sort, a field that is missing or no number, sizes beyond our own bounds, lists of another length, spans
/// that are not in order.
pub fn parse(bytes: &[u8], kind: Kind, stage: Option<Stage>) -> Result<ImportedResult, ResultError> {
    let stage = stage.unwrap_or(kind.first_stage());
    kind.check_stage(stage)?;
    let bytes = without_mark(bytes);
    let (grid, mut read) = match kind {
        Kind::Solid => cpp::solid(bytes, stage)?,
        Kind::Compact => cpp::compact(bytes, stage)?,
        Kind::RerecastSolid => rerecast::solid(bytes, stage)?,
        Kind::RerecastCompact => rerecast::compact(bytes, stage)?,
    };
    let mut notes = vec![format!(
        "a {} is read as the stage {stage}; the file does not hold the number of rows, which is not compared",
        kind.name()
    )];
    if stage == Stage::Eroded {
        notes.push("the file does not hold distances of the erosion, which are not compared".into());
    }
    notes.append(&mut read.notes);
    let mut snapshot = Snapshot {
        width: grid.width,
        depth: grid.depth,
        height: None,
        place: Some(grid.place),
        stages: [const { None }; Stage::ALL.len()],
    };
    snapshot.stages[stage.index()] = Some(read.records.finish(stage));
    if let Some(records) = &mut snapshot.stages[stage.index()]
        && let Some(limit) = read.clearance_limit
    {
        records.clearance_limit = limit;
    }
    Ok(ImportedResult { snapshot, notes, names_its_stages: false })
}

/// The records of a file, and what is to be said about them.
#[derive(Default)]
struct Read {
    records: Records,
    notes: Vec<String>,
    clearance_limit: Option<u16>,
}

/// The grid of a heightfield.
#[derive(Clone, Copy, Debug)]
struct Grid {
    width: u32,
    depth: u32,
    place: Place,
}

impl Grid {
    /// Checks what a file says of its grid. Recast calls the columns along z the height.
    fn new(sizes: [i64; 2], corner: [f64; 3], cells: [f64; 2]) -> Result<Self, ResultError> {
        for (name, value) in [("width", sizes[0]), ("height", sizes[1])] {
            number(name, value, 1, MAX_SIDE)?;
        }
        number("width x height", sizes[0] * sizes[1], 1, MAX_COLUMNS)?;
        for (name, value) in [("the cell size", cells[0]), ("the cell height", cells[1])] {
            let cell = value as f32;
            if !(cell.is_finite() && cell > 0.0) {
                return Err(ResultError::CellSize { name, value });
            }
        }
        if !corner.iter().all(|value| value.is_finite()) {
            return Err(ResultError::Corner { value: corner });
        }
        let place = Place { origin: corner, cell_size: cells[0] as f32, cell_height: cells[1] as f32 };
        Ok(Self { width: sizes[0] as u32, depth: sizes[1] as u32, place })
    }

    fn columns(&self) -> u64 {
        u64::from(self.width) * u64::from(self.depth)
    }

    /// Checks that a list has an entry for every column.
    fn check_count(&self, what: &'static str, count: usize) -> Result<(), ResultError> {
        check_count(what, count, self.columns())
    }

    /// An error in a column.
    fn at(&self, column: u32) -> impl Fn(String) -> ResultError {
        let (x, z) = (column % self.width, column / self.width);
        move |what| ResultError::Column { x, z, what }
    }
}

fn check_count(what: &'static str, count: usize, wanted: u64) -> Result<(), ResultError> {
    if count as u64 == wanted { Ok(()) } else { Err(ResultError::Count { what, count, wanted }) }
}

fn number(name: &str, value: i64, min: i64, max: i64) -> Result<i64, ResultError> {
    if (min..=max).contains(&value) {
        Ok(value)
    } else {
        Err(ResultError::Number { name: name.to_owned(), value, min, max })
    }
}
