//! A view that is added as a check is what `spanscope check` compares.

use crate::window::Window;
use egui_kittest::kittest::NodeT as _;
use spanscope::app::Action;
use spanscope::app::other::OtherAction;
use spanscope::check::{CheckError, Findings, Mode, Options, PictureState, Verdict, check_folder};
use spanscope::session::checks::Shown;
use spanscope::session::view::ViewChange;
use spanscope::session::{Edit, LookFrom, OtherView, PictureCheck, Selection, Step, file};
use std::path::{Path, PathBuf};

/// The sample in a window and in a file of a folder of its own.
fn saved_sample() -> (Window, PathBuf) {
    let mut window = Window::of_sample();
    let path = window.path("levels/level.scene.json");
    std::fs::create_dir(path.parent().unwrap()).unwrap();
    window.act(Action::SaveTo(path.clone()));
    (window, path)
}

/// What the check of the scene's folder finds about its only scene.
fn findings(scene: &Path, mode: Mode) -> Findings {
    let mut found = None;
    let options = Options { mode, ..Options::default() };
    check_folder(scene.parent().unwrap(), &options, |checked, _| {
        found = Some(checked.result.unwrap());
        Ok::<_, CheckError>(())
    })
    .unwrap();
    found.unwrap()
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_present_view_is_added_with_its_golden_picture_and_is_equal_from_then_on() {
    let (mut window, path) = saved_sample();
    window.act(ViewChange::Show(Step::ALL[4]));
    window.act(ViewChange::Select(Some(Selection { x: 17, z: 19, row: Some(6) })));
    window.act(Action::LookFrom(LookFrom::Front));
    window.menu("File", "Add as check…");
    assert!(window.shows("Add as check"));
    let field = window.shell().transient.check_field.clone().unwrap();
    assert_eq!((field.name.as_str(), field.show, field.tolerance), ("picture-1", Shown::View, 0.008));
    window.click("Add and save");
    assert_eq!(window.problem(), None);
    assert!(window.shows("The check is in the scene, its golden picture is level.picture-1.png"));
    assert!(!window.session().is_changed());
    assert_eq!(names_in(path.parent().unwrap()), ["level.picture-1.png", "level.scene.json"]);
    let checks = file::open(&path).unwrap().checks;
    assert_eq!(checks.len(), 1);
    assert_eq!(checks[0].view.as_ref(), Some(window.view()), "the view is that of the window, with its camera");
    assert!(checks[0].view.as_ref().unwrap().camera.is_some());

    // Of the update nothing is left but the stages, and the picture is as it is drawn again.
    let update = findings(&path, Mode::Update { with_columns: false });
    assert_eq!(update.written, [path.with_file_name("level.expected")]);
    let again = findings(&path, Mode::Compare);
    assert_eq!(again.verdict(), Verdict::Equal);
    assert_eq!(again.pictures[0].state, PictureState::Equal { worst: 0.0 });

    // Another view is another picture.
    let mut moved = file::open(&path).unwrap();
    moved.checks[0].view.as_mut().unwrap().step = Step::ALL[8];
    file::save_with_checks(&moved.document, &moved.view, &moved.checks, &path).unwrap();
    assert!(matches!(findings(&path, Mode::Compare).pictures[0].state, PictureState::Differs { .. }));
}

#[test]
fn a_check_with_a_name_that_is_there_takes_its_place() {
    let (mut window, path) = saved_sample();
    let golden = path.with_file_name("level.overview.png");
    let check = PictureCheck { size: [320, 200], ..PictureCheck::new("overview") };
    window.act(Action::AddCheck(Box::new(check.clone())));
    let before = std::fs::read(&golden).unwrap();
    window.act(Action::LookFrom(LookFrom::Top));
    window.act(Action::AddCheck(Box::new(check.clone())));
    assert!(std::fs::read(&golden).unwrap() != before);
    let section = PictureCheck { show: Shown::Section, size: [400, 200], ..PictureCheck::new("cut") };
    window.act(Action::AddCheck(Box::new(section)));
    let names: Vec<String> = file::open(&path).unwrap().checks.into_iter().map(|check| check.name).collect();
    assert_eq!(names, ["overview", "cut"]);
    let picture = image::open(path.with_file_name("level.cut.png")).unwrap();
    assert_eq!((picture.width(), picture.height()), (400, 200));
    assert!(findings(&path, Mode::Update { with_columns: true }).pictures.iter().all(|p| p.is_equal()));

    // They are listed, looked at and taken out.
    window.act(Action::LookFrom(LookFrom::Iso));
    window.menu("File", "Add as check…");
    assert!(window.shows("3D view, 320 x 200") && window.shows("Section, 400 x 200"));
    window.act(Action::ShowCheck("overview".into()));
    assert_eq!(Some(window.view()), window.session().checks[0].view.as_ref());
    window.act(Action::RemoveCheck("overview".into()));
    assert!(window.session().is_changed() && !window.shows("3D view, 320 x 200"));
    window.act(Action::Save);
    assert!(!window.session().is_changed());
    assert_eq!(file::open(&path).unwrap().checks.len(), 1);
}

#[test]
fn what_no_check_can_be_is_said_before_it_is_added() {
    let (mut window, _) = saved_sample();
    window.menu("File", "Add as check…");
    let is_possible = |window: &Window| !window.button("Add and save").accesskit_node().is_disabled();
    assert!(is_possible(&window));
    for (name, said) in [("a b", "the name \"a b\" is not 1 to 64 letters"), ("", "the name \"\" is not")] {
        window.harness.state_mut().transient.check_field = Some(PictureCheck::new(name));
        window.settle();
        assert!(window.shows(said) && !is_possible(&window), "{said}");
    }
    window.click("Close");
    assert!(window.shell().transient.check_field.is_none());
    // A name by which check does not find the scene.
    let other = window.path("level.json");
    window.act(Action::SaveTo(other));
    window.menu("File", "Add as check…");
    assert!(window.shows("spanscope check reads only scenes that end in .scene.json") && !is_possible(&window));
}

#[test]
fn a_scene_without_a_file_is_saved_first() {
    let mut window = Window::of_sample();
    window.act(Action::AddCheck(Box::new(PictureCheck { size: [64, 64], ..PictureCheck::new("small") })));
    let path = window.path("new.scene.json");
    window.act(Action::SaveTo(path.clone()));
    assert_eq!(window.problem(), None);
    assert!(path.with_file_name("new.small.png").exists());
    assert_eq!(file::open(&path).unwrap().checks.len(), 1);
}

#[test]
fn a_golden_picture_is_never_written_over_an_input_and_what_cannot_be_saved_is_not_added() {
    let (mut window, path) = saved_sample();
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    window.act(Action::AddCheck(Box::new(PictureCheck::new("a"))));
    assert!(window.problem().is_some());
    assert!(window.session().checks.is_empty());

    let mut window = Window::empty();
    let heights = window.path("hills.terrain.png");
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/terrain.png"), &heights).unwrap();
    let bytes = std::fs::read(&heights).unwrap();
    window.open(&heights);
    window.act(Action::SaveTo(heights.with_file_name("hills.scene.json")));
    window.act(Action::AddCheck(Box::new(PictureCheck::new("terrain"))));
    assert!(window.problem().unwrap().text.contains("written over a file that the scene is made from"));
    assert!(std::fs::read(&heights).unwrap() == bytes);
}

#[test]
fn a_picture_shows_what_is_compared_with() {
    let (mut window, path) = saved_sample();
    let check = |name: &str| Box::new(PictureCheck { size: [400, 240], ..PictureCheck::new(name) });
    window.act(Action::AddCheck(check("alone")));
    window.act(Action::Other(OtherAction::Keep));
    window.act_all([Edit::ClimbRows(1), Edit::RadiusCells(4)].map(Action::from));
    window.act(Action::AddCheck(check("difference")));
    window.act(Action::Other(OtherAction::Show(OtherView::Split)));
    window.act(Action::AddCheck(check("split")));
    assert_eq!(window.problem(), None);
    let picture = |name: &str| image::open(path.with_file_name(format!("level.{name}.png"))).unwrap().to_rgb8();
    let [alone, difference, split] = ["alone", "difference", "split"].map(picture);
    let worst = |a, b| spanscope::check::difference(a, b, &[]).unwrap().worst;
    assert!(worst(&alone, &difference) > 0.1 && worst(&difference, &split) > 0.1);
    // The scene is another one now, but both pictures of it are as they are drawn again.
    let states: Vec<bool> = findings(&path, Mode::Compare).pictures.iter().map(|picture| picture.is_equal()).collect();
    assert_eq!(states[1..], [true, true]);
}

#[test]
fn a_golden_picture_is_drawn_also_when_something_else_is_opened_at_once() {
    let (mut window, path) = saved_sample();
    let floor = window.file("floor.obj", "v 0 0 0\nv 0 0 9\nv 9 0 0\nf 1 2 3\n");
    // Changed and not run yet: the picture is that of the scene that is saved.
    window.act_all([
        Edit::ClimbRows(1).into(),
        Action::AddCheck(Box::new(PictureCheck { size: [320, 200], ..PictureCheck::new("a") })),
        Action::Open(floor),
    ]);
    assert_eq!((window.problem(), window.session().name.as_str()), (None, "floor.obj"));
    let found = findings(&path, Mode::Update { with_columns: false });
    assert_eq!(found.pictures[0].state, PictureState::Equal { worst: 0.0 });
}
