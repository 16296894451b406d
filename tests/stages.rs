//! The smallest scene that shows each rule of the specification, and the exact lines it gives.

mod support;

use spanscope::pipeline::clip::{Point, U, split};
use spanscope::pipeline::stage::compact::can_step;
use spanscope::pipeline::{
    ConvexVolume, DropCause, Frame, FrameSpec, HeightGrid, Input, NO_LINK, OpenSpan, Scene, SpanSettings, Stage,
    VoxelChunk, VoxelRun,
};
use std::sync::Arc;
use support::{chunk, floor, lines, run, triangles, triangles_with_areas, unit_frame, voxels};

// Section 1: the grid.

#[test]
fn a_frame_from_bounds_just_covers_them() {
    let frame = Frame::from_bounds([1.0, 2.0, 3.0], [11.0, 3.0, 5.05], 0.5, 0.3).expect("the bounds are good");
    assert_eq!((frame.width(), frame.depth(), frame.height()), (20, 5, 4));
    assert_eq!(frame.origin(), [1.0, 2.0, 3.0]);
}

#[test]
fn a_coordinate_is_subtracted_as_a_double_and_then_rounded() {
    let frame = Frame::new([1_048_576.01, 0.0, 0.0], 1.0, 1.0, [1, 1, 1]).expect("the frame is good");
    // As float32, which has steps of 1/8 there, both would be the same number.
    assert_eq!(frame.to_local([1_048_576.05, 0.0, 0.0])[0], (1_048_576.05_f64 - 1_048_576.01) as f32);
    assert!(frame.to_local([1_048_576.05, 0.0, 0.0])[0] > 0.039);
}

#[test]
fn an_automatic_frame_gives_a_floor_on_the_lowest_plane_a_row() {
    let scene = Scene {
        frame: FrameSpec::Auto { cell_size: 1.0, cell_height: 1.0, pad_below: 1, pad_above: 2, pad_side: 3 },
        inputs: vec![triangles(&floor([0.0, 0.0], [2.0, 1.0], 0.0))],
        ..Scene::default()
    };
    let run = run(&scene);
    assert_eq!(run.frame.origin(), [-3.0, -1.0, -3.0]);
    assert_eq!((run.frame.width(), run.frame.depth(), run.frame.height()), (8, 7, 3));
    assert_eq!(lines(&run, Stage::Merged), ["3 3 0:1:63", "4 3 0:1:63"]);
}

#[test]
fn an_automatic_frame_of_chunks_is_their_extent() {
    let mut placed = chunk([2, 3, 4], &[[0, 0, 0, 1, 1]]);
    placed.offset = [5, 6, 7];
    let scene = Scene { inputs: vec![Input::Chunk(Arc::new(placed))], ..Scene::default() };
    let run = run(&scene);
    assert_eq!((run.frame.width(), run.frame.depth(), run.frame.height()), (7, 10, 10));
    assert_eq!(lines(&run, Stage::Raw), ["-1 5 7 6 7 63"]);
}

#[test]
fn an_automatic_frame_around_a_mesh_holds_the_chunks_in_its_cells_too() {
    let mut placed = chunk([2, 3, 4], &[[0, 0, 0, 1, 1]]);
    placed.offset = [5, 6, 0];
    let mesh = triangles(&floor([0.0, 0.0], [2.0, 9.0], 0.0));
    let frame = FrameSpec::Auto { cell_size: 1.0, cell_height: 1.0, pad_below: 1, pad_above: 1, pad_side: 0 };
    let scene = Scene { frame, inputs: vec![mesh, Input::Chunk(Arc::new(placed))], ..Scene::default() };
    let run = run(&scene);
    assert_eq!(run.frame.origin(), [0.0, -1.0, 0.0]);
    assert_eq!((run.frame.width(), run.frame.depth(), run.frame.height()), (7, 9, 10));
    assert_eq!(run.tally.voxels_outside, 0);
}

// Section 2: triangles.

/// The raw lines of triangles in a unit grid.
fn raw_lines(dimensions: [i64; 3], corners: &[[[f64; 3]; 3]]) -> Vec<String> {
    lines(&run(&mesh_scene(dimensions, corners)), Stage::Raw)
}

fn mesh_scene(dimensions: [i64; 3], corners: &[[[f64; 3]; 3]]) -> Scene {
    Scene { frame: unit_frame(dimensions), inputs: vec![triangles(corners)], ..Scene::default() }
}

fn flipped([a, b, c]: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    [a, c, b]
}

#[test]
fn a_floor_on_a_row_boundary_fills_the_row_below() {
    assert_eq!(raw_lines([1, 1, 4], &floor([0.0, 0.0], [1.0, 1.0], 2.0)), ["0 0 0 1 2 63", "1 0 0 1 2 63"]);
}

#[test]
fn a_ceiling_on_a_row_boundary_fills_the_row_above() {
    let ceiling = floor([0.0, 0.0], [1.0, 1.0], 2.0).map(flipped);
    assert_eq!(raw_lines([1, 1, 4], &ceiling), ["0 0 0 2 3 0", "1 0 0 2 3 0"]);
}

