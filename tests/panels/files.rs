//! Opening, saving, and what goes wrong with it.

use crate::window::Window;
use eframe::egui::accesskit::Role;
use eframe::egui::{Color32, ColorImage, DroppedFile, Key, Modifiers, PointerButton, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use spanscope::app::Action;
use spanscope::app::job::Job;
use spanscope::app::measuring::MeasureStep;
use spanscope::app::other::OtherAction;
use spanscope::app::preferences::Preferences;
use spanscope::app::transient::ProblemOf;
use spanscope::inspect::{Crop, Place, Reason, ReasonFilter};
use spanscope::pipeline::{ErrorKind, Stage};
use spanscope::session::OtherView;
use spanscope::session::view::ViewChange;
use spanscope::session::{Colouring, Command, Edit, LookFrom, Selection, Step, file};
use spanscope::source::Source;
use spanscope::surface::shapes::Shape;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const FLOOR: &str = "v 0 0 0\nv 0 0 6\nv 6 0 6\nv 6 0 0\nf 1 2 3\nf 1 3 4\n";

#[test]
fn a_file_that_cannot_be_opened_says_where_it_is_wrong_and_the_open_scene_stays() {
    let mut window = Window::of_sample();
    let generation = window.shell().generation;
    let cases: [(&str, &str, ErrorKind, &str); 9] = [
        ("face.obj", "v 0 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 x\n", ErrorKind::BadFile, "at line 4"),
        ("vertex.obj", "v 0 0 0\nv 0 zero 1\n", ErrorKind::BadFile, "at line 2"),
        ("nothing.obj", "v 0 0 0\n", ErrorKind::BadFile, "no triangles in this file"),
        ("nan.obj", "v 0 0 0\nv nan 0 1\nv 1 0 0\nf 1 2 3\n", ErrorKind::NaN, "input 0: x of vertex 1 is not a number"),
        ("field.scene.json", "{ \"inputs\": [], \"colour\": 3 }", ErrorKind::BadScene, "unknown field `colour`"),
        ("type.scene.json", "{\n\"settings\": { \"height\": \"tall\" } }", ErrorKind::BadScene, "line 2 column"),
        ("newer.scene.json", "{ \"spanscope\": 2 }", ErrorKind::BadScene, "version 2 is newer than 1"),
        ("empty.scene.json", "{ \"inputs\": [] }", ErrorKind::EmptyBounds, "no input has a place to make the frame"),
        ("video.mp4", "not a mesh", ErrorKind::BadFile, "not a kind of file that is known here"),
    ];
    for (name, text, kind, said) in cases {
        let path = window.file(name, text);
        window.open(&path);
        let problem = window.problem().cloned().unwrap_or_else(|| panic!("{name} was opened"));
        assert_eq!((problem.of, problem.kind), (ProblemOf::Open, Some(kind)), "{name}: {problem:?}");
        assert!(problem.text.contains(said), "{name}: {}", problem.text);
        assert!(problem.text.ends_with(name), "the path comes last: {}", problem.text);
        assert!(window.shows("Could not open") && window.shows(&problem.text), "{name}");
        assert_eq!(window.session().name, "sample level");
        assert_eq!(window.shell().generation, generation);
    }
    window.open(Path::new("/no such folder/a.obj"));
    assert_eq!(window.problem().unwrap().kind, Some(ErrorKind::Io));
    assert!(window.shell().preferences.recent().is_empty(), "what cannot be opened is not remembered");
    window.click("Dismiss");
    assert_eq!(window.problem(), None);
    assert!(!window.shows("Could not open"));
}

#[test]
fn a_problem_is_shown_while_the_panels_are_hidden_too() {
    let mut window = Window::of_sample();
    window.key(Key::Tab);
    window.open(Path::new("/no such folder/a.obj"));
    assert!(window.shows("/no such folder/a.obj"));
    window.click("Dismiss");
    assert_eq!(window.problem(), None);
}

#[test]
fn another_file_takes_the_place_of_the_first_and_is_remembered() {
    let mut window = Window::of_sample();
    assert!(window.shell().preferences.recent().is_empty(), "the sample is no file");
    let paths = ["a.obj", "b.obj"].map(|name| window.file(name, FLOOR));
    for path in &paths {
        window.open(path);
        assert_eq!(window.problem(), None);
    }
    assert_eq!(window.session().name, "b.obj");
    assert_eq!(window.shell().title(), "b.obj – Spanscope");
    assert_eq!(window.product().scene.inputs.len(), 1);
    assert_eq!(window.product().run.tally.triangles, 2);
    let newest_first = [paths[1].clone(), paths[0].clone()];
    assert_eq!(window.shell().preferences.recent(), newest_first);
    let stored = Preferences::in_file(window.path("preferences/recent.txt"));
    assert_eq!(stored.recent(), newest_first, "also for the next session");

    window.click("File");
    window.harness.get_by_role_and_label(Role::Button, "Open recent").hover();
    window.settle();
    window.click("Open recent");
    window.click("a.obj");
    assert_eq!(window.session().name, "a.obj");
    assert_eq!(window.shell().preferences.recent(), [paths[0].clone(), paths[1].clone()]);
    window.act(Action::ForgetRecent);
    assert!(window.shell().preferences.recent().is_empty());
    assert_eq!(std::fs::read_to_string(window.path("preferences/recent.txt")).unwrap(), "");
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

#[test]
fn a_file_that_is_dropped_is_opened() {
    let mut window = Window::empty();
    let path = window.file("dropped.obj", FLOOR);
    window.harness.input_mut().dropped_files.push(Arc::new(Dropped(path)));
    window.settle();
    assert_eq!(window.session().name, "dropped.obj");
    assert_eq!(window.product().run.tally.triangles, 2);
    for name in ["first.obj", "second.obj", "third.obj"] {
        let path = window.file(name, FLOOR);
        window.harness.input_mut().dropped_files.push(Arc::new(Dropped(path)));
    }
    window.settle();
    assert_eq!((window.session().name.as_str(), window.session().document.sources.len()), ("first.obj", 3));
    assert_eq!(window.product().run.tally.triangles, 6);
    window.act(Action::Session(Command::Undo));
    window.act(Action::Session(Command::Undo));
    let bad = window.file("bad.obj", "f 1 2 3\n");
    window.harness.input_mut().dropped_files.push(Arc::new(Dropped(bad)));
    window.settle();
    assert_eq!(window.problem().unwrap().of, ProblemOf::Open);
    assert_eq!(window.session().name, "first.obj");
}

#[test]
fn the_newest_of_two_settings_wins() {
    let mut window = Window::of_sample();
    let generation = window.shell().generation;
    let ctx = window.harness.ctx.clone();
    for edit in [Edit::RadiusCells(0), Edit::RadiusCells(1), Edit::RadiusCells(3)] {
        window.harness.state_mut().apply_all(&ctx, [edit.into()]);
    }
    window.settle();
    assert_eq!(window.settings().radius_cells, 3);
    assert_eq!(window.shell().generation, generation + 1, "of the others nothing was shown");
}

#[test]
fn the_newest_of_two_files_wins() {
    let mut window = Window::empty();
    let paths = ["a.obj", "b.obj"].map(|name| window.file(name, FLOOR));
    for path in &paths {
        window.shell().submit(Job::Open(path.clone()));
    }
    window.settle();
    assert_eq!(window.session().name, "b.obj");
}

#[test]
fn a_long_run_can_be_cancelled() {
    let mut window = Window::of_sample();
    let generation = window.shell().generation;
    let ctx = window.harness.ctx.clone();
    let fine = window.session().document.frame.with_cell(0.01, 0.01);
    window.harness.state_mut().apply_all(&ctx, [Edit::Frame(fine).into()]);
    // No more than it takes the worker to wake up.
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(10);
    while window.shell().activity().is_none() {
        assert!(std::time::Instant::now() < deadline, "the run does not begin");
        std::thread::yield_now();
    }
    window.harness.run();
    assert!(window.shows("Building "));
    window.click("Cancel");
    assert_eq!(window.shell().generation, generation);
    assert_eq!(window.product().run.frame.cell_size(), 0.3);
    assert!(window.shell().activity().is_none());
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.session().document, window.product().document);
}

#[test]
fn a_path_can_be_typed() {
    let mut window = Window::empty();
    let path = window.file("typed level.obj", FLOOR);
    window.key_with(Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    assert!(window.shows("Open a file"));
    let type_path = |window: &mut Window, text: &str| {
        window.harness.get_by_role_and_label(Role::TextInput, "Path").type_text(text);
        window.settle();
    };
    type_path(&mut window, &path.with_extension("").display().to_string());
    assert!(window.shows("There is no such file."));
    assert!(window.button("Open").accesskit_node().is_disabled());
    window.key(Key::Enter);
    assert!(window.shell().transient.path_field.is_some(), "Enter opens nothing that is not there");
    type_path(&mut window, ".obj");
    assert!(!window.shows("There is no such file."));
    window.click("Open");
    assert_eq!(window.shell().transient.path_field.as_ref().map(|field| field.text.clone()), None);
    assert_eq!(window.session().name, "typed level.obj");

    window.key_with(Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    let other = window.file("other.obj", FLOOR);
    type_path(&mut window, &other.display().to_string());
    window.key(Key::Enter);
    assert_eq!(window.session().name, "other.obj", "Enter does as the button");
    window.key_with(Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    window.click("Cancel");
    assert!(window.shell().transient.path_field.is_none());
}

#[test]
fn a_session_is_saved_and_its_mark_goes() {
    let mut window = Window::of_sample();
    assert_eq!(window.shell().title(), "sample level – Spanscope");
    window.enter("Climb", "3");
    window.key(Key::Num5);
    assert_eq!(window.shell().title(), "• sample level – Spanscope");
    assert!(window.shows("sample level •"));
    let path = window.path("saved.scene.json");
    window.act(Action::SaveTo(path.clone()));
    assert_eq!(window.shell().title(), "saved.scene.json – Spanscope");
    window.enter("Climb", "2");
    window.key_with(Modifiers::COMMAND, Key::S);
    assert!(!window.session().is_changed(), "now it has a file to go to");
    let stored = file::open(&path).unwrap();
    assert_eq!(stored.document, window.session().document);
    assert_eq!(stored.view, *window.view());

    window.open(&path);
    assert_eq!(window.problem(), None);
    assert_eq!(window.settings().climb_rows, 2);
    assert_eq!(window.product().run.tally.triangles, 627, "the saved scene holds the sample's mesh");
}

#[test]
fn a_place_that_cannot_be_written_says_so_and_the_session_stays_changed() {
    let mut window = Window::of_sample();
    window.enter("Climb", "3");
    let folder = window.path("folder.scene.json");
    std::fs::create_dir(&folder).unwrap();
    window.act(Action::SaveTo(folder));
    let problem = window.problem().cloned().unwrap();
    assert_eq!((problem.of, problem.kind), (ProblemOf::Save, Some(ErrorKind::Io)));
    assert!(window.shows(&problem.text));
    assert!(window.session().is_changed());
    assert_eq!(window.session().path, None);
}

#[test]
fn changes_are_not_lost_without_a_question() {
    let mut window = Window::of_sample();
    let path = window.file("other.obj", FLOOR);
    window.enter("Climb", "3");
    window.open(&path);
    assert!(window.shows("Changes that are not saved"));
    assert_eq!(window.session().name, "sample level");
    window.click("Keep working");
    assert_eq!((window.session().name.as_str(), window.settings().climb_rows), ("sample level", 3));

    window.key_with(Modifiers::COMMAND, Key::Q);
    assert!(!window.shell().transient.quit);
    window.key(Key::Escape);
    assert_eq!(window.shell().transient.waiting, None, "Escape keeps working too");
    assert!(!window.shell().transient.quit);

    let saved = window.path("saved.scene.json");
    window.act(Action::SaveTo(saved.clone()));
    window.enter("Climb", "2");
    window.open(&path);
    window.click("Save");
    assert_eq!(window.session().name, "other.obj", "saved, then opened");
    assert_eq!(file::open(&saved).unwrap().document.settings.climb_rows, 2);

    window.enter("Climb", "1");
    window.key_with(Modifiers::COMMAND, Key::Q);
    window.click("Discard changes");
    assert!(window.shell().transient.quit);
}

#[test]
fn changes_left_behind_are_offered_and_restored() {
    let mut first = Window::of_sample();
    let folder = first.path("recovery");
    first.harness.state_mut().recover_in(&folder);
    let path = first.path("level.scene.json");
    first.act(Action::SaveTo(path.clone()));
    let own = std::fs::read(&path).unwrap();
    first.act(Edit::ClimbRows(3));
    first.harness.state_mut().recovery.as_mut().unwrap().settle();
    for ending in ["scene.json", "txt"] {
        std::fs::copy(folder.join(format!("0.{ending}")), folder.join(format!("7.{ending}"))).unwrap();
    }
    let mut window = Window::of_sample();
    window.harness.state_mut().recover_in(&folder);
    window.harness.run();
    assert!(window.shows("Changes that were not saved"));
    assert!(window.shows("before changes of level.scene.json were saved."));
    window.click("Restore");
    assert_eq!(window.problem(), None);
    assert_eq!(window.settings().climb_rows, 3);
    assert!(window.session().is_changed() && window.session().path.as_deref() == Some(path.as_path()));
    assert!(!window.shows("Changes that were not saved"));
    assert_eq!(std::fs::read(&path).unwrap(), own, "the user's file is as it was");
    // It is this program's now.
    let recovery = window.harness.state_mut().recovery.as_mut().unwrap();
    recovery.settle();
    assert!(!folder.join("7.scene.json").exists() && folder.join("1.scene.json").exists());
    window.act(Action::Save);
    window.harness.run();
    assert!(!folder.join("1.scene.json").exists());
    assert_ne!(std::fs::read(&path).unwrap(), own);
}

#[test]
fn what_was_left_behind_can_be_thrown_away_or_kept_for_later() {
    for (answer, is_kept) in [("Throw away", false), ("Ask again later", true)] {
        let mut window = Window::of_sample();
        let folder = window.path("recovery");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("3.scene.json"), "{ \"inputs\": [] }").unwrap();
        std::fs::write(folder.join("3.txt"), "\nrepro\n").unwrap();
        window.harness.state_mut().recover_in(&folder);
        window.harness.run();
        assert!(window.shows("before changes of repro were saved.") && window.shows("They belong to no file yet."));
        window.click(answer);
        assert!(!window.shows("Changes that were not saved"));
        assert_eq!(folder.join("3.scene.json").exists(), is_kept, "{answer}");
    }
}

/// The picture that a command line makes, with the program in the place of its name.
fn picture_of(window: &Window, line: &str) -> Vec<u8> {
    let program = env!("CARGO_BIN_EXE_spanscope");
    let words = line.strip_prefix("spanscope ").unwrap();
    let out = window.path("picture.png");
    let output = std::process::Command::new("sh")
        .args(["-c", &format!("'{program}' {words}")])
        .current_dir(out.parent().unwrap())
        .output()
        .unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    let picture = std::fs::read(&out).unwrap();
    std::fs::remove_file(&out).unwrap();
    picture
}

#[cfg(unix)]
#[test]
fn a_copied_command_line_makes_the_picture_that_is_shown() {
    let mut window = Window::of_sample();
    let path = window.path("it's a level.scene.json");
    window.act(Action::SaveTo(path.clone()));
    window.open(&path);
    let only = ReasonFilter { only: Some(Reason::LowCeiling), ..ReasonFilter::default().toggled(Reason::Steep) };
    window.act_all([
        ViewChange::Show(Step::Stage(Stage::Ledges)).into(),
        ViewChange::ColourBy(Colouring::Reason).into(),
        ViewChange::Reasons(only).into(),
        ViewChange::Select(Some(Selection { x: 57, z: 50, row: Some(6) })).into(),
        ViewChange::Crop(Some(Crop { min: [10, 0, 20], max: [80, 30, 67] })).into(),
        Action::LookFrom(LookFrom::Side),
    ]);
    window.drag(PointerButton::Primary, window.view_rect().center(), vec2(70.0, 30.0));
    let (line, missing) = window.shell().command_line(false).unwrap();
    assert_eq!(missing, [] as [&str; 0]);
    // The same view saved with the scene is the same picture, so the line has all of it.
    let [width, height] = window.shell().viewport.size_px;
    let saved = window.path("saved.scene.json");
    file::save(&window.session().document, window.view(), &saved).unwrap();
    let by_file = format!("spanscope shot saved.scene.json --size {width}x{height} --out picture.png");
    let first = picture_of(&window, &line);
    assert!(first == picture_of(&window, &by_file), "{line}");
    // Another view is another line and picture.
    window.key(Key::T);
    let (other, _) = window.shell().command_line(false).unwrap();
    assert!(other != line && picture_of(&window, &other) != first);
    // Settings that are not saved are words.
    window.act_all([Edit::ClimbRows(3).into(), Edit::RadiusCells(1).into()]);
    let (changed, missing) = window.shell().command_line(false).unwrap();
    assert!(changed.contains(" --climb 3 --radius 1 ") && missing.is_empty(), "{changed}");
    assert!(picture_of(&window, &changed) != picture_of(&window, &other));
    // Of what is in no file a sentence is said.
    window.act(Edit::RemoveVolume(0));
    let (_, missing) = window.shell().command_line(false).unwrap();
    assert_eq!(missing, ["inputs, volumes or the frame have changes that are not saved: save them first"]);
    window.menu("Edit", "Copy as command line");
    assert!(window.shows("The command line is copied; inputs, volumes or the frame have changes"));
}

#[test]
fn a_command_line_says_what_is_measured_replayed_and_compared() {
    let mut window = Window::of_sample();
    let line = |window: &Window| window.shell().command_line(true).unwrap().0;
    assert!(line(&window).starts_with("spanscope shot --state '{\"stage\":"), "{}", line(&window));
    assert!(line(&window).contains(" --light ") && line(&window).ends_with(" --out picture.png"));
    window.act(Action::Other(OtherAction::Recast));
    assert!(line(&window).contains(r#""comparison":{"recast_rules":true,"show":"difference"}"#), "{}", line(&window));
    window.act(Action::Other(OtherAction::Show(OtherView::Split)));
    assert!(line(&window).contains(r#""comparison":{"recast_rules":true,"show":"split"}"#));
    window.act(Action::Other(OtherAction::Keep));
    window.act(Edit::ClimbRows(3));
    let (kept, missing) = window.shell().command_line(true).unwrap();
    assert!(kept.contains(r#""comparison":{"scene":{"frame":{"#) && missing.is_empty(), "{kept}");
    // What other inputs became cannot be said.
    let shape = Source::of_shape(Shape::Ball { radius: 4.0 }, 0.3, [6.0, 2.0, 6.0]);
    window.act(Edit::AddSources(vec![shape]));
    let (line_alone, missing) = window.shell().command_line(true).unwrap();
    assert!(!line_alone.contains("comparison"));
    assert_eq!(missing.last().unwrap(), "sample level as it was is in no file, so B is left out");
    window.act_all([Action::Session(Command::Undo), Action::Session(Command::Undo)]);
    window.act(Action::Other(OtherAction::Drop));
    let [from, to] = [Place { x: 17, z: 19, row: 6 }, Place { x: 30, z: 22, row: 9 }];
    window.act_all([MeasureStep::Switch, MeasureStep::At(from), MeasureStep::At(to)].map(Action::Measure));
    assert!(line(&window).contains(" --measure 17,19,6:30,22,9 "));
}

#[test]
fn a_screenshot_is_written_beside_the_scene_and_over_nothing() {
    let mut window = Window::of_sample();
    let path = window.path("level.scene.json");
    window.act(Action::SaveTo(path));
    for number in 1..=2 {
        let image = ColorImage::filled([3, 2], Color32::from_rgb(10 * number, 20, 30));
        window.harness.state_mut().write_screenshot(&image);
        window.harness.run();
        let name = format!("level-{number}.png");
        assert!(window.shows(&name), "the note says where it is");
        let picture = image::open(window.path(&name)).unwrap().to_rgb8();
        assert_eq!(picture.dimensions(), (3, 2));
        assert_eq!(picture.get_pixel(2, 1).0, [10 * number, 20, 30]);
    }
}
