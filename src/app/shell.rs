//! The whole window, without a window system.

use super::actions::{Action, Entry, Present, entries, show_warning};
use super::dialogs::{Answer, FileDialog, Purpose};
use super::preferences::Preferences;
use super::product::Product;
use super::viewport::Viewport;
use super::worker::{Event, Job, Worker};
use super::{camera, panels, theme};
use crate::pipeline::{ErrorKind, Scene};
use crate::session::{Edit, Session, file};
use eframe::egui;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How long a stage is shown while playing, in seconds.
pub(super) const PLAY_SECONDS: f64 = 1.2;

/// Everything behind the window.
pub struct Shell {
    pub session: Session,
    /// The newest finished run; it stays while the next one is made.
    pub product: Option<Arc<Product>>,
    /// Counts products, so that others see that there is a new one.
    pub generation: u64,
    pub viewport: Viewport,
    pub preferences: Preferences,
    pub transient: Transient,
    /// Whether times are shown. A picture that must be the same twice leaves them out.
    pub shows_times: bool,
    worker: Worker,
    /// The scene that was submitted last.
    submitted: Option<Scene>,
}

/// What passes with the moment.
#[derive(Default)]
pub struct Transient {
    /// What went wrong last, shown until it is dismissed or mended.
    pub problem: Option<Problem>,
    /// A file dialog that is open.
    dialog: Option<FileDialog>,
    /// The text of the path field, while it is open, and what it is for.
    pub path_field: Option<PathField>,
    /// When the next stage is shown while playing, in the seconds of egui's clock.
    pub play_until: Option<f64>,
    pub hides_panels: bool,
    pub shows_keys: bool,
    pub shows_crop: bool,
    pub left_tab: panels::left::Tab,
    /// What waits until the person has said what becomes of changes that are not saved.
    pub waiting: Option<Action>,
    pub quit: bool,
    /// What the pointer is over in the 3D view.
    pub hover: Option<panels::viewport::Hover>,
}

/// A field in which a path is typed.
#[derive(Clone, Debug)]
pub struct PathField {
    pub purpose: Purpose,
    pub text: String,
    /// Why there is a field and no dialog.
    pub reason: Option<&'static str>,
}

/// Something that went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub title: &'static str,
    pub kind: Option<ErrorKind>,
    pub text: String,
}

impl Shell {
    /// A shell that has nothing open yet. `wake` has the window drawn again, from any thread.
    ///
    /// # Errors
    /// Those of the system, when it has no thread to give.
    pub fn new(preferences: Preferences, wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        Ok(Self {
            session: Session::default(),
            product: None,
            generation: 0,
            viewport: Viewport::default(),
            preferences,
            transient: Transient::default(),
            shows_times: true,
            worker: Worker::new(wake)?,
            submitted: None,
        })
    }

    /// Draws everything and applies what was asked for.
    pub fn ui(&mut self, ui: &mut egui::Ui) {
        self.receive(ui.ctx());
        let mut actions = Vec::new();
        self.take_input(ui, &mut actions);
        panels::show(self, ui, &mut actions);
        self.after_frame(ui.ctx(), actions);
    }

    /// Draws the 3D view alone.
    pub fn viewport_ui(&mut self, ui: &mut egui::Ui) {
        self.receive(ui.ctx());
        let mut actions = Vec::new();
        panels::viewport::viewport_ui(self, ui, &mut actions);
        self.after_frame(ui.ctx(), actions);
    }

    /// Applies actions and has the document run again when it has changed.
    pub fn apply_all(&mut self, ctx: &egui::Context, actions: impl IntoIterator<Item = Action>) {
        for action in actions {
            self.apply(ctx, action);
        }
        self.rebuild();
    }

    /// Has something done besides drawing.
    pub fn submit(&self, job: Job) {
        self.worker.submit(job);
    }

    /// Puts settings in the place of the document's, as one step that can be taken back.
    pub fn override_settings(&mut self, ctx: &egui::Context, change: &dyn Fn(&mut Scene) -> anyhow::Result<()>) {
        let mut scene = self.session.document.scene.clone();
        if let Err(error) = change(&mut scene) {
            self.transient.problem = Some(Problem { title: "Could not set", kind: None, text: error.to_string() });
            return;
        }
        let edits = [Edit::Frame(scene.frame), Edit::Settings(scene.settings)];
        self.apply_all(ctx, edits.map(Action::from));
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
        let (stage, fraction) = monitor.progress();
        let text = match job {
            Job::Open(path) => format!("Opening {}", crate::session::file_name(&path)),
            Job::Sample => "Opening the sample level".into(),
            Job::Build(_) => format!("Building {}", stage.name().replace('_', " ")),
        };
        Some((text, (stage.index() as f32 + fraction) / crate::pipeline::Stage::ALL.len() as f32))
    }

