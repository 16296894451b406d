//! Why the selected place is as it is: the answer, what the ledge filter saw, what lies beside, the way to the border.

use super::history::{asked, selected};
use super::remedies;
use crate::app::{Action, Shell, theme};
use crate::draw::palette;
use crate::inspect::beside::{Beside, DIRECTION_NAMES};
use crate::inspect::history_text::beside_text;
use crate::inspect::ledge_card::{LedgeCard, direction_text, gap_text};
use crate::inspect::text::count;
use crate::inspect::{Explanation, Reason, Subject};
use crate::pipeline::PipelineRun;
use eframe::egui::{CollapsingHeader, Color32, Frame, Label, RichText, ScrollArea, Sense, Ui, vec2};

/// Draws the panel.
pub fn why_ui(shell: &Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Some(selection) = selected(shell, ui, "Why") else { return };
    let Some(product) = &shell.product else { return };
    if selection.row.is_none() {
        ui.weak("Click a surface in the column to ask about it; the column alone has no answer.");
        return;
    }
    let Some(answer) = asked(shell, selection, ui, actions) else { return };
    let Some(explanation) = &answer.explanation else { return };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if let Subject::Span { reason, .. } = explanation.subject {
            reason_ui(reason, ui);
        }
        ui.add(Label::new(&explanation.headline).wrap());
        ui.add_space(8.0);
        if let Subject::Span { reason, rows, .. } = explanation.subject {
            remedies::remedies_ui(
                shell,
                crate::inspect::Selection { row: Some(rows[1]), ..selection },
                reason,
                ui,
                actions,
            );
        }
        path_ui(&product.run, explanation, ui);
        beside_ui(&product.run, explanation, ui);
        ledges_ui(&product.run, explanation, ui);
        remedies::order_ui(shell, [selection.x, selection.z], ui, actions);
        if let Subject::Span { rows, .. } = explanation.subject {
            ui.add_space(8.0);
            let selection = crate::inspect::Selection { row: Some(rows[1]), ..selection };
            super::repro::repro_ui(shell, selection, ui, actions);
        }
    });
}

fn reason_ui(reason: Reason, ui: &mut Ui) {
    ui.horizontal(|ui| {
        let (swatch, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
        let [r, g, b] = palette::reason(reason);
        ui.painter().rect_filled(swatch, 2.0, Color32::from_rgb(r, g, b));
        ui.label(RichText::new(reason.label()).strong());
    });
}

fn path_ui(run: &PipelineRun, explanation: &Explanation, ui: &mut Ui) {
    let (Some(border), Some(&(column, _))) = (&explanation.border, explanation.path.last()) else { return };
    ui.label(RichText::new("Way to the border").strong());
    let width = run.frame.width() as usize;
    let text = match explanation.path.len() {
        1 => "The floor is itself at the border.".to_owned(),
        floors => format!(
            "Over {} to column {}, {}, drawn red in the 3D view.",
            count(floors as u64 - 1, "floor"),
            column % width,
            column / width
        ),
    };
    ui.add(Label::new(text).wrap());
    let mut letters = border.chars();
    let border =
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default();
    ui.add(Label::new(RichText::new(border).size(12.0)).wrap());
    ui.add_space(8.0);
}

fn beside_ui(run: &PipelineRun, explanation: &Explanation, ui: &mut Ui) {
    let Some(sides) = &explanation.beside else { return };
    ui.label(RichText::new("Links").strong());
    for (side, name) in sides.iter().zip(DIRECTION_NAMES) {
        let colour = if matches!(side, Beside::Linked { .. }) { theme::gained(ui) } else { theme::lost(ui) };
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(name).strong().color(colour));
            ui.label(RichText::new(beside_text(run, side)).size(12.0));
        });
    }
    ui.add_space(8.0);
}

fn ledges_ui(run: &PipelineRun, explanation: &Explanation, ui: &mut Ui) {
    if explanation.ledge_cards.is_empty() {
        return;
    }
    ui.label(RichText::new("What the ledge filter saw").strong());
    for card in &explanation.ledge_cards {
        Frame::group(ui.style()).show(ui, |ui| {
            ui.set_width(ui.available_width());
            card_ui(run, card, ui);
        });
    }
    ui.add_space(8.0);
}

/// Gaps that an agent could have something to do with stand open; the others can be unfolded.
fn card_ui(run: &PipelineRun, card: &LedgeCard, ui: &mut Ui) {
    let title = RichText::new(direction_text(card)).strong();
    ui.label(if card.deciding.is_empty() { title } else { title.color(theme::lost(ui)) });
    let far = |at: &usize| card.gaps[*at].overlap <= 0 && !card.deciding.contains(at);
    for at in (0..card.gaps.len()).rev().filter(|at| !far(at)) {
        gap_ui(run, card, at, ui);
    }
    let others = (0..card.gaps.len()).filter(far).count();
    if others > 0 {
        let text = format!("{} with no row in common", count(others as u64, "gap"));
        let header = CollapsingHeader::new(RichText::new(text).size(12.0)).id_salt(("gaps", card.direction));
        header.show(ui, |ui| (0..card.gaps.len()).rev().filter(far).for_each(|at| gap_ui(run, card, at, ui)));
    }
}

fn gap_ui(run: &PipelineRun, card: &LedgeCard, at: usize, ui: &mut Ui) {
    let gap = &card.gaps[at];
    let decided = card.deciding.contains(&at);
    let text = gap_text(run, card, gap);
    let mut letters = text.chars();
    let text = letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default();
    let text = if decided { format!("{text}. This decided") } else { text };
    let text = RichText::new(text).size(12.0);
    let text = match (decided, gap.is_accessible) {
        (true, _) => text.color(theme::lost(ui)),
        (false, true) => text.color(theme::gained(ui)),
        (false, false) => text.color(ui.visuals().weak_text_color()),
    };
    ui.add(Label::new(text).wrap());
}
