//! The cells of a triangle drawn flat: from the top, or from a side with rows.

use super::{cell_text, selection};
use crate::app::product::Product;
use crate::app::{Action, Shell, theme};
use crate::draw::palette;
use crate::draw::triangle_cells::outcome_colour;
use crate::inspect::pick::row_height;
use crate::inspect::text::thousands;
use crate::inspect::{Outcome, TriangleCell, TriangleCells};
use crate::pipeline::Frame;
use crate::pipeline::clip::Point;
use crate::pipeline::triangle::MissCause;
use crate::session::view::ViewChange;
use eframe::egui::{
    Align2, Color32, CursorIcon, FontId, Painter, Pos2, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};

/// The height of the drawing, in points.
const HEIGHT: f32 = 230.0;
/// Room for the numbers of an axis, in points.
const AXIS: f32 = 26.0;
/// How far apart grid lines and their numbers are at least, in points.
const LINES_APART: f64 = 7.0;
const NUMBERS_APART: f64 = 46.0;

/// From where the triangle is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plane {
    Top,
    Front,
    Side,
}

impl Plane {
    /// All of them, with what a person reads and what the axes are.
    pub const ALL: [(Self, &str, [&str; 2]); 3] = [
        (Self::Top, "Top", ["x", "z"]),
        (Self::Front, "x and rows", ["x", "row"]),
        (Self::Side, "z and rows", ["z", "row"]),
    ];

    /// From where most of a triangle is seen: from the top, unless it is a wall.
    fn of([nx, ny, nz]: [f32; 3]) -> Self {
        const STEEP: f32 = 0.1;
        match (ny.abs() < STEEP * nx.abs().max(nz.abs()), nx.abs() > nz.abs()) {
            (false, _) => Self::Top,
            (true, true) => Self::Side,
            (true, false) => Self::Front,
        }
    }

    /// A place in cells and rows as one in the plane, to the right and down, in cells.
    fn flat(self, [u, v, w]: Point, row_height: f64) -> [f64; 2] {
        let [u, v, w] = [u, v, w].map(f64::from);
        match self {
            Self::Top => [u, w],
            Self::Front => [u, -v * row_height],
            Self::Side => [w, -v * row_height],
        }
    }
}

/// The middle of what is seen, in cells of the plane, and the points on the screen of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    pub middle: [f64; 2],
    pub scale: f64,
}

/// A plane on the screen.
struct Sheet {
    rect: Rect,
    plane: Plane,
    seen: Seen,
    /// The height of a row, in cells.
    row_height: f64,
}

impl Sheet {
    fn at(&self, [h, v]: [f64; 2]) -> Pos2 {
        let off = |value: f64, middle: f64| ((value - middle) * self.seen.scale) as f32;
        self.rect.center() + vec2(off(h, self.seen.middle[0]), off(v, self.seen.middle[1]))
    }

    fn place(&self, point: Point) -> Pos2 {
        self.at(self.plane.flat(point, self.row_height))
    }

    /// What lies under a place on the screen, in the plane.
    fn under(&self, at: Pos2) -> [f64; 2] {
        let off = at - self.rect.center();
        let value = |points: f32, middle: f64| middle + f64::from(points) / self.seen.scale;
        [value(off.x, self.seen.middle[0]), value(off.y, self.seen.middle[1])]
    }
}

