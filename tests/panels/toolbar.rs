//! The strip over the 3D view, its views, the crop, and the messages.

use crate::window::Window;
use eframe::egui::Key;
use eframe::egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use spanscope::inspect::Crop;
use spanscope::pipeline::Stage;
use spanscope::session::view::ViewChange;
use spanscope::session::{Colouring, LookFrom, MeshOverlay, Step};

fn titles(window: &Window) -> Vec<String> {
    window.shell().viewport.legends.iter().map(|legend| legend.title.clone()).collect()
}

#[test]
fn every_colouring_can_be_chosen_and_has_its_legend() {
    let mut window = Window::of_sample();
    for (colouring, title) in [
        (Colouring::Change, "Change since eroded"),
        (Colouring::Height, "Height"),
        (Colouring::Distance, "istance"),
        (Colouring::Piece, "Connected piece, m² and floors"),
        (Colouring::Area, "Area"),
    ] {
        window.choose("Colour by", colouring.label());
        assert_eq!(window.view().colouring, colouring);
        assert_eq!(window.chosen("Colour by"), colouring.label());
        assert!(titles(&window)[0].contains(title), "{:?}", titles(&window));
        assert!(window.shows(title));
    }
    for text in ["walkable (63)", "2,540", "not walkable (0)", "2,232", "area 5", "182", "area 10", "361"] {
        assert!(window.shows(text), "{text}");
    }
}

#[test]
fn distances_exist_in_the_open_stages_alone() {
    let mut window = Window::of_sample();
    window.choose("Colour by", "Erosion distance");
    window.key(Key::Num3);
    assert_eq!(window.chosen("Colour by"), "Area", "there are none at merged");
    window.harness.get_by_role_and_label(Role::ComboBox, "Colour by").click();
    window.settle();
    assert!(window.entry("Erosion distance").accesskit_node().is_disabled());
    assert!(!window.entry("Height").accesskit_node().is_disabled());
    window.key(Key::Escape);
    window.key(Key::Num8);
    assert_eq!(window.chosen("Colour by"), "Erosion distance", "the choice was kept");
}

#[test]
fn changes_can_be_counted_from_any_stage_before() {
    let mut window = Window::of_sample();
    window.choose("Colour by", "Change");
    assert_eq!(window.chosen("since"), "stage before");
    window.choose("since", "Merged");
    assert_eq!(window.view().compare_with, Some(Step::Stage(Stage::Merged)));
    assert_eq!(window.chosen("since"), "Merged");
    assert_eq!(titles(&window), ["Change since merged"]);
    window.key(Key::Num3);
    assert_eq!(titles(&window), ["Change since raw"], "a stage is not compared with itself");
    window.key(Key::Num9);
    window.choose("since", "stage before");
    assert_eq!(window.view().compare_with, None);
    assert_eq!(titles(&window), ["Change since eroded"]);
}

#[test]
fn the_mesh_overlay_can_be_chosen() {
    let mut window = Window::of_sample();
    for overlay in MeshOverlay::ALL {
        window.choose("Mesh", overlay.label());
        assert_eq!(window.view().layers.mesh, overlay);
        assert_eq!(window.chosen("Mesh"), overlay.label());
        let legends = if overlay == MeshOverlay::Hidden { 1 } else { 2 };
        assert_eq!(titles(&window).len(), legends, "{overlay:?}");
    }
}

#[test]
fn layers_are_switched_where_they_exist() {
    let mut window = Window::of_sample();
    let layers = |window: &Window| {
        let layers = window.view().layers;
        (layers.clearance, layers.links, layers.dropped)
    };
    assert_eq!(layers(&window), (true, false, false));
    window.click("Clearance");
    window.click("Links");
    window.click("Dropped");
    assert_eq!(layers(&window), (false, true, true));
    let pressed = |window: &Window, label| window.button(label).accesskit_node().toggled() == Some(true.into());
    assert!(pressed(&window, "Links") && pressed(&window, "Dropped") && !pressed(&window, "Clearance"));
    window.key(Key::Num5);
    assert!(window.button("Clearance").accesskit_node().is_disabled());
    assert!(window.button("Links").accesskit_node().is_disabled());
    window.click("Links");
    window.click("Dropped");
    assert_eq!(layers(&window), (false, true, false));
}

