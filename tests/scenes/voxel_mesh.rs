//! The same solid as voxels and as a mesh.

use super::support::generate::cases;
use super::support::{lines, run, unit_frame};
use proptest::prelude::*;
use spanscope::pipeline::{FrameSpec, Input, Mesh, Scene, SpanSettings, Stage, VoxelChunk};
use spanscope::source::voxel_mesh::voxel_mesh;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A chunk of a few materials, half of it air.
fn chunk() -> impl Strategy<Value = VoxelChunk> {
    ([1..=4_i32, 1..=4_i32, 1..=5_i32], prop::collection::vec(0..=5_u8, 80), [-2..=2_i32, -2..=2_i32, -2..=2_i32])
        .prop_map(|([width, depth, height], noise, offset)| {
            let count = (width * depth * height) as usize;
            let voxels: Vec<u8> = noise[..count].iter().map(|&n| n.saturating_sub(2)).collect();
            let chunk = VoxelChunk::from_dense(width, depth, height, &voxels).expect("the size fits");
            VoxelChunk { offset, ..chunk }
        })
}

/// The cells of a chunk that are solid, in the grid.
fn solid(chunk: &VoxelChunk) -> BTreeSet<[i32; 3]> {
    let [x, y, z] = chunk.offset;
    let cells = chunk
        .runs
        .iter()
        .flat_map(|run| (run.start..run.start + run.length).map(move |row| [run.x + x, row + y, run.z + z]));
    cells.collect()
}

fn mesh_of(chunk: &VoxelChunk) -> Mesh {
    let scene = Scene { frame: unit_frame([9, 9, 9]), ..Scene::default() };
    voxel_mesh(chunk, &scene.resolve_frame().expect("a frame"))
}

/// Corners in whole cells.
fn in_cells(mesh: &Mesh) -> Vec<[[i32; 3]; 3]> {
    let whole = |part: f64| {
        assert_eq!(part, part.round());
        part as i32
    };
    mesh.triangles().map(|corners| corners.map(|corner| corner.map(whole))).collect()
}

/// How often each way of each step from corner to corner is gone; a side of a face of several rows is several steps, and the
/// two ways of a diagonal are gone by the two halves of a face.
fn steps(triangles: &[[[i32; 3]; 3]]) -> BTreeMap<[[i32; 3]; 2], i32> {
    let mut steps = BTreeMap::new();
    for &[a, b, c] in triangles {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            let way: [i32; 3] = std::array::from_fn(|axis| to[axis] - from[axis]);
            let is_straight = way.iter().filter(|part| **part != 0).count() == 1;
            let count = if is_straight { way.iter().map(|part| part.abs()).sum() } else { 1 };
            let at = |step: i32| std::array::from_fn(|axis| from[axis] + way[axis] * step / count);
            (0..count).for_each(|step| *steps.entry([at(step), at(step + 1)]).or_insert(0) += 1);
        }
    }
    steps
}

fn unmatched(triangles: &[[[i32; 3]; 3]]) -> usize {
    let steps = steps(triangles);
    steps.iter().filter(|([from, to], count)| steps.get(&[*to, *from]) != Some(count)).count()
}

/// Whether a triangle has a solid cell behind it and air before it, at a point inside of it.
fn faces_the_air([a, b, c]: [[i32; 3]; 3], solid: &BTreeSet<[i32; 3]>) -> bool {
    let [e, f] = [b, c].map(|to| [0, 1, 2].map(|axis| to[axis] - a[axis]));
    let normal = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]].map(i32::signum);
    assert_eq!(normal.iter().map(|part| part.abs()).sum::<i32>(), 1, "a face of a voxel is level or upright");
    // The corners' middle, and half a cell to either side of it.
    let cell = |side: i32| [0, 1, 2].map(|i| (2 * (a[i] + b[i] + c[i]) + 3 * side * normal[i]).div_euclid(6));
    solid.contains(&cell(-1)) && !solid.contains(&cell(1))
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn the_surface_of_voxels_is_closed_and_faces_the_air(chunk in chunk()) {
        let mesh = mesh_of(&chunk);
        let (triangles, solid) = (in_cells(&mesh), solid(&chunk));
        prop_assert_eq!(unmatched(&triangles), 0);
        prop_assert!(triangles.iter().all(|&triangle| faces_the_air(triangle, &solid)));
        let beside = |[x, y, z]: &[i32; 3]| {
            [[x - 1, *y, *z], [x + 1, *y, *z], [*x, y - 1, *z], [*x, y + 1, *z], [*x, *y, z - 1], [*x, *y, z + 1]]
        };
        let faces = solid.iter().flat_map(beside).filter(|cell| !solid.contains(cell)).count();
        let area = |[a, b, c]: &[[i32; 3]; 3]| -> i32 {
            let [e, f] = [b, c].map(|to| [0, 1, 2].map(|axis| to[axis] - a[axis]));
            (e[1] * f[2] - e[2] * f[1]).abs() + (e[2] * f[0] - e[0] * f[2]).abs() + (e[0] * f[1] - e[1] * f[0]).abs()
        };
        prop_assert_eq!(triangles.iter().map(area).sum::<i32>(), 2 * faces as i32, "twice a triangle is the face");
    }

    #[test]
    fn a_box_is_the_same_floor_as_voxels_and_as_a_mesh(
        [width, depth, height] in [1..=6_i32, 1..=6_i32, 1..=8_i32],
        [x, z, row] in [1..=4_i32, 1..=4_i32, 1..=4_i32],
        [size, rows] in [prop::sample::select(vec![1.0_f32, 0.25, 0.3]), prop::sample::select(vec![1.0_f32, 0.5, 0.2])],
    ) {
        let scene = solid_box([width, depth, height], [x, row, z], [size, rows]);
        prop_assert_eq!(lines(&run(&scene), Stage::Compact), lines(&run(&as_mesh(&scene)), Stage::Compact));
        // The rim of the top is a ledge.
        let inside = (width - 2).max(0) * (depth - 2).max(0);
        prop_assert_eq!(run(&scene).stage(Stage::Compact).len(), inside as usize);
    }
}

