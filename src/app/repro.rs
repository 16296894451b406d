//! A small repro of why a surface is as it is, made from what is open.

use super::Shell;
use super::job::Job;
use super::product::Product;
use super::questions::{Answer, Question};
use crate::inspect::Selection;
use crate::io::scene_json;
use crate::pipeline::{Monitor, PipelineError};
use crate::reduce::{Condition, ConditionError, Limits, ReduceError, Reduced, reduce};
use crate::session::{Document, View};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How long the window searches.
const TIME: Duration = Duration::from_secs(30);

/// The smallest scene that was found, and what to do with it.
#[derive(Clone, Debug)]
pub struct Repro {
    pub reduced: Reduced,
    /// The scene as the text of a file that needs no other.
    pub text: String,
}

/// What becomes of a repro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReproAction {
    /// Show it beside what is open, as B.
    Beside,
    /// Open it in the place of what is open.
    Open,
}

/// Searches the smallest scene in which a surface of a product has the same reason; `None` where there is no surface.
///
/// # Errors
/// Cancellation.
pub(super) fn make_repro(
    product: &Product,
    Selection { x, z, row }: Selection,
    monitor: &Monitor,
) -> Result<Option<Repro>, PipelineError> {
    let run = &product.run;
    let span = run.solid.column(run.frame.column_index(x, z)).find(|&span| Some(run.solid.spans()[span].max) == row);
    let Some((span, row)) = span.zip(row) else { return Ok(None) };
    let condition = Condition::Reason { at: [x, z], reason: product.reasons.of_solid[span], row };
    let limits = Limits { time: TIME, ..Limits::default() };
    match reduce(&product.scene, &condition, limits, monitor, &mut |_, _, _| {}) {
        Ok(reduced) => {
            monitor.check()?;
            let document = Document::from(reduced.scene.clone());
            let text = scene_json::write(&document, None, Path::new("")).unwrap_or_default(); // It ran: its numbers are numbers.
            Ok(Some(Repro { reduced, text }))
        }
        Err(ReduceError::Condition(ConditionError::Pipeline(error))) => Err(error),
        // The condition was read off this very run.
        Err(_) => Ok(None),
    }
}

impl Repro {
    /// The surface that it is about, in its own frame.
    fn selection(&self) -> Option<Selection> {
        match self.reduced.condition {
            Condition::Reason { at: [x, z], row, .. } => Some(Selection { x, z, row: Some(row) }),
            _ => None,
        }
    }
}

impl Shell {
    /// The repro of the selected surface, once it was made.
    pub fn repro(&self, selection: Selection) -> Option<&Arc<Repro>> {
        match self.transient.answers.get(self.generation, &Question::Repro(selection))? {
            Answer::Repro(repro) => repro.as_ref(),
            _ => None,
        }
    }

    pub(super) fn use_repro(&mut self, selection: Selection, action: ReproAction) {
        let Some(repro) = self.repro(selection).cloned() else { return };
        let document = Box::new(Document::from(repro.reduced.scene.clone()));
        let view = View { selection: repro.selection(), camera: None, crop: None, ..self.session.view.clone() };
        let name = format!("repro of {}", self.session.name);
        match action {
            ReproAction::Beside => self.show_beside(name, document),
            ReproAction::Open => self.submit(Job::OpenDocument(name, document, Box::new(view))),
        }
    }
}
