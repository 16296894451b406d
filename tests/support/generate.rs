//! Small random scenes with coordinates chosen to be unpleasant.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use spanscope::pipeline::{ConvexVolume, FrameSpec, HeightGrid, Input, Mesh, Scene, SpanSettings, VoxelChunk};
use std::sync::Arc;

/// A run of this many cases, the same ones each time, so that a failure is never a matter of luck. Set `PROPTEST_RNG_SEED` to
/// look elsewhere.
pub fn cases(cases: u32) -> Config {
    let mut config = Config { cases, failure_persistence: None, ..Config::default() };
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        config.rng_seed = RngSeed::Fixed(20_250_101);
    }
    config
}

/// A scene that passes every check: a small frame, up to three inputs, up to two volumes.
pub fn scene() -> impl Strategy<Value = Scene> {
    let cell = || prop::sample::select(vec![1.0_f32, 0.3, 0.25, 0.1, 1.93]);
    let origin = || prop::sample::select(vec![0.0, 0.1, -3.7, 1000.3]);
    let frame = ([1_i64..=12, 1_i64..=12, 1_i64..=24], cell(), cell(), [origin(), origin(), origin()]);
    let inputs = prop::collection::vec(input(), 1..=3);
    let volumes = prop::collection::vec(volume(), 0..=2);
    (frame, settings(), inputs, volumes).prop_map(|(frame, settings, inputs, volumes)| {
        let (dimensions, cell_size, cell_height, origin) = frame;
        let place = Placement { origin, cell: [cell_size, cell_height, cell_size].map(f64::from) };
        Scene {
            frame: FrameSpec::Grid { origin, cell_size, cell_height, dimensions },
            settings,
            inputs: inputs.into_iter().map(|input| place.input(input)).collect(),
            volumes: volumes.into_iter().map(|volume| place.volume(volume)).collect(),
        }
    })
}

/// Settings in bounds, with slopes and thresholds at their ends.
pub fn settings() -> impl Strategy<Value = SpanSettings> {
    let slope = prop::sample::select(vec![-1.0_f32, 0.0, 0.5, 0.707_106_77, 1.0]);
    let merge = prop_oneof![Just(None), (0..=8).prop_map(Some), Just(Some(i32::MAX))];
    (slope, prop_oneof![1..=4, 1..=12], 0..=6, prop_oneof![0..=1, 0..=4], merge).prop_map(
        |(slope_cosine, height_rows, climb_rows, radius_cells, merge)| SpanSettings {
            slope_cosine,
            height_rows,
            climb_rows,
            radius_cells,
            merge_threshold_rows: merge,
        },
    )
}

/// A coordinate in cells, inside and around the frame.
fn coordinate() -> impl Strategy<Value = f64> {
    let cell = || (-2..=14).prop_map(f64::from);
    prop_oneof![
        4 => cell(),
        2 => cell().prop_map(|c| c + 0.5),
        1 => cell().prop_map(|c| c + 1.0 / 3.0),
        1 => cell().prop_map(|c| c + 1e-7),
        1 => cell().prop_map(|c| c - 1e-7),
        3 => -3.0..15.0,
    ]
}

fn point() -> impl Strategy<Value = [f64; 3]> {
    [coordinate(), coordinate(), coordinate()]
}

/// A triangle in cells: any, level, a wall on a grid line or off it, nearly vertical, a sliver, without area.
/// Boxed, as its many kinds would fill a test's stack.
pub fn triangle() -> BoxedStrategy<[[f64; 3]; 3]> {
    let three = || [point(), point(), point()];
    let wall = |axis: usize| {
        (three(), coordinate()).prop_map(move |(mut points, at)| {
            points.iter_mut().for_each(|point| point[axis] = at);
            points
        })
    };
    let near = |step: f64| {
        three().prop_map(move |[a, b, _]| [a, b, [(a[0] + b[0]) / 2.0 + step, b[1] + 1.0, (a[2] + b[2]) / 2.0 - step]])
    };
    prop_oneof![
        6 => three(),
        3 => wall(1),
        2 => wall(0),
        2 => wall(2),
        1 => near(0.0),
        1 => near(1e-7),
        1 => near(1e-3),
        1 => [point(), point()].prop_map(|[a, b]| [a, b, a]),
    ]
    .boxed()
}

/// An input in cells.
#[derive(Clone, Debug)]
enum InCells {
    Mesh(Vec<[[f64; 3]; 3]>, Option<Vec<Option<u8>>>),
    Heights([usize; 2], f32, [f64; 2], Vec<f64>),
    Chunk(VoxelChunk),
}

