//! Area volumes in the 3D view: the one that is drawn, with its box, and the corners of the one that is marked.

use super::fields::{Field, number_ui};
use super::viewport::Seen;
use crate::app::drawing::{Corner, DrawStep, Drawing};
use crate::app::product::Product;
use crate::app::{Action, Shell, theme};
use crate::draw::palette;
use crate::inspect::floors_inside;
use crate::inspect::text::{count, units};
use crate::pipeline::{ConvexVolume, Frame, PipelineError};
use crate::session::panels::LeftTab;
use eframe::egui::{
    self, Align, Button, Color32, CursorIcon, Layout, PointerButton, Pos2, Rect, Response, RichText, Sense, Stroke, Ui,
    UiBuilder, vec2,
};

/// Where the box stands in the 3D view.
const CORNER: [f32; 2] = [12.0, 40.0];
const WIDTH: f32 = 272.0;
/// How near to the first corner a click finishes the volume, in points.
const NEAR: f32 = 10.0;
const HANDLE: f32 = 5.0;
/// What is in the way of a volume.
const WRONG: Color32 = Color32::from_rgb(palette::VERMILION[0], palette::VERMILION[1], palette::VERMILION[2]);

/// Draws what is drawn, or else the corners of the marked volume.
pub(super) fn drawing_ui(
    shell: &Shell,
    product: &Product,
    seen: &Seen,
    response: &Response,
    ui: &mut Ui,
    actions: &mut Vec<Action>,
) {
    let frame = &product.run.frame;
    if let Some(drawing) = &shell.transient.volume_tool.drawing {
        let pointer = response.hover_pos().and_then(|at| corner_at(shell, frame, drawing, seen, at));
        let closes = response.hover_pos().is_some_and(|at| is_at_first(frame, drawing, seen, at));
        // Where the last corner was clicked, nothing is to be seen of one more.
        let last = drawing.corners.last().map(|corner| corner.place);
        let next = pointer.map(|corner| corner.place).filter(|&place| !closes && last != Some(place));
        let attempt = shell.drawn(next);
        draft_ui(frame, drawing, next, matches!(attempt, Some(Err(_))), seen, ui);
        box_ui(shell, product, drawing, next, attempt.as_ref(), seen.rect, ui, actions);
        if response.hovered() {
            ui.set_cursor_icon(CursorIcon::Crosshair);
        }
    } else if shell.is_editable() && shows_handles(shell) {
        handles_ui(shell, frame, seen, ui, actions);
    }
}

/// What a click does while a volume is drawn.
pub(super) fn click_corner(shell: &Shell, frame: &Frame, seen: &Seen, at: Pos2) -> Option<Action> {
    let drawing = shell.transient.volume_tool.drawing.as_ref()?;
    if is_at_first(frame, drawing, seen, at) {
        return Some(Action::Volume(DrawStep::Finish));
    }
    corner_at(shell, frame, drawing, seen, at).map(|corner| Action::Volume(DrawStep::Corner(corner)))
}

/// Handles are there for the tab of volumes.
fn shows_handles(shell: &Shell) -> bool {
    let open = shell.session.view.open_panels();
    open.left == LeftTab::Volumes && !open.hidden
}

/// The corner that a click would make: on the surface under the pointer, else at the height of the corners before.
fn corner_at(shell: &Shell, frame: &Frame, drawing: &Drawing, seen: &Seen, at: Pos2) -> Option<Corner> {
    let surface = shell.transient.hover.map(|hover| (hover.position, frame.row_in_world(hover.row.into())));
    let place = match surface {
        Some(([x, _, z], _)) => Some([x, z]),
        None => place_on_plane(frame, seen, at, height_of(frame, drawing)),
    };
    place.map(|place| Corner { place: shell.corner_place(frame, place), surface: surface.map(|(_, y)| y) })
}

/// The world height that a draft is shown at.
fn height_of(frame: &Frame, drawing: &Drawing) -> f64 {
    let highest = drawing.corners.iter().filter_map(|corner| corner.surface).reduce(f64::max);
    highest.unwrap_or_else(|| frame.row_in_world(frame.height().into()))
}

fn is_at_first(frame: &Frame, drawing: &Drawing, seen: &Seen, at: Pos2) -> bool {
    let [Corner { place, .. }, _, _, ..] = drawing.corners[..] else { return false };
    on_screen(frame, seen, place, height_of(frame, drawing)).is_some_and(|first| first.distance(at) <= NEAR)
}

/// Where the ray under a point of the screen meets a level, as world x and z.
fn place_on_plane(frame: &Frame, seen: &Seen, at: Pos2, height: f64) -> Option<[f64; 2]> {
    let ray = seen.ray(at);
    let cell = f64::from(frame.cell_size());
    let [ox, oy, oz] = frame.origin();
    let far = ((height - oy) / cell - ray.origin[1]) / ray.direction[1];
    let at = |axis: usize, origin: f64| origin + (ray.origin[axis] + far * ray.direction[axis]) * cell;
    (far.is_finite() && far > 0.0).then(|| [at(0, ox), at(2, oz)])
}

