//! The whole window, without a window system.

use super::actions::{Action, Entry, Present, entries, show_warning};
use super::dialogs::Purpose;
use super::drawing::DrawStep;
use super::job::{Compared, Earlier, Job};
use super::other::{Other, OtherComparison};
use super::preferences::Preferences;
use super::product::Product;
use super::recovery::Recovery;
use super::transient::Transient;
use super::viewport::Viewport;
use super::watch::FileWatch;
use super::worker::Worker;
use super::{camera, inputs, panels, theme};
use crate::inspect::warnings::ShownBy;
use crate::pipeline::Phase;
use crate::session::density_view::first_form;
use crate::session::panels::{BottomTab, LeftTab, PanelTab};
use crate::session::view::ViewChange;
use crate::session::{Command, Document, Session, Step};
use eframe::egui;
use std::sync::Arc;

/// How long a stage is shown while playing, in seconds.
pub(super) const PLAY_SECONDS: f64 = 1.2;

/// Frames until a layout has settled.
pub(super) const SETTLING_FRAMES: u8 = 3;

/// Everything behind the window.
pub struct Shell {
    pub session: Session,
    /// The newest finished run; it stays while the next one is made.
    pub product: Option<Arc<Product>>,
    /// Counts documents that were opened.
    pub documents: u64,
    /// Counts products, so that others see that there is a new one.
    pub generation: u64,
    pub viewport: Viewport,
    pub preferences: Preferences,
    pub transient: Transient,
    /// Whether times are shown. A picture that must be the same twice leaves them out.
    pub shows_times: bool,
    /// How two results differ, when that was asked for.
    pub comparison: Option<Compared>,
    /// What the next result is compared with.
    pub(super) compare_with: Option<Earlier>,
    /// The other side of a comparison, how many there were, and how what is open differs from it.
    pub other: Option<Other>,
    pub(super) others: u64,
    pub(super) other_comparison: Option<Arc<OtherComparison>>,
    /// The 3D view of B.
    pub other_viewport: Viewport,
    /// Keeps what is not saved, when there is a place for it.
    pub recovery: Option<Recovery>,
    /// Files that change on disk, when they are watched.
    pub(super) watch: Option<FileWatch>,
    pub(super) worker: Worker,
    /// The document that was submitted last.
    pub(super) submitted: Option<Document>,
}

impl Shell {
    /// A shell that has nothing open yet. `wake` has the window drawn again, from any thread.
    ///
    /// # Errors
    /// Those of the system, when it has no thread to give.
    pub fn new(preferences: Preferences, wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let worker = Worker::new(wake)?;
        worker.set_memory_limit(preferences.memory_limit_bytes());
        Ok(Self {
            session: Session::default(),
            product: None,
            documents: 0,
            generation: 0,
            viewport: Viewport::default(),
            preferences,
            transient: Transient { frames_to_settle: SETTLING_FRAMES, ..Transient::default() },
            shows_times: true,
            comparison: None,
            compare_with: None,
            other: None,
            others: 0,
            other_comparison: None,
            other_viewport: Viewport::default(),
            recovery: None,
            watch: None,
            worker,
            submitted: None,
        })
    }

    /// Draws everything and applies what was asked for.
    pub fn ui(&mut self, ui: &mut egui::Ui) {
        self.receive(ui.ctx());
        let mut actions = Vec::new();
        let escape = self.take_input(ui, &mut actions);
        panels::show(self, ui, &mut actions);
        actions.extend(escape);
        self.after_frame(ui.ctx(), actions);
    }

    /// Draws the 3D view alone.
    pub fn viewport_ui(&mut self, ui: &mut egui::Ui) {
        self.receive(ui.ctx());
        let mut actions = Vec::new();
        panels::viewport::viewport_ui(self, ui, &mut actions);
        self.after_frame(ui.ctx(), actions);
    }

    /// Draws a tab of the bottom panel alone.
    pub fn tab_ui(&mut self, tab: BottomTab, ui: &mut egui::Ui) {
        self.receive(ui.ctx());
        let mut actions = Vec::new();
        panels::bottom::tab_ui(tab, self, ui, &mut actions);
        self.after_frame(ui.ctx(), actions);
    }

    /// Applies actions and has the document run again when it has changed.
    pub fn apply_all(&mut self, ctx: &egui::Context, actions: impl IntoIterator<Item = Action>) {
        for action in actions {
            self.apply(ctx, action);
        }
        self.rebuild();
    }

    /// Sets how many bytes of memory a job may use, from the next one on.
    pub fn set_memory_limit(&self, bytes: u64) {
        self.worker.set_memory_limit(bytes);
    }

