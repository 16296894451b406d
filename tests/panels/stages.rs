//! The stage bar, and stepping through the stages by itself.

use crate::window::Window;
use egui_kittest::kittest::NodeT as _;
use spanscope::pipeline::Stage;
use spanscope::session::Step;

/// What every chip of the sample level says.
const CHIPS: [&str; 9] = [
    "triangles 627, degenerate 1, outside 0",
    "pieces 22,638, walkable 9,061, dropped 0",
    "spans 12,214, walkable 6,617, change −2,444",
    "spans 12,214, walkable 6,658, change +41",
    "spans 12,214, walkable 5,907, change −751",
    "spans 12,214, walkable 5,315, change −592",
    "floors 5,315, walkable 5,315, change 0",
    "floors 5,315, walkable 3,083, change −2,232",
    "floors 5,315, walkable 3,083, change 0",
];

fn chips_that_are_on(window: &Window) -> Vec<Step> {
    let is_on = |step: &Step| window.chip(*step).accesskit_node().toggled() == Some(true.into());
    Step::ALL.into_iter().filter(is_on).collect()
}

#[test]
fn every_chip_tells_the_numbers_of_its_stage() {
    let window = Window::of_sample();
    for (step, numbers) in Step::ALL.into_iter().zip(CHIPS) {
        assert_eq!(window.chip(step).accesskit_node().description().as_deref(), Some(numbers), "{step:?}");
    }
    let counts = window.product().summary.iter().map(|s| (s.spans, s.walkable)).collect::<Vec<_>>();
    assert_eq!(counts[Stage::Raw.index()], (22_638, 9_061));
    assert_eq!(counts[Stage::Volumes.index()], (5_315, 3_083));
    assert!(window.shows("3,083 walkable"));
    assert!(window.shows("80 x 67 cells, 37 rows"));
}

#[test]
fn times_are_shown_in_the_window_and_left_out_of_pictures() {
    let mut window = Window::of_sample();
    assert!(!window.shows(" ms"));
    window.harness.state_mut().shows_times = true;
    window.settle();
    let chip = window.chip(Step::Stage(Stage::Raw)).accesskit_node().description().unwrap();
    assert!(chip.contains("dropped 0, time ") && chip.ends_with(" ms"), "{chip}");
}

#[test]
fn a_chip_that_is_clicked_shows_its_stage() {
    let mut window = Window::of_sample();
    assert_eq!(chips_that_are_on(&window), [Step::Stage(Stage::Volumes)]);
    for step in Step::ALL {
        window.chip(step).click();
        window.settle();
        assert_eq!(window.step(), step);
        assert_eq!(chips_that_are_on(&window), [step]);
    }
}

#[test]
fn playing_goes_on_by_itself_and_stops_at_the_end() {
    let mut window = Window::of_sample();
    window.click("Play");
    assert_eq!(window.step(), Step::Input, "from the end it begins again");
    let mut seen = vec![window.step()];
    // Each frame of the test is a quarter of a second, and a stage stays for 1.2.
    for _ in 0..80 {
        window.harness.step();
        if seen.last() != Some(&window.step()) {
            seen.push(window.step());
        }
        if window.step() != Step::Stage(Stage::Volumes) {
            assert!(window.shell().transient.play_until.is_some());
        }
    }
    assert_eq!(seen, Step::ALL);
    assert_eq!(window.shell().transient.play_until, None);
    window.button("Play");
}

#[test]
fn space_plays_from_where_it_is_and_stops_again() {
    use eframe::egui::Key;
    let mut window = Window::of_sample();
    window.key(Key::Num3);
    window.key(Key::Space);
    window.button("Stop playing");
    window.harness.run_steps(8);
    assert!(window.step() > Step::Stage(Stage::Merged), "{:?}", window.step());
    window.key(Key::Space);
    let stopped_at = window.step();
    window.harness.run_steps(10);
    assert_eq!(window.step(), stopped_at);
    window.click("Play");
    window.click("Stop playing");
    assert_eq!(window.shell().transient.play_until, None);
}
