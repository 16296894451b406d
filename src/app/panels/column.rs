//! The selected column: its spans at the stage as a table, and all stages in a chart.

use super::column_chart;
use crate::app::product::Product;
use crate::app::{Action, Shell};
use crate::draw::palette;
use crate::inspect::column::{ColumnItem, column_items, item_at};
use crate::inspect::text::{thousands, units};
use crate::pipeline::Stage;
use crate::session::view::ViewChange;
use crate::session::{Selection, Step};
use eframe::egui::{self, Align, Color32, Layout, RichText, Sense, Ui, vec2};
use egui_extras::{Column, TableBuilder};

/// Draws the panel.
pub fn column_ui(shell: &Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let (Some(product), Some(selection)) = (&shell.product, shell.session.view.selection) else {
        ui.label(RichText::new("Column").heading());
        ui.add_space(4.0);
        ui.weak(
            "Click a span in the 3D view to see its column: every span at this stage, and what each stage made of it.",
        );
        return;
    };
    let frame = &product.run.frame;
    let Selection { x, z, .. } = selection;
    ui.label(RichText::new(format!("Column {x}, {z}")).heading());
    if x >= frame.width() || z >= frame.depth() {
        ui.label("This column is outside the frame as it is now.");
        return;
    }
    let [wx, wz] = frame.column_centre_in_world(x, z);
    ui.weak(format!("centre at x {}, z {}; arrow keys move by a column", units(wx), units(wz)));
    ui.add_space(4.0);
    match shell.session.view.step {
        Step::Input => {
            ui.weak("The input has no spans yet; choose a stage.");
        }
        Step::Stage(stage) => table_ui(product, stage, selection, ui, actions),
    }
    ui.add_space(8.0);
    ui.label(RichText::new("Through the stages").strong());
    column_chart::chart_ui(product, shell.session.view.step, selection, ui, actions);
}

fn table_ui(product: &Product, stage: Stage, selection: Selection, ui: &mut Ui, actions: &mut Vec<Action>) {
    let run = &product.run;
    let items = column_items(run, stage, run.frame.column_index(selection.x, selection.z));
    if items.is_empty() {
        ui.label(format!("Nothing in this column at the stage {stage}.").replace('_', " "));
        return;
    }
    let selected = selection.row.and_then(|row| item_at(&items, row));
    let headers: &[&str] = match stage {
        Stage::Raw => &["Rows", "Area", "Triangle", "Surface row"],
        Stage::Compact | Stage::Eroded | Stage::Volumes => &["Floor", "Area", "Clear", "Dist", "−x +z +x −z"],
        _ => &["Rows", "Area", "Clear", "Surface row"],
    };
    // The top of the level at the top of the table; pieces stay in the order they came.
    let order: Vec<usize> =
        if stage == Stage::Raw { (0..items.len()).collect() } else { (0..items.len()).rev().collect() };
    let height = (ui.available_height() * 0.42).max(90.0);
    let width = if headers.len() == 5 { 48.0 } else { 68.0 };
    let mut table = TableBuilder::new(ui)
        .id_salt(("column", stage.name()))
        .striped(true)
        .sense(Sense::click())
        .max_scroll_height(height)
        .cell_layout(Layout::right_to_left(Align::Center));
    for i in 0..headers.len() {
        let column = match i + 1 == headers.len() {
            true => Column::remainder().clip(true),
            false => Column::initial(width).at_least(40.0).clip(true),
        };
        table = table.column(column);
    }
    let header = |mut row: egui_extras::TableRow<'_, '_>| {
        for text in headers {
            row.col(|ui| {
                let label = ui.weak(*text);
                if text.contains('x') {
                    label.on_hover_text("Links: the position of the linked floor in each neighbour column, · for none");
                }
            });
        }
    };
    table.header(18.0, header).body(|body| {
        body.rows(20.0, items.len(), |mut row| {
            let position = order[row.index()];
            let item = &items[position];
            row.set_selected(selected == Some(position));
            for text in cells(product, stage, item) {
                row.col(|ui| cell_ui(ui, text));
            }
            if row.response().clicked() {
                actions.push(ViewChange::Select(Some(Selection { row: Some(item.surface()), ..selection })).into());
                if stage == Stage::Raw {
                    actions.push(ViewChange::SelectTriangle(item.triangle).into());
                }
            }
        });
    });
}

/// A cell's text, or the area whose colour goes before it.
enum Cell {
    Text(String),
    Area(u8),
}

fn cells(product: &Product, stage: Stage, item: &ColumnItem) -> Vec<Cell> {
    let text = |text: String| Cell::Text(text);
    let [low, high] = item.rows;
    // Rows are counted here as a person does, with the last one; the surface is the row above it.
    let rows = text(if low + 1 == high { low.to_string() } else { format!("{low} – {}", high - 1) });
    let clearance = text(item.clearance.map_or("open".into(), |rows| thousands(rows.unsigned_abs())));
    let surface = text(format!("{high}:  {}", units(product.run.frame.row_in_world(high.into()))));
    let links = item.links.unwrap_or_default();
    match stage {
        Stage::Raw => {
            let triangle = item.triangle.map_or("voxels".into(), |number| thousands(number.into()));
            vec![rows, Cell::Area(item.area), text(triangle), surface]
        }
        Stage::Compact | Stage::Eroded | Stage::Volumes => {
            let link = |link: u8| if link == crate::pipeline::NO_LINK { "·".into() } else { link.to_string() };
            let distance = item.distance.filter(|_| stage != Stage::Compact);
            let distance = text(distance.map_or("–".into(), |distance| distance.to_string()));
            let links = text(links.map(link).join("  "));
            vec![text(high.to_string()), Cell::Area(item.area), clearance, distance, links]
        }
        _ => vec![rows, Cell::Area(item.area), clearance, surface],
    }
}

fn cell_ui(ui: &mut Ui, cell: Cell) {
    match cell {
        Cell::Text(text) => {
            ui.add(egui::Label::new(text).selectable(false).truncate());
        }
        Cell::Area(area) => {
            ui.add(egui::Label::new(area.to_string()).selectable(false));
            let (swatch, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
            let [r, g, b] = palette::area(area);
            ui.painter().rect_filled(swatch, 2.0, Color32::from_rgb(r, g, b));
        }
    }
}
