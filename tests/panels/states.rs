//! Everything a window can be asked to show: nothing, almost nothing, tiny, huge, light.

use crate::window::Window;
use eframe::egui::{Key, Theme};
use spanscope::pipeline::{FrameSpec, Input, Mesh, Scene, VoxelChunk, VoxelRun};
use spanscope::session::view::ViewChange;
use spanscope::session::{Colouring, Layers, MeshOverlay, Selection, Step};
use std::sync::Arc;

fn floor(y: f64) -> Input {
    let vertices = vec![[0.0, y, 0.0], [0.0, y, 3.0], [3.0, y, 3.0], [3.0, y, 0.0]];
    Input::Mesh(Arc::new(Mesh { vertices, indices: vec![0, 1, 2, 0, 2, 3], areas: None }))
}

fn grid() -> FrameSpec {
    FrameSpec::Grid { origin: [0.0; 3], cell_size: 0.3, cell_height: 0.2, dimensions: [10, 10, 20] }
}

/// Shows every stage in every colouring with every layer and a selection.
fn show_everything(window: &mut Window) {
    for step in Step::ALL {
        for (number, colouring) in Colouring::ALL.into_iter().enumerate() {
            let layers =
                Layers { clearance: true, links: true, dropped: true, agent: true, mesh: MeshOverlay::ALL[number % 4] };
            let changes = [ViewChange::Show(step), ViewChange::Layers(layers), ViewChange::ColourBy(colouring)];
            window.act_all(changes.map(Into::into));
        }
    }
    for key in [Key::F, Key::Home, Key::T, Key::O, Key::X, Key::ArrowLeft, Key::X] {
        window.key(key);
    }
    window.click_at(window.view_rect().center());
    window.key(Key::Num2);
    window.click_at(window.view_rect().center());
    assert_eq!(window.problem(), None);
}

#[test]
fn a_window_in_which_nothing_is_open_says_what_to_do() {
    let mut window = Window::empty();
    window.settle();
    assert!(window.shows("Nothing is open. Drop a scene or a mesh here, or use File > Open."));
    assert!(window.shows("nothing open"));
    assert_eq!(window.shell().title(), "Spanscope");
    for tab in ["Scene", "Settings"] {
        window.tab(tab);
    }
    window.keys([Key::Num3, Key::CloseBracket, Key::F, Key::Home, Key::T, Key::O, Key::X, Key::Escape, Key::Tab]);
    window.click_at(window.view_rect().center());
    assert_eq!(window.view().selection, None);
}

#[test]
fn a_scene_without_inputs_shows_its_frame_and_says_why_it_is_empty() {
    let mut window = Window::of_scene(Scene { frame: grid(), ..Scene::default() });
    assert_eq!(window.problem(), None);
    assert!(window.shows("Volumes has nothing to show: the scene has no input."));
    show_everything(&mut window);
    window.key(Key::Num1);
    assert!(window.shows("Input has nothing to show: the scene has no input."));
    window.tab("Scene");
    assert!(window.shows("This scene has no input."));
    assert!(window.shows("0 walkable"));
}

#[test]
fn a_floor_below_the_frame_says_what_was_dropped() {
    let frame = FrameSpec::Auto { cell_size: 0.3, cell_height: 0.2, pad_below: 0, pad_above: 5, pad_side: 0 };
    let mut window = Window::of_scene(Scene { frame, inputs: vec![floor(0.0)], ..Scene::default() });
    assert!(window.shows("The lowest floor has no row: 110 pieces at the bottom of the frame dropped; pad below by 1"));
    assert!(window.shows("Volumes has nothing to show."));
    show_everything(&mut window);
    window.enter("Pad below", "1");
    assert!(!window.shows("has nothing to show"));
    assert_eq!(window.product().summary[1].spans, 100);
}

#[test]
fn a_scene_of_voxels_alone_shows_them_at_the_input() {
    let runs = (0..16).map(|i| VoxelRun { x: i % 4, z: i / 4, start: 0, length: 2, material: 1 }).collect();
    let chunk = VoxelChunk { offset: [3, 0, 3], width: 4, depth: 4, height: 9, runs, material_areas: None };
    let inputs = vec![Input::Chunk(Arc::new(chunk))];
    let mut window = Window::of_scene(Scene { frame: grid(), inputs, ..Scene::default() });
    assert_eq!(window.product().summary[0].spans, 16);
    window.tab("Scene");
    assert!(window.shows("0  Voxels") && window.shows("32 voxels in 4 x 9 x 4"));
    window.key(Key::Num1);
    assert!(!window.shows("Nothing of the input is shown"));
    window.key(Key::B);
    assert!(window.shows("Nothing of the input is shown: turn on its surface or its blocks above."));
    window.key(Key::Num2);
    assert!(!window.shows("Nothing of the input is shown"));
    window.act(ViewChange::Select(Some(Selection { x: 4, z: 4, row: Some(2) })));
    assert!(window.shows("0 – 1") && window.shows("voxels"));
    show_everything(&mut window);
}

#[test]
fn everything_can_be_shown_of_the_sample() {
    let mut window = Window::of_sample();
    show_everything(&mut window);
}

#[test]
fn the_light_theme_can_be_chosen() {
    let mut window = Window::of_sample();
    assert_eq!(window.harness.ctx.theme(), Theme::Dark);
    window.click("View");
    window.click("Light");
    assert_eq!(window.harness.ctx.theme(), Theme::Light);
    window.key(Key::Escape);
    window.keys([Key::Num1, Key::Num5, Key::C]);
    window.click_at(window.view_rect().center());
    assert_eq!(window.problem(), None);
}

#[test]
fn windows_of_any_size_can_be_drawn() {
    let mut window = Window::of_sample();
    window.act(ViewChange::Select(Some(Selection { x: 60, z: 25, row: Some(6) })));
    for size in [[1.0, 1.0], [40.0, 30.0], [200.0, 150.0], [640.0, 2_000.0], [960.0, 600.0], [5_000.0, 3_000.0]] {
        window.harness.set_size(size.into());
        window.key(Key::X);
        window.act(spanscope::app::Action::OpenField);
        window.keys([Key::Escape, Key::Num3, Key::Num9]);
        assert!(window.shell().transient.path_field.is_none());
        assert_eq!(window.step(), Step::ALL[8], "{size:?}");
    }
    assert!(window.view_rect().width() > 4_000.0);
}

#[test]
fn a_window_can_begin_tiny() {
    let mut window = Window::with_size([1.0, 1.0]);
    window.act(spanscope::app::Action::OpenSample);
    window.harness.set_size(crate::window::SIZE.into());
    window.settle();
    assert_eq!(window.problem(), None);
    assert!(window.shows("3,083 walkable"));
    assert!(window.view_rect().width() > 600.0);
}
