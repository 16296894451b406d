//! The area volumes.

use crate::window::Window;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use spanscope::app::camera::to_cells;
use spanscope::inspect::Selection;
use spanscope::pipeline::{ConvexVolume, Stage, StageView};
use spanscope::session::Edit;
use spanscope::session::view::ViewChange;

fn fields<'a>(window: &'a Window, name: &'static str) -> Vec<Node<'a>> {
    let roles = [Role::SpinButton, Role::TextInput];
    let is_field = move |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        roles.contains(&node.role()) && node.label().as_deref() == Some(name)
    };
    window.harness.query_all_by(is_field).collect()
}

fn enter(window: &mut Window, name: &'static str, number: usize, text: &str) {
    fields(window, name)[number].click();
    window.harness.run();
    fields(window, name)[number].type_text(text);
    window.harness.run();
    window.key(Key::Enter);
}

fn areas(window: &Window) -> Vec<u8> {
    let areas = window.session().document.volumes.iter().map(|volume| volume.area).collect::<Vec<_>>();
    let run: Vec<u8> = window.product().scene.volumes.iter().map(|volume| volume.area).collect();
    assert_eq!(run, areas, "the run is that of the document");
    areas
}

fn floors_of(window: &Window, area: u8) -> usize {
    match window.product().run.stage(Stage::Volumes) {
        StageView::Open { areas, .. } => areas.iter().filter(|&&a| a == area).count(),
        _ => unreachable!("volumes are an open stage"),
    }
}

fn window_at_volumes() -> Window {
    let mut window = Window::of_sample();
    window.tab("Volumes");
    window
}

#[test]
fn the_area_of_a_volume_can_be_typed() {
    let mut window = window_at_volumes();
    assert!(window.shows("Volume 0") && window.shows("Volume 1") && window.shows("4 corners"));
    assert_eq!((areas(&window), floors_of(&window, 5), floors_of(&window, 10)), (vec![5, 10], 182, 361));
    enter(&mut window, "Area id", 0, "7");
    assert_eq!((areas(&window), floors_of(&window, 5), floors_of(&window, 7)), (vec![7, 10], 0, 182));
    enter(&mut window, "Area id", 1, "0");
    assert_eq!((areas(&window), floors_of(&window, 10)), (vec![7, 0], 0));
    window.key_with(Modifiers::COMMAND, Key::Z);
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!((areas(&window), floors_of(&window, 5)), (vec![5, 10], 182));
    assert!(!window.session().history.can_undo());
}

#[test]
fn a_volume_can_be_removed_and_brought_back() {
    let mut window = window_at_volumes();
    let remove = window.harness.get_all_by_role_and_label(Role::Button, "Remove").next().unwrap();
    remove.click();
    window.settle();
    assert_eq!((areas(&window), floors_of(&window, 5)), (vec![10], 0));
    window.click("Remove");
    assert_eq!(areas(&window), Vec::<u8>::new());
    assert!(window.shows("This scene has none."));
    window.key_with(Modifiers::COMMAND, Key::Z);
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!((areas(&window), floors_of(&window, 5)), (vec![5, 10], 182));
}

#[test]
fn a_volume_over_the_whole_frame_can_be_added() {
    let mut window = window_at_volumes();
    window.click("Add over the whole frame");
    assert_eq!(areas(&window), [5, 10, 1]);
    assert_eq!(floors_of(&window, 1), 3_083, "every walkable floor");
    assert_eq!(fields(&window, "Area id").len(), 3);
}

#[test]
fn an_interval_upside_down_is_refused_where_it_is_typed() {
    let mut window = window_at_volumes();
    let before = window.session().document.clone();
    enter(&mut window, "Lowest floor", 0, "3");
    assert!(window.shows("the lowest, 3, is above the highest, 0"));
    assert_eq!(window.session().document, before);
    window.click("Put back");
    enter(&mut window, "Lowest floor", 0, "-0.5");
    enter(&mut window, "Highest floor", 0, "9");
    let volume = &window.session().document.volumes[0];
    assert_eq!((volume.min_y, volume.max_y), (-0.5, 9.0));
    assert!(fields(&window, "Highest floor")[0].accesskit_node().value().unwrap().starts_with('9'));
}

/// Where a corner of cells is on the screen, from the top and without perspective.
fn place_of(window: &Window, [x, z]: [f32; 2]) -> Pos2 {
    let camera = to_cells(&window.view().camera.unwrap(), &window.product().run.frame);
    let rect = window.view_rect();
    let from_target = vec2(x - camera.target[0], z - camera.target[2]);
    rect.center() + from_target / camera.world_per_pixel(rect.height(), 1.0)
}

