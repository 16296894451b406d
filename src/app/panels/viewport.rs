//! The 3D view: the picture, the pointer on it, and what is written over it.

use super::triangle::marked_cells;
use super::{drawing, legend, measure, overlays, split};
use crate::app::marks::Marks;
use crate::app::measuring::MeasureStep;
use crate::app::product::Product;
use crate::app::replay::stage_shown;
use crate::app::viewport::{Against, Viewport};
use crate::app::{Action, Shell, camera};
use crate::inspect::warnings::WarningKind;
use crate::inspect::{
    CellSelection, DensityHit, Hit, Ray, Reason, ReasonFilter, pick_density, pick_shown, pick_triangle,
};
use crate::pipeline::{Frame, StageView};
use crate::render::{OrbitCamera, RenderError};
use crate::session::panels::RightTab;
use crate::session::view::ViewChange;
use crate::session::{Colouring, OtherView, PanelTab, Selection, Step};
use eframe::egui::{
    Align2, Color32, FontId, PointerButton, Pos2, Rect, Response, Role, Sense, TextureId, Ui, WidgetInfo, pos2, vec2,
};

/// What the pointer is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hover {
    pub x: u32,
    pub z: u32,
    /// The row of the surface that a click would select.
    pub row: u16,
    /// Where the pointer meets it, in world units.
    pub position: [f64; 3],
}

/// The cell of a density that the pointer is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HoverCell {
    pub cell: CellSelection,
    /// Where the pointer meets it, in world units.
    pub position: [f64; 3],
    /// Whether that is on the slice.
    pub is_on_slice: bool,
}

/// Where on the screen the picture is, and from where it is seen.
pub(super) struct Seen {
    pub rect: Rect,
    pub aspect: f32,
    pub camera: OrbitCamera,
}

