//! The words of the command line that say how files are read: the same as a scene's fields, and refused where they say nothing.

use super::folder::Folder;

const OBJ: &str = "v 0 0 20\nv 0 -500 20\nv 500 -500 20\nv 500 0 20\nv 0 0 320\nf 1 2 3 4\nf 1 5 2\n";

/// The grid that both ways use, as words and as a scene's frame.
const FRAME: &str = r#"{"origin": [-1,-1,-1], "cell_size": 1, "cell_height": 1, "width": 8, "depth": 8, "height": 8}"#;
const GRID: [&str; 6] = ["--cell-size=1", "--cell-height=1", "--frame-origin", "-1,-1,-1", "--frame-cells", "8,8,8"];

fn folder() -> Folder {
    let folder = Folder::new();
    folder.add("a.obj", OBJ);
    folder.add("a.asc", "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 2\n1 2 3\n4 5 6\n");
    folder.add("heights.raw", [0_u16, 1, 2, 3, 4, 5].map(u16::to_be_bytes).concat());
    let values: Vec<f32> = (0..60).map(|n| ((n * 37 % 11) as f32 - 5.0) / 4.0).collect();
    folder.add("density.raw", values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<_>>());
    folder.add("voxels.raw", (0..60_u32).map(|n| if n * 37 % 11 > 5 { n as u8 } else { 0 }).collect::<Vec<u8>>());
    folder
}

/// Checks that words for a file and fields of a scene give one dump, and that without the words there is another.
#[track_caller]
fn assert_same(file: &str, words: &[&str], input: &str) {
    let folder = folder();
    let by_words = folder.dump(&[&[file], &GRID[..], words].concat());
    assert_eq!(by_words, folder.dump_of(FRAME, input), "{words:?}");
    let body = by_words.split_once("@merged").expect("a stage").1;
    assert!(body.lines().nth(1).is_some_and(|line| !line.starts_with('@')), "{words:?} compares nothing");
    let output = folder.run(&[&["dump", file], &GRID[..]].concat());
    assert!(String::from_utf8_lossy(&output.stdout) != by_words, "{words:?} change nothing");
}

