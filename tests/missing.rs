//! Files of a scene that are not there: refused on the command line, and where they may be left out or were moved, nothing of
//! the scene is lost.

use spanscope::io::{self, LoadError, Places, ReadOptions, read_again};
use spanscope::pipeline::{ErrorKind, Monitor, Stage, dump, run};
use spanscope::session::{Edit, Session, file};
use spanscope::source::{Assembly, Content};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A scene with an input of every kind, each with something chosen about it.
const SCENE: &str = r#"{
  "frame": { "origin": [-1, -1, -1], "cell_size": 0.5, "cell_height": 0.25, "width": 40, "depth": 40, "height": 60 },
  "inputs": [
    { "mesh": { "file": "../meshes/floor.obj", "transform": { "up": "z", "flip_winding": true }, "parts": [{ "name": "pond", "area": 5 }] } },
    { "height_grid": { "file": "../meshes/hills/terrain.png", "spacing": 0.125, "scale_y": 0.002, "x0": 1.0, "quarter_turns": 1 } },
    { "chunk": { "file": "../meshes/rooms.vox", "offset": [2, 1, 3], "hidden_materials": [7] } },
    { "density": { "file": "../meshes/blob.raw", "raw": "4x4x4:f32:le:xyz", "spacing": 0.5, "iso": 0.25, "cap": true } }
  ]
}"#;

const FLOOR: &str = "o pond\nv 0 0 0\nv 9 0 0\nv 9 9 0\nf 1 2 3\no rest\nv 0 9 0\nf 1 3 4\n";

/// The scene with its files, in folders of their own.
struct Files {
    folder: TempDir,
    scene: PathBuf,
}

impl Files {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let [scenes, meshes] = ["scenes", "meshes"].map(|name| folder.path().join(name));
        std::fs::create_dir(&scenes).expect("a folder");
        std::fs::create_dir_all(meshes.join("hills")).expect("a folder");
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        std::fs::copy(assets.join("terrain.png"), meshes.join("hills/terrain.png")).expect("it is there");
        std::fs::copy(assets.join("rooms.vox"), meshes.join("rooms.vox")).expect("it is there");
        std::fs::write(meshes.join("floor.obj"), FLOOR).expect("it is written");
        let blob: Vec<u8> = (0..64).flat_map(|n: u8| f32::from(u8::from(n.is_multiple_of(3))).to_le_bytes()).collect();
        std::fs::write(meshes.join("blob.raw"), blob).expect("it is written");
        let scene = scenes.join("level.scene.json");
        std::fs::write(&scene, SCENE).expect("it is written");
        Self { folder, scene }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Puts a file or folder somewhere else.
    fn move_to(&self, from: &str, to: &str) {
        std::fs::rename(self.path(from), self.path(to)).expect("it can be moved");
    }

    fn open(&self, places: &Places) -> Result<Session, LoadError> {
        file::open_at(&self.scene, &ReadOptions::default(), places, &Monitor::default())
    }

    fn said(&self, name: &str) -> PathBuf {
        self.scene.with_file_name("").join(name)
    }
}

fn hashes(session: &Session) -> Vec<u64> {
    let scene = Assembly::default().scene(&session.document, &Monitor::default()).expect("it is a scene");
    let result = run(&scene, &Monitor::default()).expect("it runs");
    Stage::ALL.map(|stage| dump::hash_stage(&result, stage)).to_vec()
}

fn inputs(path: &Path) -> serde_json::Value {
    let text = std::fs::read_to_string(path).expect("it is there");
    serde_json::from_str::<serde_json::Value>(&text).expect("it is JSON")["inputs"].clone()
}

fn leave_out() -> Places {
    Places { leaves_out_missing: true, ..Places::default() }
}

