//! Replay: the heightfield piece by piece.

use crate::window::Window;
use egui_kittest::kittest::NodeT as _;
use spanscope::app::panels::replay::heading;
use spanscope::inspect::replay::by_triangle;
use spanscope::inspect::text::thousands;
use spanscope::pipeline::{Stage, StageView};
use spanscope::session::view::ViewChange;
use spanscope::session::{LookFrom, Step};

fn replaying() -> Window {
    let mut window = Window::of_sample();
    window.menu("Tools", "Replay the pieces");
    window.click("Start the replay");
    window
}

fn at(window: &Window) -> usize {
    window.shell().transient.replay.as_ref().expect("a replay goes on").at
}

fn shown(window: &Window) -> usize {
    window.shell().replayed().expect("a state is shown").pieces()
}

#[test]
fn a_replay_begins_at_the_end_and_shows_merged() {
    let window = replaying();
    assert_eq!(window.step(), Step::Stage(Stage::Merged));
    let product = window.product();
    let all = product.run.pieces.pieces();
    assert_eq!((at(&window), shown(&window)), (all.len(), all.len()));
    let triangle = all.last().and_then(|piece| piece.triangle()).expect("the sample is a mesh");
    let total = thousands(all.len() as u64);
    assert!(window.shows(&format!("Replay. Piece {total} of {total}, triangle {triangle}")), "over the 3D view");
    let replayed = window.shell().replayed().expect("it is shown");
    let (StageView::Solid { spans, areas }, StageView::Solid { spans: own, areas: own_areas }) =
        (replayed.merged(), product.run.stage(Stage::Merged))
    else {
        panic!("merged is solid")
    };
    assert_eq!((spans, areas), (own, own_areas));
}

#[test]
fn steps_go_by_piece_and_by_triangle_and_to_both_ends() {
    let mut window = replaying();
    let product = window.product();
    let all = product.run.pieces.pieces().len();
    window.click("A piece back");
    assert_eq!((at(&window), shown(&window)), (all - 1, all - 1));
    window.click("A triangle back");
    let expected = by_triangle(&product.run, all - 1, false);
    assert_eq!((at(&window), shown(&window)), (expected, expected));
    window.click("To the beginning");
    assert_eq!((at(&window), shown(&window)), (0, 0));
    assert!(window.button("A piece back").accesskit_node().is_disabled());
    assert_eq!(heading(window.shell()), format!("Piece 0 of {}", thousands(all as u64)));
    window.click("A piece forward");
    assert_eq!((at(&window), shown(&window)), (1, 1));
    window.click("A triangle forward");
    let expected = by_triangle(&product.run, 1, true);
    assert!(expected > 1);
    assert_eq!((at(&window), shown(&window)), (expected, expected));
    window.click("To the end");
    assert_eq!((at(&window), shown(&window)), (all, all));
}

#[test]
fn the_newest_pieces_triangle_can_be_marked() {
    let mut window = replaying();
    window.click("To the beginning");
    window.click("A piece forward");
    window.click("Mark the triangle");
    assert_eq!(window.view().triangle, window.product().run.pieces.pieces()[0].triangle());
}

#[test]
fn what_is_not_yet_in_is_not_under_the_pointer() {
    let mut window = replaying();
    window.act(spanscope::app::Action::LookFrom(LookFrom::Top));
    let middle = window.view_rect().center() + eframe::egui::vec2(31.0, 37.0);
    for stage in [Stage::Merged, Stage::Raw] {
        window.act(ViewChange::Show(Step::Stage(stage)));
        window.click("To the end");
        window.hover(middle);
        assert!(window.shell().transient.hover.is_some(), "{stage}: at the end there is ground");
        window.click("To the beginning");
        window.hover(middle);
        assert_eq!(window.shell().transient.hover, None, "{stage}: at the beginning there is none");
        window.click("To the end");
    }
}

#[test]
fn later_stages_are_shown_whole_and_the_panel_says_so() {
    let mut window = replaying();
    window.click("To the beginning");
    window.act(ViewChange::Show(Step::Stage(Stage::Ledges)));
    assert!(window.shell().replayed().is_none());
    assert!(window.shows("A replay is about raw and merged. Ledges is shown with every piece in."));
    assert!(!window.shows("Replay. Piece"));
    window.click("Show merged");
    assert_eq!(shown(&window), 0);
}

#[test]
fn leaving_shows_everything_again() {
    let mut window = replaying();
    window.click("To the beginning");
    window.click("Leave the replay");
    assert!(window.shell().transient.replay.is_none() && window.shell().replayed().is_none());
    assert!(window.shows("Start the replay") && !window.shows("Replay. Piece"));
}

#[test]
fn playing_puts_pieces_in_until_it_is_paused() {
    let mut window = replaying();
    window.click("To the beginning");
    window.button("Play the replay").click();
    for _ in 0..40 {
        window.harness.step();
        window.harness.state_mut().settle();
    }
    let reached = at(&window);
    assert!(reached > 0, "time has passed");
    window.button("Pause the replay").click();
    window.harness.step();
    window.settle();
    let paused = at(&window);
    window.harness.step();
    window.settle();
    assert_eq!((at(&window), shown(&window)), (paused, paused));
}

#[test]
fn another_result_is_replayed_from_the_same_piece_on() {
    let mut window = replaying();
    window.click("To the beginning");
    window.click("A piece forward");
    let before = window.shell().generation;
    let mut settings = window.session().document.settings;
    settings.merge_threshold_rows = Some(0);
    window.act(spanscope::session::Edit::Settings(settings));
    assert!(window.shell().generation > before);
    assert_eq!((at(&window), shown(&window)), (1, 1));
}
