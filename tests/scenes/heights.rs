//! `height_grid` by file.

use super::folder::Folder;
use spanscope::pipeline::{ErrorKind, HeightGrid};

const ASC: &str = "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 2\n1 2 3\n4 5 6\n";

fn input(fields: &str) -> String {
    format!(r#"{{"height_grid": {{{fields}}}}}"#)
}

#[test]
fn a_file_alone_lies_at_the_origin_as_far_apart_as_it_says() {
    let folder = Folder::new();
    folder.add("a.asc", ASC);
    let heights = vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let expected = HeightGrid { count_x: 3, count_z: 2, spacing: 2.0, x0: 0.0, z0: 0.0, heights };
    assert_eq!(*folder.grid(&input(r#""file": "a.asc""#)), expected);
}

#[test]
fn every_field_of_a_file_has_its_effect() {
    let folder = Folder::new();
    folder.add("a.asc", ASC);
    let all = r#""file":"a.asc","spacing":0.3,"x0":-1.5,"z0":5.25,"scale_y":2.0,"offset_y":10.0,"flip_x":true,"flip_z":true,"quarter_turns":1"#;
    // Flipped both ways: 6 5 4 over 3 2 1; turned, the first column read upwards comes first: 3 6, 2 5, 1 4.
    let heights = vec![16.0, 22.0, 14.0, 20.0, 12.0, 18.0];
    let expected = HeightGrid { count_x: 2, count_z: 3, spacing: 0.3, x0: -1.5, z0: 5.25, heights };
    assert_eq!(*folder.grid(&input(all)), expected);
    let text = folder.saved(&folder.load(&input(all)));
    for field in all.split(',') {
        assert!(text.contains(field), "{field} in {text}");
    }
}

#[test]
fn samples_without_a_header_have_their_layout_in_the_scene() {
    let folder = Folder::new();
    let samples: [u16; 6] = [1, 2, 3, 4, 5, 600];
    folder.add("a.raw", samples.map(u16::to_be_bytes).concat());
    let by_layout = input(r#""file": "a.raw", "raw": "2x3:u16:be""#);
    let grid = folder.grid(&by_layout);
    let heights = vec![1.0, 2.0, 3.0, 4.0, 5.0, 600.0];
    assert_eq!((grid.count_x, grid.count_z, &grid.heights), (2, 3, &heights));
    let text = folder.saved(&folder.load(&by_layout));
    assert!(text.contains(r#""raw":"2x3:u16:be""#), "{text}");
    let (kind, text) = folder.refusal("", &input(r#""file": "a.raw", "raw": "2x4:u16:be""#));
    assert_eq!(kind, ErrorKind::BadFile);
    assert!(text.contains("16 bytes") && text.contains("a.raw (input 0 of "), "{text}");
    let (kind, _) = folder.refusal("", &input(r#""file": "a.raw", "raw": "2x3:u8:be""#));
    assert_eq!(kind, ErrorKind::BadScene, "a layout that is none");
    let (kind, _) = folder.refusal("", &input(r#""file": "a.raw", "raw": "2x3x1:u16:be""#));
    assert_eq!(kind, ErrorKind::BadFile, "a layout of a volume");
}

#[test]
fn places_that_are_none_are_refused() {
    let folder = Folder::new();
    folder.add("a.asc", ASC);
    for (field, reason) in [
        (r#""spacing": 0"#, "input 0: the height map's spacing is 0, not finite and above 0"),
        (r#""spacing": 1e300"#, "input 0: the height map's spacing is inf, not finite and above 0"),
        (r#""quarter_turns": 4"#, "input 0: 4 quarter turns are more than 3"),
    ] {
        let refusal = folder.refusal("", &input(&format!(r#""file": "a.asc", {field}"#)));
        assert_eq!(refusal, (ErrorKind::BadGrid, reason.to_owned()));
    }
    for field in
        [r#""quarter_turns": -1"#, r#""flip_x": 1"#, r#""count_x": 3"#, r#""heights": []"#, r#""scale_y": 1e999"#]
    {
        let (kind, text) = folder.refusal("", &input(&format!(r#""file": "a.asc", {field}"#)));
        assert_eq!(kind, ErrorKind::BadScene, "{text}");
    }
    let own = r#""count_x": 2, "count_z": 2, "spacing": 1, "x0": 0, "z0": 0, "heights": [0, 0, 0, 0]"#;
    folder.grid(&input(own));
    for of_files in [r#""scale_y": 1"#, r#""flip_z": false"#, r#""raw": "2x2:u16:le""#] {
        assert_eq!(folder.refusal("", &input(&format!("{own}, {of_files}"))).0, ErrorKind::BadScene, "{of_files}");
    }
}

#[test]
fn the_program_runs_a_file_of_heights_as_the_same_heights_in_the_scene() {
    let folder = Folder::new();
    folder.add("a.asc", ASC);
    let own = r#""count_x": 3, "count_z": 2, "spacing": 2, "x0": 0, "z0": 0, "heights": [0.5, 1, 1.5, 2, 2.5, 3]"#;
    let by_file = folder.dump_of("", &input(r#""file": "a.asc", "scale_y": 0.5"#));
    assert_eq!(folder.dump_of("", &input(own)), by_file);
    assert!(by_file.starts_with("frame 14 7 15\n"), "{by_file}");
}
