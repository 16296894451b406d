//! Densities and voxels at the input: blocks, normals, the slice, the selected cell.

use super::lines::box_edges;
use super::palette::{self, ColourMap, Legend, Rgb, Scale};
use super::{Boxes, Line, PaintedTriangles, PlacedBoxes, Rgba};
use crate::inspect::text::{minus, thousands};
use crate::inspect::{CellReport, CellSelection, Slice};
use crate::pipeline::{Frame, VoxelChunk};
use crate::source::{DensitySurface, Solid, VoxelMaterial};
use crate::surface::slice_lines;

/// The most normals that are drawn; of more every second, third and so on is.
const MAX_NORMALS: usize = 100_000;
/// The most squares that a slice is painted with; of a larger one only every second, third row of samples and so on is.
const MAX_SQUARES: usize = 500_000;
/// The most parts that a side of a square is painted in, and the most squares they make together.
const MAX_PARTS: usize = 8;
const FINE_SQUARES: usize = 60_000;
/// How long normals are drawn, in distances between samples.
const NORMAL_LENGTH: f64 = 0.6;

/// A place in cells of a density, as x in cells of the frame, y in rows, z in cells.
pub fn in_frame(frame: &Frame, surface: &DensitySurface, place: [f64; 3]) -> [f32; 3] {
    let (world, origin) = (surface.to_world(place), frame.origin());
    let sizes = [frame.cell_size(), frame.cell_height(), frame.cell_size()].map(f64::from);
    std::array::from_fn(|i| ((world[i] - origin[i]) / sizes[i]) as f32)
}

/// A cube around each solid sample inside the margin, and how many there are; cubes on each other are one box.
pub fn density_blocks(surface: &DensitySurface, frame: &Frame) -> (PlacedBoxes, u64) {
    let grid = &surface.grid;
    let [width, height, depth] = grid.cells().map(|cells| cells + 1);
    let mut boxes = Boxes::default();
    let mut count = 0;
    for z in 0..depth {
        for x in 0..width {
            let mut y = 0;
            while y < height {
                let run = (y..height).take_while(|&y| grid.get([x, y, z]) > 0.0).count();
                if run > 0 {
                    // A grid whose side does not fit is refused long before.
                    boxes.cells.push([x, z, y, y + run].map(|v| u16::try_from(v).unwrap_or(u16::MAX)));
                    boxes.colours.push(opaque(palette::BLOCK));
                    count += run as u64;
                }
                y += run + 1;
            }
        }
    }
    let low = in_frame(frame, surface, [-0.5; 3]);
    let size = [frame.cell_size(), frame.cell_height(), frame.cell_size()].map(|cell| surface.spacing / cell);
    (PlacedBoxes { boxes, at: low, size }, count)
}

/// The voxels of a chunk in the colours of their materials.
pub fn voxel_blocks(chunk: &VoxelChunk, materials: &[VoxelMaterial]) -> PlacedBoxes {
    let mut boxes = Boxes::default();
    let clamp = |v: i64| v.clamp(0, u16::MAX.into()) as u16;
    for run in &chunk.runs {
        boxes.cells.push([clamp(run.x.into()), clamp(run.z.into()), clamp(run.start.into()), clamp(run.end())]);
        boxes.colours.push(opaque(material_colour(run.material, materials)));
    }
    PlacedBoxes { boxes, at: chunk.offset.map(|v| v as f32), size: [1.0; 3] }
}

/// What the colours of a chunk's materials mean.
pub fn material_legend(chunk: &VoxelChunk, materials: &[VoxelMaterial]) -> Legend {
    let mut counts = [0_u64; 256];
    for run in &chunk.runs {
        counts[(run.material & 0xFF) as usize] += u64::from(run.length.unsigned_abs());
    }
    let mut legend = Legend { title: "Materials, voxels".into(), ..Legend::default() };
    for (number, &count) in counts.iter().enumerate() {
        let name = materials.iter().find(|material| usize::from(material.number) == number).map(|m| m.name.as_str());
        let label = match name {
            Some(name) if !name.is_empty() => format!("{number} {name}"),
            _ => format!("material {number}"),
        };
        legend.add(label, material_colour(number as i32, materials), count);
    }
    legend
}

fn material_colour(number: i32, materials: &[VoxelMaterial]) -> Rgb {
    let own = materials.iter().find(|material| i32::from(material.number) == number).and_then(|m| m.colour);
    own.unwrap_or_else(|| palette::material((number & 0xFF) as u8))
}

