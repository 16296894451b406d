//! The pieces that never reached the heightfield, by cause: to step through, each with its triangle and column.

use crate::app::{Action, Shell};
use crate::draw::palette;
use crate::inspect::Selection;
use crate::inspect::text::{count, thousands};
use crate::pipeline::piece::MAX_DROPPED_KEPT;
use crate::pipeline::{DropCause, DroppedPiece, PipelineRun};
use crate::session::Layers;
use crate::session::view::ViewChange;
use eframe::egui::{Align, Button, Color32, Label, Layout, RichText, Sense, Ui, vec2};
use egui_extras::{Column, TableBuilder, TableRow};

/// Which pieces are gone through, and which was gone to last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// `None` goes through all of them.
    pub only: Option<DropCause>,
    /// Its number among the kept pieces.
    pub at: Option<usize>,
}

/// Draws the panel.
pub fn dropped_ui(shell: &mut Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Some(product) = shell.product.clone() else {
        ui.weak("Nothing is open.");
        return;
    };
    let run = &product.run;
    let all: u64 = DropCause::ALL.into_iter().map(|cause| run.tally.dropped(cause)).sum();
    if all == 0 {
        ui.weak("No piece was dropped: everything that the triangles touch reached the heightfield.");
        return;
    }
    let kept = run.dropped.len() as u64;
    ui.horizontal_wrapped(|ui| {
        steps_ui(shell, run, ui, actions);
        ui.weak(match kept < all {
            true => format!(
                "{}; the places of the first {} are kept, the others are only counted.",
                count(all, "dropped piece"),
                thousands(MAX_DROPPED_KEPT as u64)
            ),
            false => count(all, "dropped piece"),
        });
    });
    let causes: Vec<DropCause> = DropCause::ALL.into_iter().filter(|&cause| run.tally.dropped(cause) > 0).collect();
    let table = TableBuilder::new(ui)
        .id_salt("dropped")
        .striped(true)
        .auto_shrink(false)
        .min_scrolled_height(60.0)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Column::initial(170.0).clip(true))
        .column(Column::initial(80.0))
        .column(Column::initial(60.0))
        .column(Column::remainder().clip(true));
    table
        .header(18.0, |mut row| {
            for title in ["Cause", "Pieces", "Step", "Rule"] {
                row.col(|ui| match title {
                    "Pieces" => drop(ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.weak(title))),
                    _ => drop(ui.weak(title)),
                });
            }
        })
        .body(|body| {
            body.rows(22.0, causes.len(), |mut row| {
                let cause = causes[row.index()];
                row_ui(shell, run, cause, &mut row);
            });
        });
}

fn row_ui(shell: &mut Shell, run: &PipelineRun, cause: DropCause, row: &mut TableRow<'_, '_>) {
    let label = palette::drop_label(cause);
    row.col(|ui| {
        let (swatch, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
        let [r, g, b] = palette::drop_cause(cause);
        ui.painter().rect_filled(swatch, 2.0, Color32::from_rgb(r, g, b));
        ui.label(label);
    });
    row.col(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(thousands(run.tally.dropped(cause))));
    });
    row.col(|ui| {
        let is_only = shell.transient.dropped.only == Some(cause);
        let only = ui.add(Button::selectable(is_only, "Only")).on_hover_text("Step through these alone");
        ui.ctx().accesskit_node_builder(only.id, |node| node.set_label(format!("Only {label}")));
        if only.clicked() {
            shell.transient.dropped.only = (!is_only).then_some(cause);
        }
    });
    row.col(|ui| {
        ui.add(Label::new(RichText::new(palette::drop_rule(cause)).size(12.0)).truncate());
    });
}

/// Steps through the kept pieces. A step looks through the list, which has a bounded length, only when it is clicked.
fn steps_ui(shell: &mut Shell, run: &PipelineRun, ui: &mut Ui, actions: &mut Vec<Action>) {
    let State { only, at } = shell.transient.dropped;
    let at = at.filter(|&at| at < run.dropped.len());
    let fits = |piece: &DroppedPiece| only.is_none_or(|only| piece.cause == only);
    let mut go = None;
    let mut button = |ui: &mut Ui, text: &str, name: &str, can: bool, find: &dyn Fn() -> Option<usize>| {
        let button = ui.add_enabled(can, Button::new(text).small()).on_hover_text(name);
        ui.ctx().accesskit_node_builder(button.id, |node| node.set_label(name));
        if button.clicked() {
            go = find();
        }
    };
    let before = at.unwrap_or(0);
    let after = at.map_or(0, |at| at + 1);
    button(ui, "‹", "Previous dropped piece", before > 0, &|| run.dropped[..before].iter().rposition(fits));
    button(ui, "›", "Next dropped piece", after < run.dropped.len(), &|| {
        run.dropped[after..].iter().position(fits).map(|found| after + found)
    });
    if let Some(piece) = at.map(|at| run.dropped[at]) {
        ui.label(place_text(piece));
    }
    let Some(to) = go else { return };
    shell.transient.dropped.at = Some(to);
    actions.extend(show(run, run.dropped[to], shell.session.view.layers));
}

fn place_text(piece: DroppedPiece) -> String {
    let DroppedPiece { x, z, rows: [low, high], triangle, cause } = piece;
    let triangle = thousands(triangle.into());
    let text = format!("Column {x}, {z}, rows {low}:{high}, triangle {triangle}, {}", palette::drop_label(cause));
    text.replace('-', "−")
}

/// Marks a dropped piece's triangle and its column, and frames them.
fn show(run: &PipelineRun, piece: DroppedPiece, layers: Layers) -> [Action; 4] {
    let row = piece.rows[1].clamp(0, run.frame.height().into()) as u16;
    let selection = Selection { x: piece.x.into(), z: piece.z.into(), row: Some(row) };
    [
        ViewChange::Layers(Layers { dropped: true, ..layers }).into(),
        ViewChange::Select(Some(selection)).into(),
        ViewChange::SelectTriangle(Some(piece.triangle)).into(),
        Action::FitSelection,
    ]
}
