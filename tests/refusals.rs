//! Every rule a scene can break: the kind and the whole message, with the value and the bound.

mod support;

use spanscope::pipeline::{
    ConvexVolume, ErrorKind, FrameSpec, HeightGrid, Input, Mesh, Monitor, PipelineError, Place, Scene, SpanSettings,
    VoxelChunk,
};
use std::sync::Arc;
use support::{chunk, floor, refusal, triangles, unit_frame};

/// A scene that runs, to break in one place.
fn sound() -> Scene {
    let scene = Scene {
        frame: unit_frame([2, 2, 4]),
        inputs: vec![triangles(&floor([0.0, 0.0], [2.0, 2.0], 1.0))],
        volumes: vec![square([0.0, 0.0], [1.0, 1.0])],
        ..Scene::default()
    };
    assert!(spanscope::pipeline::run(&scene, &Monitor::default()).is_ok());
    scene
}

fn square([x0, z0]: [f64; 2], [x1, z1]: [f64; 2]) -> ConvexVolume {
    ConvexVolume { polygon: vec![[x0, z0], [x0, z1], [x1, z1], [x1, z0]], min_y: 0.0, max_y: 1.0, area: 5 }
}

#[track_caller]
fn assert_refused(scene: &Scene, kind: ErrorKind, message: &str) {
    let error = refusal(scene);
    assert_eq!((error.kind(), error.to_string().as_str()), (kind, message));
}

#[track_caller]
fn assert_frame(frame: FrameSpec, kind: ErrorKind, message: &str) {
    assert_refused(&Scene { frame, ..sound() }, kind, message);
}

#[track_caller]
fn assert_settings(change: impl FnOnce(&mut SpanSettings), message: &str) {
    let mut scene = sound();
    change(&mut scene.settings);
    assert_refused(&scene, ErrorKind::BadSettings, message);
}

/// The sound scene with a second input.
#[track_caller]
fn assert_input(input: Input, kind: ErrorKind, message: &str) {
    let mut scene = sound();
    scene.inputs.push(input);
    assert_refused(&scene, kind, message);
}

#[track_caller]
fn assert_mesh(change: impl FnOnce(&mut Mesh), kind: ErrorKind, message: &str) {
    let Input::Mesh(mesh) = triangles(&floor([0.0, 0.0], [1.0, 1.0], 1.0)) else { panic!("triangles are a mesh") };
    let mut mesh = Mesh::clone(&mesh);
    change(&mut mesh);
    assert_input(Input::Mesh(Arc::new(mesh)), kind, message);
}

#[track_caller]
fn assert_heights(change: impl FnOnce(&mut HeightGrid), kind: ErrorKind, message: &str) {
    let mut grid = HeightGrid { count_x: 2, count_z: 3, spacing: 1.0, x0: 0.0, z0: 0.0, heights: vec![1.0; 6] };
    change(&mut grid);
    assert_input(Input::HeightGrid(Arc::new(grid)), kind, message);
}

#[track_caller]
fn assert_chunk(change: impl FnOnce(&mut VoxelChunk), message: &str) {
    let mut chunk = chunk([2, 3, 4], &[[0, 0, 0, 1, 1], [0, 0, 2, 1, 1]]);
    change(&mut chunk);
    assert_input(Input::Chunk(Arc::new(chunk)), ErrorKind::BadChunk, message);
}

/// The sound scene with a second volume.
#[track_caller]
fn assert_volume(volume: ConvexVolume, kind: ErrorKind, message: &str) {
    let mut scene = sound();
    scene.volumes.push(volume);
    assert_refused(&scene, kind, message);
}

fn grid(origin: [f64; 3], cell_size: f32, cell_height: f32, dimensions: [i64; 3]) -> FrameSpec {
    FrameSpec::Grid { origin, cell_size, cell_height, dimensions }
}

fn bounds(min: [f64; 3], max: [f64; 3]) -> FrameSpec {
    FrameSpec::Bounds { min, max, cell_size: 1.0, cell_height: 1.0 }
}

