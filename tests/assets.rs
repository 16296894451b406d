//! The sample files that ship: each is made here, opened as a person opens it, and checked by value.
//!
//! With `UPDATE_GOLDEN=1` they are written anew.

use spanscope::io::{LoadedScene, load, load_mesh};
use spanscope::pipeline::{FrameSpec, Input, Monitor, PipelineRun, Stage, run};
use spanscope::source::fit::frame_of_samples;
use spanscope::source::{Content, DensityForm, HeightSource};
use std::path::PathBuf;

/// Where a sample is. It is written anew where that is asked for, and otherwise must be what is made here.
fn asset(name: &str, made: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, made).expect("the sample is written");
    }
    assert!(made.len() < 20_000, "{name} has {} bytes", made.len());
    path
}

#[track_caller]
fn assert_made_here(name: &str, made: &[u8]) -> PathBuf {
    let path = asset(name, made);
    assert!(std::fs::read(&path).expect("the sample") == made, "{name} is not what is made here");
    path
}

fn run_of(loaded: &LoadedScene) -> PipelineRun {
    run(&loaded.scene().expect("a scene"), &Monitor::default()).expect("a run")
}

/// The floors of a column from below: the lowest free row of each.
fn floors(run: &PipelineRun, x: u32, z: u32) -> Vec<u32> {
    let mut text = Vec::new();
    spanscope::pipeline::dump::write_stage(run, Stage::Compact, &mut text).expect("a vector takes every byte");
    let text = String::from_utf8(text).expect("dumps are ASCII");
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("{x} {z} "))).unwrap_or_default();
    line.split_whitespace().map(|span| span.split(':').next().expect("a row").parse().expect("a row")).collect()
}

// A height map.

const SIDE: u32 = 65;

/// The height of a sample: a lake, a hill with a flat top, and a ramp up to the east.
fn height(x: u32, z: u32) -> u16 {
    let from = |cx: u32, cz: u32| x.abs_diff(cx).pow(2) + z.abs_diff(cz).pow(2);
    let ramp = 8000 + 150 * x + 3 * z;
    let hill = 30_000_u32.saturating_sub(60 * from(20, 44)).min(24_000);
    let lake = (810_000 * from(44, 18)).isqrt() + 2000;
    ramp.max(hill).min(lake.max(5000)) as u16
}

fn terrain() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, SIDE, SIDE);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Sixteen);
    let samples = (0..SIDE).flat_map(|z| (0..SIDE).flat_map(move |x| height(x, z).to_be_bytes()));
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&samples.collect::<Vec<u8>>()).expect("an image");
    writer.finish().expect("an end");
    bytes
}

#[test]
fn the_terrain_has_sixteen_bits_and_three_landmarks() {
    // Another version of the encoder may pack it otherwise.
    let loaded = load(&asset("terrain.png", &terrain())).expect("a height map");
    let Content::Heights(HeightSource::Map(map)) = &loaded.document.sources[0].content else { panic!("heights") };
    assert_eq!(map.samples.counts, [SIDE as usize; 2]);
    let expected: Vec<f64> = (0..SIDE).flat_map(|z| (0..SIDE).map(move |x| height(x, z).into())).collect();
    assert_eq!(map.samples.values, expected);
    let at = |x: usize, z: usize| map.samples.values[x + 65 * z];
    assert_eq!([at(0, 64), at(20, 44), at(44, 18), at(64, 64)], [8192.0, 24_000.0, 5000.0, 17_792.0]);
    let levels: std::collections::BTreeSet<u64> = expected.iter().map(|height| *height as u64).collect();
    assert!(levels.len() > 256, "eight bits would do for {} levels", levels.len());
}

const TERRAIN: &str = r#"{
  "spanscope": 1,
  "inputs": [
    {"height_grid":{"file":"terrain.png","spacing":0.5,"scale_y":0.0005,"x0":-16.0,"z0":-16.0}}
  ]
}
"#;