fn on_screen(frame: &Frame, seen: &Seen, [x, z]: [f64; 2], height: f64) -> Option<Pos2> {
    let cell = f64::from(frame.cell_size());
    let [ox, oy, oz] = frame.origin();
    seen.at_screen([(x - ox) / cell, (height - oy) / cell, (z - oz) / cell])
}

fn draft_ui(frame: &Frame, drawing: &Drawing, next: Option<[f64; 2]>, is_wrong: bool, seen: &Seen, ui: &Ui) {
    let height = height_of(frame, drawing);
    let places = drawing.corners.iter().map(|corner| corner.place).chain(next);
    let points: Vec<Pos2> = places.filter_map(|place| on_screen(frame, seen, place, height)).collect();
    let is_shape = points.len() >= 3;
    let colour = if is_wrong && is_shape { WRONG } else { area_colour(drawing.area) };
    let painter = ui.painter().with_clip_rect(seen.rect);
    let mut outline = points.clone();
    outline.extend(points.first().filter(|_| is_shape));
    for (width, colour) in [(4.5, Color32::from_black_alpha(160)), (2.5, colour)] {
        painter.line(outline.clone(), Stroke::new(width, colour));
    }
    for (number, &point) in points.iter().enumerate() {
        let is_first = number == 0 && drawing.corners.len() >= 3;
        handle_ui(&painter, point, if is_first { HANDLE + 2.0 } else { HANDLE }, colour);
    }
}

fn handle_ui(painter: &egui::Painter, at: Pos2, radius: f32, colour: Color32) {
    painter.circle(at, radius, colour, Stroke::new(1.5, Color32::WHITE));
    painter.circle_stroke(at, radius + 1.0, Stroke::new(1.0, Color32::from_black_alpha(160)));
}

fn area_colour(area: u8) -> Color32 {
    let [r, g, b] = palette::area(area);
    Color32::from_rgb(r, g, b)
}

#[expect(clippy::too_many_arguments, reason = "all of what the box tells about")]
fn box_ui(
    shell: &Shell,
    product: &Product,
    drawing: &Drawing,
    next: Option<[f64; 2]>,
    attempt: Option<&Result<ConvexVolume, PipelineError>>,
    rect: Rect,
    ui: &mut Ui,
    actions: &mut Vec<Action>,
) {
    let mut step = |step| actions.push(Action::Volume(step));
    let place = Rect::from_min_size(rect.left_top() + vec2(CORNER[0], CORNER[1]), vec2(WIDTH, 0.0));
    let mut child = ui.new_child(UiBuilder::new().max_rect(place));
    egui::Frame::popup(child.style()).show(&mut child, |ui| {
        ui.set_width(WIDTH - 16.0);
        ui.spacing_mut().item_spacing.y = 4.0;
        ui.horizontal(|ui| {
            ui.strong("Draw an area volume");
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.small_button("Stop").on_hover_text("Forget it (Escape)").clicked() {
                    step(DrawStep::End);
                }
            });
        });
        ui.horizontal(|ui| {
            ui.weak("Area id");
            let field = Field { name: "Area id of the drawn volume", suffix: "", speed: 0.2, decimals: 0 };
            if let Some(area) = number_ui(ui, &field, drawing.area, |_| Ok(())) {
                step(DrawStep::Area(area));
            }
            let mut snaps = !shell.transient.volume_tool.is_free;
            let hint = "Corners go to corners of cells. A cell is inside when its centre is.";
            if ui.checkbox(&mut snaps, "Snap to cells").on_hover_text(hint).changed() {
                step(DrawStep::Snap(snaps));
            }
        });
        let done = shell.drawn(None);
        // In a place of its own, so that the buttons stay the same ones however much is said.
        ui.vertical(|ui| verdict_ui(product, drawing.corners.len(), next, attempt, ui));
        ui.horizontal(|ui| {
            let is_whole = matches!(done, Some(Ok(_)));
            let finish = ui.add_enabled(is_whole, Button::new("Finish"));
            if finish.on_hover_text("Enter, or a click on the first corner").clicked() {
                step(DrawStep::Finish);
            }
            let back = ui.add_enabled(!drawing.corners.is_empty(), Button::new("Take back a corner"));
            if back.on_hover_text("Backspace").clicked() {
                step(DrawStep::Back);
            }
        });
    });
}

