//! The tool that measures between two clicks.

use crate::window::Window;
use eframe::egui::{Key, Pos2, vec2};
use spanscope::app::camera::to_cells;
use spanscope::app::measuring::Measuring;
use spanscope::inspect::Place;
use spanscope::pipeline::Stage;
use spanscope::session::view::ViewChange;
use spanscope::session::{Edit, Selection, Step};

/// From the top and without perspective, where a point on the screen is over a column that can be computed by hand.
fn from_the_top() -> Window {
    let mut window = Window::of_sample();
    window.keys([Key::T, Key::O]);
    window
}

fn place_of(window: &Window, x: u32, z: u32) -> Pos2 {
    let camera = to_cells(&window.view().camera.unwrap(), &window.product().run.frame);
    let rect = window.view_rect();
    let from_target = [x as f32 + 0.5 - camera.target[0], z as f32 + 0.5 - camera.target[2]];
    rect.center() + vec2(from_target[0], from_target[1]) / camera.world_per_pixel(rect.height(), 1.0)
}

#[test]
fn two_clicks_measure_and_a_third_begins_again() {
    let mut window = from_the_top();
    window.click("Measure");
    assert!(window.shows("click a surface"));
    window.click_at(place_of(&window, 34, 40));
    assert!(window.shows("click another one"));
    window.click_at(place_of(&window, 60, 46));
    let (from, to) = (Place { x: 34, z: 40, row: 6 }, Place { x: 60, z: 46, row: 15 });
    assert_eq!(window.shell().transient.measuring, Some(Measuring { from: Some(from), to: Some(to) }));
    assert_eq!(window.view().selection, None, "measuring selects nothing");
    for text in ["+26 cells", "7.80 units", "+6 cells", "+9 rows", "1.80 units", "8.00 units", "8.20 units", "12.7°"] {
        assert!(window.shows(text), "{text}");
    }
    assert!(window.paints("8.20 units, +9 rows"), "on the line");
    assert!(window.shows("click to begin again"));
    window.click_at(place_of(&window, 10, 48));
    let from = Some(Place { x: 10, z: 48, row: 4 });
    assert_eq!(window.shell().transient.measuring, Some(Measuring { from, to: None }));
}

#[test]
fn the_pointer_is_the_other_end_until_it_is_clicked() {
    let mut window = from_the_top();
    window.key(Key::U);
    window.click_at(place_of(&window, 34, 40));
    window.hover(place_of(&window, 60, 46));
    assert!(window.shows("+26 cells") && window.shows("12.7°"));
    let marks = window.shell().viewport.marks;
    assert_eq!(marks.to, Some(Place { x: 60, z: 46, row: 15 }));
}

#[test]
fn escape_ends_it_and_leaves_the_selection() {
    let mut window = from_the_top();
    window.act(ViewChange::Select(Some(Selection { x: 34, z: 40, row: Some(6) })));
    window.menu("Tools", "Measure");
    assert!(window.shell().transient.measuring.is_some());
    window.key(Key::Escape);
    assert_eq!(window.shell().transient.measuring, None);
    assert!(window.view().selection.is_some(), "that needs another one");
    window.key(Key::Escape);
    assert_eq!(window.view().selection, None);
    window.key(Key::U);
    window.click("End");
    assert_eq!(window.shell().transient.measuring, None);
    window.click_at(place_of(&window, 34, 40));
    assert!(window.view().selection.is_some(), "clicks select again");
}

#[test]
fn the_free_width_is_set_against_what_the_agent_needs() {
    let mut window = from_the_top();
    // In the tunnel, eight cells from wall to wall.
    window.act(ViewChange::Select(Some(Selection { x: 60, z: 25, row: Some(6) })));
    window.key(Key::U);
    window.hover(window.view_rect().right_bottom() - vec2(4.0, 4.0));
    assert!(window.shows("Free width at column 60, 25, row 6"));
    assert!(window.shows("8 cells (2.40 units) wide; an agent of radius 2 needs 5 cells (1.50 units)"));
    window.act(Edit::RadiusCells(4));
    assert!(window.shows("8 cells (2.40 units) wide; an agent of radius 4 needs 9 cells (2.70 units)"));
    window.hover(place_of(&window, 34, 40));
    assert!(window.shows("Free width at column 34, 40, row 6"), "under the pointer");
}

#[test]
fn a_surface_on_which_nobody_stands_has_no_width() {
    let mut window = from_the_top();
    window.act(ViewChange::Show(Step::Stage(Stage::Merged)));
    window.act(ViewChange::Select(Some(Selection { x: 60, z: 25, row: Some(2) })));
    window.key(Key::U);
    window.hover(window.view_rect().right_bottom() - vec2(4.0, 4.0));
    assert!(window.shows("After the filters this surface is no floor: no agent stands on it."));
}
