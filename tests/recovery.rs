//! Changes that are not saved outlive the program, and the user's own file stays as it is.

use spanscope::app::recovery::{INTERVAL, LeftBehind, Recovery};
use spanscope::io::Places;
use spanscope::pipeline::Monitor;
use spanscope::session::{Edit, Session, file};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A session of a file of its own, and that file.
fn session(folder: &Path) -> (Session, PathBuf) {
    let sample = spanscope::io::sample().expect("the sample opens").document;
    let path = folder.join("level.scene.json");
    file::save(&sample, &Default::default(), &path).expect("it is saved");
    (file::open(&path).expect("it opens"), path)
}

fn change(session: &mut Session, climb: i32) {
    session.apply(&Edit::ClimbRows(climb).into(), None);
    assert!(session.is_changed());
}

/// What a killed program would have left: the same files under another number, whose lock nobody holds.
fn leave_behind(folder: &Path) {
    for ending in ["scene.json", "txt"] {
        std::fs::copy(folder.join(format!("0.{ending}")), folder.join(format!("7.{ending}"))).expect("it was written");
    }
}

fn begin(folder: &Path) -> (Recovery, Vec<LeftBehind>) {
    Recovery::begin(folder).expect("the folder can be written")
}

#[test]
fn changes_are_written_and_forgotten_when_they_are_saved_or_taken_back() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("recovery");
    let (mut session, path) = session(home.path());
    let (mut recovery, left) = begin(&folder);
    assert!(left.is_empty());
    let now = Instant::now();
    assert_eq!(recovery.keep(&session, now), None, "nothing was changed");
    assert_eq!(names(&folder), ["0.lock"]);
    change(&mut session, 3);
    assert!(recovery.keep(&session, now).is_some());
    recovery.settle();
    assert_eq!(names(&folder), ["0.lock", "0.scene.json", "0.txt"]);
    let kept = file::open(&folder.join("0.scene.json")).expect("it is a scene");
    assert_eq!(kept.document, session.document);
    // Not too often, and what has not changed not at all.
    assert_eq!(recovery.keep(&session, now), None);
    change(&mut session, 2);
    let wait = recovery.keep(&session, now + Duration::from_secs(1)).expect("it has to wait");
    assert_eq!(wait, INTERVAL - Duration::from_secs(1));
    assert_eq!(file::open(&folder.join("0.scene.json")).expect("it is a scene").document.settings.climb_rows, 3);
    recovery.keep(&session, now + INTERVAL);
    recovery.settle();
    assert_eq!(file::open(&folder.join("0.scene.json")).expect("it is a scene").document.settings.climb_rows, 2);
    // Saved.
    file::save(&session.document, &session.view, &path).expect("it is saved");
    session.mark_saved(&path);
    assert_eq!(recovery.keep(&session, now + INTERVAL), None);
    assert_eq!(names(&folder), ["0.lock"]);
    change(&mut session, 1);
    recovery.keep(&session, now + 3 * INTERVAL);
    drop(recovery);
    assert_eq!(names(&folder), [] as [&str; 0], "a program that ends as it should leaves nothing");
}

#[test]
fn what_a_killed_program_left_is_offered_once_with_its_file_and_name() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("recovery");
    let (mut session, path) = session(home.path());
    let own = std::fs::read(&path).expect("it is there");
    let (mut recovery, _) = begin(&folder);
    change(&mut session, 3);
    recovery.keep(&session, Instant::now());
    recovery.settle();
    leave_behind(&folder);
    // The first program still runs: its own changes are not offered to the second, what was left behind is, and to it alone.
    let (second, left) = begin(&folder);
    assert_eq!(left.len(), 1);
    assert_eq!((left[0].from.as_deref(), left[0].name.as_str()), (Some(path.as_path()), "level.scene.json"));
    let (_third, none) = begin(&folder);
    assert!(none.is_empty());
    let restored = left[0].open(&Places::default(), &Monitor::default()).expect("it opens");
    assert_eq!(restored.document, session.document);
    assert!(restored.is_changed() && restored.path.as_deref() == Some(path.as_path()));
    assert_eq!(std::fs::read(&path).expect("it is there"), own, "the user's file is as it was");
    // Asked later, it is still there; thrown away, it is not.
    drop((left, second));
    let (_fourth, again) = begin(&folder);
    assert_eq!(again.len(), 1);
    again[0].remove();
    drop(again);
    assert!(begin(&folder).1.is_empty());
}

#[test]
fn a_mesh_beside_the_scene_is_found_again_from_the_recovery_folder() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("data/recovery");
    std::fs::write(home.path().join("floor.obj"), "v 0 0 0\nv 0 0 9\nv 9 0 9\nf 1 2 3\n").expect("it is written");
    let path = home.path().join("level.scene.json");
    std::fs::write(&path, r#"{ "inputs": [ { "mesh": { "file": "floor.obj" } } ] }"#).expect("it is written");
    let mut session = file::open(&path).expect("it opens");
    change(&mut session, 3);
    let (mut recovery, _) = begin(&folder);
    recovery.keep(&session, Instant::now());
    recovery.settle();
    leave_behind(&folder);
    let (_second, left) = begin(&folder);
    let restored = left[0].open(&Places::default(), &Monitor::default()).expect("it opens with its mesh");
    assert_eq!(restored.document.settings.climb_rows, 3);
    let place =
        |session: &Session| session.document.files().next().expect("a file").canonicalize().expect("it is there");
    assert_eq!(place(&restored), place(&session));
    // What cannot be read is said, and stays.
    std::fs::write(folder.join("7.scene.json"), "{").expect("it is written");
    assert!(left[0].open(&Places::default(), &Monitor::default()).unwrap_err().to_string().contains("7.scene.json"));
    assert!(folder.join("7.scene.json").exists());
}
