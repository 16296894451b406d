//! Mesh files of every kind: the same triangles from each, and an error for each way to be broken.

#[path = "support/data.rs"]
mod data;

mod mesh_samples;
mod support;

use mesh_samples::{Gltf, SQUARE_OBJ, binary_stl, glb, ply, text_stl};
use spanscope::io::{FORMATS, LoadError, known_files, load, load_mesh};
use spanscope::pipeline::{ErrorKind, FrameSpec, Input, Mesh, Monitor, Scene, Stage};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A folder with files of a test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn add(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    #[track_caller]
    fn mesh(&self, name: &str, content: impl AsRef<[u8]>) -> Mesh {
        match load_mesh(&self.add(name, content)) {
            Ok(parts) => (*parts.mesh).clone(),
            Err(error) => panic!("{name} was refused: {error}"),
        }
    }

    /// The kind and the text of the error, without the path that ends it.
    #[track_caller]
    fn error(&self, name: &str, content: impl AsRef<[u8]>) -> (ErrorKind, String) {
        let path = self.add(name, content);
        let error = load(&path).expect_err("the file must be refused");
        let text = error.to_string();
        assert!(text.lines().count() == 1, "one line: {text:?}");
        let text = text.strip_suffix(&format!(": {}", path.display())).unwrap_or_else(|| panic!("no path in {text}"));
        (error.kind(), text.to_owned())
    }

    #[track_caller]
    fn assert_error(&self, name: &str, content: impl AsRef<[u8]>, expected: &str) {
        assert_eq!(self.error(name, content), (ErrorKind::BadFile, expected.to_owned()));
    }
}

fn corners(mesh: &Mesh) -> Vec<[[f64; 3]; 3]> {
    mesh.check(0).expect("a sound mesh");
    mesh.triangles().collect()
}

fn dump_of(path: &Path) -> String {
    support::dump(&support::run(&load(path).unwrap().scene().unwrap()))
}

/// The square of all samples, in each kind.
fn squares() -> Vec<(&'static str, Vec<u8>)> {
    let square = Gltf::square();
    vec![
        ("square.obj", SQUARE_OBJ.into()),
        ("square.gltf", square.json_with_data_uri().into()),
        ("square.glb", square.glb()),
        ("text.stl", text_stl().into()),
        ("binary.stl", binary_stl(b"made by hand")),
        ("solid.stl", binary_stl(b"solid but binary facet")),
        ("ascii.ply", ply("ascii")),
        ("little.ply", ply("binary_little_endian")),
        ("big.ply", ply("binary_big_endian")),
    ]
}