    /// Has something done besides drawing.
    pub fn submit(&self, job: Job) {
        self.worker.submit(job);
    }

    /// Whether the settings can be changed: something is open, and nothing else is being opened in its place.
    pub fn is_editable(&self) -> bool {
        self.product.is_some() && !self.worker.is_opening()
    }

    /// Whether the picture is of something else than the document, and will stay so: its build failed or was cancelled.
    pub fn is_stale(&self) -> bool {
        let document = &self.session.document;
        self.product.as_ref().is_some_and(|product| product.document != *document) && !self.worker.is_busy()
    }

    /// Whether what is shown was made of the document as it is, and nothing else is being done.
    pub fn is_settled(&self) -> bool {
        let document = &self.session.document;
        self.product.as_ref().is_some_and(|product| product.document == *document) && !self.worker.is_busy()
    }

    /// Whether the crop sliders are shown: when they were asked for, and always while something is cropped away.
    pub fn shows_crop(&self) -> bool {
        self.transient.shows_crop || self.session.view.crop.is_some()
    }

    /// The title of the window.
    pub fn title(&self) -> String {
        match self.session.name.as_str() {
            "" => "Spanscope".into(),
            name => format!("{}{name} – Spanscope", if self.session.is_changed() { "• " } else { "" }),
        }
    }

    /// What is being done besides drawing, and how far it is, 0 to 1.
    pub fn activity(&self) -> Option<(String, f32)> {
        let (job, monitor) = self.worker.present()?;
        let (phase, fraction) = monitor.progress();
        Some((job.activity(phase), (phase.index() as f32 + fraction) / Phase::COUNT as f32))
    }

    /// Waits until nothing is being done any more, takes what came of it, and says whether anything did.
    pub fn settle(&mut self) -> bool {
        let mut took = false;
        loop {
            let is_busy = self.worker.is_busy();
            match if is_busy { self.worker.wait() } else { self.worker.poll() } {
                Some(event) => {
                    self.take(event); // It may be the beginning of another job.
                    took = true;
                }
                None if is_busy => {}
                None => return took,
            }
        }
    }

    /// All menu entries with their keys.
    pub fn entries(&self) -> Vec<Entry> {
        entries(&Present {
            view: &self.session.view,
            playing: self.transient.play_until.is_some(),
            orthographic: self.session.view.camera.is_some_and(|camera| camera.orthographic),
            run_as: first_form(&self.session.document),
            new_slice: self.new_slice(),
            drawing: self.transient.volume_tool.drawing.is_some(),
        })
    }

    fn after_frame(&mut self, ctx: &egui::Context, actions: Vec<Action>) {
        self.apply_all(ctx, actions);
        self.keep_changes(ctx);
        if self.worker.is_busy() {
            ctx.request_repaint_after(std::time::Duration::from_millis(50)); // The progress line moves on.
        }
        if self.transient.frames_to_settle > 0 {
            self.transient.frames_to_settle -= 1;
            ctx.request_repaint();
        }
    }

    fn receive(&mut self, ctx: &egui::Context) {
        while let Some(event) = self.worker.poll() {
            self.take(event);
        }
        self.receive_answer(ctx);
        self.receive_screenshots();
        self.receive_changes(ctx);
    }

    fn apply(&mut self, ctx: &egui::Context, action: Action) {
        if action.replaces_document() && self.session.is_changed() {
            self.transient.waiting = Some(action);
        } else if !action.changes_document() || self.is_editable() {
            self.perform(ctx, action);
        }
    }

