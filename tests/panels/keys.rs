//! Keys and menus: the same actions by another way.

use crate::window::Window;
use eframe::egui::{Key, Modifiers};
use spanscope::app::actions::Menu;
use spanscope::inspect::column::column_items;
use spanscope::pipeline::Stage;
use spanscope::session::view::ViewChange;
use spanscope::session::{CameraState, Colouring, Edit, MeshOverlay, Selection, Step};

const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

fn select(window: &mut Window, x: u32, z: u32, row: Option<u16>) {
    window.act(ViewChange::Select(Some(Selection { x, z, row })));
}

#[test]
fn digits_and_brackets_go_through_the_stages() {
    let mut window = Window::of_sample();
    let digits = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    for (digit, step) in digits.into_iter().zip(Step::ALL) {
        window.key(digit);
        assert_eq!(window.step(), step);
    }
    window.key(Key::CloseBracket);
    assert_eq!(window.step(), Step::Stage(Stage::Volumes), "the last one stays");
    window.key(Key::OpenBracket);
    assert_eq!(window.step(), Step::Stage(Stage::Eroded));
    window.keys([Key::Num1, Key::OpenBracket]);
    assert_eq!(window.step(), Step::Input, "the first one stays");
    window.keys([Key::CloseBracket, Key::CloseBracket]);
    assert_eq!(window.step(), Step::Stage(Stage::Merged));
}

#[test]
fn arrows_move_the_selection_and_escape_clears_it() {
    let mut window = Window::of_sample();
    window.key(Key::ArrowLeft);
    assert_eq!(window.view().selection, None, "there is nothing to move");
    window.key(Key::R); // From the front, where the screen's right is x and its depth is z.
    select(&mut window, 34, 40, Some(6));
    let at = |window: &Window| window.view().selection.map(|s| (s.x, s.z, s.row));
    for (key, place) in
        [(Key::ArrowRight, (35, 40)), (Key::ArrowDown, (35, 41)), (Key::ArrowLeft, (34, 41)), (Key::ArrowUp, (34, 40))]
    {
        window.key(key);
        assert_eq!(at(&window), Some((place.0, place.1, Some(6))), "{key:?}");
    }
    assert!(window.shows("Column 34, 40"));
    window.key(Key::Escape);
    assert_eq!(window.view().selection, None);
    assert!(window.shows("Click a span in the 3D view"));
    select(&mut window, 79, 0, None);
    window.keys([Key::ArrowRight, Key::ArrowUp]);
    assert_eq!(at(&window), Some((79, 0, None)), "the border stops it");
}

#[test]
fn arrows_take_the_nearest_surface_of_the_next_column() {
    let mut window = Window::of_sample();
    window.keys([Key::R, Key::Num3]);
    let run = window.product();
    for row in [2, 6, 21] {
        select(&mut window, 60, 25, Some(row));
        for x in 61..66 {
            let before = window.view().selection.and_then(|selection| selection.row).unwrap();
            window.key(Key::ArrowRight);
            let items = column_items(&run.run, Stage::Merged, run.run.frame.column_index(x, 25));
            let nearest = items.iter().map(|item| item.surface().abs_diff(before)).min().unwrap();
            let now = window.view().selection.unwrap();
            assert_eq!((now.x, now.z), (x, 25));
            assert_eq!(now.row.unwrap().abs_diff(before), nearest, "{x}");
            assert!(items.iter().any(|item| Some(item.surface()) == now.row), "{x}");
        }
    }
}

