//! `parts`, `part_of` and `areas` of meshes.

use super::folder::Folder;
use super::mesh_samples::Gltf;
use spanscope::pipeline::ErrorKind;
use spanscope::source::Content;

const OBJ: &str = "v 0 0 0\nv 0 0 4\nv 4 0 4\nv 4 0 0\no floor\nf 1 2 3\nusemtl tiles\nf 1 3 4\nusemtl glass\nf 2 3 4\n\
                   g shed\nf 1 2 4\no floor\nusemtl tiles\nf 4 1 3\n";

/// The names of a file's parts.
fn names(folder: &Folder, file: &str) -> Vec<String> {
    let loaded = folder.load(&format!(r#"{{"mesh": {{"file": "{file}"}}}}"#));
    let Content::Mesh(mesh) = &loaded.document.sources[0].content else { panic!("a mesh") };
    mesh.parts.names.clone()
}

fn input(file: &str, parts: &str) -> String {
    format!(r#"{{"mesh": {{"file": "{file}", "parts": [{parts}]}}}}"#)
}

#[test]
fn parts_of_an_obj_are_objects_and_groups_with_their_materials() {
    let folder = Folder::new();
    folder.add("a.obj", OBJ);
    assert_eq!(names(&folder, "a.obj"), ["floor", "floor / tiles", "floor / glass", "shed / glass"]);
}

#[test]
fn a_hidden_part_leaves_its_triangles_out_and_the_rest_in_order() {
    let folder = Folder::new();
    folder.add("a.obj", OBJ);
    let corners = |parts| folder.mesh(&input("a.obj", parts)).triangles().collect::<Vec<_>>();
    let all = corners("");
    assert_eq!(all.len(), 5);
    assert_eq!(corners(r#"{"name": "floor / tiles", "hidden": true}"#), [all[0], all[2], all[3]]);
    let two = r#"{"name": "shed / glass", "hidden": true}, {"name": "floor", "hidden": true}"#;
    assert_eq!(corners(two), [all[1], all[2], all[4]]);
    assert_eq!(corners(r#"{"name": "floor", "hidden": false}"#), all);
}

#[test]
fn a_part_gives_its_triangles_an_area_and_the_others_none() {
    let folder = Folder::new();
    folder.add("a.obj", OBJ);
    let mesh = folder.mesh(&input("a.obj", r#"{"name": "floor / tiles", "area": 7}, {"name": "floor", "area": 0}"#));
    assert_eq!(mesh.areas, Some(vec![Some(0), Some(7), None, None, Some(7)]));
    let hidden = r#"{"name": "floor / tiles", "area": 7}, {"name": "floor / glass", "hidden": true, "area": 9}"#;
    assert_eq!(folder.mesh(&input("a.obj", hidden)).areas, Some(vec![None, Some(7), None, Some(7)]));
    assert_eq!(folder.mesh(&input("a.obj", "")).areas, None);

    folder.scene("", &input("a.obj", r#"{"name": "floor", "area": 9}"#));
    let raw = folder.dump(&["--stages", "raw", "a.scene.json"]);
    let area = |triangle: &str, area: &str| {
        let mut pieces = raw.lines().filter(|line| line.starts_with(&format!("{triangle} "))).peekable();
        pieces.peek().is_some() && pieces.all(|piece| piece.ends_with(&format!(" {area}")))
    };
    assert!(area("0", "9") && area("1", "63") && !area("1", "9"), "{raw}");
}

#[test]
fn a_part_that_is_not_there_is_a_note_and_is_kept_for_when_it_returns() {
    let folder = Folder::new();
    folder.add("a.obj", OBJ);
    let loaded =
        folder.load(&input("a.obj", r#"{"name": "attic", "hidden": true}, {"name": "floor", "hidden": true}"#));
    assert_eq!(loaded.notes, [r#"input 0: there is no part "attic" in the mesh"#]);
    let text = folder.saved(&loaded);
    assert!(text.contains(r#""parts":[{"name":"attic","hidden":true},{"name":"floor","hidden":true}]"#), "{text}");
    let output = folder.run(&["dump", "a.scene.json"]);
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said, "note: input 0: there is no part \"attic\" in the mesh\n");
}

#[test]
fn what_is_chosen_of_a_file_is_written_back_and_its_mesh_is_not() {
    let folder = Folder::new();
    folder.add("a.obj", OBJ);
    let chosen = r#"{"name": "floor", "area": 12}, {"name": "shed / glass", "hidden": true, "area": 3}"#;
    let text = folder.saved(&folder.load(&input("a.obj", chosen)));
    let expected = r#"{"mesh":{"file":"a.obj","parts":[{"name":"floor","area":12},{"name":"shed / glass","hidden":true,"area":3}]}}"#;
    assert!(text.contains(expected), "{text}");
}

#[test]
fn nodes_of_a_gltf_are_parts() {
    let folder = Folder::new();
    let nodes = r#"[{"mesh": 0, "name": "left"}, {"mesh": 0, "name": "right", "translation": [10, 0, 0]}]"#;
    folder.add("a.glb", Gltf::square().with("nodes", nodes).glb());
    assert_eq!(names(&folder, "a.glb"), ["left", "right"]);
    let mesh = folder.mesh(&input("a.glb", r#"{"name": "left", "hidden": true}, {"name": "right", "area": 5}"#));
    assert_eq!(mesh.areas, Some(vec![Some(5); 2]));
    let triangles: Vec<_> = mesh.triangles().collect();
    assert_eq!(
        triangles,
        [
            [[10.0, 0.0, 0.0], [10.0, 0.0, 3.0], [13.0, 0.0, 3.0]],
            [[10.0, 0.0, 0.0], [13.0, 0.0, 3.0], [13.0, 0.0, 0.0]],
        ]
    );
}

#[test]
fn solids_of_a_text_stl_are_parts() {
    let folder = Folder::new();
    let solid = |name: &str, y: f64| {
        let corners = format!("vertex 0 {y} 0\nvertex 0 {y} 1\nvertex 1 {y} 0\n");
        format!("solid {name}\nfacet normal 0 1 0\nouter loop\n{corners}endloop\nendfacet\nendsolid {name}\n")
    };
    folder.add("a.stl", [solid("low", 1.0), solid("high one", 2.0), solid("low", 3.0)].concat());
    assert_eq!(names(&folder, "a.stl"), ["low", "high one"]);
    let heights = |parts| folder.mesh(&input("a.stl", parts)).triangles().map(|[a, ..]| a[1]).collect::<Vec<_>>();
    assert_eq!(heights(r#"{"name": "high one", "hidden": true}"#), [1.0, 3.0]);
    assert_eq!(heights(r#"{"name": "low", "hidden": true}"#), [2.0]);
}

const TWO: &str = r#""vertices": [[0,0,0],[0,0,3],[3,0,3],[3,0,0]], "indices": [0,1,2,0,2,3]"#;

#[test]
fn a_mesh_of_the_scene_says_which_part_each_triangle_is_of() {
    let folder = Folder::new();
    let parts = r#""part_of": [1, 0], "parts": [{"name": "a"}, {"name": "b", "hidden": true}]"#;
    let input = format!(r#"{{"mesh": {{{TWO}, {parts}}}}}"#);
    assert_eq!(folder.mesh(&input).indices, [0, 2, 3]);
    let text = folder.saved(&folder.load(&input));
    assert!(text.contains(r#""part_of":[1,0],"parts":[{"name":"a"},{"name":"b","hidden":true}]"#), "{text}");
    for (parts, reason) in [
        (r#""part_of": [0], "parts": [{"name": "a"}]"#, "1 numbers in part_of for 2 triangles"),
        (r#""part_of": [0, 1], "parts": [{"name": "a"}]"#, "part_of names part 1 of 1"),
        (r#""part_of": [0, 0]"#, "part_of names part 0 of 0"),
        (r#""part_of": [0, 1], "parts": [{"name": "a"}, {"name": "a"}]"#, r#"two parts are named "a""#),
    ] {
        let (kind, text) = folder.refusal("", &format!(r#"{{"mesh": {{{TWO}, {parts}}}}}"#));
        assert_eq!(kind, ErrorKind::BadScene);
        assert!(text.starts_with(&format!("input 0: {reason}: ")), "{text}");
    }
    folder.add("a.obj", OBJ);
    let half = folder.refusal("", r#"{"mesh": {"file": "a.obj", "part_of": [0]}}"#);
    assert!(half.1.starts_with("input 0: a mesh from a file has no vertices, indices, areas or part_of"), "{}", half.1);
}

#[test]
fn an_area_of_minus_one_is_decided_by_slope() {
    let folder = Folder::new();
    let input = |areas: &str| format!(r#"{{"mesh": {{{TWO}, "areas": {areas}}}}}"#);
    assert_eq!(folder.mesh(&input("[-1, 0]")).areas, Some(vec![None, Some(0)]));
    let text = folder.saved(&folder.load(&input("[255, -1]")));
    assert!(text.contains(r#""areas":[255,-1]"#), "{text}");
    folder.scene("", &input("[-1, 7]"));
    let raw = folder.dump(&["--stages", "raw", "a.scene.json"]);
    assert!(raw.lines().filter(|line| line.starts_with("0 ")).all(|line| line.ends_with(" 63")), "{raw}");
    assert!(raw.lines().filter(|line| line.starts_with("1 ")).all(|line| line.ends_with(" 7") || line.contains("@")));
    for area in [-2, 256] {
        let (kind, text) = folder.refusal("", &input(&format!("[{area}, 0]")));
        assert_eq!(kind, ErrorKind::BadScene);
        assert!(text.starts_with(&format!("input 0: area {area} is outside -1 to 255: ")), "{text}");
    }
}
