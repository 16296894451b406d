//! The inputs: their order, and what is chosen about each.

use crate::window::Window;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use spanscope::app::Action;
use spanscope::io::ReadOptions;
use spanscope::pipeline::{FrameSpec, Input, Stage};
use spanscope::session::{Edit, Step, file};
use spanscope::source::{Content, HeightSource, Source, UpAxis};
use spanscope::surface::shapes::Shape;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A floor, a pond on it and a roof over a corner, which faces down.
const LEVEL: &str = "o floor\nusemtl wood\nv 0 0 0\nv 0 0 9\nv 9 0 9\nv 9 0 0\nf 1 2 3 4\n\
    o pond\nusemtl water\nv 3 0.1 3\nv 3 0.1 6\nv 6 0.1 6\nv 6 0.1 3\nf 5 6 7 8\n\
    o roof\nusemtl wood\nv 0 4 0\nv 3 4 0\nv 3 4 3\nv 0 4 3\nf 9 10 11 12\n";

/// A floor of 9 x 9 units at a height, as one that hides what is under it by less than a row.
fn floor(y: f64) -> String {
    format!("v 0 {y} 0\nv 0 {y} 9\nv 9 {y} 9\nv 9 {y} 0\nf 1 2 3 4\n")
}

fn window_at_inputs(path: impl Fn(&Window) -> PathBuf) -> Window {
    let mut window = Window::empty();
    let path = path(&window);
    window.open(&path);
    assert_eq!(window.problem(), None);
    window.tab("Scene");
    window
}

fn level() -> Window {
    window_at_inputs(|window| window.file("level.obj", LEVEL))
}

fn check(window: &mut Window, label: &'static str) {
    window.harness.get_by_role_and_label(Role::CheckBox, label).click();
    window.settle();
}

fn triangles(window: &Window) -> usize {
    window.product().run.tally.triangles
}

#[test]
fn a_part_that_is_left_out_is_not_run_and_comes_back() {
    let mut window = level();
    assert_eq!(triangles(&window), 6);
    assert!(window.shows("floor / wood") && window.shows("pond / water") && window.shows("Parts (3)"));
    check(&mut window, "Take part pond / water");
    assert_eq!(triangles(&window), 4);
    assert!(window.shows("1 left out"));
    window.click("Take all in");
    assert_eq!(triangles(&window), 6);
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(triangles(&window), 4, "undo takes it out again");
}