#[test]
fn a_floor_inside_a_row_fills_that_row() {
    assert_eq!(raw_lines([1, 1, 4], &floor([0.0, 0.0], [1.0, 1.0], 2.25)[..1]), ["0 0 0 2 3 63"]);
}

#[test]
fn a_sloped_piece_fills_every_row_it_meets() {
    let slope = [[0.0, 0.5, 0.0], [0.0, 0.5, 1.0], [1.0, 2.5, 0.0]];
    assert_eq!(raw_lines([1, 1, 4], &[slope]), ["0 0 0 0 3 0"]);
}

#[test]
fn a_floor_at_the_bottom_of_the_grid_is_dropped_and_a_ceiling_is_not() {
    let up = floor([0.0, 0.0], [1.0, 1.0], 0.0)[0];
    let scene = mesh_scene([1, 1, 4], &[up, flipped(up)]);
    let run = run(&scene);
    assert_eq!(lines(&run, Stage::Raw), ["1 0 0 0 1 0"]);
    assert_eq!(run.tally.dropped(DropCause::NoRowAtBottom), 1);
}

#[test]
fn a_floor_at_the_top_of_the_grid_is_kept_and_a_ceiling_is_dropped() {
    let up = floor([0.0, 0.0], [1.0, 1.0], 4.0)[0];
    let run = run(&mesh_scene([1, 1, 4], &[up, flipped(up)]));
    assert_eq!(lines(&run, Stage::Raw), ["0 0 0 3 4 63"]);
    assert_eq!(run.tally.dropped(DropCause::OutsideRows), 1);
}

#[test]
fn rows_outside_the_grid_are_cut() {
    assert_eq!(raw_lines([1, 1, 4], &[wall_in_column(-5.0, 9.0)]), ["0 0 0 0 4 0"]);
}

#[test]
fn a_triangle_is_cut_into_rows_then_cells_from_low_to_high() {
    let both = floor([0.0, 0.0], [2.0, 2.0], 1.0);
    let expected = ["0 0 0 0 1 63", "0 0 1 0 1 63", "0 1 1 0 1 63", "1 0 0 0 1 63", "1 1 0 0 1 63", "1 1 1 0 1 63"];
    assert_eq!(raw_lines([2, 2, 2], &both), expected);
}

#[test]
fn a_triangle_does_not_touch_a_cell_of_which_it_only_meets_an_edge_or_corner() {
    assert_eq!(raw_lines([3, 3, 2], &floor([1.0, 1.0], [2.0, 2.0], 1.0)), ["0 1 1 0 1 63", "1 1 1 0 1 63"]);
}

#[test]
fn what_lies_outside_the_grid_is_cut_off() {
    let wide = floor([-7.5, -3.0], [9.0, 30.0], 1.0);
    let run = run(&mesh_scene([2, 1, 2], &wide));
    assert_eq!(lines(&run, Stage::Merged), ["0 0 0:1:63", "1 0 0:1:63"]);
}

#[test]
fn a_triangle_wholly_outside_is_counted_and_keeps_its_number() {
    let (out, inside) = (floor([5.0, 5.0], [6.0, 6.0], 1.0)[0], floor([0.0, 0.0], [1.0, 1.0], 1.0)[0]);
    let run = run(&mesh_scene([1, 1, 2], &[out, inside]));
    assert_eq!(lines(&run, Stage::Raw), ["1 0 0 0 1 63"]);
    assert_eq!((run.tally.triangles, run.tally.outside.len()), (2, 1));
}

#[test]
fn a_degenerate_triangle_is_skipped_counted_and_keeps_its_number() {
    let line = [[0.0, 1.0, 0.0], [1.0, 1.0, 1.0], [0.5, 1.0, 0.5]];
    let run = run(&mesh_scene([1, 1, 2], &[line, floor([0.0, 0.0], [1.0, 1.0], 1.0)[0], line]));
    assert_eq!(lines(&run, Stage::Raw), ["1 0 0 0 1 63"]);
    assert_eq!(run.tally.degenerate, [0, 2]);
}

#[test]
fn a_triangle_whose_normals_length_underflows_is_degenerate() {
    let tiny = [[0.0, 1.0, 0.0], [0.0, 1.0, 1e-12], [1e-12, 1.0, 0.0]];
    assert_eq!(run(&mesh_scene([1, 1, 2], &[tiny])).tally.degenerate, [0]);
}

#[test]
fn a_slope_exactly_at_the_limit_is_not_walkable() {
    let mut scene = mesh_scene([1, 1, 2], &floor([0.0, 0.0], [1.0, 1.0], 1.0)[..1]);
    scene.settings.slope_cosine = 1.0;
    assert_eq!(lines(&run(&scene), Stage::Raw), ["0 0 0 0 1 0"]);
    scene.settings.slope_cosine = 0.999_999_9;
    assert_eq!(lines(&run(&scene), Stage::Raw), ["0 0 0 0 1 63"]);
}

#[test]
fn a_given_area_counts_whatever_the_slope() {
    let [a, b] = floor([0.0, 0.0], [1.0, 1.0], 1.0);
    let inputs = vec![triangles_with_areas(&[a, b, wall_in_column(0.0, 1.0)], &[0, 200, 7])];
    let scene = Scene { frame: unit_frame([1, 1, 2]), inputs, ..Scene::default() };
    assert_eq!(lines(&run(&scene), Stage::Raw), ["0 0 0 0 1 0", "1 0 0 0 1 200", "2 0 0 0 1 7"]);
}