#[test]
fn every_kind_gives_the_same_triangles_and_the_same_dump() {
    let folder = Folder::new();
    let expected = corners(&folder.mesh("square.obj", SQUARE_OBJ));
    assert_eq!(expected.len(), 2);
    let dump = dump_of(&folder.0.path().join("square.obj"));
    for (name, content) in squares() {
        assert_eq!(corners(&folder.mesh(name, content)), expected, "{name}");
        assert_eq!(dump_of(&folder.0.path().join(name)), dump, "{name}");
        let scene = folder.add("a.scene.json", format!(r#"{{"inputs": [{{"mesh": {{"file": "{name}"}}}}]}}"#));
        assert_eq!(dump_of(&scene), dump, "{name} in a scene");
    }
}

#[test]
fn content_decides_before_the_name() {
    let folder = Folder::new();
    let expected = corners(&folder.mesh("square.obj", SQUARE_OBJ));
    for (name, content) in squares().into_iter().skip(1) {
        for other in ["level", "level.obj", "level.ply", "level.json", "level.GLB"] {
            assert_eq!(corners(&folder.mesh(other, &content)), expected, "{name} as {other}");
        }
    }
    let scene = folder.add("scene.gltf", r#"{"asset": {}, "inputs": [{"mesh": {"file": "square.obj"}}]}"#);
    assert_eq!(load(&scene).unwrap_err().kind(), ErrorKind::BadScene, "a scene with an unknown field");
}

#[test]
fn a_scene_is_no_mesh_of_a_scene() {
    let folder = Folder::new();
    let path = folder.add("a.scene.json", r#"{"inputs": [{"mesh": {"file": "a.scene.json"}}]}"#);
    let error = load(&path).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BadFile);
    assert!(error.to_string().starts_with("this is a Spanscope scene, and no mesh: "), "{error}");
}

#[test]
fn help_and_readme_name_every_kind_and_every_extension() {
    let readme = include_str!("../README.md");
    let help = known_files();
    for format in FORMATS {
        assert!(readme.contains(&format!("| {} |", format.name)), "{}", format.name);
        assert!(help.contains(format.name), "{}", format.name);
        for extension in format.extensions {
            assert!(readme.contains(&format!("`.{extension}`")), "{extension}");
            assert!(help.contains(&format!(".{extension}")), "{extension}");
        }
    }
    for words in [&["--help"][..], &["dump", "--help"], &["shot", "--help"]] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_spanscope")).args(words).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&help), "{words:?}: {text}");
    }
}

// Broken files of every kind.

#[test]
fn a_file_cut_anywhere_is_refused_or_whole_and_never_a_panic() {
    let folder = Folder::new();
    let begun = Instant::now();
    for (name, content) in squares().into_iter().skip(1) {
        for length in 0..content.len() {
            let path = folder.add(name, &content[..length]);
            let Ok(loaded) = load(&path) else { continue };
            // Only line ends and the last digits of a text can be missing unseen.
            assert!(length + 12 > content.len() && loaded.document.sources.len() == 1, "{name} cut at {length}");
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_file_with_any_byte_changed_is_read_or_refused_and_never_a_panic() {
    let folder = Folder::new();
    for (name, content) in squares().into_iter().skip(1) {
        for at in 0..content.len() {
            for byte in [b'9', 0xff] {
                let mut broken = content.clone();
                broken[at] = byte;
                if let Ok(loaded) = load(&folder.add(name, broken))
                    && let [spanscope::pipeline::Input::Mesh(mesh)] = loaded.scene().unwrap().inputs.as_slice()
                {
                    assert!(mesh.triangle_count() < 100, "{name} at {at}");
                    let _ = mesh.check(0);
                }
            }
        }
    }
}

#[test]
fn the_wrong_beginning_is_said() {
    let folder = Folder::new();
    let magic = "this begins neither with \"glTF\" nor with {, so it is no glTF";
    folder.assert_error("a.glb", "GLTF\u{2}\0\0\0", magic);
    folder.assert_error("a.gltf", "", magic);
    folder.assert_error("a.ply", "PLY\n", "this does not begin with a line \"ply\"");
    folder.assert_error("a.stl", "solid", "the file ends before \"endsolid\"");
    folder.assert_error("a.stl", "nothing", "a binary STL has a header of 84 bytes, and this file has only 7");
}

#[test]
fn numbers_that_are_none_are_the_pipelines_to_refuse() {
    let folder = Folder::new();
    let mut stl = binary_stl(b"");
    stl[96..100].copy_from_slice(&f32::NAN.to_le_bytes());
    let mut little = ply("binary_little_endian");
    let at = little.len() - 2 * 13 - 4 * 12;
    little[at..at + 4].copy_from_slice(&f32::NAN.to_le_bytes());
    let mut square = Gltf::square();
    square.binary[..4].copy_from_slice(&f32::NAN.to_le_bytes());
    let text = text_stl().replacen("vertex 0", "vertex nan", 1);
    for (name, content) in [("a.stl", stl), ("a.ply", little), ("a.glb", square.glb()), ("text.stl", text.into_bytes())]
    {
        let scene = load(&folder.add(name, content)).unwrap().scene().unwrap();
        let error = spanscope::pipeline::run(&scene, &Monitor::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NaN, "{name}: {error}");
    }
}

// STL.

#[test]
fn text_stl_of_every_habit_is_read() {
    let folder = Folder::new();
    let expected = corners(&folder.mesh("square.obj", SQUARE_OBJ));
    let text = text_stl();
    for (habit, content) in [
        ("capitals", text.to_uppercase()),
        ("windows line ends", text.replace('\n', "\r\n")),
        ("no name", text.replace("square", "")),
        ("no line end", text.trim_end().to_owned()),
        ("normals that are none", text.replace("normal 0 1 0", "normal nan -nan 0")),
        ("two solids", text.replace("endfacet\nfacet", "endfacet\nendsolid\nsolid b\nfacet")),
        ("one line end each", text.replace('\n', "\n\n")),
    ] {
        assert_eq!(corners(&folder.mesh("a.stl", content)), expected, "{habit}");
    }
}

#[test]
fn a_broken_stl_is_said_with_its_line_or_its_sizes() {
    let folder = Folder::new();
    let text = text_stl();
    let broken = |from: &str, to: &str| text.replacen(from, to, 1);
    folder.assert_error(
        "a.stl",
        broken("vertex 0 0 0", "vertex 0 0"),
        "a vertex of three numbers is expected at line 4, \"vertex 0 0\"",
    );
    folder.assert_error(
        "a.stl",
        broken("vertex 0 0 0\n", ""),
        "the vertex of a triangle is expected at line 6, \"endloop\"",
    );
    folder.assert_error("a.stl", broken("outer loop", "loop"), "\"outer loop\" is expected at line 3, \"loop\"");
    folder.assert_error("a.stl", broken("endsolid square", ""), "the file ends before \"endsolid\"");
    let mut absurd = binary_stl(b"");
    absurd[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    folder.assert_error("a.stl", absurd, "4294967295 triangles need 214748364834 bytes, and this file has only 184");
    let mut empty = binary_stl(b"");
    empty.truncate(84);
    empty[80..84].fill(0);
    folder.assert_error("a.stl", empty, "no triangles in this file");
}

// PLY.

#[test]
fn ply_of_every_habit_is_read() {
    let folder = Folder::new();
    let expected = corners(&folder.mesh("square.obj", SQUARE_OBJ));
    let text = String::from_utf8(ply("ascii")).unwrap();
    for (habit, content) in [
        ("doubles", text.replace("float", "double")),
        ("another name", text.replace("vertex_indices", "vertex_index")),
        ("windows line ends", text.replace('\n', "\r\n")),
        ("wide counts", text.replace("list uchar int", "list uint uint")),
        ("more elements", text.replace("end_header", "element edge 1\nproperty int a\nend_header") + "7\n"),
        ("an exponent", text.replace("3 0 3", "3e0 0 30E-1")),
    ] {
        assert_eq!(corners(&folder.mesh("a.ply", content)), expected, "{habit}");
    }
    let latin_1 = [b"ply\ncomment caf\xe9\n", &text.as_bytes()[4..]].concat();
    assert_eq!(corners(&folder.mesh("a.ply", latin_1)), expected);
}

#[test]
fn a_broken_ply_is_said_with_its_line_or_element() {
    let folder = Folder::new();
    let text = String::from_utf8(ply("ascii")).unwrap();
    let broken = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    };
    folder.assert_error("a.ply", broken("property float z\n", ""), "element vertex has no property z");
    folder.assert_error(
        "a.ply",
        broken("property list uchar int vertex_indices\n", ""),
        "element face has no property vertex_indices",
    );
    let (kind, error) = folder.error("a.ply", broken("vertex 4", "vertex 4294967295"));
    assert_eq!(kind, ErrorKind::BadFile);
    assert!(error.starts_with("4294967295 of element vertex cannot be in a file of "), "{error}");
    folder.assert_error("a.ply", broken("3 0 2 3", "3 0 2 4"), "face 1 has corner 4, outside the 4 vertices");
    folder.assert_error("a.ply", broken("3 0 2 3", "3 0 2 -1"), "face 1 has corner -1, outside the 4 vertices");
    folder.assert_error(
        "a.ply",
        broken("3 0 0", "3 zero 0"),
        "this is no element vertex of a PLY file at line 14, \"3 zero 0 9\"",
    );
    folder.assert_error(
        "a.ply",
        broken("format ascii", "format odd"),
        "this is no header of a PLY file at line 2, \"format odd 1.0\"",
    );
    folder.assert_error("a.ply", broken("end_header", "end"), "this is no header of a PLY file at line 10, \"end\"");
    folder.assert_error("a.ply", broken("3 0 2 3\n", ""), "the file ends within its element face");
    folder.assert_error("a.ply", "ply\nformat ascii 1.0\nend_header\n", "no triangles in this file");
    // A list that says it is longer than the file.
    let mut little = ply("binary_little_endian");
    let at = little.len() - 13;
    little[at] = 255;
    folder.assert_error("a.ply", little, "the file ends within its element face");
}

#[test]
fn elements_of_nothing_take_no_time() {
    let folder = Folder::new();
    let mut text = String::from("ply\nformat binary_little_endian 1.0\n");
    let length = 400_000;
    for number in 0..length / 20 {
        text += &format!("element e{number} {length}\n");
    }
    let begun = Instant::now();
    folder.assert_error("a.ply", text + "end_header\n", "no triangles in this file");
    assert!(begun.elapsed() < Duration::from_secs(20));
}

// glTF.

/// The corners of the triangles of a file's JSON and bytes.
#[track_caller]
fn gltf_corners(gltf: &Gltf) -> Vec<[[f64; 3]; 3]> {
    corners(&Folder::new().mesh("a.glb", gltf.glb()))
}

#[test]
fn nodes_are_placed_by_their_parents_in_doubles() {
    let plain = gltf_corners(&Gltf::square());
    let moved =
        |by: [f64; 3]| plain.iter().map(|t| t.map(|[x, y, z]| [x + by[0], y + by[1], z + by[2]])).collect::<Vec<_>>();
    let nodes = |nodes: &str| gltf_corners(&Gltf::square().with("nodes", nodes));
    assert_eq!(nodes(r#"[{"mesh": 0, "translation": [0.1, 2, 3]}]"#), moved([0.1, 2.0, 3.0]), "0.1 is a double");
    let matrix = "[1,0,0,0, 0,1,0,0, 0,0,1,0, 4,5,6,1]";
    let tree = format!(r#"[{{"children": [1], "translation": [1, 0, 0]}}, {{"mesh": 0, "matrix": {matrix}}}]"#);
    assert_eq!(nodes(&tree), moved([5.0, 5.0, 6.0]));
    // A quarter turn about the vertical takes z to x, then the parent doubles.
    let turn = r#"[{"children": [1], "scale": [2, 2, 2]}, {"mesh": 0, "rotation": [0, 0.7071067811865476, 0, 0.7071067811865476]}]"#;
    let turned: Vec<_> = plain.iter().map(|t| t.map(|[x, y, z]| [2.0 * z, 2.0 * y, -2.0 * x])).collect();
    for (a, b) in nodes(turn).as_flattened().as_flattened().iter().zip(turned.as_flattened().as_flattened()) {
        assert!((a - b).abs() < 1e-12, "{a} {b}");
    }
}

#[test]
fn a_mirrored_node_keeps_the_side_its_triangles_face() {
    let up = |triangles: &[[[f64; 3]; 3]]| {
        triangles.iter().all(|[a, b, c]| (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]) > 0.0)
    };
    assert!(up(&gltf_corners(&Gltf::square())));
    for scale in ["[-1, 1, 1]", "[1, 1, -2]", "[-1, 1, -1]"] {
        let nodes = format!(r#"[{{"mesh": 0, "scale": {scale}}}]"#);
        assert!(up(&gltf_corners(&Gltf::square().with("nodes", &nodes))), "{scale}");
    }
    // Two mirrors are none, and upside down is downwards, not mirrored back.
    let twice = r#"[{"children": [1], "scale": [-1, 1, 1]}, {"mesh": 0, "scale": [-1, 1, 1]}]"#;
    assert!(up(&gltf_corners(&Gltf::square().with("nodes", twice))));
    let half_turn = r#"[{"mesh": 0, "rotation": [1, 0, 0, 0]}]"#;
    assert!(!up(&gltf_corners(&Gltf::square().with("nodes", half_turn))));
}

#[test]
fn strips_and_fans_with_and_without_indices_are_read() {
    let expected = {
        let mut all: Vec<_> = gltf_corners(&Gltf::square()).into_iter().map(canonical).collect();
        all.sort_by(|a, b| a.partial_cmp(b).unwrap());
        all
    };
    let sorted = |gltf: &Gltf| {
        let mut all: Vec<_> = gltf_corners(gltf).into_iter().map(canonical).collect();
        all.sort_by(|a, b| a.partial_cmp(b).unwrap());
        all
    };
    let mesh = |fields: &str| {
        Gltf::square()
            .with("meshes", &format!(r#"[{{"primitives": [{{"attributes": {{"POSITION": 0}}, {fields}}}]}}]"#))
    };
    // The four corners go round the square, so that a fan needs no indices and a strip does.
    assert_eq!(sorted(&mesh(r#""mode": 6"#)), expected, "a fan");
    let mut strip = mesh(r#""mode": 5, "indices": 1"#);
    strip.set_indices(&[1, 2, 0, 3]);
    assert_eq!(sorted(&strip), expected, "a strip");
    let mut fan = mesh(r#""mode": 6, "indices": 1"#);
    fan.set_indices(&[2, 3, 0, 1]);
    assert_eq!(sorted(&fan).len(), 2);
    for mode in [0, 1, 2, 3] {
        let error = Folder::new().error("a.glb", mesh(&format!(r#""mode": {mode}"#)).glb()).1;
        assert_eq!(error, "no triangles in this file", "points and lines are passed over");
    }
}

/// A triangle that begins with its smallest corner.
fn canonical(triangle: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let first = (0..3).min_by(|&a, &b| triangle[a].partial_cmp(&triangle[b]).unwrap()).unwrap();
    [triangle[first], triangle[(first + 1) % 3], triangle[(first + 2) % 3]]
}

#[test]
fn the_default_scene_is_shown_else_the_first_else_all_roots() {
    let count = |fields: &str, scene: Option<&str>| {
        let gltf = Gltf::square().with("nodes", r#"[{"mesh": 0}, {"mesh": 0}, {"children": [3]}, {"mesh": 0}]"#);
        let gltf = gltf.with("scenes", fields);
        let gltf = if let Some(scene) = scene { gltf.with("scene", scene) } else { gltf };
        gltf_corners(&gltf).len()
    };
    let scenes = r#"[{"nodes": [0]}, {"nodes": [0, 1, 2]}]"#;
    assert_eq!((count(scenes, None), count(scenes, Some("1")), count("[]", None)), (2, 6, 6));
}

#[test]
fn strides_sparse_elements_and_quantized_positions_are_read() {
    let expected = gltf_corners(&Gltf::square());
    let mut sparse = Gltf::square();
    let values = sparse.append(&[3.0f32, 0.0, 3.0].map(f32::to_le_bytes).concat());
    let places = sparse.append(&[2, 0, 0, 0]);
    sparse.binary[24..36].fill(0); // The third corner is told only by the sparse element.
    let accessor = format!(
        r#"[{{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "sparse": {{"count": 1,
            "indices": {{"bufferView": {places}, "componentType": 5121}}, "values": {{"bufferView": {values}}}}}}},
            {{"bufferView": 1, "componentType": 5121, "count": 6, "type": "SCALAR"}}]"#
    );
    assert_eq!(gltf_corners(&sparse.with("accessors", &accessor)), expected);

    let mut packed = Gltf::square();
    let corners: Vec<u8> = [[0u16, 0, 0], [0, 0, 3], [3, 0, 3], [3, 0, 0]]
        .iter()
        .flat_map(|corner| [corner[0], corner[1], corner[2], 77].map(u16::to_le_bytes).concat())
        .collect();
    let view = packed.append(&corners);
    packed.views[view].push_str(r#", "byteStride": 8"#);
    let accessor = format!(
        r#"[{{"bufferView": {view}, "componentType": 5123, "count": 4, "type": "VEC3"}},
            {{"bufferView": 1, "componentType": 5121, "count": 6, "type": "SCALAR"}}]"#
    );
    let packed = packed.with("accessors", &accessor).with("extensionsRequired", r#"["KHR_mesh_quantization"]"#);
    assert_eq!(gltf_corners(&packed), expected);
}

#[test]
fn buffers_may_lie_beside_the_file_and_textures_may_be_missing() {
    let folder = Folder::new();
    let gltf = Gltf::square();
    let expected = gltf_corners(&gltf);
    folder.add("the bytes.bin", &gltf.binary);
    std::fs::create_dir(folder.0.path().join("sub")).unwrap();
    let json = gltf.json(Some("the%20bytes.bin"));
    assert_eq!(corners(&folder.mesh("a.gltf", &json)), expected);
    assert_eq!(corners(&folder.mesh("sub/a.gltf", gltf.json(Some("../the%20bytes.bin")))), expected);
    let looks = gltf
        .with("images", r#"[{"uri": "nowhere.png"}]"#)
        .with("textures", r#"[{"source": 0}, {"source": 9}, {}]"#)
        .with("materials", r#"[{"pbrMetallicRoughness": {"baseColorTexture": {"index": 7}}}]"#);
    assert_eq!(gltf_corners(&looks), expected);

    let path = folder.add("b.gltf", gltf.json(Some("nowhere.bin")));
    let error = load(&path).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!(error.to_string().starts_with("buffer 0: "), "{error}");
    assert!(error.to_string().contains("nowhere.bin"), "{error}");
    assert_eq!(load(&folder.add("b.gltf", gltf.json(Some("sub")))).unwrap_err().kind(), ErrorKind::Io);
    folder.assert_error(
        "b.gltf",
        gltf.json(Some("https://example.org/a.bin")),
        "buffer 0: \"https://example.org/a.bin\" is no file beside this one",
    );
    folder.assert_error("b.gltf", gltf.json(None), "buffer 0: no URI, and the file has no binary chunk for it");
    let (_, error) = folder.error("b.gltf", gltf.json(Some("data:;base64,???")));
    assert!(error.starts_with("buffer 0: bad data URI ("), "{error}");
    folder.add("the bytes.bin", &gltf.binary[..20]);
    folder.assert_error("a.gltf", &json, "buffer 0: 54 bytes are promised, and only 20 are there");
}

#[test]
fn each_broken_part_of_a_gltf_is_named() {
    let folder = Folder::new();
    let accessor = |positions: &str, indices: &str| {
        format!(
            r#"[{{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"{positions}}},
                {{"bufferView": 1, "componentType": 5121, "count": 6, "type": "SCALAR"{indices}}}]"#
        )
    };
    let at = |offset: &str| accessor(&format!(r#", "byteOffset": {offset}"#), "");
    let counted = |count: &str| accessor("", "").replacen("\"count\": 4", &format!("\"count\": {count}"), 1);
    let primitive = |fields: &str| format!(r#"[{{"primitives": [{{{fields}}}]}}]"#);
    let chain: String = (1..20_000).map(|child| format!(r#"{{"children": [{child}]}},"#)).collect();
    for (part, value, expected) in [
        ("nodes", r#"[{"children": [1]}, {"children": [0]}, {"mesh": 0}]"#, "node 0 is among its own children"),
        ("nodes", r#"[{"mesh": 0, "children": [0]}]"#, "node 0 is among its own children"),
        ("nodes", r#"[{"children": [2]}, {"children": [2]}, {"mesh": 0}]"#, "node 2 stands in two places"),
        ("nodes", r#"[{"children": [9]}]"#, "node 0 names node 9, which does not exist"),
        ("nodes", r#"[{"mesh": 4}]"#, "node 0 names mesh 4, which does not exist"),
        ("nodes", &format!("[{chain}{{\"mesh\": 1}}]"), "node 19999 names mesh 1, which does not exist"),
        ("scenes", r#"[{"nodes": [0, 0]}]"#, "node 0 stands in two places"),
        ("scenes", r#"[{"nodes": [5]}]"#, "scene 0 names node 5, which does not exist"),
        ("scene", "3", "file 0 names scene 3, which does not exist"),
        ("asset", r#"{"version": "1.0"}"#, "version \"1.0\" of glTF is not known here, only 2"),
        (
            "extensionsRequired",
            r#"["KHR_materials_unlit", "KHR_draco_mesh_compression"]"#,
            "the extension KHR_draco_mesh_compression is required, and not known here",
        ),
        ("meshes", &primitive(r#""attributes": {}"#), "mesh 0, primitive 0: no positions"),
        ("meshes", &primitive(r#""attributes": {"POSITION": 8}"#), "mesh 0 names accessor 8, which does not exist"),
        ("meshes", &primitive(r#""attributes": {"POSITION": 0}, "mode": 9"#), "mesh 0, primitive 0: an unknown mode"),
        (
            "meshes",
            &primitive(r#""attributes": {"POSITION": 0}"#),
            "mesh 0, primitive 0: 4 corners are not whole triangles (a multiple of 3)",
        ),
        (
            "meshes",
            &primitive(r#""attributes": {"POSITION": 1}"#),
            "accessor 1: positions of three numbers are expected",
        ),
        (
            "meshes",
            &primitive(r#""attributes": {"POSITION": 0}, "indices": 0"#),
            "accessor 0: single unsigned integers are expected",
        ),
        ("accessors", &at("4"), "accessor 0: 4 elements from byte 4 do not fit in the 48 of buffer view 0"),
        (
            "accessors",
            &at("18446744073709551615"),
            "accessor 0: 4 elements from byte 18446744073709551615 do not fit in the 48 of buffer view 0",
        ),
        (
            "accessors",
            &counted("9007199254740993"),
            "accessor 0: 9007199254740993 elements from byte 0 do not fit in the 48 of buffer view 0",
        ),
        (
            "accessors",
            &counted("18446744073709551615"),
            "accessor 0: 18446744073709551615 elements from byte 0 do not fit in the 48 of buffer view 0",
        ),
        ("accessors", &counted("2"), "accessor 1: index 2 is 2, outside the 2 vertices"),
        ("accessors", &counted("0"), "accessor 1: index 0 is 0, outside the 0 vertices"),
        (
            "accessors",
            &counted("4000000000").replace(r#""bufferView": 0, "#, "").replacen(
                "VEC3\"",
                r#"VEC3", "sparse": {"count": 1, "indices": {"bufferView": 1, "componentType": 5121}, "values": {"bufferView": 0}}"#,
                1,
            ),
            "accessor 0: 4000000000 elements without a buffer view are more than 1048576",
        ),
        ("accessors", &accessor("", "").replace(r#""bufferView": 0, "#, ""), "accessor 0: no buffer view"),
        (
            "bufferViews",
            r#"[{"buffer": 0, "byteLength": 48, "byteOffset": 18446744073709551600}]"#,
            "buffer view 0: 48 bytes from 18446744073709551600 do not fit in the 56 of buffer 0",
        ),
        ("bufferViews", r#"[{"buffer": 2, "byteLength": 48}]"#, "buffer view 0 names buffer 2, which does not exist"),
        ("bufferViews", "[]", "accessor 0 names buffer view 0, which does not exist"),
        (
            "bufferViews",
            r#"[{"buffer": 0, "byteLength": 48, "byteStride": 0}]"#,
            "accessor 0: a stride of 0 bytes is below the 12 of an element",
        ),
        (
            "buffers",
            r#"[{"byteLength": 99999999999}]"#,
            "buffer 0: 99999999999 bytes are promised, and only 56 are there",
        ),
    ] {
        folder.assert_error("a.glb", Gltf::square().with(part, value).glb(), expected);
    }
    let mut header = Gltf::square().glb();
    header[8..12].copy_from_slice(&3u32.to_le_bytes());
    folder.assert_error("a.glb", header, "the header tells a length of 3 bytes, below its own 12");
    let (_, error) = folder.error("a.glb", glb(b"{\"asset\": ", b""));
    assert!(error.contains("line 1 column"), "{error}");
    let deep = format!("{{\"asset\": {{\"version\": \"2.0\"}}, \"extras\": {}", "[".repeat(200_000));
    assert_eq!(folder.error("a.gltf", deep).0, ErrorKind::BadFile);
    let (_, error) = folder.error("a.gltf", "{\"scenes\": []}");
    assert!(error.starts_with("missing field `asset`"), "{error}");
}

#[test]
fn a_small_file_cannot_ask_for_a_huge_mesh() {
    let folder = Folder::new();
    let mut gltf = Gltf::square();
    gltf.set_indices(&[0; 60_000]);
    let accessors = r#"[{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
        {"bufferView": 1, "componentType": 5121, "count": 60000, "type": "SCALAR"}]"#;
    let primitive = r#"{"attributes": {"POSITION": 0}, "indices": 1, "mode": 5},"#.repeat(600);
    let gltf = gltf.with("accessors", accessors);
    let gltf = gltf.with("meshes", &format!(r#"[{{"primitives": [{}]}}]"#, primitive.trim_end_matches(',')));
    let (kind, error) = folder.error("a.glb", gltf.glb());
    assert_eq!(kind, ErrorKind::TooLarge);
    assert!(error.ends_with("triangles are more than 33554432"), "{error}");
}

// Real files.

fn bounds(mesh: &Mesh) -> [[f64; 3]; 2] {
    let used: Vec<[f64; 3]> = mesh.triangles().flatten().collect();
    let fold =
        |pick: fn(f64, f64) -> f64| used.iter().copied().reduce(|a, b| std::array::from_fn(|i| pick(a[i], b[i])));
    [fold(f64::min).unwrap(), fold(f64::max).unwrap()]
}

#[test]
fn a_real_level_is_the_same_from_obj_and_from_glb() {
    let Some(data) = data::folder() else { return };
    let obj = (*load_mesh(&data.join("nav_test.obj")).unwrap().mesh).clone();
    let glb = (*load_mesh(&data.join("navcat_nav-test.glb")).unwrap().mesh).clone();
    // The GLB was moved up and made a fifth as large, in single precision, and its polygons, which are not quite flat, were
    // cut along other diagonals. So the corners are the same, and nearly all spans.
    assert_eq!((obj.triangle_count(), glb.triangle_count()), (1612, 1612));
    let moved = |[x, y, z]: [f64; 3]| [x / 5.0, (y + 3.7018) / 5.0, z / 5.0];
    let near = |a: [f64; 3], b: [f64; 3]| (0..3).all(|axis| (a[axis] - b[axis]).abs() < 1e-5);
    let moved = Mesh { vertices: obj.vertices.iter().copied().map(moved).collect(), ..obj };
    let unmatched = moved.vertices.iter().filter(|a| !glb.vertices.iter().any(|b| near(**a, *b))).count();
    assert_eq!((moved.vertices.len(), glb.vertices.len(), unmatched), (884, 884, 0));

    let frame =
        FrameSpec::Bounds { min: [-6.0, -0.5, -9.5], max: [12.6, 4.5, 6.5], cell_size: 0.06, cell_height: 0.04 };
    let merged = |mesh: Mesh| {
        let scene = Scene { frame, inputs: vec![Input::Mesh(Arc::new(mesh))], ..Scene::default() };
        support::lines(&support::run(&scene), Stage::Merged)
    };
    let (ours, theirs) = (merged(glb), merged(moved));
    let columns = |lines: &[String]| -> Vec<String> {
        lines.iter().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect()
    };
    assert_eq!(columns(&ours), columns(&theirs), "the same columns");
    let same = ours.iter().zip(&theirs).filter(|(a, b)| a == b).count();
    assert!(same * 100 >= ours.len() * 85, "{same} of {} columns have the same spans", ours.len());
}

#[test]
fn real_files_have_the_size_they_have_in_other_programs() {
    let Some(data) = data::folder() else { return };
    for (name, triangles, min, max) in [
        ("navcat_nav-test.glb", 1612, [-5.778, -0.234, -9.26], [12.499, 4.143, 6.211]),
        // A plane scaled by 50 and three blocks, two of them turned.
        ("navcat_crowd-stress.glb", 38, [-15.0, 0.0, -20.0], [15.0, 4.0, 20.0]),
        ("stl_io_bunny_99.stl", 99, [-0.093, 0.033, -0.062], [0.062, 0.188, 0.059]),
    ] {
        let mesh = (*load_mesh(&data.join(name)).unwrap().mesh).clone();
        assert_eq!(mesh.triangle_count(), triangles, "{name}");
        let [low, high] = bounds(&mesh);
        for (found, expected) in low.iter().chain(&high).zip(min.iter().chain(&max)) {
            assert!((found - expected).abs() < 1e-3, "{name}: {low:?} {high:?}");
        }
    }
}

#[test]
fn a_binary_stl_is_read_as_another_reader_reads_it() {
    let Some(data) = data::folder() else { return };
    let path = data.join("stl_io_bunny_99.stl");
    let ours = corners(&load_mesh(&path).unwrap().mesh);
    let theirs = stl_io::read_stl(&mut std::fs::File::open(&path).unwrap()).unwrap();
    let theirs: Vec<_> = theirs
        .into_triangle_vec()
        .iter()
        .map(|triangle| triangle.vertices.map(|corner| corner.0.map(f64::from)))
        .collect();
    assert_eq!((ours.len(), ours), (99, theirs));
}

#[test]
fn an_unknown_kind_is_refused() {
    let error = load_mesh(&Folder::new().add("a.fbx", "Kaydara")).unwrap_err();
    assert!(matches!(error, LoadError::UnknownFormat { .. }), "{error}");
}