#[test]
fn arrows_go_where_they_point_on_the_screen() {
    let mut window = Window::of_sample();
    let quarter = std::f64::consts::FRAC_PI_2;
    // What an arrow to the right does, as the eye goes around.
    for (turn, [dx, dz]) in [(0.0, [1, 0]), (1.0, [0, -1]), (2.0, [-1, 0]), (3.0, [0, 1]), (-1.0, [0, 1])] {
        let camera = CameraState { yaw: turn * quarter + 0.3, ..window.view().camera.unwrap() };
        window.act(ViewChange::Camera(camera));
        select(&mut window, 40, 40, None);
        window.key(Key::ArrowRight);
        let now = window.view().selection.unwrap();
        assert_eq!([i64::from(now.x) - 40, i64::from(now.z) - 40], [dx, dz], "after {turn} quarters");
        window.key(Key::ArrowLeft);
        window.key(Key::ArrowUp);
        let now = window.view().selection.unwrap();
        assert_eq!([i64::from(now.x) - 40, i64::from(now.z) - 40], [dz, -dx], "up after {turn} quarters");
    }
}

#[test]
fn ctrl_z_takes_back_and_ctrl_shift_z_does_again() {
    let mut window = Window::of_sample();
    window.act(Edit::ClimbRows(1));
    window.act(Edit::RadiusCells(0));
    let now = |window: &Window| (window.settings().climb_rows, window.settings().radius_cells);
    assert_eq!(now(&window), (1, 0));
    window.key_with(CTRL, Key::Z);
    assert_eq!(now(&window), (1, 2));
    window.key_with(CTRL, Key::Z);
    assert_eq!(now(&window), (4, 2));
    window.key_with(CTRL, Key::Z);
    assert_eq!(now(&window), (4, 2), "nothing is left to take back");
    window.key_with(CTRL_SHIFT, Key::Z);
    assert_eq!(now(&window), (1, 2));
    window.key_with(CTRL_SHIFT, Key::Z);
    assert_eq!(now(&window), (1, 0));
}

#[test]
fn letters_choose_colours_layers_and_where_to_look_from() {
    let mut window = Window::of_sample();
    for (key, colouring) in [
        (Key::C, Colouring::Change),
        (Key::H, Colouring::Height),
        (Key::D, Colouring::Distance),
        (Key::J, Colouring::Piece),
        (Key::A, Colouring::Area),
    ] {
        window.key(key);
        assert_eq!(window.view().colouring, colouring);
    }
    for overlay in [MeshOverlay::Wireframe, MeshOverlay::Translucent, MeshOverlay::Solid, MeshOverlay::Hidden] {
        window.key(Key::M);
        assert_eq!(window.view().layers.mesh, overlay);
    }
    window.keys([Key::G, Key::K, Key::P, Key::W]);
    let layers = window.view().layers;
    assert_eq!((layers.clearance, layers.links, layers.dropped, layers.agent), (false, true, true, true));

    let camera = |window: &Window| window.view().camera.unwrap();
    window.key(Key::T);
    assert!(camera(&window).pitch > 1.5, "{:?}", camera(&window));
    window.key(Key::R);
    assert!(camera(&window).pitch.abs() < 0.01 && camera(&window).yaw.abs() < 0.01, "{:?}", camera(&window));
    window.key(Key::E);
    assert!((camera(&window).yaw.abs() - 1.57).abs() < 0.01, "{:?}", camera(&window));
    window.key(Key::I);
    assert!((0.3..1.2).contains(&camera(&window).pitch), "{:?}", camera(&window));
    assert!(!camera(&window).orthographic);
    window.key(Key::O);
    assert!(camera(&window).orthographic);
    window.key(Key::O);
    assert!(!camera(&window).orthographic);
}

#[test]
fn f_fits_the_selection_and_home_everything() {
    let mut window = Window::of_sample();
    select(&mut window, 10, 20, Some(6));
    window.key(Key::Home);
    let everything = window.view().camera.unwrap();
    window.key(Key::F);
    let near = window.view().camera.unwrap();
    assert!(near.distance < everything.distance / 2.0, "{near:?}");
    let [x, z] = window.product().run.frame.column_centre_in_world(10, 20);
    assert!((near.target[0] - x).abs() < 0.3 && (near.target[2] - z).abs() < 0.3, "{near:?}");
    window.key(Key::Home);
    let again = window.view().camera.unwrap();
    assert!((again.distance - everything.distance).abs() < 1e-3, "{again:?} {everything:?}");
}