#[test]
fn triangles_are_numbered_over_all_meshes_and_height_grids() {
    let one = || triangles(&floor([0.0, 0.0], [1.0, 1.0], 1.0)[..1]);
    let inputs = vec![one(), height_grid([2, 2], 1.0, &[1.0; 4]), one()];
    let scene = Scene { frame: unit_frame([1, 1, 2]), inputs, ..Scene::default() };
    assert_eq!(lines(&run(&scene), Stage::Raw), ["0 0 0 0 1 63", "1 0 0 0 1 63", "2 0 0 0 1 63", "3 0 0 0 1 63"]);
}

/// A wall in the middle of column 0, 0 from one height to another, along z.
fn wall_in_column(low: f64, high: f64) -> [[f64; 3]; 3] {
    [[0.5, low, 0.0], [0.5, high, 0.0], [0.5, low, 1.0]]
}

#[test]
fn a_wall_inside_a_cell_touches_it_by_its_length() {
    assert_eq!(raw_lines([2, 2, 4], &[wall_in_column(1.0, 3.0)]), ["0 0 0 1 3 0"]);
}

#[test]
fn a_wall_on_a_grid_line_belongs_behind_its_face() {
    let facing_plus_x = [[1.0, 0.0, 0.0], [1.0, 2.0, 0.0], [1.0, 0.0, 1.0]];
    assert_eq!(raw_lines([2, 2, 4], &[facing_plus_x]), ["0 0 0 0 2 0"]);
    assert_eq!(raw_lines([2, 2, 4], &[flipped(facing_plus_x)]), ["0 1 0 0 2 0"]);
    let facing_plus_z = [[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 2.0, 1.0]];
    assert_eq!(raw_lines([2, 2, 4], &[facing_plus_z]), ["0 0 0 0 2 0"]);
    assert_eq!(raw_lines([2, 2, 4], &[flipped(facing_plus_z)]), ["0 0 1 0 2 0"]);
}

#[test]
fn a_wall_on_a_grid_line_is_cut_along_the_line() {
    let long = [[1.0, 1.0, 0.0], [1.0, 2.0, 0.0], [1.0, 1.0, 3.0]];
    assert_eq!(raw_lines([2, 3, 4], &[long]), ["0 0 0 1 2 0", "0 0 1 1 2 0", "0 0 2 1 2 0"]);
}

#[test]
fn a_wall_on_the_grids_border_with_its_solid_side_outside_is_dropped() {
    let at_zero = [[0.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 1.0]];
    let at_width = [[2.0, 0.0, 0.0], [2.0, 2.0, 0.0], [2.0, 0.0, 1.0]];
    let run = run(&mesh_scene([2, 1, 4], &[at_zero, flipped(at_zero), at_width, flipped(at_width)]));
    assert_eq!(lines(&run, Stage::Raw), ["1 0 0 0 2 0", "2 1 0 0 2 0"]);
    assert_eq!(run.tally.dropped(DropCause::WallOutsideGrid), 2);
}

#[test]
fn a_wall_off_a_grid_line_crosses_every_cell_on_its_way() {
    let diagonal = [[0.5, 0.0, 0.5], [2.5, 0.0, 0.5], [0.5, 1.0, 0.5]];
    assert_eq!(raw_lines([3, 1, 2], &[diagonal]), ["0 0 0 0 1 0", "0 1 0 0 1 0", "0 2 0 0 1 0"]);
}

#[test]
fn a_cut_polygon_starts_where_the_walk_over_its_points_starts() {
    let square: [Point; 4] = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 0.0, 2.0], [0.0, 0.0, 2.0]];
    let (mut below, mut above) = (Vec::new(), Vec::new());
    split(&square, U, 1.0, &mut below, &mut above);
    assert_eq!(below, [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 2.0], [0.0, 0.0, 2.0]]);
    assert_eq!(above, [[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 0.0, 2.0], [1.0, 0.0, 2.0]]);
}

#[test]
fn points_on_a_plane_belong_to_both_sides() {
    let triangle: [Point; 3] = [[0.0, 0.0, 0.0], [1.0, 5.0, 1.0], [1.0, 0.0, 0.0]];
    let (mut below, mut above) = (Vec::new(), Vec::new());
    split(&triangle, U, 1.0, &mut below, &mut above);
    assert_eq!(below, triangle);
    assert_eq!(above, [[1.0, 5.0, 1.0], [1.0, 0.0, 0.0]]);
}

#[test]
fn a_crossing_is_computed_from_the_edges_first_point() {
    // From the other end the same crossing rounds to another number.
    let (p, q): (Point, Point) = ([0.1, 0.3, 0.7], [0.8, 5.9, 0.1]);
    let from = |p: Point, q: Point| {
        let (dp, dq) = (p[U] - 0.5, q[U] - 0.5);
        let t = dp / (dp - dq);
        [0.5, p[1] + (q[1] - p[1]) * t, p[2] + (q[2] - p[2]) * t]
    };
    assert_ne!(from(p, q), from(q, p));
    let (mut below, mut above) = (Vec::new(), Vec::new());
    split(&[p, q], U, 0.5, &mut below, &mut above);
    assert_eq!(below, [p, from(p, q), from(q, p)], "one crossing on each of the two edges");
    assert_eq!(above, [from(p, q), q, from(q, p)]);
}

