//! The ends of every range, what is dropped on the way, and that size costs no more than it should.

mod support;

use spanscope::pipeline::{
    DropCause, DroppedPiece, FrameSpec, HeightGrid, Input, NO_LINK, PipelineError, Scene, Stage, VoxelChunk, VoxelRun,
};
use std::sync::Arc;
use std::time::{Duration, Instant};
use support::{areas, floor, lines, refusal, run, triangles, unit_frame, voxels};

fn scene(frame: FrameSpec, inputs: Vec<Input>) -> Scene {
    Scene { frame, inputs, ..Scene::default() }
}

#[test]
fn the_largest_frame_holds_a_floor_in_its_last_column_and_row() {
    for [width, depth] in [[65_536, 256], [256, 65_536]] {
        let [x, z] = [width, depth].map(|count| f64::from(count) - 1.0);
        let last = triangles(&floor([x, z], [x + 1.0, z + 1.0], 65_535.0));
        let run = run(&scene(unit_frame([width.into(), depth.into(), 65_535]), vec![last]));
        let expected = [format!("0 {x} {z} 65534 65535 63"), format!("1 {x} {z} 65534 65535 63")];
        assert_eq!(lines(&run, Stage::Raw), expected);
        assert_eq!(lines(&run, Stage::Merged), [format!("{x} {z} 65534:65535:63")]);
        assert_eq!(run.solid.columns(), 1 << 24);
    }
}

#[test]
fn a_span_can_fill_all_65535_rows() {
    let scene = voxels([3, 3, 65_535], &columns_of_three_by_three(&[[0, 65_535]]));
    let run = run(&scene);
    assert_eq!(lines(&run, Stage::Compact), ["1 1 65535:65535:63:63,63,63,63"]);
}

#[test]
fn a_link_reaches_position_62_and_none_beyond() {
    let runs: Vec<[i32; 2]> = (0..70).map(|i| [3 * i, 3 * i + 1]).collect();
    let all: Vec<[i32; 5]> = (0..3)
        .flat_map(|z| (0..4).map(move |x| (x, z)))
        .flat_map(|(x, z)| runs.iter().map(move |&[start, end]| [x, z, start, end - start, 63]))
        .collect();
    let mut scene = voxels([4, 3, 256], &all);
    (scene.settings.height_rows, scene.settings.climb_rows) = (2, 0);
    let run = run(&scene);
    let column = run.open.column(run.frame.column_index(1, 1));
    assert_eq!(column.len(), 70);
    let linked: Vec<u8> = column.map(|span| run.open.spans()[span].links[2]).collect();
    let expected: Vec<u8> = (0..63).chain([NO_LINK; 7]).collect();
    assert_eq!(linked, expected);
}

#[test]
fn a_piece_2_to_the_42_rows_away_is_dropped_with_its_place() {
    const FAR: f64 = 2_097_152.0;
    const CELL: f32 = 1.0 / 1_048_576.0;
    let frame = FrameSpec::Grid { origin: [-FAR; 3], cell_size: CELL, cell_height: CELL, dimensions: [4, 4, 4] };
    let high = triangles(&floor([-FAR, -FAR], [FAR, FAR], FAR));
    let run = run(&scene(frame, vec![high]));
    assert_eq!(run.pieces.pieces(), []);
    // One triangle is cut along the diagonal and leaves ten columns. The diagonal of the other runs towards the grid, and in
    // float32 its far end less the grid's width is still the far end: it is cut at the wrong corner and covers all sixteen.
    assert_eq!((run.tally.dropped(DropCause::OutsideRows), run.dropped.len()), (26, 26));
    assert!(run.dropped.iter().all(|piece| piece.rows == [(1 << 42) - 1, 1 << 42]), "{:?}", run.dropped);
}

#[test]
fn a_wall_over_2_to_the_42_rows_is_cut_to_the_grid() {
    const FAR: f64 = 2_097_152.0;
    const CELL: f32 = 1.0 / 1_048_576.0;
    let frame = FrameSpec::Grid { origin: [0.0; 3], cell_size: CELL, cell_height: CELL, dimensions: [1, 2, 65_535] };
    let wall =
        [[f64::from(CELL) / 2.0, -FAR, 0.0], [f64::from(CELL) / 2.0, FAR, 0.0], [f64::from(CELL) / 2.0, -FAR, FAR]];
    let run = run(&scene(frame, vec![triangles(&[wall])]));
    assert_eq!(lines(&run, Stage::Merged), ["0 0 0:65535:0", "0 1 0:65535:0"]);
}

