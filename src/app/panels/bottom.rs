//! The bottom panel: messages, and what needs width more than height.

use super::{charts, compare, dropped, messages, pieces, reasons, replay, section, sweep};
use crate::app::{Action, Shell};
use eframe::egui::Ui;

/// What the bottom panel shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    #[default]
    Messages,
    Reasons,
    Sweep,
    Compare,
    Charts,
    Section,
    Pieces,
    Dropped,
    Replay,
}

impl Tab {
    /// All of them, with what a person reads.
    pub const ALL: [(Self, &str); 9] = [
        (Self::Messages, "Messages"),
        (Self::Reasons, "Reasons"),
        (Self::Charts, "Charts"),
        (Self::Section, "Section"),
        (Self::Pieces, "Pieces"),
        (Self::Dropped, "Dropped pieces"),
        (Self::Replay, "Replay"),
        (Self::Sweep, "Sweep"),
        (Self::Compare, "Compare"),
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
            Self::Sweep => 300.0,
            Self::Compare => 260.0,
            Self::Charts => 300.0,
            Self::Section => 320.0,
            Self::Pieces => 220.0,
            Self::Dropped => 180.0,
            Self::Replay => 150.0,
        }
    }
}

/// Draws the tabs and the one that is open.
pub fn bottom_ui(shell: &mut Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.add_space(2.0);
    super::tabs_ui(&mut shell.transient.bottom_tab, &Tab::ALL, ui);
    ui.set_min_height(ui.available_height()); // A tab with little in it is as high as it was made.
    tab_ui(shell.transient.bottom_tab, shell, ui, actions);
}

/// Draws what a tab shows.
pub fn tab_ui(tab: Tab, shell: &mut Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    match tab {
        Tab::Messages => messages::messages_ui(shell, ui, actions),
        Tab::Compare => compare::compare_ui(shell, ui, actions),
        Tab::Sweep => sweep::sweep_ui(shell, ui, actions),
        Tab::Reasons => reasons::reasons_ui(shell, ui, actions),
        Tab::Charts => charts::charts_ui(shell, ui),
        Tab::Section => section::section_ui(shell, ui, actions),
        Tab::Pieces => pieces::pieces_ui(shell, ui, actions),
        Tab::Dropped => dropped::dropped_ui(shell, ui, actions),
        Tab::Replay => replay::replay_ui(shell, ui, actions),
    }
}
