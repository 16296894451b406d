//! What must go on holding while a scene is made smaller.

use super::command::{CommandCheck, parse_command};
use crate::inspect::comparison::compare;
use crate::inspect::snapshot::{Record, Snapshot};
use crate::inspect::{Comparison, Reason, RunTriangles, column_items, reasons};
use crate::io::results::{Side, load_side};
use crate::io::{LoadError, ReadOptions};
use crate::pipeline::dump::hash_stage;
use crate::pipeline::{AreaId, ErrorKind, Monitor, NO_LINK, PipelineError, PipelineRun, Scene, Stage, run};
use std::fmt;
use std::path::PathBuf;

/// Something about a scene that holds or does not.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// At a stage a column has a surface at a row, with this area.
    Column { at: [u32; 2], stage: Stage, area: AreaId, row: u16 },
    /// A surface of a column is not walkable at the end, or is, for this reason.
    Reason { at: [u32; 2], reason: Reason, row: u16 },
    /// At a stage a column holds these records, which are those of the scene as it was and not those of a dump.
    Differs { dump: PathBuf, at: [u32; 2], stage: Stage, records: Vec<Record> },
    /// A stage has this hash.
    Hash { stage: Stage, hash: u64 },
    /// The scene is refused with an error of this kind.
    Error(ErrorKind),
    /// A command succeeds, which is given the scene as a file.
    Command(CommandCheck),
}

/// Every kind of error that a condition can name.
const KINDS: [ErrorKind; 10] = [
    ErrorKind::NaN,
    ErrorKind::OutOfRange,
    ErrorKind::EmptyBounds,
    ErrorKind::BadIndex,
    ErrorKind::BadSettings,
    ErrorKind::BadChunk,
    ErrorKind::BadVolume,
    ErrorKind::BadGrid,
    ErrorKind::BadScene,
    ErrorKind::TooLarge,
];

/// What the words of a condition look like.
pub const FORMS: &str = "\"column X,Z stage STAGE area AREA at row ROW\", \"column X,Z reason REASON at row ROW\", \"differs from dump \
     FILE\", \"stage STAGE hash HASH\", \"exits with error KIND\", \"command WORDS\"";

