//! How a long run is watched and stopped from another thread.

use super::{PipelineError, Stage};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// Progress of a run and the wish to end it, shared between the thread that runs and the one that waits.
///
/// The run writes [`Monitor::report`] and reads [`Monitor::check`]; the other side does the reverse. Nothing in a result
/// depends on it.
#[derive(Debug, Default)]
pub struct Monitor {
    cancelled: AtomicBool,
    stage: AtomicU32,
    permille: AtomicU32,
}

impl Monitor {
    /// Asks the run to end. It answers with [`PipelineError::Cancelled`] at its next check.
    pub fn cancel(&self) {
        self.cancelled.store(true, Relaxed);
    }

    /// Whether [`Monitor::cancel`] was called.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed)
    }

    /// Ends the run when it was cancelled.
    ///
    /// # Errors
    /// [`PipelineError::Cancelled`] after [`Monitor::cancel`].
    pub fn check(&self) -> Result<(), PipelineError> {
        if self.is_cancelled() { Err(PipelineError::Cancelled) } else { Ok(()) }
    }

    /// Says that `done` of `total` parts of a stage are finished, and ends the run when it was cancelled.
    ///
    /// # Errors
    /// [`PipelineError::Cancelled`] after [`Monitor::cancel`].
    pub fn report(&self, stage: Stage, done: usize, total: usize) -> Result<(), PipelineError> {
        let permille = done.saturating_mul(1000).checked_div(total).unwrap_or(0).min(1000);
        self.stage.store(stage.index() as u32, Relaxed);
        self.permille.store(u32::try_from(permille).unwrap_or(1000), Relaxed);
        self.check()
    }

    /// The stage being computed, and how much of it is done, 0 to 1.
    pub fn progress(&self) -> (Stage, f32) {
        let stage = Stage::ALL[(self.stage.load(Relaxed) as usize).min(Stage::ALL.len() - 1)];
        (stage, self.permille.load(Relaxed) as f32 / 1000.0)
    }
}