#[test]
fn settings_at_their_largest_overflow_nowhere() {
    let mut scene = voxels([3, 3, 64], &columns_of_three_by_three(&[[0, 1], [40, 64]]));
    let settings = &mut scene.settings;
    settings.height_rows = i32::MAX;
    settings.climb_rows = i32::MAX;
    settings.merge_threshold_rows = Some(i32::MAX);
    settings.radius_cells = 1 << 20;
    scene.inputs.push(triangles(&[[[0.5, 1.0, 0.0], [0.5, 2.0, 0.0], [0.5, 1.0, 1.0]]]));
    let run = run(&scene);
    assert_eq!(lines(&run, Stage::Merged)[0], "0 0 0:2:63 40:64:63", "the wall is within the threshold of the floor");
    // A span with none above it has room for any agent, and no gap that such an agent could fall through is beside it.
    assert_eq!(lines(&run, Stage::Compact), ["1 1 64:65535:63:63,63,63,63"]);
}

#[test]
fn the_largest_radius_takes_everything_and_keeps_exact_distances() {
    let all: Vec<[i32; 5]> = (0..49).map(|i| [i % 7, i / 7, 0, 1, 63]).collect();
    let mut scene = voxels([7, 7, 4], &all);
    scene.settings.radius_cells = 1 << 20;
    let run = run(&scene);
    assert!(areas(&run, Stage::Eroded).iter().all(|&area| area == 0));
    assert_eq!(run.distances[10..15], [0, 2, 4, 2, 0], "the middle row of the five by five open spans");
}

#[test]
fn chunk_offsets_can_lie_anywhere() {
    let run_at = |offset, length| {
        let only = VoxelRun { x: 0, z: 0, start: 0, length, material: 1 };
        let chunk = VoxelChunk { offset, width: 1, depth: 1, height: length, runs: vec![only], material_areas: None };
        let run = run(&scene(unit_frame([1, 1, 5]), vec![Input::Chunk(Arc::new(chunk))]));
        (lines(&run, Stage::Raw).join("\n"), run.tally.voxels_outside)
    };
    const MOST: u64 = i32::MAX as u64;
    for far in [i32::MIN, i32::MAX] {
        for offset in [[far, 0, 0], [0, far, 0], [0, 0, far], [far; 3]] {
            assert_eq!(run_at(offset, i32::MAX), (String::new(), MOST), "{offset:?}");
        }
    }
    assert_eq!(run_at([0, i32::MIN + 4, 0], i32::MAX), ("-1 0 0 0 3 63".into(), MOST - 3));
    assert_eq!(run_at([0, 4, 0], i32::MAX), ("-1 0 0 4 5 63".into(), MOST - 1));
}

#[test]
fn an_automatic_frame_of_a_chunk_below_the_origin_is_refused_by_its_width() {
    let mut chunk = support::chunk([1, 1, 1], &[[0, 0, 0, 1, 1]]);
    chunk.offset = [i32::MIN; 3];
    let error = refusal(&Scene { inputs: vec![Input::Chunk(Arc::new(chunk))], ..Scene::default() });
    assert_eq!(error, PipelineError::Dimension { name: "width", value: -2_147_483_647, limit: 65_536 });
}

/// What one triangle drops in a unit grid, and how many pieces it leaves.
fn dropped(dimensions: [i64; 3], triangle: [[f64; 3]; 3]) -> (Vec<DroppedPiece>, usize) {
    let run = run(&scene(unit_frame(dimensions), vec![triangles(&[triangle])]));
    let counted: Vec<u64> = DropCause::ALL.iter().map(|&cause| run.tally.dropped(cause)).collect();
    let listed: Vec<u64> = DropCause::ALL
        .iter()
        .map(|&cause| run.dropped.iter().filter(|piece| piece.cause == cause).count() as u64)
        .collect();
    assert_eq!(counted, listed);
    assert_eq!(run.tally.outside, [0_u32; 0], "a triangle whose piece is dropped was over the grid");
    (run.dropped.clone(), run.pieces.pieces().len())
}

#[test]
fn a_piece_below_row_0_or_above_the_highest_is_dropped() {
    let [below, _] = floor([0.0, 0.0], [1.0, 1.0], -2.5);
    let [above, _] = floor([0.0, 0.0], [1.0, 1.0], 7.5);
    let piece = |rows| DroppedPiece { x: 0, z: 0, rows, triangle: 0, cause: DropCause::OutsideRows };
    assert_eq!(dropped([1, 1, 4], below), (vec![piece([-3, -2])], 0));
    assert_eq!(dropped([1, 1, 4], above), (vec![piece([7, 8])], 0));
}

