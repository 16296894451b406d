//! Replay: the heightfield grows piece by piece, as it was built. The worker makes each state; the last one stays until the next
//! is there.

use super::questions::{Answer, Question};
use super::{Action, Shell};
use crate::inspect::Replayed;
use crate::inspect::replay::by_triangle;
use crate::pipeline::{PipelineRun, Stage, StageView};
use crate::session::Step;
use crate::session::view::ViewChange;
use eframe::egui::Ui;
use std::sync::Arc;
use std::time::Duration;

/// How far the pieces are replayed.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The product it is about.
    generation: u64,
    /// How many pieces are to be in.
    pub at: usize,
    /// The newest state that is ready.
    shown: Option<Arc<Replayed>>,
    /// When it last moved on by itself, in the seconds of egui's clock, while it does.
    pub played: Option<f64>,
    /// Pieces a second.
    pub rate: f64,
}

/// A way to go through the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayStep {
    Begin,
    TriangleBack,
    Back,
    Forward,
    TriangleForward,
    End,
}

impl Replay {
    /// A replay that has all of a product's pieces in.
    pub fn at_end(generation: u64, run: &PipelineRun) -> Self {
        let pieces = run.pieces.pieces().len();
        // All of it in about twenty seconds, which is slow enough to follow and fast enough to wait for.
        let rate = (pieces as f64 / 20.0).clamp(4.0, 100_000.0);
        Self { generation, at: pieces, shown: None, played: None, rate }
    }

    /// Goes a step, and plays no more.
    pub fn go(&mut self, step: ReplayStep, run: &PipelineRun) {
        let all = run.pieces.pieces().len();
        self.played = None;
        self.at = match step {
            ReplayStep::Begin => 0,
            ReplayStep::TriangleBack => by_triangle(run, self.at, false),
            ReplayStep::Back => self.at.saturating_sub(1),
            ReplayStep::Forward => (self.at + 1).min(all),
            ReplayStep::TriangleForward => by_triangle(run, self.at, true),
            ReplayStep::End => all,
        };
    }

    /// Plays from here on, at the end from the beginning, or stops.
    pub fn toggle(&mut self, now: f64, all: usize) {
        if self.played.is_none() && self.at == all {
            self.at = 0;
        }
        self.played = if self.played.is_some() { None } else { Some(now) };
    }

    /// Moves on by the time that has passed; stops at the end.
    fn play(&mut self, now: f64, all: usize) {
        let Some(before) = self.played else { return };
        let due = ((now - before) * self.rate) as usize;
        if due > 0 {
            self.at = self.at.saturating_add(due).min(all);
            self.played = (self.at < all).then_some(now);
        }
    }
}

impl Shell {
    /// Begins a replay with everything in, at a stage that can be replayed.
    pub fn start_replay(&mut self, actions: &mut Vec<Action>) {
        let Some(product) = &self.product else { return };
        self.transient.replay = Some(Replay::at_end(self.generation, &product.run));
        if self.replayed_stage().is_none() {
            actions.push(ViewChange::Show(Step::Stage(Stage::Merged)).into());
        }
    }

    /// The stage that is shown, where it is one that is replayed.
    pub fn replayed_stage(&self) -> Option<Stage> {
        self.session.view.step.stage().filter(|stage| matches!(stage, Stage::Raw | Stage::Merged))
    }

    /// What is shown in the place of the stage: the newest state that is ready.
    pub fn replayed(&self) -> Option<&Arc<Replayed>> {
        self.replayed_stage()?;
        self.transient.replay.as_ref()?.shown.as_ref()
    }

    /// Takes the state that was asked for, asks for the one that is wanted, and moves on while playing.
    pub(super) fn move_replay(&mut self, ui: &Ui, actions: &mut Vec<Action>) {
        let (Some(replay), Some(product)) = (&mut self.transient.replay, &self.product) else { return };
        let all = product.run.pieces.pieces().len();
        if replay.generation != self.generation {
            // Another result: the same number of its pieces.
            *replay = Replay { generation: self.generation, at: replay.at.min(all), shown: None, ..replay.clone() };
        }
        let question = Question::Replay(replay.at);
        if let Some(Answer::Replay(ready)) = self.transient.answers.get(self.generation, &question) {
            replay.shown = Some(ready.clone());
        }
        let is_ready = replay.shown.as_ref().is_some_and(|shown| shown.pieces() == replay.at);
        if is_ready && replay.played.is_some() {
            replay.play(ui.input(|input| input.time), all);
            ui.ctx().request_repaint_after(Duration::from_millis(33));
        }
        let question = Question::Replay(replay.at);
        let is_known = replay.shown.as_ref().is_some_and(|shown| shown.pieces() == replay.at);
        if !is_known && !self.transient.answers.is_waiting(self.generation, &question) {
            actions.push(Action::Ask(question));
        }
    }
}

/// A stage as it is shown: of a run, or of a replay.
pub fn stage_shown<'a>(run: &'a PipelineRun, replayed: Option<&'a Replayed>, stage: Stage) -> StageView<'a> {
    match (replayed, stage) {
        (Some(replayed), Stage::Raw) => replayed.raw(),
        (Some(replayed), Stage::Merged) => replayed.merged(),
        _ => run.stage(stage),
    }
}
