//! B beside A, seen from the same place.

use super::legend;
use super::viewport::{Seen, hover, move_camera, paint_ui, snapped};
use crate::app::marks::Marks;
use crate::app::{Action, Shell, camera};
use crate::inspect::{Hit, pick};
use crate::session::view::ViewChange;
use crate::session::{OtherView, Selection};
use eframe::egui::{Align2, Color32, FontId, Pos2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

/// The part of the view for A, and that for B where both are shown.
pub fn halves(shell: &Shell, whole: Rect) -> (Rect, Option<Rect>) {
    let has_level = shell.other.as_ref().is_some_and(|other| other.product.is_some());
    if shell.other_view() != OtherView::Split || !has_level || shell.product.is_none() {
        return (whole, None);
    }
    let middle = whole.center().x;
    let gap = 1.0;
    let left = Rect::from_min_max(whole.min, pos2(middle - gap, whole.max.y));
    (left, Some(Rect::from_min_max(pos2(middle + gap, whole.min.y), whole.max)))
}

/// Says which of the two this is, at the top of its part.
pub fn name_ui(ui: &Ui, rect: Rect, side: &str, name: &str) {
    let font = FontId::proportional(13.0);
    let colour = ui.visuals().text_color();
    let galley = ui.painter().layout_no_wrap(format!("{side}   {name}"), font, colour);
    let place = Rect::from_min_size(rect.left_top() + vec2(12.0, 44.0), galley.size()).expand2(vec2(8.0, 4.0));
    ui.painter().rect_filled(place, 4.0, ui.visuals().panel_fill.gamma_multiply(0.9));
    ui.painter().galley(place.min + vec2(8.0, 4.0), galley, colour);
}

/// Draws B. Pointer and keys do here what they do in A.
pub fn other_ui(shell: &mut Shell, ui: &mut Ui, rect: Rect, actions: &mut Vec<Action>) {
    let Some(other) = shell.other.clone() else { return };
    let Some(product) = other.product.clone() else { return };
    let response = ui.interact(rect, ui.scope_id().with("3D view of B"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "3D view of B"));
    let [r, g, b] = crate::app::theme::background(ui.visuals().dark_mode);
    ui.painter().rect_filled(rect, 0.0, Color32::from_rgb(r, g, b));
    let Some(state) = shell.session.view.camera else { return }; // A's view gives one in this frame.
    let frame = &product.run.frame;
    let (place, size_px) = snapped(ui, rect);
    let mut seen =
        Seen { rect: place, aspect: size_px[0] as f32 / size_px[1] as f32, camera: camera::to_cells(&state, frame) };
    let before = seen.camera;
    let view = shell.session.view.clone();
    let hit =
        |seen: &Seen, at: Pos2| pick(&seen.ray(at), frame, &product.run.stage(view.step.stage()?), view.crop.as_ref());
    move_camera(ui, &response, &mut seen, true, &|seen, at| hit(seen, at).map(|Hit { point, .. }| point));
    if seen.camera != before {
        actions.push(ViewChange::Camera(camera::to_world(&seen.camera, frame)).into());
    }
    let hovered = response.hover_pos().and_then(|at| hit(&seen, at));
    let over = hovered.as_ref().and_then(|hit| hover(frame, &product.run.stage(view.step.stage()?), hit));
    if response.clicked() {
        let selection = over.map(|hover| Selection { x: hover.x, z: hover.z, row: Some(hover.row) });
        actions.push(ViewChange::Select(selection).into());
    }
    if over.is_some() {
        shell.transient.hover = over;
    }
    shell.other_viewport.marks = Marks::default();
    let drawn = shell
        .other_viewport
        .update(&product, other.generation, &view, None, &[], None)
        .and_then(|()| shell.other_viewport.render(&product, &view, &seen.camera, size_px, ui));
    paint_ui(&mut shell.other_viewport, drawn, ui, place);
    legend::legend_ui(&shell.other_viewport.legends, ui, place, "B");
    name_ui(ui, place, "B", &other.name);
    if shell.other_viewport.failure().is_some() {
        let font = FontId::proportional(14.0);
        let text = "The 3D view of B cannot be drawn.";
        ui.painter().text(place.center(), Align2::CENTER_CENTER, text, font, ui.visuals().text_color());
    }
}
