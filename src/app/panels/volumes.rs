//! The area volumes of the scene: what they give, and where.

use super::fields::{Field, number_ui};
use crate::app::{Action, Shell};
use crate::draw::palette;
use crate::pipeline::ConvexVolume;
use crate::session::Edit;
use eframe::egui::{Color32, Grid, RichText, Sense, Ui, vec2};

/// Draws the list of volumes.
pub fn volumes_ui(shell: &Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let volumes = &shell.session.document.volumes;
    ui.label(RichText::new("Area volumes").heading());
    ui.weak("Applied in this order after erosion; later ones overwrite");
    if volumes.is_empty() {
        ui.add_space(4.0);
        ui.label("This scene has none.");
    }
    for (number, volume) in volumes.iter().enumerate() {
        ui.add_space(8.0);
        ui.push_id(number, |ui| volume_ui(number, volume, ui, actions));
    }
    ui.add_space(8.0);
    if let Some(product) = &shell.product
        && ui.button("Add a volume over the whole frame").clicked()
    {
        let frame = &product.run.frame;
        let [x, y, z] = frame.origin();
        let cell = f64::from(frame.cell_size());
        let (w, d) = (x + f64::from(frame.width()) * cell, z + f64::from(frame.depth()) * cell);
        let polygon = vec![[x, z], [w, z], [w, d], [x, d]];
        let max_y = frame.row_in_world(frame.height().into());
        actions.push(Edit::AddVolume(ConvexVolume { polygon, min_y: y, max_y, area: 1 }).into());
    }
}

fn volume_ui(number: usize, volume: &ConvexVolume, ui: &mut Ui, actions: &mut Vec<Action>) {
    let mut set = |volume: ConvexVolume| actions.push(Edit::SetVolume(number, volume).into());
    let mut removed = false;
    ui.horizontal(|ui| {
        let (swatch, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
        let [r, g, b] = palette::area(volume.area);
        ui.painter().rect_filled(swatch, 2.0, Color32::from_rgb(r, g, b));
        ui.label(RichText::new(format!("Volume {number}")).strong());
        ui.weak(format!("{} corners", volume.polygon.len()));
        removed = ui.small_button("Remove").clicked();
    });
    let ordered = |low: f64, high: f64| {
        if low <= high { Ok(()) } else { Err(format!("the lowest, {low}, is above the highest, {high}")) }
    };
    Grid::new("volume").num_columns(2).spacing(vec2(8.0, 4.0)).show(ui, |ui| {
        ui.label("Area id");
        let field = Field { name: "Area id", suffix: "", speed: 0.2, decimals: 0 };
        if let Some(area) = number_ui(ui, &field, volume.area, |_| Ok(())) {
            set(ConvexVolume { area, ..volume.clone() });
        }
        ui.end_row();
        ui.label("Lowest floor");
        let field = Field { name: "Lowest floor", suffix: " units", speed: 0.02, decimals: 4 };
        if let Some(min_y) = number_ui(ui, &field, volume.min_y, |y| ordered(y, volume.max_y)) {
            set(ConvexVolume { min_y, ..volume.clone() });
        }
        ui.end_row();
        ui.label("Highest floor");
        let field = Field { name: "Highest floor", ..field };
        if let Some(max_y) = number_ui(ui, &field, volume.max_y, |y| ordered(volume.min_y, y)) {
            set(ConvexVolume { max_y, ..volume.clone() });
        }
        ui.end_row();
    });
    if removed {
        actions.push(Edit::RemoveVolume(number).into());
    }
}
