//! How much memory a run needs: told beforehand, and refused above a limit.

use super::data;
use super::folder::Folder;
use spanscope::io::{load, scene_json};
use spanscope::pipeline::{ErrorKind, Monitor, PipelineError, Scene, Stage, memory, run};
use std::path::Path;

/// A floor over a thousand times a thousand columns.
const LARGE: &str = r#"{"mesh": {"vertices": [[0,0,0],[0,0,300],[300,0,300],[300,0,0]], "indices": [0,1,2,0,2,3]}}"#;

#[test]
fn a_run_beyond_the_limit_is_refused_and_one_within_it_is_not() {
    let folder = Folder::new();
    folder.scene("", LARGE);
    let error = folder.dump_error(&["--memory-limit", "0.001", "a.scene.json"]);
    let start = "error TooLarge: this needs about ";
    assert!(error.starts_with(start) && error.contains(" MB, more than the limit of 1.0 MB; "), "{error}");
    folder.scene(r#"{"cell_size": 30, "cell_height": 30}"#, LARGE);
    folder.dump(&["--memory-limit", "0.001", "a.scene.json"]);
}

#[test]
fn a_file_beyond_the_limit_is_not_read() {
    let folder = Folder::new();
    folder.add("a.obj", vec![b'#'; 2_000_000]);
    let error = folder.dump_error(&["--memory-limit", "0.001", "a.obj"]);
    assert!(error.starts_with("error TooLarge: this needs about 2.0 MB, more than the limit of 1.0 MB; "), "{error}");
    // The negative control: with memory to read it, it is read, and holds nothing.
    assert!(folder.dump_error(&["--memory-limit", "0.01", "a.obj"]).starts_with("error BadFile: no triangles"));
}

/// What an estimate is to tell, worked out from a run that was made.
fn real(scene: &Scene) -> (f64, f64) {
    let frame = scene.resolve_frame().expect("a frame");
    let made = run(scene, &Monitor::default()).expect("a run");
    let pieces = made.stage(Stage::Raw).len() as f64;
    (memory::estimate(&frame, &scene.inputs) as f64, pieces * 100.0 + frame.columns() as f64 * 24.0)
}

#[test]
fn an_estimate_is_never_far_below_what_a_kept_scene_takes() {
    let mut scenes = 0;
    for line in include_str!("../conformance/scenes.jsonl").lines() {
        let kept: serde_json::Value = serde_json::from_str(line).expect("a scene a line");
        let Ok(loaded) = scene_json::parse(kept["scene"].to_string().as_bytes(), Path::new("kept.scene.json")) else {
            continue;
        };
        let Ok(scene) = loaded.scene() else { continue };
        if scene.check().is_err() {
            continue;
        }
        let (estimate, real) = real(&scene);
        assert!(estimate >= 0.8 * real, "{}: {estimate} for {real}", kept["name"]);
        scenes += 1;
    }
    assert!(scenes > 350, "{scenes}");
}

#[test]
fn an_estimate_of_a_level_is_near_what_it_takes() {
    let mut scenes =
        vec![("sample".to_owned(), spanscope::io::sample().expect("the sample").scene().expect("a scene"))];
    if let Some(folder) = data::folder() {
        for line in include_str!("../conformance/real_scenes.jsonl").lines() {
            let kept: serde_json::Value = serde_json::from_str(line).expect("a scene a line");
            let loaded = scene_json::parse(kept["scene"].to_string().as_bytes(), &folder.join("kept.scene.json"));
            scenes.push((kept["name"].to_string(), loaded.expect("a scene").scene().expect("inputs")));
        }
    }
    for (name, scene) in scenes {
        let (estimate, real) = real(&scene);
        assert!((0.8 * real..=4.0 * real).contains(&estimate), "{name}: {estimate} for {real}");
    }
}

#[test]
fn a_mesh_of_no_triangles_needs_only_its_columns() {
    let folder = Folder::new();
    let frame = r#"{"origin": [0,0,0], "cell_size": 1, "cell_height": 1, "width": 10, "depth": 10, "height": 9}"#;
    let scene = load(&folder.scene(frame, "")).expect("a scene").scene().expect("no input");
    assert_eq!(memory::estimate(&scene.resolve_frame().expect("a frame"), &scene.inputs), 2400);
    assert_eq!(run(&scene, &Monitor::new(2399)).expect_err("one byte short").kind(), ErrorKind::TooLarge);
    assert!(run(&scene, &Monitor::new(2400)).is_ok());
}

#[test]
fn the_mesh_of_a_height_grid_is_counted_before_it_is_made() {
    let folder = Folder::new();
    // One column, and 40,000 heights of 48 bytes.
    let grid = r#"{"height_grid": {"file": "a.raw", "raw": "200x200:u16:le"}}"#;
    folder.add("a.raw", [0; 80_000]);
    let frame = r#"{"origin": [0,-1,0], "cell_size": 1, "cell_height": 1, "width": 1, "depth": 1, "height": 9}"#;
    let scene = folder.made(frame, grid);
    let error = run(&scene, &Monitor::new(1_919_999)).expect_err("one byte short");
    assert_eq!(error, PipelineError::Memory { needs: 1_920_000, limit: 1_919_999 });
    // Beyond its mesh the run needs more, as far as its triangles may reach.
    assert!(run(&scene, &Monitor::new(12_000_000)).is_ok());
}

#[test]
fn a_map_whose_blocks_are_left_out_opens_in_time_and_its_run_is_refused() {
    let folder = Folder::new();
    let file = include_bytes!("../../fuzz/corpus/tiff/eleven_million_heights_that_are_left_out");
    let loaded = load(&folder.add("a.tif", file)).expect("a sparse file as GDAL has it");
    let heights = 4 * 2_752_515;
    assert!(loaded.notes.contains(&"blocks that are not in the file: 1 of 1".to_owned()), "{:?}", loaded.notes);
    let error = run(&loaded.scene().expect("heights"), &Monitor::new(64_000_000)).expect_err("too large");
    assert_eq!(error, PipelineError::Memory { needs: heights * 48, limit: 64_000_000 });
}
