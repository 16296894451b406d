//! A and B: how they differ at every stage, where the differences lie together, and who has what in the selected column.

use crate::app::other::{Other, OtherAction, OtherComparison};
use crate::app::{Action, Shell, theme};
use crate::draw::difference::{colour, label};
use crate::inspect::comparison::{StageComparison, column_pairs, differences, rows_of};
use crate::inspect::matching::{Pair, RowsOf};
use crate::inspect::snapshot::{Record, Snapshot, StageRecords};
use crate::inspect::text::{count, thousands};
use crate::inspect::{Selection, column_items};
use crate::pipeline::{NO_LINK, Stage};
use crate::session::view::ViewChange;
use crate::session::{OtherView, Step};
use eframe::egui::{Align, Button, Color32, Grid, Label, Layout, RichText, ScrollArea, Sense, Ui, vec2};
use egui_extras::{Column, TableBuilder, TableRow};

/// Draws the panel.
pub fn compare_ui(shell: &mut Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Some(other) = shell.other.clone() else {
        empty_ui(shell, ui, actions);
        return;
    };
    head_ui(shell, &other, ui, actions);
    let Some(known) = shell.other_comparison().cloned() else {
        ui.weak("Comparing…");
        return;
    };
    let comparison = match &known.result {
        Ok(comparison) => comparison,
        Err(reason) => {
            ui.add(Label::new(RichText::new(reason).color(theme::error(ui))).wrap());
            if other.product.is_some() {
                ui.weak("Side by side they can be seen all the same.");
            }
            return;
        }
    };
    for missing in &comparison.not_compared {
        let who = if missing.is_there[0] { "B" } else { "A" };
        ui.weak(format!("{} is not compared: {who} does not have it", missing.stage.label()));
    }
    let half = (ui.available_width() * 0.74).max(560.0).min(ui.available_width() - 120.0);
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(half);
            stages_ui(shell, &comparison.stages, [&known.a, &other.snapshot], ui, actions);
        });
        ui.separator();
        ui.vertical(|ui| column_ui(shell, &other, &known, ui));
    });
}

fn empty_ui(shell: &Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.label("Compare what is open, A, with something else, B: itself as it is now, another file, a dump of another engine, or Recast's rules.");
    ui.add_enabled_ui(shell.product.is_some(), |ui| {
        ui.horizontal_wrapped(|ui| {
            for (text, hint, action) in [
                (
                    "Keep this as B",
                    "Then change settings or files: what is open is compared with what it was",
                    OtherAction::Keep,
                ),
                (
                    "Open as B…",
                    "A scene, a mesh, a dump in our text format, a heightfield of Recast as JSON",
                    OtherAction::Dialog,
                ),
                ("Recast's rules as B", "The same input by Recast's rasterizer and merge rule", OtherAction::Recast),
            ] {
                if ui.button(text).on_hover_text(hint).clicked() {
                    actions.push(Action::Other(action));
                }
            }
        });
    });
}

fn head_ui(shell: &Shell, other: &Other, ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("A").strong());
        ui.label(&shell.session.name);
        ui.label(RichText::new("B").strong());
        ui.label(&other.name);
        ui.separator();
        for (view, text) in OtherView::ALL {
            let possible = view != OtherView::Split || other.product.is_some();
            let button = ui.add_enabled(possible, Button::selectable(shell.other_view() == view, text));
            if button.on_disabled_hover_text("B is a file of results, without a level to see").clicked() {
                actions.push(Action::Other(OtherAction::Show(view)));
            }
        }
        ui.separator();
        for (text, action) in
            [("Keep this as B", OtherAction::Keep), ("Open as B…", OtherAction::Dialog), ("Drop B", OtherAction::Drop)]
        {
            if ui.small_button(text).clicked() {
                actions.push(Action::Other(action));
            }
        }
    });
}

const HEADERS: [(&str, &str); 9] = [
    ("Stage", "Click to show the stage"),
    ("A", "Pieces, spans or floors of A"),
    ("B", "Pieces, spans or floors of B"),
    ("Columns", "Columns that are not the same"),
    ("Only A", "Of A, with nothing in B that stands for it"),
    ("Only B", "Of B, with nothing in A that stands for it"),
    ("Area", "Pairs with another area"),
    ("Rows", "Pairs with other rows, or another clearance"),
    ("Patches", "Differing columns that lie together, the largest first"),
];