    /// Waits until nothing is being done any more, and takes what came of it.
    pub fn settle(&mut self) {
        while self.worker.is_busy() {
            if let Some(event) = self.worker.wait() {
                self.take(event);
            }
        }
        while let Some(event) = self.worker.poll() {
            self.take(event);
        }
    }

    /// All menu entries with their keys.
    pub fn entries(&self) -> Vec<Entry> {
        entries(&Present {
            view: &self.session.view,
            playing: self.transient.play_until.is_some(),
            orthographic: self.session.view.camera.is_some_and(|camera| camera.orthographic),
        })
    }

    fn after_frame(&mut self, ctx: &egui::Context, actions: Vec<Action>) {
        self.apply_all(ctx, actions);
        if self.worker.is_busy() {
            ctx.request_repaint_after(std::time::Duration::from_millis(50)); // The progress line moves on.
        }
    }

    fn receive(&mut self, ctx: &egui::Context) {
        while let Some(event) = self.worker.poll() {
            self.take(event);
        }
        if let Some(answer) = self.transient.dialog.as_ref().and_then(FileDialog::poll) {
            self.answer(ctx, answer);
        }
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Opened(session, product) => {
                if let Some(path) = session.path.as_ref().or(session.document.files.first().and_then(Option::as_ref))
                    && let Err(error) = self.preferences.remember(path)
                {
                    log::warn!("recent files were not stored: {error}");
                }
                self.session = *session;
                self.submitted = Some(self.session.document.scene.clone());
                self.accept(product);
            }
            Event::Built(product) if self.submitted.as_ref() == Some(&product.scene) => self.accept(product),
            Event::Built(_) | Event::Cancelled => {}
            Event::Failed { job, kind, text } => {
                let title = match &job {
                    Job::Open(_) | Job::Sample => "Could not open",
                    Job::Build(_) => "Could not build",
                };
                self.transient.problem = Some(Problem { title, kind, text });
            }
        }
    }

    fn accept(&mut self, product: Box<Product>) {
        self.product = Some(Arc::from(product));
        self.generation += 1;
        self.transient.problem = None;
    }

    fn answer(&mut self, ctx: &egui::Context, answer: Answer) {
        let Some(dialog) = self.transient.dialog.take() else { return };
        match (answer, dialog.purpose) {
            (Answer::Chosen(path), Purpose::Open) => self.apply(ctx, Action::Open(path)),
            (Answer::Chosen(path), Purpose::Save) => self.save(&path),
            (Answer::Nothing, _) => {}
            (Answer::Unavailable, purpose) => {
                let reason = Some("This system has no file dialog that could be opened, so type the path.");
                self.open_path_field(purpose, reason);
            }
        }
    }

    fn open_path_field(&mut self, purpose: Purpose, reason: Option<&'static str>) {
        let text = match purpose {
            Purpose::Open => String::new(),
            Purpose::Save => self.proposed_path().display().to_string(),
        };
        self.transient.path_field = Some(PathField { purpose, text, reason });
    }

    /// Where a scene that has no file would go: beside its mesh.
    fn proposed_path(&self) -> PathBuf {
        let name = self.session.name.strip_suffix(".scene.json").unwrap_or(&self.session.name);
        let beside = self.session.document.files.iter().flatten().next().and_then(|file| file.parent());
        let folder = beside.map(Path::to_owned).or_else(|| std::env::current_dir().ok()).unwrap_or_default();
        let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy().replace(' ', "_");
        self.session.path.clone().unwrap_or_else(|| folder.join(format!("{stem}.scene.json")))
    }

    fn apply(&mut self, ctx: &egui::Context, action: Action) {
        if action.replaces_document() && self.session.is_changed() {
            self.transient.waiting = Some(action);
        } else {
            self.perform(ctx, action);
        }
    }

    fn perform(&mut self, ctx: &egui::Context, action: Action) {
        match action {
            Action::Session(command) => {
                let run = self.product.as_ref().map(|product| &product.run);
                self.session.apply(&command, run);
            }
            Action::OpenDialog => self.open_dialog(ctx, Purpose::Open),
            Action::SaveDialog => self.open_dialog(ctx, Purpose::Save),
            Action::OpenField => self.open_path_field(Purpose::Open, None),
            Action::Open(path) => self.worker.submit(Job::Open(path)),
            Action::OpenSample => self.worker.submit(Job::Sample),
            Action::Save => match self.session.path.clone() {
                Some(path) => self.save(&path),
                None => self.open_dialog(ctx, Purpose::Save),
            },
            Action::SaveTo(path) => self.save(&path),
            Action::ForgetRecent => {
                if let Err(error) = self.preferences.forget() {
                    log::warn!("recent files were not stored: {error}");
                }
            }
            Action::Quit => self.transient.quit = true,
            Action::Cancel => self.worker.cancel(),
            Action::FitAll | Action::FitSelection | Action::LookFrom(_) | Action::SwitchProjection => {
                self.move_camera(&action);
            }
            Action::Play(plays) => self.play(ctx, plays),
            Action::TogglePanels => {
                self.transient.hides_panels ^= true;
                // Tab also moves egui's focus, and what has the focus would take the keys from now on.
                ctx.memory_mut(|memory| memory.focused().into_iter().for_each(|id| memory.surrender_focus(id)));
            }
            Action::ToggleCrop => self.toggle_crop(),
            Action::ShowWarning(shown_by) => {
                if shown_by == crate::inspect::warnings::ShownBy::Settings {
                    self.transient.left_tab = panels::left::Tab::Settings;
                }
                self.apply_all(ctx, show_warning(shown_by, &self.session.view));
            }
            Action::ShowKeys(shows) => self.transient.shows_keys = shows,
            Action::DismissProblem => self.transient.problem = None,
            Action::Discard => {
                if let Some(waiting) = self.transient.waiting.take() {
                    self.perform(ctx, waiting);
                }
            }
            Action::SaveFirst => self.save_first(ctx),
            Action::KeepWorking => self.transient.waiting = None,
        }
    }

    fn save_first(&mut self, ctx: &egui::Context) {
        let waiting = self.transient.waiting.take();
        self.perform(ctx, Action::Save);
        if let Some(waiting) = waiting.filter(|_| !self.session.is_changed()) {
            self.perform(ctx, waiting);
        }
    }

    fn open_dialog(&mut self, ctx: &egui::Context, purpose: Purpose) {
        let ctx = ctx.clone();
        let name = crate::session::file_name(&self.proposed_path());
        self.transient.dialog = Some(FileDialog::open(purpose, &name, move || ctx.request_repaint()));
    }

    fn save(&mut self, path: &Path) {
        match file::save(&self.session.document, &self.session.view, path) {
            Ok(()) => self.session.mark_saved(path),
            Err(error) => {
                let (kind, text) = (Some(error.kind()), error.to_string());
                self.transient.problem = Some(Problem { title: "Could not save", kind, text });
            }
        }
    }

    fn play(&mut self, ctx: &egui::Context, plays: bool) {
        let now = ctx.input(|input| input.time);
        self.transient.play_until = plays.then_some(now + PLAY_SECONDS);
        let at_end = self.session.view.step.next() == self.session.view.step;
        if plays && at_end {
            self.session.view.step = crate::session::Step::Input;
        }
    }

    fn toggle_crop(&mut self) {
        self.transient.shows_crop = !self.shows_crop();
        if !self.transient.shows_crop {
            self.session.view.crop = None;
        }
    }

    fn move_camera(&mut self, action: &Action) {
        let Some(product) = &self.product else { return };
        let moved = camera::moved(action, &self.session.view, product, self.viewport.aspect);
        self.session.view.camera = Some(camera::to_world(&moved, &product.run.frame));
    }

    fn rebuild(&mut self) {
        let scene = &self.session.document.scene;
        if self.submitted.as_ref().is_some_and(|submitted| submitted != scene) {
            self.submitted = Some(scene.clone());
            self.worker.submit(Job::Build(scene.clone()));
        }
    }
}

/// Prepares a context for a shell: look and options.
pub fn prepare(ctx: &egui::Context) {
    theme::set(ctx);
}
