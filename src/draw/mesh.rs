//! The input's triangles, coloured by slope class.

use super::Triangles;
use super::palette::{self, Legend};
use crate::pipeline::triangle::{SlopeClass, Triangle};
use crate::pipeline::{Frame, Input, Scene};

/// All triangles of a scene's inputs in the frame's cells, and the legend of their colours. The scene must have been
/// checked.
pub fn draw_mesh(scene: &Scene, frame: &Frame) -> (Triangles, Legend) {
    let classes = [SlopeClass::Walkable, SlopeClass::TooSteep, SlopeClass::FacingDown, SlopeClass::Degenerate];
    let mut counts = [0_u64; 4];
    let mut drawing = Triangles::default();
    for mesh in scene.inputs.iter().filter_map(Input::triangles) {
        for corners in mesh.triangles() {
            let triangle = Triangle::new(frame, corners);
            let class = triangle.slope_class(scene.settings.slope_cosine);
            counts[class as usize] += 1;
            let [r, g, b] = palette::slope(class);
            drawing.corners.extend(triangle.points);
            drawing.colours.push([r, g, b, 255]);
        }
    }
    let mut legend = Legend { title: "Slope of the input".into(), ..Legend::default() };
    for class in classes {
        legend.add(palette::slope_label(class), palette::slope(class), counts[class as usize]);
    }
    (drawing, legend)
}
