//! The area volumes of the scene: where they are, what they give, and to how many floors.

use super::fields::{Field, number_ui};
use crate::app::drawing::DrawStep;
use crate::app::{Action, Shell};
use crate::draw::palette;
use crate::inspect::VolumeFloors;
use crate::inspect::text::{count, thousands};
use crate::pipeline::{ConvexVolume, Frame};
use crate::session::Edit;
use eframe::egui::{Button, Color32, Grid, RichText, Sense, Ui, vec2};

/// Draws the list of volumes.
pub fn volumes_ui(shell: &Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let volumes = &shell.session.document.volumes;
    ui.label(RichText::new("Area volumes").heading());
    ui.weak("Applied in this order after erosion; later ones overwrite");
    ui.add_space(6.0);
    if let Some(product) = &shell.product {
        ui.horizontal_wrapped(|ui| {
            let is_drawing = shell.transient.volume_tool.drawing.is_some();
            let draw = Button::new("Draw a volume").selected(is_drawing);
            if ui.add(draw).on_hover_text("By clicking its corners, seen from the top (V)").clicked() {
                actions.push(Action::Volume(DrawStep::Switch));
            }
            if ui.button("Add over the whole frame").clicked() {
                actions.push(Edit::AddVolume(over_frame(&product.run.frame)).into());
                actions.push(Action::Volume(DrawStep::Mark(Some(volumes.len()))));
            }
        });
    }
    if volumes.is_empty() {
        ui.add_space(4.0);
        ui.label("This scene has none.");
    }
    let is_of_run = shell.product.as_ref().is_some_and(|product| product.document.volumes == *volumes);
    for (number, volume) in volumes.iter().enumerate() {
        ui.add_space(8.0);
        ui.separator();
        let floors = shell.product.as_ref().filter(|_| is_of_run).and_then(|product| product.volumes.get(number));
        ui.push_id(number, |ui| {
            head_ui(shell, number, volume, ui, actions);
            floors_ui(volume, floors, ui);
            volume_ui(number, volume, ui, actions);
            if shell.transient.volume_tool.marked == Some(number) {
                corners_ui(number, volume, ui, actions);
            }
        });
    }
}

fn over_frame(frame: &Frame) -> ConvexVolume {
    let [x, y, z] = frame.origin();
    let cell = f64::from(frame.cell_size());
    let (w, d) = (x + f64::from(frame.width()) * cell, z + f64::from(frame.depth()) * cell);
    let polygon = vec![[x, z], [w, z], [w, d], [x, d]];
    ConvexVolume { polygon, min_y: y, max_y: frame.row_in_world(frame.height().into()), area: 1 }
}

fn head_ui(shell: &Shell, number: usize, volume: &ConvexVolume, ui: &mut Ui, actions: &mut Vec<Action>) {
    let is_marked = shell.transient.volume_tool.marked == Some(number);
    let last = shell.session.document.volumes.len() - 1;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let (swatch, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
        let [r, g, b] = palette::area(volume.area);
        ui.painter().rect_filled(swatch, 2.0, Color32::from_rgb(r, g, b));
        let name = ui.selectable_label(is_marked, RichText::new(format!("Volume {number}")).strong());
        if name.on_hover_text("Shows its corners, to be dragged in the 3D view").clicked() {
            let marked = (!is_marked).then_some(number);
            actions.push(Action::Volume(DrawStep::Mark(marked)));
        }
        let mut moved = |text: &str, hint: &str, to: usize, is_possible: bool| {
            if ui.add_enabled(is_possible, Button::new(text).small()).on_hover_text(hint).clicked() {
                actions.push(Edit::MoveVolume { from: number, to }.into());
                actions.push(Action::Volume(DrawStep::Mark(is_marked.then_some(to))));
            }
        };
        moved("Earlier", "Apply it before the one above", number.saturating_sub(1), number > 0);
        moved("Later", "Apply it after the one below", number + 1, number < last);
        if ui.small_button("Remove").clicked() {
            actions.push(Edit::RemoveVolume(number).into());
            actions.push(Action::Volume(DrawStep::Mark(None)));
        }
    });
}