/// Draws the plane and takes what is done with the pointer.
pub fn cell_view_ui(
    shell: &mut Shell,
    product: &Product,
    cells: &TriangleCells,
    ui: &mut Ui,
    actions: &mut Vec<Action>,
) {
    let frame = &product.run.frame;
    let shown_from = shell.transient.triangle.plane.unwrap_or(Plane::of(cells.triangle.normal));
    ui.horizontal(|ui| {
        for (plane, label, _) in Plane::ALL {
            if ui.selectable_label(plane == shown_from, label).clicked() {
                shell.transient.triangle.plane = Some(plane);
            }
        }
        let fit = ui.small_button("Fit").on_hover_text("Show all of the triangle; the wheel zooms, dragging moves");
        ui.ctx().accesskit_node_builder(fit.id, |node| node.set_label("Fit the plan"));
        if fit.clicked() {
            shell.transient.triangle.seen = None;
        }
    });
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "Cells of the triangle"));
    let plane = shell.transient.triangle.plane.unwrap_or(shown_from);
    let known = shell.transient.triangle.seen.filter(|(of, seen, _)| (*of, *seen) == (cells.number, plane));
    let row_height = row_height(frame);
    let seen = known.map_or_else(|| fitted(cells, plane, row_height, rect), |(_, _, seen)| seen);
    let mut sheet = Sheet { rect, plane, seen, row_height };
    move_sheet(&mut sheet, &response, ui);
    if sheet.seen != seen {
        shell.transient.triangle.seen = Some((cells.number, plane, sheet.seen));
    }
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 3.0, ui.visuals().extreme_bg_color);
    let shown: Vec<&TriangleCell> = cells.cells.iter().filter(|cell| shell.transient.triangle.shows(cell)).collect();
    let hovered = response.hover_pos().and_then(|at| cell_under(&sheet, cells, &shown, at));
    draw_grid(&sheet, frame, ui, &painter);
    draw_cells(&sheet, cells, &shown, hovered, ui, &painter);
    let selected = shell.session.view.selection.map(|selection| [selection.x, selection.z]);
    if let (Plane::Top, Some(column)) = (plane, selected) {
        let stroke = Stroke::new(2.0, ui.visuals().strong_text_color());
        painter.rect_stroke(footprint(&sheet, column), 0.0, stroke, StrokeKind::Middle);
    }
    draw_axes(&sheet, frame, ui, &painter);
    let Some(cell) = hovered else { return };
    if response.clicked() {
        actions.push(ViewChange::Select(Some(selection(product, cell))).into());
    }
    response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text_at_pointer(cell_text(product, cell));
}

/// All of the triangle, with a cell around it.
fn fitted(cells: &TriangleCells, plane: Plane, row_height: f64, rect: Rect) -> Seen {
    let corners = cells.triangle.points.map(|point| plane.flat(point, row_height));
    let range = |axis: usize| {
        let values = corners.map(|corner| corner[axis]);
        (values.iter().copied().fold(f64::INFINITY, f64::min), values.iter().copied().fold(f64::NEG_INFINITY, f64::max))
    };
    let [(left, right), (top, bottom)] = [range(0), range(1)];
    let room = |points: f32, size: f64| f64::from(points - 2.0 * AXIS).max(20.0) / (size + 1.0);
    let scale = room(rect.width(), right - left).min(room(rect.height(), bottom - top));
    Seen { middle: [(left + right) / 2.0, (top + bottom) / 2.0], scale }
}

/// Dragging moves, the wheel zooms to the place under the pointer.
fn move_sheet(sheet: &mut Sheet, response: &Response, ui: &Ui) {
    let drag = response.drag_delta();
    sheet.seen.middle[0] -= f64::from(drag.x) / sheet.seen.scale;
    sheet.seen.middle[1] -= f64::from(drag.y) / sheet.seen.scale;
    let Some(at) = response.hover_pos() else { return };
    let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
    let factor = f64::from((scroll * 0.004).exp() * pinch);
    if (factor - 1.0).abs() > 1e-6 {
        let before = sheet.under(at);
        sheet.seen.scale = (sheet.seen.scale * factor).clamp(1e-6, 1e5);
        let after = sheet.under(at);
        (0..2).for_each(|i| sheet.seen.middle[i] += before[i] - after[i]);
    }
}

/// The cell under the pointer: from the top its footprint counts, also of one that is not drawn, and from the side its piece, the
/// last one on top.
fn cell_under<'a>(
    sheet: &Sheet,
    cells: &'a TriangleCells,
    shown: &[&'a TriangleCell],
    at: Pos2,
) -> Option<&'a TriangleCell> {
    if sheet.plane == Plane::Top {
        let [x, z] = sheet.under(at).map(f64::floor);
        return if x < 0.0 || z < 0.0 { None } else { cells.cell(x as u32, z as u32) };
    }
    let corners = |cell: &TriangleCell| cell.polygon.iter().map(|&point| sheet.place(point)).collect::<Vec<Pos2>>();
    shown.iter().rev().find(|cell| holds(&corners(cell), at)).copied()
}

