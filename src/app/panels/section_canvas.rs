//! Where the rows and columns of a section are on the screen, and its axes.

use crate::app::theme::SMALL;
use crate::inspect::section::Window;
use crate::inspect::text::{minus, thousands};
use crate::pipeline::Frame;
use eframe::egui::{Align2, Color32, FontId, Pos2, Rect, Stroke, Ui, Vec2, pos2, vec2};

/// The space of the axes, at the left and below.
const AXES: Vec2 = vec2(96.0, 34.0);
/// Points between two marks at least, along and up.
const GAPS: [f64; 2] = [64.0, 24.0];
/// Points to a world unit: what the wheel can reach.
const SCALES: [f64; 2] = [1e-3, 1e6];
/// The most shapes that are drawn.
const MAX_ITEMS: usize = 20_000;

/// What part of a slice is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// In the middle: world units along the slice and up, from the grid's corner.
    pub centre: [f64; 2],
    /// Points to a world unit, the same in both directions.
    pub scale: f64,
}

/// A place on the screen that shows a slice in true proportions.
#[derive(Clone, Copy, Debug)]
pub struct Canvas {
    /// Without the axes.
    pub rect: Rect,
    pub look: Look,
    /// World units of a cell and of a row.
    units: [f64; 2],
}

impl Look {
    /// Shows these cells and rows, from and to, with a small margin.
    pub fn fitting(frame: &Frame, [from, to]: [[f32; 2]; 2], rect: Rect) -> Self {
        let units = units_of(frame);
        let size = [0, 1].map(|i| f64::from(to[i] - from[i]) * units[i]);
        let room = inside(rect).size();
        let scale = (f64::from(room.x) / size[0]).min(f64::from(room.y) / size[1]) * 0.94;
        let centre = [0, 1].map(|i| f64::midpoint(f64::from(from[i]), f64::from(to[i])) * units[i]);
        Self { centre, scale: scale.clamp(SCALES[0], SCALES[1]) }
    }
}

impl Canvas {
    /// A canvas with its axes in a rectangle.
    pub fn new(frame: &Frame, look: Look, rect: Rect) -> Self {
        Self { rect: inside(rect), look, units: units_of(frame) }
    }

    /// The screen position of a place along the slice in cells, and a row.
    pub fn at(&self, [cell, row]: [f64; 2]) -> Pos2 {
        let from_centre = [cell * self.units[0] - self.look.centre[0], row * self.units[1] - self.look.centre[1]];
        let [x, y] = from_centre.map(|units| (units * self.look.scale) as f32);
        pos2(self.rect.center().x + x, self.rect.center().y - y)
    }

    /// The place along the slice in cells, and the row, at a screen position.
    pub fn place(&self, at: Pos2) -> [f64; 2] {
        let from_centre = at - self.rect.center();
        let units = [f64::from(from_centre.x), -f64::from(from_centre.y)].map(|points| points / self.look.scale);
        [0, 1].map(|i| (units[i] + self.look.centre[i]) / self.units[i])
    }

    /// The rectangle over some cells and rows.
    pub fn area(&self, cells: [f64; 2], rows: [f64; 2]) -> Rect {
        Rect::from_two_pos(self.at([cells[0], rows[0]]), self.at([cells[1], rows[1]]))
    }

    /// Points to a cell and to a row.
    pub fn points(&self) -> [f64; 2] {
        self.units.map(|units| units * self.look.scale)
    }

    /// The part of a slice that is seen. Where columns are narrower than a point only some of them are looked at.
    pub fn window(&self, length: u32) -> Window {
        let (low, high) = (self.place(self.rect.left_bottom()), self.place(self.rect.right_top()));
        let step = (1.0 / self.points()[0]).ceil().clamp(1.0, f64::from(u32::MAX)) as u32;
        // Every step-th column from the first on, so that moving the view does not exchange them.
        let from = (low[0].max(0.0) as u32) / step * step;
        let to = (high[0].max(0.0).ceil() as u32).saturating_add(1).min(length);
        let rows = low[1].max(0.0) as u32..high[1].max(0.0).ceil() as u32;
        Window { places: from..to, step, rows, limit: MAX_ITEMS }
    }

    /// Zooms by a factor, and keeps what is at a position there.
    #[must_use]
    pub fn zoomed(&self, factor: f64, at: Pos2) -> Look {
        let scale = (self.look.scale * factor).clamp(SCALES[0], SCALES[1]);
        let from_centre = at - self.rect.center();
        let offset = [f64::from(from_centre.x), -f64::from(from_centre.y)];
        let by = 1.0 / self.look.scale - 1.0 / scale;
        Look { centre: [0, 1].map(|i| self.look.centre[i] + offset[i] * by), scale }
    }

    /// Moves what is shown with the pointer.
    #[must_use]
    pub fn moved(&self, by: Vec2) -> Look {
        let by = [-f64::from(by.x), f64::from(by.y)].map(|points| points / self.look.scale);
        Look { centre: [0, 1].map(|i| self.look.centre[i] + by[i]), ..self.look }
    }

