//! `chunk` by file, and materials that are left out.

use super::folder::Folder;
use spanscope::pipeline::{ErrorKind, VoxelRun};

fn input(fields: &str) -> String {
    format!(r#"{{"chunk": {{{fields}}}}}"#)
}

/// Runs as x, z, first row, length and material.
fn runs(runs: &[VoxelRun]) -> Vec<[i32; 5]> {
    runs.iter().map(|&VoxelRun { x, z, start, length, material }| [x, z, start, length, material]).collect()
}

#[test]
fn samples_without_a_header_have_their_layout_in_the_scene() {
    let folder = Folder::new();
    // Two along x, two rows, one along z.
    folder.add("a.raw", [1, 0, 2, 3]);
    let chunk = folder.chunk("", &input(r#""file": "a.raw", "raw": "2x2x1:u8""#));
    assert_eq!((chunk.offset, chunk.width, chunk.height, chunk.depth), ([0; 3], 2, 2, 1));
    assert_eq!(runs(&chunk.runs), [[0, 0, 0, 1, 1], [0, 0, 1, 1, 2], [1, 0, 1, 1, 3]]);
    let other = folder.chunk("", &input(r#""file": "a.raw", "raw": "2x2x1:u8", "axes": "xyz", "offset": [5, -6, 7]"#));
    assert_eq!((other.offset, &other.runs), ([5, -6, 7], &chunk.runs));
    let turned = folder.chunk("", &input(r#""file": "a.raw", "raw": "2x2x1:u8:le:xzy""#));
    assert_eq!(runs(&turned.runs), [[0, 0, 0, 1, 1], [0, 1, 0, 1, 2], [1, 1, 0, 1, 3]]);
}

#[test]
fn hidden_materials_are_left_out_and_the_rest_keeps_its_areas() {
    let folder = Folder::new();
    folder.add("a.raw", [1, 0, 2, 3]);
    let areas: Vec<u8> = (0..=255).map(|material| material / 2).collect();
    let fields = format!(
        r#""file":"a.raw","raw":"2x2x1:u8:le:xyz","offset":[1,2,3],"material_areas":{areas:?},"hidden_materials":[2]"#
    );
    let chunk = folder.chunk("", &input(&fields));
    assert_eq!(runs(&chunk.runs), [[0, 0, 0, 1, 1], [1, 0, 1, 1, 3]]);
    assert_eq!((chunk.offset, chunk.area(3)), ([1, 2, 3], 1));
    let text = folder.saved(&folder.load(&input(&fields)));
    assert!(text.contains(&fields.replace(", ", ",")), "{text}");

    let own = r#""offset": [0,0,0], "width": 1, "depth": 1, "height": 3, "runs": [[0,0,0,1,9],[0,0,2,1,4]]"#;
    let hidden = folder.chunk("", &input(&format!(r#"{own}, "hidden_materials": [9, 200]"#)));
    assert_eq!(runs(&hidden.runs), [[0, 0, 2, 1, 4]]);
    folder.saved(&folder.load(&input(&format!(r#"{own}, "hidden_materials": [9, 200]"#))));
}

#[test]
fn the_program_runs_what_is_left() {
    let folder = Folder::new();
    let frame = r#"{"origin": [0,0,0], "cell_size": 1, "cell_height": 1, "width": 1, "depth": 1, "height": 9}"#;
    let own = r#""offset": [0,1,0], "width": 1, "depth": 1, "height": 3, "runs": [[0,0,0,1,9],[0,0,2,1,4]]"#;
    folder.scene(frame, &input(&format!(r#"{own}, "hidden_materials": [9]"#)));
    let dump = folder.dump(&["--stages", "raw", "a.scene.json"]);
    assert_eq!(dump, "frame 1 1 9\ndegenerate 0\n@raw 1\n-1 0 0 3 4 63\n");
}

#[test]
fn wrong_layouts_and_areas_are_refused() {
    let folder = Folder::new();
    folder.add("a.raw", [1, 0, 2, 3]);
    let (kind, text) = folder.refusal("", &input(r#""file": "a.raw", "raw": "2x2x2:u8""#));
    assert_eq!(kind, ErrorKind::BadFile);
    assert!(text.contains("8 bytes, and the file has 4"), "{text}");
    assert_eq!(folder.refusal("", &input(r#""file": "a.raw", "raw": "2x2x1:u9""#)).0, ErrorKind::BadScene);
    assert_eq!(folder.refusal("", &input(r#""file": "a.raw", "raw": "2x2:u16:le""#)).0, ErrorKind::BadFile);
    let (kind, _) = folder.refusal("", &input(r#""file": "a.raw""#));
    assert_eq!(kind, ErrorKind::BadFile, "nobody says what the bytes are");
    assert_eq!(folder.refusal("", &input(r#""file": "a.raw", "hidden_materials": [256]"#)).0, ErrorKind::BadScene);
    folder.scene("", &input(r#""file": "a.raw", "raw": "2x2x1:u8", "material_areas": [1, 2]"#));
    assert_eq!(folder.dump_error(&["a.scene.json"]), "error BadChunk: input 0: 2 material areas, not 256");
}
