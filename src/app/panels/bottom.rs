//! The bottom panel: messages, and what needs width more than height.

use super::{dropped, messages, reasons, replay};
use crate::app::{Action, Shell};
use eframe::egui::Ui;

/// What the bottom panel shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    #[default]
    Messages,
    Reasons,
    Dropped,
    Replay,
}

impl Tab {
    /// All of them, with what a person reads.
    pub const ALL: [(Self, &str); 4] = [
        (Self::Messages, "Messages"),
        (Self::Reasons, "Reasons"),
        (Self::Dropped, "Dropped pieces"),
        (Self::Replay, "Replay"),
    ];

    /// What tells the panels of the tabs apart, as each has a height that is remembered.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(tab, _)| *tab == self).map_or("messages", |(_, label)| label)
    }

    /// The height before it was dragged to another one, in points.
    pub fn height(self) -> f32 {
        match self {
            Self::Messages => 120.0,
            Self::Reasons => 220.0,
            Self::Dropped => 180.0,
            Self::Replay => 150.0,
        }
    }
}

/// Draws the tabs and the one that is open.
pub fn bottom_ui(shell: &mut Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.add_space(2.0);
    super::tabs_ui(&mut shell.transient.bottom_tab, &Tab::ALL, ui);
    match shell.transient.bottom_tab {
        Tab::Messages => messages::messages_ui(shell, ui, actions),
        Tab::Reasons => reasons::reasons_ui(shell, ui, actions),
        Tab::Dropped => dropped::dropped_ui(shell, ui, actions),
        Tab::Replay => replay::replay_ui(shell, ui, actions),
    }
}