#[test]
fn a_part_is_given_an_area_and_saved_with_it() {
    let mut window = level();
    check(&mut window, "Area of pond / water by slope");
    window.enter("Area id of pond / water", "7");
    let sevens = |window: &Window| {
        let product = window.product();
        product.run.pieces.pieces().iter().filter(|piece| piece.area == 7).count()
    };
    let count = sevens(&window);
    assert!(count >= 100, "the pond is 10 x 10 cells and more: {count}");
    let saved = window.path("saved.scene.json");
    window.act(Action::SaveTo(saved.clone()));
    let text = std::fs::read_to_string(&saved).unwrap();
    assert!(text.contains(r#""parts":[{"name":"pond / water","area":7}]"#), "{text}");
    window.open(&saved);
    assert_eq!(sevens(&window), count);
    check(&mut window, "Area of pond / water by slope");
    assert_eq!(sevens(&window), 0);
}

#[test]
fn a_mesh_with_another_axis_up_is_turned_and_the_proposal_says_so() {
    // The same level with z up: y and z exchanged by a turn.
    let turned = |text: &str| {
        let line = |line: &str| match line.strip_prefix("v ") {
            Some(numbers) => {
                let n: Vec<f64> = numbers.split(' ').map(|number| number.parse().unwrap()).collect();
                format!("v {} {} {}", n[0], -n[2], n[1])
            }
            None => line.to_owned(),
        };
        text.lines().map(line).collect::<Vec<_>>().join("\n")
    };
    let expected = level().product().run.clone();
    let mut window = window_at_inputs(|window| window.file("level.obj", &turned(LEVEL)));
    assert!(window.shows("is z up?"));
    window.click("Try it");
    assert_eq!(window.chosen("Up axis"), "z");
    assert_eq!(window.product().run.solid, expected.solid);
    assert!(!window.shows("is z up?"), "nothing more to propose");
    window.choose("Up axis", "-y");
    let Content::Mesh(mesh) = &window.session().document.sources[0].content else { panic!("a mesh") };
    assert_eq!(mesh.transform.up, UpAxis::MinusY);
}

#[test]
fn floors_that_face_down_are_proposed_to_be_flipped() {
    let mut window = window_at_inputs(|window| window.file("a.obj", &floor(0.0).replace("f 1 2 3 4", "f 4 3 2 1")));
    assert!(window.shows("100 % of the level area faces down: flipped winding?"));
    assert_eq!(window.product().run.stage(Stage::Merged).walkable(), 0);
    window.click("Try it");
    assert_eq!(window.product().run.stage(Stage::Merged).walkable(), 900);
    check(&mut window, "flipped");
    assert_eq!(window.product().run.stage(Stage::Merged).walkable(), 0);
}

#[test]
fn units_and_handedness_are_chosen() {
    let mut window = level();
    window.enter("Units per metre", "3");
    assert_eq!(window.product().run.frame.width(), 10);
    window.choose("Handedness", "left");
    let bounds = window.product().scene.bounds().unwrap();
    assert_eq!([bounds[0][2], bounds[1][2]], [-3.0, 0.0], "mirrored along z");
    assert!(window.product().run.stage(Stage::Merged).walkable() > 90, "floors go on facing up");
    window.enter("Units per metre", "0");
    assert!(window.shows("0 is not above 0"));
}

#[test]
fn a_file_is_added_and_its_order_decides_and_is_said() {
    let mut window = level();
    let second = window.file("second.obj", &floor(0.05));
    window.act(Action::Add(second, ReadOptions::default()));
    assert_eq!(window.session().document.sources.len(), 2);
    assert_eq!(triangles(&window), 8);
    assert!(window.shows("1  second.obj"));
    assert!(window.session().is_changed());
    window.act(Action::MoveInput { from: 1, to: 0 });
    let names: Vec<String> = window
        .session()
        .document
        .files()
        .map(|file| file.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(names, ["second.obj", "level.obj"]);
    assert!(window.shows("After input 1 was moved to place 0"));
    let compared = window.shell().comparison.as_ref().unwrap().result.as_ref().unwrap();
    assert!(!compared.is_same(Stage::Raw), "pieces come in another order");
    let run = &window.product().run;
    assert_eq!(compared.stages[0].counts, [run.pieces.pieces().len(); 2]);
    window.act(Action::CloseComparison);
    assert!(!window.shows("After input 1"));
    window.key_with(Modifiers::COMMAND, Key::Z);
    window.act(Edit::RemoveSource(0));
    assert_eq!(triangles(&window), 2);
}

#[test]
fn a_file_that_cannot_be_added_changes_nothing() {
    let mut window = level();
    let before = window.session().document.clone();
    let bad = window.file("bad.stl", "solid\nfacet");
    window.act(Action::Add(bad, ReadOptions::default()));
    assert!(window.problem().unwrap().text.contains("bad.stl"));
    assert_eq!(window.session().document, before);
}

/// Waits for what the system tells of files, which takes its time.
fn wait_for(window: &mut Window, what: &str, is_so: impl Fn(&Window) -> bool) {
    let begun = Instant::now();
    while !is_so(window) {
        assert!(begun.elapsed() < Duration::from_secs(20), "{what}");
        window.settle();
    }
}

#[test]
fn a_file_that_changes_on_disk_is_read_again_and_everything_chosen_stays() {
    let mut window = level();
    window.harness.state_mut().watch_files(|| {});
    window.settle();
    window.enter("Units per metre", "2");
    window.key(Key::Num3);
    let undone = window.session().history.can_undo();
    let before = window.product();
    let moved = LEVEL.replace("v 3 0.1 6", "v 3 2.1 6");
    std::fs::write(window.session().document.files().next().unwrap(), moved).unwrap();
    wait_for(&mut window, "the file is read again", |window| {
        window.product().run.pieces != before.run.pieces && window.shell().activity().is_none()
    });
    let Content::Mesh(mesh) = &window.session().document.sources[0].content else { panic!("a mesh") };
    assert_eq!(mesh.transform.units_per_metre, 2.0);
    assert_eq!(window.step(), Step::Stage(Stage::Merged));
    assert_eq!(window.session().history.can_undo(), undone, "the disk is no step that can be taken back");
    assert!(window.shows("After files were read again"));
    let compared = window.shell().comparison.as_ref().unwrap().result.as_ref().unwrap();
    let first = compared.first_difference().expect("it differs");
    assert_eq!(first.stage, Stage::Raw);
    assert!((1..=400).contains(&first.columns.len()), "{}", first.columns.len());
    // Taking the units back does not bring the old file back.
    window.key_with(Modifiers::COMMAND, Key::Z);
    let Content::Mesh(mesh) = &window.session().document.sources[0].content else { panic!("a mesh") };
    assert!(mesh.parts.mesh.vertices.contains(&[3.0, 2.1, 6.0]));
}

#[test]
fn a_file_that_is_broken_on_disk_leaves_the_scene_and_is_said() {
    let mut window = level();
    window.harness.state_mut().watch_files(|| {});
    window.settle();
    let before = window.product();
    std::fs::write(window.session().document.files().next().unwrap(), "f 1 2 3\n").unwrap();
    wait_for(&mut window, "the fault is said", |window| window.problem().is_some());
    assert!(window.problem().unwrap().text.contains("level.obj"));
    assert_eq!(window.product().run.pieces, before.run.pieces);
}

#[test]
fn a_file_that_is_deleted_and_written_again_is_read_again_and_its_fault_forgotten() {
    let mut window = level();
    window.harness.state_mut().watch_files(|| {});
    window.settle();
    let path = window.session().document.files().next().unwrap().clone();
    std::fs::remove_file(&path).unwrap();
    wait_for(&mut window, "it is said that the file is gone", |window| window.problem().is_some());
    std::fs::write(&path, floor(1.0)).unwrap();
    wait_for(&mut window, "the file is read again", |window| triangles(window) == 2);
    assert_eq!(window.problem(), None, "what was said is not so any more");
}

#[test]
fn saving_is_no_change_by_others() {
    let mut window = level();
    window.harness.state_mut().watch_files(|| {});
    let saved = window.path("saved.scene.json");
    window.act(Action::SaveTo(saved.clone()));
    window.enter("Units per metre", "2");
    window.act(Action::Save);
    let settled = Instant::now();
    wait_for(&mut window, "the watch has been quiet", |_| settled.elapsed() > Duration::from_millis(900));
    assert!(!window.shows("has changed on disk"));
    let text = std::fs::read_to_string(&saved).unwrap();
    std::fs::write(&saved, text.replace("\"climb\":4", "\"climb\":3")).unwrap();
    wait_for(&mut window, "another program's change is said", |window| window.shows("has changed on disk"));
}

#[test]
fn a_view_follows_a_level_that_goes_elsewhere_and_no_other() {
    let mut window = level();
    let camera = window.view().camera;
    assert!(camera.is_some());
    window.act(Edit::ClimbRows(2));
    assert_eq!(window.view().camera, camera);
    window.enter("Units per metre", "50");
    let fitted = window.view().camera;
    assert!(fitted.is_some_and(|fitted| fitted.distance < camera.unwrap().distance / 10.0));
}

#[test]
fn reloading_a_file_that_is_the_same_says_so() {
    let mut window = level();
    window.menu("File", "Reload files");
    assert!(window.shows("The files hold what they held before"));
    assert!(window.shell().comparison.is_none());
}

fn voxels() -> Window {
    // A box of 4 x 3 x 4 with a step of another material on it.
    let mut runs = Vec::new();
    for z in 0..4 {
        for x in 0..4 {
            runs.push([x, z, 0, 3, 1]);
        }
    }
    runs[5] = [1, 1, 0, 2, 9];
    let scene = format!(
        r#"{{"frame": {{"cell_size": 1, "cell_height": 1}}, "settings": {{"height": 2, "climb": 1, "radius": 0}},
        "inputs": [{{"chunk": {{"offset": [0, 0, 0], "width": 4, "depth": 4, "height": 8, "runs": {runs:?}}}}}]}}"#
    );
    window_at_inputs(|window| window.file("box.scene.json", &scene))
}

#[test]
fn the_material_table_counts_hides_and_gives_areas() {
    let mut window = voxels();
    assert!(window.shows("47 voxels in 4 x 8 x 4") && window.shows("Materials (2)"));
    assert!(window.shows("material 9") && window.shows("45"));
    window.enter("Area id of material 9", "5");
    let areas = |window: &Window| -> Vec<u8> {
        window.product().run.pieces.pieces().iter().map(|piece| piece.area).filter(|&area| area != 63).collect()
    };
    assert_eq!(areas(&window), [5]);
    check(&mut window, "Take material 9");
    assert_eq!(areas(&window), [0_u8; 0]);
    assert_eq!(window.product().run.pieces.pieces().len(), 15);
    let saved = window.path("saved.scene.json");
    window.act(Action::SaveTo(saved.clone()));
    let again = file::open(&saved).unwrap();
    assert_eq!(again.document, window.session().document);
}

#[test]
fn voxels_are_moved_in_cells_and_what_falls_outside_is_counted() {
    let mut window = voxels();
    window.act(Edit::Frame(FrameSpec::Grid {
        origin: [0.0; 3],
        cell_size: 1.0,
        cell_height: 1.0,
        dimensions: [4, 4, 8],
    }));
    window.enter("Offset x", "1");
    assert_eq!(window.product().run.tally.voxels_outside, 12);
    assert!(window.shows("12 voxels"));
    window.click("Fit the frame to the voxels");
    let frame = &window.product().run.frame;
    assert_eq!((frame.origin(), frame.width()), ([1.0, 0.0, 0.0], 4), "the voxels stay where they are in the world");
    assert_eq!(window.product().run.tally.voxels_outside, 0);
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.product().run.tally.voxels_outside, 12, "one step takes it back");
}