// Section 3: spans and merging.

/// The merged line of column 0, 0 after walls with these rows and areas, in this order.
fn merged(threshold: i32, pieces: &[(i32, i32, u8)]) -> String {
    let walls: Vec<_> = pieces.iter().map(|&(lo, hi, _)| wall_in_column(lo.into(), hi.into())).collect();
    let areas: Vec<u8> = pieces.iter().map(|piece| piece.2).collect();
    let settings = SpanSettings { merge_threshold_rows: Some(threshold), ..SpanSettings::HUMANOID };
    let inputs = vec![triangles_with_areas(&walls, &areas)];
    let scene = Scene { frame: unit_frame([1, 1, 20]), settings, inputs, ..Scene::default() };
    lines(&run(&scene), Stage::Merged).join("\n")
}

#[test]
fn pieces_that_touch_become_one_span_and_pieces_apart_do_not() {
    assert_eq!(merged(0, &[(0, 2, 5), (2, 4, 7)]), "0 0 0:4:7");
    assert_eq!(merged(0, &[(2, 4, 7), (0, 1, 5)]), "0 0 0:1:5 2:4:7");
}

#[test]
fn a_higher_piece_takes_the_larger_area_within_the_threshold() {
    assert_eq!(merged(1, &[(0, 2, 9), (2, 4, 7)]), "0 0 0:4:7");
    assert_eq!(merged(2, &[(0, 2, 9), (2, 4, 7)]), "0 0 0:4:9");
}

#[test]
fn a_lower_piece_leaves_the_surface_its_area_beyond_the_threshold() {
    assert_eq!(merged(2, &[(0, 5, 3), (1, 2, 9)]), "0 0 0:5:3");
    assert_eq!(merged(3, &[(0, 5, 3), (1, 2, 9)]), "0 0 0:5:9");
}

#[test]
fn pieces_with_the_same_surface_take_the_larger_area() {
    assert_eq!(merged(0, &[(0, 5, 3), (3, 5, 9)]), "0 0 0:5:9");
    assert_eq!(merged(0, &[(0, 5, 9), (3, 5, 3)]), "0 0 0:5:9");
}

#[test]
fn a_piece_meets_old_spans_from_the_bottom_up_and_grows_on_the_way() {
    assert_eq!(merged(0, &[(0, 1, 1), (3, 4, 2), (1, 3, 5)]), "0 0 0:4:2");
    assert_eq!(merged(1, &[(0, 1, 1), (3, 4, 2), (1, 3, 5)]), "0 0 0:4:5");
    assert_eq!(merged(2, &[(0, 1, 8), (3, 4, 2), (1, 3, 5)]), "0 0 0:4:8");
}

#[test]
fn the_order_of_pieces_is_part_of_the_result() {
    assert_eq!(merged(1, &[(0, 2, 9), (0, 3, 1), (0, 4, 2)]), "0 0 0:4:9");
    assert_eq!(merged(1, &[(0, 4, 2), (0, 3, 1), (0, 2, 9)]), "0 0 0:4:2");
}

#[test]
fn the_merge_threshold_follows_the_climb_unless_it_is_set() {
    let mut settings = SpanSettings { climb_rows: 7, ..SpanSettings::HUMANOID };
    assert_eq!(settings.merge_threshold(), 7);
    settings.merge_threshold_rows = Some(0);
    assert_eq!(settings.merge_threshold(), 0);
}

#[test]
fn a_closed_box_of_triangles_is_a_shell() {
    let top = floor([0.0, 0.0], [1.0, 1.0], 5.0);
    let bottom = floor([0.0, 0.0], [1.0, 1.0], 1.0).map(flipped);
    let run = run(&mesh_scene([1, 1, 6], &[top, bottom].concat()));
    assert_eq!(lines(&run, Stage::Merged), ["0 0 1:2:0 4:5:63"]);
}

// Section 4: height grids.

fn height_grid([count_x, count_z]: [i64; 2], spacing: f32, heights: &[f64]) -> Input {
    Input::HeightGrid(Arc::new(HeightGrid { count_x, count_z, spacing, x0: 0.0, z0: 0.0, heights: heights.to_vec() }))
}

fn height_grid_lines(dimensions: [i64; 3], grid: Input) -> Vec<String> {
    lines(&run(&Scene { frame: unit_frame(dimensions), inputs: vec![grid], ..Scene::default() }), Stage::Raw)
}

#[test]
fn a_height_grids_squares_go_row_by_row_with_two_triangles_each() {
    let expected = ["0 0 0 0 1 63", "1 0 0 0 1 63", "2 1 0 0 1 63", "3 1 0 0 1 63"];
    assert_eq!(height_grid_lines([2, 1, 2], height_grid([3, 2], 1.0, &[1.0; 6])), expected);
}

