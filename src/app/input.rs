//! What comes from keyboard, clock and other windows, as actions.

use super::drawing::DrawStep;
use super::measuring::MeasureStep;
use super::shell::PLAY_SECONDS;
use super::{Action, Shell};
use crate::io::ReadOptions;
use crate::session::view::ViewChange;
use crate::session::{Command, Step};
use eframe::egui::{self, Key, Modifiers, Popup};
use std::cmp::Reverse;
use std::f64::consts::FRAC_PI_2;
use std::time::Duration;

impl Shell {
    /// Takes dropped files, the passing of time while playing, and keys. Returns what Escape does, for after the panels:
    /// whatever else it closes comes first.
    pub(super) fn take_input(&mut self, ui: &egui::Ui, actions: &mut Vec<Action>) -> Option<Action> {
        self.take_dropped(ui, actions);
        self.take_time(ui, actions);
        let mut escape = None;
        let is_asked = self.transient.path_field.is_some()
            || self.transient.layout_field.is_some()
            || self.transient.waiting.is_some()
            || !self.transient.left_behind.is_empty();
        if !is_asked {
            let types = ui.ctx().text_edit_focused();
            let is_free = !types && !Popup::is_any_open(ui.ctx());
            self.take_keys(ui, is_free, actions);
            if is_free && ui.input(|input| input.key_pressed(Key::Escape)) {
                escape = Some(match self.transient.shows_keys {
                    true => Action::ShowKeys(false),
                    false if self.transient.volume_tool.drawing.is_some() => Action::Volume(DrawStep::End),
                    false if self.transient.measuring.is_some() => Action::Measure(MeasureStep::End),
                    false => ViewChange::Select(None).into(),
                });
            }
        }
        if self.session.history.is_in_gesture() && gesture_has_ended(ui) {
            actions.push(Action::Session(Command::EndOfGesture));
        }
        escape
    }

    /// The first of several files that were dropped is opened, and the others are added to it.
    fn take_dropped(&self, ui: &egui::Ui, actions: &mut Vec<Action>) {
        let mut files = ui.input(|input| input.raw.dropped_files.clone()).into_iter();
        actions.extend(files.next().map(|file| Action::Open(file.path().to_owned())));
        // While it is asked what becomes of changes, nothing is known that they could be added to.
        if !self.session.is_changed() {
            actions.extend(files.map(|file| Action::Add(file.path().to_owned(), ReadOptions::default())));
        }
    }

    fn take_time(&mut self, ui: &egui::Ui, actions: &mut Vec<Action>) {
        let Some(until) = self.transient.play_until else { return };
        let now = ui.input(|input| input.time);
        if now >= until {
            actions.push(ViewChange::NextStep.into());
            let ended = Some(&self.session.view.step.next()) == Step::ALL.last();
            self.transient.play_until = (!ended).then_some(now + PLAY_SECONDS);
        }
        ui.ctx().request_repaint_after(Duration::from_millis(50));
    }

    /// Keys with Ctrl always work; others only while nobody types and no menu is open.
    fn take_keys(&self, ui: &egui::Ui, is_free: bool, actions: &mut Vec<Action>) {
        let has_focus = ui.memory(|memory| memory.focused()).is_some();
        let mut entries = self.entries();
        // The longest first: Ctrl+Shift+Z must not be taken for Ctrl+Z.
        entries.sort_by_key(|entry| Reverse(entry.key.map_or(0, |key| modifier_count(key.modifiers))));
        for entry in entries {
            let Some(key) = entry.key.filter(|key| key.logical_key != Key::Escape) else { continue };
            let is_for_focus = has_focus && key.logical_key == Key::Space; // It presses the button that has the focus.
            if (key.modifiers.command || (is_free && !is_for_focus)) && consume(ui, key.modifiers, key.logical_key) {
                actions.push(entry.action);
            }
        }
        if is_free && consume(ui, Modifiers::COMMAND, Key::Y) {
            actions.push(Action::Session(Command::Redo));
        }
        let arrows =
            [(Key::ArrowLeft, [-1, 0]), (Key::ArrowRight, [1, 0]), (Key::ArrowUp, [0, -1]), (Key::ArrowDown, [0, 1])];
        for (key, by) in arrows {
            if is_free && !has_focus && consume(ui, Modifiers::NONE, key) {
                actions.push(ViewChange::MoveSelection(self.on_screen(by)).into());
            }
        }
    }

    /// A step to the right and down the screen as a step along x and z, for where the camera stands.
    fn on_screen(&self, [right, down]: [i64; 2]) -> [i64; 2] {
        let yaw = self.session.view.camera.map_or(0.0, |camera| camera.yaw);
        match (yaw / FRAC_PI_2).round().rem_euclid(4.0) as u8 {
            0 => [right, down],
            1 => [down, -right],
            2 => [-right, -down],
            _ => [-down, right],
        }
    }
}

fn consume(ui: &egui::Ui, modifiers: Modifiers, key: Key) -> bool {
    ui.input_mut(|input| input.consume_key(modifiers, key))
}

/// An edit goes on while the pointer is down or a field has the keyboard.
fn gesture_has_ended(ui: &egui::Ui) -> bool {
    let (released, down) = ui.input(|input| (input.pointer.any_released(), input.pointer.any_down()));
    released || (!down && ui.memory(|memory| memory.focused()).is_none())
}

fn modifier_count(modifiers: Modifiers) -> u8 {
    u8::from(modifiers.command) + u8::from(modifiers.shift) + u8::from(modifiers.alt)
}
