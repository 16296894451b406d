//! A window without a window system: the shell in a test harness.

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, Rect, Shape, TouchPhase, Vec2};
use egui_kittest::kittest::{AccessKitNode, NodeT as _, Queryable as _};
use egui_kittest::{Harness, Node};
use spanscope::app::job::Job;
use spanscope::app::preferences::Preferences;
use spanscope::app::product::Product;
use spanscope::app::shell::prepare;
use spanscope::app::transient::Problem;
use spanscope::app::{Action, Shell};
use spanscope::pipeline::{Scene, SpanSettings};
use spanscope::session::{Document, Session, Step, View};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

pub const SIZE: [f32; 2] = [1440.0, 900.0];

/// Whether this is a chip of the stage bar: those alone tell numbers of a stage.
fn is_chip(node: &AccessKitNode<'_>) -> bool {
    node.description()
        .is_some_and(|said| ["triangles", "pieces", "spans", "floors"].iter().any(|n| said.starts_with(n)))
}

pub struct Window {
    pub harness: Harness<'static, Shell>,
    folder: TempDir,
}

impl Window {
    /// A window in which nothing was opened yet.
    pub fn empty() -> Self {
        Self::with_size(SIZE)
    }

    pub fn with_size(size: [f32; 2]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let preferences = Preferences::in_file(folder.path().join("preferences/recent.txt"));
        let mut shell = Shell::new(preferences, || {}).unwrap();
        shell.shows_times = false;
        let harness = Harness::builder()
            .with_size(size)
            .with_max_steps(12)
            .with_context_setup(prepare)
            .build_ui_state(|ui, shell: &mut Shell| shell.ui(ui), shell);
        Self { harness, folder }
    }

    /// A window with the sample level.
    pub fn of_sample() -> Self {
        let mut window = Self::empty();
        window.shell().submit(Job::Sample);
        window.settle();
        assert_eq!(window.problem(), None);
        window
    }

    /// A window with a scene, as if it had been opened from a file.
    pub fn of_scene(scene: Scene) -> Self {
        let mut window = Self::empty();
        let path = window.path("scene.scene.json");
        spanscope::session::file::save(&Document::from(scene), &View::default(), &path).unwrap();
        window.open(&path);
        window
    }