/// What the colour of a density's blocks means.
pub fn block_legend(count: u64) -> Legend {
    let mut legend = Legend { title: "Blocks".into(), ..Legend::default() };
    legend.add("solid samples", palette::BLOCK, count);
    legend
}

/// A line out of every vertex along its normal, and of how many vertices one is drawn.
pub fn normal_lines(surface: &DensitySurface, frame: &Frame) -> (Vec<Line>, usize) {
    let mesh = &surface.surface;
    let every = mesh.positions.len().div_ceil(MAX_NORMALS).max(1);
    let line = |(position, normal): (&[f32; 3], &[f32; 3])| {
        let from = position.map(|part| f64::from(part) + f64::from(surface.first));
        let to = std::array::from_fn(|i| from[i] + f64::from(normal[i]) * NORMAL_LENGTH);
        let colour = with_alpha(palette::GREEN, 255);
        Line { from: in_frame(frame, surface, from), to: in_frame(frame, surface, to), colour, width: 1.5 }
    };
    (mesh.positions.iter().zip(&mesh.normals).step_by(every).map(line).collect(), every)
}

/// What is drawn of a slice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SliceDrawing {
    /// The plane in the colours of its densities.
    pub plane: PaintedTriangles,
    /// Where the surface crosses the plane, and the plane's border.
    pub lines: Vec<Line>,
    pub legend: Legend,
}

/// Draws a slice. Colours run from the lowest density of the whole grid over 0 to the highest, so that they stay what they
/// are while the slice is moved.
pub fn slice_drawing(surface: &DensitySurface, slice: &Slice, frame: &Frame) -> SliceDrawing {
    let (grid, axis, index) = (&surface.grid, slice.axis as usize, slice.place_in(surface));
    let range = grid.values().iter().fold([0.0_f32; 2], |[low, high], &value| [low.min(value), high.max(value)]);
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let cells = grid.cells();
    let corner = |at_u: usize, at_v: usize| {
        let mut place = [index as f64; 3];
        (place[u], place[v]) = (at_u as f64, at_v as f64);
        in_frame(frame, surface, place)
    };
    let border = [corner(0, 0), corner(cells[u], 0), corner(cells[u], cells[v]), corner(0, cells[v])];
    let line = |from, to, colour, width| Line { from, to, colour, width };
    let side = |i: usize| line(border[i], border[(i + 1) % 4], [128, 132, 140, 220], 1.0);
    let iso = slice_lines(grid, axis, index).into_iter().map(|ends| {
        let [from, to] = ends.map(|end| in_frame(frame, surface, end.map(f64::from)));
        line(from, to, with_alpha(palette::BLACK, 255), 2.0)
    });
    let lines = (0..4).map(side).chain(iso).collect();
    SliceDrawing {
        plane: painted_plane(surface, axis, index, range, frame),
        lines,
        legend: slice_legend(surface, range),
    }
}

/// A plane of samples in the colours of its densities. Between the samples of a small plane densities are interpolated
/// before they become colours, since a mix of the colours of air and of solid stands in no legend.
fn painted_plane(
    surface: &DensitySurface,
    axis: usize,
    index: usize,
    range: [f32; 2],
    frame: &Frame,
) -> PaintedTriangles {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let cells = surface.grid.cells();
    let fits = |every: &usize| (cells[u] / every + 1).saturating_mul(cells[v] / every + 1) <= MAX_SQUARES;
    let every = (1..).find(fits).unwrap_or(1);
    let parts = (1..=MAX_PARTS).rev().find(|parts| cells[u] * cells[v] * parts * parts <= FINE_SQUARES).unwrap_or(1);
    let steps = |side: usize| {
        let starts = (0..side * parts).step_by(every);
        starts.clone().zip(starts.skip(1).chain([side * parts]))
    };
    let mut plane = PaintedTriangles::default();
    for (v0, v1) in steps(cells[v]) {
        for (u0, u1) in steps(cells[u]) {
            for (at_u, at_v) in [(u0, v0), (u1, v0), (u1, v1), (u0, v0), (u1, v1), (u0, v1)] {
                let mut place = [index as f64; 3];
                (place[u], place[v]) = (at_u as f64 / parts as f64, at_v as f64 / parts as f64);
                plane.corners.push(in_frame(frame, surface, place));
                let density = density_in_plane(surface, place, [u, v]);
                plane.colours.push(with_alpha(density_colour(density, range), 255));
            }
        }
    }
    plane
}

