//! History, why, reasons and sweep: what a person asks about a place, and where the answers lead.

use crate::window::Window;
use eframe::egui::{Key, vec2};
use egui_kittest::kittest::Queryable as _;
use spanscope::app::Action;
use spanscope::app::camera::to_cells;
use spanscope::inspect::{Reason, ReasonFilter, column_items};
use spanscope::pipeline::Stage;
use spanscope::session::view::ViewChange;
use spanscope::session::{Colouring, Edit, Selection, Step};

/// A floor of 9 x 9 units and a roof over its middle, so low that nobody fits under it.
const ROOFED: &str = "o floor\nv 0 0 0\nv 0 0 9\nv 9 0 9\nv 9 0 0\nf 1 2 3 4\n\
    o roof\nv 3 1.2 3\nv 3 1.2 6\nv 6 1.2 6\nv 6 1.2 3\nf 5 6 7 8\n";

fn roofed() -> Window {
    let mut window = Window::empty();
    let path = window.file("roofed.obj", ROOFED);
    window.open(&path);
    assert_eq!(window.problem(), None);
    window
}

/// Selects the floor under the roof.
fn under_the_roof(window: &mut Window) -> Selection {
    let selection = Selection { x: 16, z: 14, row: Some(1) };
    window.act(ViewChange::Select(Some(selection)));
    selection
}

#[test]
fn nothing_is_asked_until_something_is_selected() {
    let mut window = roofed();
    for tab in ["History", "Why"] {
        window.tab(tab);
        assert!(window.shows("Click a span in the 3D view: what happened there, why, and what would change it."));
    }
    assert!(window.shell().activity().is_none());
}

#[test]
fn an_event_leads_to_its_stage_its_span_and_its_triangle() {
    let mut window = roofed();
    under_the_roof(&mut window);
    window.tab("History");
    assert!(
        window.shows("12 of 12 events"),
        "two pieces, two spans, three filters for each, and one floor with its erosion"
    );
    let label = "Raw, kept, Triangle 3 of roof";
    let event = window.harness.get_by(|node| node.label().is_some_and(|text| text.starts_with(label)));
    event.click();
    window.settle();
    assert_eq!(window.step(), Step::Stage(Stage::Raw));
    assert_eq!(window.view().triangle, Some(3));
    assert_eq!(window.view().selection.unwrap().row, Some(7));
    window.key(Key::Escape);
    assert_eq!(window.view().triangle, None);
}

#[test]
fn events_are_filtered_by_words_fate_and_span() {
    let mut window = roofed();
    under_the_roof(&mut window);
    window.tab("History");
    window.harness.get_by_label("This span").click();
    window.settle();
    assert!(window.shows("5 of 12 events"));
    window.click_fate("kept");
    window.click_fate("untouched");
    assert!(window.shows("1 of 12 events"));
    assert!(window.shows("Free above it: only 5 rows (1.00 units), fewer than the height of 10 rows (2.00 units)"));
    assert!(window.shows("of roof hangs above"));
    window.click_fate("kept");
    window.enter("Find words", "meets nothing");
    assert!(window.shows("1 of 12 events"));
}

#[test]
fn why_tells_the_reason_and_a_remedy_is_applied_and_taken_back() {
    let mut window = roofed();
    under_the_roof(&mut window);
    window.tab("Why");
    assert!(window.shows("low ceiling"));
    assert!(window.shows("of roof only 5 rows (1.00 units) remain, fewer than the height of 10 rows (2.00 units)."));
    assert!(window.shows("What the ledge filter saw"));
    window.click("Find remedies");
    assert!(window.shows("from 10 to 5 rows (1.00 units)"));
    assert!(window.shows("No value alone: climb"));
    let before = window.product().run.stage(Stage::Volumes).walkable();
    window.click("Apply Height");
    assert_eq!(window.settings().height_rows, 5);
    assert!(window.product().run.stage(Stage::Volumes).walkable() > before);
    assert!(window.shows("walkable to the end"), "the answer is about the level as it is now");
    window.key_with(eframe::egui::Modifiers::COMMAND, Key::Z);
    assert_eq!(window.settings().height_rows, 10);
    assert!(window.shows("Find remedies"));
    window.click("Try other orders");
    assert!(window.shows("Not dependent on order: all 2 orders of 2 pieces give the same spans."));
}

