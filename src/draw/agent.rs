//! Figures over the spans that help to judge sizes: the agent, the slice of the section, a measured line.

use super::lines::box_edges;
use super::palette::{self, Legend, LegendEntry, Rgb};
use super::{Line, Rgba};
use crate::inspect::measure::FreeWidth;
use crate::inspect::section::SliceLine;
use crate::inspect::text::count;
use crate::inspect::{Along, Place};
use crate::pipeline::{Frame, SpanSettings};

/// The colour of the agent.
pub const AGENT: Rgb = palette::YELLOW;
/// The colour of the step that it can make.
pub const CLIMB: Rgb = palette::VERMILION;
/// The colour of a measured line.
pub const MEASURE: Rgb = palette::ORANGE;
/// The colour of the section's slice.
pub const SECTION: Rgb = palette::PURPLE;

/// Sides of a circle.
const SIDES: usize = 32;
/// Upright lines of the figure.
const UPRIGHT: usize = 8;

/// The agent as a cylinder of its height and radius on a surface, with a ring at the step that it can climb.
pub fn agent_lines(settings: &SpanSettings, at: Place) -> Vec<Line> {
    let [x, floor, z] = at.in_cells();
    let radius = settings.radius_cells as f32;
    let (top, step) = (floor + settings.height_rows as f32, floor + settings.climb_rows as f32);
    let around = |part: usize, of: usize, y: f32| {
        let (sin, cos) = (part as f32 / of as f32 * std::f32::consts::TAU).sin_cos();
        [x + radius * cos, y, z + radius * sin]
    };
    let ring = |y: f32| (0..SIDES).map(move |part| [around(part, SIDES, y), around(part + 1, SIDES, y)]);
    let upright = (0..UPRIGHT).map(|part| [around(part, UPRIGHT, floor), around(part, UPRIGHT, top)]);
    let body: Vec<_> = ring(floor).chain(ring(top)).chain(upright).collect();
    let outlined = |ends: &[[[f32; 3]; 2]], colour: Rgb| {
        let line = |width: f32, colour: Rgba| ends.iter().map(move |&[from, to]| Line { from, to, colour, width });
        line(3.5, opaque(palette::BLACK)).chain(line(2.0, opaque(colour))).collect::<Vec<_>>()
    };
    let mut lines = outlined(&body, AGENT);
    lines.extend(outlined(&ring(step).collect::<Vec<_>>(), CLIMB));
    lines
}

/// What the agent's lines mean.
pub fn agent_legend(frame: &Frame, settings: &SpanSettings) -> Legend {
    let (cell, row) = (f64::from(frame.cell_size()), f64::from(frame.cell_height()));
    let length = |n: i32, noun: &str, unit: f64| {
        let n = n.unsigned_abs();
        format!("{}, {:.2} units", count(n.into(), noun), f64::from(n) * unit)
    };
    let entry = |label: String, colour| LegendEntry { label, colour, count: None, amount: None, hatched: false };
    let entries = vec![
        entry(format!("height {}", length(settings.height_rows, "row", row)), AGENT),
        entry(format!("radius {}", length(settings.radius_cells, "cell", cell)), AGENT),
        entry(format!("climb {}", length(settings.climb_rows, "row", row)), CLIMB),
    ];
    Legend { title: "Agent on the selected surface".into(), entries, scale: None }
}

/// The border of the plane through the middle of a line of columns.
pub fn section_lines(frame: &Frame, line: SliceLine) -> Vec<Line> {
    let across = line.at as f32 + 0.5;
    let [width, height, depth] = [frame.width(), frame.height(), frame.depth()].map(|n| n as f32);
    let (min, max) = match line.along {
        Along::X => ([0.0, 0.0, across], [width, height, across]),
        Along::Z => ([across, 0.0, 0.0], [across, height, depth]),
    };
    // Of a flat box each side is there twice, and the edges across it have no length.
    let mut lines = box_edges(min, max, opaque(SECTION), 2.0);
    lines.retain(|line| line.from != line.to);
    lines
}

/// A measured line, with crosses at its ends.
pub fn measure_lines(from: Place, to: Place) -> Vec<Line> {
    let ends = [from, to].map(|place| {
        let [x, y, z] = place.in_cells();
        [x, y + 0.15, z]
    });
    let mut lines = outlined(ends, 3.0);
    if from != to {
        let corner = [ends[1][0], ends[0][1], ends[1][2]];
        let thin = |from, to| Line { from, to, colour: [0xE6, 0x9F, 0x00, 150], width: 1.5 };
        lines.extend([thin(ends[0], corner), thin(corner, ends[1])]);
    }
    lines.extend(ends.into_iter().flat_map(cross));
    lines
}

/// A cross over a surface.
pub fn place_lines(at: Place) -> Vec<Line> {
    let [x, y, z] = at.in_cells();
    cross([x, y + 0.15, z])
}

/// Lines along x and z over the floors that are free at one.
pub fn width_lines(at: Place, width: &FreeWidth) -> Vec<Line> {
    let [x, y, z] = at.in_cells();
    let reach = |[low, high]: [u32; 2], middle: f32| [middle - 0.5 - low as f32, middle + 0.5 + high as f32];
    let (across, deep) = (reach(width.along_x, x), reach(width.along_z, z));
    let line = |from, to| Line { from, to, colour: opaque(palette::GREEN), width: 2.0 };
    vec![line([across[0], y + 0.2, z], [across[1], y + 0.2, z]), line([x, y + 0.2, deep[0]], [x, y + 0.2, deep[1]])]
}

fn cross([x, y, z]: [f32; 3]) -> Vec<Line> {
    const ARM: f32 = 0.45;
    let mut lines = outlined([[x - ARM, y, z - ARM], [x + ARM, y, z + ARM]], 2.0);
    lines.extend(outlined([[x - ARM, y, z + ARM], [x + ARM, y, z - ARM]], 2.0));
    lines
}

fn outlined([from, to]: [[f32; 3]; 2], width: f32) -> Vec<Line> {
    let line = |colour, width| Line { from, to, colour, width };
    vec![line(opaque(palette::BLACK), width + 2.0), line(opaque(MEASURE), width)]
}

fn opaque([r, g, b]: Rgb) -> Rgba {
    [r, g, b, 255]
}
