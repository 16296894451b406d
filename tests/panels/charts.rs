//! The charts of a run.

use crate::window::Window;
use eframe::egui::{Pos2, pos2};
use egui_kittest::kittest::Queryable as _;
use spanscope::app::Action;
use spanscope::pipeline::{FrameSpec, Scene};
use spanscope::session::Edit;
use spanscope::session::panels::{BottomTab, PanelTab};

const TITLES: [(&str, &str); 5] = [
    ("Walkable area", "Walkable area by stage"),
    ("Clearance", "Clearance over walkable spans"),
    ("Step heights", "Step heights between linked floors"),
    ("Slope", "Slope of the input's area"),
    ("Spans per column", "Spans per column, after merging"),
];

fn charts() -> Window {
    let mut window = Window::of_sample();
    window.click("Charts");
    window
}

#[test]
fn three_charts_are_shown_side_by_side_with_their_numbers() {
    let window = charts();
    for (_, title) in &TITLES[..3] {
        assert!(window.shows(title), "{title}");
    }
    let places: Vec<Pos2> =
        TITLES[..3].iter().map(|(_, title)| window.harness.get_by_label(title).rect().min).collect();
    assert!(places.windows(2).all(|pair| pair[0].y == pair[1].y && pair[0].x + 200.0 < pair[1].x), "{places:?}");
    let view = window.view_rect();
    let last = window.harness.get_by_label(TITLES[2].1).rect();
    assert!(last.right() < view.right(), "all of it is seen: {last:?} {view:?}");
    assert!(window.shows("3,083 cells (277.47 m²) at the end"));
    assert!(window.shows("before the low-height filter; 4,318 open above"));
    assert!(window.shows("9,988 pairs of floors, each counted once"));
    for text in ["Low-hanging", "+41", "−751", "−592", "−2,232", "At the end", "3,083"] {
        assert!(window.paints(text), "{text}");
    }
    for text in ["agent's height 10", "climb 4", "free rows", "rows up or down", "cells"] {
        assert!(window.paints(text), "{text}");
    }
}

#[test]
fn marks_follow_the_settings() {
    let mut window = charts();
    window.act(Edit::HeightRows(7));
    window.act(Edit::ClimbRows(3));
    window.click("Slope");
    window.act(Edit::SlopeCosine(0.5));
    for text in ["agent's height 7", "climb 3", "limit 60.0°"] {
        assert!(window.paints(text), "{text}");
    }
}

#[test]
fn each_chart_has_a_switch() {
    let mut window = charts();
    for (switch, _) in &TITLES[..3] {
        click_switch(&mut window, switch);
    }
    assert!(window.shows("Choose a chart above."));
    for (switch, title) in TITLES {
        assert!(!window.shows(title));
        click_switch(&mut window, switch);
        assert!(window.shows(title));
    }
    assert!(window.shows("12,214 spans in 5,360 columns; 0 without any"));
}

fn click_switch(window: &mut Window, switch: &'static str) {
    // The 3D view has a switch with the name of the clearance as well; this one is below.
    let below = window.view_rect().bottom();
    let at = window.harness.get_all_by_label(switch).map(|node| node.rect().center()).find(|at| at.y > below);
    window.click_at(at.expect("there is a switch"));
}

#[test]
fn a_bar_under_the_pointer_tells_its_values_with_units() {
    let mut window = charts();
    // Down through the first chart, near its left border, where the bars of the beginning and of the end are.
    let title = window.harness.get_by_label(TITLES[0].1).rect();
    let mut told = Vec::new();
    for y in [24.0, 30.0, 152.0, 160.0, 168.0] {
        window.hover(pos2(title.left() + 110.0, title.bottom() + y));
        for text in ["Merged\n6,617 cells (595.53 m²)", "At the end\n3,083 cells (277.47 m²)"] {
            if window.shows(text) && !told.contains(&text) {
                told.push(text);
            }
        }
    }
    assert_eq!(told.len(), 2, "{told:?}");
    let steps = window.harness.get_by_label(TITLES[2].1).rect();
    let found = (0..8).any(|step| {
        window.hover(pos2(steps.left() + 60.0 + step as f32 * 10.0, steps.bottom() + 150.0));
        window.shows("0 rows (0.00 units)\n9,7")
    });
    assert!(found);
}

#[test]
fn times_have_a_chart_where_times_are_shown() {
    let mut window = charts();
    assert!(window.harness.query_by_label("Time").is_none());
    window.harness.state_mut().shows_times = true;
    window.settle();
    window.click("Time");
    assert!(window.shows("Time per stage") && window.paints(" ms"));
}

#[test]
fn charts_without_anything_to_count_say_so() {
    let mut window = Window::empty();
    window.act(Action::ShowTab(PanelTab::Bottom(BottomTab::Charts)));
    assert!(window.shows("Nothing is open."));
    let frame = FrameSpec::Grid { origin: [0.0; 3], cell_size: 1.0, cell_height: 1.0, dimensions: [4, 4, 4] };
    let mut window = Window::of_scene(Scene { frame, ..Scene::default() });
    window.menu("View", "Show charts");
    window.click("Slope");
    window.click("Spans per column");
    for text in [
        "Nothing is walkable at any stage.",
        "There is no span to count.",
        "There is no pair to count.",
        "There is no column to count.",
        "The input has no triangles that face up.",
    ] {
        assert!(window.shows(text), "{text}");
    }
}