/// A box of voxels in a frame with room on every side.
fn solid_box([width, depth, height]: [i32; 3], offset: [i32; 3], [cell_size, cell_height]: [f32; 2]) -> Scene {
    let voxels = vec![1; (width * depth * height) as usize];
    let chunk = VoxelChunk { offset, ..VoxelChunk::from_dense(width, depth, height, &voxels).expect("the size fits") };
    let frame = FrameSpec::Grid { origin: [0.0; 3], cell_size, cell_height, dimensions: [12, 12, 24] };
    let settings = SpanSettings { height_rows: 2, climb_rows: 1, radius_cells: 0, ..SpanSettings::default() };
    Scene { frame, settings, inputs: vec![Input::Chunk(Arc::new(chunk))], volumes: Vec::new() }
}

/// The scene with its chunk as a mesh.
fn as_mesh(scene: &Scene) -> Scene {
    let frame = scene.resolve_frame().expect("a frame");
    let mut scene = scene.clone();
    for input in &mut scene.inputs {
        if let Input::Chunk(chunk) = input {
            *input = Input::Mesh(Arc::new(voxel_mesh(chunk, &frame)));
        }
    }
    scene
}

#[test]
fn a_hollow_box_on_a_floor_differs_as_the_specification_says() {
    let mut scene = solid_box([5, 5, 6], [3, 1, 3], [1.0, 1.0]);
    let floor = super::support::floor([0.0, 0.0], [12.0, 12.0], 1.0);
    scene.inputs.push(super::support::triangles(&floor));
    // Inside the shell the floor is still walkable, and there is height enough above it.
    let compact = |scene: &Scene| lines(&run(scene), Stage::Compact);
    assert_ne!(compact(&scene), compact(&as_mesh(&scene)));
    // With less room inside than an agent needs there is no such floor.
    let low = Scene { settings: SpanSettings { height_rows: 6, ..scene.settings }, ..scene };
    assert_eq!(compact(&low), compact(&as_mesh(&low)));
}

#[test]
fn an_open_surface_and_one_turned_round_are_noticed() {
    let chunk = VoxelChunk::from_dense(2, 1, 2, &[1, 1, 0, 2]).expect("the size fits");
    let triangles = in_cells(&mesh_of(&chunk));
    assert_eq!(unmatched(&triangles), 0);
    assert!(unmatched(&triangles[1..]) > 0);
    let solid = solid(&chunk);
    let [a, b, c] = triangles[0];
    assert!(faces_the_air([a, b, c], &solid) && !faces_the_air([a, c, b], &solid));
}

#[test]
fn upper_faces_have_the_area_of_their_material_and_the_others_none() {
    let areas: Vec<u8> = (0..=255).collect();
    let chunk = VoxelChunk::from_dense(1, 1, 3, &[4, 0, 9]).expect("the size fits");
    let mesh = mesh_of(&VoxelChunk { material_areas: Some(areas), ..chunk });
    let uppers: Vec<Option<u8>> = mesh.areas.clone().expect("areas").into_iter().filter(Option::is_some).collect();
    assert_eq!(uppers, [Some(4), Some(4), Some(9), Some(9)]);
    assert_eq!((mesh.triangle_count(), mesh.areas.expect("areas").len()), (24, 24));
}