#[test]
fn tab_hides_all_panels_and_shows_them_again() {
    let mut window = Window::of_sample();
    let small = window.view_rect();
    window.key(Key::Tab);
    assert!(window.shell().session.view.open_panels().hidden);
    assert!(!window.shows("Merge threshold"));
    let large = window.view_rect();
    assert!(large.width() > 1_400.0 && large.width() > small.width() + 500.0, "{large:?}");
    window.key(Key::Num4);
    assert_eq!(window.step(), Step::Stage(Stage::LowHanging), "keys work without panels");
    window.key(Key::Tab);
    assert!(window.shows("Merge threshold"));
    assert_eq!(window.view_rect(), small);
}

#[test]
fn keys_that_are_typed_into_a_field_do_nothing_else() {
    let mut window = Window::of_sample();
    window.field("Height").click();
    window.harness.run();
    window.harness.key_press(Key::Num3);
    window.field("Height").type_text("3");
    window.settle();
    assert_eq!(window.step(), Step::Stage(Stage::Volumes));
    window.key(Key::Enter);
    assert_eq!(window.settings().height_rows, 3);
    window.key(Key::Num3);
    assert_eq!(window.step(), Step::Stage(Stage::Merged), "and then they work again");
}

#[test]
fn ctrl_shift_o_opens_the_path_field_and_ctrl_q_quits() {
    let mut window = Window::of_sample();
    window.key_with(CTRL_SHIFT, Key::O);
    assert!(window.shell().transient.path_field.is_some());
    window.key(Key::Escape);
    assert!(window.shell().transient.path_field.is_none());
    assert!(!window.shell().transient.quit);
    window.key_with(CTRL, Key::Q);
    assert!(window.shell().transient.quit);
}

#[test]
fn the_list_of_keys_names_every_key() {
    let mut window = Window::of_sample();
    window.key(Key::F1);
    for text in ["Wheel", "zoom to what is under the pointer", "Ctrl+Shift+Z", "Redo", "Low-hanging", "F1"] {
        assert!(window.shows(text), "{text}");
    }
    window.click("Close window");
    assert!(!window.shell().transient.shows_keys);
}

#[test]
fn no_two_entries_have_the_same_key() {
    let window = Window::of_sample();
    let entries = window.shell().entries();
    for (i, a) in entries.iter().enumerate() {
        for b in &entries[..i] {
            assert!(a.key.is_none() || a.key != b.key, "{} and {}", a.label, b.label);
            assert!(a.menu != b.menu || a.label != b.label, "{} is there twice", a.label);
        }
    }
    for menu in Menu::ALL {
        assert!(entries.iter().any(|entry| entry.menu == menu), "{menu:?} is empty");
    }
}

#[test]
fn menus_do_what_keys_do() {
    let mut window = Window::of_sample();
    window.menu("Stage", "Ledges");
    assert_eq!(window.step(), Step::Stage(Stage::Ledges));
    window.menu("Stage", "Next stage");
    assert_eq!(window.step(), Step::Stage(Stage::LowHeight));
    window.menu("View", "Colour by change");
    assert_eq!(window.view().colouring, Colouring::Change);
    window.act(Edit::ClimbRows(1));
    window.menu("Edit", "Undo");
    assert_eq!(window.settings().climb_rows, 4);
    window.menu("Edit", "Redo");
    assert_eq!(window.settings().climb_rows, 1);
    window.menu("Help", "Keys and mouse");
    assert!(window.shell().transient.shows_keys);
    window.menu("File", "Open sample level");
    window.click("Discard changes");
    assert_eq!(window.settings().climb_rows, 4);
    assert!(!window.session().history.can_undo());
    window.menu("File", "Quit");
    assert!(window.shell().transient.quit);
}
