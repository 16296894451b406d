//! Questions that take longer than a frame may: asked by panels, answered by the worker, kept until the level changes.

use super::Shell;
use super::job::Job;
use super::product::Product;
use super::repro::{Repro, make_repro};
use crate::inspect::order::{OrderReport, order_report};
use crate::inspect::report::{ToldEvent, tell};
use crate::inspect::sweep::{SweepPoint, SweepRange, new_value, sweep};
use crate::inspect::{
    Explanation, Remedy, Replayed, Selection, TriangleCells, explain, history, remedies, replay, triangle_cells,
};
use crate::pipeline::{Monitor, PipelineError};
use crate::session::Document;
use crate::session::edit::edit_of;
use std::sync::Arc;

impl Shell {
    /// Has the worker find something out about the product that is shown.
    pub(super) fn ask(&mut self, question: Question) {
        let Some(product) = &self.product else { return };
        self.transient.answers.ask(self.generation, question);
        self.submit(Job::Ask(self.generation, product.clone(), question));
    }

    /// The answer about a column and the selected place in it.
    pub fn column_answer(&self, selection: Selection) -> Option<&ColumnAnswer> {
        match self.transient.answers.get(self.generation, &Question::Column(selection))? {
            Answer::Column(answer) => Some(answer),
            _ => None,
        }
    }
}

/// Something a person wants to know about the level as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    /// What happened in a column, and why a place in it is as it is.
    Column(Selection),
    /// Whether a column's spans depend on the order of its pieces.
    Order([u32; 2]),
    /// What would make a surface walkable.
    Remedies(Selection),
    /// The smallest scene in which a surface has the same reason.
    Repro(Selection),
    /// How much is walkable as a setting goes through a range.
    Sweep(SweepRange),
    /// The cells that a triangle's box meets, listed from one on.
    Triangle { number: u32, from: u64 },
    /// The heightfield of so many pieces, the first ones.
    Replay(usize),
}

impl Question {
    /// Whether a newer question makes this one pointless.
    pub fn is_replaced_by(&self, newer: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(newer)
    }

    /// What is being done, for the progress line.
    pub fn activity(&self) -> &'static str {
        match self {
            Self::Column(_) => "Reading the column's history",
            Self::Order(_) => "Trying other orders",
            Self::Remedies(_) => "Looking for remedies",
            Self::Repro(_) => "Making a small repro",
            Self::Sweep(_) => "Sweeping a setting",
            Self::Triangle { .. } => "Cutting the triangle",
            Self::Replay(_) => "Replaying the pieces",
        }
    }
}

/// What the worker found.
#[derive(Clone, Debug)]
pub enum Answer {
    Column(Arc<ColumnAnswer>),
    Order(OrderReport),
    Remedies(Vec<Remedy>),
    Sweep(Arc<Vec<SweepPoint>>),
    /// `None` where no surface is.
    Repro(Option<Arc<Repro>>),
    /// `None` when there is no such triangle.
    Triangle(Option<Arc<TriangleCells>>),
    Replay(Arc<Replayed>),
}

/// What is known about a column, and about a place in it where one is selected.
#[derive(Clone, Debug)]
pub struct ColumnAnswer {
    pub events: Vec<ToldEvent>,
    pub explanation: Option<Explanation>,
}

