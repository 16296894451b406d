//! The heightfield as it was after the first pieces, made by the pipeline's own merge.

use crate::pipeline::stage::merged::merged;
use crate::pipeline::{AreaId, Monitor, PieceLog, PipelineError, PipelineRun, SpanColumns, StageView};

/// Bytes that a piece takes: in the copy of the list, in the list by column, and as a span with its area.
const PIECE: u64 = 32;
/// Bytes that a column takes in the three tables of where columns begin.
const COLUMN: u64 = 12;

/// The first pieces of a run, and what they merge to.
#[derive(Clone, Debug, PartialEq)]
pub struct Replayed {
    pub log: PieceLog,
    pub spans: SpanColumns,
    /// One a span.
    pub areas: Vec<AreaId>,
}

impl Replayed {
    /// How many pieces are in.
    pub fn pieces(&self) -> usize {
        self.log.pieces().len()
    }

    /// The pieces, as a stage.
    pub fn raw(&self) -> StageView<'_> {
        StageView::Raw(&self.log)
    }

    /// The spans, as a stage.
    pub fn merged(&self) -> StageView<'_> {
        StageView::Solid { spans: &self.spans, areas: &self.areas }
    }
}

/// Takes the first `pieces` pieces of a run, or all where it has fewer.
///
/// # Errors
/// [`PipelineError::Memory`] before it begins, and cancellation.
pub fn replay(run: &PipelineRun, pieces: usize, monitor: &Monitor) -> Result<Replayed, PipelineError> {
    let pieces = pieces.min(run.pieces.pieces().len());
    monitor.check_memory(pieces as u64 * PIECE + run.frame.columns() as u64 * COLUMN)?;
    let log = PieceLog::new(&run.frame, run.pieces.pieces()[..pieces].to_vec());
    let (spans, areas) = merged(&run.frame, &log, run.settings.merge_threshold(), monitor)?;
    Ok(Replayed { log, spans, areas })
}

/// The number of pieces that are in when the triangle after the one of the last piece is in as well, or, going back, when it is
/// not. Runs of voxels count one by one.
pub fn by_triangle(run: &PipelineRun, pieces: usize, forward: bool) -> usize {
    let all = run.pieces.pieces();
    let is_one = |a: usize, b: usize| all[a].triangle().is_some() && all[a].triangle() == all[b].triangle();
    let mut at = pieces.min(all.len());
    if forward {
        at = (at + 1).min(all.len());
        while at > 0 && at < all.len() && is_one(at - 1, at) {
            at += 1;
        }
    } else {
        at = at.saturating_sub(1);
        while at > 0 && is_one(at - 1, at) {
            at -= 1;
        }
    }
    at
}
