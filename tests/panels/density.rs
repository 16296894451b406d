//! Densities and voxels at the input: switches, numbers, the slice, the cell.

use crate::window::Window;
use eframe::egui::Key;
use spanscope::session::view::ViewChange;
use spanscope::session::{Axis, CellSelection, DensityView, Shading, Slice, Step};

const TUNNEL: &str = r#"{"inputs":[{"density":{"samples":[19,19,19],"margin":1,"origin":[0,0,0],"spacing":1,
    "shape":{"tunnel":{"radius":6,"tunnel":2.5}}}}],
    "frame":{"origin":[-1.5,-1.5,-1.5],"cell_size":1,"cell_height":1,"width":20,"depth":20,"height":20}}"#;

/// A window with a scene file, at the input.
fn window_with(text: &str) -> Window {
    let mut window = Window::empty();
    let path = window.file("density.scene.json", text);
    window.open(&path);
    assert_eq!(window.problem(), None);
    window.key(Key::Num1);
    assert_eq!(window.step(), Step::Input);
    window
}

fn density(window: &Window) -> DensityView {
    window.view().density
}

#[test]
fn keys_show_blocks_and_wireframe_and_hide_them_again() {
    let mut window = window_with(TUNNEL);
    assert_eq!(density(&window), DensityView::default());
    assert!(!window.shows("solid samples"));
    window.key(Key::B);
    assert_eq!(density(&window).blocks, Some(true));
    assert!(window.shows("solid samples"), "the legend has them");
    window.key(Key::B);
    assert_eq!(density(&window).blocks, None, "as it is run again");
    assert!(!window.shows("solid samples"));
    window.key(Key::L);
    assert!(density(&window).wireframe);
    window.key(Key::L);
    assert!(!density(&window).wireframe);
}