/// Whether a convex polygon, of either winding, holds a place, or passes within two points of it.
fn holds(corners: &[Pos2], at: Pos2) -> bool {
    let edges = (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()]));
    let side = |(a, b): (Pos2, Pos2)| (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x);
    let near = |(a, b): (Pos2, Pos2)| {
        let along = b - a;
        let t = if along.length_sq() > 0.0 { ((at - a).dot(along) / along.length_sq()).clamp(0.0, 1.0) } else { 0.0 };
        (a + along * t).distance(at) < 2.0
    };
    let (mut left, mut right, mut touches) = (true, true, false);
    for edge in edges {
        left &= side(edge) >= 0.0;
        right &= side(edge) <= 0.0;
        touches |= near(edge);
    }
    corners.len() > 2 && (left || right) && !(left && right) || touches
}

fn footprint(sheet: &Sheet, [x, z]: [u32; 2]) -> Rect {
    let (low, high) = ([x, z].map(f64::from), [x + 1, z + 1].map(f64::from));
    Rect::from_two_pos(sheet.at(low), sheet.at(high))
}

fn draw_cells(
    sheet: &Sheet,
    cells: &TriangleCells,
    shown: &[&TriangleCell],
    hovered: Option<&TriangleCell>,
    ui: &Ui,
    painter: &Painter,
) {
    let faint = Stroke::new(1.0, ui.visuals().weak_text_color().gamma_multiply(0.8));
    let edge = Stroke::new(1.0, ui.visuals().extreme_bg_color);
    // Line by line: where two meet in a sharp corner, a closed line would have a long spike.
    let outline = |corners: &[Pos2], stroke: Stroke| {
        for (i, &corner) in corners.iter().enumerate() {
            painter.line_segment([corner, corners[(i + 1) % corners.len()]], stroke);
        }
    };
    for cell in shown {
        let corners: Vec<Pos2> = cell.polygon.iter().map(|&point| sheet.place(point)).collect();
        match outcome_colour(cell.outcome, cells.area) {
            Some([r, g, b]) => {
                let fill = Color32::from_rgb(r, g, b).gamma_multiply(0.85);
                let thin = Stroke::new(2.0, Color32::from_rgb(r, g, b));
                // A wall seen along itself and a sliver are hardly seen if they are only filled.
                painter.add(Shape::convex_polygon(corners.clone(), fill, Stroke::NONE));
                outline(&corners, if is_thin(&corners) { thin } else { edge });
            }
            None if sheet.plane == Plane::Top && cell.outcome != Outcome::Missed(MissCause::Empty) => {
                let place = footprint(sheet, [cell.x, cell.z]).shrink(2.0);
                painter.extend(Shape::dashed_line(&closed(place), faint, 3.0, 3.0));
            }
            None => {}
        }
    }
    let [r, g, b] = palette::YELLOW;
    let corners = cells.triangle.points.map(|point| sheet.place(point));
    outline(&corners, Stroke::new(3.5, Color32::from_rgb(0x10, 0x10, 0x12)));
    outline(&corners, Stroke::new(1.5, Color32::from_rgb(r, g, b)));
    if let Some(cell) = hovered {
        let stroke = Stroke::new(1.5, ui.visuals().strong_text_color());
        if sheet.plane == Plane::Top {
            painter.rect_stroke(footprint(sheet, [cell.x, cell.z]), 0.0, stroke, StrokeKind::Middle);
        }
        outline(&cell.polygon.iter().map(|&point| sheet.place(point)).collect::<Vec<Pos2>>(), stroke);
    }
}

fn closed(rect: Rect) -> [Pos2; 5] {
    [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()]
}

/// Whether a polygon would hardly be seen if it were only filled.
fn is_thin(corners: &[Pos2]) -> bool {
    let bounds = Rect::from_points(corners);
    let doubled: f32 = corners.windows(2).map(|pair| pair[0].x * pair[1].y - pair[1].x * pair[0].y).sum();
    let last = corners.last().zip(corners.first()).map_or(0.0, |(a, b)| a.x * b.y - b.x * a.y);
    (doubled + last).abs() < 4.0 * bounds.size().length()
}

/// The smallest of 1, 2, 5, 10, … whose lines are far enough apart; `None` where no number is.
fn step(unit: f64, apart: f64) -> Option<i64> {
    let mut steps = (0..16).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i64.pow(power)));
    steps.find(|&step| step as f64 * unit >= apart)
}

