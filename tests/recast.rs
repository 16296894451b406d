//! Recast's rules against `rerecast`, a port of Recast by others, span for span.

#[path = "support/data.rs"]
mod data;
mod support;

use proptest::prelude::*;
use rerecast::{Aabb3d, AreaType, Heightfield, HeightfieldBuilder, TriMesh};
use spanscope::pipeline::{
    Frame, FrameSpec, Input, Mesh, Monitor, Piece, PipelineRun, Rules, Scene, SpanSettings, Stage, run_by,
};
use spanscope::recast::{MAX_ROW, RULES, add_span};
use std::collections::BTreeMap;
use std::sync::Arc;
use support::{chunk, floor, generate, lines, run, triangles, triangles_with_areas, unit_frame};

/// Spans of every column that holds any, bottom-up: lowest row, surface row, area.
type Columns = BTreeMap<usize, Vec<(u16, u16, u8)>>;

proptest! {
    #![proptest_config(generate::cases(1000))]

    #[test]
    fn generated_scenes_agree(scene in generate::scene()) {
        let (scene, _) = without_left_behind(meshes_only(scene), |_, _| true)?;
        let ours = by_recast(&scene);
        prop_assert_eq!(merged(&ours), theirs(&scene, &ours.frame));
    }
}

/// The scene without the triangles that `rerecast` puts into cells beyond their end: when nothing is left of a polygon and a
/// cell is still to come, because the last cell was computed in another way than the planes, it takes the polygon of the cell
/// before again. Recast does not. Only triangles that `is_asked` are looked at.
fn without_left_behind(
    mut scene: Scene,
    is_asked: impl Fn(&Mesh, &[i32]) -> bool,
) -> Result<(Scene, usize), TestCaseError> {
    let mut left_out = 0;
    for input in &mut scene.inputs {
        let Input::Mesh(mesh) = input else { continue };
        let (mut indices, mut areas) = (Vec::new(), mesh.areas.as_ref().map(|_| Vec::new()));
        for (number, corners) in mesh.indices.chunks(3).enumerate() {
            let area = mesh.area(number);
            if is_asked(mesh, corners) {
                let own = mesh.areas.as_ref().map(|_| vec![area]);
                let single = Mesh { indices: corners.to_vec(), areas: own, vertices: mesh.vertices.clone() };
                let single =
                    Scene { inputs: vec![Input::Mesh(Arc::new(single))], frame: scene.frame, ..Scene::default() };
                let ours = by_recast(&single);
                let (spans, theirs) = (merged(&ours), theirs(&single, &ours.frame));
                if spans != theirs {
                    let beyond = theirs.keys().filter(|column| !spans.contains_key(column)).count();
                    prop_assert!(beyond > 0 && spans.iter().all(|(column, own)| theirs.get(column) == Some(own)));
                    left_out += 1;
                    continue;
                }
            }
            indices.extend_from_slice(corners);
            areas.iter_mut().for_each(|areas| areas.push(area));
        }
        *input = Input::Mesh(Arc::new(Mesh { indices, areas, vertices: mesh.vertices.clone() }));
    }
    Ok((scene, left_out))
}

/// A frame as it is, whatever is put into it.
fn grid(frame: &Frame) -> FrameSpec {
    let dimensions = [frame.width(), frame.depth(), frame.height()].map(i64::from);
    let (origin, cell_size, cell_height) = (frame.origin(), frame.cell_size(), frame.cell_height());
    FrameSpec::Grid { origin, cell_size, cell_height, dimensions }
}

#[test]
fn real_levels_agree_with_areas_by_slope() {
    let Some(folder) = data::folder() else { return };
    // Of the dungeon one triangle is put into a cell beyond its end.
    for (name, at_least, beyond) in
        [("nav_test.obj", 40_000, 0), ("dungeon.obj", 40_000, 1), ("undulating.obj", 20_000, 0)]
    {
        let loaded = spanscope::io::load(&folder.join(name)).expect("the level opens");
        let scene = loaded.scene().expect("the level is a scene");
        let ours = by_recast(&scene);
        let spans = merged(&ours);
        assert!(ours.solid.spans().len() > at_least, "{name}: {}", ours.solid.spans().len());
        // The specification's own spans are others, so the comparison can fail.
        assert!(merged(&run(&scene)) != spans, "{name}");

        let theirs_first = theirs(&scene, &ours.frame);
        let columns = spans.keys().chain(theirs_first.keys());
        let differing: Vec<usize> =
            columns.filter(|column| spans.get(column) != theirs_first.get(column)).copied().collect();
        let is_near = |mesh: &Mesh, corners: &[i32]| differing.iter().any(|&c| is_near(mesh, corners, &ours.frame, c));
        let (scene, left_out) =
            without_left_behind(Scene { frame: grid(&ours.frame), ..scene }, is_near).expect("they lie beyond");
        assert_eq!(left_out, beyond, "{name}");
        let ours = by_recast(&scene);
        assert!(merged(&ours) == theirs(&scene, &ours.frame), "{name}");
    }
}