/// The density at a place in a plane of samples along two axes, linear along each between its four samples.
fn density_in_plane(surface: &DensitySurface, place: [f64; 3], [u, v]: [usize; 2]) -> f64 {
    let cells = surface.grid.cells();
    let low = place.map(|part| part as usize);
    let at = |step_u: usize, step_v: usize| {
        let mut sample = low;
        (sample[u], sample[v]) = ((low[u] + step_u).min(cells[u]), (low[v] + step_v).min(cells[v]));
        f64::from(surface.grid.get(sample))
    };
    let (part_u, part_v) = (place[u].fract(), place[v].fract());
    let along = |step_v: usize| at(0, step_v) + (at(1, step_v) - at(0, step_v)) * part_u;
    along(0) + (along(1) - along(0)) * part_v
}

/// The colour of a density: below 0 by the lowest of the range, above by the highest.
fn density_colour(density: f64, [low, high]: [f32; 2]) -> Rgb {
    let end = if density < 0.0 { -low } else { high };
    let part = if end > 0.0 { density / f64::from(end) } else { 0.0 };
    palette::diverging(0.5 + 0.5 * part)
}

fn slice_legend(surface: &DensitySurface, [low, high]: [f32; 2]) -> Legend {
    let iso = minus(&short(surface.iso));
    let title = match (surface.solid, surface.iso == 0.0) {
        (Solid::Above, true) => "Density; 0 is the surface".into(),
        (Solid::Below, true) => "Distance, its sign turned; 0 is the surface".into(),
        (Solid::Above, false) => format!("Density − {iso}; 0 is the surface"),
        (Solid::Below, false) => format!("{iso} − distance; 0 is the surface"),
    };
    let end = |value: f32, what: &str| format!("{what} {}", minus(&short(value)));
    let middle = Some("0".into());
    let scale = Scale { min: end(low, "air"), middle, max: end(high, "solid"), map: ColourMap::Diverging };
    Legend { title, entries: Vec::new(), scale: Some(scale) }
}

/// A number in few digits.
fn short(value: f32) -> String {
    let size = value.abs();
    match size {
        0.0 => "0".into(),
        _ if !(1e-3..1e5).contains(&size) => format!("{value:.2e}"),
        _ if size >= 100.0 => format!("{value:.0}"),
        _ => format!("{value:.2}"),
    }
}

/// The outline of a cell, white with a dark border, with its triangles' sides in it.
pub fn cell_lines(surface: &DensitySurface, frame: &Frame, selection: CellSelection, report: &CellReport) -> Vec<Line> {
    let low = selection.cell.map(f64::from);
    let [min, max] = [low, low.map(|part| part + 1.0)].map(|corner| in_frame(frame, surface, corner));
    let mut lines = box_edges(min, max, with_alpha(palette::BLACK, 255), 3.5);
    lines.extend(box_edges(min, max, with_alpha(palette::WHITE, 255), 1.5));
    for (colour, width) in [(palette::BLACK, 4.0), (palette::YELLOW, 2.0)] {
        for triangle in &report.corners {
            let points = triangle.map(|corner| in_frame(frame, surface, corner));
            let side =
                |i: usize| Line { from: points[i], to: points[(i + 1) % 3], colour: with_alpha(colour, 255), width };
            lines.extend((0..3).map(side));
        }
    }
    lines
}

/// The triangles of a cell.
pub fn cell_triangles(surface: &DensitySurface, frame: &Frame, report: &CellReport) -> PaintedTriangles {
    let corners: Vec<[f32; 3]> =
        report.corners.iter().flatten().map(|corner| in_frame(frame, surface, *corner)).collect();
    PaintedTriangles { colours: vec![with_alpha(palette::YELLOW, 255); corners.len()], corners }
}

/// What is said of normals of which not all are drawn.
pub fn normal_legend(every: usize, count: usize) -> Legend {
    let mut legend = Legend { title: "Normals".into(), ..Legend::default() };
    let label =
        if every == 1 { "at every vertex".into() } else { format!("at one of {} vertices", thousands(every as u64)) };
    legend.add(label, palette::GREEN, count as u64);
    legend
}

fn with_alpha([r, g, b]: Rgb, alpha: u8) -> Rgba {
    [r, g, b, alpha]
}

fn opaque([r, g, b]: Rgb) -> Rgba {
    [r, g, b, 0]
}