fn stages_ui(
    shell: &mut Shell,
    stages: &[StageComparison],
    [a, b]: [&Snapshot; 2],
    ui: &mut Ui,
    actions: &mut Vec<Action>,
) {
    ui.spacing_mut().item_spacing.x = 5.0; // What is told of a patch has its place.
    let mut table = TableBuilder::new(ui)
        .id_salt("compared stages")
        .striped(true)
        .auto_shrink(false)
        .sense(Sense::click())
        .cell_layout(Layout::right_to_left(Align::Center))
        .column(Column::initial(76.0).clip(true));
    for column in 1..HEADERS.len() - 1 {
        let width = if column < 3 { 60.0 } else { 46.0 }; // A and B have a million and more.
        table = table.column(Column::initial(width).at_least(36.0).clip(true));
    }
    let table = table.column(Column::remainder().clip(true));
    table
        .header(18.0, |mut row| {
            for (at, (title, hint)) in HEADERS.into_iter().enumerate() {
                // Words stand on the left, numbers on the right.
                let is_words = at == 0 || at + 1 == HEADERS.len();
                let layout =
                    if is_words { Layout::left_to_right(Align::Center) } else { Layout::right_to_left(Align::Center) };
                let title = RichText::new(title).size(12.0).weak();
                row.col(|ui| drop(ui.with_layout(layout, |ui| ui.label(title).on_hover_text(hint))));
            }
        })
        .body(|body| {
            body.rows(22.0, stages.len(), |mut row| {
                let compared = &stages[row.index()];
                row.set_selected(shell.session.view.step == Step::Stage(compared.stage));
                let both = a.stage(compared.stage).zip(b.stage(compared.stage)).map(|(a, b)| [a, b]);
                stage_ui(shell, compared, both, &mut row, actions);
                if row.response().clicked() {
                    actions.push(ViewChange::Show(Step::Stage(compared.stage)).into());
                }
            });
        });
}

fn stage_ui(
    shell: &mut Shell,
    compared: &StageComparison,
    both: Option<[&StageRecords; 2]>,
    row: &mut TableRow<'_, '_>,
    actions: &mut Vec<Action>,
) {
    let number = |ui: &mut Ui, n: usize, is_difference: bool| {
        let text = RichText::new(thousands(n as u64)).size(12.0);
        let text = if is_difference && n > 0 { text.color(theme::lost(ui)) } else { text };
        ui.add(Label::new(text).selectable(false))
    };
    let found = compared.differences;
    let name = RichText::new(compared.stage.label()).size(12.0);
    row.col(|ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| ui.add(Label::new(name).selectable(false)));
    });
    for n in compared.counts {
        row.col(|ui| drop(number(ui, n, false)));
    }
    for n in [compared.columns.len(), found.only_in[0], found.only_in[1], found.area] {
        row.col(|ui| drop(number(ui, n, true)));
    }
    row.col(|ui| {
        let [same, other] = [found.rows, found.surface].map(|n| thousands(n as u64));
        let hint = format!("{same} with the same surface row, {other} with the surface at another row");
        number(ui, found.rows + found.surface, true).on_hover_text(hint);
    });
    row.col(|ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| patches_ui(shell, compared, both, ui, actions));
    });
}

/// Steps through the patches of a stage, the largest first.
fn patches_ui(
    shell: &mut Shell,
    compared: &StageComparison,
    both: Option<[&StageRecords; 2]>,
    ui: &mut Ui,
    actions: &mut Vec<Action>,
) {
    let patches = &compared.patches;
    if patches.is_empty() {
        ui.weak("equal");
        return;
    }
    let at =
        shell.transient.difference.filter(|(of, at)| *of == compared.stage && *at < patches.len()).map(|(_, at)| at);
    let mut go = None;
    let mut step = |ui: &mut Ui, text: &str, name: &str, to: Option<usize>| {
        let button = ui.add_enabled(to.is_some(), Button::new(text).small());
        let name = format!("{name} difference, {}", compared.stage.label());
        ui.ctx().accesskit_node_builder(button.id, |node| node.set_label(name));
        if button.clicked() {
            go = to;
        }
    };
    step(ui, "‹", "Previous", at.and_then(|at| at.checked_sub(1)));
    step(ui, "›", "Next", Some(at.map_or(0, |at| at + 1)).filter(|&to| to < patches.len()));
    let all = thousands(patches.len() as u64);
    match at {
        Some(at) => {
            let size = count(patches[at].size.into(), "column");
            ui.label(RichText::new(format!("{} of {all}", at + 1)).size(12.0)).on_hover_text(size)
        }
        None => ui.weak(RichText::new(all).size(12.0)),
    };
    let (Some(to), Some(product)) = (go, &shell.product) else { return };
    shell.transient.difference = Some((compared.stage, to));
    let (column, width) = (patches[to].column, product.run.frame.width());
    let row = differing_row(compared.stage, both, column).or_else(|| {
        let items = column_items(&product.run, compared.stage, column as usize);
        items.iter().map(|item| item.surface()).max() // Of raw pieces the order alone can differ.
    });
    actions.push(ViewChange::Show(Step::Stage(compared.stage)).into());
    actions.push(ViewChange::Select(Some(Selection { x: column % width, z: column / width, row })).into());
    actions.push(Action::FitSelection);
}

