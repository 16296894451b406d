//! The right panel: what is known about the selection.

use super::{cell, column, history, triangle, why};
use crate::app::{Action, Shell};
use crate::session::panels::{PanelTab, RightTab as Tab};
use eframe::egui::Ui;

/// Draws the tabs and the one that is open; at the input of densities, the selected cell.
pub fn right_ui(shell: &mut Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    if cell::applies(shell) {
        cell::cell_ui(shell, ui);
        return;
    }
    ui.add_space(4.0);
    let open = shell.session.view.open_panels().right;
    super::tabs_ui(open, &Tab::ALL, PanelTab::Right, ui, actions);
    match open {
        Tab::Column => column::column_ui(shell, ui, actions),
        Tab::History => history::history_ui(shell, ui, actions),
        Tab::Why => why::why_ui(shell, ui, actions),
        Tab::Triangle => triangle::triangle_ui(shell, ui, actions),
    }
}
