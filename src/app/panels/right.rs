//! The right panel: what is known about the selection.

use super::{cell, column, history, triangle, why};
use crate::app::{Action, Shell};
use eframe::egui::Ui;

/// What the right panel shows of what is selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    #[default]
    Column,
    History,
    Why,
    Triangle,
}

impl Tab {
    /// All of them, with what a person reads.
    pub const ALL: [(Self, &str); 4] =
        [(Self::Column, "Column"), (Self::History, "History"), (Self::Why, "Why"), (Self::Triangle, "Triangle")];
}

/// Draws the tabs and the one that is open; at the input of densities, the selected cell.
pub fn right_ui(shell: &mut Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    if cell::applies(shell) {
        cell::cell_ui(shell, ui);
        return;
    }
    ui.add_space(4.0);
    super::tabs_ui(&mut shell.transient.right_tab, &Tab::ALL, ui);
    match shell.transient.right_tab {
        Tab::Column => column::column_ui(shell, ui, actions),
        Tab::History => history::history_ui(shell, ui, actions),
        Tab::Why => why::why_ui(shell, ui, actions),
        Tab::Triangle => triangle::triangle_ui(shell, ui, actions),
    }
}