#[test]
fn the_terrain_in_its_scene_is_walkable_but_for_the_steep_sides_of_the_hill() {
    let loaded = load(&assert_made_here("terrain.scene.json", TERRAIN.as_bytes())).expect("a scene");
    let run = run_of(&loaded);
    // The lake is the lowest, 2.5 units high, the hill the highest, 12: a row below, the rows between, a row above.
    assert_eq!((run.frame.origin()[0], run.frame.height()), (-16.0, 50));
    // Samples are 0.5 apart and cells 0.3: sample 44, 18 is in cell 73, 30, and sample 20, 44 in cell 33, 73.
    assert_eq!([floors(&run, 73, 30), floors(&run, 33, 73)], [vec![1], vec![49]]);
    let merged = run.stage(Stage::Merged);
    let steep = merged.len() - merged.walkable();
    assert!((50..merged.len() / 4).contains(&steep), "{steep} of {}", merged.len());
}

// Voxels.

const ROOMS: [u8; 3] = [24, 16, 8];

/// The material of a voxel, y up: ground 1, walls 2 with two doors, a step 3, a roof 4 over the second room.
fn material([x, y, z]: [u8; 3]) -> u8 {
    let is_wall = x == 0 || x == 23 || z == 0 || z == 15 || x == 12;
    let is_door = (x == 12 && (6..=9).contains(&z)) || (z == 15 && (4..=7).contains(&x));
    match y {
        0 => 1,
        7 if x >= 12 => 4,
        _ if is_wall && !is_door => 2,
        1 if (2..=4).contains(&x) && (2..=4).contains(&z) => 3,
        _ => 0,
    }
}

fn rooms() -> Vec<u8> {
    let [width, depth, height] = ROOMS;
    let mut voxels: Vec<[u8; 4]> = Vec::new();
    for y in 0..height {
        for z in 0..depth {
            for x in 0..width {
                // MagicaVoxel's second axis runs against our z.
                let of = material([x, y, z]);
                voxels.extend((of > 0).then_some([x, depth - 1 - z, y, of]));
            }
        }
    }
    let mut palette = [[128, 128, 128, 255_u8]; 256];
    palette[..4].copy_from_slice(&[[96, 120, 72, 255], [176, 168, 152, 255], [140, 90, 50, 255], [150, 60, 50, 255]]);
    let chunk =
        |name: &[u8; 4], content: &[u8]| [&name[..], &(content.len() as u32).to_le_bytes(), &[0; 4], content].concat();
    let size = ROOMS.map(|side| u32::from(side).to_le_bytes()).concat();
    let listed = [&(voxels.len() as u32).to_le_bytes()[..], voxels.as_flattened()].concat();
    let inside = [chunk(b"SIZE", &size), chunk(b"XYZI", &listed), chunk(b"RGBA", palette.as_flattened())].concat();
    let main = [&b"MAIN"[..], &[0; 4], &(inside.len() as u32).to_le_bytes()].concat();
    [b"VOX ".to_vec(), 150_u32.to_le_bytes().to_vec(), main, inside].concat()
}

#[test]
fn the_rooms_have_coloured_materials_doors_and_a_roof() {
    let mut loaded = load(&assert_made_here("rooms.vox", &rooms())).expect("voxels");
    let Content::Voxels(voxels) = &loaded.document.sources[0].content else { panic!("voxels") };
    let known: Vec<_> = voxels.voxels.materials.iter().map(|m| (m.number, m.colour, m.voxels)).collect();
    let count = |of: u8| {
        let [width, depth, height] = ROOMS;
        let all = (0..height).flat_map(|y| (0..depth).flat_map(move |z| (0..width).map(move |x| [x, y, z])));
        all.filter(|&place| material(place) == of).count() as u64
    };
    assert_eq!(
        known,
        [
            (1, Some([96, 120, 72]), 24 * 16),
            (2, Some([176, 168, 152]), count(2)),
            (3, Some([140, 90, 50]), 9),
            (4, Some([150, 60, 50]), 12 * 16),
        ]
    );
    loaded.document.settings.height_rows = 5;
    loaded.document.settings.climb_rows = 1;
    let run = run_of(&loaded);
    assert_eq!((run.frame.width(), run.frame.depth(), run.frame.height()), (24, 16, 8));
    // On the step; in the door between the rooms, under the roof's rim, which is a ledge; under the roof and on it.
    assert_eq!([floors(&run, 3, 3), floors(&run, 12, 7), floors(&run, 18, 8)], [vec![2], vec![1], vec![1, 8]]);
    assert_eq!(floors(&run, 6, 0), Vec::<u32>::new(), "a wall of one voxel is a ledge");
}

