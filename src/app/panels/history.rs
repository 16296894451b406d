//! The history of the selected column: an event a block, in the order of the pipeline.

use crate::app::questions::{ColumnAnswer, Question};
use crate::app::{Action, Shell, theme};
use crate::inspect::history_text::areas_text;
use crate::inspect::report::{EventFilter, ToldEvent, heading, history_text};
use crate::inspect::text::count;
use crate::inspect::{Fate, Selection};
use crate::pipeline::Stage;
use crate::session::Step;
use crate::session::view::ViewChange;
use eframe::egui::{Align, Color32, Label, Layout, RichText, ScrollArea, Sense, TextEdit, Ui, UiBuilder, vec2};

/// The most events that are drawn; the filter finds the others.
const MAX_DRAWN: usize = 400;

/// Draws the panel.
pub fn history_ui(shell: &mut Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Some(selection) = selected(shell, ui, "History") else { return };
    let Some(answer) = asked(shell, selection, ui, actions) else { return };
    let rows = selection.row.and_then(|row| rows_of(answer, row));
    let told: Vec<ToldEvent> = answer.events.clone();
    filter_ui(&mut shell.transient.event_filter, rows, ui);
    let filter =
        EventFilter { rows: shell.transient.event_filter.rows.and(rows), ..shell.transient.event_filter.clone() };
    let wanted: Vec<&ToldEvent> = told.iter().filter(|told| filter.wants(&told.event, &told.sentence)).collect();
    ui.horizontal(|ui| {
        ui.weak(format!("{} of {}", wanted.len(), count(told.len() as u64, "event")));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.small_button("Copy").on_hover_text("Copy the events that are shown, as text").clicked() {
                let Some(product) = &shell.product else { return };
                let head = heading(&product.level(), [selection.x, selection.z]);
                ui.ctx().copy_text(format!("{head}\n{}", history_text(wanted.iter().copied())));
            }
        });
    });
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for (number, told) in wanted.iter().take(MAX_DRAWN).enumerate() {
            event_ui(shell, told, number, ui, selection, actions);
        }
        if wanted.is_empty() {
            ui.weak(if told.is_empty() { "Nothing ever reached this column." } else { "No event passes the filter." });
        }
        if wanted.len() > MAX_DRAWN {
            ui.weak(format!("and {} more; the filter finds them", wanted.len() - MAX_DRAWN));
        }
    });
}

/// The selected column, where there is one in the frame; else says what to do.
pub fn selected(shell: &Shell, ui: &mut Ui, title: &str) -> Option<Selection> {
    let (Some(product), Some(selection)) = (&shell.product, shell.session.view.selection) else {
        ui.label(RichText::new(title).heading());
        ui.add_space(4.0);
        ui.weak("Click a span in the 3D view: what happened there, why, and what would change it.");
        return None;
    };
    let frame = &product.run.frame;
    ui.label(RichText::new(format!("Column {}, {}", selection.x, selection.z)).heading());
    if selection.x >= frame.width() || selection.z >= frame.depth() {
        ui.label("This column is outside the frame as it is now.");
        return None;
    }
    Some(selection)
}

/// What is known about the column; until then it is asked for.
pub fn asked<'a>(
    shell: &'a Shell,
    selection: Selection,
    ui: &mut Ui,
    actions: &mut Vec<Action>,
) -> Option<&'a ColumnAnswer> {
    let answer = shell.column_answer(selection);
    if answer.is_none() {
        ui.weak("Reading the column's history…");
        let question = Question::Column(selection);
        if !shell.transient.answers.is_waiting(shell.generation, &question) {
            actions.push(Action::Ask(question));
        }
    }
    answer
}

/// The solid rows of the span that a surface row selects.
fn rows_of(answer: &ColumnAnswer, row: u16) -> Option<[u16; 2]> {
    let of_filter = answer.events.iter().filter(|told| told.event.stage == Stage::Ledges).map(|told| told.event.rows);
    of_filter
        .clone()
        .find(|rows| rows[1] == row)
        .or_else(|| of_filter.clone().find(|rows| (rows[0]..=rows[1]).contains(&row)))
}

