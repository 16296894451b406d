//! The marked triangle: how it is marked, its cells as a plan and as a list, and the dropped pieces.

use crate::window::Window;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, pos2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use spanscope::app::Action;
use spanscope::app::panels::triangle::cell_view::Plane;
use spanscope::app::questions::{Answer, Question};
use spanscope::inspect::{Outcome, TriangleCells};
use spanscope::pipeline::{DropCause, FrameSpec, Input, Mesh, Scene, Stage};
use spanscope::session::panels::{BottomTab, PanelTab, RightTab};
use spanscope::session::view::ViewChange;
use spanscope::session::{LookFrom, Selection, Step};
use std::sync::Arc;

fn with_triangle(number: u32) -> Window {
    let mut window = Window::of_sample();
    window.act(Action::ShowTab(PanelTab::Right(RightTab::Triangle)));
    window.act(ViewChange::SelectTriangle(Some(number)));
    window
}

fn cells(window: &Window) -> Arc<TriangleCells> {
    let number = window.view().triangle.expect("a triangle is marked");
    let question = Question::Triangle { number, from: 0 };
    match window.shell().transient.answers.get(window.shell().generation, &question) {
        Some(Answer::Triangle(Some(cells))) => cells.clone(),
        other => panic!("no cells of triangle {number}: {other:?}"),
    }
}

/// A triangle of the sample over many cells, some of them touched only at an edge.
fn wide_triangle(window: &Window) -> u32 {
    let product = window.product();
    let pieces = product.run.pieces.pieces();
    let mut counts = vec![0_usize; product.triangles.len()];
    pieces.iter().filter_map(|piece| piece.triangle()).for_each(|number| counts[number as usize] += 1);
    counts.iter().position(|&count| (40..400).contains(&count)).expect("the sample has floors") as u32
}

/// Two walls that hardly have a footprint, over a floor, and one triangle above the grid.
fn with_dropped() -> Window {
    let wall = [[0.9, 1.5, 3.7], [5.5, 1.5, 5.2], [3.2, 3.5, 4.45]];
    let above = [[1.0, 9.0, 1.0], [1.0, 9.0, 2.0], [2.0, 9.0, 1.0]];
    let vertices = [wall, above].concat();
    let mesh = Mesh { vertices, indices: (0..6).collect(), areas: None };
    let frame = FrameSpec::Grid { origin: [0.0; 3], cell_size: 1.0, cell_height: 1.0, dimensions: [6, 6, 8] };
    let inputs = vec![Input::Mesh(Arc::new(mesh))];
    Window::of_scene(Scene { frame, inputs, ..Scene::default() })
}

#[test]
fn a_click_at_the_input_marks_the_triangle_that_made_the_surface_there() {
    let mut window = Window::of_sample();
    window.act(ViewChange::Show(Step::Stage(Stage::Raw)));
    window.act(Action::LookFrom(LookFrom::Top));
    let at = window.view_rect().center() + vec2(31.0, 17.0);
    window.hover(at);
    let hover = window.shell().transient.hover.expect("there is ground in the middle");
    window.act(ViewChange::Show(Step::Input));
    window.click_at(at);
    let marked = window.view().triangle.expect("the click marks a triangle");
    let run = &window.product().run;
    let column = run.frame.column_index(hover.x, hover.z);
    let made: Vec<_> =
        run.pieces.column(column).filter(|piece| piece.hi == hover.row).filter_map(|piece| piece.triangle()).collect();
    assert!(made.contains(&marked), "{marked} of {made:?}");
    assert!(window.shows("Triangle") && window.shell().session.view.open_panels().right == RightTab::Triangle);
    window.key(Key::Escape);
    assert_eq!(window.view().triangle, None);
    assert!(window.shows("Click a triangle at the input"));
}

#[test]
fn a_click_beside_the_input_marks_nothing() {
    let mut window = with_triangle(3);
    window.act(ViewChange::Show(Step::Input));
    window.click_at(window.view_rect().left_top() + vec2(6.0, 60.0));
    assert_eq!(window.view().triangle, None);
}

