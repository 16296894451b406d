//! What comes from keyboard, clock and other windows, as actions.

use super::shell::PLAY_SECONDS;
use super::{Action, Shell};
use crate::session::view::ViewChange;
use crate::session::{Command, Step};
use eframe::egui::{self, Key, Modifiers};
use std::cmp::Reverse;

impl Shell {
    /// Takes dropped files, the passing of time while playing, and keys.
    pub(super) fn take_input(&mut self, ui: &egui::Ui, actions: &mut Vec<Action>) {
        if let Some(file) = ui.input(|input| input.raw.dropped_files.last().cloned()) {
            actions.push(Action::Open(file.path().to_owned()));
        }
        if let Some(until) = self.transient.play_until {
            let now = ui.input(|input| input.time);
            if now >= until {
                actions.push(ViewChange::NextStep.into());
                let ended = Some(&self.session.view.step.next()) == Step::ALL.last();
                self.transient.play_until = (!ended).then_some(now + PLAY_SECONDS);
            }
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(50));
        }
        if !ui.ctx().egui_wants_keyboard_input()
            && self.transient.path_field.is_none()
            && self.transient.waiting.is_none()
        {
            self.take_keys(ui, actions);
        }
        if self.session.history.is_in_gesture() && gesture_has_ended(ui) {
            actions.push(Action::Session(Command::EndOfGesture));
        }
    }

    fn take_keys(&self, ui: &egui::Ui, actions: &mut Vec<Action>) {
        let mut entries = self.entries();
        // The longest first: Ctrl+Shift+Z must not be taken for Ctrl+Z.
        entries.sort_by_key(|entry| Reverse(entry.key.map_or(0, |key| modifier_count(key.modifiers))));
        for entry in entries {
            if entry.key.is_some_and(|key| ui.input_mut(|input| input.consume_shortcut(&key))) {
                actions.push(entry.action);
            }
        }
        let arrows =
            [(Key::ArrowLeft, [-1, 0]), (Key::ArrowRight, [1, 0]), (Key::ArrowUp, [0, -1]), (Key::ArrowDown, [0, 1])];
        for (key, by) in arrows {
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                actions.push(ViewChange::MoveSelection(by).into());
            }
        }
    }
}

/// An edit goes on while the pointer is down or a field has the keyboard.
fn gesture_has_ended(ui: &egui::Ui) -> bool {
    let (released, down) = ui.input(|input| (input.pointer.any_released(), input.pointer.any_down()));
    released || (!down && ui.memory(|memory| memory.focused()).is_none())
}

fn modifier_count(modifiers: egui::Modifiers) -> u8 {
    u8::from(modifiers.command) + u8::from(modifiers.shift) + u8::from(modifiers.alt)
}