fn filter_ui(filter: &mut EventFilter, rows: Option<[u16; 2]>, ui: &mut Ui) {
    ui.horizontal(|ui| {
        let edit = TextEdit::singleline(&mut filter.words).hint_text("Find words").desired_width(110.0);
        let edit = ui.add(edit);
        ui.ctx().accesskit_node_builder(edit.id, |node| node.set_label("Find words"));
        let mut only = filter.rows.is_some();
        ui.add_enabled_ui(rows.is_some(), |ui| {
            let label = ui.checkbox(&mut only, "This span").on_hover_text("Only events of the selected span");
            label.on_disabled_hover_text("Select a span first");
        });
        filter.rows = if only { rows.or(filter.rows) } else { None };
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for fate in Fate::ALL {
            let shown = !filter.without_fates.contains(&fate);
            if ui.selectable_label(shown, fate.label()).on_hover_text("Show or hide these events").clicked() {
                match shown {
                    true => filter.without_fates.push(fate),
                    false => filter.without_fates.retain(|other| *other != fate),
                }
            }
        }
    });
}

/// Green what is kept or raised, red what is lost, grey what is untouched.
pub fn colour(fate: Fate, ui: &Ui) -> Color32 {
    match fate {
        Fate::Kept | Fate::Raised => theme::gained(ui),
        Fate::Lost => theme::lost(ui),
        Fate::Untouched => ui.visuals().weak_text_color(),
    }
}

/// One event; a click shows its stage, span and triangle.
fn event_ui(
    shell: &Shell,
    told: &ToldEvent,
    number: usize,
    ui: &mut Ui,
    selection: Selection,
    actions: &mut Vec<Action>,
) {
    let event = &told.event;
    let view = &shell.session.view;
    let is_shown =
        view.step == Step::Stage(event.stage) && (event.triangle.is_none() || view.triangle == event.triangle);
    let is_selected = is_shown && selection.row == Some(event.rows[1]);
    let block = ui.scope_builder(UiBuilder::new().id_salt(number), |ui| {
        let bar = ui.cursor().left_top();
        ui.horizontal(|ui| {
            ui.add_space(10.0);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                let [low, high] = event.rows;
                ui.horizontal(|ui| {
                    let stage = RichText::new(event.stage.label()).strong();
                    ui.add(Label::new(stage).selectable(false));
                    let text = format!("rows {low}:{high}   area {}   {}", areas_text(event.areas), event.fate.label());
                    ui.add(Label::new(RichText::new(text).small().color(colour(event.fate, ui))).selectable(false));
                });
                ui.add(Label::new(RichText::new(&told.sentence).size(12.0)).wrap().selectable(false));
            });
        });
        let bottom = ui.min_rect().bottom();
        let rect = eframe::egui::Rect::from_min_max(bar, bar + vec2(4.0, bottom - bar.y));
        ui.painter().rect_filled(rect, 2.0, colour(event.fate, ui));
    });
    let response = ui.interact(block.response.rect, ui.scope_id().with(("event", number)), Sense::click());
    if is_selected || response.hovered() {
        let stroke = if is_selected { ui.visuals().selection.stroke } else { ui.visuals().widgets.hovered.bg_stroke };
        ui.painter().rect_stroke(response.rect.expand(2.0), 3.0, stroke, eframe::egui::StrokeKind::Outside);
    }
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_role(eframe::egui::accesskit::Role::Button);
        node.set_label(format!("{}, {}, {}", event.stage.label(), event.fate.label(), told.sentence));
    });
    if response.clicked() {
        actions.push(ViewChange::Show(Step::Stage(event.stage)).into());
        actions.push(ViewChange::Select(Some(Selection { row: Some(event.rows[1]), ..selection })).into());
        actions.push(ViewChange::SelectTriangle(event.triangle).into());
    }
    ui.add_space(4.0);
}
