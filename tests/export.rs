//! Surfaces as files: every kept grid bit for bit through OBJ, the other kinds read back, and the real program.

use serde_json::Value;
use spanscope::io::export::{ExportError, ExportMesh, MeshFormat, Winding, save, surfaces, write};
use spanscope::io::load_mesh;
use spanscope::pipeline::{ErrorKind, Monitor};
use spanscope::source::density_source::Samples;
use spanscope::source::{Content, DensityForm, DensitySource, Document, Shared, Source};
use spanscope::surface::density_grid::Margin;
use spanscope::surface::shapes::Shape;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// An OBJ file as its bits: positions, normals, and the corners of faces from 0.
#[derive(Debug, PartialEq)]
struct Obj {
    positions: Vec<u32>,
    normals: Vec<u32>,
    corners: Vec<u32>,
}

/// Reads nothing but what the program writes, and nothing of its own.
fn read_obj(text: &str) -> Obj {
    let mut obj = Obj { positions: Vec::new(), normals: Vec::new(), corners: Vec::new() };
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let bits = || words[1..].iter().map(|word| word.parse::<f32>().expect("a number").to_bits());
        match words[0] {
            "v" => obj.positions.extend(bits()),
            "vn" => obj.normals.extend(bits()),
            "f" => obj.corners.extend(words[1..].iter().map(|corner| {
                let (position, normal) = corner.split_once("//").expect("a position and a normal");
                assert_eq!(position, normal);
                position.parse::<u32>().expect("a number") - 1
            })),
            other => panic!("{other}"),
        }
        assert_eq!(words.len(), 4, "{line}");
    }
    obj
}

/// The kept grids as densities, and the bits that the reference made of them.
fn kept() -> Vec<(String, DensitySource, Obj)> {
    let lines = include_str!("surface/vectors.jsonl").lines();
    let kept = lines.map(|line| {
        let kept: Value = serde_json::from_str(line).expect("a grid a line");
        let bits = |field: &str| -> Vec<u32> {
            kept[field].as_array().expect(field).iter().map(|n| n.as_u64().expect(field) as u32).collect()
        };
        let cells = bits("cells");
        let counts = [0, 1, 2].map(|axis| cells[axis] as usize + 3);
        let values = bits("values_bits").into_iter().map(f32::from_bits).collect();
        let density = DensitySource::new(counts, Samples::Values(Shared::new(values)));
        let obj = Obj { positions: bits("positions_bits"), normals: bits("normals_bits"), corners: bits("indices") };
        (kept["name"].as_str().expect("a name").to_owned(), DensitySource { margin: Margin::One, ..density }, obj)
    });
    kept.collect()
}

fn ball(radius: f64) -> DensitySource {
    DensitySource::of_shape(Shape::Ball { radius }, [6; 3])
}

fn document(densities: impl IntoIterator<Item = DensitySource>) -> Document {
    let source = |density| Source { file: None, content: Content::Density(density) };
    Document { sources: densities.into_iter().map(source).collect(), ..Document::default() }
}

fn mesh(density: DensitySource) -> ExportMesh {
    let surfaces = surfaces(&document([density]), None, &Monitor::default()).expect("a density");
    ExportMesh::new(&surfaces).expect("positions")
}

fn obj(mesh: &ExportMesh, winding: Winding) -> Obj {
    read_obj(&String::from_utf8(write(mesh, MeshFormat::Obj, winding)).expect("text"))
}

/// Six times the volume that triangles enclose: above 0 when they are counter-clockwise seen from outside.
fn volume(corners: impl Iterator<Item = [[f64; 3]; 3]>) -> f64 {
    let signed = corners.map(|[a, b, c]| {
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    });
    signed.sum()
}

#[test]
fn every_kept_grid_comes_back_from_obj_bit_for_bit() {
    let all = kept();
    assert_eq!(all.len(), 15);
    let mut negative_zeros = 0;
    for (name, density, expected) in all {
        let mesh = mesh(density);
        assert_eq!(obj(&mesh, Winding::Solid), expected, "{name}");
        let reversed = expected.corners.as_chunks().0.iter().flat_map(|&[a, b, c]| [a, c, b]).collect();
        negative_zeros += expected.normals.iter().filter(|&&bits| bits == (-0.0_f32).to_bits()).count();
        assert_eq!(obj(&mesh, Winding::Air), Obj { corners: reversed, ..expected }, "{name}");
    }
    assert!(negative_zeros > 0, "the grids no longer show that -0 is kept");
}