/// Whether the box around a triangle comes within a cell of a column.
fn is_near(mesh: &Mesh, corners: &[i32], frame: &Frame, column: usize) -> bool {
    let (column, width) = (column as u32, frame.width());
    [(0, column % width), (2, column / width)].into_iter().all(|(axis, cell)| {
        let places = corners.iter().map(|&corner| {
            (mesh.vertices[corner as usize][axis] - frame.origin()[axis]) / f64::from(frame.cell_size())
        });
        let (low, high) = places.fold((f64::MAX, f64::MIN), |(low, high), place| (low.min(place), high.max(place)));
        (low - 1.0..=high + 1.0).contains(&f64::from(cell)) || (low - 1.0..=high + 1.0).contains(&f64::from(cell + 1))
    })
}

#[test]
fn a_wall_on_a_grid_line_lies_beyond_it_whichever_way_it_faces() {
    let [a, b, c] = [[2.0, 0.5, 0.0], [2.0, 1.5, 0.0], [2.0, 0.5, 1.0]];
    let columns = |corners: [[f64; 3]; 3], run: fn(&Scene) -> PipelineRun| {
        let scene = Scene { frame: unit_frame([4, 1, 4]), inputs: vec![triangles(&[corners])], ..Scene::default() };
        lines(&run(&scene), Stage::Merged)
    };
    assert_eq!(columns([a, b, c], by_recast), ["2 0 0:2:0"]);
    assert_eq!(columns([a, c, b], by_recast), ["2 0 0:2:0"]);
    assert_eq!([columns([a, b, c], run), columns([a, c, b], run)], [["1 0 0:2:0"], ["2 0 0:2:0"]]);
}

#[test]
fn a_floor_on_a_plane_of_rows_lies_above_it() {
    let scene = Scene {
        frame: unit_frame([1, 1, 4]),
        inputs: vec![triangles(&floor([0.0, 0.0], [1.0, 1.0], 2.0))],
        ..Scene::default()
    };
    assert_eq!(lines(&by_recast(&scene), Stage::Merged), ["0 0 2:3:63"]);
    assert_eq!(lines(&run(&scene), Stage::Merged), ["0 0 1:2:63"]);
}

#[test]
fn a_merge_keeps_the_lower_area_only_within_the_threshold() {
    let merge = |threshold| {
        let mut column = Vec::new();
        add_span(&mut column, &Piece::of_triangle(0, [0, 0], [0, 5], 9), threshold);
        add_span(&mut column, &Piece::of_triangle(1, [0, 0], [3, 4], 2), threshold);
        column.iter().map(|merged| (merged.span.min, merged.span.max, merged.area)).collect::<Vec<_>>()
    };
    assert_eq!(merge(0), [(0, 5, 9)], "the surface of the two is that of the old one");
    let mut column = Vec::new();
    add_span(&mut column, &Piece::of_triangle(0, [0, 0], [0, 3], 9), 1);
    add_span(&mut column, &Piece::of_triangle(1, [0, 0], [3, 5], 2), 1);
    assert_eq!((column.len(), column[0].area), (1, 2), "two rows apart");
    add_span(&mut column, &Piece::of_triangle(2, [0, 0], [5, 6], 1), 1);
    assert_eq!((column.len(), column[0].area), (1, 2), "one row apart");
}

#[test]
fn voxels_are_added_as_they_are_and_height_grids_as_meshes() {
    let scene = Scene {
        frame: unit_frame([2, 1, 4]),
        inputs: vec![Input::Chunk(Arc::new(chunk([2, 1, 9], &[[0, 0, 1, 2, 1], [1, 0, 3, 6, 1]])))],
        ..Scene::default()
    };
    let recast = by_recast(&scene);
    assert_eq!(lines(&recast, Stage::Merged), lines(&run(&scene), Stage::Merged));
    assert_eq!(recast.tally.voxels_outside, 5);
}

#[test]
fn rows_end_where_a_span_of_recast_has_no_more_bits() {
    let at = |y: f64| Scene {
        frame: unit_frame([1, 1, 20_000]),
        inputs: vec![triangles(&floor([0.0, 0.0], [1.0, 1.0], y))],
        ..Scene::default()
    };
    let last = f64::from(MAX_ROW - 1);
    assert_eq!(lines(&by_recast(&at(last)), Stage::Merged), ["0 0 8190:8191:63"]);
    assert_eq!(lines(&by_recast(&at(last + 1.0)), Stage::Merged), Vec::<String>::new());
}

#[test]
fn areas_that_are_given_are_kept_and_nothing_has_no_direction() {
    let point = [[0.5, 1.5, 0.5]; 3];
    let scene = Scene {
        frame: unit_frame([1, 1, 4]),
        inputs: vec![triangles_with_areas(&[point], &[7])],
        settings: SpanSettings { slope_cosine: -1.0, ..SpanSettings::HUMANOID },
        ..Scene::default()
    };
    let recast = by_recast(&scene);
    assert_eq!(lines(&recast, Stage::Raw), ["0 0 0 1 2 7"]);
    assert!(recast.tally.degenerate.is_empty() && !run(&scene).tally.degenerate.is_empty());
}

