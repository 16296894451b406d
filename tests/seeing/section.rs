//! Slices: the items of a line of columns, and the outline of the input.

use crate::support::{generate, run, voxels};
use proptest::prelude::*;
use spanscope::inspect::outline::Segment;
use spanscope::inspect::section::{SliceItem, SliceLine, SliceLink, Window, slice_items};
use spanscope::inspect::{Along, TriangleIndex, column_items};
use spanscope::pipeline::{Scene, SpanSettings, Stage};
use spanscope::session::{SectionView, Selection};

fn everything(length: u32) -> Window {
    Window { places: 0..length, step: 1, rows: 0..70_000, limit: usize::MAX }
}

fn row_of_three() -> spanscope::pipeline::PipelineRun {
    let runs: Vec<[i32; 5]> = (0..25)
        .flat_map(|i| {
            let (x, z) = (i % 5, i / 5);
            let step = [x, z, 0, if x == 3 { 3 } else { 1 }, 63];
            if x == 1 && z == 2 { vec![step, [x, z, 9, 2, 7]] } else { vec![step] }
        })
        .collect();
    let settings = SpanSettings { height_rows: 4, climb_rows: 2, radius_cells: 0, ..SpanSettings::HUMANOID };
    run(&Scene { settings, ..voxels([5, 5, 20], &runs) })
}

#[test]
fn a_slice_has_the_spans_of_its_columns() {
    let run = row_of_three();
    let line = SliceLine { along: Along::X, at: 2 };
    let spans = slice_items(&run, Stage::Merged, line, &everything(5));
    let seen: Vec<(u32, [u16; 2], u8)> = spans.iter().map(|item| (item.place, item.rows, item.area)).collect();
    assert_eq!(
        seen,
        [(0, [0, 1], 63), (1, [0, 1], 63), (1, [9, 11], 7), (2, [0, 1], 63), (3, [0, 3], 63), (4, [0, 1], 63)]
    );
    let upper = Window { rows: 2..30, places: 1..4, ..everything(5) };
    let seen: Vec<u32> = slice_items(&run, Stage::Merged, line, &upper).iter().map(|item| item.place).collect();
    assert_eq!(seen, [1, 3]);
    let across = SliceLine { along: Along::Z, at: 3 };
    assert!(slice_items(&run, Stage::Merged, across, &everything(5)).iter().all(|item| item.rows == [0, 3]));
    assert_eq!(slice_items(&run, Stage::Merged, SliceLine { along: Along::Z, at: 5 }, &everything(5)), []);
}

#[test]
fn floors_have_their_ceiling_and_their_links_along_the_slice() {
    let run = row_of_three();
    let line = SliceLine { along: Along::X, at: 2 };
    let floors = slice_items(&run, Stage::Volumes, line, &everything(5));
    let link = |row| Some(SliceLink { row, is_walkable: true });
    let floor = |place, rows, ceiling, links| SliceItem { place, rows, area: 63, ceiling, links };
    assert_eq!(
        floors,
        [
            floor(1, [0, 1], 9, [None, link(1)]),
            floor(2, [0, 1], 20, [link(1), link(3)]),
            floor(3, [0, 3], 20, [link(1), None]),
        ]
    );
}

#[test]
fn sparse_windows_take_every_step_th_column_and_a_limit_ends_them() {
    let run = row_of_three();
    let line = SliceLine { along: Along::X, at: 0 };
    let places = |window: &Window| -> Vec<u32> {
        slice_items(&run, Stage::Merged, line, window).iter().map(|item| item.place).collect()
    };
    assert_eq!(places(&Window { step: 2, ..everything(5) }), [0, 2, 4]);
    assert_eq!(places(&Window { limit: 3, ..everything(5) }), [0, 1, 2]);
    assert_eq!(places(&Window { places: 3..9, ..everything(5) }), [3, 4]);
}

