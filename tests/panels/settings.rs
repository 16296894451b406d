//! The settings: what is typed or dragged becomes the document's, and a run.

use crate::window::Window;
use eframe::egui::{Key, Modifiers, PointerButton, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use spanscope::app::Action;
use spanscope::app::transient::ProblemOf;
use spanscope::pipeline::{ErrorKind, FrameSpec, SpanSettings, Stage};
use spanscope::session::presets::PRESETS;
use spanscope::session::{Command, Edit};

fn cells(window: &Window) -> [f32; 2] {
    let cells = window.session().document.frame.cell();
    let frame = window.product().run.frame;
    assert_eq!([frame.cell_size(), frame.cell_height()], cells, "the run is that of the document");
    cells
}

#[test]
fn every_setting_can_be_typed_in_cells_and_in_world_units() {
    let sample = SpanSettings::HUMANOID;
    let mut window = Window::of_sample();
    assert_eq!(window.settings(), sample);
    let cases: [(&str, &str, SpanSettings); 12] = [
        ("Height", "12", SpanSettings { height_rows: 12, ..sample }),
        ("Height in world units", "1.5", SpanSettings { height_rows: 8, ..sample }),
        ("Climb", "2", SpanSettings { climb_rows: 2, ..sample }),
        ("Climb in world units", "1.1", SpanSettings { climb_rows: 5, ..sample }),
        ("Climb in world units", "0.6", SpanSettings { climb_rows: 3, ..sample }),
        ("Radius", "3", SpanSettings { radius_cells: 3, ..sample }),
        ("Radius in world units", "0.9", SpanSettings { radius_cells: 3, ..sample }),
        ("Radius in world units", "0.91", SpanSettings { radius_cells: 4, ..sample }),
        ("Slope in degrees", "60", SpanSettings { slope_cosine: 60_f64.to_radians().cos() as f32, ..sample }),
        ("Slope as cosine", "0.25", SpanSettings { slope_cosine: 0.25, ..sample }),
        ("Merge threshold", "1", SpanSettings { merge_threshold_rows: Some(1), ..sample }),
        ("Merge threshold in world units", "0.4", SpanSettings { merge_threshold_rows: Some(2), ..sample }),
    ];
    for (field, typed, expected) in cases {
        let generation = window.shell().generation;
        window.enter(field, typed);
        assert_eq!(window.settings(), expected, "{field} {typed}");
        assert!(window.shell().generation > generation, "{field} {typed}: there is a new run");
        window.key_with(Modifiers::COMMAND, Key::Z);
        assert_eq!(window.settings(), sample, "{field} {typed}: one step takes it back");
        assert!(!window.session().history.can_undo(), "{field} {typed}");
    }
}

#[test]
fn a_setting_changes_what_the_run_says() {
    let mut window = Window::of_sample();
    let walkable = |window: &Window, stage: Stage| window.product().run.stage(stage).walkable();
    assert_eq!(walkable(&window, Stage::Eroded), 3_083);
    window.enter("Radius", "0");
    assert_eq!(walkable(&window, Stage::Eroded), 5_315, "nothing is eroded");
    assert!(window.shows("Radius is 0 cells: nothing is eroded"));
    window.enter("Slope in degrees", "0");
    assert_eq!(walkable(&window, Stage::Merged), 0);
    assert!(window.shows("Nothing is walkable from the stage Raw on"));
}

#[test]
fn the_frame_can_be_typed() {
    let mut window = Window::of_sample();
    window.enter("Cell size", "0.5");
    assert_eq!(cells(&window), [0.5, 0.2]);
    assert_eq!([window.product().run.frame.width(), window.product().run.frame.depth()], [48, 40]);
    window.enter("Cell height", "0.4");
    assert_eq!(cells(&window), [0.5, 0.4]);
    window.enter("Pad below", "3");
    window.enter("Pad above", "5");
    window.enter("Pad sides", "2");
    let padded = FrameSpec::Auto { cell_size: 0.5, cell_height: 0.4, pad_below: 3, pad_above: 5, pad_side: 2 };
    assert_eq!(window.session().document.frame, padded);
    assert_eq!([window.product().run.frame.width(), window.product().run.frame.depth()], [52, 44]);
    assert!(window.shows("1.20 units"), "3 rows of 0.4");
    for _ in 0..5 {
        window.key_with(Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(cells(&window), [0.3, 0.2]);
    assert!(!window.session().history.can_undo());
}

#[test]
fn what_is_refused_says_why_and_changes_nothing_until_it_is_put_back() {
    let mut window = Window::of_sample();
    let before = window.session().document.clone();
    let cell = "is outside 0.0000009536743 (2^-20) to 1048576 (2^20)";
    let cases = [
        ("Height", "0", "10 rows", "0 is outside 1 to 2147483647".to_owned()),
        ("Climb", "-1", "4 rows", "-1 is outside 0 to 2147483647".to_owned()),
        ("Radius", "-1", "2 cells", "-1 is outside 0 to 1048576".to_owned()),
        ("Radius in world units", "-0.1", "0.60 units", "-0.1 is outside 0.0000 to 314573 units".to_owned()),
        ("Merge threshold", "-7", "4 rows", "-7 is outside 0 to 2147483647".to_owned()),
        ("Slope in degrees", "181", "45.0°", "181° is outside 0° to 180°".to_owned()),
        ("Slope as cosine", "-1.5", "0.707107 cos", "-1.5 is outside -1 to 1".to_owned()),
        ("Cell size", "0", "0.300 units", format!("0 {cell}")),
        ("Cell height", "-2", "0.200 units", format!("-2 {cell}")),
    ];
    for (field, typed, shown, sentence) in cases {
        window.enter(field, typed);
        assert!(window.shows(&sentence), "{field} {typed}");
        assert_eq!(window.session().document, before, "{field} {typed}");
        assert_eq!(window.settings(), before.settings);
        assert_eq!(window.problem(), None);
        assert!(window.field(field).value().unwrap().starts_with(typed), "what was typed stays");
        window.click("Put back");
        assert!(!window.shows(&sentence), "{field} {typed}");
        assert_eq!(window.field(field).value().as_deref(), Some(shown));
        assert_eq!(window.session().document, before, "{field} {typed}");
    }
}

#[test]
fn a_right_number_ends_a_refusal() {
    let mut window = Window::of_sample();
    window.enter("Height", "0");
    assert!(window.shows("0 is outside 1 to"));
    window.enter("Height", "9");
    assert!(!window.shows("is outside 1 to"));
    assert_eq!(window.settings().height_rows, 9);
}

#[test]
fn the_merge_threshold_follows_the_climb_until_it_is_set() {
    let mut window = Window::of_sample();
    assert_eq!(window.settings().merge_threshold_rows, None);
    assert!(window.shows("follows the climb"));
    window.enter("Climb", "2");
    assert_eq!(window.field("Merge threshold").value().as_deref(), Some("2 rows"));
    assert_eq!(window.settings().merge_threshold(), 2);
    window.enter("Merge threshold", "3");
    window.enter("Climb", "1");
    assert_eq!(window.settings().merge_threshold_rows, Some(3));
    assert_eq!(window.field("Climb").value().as_deref(), Some("1 row"));
    window.click("Follow the climb");
    assert_eq!(window.settings().merge_threshold(), 1);
}

#[test]
fn a_preset_sets_the_whole_agent() {
    let mut window = Window::of_sample();
    assert_eq!(window.chosen("Preset"), "Humanoid");
    for preset in PRESETS {
        window.choose("Preset", preset.name);
        assert_eq!(window.settings(), preset.settings);
        assert_eq!(window.chosen("Preset"), preset.name);
    }
    window.enter("Height", "13");
    assert_eq!(window.chosen("Preset"), "Custom");
    window.act(Action::Session(Command::Undo));
    window.act(Action::Session(Command::Undo));
    assert_eq!(window.chosen("Preset"), PRESETS[2].name, "a preset is one step");
}

#[test]
fn a_drag_is_one_step() {
    let mut window = Window::of_sample();
    let at = window.field("Height").rect().center();
    window.drag(PointerButton::Primary, at, vec2(200.0, 0.0));
    let dragged = window.settings().height_rows;
    assert!(dragged >= 20, "{dragged}");
    let at = window.field("Height").rect().center();
    window.drag(PointerButton::Primary, at, vec2(100.0, 0.0));
    let again = window.settings().height_rows;
    assert!(again > dragged, "{again}");
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.settings().height_rows, dragged);
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.settings().height_rows, 10);
    assert!(!window.session().history.can_undo());
}

#[test]
fn what_cannot_be_built_says_so_and_the_last_picture_stays() {
    let mut window = Window::of_sample();
    let generation = window.shell().generation;
    window.enter("Cell size", "0.0002");
    let problem = window.problem().cloned().expect("24 units are too many cells");
    assert_eq!((problem.of, problem.kind), (ProblemOf::Build, Some(ErrorKind::BadGrid)));
    assert!(window.shows(&problem.text) && problem.text.contains("outside 1 to 65536"), "{problem:?}");
    assert!(window.shows("The last picture stays until this is mended."));
    assert_eq!(window.shell().generation, generation);
    assert_eq!(window.product().run.frame.cell_size(), 0.3);
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.problem(), None);
    assert_eq!(cells(&window), [0.3, 0.2]);
}