#[test]
fn a_moved_density_is_written_in_world_units_rounded_once() {
    let origin = [0.3, -7.1, 1000.7];
    let plain = mesh(ball(2.5));
    let moved = mesh(DensitySource { origin, spacing: 0.3, ..ball(2.5) });
    for (moved, plain) in moved.positions().iter().zip(plain.positions()) {
        let spacing = f64::from(0.3_f32);
        let expected: [f32; 3] = std::array::from_fn(|axis| (origin[axis] + f64::from(plain[axis]) * spacing) as f32);
        assert_eq!(*moved, expected);
    }
    assert_eq!((moved.normals(), moved.triangles()), (plain.normals(), plain.triangles()));
    assert_ne!(moved.positions(), plain.positions());
}

#[test]
fn every_kind_of_file_reads_back_as_the_same_triangles() {
    let folder = tempfile::tempdir().expect("a folder");
    let ball = mesh(ball(2.5));
    let corner = |corner: u32| ball.positions()[corner as usize];
    for format in MeshFormat::ALL {
        for winding in Winding::ALL {
            let path = folder.path().join(format!("ball.{}", format.extension()));
            save(&ball, winding, &path, &Document::default()).expect("a file");
            let read = load_mesh(&path).expect("a mesh").mesh;
            let expected = ball.triangles().iter().map(|&[a, b, c]| match winding {
                Winding::Air => [a, b, c].map(corner),
                Winding::Solid => [a, c, b].map(corner),
            });
            // OBJ is read as doubles, and a decimal stands for another double than the float32 it was made from.
            let read_as_f32 = read.triangles().map(|corners| corners.map(|corner| corner.map(|part| part as f32)));
            assert!(read_as_f32.eq(expected), "{format:?} {winding:?}");
            let outward = volume(read.triangles()) > 0.0;
            assert_eq!(outward, winding == Winding::Air, "{format:?}");
        }
    }
    let names: Vec<_> =
        std::fs::read_dir(folder.path()).expect("a folder").map(|e| e.expect("a file").file_name()).collect();
    assert_eq!(names.len(), 3, "something is left beside: {names:?}");
}

#[test]
fn the_normals_of_an_stl_stand_on_the_side_that_the_corners_show() {
    let flat = DensitySource::new([2, 2, 2], Samples::Shape(Shape::Slab { height: 0.5 }));
    for (winding, up) in [(Winding::Air, 1.0_f32), (Winding::Solid, -1.0)] {
        let bytes = write(&mesh(flat.clone()), MeshFormat::Stl, winding);
        assert_eq!((bytes.len(), &bytes[80..84]), (84 + 2 * 50, &2_u32.to_le_bytes()[..]));
        for record in bytes[84..].as_chunks::<50>().0 {
            let normal: Vec<f32> = record[..12].as_chunks().0.iter().map(|part| f32::from_le_bytes(*part)).collect();
            assert_eq!(normal, [0.0, up, 0.0], "{winding:?}");
        }
    }
}

#[test]
fn a_ply_holds_each_vertex_once_with_its_normal() {
    let ball = mesh(ball(2.5));
    let bytes = write(&ball, MeshFormat::Ply, Winding::Air);
    let head = b"end_header\n";
    let start = bytes.windows(head.len()).position(|window| window == head).expect("a header") + head.len();
    let (vertices, triangles) = (ball.positions().len(), ball.triangles().len());
    assert_eq!(bytes.len() - start, 24 * vertices + 13 * triangles);
    let last = [ball.positions()[vertices - 1], ball.normals()[vertices - 1]].concat();
    let last: Vec<u8> = last.iter().flat_map(|part| part.to_le_bytes()).collect();
    assert_eq!(bytes[start + 24 * (vertices - 1)..][..24], last);
}

#[test]
fn densities_are_written_one_after_another_or_one_alone() {
    let two = document([ball(1.5), DensitySource { form: DensityForm::Blocks, ..ball(2.5) }]);
    let made =
        |input| ExportMesh::new(&surfaces(&two, input, &Monitor::default()).expect("densities")).expect("a mesh");
    let (both, first, second) = (made(None), made(Some(0)), made(Some(1)));
    assert_eq!(both.positions(), [first.positions(), second.positions()].concat());
    let shift = first.positions().len() as u32;
    let moved: Vec<[u32; 3]> = second.triangles().iter().map(|corners| corners.map(|corner| corner + shift)).collect();
    assert_eq!(both.triangles(), [first.triangles(), &moved].concat());
    let topology = both.topology();
    assert_eq!((topology.components, topology.euler, topology.open_edges), (2, 4, 0));
}