#[test]
fn voxels_and_their_surface_are_compared() {
    let mut window = voxels();
    window.menu("Tools", "Compare voxels with their surface");
    assert!(window.shows("voxels against their surface"));
    let compared = window.shell().comparison.as_ref().unwrap().result.as_ref().unwrap();
    assert!(!compared.is_same(Stage::Raw), "a run of voxels is one piece, a surface has a top and a bottom");
    for stage in [Stage::Compact, Stage::Eroded, Stage::Volumes] {
        assert!(compared.is_same(stage), "section 5 claims it: {stage:?}");
    }
    assert!(window.shows("compact the same"));
    window.click("raw 16 columns");
    assert_eq!(window.step(), Step::Stage(Stage::Raw));
    assert_eq!(window.view().selection.map(|selection| (selection.x, selection.z)), Some((0, 0)));
}

fn ball() -> Window {
    let mut window = level();
    let shape = Shape::Ball { radius: 5.0 };
    let mut source = Source::of_shape(shape, 1.0, [16.0; 3]);
    if let Content::Density(density) = &mut source.content {
        density.counts = [15; 3];
    }
    window.act(Edit::AddSources(vec![source]));
    window.act(Edit::RemoveSource(0));
    assert_eq!(window.problem(), None);
    window
}

#[test]
fn a_density_is_run_as_a_surface_or_as_blocks() {
    let mut window = ball();
    window.enter("Radius", "4");
    let surface = triangles(&window);
    assert!(surface > 100, "{surface}");
    window.choose("Run as", "blocks");
    let problem = window.problem().expect("cells of 0.3 are no samples of 1").text.clone();
    assert_eq!(
        problem,
        "input 0: blocks need cells as large as the samples are apart, 1; these are 0.3 wide and 0.2 high"
    );
    window.click("Fit the frame to the samples");
    assert_eq!(window.problem(), None);
    let product = window.product();
    let Input::Chunk(chunk) = &product.scene.inputs[0] else { panic!("blocks are a chunk") };
    // Points of the lattice strictly inside a ball of radius 4 about a point of it.
    let inside =
        (-4_i32..=4).flat_map(|x| (-4_i32..=4).flat_map(move |y| (-4_i32..=4).map(move |z| x * x + y * y + z * z)));
    let expected = inside.filter(|&distance| distance < 16).count() as i32;
    assert_eq!(chunk.runs.iter().map(|run| run.length).sum::<i32>(), expected);
    assert_eq!(product.run.tally.voxels_outside, 0);
    window.click("Compare both forms");
    assert!(window.shows("surface against blocks"));
    window.choose("Run as", "surface");
    assert_eq!(triangles(&window), surface);
}

