//! In which stages, and in which columns of the first of them, a run is not what was expected.

use super::Expected;
use crate::inspect::comparison::rows_of;
use crate::inspect::{Snapshot, compare};
use crate::io::results;
use crate::pipeline::dump::{DumpForm, write_dump};
use crate::pipeline::{PipelineRun, Stage};
use flate2::{Compression, GzBuilder};
use fnv::FnvHasher;
use std::hash::Hasher as _;
use std::io::{self, Write as _};
use std::path::Path;

/// The most columns of which both lines are told.
pub const MAX_LINES: usize = 20;

/// How a run differs from what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageDifference {
    /// The stages whose hash is another one, in run order; none when only the grid differs.
    pub stages: Vec<Stage>,
    pub expected: Expected,
    pub actual: Expected,
    pub columns: Columns,
}

/// Which columns of the first differing stage differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Columns {
    Known(ColumnDifference),
    /// A sentence without a full stop that says why they are not known.
    Unknown(String),
}

/// The columns of a stage that differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnDifference {
    pub stage: Stage,
    /// Columns along x and along z.
    pub grid: [u32; 2],
    /// Their indices `x + z * width`, ascending. None where pieces are the same and come from other triangles, or in another
    /// order among columns.
    pub columns: Vec<u32>,
    /// The columns that hold something now, ascending, with the row of the uppermost surface in each.
    pub present: Vec<(u32, u16)>,
    /// The first [`MAX_LINES`] of them: what was expected, and what is.
    pub lines: Vec<[String; 2]>,
}

impl ColumnDifference {
    /// A column as x and z.
    pub fn place(&self, column: u32) -> [u32; 2] {
        [column % self.grid[0], column / self.grid[0]]
    }
}

impl StageDifference {
    /// How a run differs; `None` when every listed hash is its own. The dump is what was kept of the run that was expected.
    pub fn find(
        expected: &Expected,
        run: &PipelineRun,
        actual: &Expected,
        dump: Option<(&Path, &[u8])>,
    ) -> Option<Self> {
        let stages = expected.differing(actual);
        let frames = expected.frames_apart(actual);
        if stages.is_empty() && frames.is_none() {
            return None;
        }
        let columns = match (frames, stages.first()) {
            (Some(_), _) => Columns::Unknown("the grids are not the same, so columns are not compared".into()),
            (None, Some(&stage)) => dump
                .ok_or_else(|| "no columns are kept: `--update` without `--hashes-only` keeps them".into())
                .and_then(|(path, bytes)| find_columns(stage, expected, run, path, bytes))
                .map_or_else(Columns::Unknown, Columns::Known),
            (None, None) => return None,
        };
        Some(Self { stages, expected: expected.clone(), actual: actual.clone(), columns })
    }
}

fn find_columns(
    stage: Stage,
    expected: &Expected,
    run: &PipelineRun,
    path: &Path,
    bytes: &[u8],
) -> Result<ColumnDifference, String> {
    let name = || crate::session::file_name(path);
    let text =
        results::unpacked(bytes).map_err(|error| format!("the kept columns cannot be read ({error}): {}", name()))?;
    if hash_in_dump(&text, stage) != expected.hash(stage) {
        return Err(format!("the kept columns are of another run than the hashes: {}", name()));
    }
    let kept = results::parse(&text, path, None).map_err(|error| error.to_string())?;
    let kept = kept.ok_or_else(|| format!("the kept columns are no dump: {}", name()))?.snapshot;
    let now = Snapshot::of_run(run);
    let comparison = compare(["expected".into(), "actual".into()], &kept, &now).map_err(|error| error.to_string())?;
    let missing = || format!("the kept columns do not have the stage {stage}: {}", name());
    let columns = comparison.stage(stage).ok_or_else(missing)?.columns.clone();
    let (Some(a), Some(b)) = (kept.stage(stage), now.stage(stage)) else { return Err(missing()) };
    let grid = [now.width, now.depth];
    let place = |column: u32| format!("{} {}", column % grid[0], column / grid[0]);
    let line = |column| [a, b].map(|side| format!("{} {}", place(column), side.line(column)).trim_end().to_owned());
    let lines = columns.iter().take(MAX_LINES).map(|&column| line(column)).collect();
    let top = |column: u32| {
        let of = rows_of(stage);
        b.column(column).map(|number| of.surface(&b.record(number))).max().unwrap_or_default()
    };
    let present = b.columns.iter().map(|&column| (column, top(column))).collect();
    Ok(ColumnDifference { stage, grid, lines, present, columns })
}

/// The hash of a stage's lines in the text of a dump.
fn hash_in_dump(text: &[u8], stage: Stage) -> Option<u64> {
    let mut hasher = None;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        if let Some(header) = line.strip_prefix(b"@") {
            if hasher.is_some() {
                break;
            }
            let name = header.split(u8::is_ascii_whitespace).next().unwrap_or_default();
            hasher = (name == stage.name().as_bytes()).then(FnvHasher::default);
        } else if let Some(hasher) = &mut hasher {
            hasher.write(line);
        }
    }
    hasher.map(|hasher| hasher.finish())
}

/// Every stage of a run as a packed dump, the same bytes for the same run.
///
/// # Errors
/// None but those of memory: what is written to is a list of bytes.
pub(super) fn packed_dump(run: &PipelineRun) -> io::Result<Vec<u8>> {
    // No time and no name in the header: two updates must give the same file.
    let mut out = io::BufWriter::new(GzBuilder::new().mtime(0).write(Vec::new(), Compression::best()));
    write_dump(run, &Stage::ALL, DumpForm::Lines, &mut out)?;
    out.flush()?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.finish()
}