#[test]
fn what_is_run_is_shown_until_something_else_is_asked_for() {
    let as_blocks = TUNNEL.replace(r#""shape""#, r#""as":"blocks","shape""#);
    let mut window = window_with(&as_blocks);
    assert!(window.shows("solid samples") && !window.shows("Slope of the"));
    window.click("Surface");
    assert!(window.shows("solid samples") && window.shows("Slope of the surface"));
    window.key(Key::B);
    assert_eq!((density(&window).surface, density(&window).blocks), (Some(true), Some(false)));
    assert!(!window.shows("solid samples"));
    window.click("Surface");
    assert!(window.shows("Nothing of the input is shown: turn on its surface or its blocks above."));
}

#[test]
fn every_switch_is_in_the_strip_and_in_the_menu() {
    let mut window = window_with(TUNNEL);
    for (label, is_on) in [
        ("Surface", (|view| view.surface == Some(false)) as fn(&DensityView) -> bool),
        ("Blocks", |view| view.blocks == Some(true)),
        ("Wireframe", |view| view.wireframe),
        ("Smooth", |view| view.shading == Shading::Flat),
        ("Normals", |view| view.normals),
        ("Slice", |view| view.slice == Some(Slice { input: 0, axis: Axis::Y, index: 8, cuts: true })),
    ] {
        assert!(!is_on(&density(&window)), "{label}");
        window.click(label);
        assert!(is_on(&density(&window)), "{label}");
    }
    let all = density(&window);
    for entry in [
        "Surface of densities",
        "Blocks of densities and voxels",
        "Wireframe of densities",
        "Smooth shading of densities",
        "Normals of densities",
        "Slice through a density",
    ] {
        window.menu("View", entry);
        assert_ne!(density(&window), all, "{entry}");
        window.act(ViewChange::Density(all));
    }
    window.key(Key::Num9);
    assert!(!window.shows("Normals"), "the strip is another at a stage");
}

#[test]
fn a_surface_is_counted_over_the_view() {
    let mut window = window_with(TUNNEL);
    let topology = window.product().surfaces[0].as_ref().unwrap().topology;
    assert_eq!((topology.components, topology.euler, topology.open_edges), (1, 0, 0), "a ring");
    assert!(window.shows("Surface of input 0"));
    for label in ["Triangles", "Vertices", "Open edges", "Zero-area triangles", "Components", "Euler number"] {
        assert!(window.shows(label), "{label}");
    }
    assert!(window.shows(&spanscope::inspect::text::thousands(topology.vertices as u64)));
    window.key(Key::Num2);
    assert!(!window.shows("Surface of input 0"));
}

#[test]
fn each_of_several_densities_is_counted_by_itself() {
    let two = TUNNEL.replace(
        r#""inputs":["#,
        r#""inputs":[{"density":{"samples":[9,9,9],"origin":[0,0,0],"spacing":1,"shape":{"slab":{"height":3.5}}}},"#,
    );
    let mut window = window_with(&two);
    assert!(window.shows("Surface of input 0") && window.shows("Surface of input 1"));
    let open = window.product().surfaces[0].as_ref().unwrap().topology.open_edges;
    assert_eq!(open, 32, "the border of 8 x 8 cells");
    assert!(window.shows("32"));
    window.click("Slice");
    assert_eq!(density(&window).slice.map(|slice| (slice.input, slice.index)), Some((0, 4)));
    assert!(window.shows("of input"));
}

#[test]
fn the_slice_has_an_axis_a_place_and_a_legend() {
    let mut window = window_with(TUNNEL);
    assert!(!window.shows("Density; 0 is the surface"));
    window.click("Slice");
    assert!(window.shows("Density; 0 is the surface") && window.shows("y 8.00"));
    window.click("z");
    assert_eq!(density(&window).slice, Some(Slice { input: 0, axis: Axis::Z, index: 8, cuts: true }));
    window.click("Cut");
    assert_eq!(density(&window).slice.map(|slice| slice.cuts), Some(false));
    window.act(ViewChange::Density(DensityView {
        slice: Some(Slice { input: 0, axis: Axis::X, index: 900, cuts: true }),
        ..DensityView::default()
    }));
    assert!(window.shows("x 16.00"), "the last plane");
    window.key(Key::Num9);
    assert!(!window.shows("Density; 0 is the surface"));
}

#[test]
fn a_click_on_the_surface_selects_a_cell_and_escape_clears_it() {
    let mut window = window_with(TUNNEL);
    window.keys([Key::T, Key::O]);
    assert!(window.shows("Click the surface or the slice to see a cell"));
    let middle = window.view_rect().center();
    window.hover(middle);
    let hover = window.shell().transient.hover_cell.expect("the ball is in the middle");
    window.click_at(middle);
    let CellSelection { input, cell } = window.view().cell.expect("it was clicked");
    assert_eq!((input, CellSelection { input, cell }), (0, hover.cell));
    let [x, y, z] = cell;
    assert!((6..=9).contains(&x) && (12..=14).contains(&y) && (6..=9).contains(&z), "its top: {cell:?}");
    assert!(window.shows(&format!("Cell {x}, {y}, {z}")) && window.shows("of 256"));
    for heading in ["Corner", "Sample", "Density", "Loops", "Triangles", "Ambiguous faces"] {
        assert!(window.shows(heading), "{heading}");
    }
    window.key(Key::Escape);
    assert_eq!(window.view().cell, None);
    window.click_at(middle);
    window.click_at(window.view_rect().left_bottom() + eframe::egui::vec2(300.0, -12.0));
    assert_eq!(window.view().cell, None, "a click beside everything");
}

#[test]
fn an_ambiguous_face_is_told_with_its_corners() {
    let text = r#"{"inputs":[{"density":{"samples":[2,2,2],"origin":[0,0,0],"spacing":1,
        "values":[1,-1,-1,-1,-1,-1,1,-1]}}],"frame":{"cell_size":0.25,"cell_height":0.25}}"#;
    let mut window = window_with(text);
    window.act(ViewChange::SelectCell(Some(CellSelection { input: 0, cell: [0; 3] })));
    assert!(window.shows("65 of 256   01000001") && window.shows("2 of 8 corners solid"));
    assert!(window.shows("low x side: solid corners 0 and 6 are kept apart"));
    window.act(ViewChange::SelectCell(Some(CellSelection { input: 0, cell: [1, 0, 0] })));
    assert!(window.shows("This cell is outside the samples as they are now."));
}

#[test]
fn what_is_shown_is_saved_with_the_scene() {
    let mut window = window_with(TUNNEL);
    let slice = Some(Slice { input: 0, axis: Axis::X, index: 3, cuts: false });
    let view = DensityView {
        surface: Some(false),
        blocks: Some(true),
        wireframe: true,
        shading: Shading::Flat,
        normals: true,
        slice,
    };
    let cell = Some(CellSelection { input: 0, cell: [-1, 2, 3] });
    window.act_all([ViewChange::Density(view).into(), ViewChange::SelectCell(cell).into()]);
    let path = window.path("saved.scene.json");
    spanscope::session::file::save(&window.session().document, window.view(), &path).unwrap();
    let again = spanscope::session::file::open(&path).unwrap();
    assert_eq!((again.view.density, again.view.cell), (view, cell));
    let text = std::fs::read_to_string(&path).unwrap();
    let wrong = window.file("wrong.scene.json", &text.replace(r#""flat""#, r#""shiny""#));
    let error = spanscope::session::file::open(&wrong).unwrap_err().to_string();
    assert!(error.contains("view: shading \"shiny\" is not known"), "{error}");
}
