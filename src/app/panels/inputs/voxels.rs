//! What is chosen about voxels: their place, their axes and their materials.

use super::{grid, set};
use crate::app::panels::fields::{Field, number_ui};
use crate::app::{Action, theme};
use crate::draw::palette;
use crate::inspect::text::thousands;
use crate::source::{Content, Source, VoxelMaterial, VoxelSource};
use eframe::egui::{Align, Color32, DragValue, Layout, RichText, ScrollArea, Sense, TextEdit, Ui, vec2};

/// Draws the place and the material table.
pub fn voxels_ui(number: usize, source: &Source, voxels: &VoxelSource, ui: &mut Ui, actions: &mut Vec<Action>) {
    grid("place", ui, |ui| {
        for (axis, (label, hint)) in
            [("Offset x", "columns along x"), ("Offset y", "rows"), ("Offset z", "columns along z")]
                .into_iter()
                .enumerate()
        {
            ui.label(label).on_hover_text(format!("Where the first voxel lies in the grid, in {hint}"));
            let suffix = if axis == 1 { " rows" } else { " cells" };
            let field = Field { name: label, suffix, speed: 0.1, decimals: 0 };
            if let Some(value) = number_ui(ui, &field, voxels.offset[axis], in_reach) {
                let mut moved = voxels.clone();
                moved.offset[axis] = value;
                set(number, source, Content::Voxels(moved), actions);
            }
            ui.end_row();
        }
        if source.file.is_some() && can_choose_axes(source) {
            axes_ui(number, voxels.axes.as_deref(), ui, actions);
        }
    });
    if ui.small_button("Fit the frame to the voxels").clicked() {
        actions.push(Action::FitFrame(number));
    }
    materials_ui(number, source, voxels, ui, actions);
}

/// No grid has more cells a side than this.
fn in_reach(offset: i32) -> Result<(), String> {
    if offset.abs() <= 65_536 { Ok(()) } else { Err(format!("{offset} is outside ±65,536")) }
}

/// Arrays and raw volumes do not say which axis is which.
fn can_choose_axes(source: &Source) -> bool {
    let extension = source.file.as_ref().and_then(|file| file.extension()).map(|e| e.to_string_lossy().to_lowercase());
    matches!(extension.as_deref(), Some("npy" | "nrrd" | "nhdr"))
}

/// The order of axes, as text: what is typed is read when Enter is pressed.
pub(super) fn axes_ui(number: usize, axes: Option<&str>, ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.label("Axes").on_hover_text("What each axis of the array is, such as zyx or x-zy; y is up");
    let id = ui.scope_id().with("axes");
    let present = axes.unwrap_or("xyz");
    let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| present.to_owned());
    ui.vertical(|ui| {
        let edit = ui.add(TextEdit::singleline(&mut text).desired_width(72.0));
        ui.ctx().accesskit_node_builder(edit.id, |node| node.set_label("Axes"));
        let parsed = text.parse::<crate::io::voxels::Axes>();
        if let Err(reason) = &parsed {
            ui.label(RichText::new(reason).small().color(theme::error(ui)));
        }
        if edit.lost_focus() && text != present && parsed.is_ok() {
            actions.push(Action::ReadAxes(number, text.clone()));
        }
        if edit.has_focus() || parsed.is_err() {
            ui.data_mut(|data| data.insert_temp(id, text));
        } else {
            ui.data_mut(|data| data.remove::<String>(id));
        }
    });
    ui.end_row();
}

fn materials_ui(number: usize, source: &Source, voxels: &VoxelSource, ui: &mut Ui, actions: &mut Vec<Action>) {
    let materials = &voxels.voxels.materials;
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("Materials ({})", materials.len())).strong());
        if !voxels.hidden.is_empty() {
            ui.weak(format!("{} left out", voxels.hidden.len()));
            if ui.small_button("Take all in").clicked() {
                set(number, source, Content::Voxels(VoxelSource { hidden: Vec::new(), ..voxels.clone() }), actions);
            }
        }
    });
    let height = ui.spacing().interact_size.y;
    ScrollArea::vertical().max_height(260.0).auto_shrink([false, true]).show_rows(
        ui,
        height,
        materials.len(),
        |ui, rows| {
            for row in rows {
                ui.push_id(row, |ui| {
                    if let Some(changed) = material_ui(voxels, &materials[row], ui) {
                        set(number, source, Content::Voxels(changed), actions);
                    }
                });
            }
        },
    );
}

/// A row of the material table. Returns the voxels when something else is chosen about the material.
fn material_ui(voxels: &VoxelSource, material: &VoxelMaterial, ui: &mut Ui) -> Option<VoxelSource> {
    let VoxelMaterial { number, name, voxels: count, .. } = material;
    let label = if name.is_empty() { format!("material {number}") } else { name.clone() };
    let (was_hidden, old_area) = (voxels.hidden.contains(number), voxels.area(*number));
    let (mut shown, mut area) = (!was_hidden, old_area);
    ui.horizontal(|ui| {
        let shows = ui.checkbox(&mut shown, "").on_hover_text("Whether voxels of this material take part in the run");
        ui.ctx().accesskit_node_builder(shows.id, |node| node.set_label(format!("Take material {number}")));
        let (swatch, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
        let [r, g, b] = material.colour.unwrap_or_else(|| palette::material(material.number));
        ui.painter().rect_filled(swatch, 2.0, Color32::from_rgb(r, g, b));
        ui.weak(format!("{number:>3}")).on_hover_text("Number of the material");
        ui.allocate_ui_with_layout(vec2(88.0, ui.available_height()), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(88.0);
            ui.add(eframe::egui::Label::new(&label).truncate()).on_hover_text(&label);
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let drag = ui.add(DragValue::new(&mut area).speed(0.2)).on_hover_text("Area id of this material");
            ui.ctx().accesskit_node_builder(drag.id, |node| node.set_label(format!("Area id of material {number}")));
            ui.weak(thousands(*count)).on_hover_text("Voxels");
        });
    });
    let mut changed = voxels.clone();
    changed.set_hidden(*number, !shown);
    if area != old_area {
        changed.set_area(*number, area);
    }
    (shown == was_hidden || area != old_area).then_some(changed)
}