#[test]
fn a_square_is_cut_from_its_low_to_its_high_corner_and_the_half_at_high_z_comes_first() {
    let expected = ["0 0 0 0 1 63", "0 0 1 0 1 63", "0 1 1 0 1 63", "1 0 0 0 1 63", "1 1 0 0 1 63", "1 1 1 0 1 63"];
    assert_eq!(height_grid_lines([2, 2, 2], height_grid([2, 2], 2.0, &[1.0; 4])), expected);
}

#[test]
fn heights_run_along_x_first() {
    let expected = ["0 0 0 0 1 63", "1 0 0 1 3 0"];
    assert_eq!(height_grid_lines([1, 1, 4], height_grid([2, 2], 1.0, &[1.0, 3.0, 1.0, 1.0])), expected);
}

// Section 5: voxel chunks.

#[test]
fn runs_are_added_by_z_then_x_then_upwards_whatever_their_order() {
    let runs = [[1, 1, 0, 1, 4], [0, 0, 0, 1, 1], [0, 0, 2, 1, 2], [1, 0, 0, 1, 3]];
    let expected = ["-1 0 0 0 1 1", "-1 0 0 2 3 2", "-1 1 0 0 1 3", "-1 1 1 0 1 4"];
    assert_eq!(lines(&run(&voxels([2, 2, 4], &runs)), Stage::Raw), expected);
}

#[test]
fn what_a_chunk_has_outside_the_grid_is_cut_and_counted() {
    let mut placed = chunk([2, 2, 5], &[[0, 0, 0, 5, 1], [1, 0, 0, 5, 1], [1, 1, 0, 1, 1], [1, 1, 2, 3, 1]]);
    placed.offset = [-1, -2, 0];
    let scene =
        Scene { frame: unit_frame([1, 2, 2]), inputs: vec![Input::Chunk(Arc::new(placed))], ..Scene::default() };
    let run = run(&scene);
    assert_eq!(lines(&run, Stage::Raw), ["-1 0 0 0 2 63", "-1 0 1 0 2 63"]);
    assert_eq!(run.tally.voxels_outside, 5 + 3 + 1 + 1);
}

#[test]
fn a_material_without_an_area_is_solid_but_not_walkable() {
    assert_eq!(lines(&run(&voxels([1, 1, 3], &[[0, 0, 0, 2, 255]])), Stage::Merged), ["0 0 0:2:0"]);
}

#[test]
fn touching_runs_keep_the_upper_area_because_a_chunk_merges_without_threshold() {
    assert_eq!(lines(&run(&voxels([1, 1, 4], &[[0, 0, 0, 2, 9], [0, 0, 2, 1, 3]])), Stage::Merged), ["0 0 0:3:3"]);
}

#[test]
fn the_threshold_belongs_to_the_piece_and_not_to_the_column() {
    let run_of_two = Input::Chunk(Arc::new(chunk([1, 1, 4], &[[0, 0, 0, 2, 1]])));
    let wall = triangles_with_areas(&[wall_in_column(0.0, 3.0)], &[9]);
    let scene = |inputs| Scene { frame: unit_frame([1, 1, 4]), inputs, ..Scene::default() };
    // The later piece brings its threshold: the climb for a triangle, 0 for a run.
    assert_eq!(lines(&run(&scene(vec![run_of_two.clone(), wall.clone()])), Stage::Merged), ["0 0 0:3:63"]);
    assert_eq!(lines(&run(&scene(vec![wall, run_of_two])), Stage::Merged), ["0 0 0:3:9"]);
}

#[test]
fn a_dense_volume_runs_upwards_first_and_joins_equal_neighbours() {
    let chunk = VoxelChunk::from_dense(2, 1, 3, &[1, 1, 0, 2, 3, 3]).expect("the size fits");
    let run = |x, start, length, material| VoxelRun { x, z: 0, start, length, material };
    assert_eq!(chunk.runs, [run(0, 0, 2, 1), run(1, 0, 1, 2), run(1, 1, 2, 3)]);
}

// Section 6: filters. Material 63 is walkable here, 255 is not.

/// The same runs `(start, end, material)` in every column of a square grid.
fn everywhere(side: i32, runs: &[[i32; 3]]) -> Scene {
    let columns = (0..side).flat_map(|z| (0..side).map(move |x| [x, z]));
    let all: Vec<[i32; 5]> =
        columns.flat_map(|[x, z]| runs.iter().map(move |&[start, end, m]| [x, z, start, end - start, m])).collect();
    voxels([side, side, 64], &all)
}

/// A stage's line of column 1, 1 of three by three columns, without the column's numbers.
fn centre(scene: &Scene, stage: Stage) -> String {
    let lines = lines(&run(scene), stage);
    lines.iter().find_map(|line| line.strip_prefix("1 1 ")).unwrap_or("nothing").to_owned()
}

#[test]
fn an_obstacle_within_climb_of_walkable_ground_takes_its_area() {
    let scene = |top| everywhere(1, &[[0, 1, 5], [2, top, 255]]);
    assert_eq!(lines(&run(&scene(5)), Stage::LowHanging), ["0 0 0:1:5 2:5:5"]);
    assert_eq!(lines(&run(&scene(6)), Stage::LowHanging), ["0 0 0:1:5 2:6:0"]);
}