/// Draws the view into all the space there is.
pub fn viewport_ui(shell: &mut Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let (rect, of_b) = split::halves(shell, ui.available_rect_before_wrap());
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "3D view"));
    let [r, g, b] = crate::app::theme::background(ui.visuals().dark_mode);
    ui.painter().rect_filled(rect, 0.0, Color32::from_rgb(r, g, b));
    (shell.transient.hover, shell.transient.hover_cell) = (None, None);
    let Some(product) = shell.product.clone() else {
        empty_ui(shell, ui, rect);
        return;
    };
    let frame = &product.run.frame;

    let (snapped, size_px) = snapped(ui, rect);
    let aspect = size_px[0] as f32 / size_px[1] as f32;
    shell.viewport.aspect = aspect;
    (shell.viewport.size_px, shell.viewport.scale) = (size_px, ui.ctx().pixels_per_point());

    let state = shell.session.view.camera.unwrap_or_else(|| {
        let mut fitted = OrbitCamera::default();
        fitted.fit(camera::box_in_cells(frame, product.bounds(shell.session.view.step)), aspect);
        let state = camera::to_world(&fitted, frame);
        // Kept once the layout has settled; until then the view may still change its proportions.
        if shell.transient.frames_to_settle == 0 {
            actions.push(ViewChange::Camera(state).into());
        }
        state
    });
    let mut seen = Seen { rect: snapped, aspect, camera: camera::to_cells(&state, frame) };
    let before = seen.camera;
    shell.move_replay(ui, actions);
    shell.viewport.replayed = shell.replayed().cloned();
    let pieces = marked_cells(shell, actions);
    shell.viewport.pieces = pieces.filter(|_| shell.viewport.replayed.is_none());
    let view = &shell.session.view;
    let replayed = shell.viewport.replayed.clone();
    let stage = view.step.stage().map(|stage| stage_shown(&product.run, replayed.as_deref(), stage));
    // What is hidden is not met either.
    let is_of_run = replayed.is_none() && shell.other_view() != OtherView::Difference;
    let by_reason = is_of_run && view.colouring_in_force() == Colouring::Reason;
    let hit = |seen: &Seen, at: Pos2| {
        let stage = stage.as_ref()?;
        let is_shown = |number| !by_reason || view.reasons.shows(&product.reasons, stage, number);
        pick_shown(&seen.ray(at), frame, stage, view.crop.as_ref(), is_shown)
    };
    let density_hit = |seen: &Seen, at: Pos2| {
        let slice = view.density.slice.as_ref();
        let is_input = view.step == Step::Input;
        is_input.then(|| pick_density(&seen.ray(at), frame, &product.surfaces, slice, view.crop.as_ref()))?
    };
    // While a volume is drawn nothing turns by mistake: a drag moves.
    let turns = shell.transient.volume_tool.drawing.is_none();
    move_camera(ui, &response, &mut seen, turns, &|seen, at| match hit(seen, at) {
        Some(Hit { point, .. }) => Some(point),
        None => density_hit(seen, at).map(|hit| hit.point),
    });
    if seen.camera != before {
        actions.push(ViewChange::Camera(camera::to_world(&seen.camera, frame)).into());
    }
    let hovered = response.hover_pos().and_then(|at| hit(&seen, at));
    let hovered_cell = response.hover_pos().and_then(|at| density_hit(&seen, at));
    shell.transient.hover = hovered.as_ref().and_then(|hit| hover(frame, stage.as_ref()?, hit));
    shell.transient.hover_cell = hovered_cell.map(|hit| hover_cell(frame, &hit));
    click(shell, &response, &seen, actions);

    let (generation, view) = (shell.generation, shell.session.view.clone());
    shell.viewport.marks = Marks::of(shell, frame);
    let answer = view.selection.and_then(|selection| shell.column_answer(selection));
    let path =
        answer.and_then(|answer| answer.explanation.as_ref()).map(|known| known.path.clone()).unwrap_or_default();
    let comparison = shell.comparison.as_ref().and_then(|compared| compared.result.as_ref().ok());
    let shows_difference = shell.other_view() == OtherView::Difference;
    let known = shell.other_comparison().filter(|_| shows_difference).cloned();
    let b = shell.other.as_ref().map(|other| other.snapshot.clone());
    let against = known.as_ref().zip(b.as_deref()).map(|(known, b)| Against { known, b });
    let drawn = shell
        .viewport
        .update(&product, generation, &view, comparison, &path, against.as_ref())
        .and_then(|()| shell.viewport.render(&product, &view, &seen.camera, size_px, ui));
    paint_ui(&mut shell.viewport, drawn, ui, snapped);
    if let Some(failure) = shell.viewport.failure() {
        message_ui(ui, rect, &format!("The 3D view cannot be drawn: {failure}"));
    }
    overlays::overlays_ui(&product, &seen.camera, ui, snapped);
    // Where a volume is drawn, every corner of the level is to be reached.
    let is_drawing = shell.transient.volume_tool.drawing.is_some();
    let legends = if is_drawing { &[][..] } else { &shell.viewport.legends };
    if let Some(reason) = legend::legend_ui(legends, ui, snapped, "A").and_then(|label| Reason::from_label(&label)) {
        let only = if view.reasons.only == Some(reason) { None } else { Some(reason) };
        actions.push(ViewChange::Reasons(ReasonFilter { only, ..view.reasons }).into());
    }
    measure::measure_ui(shell, &product, &seen, ui, actions);
    drawing::drawing_ui(shell, &product, &seen, &response, ui, actions);
    note_ui(shell, &product, ui, snapped);
    super::replay::heading_ui(shell, ui, snapped);
    if let Some(of_b) = of_b {
        split::name_ui(ui, snapped, "A", &shell.session.name);
        split::other_ui(shell, ui, of_b, actions);
    }
}

/// The nearest whole pixels, so that a picture is shown one to one, and how many they are.
pub(super) fn snapped(ui: &Ui, rect: Rect) -> (Rect, [u32; 2]) {
    let ppp = ui.ctx().pixels_per_point();
    let snap = |at: Pos2| pos2((at.x * ppp).round() / ppp, (at.y * ppp).round() / ppp);
    let snapped = Rect::from_min_max(snap(rect.min), snap(rect.max));
    (snapped, [snapped.width(), snapped.height()].map(|points| (points * ppp).round().max(1.0) as u32))
}

