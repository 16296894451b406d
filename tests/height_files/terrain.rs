//! Samples in their place: flips, turns, scales and holes.

use super::samples::samples;
use proptest::prelude::*;
use spanscope::pipeline::{ErrorKind, HeightGrid, Input, Mesh};
use spanscope::source::height_map::*;

/// A map of 3 columns and 2 rows.
fn small() -> HeightSamples {
    samples([3, 2], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], SampleKind::U8)
}

#[track_caller]
fn grid(samples: &HeightSamples, placement: &HeightPlacement) -> HeightGrid {
    match to_input(samples, placement).unwrap() {
        Input::HeightGrid(grid) => (*grid).clone(),
        _ => panic!("a map without holes is a height grid"),
    }
}

#[track_caller]
fn mesh(samples: &HeightSamples, placement: &HeightPlacement) -> Mesh {
    match to_input(samples, placement).unwrap() {
        Input::Mesh(mesh) => (*mesh).clone(),
        _ => panic!("a map with holes is a mesh"),
    }
}

#[test]
fn a_map_lies_as_one_sees_it_from_above() {
    let grid = grid(&small(), &HeightPlacement::default());
    let heights = vec![0.0, 1.0, 2.0, 3.0, 4.0, 5.0];
    let expected = HeightGrid { count_x: 3, count_z: 2, spacing: 1.0, x0: 0.0, z0: 0.0, heights };
    assert_eq!(grid, expected);
    grid.check(0).unwrap();
    assert_eq!(grid.to_mesh().vertices[4], [1.0, 4.0, 1.0]);
}

#[test]
fn a_height_is_the_offset_and_the_scaled_sample_in_double() {
    let placement =
        HeightPlacement { spacing: 0.3, scale_y: -0.1, offset_y: 7.7, x0: -3.5, z0: 1e-9, ..Default::default() };
    let grid = grid(&small(), &placement);
    assert_eq!((grid.spacing, grid.x0, grid.z0), (0.3, -3.5, 1e-9));
    assert_eq!(grid.heights, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0].map(|value: f64| 7.7 + -0.1 * value));
}

#[test]
fn a_quarter_turn_is_clockwise_from_above() {
    let turned = |quarter_turns| grid(&small(), &HeightPlacement { quarter_turns, ..Default::default() });
    let once = turned(1);
    assert_eq!((once.count_x, once.count_z), (2, 3));
    assert_eq!(once.heights, [3.0, 0.0, 4.0, 1.0, 5.0, 2.0]);
    assert_eq!(turned(2).heights, [5.0, 4.0, 3.0, 2.0, 1.0, 0.0]);
    assert_eq!(turned(3).heights, [2.0, 5.0, 1.0, 4.0, 0.0, 3.0]);
    let flipped = HeightPlacement { flip_x: true, quarter_turns: 1, ..Default::default() };
    assert_eq!(grid(&small(), &flipped).heights, [5.0, 2.0, 4.0, 1.0, 3.0, 0.0], "flips come first");
    let flipped = HeightPlacement { flip_z: true, ..Default::default() };
    assert_eq!(grid(&small(), &flipped).heights, [3.0, 4.0, 5.0, 0.0, 1.0, 2.0]);
}

/// The same as a flip and turn, one step after another and with whole maps.
fn naive(samples: &HeightSamples, placement: &HeightPlacement) -> Vec<Vec<f64>> {
    let mut rows: Vec<Vec<f64>> = samples.values.chunks(samples.counts[0]).map(<[f64]>::to_vec).collect();
    if placement.flip_x {
        rows.iter_mut().for_each(|row| row.reverse());
    }
    if placement.flip_z {
        rows.reverse();
    }
    for _ in 0..placement.quarter_turns {
        // Clockwise: the first column, read upwards, becomes the first row.
        rows = (0..rows[0].len()).map(|column| rows.iter().rev().map(|row| row[column]).collect()).collect();
    }
    rows
}