fn click_corners(window: &mut Window, corners: &[[f32; 2]]) {
    for &corner in corners {
        window.click_at(place_of(window, corner));
    }
}

/// The corner of cells in the world, as a person would type it.
fn in_world(window: &Window, [x, z]: [u32; 2]) -> [f64; 2] {
    let frame = &window.product().run.frame;
    let cell = f64::from(frame.cell_size());
    [frame.origin()[0] + f64::from(x) * cell, frame.origin()[2] + f64::from(z) * cell].map(|v| (v * 1e4).round() / 1e4)
}

/// Walkable floors after erosion whose column is in these ranges, counted by hand.
fn floors_in(window: &Window, xs: std::ops::Range<u32>, zs: std::ops::Range<u32>, [low, high]: [f64; 2]) -> usize {
    let product = window.product();
    let run = &product.run;
    let StageView::Open { spans, areas, .. } = run.stage(Stage::Eroded) else {
        unreachable!("eroded is an open stage")
    };
    let columns = zs.flat_map(|z| xs.clone().map(move |x| run.frame.column_index(x, z)));
    let height = |span: usize| run.frame.row_in_world(spans.spans()[span].y.into());
    columns
        .flat_map(|column| spans.column(column))
        .filter(|&span| areas[span] != 0 && (low..=high).contains(&height(span)))
        .count()
}

fn drawn(window: &Window) -> usize {
    window.shell().transient.volume_tool.drawing.as_ref().expect("a volume is drawn").corners.len()
}

#[test]
fn a_volume_is_drawn_by_clicking_its_corners_from_the_top() {
    let mut window = Window::of_sample();
    window.key(Key::V);
    assert!(window.shows("Draw an area volume") && window.shows("Click the first corner"));
    let camera = window.view().camera.unwrap();
    assert!(camera.orthographic && (camera.pitch - std::f64::consts::FRAC_PI_2).abs() < 1e-6);
    // Beside the corners: they are drawn to them.
    let places = [[30.2, 36.3], [43.7, 35.6], [44.1, 46.2], [29.9, 45.8]];
    let clicked = places.map(|place| {
        window.hover(place_of(&window, place));
        window.shell().transient.hover.unwrap().row
    });
    click_corners(&mut window, &places[..2]);
    assert!(window.shows("2 corners"));
    click_corners(&mut window, &places[2..]);
    assert_eq!(window.session().document.volumes.len(), 2, "nothing is in the scene yet");
    window.key(Key::Enter);
    assert_eq!(areas(&window), [5, 10, 1], "the lowest area id that no volume has");
    let volume = window.session().document.volumes[2].clone();
    assert_eq!(volume.polygon, [[30, 36], [44, 36], [44, 46], [30, 46]].map(|corner| in_world(&window, corner)));
    // From a climb below the lowest surface that was clicked to the agent's height above the highest.
    let frame = &window.product().run.frame;
    let rows = |y: f64| (y - frame.origin()[1]) / f64::from(frame.cell_height());
    let settings = window.settings();
    let (lowest, highest) = (*clicked.iter().min().unwrap(), *clicked.iter().max().unwrap());
    assert!(lowest < highest, "{clicked:?}");
    assert!((rows(volume.min_y) - f64::from(i32::from(lowest) - settings.climb_rows)).abs() < 0.01);
    assert!((rows(volume.max_y) - f64::from(i32::from(highest) + settings.height_rows)).abs() < 0.01);
    let expected = floors_in(&window, 30..44, 36..46, [volume.min_y, volume.max_y]);
    assert!(expected > 50, "{expected}");
    assert_eq!(floors_of(&window, 1), expected);
    assert_eq!(window.shell().transient.volume_tool.marked, Some(2));
    assert!(window.shows(&format!("{expected} floors become area 1")));
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(areas(&window), [5, 10]);
    assert!(!window.session().history.can_undo(), "one step");
}