/// Answers a question. A column outside the grid has no history.
///
/// # Errors
/// Cancellation, and those of runs with other settings.
pub fn answer(product: &Product, question: &Question, monitor: &Monitor) -> Result<Answer, PipelineError> {
    let (level, triangles, frame) = (product.level(), &product.triangles, &product.run.frame);
    let is_inside = |[x, z]: [u32; 2]| x < frame.width() && z < frame.depth();
    Ok(match *question {
        Question::Column(Selection { x, z, row }) => {
            let (mut events, mut explanation) = (Vec::new(), None);
            if is_inside([x, z]) {
                events = tell(&level, triangles, [x, z], history(&level, triangles, [x, z]));
                explanation = row.map(|row| explain(&level, triangles, &product.reasons, [x, z], row));
            }
            Answer::Column(Arc::new(ColumnAnswer { events, explanation }))
        }
        Question::Order([x, z]) => {
            let x = x.min(frame.width() - 1);
            let column = frame.column_index(x, z.min(frame.depth() - 1));
            Answer::Order(order_report(&product.run, column, monitor)?)
        }
        Question::Sweep(range) => Answer::Sweep(Arc::new(sweep(&product.scene, &range, monitor)?)),
        Question::Repro(selection) => Answer::Repro(match is_inside([selection.x, selection.z]) {
            true => make_repro(product, selection, monitor)?.map(Arc::new),
            false => None,
        }),
        Question::Remedies(Selection { x, z, row }) => Answer::Remedies(match row {
            Some(row) if is_inside([x, z]) => remedies(&level, triangles, [x, z], row, monitor)?,
            _ => Vec::new(),
        }),
        Question::Triangle { number, from } => {
            Answer::Triangle(triangle_cells(&level, triangles, number, from, monitor)?.map(Arc::new))
        }
        Question::Replay(pieces) => Answer::Replay(Arc::new(replay(&product.run, pieces, monitor)?)),
    })
}

/// The last sweep, which goes on holding when its own setting is changed.
#[derive(Clone, Debug)]
pub struct Swept {
    document: Document,
    range: SweepRange,
    points: Arc<Vec<SweepPoint>>,
}

impl Swept {
    /// A sweep of a document.
    pub(super) fn new(document: Document, range: SweepRange, points: Arc<Vec<SweepPoint>>) -> Self {
        Self { document, range, points }
    }

    /// The points of the chart.
    pub fn points(&self) -> Arc<Vec<SweepPoint>> {
        self.points.clone()
    }

    /// Whether a sweep of another document through a range would give the same: all but the swept setting is alike.
    pub fn holds_for(&self, document: &Document, range: &SweepRange) -> bool {
        let alike = |document: &Document| {
            let mut document = document.clone();
            edit_of(document.frame, new_value(range.setting, range.from)).apply(&mut document);
            document
        };
        self.range == *range && alike(&self.document) == alike(document)
    }
}

/// What was asked about the present product, and the answers so far.
#[derive(Debug, Default)]
pub struct Answers {
    generation: u64,
    asked: Vec<(Question, Option<Answer>)>,
}

impl Answers {
    /// The answer to a question; `None` while it is not answered.
    pub fn get(&self, generation: u64, question: &Question) -> Option<&Answer> {
        let asked = self.asked.iter().find(|(asked, _)| asked == question && generation == self.generation);
        asked.and_then(|(_, answer)| answer.as_ref())
    }

    /// Whether a question waits for its answer.
    pub fn is_waiting(&self, generation: u64, question: &Question) -> bool {
        generation == self.generation && self.asked.iter().any(|(asked, answer)| asked == question && answer.is_none())
    }

    /// Notes that a question is asked, and forgets older ones of its kind.
    pub(super) fn ask(&mut self, generation: u64, question: Question) {
        if generation != self.generation {
            self.asked.clear();
            self.generation = generation;
        }
        self.asked.retain(|(asked, _)| !asked.is_replaced_by(&question));
        self.asked.push((question, None));
    }

    /// Notes an answer, unless something else was asked since.
    pub(super) fn take(&mut self, generation: u64, question: &Question, answer: Answer) {
        if generation != self.generation {
            return;
        }
        if let Some((_, known)) = self.asked.iter_mut().find(|(asked, _)| asked == question) {
            *known = Some(answer);
        }
    }

    /// Forgets what waits: the worker was stopped.
    pub(super) fn forget_waiting(&mut self) {
        self.asked.retain(|(_, answer)| answer.is_some());
    }
}
