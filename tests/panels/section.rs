//! The vertical slice.

use crate::window::Window;
use eframe::egui::{Key, PointerButton, Pos2, Rect, vec2};
use egui_kittest::kittest::Queryable as _;
use spanscope::app::panels::section_canvas::{Canvas, Look};
use spanscope::inspect::SliceLine;
use spanscope::pipeline::Stage;
use spanscope::session::view::ViewChange;
use spanscope::session::{Along, SectionView, Selection, Step};

/// The section through the tunnel.
fn section(step: Step) -> Window {
    let mut window = Window::of_sample();
    window.act(ViewChange::Show(step));
    window.act(ViewChange::Select(Some(Selection { x: 60, z: 25, row: Some(6) })));
    window.click("Section");
    window
}

/// The canvas as it is after everything was fitted.
fn canvas(window: &Window, along: Along) -> Canvas {
    let product = window.product();
    let rect = window
        .harness
        .get_all_by_label("Section")
        .map(|node| node.rect())
        .max_by(|a, b| a.area().total_cmp(&b.area()))
        .unwrap();
    let ends = product.bounds(window.step()).map(|corner| [corner[along.axis()], corner[1]]);
    Canvas::new(&product.run.frame, Look::fitting(&product.run.frame, ends, rect), rect)
}

/// The middle of a cell and row.
fn at(window: &Window, along: Along, place: u32, row: f64) -> Pos2 {
    canvas(window, along).at([f64::from(place) + 0.5, row])
}

fn selection(window: &Window) -> Option<(u32, u32, Option<u16>)> {
    window.view().selection.map(|selection| (selection.x, selection.z, selection.row))
}

#[test]
fn a_click_selects_a_span_of_the_slice() {
    let mut window = section(Step::Stage(Stage::Merged));
    for (row, surface) in [(20.0, 21), (5.5, 6), (1.5, 2)] {
        window.click_at(at(&window, Along::X, 60, row));
        assert_eq!(selection(&window), Some((60, 25, Some(surface))));
    }
    window.click_at(at(&window, Along::X, 10, 5.5));
    assert_eq!(selection(&window).map(|(x, z, _)| (x, z)), Some((10, 25)));
    window.click("Along z");
    assert_eq!(window.view().section, SectionView { along: Along::Z, at: None });
    window.click_at(at(&window, Along::Z, 40, 5.5));
    assert_eq!(selection(&window).map(|(x, z, _)| (x, z)), Some((10, 40)));
}

#[test]
fn the_pointer_tells_column_rows_and_area() {
    let mut window = section(Step::Stage(Stage::Merged));
    window.hover(at(&window, Along::X, 60, 20.0));
    assert!(window.shows("column 60, 25   rows 19 to 20, surface at row 21, 3.10 units   walkable"));
    window.hover(at(&window, Along::X, 60, 1.5));
    assert!(window.shows("rows 1 to 1, surface at row 2, −0.70 units   not walkable"));
    window.key(Key::Num9);
    window.hover(at(&window, Along::X, 60, 10.0));
    assert!(window.shows("column 60, 25   floor at row 6, 0.10 units   walkable"), "its free space");
    window.hover(window.view_rect().center());
    assert!(window.shows("free width along x 8 cells (2.40 units); the agent needs 5 cells (1.50 units)"));
}

#[test]
fn the_slider_moves_the_slice_and_a_selection_takes_it_back() {
    let mut window = section(Step::Stage(Stage::Volumes));
    let line = |window: &Window| window.shell().viewport.marks.section;
    assert_eq!(line(&window), Some(SliceLine { along: Along::X, at: 25 }), "it is marked in the 3D view");
    window.enter("z", "40");
    assert_eq!(window.view().section, SectionView { along: Along::X, at: Some(40) });
    assert_eq!(line(&window), Some(SliceLine { along: Along::X, at: 40 }));
    window.hover(at(&window, Along::X, 34, 8.0));
    assert!(window.shows("column 34, 40"));
    window.click("To the selection");
    assert_eq!(window.view().section.at, None);
    window.enter("z", "40");
    window.act(ViewChange::Select(Some(Selection { x: 34, z: 12, row: None })));
    assert_eq!(line(&window), Some(SliceLine { along: Along::X, at: 12 }));
    window.click("Messages");
    assert_eq!(line(&window), None, "only while it is open");
}