#[test]
fn a_section_follows_the_selection_until_it_is_moved() {
    let run = row_of_three();
    let selection = Some(Selection { x: 4, z: 1, row: None });
    let at = |along, at, selection| SectionView { along, at }.line(selection, &run.frame).at;
    assert_eq!((at(Along::X, None, selection), at(Along::Z, None, selection)), (1, 4));
    assert_eq!((at(Along::X, Some(3), selection), at(Along::X, Some(99), selection)), (3, 4));
    assert_eq!(at(Along::X, None, None), 2, "the middle");
}

#[test]
fn a_triangle_is_cut_where_the_plane_is() {
    let triangle = [[0.0, 0.0, 0.0], [4.0, 8.0, 0.0], [0.0, 0.0, 2.0]];
    let index = TriangleIndex::new(&triangle);
    // At z = 0.5 a quarter of the way from the edge at z = 0 to the corner at z = 2.
    assert_eq!(index.outline(&triangle, Along::X, 0), [[[3.0, 6.0], [0.0, 0.0]]]);
    assert_eq!(index.outline(&triangle, Along::X, 2), [] as [Segment; 0]);
    // At x = 2.5: z from 0 to 0.75, at height 5.
    assert_eq!(sorted(index.outline(&triangle, Along::Z, 2)), [[[0.0, 5.0], [0.75, 5.0]]]);
}

#[test]
fn a_triangle_in_the_plane_has_its_sides_and_one_that_touches_it_nothing() {
    let inside = [[0.0, 0.0, 1.5], [4.0, 0.0, 1.5], [0.0, 3.0, 1.5]];
    assert_eq!(TriangleIndex::new(&inside).outline(&inside, Along::X, 1).len(), 3);
    let corner = [[0.0, 0.0, 1.5], [4.0, 0.0, 3.0], [0.0, 3.0, 3.0]];
    assert_eq!(TriangleIndex::new(&corner).outline(&corner, Along::X, 1), [] as [Segment; 0]);
    let side = [[0.0, 0.0, 1.5], [4.0, 0.0, 1.5], [0.0, 3.0, 3.0]];
    assert_eq!(TriangleIndex::new(&side).outline(&side, Along::X, 1), [[[0.0, 0.0], [4.0, 0.0]]]);
    assert_eq!(TriangleIndex::new(&[]).outline(&[], Along::X, 0), [] as [Segment; 0]);
}

fn sorted(mut segments: Vec<Segment>) -> Vec<Segment> {
    for segment in &mut segments {
        segment.sort_by(|a, b| a.partial_cmp(b).unwrap());
    }
    segments.sort_by(|a, b| a.partial_cmp(b).unwrap());
    segments
}

fn corner() -> impl Strategy<Value = [f32; 3]> {
    let part = || prop_oneof![(0..40_u8).prop_map(|n| f32::from(n) / 2.0), 0.0..20.0_f32];
    [part(), part(), part()]
}

proptest! {
    #![proptest_config(generate::cases(60))]

    #[test]
    fn the_index_finds_what_looking_at_each_triangle_does(corners in prop::collection::vec(corner(), 0..900), at in 0..20_u32) {
        let corners = &corners[..corners.len() / 3 * 3];
        let index = TriangleIndex::new(corners);
        for along in Along::ALL {
            let each = corners.chunks(3).flat_map(|triangle| TriangleIndex::new(triangle).outline(triangle, along, at));
            let expected = sorted(each.collect());
            prop_assert_eq!(sorted(index.outline(corners, along, at)), expected);
        }
    }

    #[test]
    fn all_slices_together_are_the_stage(scene in generate::scene()) {
        let run = run(&scene);
        for stage in Stage::ALL {
            for along in Along::ALL {
                let [length, lines] = SliceLine { along, at: 0 }.counts(&run.frame);
                for line in (0..lines).map(|at| SliceLine { along, at }) {
                    let items = slice_items(&run, stage, line, &everything(length));
                    let seen: Vec<_> = items.iter().map(|item| (item.place, item.rows, item.area)).collect();
                    let expected = (0..length).flat_map(|place| {
                        let [x, z] = line.column(place);
                        let items = column_items(&run, stage, run.frame.column_index(x, z));
                        items.into_iter().map(move |item| (place, item.rows, item.area))
                    });
                    prop_assert_eq!(seen, expected.collect::<Vec<_>>());
                }
            }
        }
    }
}