/// Why a condition is none, or cannot be decided.
#[derive(Debug, thiserror::Error)]
pub enum ConditionError {
    #[error("{0}; a condition is one of {FORMS}")]
    Words(String),
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
    #[error("the dump does not differ from the scene")]
    NoDifference,
    #[error("the dump cannot be compared: {0}")]
    Grids(String),
    #[error("the command cannot be run: {0}")]
    Io(#[from] std::io::Error),
}

impl ConditionError {
    /// The family of the error that lies behind this one.
    pub fn kind(&self) -> Option<ErrorKind> {
        match self {
            Self::Load(error) => Some(error.kind()),
            Self::Pipeline(error) => Some(error.kind()),
            Self::Grids(_) => Some(ErrorKind::BadGrid),
            Self::Io(_) => Some(ErrorKind::Io),
            Self::Words(_) | Self::NoDifference => None,
        }
    }
}

impl Condition {
    /// Reads a condition about a scene. A dump is compared at once: the first column that differs, at the first stage that does,
    /// is what is kept.
    ///
    /// # Errors
    /// Words that are no condition, a dump that cannot be read or does not differ, and the errors of [`run()`].
    pub fn parse(text: &str, scene: &Scene, monitor: &Monitor) -> Result<Self, ConditionError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let wrong = |what: String| ConditionError::Words(what);
        let stage_of = |word: &str| Stage::from_name(word).ok_or_else(|| wrong(format!("{word:?} is no stage")));
        let row_of = |word: &str| word.parse().map_err(|_| wrong(format!("{word:?} is no row from 0 to 65535")));
        let column_of = |word: &str| {
            let numbers = word.split_once(',').and_then(|(x, z)| Some([x.parse().ok()?, z.parse().ok()?]));
            numbers.ok_or_else(|| wrong(format!("{word:?} is no column as X,Z")))
        };
        match words.as_slice() {
            ["column", at, "stage", stage, "area", area, "at", "row", row] => {
                let area = area.parse().map_err(|_| wrong(format!("{area:?} is no area id from 0 to 255")))?;
                Ok(Self::Column { at: column_of(at)?, stage: stage_of(stage)?, area, row: row_of(row)? })
            }
            ["column", at, "reason", reason, "at", "row", row] => Ok(Self::Reason {
                at: column_of(at)?,
                reason: Reason::ALL.into_iter().find(|known| known.name() == *reason).ok_or_else(|| {
                    let known = Reason::ALL.map(Reason::name);
                    wrong(format!("{reason:?} is no reason; they are {}", known.join(", ")))
                })?,
                row: row_of(row)?,
            }),
            ["differs", "from", "dump", ..] => {
                let path = text.split_once("dump").map(|(_, path)| path.trim()).unwrap_or_default();
                differs_from(PathBuf::from(path), scene, monitor)
            }
            ["stage", stage, "hash", hash] => {
                let hash =
                    u64::from_str_radix(hash, 16).map_err(|_| wrong(format!("{hash:?} is no hash of 64 bits")))?;
                Ok(Self::Hash { stage: stage_of(stage)?, hash })
            }
            ["exits", "with", "error", kind] => {
                let named = KINDS.into_iter().find(|known| known.to_string() == *kind);
                named.map(Self::Error).ok_or_else(|| {
                    let known: Vec<String> = KINDS.iter().map(ErrorKind::to_string).collect();
                    wrong(format!("{kind:?} is no error that a run gives; they are {}", known.join(", ")))
                })
            }
            ["command", _, ..] => Ok(Self::Command(parse_command(text))),
            _ => Err(wrong(format!("{text:?} is no condition"))),
        }
    }

    /// Whether the condition holds of a scene. A scene that is refused holds no condition but that of its error.
    ///
    /// # Errors
    /// Cancellation, and a command that cannot be started.
    pub fn holds(&self, scene: &Scene, monitor: &Monitor) -> Result<bool, ConditionError> {
        if let Self::Command(check) = self {
            return check.holds(scene, monitor);
        }
        match run(scene, monitor) {
            Ok(run) => self.holds_of(scene, &run, monitor),
            Err(PipelineError::Cancelled) => Err(PipelineError::Cancelled.into()),
            Err(error) => Ok(*self == Self::Error(error.kind())),
        }
    }

    fn holds_of(&self, scene: &Scene, run: &PipelineRun, monitor: &Monitor) -> Result<bool, ConditionError> {
        let is_inside = |[x, z]: [u32; 2]| x < run.frame.width() && z < run.frame.depth();
        Ok(match self {
            Self::Reason { at, reason, row } => {
                let column = is_inside(*at).then(|| run.solid.column(run.frame.column_index(at[0], at[1])));
                let span = column.and_then(|mut column| column.find(|&span| run.solid.spans()[span].max == *row));
                let Some(span) = span else { return Ok(false) };
                reasons(run, &RunTriangles::new(scene), monitor)?.of_solid[span] == *reason
            }
            Self::Column { at, stage, area, row } => {
                is_inside(*at)
                    && column_items(run, *stage, run.frame.column_index(at[0], at[1]))
                        .iter()
                        .any(|item| item.surface() == *row && item.area == *area)
            }
            Self::Differs { at, stage, records, .. } => {
                is_inside(*at) && records_of(&Snapshot::of_run(run), *stage, *at).as_ref() == Some(records)
            }
            Self::Hash { stage, hash } => hash_stage(run, *stage) == *hash,
            Self::Error(_) | Self::Command(_) => false,
        })
    }