#[test]
fn a_frames_corners_are_world_coordinates() {
    use ErrorKind::{NaN, OutOfRange};
    let far = 2_097_152.5;
    assert_frame(grid([f64::NAN, 0.0, 0.0], 1.0, 1.0, [1; 3]), NaN, "frame: origin x is not a number");
    let beyond = |place: &str| format!("frame: {place} is 2097152.5, beyond ±2097152 (2^21)");
    assert_frame(grid([0.0, far, 0.0], 1.0, 1.0, [1; 3]), OutOfRange, &beyond("origin y"));
    assert_frame(bounds([0.0, 0.0, f64::NAN], [1.0; 3]), NaN, "frame: min z is not a number");
    assert_frame(bounds([0.0; 3], [1.0, far, 1.0]), OutOfRange, &beyond("max y"));
    let infinite = "frame: max x is inf, beyond ±2097152 (2^21)";
    assert_frame(bounds([0.0; 3], [f64::INFINITY, 1.0, 1.0]), OutOfRange, infinite);
}

#[test]
fn the_bound_of_coordinates_is_inclusive() {
    let scene = Scene { frame: grid([-2_097_152.0; 3], 1.0, 1.0, [1; 3]), ..Scene::default() };
    assert_eq!(support::run(&scene).frame.origin(), [-2_097_152.0; 3]);
}

#[test]
fn cells_have_a_size_within_bounds() {
    let message = |name: &str, value: &str| {
        format!("frame: {name} is {value}, outside 0.0000009536743 (2^-20) to 1048576 (2^20)")
    };
    let bad = ErrorKind::BadGrid;
    assert_frame(grid([0.0; 3], 0.0, 1.0, [1; 3]), bad, &message("cell_size", "0"));
    assert_frame(grid([0.0; 3], f32::NAN, 1.0, [1; 3]), bad, &message("cell_size", "NaN"));
    assert_frame(grid([0.0; 3], 1.0, -1.0, [1; 3]), bad, &message("cell_height", "-1"));
    assert_frame(grid([0.0; 3], 1.0, 1_048_577.0, [1; 3]), bad, &message("cell_height", "1048577"));
    for (size, text) in [(f32::NAN, "NaN"), (f32::INFINITY, "inf"), (-0.5, "-0.5")] {
        let auto = FrameSpec::default();
        assert_frame(auto.with_cell(size, 1.0), bad, &message("cell_size", text));
        assert_frame(auto.with_cell(1.0, size), bad, &message("cell_height", text));
    }
    for size in [1.0 / 1_048_576.0, 1_048_576.0] {
        let scene = Scene { frame: grid([0.0; 3], size, size, [1; 3]), ..Scene::default() };
        assert_eq!(support::run(&scene).frame.cell_size(), size);
    }
}

#[test]
fn dimensions_are_within_their_limits() {
    let bad = ErrorKind::BadGrid;
    assert_frame(unit_frame([0, 1, 1]), bad, "frame: width is 0, outside 1 to 65536");
    assert_frame(unit_frame([65_537, 1, 1]), bad, "frame: width is 65537, outside 1 to 65536");
    assert_frame(unit_frame([1, i64::MIN, 1]), bad, "frame: depth is -9223372036854775808, outside 1 to 65536");
    assert_frame(unit_frame([1, 1, 65_536]), bad, "frame: height is 65536, outside 1 to 65535");
    assert_frame(unit_frame([65_536, 257, 1]), bad, "frame: 65536 x 257 columns are more than 16777216 (2^24)");
    assert_frame(bounds([0.0; 3], [1.0, 65_535.5, 1.0]), bad, "frame: height is 65536, outside 1 to 65535");
}

#[test]
fn bounds_enclose_something() {
    let empty = ErrorKind::EmptyBounds;
    let message = "frame: max y is 1, not above min y, which is 1";
    assert_frame(bounds([0.0, 1.0, 0.0], [1.0, 1.0, 1.0]), empty, message);
    let message = "frame: max z is -1, not above min z, which is 0";
    assert_frame(bounds([0.0; 3], [1.0, 1.0, -1.0]), empty, message);
    let nothing = Scene { inputs: Vec::new(), frame: FrameSpec::default(), ..sound() };
    let message = "frame: no input has a place to make the frame from; give an origin and dimensions, or min and max";
    assert_refused(&nothing, empty, message);
}