#[test]
fn a_floor_on_the_grids_bottom_is_dropped() {
    let [bottom, _] = floor([0.0, 0.0], [1.0, 1.0], 0.0);
    let piece = DroppedPiece { x: 0, z: 0, rows: [-1, 0], triangle: 0, cause: DropCause::NoRowAtBottom };
    assert_eq!(dropped([1, 1, 4], bottom), (vec![piece], 0));
}

#[test]
fn a_wall_on_the_border_with_its_solid_outside_is_dropped_beside_the_nearest_column() {
    let piece = |x, z| DroppedPiece { x, z, rows: [0, 2], triangle: 0, cause: DropCause::WallOutsideGrid };
    let low = [[0.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 1.0]];
    assert_eq!(dropped([3, 1, 4], low), (vec![piece(0, 0)], 0));
    let high = [[3.0, 0.0, 0.0], [3.0, 0.0, 1.0], [3.0, 2.0, 0.0]];
    assert_eq!(dropped([3, 1, 4], high), (vec![piece(2, 0)], 0));
    let far = [[0.0, 0.0, 2.0], [0.0, 2.0, 2.0], [1.0, 0.0, 2.0]];
    assert_eq!(dropped([1, 2, 4], far), (vec![piece(0, 1)], 0));
}

#[test]
fn a_piece_of_a_nearly_vertical_wall_whose_area_rounds_to_0_is_dropped() {
    let nearly_vertical = [[0.05, 0.25, 0.05], [1.05, 0.75, 1.05], [0.55, 0.5, 0.550_000_06]];
    let piece = DroppedPiece { x: 1, z: 1, rows: [0, 1], triangle: 0, cause: DropCause::AreaRoundsToZero };
    assert_eq!(dropped([2, 2, 4], nearly_vertical), (vec![piece], 1));
}

#[test]
fn a_million_small_triangles_take_seconds() {
    let heights = (0..708 * 708).map(|i| f64::from(i % 708 * 7 % 13) * 0.05 + f64::from(i / 708 % 5) * 0.04).collect();
    let grid = HeightGrid { count_x: 708, count_z: 708, spacing: 0.42, x0: 0.0, z0: 0.0, heights };
    let scene = scene(
        FrameSpec::Auto { cell_size: 1.0, cell_height: 0.2, pad_below: 1, pad_above: 1, pad_side: 0 },
        vec![Input::HeightGrid(Arc::new(grid))],
    );
    let run = within(Duration::from_secs(60), || run(&scene));
    assert_eq!((run.frame.width(), run.frame.depth()), (297, 297));
    assert_eq!(run.tally.triangles, 2 * 707 * 707);
    assert_eq!(run.solid.spans().len(), 297 * 297);
}

#[test]
fn twenty_thousand_pieces_in_one_column_take_seconds() {
    // From the top down, so that each piece goes in front of all others.
    let wall = |i: i32| {
        let low = f64::from(3 * (20_000 - i));
        [[0.5, low, 0.0], [0.5, low + 1.0, 0.0], [0.5, low, 1.0]]
    };
    let walls: Vec<_> = (0..20_000).map(wall).collect();
    let run = within(Duration::from_secs(20), || run(&scene(unit_frame([1, 1, 65_535]), vec![triangles(&walls)])));
    assert_eq!(run.solid.spans().len(), 20_000);
    assert!(run.solid.spans().is_sorted_by(|a, b| a.max < b.min));
}

#[test]
fn columns_of_thousands_of_spans_beside_each_other_take_seconds() {
    let runs: Vec<[i32; 2]> = (0..4_000).map(|i| [6 * i, 6 * i + 2]).collect();
    let mut scene = voxels([3, 3, 24_000], &columns_of_three_by_three(&runs));
    scene.settings.height_rows = 3;
    let run = within(Duration::from_secs(4), || run(&scene));
    assert_eq!(run.open.spans().len(), 4_000);
}

/// The same runs `[start, end]` of material 63 in each of three by three columns.
fn columns_of_three_by_three(runs: &[[i32; 2]]) -> Vec<[i32; 5]> {
    let columns = (0..9).map(|i| [i % 3, i / 3]);
    columns.flat_map(|[x, z]| runs.iter().map(move |&[start, end]| [x, z, start, end - start, 63])).collect()
}

/// Does some work, which must not take longer than this. The bounds are generous: only a wrong order of growth breaks them.
#[track_caller]
fn within<T>(bound: Duration, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    let taken = start.elapsed();
    eprintln!("{taken:?} of at most {bound:?}");
    assert!(taken < bound, "{taken:?}, more than {bound:?}");
    result
}
