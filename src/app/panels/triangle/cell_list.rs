//! The cells of a triangle as a table.

use super::{cell_text, fan_text, selection};
use crate::app::product::Product;
use crate::app::{Action, Shell};
use crate::draw::triangle_cells::{outcome_colour, outcome_label};
use crate::inspect::text::minus;
use crate::inspect::{TriangleCell, TriangleCells};
use crate::session::view::ViewChange;
use eframe::egui::{Align, Color32, Label, Layout, RichText, Sense, Ui, vec2};
use egui_extras::{Column, TableBuilder};

/// Draws the table; a click selects the cell's column and row.
pub fn cell_list_ui(
    shell: &mut Shell,
    product: &Product,
    cells: &TriangleCells,
    ui: &mut Ui,
    actions: &mut Vec<Action>,
) {
    let shown: Vec<&TriangleCell> = cells.cells.iter().filter(|cell| shell.transient.triangle.shows(cell)).collect();
    let selected = shell.session.view.selection.map(|selection| [selection.x, selection.z]);
    // A column that is selected elsewhere comes into sight once; then the list is free to be scrolled.
    let listed = shown.iter().position(|cell| selected == Some([cell.x, cell.z]));
    let scroll = listed.filter(|_| shell.transient.triangle.listed != selected);
    shell.transient.triangle.listed = selected;
    let mut table = TableBuilder::new(ui)
        .id_salt("cells")
        .striped(true)
        .auto_shrink(false)
        .min_scrolled_height(60.0)
        .sense(Sense::click())
        .cell_layout(Layout::right_to_left(Align::Center))
        .column(Column::initial(66.0).clip(true))
        .column(Column::initial(60.0).clip(true))
        .column(Column::initial(64.0).clip(true))
        .column(Column::remainder().clip(true));
    if let Some(row) = scroll {
        table = table.scroll_to_row(row, Some(Align::Center));
    }
    table
        .header(18.0, |mut row| {
            for title in ["Cell", "Rows", "Fan sum", "Outcome"] {
                row.col(|ui| match title {
                    "Outcome" => drop(ui.with_layout(Layout::left_to_right(Align::Center), |ui| ui.weak(title))),
                    _ => drop(ui.weak(title)),
                });
            }
        })
        .body(|body| {
            body.rows(20.0, shown.len(), |mut row| {
                let cell = shown[row.index()];
                row.set_selected(selected == Some([cell.x, cell.z]));
                let rows = cell.rows.map_or("–".into(), |[low, high]| minus(&format!("{low}:{high}")));
                let fan = if cell.polygon.is_empty() { "–".into() } else { fan_text(cell.fan_area) };
                for text in [format!("{}, {}", cell.x, cell.z), rows, fan] {
                    row.col(|ui| drop(ui.add(Label::new(RichText::new(text).size(12.0)).selectable(false))));
                }
                row.col(|ui| {
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| outcome_ui(cell, cells, ui));
                });
                let response = row.response().on_hover_text(cell_text(product, cell));
                if response.clicked() {
                    actions.push(ViewChange::Select(Some(selection(product, cell))).into());
                }
            });
        });
}

fn outcome_ui(cell: &TriangleCell, cells: &TriangleCells, ui: &mut Ui) {
    let (swatch, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
    if let Some([r, g, b]) = outcome_colour(cell.outcome, cells.area) {
        ui.painter().rect_filled(swatch, 2.0, Color32::from_rgb(r, g, b));
    }
    let text = RichText::new(outcome_label(cell.outcome)).size(12.0);
    ui.add(Label::new(text).selectable(false).truncate());
}
