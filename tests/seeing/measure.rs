//! Lengths between two floors, and how wide the ground is.

use crate::support::{areas, generate, run, voxels};
use proptest::prelude::*;
use spanscope::inspect::measure::{FreeWidth, floor_at, free_width, measure, needed_cells};
use spanscope::inspect::{Measured, Place};
use spanscope::pipeline::{Frame, NOT_WALKABLE, PipelineRun, Scene, SpanSettings, Stage};

fn place(x: u32, z: u32, row: u16) -> Place {
    Place { x, z, row }
}

#[test]
fn lengths_are_counted_and_in_world_units() {
    let frame = Frame::new([7.0, -3.0, 100.0], 0.5, 0.25, [100, 100, 50]).unwrap();
    let from = place(10, 20, 8);
    let measured = measure(&frame, from, place(16, 12, 28));
    let expected = Measured { cells: [6, -8], rows: 20, plan: 5.0, step: 5.0, distance: 50.0_f64.sqrt(), slope: 45.0 };
    assert_eq!(Measured { slope: 45.0, ..measured }, expected);
    assert!((measured.slope - 45.0).abs() < 1e-12);
    let back = measure(&frame, place(16, 12, 28), from);
    assert_eq!((back.cells, back.rows, back.plan, back.distance), ([-6, 8], -20, 5.0, measured.distance));
    assert!((back.slope + 45.0).abs() < 1e-12);
    let nowhere = measure(&frame, from, from);
    assert_eq!((nowhere.distance, nowhere.slope), (0.0, 0.0));
    assert_eq!(measure(&frame, from, place(10, 20, 9)).slope, 90.0);
}

/// Two halls with a wall of one cell between them, and a doorway of this width in it, along z.
fn doorway(width: i32, radius: i32) -> PipelineRun {
    let first = 16 - width / 2;
    let runs = (0..33 * 33).map(|i| {
        let (x, z) = (i % 33, i / 33);
        let is_wall = x == 16 && !(first..first + width).contains(&z);
        if is_wall { [x, z, 0, 40, 255] } else { [x, z, 0, 1, 63] }
    });
    let settings = SpanSettings { radius_cells: radius, ..SpanSettings::HUMANOID };
    run(&Scene { settings, ..voxels([33, 33, 60], &runs.collect::<Vec<_>>()) })
}

/// Walkable floors in the doorway after the erosion.
fn left_in_doorway(run: &PipelineRun) -> usize {
    let eroded = areas(run, Stage::Eroded);
    let columns = (0..33).flat_map(|z| run.open.column(run.frame.column_index(16, z)));
    columns.filter(|&floor| eroded[floor] != NOT_WALKABLE).count()
}

#[test]
fn a_doorway_of_four_cells_leaves_nothing_for_a_radius_of_two_and_one_of_five_leaves_one_row() {
    let [four, five] = [doorway(4, 2), doorway(5, 2)];
    for (run, width, left) in [(&four, 4, 0), (&five, 5, 1)] {
        let (column, floor) = floor_at(&run.open, &run.frame, place(16, 16, 1)).unwrap();
        let free = free_width(&run.open, column, floor);
        assert_eq!(free.cells(), [31, width], "the halls without their ledges, and the doorway");
        assert_eq!(free.narrower(), width);
        assert_eq!(left_in_doorway(run), left);
    }
    assert_eq!(needed_cells(2), 5);
}

#[test]
fn in_a_straight_doorway_twice_the_radius_and_one_is_needed_and_enough() {
    for radius in 0..=4 {
        for width in 1..=11 {
            let run = doorway(width, radius);
            let left = (width - 2 * radius).max(0) as usize;
            assert_eq!(left_in_doorway(&run), left, "{width} cells for a radius of {radius}");
            assert_eq!(left > 0, width as u32 >= needed_cells(radius));
        }
    }
}

#[test]
fn in_a_slanted_passage_more_is_needed_as_borders_across_corners_are_nearer() {
    // Floors where x and z differ by at most 2: five cells along both axes, and the border is one diagonal step away.
    let slanted = |half: i32| {
        let cell = |i: i32| {
            let (x, z) = (i % 24, i / 24);
            if (x - z).abs() > half { [x, z, 0, 40, 255] } else { [x, z, 0, 1, 63] }
        };
        run(&voxels([24, 24, 60], &(0..24 * 24).map(cell).collect::<Vec<_>>()))
    };
    let middle = |run: &PipelineRun| floor_at(&run.open, &run.frame, place(12, 12, 1)).unwrap();
    let run = slanted(2);
    let (column, floor) = middle(&run);
    assert_eq!(free_width(&run.open, column, floor).cells(), [5, 5]);
    assert_eq!(run.distances[floor], 3, "a diagonal step costs 3, less than the 4 that are kept free");
    assert_eq!(run.stage(Stage::Eroded).walkable(), 0);
    let wider = slanted(3);
    assert!(areas(&wider, Stage::Eroded)[middle(&wider).1] != NOT_WALKABLE);
}

#[test]
fn a_width_counts_towards_both_ends() {
    let width = FreeWidth { along_x: [2, 4], along_z: [0, 0] };
    assert_eq!((width.cells(), width.narrower()), ([7, 1], 1));
}

#[test]
fn only_a_row_that_is_a_floor_is_one() {
    let run = doorway(5, 2);
    let at = |x, z, row| floor_at(&run.open, &run.frame, place(x, z, row));
    assert!(at(16, 16, 1).is_some());
    assert_eq!([at(16, 16, 0), at(16, 16, 2), at(16, 2, 40), at(33, 0, 1), at(0, 33, 1)], [None; 5]);
}

proptest! {
    #![proptest_config(generate::cases(200))]

    #[test]
    fn ground_that_is_too_narrow_is_always_eroded(scene in generate::scene()) {
        let run = run(&scene);
        let needed = needed_cells(run.settings.radius_cells);
        let eroded = areas(&run, Stage::Eroded);
        for column in 0..run.open.columns() {
            for floor in run.open.column(column) {
                let width = free_width(&run.open, column, floor);
                if width.narrower() < needed {
                    prop_assert_eq!(eroded[floor], NOT_WALKABLE, "{:?} of {}", width, needed);
                }
            }
        }
    }
}