// A density.

const TUNNEL: &str = r#"{
  "spanscope": 1,
  "frame": {"cell_size":0.25,"cell_height":0.25,"origin":[-0.375,-0.375,-0.375],"width":43,"depth":43,"height":43},
  "settings": {"height": 8, "climb": 2, "radius": 1},
  "inputs": [
    {"density":{"samples":[43,43,43],"margin":1,"spacing":0.25,"shape":{"tunnel":{"radius":18,"tunnel":7}},"as":"surface"}}
  ]
}
"#;

#[test]
fn the_tunnel_is_one_closed_ring_with_a_floor_inside_and_one_on_top() {
    let mut loaded = load(&assert_made_here("tunnel.scene.json", TUNNEL.as_bytes())).expect("a scene");
    let Content::Density(density) = &mut loaded.document.sources[0].content else { panic!("a density") };
    let frame = frame_of_samples(density);
    let topology = density.surface(&Monitor::default()).expect("a surface").topology;
    assert_eq!((topology.open_edges, topology.components, topology.euler), (0, 1, 0));
    density.form = DensityForm::Blocks;
    let blocks = loaded.clone();
    let Content::Density(density) = &mut loaded.document.sources[0].content else { panic!("a density") };
    density.form = DensityForm::Surface;
    assert_eq!(loaded.document.frame, frame);
    assert!(matches!(frame, FrameSpec::Grid { dimensions: [43, 43, 43], .. }));
    // The middle is sample 20, in column 21. The tunnel's floor is 7 cells below it, the top of the ball 18 above: rows 14.5
    // and 39.5. As blocks the samples inside fill their cells.
    assert_eq!(floors(&run_of(&loaded), 21, 21), [15, 40]);
    assert_eq!(floors(&run_of(&blocks), 21, 21), [14, 39]);
}

// A glTF scene.

/// The name of each box of the house, its material, its lowest corner and its size.
const HOUSE: [(&str, usize, [f64; 3], [f64; 3]); 7] = [
    ("ground", 0, [-8.0, -0.5, -8.0], [16.0, 0.5, 16.0]),
    ("wall_north", 1, [-4.0, 0.0, -4.0], [8.0, 3.0, 0.5]),
    ("wall_west", 1, [-4.0, 0.0, -3.5], [0.5, 3.0, 7.0]),
    ("wall_east", 1, [3.5, 0.0, -3.5], [0.5, 3.0, 7.0]),
    ("wall_south_left", 1, [-4.0, 0.0, 3.5], [3.0, 3.0, 0.5]),
    ("wall_south_right", 1, [1.0, 0.0, 3.5], [3.0, 3.0, 0.5]),
    ("roof", 2, [-5.0, 3.0, -5.0], [10.0, 0.5, 10.0]),
];

/// The corners of each side of a unit box, counter-clockwise seen from outside; a corner has a bit an axis.
const SIDES: [[u8; 4]; 6] = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];