#[test]
fn a_number_is_typed_and_stepped() {
    let mut window = with_triangle(3);
    window.enter("Triangle number", "56");
    assert_eq!(window.view().triangle, Some(56));
    window.click("Next triangle");
    window.click("Next triangle");
    window.click("Previous triangle");
    assert_eq!(window.view().triangle, Some(57));
    let last = window.product().triangles.len() as u32 - 1;
    window.act(ViewChange::SelectTriangle(Some(last)));
    assert!(window.button("Next triangle").accesskit_node().is_disabled());
    window.act(ViewChange::SelectTriangle(Some(last + 1)));
    assert!(window.shows("There is no triangle"));
}

#[test]
fn the_panel_tells_the_triangles_numbers_and_counts_its_cells() {
    let mut window = with_triangle(0);
    let number = wide_triangle(&window);
    window.act(ViewChange::SelectTriangle(Some(number)));
    let cells = cells(&window);
    let product = window.product();
    let name = product.level().name_of(&product.triangles, number).expect("it has an input");
    assert!(window.shows(&format!("of {name}")));
    let [x, y, z] = cells.corners[1];
    assert!(window.shows(&format!("{x:.2}, {y:.2}, {z:.2}").replace('-', "−")));
    assert!(window.shows(&format!("ny / len {:.4}", cells.slope.upward).replace('-', "−")));
    assert!(window.shows(&format!("touched {}", cells.count(Outcome::Touched))));
}

#[test]
fn a_row_of_the_list_and_a_place_of_the_plan_select_their_column() {
    let mut window = with_triangle(0);
    let number = wide_triangle(&window);
    window.act(ViewChange::SelectTriangle(Some(number)));
    let cells = cells(&window);
    let first = cells.cells.iter().find(|cell| cell.outcome == Outcome::Touched).expect("it touches cells");
    let text = format!("{}, {}", first.x, first.z);
    let row = window
        .harness
        .get_by(|node| node.role() == Role::Label && node.value().or(node.label()).as_deref() == Some(text.as_str()));
    let at = row.rect().center();
    window.click_at(at);
    let surface = first.rows_in_grid.map(|[_, high]| high);
    assert_eq!(window.view().selection, Some(Selection { x: first.x, z: first.z, row: surface }));

    // The middle of the plan is the middle of the triangle's box.
    let middle = |axis: usize| {
        let values = || cells.triangle.points.iter().map(|point| point[axis]);
        (values().fold(f32::MAX, f32::min) + values().fold(f32::MIN, f32::max)) / 2.0
    };
    let (x, z) = (middle(0), middle(2));
    let plan = window.harness.get_by_label("Cells of the triangle").rect();
    window.click_at(plan.center() + vec2(0.5, 0.5));
    let selected = window.view().selection.expect("there is a cell");
    assert!((selected.x as f32 - x).abs() <= 1.0 && (selected.z as f32 - z).abs() <= 1.0, "{selected:?} at {x}, {z}");
    assert_eq!(window.view().triangle, Some(number), "the triangle stays marked");
}

#[test]
fn a_chip_hides_its_cells_and_the_plan_turns_zooms_and_fits() {
    let mut window = with_triangle(0);
    let number = wide_triangle(&window);
    window.act(ViewChange::SelectTriangle(Some(number)));
    let touched = cells(&window).count(Outcome::Touched);
    let rows = |window: &Window| {
        window.harness.query_all_by(|node| node.value().or(node.label()).as_deref() == Some("touched")).count()
    };
    assert!(rows(&window) > 3);
    let chip = format!("touched {touched}");
    window.harness.get_by(|node| node.role() == Role::Button && node.label().as_deref() == Some(&chip)).click();
    window.settle();
    assert_eq!(rows(&window), 0);
    assert!(window.shell().transient.triangle.hidden[Outcome::Touched.index()]);

    let plan = window.harness.get_by_label("Cells of the triangle").rect();
    assert_eq!(window.shell().transient.triangle.seen, None);
    window.wheel(plan.center(), 120.0);
    let seen = |window: &Window| window.shell().transient.triangle.seen.map(|(of, _, seen)| (of, seen));
    let (of, zoomed) = seen(&window).expect("the wheel zooms");
    assert_eq!(of, number);
    window.drag(eframe::egui::PointerButton::Primary, plan.center(), vec2(20.0, 0.0));
    let (_, moved) = seen(&window).expect("it is still moved");
    assert_eq!(moved.scale, zoomed.scale);
    assert!(moved.middle[0] < zoomed.middle[0], "what is dragged follows the pointer");
    window.click("Fit the plan");
    assert_eq!(window.shell().transient.triangle.seen, None);
    window.entry("x and rows").click();
    window.settle();
    assert_eq!(window.shell().transient.triangle.plane, Some(Plane::Front));
    window.wheel(plan.center(), 120.0);
    assert!(seen(&window).is_some());
}