    fn perform(&mut self, ctx: &egui::Context, action: Action) {
        if !matches!(action, Action::Session(Command::EndOfGesture)) {
            self.transient.note = None;
        }
        if inputs::perform(self, ctx, &action) {
            return;
        }
        match action {
            // What was done last is the corner that was clicked last.
            Action::Session(Command::Undo) if self.has_corners() => self.draw_volume(DrawStep::Back),
            Action::Session(command) => self.change(&command),
            Action::OpenDialog => self.open_dialog(ctx, Purpose::Open),
            Action::SaveDialog => self.open_dialog(ctx, Purpose::Save),
            Action::OpenField => self.open_path_field(Purpose::Open, None),
            Action::AddDialog => self.open_dialog(ctx, Purpose::Add),
            Action::AddField => self.open_path_field(Purpose::Add, None),
            Action::Open(path) => self.worker.submit(Job::Open(path)),
            Action::OpenSample => self.worker.submit(Job::Sample),
            Action::Save => self.save(ctx),
            Action::SaveTo(path) => self.save_to(ctx, &path),
            Action::ForgetRecent => {
                if let Err(error) = self.preferences.forget() {
                    log::warn!("recent files were not stored: {error}");
                }
            }
            Action::Quit => self.transient.quit = true,
            Action::Cancel => {
                self.worker.cancel();
                self.transient.answers.forget_waiting();
            }
            Action::BuildAgain => self.submitted = None,
            Action::FitAll | Action::FitSelection | Action::LookFrom(_) | Action::SwitchProjection => {
                self.move_camera(&action);
            }
            Action::Play(plays) => self.play(ctx, plays),
            Action::TogglePanels => {
                self.change(&ViewChange::HidePanels(!self.session.view.open_panels().hidden).into());
                self.transient.frames_to_settle = SETTLING_FRAMES;
                // Tab also moves egui's focus, and what has the focus would take the keys from now on.
                ctx.memory_mut(|memory| memory.focused().into_iter().for_each(|id| memory.surrender_focus(id)));
            }
            Action::ToggleCrop => self.toggle_crop(),
            Action::ShowWarning(kind) => {
                if kind.shown_by() == ShownBy::Settings {
                    self.change(&ViewChange::ShowTab(PanelTab::Left(LeftTab::Settings)).into());
                }
                self.apply_all(ctx, show_warning(kind, &self.session.view));
            }
            Action::Ask(question) => self.ask(question),
            Action::Missing(action) => self.perform_missing(ctx, action),
            Action::Screenshot => self.ask_screenshot(ctx),
            Action::AskCheck => self.ask_check(),
            Action::AddCheck(check) => self.add_check(ctx, *check),
            Action::RemoveCheck(name) => self.session.checks.retain(|check| check.name != name),
            Action::ShowCheck(name) => self.show_check(&name),
            Action::CopyCommandLine => self.copy_command_line(ctx),
            Action::Recover(answer) => self.answer_left_behind(answer),
            Action::Repro(selection, action) => self.use_repro(selection, action),
            Action::ShowTab(tab) => self.change(&ViewChange::ShowTab(tab).into()),
            Action::ShowKeys(shows) => self.transient.shows_keys = shows,
            Action::Measure(step) => self.measure(step),
            Action::Volume(step) => self.draw_volume(step),
            Action::DismissProblem => self.transient.problem = None,
            Action::Discard => {
                if let Some(waiting) = self.transient.waiting.take() {
                    self.perform(ctx, waiting);
                }
            }
            Action::SaveFirst => self.save_first(ctx),
            Action::KeepWorking => (self.transient.waiting, self.transient.after_save) = (None, None),
            // About inputs: performed above.
            Action::OpenAs(..)
            | Action::Add(..)
            | Action::ReloadFiles
            | Action::MoveInput { .. }
            | Action::ReadAxes(..)
            | Action::FitFrame(_)
            | Action::CompareVoxels
            | Action::CompareDensity
            | Action::Other(_)
            | Action::CloseComparison
            | Action::LimitMemory(_)
            | Action::ExportDialog(_)
            | Action::ExportField
            | Action::ExportTo(_)
            | Action::ExportWinding(_) => {}
        }
    }

    /// Changes document or view.
    pub(super) fn change(&mut self, command: &Command) {
        let run = self.product.as_ref().map(|product| &product.run);
        self.session.apply(command, run);
    }

    fn play(&mut self, ctx: &egui::Context, plays: bool) {
        let now = ctx.input(|input| input.time);
        self.transient.play_until = plays.then_some(now + PLAY_SECONDS);
        let at_end = self.session.view.step.next() == self.session.view.step;
        if plays && at_end {
            self.change(&ViewChange::Show(Step::Input).into());
        }
    }

    fn toggle_crop(&mut self) {
        self.transient.shows_crop = !self.shows_crop();
        if !self.transient.shows_crop {
            self.change(&ViewChange::Crop(None).into());
        }
    }

    fn move_camera(&mut self, action: &Action) {
        let Some(product) = &self.product else { return };
        let moved = camera::moved(action, &self.session.view, product, self.viewport.aspect);
        let camera = camera::to_world(&moved, &product.run.frame);
        self.change(&ViewChange::Camera(camera).into());
    }

    pub(super) fn rebuild(&mut self) {
        let document = &self.session.document;
        if self.product.is_some() && self.submitted.as_ref() != Some(document) {
            self.submitted = Some(document.clone());
            self.transient.answers.forget_waiting(); // The worker leaves them for the run.
            self.worker.submit(Job::Build(Box::new(document.clone()), self.compare_with.clone()));
        }
    }
}

/// Prepares a context for a shell: look and options.
pub fn prepare(ctx: &egui::Context) {
    theme::set(ctx);
}