#[test]
fn the_input_has_slope_classes_and_no_other_colours() {
    let mut window = Window::of_sample();
    window.key(Key::Num1);
    assert!(window.harness.get_by_role_and_label(Role::ComboBox, "Colour by").accesskit_node().is_disabled());
    assert_eq!(titles(&window).len(), 1);
    let counted: u64 = window.shell().viewport.legends[0].entries.iter().filter_map(|entry| entry.count).sum();
    assert_eq!(counted, 627, "every triangle is in a class: {:?}", window.shell().viewport.legends);
}

#[test]
fn the_views_look_from_where_they_say() {
    let mut window = Window::of_sample();
    let looks = |window: &Window| {
        let camera = window.view().camera.unwrap();
        [camera.yaw, camera.pitch].map(|angle| angle.to_degrees().round() as i64)
    };
    for (from, expected) in
        [(LookFrom::Top, [0, 90]), (LookFrom::Front, [0, 0]), (LookFrom::Side, [90, 0]), (LookFrom::Iso, [45, 35])]
    {
        window.click(from.label());
        let [yaw, pitch] = looks(&window);
        assert!((yaw - expected[0]).abs() <= 1 && (pitch - expected[1]).abs() <= 1, "{from:?}: {yaw}, {pitch}");
    }
    window.click("Ortho");
    assert!(window.view().camera.unwrap().orthographic);
    assert_eq!(window.button("Ortho").accesskit_node().toggled(), Some(true.into()));
    let fitted = window.view().camera.unwrap();
    window.wheel(window.view_rect().center(), 200.0);
    assert!(window.view().camera.unwrap().distance < fitted.distance);
    window.click("Fit");
    let again = window.view().camera.unwrap();
    assert!(again.orthographic);
}

#[test]
fn the_crop_sliders_crop_and_show_all_ends_it() {
    let mut window = Window::of_sample();
    let slide = |window: &mut Window, name: &'static str, value: f64| {
        window.harness.get_by_role_and_label(Role::Slider, name).set_value_accesskit(value);
        window.settle();
    };
    window.click("Crop");
    assert_eq!(window.view().crop, None, "nothing is cropped yet");
    slide(&mut window, "First x", 10.0);
    assert_eq!(window.view().crop, Some(Crop { min: [10, 0, 0], max: [80, 37, 67] }));
    slide(&mut window, "Last z", 30.0);
    slide(&mut window, "Last y", 20.0);
    slide(&mut window, "First y", 4.0);
    assert_eq!(window.view().crop, Some(Crop { min: [10, 4, 0], max: [80, 21, 31] }));
    slide(&mut window, "First x", 79.0);
    slide(&mut window, "Last x", 20.0);
    assert_eq!(window.view().crop.map(|crop| (crop.min[0], crop.max[0])), Some((20, 21)), "one column at least");
    window.click("Show all");
    assert_eq!(window.view().crop, None);
    window.button("Show all");
    slide(&mut window, "First z", 3.0);
    window.click("Crop");
    assert_eq!(window.view().crop, None, "hidden sliders crop nothing");
    assert!(window.harness.query_by_label("Show all").is_none());
}

#[test]
fn what_is_cropped_away_is_not_hovered() {
    let mut window = Window::of_sample();
    window.key(Key::T);
    let middle = window.view_rect().center();
    window.hover(middle);
    let hover = window.shell().transient.hover.expect("the level is there");
    window.act(ViewChange::Crop(Some(Crop { min: [0, 0, 0], max: [hover.x, 37, 67] })));
    window.hover(middle);
    assert!(window.shell().transient.hover.is_none_or(|now| now.x < hover.x));
}

#[test]
fn a_crop_from_a_larger_grid_does_no_harm() {
    let mut window = Window::of_sample();
    window.act(ViewChange::Crop(Some(Crop { min: [70, 30, 60], max: [80, 37, 67] })));
    window.enter("Cell size", "2");
    assert_eq!(window.product().run.frame.width(), 12);
    window.button("Show all");
    window.click("Show all");
    assert_eq!(window.view().crop, None);
}

#[test]
fn the_warning_of_a_degenerate_triangle_shows_the_input() {
    let mut window = Window::of_sample();
    assert!(window.shows("1 triangle without a direction (degenerate), skipped"));
    assert!(window.shows("1 warning"));
    window.click("Show");
    assert_eq!(window.step(), Step::Input);
}