#[test]
fn a_surface_is_exported_with_the_winding_that_was_chosen() {
    let mut window = ball();
    let written = |window: &mut Window, name: &str| {
        let path = window.path(name);
        window.act(Action::ExportTo(path.clone()));
        assert_eq!(window.problem(), None);
        std::fs::read_to_string(path).unwrap()
    };
    let air = written(&mut window, "air.obj");
    let count = triangles(&window);
    assert!(window.shows(&format!("Wrote {count} triangles to air.obj")));
    window.choose("Exported winding", "solid");
    let solid = written(&mut window, "solid.obj");
    let faces = |text: &str| -> Vec<Vec<String>> {
        let faces = text.lines().filter_map(|line| line.strip_prefix("f "));
        faces.map(|face| face.split(' ').map(str::to_owned).collect()).collect()
    };
    let (air, solid) = (faces(&air), faces(&solid));
    assert_eq!(air.len(), count);
    assert!(air.iter().zip(&solid).all(|(a, s)| [&a[0], &a[2], &a[1]] == [&s[0], &s[1], &s[2]]));
    let nowhere = window.path("a.fbx");
    window.act(Action::ExportTo(nowhere.clone()));
    assert!(window.problem().unwrap().text.contains("a.fbx") && !nowhere.exists());
}

