//! Lines that show an explanation: a triangle, and the way from an eroded floor to its border.

use super::{Line, palette};
use crate::inspect::RunTriangles;
use crate::inspect::erosion_path::Place;
use crate::pipeline::PipelineRun;

/// The outline of a triangle, which can reach beyond the frame.
pub fn triangle_lines(run: &PipelineRun, triangles: &RunTriangles, number: u32) -> Vec<Line> {
    let Some(triangle) = triangles.in_frame(run, number) else { return Vec::new() };
    let [r, g, b] = palette::YELLOW;
    let mut lines = Vec::new();
    for (width, colour) in [(5.0, [0x10, 0x10, 0x12, 255]), (3.0, [r, g, b, 255])] {
        for i in 0..3 {
            lines.push(Line { from: triangle.points[i], to: triangle.points[(i + 1) % 3], colour, width });
        }
    }
    lines
}

/// The way from a floor to its border, a little above the floors, and a frame around the floor at the border.
pub fn path_lines(run: &PipelineRun, path: &[Place]) -> Vec<Line> {
    let width = run.frame.width() as usize;
    let corner = |&(column, floor): &Place| {
        [(column % width) as f32, f32::from(run.open.spans()[floor].y) + 0.3, (column / width) as f32]
    };
    let [r, g, b] = palette::VERMILION;
    let colour = [r, g, b, 255];
    let centre = |place: &Place| {
        let [x, y, z] = corner(place);
        [x + 0.5, y, z + 0.5]
    };
    let mut lines: Vec<Line> =
        path.windows(2).map(|pair| Line { from: centre(&pair[0]), to: centre(&pair[1]), colour, width: 4.0 }).collect();
    if let Some([x, y, z]) = path.last().map(corner) {
        let corners = [[x, y, z], [x, y, z + 1.0], [x + 1.0, y, z + 1.0], [x + 1.0, y, z]];
        lines.extend((0..4).map(|i| Line { from: corners[i], to: corners[(i + 1) % 4], colour, width: 4.0 }));
    }
    lines
}