#[test]
fn without_a_word_a_scene_with_a_missing_file_is_refused() {
    let files = Files::new();
    files.move_to("meshes/rooms.vox", "rooms.vox");
    let error = files.open(&Places::default()).expect_err("it is not there");
    assert_eq!(error.kind(), ErrorKind::Io);
    assert_eq!(error.missing_file(), Some(&files.said("../meshes/rooms.vox")));
    let program = env!("CARGO_BIN_EXE_spanscope");
    let output = std::process::Command::new(program).arg("dump").arg(&files.scene).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.starts_with("error Io: ") && said.contains("rooms.vox (input 2 of "), "{said}");
    // The window's own code asks; a picture without a window cannot.
    let picture = files.path("picture.png");
    let raw = files.path("meshes/blob.raw");
    for (file, kind, name) in [(&files.scene, "error Io: ", "rooms.vox"), (&raw, "error BadFile: ", "blob.raw")] {
        let output = std::process::Command::new(program).arg("shot").arg(file).arg("--out").arg(&picture).output();
        let output = output.expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && said.starts_with(kind) && said.contains(name), "{said}");
        assert!(!picture.exists());
    }
}

#[test]
fn what_is_there_and_cannot_be_read_is_not_missing() {
    let files = Files::new();
    std::fs::write(files.path("meshes/rooms.vox"), "no voxels").expect("it is written");
    assert_eq!(files.open(&leave_out()).expect_err("it is broken").kind(), ErrorKind::BadFile);
    std::fs::remove_file(files.path("meshes/rooms.vox")).expect("it was there");
    std::fs::create_dir(files.path("meshes/rooms.vox")).expect("a folder");
    let error = files.open(&leave_out()).expect_err("it is a folder");
    assert_eq!((error.kind(), error.missing_file()), (ErrorKind::Io, None));
}

#[test]
fn what_is_left_out_is_kept_in_the_scene_and_comes_back_with_everything_that_was_chosen() {
    let files = Files::new();
    let whole = files.open(&Places::default()).expect("it opens");
    let before = hashes(&whole);
    let saved = files.path("whole.scene.json");
    file::save(&whole.document, &whole.view, &saved).expect("it is saved");
    files.move_to("meshes", "away");

    let session = files.open(&leave_out()).expect("it opens without them");
    assert!(session.document.missing().map(|(number, _)| number).eq(0..4) && !session.is_changed());
    let labels: Vec<&str> = session.document.sources.iter().map(|source| source.content.label()).collect();
    assert_eq!(labels, ["Mesh", "Height grid", "Voxels", "Density"]);
    assert_ne!(hashes(&session), before);

    // Saved elsewhere the inputs are what they were, and their files where they should be.
    let copy = files.path("copy.scene.json");
    file::save(&session.document, &session.view, &copy).expect("it is saved");
    let (mut of_copy, of_scene) = (inputs(&copy), inputs(&files.scene));
    assert_eq!(of_copy[2]["chunk"]["file"], "meshes/rooms.vox");
    for (number, kind) in ["mesh", "height_grid", "chunk", "density"].into_iter().enumerate() {
        of_copy[number][kind]["file"] = of_scene[number][kind]["file"].clone();
    }
    assert_eq!(of_copy, of_scene, "nothing of them is lost");

    // While they are away nothing changes; when they are back everything is as it was.
    let again = |session: &mut Session| {
        let read = |source| read_again(source, &Monitor::default()).expect("what is there can be read");
        let sources = session.document.sources.iter().map(read).collect();
        session.reload(sources);
    };
    let mut session = session;
    again(&mut session);
    assert_eq!(session.document.missing().count(), 4);
    files.move_to("away", "meshes");
    again(&mut session);
    assert_eq!(hashes(&session), before);
    assert!(session.document.missing().next().is_none() && !session.is_changed());
    let back = files.path("back.scene.json");
    file::save(&session.document, &session.view, &back).expect("it is saved");
    assert_eq!(std::fs::read(&back).expect("it is there"), std::fs::read(&saved).expect("it is there"));
}