#[test]
fn a_wall_is_seen_from_its_side_until_another_is_chosen() {
    let mut window = with_triangle(40);
    let normal = cells(&window).triangle.normal;
    assert!(normal[1] == 0.0 && normal[2] == 0.0, "triangle 40 of the sample is a wall across x: {normal:?}");
    let plan = window.harness.get_by_label("Cells of the triangle").rect();
    window.wheel(plan.center(), 50.0);
    assert_eq!(window.shell().transient.triangle.seen.map(|(_, plane, _)| plane), Some(Plane::Side));
    window.entry("x and rows").click();
    window.settle();
    window.wheel(plan.center(), 50.0);
    assert_eq!(window.shell().transient.triangle.seen.map(|(_, plane, _)| plane), Some(Plane::Front));
}

#[test]
fn a_raw_piece_in_the_columns_table_marks_its_triangle() {
    let mut window = Window::of_sample();
    window.act(ViewChange::Select(Some(Selection { x: 60, z: 25, row: Some(6) })));
    window.act(ViewChange::Show(Step::Stage(Stage::Raw)));
    let run = &window.product().run;
    let piece = *run.pieces.column(run.frame.column_index(60, 25)).next().expect("the column has pieces");
    let number = piece.triangle().expect("the sample is a mesh");
    let text = spanscope::inspect::text::thousands(number.into());
    let right = window.view_rect().right();
    let cell = window.harness.query_all_by(|node| node.value().or(node.label()).as_deref() == Some(text.as_str()));
    let at = cell.map(|node| node.rect().center()).find(|at| at.x > right).expect("its row is there");
    window.click_at(pos2(at.x, at.y));
    assert_eq!(window.view().triangle, Some(number));
}

#[test]
fn dropped_pieces_are_stepped_through_and_one_cause_alone() {
    let mut window = with_dropped();
    window.act(Action::ShowTab(PanelTab::Bottom(BottomTab::Dropped)));
    assert!(window.shows("4 dropped pieces"));
    let dropped = window.product().run.dropped.clone();
    assert_eq!(dropped.len(), 4);
    window.click("Next dropped piece");
    let selected = |window: &Window| {
        let selection = window.view().selection.expect("a column is selected");
        (selection.x, selection.z, window.view().triangle)
    };
    let place = |at: usize| (dropped[at].x.into(), dropped[at].z.into(), Some(dropped[at].triangle));
    assert_eq!(selected(&window), place(0));
    assert!(window.view().layers.dropped, "what is stepped to is drawn");
    window.click("Next dropped piece");
    assert_eq!(selected(&window), place(1));
    window.click("Previous dropped piece");
    assert_eq!(selected(&window), place(0));
    let above = dropped.iter().position(|piece| piece.cause == DropCause::OutsideRows).expect("one lies above");
    window.click("Only outside the rows");
    window.click("Next dropped piece");
    assert_eq!(selected(&window), place(above));
    assert!(window.shows("outside the rows"));
}

#[test]
fn without_dropped_pieces_the_tab_says_so() {
    let mut window = Window::of_sample();
    window.act(Action::ShowTab(PanelTab::Bottom(BottomTab::Dropped)));
    assert!(window.shows("No piece was dropped"));
}