#[test]
fn a_click_on_the_first_corner_finishes_and_backspace_takes_a_corner_back() {
    let mut window = window_at_volumes();
    window.click("Draw a volume");
    click_corners(&mut window, &[[30.0, 36.0], [44.0, 36.0], [44.0, 46.0], [20.0, 20.0]]);
    assert_eq!(drawn(&window), 4);
    window.key(Key::Backspace);
    assert_eq!(drawn(&window), 3);
    click_corners(&mut window, &[[30.0, 36.0]]);
    assert!(window.shell().transient.volume_tool.drawing.is_none());
    let volumes = &window.session().document.volumes;
    assert_eq!(volumes[2].polygon, [[30, 36], [44, 36], [44, 46]].map(|corner| in_world(&window, corner)));
}

#[test]
fn what_is_no_volume_says_why_while_it_is_drawn() {
    let mut window = Window::of_sample();
    window.key(Key::V);
    click_corners(&mut window, &[[30.0, 36.0], [44.0, 36.0]]);
    window.hover(place_of(&window, [50.0, 36.0]));
    assert!(window.shows("A corner here: the polygon has no area"));
    click_corners(&mut window, &[[44.0, 46.0]]);
    window.hover(place_of(&window, [40.0, 38.0]));
    assert!(window.shows("A corner here: the polygon is not convex and simple (corner "));
    assert!(!window.shows("inside"));
    window.hover(place_of(&window, [30.0, 46.0]));
    assert!(window.shows("3 corners and the pointer: ") && window.shows("floors inside"));
    // A corner that is wrong can be placed, but what is wrong cannot be finished.
    click_corners(&mut window, &[[40.0, 38.0]]);
    window.key(Key::Enter);
    assert_eq!((drawn(&window), window.session().document.volumes.len()), (4, 2));
    window.click("Take back a corner");
    assert_eq!(drawn(&window), 3);
    window.click("Finish");
    assert_eq!(areas(&window), [5, 10, 1]);
}

#[test]
fn escape_forgets_what_is_drawn_and_nothing_else() {
    let mut window = Window::of_sample();
    window.act(ViewChange::Select(Some(Selection { x: 34, z: 40, row: Some(6) })));
    window.key(Key::V);
    click_corners(&mut window, &[[30.0, 36.0], [44.0, 36.0], [44.0, 46.0]]);
    window.key(Key::Escape);
    assert!(window.shell().transient.volume_tool.drawing.is_none());
    assert!(window.view().selection.is_some() && !window.session().is_changed());
    window.key(Key::V);
    assert_eq!(drawn(&window), 0, "a new one begins empty");
    window.key(Key::U);
    assert!(window.shell().transient.volume_tool.drawing.is_none() && window.shell().transient.measuring.is_some());
    window.key(Key::V);
    assert!(window.shell().transient.measuring.is_none(), "a click means one thing");
}

#[test]
fn without_snapping_a_corner_is_where_it_is_clicked() {
    let mut window = Window::of_sample();
    window.key(Key::V);
    window.harness.get_by_role_and_label(Role::CheckBox, "Snap to cells").click();
    window.settle();
    click_corners(&mut window, &[[30.5, 36.25], [44.0, 36.0], [44.0, 46.0]]);
    window.key(Key::Enter);
    let frame = &window.product().run.frame;
    let [x, z] = window.session().document.volumes[2].polygon[0];
    let cell = f64::from(frame.cell_size());
    let place = [(x - frame.origin()[0]) / cell, (z - frame.origin()[2]) / cell];
    assert!((place[0] - 30.5).abs() < 0.05 && (place[1] - 36.25).abs() < 0.05, "{place:?}");
}

#[test]
fn a_corner_is_dragged_in_one_step_and_put_back_where_it_would_be_no_volume() {
    let mut window = window_at_volumes();
    let square = [[30, 36], [44, 36], [44, 46], [30, 46]].map(|corner| in_world(&window, corner));
    let volume = ConvexVolume { polygon: square.to_vec(), min_y: -1.0, max_y: 9.0, area: 7 };
    window.act_all([Edit::SetVolume(0, volume.clone()).into(), Edit::RemoveVolume(1).into()]);
    window.keys([Key::T, Key::O]);
    window.click("Volume 0");
    let [from, to] = [[44.0, 46.0], [50.0, 50.0]].map(|corner| place_of(&window, corner));
    window.drag(PointerButton::Primary, from, to - from);
    let now = &window.session().document.volumes[0];
    assert_eq!(now.polygon[2], in_world(&window, [50, 50]));
    assert_eq!(now.polygon[..2], square[..2]);
    assert_eq!(window.product().document.volumes[0], *now, "it was run");
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.session().document.volumes[0], volume, "one step back");
    // Over the opposite corner: no polygon of a volume.
    let to = place_of(&window, [20.0, 30.0]);
    window.drag(PointerButton::Primary, from, to - from);
    assert_eq!(window.session().document.volumes[0], volume);
    let note = window.shell().transient.note.clone();
    assert!(window.shows("Put back: volume 0: the polygon is not convex and simple"), "{note:?}");
}