fn input() -> impl Strategy<Value = InCells> {
    let triangles = prop::collection::vec(triangle(), 1..=8);
    let areas = prop::option::weighted(0.4, prop::collection::vec(prop::option::weighted(0.9, area()), 8));
    let mesh = (triangles, areas).prop_map(|(triangles, areas)| {
        let areas = areas.map(|areas| areas[..triangles.len()].to_vec());
        InCells::Mesh(triangles, areas)
    });
    let spacing = prop::sample::select(vec![1.0_f32, 0.3, 2.5]);
    let heights = ([2..=6_usize, 2..=6_usize], spacing, [coordinate(), coordinate()]).prop_flat_map(
        |(count, spacing, corner)| {
            let heights = prop::collection::vec(coordinate(), count[0] * count[1]);
            heights.prop_map(move |heights| InCells::Heights(count, spacing, corner, heights))
        },
    );
    // Ground over the whole grid, so that something is left of it after the ledges and the erosion.
    let ground = (0..=8, 1..=255_u8).prop_map(|(row, area)| {
        let [low, high, y] = [-1.0, 15.0, f64::from(row)];
        let (a, b, c, d) = ([low, y, low], [low, y, high], [high, y, high], [high, y, low]);
        InCells::Mesh(vec![[a, b, c], [a, c, d]], Some(vec![Some(area); 2]))
    });
    prop_oneof![4 => mesh, 1 => heights, 2 => chunk().prop_map(InCells::Chunk), 2 => ground]
}

fn area() -> impl Strategy<Value = u8> {
    prop_oneof![Just(0), Just(63), any::<u8>()]
}

fn chunk() -> impl Strategy<Value = VoxelChunk> {
    let size = [1..=6_i32, 1..=6_i32, 1..=8_i32];
    (size, [-3..=6_i32, -3..=6_i32, -3..=6_i32], any::<u64>()).prop_map(|(size, offset, bits)| {
        let [width, depth, height] = size;
        // From one number and not from a strategy a voxel, which would take most of the test's time.
        let noise = |n: u64| (bits ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let voxels: Vec<u8> =
            (0..width * depth * height).map(|n| [0, 0, 0, 1, 2][noise(n as u64) as usize % 5]).collect();
        let chunk = VoxelChunk::from_dense(width, depth, height, &voxels).expect("the size fits");
        let areas = (0..256).map(|n| [0, 63, noise(n + 1000) as u8][noise(n) as usize % 3]).collect();
        VoxelChunk { offset, material_areas: (bits % 2 == 0).then_some(areas), ..chunk }
    })
}

/// A rectangle or a right triangle in cells, an interval of rows, an area.
fn volume() -> impl Strategy<Value = ([f64; 4], bool, [f64; 2], u8)> {
    let corner = || prop::sample::select(vec![-1.0, 0.0, 1.5, 2.0, 3.25, 5.5]);
    let size = || prop::sample::select(vec![0.5, 3.0, 20.0]);
    let rectangle = (corner(), corner(), size(), size()).prop_map(|(x, z, w, d)| [x, z, x + w, z + d]);
    let interval = (corner(), size()).prop_map(|(low, size)| [low, low + size]);
    (rectangle, any::<bool>(), interval, area())
}

/// From cells to the world.
struct Placement {
    origin: [f64; 3],
    cell: [f64; 3],
}

impl Placement {
    fn axis(&self, axis: usize, cells: f64) -> f64 {
        self.origin[axis] + cells * self.cell[axis]
    }

    fn input(&self, input: InCells) -> Input {
        match input {
            InCells::Chunk(chunk) => Input::Chunk(Arc::new(chunk)),
            InCells::Mesh(triangles, areas) => {
                let world = |point: [f64; 3]| std::array::from_fn(|axis| self.axis(axis, point[axis]));
                let vertices: Vec<[f64; 3]> = triangles.into_iter().flatten().map(world).collect();
                let indices = (0..vertices.len() as i32).collect();
                Input::Mesh(Arc::new(Mesh { vertices, indices, areas }))
            }
            InCells::Heights([count_x, count_z], spacing, [x, z], heights) => Input::HeightGrid(Arc::new(HeightGrid {
                count_x: count_x as i64,
                count_z: count_z as i64,
                spacing: spacing * self.cell[0] as f32,
                x0: self.axis(0, x),
                z0: self.axis(2, z),
                heights: heights.into_iter().map(|height| self.axis(1, height)).collect(),
            })),
        }
    }

    fn volume(&self, (sides, is_triangle, [low, high], area): ([f64; 4], bool, [f64; 2], u8)) -> ConvexVolume {
        let [x0, x1] = [sides[0], sides[2]].map(|x| self.axis(0, x));
        let [z0, z1] = [sides[1], sides[3]].map(|z| self.axis(2, z));
        let mut polygon = vec![[x0, z0], [x0, z1], [x1, z1], [x1, z0]];
        polygon.truncate(if is_triangle { 3 } else { 4 });
        ConvexVolume { polygon, min_y: self.axis(1, low), max_y: self.axis(1, high), area }
    }
}
