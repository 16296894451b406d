//! How a long run is watched and stopped from another thread.

use super::{PipelineError, Stage};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// A job may use any amount of memory.
pub const NO_LIMIT: u64 = u64::MAX;

/// What is being done: before a run, a file is read and its inputs are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    Reading,
    Preparing,
    Stage(Stage),
}

impl Phase {
    /// How many phases there are.
    pub const COUNT: usize = 2 + Stage::ALL.len();

    /// Position in the order in which phases come.
    pub fn index(self) -> usize {
        match self {
            Self::Reading => 0,
            Self::Preparing => 1,
            Self::Stage(stage) => stage.index() + 2,
        }
    }

    fn from_index(index: usize) -> Self {
        match index {
            0 => Self::Reading,
            1 => Self::Preparing,
            _ => Self::Stage(Stage::ALL[(index - 2).min(Stage::ALL.len() - 1)]),
        }
    }
}

/// Progress of a run, the memory that it may use, and the wish to end it, shared between the thread that runs and the one that waits.
///
/// The run writes [`Monitor::report`] and reads [`Monitor::check`]; the other side does the reverse. Nothing in a result
/// depends on it.
#[derive(Debug)]
pub struct Monitor {
    cancelled: AtomicBool,
    phase: AtomicU32,
    permille: AtomicU32,
    memory_limit: u64,
}

impl Default for Monitor {
    /// Any amount of memory may be used.
    fn default() -> Self {
        Self::new(NO_LIMIT)
    }
}

impl Monitor {
    /// A monitor of a job that may use this many bytes of memory.
    pub fn new(memory_limit: u64) -> Self {
        Self {
            cancelled: AtomicBool::default(),
            phase: AtomicU32::default(),
            permille: AtomicU32::default(),
            memory_limit,
        }
    }

    /// Refuses what would need more memory than there may be, before it is allocated.
    ///
    /// # Errors
    /// [`PipelineError::Memory`] above the limit.
    pub fn check_memory(&self, needs: u64) -> Result<(), PipelineError> {
        if needs > self.memory_limit {
            return Err(PipelineError::Memory { needs, limit: self.memory_limit });
        }
        Ok(())
    }

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
        self.report_phase(Phase::Stage(stage), done as u64, total as u64)
    }

    /// The same of any phase; what is read is counted in bytes.
    ///
    /// # Errors
    /// [`PipelineError::Cancelled`] after [`Monitor::cancel`].
    pub fn report_phase(&self, phase: Phase, done: u64, total: u64) -> Result<(), PipelineError> {
        let permille = done.saturating_mul(1000).checked_div(total).unwrap_or(0).min(1000);
        self.phase.store(phase.index() as u32, Relaxed);
        self.permille.store(u32::try_from(permille).unwrap_or(1000), Relaxed);
        self.check()
    }

    /// What is being done, and how much of it is done, 0 to 1.
    pub fn progress(&self) -> (Phase, f32) {
        (Phase::from_index(self.phase.load(Relaxed) as usize), self.permille.load(Relaxed) as f32 / 1000.0)
    }
}
