//! What the worker tells, taken into the window.

use super::Shell;
use super::drawing::VolumeTool;
use super::job::{Event, Job, JobError};
use super::measuring::Measuring;
use super::product::Product;
use super::questions::{Answer, Question, Swept};
use super::shell::SETTLING_FRAMES;
use super::transient::{LayoutField, Problem, ProblemOf, Reading};
use crate::inspect::column::moved_selection;
use crate::inspect::text::count;
use crate::session::view::ViewChange;
use crate::session::{Session, View};
use std::sync::Arc;

impl Shell {
    pub(super) fn take(&mut self, event: Event) {
        match event {
            Event::Recovered(left, session, product) => {
                if let Some(recovery) = &mut self.recovery {
                    recovery.adopt(left);
                }
                self.take(Event::Opened(session, product));
            }
            Event::Opened(session, product) => {
                let path = session.path.as_ref().or(session.document.files().next()).cloned();
                let before = std::mem::replace(&mut self.session, *session);
                self.documents += 1;
                self.transient.missing = None;
                (self.comparison, self.compare_with) = (None, None);
                self.transient.volume_tool = VolumeTool::default();
                self.submitted = Some(self.session.document.clone());
                self.clear_problem(&[ProblemOf::Open, ProblemOf::Save]);
                self.go_on_from(before.view);
                self.accept(Arc::from(product));
                if let Some(path) = path {
                    self.remember(&path);
                }
            }
            Event::Built(product, compared) if self.submitted.as_ref() == Some(&product.document) => {
                (self.comparison, self.compare_with) = (compared, None);
                if self.product.as_ref().is_some_and(|before| product.has_gone_from(before)) {
                    self.session.view.camera = None; // What was looked at is not there any more.
                }
                self.follow(&product);
                self.accept(Arc::from(product));
            }
            Event::Built(..) => {}
            Event::Cancelled => self.transient.answers.forget_waiting(),
            Event::Answered(generation, question, answer) => self.take_answer(generation, question, answer),
            Event::Added(path, sources, notes) => self.add_sources(&path, sources, notes),
            Event::Reloaded(sources) => self.take_reloaded(&sources),
            Event::Reread(input, source) => self.take_reread(input, *source),
            Event::Exported(path, triangles) => {
                let name = crate::session::file_name(&path);
                self.clear_problem(&[ProblemOf::Export]);
                self.transient.note = Some(format!("Wrote {} to {name}", count(triangles as u64, "triangle")).into());
            }
            Event::GoldenDrawn(path) => {
                self.clear_problem(&[ProblemOf::Picture]);
                let name = crate::session::file_name(&path);
                self.transient.note = Some(format!("The check is in the scene, its golden picture is {name}").into());
            }
            Event::Compared(compared) => self.comparison = Some(compared),
            Event::OtherMade(other, notes) => self.take_other(*other, notes),
            Event::OtherCompared(comparison) => self.other_comparison = Some(Arc::from(comparison)),
            Event::Failed { job, error } => {
                self.transient.answers.forget_waiting();
                self.take_failure(job, error);
            }
        }
    }

    fn take_answer(&mut self, generation: u64, question: Question, answer: Answer) {
        if let (Question::Sweep(range), Answer::Sweep(points)) = (&question, &answer)
            && let Some(product) = self.product.as_ref().filter(|_| generation == self.generation)
        {
            self.transient.swept = Some(Swept::new(product.document.clone(), *range, points.clone()));
        }
        self.transient.answers.take(generation, &question, answer);
    }

    fn take_failure(&mut self, job: Job, JobError { kind, text, layouts, missing }: JobError) {
        let of = match &job {
            Job::Ask(..) => ProblemOf::Ask,
            Job::Build(..) | Job::Compare(_) => ProblemOf::Build,
            Job::Export(..) => ProblemOf::Export,
            Job::DrawGolden(..) => ProblemOf::Picture,
            _ => ProblemOf::Open,
        };
        // Whatever fails is told; some of it can be mended by an answer, which is asked for as well.
        self.transient.problem = Some(Problem { of, kind, text });
        if let Some(missing) = missing.filter(|_| job.opens()) {
            self.transient.missing = Some((missing, job));
            return;
        }
        let unread = match job {
            Job::Open(path) => Some((path, Reading::Open)),
            Job::OpenWith(opening) => opening.path.map(|path| (path, Reading::Open)),
            Job::Add(path, _) => Some((path, Reading::Add)),
            _ => None,
        };
        if let (Some((path, reading)), Some(layouts)) = (unread, layouts) {
            self.transient.layout_field = Some(LayoutField::new(path, reading, &layouts));
        }
    }

    /// Keeps the selection at its place in the world when the grid is another one, and forgets what was measured in the old.
    fn follow(&mut self, product: &Product) {
        let Some(before) = self.product.clone().filter(|before| before.run.frame != product.run.frame) else { return };
        self.transient.measuring = self.transient.measuring.map(|_| Measuring::default());
        let Some(selection) = self.session.view.selection else { return };
        let frame = &product.run.frame;
        let moved = moved_selection(selection, &before.run.frame, &product.run, self.session.view.step.stage());
        // Outside of the new grid it stays, and says so.
        let moved = moved.or(Some(selection).filter(|at| at.x >= frame.width() || at.z >= frame.depth()));
        self.change(&ViewChange::Select(moved).into());
    }

    fn accept(&mut self, product: Arc<Product>) {
        self.product = Some(product);
        self.generation += 1;
        self.compare_other();
        self.clear_problem(&[ProblemOf::Build]);
        self.transient.frames_to_settle = SETTLING_FRAMES;
    }

    /// What a scene's file does not say of the window goes on as it was: the open tabs, and B.
    fn go_on_from(&mut self, before: View) {
        let view = &mut self.session.view;
        view.panels = view.panels.or(before.panels);
        if view.other.is_some() {
            self.make_chosen_other();
        } else {
            view.other = before.other;
        }
    }

    /// Opens what was read and run already, with nothing of what was open before.
    pub fn open_made(&mut self, session: Session, product: Arc<Product>) {
        self.session = session;
        self.documents += 1;
        self.submitted = Some(self.session.document.clone());
        self.make_chosen_other();
        self.accept(product);
    }

    /// Forgets what went wrong, if it was one of these.
    pub(super) fn clear_problem(&mut self, of: &[ProblemOf]) {
        self.transient.problem.take_if(|problem| of.contains(&problem.of));
    }
}