    /// The same condition in a frame that begins at this column and row of the present one and has these sizes; `None` when
    /// it is not about a place inside, and the frame has to stay.
    pub fn moved(&self, [x, row, z]: [u32; 3], [width, height, depth]: [u32; 3]) -> Option<Self> {
        let moved = |[at_x, at_z]: [u32; 2]| {
            let to = [at_x.checked_sub(x)?, at_z.checked_sub(z)?];
            (to[0] < width && to[1] < depth).then_some(to)
        };
        let lower = |surface: u16| {
            let to = surface.checked_sub(u16::try_from(row).ok()?)?;
            (u32::from(to) <= height).then_some(to)
        };
        match self {
            Self::Column { at, stage, area, row } => {
                Some(Self::Column { at: moved(*at)?, stage: *stage, area: *area, row: lower(*row)? })
            }
            Self::Reason { at, reason, row } => {
                Some(Self::Reason { at: moved(*at)?, reason: *reason, row: lower(*row)? })
            }
            Self::Differs { dump, at, stage, records } => {
                let is_floor = *stage >= Stage::Compact;
                let record = |record: &Record| {
                    let [first, second] = record.rows;
                    let rows = [lower(first)?, if is_floor { second } else { lower(second)? }];
                    Some(Record { rows, ..*record })
                };
                let records = records.iter().map(record).collect::<Option<_>>()?;
                Some(Self::Differs { dump: dump.clone(), at: moved(*at)?, stage: *stage, records })
            }
            Self::Error(_) => Some(self.clone()),
            Self::Hash { .. } | Self::Command(_) => None,
        }
    }

    /// The column that the condition is about.
    pub fn column(&self) -> Option<[u32; 2]> {
        match self {
            Self::Column { at, .. } | Self::Reason { at, .. } | Self::Differs { at, .. } => Some(*at),
            Self::Hash { .. } | Self::Error(_) | Self::Command(_) => None,
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Column { at: [x, z], stage, area, row } => {
                write!(f, "column {x},{z} stage {stage} area {area} at row {row}")
            }
            Self::Reason { at: [x, z], reason, row } => {
                write!(f, "column {x},{z} reason {} at row {row}", reason.name())
            }
            Self::Differs { dump, .. } => write!(f, "differs from dump {}", dump.display()),
            Self::Hash { stage, hash } => write!(f, "stage {stage} hash {hash:016x}"),
            Self::Error(kind) => write!(f, "exits with error {kind}"),
            Self::Command(check) => write!(f, "command {}", check.text()),
        }
    }
}

fn differs_from(dump: PathBuf, scene: &Scene, monitor: &Monitor) -> Result<Condition, ConditionError> {
    let Side::Result(theirs) = load_side(&dump, None, &ReadOptions::default(), monitor)? else {
        return Err(ConditionError::Words(format!("{} is a scene and no dump", dump.display())));
    };
    let ours = Snapshot::of_run(&run(scene, monitor)?);
    let names = ["scene".into(), "dump".into()];
    let comparison =
        compare(names, &ours, &theirs.snapshot).map_err(|mismatch| ConditionError::Grids(mismatch.to_string()))?;
    let (stage, column) = first_difference(&comparison).ok_or(ConditionError::NoDifference)?;
    let at = [column % ours.width, column / ours.width];
    let records = records_of(&ours, stage, at).unwrap_or_default();
    Ok(Condition::Differs { dump, at, stage, records })
}

fn first_difference(comparison: &Comparison) -> Option<(Stage, u32)> {
    let compared = comparison.first_difference()?;
    Some((compared.stage, *compared.columns.first()?))
}

/// What a column holds at a stage. Links are positions in neighbour columns, which change as those are emptied: only whether
/// there is one is kept.
fn records_of(snapshot: &Snapshot, stage: Stage, [x, z]: [u32; 2]) -> Option<Vec<Record>> {
    let records = snapshot.stage(stage)?;
    let has_link = |link: u8| if link == NO_LINK { NO_LINK } else { 0 };
    let kept = |number: usize| {
        let record = records.record(number);
        Record { links: record.links.map(|links| links.map(has_link)), ..record }
    };
    Some(records.column(x + z * snapshot.width).map(kept).collect())
}