#[test]
fn what_the_specification_refuses_is_refused_as_well_and_a_cancelled_run_ends() {
    let scene = Scene { frame: unit_frame([0, 1, 1]), ..Scene::default() };
    assert_eq!(run_by(&RULES, &scene, &Monitor::default()).unwrap_err(), support::refusal(&scene));
    let monitor = Monitor::default();
    monitor.cancel();
    let scene = Scene { frame: unit_frame([1, 1, 1]), ..Scene::default() };
    assert!(run_by(&RULES, &scene, &monitor).is_err());
    assert!(run_by(&Rules::SPECIFICATION, &scene, &Monitor::default()).is_ok());
}

fn by_recast(scene: &Scene) -> PipelineRun {
    run_by(&RULES, scene, &Monitor::default()).expect("the scene runs")
}

fn merged(run: &PipelineRun) -> Columns {
    let areas = support::areas(run, Stage::Merged);
    let spans = |column| -> Vec<_> {
        let span = |number: usize| (run.solid.spans()[number].min, run.solid.spans()[number].max, areas[number]);
        run.solid.column(column).map(span).collect()
    };
    let columns = (0..run.solid.columns()).map(|column| (column, spans(column)));
    columns.filter(|(_, spans)| !spans.is_empty()).collect()
}

/// The scene without voxels, which `rerecast` does not know, and with an area for every triangle of a scene whose slope cannot
/// be told it as an angle.
fn meshes_only(mut scene: Scene) -> Scene {
    let meshes = scene.inputs.iter().filter_map(Input::triangles);
    let with_areas = |mesh: Arc<Mesh>| {
        let areas = (0..mesh.triangle_count()).map(|number| mesh.area(number).or(Some(number as u8 % 5 * 40)));
        Input::Mesh(Arc::new(Mesh { areas: Some(areas.collect()), ..(*mesh).clone() }))
    };
    scene.inputs = meshes.map(with_areas).collect();
    // Its threshold has 16 bits.
    let threshold = scene.settings.merge_threshold().min(u16::MAX.into());
    scene.settings.merge_threshold_rows = Some(threshold);
    scene
}

/// The merged spans of `rerecast`.
fn theirs(scene: &Scene, frame: &Frame) -> Columns {
    let mut field = heightfield(frame);
    let threshold = scene.settings.merge_threshold() as u16;
    for input in &scene.inputs {
        let mesh = input.triangles().expect("only meshes");
        field.rasterize_triangles(&trimesh(&mesh, scene.settings.slope_cosine), threshold).expect("they fit");
    }
    let mut columns = Columns::new();
    for (column, key) in field.spans.iter().enumerate() {
        let mut next = *key;
        while let Some(key) = next {
            let span = field.span(key);
            columns.entry(column).or_default().push((span.min, span.max, span.area.0));
            next = span.next;
        }
    }
    columns
}

fn heightfield(frame: &Frame) -> Heightfield {
    let min = frame.origin().map(|coordinate| coordinate as f32);
    let size = [frame.cell_size(), frame.cell_height(), frame.cell_size()];
    let cells = [frame.width(), frame.height(), frame.depth()];
    let max: [f32; 3] = std::array::from_fn(|i| min[i] + cells[i] as f32 * size[i]);
    let aabb = Aabb3d { min: min.into(), max: max.into() };
    let field = HeightfieldBuilder { aabb, cell_size: size[0], cell_height: size[1] }.build().expect("it fits");
    assert_eq!([u32::from(field.width), u32::from(field.height)], [frame.width(), frame.depth()]);
    Heightfield { spans: vec![None; frame.columns()], ..field }
}

fn trimesh(mesh: &Mesh, slope_cosine: f32) -> TriMesh {
    let vertices = mesh.vertices.iter().map(|point| glam::Vec3A::from_array(point.map(|c| c as f32)));
    let indices = mesh.indices.chunks(3).map(|corners| glam::UVec3::from_slice(&[0, 1, 2].map(|i| corners[i] as u32)));
    let count = mesh.triangle_count();
    let mut trimesh = TriMesh {
        vertices: vertices.collect(),
        indices: indices.collect(),
        area_types: vec![AreaType::NOT_WALKABLE; count],
    };
    if mesh.areas.is_none() {
        assert_eq!(slope_cosine, SpanSettings::HUMANOID.slope_cosine);
        trimesh.mark_walkable_triangles(45.0_f32.to_radians());
    }
    for (number, area) in trimesh.area_types.iter_mut().enumerate() {
        // Its default area is 255, and Recast's and ours 63.
        area.0 = mesh.area(number).unwrap_or(if area.0 == 255 { 63 } else { area.0 });
    }
    trimesh
}
