//! Voxel files in scenes.

use super::samples::*;
use spanscope::io::{FORMATS, LoadError, load, scene_json};
use spanscope::pipeline::{ErrorKind, Monitor, run};
use spanscope::session::{View, file};
use spanscope::source::Content;
use std::path::PathBuf;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for (name, bytes) in boxes() {
            folder.add(name, &bytes);
        }
        folder
    }

    fn add(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }

    #[track_caller]
    fn scene_error(&self, chunk: &str) -> LoadError {
        let scene = format!(r#"{{"inputs": [{{"chunk": {chunk}}}]}}"#);
        load(&self.add("bad.scene.json", scene.as_bytes())).unwrap_err()
    }
}

#[test]
fn a_scene_names_a_voxel_file_and_is_written_back_so() {
    let folder = Folder::new();
    let areas: Vec<u8> = (0..=255).collect();
    let scene = format!(
        r#"{{"inputs": [{{"chunk": {{"file": "box.npy", "axes": "zyx", "offset": [1, 2, 3], "material_areas": {areas:?}}}}}]}}"#
    );
    let path = folder.add("a.scene.json", scene.as_bytes());
    let session = file::open(&path).unwrap();
    let Content::Voxels(voxels) = &session.document.sources[0].content else { panic!("voxels") };
    let chunk = voxels.to_chunk();
    assert_eq!((chunk.offset, chunk.area(9)), ([1, 2, 3], 9));
    assert_eq!([chunk.width, chunk.height, chunk.depth], [4, 3, 2]);
    let saved = folder.add("b.scene.json", b"{}");
    file::save(&session.document, &View::default(), &saved).unwrap();
    let text = std::fs::read_to_string(&saved).unwrap();
    assert!(
        text.contains(r#"{"chunk":{"file":"box.npy","axes":"zyx","offset":[1,2,3],"material_areas":[0,1,"#),
        "{text}"
    );
    assert!(!text.contains("runs"));
    assert_eq!(file::open(&saved).unwrap().document, session.document);
    // Over the file that it reads it is not written.
    let error = file::save(&session.document, &View::default(), &folder.0.path().join("box.npy")).unwrap_err();
    assert!(matches!(error, LoadError::WouldReplaceInput { .. }), "{error}");
}

#[test]
fn a_file_of_its_own_is_a_scene_of_cubes_without_a_file_to_save_to() {
    let folder = Folder::new();
    let session = file::open(&folder.0.path().join("box.vox")).unwrap();
    assert_eq!((session.path, session.document.frame.cell()), (None, [1.0, 1.0]));
    assert_eq!(session.document.sources[0].file, Some(folder.0.path().join("box.vox")));
}

#[test]
fn what_falls_outside_the_frame_is_counted() {
    let folder = Folder::new();
    let scene = r#"{"frame": {"origin": [0,0,0], "cell_size": 1, "cell_height": 1, "width": 2, "depth": 4, "height": 3},
        "inputs": [{"chunk": {"file": "box.vox", "offset": [0, 1, 0]}}]}"#;
    let loaded = load(&folder.add("a.scene.json", scene.as_bytes())).unwrap();
    let run = run(&loaded.scene().unwrap(), &Monitor::default()).unwrap();
    assert_eq!(run.tally.voxels_outside, 8, "the top of each of 8 columns");
}

#[test]
fn notes_say_which_input_they_are_about() {
    let folder = Folder::new();
    let data = 300_i32.to_le_bytes();
    folder.add("a.npy", &npy("<i4", "False", "(1, 1, 1)", &data));
    let scene = r#"{"inputs": [{"chunk": {"file": "box.vox"}}, {"chunk": {"file": "a.npy"}}]}"#;
    let path = folder.add("a.scene.json", scene.as_bytes());
    let expected = ["input 1: samples outside 0 to 255 that became material 1: 1"];
    assert_eq!(load(&path).unwrap().notes, expected);
    assert_eq!(file::open(&path).unwrap().notes, expected);
    let loaded = load(&path).unwrap();
    let text = scene_json::write(&loaded.document, None, folder.0.path()).unwrap();
    assert!(text.contains(r#"{"chunk":{"file":"a.npy","offset":[0,0,0]}}"#), "{text}");
}

#[test]
fn chunks_that_are_half_a_file_are_refused() {
    let folder = Folder::new();
    let own = "input 0: a chunk from a file has no width, depth, height or runs of its own";
    let neither = "input 0: a chunk needs a file; or offset, width, depth, height and runs, and no axes";
    for (chunk, reason) in [
        (r#"{"file": "box.vox", "width": 2}"#, own),
        (r#"{"file": "box.vox", "runs": []}"#, own),
        (r#"{}"#, neither),
        (r#"{"offset": [0,0,0], "width": 1, "depth": 1, "height": 1, "runs": [], "axes": "xyz"}"#, neither),
        (r#"{"offset": [0,0,0], "width": 1, "depth": 1, "height": 1}"#, neither),
        (
            r#"{"file": "box.npy", "axes": "xyy"}"#,
            "input 0: axes \"xyy\" are not x, y and z in some order, each with or without a minus sign",
        ),
    ] {
        let error = folder.scene_error(chunk);
        assert_eq!(error.kind(), ErrorKind::BadScene);
        assert!(error.to_string().starts_with(&format!("{reason}: ")), "{error}");
    }
    let error = folder.scene_error(r#"{"file": "gone.vox"}"#);
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!(error.to_string().contains("gone.vox (input 0 of "), "{error}");
    let error = folder.scene_error(r#"{"file": null}"#);
    assert_eq!(error.kind(), ErrorKind::BadScene);
}

#[test]
fn every_kind_is_in_the_list_that_dialogs_are_made_from() {
    let known: Vec<&str> = FORMATS.iter().flat_map(|format| format.extensions).copied().collect();
    for end in ["json", "obj", "vox", "npy", "nrrd", "nhdr", "binvox"] {
        assert!(known.contains(&end), "{end} in {known:?}");
    }
}
