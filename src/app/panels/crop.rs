//! The crop box: sliders for the first and last column and row that are shown.

use crate::app::{Action, Shell};
use crate::inspect::Crop;
use crate::pipeline::Frame;
use crate::session::view::ViewChange;
use eframe::egui::{self, Grid, Rect, Slider, Ui, UiBuilder, pos2, vec2};

const WIDTH: f32 = 318.0;

/// Draws the sliders in the upper right corner of the 3D view. Returns where they end below.
pub fn crop_ui(shell: &Shell, frame: &Frame, ui: &mut Ui, rect: Rect, actions: &mut Vec<Action>) -> f32 {
    let whole = Crop::whole(frame);
    let present = shell.session.view.crop.map_or(whole, |crop| within(crop, whole));
    let mut asked = present;
    let place = Rect::from_min_size(pos2(rect.right() - WIDTH - 12.0, rect.top() + 40.0), vec2(WIDTH, 0.0));
    let mut child = ui.new_child(UiBuilder::new().max_rect(place));
    let shown = egui::Frame::popup(child.style()).show(&mut child, |ui| {
        ui.horizontal(|ui| {
            ui.strong("Crop");
            ui.weak("first and last that are shown");
            if ui.small_button("Show all").clicked() {
                asked = whole;
            }
        });
        Grid::new("crop").num_columns(3).spacing(vec2(8.0, 4.0)).show(ui, |ui| {
            ui.spacing_mut().slider_width = 66.0;
            for (axis, name, unit) in [(0, "x", "cells"), (2, "z", "cells"), (1, "y", "rows")] {
                let end = whole.max[axis];
                ui.label(format!("{name}, {unit}"));
                let mut last = asked.max[axis] - 1;
                let first = Slider::new(&mut asked.min[axis], 0..=end - 1);
                ui.add(first).widget_info_named(&format!("First {name}"));
                ui.add(Slider::new(&mut last, 0..=end - 1)).widget_info_named(&format!("Last {name}"));
                asked.max[axis] = last + 1;
                if asked.min[axis] != present.min[axis] {
                    asked.max[axis] = asked.max[axis].max(asked.min[axis] + 1);
                } else {
                    asked.min[axis] = asked.min[axis].min(asked.max[axis] - 1);
                }
                ui.end_row();
            }
        });
    });
    if asked != present {
        actions.push(ViewChange::Crop((asked != whole).then_some(asked)).into());
    }
    shown.response.rect.bottom()
}

/// A crop of a grid that may have been another size when it was set.
fn within(crop: Crop, whole: Crop) -> Crop {
    let min: [u32; 3] = std::array::from_fn(|i| crop.min[i].min(whole.max[i] - 1));
    Crop { min, max: std::array::from_fn(|i| crop.max[i].clamp(min[i] + 1, whole.max[i])) }
}

trait Named {
    fn widget_info_named(self, name: &str) -> Self;
}

impl Named for egui::Response {
    /// A name for those who cannot see where a slider stands.
    fn widget_info_named(self, name: &str) -> Self {
        self.ctx.accesskit_node_builder(self.id, |node| node.set_label(name));
        self
    }
}