/// Shows what was drawn, or notes why nothing could be.
pub(super) fn paint_ui(viewport: &mut Viewport, drawn: Result<Option<TextureId>, RenderError>, ui: &Ui, rect: Rect) {
    match drawn {
        Ok(Some(texture)) => {
            let uv = Rect::from_min_max(pos2(0.0, 1.0), pos2(1.0, 0.0)); // The graphics card's first row is the lowest.
            ui.painter().image(texture, rect, uv, Color32::WHITE);
        }
        Ok(None) => {}
        Err(error) => viewport.fail(&error),
    }
}

impl Seen {
    /// A point on the screen in normalised device coordinates.
    fn ndc(&self, at: Pos2) -> [f32; 2] {
        let part = (at - self.rect.min) / self.rect.size();
        [2.0 * part.x - 1.0, 1.0 - 2.0 * part.y]
    }

    /// Where on the screen a point of the renderer's space is, unless it is behind the eye.
    pub(super) fn at_screen(&self, point: [f64; 3]) -> Option<Pos2> {
        let [x, y] = self.camera.project(point, self.aspect)?;
        let Rect { min, .. } = self.rect;
        Some(min + self.rect.size() * vec2((x + 1.0) / 2.0, (1.0 - y) / 2.0))
    }

    pub(super) fn ray(&self, at: Pos2) -> Ray {
        let ray = self.camera.ray(self.aspect, self.ndc(at));
        Ray { origin: ray.origin, direction: ray.direction }
    }
}

/// Left drag turns, unless nothing is to be turned; right or middle drag and Shift drag move, the wheel zooms to what is under the pointer.
pub(super) fn move_camera(
    ui: &Ui,
    response: &Response,
    seen: &mut Seen,
    turns: bool,
    point_at: &dyn Fn(&Seen, Pos2) -> Option<[f64; 3]>,
) {
    const RADIANS_PER_POINT: f32 = 0.008;
    let shift = ui.input(|input| input.modifiers.shift);
    let drag = response.drag_delta();
    let pans = response.dragged_by(PointerButton::Secondary)
        || response.dragged_by(PointerButton::Middle)
        || (response.dragged_by(PointerButton::Primary) && (shift || !turns));
    if pans {
        seen.camera.pan(drag.x / seen.rect.height(), drag.y / seen.rect.height());
    } else if response.dragged_by(PointerButton::Primary) {
        seen.camera.orbit(drag.x * RADIANS_PER_POINT, drag.y * RADIANS_PER_POINT);
    }
    let Some(at) = response.hover_pos() else { return };
    let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
    let factor = (scroll * 0.003).exp() * pinch;
    if (factor - 1.0).abs() > 1e-6 {
        match point_at(seen, at) {
            Some(point) => seen.camera.zoom_about(factor, point),
            None => seen.camera.zoom_to(factor, seen.ndc(at), seen.aspect),
        }
    }
}

/// What the pointer is over at a stage.
pub(super) fn hover(frame: &Frame, stage: &StageView<'_>, hit: &Hit) -> Option<Hover> {
    let row = match stage {
        StageView::Raw(log) => log.pieces().get(hit.index)?.hi,
        StageView::Solid { spans, .. } => spans.spans().get(hit.index)?.max,
        StageView::Open { spans, .. } => spans.spans().get(hit.index)?.y,
    };
    Some(Hover { x: hit.x, z: hit.z, row, position: in_world(frame, hit.point) })
}

fn hover_cell(frame: &Frame, hit: &DensityHit) -> HoverCell {
    HoverCell { cell: hit.selection, position: in_world(frame, hit.point), is_on_slice: hit.is_on_slice }
}

fn in_world(frame: &Frame, point: [f64; 3]) -> [f64; 3] {
    let cell = f64::from(frame.cell_size());
    std::array::from_fn(|i| frame.origin()[i] + point[i] * cell)
}