    /// Draws the axes: cells and world units below, rows and world units at the left.
    pub fn axes_ui(&self, origin: [f64; 2], name: &str, ui: &Ui) {
        let (text, weak) = (ui.visuals().text_color(), ui.visuals().weak_text_color());
        let (low, high) = (self.place(self.rect.left_bottom()), self.place(self.rect.right_top()));
        let font = || FontId::proportional(SMALL);
        let write = |at: Pos2, align: Align2, said: String, colour: Color32| {
            ui.painter().text(at, align, said, font(), colour).width()
        };
        let units = |axis: usize, number: f64| minus(&format!("{:.2}", origin[axis] + number * self.units[axis]));
        let tick = Stroke::new(1.0, weak);
        let (bottom, left) = (self.rect.bottom(), self.rect.left());
        for number in marks(low[0], high[0], GAPS[0] / self.points()[0]) {
            let x = self.at([number, 0.0]).x;
            ui.painter().line_segment([pos2(x, bottom), pos2(x, bottom + 3.0)], tick);
            write(pos2(x, bottom + 4.0), Align2::CENTER_TOP, whole(number), text);
            write(pos2(x, bottom + 17.0), Align2::CENTER_TOP, units(0, number), weak);
        }
        for number in marks(low[1], high[1], GAPS[1] / self.points()[1]) {
            let y = self.at([0.0, number]).y;
            ui.painter().line_segment([pos2(left - 3.0, y), pos2(left, y)], tick);
            write(pos2(left - 52.0, y), Align2::RIGHT_CENTER, whole(number), text);
            write(pos2(left - 6.0, y), Align2::RIGHT_CENTER, units(1, number), weak);
        }
        let corner = pos2(left - 6.0, bottom + 4.0);
        write(corner, Align2::RIGHT_TOP, format!("row  y   cell {name}"), weak);
        write(corner + vec2(0.0, 13.0), Align2::RIGHT_TOP, format!("units {name}"), weak);
    }
}

fn units_of(frame: &Frame) -> [f64; 2] {
    [frame.cell_size().into(), frame.cell_height().into()]
}

fn inside(rect: Rect) -> Rect {
    let max = rect.max - vec2(6.0, AXES.y);
    Rect::from_min_max(
        rect.min + vec2(AXES.x, 4.0),
        pos2(max.x.max(rect.min.x + AXES.x + 1.0), max.y.max(rect.min.y + 5.0)),
    )
}

fn whole(number: f64) -> String {
    thousands(number.max(0.0) as u64)
}

/// Whole numbers from 0 on in a range, with a step of 1, 2 or 5 times a power of ten that is at least `gap`.
fn marks(from: f64, to: f64, gap: f64) -> impl Iterator<Item = f64> {
    let power = 10_f64.powf(gap.max(1.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power).find(|&step| step >= gap).unwrap_or(power);
    let first = (from.max(0.0) / step).ceil();
    (0..).map(move |i| (first + f64::from(i)) * step).take_while(move |&number| number <= to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_numbers_that_do_not_crowd() {
        assert_eq!(marks(-3.0, 12.0, 3.5).collect::<Vec<_>>(), [0.0, 5.0, 10.0]);
        assert_eq!(marks(2.2, 5.0, 0.1).collect::<Vec<_>>(), [3.0, 4.0, 5.0]);
        assert_eq!(marks(90.0, 460.0, 120.0).collect::<Vec<_>>(), [200.0, 400.0]);
    }

    #[test]
    fn a_zoom_keeps_what_is_under_the_pointer() {
        let Ok(frame) = Frame::new([5.0, 1.0, 2.0], 0.5, 0.25, [10, 10, 10]) else { panic!("the frame is good") };
        let rect = Rect::from_min_size(pos2(10.0, 20.0), vec2(600.0, 300.0));
        let look = Look::fitting(&frame, [[0.0, 0.0], [10.0, 8.0]], rect);
        let canvas = Canvas::new(&frame, look, rect);
        let [cell, row] = canvas.points();
        assert!((cell / row - 2.0).abs() < 1e-9, "a cell is twice as wide as a row is high");
        let at = pos2(300.0, 90.0);
        let near = Canvas::new(&frame, canvas.zoomed(3.0, at), rect);
        for i in 0..2 {
            assert!((near.place(at)[i] - canvas.place(at)[i]).abs() < 1e-6);
        }
        assert!((near.points()[0] / cell - 3.0).abs() < 1e-9);
        let back = canvas.at(canvas.place(at));
        assert!((back - at).length() < 1e-3, "{back:?}");
    }

    #[test]
    fn only_what_is_visible_is_looked_at() {
        let Ok(frame) = Frame::new([0.0; 3], 1.0, 1.0, [4000, 1, 10]) else { panic!("the frame is good") };
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(96.0 + 6.0 + 500.0, 238.0));
        let near = Canvas::new(&frame, Look { centre: [2000.0, 5.0], scale: 10.0 }, rect).window(4000);
        assert_eq!((near.places, near.step), (1975..2026, 1));
        let far = Canvas::new(&frame, Look { centre: [2000.0, 5.0], scale: 0.125 }, rect).window(4000);
        assert_eq!((far.places, far.step), (0..4000, 8));
    }
}
