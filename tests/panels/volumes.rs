//! The area volumes.

use crate::window::Window;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use spanscope::pipeline::Stage;

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
        spanscope::pipeline::StageView::Open { areas, .. } => areas.iter().filter(|&&a| a == area).count(),
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
    window.click("Add a volume over the whole frame");
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