#[test]
fn a_drag_moves_the_slice() {
    let mut window = section(Step::Stage(Stage::Merged));
    let place = at(&window, Along::X, 60, 20.0);
    window.drag(PointerButton::Primary, place, vec2(3.0, 60.0));
    assert_eq!(window.view().section.at, Some(35), "ten columns further along z than the selected one");
    assert_eq!(selection(&window), Some((60, 25, Some(6))), "a drag is no click");
    window.drag(PointerButton::Primary, place, vec2(0.0, -30.0));
    assert_eq!(window.view().section.at, Some(30));
    window.drag(PointerButton::Primary, place, vec2(0.0, -4000.0));
    assert_eq!(window.view().section.at, Some(0), "no further than the grid");
}

#[test]
fn the_wheel_zooms_a_drag_moves_and_fit_shows_everything() {
    let mut window = section(Step::Stage(Stage::Merged));
    let (near, far) = (at(&window, Along::X, 60, 20.0), at(&window, Along::X, 10, 5.5));
    window.wheel(near, 300.0);
    window.hover(near);
    assert!(window.shows("column 60, 25   rows 19 to 20"), "what is under the pointer stays");
    window.hover(far);
    assert!(!window.shows("column 10, 25"));
    window.click("Fit slice");
    window.hover(far);
    assert!(window.shows("column 10, 25"));
    for button in [PointerButton::Secondary, PointerButton::Middle] {
        window.drag(button, near, vec2(-120.0, 30.0));
        window.hover(near + vec2(-120.0, 30.0));
        assert!(window.shows("column 60, 25   rows 19 to 20"), "it went with the pointer");
        window.click("Fit slice");
    }
    assert_eq!(selection(&window), Some((60, 25, Some(6))), "a drag is no click");
}

#[test]
fn proportions_are_those_of_the_world() {
    let window = section(Step::Stage(Stage::Merged));
    let [cell, row] = canvas(&window, Along::X).points();
    assert!((cell / row - 1.5).abs() < 1e-5, "cells of 0.3 and rows of 0.2: {cell} {row}");
    for text in ["cell x", "units x", "18.00"] {
        assert!(window.paints(text), "{text}");
    }
}

#[test]
fn the_agent_has_a_switch_here_as_well() {
    let mut window = section(Step::Stage(Stage::Volumes));
    window.click("Agent figure");
    assert!(window.view().layers.agent);
    assert!(window.shows("Agent on the selected surface") && window.shows("height 10 rows, 2.00 units"));
    window.key(Key::Escape);
    assert!(!window.shows("Agent on the selected surface"), "there is no surface to stand on");
    window.key(Key::W);
    assert!(!window.view().layers.agent);
}

#[test]
fn what_is_not_there_is_said() {
    let mut window = section(Step::Stage(Stage::Merged));
    let rect = rect_of_canvas(&window);
    window.drag(PointerButton::Secondary, rect.center(), vec2(0.0, 400.0));
    window.drag(PointerButton::Secondary, rect.center(), vec2(0.0, 400.0));
    assert!(window.shows("Nothing of this stage is seen here; Fit slice shows all of it."));
    window.click("Fit slice");
    assert!(!window.shows("Nothing of this stage is seen here"));
    let mut empty = Window::empty();
    empty.menu("View", "Show section");
    assert!(empty.shows("Nothing is open."));
}

fn rect_of_canvas(window: &Window) -> Rect {
    canvas(window, Along::X).rect
}
