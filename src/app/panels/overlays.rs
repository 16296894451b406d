//! The axes and the scale bar, in the lower right corner of the 3D view.

use crate::app::product::Product;
use crate::app::theme::SMALL;
use crate::draw::palette::{BLUE, GREEN, VERMILION};
use crate::render::OrbitCamera;
use eframe::egui::{Align2, Color32, FontId, Rect, Stroke, Ui, pos2, vec2};

const AXIS_LENGTH: f32 = 28.0;
const MARGIN: f32 = 16.0;

/// Draws axes and scale bar.
pub fn overlays_ui(product: &Product, camera: &OrbitCamera, ui: &Ui, rect: Rect) {
    axes_ui(camera, ui, rect);
    scale_ui(product, camera, ui, rect);
}

fn axes_ui(camera: &OrbitCamera, ui: &Ui, rect: Rect) {
    let axes = camera.axes();
    let centre = rect.right_bottom() - vec2(MARGIN + AXIS_LENGTH + 10.0, MARGIN + AXIS_LENGTH + 34.0);
    let mut ends: Vec<(usize, f64)> = (0..3).map(|axis| (axis, axes.back[axis])).collect();
    ends.sort_by(|a, b| a.1.total_cmp(&b.1)); // What points away first, so that the rest lies over it.
    for (axis, _) in ends {
        let [r, g, b] = [VERMILION, GREEN, if ui.visuals().dark_mode { [0x4A, 0xA3, 0xE0] } else { BLUE }][axis];
        let colour = Color32::from_rgb(r, g, b);
        let end = centre + vec2(axes.right[axis] as f32, -axes.up[axis] as f32) * AXIS_LENGTH;
        ui.painter().line_segment([centre, end], Stroke::new(2.0, colour));
        let label = centre + (end - centre) * 1.3;
        ui.painter().text(label, Align2::CENTER_CENTER, ["x", "y", "z"][axis], FontId::proportional(12.0), colour);
    }
}

/// A bar of a round number of world units, true at the point the camera turns around.
fn scale_ui(product: &Product, camera: &OrbitCamera, ui: &Ui, rect: Rect) {
    let per_point = f64::from(camera.world_per_pixel(rect.height(), product.run.frame.cell_size()));
    let length = round_down(per_point * 110.0);
    let points = (length / per_point) as f32;
    let right = rect.right_bottom() - vec2(MARGIN, MARGIN);
    let left = right - vec2(points, 0.0);
    let colour = ui.visuals().text_color();
    let stroke = Stroke::new(1.5, colour);
    ui.painter().line_segment([left, right], stroke);
    for end in [left, right] {
        ui.painter().line_segment([end - vec2(0.0, 4.0), end + vec2(0.0, 1.0)], stroke);
    }
    let text = format!("{length} unit{}", if length == 1.0 { "" } else { "s" });
    let at = pos2((left.x + right.x) / 2.0, right.y - 5.0);
    ui.painter().text(at, Align2::CENTER_BOTTOM, text, FontId::proportional(SMALL), colour);
}

/// The largest of 1, 2 or 5 times a power of ten that is not above a number.
fn round_down(value: f64) -> f64 {
    let power = 10_f64.powf(value.log10().floor());
    let digit = [5.0, 2.0, 1.0].into_iter().find(|digit| digit * power <= value).unwrap_or(1.0);
    digit * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_round_numbers() {
        assert_eq!([0.7, 1.0, 1.9, 4.99, 5.0, 60.0, 0.034].map(round_down), [0.5, 1.0, 1.0, 2.0, 5.0, 50.0, 0.02]);
    }
}
