//! `density`: samples, level, sign, caps, margins, surfaces and blocks.

use super::folder::Folder;
use spanscope::pipeline::{ErrorKind, Input};
use spanscope::surface::density_grid::Margin;
use spanscope::surface::shapes::Shape;
use spanscope::surface::{Surface, marching_cubes, topology};

/// Solid at the first sample only: one triangle half way along its three edges.
const CORNER: &str = r#""samples": [2,2,2], "values": [1,-1,-1,-1,-1,-1,-1,-1]"#;
/// Solid below a quarter of the cell's height.
const FLOOR: &str = r#""samples": [2,2,2], "values": [1,1,-3,-3,1,1,-3,-3]"#;

fn input(fields: &str) -> String {
    format!(r#"{{"density": {{{fields}}}}}"#)
}

#[test]
fn one_solid_sample_makes_one_triangle_that_faces_the_air() {
    let folder = Folder::new();
    let mesh = folder.mesh(&input(&format!(r#"{CORNER}, "origin": [10, 20, 30], "spacing": 2"#)));
    let mut corners = mesh.vertices.clone();
    corners.sort_by(|a, b| b.partial_cmp(a).expect("numbers"));
    assert_eq!(corners, [[11.0, 20.0, 30.0], [10.0, 21.0, 30.0], [10.0, 20.0, 31.0]]);
    let [a, b, c]: [[f64; 3]; 3] = mesh.triangles().next().expect("a triangle");
    let [e, f] = [b, c].map(|to| [to[0] - a[0], to[1] - a[1], to[2] - a[2]]);
    let normal = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
    assert_eq!(normal, [1.0; 3]);
    assert_eq!((mesh.indices.len(), &mesh.areas), (3, &None));
}

#[test]
fn level_and_sign_say_what_is_solid() {
    let folder = Folder::new();
    let plain = folder.mesh(&input(CORNER));
    let raised = r#""samples": [2,2,2], "values": [6,4,4,4,4,4,4,4]"#;
    assert_eq!(folder.mesh(&input(&format!(r#"{raised}, "iso": 5"#))), plain);
    assert_eq!(folder.mesh(&input(raised)).vertices.len(), 0, "all of it is solid above 0");
    let distance = r#""samples": [2,2,2], "values": [-1,1,1,1,1,1,1,1]"#;
    assert_eq!(folder.mesh(&input(&format!(r#"{distance}, "sign": "distance""#))), plain);
    assert_ne!(folder.mesh(&input(&format!(r#"{distance}, "sign": "density""#))), plain);
    let both = r#""samples": [2,2,2], "values": [4,6,6,6,6,6,6,6], "sign": "distance", "iso": 5"#;
    assert_eq!(folder.mesh(&input(both)), plain);
}

#[test]
fn a_cap_closes_what_the_border_cuts_half_a_cell_outside() {
    let folder = Folder::new();
    let open = folder.mesh(&input(FLOOR));
    assert_eq!(open.triangle_count(), 2);
    let full = r#""samples": [2,2,2], "values": [1,1,1,1,1,1,1,1]"#;
    assert_eq!(folder.mesh(&input(full)).triangle_count(), 0);
    let capped = folder.mesh(&input(&format!(r#"{full}, "cap": true, "origin": [1, 1, 1], "spacing": 2"#)));
    for axis in 0..3 {
        let values = || capped.vertices.iter().map(|vertex| vertex[axis]);
        assert_eq!((values().fold(9.0, f64::min), values().fold(-9.0, f64::max)), (0.0, 4.0));
    }
    let surface = Surface {
        positions: capped.vertices.iter().map(|vertex| vertex.map(|part| part as f32)).collect(),
        normals: Vec::new(),
        triangles: capped.indices.as_chunks().0.iter().map(|corners| corners.map(|corner| corner as u32)).collect(),
    };
    let topology = topology(&surface);
    assert_eq!((topology.open_edges, topology.components, topology.euler), (0, 1, 2));
}

#[test]
fn a_margin_serves_normals_and_moves_nothing() {
    let folder = Folder::new();
    let values: Vec<i32> = (0..64).map(|n| if n == 21 { 1 } else { -1 }).collect(); // 21 is 1, 1, 1.
    let with_margin = format!(r#""samples": [4,4,4], "margin": 1, "values": {values:?}"#);
    assert_eq!(folder.mesh(&input(&with_margin)), folder.mesh(&input(CORNER)));
    assert_ne!(
        folder.mesh(&input(&with_margin.replace("\"margin\": 1", "\"margin\": 0"))),
        folder.mesh(&input(CORNER))
    );
    let (kind, text) = folder.refusal("", &input(&format!(r#"{CORNER}, "margin": 2"#)));
    assert!(kind == ErrorKind::BadScene && text.starts_with("input 0: margin 2 is neither 0 nor 1: "), "{text}");
    let (kind, _) = folder.refusal("", &input(&format!(r#"{CORNER}, "margin": 1"#)));
    assert_eq!(kind, ErrorKind::BadGrid, "nothing is left inside");
}

#[test]
fn surface_triangles_are_the_meshers_in_its_order_in_world_units() {
    let folder = Folder::new();
    let shape = Shape::Tunnel { radius: 4.0, tunnel: 1.5 };
    let surface = marching_cubes(&shape.sample([12, 12, 12], Margin::One).expect("samples"));
    let spacing = f64::from(0.3_f32);
    let world = |position: &[f32; 3]| [0, 1, 2].map(|i| [-3.3, 0.7, 9.1][i] + f64::from(position[i]) * spacing);
    let mesh = folder.mesh(&input(
        r#""samples": [12,12,12], "margin": 1, "shape": {"tunnel": {"radius": 4, "tunnel": 1.5}},
           "origin": [-3.3, 0.7, 9.1], "spacing": 0.3"#,
    ));
    assert!(mesh.vertices.iter().copied().eq(surface.positions.iter().map(world)));
    let indices: Vec<i32> = surface.triangles.as_flattened().iter().map(|&corner| corner as i32).collect();
    assert!(mesh.indices == indices && indices.len() > 300, "{}", indices.len());
}

#[test]
fn every_shape_is_sampled_and_written_back() {
    let folder = Folder::new();
    for (text, shape) in [
        (r#"{"ball":{"radius":2.5}}"#, Shape::Ball { radius: 2.5 }),
        (r#"{"slab":{"height":1.25}}"#, Shape::Slab { height: 1.25 }),
        (r#"{"tunnel":{"radius":2.5,"tunnel":1.5}}"#, Shape::Tunnel { radius: 2.5, tunnel: 1.5 }),
        (r#"{"terrain":{"seed":7,"height":3.5}}"#, Shape::Terrain { seed: 7, height: 3.5 }),
    ] {
        let fields = format!(r#""samples": [7,6,5], "shape": {text}"#);
        let grid = shape.sample([7, 6, 5], Margin::None).expect("samples");
        let values = grid.values().to_vec();
        let mesh = folder.mesh(&input(&fields));
        assert!(mesh.triangle_count() > 0, "{text}");
        assert_eq!(mesh, folder.mesh(&input(&format!(r#""samples": [7,6,5], "values": {values:?}"#))), "{text}");
        let saved = folder.saved(&folder.load(&input(&fields)));
        assert!(saved.contains(&format!(r#""shape":{text}"#)), "{saved}");
    }
}

#[test]
fn a_file_gives_the_samples_and_the_scene_what_is_done_with_them() {
    let folder = Folder::new();
    let grid = Shape::Ball { radius: 1.4 }.sample([4, 5, 6], Margin::None).expect("samples");
    folder.add("a.raw", grid.values().iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<_>>());
    let options =
        r#""margin":1,"origin":[0.5,1.5,-2.25],"spacing":0.3,"iso":0.1,"sign":"density","as":"surface","cap":true"#;
    let by_file = format!(r#""file":"a.raw","raw":"4x5x6:f32:le:xyz",{options}"#);
    let inline = format!(r#""samples": [4,5,6], "values": {:?}, {options}"#, grid.values());
    assert_eq!(folder.mesh(&input(&by_file)), folder.mesh(&input(&inline)));
    let text = folder.saved(&folder.load(&input(&by_file)));
    assert!(text.contains(&by_file), "{text}");
    folder.saved(&folder.load(&input(&inline)));
    assert_eq!(folder.dump_of("", &input(&by_file)), folder.dump_of("", &input(&inline)));
    let half = "input 0: a density needs samples with values or a shape; or a file, and no samples: ";
    for fields in [
        r#""file": "a.raw", "raw": "4x5x6:f32", "samples": [4,5,6]"#,
        r#""samples": [2,2,2]"#,
        r#""values": [1]"#,
        r#""samples": [2,2,2], "values": [1], "shape": {"slab": {"height": 1}}"#,
        r#""samples": [2,2,2], "values": [1,1,1,1,1,1,1,1], "axes": "xyz""#,
    ] {
        let (kind, text) = folder.refusal("", &input(fields));
        assert!(kind == ErrorKind::BadScene && text.starts_with(half), "{fields}: {text}");
    }
}

#[test]
fn a_sample_that_is_not_finite_is_refused_with_count_and_place() {
    let folder = Folder::new();
    let mut values = [1.0_f32; 12];
    (values[7], values[11]) = (f32::NAN, f32::NEG_INFINITY); // 7 of 2 x 3 x 2 is 1, 0, 1.
    folder.add("a.raw", values.map(f32::to_le_bytes).concat());
    let expected = "input 0: 2 samples are not finite, the first, NaN, at [1, 0, 1]";
    for form in ["surface", "blocks"] {
        let fields = format!(r#""file": "a.raw", "raw": "2x3x2:f32", "as": "{form}""#);
        assert_eq!(folder.refusal("", &input(&fields)), (ErrorKind::NaN, expected.to_owned()));
    }
    assert_eq!(folder.dump_error(&["a.scene.json"]), format!("error NaN: {expected}"));
    // Finite samples can leave float32 when the level is taken off.
    let fields = r#""samples": [2,2,2], "values": [3e38,0,0,0,0,0,0,0], "iso": -3e38"#;
    let (kind, text) = folder.refusal("", &input(fields));
    assert_eq!(kind, ErrorKind::OutOfRange);
    assert!(text.starts_with("input 0: the iso level -3") && text.ends_with("beyond the range of float32"), "{text}");
}

#[test]
fn places_sizes_and_words_that_are_none_are_refused() {
    let folder = Folder::new();
    let spacing = "input 0: the spacing of the samples is 0, not finite and above 0";
    assert_eq!(folder.refusal("", &input(&format!(r#"{CORNER}, "spacing": 0"#))), (ErrorKind::BadGrid, spacing.into()));
    let count = folder.refusal("", &input(r#""samples": [2,2,3], "values": [1,1,1,1,1,1,1,1]"#));
    assert_eq!(count, (ErrorKind::BadGrid, "input 0: 8 values for [2, 2, 3] samples, which are 12".into()));
    let flat = folder.refusal("", &input(r#""samples": [2,1,2], "shape": {"slab": {"height": 1}}"#));
    assert_eq!(flat.0, ErrorKind::BadGrid);
    for huge in ["[5000,5000,5000]", "[18446744073709551615,2,2]"] {
        let huge = folder.refusal("", &input(&format!(r#""samples": {huge}, "shape": {{"slab": {{"height": 1}}}}"#)));
        assert_eq!(huge.0, ErrorKind::TooLarge, "{}", huge.1);
    }
    for (field, reason) in [
        (r#""sign": "mass""#, r#"input 0: sign "mass" is none of density, distance: "#),
        (r#""as": "mesh""#, r#"input 0: as "mesh" is none of surface, blocks: "#),
    ] {
        let (kind, text) = folder.refusal("", &input(&format!("{CORNER}, {field}")));
        assert!(kind == ErrorKind::BadScene && text.starts_with(reason), "{text}");
    }
    for field in [r#""iso": null"#, r#""cap": 1"#, r#""origin": [0, 0]"#, r#""shape": {"cube": {}}"#, r#""iso": 1e999"#]
    {
        assert_eq!(folder.refusal("", &input(&format!("{CORNER}, {field}"))).0, ErrorKind::BadScene, "{field}");
    }
}

// Blocks.

#[test]
fn blocks_need_cells_as_large_as_the_samples_are_apart() {
    let folder = Folder::new();
    let blocks = input(&format!(r#"{FLOOR}, "as": "blocks""#));
    let reason = |size: &str, height: &str| {
        let text = format!(
            "input 0: blocks need cells as large as the samples are apart, 1; these are {size} wide and {height} high"
        );
        (ErrorKind::BadGrid, text)
    };
    assert_eq!(folder.refusal("", &blocks), reason("0.3", "0.2"));
    assert_eq!(folder.refusal(r#"{"cell_size": 1, "cell_height": 0.5}"#, &blocks), reason("1", "0.5"));
    assert_eq!(folder.refusal(r#"{"cell_size": 0.5, "cell_height": 1}"#, &blocks), reason("0.5", "1"));
    let chunk = folder.chunk(r#"{"cell_size": 1, "cell_height": 1}"#, &blocks);
    let columns: Vec<[i32; 4]> = chunk.runs.iter().map(|run| [run.x, run.z, run.start, run.length]).collect();
    assert_eq!(columns, [[0, 0, 0, 1], [1, 0, 0, 1], [0, 1, 0, 1], [1, 1, 0, 1]]);
    assert_eq!((chunk.offset, chunk.width, chunk.height, chunk.depth), ([0; 3], 2, 2, 2));
}

#[test]
fn blocks_lie_in_the_cells_of_their_samples_whatever_the_decimals() {
    let folder = Folder::new();
    let offset = |frame: &str, origin: &str, spacing: &str| {
        folder
            .chunk(frame, &input(&format!(r#"{FLOOR}, "as": "blocks", "origin": {origin}, "spacing": {spacing}"#)))
            .offset
    };
    let cells = r#"{"cell_size": 0.3, "cell_height": 0.3}"#;
    assert_eq!(offset(cells, "[0, 0, 0]", "0.3"), [0; 3]);
    assert_eq!(offset(cells, "[2.1, 0.9, -0.3]", "0.3"), [7, 3, -1]);
    // In the middle of cells.
    assert_eq!(offset(cells, "[0.15, 0.45, -0.15]", "0.3"), [0, 1, -1]);
    // The spacing is a float32: far away, a thousand times 0.3 is not 300, but still that cell's border.
    assert_eq!(offset(cells, "[30, 300, -30000]", "0.3"), [100, 1000, -100_000]);
    let frame =
        r#"{"origin": [-0.9, 0.6, -1.5], "cell_size": 0.3, "cell_height": 0.3, "width": 9, "depth": 9, "height": 9}"#;
    assert_eq!(offset(frame, "[0, 1.2, 0.3]", "0.3"), [3, 2, 6]);
    assert_eq!(offset(frame, "[-1e300, 1e300, 0]", "0.3"), [i32::MIN, i32::MAX, 5]);
}

#[test]
fn blocks_beside_other_inputs_lie_in_the_frame_of_those() {
    let folder = Folder::new();
    let mesh = r#"{"mesh": {"vertices": [[-4,2,-6],[-4,2,4],[6,2,4]], "indices": [0,1,2]}}"#;
    let blocks = input(&format!(r#"{FLOOR}, "as": "blocks", "origin": [0, 3, 0]"#));
    let frame = r#"{"cell_size": 1, "cell_height": 1, "pad_below": 0}"#;
    let scene = folder.made(frame, &format!("{mesh}, {blocks}"));
    assert!(matches!(&scene.inputs[1], Input::Chunk(chunk) if chunk.offset == [4, 1, 6]), "{:?}", scene.inputs[1]);
}

// The real program.

#[test]
fn the_program_dumps_the_surface_of_eight_samples() {
    let folder = Folder::new();
    let frame = r#"{"origin": [0,0,0], "cell_size": 1, "cell_height": 1, "width": 4, "depth": 4, "height": 4}"#;
    folder.scene(frame, &input(&format!(r#"{FLOOR}, "spacing": 4"#)));
    let dump = folder.dump(&["--stages", "merged", "a.scene.json"]);
    // The surface is level at height 1 over the whole grid: the row below it is solid and walkable.
    let columns: String = (0..16).map(|column| format!("{} {} 0:1:63\n", column % 4, column / 4)).collect();
    assert_eq!(dump, format!("frame 4 4 4\ndegenerate 0\n@merged\n{columns}"));
    // Upside down it is a ceiling, and the row above it is solid.
    folder.scene(frame, &input(&format!(r#"{FLOOR}, "spacing": 4, "sign": "distance""#)));
    assert_eq!(folder.dump(&["--stages", "merged", "a.scene.json"]), dump.replace("0:1:63", "1:2:0"));
}

#[test]
fn the_program_dumps_blocks() {
    let folder = Folder::new();
    let frame = r#"{"origin": [0,0,0], "cell_size": 1, "cell_height": 1, "width": 3, "depth": 2, "height": 4}"#;
    folder.scene(frame, &input(&format!(r#"{FLOOR}, "as": "blocks", "origin": [1, 2, 0]"#)));
    let dump = folder.dump(&["--stages", "merged", "a.scene.json"]);
    assert_eq!(dump, "frame 3 2 4\ndegenerate 0\n@merged\n1 0 2:3:63\n2 0 2:3:63\n1 1 2:3:63\n2 1 2:3:63\n");
}
