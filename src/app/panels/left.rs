//! The left panel: the scene, its settings, its volumes.

use super::inputs::inputs_ui;
use super::{settings, volumes};
use crate::app::{Action, Shell};
use crate::inspect::text::thousands;
use crate::session::panels::{LeftTab as Tab, PanelTab};
use eframe::egui::{Grid, RichText, ScrollArea, Ui};

/// Draws the tabs and the one that is open.
pub fn left_ui(shell: &mut Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.add_space(4.0);
    let open = shell.session.view.open_panels().left;
    super::tabs_ui(open, &Tab::ALL, PanelTab::Left, ui, actions);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match open {
        Tab::Scene => scene_ui(shell, ui, actions),
        Tab::Settings => {
            document_ui(shell, ui, |ui| settings::settings_ui(shell, ui, actions));
            // It can be what keeps everything from being opened.
            settings::memory_ui(shell, ui, actions);
        }
        Tab::Volumes => document_ui(shell, ui, |ui| volumes::volumes_ui(shell, ui, actions)),
    });
}

/// Fields of the document: dead while there is nothing to change, and new for every document.
fn document_ui(shell: &Shell, ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    ui.push_id(("document", shell.documents), |ui| ui.add_enabled_ui(shell.is_editable(), contents));
}

fn scene_ui(shell: &Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    document_ui(shell, ui, |ui| inputs_ui(shell, ui, actions));
    ui.add_space(12.0);
    ui.label(RichText::new("Frame").heading());
    let Some(product) = &shell.product else { return };
    let frame = &product.run.frame;
    let (cell, row) = (f64::from(frame.cell_size()), f64::from(frame.cell_height()));
    let numbers = |values: [f64; 3]| values.map(|value| format!("{value:.3}")).join("   ");
    let counts = [frame.width(), frame.height(), frame.depth()].map(|n| thousands(n.into()));
    let sizes = [f64::from(frame.width()) * cell, f64::from(frame.height()) * row, f64::from(frame.depth()) * cell];
    Grid::new("frame numbers").num_columns(2).show(ui, |ui| {
        for (name, text) in [
            ("Columns and rows", format!("{}   {}   {}", counts[0], counts[1], counts[2])),
            ("Size, units", numbers(sizes)),
            ("Origin, units", numbers(frame.origin())),
        ] {
            ui.weak(name);
            ui.label(text);
            ui.end_row();
        }
    });
    ui.weak("as x, y, z");
}