    /// A place in a folder of this window's own.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A file in a folder of this window's own.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    pub fn open(&mut self, path: &Path) {
        self.act(Action::Open(path.to_owned()));
    }

    pub fn act(&mut self, action: impl Into<Action>) {
        self.act_all([action.into()]);
    }

    pub fn act_all(&mut self, actions: impl IntoIterator<Item = Action>) {
        let ctx = self.harness.ctx.clone();
        self.harness.state_mut().apply_all(&ctx, actions);
        self.settle();
    }

    /// Draws until nothing moves and nothing is being done.
    pub fn settle(&mut self) {
        self.harness.run();
        // What shows that a job is being done goes when it ends, also one that tells nothing.
        let was_busy = self.shell().activity().is_some();
        if self.harness.state_mut().settle() || was_busy {
            self.harness.run();
        }
    }

    pub fn shell(&self) -> &Shell {
        self.harness.state()
    }

    pub fn session(&self) -> &Session {
        &self.shell().session
    }

    pub fn view(&self) -> &View {
        &self.session().view
    }

    pub fn step(&self) -> Step {
        self.view().step
    }

    pub fn product(&self) -> Arc<Product> {
        self.shell().product.clone().expect("something is open")
    }

    /// The settings of the document, after it was checked that the run has the same.
    pub fn settings(&self) -> SpanSettings {
        let settings = self.session().document.settings;
        assert_eq!(self.product().run.settings, settings, "the run is that of the document");
        settings
    }

    pub fn problem(&self) -> Option<&Problem> {
        self.shell().transient.problem.as_ref()
    }

    pub fn button(&self, label: &'static str) -> Node<'_> {
        self.harness.get_by_role_and_label(Role::Button, label)
    }

    pub fn click(&mut self, label: &'static str) {
        self.button(label).click();
        self.settle();
    }

    /// A stage's place in the stage bar.
    pub fn chip(&self, step: Step) -> Node<'_> {
        self.harness.get_by(move |node| node.label().as_deref() == Some(step.label()) && is_chip(node))
    }

    /// Opens a tab of the left panel.
    pub fn tab(&mut self, label: &'static str) {
        self.entry(label).click();
        self.settle();
    }

    /// Opens a choice by its label and takes an entry.
    pub fn choose(&mut self, label: &'static str, entry: &'static str) {
        self.harness.get_by_role_and_label(Role::ComboBox, label).click();
        self.settle();
        self.entry(entry).click();
        self.settle();
    }

    /// An entry of a choice that is open; stages stand in the stage bar too.
    pub fn entry(&self, label: &'static str) -> Node<'_> {
        self.harness
            .get_by(move |node| node.role() == Role::Button && node.label().as_deref() == Some(label) && !is_chip(node))
    }

    /// What a choice shows.
    pub fn chosen(&self, label: &'static str) -> String {
        self.harness.get_by_role_and_label(Role::ComboBox, label).value().unwrap_or_default()
    }

    /// Opens a menu and takes an entry.
    pub fn menu(&mut self, menu: &'static str, entry: &'static str) {
        self.click(menu);
        let entries = self.shell().entries();
        let key = entries.iter().find(|each| each.label == entry).expect("the entry is there").key;
        let spoken = key.map_or(entry.into(), |key| format!("{entry} {}", self.harness.ctx.format_shortcut(&key)));
        let is_entry = |node: &AccessKitNode<'_>| {
            node.role() == Role::Button
                && node.description().is_none()
                && node.label().is_some_and(|label| label.trim_end() == spoken)
        };
        self.harness.get_by(is_entry).click();
        self.settle();
    }

    /// Whether this text stands somewhere, by itself or as a part of another.
    pub fn shows(&self, text: &str) -> bool {
        let has = |said: Option<String>| said.is_some_and(|said| said.contains(text));
        self.harness.query_all_by(|_| true).any(|node| {
            let node = node.accesskit_node();
            has(node.label()) || has(node.value())
        })
    }

    /// Shows or hides events of a history by what they did.
    pub fn click_fate(&mut self, fate: &'static str) {
        self.harness.get_by_role_and_label(Role::Button, fate).click();
        self.settle();
    }

    /// Whether this text was painted in the last frame, also where nobody is told of it.
    pub fn paints(&self, text: &str) -> bool {
        fn holds(shape: &Shape, text: &str) -> bool {
            match shape {
                Shape::Text(painted) => painted.galley.text().contains(text),
                Shape::Vec(shapes) => shapes.iter().any(|shape| holds(shape, text)),
                _ => false,
            }
        }
        self.harness.output().shapes.iter().any(|clipped| holds(&clipped.shape, text))
    }

    pub fn key(&mut self, key: Key) {
        self.harness.key_press(key);
        self.settle();
    }

    pub fn key_with(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.settle();
    }

    pub fn keys(&mut self, keys: impl IntoIterator<Item = Key>) {
        for key in keys {
            self.key(key);
        }
    }

    pub fn field(&self, name: &'static str) -> Node<'_> {
        let roles = [Role::SpinButton, Role::TextInput];
        self.harness.get_by(move |node| roles.contains(&node.role()) && node.label().as_deref() == Some(name))
    }

    /// Types a number into a field, as a person does: click, type over what is there, Enter.
    pub fn enter(&mut self, field: &'static str, text: &str) {
        self.field(field).click();
        self.harness.run();
        self.field(field).type_text(text);
        self.harness.run();
        self.key(Key::Enter);
    }

    /// Where the 3D view is.
    pub fn view_rect(&self) -> Rect {
        self.harness.get_by_label("3D view").rect()
    }

    pub fn hover(&mut self, at: Pos2) {
        self.harness.event(Event::PointerMoved(at));
        self.settle();
    }

    pub fn click_at(&mut self, at: Pos2) {
        self.harness.event(Event::PointerMoved(at));
        self.harness.step();
        self.push_click(at);
        self.settle();
    }

    /// Clicks twice in one frame; between frames of the harness more time passes than in a double click.
    pub fn double_click_at(&mut self, at: Pos2) {
        self.harness.event(Event::PointerMoved(at));
        self.harness.step();
        self.push_click(at);
        self.push_click(at);
        self.settle();
    }

    fn push_click(&mut self, at: Pos2) {
        for pressed in [true, false] {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            let events = &mut self.harness.input_mut().events;
            events.push(Event::PointerButton { pos: at, button, pressed, modifiers });
        }
    }

    fn press(&mut self, at: Pos2, button: PointerButton, pressed: bool) {
        self.harness.event(Event::PointerMoved(at));
        self.harness.event(Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
    }

    /// Drags in four moves.
    pub fn drag(&mut self, button: PointerButton, from: Pos2, by: Vec2) {
        self.press(from, button, true);
        for part in 1..=4 {
            self.harness.event(Event::PointerMoved(from + by * (part as f32 / 4.0)));
        }
        self.press(from + by, button, false);
        self.settle();
    }

    pub fn wheel(&mut self, at: Pos2, points: f32) {
        self.harness.event(Event::PointerMoved(at));
        self.harness.event(Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta: Vec2::new(0.0, points),
            phase: TouchPhase::Move,
            source: eframe::egui::MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        });
        self.settle();
    }
}