#[test]
fn an_obstacle_on_an_obstacle_stays_what_it_is() {
    let scene = everywhere(1, &[[0, 1, 5], [2, 3, 255], [4, 5, 255]]);
    assert_eq!(lines(&run(&scene), Stage::LowHanging), ["0 0 0:1:5 2:3:5 4:5:0"]);
}

#[test]
fn low_hanging_leaves_walkable_spans_and_the_lowest_span_alone() {
    let scene = everywhere(1, &[[0, 1, 255], [2, 3, 7], [4, 5, 9]]);
    assert_eq!(lines(&run(&scene), Stage::LowHanging), ["0 0 0:1:0 2:3:7 4:5:9"]);
}

/// Three by three columns: the centre's runs and those of its neighbours at -x, +z, +x, -z.
fn surrounded(centre: &[[i32; 2]], neighbours: [&[[i32; 2]]; 4]) -> Scene {
    let places = [([1, 1], centre), ([0, 1], neighbours[0]), ([1, 2], neighbours[1])];
    let places = places.into_iter().chain([([2, 1], neighbours[2]), ([1, 0], neighbours[3])]);
    let runs: Vec<[i32; 5]> = places
        .flat_map(|([x, z], runs)| runs.iter().map(move |&[start, end]| [x, z, start, end - start, 63]))
        .collect();
    voxels([3, 3, 64], &runs)
}

#[test]
fn ground_at_the_grids_border_is_a_ledge() {
    let lines = lines(&run(&everywhere(3, &[[0, 1, 63]])), Stage::Ledges);
    let walkable: Vec<&String> = lines.iter().filter(|line| line.ends_with(":63")).collect();
    assert_eq!(walkable, ["1 1 0:1:63"]);
}

#[test]
fn a_drop_of_the_climb_is_no_ledge_and_one_row_more_is() {
    let beside = |low| surrounded(&[[0, 6]], [&[[0, low]], &[[0, 6]], &[[0, 6]], &[[0, 6]]]);
    assert_eq!(centre(&beside(2), Stage::Ledges), "0:6:63");
    assert_eq!(centre(&beside(1), Stage::Ledges), "0:6:0");
}

#[test]
fn an_empty_neighbour_counts_as_a_floor_one_climb_below_row_0() {
    let beside_nothing = surrounded(&[[0, 1]], [&[], &[[0, 1]], &[[0, 1]], &[[0, 1]]]);
    assert_eq!(centre(&beside_nothing, Stage::Ledges), "0:1:0");
}

#[test]
fn floors_beside_that_lie_apart_more_than_the_climb_make_a_ledge() {
    let between = |low, high| surrounded(&[[0, 10]], [&[[0, low]], &[[0, 10]], &[[0, high]], &[[0, 10]]]);
    assert_eq!(centre(&between(8, 12), Stage::Ledges), "0:10:63");
    assert_eq!(centre(&between(8, 13), Stage::Ledges), "0:10:0", "though each step alone is within the climb");
}

#[test]
fn a_floor_above_the_climb_is_no_reason_for_a_ledge() {
    let beside_a_wall = surrounded(&[[0, 1]], [&[[0, 30]], &[[0, 1]], &[[0, 1]], &[[0, 1]]]);
    assert_eq!(centre(&beside_a_wall, Stage::Ledges), "0:1:63");
}

#[test]
fn a_gap_too_low_to_pass_is_no_drop() {
    let beside = |ceiling| surrounded(&[[0, 20]], [&[[0, 1], [ceiling, 40]], &[[0, 20]], &[[0, 20]], &[[0, 20]]]);
    assert_eq!(centre(&beside(29), Stage::Ledges), "0:20:63");
    assert_eq!(centre(&beside(30), Stage::Ledges), "0:20:0");
}

#[test]
fn ground_without_a_passable_gap_around_is_kept() {
    let low = everywhere(3, &[[0, 1, 63], [3, 4, 63]]);
    assert_eq!(centre(&low, Stage::Ledges), "0:1:63 3:4:63");
}

#[test]
fn ledges_read_geometry_only_and_not_whether_a_neighbour_is_walkable() {
    let mut scene = surrounded(&[[0, 6]], [&[[0, 6]], &[[0, 6]], &[[0, 6]], &[[0, 6]]]);
    let Input::Chunk(chunk) = &scene.inputs[0] else { panic!("voxels are a chunk") };
    let mut chunk = VoxelChunk::clone(chunk);
    chunk.runs[1].material = 255;
    scene.inputs = vec![Input::Chunk(Arc::new(chunk))];
    assert_eq!(centre(&scene, Stage::Ledges), "0:6:63");
}

#[test]
fn ground_under_a_ceiling_lower_than_the_agent_is_not_walkable() {
    assert_eq!(centre(&everywhere(3, &[[0, 1, 63], [10, 11, 255]]), Stage::LowHeight), "0:1:0 10:11:0");
    assert_eq!(centre(&everywhere(3, &[[0, 1, 63], [11, 12, 255]]), Stage::LowHeight), "0:1:63 11:12:0");
}

#[test]
fn the_top_span_has_room_even_at_the_grids_upper_side() {
    assert_eq!(centre(&everywhere(3, &[[0, 64, 63]]), Stage::LowHeight), "0:64:63");
}

// Section 7: the compact heightfield.