#[test]
fn a_corner_let_go_outside_the_view_is_let_go() {
    let mut window = window_at_volumes();
    window.keys([Key::T, Key::O]);
    window.click("Volume 0");
    let before = window.session().document.volumes[0].clone();
    let frame = window.product().run.frame;
    let cell = f64::from(frame.cell_size());
    let [x, z] = before.polygon[1];
    let corner = [((x - frame.origin()[0]) / cell) as f32, ((z - frame.origin()[2]) / cell) as f32];
    let from = place_of(&window, corner);
    let beyond = Pos2::new(window.view_rect().right() + 60.0, from.y);
    window.drag(PointerButton::Primary, from, beyond - from);
    assert_eq!(window.shell().transient.volume_tool.dragged, None);
    let now = &window.session().document.volumes[0];
    assert!(now.polygon[1][0] > x + 5.0, "it is where it was let go: {:?}", now.polygon);
    assert_eq!(now.polygon[0], before.polygon[0]);
}

#[test]
fn undo_takes_back_a_corner_while_a_volume_is_drawn() {
    let mut window = window_at_volumes();
    window.click("Add over the whole frame");
    window.key(Key::V);
    click_corners(&mut window, &[[30.0, 36.0], [44.0, 36.0]]);
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!((drawn(&window), areas(&window)), (1, vec![5, 10, 1]));
    window.key_with(Modifiers::COMMAND, Key::Z);
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!((drawn(&window), areas(&window)), (0, vec![5, 10]), "without corners it is an edit that is undone");
}

#[test]
fn corners_are_typed_parted_and_taken_away() {
    let mut window = window_at_volumes();
    window.click("Volume 0");
    let before = window.session().document.volumes[0].polygon.clone();
    let [x, z] = before[0];
    window.enter("x of corner 0", &(x - 0.5).to_string());
    assert_eq!(window.session().document.volumes[0].polygon[0], [x - 0.5, z]);
    window.enter("x of corner 0", "1e9");
    assert!(window.shows("Put back") && window.shows("corner 0"), "the reason stands where it was typed");
    assert_eq!(window.session().document.volumes[0].polygon[0], [x - 0.5, z]);
    window.click("Put back");
    let part = window.harness.get_all_by_role_and_label(Role::Button, "Part").next().unwrap();
    part.click();
    window.settle();
    assert!(window.shows("5 corners"));
    let polygon = window.session().document.volumes[0].polygon.clone();
    let middle = [f64::midpoint(x - 0.5, before[1][0]), f64::midpoint(z, before[1][1])];
    assert!((polygon[1][0] - middle[0]).abs() < 1e-5 && (polygon[1][1] - middle[1]).abs() < 1e-5, "{polygon:?}");
    let away = window.harness.get_all_by_role_and_label(Role::Button, "Take away").nth(1).unwrap();
    away.click();
    window.settle();
    assert_eq!(window.session().document.volumes[0].polygon.len(), 4);
}

#[test]
fn the_order_of_volumes_decides_and_what_each_takes_is_told() {
    let mut window = window_at_volumes();
    window.click("Add over the whole frame");
    assert!(window.shows("3,083 floors become area 1"), "it comes last and takes all");
    assert!(window.shows("182 floors become area 5; later ones take 182"));
    assert_eq!([floors_of(&window, 5), floors_of(&window, 10), floors_of(&window, 1)], [0, 0, 3_083]);
    for _ in 0..2 {
        let earlier = window.harness.get_all_by_role_and_label(Role::Button, "Earlier").last().unwrap();
        assert!(!earlier.accesskit_node().is_disabled());
        let marked = window.shell().transient.volume_tool.marked.unwrap();
        window.harness.get_all_by_role_and_label(Role::Button, "Earlier").nth(marked).unwrap().click();
        window.settle();
    }
    assert_eq!(areas(&window), [1, 5, 10]);
    assert_eq!(window.shell().transient.volume_tool.marked, Some(0), "the mark goes with it");
    assert!(window.shows("3,083 floors become area 1; later ones take 543"));
    assert_eq!([floors_of(&window, 5), floors_of(&window, 10), floors_of(&window, 1)], [182, 361, 2_540]);
}
