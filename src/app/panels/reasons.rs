//! Why the level's surfaces are not walkable: each reason with its count and area, to hide, to show alone, to walk through.

use crate::app::{Action, Shell};
use crate::draw::palette;
use crate::draw::reasons::area_of_cells;
use crate::inspect::text::{count, thousands};
use crate::inspect::{Patch, Reason, ReasonFilter, Selection};
use crate::session::Colouring;
use crate::session::view::ViewChange;
use eframe::egui::{Align, Button, Color32, Layout, Sense, Ui, vec2};
use egui_extras::{Column, TableBuilder, TableRow};

/// Draws the table.
pub fn reasons_ui(shell: &mut Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Some(product) = shell.product.clone() else {
        ui.weak("Nothing is open.");
        return;
    };
    let view = &shell.session.view;
    ui.horizontal(|ui| {
        if view.colouring != Colouring::Reason && ui.button("Colour by reason").clicked() {
            actions.push(ViewChange::ColourBy(Colouring::Reason).into());
        }
        if !view.reasons.shows_all() && ui.button("Show all").clicked() {
            actions.push(ViewChange::Reasons(ReasonFilter::default()).into());
        }
        ui.weak(
            "Every upward surface by the first rule that made it not walkable. A patch is a group that lies together.",
        );
    });
    let shown: Vec<Reason> = Reason::ALL.into_iter().filter(|&reason| product.reasons.count(reason) > 0).collect();
    let table = TableBuilder::new(ui)
        .id_salt("reasons")
        .striped(true)
        .auto_shrink(false)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Column::initial(210.0).clip(true))
        .column(Column::initial(80.0))
        .column(Column::initial(90.0))
        .column(Column::initial(120.0))
        .column(Column::remainder());
    table
        .header(18.0, |mut row| {
            for (title, is_number) in
                [("Reason", false), ("Surfaces", true), ("Area", true), ("In the view", false), ("Patches", false)]
            {
                row.col(|ui| number_ui(ui, is_number, |ui| drop(ui.weak(title))));
            }
        })
        .body(|body| {
            body.rows(24.0, shown.len(), |mut row| {
                let reason = shown[row.index()];
                let surfaces = product.reasons.count(reason);
                let area = area_of_cells(&product.run, surfaces);
                row_ui(shell, reason, surfaces, &area, &product.patches[reason.index()], &mut row, actions);
            });
        });
}

fn number_ui(ui: &mut Ui, is_number: bool, contents: impl FnOnce(&mut Ui)) {
    match is_number {
        true => ui.with_layout(Layout::right_to_left(Align::Center), contents).inner,
        false => contents(ui),
    }
}

fn row_ui(
    shell: &mut Shell,
    reason: Reason,
    surfaces: usize,
    area: &str,
    patches: &[Patch],
    row: &mut TableRow<'_, '_>,
    actions: &mut Vec<Action>,
) {
    let filter = shell.session.view.reasons;
    row.col(|ui| {
        let (swatch, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
        let [r, g, b] = palette::reason(reason);
        ui.painter().rect_filled(swatch, 2.0, Color32::from_rgb(r, g, b));
        ui.label(reason.label());
    });
    row.col(|ui| number_ui(ui, true, |ui| drop(ui.label(thousands(surfaces as u64)))));
    row.col(|ui| number_ui(ui, true, |ui| drop(ui.label(area))));
    row.col(|ui| {
        let mut change = |changed: ReasonFilter| {
            actions.push(ViewChange::ColourBy(Colouring::Reason).into());
            actions.push(ViewChange::Reasons(changed).into());
        };
        let hides = filter.hides(reason);
        let hide = ui.add(Button::selectable(hides, "Hide"));
        ui.ctx().accesskit_node_builder(hide.id, |node| node.set_label(format!("Hide {}", reason.label())));
        if hide.clicked() {
            change(filter.toggled(reason));
        }
        let is_only = filter.only == Some(reason);
        let only = ui.add(Button::selectable(is_only, "Only"));
        ui.ctx().accesskit_node_builder(only.id, |node| node.set_label(format!("Only {}", reason.label())));
        if only.clicked() {
            change(ReasonFilter { only: (!is_only).then_some(reason), ..filter });
        }
    });
    row.col(|ui| patches_ui(shell, reason, patches, ui, actions));
}

/// Steps through the patches of a reason, the largest first.
fn patches_ui(shell: &mut Shell, reason: Reason, patches: &[Patch], ui: &mut Ui, actions: &mut Vec<Action>) {
    let at = shell.transient.patch.filter(|(of, at)| *of == reason && *at < patches.len()).map(|(_, at)| at);
    let mut go = None;
    let mut step = |ui: &mut Ui, text: &str, name: &str, to: Option<usize>| {
        let button = ui.add_enabled(to.is_some(), Button::new(text).small());
        ui.ctx().accesskit_node_builder(button.id, |node| node.set_label(format!("{name} patch, {}", reason.label())));
        if button.clicked() {
            go = to;
        }
    };
    step(ui, "‹", "Previous", at.and_then(|at| at.checked_sub(1)));
    step(ui, "›", "Next", Some(at.map_or(0, |at| at + 1)).filter(|&to| to < patches.len()));
    match at {
        Some(at) => ui.label(format!(
            "{} of {}: {}",
            at + 1,
            thousands(patches.len() as u64),
            count(patches[at].surfaces as u64, "surface")
        )),
        None => ui.weak(count(patches.len() as u64, "patch").replace("patchs", "patches")),
    };
    let (Some(to), Some(product)) = (go, &shell.product) else { return };
    let (patch, width) = (patches[to], product.run.frame.width());
    shell.transient.patch = Some((reason, to));
    let selection = Selection { x: patch.column % width, z: patch.column / width, row: Some(patch.row) };
    actions.push(ViewChange::Select(Some(selection)).into());
    actions.push(Action::FitSelection);
}
