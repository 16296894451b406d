//! The left panel: the scene, its settings, its volumes.

use super::{settings, volumes};
use crate::app::{Action, Shell};
use crate::inspect::text::{count, thousands};
use crate::source::{Content, HeightSource};
use eframe::egui::{Grid, RichText, ScrollArea, Ui};

/// What the left panel shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    Scene,
    #[default]
    Settings,
    Volumes,
}

/// Draws the tabs and the one that is open.
pub fn left_ui(shell: &mut Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let tab = &mut shell.transient.left_tab;
        for (each, label) in [(Tab::Scene, "Scene"), (Tab::Settings, "Settings"), (Tab::Volumes, "Volumes")] {
            ui.selectable_value(tab, each, label);
        }
    });
    ui.separator();
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match shell.transient.left_tab {
        Tab::Scene => scene_ui(shell, ui),
        Tab::Settings => document_ui(shell, ui, |ui| settings::settings_ui(shell, ui, actions)),
        Tab::Volumes => document_ui(shell, ui, |ui| volumes::volumes_ui(shell, ui, actions)),
    });
}

/// Fields of the document: dead while there is nothing to change, and new for every document.
fn document_ui(shell: &Shell, ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    ui.push_id(("document", shell.documents), |ui| ui.add_enabled_ui(shell.is_editable(), contents));
}

fn scene_ui(shell: &Shell, ui: &mut Ui) {
    let document = &shell.session.document;
    ui.label(RichText::new("Inputs").heading());
    ui.weak("Run in this order into one heightfield");
    if document.sources.is_empty() {
        ui.label("This scene has no input.");
    }
    for (number, source) in document.sources.iter().enumerate() {
        ui.add_space(4.0);
        ui.label(RichText::new(format!("{number}  {}", source.content.label())).strong());
        ui.label(size(&source.content));
        match &source.file {
            Some(file) => ui.weak(crate::session::file_name(file)).on_hover_text(file.display().to_string()),
            None => ui.weak("in the scene itself"),
        };
    }
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

/// How much a source holds.
fn size(content: &Content) -> String {
    match content {
        Content::Mesh(mesh) => count(mesh.parts.mesh.triangle_count() as u64, "triangle"),
        Content::Heights(HeightSource::Grid(grid)) => heights([grid.count_x as u64, grid.count_z as u64]),
        Content::Heights(HeightSource::Map(map)) => heights(map.samples.counts.map(|count| count as u64)),
        Content::Voxels(voxels) => count(voxels.voxels.chunk.runs.len() as u64, "run"),
        Content::Density(density) => {
            let [x, y, z] = density.counts.map(|side| thousands(side as u64));
            format!("{x} x {y} x {z} samples")
        }
    }
}

fn heights([x, z]: [u64; 2]) -> String {
    format!("{} x {} heights", thousands(x), thousands(z))
}
