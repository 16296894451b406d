//! The bottom panel: messages, and what needs width more than height.

use super::{charts, compare, dropped, messages, pieces, reasons, replay, section, sweep};
use crate::app::{Action, Shell};
use crate::session::panels::{BottomTab as Tab, PanelTab};
use eframe::egui::Ui;

/// The height of a tab before it was dragged to another one, in points.
pub fn height(tab: Tab) -> f32 {
    match tab {
        Tab::Messages => 120.0,
        Tab::Reasons => 220.0,
        Tab::Sweep => 300.0,
        Tab::Compare => 260.0,
        Tab::Charts => 300.0,
        Tab::Section => 320.0,
        Tab::Pieces => 220.0,
        Tab::Dropped => 180.0,
        Tab::Replay => 150.0,
    }
}

/// Draws the tabs and the one that is open.
pub fn bottom_ui(shell: &mut Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.add_space(2.0);
    let open = shell.session.view.open_panels().bottom;
    super::tabs_ui(open, &Tab::ALL, PanelTab::Bottom, ui, actions);
    ui.set_min_height(ui.available_height()); // A tab with little in it is as high as it was made.
    tab_ui(open, shell, ui, actions);
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