#[test]
fn a_frame_that_was_given_can_be_made_from_the_inputs() {
    let mut window = Window::of_sample();
    window.act(Edit::Frame(FrameSpec::Bounds {
        min: [0.0, -1.0, 0.0],
        max: [6.0, 5.0, 6.0],
        cell_size: 0.3,
        cell_height: 0.1,
    }));
    assert!(window.shows("Made from bounds in the scene file"));
    assert!(window.harness.query_by_label("Pad below").is_none());
    window.click("Make it from the inputs");
    let auto = FrameSpec::Auto { cell_size: 0.3, cell_height: 0.1, pad_below: 1, pad_above: 1, pad_side: 0 };
    assert_eq!(window.session().document.frame, auto);
    window.act(Edit::Frame(FrameSpec::Grid {
        origin: [0.0; 3],
        cell_size: 0.3,
        cell_height: 0.1,
        dimensions: [4, 4, 40],
    }));
    assert!(window.shows("Origin and dimensions are given in the scene file"));
    assert_eq!(window.product().run.frame.columns(), 16);
}

#[test]
fn the_scene_tab_names_inputs_and_frame() {
    let mut window = Window::of_sample();
    window.tab("Scene");
    for text in ["0  Mesh", "627 triangles", "in the scene itself", "80   37   67", "24.000   7.400   20.100"] {
        assert!(window.shows(text), "{text}");
    }
    let tab = window.entry("Scene").accesskit_node().toggled();
    assert_eq!(tab, Some(true.into()));
}
