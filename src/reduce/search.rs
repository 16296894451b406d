//! The state of a search: the best scene so far, and what it has cost.

use super::condition::{Condition, ConditionError};
use super::{Ended, Limits};
use crate::pipeline::{Monitor, PipelineError, Scene};
use std::time::Instant;

/// Why a search stops before its end.
pub(super) enum Stop {
    Ended(Ended),
    Failed(ConditionError),
}

/// The best scene so far, and what may still be tried.
pub(super) struct Search<'a> {
    pub scene: Scene,
    pub condition: Condition,
    pub tries: usize,
    limits: Limits,
    begun: Instant,
    monitor: &'a Monitor,
    on_better: &'a mut dyn FnMut(&Scene, &Condition, usize),
}

impl<'a> Search<'a> {
    pub(super) fn new(
        scene: &Scene,
        condition: &Condition,
        limits: Limits,
        monitor: &'a Monitor,
        on_better: &'a mut dyn FnMut(&Scene, &Condition, usize),
    ) -> Self {
        let (scene, condition) = (scene.clone(), condition.clone());
        Self { scene, condition, tries: 0, limits, begun: Instant::now(), monitor, on_better }
    }

    /// Tries a scene, and keeps it when the condition holds.
    pub(super) fn attempt(&mut self, scene: Scene) -> Result<bool, Stop> {
        let condition = self.condition.clone();
        self.attempt_as(scene, condition)
    }

    /// The same with the condition as it is in the frame of that scene.
    pub(super) fn attempt_as(&mut self, scene: Scene, condition: Condition) -> Result<bool, Stop> {
        if self.tries == self.limits.tries {
            return Err(Stop::Ended(Ended::OutOfTries));
        }
        if self.begun.elapsed() >= self.limits.time {
            return Err(Stop::Ended(Ended::OutOfTime));
        }
        self.tries += 1;
        let holds = condition.holds(&scene, self.monitor).map_err(|error| match error {
            ConditionError::Pipeline(PipelineError::Cancelled) => Stop::Ended(Ended::Cancelled),
            error => Stop::Failed(error),
        })?;
        if holds {
            (self.scene, self.condition) = (scene, condition);
            (self.on_better)(&self.scene, &self.condition, self.tries);
        }
        Ok(holds)
    }
}