#[test]
fn open_spans_link_in_the_order_minus_x_plus_z_plus_x_minus_z() {
    let expected = [
        "1 1 1:65535:63:63,0,0,63",
        "2 1 1:65535:63:0,0,63,63",
        "1 2 1:65535:63:63,63,0,0",
        "2 2 1:65535:63:0,63,63,0",
    ];
    assert_eq!(lines(&run(&everywhere(4, &[[0, 1, 63]])), Stage::Compact), expected);
}

#[test]
fn an_open_span_reaches_up_to_the_next_span_even_one_that_is_not_walkable() {
    assert_eq!(centre(&everywhere(3, &[[0, 1, 63], [12, 13, 255]]), Stage::Compact), "1:11:63:63,63,63,63");
}

/// Two inner columns, 1, 1 and 2, 1, with their own spans, amid ground whose surface is `ground`.
fn pair(ground: i32, left: &[[i32; 2]], right: &[[i32; 2]], climb: i32, height: i32) -> Vec<String> {
    let mut runs = Vec::new();
    for (x, z) in (0..3).flat_map(|z| (0..4).map(move |x| (x, z))) {
        let own = match (x, z) {
            (1, 1) => left,
            (2, 1) => right,
            _ => &[[0, ground]],
        };
        runs.extend(own.iter().map(|&[start, end]| [x, z, start, end - start, 63]));
    }
    let mut scene = voxels([4, 3, 64], &runs);
    (scene.settings.climb_rows, scene.settings.height_rows) = (climb, height);
    lines(&run(&scene), Stage::Compact)
}

#[test]
fn a_link_goes_to_the_lowest_span_in_reach_and_can_be_one_way() {
    let expected = ["1 1 10:65535:63:63,63,0,63", "2 1 3:12:63:0,63,63,63 16:65535:63:0,63,63,63"];
    assert_eq!(pair(10, &[[0, 10]], &[[0, 3], [15, 16]], 20, 2), expected);
}

#[test]
fn a_step_of_the_climb_is_linked() {
    let linked = ["1 1 6:65535:63:63,63,0,63", "2 1 10:65535:63:0,63,63,63"];
    assert_eq!(pair(8, &[[0, 6]], &[[0, 10]], 4, 2), linked);
}

/// Whether a link leads from free rows over one floor to those over another; `[floor, ceiling]`.
fn links(from: [u16; 2], to: [u16; 2], height: i32, climb: i32) -> bool {
    let open = |[y, ceiling]: [u16; 2]| OpenSpan { y, height: ceiling - y, links: [NO_LINK; 4], solid: 0 };
    can_step(&open(from), &open(to), height, climb)
}

#[test]
fn a_link_is_at_most_the_climb_up_or_down() {
    assert!(links([6, 60], [10, 60], 2, 4) && links([10, 60], [6, 60], 2, 4));
    assert!(!links([6, 60], [11, 60], 2, 4) && !links([11, 60], [6, 60], 2, 4));
}

#[test]
fn a_link_needs_the_agents_height_between_the_higher_floor_and_the_lower_ceiling() {
    assert!(links([3, 8], [6, 11], 2, 4));
    assert!(!links([3, 8], [6, 11], 3, 4), "5 rows are free on both sides, and between them 2");
}

// Section 8: erosion.

#[test]
fn ground_nearer_to_its_border_than_the_radius_is_taken_away() {
    let run = run(&everywhere(7, &[[0, 1, 63]]));
    let lines = lines(&run, Stage::Eroded);
    let row: Vec<&String> = lines.iter().filter(|line| line.split(' ').nth(1) == Some("3")).collect();
    let expected = ["1 3 1:65535:0:0", "2 3 1:65535:0:2", "3 3 1:65535:63:4", "4 3 1:65535:0:2", "5 3 1:65535:0:0"];
    assert_eq!(row, expected);
}

#[test]
fn two_links_at_a_right_angle_cost_three() {
    let mut scene = everywhere(13, &[[0, 1, 63]]);
    let Input::Chunk(chunk) = &scene.inputs[0] else { panic!("voxels are a chunk") };
    let mut chunk = VoxelChunk::clone(chunk);
    chunk.runs[6 * 13 + 7].material = 255;
    scene.inputs = vec![Input::Chunk(Arc::new(chunk))];
    scene.settings.radius_cells = 3;
    let lines = lines(&run(&scene), Stage::Eroded);
    // Column 7, 6 has no ground, so 6, 6 is at a border; 5, 5 lies diagonally to it, 5, 6 beside it, 4, 5 one further.
    for (column, distance) in [("6 6", 0), ("5 5", 3), ("5 6", 2), ("4 5", 5), ("4 4", 6)] {
        let area = if distance < 6 { 0 } else { 63 };
        let expected = format!("{column} 1:65535:{area}:{distance}");
        assert!(lines.contains(&expected), "{expected} is missing in {lines:#?}");
    }
}