/// The highest surface of a column that is not the same in both: of A, else of B.
fn differing_row(stage: Stage, both: Option<[&StageRecords; 2]>, column: u32) -> Option<u16> {
    let pairs = column_pairs(stage, both?, column);
    let differing = pairs.iter().filter(|pair| !differences(stage, pair).is_empty());
    differing.filter_map(|pair| pair.a.or(pair.b)).map(|record| rows_of(stage).surface(&record)).max()
}

/// Who has what in the selected column, at the stage that is shown.
fn column_ui(shell: &Shell, other: &Other, known: &OtherComparison, ui: &mut Ui) {
    let (Some(selection), Some(stage)) = (shell.session.view.selection, shell.session.view.step.stage()) else {
        ui.weak("Select a column and a stage to see who has what in it.");
        return;
    };
    let (Some(a), Some(b)) = (known.a.stage(stage), other.snapshot.stage(stage)) else {
        ui.weak(format!("Only one of them has the stage {}.", stage.label().to_lowercase()));
        return;
    };
    if selection.x >= known.a.width || selection.z >= known.a.depth {
        ui.weak("The selected column is outside the grid.");
        return;
    }
    let column = selection.x + selection.z * known.a.width;
    let form = if stage >= Stage::Compact { "floor:free rows:area" } else { "min:max:area" };
    let title = RichText::new(format!("Column {}, {}", selection.x, selection.z)).strong();
    ui.label(title).on_hover_text(format!("At {}, as {form}", stage.label().to_lowercase()));
    let pairs = column_pairs(stage, [a, b], column);
    if pairs.is_empty() {
        ui.weak("Neither has anything here.");
    }
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        Grid::new("pairs").num_columns(3).striped(true).spacing(vec2(8.0, 4.0)).show(ui, |ui| {
            if !pairs.is_empty() {
                for title in ["A", "B", "Difference"] {
                    ui.weak(RichText::new(title).size(12.0));
                }
                ui.end_row();
            }
            for pair in pairs.iter().rev() {
                pair_ui(stage, pair, ui);
                ui.end_row();
            }
        });
    });
}

fn pair_ui(stage: Stage, pair: &Pair, ui: &mut Ui) {
    for record in [pair.a, pair.b] {
        let text = record.map_or("–".into(), |record| short(stage, &record));
        let label = ui.label(RichText::new(text).size(12.0));
        if let Some(record) = record {
            label.on_hover_text(record_text(stage, &record));
        }
    }
    let found = differences(stage, pair);
    match found.first() {
        None => ui.weak(RichText::new("equal").size(12.0)),
        Some(&first) => {
            let texts: Vec<&str> = found.iter().map(|&difference| label(difference)).collect();
            ui.horizontal(|ui| {
                let (swatch, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
                let [r, g, b] = colour(first);
                ui.painter().rect_filled(swatch, 2.0, Color32::from_rgb(r, g, b));
                ui.label(RichText::new(texts.join(", ")).size(12.0))
            })
            .inner
        }
    };
}

/// A record in the form of a dump.
fn short(stage: Stage, record: &Record) -> String {
    let [first, second] = record.rows;
    match rows_of(stage) {
        RowsOf::Open if second == u16::MAX => format!("{first}:open:{}", record.area),
        _ => format!("{first}:{second}:{}", record.area),
    }
}

/// A record in words.
fn record_text(stage: Stage, record: &Record) -> String {
    let [first, second] = record.rows;
    let mut text = match rows_of(stage) {
        RowsOf::Solid => {
            format!("rows {first} to {}, surface at row {second}, area {}", second.saturating_sub(1), record.area)
        }
        RowsOf::Open if second == u16::MAX => format!("floor at row {first}, open above, area {}", record.area),
        RowsOf::Open => format!("floor at row {first}, {second} rows free, area {}", record.area),
    };
    if let Some(links) = record.links {
        let link = |link: u8| if link == NO_LINK { "·".into() } else { link.to_string() };
        text.push_str(&format!(", links {}", links.map(link).join(" ")));
    }
    if let Some(distance) = record.distance {
        text.push_str(&format!(", distance {distance}"));
    }
    text
}