fn house() -> Vec<u8> {
    let corners = (0..8_u8).flat_map(|corner| [0, 1, 2].map(|axis| f32::from(corner >> axis & 1)));
    let mut binary: Vec<u8> = corners.flat_map(f32::to_le_bytes).collect();
    binary.extend(SIDES.iter().flat_map(|&[a, b, c, d]| [a, b, c, a, c, d]));
    let node = |(name, material, translation, scale): &(&str, usize, [f64; 3], [f64; 3])| {
        format!(r#"{{"name":"{name}","mesh":{material},"translation":{translation:?},"scale":{scale:?}}}"#)
    };
    let mesh = |material: usize| {
        format!(r#"{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1,"material":{material}}}]}}"#)
    };
    let material = |(name, [r, g, b]): (&str, [f64; 3])| {
        format!(
            r#"{{"name":"{name}","pbrMetallicRoughness":{{"baseColorFactor":[{r},{g},{b},1],"metallicFactor":0}}}}"#
        )
    };
    let colours = [("grass", [0.2, 0.35, 0.15]), ("stone", [0.5, 0.47, 0.42]), ("tiles", [0.45, 0.12, 0.08])];
    let roots: Vec<usize> = (0..HOUSE.len()).collect();
    let mut json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":{roots:?}}}],"nodes":[{}],"meshes":[{}],"materials":[{}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":8,"type":"VEC3","min":[0,0,0],"max":[1,1,1]}},
{{"bufferView":1,"componentType":5121,"count":36,"type":"SCALAR"}}],
"bufferViews":[{{"buffer":0,"byteLength":96}},{{"buffer":0,"byteOffset":96,"byteLength":36}}],"buffers":[{{"byteLength":132}}]}}"#,
        HOUSE.iter().map(node).collect::<Vec<_>>().join(","),
        [0, 1, 2].map(mesh).join(","),
        colours.map(material).join(","),
    );
    while !json.len().is_multiple_of(4) {
        json.push(' ');
    }
    let chunk = |kind: &[u8; 4], content: &[u8]| [&(content.len() as u32).to_le_bytes()[..], kind, content].concat();
    let chunks = [chunk(b"JSON", json.as_bytes()), chunk(b"BIN\0", &binary)].concat();
    [b"glTF", &2_u32.to_le_bytes()[..], &(12 + chunks.len() as u32).to_le_bytes(), &chunks].concat()
}

#[test]
fn the_house_is_of_named_parts_that_are_closed_boxes() {
    let path = assert_made_here("house.glb", &house());
    let parts = load_mesh(&path).expect("a mesh");
    let names = HOUSE.map(|(name, material, ..)| format!("{name} / {}", ["grass", "stone", "tiles"][material]));
    assert_eq!(parts.names, names);
    assert_eq!(parts.triangle_counts(), [12; 7]);
    for (number, (name, _, low, size)) in HOUSE.into_iter().enumerate() {
        let corners: Vec<[[f64; 3]; 3]> = parts.mesh.triangles().skip(12 * number).take(12).collect();
        for axis in 0..3 {
            let values = || corners.as_flattened().iter().map(|corner| corner[axis]);
            assert_eq!(values().fold(99.0, f64::min), low[axis], "{name}");
            assert_eq!(values().fold(-99.0, f64::max), low[axis] + size[axis], "{name}");
        }
        // Six times what triangles that face outwards enclose.
        let volume: f64 = corners
            .iter()
            .map(|[a, b, c]| {
                a[0] * (b[1] * c[2] - b[2] * c[1])
                    + a[1] * (b[2] * c[0] - b[0] * c[2])
                    + a[2] * (b[0] * c[1] - b[1] * c[0])
            })
            .sum();
        assert!((volume / 6.0 - size.iter().product::<f64>()).abs() < 1e-9, "{name}: {volume}");
    }
}

#[test]
fn without_its_roof_the_house_has_one_floor_less() {
    let mut loaded = load(&asset("house.glb", &house())).expect("a mesh");
    loaded.document.frame = loaded.document.frame.with_cell(0.5, 0.25);
    // The frame begins one row below the ground's underside, at -0.75: the ground is row 3, the roof's top row 17.
    let inside = |loaded: &LoadedScene| floors(&run_of(loaded), 16, 16);
    assert_eq!(inside(&loaded), [3, 17]);
    let Content::Mesh(mesh) = &mut loaded.document.sources[0].content else { panic!("a mesh") };
    let roof = spanscope::source::PartUse { hidden: true, ..mesh.use_of("roof / tiles") };
    mesh.set_use(roof);
    assert_eq!(inside(&loaded), [3]);
    let scene = loaded.scene().expect("a scene");
    assert!(matches!(&scene.inputs[..], [Input::Mesh(mesh)] if mesh.triangle_count() == 6 * 12));
}
