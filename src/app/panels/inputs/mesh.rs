//! What is chosen about a mesh: axes, units, winding and parts.

use super::{finite, grid, number_row, positive, set};
use crate::app::panels::fields::Field;
use crate::app::{Action, Shell, theme};
use crate::inspect::text::thousands;
use crate::session::Step;
use crate::session::view::ViewChange;
use crate::source::{Content, Handedness, MeshSource, PartUse, Source, Transform, UpAxis};
use eframe::egui::{Align, ComboBox, DragValue, Layout, RichText, ScrollArea, Ui, vec2};

/// Draws the transform and the parts.
pub fn mesh_ui(shell: &Shell, number: usize, mesh: &MeshSource, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Some(source) = shell.session.document.sources.get(number) else { return };
    let set_transform = |transform: Transform, actions: &mut Vec<Action>| {
        set(number, source, Content::Mesh(MeshSource { transform, ..mesh.clone() }), actions);
    };
    let transform = mesh.transform;
    proposal_ui(shell, number, ui, &mut |transform| set_transform(transform, actions));
    grid("transform", ui, |ui| {
        ui.label("Up axis").on_hover_text("The axis of the file that points up");
        if let Some(up) = choice(ui, "Up axis", transform.up, UpAxis::ALL, UpAxis::name) {
            set_transform(Transform { up, ..transform }, actions);
        }
        ui.end_row();
        ui.label("Handedness").on_hover_text("Whether the file's axes are those of a right or of a left hand");
        let hand = choice(ui, "Handedness", transform.handedness, Handedness::ALL, Handedness::name);
        if let Some(handedness) = hand {
            set_transform(Transform { handedness, ..transform }, actions);
        }
        ui.end_row();
        let field = Field { name: "Units per metre", suffix: "", speed: 0.1, decimals: 6 };
        let hint = "Units of the file that make one of ours: 100 for centimetres";
        let check = |value| finite(value).and_then(|()| positive(value));
        if let Some(units) = number_row(ui, "Units per metre", hint, &field, transform.units_per_metre, check) {
            set_transform(Transform { units_per_metre: units, ..transform }, actions);
        }
        ui.label("Winding").on_hover_text("Which side of a triangle the order of its corners says it faces");
        let mut flip = transform.flip_winding;
        if ui.checkbox(&mut flip, "flipped").changed() {
            set_transform(Transform { flip_winding: flip, ..transform }, actions);
        }
        ui.end_row();
    });
    if shell.session.view.step != Step::Input && ui.small_button("Show the input").clicked() {
        actions.push(ViewChange::Show(Step::Input).into());
    }
    parts_ui(number, source, mesh, ui, actions);
}

/// What the data itself says about axes and units.
fn proposal_ui(shell: &Shell, number: usize, ui: &mut Ui, set_transform: &mut dyn FnMut(Transform)) {
    let Some(product) = shell.product.as_ref().filter(|product| product.document == shell.session.document) else {
        return;
    };
    let Some(proposal) = product.proposals.get(number).and_then(Option::as_ref) else { return };
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("!").strong().color(theme::lost(ui)));
        ui.label(&proposal.reason);
        if ui.small_button("Try it").on_hover_text("Read the mesh so; Undo takes it back").clicked() {
            set_transform(proposal.transform);
        }
    });
}

/// A choice among a few words.
pub(super) fn choice<T: Copy + PartialEq, const N: usize>(
    ui: &mut Ui,
    name: &str,
    present: T,
    all: [T; N],
    label: fn(T) -> &'static str,
) -> Option<T> {
    let mut chosen = present;
    let combo = ComboBox::from_id_salt(name).selected_text(label(present)).width(96.0).show_ui(ui, |ui| {
        for each in all {
            ui.selectable_value(&mut chosen, each, label(each));
        }
    });
    ui.ctx().accesskit_node_builder(combo.response.id, |node| node.set_label(name));
    (chosen != present).then_some(chosen)
}

fn parts_ui(number: usize, source: &Source, mesh: &MeshSource, ui: &mut Ui, actions: &mut Vec<Action>) {
    let names = &mesh.parts.names;
    if names.is_empty() {
        return;
    }
    ui.add_space(4.0);
    let counts = mesh.parts.triangle_counts();
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("Parts ({})", thousands(names.len() as u64))).strong());
        let hidden = mesh.uses.iter().filter(|part| part.hidden).count();
        if hidden > 0 {
            ui.weak(format!("{hidden} left out"));
            if ui.small_button("Take all in").clicked() {
                let mut all = mesh.clone();
                for part in mesh.uses.clone() {
                    all.set_use(PartUse { hidden: false, ..part });
                }
                set(number, source, Content::Mesh(all), actions);
            }
        }
    });
    let height = ui.spacing().interact_size.y;
    ScrollArea::vertical().max_height(220.0).auto_shrink([false, true]).show_rows(
        ui,
        height,
        names.len(),
        |ui, rows| {
            for row in rows {
                ui.push_id(row, |ui| {
                    if let Some(part) = part_ui(&mesh.use_of(&names[row]), counts[row], ui) {
                        let mut changed = mesh.clone();
                        changed.set_use(part);
                        set(number, source, Content::Mesh(changed), actions);
                    }
                });
            }
        },
    );
}

/// A row of the parts. Returns what is done with the part when that changes.
fn part_ui(part: &PartUse, triangles: u64, ui: &mut Ui) -> Option<PartUse> {
    let mut new = part.clone();
    ui.horizontal(|ui| {
        let mut shown = !part.hidden;
        let label = if part.name.is_empty() { "(no name)" } else { &part.name };
        let shows = ui.checkbox(&mut shown, "").on_hover_text("Whether this part takes part in the run");
        ui.ctx().accesskit_node_builder(shows.id, |node| node.set_label(format!("Take part {label}")));
        new.hidden = !shown;
        ui.allocate_ui_with_layout(vec2(112.0, ui.available_height()), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(112.0);
            ui.add(eframe::egui::Label::new(label).truncate()).on_hover_text(label);
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            area_ui(&mut new.area, label, ui);
            ui.weak(thousands(triangles)).on_hover_text("Triangles");
        });
    });
    (new != *part).then_some(new)
}

/// An area id, or "by slope".
fn area_ui(area: &mut Option<u8>, of: &str, ui: &mut Ui) {
    let mut by_slope = area.is_none();
    if let Some(id) = area {
        let drag = ui.add(DragValue::new(id).speed(0.2)).on_hover_text("Area id of all triangles of this part");
        ui.ctx().accesskit_node_builder(drag.id, |node| node.set_label(format!("Area id of {of}")));
    }
    let response =
        ui.checkbox(&mut by_slope, "by slope").on_hover_text("Walkable or not by the slope of each triangle");
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(format!("Area of {of} by slope")));
    if response.changed() {
        *area = (!by_slope).then_some(crate::pipeline::WALKABLE);
    }
}