/// How many floors take its area.
fn floors_ui(volume: &ConvexVolume, floors: Option<&VolumeFloors>, ui: &mut Ui) {
    let Some(&VolumeFloors { given, overwritten, out_of_reach }) = floors else {
        ui.weak("…");
        return;
    };
    let becomes = match volume.area {
        0 => "not walkable".into(),
        area => format!("area {area}"),
    };
    let verb = if given == 1 { "becomes" } else { "become" };
    let corners = count(volume.polygon.len() as u64, "corner");
    let mut text = format!("{corners}; {} {verb} {becomes}", count(given as u64, "floor"));
    if overwritten > 0 {
        text += &format!("; later ones take {}", thousands(overwritten as u64));
    }
    let hint = match out_of_reach {
        0 => "Every floor inside was walkable.".into(),
        n => format!("{} inside had area 0 already and stay so.", count(n as u64, "floor")),
    };
    ui.label(text).on_hover_text(hint);
}

fn volume_ui(number: usize, volume: &ConvexVolume, ui: &mut Ui, actions: &mut Vec<Action>) {
    let mut set = |volume: ConvexVolume| actions.push(Edit::SetVolume(number, volume).into());
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
}

/// The corners in plan, to be typed, parted and taken away.
fn corners_ui(number: usize, volume: &ConvexVolume, ui: &mut Ui, actions: &mut Vec<Action>) {
    let mut set = |polygon: Vec<[f64; 2]>| {
        actions.push(Edit::SetVolume(number, ConvexVolume { polygon, ..volume.clone() }).into());
    };
    let allowed = |polygon: &[[f64; 2]]| {
        let changed = ConvexVolume { polygon: polygon.to_vec(), ..volume.clone() };
        changed.check(number).map_err(|error| error.to_string())
    };
    ui.add_space(4.0);
    Grid::new("corners").num_columns(4).spacing(vec2(6.0, 4.0)).show(ui, |ui| {
        for title in ["Corner", "x, units", "z, units", ""] {
            ui.weak(title);
        }
        ui.end_row();
        for (corner, &place) in volume.polygon.iter().enumerate() {
            ui.label(corner.to_string());
            for (axis, letter) in ['x', 'z'].into_iter().enumerate() {
                let with = |v: f64| {
                    let mut polygon = volume.polygon.clone();
                    polygon[corner][axis] = v;
                    polygon
                };
                let name = format!("{letter} of corner {corner}");
                let field = Field { name: &name, suffix: "", speed: 0.02, decimals: 4 };
                ui.push_id((corner, axis), |ui| {
                    if let Some(v) = number_ui(ui, &field, place[axis], |v| allowed(&with(v))) {
                        set(with(v));
                    }
                });
            }
            ui.horizontal(|ui| {
                let parted = parted(&volume.polygon, corner).into_iter().find(|polygon| allowed(polygon).is_ok());
                let part = ui.add_enabled(parted.is_some(), Button::new("Part").small());
                if part.on_hover_text("A new corner in the middle of the edge that begins here").clicked() {
                    parted.into_iter().for_each(&mut set);
                }
                let mut fewer = volume.polygon.clone();
                fewer.remove(corner);
                let remove = ui.add_enabled(allowed(&fewer).is_ok(), Button::new("Take away").small());
                if remove.on_disabled_hover_text("A volume has three corners or more, and an area").clicked() {
                    set(fewer);
                }
            });
            ui.end_row();
        }
    });
}

/// A polygon with one more corner in the middle of the edge that begins at a corner. There a rounding error can make a dent,
/// which is no polygon of a volume; then a place a hair beside it does, on one side or the other.
fn parted(polygon: &[[f64; 2]], corner: usize) -> [Vec<[f64; 2]>; 3] {
    const HAIR: f64 = 1e-6;
    let [from, to] = [polygon[corner], polygon[(corner + 1) % polygon.len()]];
    [0.0, HAIR, -HAIR].map(|aside| {
        let [x, z]: [f64; 2] = std::array::from_fn(|i| f64::midpoint(from[i], to[i]));
        let mut parted = polygon.to_vec();
        parted.insert(corner + 1, [x + (to[1] - from[1]) * aside, z - (to[0] - from[0]) * aside]);
        parted
    })
}
