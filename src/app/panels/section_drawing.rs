//! The shapes of a section: spans, floors with the space over them, the input's outline, links, the agent.

use super::section_canvas::Canvas;
use crate::app::marks::agent_place;
use crate::draw::agent::{AGENT, CLIMB};
use crate::draw::palette::{self, Rgb};
use crate::inspect::outline::Segment;
use crate::inspect::section::{SliceItem, SliceLine, slice_items};
use crate::inspect::{Along, Selection};
use crate::pipeline::{PipelineRun, Stage};
use crate::session::{Step, View};
use eframe::egui::{Color32, CornerRadius, Painter, Rect, Stroke, StrokeKind, pos2, vec2};

/// What is drawn of a slice.
pub struct Section<'a> {
    pub run: &'a PipelineRun,
    pub view: &'a View,
    pub line: SliceLine,
    pub outline: &'a [Segment],
    pub dark: bool,
}

impl Section<'_> {
    /// The items of the stage that is shown, as far as they are seen.
    pub fn items(&self, canvas: &Canvas) -> Vec<SliceItem> {
        let Some(stage) = self.view.step.stage() else { return Vec::new() };
        slice_items(self.run, stage, self.line, &canvas.window(self.line.counts(&self.run.frame)[0]))
    }

    /// Draws everything, what is in front last.
    pub fn draw(&self, items: &[SliceItem], hovered: Option<&SliceItem>, canvas: &Canvas, painter: &Painter) {
        let step = f64::from(canvas.window(self.line.counts(&self.run.frame)[0]).step);
        match self.view.step {
            Step::Input => {}
            Step::Stage(Stage::Raw) => self.draw_pieces(items, step, canvas, painter),
            Step::Stage(_) if self.view.step.has_floors() => self.draw_floors(items, step, canvas, painter),
            Step::Stage(_) => {
                for item in items {
                    let fill = colour(palette::area(item.area));
                    self.draw_box(item, step, fill, canvas, painter);
                }
            }
        }
        if !self.view.step.has_floors() {
            self.draw_outline(canvas, painter);
        }
        if self.view.step.has_floors() && self.view.layers.links && canvas.points()[0] > 1.5 {
            draw_links(items, canvas, painter);
        }
        self.draw_agent(canvas, painter);
        if let Some(item) = hovered {
            self.outline_box(item, Stroke::new(1.5, self.edge()), canvas, painter);
        }
        if let Some(item) = self.selected(items) {
            self.outline_box(
                item,
                Stroke::new(3.5, Color32::from_gray(if self.dark { 10 } else { 255 })),
                canvas,
                painter,
            );
            self.outline_box(item, Stroke::new(1.5, self.edge()), canvas, painter);
        }
    }

    /// The item that is selected, when its column is in this slice.
    pub fn selected<'b>(&self, items: &'b [SliceItem]) -> Option<&'b SliceItem> {
        let Selection { x, z, row } = self.view.selection?;
        let place = match self.line.along {
            Along::X => (z == self.line.at).then_some(x),
            Along::Z => (x == self.line.at).then_some(z),
        }?;
        let row = row?;
        let own = || items.iter().filter(|item| item.place == place);
        let reaches = |item: &&SliceItem| (item.rows[0]..=item.rows[1]).contains(&row);
        own().find(|item| item.rows[1] == row).or_else(|| own().find(reaches))
    }

    fn edge(&self) -> Color32 {
        if self.dark { Color32::WHITE } else { Color32::BLACK }
    }

    fn draw_box(&self, item: &SliceItem, step: f64, fill: Color32, canvas: &Canvas, painter: &Painter) {
        let rect = box_of(item, step, canvas).intersect(canvas.rect.expand(8.0));
        painter.rect_filled(rect, CornerRadius::ZERO, fill);
        if canvas.points()[0] > 5.0 {
            let stroke = Stroke::new(0.5, Color32::from_black_alpha(110));
            painter.rect_stroke(rect, CornerRadius::ZERO, stroke, StrokeKind::Inside);
        }
    }

    /// Pieces overlap, so they are seen through.
    fn draw_pieces(&self, items: &[SliceItem], step: f64, canvas: &Canvas, painter: &Painter) {
        for item in items {
            let rect = box_of(item, step, canvas).intersect(canvas.rect.expand(8.0));
            painter.rect_filled(rect, CornerRadius::ZERO, colour(palette::area(item.area)).gamma_multiply(0.4));
            if canvas.points()[0] > 5.0 {
                let stroke = Stroke::new(0.75, self.edge().gamma_multiply(0.35));
                painter.rect_stroke(rect, CornerRadius::ZERO, stroke, StrokeKind::Inside);
            }
        }
    }

    /// The solid ground in grey, then each floor as a plate with the free space over it, as far as the agent needs it.
    fn draw_floors(&self, items: &[SliceItem], step: f64, canvas: &Canvas, painter: &Painter) {
        let ground = ground(self.dark);
        let window = canvas.window(self.line.counts(&self.run.frame)[0]);
        for item in slice_items(self.run, Stage::LowHeight, self.line, &window) {
            self.draw_box(&item, step, ground, canvas, painter);
        }
        self.draw_outline(canvas, painter);
        for item in items {
            let fill = colour(palette::area(item.area));
            let [_, floor] = item.rows;
            let top = self.needed_top(item);
            let cells = [f64::from(item.place), f64::from(item.place) + step];
            if self.view.layers.clearance {
                let free = canvas.area(cells, [floor.into(), top]).intersect(canvas.rect.expand(8.0));
                painter.rect_filled(free, CornerRadius::ZERO, fill.gamma_multiply(0.16));
            }
            let plate = canvas.area(cells, [f64::from(floor), f64::from(floor)]);
            let thick = (canvas.points()[1] as f32 * 0.5).clamp(3.0, 6.0);
            let plate = Rect::from_min_max(plate.min, pos2(plate.max.x, plate.min.y + thick));
            painter.rect_filled(plate.intersect(canvas.rect.expand(8.0)), CornerRadius::ZERO, fill);
        }
    }

    /// The row up to which the space over a floor is free, as far as the agent needs it.
    fn needed_top(&self, item: &SliceItem) -> f64 {
        let needed = u32::from(item.rows[1]).saturating_add(self.run.settings.height_rows.unsigned_abs());
        u32::from(item.ceiling.max(item.rows[1])).min(needed).into()
    }

    fn draw_outline(&self, canvas: &Canvas, painter: &Painter) {
        // Over rows that are hardly seen it must not hide them.
        let width = (canvas.points()[1] as f32 * 0.3).clamp(0.75, 1.5);
        let stroke = Stroke::new(width, colour(palette::ORANGE));
        for segment in self.outline {
            let [a, b] = segment.map(|end| canvas.at(end));
            if Rect::from_two_pos(a, b).expand(1.0).intersects(canvas.rect) {
                painter.line_segment([a, b], stroke);
            }
        }
    }

    /// The agent as it stands on the selected surface, when the slice goes through it.
    fn draw_agent(&self, canvas: &Canvas, painter: &Painter) {
        let Some(at) = agent_place(&self.run.frame, self.view) else { return };
        let place = if self.line.along == Along::X { at.x } else { at.z };
        if SliceLine::through(self.line.along, at.x, at.z) != self.line {
            return;
        }
        let settings = &self.run.settings;
        let [height, climb, radius] = [settings.height_rows, settings.climb_rows, settings.radius_cells].map(f64::from);
        let (middle, floor) = (f64::from(place) + 0.5, f64::from(at.row));
        let body = canvas.area([middle - radius, middle + radius], [floor, floor + height]).expand2(vec2(0.5, 0.0));
        painter.rect_filled(body, CornerRadius::ZERO, colour(AGENT).gamma_multiply(0.18));
        let step = [middle - radius, middle + radius].map(|cell| canvas.at([cell, floor + climb]));
        for (width, body_colour, step_colour) in
            [(3.5, Color32::from_black_alpha(160), Color32::from_black_alpha(160)), (2.0, colour(AGENT), colour(CLIMB))]
        {
            painter.rect_stroke(body, CornerRadius::ZERO, Stroke::new(width, body_colour), StrokeKind::Middle);
            painter.line_segment(step, Stroke::new(width, step_colour));
        }
    }

    fn outline_box(&self, item: &SliceItem, stroke: Stroke, canvas: &Canvas, painter: &Painter) {
        let mut rect = box_of(item, 1.0, canvas);
        if self.view.step.has_floors() {
            let cells = [f64::from(item.place), f64::from(item.place) + 1.0];
            rect = canvas.area(cells, [item.rows[1].into(), self.needed_top(item)]);
        }
        painter.rect_stroke(rect, CornerRadius::ZERO, stroke, StrokeKind::Middle);
    }
}