#[test]
fn level_border_and_sign_change_the_surface() {
    let mut window = ball();
    let before = triangles(&window);
    window.enter("Iso level", "2");
    assert!(triangles(&window) < before, "a smaller ball");
    window.choose("Samples are", "distance");
    let topology = |window: &Window| window.product().surfaces[0].as_ref().unwrap().topology;
    assert_eq!(topology(&window).components, 1, "a hollow in a block whose outside is not closed");
    check(&mut window, "capped");
    assert_eq!((topology(&window).open_edges, topology(&window).components), (0, 2));
}

#[test]
fn a_height_map_is_placed() {
    let mut pixels = Vec::new();
    for row in 0..5_u32 {
        pixels.extend((0..4).map(|column| (row * 10 + column) as u8));
    }
    let mut window = window_at_inputs(|window| {
        let path = window.path("map.png");
        image::GrayImage::from_raw(4, 5, pixels.clone()).unwrap().save(&path).unwrap();
        path
    });
    assert!(window.shows("8-bit heights: 20 levels, so slopes become terraces 1 unit high"));
    window.enter("Height scale", "0.5");
    window.enter("Corner x", "7");
    window.choose("Turn", "90°");
    let heights = |window: &Window| match &window.product().scene.inputs[0] {
        Input::HeightGrid(grid) => (grid.count_x, grid.count_z, grid.x0, grid.heights[..5].to_vec()),
        _ => panic!("heights"),
    };
    // Clockwise: the first column, read upwards, becomes the first row.
    assert_eq!(heights(&window), (5, 4, 7.0, vec![20.0, 15.0, 10.0, 5.0, 0.0]));
    check(&mut window, "along z");
    assert_eq!(heights(&window).3, [0.0, 5.0, 10.0, 15.0, 20.0]);
    let Content::Heights(HeightSource::Map(map)) = &window.session().document.sources[0].content else {
        panic!("a map")
    };
    assert!(map.placement.flip_z && map.placement.quarter_turns == 1);
}

