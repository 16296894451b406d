//! The table of connected pieces.

use crate::window::Window;
use egui_kittest::kittest::Queryable as _;
use spanscope::inspect::measure::floor_at;
use spanscope::pipeline::{FrameSpec, Scene, Stage};
use spanscope::session::view::ViewChange;
use spanscope::session::{Colouring, Edit, Step};

fn pieces() -> Window {
    let mut window = Window::of_sample();
    window.click("Pieces");
    window
}

#[test]
fn the_heading_counts_and_the_table_begins_with_the_largest() {
    let window = pieces();
    assert!(window.shows("2 connected pieces, 1 tiny"));
    for text in ["3,074", "276.66", "3 – 76", "0.81", "5 – 7", "tiny", "walkable 2,531", "area 5 182", "area 10 361"]
    {
        assert!(window.shows(text), "{text}");
    }
    let y = |text: &str| window.harness.get_by_label(text).rect().center().y;
    assert!(y("276.66") < y("0.81"));
    assert_eq!(window.product().pieces.sizes, [3_074, 9]);
}

#[test]
fn a_click_goes_there_at_a_stage_that_has_it() {
    let mut window = pieces();
    window.act(ViewChange::Show(Step::Stage(Stage::Merged)));
    let before = window.view().camera.unwrap();
    let at = window.harness.get_by_label("0.81").rect().center();
    window.click_at(at);
    assert_eq!(window.step(), Step::Stage(Stage::Volumes));
    let place = window.shell().selected_place().unwrap();
    assert_eq!((place.x, place.z), (6, 7), "the middle of the little one");
    let product = window.product();
    let (_, floor) = floor_at(&product.run.open, &product.run.frame, place).unwrap();
    assert_eq!(product.pieces.of_floor[floor], 1);
    assert!(window.view().camera.unwrap().distance < before.distance / 2.0, "it is framed");
    assert!(window.shows("Column 6, 7"));
}

#[test]
fn what_is_tiny_can_be_chosen_and_follows_the_agent_without_a_choice() {
    let mut window = pieces();
    assert_eq!(window.shell().transient.tiny_below, None);
    window.enter("Tiny is below", "9");
    assert!(window.shows("2 connected pieces, 0 tiny") && !window.shows("tiny "));
    window.enter("Tiny is below", "10");
    assert!(window.shows("2 connected pieces, 1 tiny"));
    window.enter("Tiny is below", "50");
    assert_eq!(window.shell().transient.tiny_below, None, "50 is twice what a radius of 2 covers");
    window.act(Edit::RadiusCells(1));
    let sizes = &window.product().pieces.sizes;
    let tiny = sizes.iter().filter(|&&size| size < 18).count();
    assert!(window.shows(&format!("{} connected pieces, {tiny} tiny", sizes.len())));
}

#[test]
fn pieces_are_shown_in_colours_with_a_legend() {
    let mut window = pieces();
    window.act(ViewChange::Show(Step::Stage(Stage::Ledges)));
    window.click("Show in colours");
    assert_eq!((window.view().colouring, window.step()), (Colouring::Piece, Step::Stage(Stage::Volumes)));
    for text in ["Connected piece, m² and floors", "piece 1, 276.66", "piece 2, 0.81", "not walkable at the end"] {
        assert!(window.shows(text), "{text}");
    }
    window.click("Show in colours");
    assert_eq!(window.view().colouring, Colouring::Area);
}

#[test]
fn without_walkable_floors_there_are_no_pieces() {
    let frame = FrameSpec::Grid { origin: [0.0; 3], cell_size: 1.0, cell_height: 1.0, dimensions: [4, 4, 4] };
    let mut window = Window::of_scene(Scene { frame, ..Scene::default() });
    window.menu("View", "Show pieces");
    assert!(window.shows("No floor is walkable at the end of the pipeline, so there are no pieces."));
    let mut empty = Window::empty();
    empty.menu("View", "Show pieces");
    assert!(empty.shows("Nothing is open."));
}