/// The colour of what is solid, where floors have the colours of areas.
pub fn ground(dark: bool) -> Color32 {
    Color32::from_gray(if dark { 0x4A } else { 0xC6 })
}

/// From every floor half way to each floor that it links to along the slice.
fn draw_links(items: &[SliceItem], canvas: &Canvas, painter: &Painter) {
    for item in items {
        for (direction, link) in [-0.5, 0.5].into_iter().zip(item.links) {
            let Some(link) = link else { continue };
            let [middle, floor] = [f64::from(item.place) + 0.5, f64::from(item.rows[1])];
            let half = f64::midpoint(floor, link.row.into());
            let ends = [canvas.at([middle, floor]), canvas.at([middle + direction, half])];
            let rgb = if link.is_walkable { palette::BLUE } else { palette::WARM_GREY };
            painter.line_segment(ends, Stroke::new(1.5, colour(rgb)));
            painter.circle_filled(ends[0], (canvas.points()[0] as f32 * 0.2).min(2.0), colour(rgb));
        }
    }
}

fn box_of(item: &SliceItem, step: f64, canvas: &Canvas) -> Rect {
    let cells = [f64::from(item.place), f64::from(item.place) + step];
    canvas.area(cells, item.rows.map(f64::from))
}

fn colour([r, g, b]: Rgb) -> Color32 {
    Color32::from_rgb(r, g, b)
}
