//! `transform`: axes, hands, units and winding.

use super::folder::Folder;
use spanscope::pipeline::ErrorKind;
use spanscope::source::{Content, UpAxis};

const VERTICES: &str = r#""vertices": [[1,2,3], [1,2,4], [2,2,3]], "indices": [0,1,2]"#;

fn input(transform: &str) -> String {
    format!(r#"{{"mesh": {{{VERTICES}, "transform": {transform}}}}}"#)
}

/// Twice the area of a triangle seen from above: above 0 when it faces up.
fn facing_up([a, b, c]: [[f64; 3]; 3]) -> f64 {
    (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2])
}

#[test]
fn every_up_axis_turns_the_first_vertex_to_its_place() {
    let folder = Folder::new();
    let expected = [
        ("y", [1.0, 2.0, 3.0]),
        ("z", [1.0, 3.0, -2.0]),
        ("x", [-2.0, 1.0, 3.0]),
        ("-y", [1.0, -2.0, -3.0]),
        ("-z", [1.0, -3.0, 2.0]),
        ("-x", [2.0, -1.0, 3.0]),
    ];
    assert_eq!(expected.map(|(axis, _)| axis), UpAxis::ALL.map(UpAxis::name));
    for (axis, vertex) in expected {
        let mesh = folder.mesh(&input(&format!(r#"{{"up": "{axis}"}}"#)));
        assert_eq!((mesh.vertices[0], &mesh.indices[..]), (vertex, &[0, 1, 2][..]), "{axis}");
    }
}

#[test]
fn a_left_hand_mirrors_z_and_keeps_the_side_that_triangles_face() {
    let folder = Folder::new();
    let right = folder.mesh(&input("{}"));
    let left = folder.mesh(&input(r#"{"handedness": "left"}"#));
    assert_eq!(left.vertices, [[1.0, 2.0, -3.0], [1.0, 2.0, -4.0], [2.0, 2.0, -3.0]]);
    assert_eq!(left.indices, [0, 2, 1]);
    for mesh in [right, left] {
        assert!(mesh.triangles().all(|triangle| facing_up(triangle) > 0.0));
    }
    // The hand is that of the axes after the turn.
    let turned = folder.mesh(&input(r#"{"up": "z", "handedness": "left"}"#));
    assert_eq!(turned.vertices[0], [1.0, 3.0, 2.0]);
}

#[test]
fn units_divide_and_a_flip_turns_triangles_round() {
    let folder = Folder::new();
    let small = folder.mesh(&input(r#"{"units_per_metre": 100}"#));
    assert_eq!((small.vertices[0], &small.indices[..]), ([1.0 / 100.0, 2.0 / 100.0, 3.0 / 100.0], &[0, 1, 2][..]));
    let flipped = folder.mesh(&input(r#"{"flip_winding": true}"#));
    assert_eq!((flipped.vertices[0], &flipped.indices[..]), ([1.0, 2.0, 3.0], &[0, 2, 1][..]));
    let both = folder.mesh(&input(r#"{"flip_winding": true, "handedness": "left"}"#));
    assert_eq!(both.indices, [0, 1, 2]);
}

#[test]
fn defaults_are_not_written_back_and_everything_else_is() {
    let folder = Folder::new();
    let defaults = r#"{"up": "y", "handedness": "right", "units_per_metre": 1, "flip_winding": false}"#;
    let text = folder.saved(&folder.load(&input(defaults)));
    assert!(!text.contains("transform"), "{text}");
    let text = folder.saved(&folder.load(&input(r#"{"up": "-x"}"#)));
    assert!(text.contains(r#""transform":{"up":"-x"}"#), "{text}");
    let all = r#"{"up":"z","handedness":"left","units_per_metre":39.37,"flip_winding":true}"#;
    let text = folder.saved(&folder.load(&input(all)));
    assert!(text.contains(&format!(r#""transform":{all}"#)), "{text}");
}

#[test]
fn unknown_words_are_refused_with_those_that_are_known() {
    let folder = Folder::new();
    for (transform, reason) in [
        (r#"{"up": "north"}"#, r#"input 0: up "north" is none of y, z, x, -y, -z, -x: "#),
        (r#"{"up": "Y"}"#, r#"input 0: up "Y" is none of y, z, x, -y, -z, -x: "#),
        (r#"{"handedness": "both"}"#, r#"input 0: handedness "both" is none of right, left: "#),
    ] {
        let (kind, text) = folder.refusal("", &input(transform));
        assert_eq!(kind, ErrorKind::BadScene);
        assert!(text.starts_with(reason), "{text}");
    }
    for transform in [r#"{"down": "y"}"#, r#"{"up": null}"#, r#"{"units_per_metre": "cm"}"#, r#"{"flip_winding": 1}"#] {
        assert_eq!(folder.refusal("", &input(transform)).0, ErrorKind::BadScene, "{transform}");
    }
}

#[test]
fn units_that_are_none_are_refused() {
    let folder = Folder::new();
    for (number, shown) in [("0", "0"), ("-0.0", "-0"), ("-2", "-2")] {
        let refusal = folder.refusal("", &input(&format!(r#"{{"units_per_metre": {number}}}"#)));
        let text = format!("input 0: the units per metre are {shown}, not finite and above 0");
        assert_eq!(refusal, (ErrorKind::BadScene, text));
    }
    assert_eq!(folder.refusal("", &input(r#"{"units_per_metre": 1e999}"#)).0, ErrorKind::BadScene);
    for units in [f64::NAN, f64::INFINITY] {
        let mut loaded = folder.load(&input("{}"));
        let Content::Mesh(mesh) = &mut loaded.document.sources[0].content else { panic!("a mesh") };
        mesh.transform.units_per_metre = units;
        assert_eq!(loaded.scene().expect_err("no units").kind(), ErrorKind::BadScene);
    }
    folder.scene("", &input(r#"{"units_per_metre": 0}"#));
    let expected = "error BadScene: input 0: the units per metre are 0, not finite and above 0";
    assert_eq!(folder.dump_error(&["a.scene.json"]), expected);
}

#[test]
fn the_program_runs_a_turned_mesh_as_one_that_lay_so() {
    let folder = Folder::new();
    // A floor at z = 6 inches of a file whose z is up.
    folder.add("zup.obj", "v 0 0 6\nv 0 -120 6\nv 120 -120 6\nv 120 0 6\nf 1 2 3 4\n");
    folder.add("yup.obj", "v 0 0.5 0\nv 0 0.5 10\nv 10 0.5 10\nv 10 0.5 0\nf 1 2 3 4\n");
    let turned = r#"{"mesh": {"file": "zup.obj", "transform": {"up": "z", "units_per_metre": 12}}}"#;
    let plain = folder.dump_of("", r#"{"mesh": {"file": "yup.obj"}}"#);
    assert_eq!(folder.dump_of("", turned), plain);
    // The negative control: as its file has it, the floor is a wall without depth.
    folder.scene("", r#"{"mesh": {"file": "zup.obj"}}"#);
    assert!(folder.dump_error(&["a.scene.json"]).starts_with("error EmptyBounds: frame: max z is 6"));
}
