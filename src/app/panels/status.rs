//! The status line: where the pointer is, and the result in one number.

use super::viewport::HoverCell;
use crate::app::Shell;
use crate::inspect::text::{count, minus, thousands};
use crate::pipeline::Stage;
use crate::session::Step;
use eframe::egui::{Align, Layout, Ui};

/// Draws the status line.
pub fn status_ui(shell: &Shell, ui: &mut Ui) {
    ui.horizontal(|ui| {
        // Also while it is empty, or the first line that is written is cut off by the window's border.
        ui.set_min_height(ui.spacing().interact_size.y);
        match shell.transient.hover {
            Some(hover) => {
                let [x, y, z] = hover.position;
                let at = format!("cell {}, {}   row {}   x {x:.2}  y {y:.2}  z {z:.2}", hover.x, hover.z, hover.row);
                ui.label(minus(&at));
            }
            None if shell.transient.hover_cell.is_some() => {
                let Some(HoverCell { cell, position: [x, y, z], is_on_slice }) = shell.transient.hover_cell else {
                    return;
                };
                let [i, j, k] = cell.cell;
                let place = if is_on_slice { "   on the slice" } else { "" };
                let input = cell.input;
                ui.label(minus(&format!("input {input}   cell {i}, {j}, {k}   x {x:.2}  y {y:.2}  z {z:.2}{place}")));
            }
            None if shell.transient.note.is_some() => {
                ui.label(shell.transient.note.as_deref().unwrap_or_default());
            }
            None if shell.product.is_none() => {}
            None if super::cell::applies(shell) => {
                ui.weak("Point at the surface to read its place; click to select a cell");
            }
            None if shell.session.view.step == Step::Input => {
                ui.weak("Click a triangle to see which cells it touches");
            }
            None => {
                ui.weak("Point at a span to read its place; click to select its column");
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
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
        });
    });
}
