//! The input's triangles, coloured by slope class, and the marks of those that have no area to colour.

use super::palette::{self, Legend};
use super::{Line, Triangles};
use crate::pipeline::triangle::{SlopeClass, Triangle};
use crate::pipeline::{Input, PipelineRun, Scene};

/// The most degenerate triangles that are marked.
const MAX_MARKED: usize = 10_000;

/// What is drawn of the input.
#[derive(Clone, Debug, Default)]
pub struct MeshDrawing {
    /// All triangles of all inputs, in the frame's cells.
    pub triangles: Triangles,
    /// The sides of degenerate triangles, with a cross at the first corner: some are points.
    pub marks: Vec<Line>,
    pub legend: Legend,
}

/// Draws the triangles of the scene that was run.
pub fn draw_mesh(scene: &Scene, run: &PipelineRun) -> MeshDrawing {
    let classes = [SlopeClass::Walkable, SlopeClass::TooSteep, SlopeClass::FacingDown, SlopeClass::Degenerate];
    let mut counts = [0_u64; 4];
    let mut drawing = MeshDrawing::default();
    let mut outside = run.tally.outside.iter().copied().peekable();
    let inputs = scene.inputs.iter().filter_map(Input::triangles);
    let mut number = 0;
    for mesh in inputs {
        for corners in mesh.triangles() {
            let triangle = Triangle::new(&run.frame, corners);
            let class = triangle.slope_class(run.settings.slope_cosine);
            let is_outside = outside.next_if_eq(&number).is_some();
            let [r, g, b] = if is_outside { palette::OUTSIDE } else { palette::slope(class) };
            counts[class as usize] += u64::from(!is_outside);
            if class == SlopeClass::Degenerate && counts[class as usize] <= MAX_MARKED as u64 {
                mark(&triangle, &mut drawing.marks);
            }
            drawing.triangles.corners.extend(triangle.points);
            drawing.triangles.colours.push([r, g, b, 255]);
            number += 1;
        }
    }
    drawing.legend.title = "Slope of the input".into();
    for class in classes {
        drawing.legend.add(palette::slope_label(class), palette::slope(class), counts[class as usize]);
    }
    drawing.legend.add("outside the frame", palette::OUTSIDE, run.tally.outside.len() as u64);
    drawing
}

fn mark(triangle: &Triangle, marks: &mut Vec<Line>) {
    const ARM: f32 = 0.7;
    let [r, g, b] = palette::slope(SlopeClass::Degenerate);
    let [a, ..] = triangle.points;
    let mut line = |from, to| marks.push(Line { from, to, colour: [r, g, b, 255], width: 3.0 });
    for i in 0..3 {
        line(triangle.points[i], triangle.points[(i + 1) % 3]);
    }
    for axis in 0..3 {
        let arm = |sign: f32| -> [f32; 3] { std::array::from_fn(|i| a[i] + if i == axis { sign * ARM } else { 0.0 }) };
        line(arm(-1.0), arm(1.0));
    }
}
