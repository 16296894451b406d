//! The pointer on the 3D view.

use crate::window::Window;
use eframe::egui::{Key, PointerButton, Pos2, vec2};
use spanscope::app::camera::to_cells;
use spanscope::inspect::column::column_items;
use spanscope::inspect::text::minus;
use spanscope::pipeline::Stage;
use spanscope::session::{Selection, Step};

/// From the top and without perspective, where a point on the screen is over a column that can be computed by hand.
fn from_the_top() -> Window {
    let mut window = Window::of_sample();
    window.key(Key::T);
    window.key(Key::O);
    window
}

/// Where the middle of a column is on the screen, seen from the top.
fn place_of(window: &Window, x: u32, z: u32) -> Pos2 {
    let frame = window.product().run.frame;
    let camera = to_cells(&window.view().camera.unwrap(), &frame);
    let rect = window.view_rect();
    let cells_per_point = camera.world_per_pixel(rect.height(), 1.0);
    let from_target = [x as f32 + 0.5 - camera.target[0], z as f32 + 0.5 - camera.target[2]];
    rect.center() + vec2(from_target[0], from_target[1]) / cells_per_point
}

fn top_row(window: &Window, stage: Stage, x: u32, z: u32) -> u16 {
    let run = &window.product().run;
    column_items(run, stage, run.frame.column_index(x, z)).last().unwrap().surface()
}

#[test]
fn the_pointer_tells_where_it_is() {
    let mut window = from_the_top();
    assert!(window.shows("Point at a span to read its place"));
    // The yard, the pool, the terrace and the platform.
    for (x, z, row) in [(34, 40, 6), (10, 48, 4), (30, 20, 21), (60, 46, 15)] {
        window.hover(place_of(&window, x, z));
        let hover = window.shell().transient.hover.unwrap_or_else(|| panic!("nothing at {x}, {z}"));
        assert_eq!((hover.x, hover.z, hover.row), (x, z, row));
        assert_eq!(row, top_row(&window, Stage::Volumes, x, z));
        let frame = window.product().run.frame;
        let [cx, cz] = frame.column_centre_in_world(x, z);
        let y = frame.row_in_world(row.into());
        assert!((hover.position[0] - cx).abs() < 0.05 && (hover.position[2] - cz).abs() < 0.05, "{hover:?}");
        assert!((hover.position[1] - y).abs() < 0.06, "{hover:?} {y}");
        let [hx, hy, hz] = hover.position;
        let said = format!("cell {x}, {z}   row {row}   x {hx:.2}  y {hy:.2}  z {hz:.2}");
        assert!(window.shows(&minus(&said)), "{said}");
    }
    window.hover(window.view_rect().left_top() + vec2(4.0, 60.0));
    assert_eq!(window.shell().transient.hover, None);
    assert!(window.shows("Point at a span to read its place"));
}

#[test]
fn a_click_selects_column_and_span_and_one_beside_everything_clears_it() {
    let mut window = from_the_top();
    for (step, x, z) in [(Key::Num9, 34, 40), (Key::Num3, 6, 7), (Key::Num2, 60, 57)] {
        window.key(step);
        window.click_at(place_of(&window, x, z));
        let stage = window.step().stage().unwrap();
        let selected = window.view().selection.unwrap();
        assert_eq!((selected.x, selected.z), (x, z));
        let run = &window.product().run;
        let items = column_items(run, stage, run.frame.column_index(x, z));
        let highest = items.iter().map(|item| item.surface()).max();
        assert_eq!(selected.row, highest);
        assert!(window.shows(&format!("Column {x}, {z}")));
    }
    window.click_at(window.view_rect().left_top() + vec2(4.0, 60.0));
    assert_eq!(window.view().selection, None);
}

#[test]
fn the_input_has_nothing_to_select() {
    let mut window = from_the_top();
    let at = place_of(&window, 34, 40);
    window.click_at(at);
    let selection = window.view().selection;
    assert!(selection.is_some());
    window.key(Key::Num1);
    window.click_at(at);
    assert_eq!(window.view().selection, selection);
    assert_eq!(window.shell().transient.hover, None);
}

#[test]
fn a_double_click_frames_what_it_selects() {
    let mut window = from_the_top();
    let at = place_of(&window, 60, 46);
    let before = window.view().camera.unwrap();
    window.double_click_at(at);
    assert_eq!(window.view().selection, Some(Selection { x: 60, z: 46, row: Some(15) }));
    let camera = window.view().camera.unwrap();
    assert!(camera.distance < before.distance / 2.0, "{camera:?}");
    let [x, z] = window.product().run.frame.column_centre_in_world(60, 46);
    assert!((camera.target[0] - x).abs() < 0.05 && (camera.target[2] - z).abs() < 0.05, "{camera:?}");
}

#[test]
fn a_left_drag_turns_and_a_right_or_middle_drag_moves() {
    let mut window = Window::of_sample();
    let middle = window.view_rect().center();
    let before = window.view().camera.unwrap();
    window.drag(PointerButton::Primary, middle, vec2(100.0, 40.0));
    let turned = window.view().camera.unwrap();
    assert!((turned.yaw - before.yaw).abs() > 0.4, "{turned:?}");
    assert!((turned.pitch - before.pitch).abs() > 0.1, "{turned:?}");
    assert_eq!((turned.target, turned.distance), (before.target, before.distance));
    assert_eq!(window.view().selection, None, "a drag is no click");
    for button in [PointerButton::Secondary, PointerButton::Middle] {
        let before = window.view().camera.unwrap();
        window.drag(button, middle, vec2(60.0, -30.0));
        let moved = window.view().camera.unwrap();
        assert_ne!(moved.target, before.target);
        assert_eq!((moved.yaw, moved.pitch, moved.distance), (before.yaw, before.pitch, before.distance));
    }
    assert_eq!(window.view().selection, None);
}

#[test]
fn what_is_dragged_stays_under_the_pointer() {
    let mut window = from_the_top();
    let from = place_of(&window, 34, 40);
    window.drag(PointerButton::Secondary, from, vec2(80.0, 50.0));
    window.hover(from + vec2(80.0, 50.0));
    let hover = window.shell().transient.hover.unwrap();
    assert!(hover.x.abs_diff(34) <= 1 && hover.z.abs_diff(40) <= 1, "{hover:?}");
}

#[test]
fn the_wheel_zooms_to_what_is_under_the_pointer() {
    let mut window = from_the_top();
    let at = place_of(&window, 60, 46);
    let far = window.view().camera.unwrap().distance;
    window.wheel(at, 120.0);
    let near = window.view().camera.unwrap().distance;
    assert!(near < far * 0.9, "{near} of {far}");
    window.hover(at);
    let hover = window.shell().transient.hover.unwrap();
    assert!(hover.x.abs_diff(60) <= 1 && hover.z.abs_diff(46) <= 1, "{hover:?}");
    window.wheel(at, -120.0);
    let again = window.view().camera.unwrap().distance;
    assert!((again / far - 1.0).abs() < 0.02, "{again} of {far}");
}

#[test]
fn the_camera_stays_when_cells_change() {
    let mut window = Window::of_sample();
    let before = window.view().camera.unwrap();
    window.enter("Cell size", "0.6");
    let after = window.view().camera.unwrap();
    assert!((after.distance - before.distance).abs() < 1e-9, "{after:?}");
    assert_eq!(window.step(), Step::Stage(Stage::Volumes));
}