#[test]
fn a_diagonal_is_tried_over_either_of_its_corners() {
    // From column 4, 4 at row 4 a step down leads to a cave, and a step up to its roof, whose far sides are borders. Both lie
    // in column 5, 5: the way over the low corner ends in the cave, the way over the high one on the roof, 3 away.
    let runs_of = |x: i32, z: i32| -> Vec<[i32; 2]> {
        match (x > 4, z > 4) {
            (false, false) => vec![[0, 4]],
            (true, false) if (x, z) == (5, 4) => vec![[0, 3], [9, 10]],
            (true, false) => vec![[0, 3]],
            (false, true) if (x, z) == (4, 5) => vec![[0, 1], [5, 6]],
            (false, true) => vec![[0, 6]],
            (true, true) => vec![[0, 1], [7, 8]],
        }
    };
    for swap in [false, true] {
        let mut runs = Vec::new();
        for (x, z) in (0..10).flat_map(|z| (0..10).map(move |x| (x, z))) {
            let own = if swap { runs_of(z, x) } else { runs_of(x, z) };
            runs.extend(own.iter().map(|&[start, end]| [x, z, start, end - start, 63]));
        }
        let mut scene = voxels([10, 10, 16], &runs);
        scene.settings = SpanSettings { height_rows: 2, climb_rows: 4, radius_cells: 3, ..scene.settings };
        let lines = lines(&run(&scene), Stage::Eroded);
        let line = lines.iter().find(|line| line.starts_with("4 4 ")).map(String::as_str);
        assert_eq!(line, Some("4 4 4:65535:0:3"), "x and z swapped: {swap}");
    }
}

#[test]
fn a_radius_of_0_takes_nothing_away() {
    let mut scene = everywhere(3, &[[0, 1, 63]]);
    scene.settings.radius_cells = 0;
    assert_eq!(centre(&scene, Stage::Eroded), "1:65535:63:0");
}

// Section 9: area volumes.

const SQUARE: [[f64; 2]; 4] = [[1.0, 1.0], [1.0, 2.0], [2.0, 2.0], [2.0, 1.0]];

/// The area of the floor at height 1 and position 1.5, 1.5 after these volumes: polygon, lowest, highest, area.
fn area_after(volumes: &[(&[[f64; 2]], f64, f64, u8)]) -> String {
    let mut scene = everywhere(3, &[[0, 1, 63]]);
    scene.settings.radius_cells = 0;
    let volume = |&(polygon, min_y, max_y, area): &(&[[f64; 2]], f64, f64, u8)| ConvexVolume {
        polygon: polygon.to_vec(),
        min_y,
        max_y,
        area,
    };
    scene.volumes = volumes.iter().map(volume).collect();
    centre(&scene, Stage::Volumes)
}

#[test]
fn a_floor_inside_a_volume_takes_its_area_in_either_winding() {
    let mut other = SQUARE;
    other.reverse();
    for polygon in [SQUARE, other] {
        assert_eq!(area_after(&[(&polygon, 0.0, 2.0, 7)]), "1:65535:7");
    }
}

#[test]
fn a_cell_centre_on_the_polygons_edge_or_corner_is_inside() {
    let half = [[1.5, 1.0], [1.5, 2.0], [3.0, 2.0], [3.0, 1.0]];
    let corner = [[1.5, 1.5], [1.5, 3.0], [3.0, 3.0]];
    let beside = [[1.500_001, 1.0], [1.500_001, 2.0], [3.0, 2.0], [3.0, 1.0]];
    assert_eq!(area_after(&[(&half, 0.0, 2.0, 7)]), "1:65535:7");
    assert_eq!(area_after(&[(&corner, 0.0, 2.0, 7)]), "1:65535:7");
    assert_eq!(area_after(&[(&beside, 0.0, 2.0, 7)]), "1:65535:63");
}

#[test]
fn the_ends_of_the_interval_belong_to_it() {
    assert_eq!(area_after(&[(&SQUARE, 1.0, 1.0, 7)]), "1:65535:7");
    assert_eq!(area_after(&[(&SQUARE, 1.000_001, 9.0, 7)]), "1:65535:63");
    assert_eq!(area_after(&[(&SQUARE, -9.0, 0.999_999, 7)]), "1:65535:63");
    assert_eq!(area_after(&[(&SQUARE, f64::NEG_INFINITY, 1e300, 7)]), "1:65535:7", "2^21 does not bound it");
}

#[test]
fn a_later_volume_overwrites_and_what_became_0_stays_0() {
    let volume = |area| -> (&[[f64; 2]], f64, f64, u8) { (&SQUARE, 0.0, 2.0, area) };
    assert_eq!(area_after(&[volume(7), volume(8)]), "1:65535:8");
    assert_eq!(area_after(&[volume(7), volume(0), volume(8)]), "1:65535:0");
}

#[test]
fn collinear_and_repeated_corners_are_allowed() {
    let polygon = [[1.0, 1.0], [1.0, 1.5], [1.0, 2.0], [2.0, 2.0], [2.0, 2.0], [2.0, 1.0]];
    assert_eq!(area_after(&[(&polygon, 0.0, 2.0, 7)]), "1:65535:7");
}

// Section 10: defaults.

#[test]
fn the_default_agent_is_the_humanoid() {
    let settings = SpanSettings::default();
    assert_eq!(settings.slope_cosine, 0.707_106_77);
    assert_eq!((settings.height_rows, settings.climb_rows, settings.radius_cells), (10, 4, 2));
    assert_eq!(settings.merge_threshold(), 4);
}