#[test]
fn settings_are_within_their_bounds() {
    assert_settings(|s| s.height_rows = 0, "settings: height is 0, outside 1 to 2147483647");
    assert_settings(|s| s.climb_rows = -1, "settings: climb is -1, outside 0 to 2147483647");
    assert_settings(|s| s.radius_cells = -1, "settings: radius is -1, outside 0 to 1048576");
    assert_settings(|s| s.radius_cells = 1_048_577, "settings: radius is 1048577, outside 0 to 1048576");
    let message = "settings: merge_threshold is -2147483648, outside 0 to 2147483647";
    assert_settings(|s| s.merge_threshold_rows = Some(i32::MIN), message);
    assert_settings(|s| s.slope_cosine = -1.5, "settings: slope_cosine is -1.5, outside -1 to 1");
    assert_settings(|s| s.slope_cosine = f32::NAN, "settings: slope_cosine is NaN, outside -1 to 1");
}

#[test]
fn indices_and_areas_fit_the_mesh() {
    let bad = ErrorKind::BadIndex;
    let message = "input 1: 5 indices are not whole triangles (a multiple of 3)";
    assert_mesh(|mesh| mesh.indices.truncate(5), bad, message);
    assert_mesh(|mesh| mesh.indices[4] = 6, bad, "input 1: index 4 is 6, outside the 6 vertices");
    assert_mesh(|mesh| mesh.indices[0] = -1, bad, "input 1: index 0 is -1, outside the 6 vertices");
    assert_mesh(|mesh| mesh.areas = Some(vec![Some(1); 3]), bad, "input 1: 3 areas for 2 triangles");
}

#[test]
fn referenced_vertices_are_world_coordinates_and_others_are_not_looked_at() {
    let nan = |mesh: &mut Mesh| mesh.vertices[2][1] = f64::NAN;
    assert_mesh(nan, ErrorKind::NaN, "input 1: y of vertex 2 is not a number");
    let far = |mesh: &mut Mesh| mesh.vertices[5][2] = -3e6;
    assert_mesh(far, ErrorKind::OutOfRange, "input 1: z of vertex 5 is -3000000, beyond ±2097152 (2^21)");
    let infinite = |mesh: &mut Mesh| mesh.vertices[0][0] = f64::NEG_INFINITY;
    assert_mesh(infinite, ErrorKind::OutOfRange, "input 1: x of vertex 0 is -inf, beyond ±2097152 (2^21)");

    let Input::Mesh(mesh) = triangles(&floor([0.0, 0.0], [2.0, 2.0], 1.0)) else { panic!("triangles are a mesh") };
    let mut mesh = Mesh::clone(&mesh);
    mesh.vertices.push([f64::NAN; 3]);
    let scene = Scene { inputs: vec![Input::Mesh(Arc::new(mesh))], ..sound() };
    assert_eq!(support::run(&scene).pieces.pieces().len(), 6);
}

#[test]
fn height_grids_have_two_by_two_heights_and_a_spacing() {
    let bad = ErrorKind::BadGrid;
    let message = "input 1: a height grid of 1 x 3 heights is below 2 x 2";
    assert_heights(|grid| grid.count_x = 1, bad, message);
    assert_heights(|grid| grid.count_z = 4, bad, "input 1: 6 heights for a height grid of 2 x 4");
    let message = "input 1: 6 heights for a height grid of 9223372036854775807 x 3";
    assert_heights(|grid| grid.count_x = i64::MAX, bad, message);
    for (spacing, text) in [(0.0, "0"), (-1.0, "-1"), (f32::INFINITY, "inf"), (f32::NAN, "NaN")] {
        let message = format!("input 1: the height grid's spacing is {text}, not finite and above 0");
        assert_heights(|grid| grid.spacing = spacing, bad, &message);
    }
    assert_heights(|grid| grid.heights[3] = f64::NAN, ErrorKind::NaN, "input 1: y of vertex 3 is not a number");
    let message = "input 1: x of vertex 3 is 2097152.5, beyond ±2097152 (2^21)";
    assert_heights(|grid| grid.x0 = 2_097_151.5, ErrorKind::OutOfRange, message);
}

