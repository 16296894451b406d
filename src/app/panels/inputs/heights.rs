//! What is chosen about a height map: where its samples lie.

use super::{finite, grid, number_row, positive};
use crate::app::Action;
use crate::app::panels::fields::Field;
use crate::app::theme;
use crate::session::Edit;
use crate::source::height_map::{HeightPlacement, terraces};
use crate::source::height_source::HeightMapSource;
use crate::source::{Content, HeightSource, Source};
use eframe::egui::{ComboBox, RichText, Ui};

/// Draws the placement of a height map; heights of the scene itself have none.
pub fn heights_ui(number: usize, source: &Source, heights: &HeightSource, ui: &mut Ui, actions: &mut Vec<Action>) {
    let HeightSource::Map(map) = heights else { return };
    let place = map.placement;
    if let Some(warning) = terraces(&map.samples, &place) {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("!").strong().color(theme::lost(ui)));
            ui.label(warning);
        });
    }
    let mut new = place;
    grid("placement", ui, |ui| {
        let field = |name, suffix| Field { name, suffix, speed: 0.01, decimals: 6 };
        let spacing = f64::from(place.spacing);
        let hint = "World units between neighbouring samples";
        if let Some(value) = number_row(ui, "Spacing", hint, &field("Spacing", " units"), spacing, positive) {
            new.spacing = value as f32;
        }
        for (label, hint, suffix, value) in [
            ("Height scale", "World units of height for one unit of a sample", "", &mut new.scale_y),
            ("Height offset", "World height of a sample that is 0", " units", &mut new.offset_y),
            ("Corner x", "The least world x", " units", &mut new.x0),
            ("Corner z", "The least world z", " units", &mut new.z0),
        ] {
            if let Some(entered) = number_row(ui, label, hint, &field(label, suffix), *value, finite) {
                *value = entered;
            }
        }
        ui.label("Flip").on_hover_text("Flips come first, then turns");
        ui.horizontal(|ui| {
            ui.checkbox(&mut new.flip_x, "along x");
            ui.checkbox(&mut new.flip_z, "along z");
        });
        ui.end_row();
        ui.label("Turn").on_hover_text("Clockwise, seen from above");
        let combo = ComboBox::from_id_salt("turn").selected_text(degrees(place.quarter_turns)).show_ui(ui, |ui| {
            for turns in 0..4 {
                ui.selectable_value(&mut new.quarter_turns, turns, degrees(turns));
            }
        });
        ui.ctx().accesskit_node_builder(combo.response.id, |node| node.set_label("Turn"));
        ui.end_row();
    });
    if new != place {
        let map = HeightMapSource { placement: HeightPlacement { ..new }, ..map.clone() };
        let content = Content::Heights(HeightSource::Map(map));
        actions.push(Edit::SetSource(number, Box::new(Source { content, ..source.clone() })).into());
    }
}

fn degrees(quarter_turns: u8) -> String {
    format!("{}°", u16::from(quarter_turns) * 90)
}
