//! The connected pieces of walkable ground as a table, the largest first.

use crate::app::product::Product;
use crate::app::{Action, Shell, theme};
use crate::draw::palette;
use crate::inspect::charts::area_of;
use crate::inspect::pieces::{ConnectedPiece, MAX_LISTED, tiny_below};
use crate::inspect::text::{count, thousands};
use crate::session::view::ViewChange;
use crate::session::{Colouring, Selection, Step};
use eframe::egui::{self, Align, Color32, DragValue, Layout, RichText, Sense, Ui, vec2};
use egui_extras::{Column, TableBuilder, TableRow};

/// Columns of the table with their widths; the last takes the rest.
const COLUMNS: [(&str, f32); 7] = [
    ("Piece", 48.0),
    ("Floors", 64.0),
    ("m²", 72.0),
    ("x cells", 76.0),
    ("z cells", 76.0),
    ("Rows", 64.0),
    ("Areas, floors of each", 0.0),
];

/// Draws the panel.
pub fn pieces_ui(shell: &mut Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Some(product) = shell.product.clone() else {
        ui.weak("Nothing is open.");
        return;
    };
    let pieces = &product.pieces;
    if pieces.sizes.is_empty() {
        ui.label("No floor is walkable at the end of the pipeline, so there are no pieces.");
        return;
    }
    let usual = tiny_below(&product.run.settings);
    let tiny = shell.transient.tiny_below.unwrap_or(usual);
    ui.horizontal_wrapped(|ui| {
        let number = count(pieces.sizes.len() as u64, "connected piece");
        ui.label(RichText::new(format!("{number}, {} tiny", thousands(pieces.smaller_than(tiny) as u64))).strong())
            .on_hover_text("Floors that are walkable at the end, and links that lead both ways");
        ui.separator();
        let label = ui.label("Tiny is below");
        let mut asked = tiny;
        let hint = "Floors; without a choice twice the cells that the agent covers, 2 · (2 · radius + 1)²";
        ui.add(DragValue::new(&mut asked).range(0..=u32::MAX).suffix(" floors"))
            .labelled_by(label.id)
            .on_hover_text(hint);
        if asked != tiny {
            shell.transient.tiny_below = (asked != usual).then_some(asked);
        }
        ui.separator();
        let is_shown = shell.session.view.colouring_in_force() == Colouring::Piece;
        if ui.add(egui::Button::selectable(is_shown, "Show in colours")).on_hover_text("Colour by piece (J)").clicked()
        {
            let last = Step::ALL[Step::ALL.len() - 1];
            actions.push(ViewChange::ColourBy(if is_shown { Colouring::Area } else { Colouring::Piece }).into());
            actions.extend((!is_shown && !shell.session.view.step.has_floors()).then(|| ViewChange::Show(last).into()));
        }
        if pieces.sizes.len() > MAX_LISTED {
            ui.weak(format!("the largest {} are listed", thousands(MAX_LISTED as u64)));
        }
    });
    table_ui(shell, &product, tiny, ui, actions);
}

fn table_ui(shell: &Shell, product: &Product, tiny: u32, ui: &mut Ui, actions: &mut Vec<Action>) {
    let run = &product.run;
    let list = &product.pieces.listed;
    let selected = shell.selected_place().and_then(|place| {
        let (_, floor) = crate::inspect::measure::floor_at(&run.open, &run.frame, place)?;
        product.pieces.of_floor.get(floor).map(|&number| number as usize)
    });
    let mut table = TableBuilder::new(ui)
        .id_salt("pieces")
        .striped(true)
        .auto_shrink(false)
        .sense(Sense::click())
        .cell_layout(Layout::right_to_left(Align::Center));
    for (i, (_, width)) in COLUMNS.iter().enumerate() {
        let is_last = i + 1 == COLUMNS.len();
        table = table.column(if is_last { Column::remainder().clip(true) } else { Column::exact(*width) });
    }
    let header = |mut row: TableRow<'_, '_>| {
        for (i, (text, _)) in COLUMNS.iter().enumerate() {
            row.col(|ui| in_column(ui, i, |ui| _ = ui.weak(*text)));
        }
    };
    table.header(18.0, header).body(|body| {
        body.rows(20.0, list.len(), |mut row| {
            let number = row.index();
            let piece = &list[number];
            row.set_selected(selected == Some(number));
            row.col(|ui| name_ui(number, ui));
            for (i, text) in numbers(product, piece).into_iter().enumerate() {
                row.col(|ui| in_column(ui, i + 1, |ui| text_ui(text, ui)));
            }
            row.col(|ui| in_column(ui, COLUMNS.len() - 1, |ui| areas_ui(piece, piece.floors < tiny, ui)));
            if row.response().on_hover_text("Select a floor of it, and frame that").clicked() {
                actions.extend(go_to(shell, piece));
            }
        });
    });
}

/// Selects a floor of a piece, at a stage that has it, and frames it.
fn go_to(shell: &Shell, piece: &ConnectedPiece) -> Vec<Action> {
    let [x, row, z] = piece.place;
    let row = u16::try_from(row).ok();
    let mut actions: Vec<Action> = Vec::new();
    if !shell.session.view.step.has_floors() {
        actions.push(ViewChange::Show(Step::ALL[Step::ALL.len() - 1]).into());
    }
    actions.extend([ViewChange::Select(Some(Selection { x, z, row })).into(), Action::FitSelection]);
    actions
}

/// Numbers stand at the right of their columns; the last column is text.
fn in_column(ui: &mut Ui, column: usize, contents: impl FnOnce(&mut Ui)) {
    if column + 1 < COLUMNS.len() {
        contents(ui);
    } else {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(16.0);
            contents(ui);
        });
    }
}

fn numbers(product: &Product, piece: &ConnectedPiece) -> [String; 5] {
    let [min, max] = piece.bounds;
    let range = |axis: usize| match (min[axis], max[axis]) {
        (low, high) if low == high => low.to_string(),
        (low, high) => format!("{low} – {high}"),
    };
    let area = format!("{:.2}", area_of(&product.run, piece.floors.into()));
    [thousands(piece.floors.into()), area, range(0), range(2), range(1)]
}

fn name_ui(number: usize, ui: &mut Ui) {
    text_ui((number + 1).to_string(), ui);
    swatch_ui(palette::piece(number as u32), ui);
}

fn areas_ui(piece: &ConnectedPiece, is_tiny: bool, ui: &mut Ui) {
    if is_tiny {
        ui.add(egui::Label::new(RichText::new("tiny").color(theme::lost(ui))).selectable(false));
    }
    let mut areas = piece.areas.clone();
    areas.sort_by_key(|&(_, floors)| std::cmp::Reverse(floors));
    for (area, floors) in areas {
        swatch_ui(palette::area(area), ui);
        let name = if area == crate::pipeline::WALKABLE { "walkable".into() } else { format!("area {area}") };
        ui.add(egui::Label::new(format!("{name} {}", thousands(floors.into()))).selectable(false).extend());
    }
}

fn swatch_ui([r, g, b]: palette::Rgb, ui: &mut Ui) {
    let (swatch, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
    ui.painter().rect_filled(swatch, 2.0, Color32::from_rgb(r, g, b));
}

fn text_ui(text: String, ui: &mut Ui) {
    ui.add(egui::Label::new(text).selectable(false).truncate());
}