#[test]
fn one_file_that_is_found_leads_to_all_of_its_folder() {
    let files = Files::new();
    let before = hashes(&files.open(&Places::default()).expect("it opens"));
    files.move_to("meshes", "models");
    let found = files.path("models/floor.obj");
    let places = Places { moved: vec![(files.said("../meshes/floor.obj"), found.clone())], ..Places::default() };
    let session = files.open(&places).expect("all are found");
    assert_eq!(hashes(&session), before);
    let names = ["models/floor.obj", "models/hills/terrain.png", "models/rooms.vox", "models/blob.raw"];
    let opened: Vec<PathBuf> = session.document.files().map(|file| file.canonicalize().expect("it is there")).collect();
    assert_eq!(opened, names.map(|name| files.path(name).canonicalize().expect("it is there")));
    assert_eq!(session.notes.len(), 4);
    assert!(session.notes[0].starts_with("input 0: found as ") && session.notes[0].contains("models"));
    // It is another scene than that on disk, until it is saved.
    assert!(session.is_changed());
    file::save(&session.document, &session.view, &files.scene).expect("it is saved");
    assert_eq!(inputs(&files.scene)[1]["height_grid"]["file"], "../models/hills/terrain.png");
    assert!(!files.open(&Places::default()).expect("it opens by itself").is_changed());
}

#[test]
fn a_file_under_another_name_leads_to_those_beside_it() {
    let files = Files::new();
    files.move_to("meshes/floor.obj", "ground.obj");
    files.move_to("meshes/rooms.vox", "rooms.vox");
    let places =
        Places { moved: vec![(files.said("../meshes/floor.obj"), files.path("ground.obj"))], ..Places::default() };
    let session = files.open(&places).expect("both are found");
    let opened: Vec<&PathBuf> = session.document.files().collect();
    assert_eq!(opened[0], &files.path("ground.obj"));
    assert_eq!(opened[1], &files.said("../meshes/hills/terrain.png"), "what is where it was stays there");
    assert_eq!(opened[2], &files.path("rooms.vox"));
    assert_eq!(session.notes.len(), 2);
}

#[test]
fn what_is_missing_contributes_nothing_and_can_be_moved_and_removed() {
    let files = Files::new();
    std::fs::remove_file(files.path("meshes/floor.obj")).expect("it was there");
    let mut session = files.open(&leave_out()).expect("it opens");
    let without = hashes(&session);
    session.apply(&Edit::MoveSource { from: 0, to: 3 }.into(), None);
    assert!(matches!(session.document.sources[3].content, Content::Missing(_)));
    assert_eq!(hashes(&session), without);
    session.apply(&Edit::RemoveSource(3).into(), None);
    assert_eq!(hashes(&session), without);
    assert!(session.document.missing().next().is_none());
    // A scene of that input alone has nothing to run, and says so as an empty one does.
    let alone = files.path("scenes/alone.scene.json");
    std::fs::write(&alone, r#"{ "inputs": [{ "mesh": { "file": "gone.obj" } }] }"#).expect("it is written");
    let loaded = io::load_at(&alone, &ReadOptions::default(), &leave_out(), &Monitor::default()).expect("it opens");
    let refused = run(&loaded.scene().expect("it is a scene"), &Monitor::default()).expect_err("it is empty");
    assert_eq!(refused.kind(), ErrorKind::EmptyBounds);
}

#[cfg(unix)]
#[test]
fn a_name_is_written_without_detours_but_for_those_through_links() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    for name in ["a", "b/c", "scenes"] {
        std::fs::create_dir_all(root.join(name)).expect("a folder");
    }
    std::os::unix::fs::symlink(root.join("b/c"), root.join("a/link")).expect("a link");
    for place in ["b/m.obj", "m.obj"] {
        std::fs::write(root.join(place), FLOOR).expect("it is written");
    }
    let scene = root.join("level.scene.json");
    for (from, written) in [("scenes/../m.obj", "m.obj"), ("a/link/../m.obj", "a/link/../m.obj")] {
        let session = file::open(&root.join(from)).expect("it opens");
        file::save(&session.document, &session.view, &scene).expect("it is saved");
        assert_eq!(inputs(&scene)[0]["mesh"]["file"], written);
        let again = file::open(&scene).expect("it opens").document;
        let place = |path: &Path| path.canonicalize().expect("it is there");
        assert_eq!(place(again.sources[0].file.as_ref().expect("a file")), place(&root.join(from)));
    }
}
