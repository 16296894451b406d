//! A scene whose files are not there: the window asks for them.

use crate::window::Window;
use eframe::egui::Key;
use spanscope::app::Action;
use spanscope::app::missing::MissingAction;
use spanscope::pipeline::Stage;
use spanscope::session::{Command, Edit, file};
use spanscope::source::Content;
use std::path::PathBuf;

const FLOOR: &str = "v 0 0 0\nv 0 0 9\nv 9 0 9\nv 9 0 0\nf 1 2 3 4\n";

/// A window, and the file of a scene of two meshes, the second of which is elsewhere now.
fn scene() -> (Window, PathBuf, PathBuf) {
    let window = Window::empty();
    std::fs::create_dir(window.path("meshes")).unwrap();
    std::fs::create_dir(window.path("elsewhere")).unwrap();
    window.file("floor.obj", FLOOR);
    let block = FLOOR.replace(" 0 9", " 1 9").replace(" 0 0\n", " 1 0\n").replace('9', "4");
    let moved = window.file("elsewhere/block.obj", &block);
    let text = r#"{ "inputs": [ { "mesh": { "file": "floor.obj" } }, { "mesh": { "file": "meshes/block.obj" } } ] }"#;
    let scene = window.file("level.scene.json", text);
    (window, scene, moved)
}

const ASKED: &str = "A file of this scene is not there";

#[test]
fn a_file_that_is_located_is_read_and_its_place_is_saved() {
    let (mut window, scene, moved) = scene();
    window.open(&scene);
    assert!(window.shows(ASKED) && window.shows("Input 1 of level.scene.json is read from"));
    assert!(window.problem().unwrap().text.contains("block.obj") && window.shell().product.is_none());
    window.act(Action::Missing(MissingAction::Found(moved.clone())));
    assert!(!window.shows(ASKED) && window.problem().is_none());
    assert_eq!(window.product().triangles.len(), 4);
    assert!(window.session().is_changed(), "the scene on disk still says the old place");
    window.act(Action::Save);
    let text = std::fs::read_to_string(&scene).unwrap();
    assert!(text.contains(r#""file":"elsewhere/block.obj""#), "{text}");
    window.open(&scene);
    assert!(!window.shows(ASKED) && window.product().triangles.len() == 4);
}

#[test]
fn the_place_can_be_typed_where_there_is_no_dialog() {
    let (mut window, scene, moved) = scene();
    window.open(&scene);
    // A system without dialogs answers at once, and the field is opened with the place that the scene says.
    window.click("Locate…");
    for _ in 0..200 {
        if window.shell().transient.path_field.is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        window.settle();
    }
    let field = window.shell().transient.path_field.clone().expect("no dialog can be opened here");
    assert!(field.text.ends_with("meshes/block.obj") && !window.shows(ASKED));
    assert!(window.shows("There is no such file."));
    window.harness.state_mut().transient.path_field.as_mut().unwrap().text = moved.display().to_string();
    window.settle();
    window.click("Read");
    assert_eq!(window.product().triangles.len(), 4);
}

#[test]
fn a_scene_can_be_opened_without_what_is_missing_and_nothing_of_it_is_lost() {
    let (mut window, scene, moved) = scene();
    window.open(&scene);
    window.click("Open without it");
    assert_eq!(window.product().triangles.len(), 2);
    assert!(!window.session().is_changed());
    assert!(window.shows("input 1: left out, as its file is not there"));
    window.act(Edit::ClimbRows(3));
    window.act(Action::Save);
    let text = std::fs::read_to_string(&scene).unwrap();
    assert!(text.contains(r#""file":"meshes/block.obj""#), "{text}");

    // The list of inputs says it, and can locate it; that can be taken back.
    window.tab("Scene");
    assert!(window.shows("1  block.obj") && window.shows("Mesh, not there") && window.shows("There is no "));
    window.act(Action::Missing(MissingAction::Dialog(Some(1))));
    window.act(Action::Missing(MissingAction::Found(moved)));
    assert_eq!(window.product().triangles.len(), 4);
    assert!(!window.shows("not there"));
    window.act(Action::Session(Command::Undo));
    assert!(matches!(window.session().document.sources[1].content, Content::Missing(_)));
    assert_eq!(window.product().triangles.len(), 2);
}

#[test]
fn a_file_that_appears_is_read_when_the_files_are_read_again() {
    let (mut window, scene, moved) = scene();
    window.open(&scene);
    window.click("Open without it");
    window.act(Action::ReloadFiles);
    assert!(window.session().document.missing().count() == 1 && window.problem().is_none());
    std::fs::rename(moved, window.path("meshes/block.obj")).unwrap();
    window.act(Action::ReloadFiles);
    assert_eq!(window.product().triangles.len(), 4);
    assert!(!window.session().is_changed());
}

#[test]
fn cancel_and_escape_open_nothing_and_what_is_open_stays() {
    for by_key in [false, true] {
        let (mut window, scene, _) = scene();
        let floor = window.path("floor.obj");
        window.open(&floor);
        window.open(&scene);
        assert!(window.shows(ASKED));
        if by_key {
            window.key(Key::Escape);
        } else {
            window.click("Cancel");
        }
        assert!(!window.shows(ASKED) && window.problem().is_none());
        assert_eq!(window.session().name, "floor.obj");
        assert_eq!(window.product().run.stage(Stage::Merged).len(), 900);
    }
}

#[test]
fn a_file_that_goes_away_while_it_is_open_is_told_and_stays_loaded() {
    let (mut window, scene, moved) = scene();
    let block = window.path("meshes/block.obj");
    std::fs::rename(moved, &block).unwrap();
    window.open(&scene);
    std::fs::remove_file(&block).unwrap();
    window.act(Action::ReloadFiles);
    assert!(window.problem().unwrap().text.contains("block.obj"));
    assert_eq!(window.product().triangles.len(), 4);
    window.act(Action::Save);
    assert!(std::fs::read_to_string(&scene).unwrap().contains(r#""file":"meshes/block.obj""#));
}

#[test]
fn changes_left_behind_of_a_scene_with_a_missing_file_are_asked_for_too() {
    let (mut first, scene, moved) = scene();
    let folder = first.path("recovery");
    let block = first.path("meshes/block.obj");
    std::fs::copy(&moved, &block).unwrap();
    first.harness.state_mut().recover_in(&folder);
    first.open(&scene);
    first.act(Edit::ClimbRows(1));
    first.harness.state_mut().recovery.as_mut().unwrap().settle();
    for ending in ["scene.json", "txt"] {
        std::fs::copy(folder.join(format!("0.{ending}")), folder.join(format!("7.{ending}"))).unwrap();
    }
    std::fs::remove_file(&block).unwrap();

    let mut window = Window::empty();
    window.harness.state_mut().recover_in(&folder);
    window.settle();
    window.click("Restore");
    assert!(window.shows(ASKED));
    window.click("Open without it");
    assert_eq!((window.session().document.settings.climb_rows, window.product().triangles.len()), (1, 2));
    assert_eq!(window.session().path.as_deref(), Some(scene.as_path()));
    window.act(Action::Save);
    let saved = std::fs::read_to_string(&scene).unwrap();
    assert!(saved.contains(r#""climb":1"#) && saved.contains(r#""file":"meshes/block.obj""#), "{saved}");
    assert!(file::open(&scene).is_err(), "the file is still missing");
}
