//! The input's triangles, coloured by slope class, and the marks of those that have no area to colour.

use super::palette::{self, Legend};
use super::{Line, SmoothTriangles, Triangles};
use crate::pipeline::triangle::{SlopeClass, Triangle};
use crate::pipeline::{PipelineRun, Scene};
use crate::source::DensitySurface;
use std::sync::Arc;

/// The most degenerate triangles that are marked.
const MAX_MARKED: usize = 10_000;

/// What is drawn of the input.
#[derive(Clone, Debug, Default)]
pub struct MeshDrawing {
    /// All triangles of all inputs but densities, in the frame's cells.
    pub triangles: Triangles,
    /// The surfaces of densities.
    pub surfaces: Vec<SurfaceDrawing>,
    /// The sides of other degenerate triangles, with a cross at the first corner: some are points.
    pub marks: Vec<Line>,
    /// Of all triangles that are run.
    pub legend: Legend,
}

/// What is drawn of a density's surface.
#[derive(Clone, Debug)]
pub struct SurfaceDrawing {
    /// The number of the input.
    pub input: usize,
    pub mesh: SmoothTriangles,
    /// The sides of its triangles without area, with a small cross at the first corner.
    pub marks: Vec<Line>,
    /// Of a surface that is not run, since its density is run as blocks.
    pub own_legend: Option<Legend>,
}

/// Draws the triangles of the scene that was run. `surfaces` has for each input the surface of its density, if it is one.
pub fn draw_mesh(scene: &Scene, run: &PipelineRun, surfaces: &[Option<Arc<DensitySurface>>]) -> MeshDrawing {
    let mut drawing = MeshDrawing::default();
    let mut outside = run.tally.outside.iter().copied().peekable();
    let mut counts = [0_u64; 4];
    let mut number = 0;
    for (input, content) in scene.inputs.iter().enumerate() {
        let surface = surfaces.get(input).and_then(Option::as_deref);
        let mut triangles = Triangles::default();
        let (mut own_counts, mut marks) = ([0_u64; 4], Vec::new());
        let arm = if surface.is_some() { 0.2 } else { 0.7 };
        let (is_run, mesh) = match (content.triangles(), surface) {
            (Some(mesh), _) => (true, mesh),
            (None, Some(surface)) => (false, surface.to_mesh()),
            (None, None) => continue,
        };
        let counts = if is_run { &mut counts } else { &mut own_counts };
        for corners in mesh.triangles() {
            let is_outside = is_run && outside.next_if_eq(&number).is_some();
            number += u32::from(is_run);
            add(run, corners, is_outside, counts, &mut triangles, &mut |triangle| mark(triangle, arm, &mut marks));
        }
        match surface {
            None => {
                append(&mut drawing.triangles, triangles);
                drawing.marks.append(&mut marks);
            }
            Some(surface) => {
                let own_legend = (!is_run).then(|| slope_legend("Slope of the surface", own_counts));
                let mesh = SmoothTriangles { triangles, normals: corner_normals(surface) };
                drawing.surfaces.push(SurfaceDrawing { input, mesh, marks, own_legend });
            }
        }
    }
    drawing.legend = slope_legend("Slope of the input", counts);
    drawing.legend.add("outside the frame", palette::OUTSIDE, run.tally.outside.len() as u64);
    drawing
}

/// Adds a triangle in the colour of its class.
fn add(
    run: &PipelineRun,
    corners: [[f64; 3]; 3],
    is_outside: bool,
    counts: &mut [u64; 4],
    triangles: &mut Triangles,
    mark: &mut dyn FnMut(&Triangle),
) {
    let triangle = Triangle::new(&run.frame, corners);
    let class = triangle.slope_class(run.settings.slope_cosine);
    let [r, g, b] = if is_outside { palette::OUTSIDE } else { palette::slope(class) };
    counts[class as usize] += u64::from(!is_outside);
    if class == SlopeClass::Degenerate && counts[class as usize] <= MAX_MARKED as u64 {
        mark(&triangle);
    }
    triangles.corners.extend(triangle.points);
    triangles.colours.push([r, g, b, 255]);
}

fn append(to: &mut Triangles, mut more: Triangles) {
    to.corners.append(&mut more.corners);
    to.colours.append(&mut more.colours);
}

/// The normals of a surface's vertices, one for each corner of its triangles.
fn corner_normals(surface: &DensitySurface) -> Vec<[f32; 3]> {
    let mesh = &surface.surface;
    mesh.triangles.as_flattened().iter().map(|&vertex| mesh.normals[vertex as usize]).collect()
}

fn slope_legend(title: &str, counts: [u64; 4]) -> Legend {
    let classes = [SlopeClass::Walkable, SlopeClass::TooSteep, SlopeClass::FacingDown, SlopeClass::Degenerate];
    let mut legend = Legend { title: title.into(), ..Legend::default() };
    for class in classes {
        legend.add(palette::slope_label(class), palette::slope(class), counts[class as usize]);
    }
    legend
}

fn mark(triangle: &Triangle, arm: f32, marks: &mut Vec<Line>) {
    let [r, g, b] = palette::slope(SlopeClass::Degenerate);
    let [a, ..] = triangle.points;
    let mut line = |from, to| marks.push(Line { from, to, colour: [r, g, b, 255], width: 3.0 });
    for i in 0..3 {
        line(triangle.points[i], triangle.points[(i + 1) % 3]);
    }
    for axis in 0..3 {
        let end = |sign: f32| -> [f32; 3] { std::array::from_fn(|i| a[i] + if i == axis { sign * arm } else { 0.0 }) };
        line(end(-1.0), end(1.0));
    }
}