#[test]
fn words_for_meshes_are_those_of_a_scene() {
    let mesh = |transform: &str| format!(r#"{{"mesh": {{"file": "a.obj", "transform": {{{transform}}}}}}}"#);
    assert_same("a.obj", &["--up", "z", "--units-per-metre=100"], &mesh(r#""up": "z", "units_per_metre": 100"#));
    assert_same("a.obj", &["--up=-z", "--units-per-metre=100"], &mesh(r#""up": "-z", "units_per_metre": 100"#));
    let left = &["--up=z", "--handedness", "left", "--units-per-metre=250"];
    assert_same("a.obj", left, &mesh(r#""up": "z", "handedness": "left", "units_per_metre": 250"#));
    let flipped = &["--up=z", "--flip-winding", "--units-per-metre=100"];
    assert_same("a.obj", flipped, &mesh(r#""up": "z", "flip_winding": true, "units_per_metre": 100"#));
}

#[test]
fn words_for_densities_are_those_of_a_scene() {
    let density = |fields: &str| format!(r#"{{"density": {{"file": "density.raw", {fields}}}}}"#);
    let raw = "--raw=5x4x3:f32";
    assert_same("density.raw", &[raw], &density(r#""raw": "5x4x3:f32""#));
    let all = &[raw, "--iso=-0.1", "--sign", "distance", "--cap", "--spacing", "1.3", "--as", "surface"];
    let fields = r#""raw": "5x4x3:f32", "iso": -0.1, "sign": "distance", "cap": true, "spacing": 1.3, "as": "surface""#;
    assert_same("density.raw", all, &density(fields));
    assert_same("density.raw", &[raw, "--as=blocks"], &density(r#""raw": "5x4x3:f32", "as": "blocks""#));
    let bytes = r#"{"density": {"file": "voxels.raw", "raw": "5x4x3:u8", "axes": "xzy", "iso": 20}}"#;
    assert_same("voxels.raw", &["--read-as=density", "--raw=5x4x3:u8", "--axes=xzy", "--iso=20"], bytes);
}

#[test]
fn words_for_voxels_and_heights_are_those_of_a_scene() {
    let voxels = r#"{"chunk": {"file": "voxels.raw", "raw": "5x4x3:u8"}}"#;
    assert_same("voxels.raw", &["--raw", "5x4x3:u8"], voxels);
    let axes = r#"{"chunk": {"file": "density.raw", "raw": "5x4x3:f32", "axes": "-zyx"}}"#;
    assert_same("density.raw", &["--raw=5x4x3:f32", "--axes=-zyx", "--read-as=voxels"], axes);
    let heights = r#"{"height_grid": {"file": "heights.raw", "raw": "3x2:u16:be", "spacing": 1.5, "scale_y": 0.7}}"#;
    assert_same("heights.raw", &["--raw=3x2:u16:be", "--spacing=1.5", "--scale-y=0.7"], heights);
    assert_same("a.asc", &["--scale-y=-0.1"], r#"{"height_grid": {"file": "a.asc", "scale_y": -0.1}}"#);
}

#[test]
fn words_hold_for_the_inputs_of_a_scene_that_they_mean_something_for() {
    let folder = folder();
    let both = r#"{"mesh": {"file": "a.obj"}}, {"height_grid": {"file": "a.asc"}}"#;
    folder.scene(FRAME, both);
    let by_words = folder.dump(&["a.scene.json", "--up=z", "--units-per-metre=100", "--scale-y=0.5"]);
    let fields = r#"{"mesh": {"file": "a.obj", "transform": {"up": "z", "units_per_metre": 100}}},
                    {"height_grid": {"file": "a.asc", "scale_y": 0.5}}"#;
    assert_eq!(by_words, folder.dump_of(FRAME, fields));
}

#[test]
fn words_that_say_nothing_about_a_file_are_refused() {
    let folder = folder();
    let no_density = "error: form, iso, sign and cap have no meaning here: there is no density";
    let no_mesh = "error: axes, units and winding have no meaning here: there is no mesh";
    let no_samples = "error: a spacing has no meaning here: there are no samples";
    let no_map = "error: a scale has no meaning here: there is no height map";
    for (file, word, reason) in [
        ("a.obj", "--iso=1", no_density),
        ("a.obj", "--as=surface", no_density),
        ("a.obj", "--sign=density", no_density),
        ("a.asc", "--cap", no_density),
        ("a.asc", "--up=z", no_mesh),
        ("a.asc", "--handedness=left", no_mesh),
        ("a.asc", "--units-per-metre=2", no_mesh),
        ("a.asc", "--flip-winding", no_mesh),
        ("a.obj", "--spacing=2", no_samples),
        ("a.obj", "--scale-y=2", no_map),
        ("a.obj", "--raw=2x2x2:u8", "error BadFile: a layout cannot be chosen for a Wavefront OBJ mesh: a.obj"),
        ("a.obj", "--axes=xyz", "error BadFile: the order of axes cannot be chosen for a Wavefront OBJ mesh: a.obj"),
        ("a.asc", "--read-as=heights", "error BadFile: how it is read cannot be chosen for a ESRI ASCII grid: a.asc"),
    ] {
        assert_eq!(folder.dump_error(&[file, word]), reason, "{file} {word}");
    }
}

#[test]
fn words_that_are_none_are_refused_with_those_there_are() {
    let folder = folder();
    for (word, said) in [
        ("--up=north", "x, y, z, -x, -y or -z"),
        ("--handedness=both", "right or left"),
        ("--read-as=mesh", "voxels, density or heights"),
        ("--as=mesh", "surface or blocks"),
        ("--sign=mass", "density or distance"),
        ("--units-per-metre=0", "a number above 0"),
        ("--units-per-metre=NaN", "a number above 0"),
        ("--spacing=-1", "a number above 0"),
        ("--memory-limit=0", "a number above 0"),
        ("--raw=4x4", "is no layout"),
        ("--axes=xxy", "x, y and z in some order"),
    ] {
        let error = folder.dump_error(&["a.obj", word]);
        assert!(error.contains(said), "{word}: {error}");
    }
}