/// What the corners with the one under the pointer are: a volume with what it takes in, or why there is none.
fn verdict_ui(
    product: &Product,
    corners: usize,
    next: Option<[f64; 2]>,
    attempt: Option<&Result<ConvexVolume, PipelineError>>,
    ui: &mut Ui,
) {
    let so_far = count(corners as u64, "corner");
    match attempt {
        Some(Ok(volume)) => {
            let with = if next.is_some() { " and the pointer" } else { "" };
            ui.label(format!("{so_far}{with}: {}", inside_text(product, volume)));
            ui.weak(format!("Floors from {} to {}", units(volume.min_y), units(volume.max_y)));
        }
        Some(Err(PipelineError::VolumeCorners { corners: with, .. })) if *with < 3 => {
            ui.label(if corners == 0 { "Click the first corner".into() } else { format!("{so_far}; click the next") });
            ui.weak("Three or more, around the place, convex");
        }
        Some(Err(error)) => {
            let where_ = if next.is_some() { "A corner here" } else { "As it is" };
            let text = format!("{where_}: {}", without_volume(error));
            ui.label(RichText::new(text).color(theme::lost(ui)));
        }
        None => {}
    }
}

/// How many floors lie inside.
fn inside_text(product: &Product, volume: &ConvexVolume) -> String {
    let run = &product.run;
    let inside = floors_inside(&run.frame, &run.open, volume).count();
    format!("{} inside", count(inside as u64, "floor"))
}

/// An error about the volume that is worked on, whose number says nothing here.
fn without_volume(error: &PipelineError) -> String {
    let text = error.to_string();
    text.split_once(": ").map_or(text.clone(), |(_, rest)| rest.to_owned())
}

/// The corners of the marked volume, to be dragged.
fn handles_ui(shell: &Shell, frame: &Frame, seen: &Seen, ui: &mut Ui, actions: &mut Vec<Action>) {
    let tool = &shell.transient.volume_tool;
    let Some((number, volume)) = tool.marked.and_then(|n| Some((n, shell.session.document.volumes.get(n)?))) else {
        return;
    };
    let dragged = tool.dragged.as_ref().filter(|dragged| dragged.volume == number);
    let shape = dragged.map_or(volume, |dragged| &dragged.shape);
    let error = dragged.and_then(|dragged| dragged.shape.check(number).err());
    let colour = if error.is_some() { WRONG } else { area_colour(volume.area) };
    let height = volume.max_y.clamp(frame.row_in_world(0), frame.row_in_world(frame.height().into()));
    let painter = ui.painter().with_clip_rect(seen.rect);
    let points: Vec<Option<Pos2>> = shape.polygon.iter().map(|&at| on_screen(frame, seen, at, height)).collect();
    if dragged.is_some() {
        let outline: Vec<Pos2> = points.iter().chain(points.first()).copied().flatten().collect();
        painter.line(outline, Stroke::new(2.5, colour));
    }
    for (corner, point) in points.into_iter().enumerate() {
        // What is held stays held wherever it goes, or nobody would see it let go.
        let is_dragged = dragged.is_some_and(|dragged| dragged.corner == corner);
        let Some(point) = point.filter(|point| is_dragged || seen.rect.contains(*point)) else { continue };
        let around = Rect::from_center_size(point, vec2(18.0, 18.0));
        let handle = ui.interact(around, ui.scope_id().with(("corner", number, corner)), Sense::drag());
        let name = format!("Corner {corner} of volume {number}");
        handle.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
        let is_held = handle.hovered() || handle.dragged();
        handle_ui(&painter, point, if is_held { HANDLE + 2.0 } else { HANDLE }, colour);
        if handle.dragged_by(PointerButton::Primary)
            && let Some(at) = handle.interact_pointer_pos()
            && let Some(to) = place_on_plane(frame, seen, at, height)
        {
            let to = shell.corner_place(frame, to);
            actions.push(Action::Volume(DrawStep::Drag { volume: number, corner, to }));
        }
        if is_held && dragged.is_none() {
            handle.on_hover_cursor(CursorIcon::Grab).on_hover_text(name);
        }
    }
    // Also when its corner went behind the eye meanwhile.
    if tool.dragged.is_some() && !ui.input(|input| input.pointer.any_down()) {
        actions.push(Action::Volume(DrawStep::Drop));
    }
    if let Some(refused) = &tool.refused {
        note_ui(&format!("Put back: {refused}"), true, seen.rect, ui);
        if ui.input(|input| input.pointer.any_pressed()) {
            actions.push(Action::Volume(DrawStep::Mark(tool.marked))); // It was read.
        }
    }
    if let Some(dragged) = dragged {
        let text = match (&error, &shell.product) {
            (Some(error), _) => without_volume(error),
            (None, Some(product)) => inside_text(product, &dragged.shape),
            (None, None) => return,
        };
        note_ui(&text, error.is_some(), seen.rect, ui);
    }
}

/// What is said while a corner is dragged.
fn note_ui(text: &str, is_wrong: bool, rect: Rect, ui: &mut Ui) {
    let place = Rect::from_min_size(rect.left_top() + vec2(CORNER[0], CORNER[1]), vec2(WIDTH, 0.0));
    let mut child = ui.new_child(UiBuilder::new().max_rect(place));
    egui::Frame::popup(child.style()).show(&mut child, |ui| {
        let colour = if is_wrong { theme::lost(ui) } else { ui.visuals().text_color() };
        ui.label(RichText::new(text).color(colour));
    });
}
