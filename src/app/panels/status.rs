//! The status line: where the pointer is, and the result in one number.

use super::viewport::HoverCell;
use crate::app::Shell;
use crate::inspect::text::{count, minus, thousands};
use crate::pipeline::Stage;
use crate::session::Step;
use eframe::egui::{Align, Label, Layout, Ui};

/// Draws the status line: what it says ends where the numbers of the result begin.
pub fn status_ui(shell: &Shell, ui: &mut Ui) {
    ui.horizontal(|ui| {
        // Also while it is empty, or the first line that is written is cut off by the window's border.
        ui.set_min_height(ui.spacing().interact_size.y);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            result_ui(shell, ui);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                pointer_ui(shell, ui);
                // Also while the pointer is over the view, where it is when a key is pressed.
                if let Some(note) = shell.transient.note.as_deref() {
                    if has_place(shell) {
                        ui.separator();
                    }
                    ui.add(Label::new(note).truncate());
                }
            });
        });
    });
}

/// Whether the pointer is at a place that is told.
fn has_place(shell: &Shell) -> bool {
    shell.transient.hover.is_some() || shell.transient.hover_cell.is_some()
}

/// Where the pointer is, or what can be done with it while there is nothing else to say.
fn pointer_ui(shell: &Shell, ui: &mut Ui) {
    if let Some(hover) = shell.transient.hover {
        let [x, y, z] = hover.position;
        let at = format!("cell {}, {}   row {}   x {x:.2}  y {y:.2}  z {z:.2}", hover.x, hover.z, hover.row);
        ui.label(minus(&at));
    } else if let Some(HoverCell { cell, position: [x, y, z], is_on_slice }) = shell.transient.hover_cell {
        let [i, j, k] = cell.cell;
        let place = if is_on_slice { "   on the slice" } else { "" };
        let input = cell.input;
        ui.label(minus(&format!("input {input}   cell {i}, {j}, {k}   x {x:.2}  y {y:.2}  z {z:.2}{place}")));
    } else if shell.transient.note.is_none() && shell.product.is_some() {
        ui.weak(if super::cell::applies(shell) {
            "Point at the surface to read its place; click to select a cell"
        } else if shell.session.view.step == Step::Input {
            "Click a triangle to see which cells it touches"
        } else {
            "Point at a span to read its place; click to select its column"
        });
    }
}

/// The result in numbers, from right to left.
fn result_ui(shell: &Shell, ui: &mut Ui) {
    let Some(product) = &shell.product else { return };
    let frame = &product.run.frame;
    let size = format!(
        "{} x {} cells, {} rows",
        thousands(frame.width().into()),
        thousands(frame.depth().into()),
        thousands(frame.height().into())
    );
    ui.weak(size);
    ui.separator();
    let walkable = product.summary[Stage::Volumes.index()].walkable as u64;
    ui.label(format!("{} walkable", thousands(walkable)));
    ui.separator();
    ui.label(count(product.warnings.len() as u64, "warning"));
}
