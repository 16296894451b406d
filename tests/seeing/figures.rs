//! The lines of the agent, of the section's slice and of a measure.

use crate::support::{run, unit_frame};
use spanscope::draw::agent::{CLIMB, agent_legend, agent_lines, measure_lines, section_lines, width_lines};
use spanscope::draw::{Line, Rgba};
use spanscope::inspect::measure::FreeWidth;
use spanscope::inspect::{Along, Place, SliceLine};
use spanscope::pipeline::{Frame, Scene, SpanSettings};

const AGENT: SpanSettings = SpanSettings { height_rows: 9, climb_rows: 3, radius_cells: 2, ..SpanSettings::HUMANOID };

fn bounds(lines: &[Line], axis: usize) -> [f32; 2] {
    let ends = || lines.iter().flat_map(|line| [line.from[axis], line.to[axis]]);
    [ends().fold(f32::INFINITY, f32::min), ends().fold(f32::NEG_INFINITY, f32::max)]
}

#[test]
fn the_figure_is_as_high_and_as_wide_as_the_agent() {
    let at = Place { x: 10, z: 20, row: 5 };
    let lines = agent_lines(&AGENT, at);
    let near = |[a, b]: [f32; 2], expected: [f32; 2]| (a - expected[0]).abs() < 1e-4 && (b - expected[1]).abs() < 1e-4;
    assert!(near(bounds(&lines, 0), [8.5, 12.5]), "{:?}", bounds(&lines, 0));
    assert!(near(bounds(&lines, 2), [18.5, 22.5]));
    assert_eq!(bounds(&lines, 1), [5.0, 14.0]);
    let is_step = |line: &Line| line.colour == [CLIMB[0], CLIMB[1], CLIMB[2], 255];
    let steps: Vec<Line> = lines.into_iter().filter(is_step).collect();
    assert_eq!((steps.is_empty(), bounds(&steps, 1)), (false, [8.0, 8.0]));
    let pole = agent_lines(&SpanSettings { radius_cells: 0, ..AGENT }, at);
    assert_eq!((bounds(&pole, 0), bounds(&pole, 1)), ([10.5, 10.5], [5.0, 14.0]));
}

#[test]
fn the_legend_of_the_agent_has_rows_cells_and_units() {
    let frame = Frame::new([0.0; 3], 0.5, 0.25, [4, 4, 4]).unwrap();
    let legend = agent_legend(&frame, &SpanSettings { radius_cells: 1, ..AGENT });
    let labels: Vec<&str> = legend.entries.iter().map(|entry| entry.label.as_str()).collect();
    assert_eq!(labels, ["height 9 rows, 2.25 units", "radius 1 cell, 0.50 units", "climb 3 rows, 0.75 units"]);
}

#[test]
fn the_slice_is_a_rectangle_through_the_middle_of_its_columns() {
    let run = run(&Scene { frame: unit_frame([6, 8, 10]), ..Scene::default() });
    let along_x = section_lines(&run.frame, SliceLine { along: Along::X, at: 3 });
    assert_eq!([0, 1, 2].map(|axis| bounds(&along_x, axis)), [[0.0, 6.0], [0.0, 10.0], [3.5, 3.5]]);
    let along_z = section_lines(&run.frame, SliceLine { along: Along::Z, at: 5 });
    assert_eq!([0, 1, 2].map(|axis| bounds(&along_z, axis)), [[5.5, 5.5], [0.0, 10.0], [0.0, 8.0]]);
    assert!(along_x.iter().chain(&along_z).all(|line| line.from != line.to));
}

#[test]
fn a_measured_line_goes_from_middle_to_middle_and_a_width_to_its_ends() {
    let (from, to) = (Place { x: 1, z: 2, row: 3 }, Place { x: 5, z: 2, row: 4 });
    let lines = measure_lines(from, to);
    let goes = |line: &&Line| (line.from[0], line.to[0], line.to[2]) == (1.5, 5.5, 2.5);
    assert!(lines.iter().any(|line| goes(&line)), "{lines:?}");
    let width = width_lines(from, &FreeWidth { along_x: [1, 4], along_z: [2, 0] });
    let ends: Vec<([f32; 2], [f32; 2])> = width.iter().map(|l| ([l.from[0], l.to[0]], [l.from[2], l.to[2]])).collect();
    assert_eq!(ends, [([0.0, 6.0], [2.5, 2.5]), ([1.5, 1.5], [0.0, 3.0])]);
    let opaque = |colour: Rgba| colour[3] > 0;
    assert!(width.iter().all(|line| opaque(line.colour)));
}