#[test]
fn what_has_no_surface_is_refused_with_the_reason() {
    let refusal = |document: &Document, input| surfaces(document, input, &Monitor::default()).expect_err("no surface");
    let said = |error: ExportError| (error.kind(), error.to_string());
    let mut one = document([ball(1.5)]);
    one.sources.push(Source { file: None, content: Content::Mesh(Default::default()) });
    let none = said(refusal(&Document::default(), None));
    assert_eq!(none, (ErrorKind::BadScene, "there is no density here, and so no surface".into()));
    let outside = said(refusal(&one, Some(2)));
    assert_eq!(outside, (ErrorKind::BadScene, "there is no input 2: there are 2, counted from 0".into()));
    assert_eq!(said(refusal(&one, Some(1))), (ErrorKind::BadScene, "input 1 is no density: Mesh".into()));

    let far = DensitySource { origin: [1e300, 0.0, 0.0], ..ball(1.5) };
    let far = ExportMesh::new(&surfaces(&document([far]), None, &Monitor::default()).expect("a surface"));
    let far = said(far.expect_err("too far"));
    assert_eq!(far, (ErrorKind::OutOfRange, "vertex 0 lies beyond ±2097152 (2^21)".into()));
}

#[test]
fn samples_beyond_the_limit_of_memory_are_refused_before_they_are_worked_out() {
    let huge = DensitySource::of_shape(Shape::Ball { radius: 3.0 }, [800; 3]);
    let limited = Monitor::new(1_000_000);
    for form in DensityForm::ALL {
        let document = document([DensitySource { form, ..huge.clone() }]);
        let error = surfaces(&document, None, &limited).expect_err("two gigabytes");
        assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
        let error = spanscope::source::Assembly::default().scene(&document, &limited).expect_err("two gigabytes");
        assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    }
    assert!(surfaces(&document([ball(2.5)]), None, &limited).is_ok());
}

// The real program.

const BALL: &str =
    r#"{"inputs": [{"density": {"samples": [9, 9, 9], "margin": 1, "shape": {"ball": {"radius": 2.5}}}}]}"#;

fn run(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spanscope"));
    command.env_remove("RUST_LOG").env_remove("RUST_BACKTRACE");
    command.arg("surface").args(arguments).current_dir(folder.path()).output().expect("the program starts")
}

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("ball.scene.json"), BALL).expect("a scene");
    folder
}

#[track_caller]
fn error(folder: &TempDir, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text").trim_end().to_owned()
}

#[test]
fn the_program_prints_the_counts_and_writes_the_file() {
    let folder = folder();
    let ball = mesh(ball(2.5));
    let counts = format!(
        "vertices {}\ntriangles {}\nopen edges 0\nzero-area triangles 0\ncomponents 1\neuler 2\n",
        ball.positions().len(),
        ball.triangles().len()
    );
    let printed = run(&folder, &["ball.scene.json"]);
    assert_eq!((String::from_utf8_lossy(&printed.stdout), printed.stderr.len()), (counts.as_str().into(), 0));
    for (name, winding, words) in [
        ("a.obj", Winding::Air, &[][..]),
        ("b.obj", Winding::Solid, &["--winding", "solid"]),
        ("C.PLY", Winding::Air, &["--winding", "air", "--input", "0"]),
        ("d.x.stl", Winding::Air, &[]),
    ] {
        let output = run(&folder, &[&["ball.scene.json", "--out", name], words].concat());
        assert_eq!((String::from_utf8_lossy(&output.stdout), output.status.code()), (counts.as_str().into(), Some(0)));
        let format = MeshFormat::of_path(Path::new(name)).expect("a kind");
        assert!(std::fs::read(folder.path().join(name)).expect("a file") == write(&ball, format, winding), "{name}");
    }
    let left = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 5, "something is left beside the files");
}

#[test]
fn the_program_refuses_what_it_cannot_write() {
    let folder = folder();
    std::fs::write(folder.path().join("m.obj"), "v 0 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 3\n").expect("a mesh");
    let known = "error BadFile: a surface is written to a name that ends in .obj, .ply, .stl: ball.glb";
    assert_eq!(error(&folder, &["ball.scene.json", "--out", "ball.glb"]), known);
    assert_eq!(error(&folder, &["m.obj"]), "error BadScene: there is no density here, and so no surface");
    assert!(error(&folder, &["none.npy"]).starts_with("error Io: "));
    assert!(error(&folder, &["ball.scene.json", "--out", "none/ball.obj"]).starts_with("error Io: "));
    assert!(error(&folder, &["ball.scene.json", "--as", "blocks"]).contains("every density is meshed"));
    assert!(error(&folder, &["ball.scene.json", "--memory-limit", "0.000001"]).starts_with("error TooLarge: "));

    let with_mesh = BALL.replace("]}", r#", {"mesh": {"file": "m.obj"}}]}"#);
    std::fs::write(folder.path().join("both.scene.json"), with_mesh).expect("a scene");
    let replaced = error(&folder, &["both.scene.json", "--out", "./m.obj"]);
    assert!(replaced.starts_with("error Io: the surface would be written over a file"), "{replaced}");
    assert_eq!(std::fs::read(folder.path().join("m.obj")).expect("it is there").len(), 32);
}