#[test]
fn a_file_without_a_header_is_asked_about() {
    let mut window = Window::empty();
    let path = window.path("volume.raw");
    let mut bytes = vec![0_u8; 8 * 8 * 8];
    bytes[..8].fill(2); // Along the first axis, which is the fastest.
    std::fs::write(&path, &bytes).unwrap();
    window.open(&path);
    assert!(window.shows("volume.raw has 512 bytes and nothing that says what they are."));
    assert_eq!(window.chosen("Read as"), "heights", "16 x 16 of two bytes would be one way");
    window.choose("Read as", "voxels");
    window.choose("Type", "u8");
    assert!(window.shows("These need 256 bytes, and the file has 512"));
    for axis in ["Samples of axis 1", "Samples of axis 2", "Samples of axis 3"] {
        window.enter(axis, "8");
    }
    assert!(window.shows("512 bytes: all of the file"));
    window.click("Read");
    assert_eq!(window.problem(), None);
    let product = window.product();
    let Input::Chunk(chunk) = &product.scene.inputs[0] else { panic!("voxels") };
    assert_eq!(chunk.runs.len(), 8, "eight columns along x");
    assert!(chunk.runs.iter().all(|run| (run.z, run.start, run.material) == (0, 0, 2)));
    let saved = window.path("saved.scene.json");
    window.act(Action::SaveTo(saved.clone()));
    let text = std::fs::read_to_string(&saved).unwrap();
    assert!(text.contains(r#""raw":"8x8x8:u8:le:xyz""#), "{text}");
    window.open(&saved);
    assert_eq!(window.product().run.pieces, product.run.pieces);
    window.open(&path);
    window.key(Key::Escape);
    assert!(!window.shows("How the samples lie"));
}

#[test]
fn axes_of_an_array_are_chosen_and_read_again() {
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    let header = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3, 4), }";
    let padded = format!("{header:117}\n");
    bytes.extend((padded.len() as u16).to_le_bytes());
    bytes.extend(padded.as_bytes());
    bytes.extend([1_u8; 24]);
    let mut window = window_at_inputs(|window| {
        let path = window.path("array.npy");
        std::fs::write(&path, &bytes).unwrap();
        path
    });
    let size = |window: &Window| {
        let frame = &window.product().run.frame;
        [frame.width(), frame.height(), frame.depth()]
    };
    assert_eq!(size(&window), [2, 3, 4]);
    window.field("Axes").click();
    window.harness.run();
    window.key_with(Modifiers::COMMAND, Key::A);
    window.field("Axes").type_text("zyx");
    window.harness.run();
    window.key(Key::Enter);
    assert_eq!(size(&window), [4, 3, 2]);
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(size(&window), [2, 3, 4]);
}

#[test]
fn what_needs_more_memory_than_there_may_be_is_refused_before_it_begins() {
    let mut window = level();
    window.tab("Settings");
    window.enter("Memory limit", "0.1");
    window.enter("Cell size", "0.01");
    let problem = window.problem().expect("810,000 columns do not fit").text.clone();
    assert!(
        problem.contains("more than the limit of 100.0 MB; crop it, raise the cell size or raise the limit"),
        "{problem}"
    );
    window.enter("Memory limit", "4");
    window.act(Action::BuildAgain);
    assert_eq!(window.product().run.frame.width(), 901, "9 units at a float32 that is a little below 0.01");
}