#[test]
fn a_reason_is_shown_alone_hidden_and_walked_through() {
    let mut window = roofed();
    window.tab("Reasons");
    window.click("Only low ceiling");
    assert_eq!(window.view().colouring, Colouring::Reason);
    assert_eq!(window.view().reasons.only, Some(Reason::LowCeiling));
    window.click("Hide low ceiling");
    assert!(window.view().reasons.hides(Reason::LowCeiling));
    window.click("Show all");
    assert!(window.view().reasons.shows_all());
    window.click("Next patch, low ceiling");
    let selection = window.view().selection.expect("a patch is selected");
    assert_eq!((selection.x, selection.z, selection.row), (10, 10, Some(1)), "the first column under the roof");
    assert!(window.shows("1 of 1: 100 surfaces"));
}

#[test]
fn what_is_hidden_is_not_met_by_the_pointer() {
    let mut window = roofed();
    window
        .act_all([ViewChange::Show(Step::Stage(Stage::Merged)).into(), ViewChange::ColourBy(Colouring::Reason).into()]);
    window.keys([Key::T, Key::O]);
    let camera = to_cells(&window.view().camera.unwrap(), &window.product().run.frame);
    let rect = window.view_rect();
    let from_target = vec2(15.5 - camera.target[0], 15.5 - camera.target[2]);
    let at = rect.center() + from_target / camera.world_per_pixel(rect.height(), 1.0);
    window.hover(at);
    assert_eq!(window.shell().transient.hover.unwrap().row, 7, "the roof");
    window.act(ViewChange::Reasons(ReasonFilter::default().toggled(Reason::Walkable)));
    window.hover(at);
    assert_eq!(window.shell().transient.hover.unwrap().row, 1, "the floor under it");
    window.click_at(at);
    assert_eq!(window.view().selection, Some(Selection { x: 15, z: 15, row: Some(1) }));
    window.key(Key::A);
    window.hover(at);
    assert_eq!(window.shell().transient.hover.unwrap().row, 7, "in other colours nothing is hidden");
}

#[test]
fn reasons_have_a_legend_with_counts_and_square_metres() {
    let mut window = roofed();
    window.act(ViewChange::Show(Step::Stage(Stage::Merged)));
    window.key(Key::Y);
    assert_eq!(window.view().colouring, Colouring::Reason);
    let run = &window.product().run;
    let low = window.product().reasons.count(Reason::LowCeiling);
    let cell = f64::from(run.frame.cell_size());
    assert!(window.shows(&format!("{:.1} m²", low as f64 * cell * cell)));
    assert!(window.shows("Why it is not walkable"));
}

#[test]
fn a_sweep_runs_every_value_and_says_where_the_level_hangs() {
    let mut window = roofed();
    window.tab("Sweep");
    window.choose("Sweep setting", "Height");
    window.enter("Sweep to", "12");
    assert!(window.shows("12 runs of the level"));
    window.click("Run the sweep");
    assert!(window.shows("The level hangs on a number at 5 to 6 rows."), "the roof leaves 5 rows free");
    assert_eq!(window.problem(), None);
}

#[test]
fn a_sweep_holds_as_its_own_setting_changes_and_no_other() {
    let mut window = roofed();
    window.tab("Sweep");
    window.choose("Sweep setting", "Height");
    window.enter("Sweep to", "12");
    window.click("Run the sweep");
    window.act(Edit::HeightRows(5));
    assert_eq!(window.settings().height_rows, 5);
    assert!(window.shows("The level hangs on a number at 5 to 6 rows."), "the chart stays");
    window.act(Edit::RadiusCells(1));
    assert!(window.shows("Run the sweep") && !window.shows("The level hangs"), "another level has another chart");
    window.key_with(eframe::egui::Modifiers::COMMAND, Key::Z);
    assert!(window.shows("The level hangs on a number at 5 to 6 rows."));
}