fn click(shell: &Shell, response: &Response, seen: &Seen, actions: &mut Vec<Action>) {
    if !response.clicked() && !response.double_clicked() {
        return;
    }
    if shell.transient.volume_tool.drawing.is_some() {
        let at = response.interact_pointer_pos();
        let frame = shell.product.as_ref().map(|product| &product.run.frame);
        actions.extend(at.zip(frame).and_then(|(at, frame)| drawing::click_corner(shell, frame, seen, at)));
        return;
    }
    if shell.session.view.step == Step::Input {
        // There are no spans to select here, but cells of densities and triangles.
        let cell = shell.transient.hover_cell.map(|hover| hover.cell);
        if cell != shell.session.view.cell {
            actions.push(ViewChange::SelectCell(cell).into());
        }
        if cell.is_none() {
            click_triangle(shell, response, seen, actions);
        }
        return;
    }
    if shell.transient.measuring.is_some() {
        actions.extend(shell.hovered_place().map(|place| Action::Measure(MeasureStep::At(place))));
        return;
    }
    let selection = shell.transient.hover.map(|hover| Selection { x: hover.x, z: hover.z, row: Some(hover.row) });
    actions.push(ViewChange::Select(selection).into());
    if response.double_clicked() && selection.is_some() {
        actions.push(Action::FitSelection);
    }
}

/// Marks the triangle under the pointer, and shows its panel where there are panels.
fn click_triangle(shell: &Shell, response: &Response, seen: &Seen, actions: &mut Vec<Action>) {
    let (Some(product), Some(at)) = (&shell.product, response.interact_pointer_pos()) else { return };
    let crop = shell.session.view.crop.as_ref();
    let hit = pick_triangle(&seen.ray(at), &product.run.frame, &product.triangles, crop);
    let number = hit.map(|(number, _)| number);
    if number != shell.session.view.triangle {
        actions.push(ViewChange::SelectTriangle(number).into());
    }
    if number.is_some() && !shell.session.view.open_panels().hidden {
        actions.push(Action::ShowTab(PanelTab::Right(RightTab::Triangle)));
    }
}

fn empty_ui(shell: &Shell, ui: &Ui, rect: Rect) {
    let text = match shell.activity() {
        Some((activity, _)) => format!("{activity}…"),
        None => match &shell.transient.problem {
            Some(problem) => format!("{}: {}", problem.of.title(), problem.text),
            None => "Nothing is open. Drop a scene or a mesh here, or use File > Open.".into(),
        },
    };
    message_ui(ui, rect, &text);
}

/// Why a stage shows nothing, where it does.
fn note_ui(shell: &Shell, product: &Product, ui: &Ui, rect: Rect) {
    let step = shell.session.view.step;
    let is_empty = step.stage().is_some_and(|stage| product.run.stage(stage).is_empty());
    if is_empty && !shell.session.view.layers.dropped {
        let told = |kind: WarningKind| product.warnings.iter().find(|warning| warning.kind == kind);
        let causes =
            [WarningKind::NoRowAtBottom, WarningKind::Dropped, WarningKind::Outside, WarningKind::VoxelsOutside];
        let of_raw = causes.into_iter().find_map(told);
        let later = product.warnings.iter().find(|warning| matches!(warning.kind, WarningKind::NothingWalkable(_)));
        let cause = if product.run.pieces.pieces().is_empty() { of_raw } else { later };
        let text = match cause {
            Some(warning) => format!("{} has nothing to show. {}.", step.label(), warning.text),
            None => format!("{} has nothing to show: the scene has no input.", step.label()),
        };
        message_ui(ui, rect, &text);
    } else if step == Step::Input && !shell.viewport.shows_input() {
        let text = match super::density::applies(shell) {
            true => "Nothing of the input is shown: turn on its surface or its blocks above.",
            false => "Input has nothing to show: the scene has no input.",
        };
        message_ui(ui, rect, text);
    }
    if ui.input(|input| !input.raw.hovered_files.is_empty()) {
        ui.painter().rect_filled(rect, 0.0, Color32::from_black_alpha(140));
        ui.painter().text(
            rect.center(),
            Align2::CENTER_CENTER,
            "Drop to open",
            FontId::proportional(18.0),
            Color32::WHITE,
        );
    }
}

fn message_ui(ui: &Ui, rect: Rect, text: &str) {
    let colour = ui.visuals().text_color();
    let galley = ui.painter().layout(text.to_owned(), FontId::proportional(14.0), colour, rect.width() * 0.8);
    let place = Rect::from_center_size(rect.center(), galley.size());
    ui.painter().galley(place.min, galley, colour);
    let said = ui.interact(place, ui.scope_id().with("message"), Sense::hover());
    said.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
}