#[test]
fn chunks_hold_sorted_runs_inside_themselves() {
    assert_chunk(|chunk| chunk.width = 0, "input 1: the chunk's width is 0, below 1");
    assert_chunk(|chunk| chunk.depth = -1, "input 1: the chunk's depth is -1, below 1");
    assert_chunk(|chunk| chunk.height = 0, "input 1: the chunk's height is 0, below 1");
    let message = "input 1: run 1 lies in column 2, 0, outside the chunk's 2 x 3";
    assert_chunk(|chunk| chunk.runs[1].x = 2, message);
    let message = "input 1: run 0 lies in column 0, -1, outside the chunk's 2 x 3";
    assert_chunk(|chunk| chunk.runs[0].z = -1, message);
    assert_chunk(|chunk| chunk.runs[1].length = 0, "input 1: run 1 has length 0, below 1");
    let message = "input 1: run 0 covers rows -1 to 0, outside the chunk's 0 to 4";
    assert_chunk(|chunk| chunk.runs[0].start = -1, message);
    let message = "input 1: run 1 covers rows 2 to 2147483649, outside the chunk's 0 to 4";
    assert_chunk(|chunk| chunk.runs[1].length = i32::MAX, message);
    assert_chunk(|chunk| chunk.runs[1].material = 0, "input 1: run 1 has material 0, outside 1 to 255");
    assert_chunk(|chunk| chunk.runs[1].material = 256, "input 1: run 1 has material 256, outside 1 to 255");
    let message = "input 1: run 1 starts at row 0, below row 1 where the run before it in its column ends";
    assert_chunk(|chunk| chunk.runs[1].start = 0, message);
    assert_chunk(|chunk| chunk.material_areas = Some(vec![1; 255]), "input 1: 255 material areas, not 256");
}

#[test]
fn a_dense_volume_has_as_many_voxels_as_its_size_says() {
    let error = VoxelChunk::from_dense(2, 2, 2, &[1; 7]).expect_err("one voxel is missing");
    assert_eq!(error.to_string(), "a dense volume of 2 x 2 x 2 does not have 7 voxels");
    assert_eq!(error.kind(), ErrorKind::BadChunk);
    let error = VoxelChunk::from_dense(i32::MAX, i32::MAX, i32::MAX, &[]).expect_err("the product overflows");
    assert_eq!(error.kind(), ErrorKind::BadChunk);
    assert!(VoxelChunk::from_dense(0, 1, 1, &[]).is_err());
}

#[test]
fn volumes_are_convex_prisms() {
    let bad = ErrorKind::BadVolume;
    let with = |polygon: &[[f64; 2]]| ConvexVolume { polygon: polygon.to_vec(), ..square([0.0; 2], [1.0; 2]) };
    assert_volume(with(&[[0.0, 0.0], [1.0, 0.0]]), bad, "volume 1: 2 corners, outside 3 to 256");
    let many: Vec<[f64; 2]> = (0..257).map(|i| [f64::from(i), f64::from(i * i)]).collect();
    assert_volume(with(&many), bad, "volume 1: 257 corners, outside 3 to 256");
    let line = [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]];
    assert_volume(with(&line), bad, "volume 1: the polygon has no area");
    let bow_tie = [[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]];
    let wrong_side = "volume 1: the polygon is not convex and simple (corner 3 lies on the wrong side of edge 0)";
    assert_volume(with(&bow_tie), bad, wrong_side);
    let upside_down = ConvexVolume { min_y: 2.0, max_y: 1.0, ..with(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]) };
    assert_volume(upside_down.clone(), bad, "volume 1: min_y is 2, not at or below max_y, which is 1");
    let nan = ConvexVolume { max_y: f64::NAN, ..upside_down };
    assert_volume(nan, bad, "volume 1: min_y is 2, not at or below max_y, which is NaN");
    let far = with(&[[0.0, 0.0], [1.0, 0.0], [0.0, 3e6]]);
    let message = "volume 1: z of corner 2 is 3000000, beyond ±2097152 (2^21)";
    assert_volume(far, ErrorKind::OutOfRange, message);
    let nan = with(&[[f64::NAN, 0.0], [1.0, 0.0], [0.0, 1.0]]);
    assert_volume(nan, ErrorKind::NaN, "volume 1: x of corner 0 is not a number");
}

