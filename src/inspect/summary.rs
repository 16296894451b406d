//! The numbers of a stage that the stage bar shows.

use crate::pipeline::{PipelineRun, Stage};
use std::time::Duration;

/// A stage in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageSummary {
    pub stage: Stage,
    /// Pieces at the raw stage, spans after it, floors in the open stages.
    pub spans: usize,
    /// Those whose area is not 0.
    pub walkable: usize,
    /// Walkable ones against the stage before; `None` for the first.
    pub change: Option<i64>,
    pub time: Duration,
}

/// All stages in numbers, in run order.
pub fn summary(run: &PipelineRun) -> Vec<StageSummary> {
    let mut before = None;
    Stage::ALL
        .into_iter()
        .map(|stage| {
            let view = run.stage(stage);
            let walkable = view.walkable();
            let change = before.map(|before: usize| walkable as i64 - before as i64);
            before = Some(walkable);
            StageSummary { stage, spans: view.len(), walkable, change, time: run.times[stage.index()] }
        })
        .collect()
}