#[test]
fn the_selection_stays_at_its_place_in_the_world_when_cells_change() {
    let mut window = roofed();
    let Selection { x, z, row } = under_the_roof(&mut window);
    window.key(Key::U);
    let before = window.product().run.frame;
    for cell in [[0.3, 0.4], [0.15, 0.1], [0.3, 0.2]] {
        let frame = window.session().document.frame.with_cell(cell[0], cell[1]);
        window.act(Edit::Frame(frame));
        let now = window.view().selection.expect("it is inside");
        let product = window.product();
        let frame = &product.run.frame;
        // The floor lies at y = 0, and the column holds the centre of the old one or is held by it.
        let height = frame.row_in_world(now.row.unwrap().into());
        assert!(height.abs() < f64::from(cell[1]), "{cell:?}: {height}");
        let items = column_items(&product.run, Stage::Merged, frame.column_index(now.x, now.z));
        assert!(items.iter().any(|item| Some(item.surface()) == now.row), "{cell:?}: a surface");
        let centres = [before.column_centre_in_world(x, z), frame.column_centre_in_world(now.x, now.z)];
        let apart = (0..2).map(|axis| (centres[0][axis] - centres[1][axis]).abs()).fold(0.0, f64::max);
        assert!(apart <= 0.3, "{cell:?}: {apart}");
    }
    let now = window.view().selection.unwrap();
    assert_eq!(now.row, row);
    assert!(window.shell().transient.measuring.is_some_and(|measuring| measuring.from.is_none()));
}

#[test]
fn a_remedy_by_cells_says_what_becomes_of_the_agent_and_others_which_were_tried() {
    let mut window = roofed();
    under_the_roof(&mut window);
    window.tab("Why");
    window.click("Find remedies");
    assert!(window.shows("from 0.2 to 0.12 units; the agent becomes 1.20 units tall, its climb 0.48 units"));
    assert!(window.shows(
        "Cell size: none of the tried values does, 0.15, 0.18, 0.2, 0.225, 0.24, 0.27, 0.33, 0.375, 0.45, 0.6 units."
    ));
}

#[test]
fn a_small_repro_is_made_shown_copied_and_opened() {
    let mut window = roofed();
    under_the_roof(&mut window);
    window.tab("Why");
    window.click("Make a small repro of this");
    assert!(
        window.shows("2 of 4 triangles, in 3 x 3 columns of 6 rows."),
        "a triangle of the floor and one of the roof"
    );
    assert!(window.shows("nothing more can be left out."));
    window.click("Copy the scene");
    let copied = window.harness.output().platform_output.commands.iter().find_map(|command| match command {
        eframe::egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    if let Some(text) = copied {
        assert!(text.contains("\"spanscope\": 1"));
    }
    window.click("Show beside");
    assert!(window.harness.query_by_label("3D view of B").is_some());
    assert!(window.shows("repro of roofed.obj"));
    window.click("Open it");
    assert_eq!(window.problem(), None);
    let product = window.product();
    let Selection { x, z, row } = window.view().selection.expect("the surface is selected");
    assert_eq!((x, z, product.run.frame.columns()), (1, 1, 9));
    let span = product.run.solid.column(4).find(|&span| Some(product.run.solid.spans()[span].max) == row);
    assert_eq!(product.reasons.of_solid[span.expect("it is there")], Reason::LowCeiling);
    assert!(window.session().is_changed() && window.session().path.is_none(), "it is in no file yet");
    assert_eq!(window.session().name, "repro of roofed.obj");
    assert!(window.session().document.sources.iter().all(|source| source.file.is_none()));
}

#[test]
fn a_question_that_is_stopped_can_be_asked_again() {
    let mut window = roofed();
    under_the_roof(&mut window);
    window.tab("Why");
    let ctx = window.harness.ctx.clone();
    let question = spanscope::app::questions::Question::Remedies(window.view().selection.unwrap());
    window.harness.state_mut().apply_all(&ctx, [Action::Ask(question), Action::Cancel]);
    window.settle();
    assert!(window.shows("Find remedies"));
    window.click("Find remedies");
    assert!(window.shows("from 10 to 5 rows"));
}