#[test]
fn what_is_too_large_to_number_says_so() {
    // Scenes of these sizes do not fit into a test, so only the words are held here.
    let pieces = PipelineError::TooManyPieces { triangle: 7, limit: 100 };
    let message = "triangle 7 brings the raw pieces above 100; use larger cells or a smaller frame";
    assert_eq!((pieces.kind(), pieces.to_string().as_str()), (ErrorKind::TooLarge, message));
    let triangles = PipelineError::TooManyTriangles { triangles: 7, limit: 6 };
    assert_eq!(
        (triangles.kind(), triangles.to_string().as_str()),
        (ErrorKind::TooLarge, "7 triangles are more than 6")
    );
}

#[test]
fn a_cancelled_run_says_so() {
    let monitor = Monitor::default();
    monitor.cancel();
    let error = spanscope::pipeline::run(&sound(), &monitor).expect_err("the run was cancelled");
    assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::Cancelled, "the run was cancelled"));
}

#[test]
fn the_first_error_wins_in_the_order_frame_settings_inputs_volumes() {
    let mut scene = sound();
    scene.volumes[0].polygon.truncate(2);
    assert_eq!(refusal(&scene).kind(), ErrorKind::BadVolume);
    let mesh = Mesh { vertices: vec![[f64::NAN; 3]], indices: vec![0, 0, 9], areas: Some(vec![Some(1); 4]) };
    scene.inputs.push(Input::Mesh(Arc::new(mesh)));
    let index = PipelineError::Index { input: 1, position: 2, index: 9, vertices: 1 };
    assert_eq!(refusal(&scene), index, "index values come before areas, and areas before vertices");
    scene.settings.climb_rows = -1;
    assert_eq!(refusal(&scene).kind(), ErrorKind::BadSettings);
    scene.frame = unit_frame([0, 0, 0]);
    assert_eq!(refusal(&scene).kind(), ErrorKind::BadGrid);
}

#[test]
fn areas_are_checked_before_vertices_and_vertices_in_index_order() {
    let vertices = vec![[0.0; 3], [f64::NAN; 3], [9e9, 0.0, 0.0]];
    let mesh = |areas| Mesh { vertices: vertices.clone(), indices: vec![0, 2, 1], areas };
    let with = |mesh| Scene { inputs: vec![Input::Mesh(Arc::new(mesh))], ..sound() };
    let error = refusal(&with(mesh(Some(vec![]))));
    assert_eq!(error, PipelineError::AreaCount { input: 0, areas: 0, triangles: 1 });
    let place = Place::Vertex { input: 0, vertex: 2, axis: 'x' };
    assert_eq!(refusal(&with(mesh(None))), PipelineError::OutOfRange { place, value: 9e9 });
}

#[test]
fn an_error_in_a_later_input_leaves_no_result_of_the_earlier_ones() {
    let mut scene = sound();
    scene.inputs.push(Input::Chunk(Arc::new(chunk([1, 1, 1], &[[0, 0, 0, 2, 1]]))));
    let monitor = Monitor::default();
    assert!(spanscope::pipeline::run(&scene, &monitor).is_err());
    let (phase, part) = monitor.progress();
    assert_eq!((phase, part), (spanscope::pipeline::Phase::Reading, 0.0), "not one stage was begun");
}