/// A map of up to 6 x 6 with some samples missing, and a place for it.
fn any_map() -> impl Strategy<Value = (HeightSamples, HeightPlacement)> {
    let value = || prop_oneof![4 => (-50..50).prop_map(f64::from), 1 => Just(f64::NAN)];
    let values = move |counts: [usize; 2]| prop::collection::vec(value(), counts[0] * counts[1]);
    let map = [2..=6_usize, 2..=6_usize]
        .prop_flat_map(move |counts| values(counts).prop_map(move |values| samples(counts, &values, SampleKind::F64)));
    (map, any::<[bool; 2]>(), 0..4_u8).prop_map(|(map, [flip_x, flip_z], quarter_turns)| {
        let placement = HeightPlacement {
            spacing: 0.7,
            scale_y: 0.3,
            offset_y: -1.1,
            x0: 10.1,
            z0: -4.3,
            flip_x,
            flip_z,
            quarter_turns,
        };
        (map, placement)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    /// Where there is data, the mesh has the triangles of a grid without holes, in the same order, and no others.
    #[test]
    fn holes_leave_the_grids_triangles_where_they_are((map, placement) in any_map()) {
        let rows = naive(&map, &placement);
        let height = |value: &f64| if value.is_nan() { 1e6 } else { -1.1 + 0.3 * value };
        let filled: Vec<f64> = rows.concat().iter().map(height).collect();
        let grid = HeightGrid {
            count_x: rows[0].len() as i64,
            count_z: rows.len() as i64,
            spacing: placement.spacing,
            x0: placement.x0,
            z0: placement.z0,
            heights: filled,
        };
        let all = grid.to_mesh();
        let triangles: Vec<_> = all.triangles().collect();
        let mut expected = Vec::new();
        for (number, pair) in triangles.chunks(2).enumerate() {
            if pair.as_flattened().iter().all(|corner| corner[1] < 1e5) {
                expected.extend_from_slice(pair);
            }
            let (x, z) = (number % (rows[0].len() - 1), number / (rows[0].len() - 1));
            let has_data = [rows[z][x], rows[z][x + 1], rows[z + 1][x], rows[z + 1][x + 1]].iter().all(|h| !h.is_nan());
            prop_assert_eq!(has_data, pair.as_flattened().iter().all(|corner| corner[1] < 1e5));
        }
        match to_input(&map, &placement) {
            Ok(Input::HeightGrid(found)) => prop_assert_eq!(&*found, &grid),
            Ok(Input::Mesh(mesh)) => {
                mesh.check(0).unwrap();
                prop_assert!(map.values.iter().any(|value| value.is_nan()));
                prop_assert_eq!(mesh.triangles().collect::<Vec<_>>(), expected);
                let mut used = mesh.indices.clone();
                used.sort_unstable();
                used.dedup();
                prop_assert_eq!(used.len(), mesh.vertices.len());
            }
            Ok(_) => prop_assert!(false, "terrain is no chunk"),
            Err(error) => {
                prop_assert!(expected.is_empty());
                prop_assert_eq!(error.kind(), ErrorKind::BadGrid);
            }
        }
    }
}

#[test]
fn a_hole_takes_the_squares_around_it() {
    let mut values: Vec<f64> = (0..16).map(f64::from).collect();
    values[5] = f64::NAN;
    let map = samples([4, 4], &values, SampleKind::F32);
    assert_eq!(mesh(&map, &HeightPlacement::default()).triangle_count(), 2 * (9 - 4));
    values[15] = f64::NAN;
    let map = samples([4, 4], &values, SampleKind::F32);
    assert_eq!(mesh(&map, &HeightPlacement::default()).triangle_count(), 2 * (9 - 5));
}

#[track_caller]
fn assert_refused(samples: &HeightSamples, placement: HeightPlacement, expected: &str) {
    let error = to_input(samples, &placement).unwrap_err();
    assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::BadGrid, expected));
}

#[test]
fn what_is_no_terrain_is_refused() {
    let default = HeightPlacement::default();
    let map = |counts, values: &[f64]| samples(counts, values, SampleKind::F32);
    assert_refused(&map([1, 3], &[0.0; 3]), default, "a height map of 1 x 3 samples is below 2 x 2");
    assert_refused(&map([0, 0], &[]), default, "a height map of 0 x 0 samples is below 2 x 2");
    assert_refused(&map([2, 2], &[0.0; 3]), default, "3 values for a height map of 2 x 2 samples");
    let huge = usize::MAX;
    assert_refused(&map([huge, huge], &[]), default, &format!("0 values for a height map of {huge} x {huge} samples"));
    let expected = "no square of the height map has data at its four corners (1 of 4 samples have none)";
    assert_refused(&map([2, 2], &[0.0, 1.0, 2.0, f64::NAN]), default, expected);
    for spacing in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let expected = format!("the height map's spacing is {spacing}, not finite and above 0");
        assert_refused(&small(), HeightPlacement { spacing, ..default }, &expected);
    }
    let expected = "the height map's scale_y is NaN, not finite";
    assert_refused(&small(), HeightPlacement { scale_y: f64::NAN, ..default }, expected);
    assert_refused(
        &small(),
        HeightPlacement { x0: f64::INFINITY, ..default },
        "the height map's x0 is inf, not finite",
    );
    assert_refused(&small(), HeightPlacement { quarter_turns: 4, ..default }, "4 quarter turns are more than 3");
}

#[test]
fn heights_beyond_the_world_are_for_the_pipeline_to_refuse() {
    let placement = HeightPlacement { scale_y: 1e300, ..Default::default() };
    let grid = grid(&samples([2, 2], &[0.0, 1e300, 0.0, 0.0], SampleKind::F64), &placement);
    assert_eq!(grid.to_mesh().check(0).unwrap_err().kind(), ErrorKind::OutOfRange);
}

#[test]
fn terraces_are_as_high_as_the_smallest_step_there_is() {
    let placement = HeightPlacement { scale_y: -0.1, ..Default::default() };
    let sentence = |values: &[f64], kind| terraces(&samples([2, 2], values, kind), &placement);
    let expected = "8-bit heights: 3 levels, so slopes become terraces 0.3 units high";
    assert_eq!(sentence(&[10.0, 250.0, 13.0, 10.0], SampleKind::U8).as_deref(), Some(expected));
    let expected = "8-bit heights: 3 levels, so slopes become terraces 0.2 units high";
    assert_eq!(sentence(&[-2.0, f64::NAN, -0.0, 9.0], SampleKind::I8).as_deref(), Some(expected));
    assert_eq!(sentence(&[0.0, -0.0, 0.0, 0.0], SampleKind::U8), None, "level ground has no steps");
    assert_eq!(sentence(&[10.0, 250.0, 13.0, 10.0], SampleKind::U16), None);
    let flat = HeightPlacement { scale_y: 0.0, ..placement };
    assert_eq!(terraces(&small(), &flat), None);
}