/// The whole numbers of an axis that are seen, every `step`-th: numbers of cells, or of rows, which go up.
fn marks(sheet: &Sheet, axis: usize, apart: f64) -> Vec<(i64, f64)> {
    let is_rows = axis == 1 && sheet.plane != Plane::Top;
    let unit = if is_rows { sheet.row_height } else { 1.0 };
    let (low, high) = (sheet.under(sheet.rect.min)[axis], sheet.under(sheet.rect.max)[axis]);
    let Some(step) = step(unit * sheet.seen.scale, apart) else { return Vec::new() };
    let [first, last] = if is_rows { [-high / unit, -low / unit] } else { [low, high] };
    let (first, last) = ((first / step as f64).floor() as i64, (last / step as f64).ceil() as i64);
    let place = |mark: i64| if is_rows { -(mark as f64) * unit } else { mark as f64 };
    (first..=last).map(|n| n.saturating_mul(step)).map(|mark| (mark, place(mark))).collect()
}

fn draw_grid(sheet: &Sheet, frame: &Frame, ui: &Ui, painter: &Painter) {
    let thin = Stroke::new(
        1.0,
        ui.visuals().weak_text_color().gamma_multiply(if ui.visuals().dark_mode { 0.16 } else { 0.3 }),
    );
    for (_, h) in marks(sheet, 0, LINES_APART) {
        let x = sheet.at([h, 0.0]).x;
        painter.line_segment([pos2(x, sheet.rect.top()), pos2(x, sheet.rect.bottom())], thin);
    }
    for (_, v) in marks(sheet, 1, LINES_APART) {
        let y = sheet.at([0.0, v]).y;
        painter.line_segment([pos2(sheet.rect.left(), y), pos2(sheet.rect.right(), y)], thin);
    }
    let [width, height, depth] = [frame.width(), frame.height(), frame.depth()].map(|n| n as f32);
    let border = Rect::from_two_pos(sheet.place([0.0; 3]), sheet.place([width, height, depth]));
    let stroke = Stroke::new(1.5, ui.visuals().weak_text_color());
    painter.rect_stroke(border, 0.0, stroke, StrokeKind::Outside);
}

/// The numbers of cells and rows along the left and lower border, and what they count.
fn draw_axes(sheet: &Sheet, frame: &Frame, ui: &Ui, painter: &Painter) {
    let font = FontId::proportional(theme::SMALL);
    let colour = ui.visuals().text_color();
    let ground = ui.visuals().extreme_bg_color.gamma_multiply(0.8);
    let write = |at: Pos2, align: Align2, text: String| {
        let galley = painter.layout_no_wrap(text, font.clone(), colour);
        let place = align.anchor_size(at, galley.size());
        painter.rect_filled(place.expand2(vec2(2.0, 0.0)), 2.0, ground);
        painter.galley(place.min, galley, colour);
    };
    let number = |n: i64| format!("{}{}", if n < 0 { "−" } else { "" }, thousands(n.unsigned_abs()));
    let rect = sheet.rect;
    for (mark, h) in marks(sheet, 0, NUMBERS_APART) {
        let x = sheet.at([h, 0.0]).x;
        if (rect.left() + 40.0..rect.right() - 14.0).contains(&x) {
            write(pos2(x, rect.bottom() - 2.0), Align2::CENTER_BOTTOM, number(mark));
        }
    }
    for (mark, v) in marks(sheet, 1, NUMBERS_APART / 2.0) {
        let y = sheet.at([0.0, v]).y;
        if (rect.top() + 24.0..rect.bottom() - 22.0).contains(&y) {
            write(pos2(rect.left() + 4.0, y), Align2::LEFT_CENTER, number(mark));
        }
    }
    let Some((_, _, [across, along])) = Plane::ALL.into_iter().find(|(plane, ..)| *plane == sheet.plane) else {
        return;
    };
    let (cell, row) = (frame.cell_size(), frame.cell_height());
    let text = match sheet.plane {
        Plane::Top => format!("{across} right, {along} down, in cells of {cell} units"),
        _ => format!("{across} right in cells of {cell}, rows of {row} units up"),
    };
    write(rect.left_top() + vec2(4.0, 3.0), Align2::LEFT_TOP, text);
}
