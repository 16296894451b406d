//! What is chosen about a density: its form, its level, its place, and the size of a shape.

use super::mesh::choice;
use super::{finite, grid, number_row, positive, set, voxels};
use crate::app::panels::fields::{Field, number_ui};
use crate::app::{Action, Shell};
use crate::io::export::Winding;
use crate::source::density_source::Samples;
use crate::source::{Content, DensityForm, DensitySource, Solid, Source};
use crate::surface::shapes::Shape;
use eframe::egui::Ui;

/// Samples along an axis of a shape, margin included.
const SIDES: std::ops::RangeInclusive<u32> = 5..=512;

/// Draws everything that can be chosen.
pub fn density_ui(
    shell: &Shell,
    number: usize,
    source: &Source,
    density: &DensitySource,
    ui: &mut Ui,
    actions: &mut Vec<Action>,
) {
    let mut new = density.clone();
    grid("density", ui, |ui| {
        ui.label("Run as").on_hover_text("Triangles between solid and air, or a voxel for each solid sample");
        if let Some(form) = choice(ui, "Run as", density.form, DensityForm::ALL, DensityForm::name) {
            new.form = form;
        }
        ui.end_row();
        let field = |name, suffix| Field { name, suffix, speed: 0.02, decimals: 6 };
        let hint = "The value between solid and air";
        if let Some(iso) = number_row(ui, "Iso level", hint, &field("Iso level", ""), density.iso.into(), finite) {
            new.iso = iso as f32;
        }
        ui.label("Samples are").on_hover_text("Densities are solid above the level, distances below it");
        if let Some(solid) = choice(ui, "Samples are", density.solid, Solid::ALL, Solid::name) {
            new.solid = solid;
        }
        ui.end_row();
        ui.label("Border").on_hover_text("Whether what is solid at the border of the samples is closed there");
        ui.checkbox(&mut new.cap, "capped");
        ui.end_row();
        let (hint, spacing) = ("World units between neighbouring samples", f64::from(density.spacing));
        if let Some(spacing) = number_row(ui, "Spacing", hint, &field("Spacing", " units"), spacing, positive) {
            new.spacing = spacing as f32;
        }
        for (axis, name) in ["Origin x", "Origin y", "Origin z"].into_iter().enumerate() {
            let hint = "World position of the first sample inside the margin";
            let value = number_row(ui, name, hint, &field(name, " units"), density.origin[axis], finite);
            new.origin[axis] = value.unwrap_or(density.origin[axis]);
        }
        if source.file.is_some() && density.raw.is_none() {
            voxels::axes_ui(number, density.axes.as_deref(), ui, actions);
        }
        if let Samples::Shape(shape) = &mut new.samples {
            shape_ui(shape, &mut new.counts, ui);
        }
    });
    ui.horizontal(|ui| {
        let hint = "A cell for each sample, so that blocks and surface both fit";
        if ui.small_button("Fit the frame to the samples").on_hover_text(hint).clicked() {
            actions.push(Action::FitFrame(number));
        }
        if ui.small_button("Compare both forms").on_hover_text("Run as a surface and as blocks, and compare").clicked()
        {
            actions.push(Action::CompareDensity);
        }
    });
    ui.horizontal(|ui| {
        let hint = "Write the surface as .obj, .ply or .stl";
        if ui.small_button("Export surface…").on_hover_text(hint).clicked() {
            actions.push(Action::ExportDialog(Some(number)));
        }
        ui.weak("seen from the").on_hover_text("The side from which exported triangles are counter-clockwise");
        let present = shell.transient.export.winding;
        if let Some(winding) = choice(ui, "Exported winding", present, Winding::ALL, Winding::name) {
            actions.push(Action::ExportWinding(winding));
        }
    });
    if new != *density {
        set(number, source, Content::Density(new), actions);
    }
}

fn shape_ui(shape: &mut Shape, counts: &mut [usize; 3], ui: &mut Ui) {
    let field = |name| Field { name, suffix: " cells", speed: 0.05, decimals: 4 };
    let mut length = |name: &'static str, value: &mut f64| {
        if let Some(entered) = number_row(ui, name, "A length of the formula", &field(name), *value, positive) {
            *value = entered;
        }
    };
    match shape {
        Shape::Ball { radius } => length("Radius", radius),
        Shape::Slab { height } => length("Height", height),
        Shape::Tunnel { radius, tunnel } => {
            length("Radius", radius);
            length("Tunnel radius", tunnel);
        }
        Shape::Terrain { height, .. } => length("Height", height),
    }
    let check = |value: u32| {
        if SIDES.contains(&value) { Ok(()) } else { Err(format!("{value} is outside 5 to 512")) }
    };
    let side = |name: &'static str, present: u32, ui: &mut Ui, check: &dyn Fn(u32) -> Result<(), String>| {
        ui.label(name);
        let field = Field { name, suffix: "", speed: 0.2, decimals: 0 };
        let entered = number_ui(ui, &field, present, check);
        ui.end_row();
        entered
    };
    if let Shape::Terrain { seed, .. } = shape
        && let Some(entered) = side("Seed", *seed, ui, &|_| Ok(()))
    {
        *seed = entered;
    }
    for (axis, name) in ["Samples x", "Samples y", "Samples z"].into_iter().enumerate() {
        let present = u32::try_from(counts[axis]).unwrap_or(u32::MAX);
        if let Some(entered) = side(name, present, ui, &check) {
            counts[axis] = entered as usize;
        }
    }
}
