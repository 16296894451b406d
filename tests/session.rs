//! Sessions on disk and their history: what was saved comes back, and what cannot be saved spoils nothing.

use spanscope::inspect::Crop;
use spanscope::inspect::{Reason, ReasonFilter};
use spanscope::io::LoadError;
use spanscope::pipeline::{
    ConvexVolume, ErrorKind, FrameSpec, HeightGrid, Input, Mesh, Monitor, Scene, SpanSettings, Stage, VoxelChunk,
    VoxelRun, run,
};
use spanscope::session::panels::{BottomTab, LeftTab, RightTab};
use spanscope::session::view::ViewChange;
use spanscope::session::{
    Along, Axis, CameraState, CellSelection, Colouring, Command, DensityView, Document, Edit, Layers, MeshOverlay,
    OtherChoice, OtherView, OtherWith, Panels, SectionView, Selection, Session, Shading, Slice, Step, View, file,
};
use spanscope::source::density_source::Samples;
use spanscope::source::{
    Assembly, Content, DensityForm, DensitySource, Handedness, MeshParts, MeshSource, PartUse, Shared, Solid, Source,
    Transform, UpAxis,
};
use spanscope::surface::shapes::Shape;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn scene(document: &Document) -> Scene {
    Assembly::default().scene(document, &Monitor::default()).unwrap()
}

fn triangle(areas: Option<Vec<Option<u8>>>) -> Mesh {
    let vertices = vec![[0.0, 0.1, 0.0], [0.0, 0.2, 1.0 / 3.0], [1e-7, 0.3, 5.0]];
    Mesh { vertices, indices: vec![0, 1, 2], areas }
}

fn volume(area: u8) -> ConvexVolume {
    ConvexVolume { polygon: vec![[0.1, 0.0], [1.0, 0.0], [1.0, 1.0 / 3.0]], min_y: -0.7, max_y: 1e9, area }
}

/// One input of every kind and numbers that are hard to write in decimals.
fn document() -> Document {
    let heights = vec![0.1, 0.2, 0.3, 1.0 / 3.0];
    let grid = HeightGrid { count_x: 2, count_z: 2, spacing: 0.1, x0: 0.7, z0: -0.1, heights };
    let runs = vec![VoxelRun { x: 1, z: 0, start: 2, length: 3, material: 4 }];
    let material_areas = Some((0..=255).collect());
    let chunk = VoxelChunk { offset: [-1, 2, 3], width: 2, depth: 1, height: 9, runs, material_areas };
    let inputs = [
        Input::Mesh(Arc::new(triangle(Some(vec![Some(9)])))),
        Input::HeightGrid(Arc::new(grid)),
        Input::Chunk(Arc::new(chunk)),
    ];
    Document {
        frame: FrameSpec::Grid {
            origin: [0.1, -1.0 / 3.0, 7e5],
            cell_size: 0.3,
            cell_height: 0.07,
            dimensions: [9, 8, 70],
        },
        settings: SpanSettings {
            slope_cosine: 0.642_787_6,
            height_rows: 7,
            climb_rows: 3,
            radius_cells: 5,
            merge_threshold_rows: Some(1),
        },
        sources: inputs.map(Source::from).into_iter().chain(chosen_inputs()).collect(),
        volumes: vec![volume(5), volume(6)],
    }
}

/// Inputs about which everything is chosen that can be.
fn chosen_inputs() -> [Source; 4] {
    let parts = MeshParts {
        mesh: Arc::new(triangle(Some(vec![None]))),
        part_of: vec![1],
        names: vec!["a".into(), "b \"quoted\"".into()],
    };
    let transform =
        Transform { up: UpAxis::MinusX, handedness: Handedness::Left, units_per_metre: 1.0 / 3.0, flip_winding: true };
    let uses = vec![
        PartUse { name: "a".into(), hidden: true, area: None },
        PartUse { name: "b \"quoted\"".into(), hidden: false, area: Some(0) },
    ];
    let mesh = MeshSource { parts: Shared::new(parts), transform, uses };
    let mut voxels = Source::from(Input::Chunk(Arc::new(VoxelChunk {
        offset: [0; 3],
        width: 1,
        depth: 1,
        height: 3,
        runs: vec![VoxelRun { x: 0, z: 0, start: 0, length: 1, material: 255 }],
        material_areas: None,
    })));
    if let Content::Voxels(voxels) = &mut voxels.content {
        voxels.hidden = vec![3, 255];
    }
    let values = vec![0.1_f32, -0.0, f32::MIN_POSITIVE, f32::MAX, -1e-45, 1.0 / 3.0, 16_777_217.0, 5.0];
    let density = DensitySource {
        origin: [0.1, 1e-300, -1.0 / 3.0],
        spacing: 0.1,
        iso: 1e-3,
        solid: Solid::Below,
        form: DensityForm::Surface,
        cap: true,
        ..DensitySource::new([2, 2, 2], Samples::Values(Shared::new(values)))
    };
    let shape = DensitySource::of_shape(Shape::Tunnel { radius: 3.1, tunnel: 0.7 }, [7, 8, 9]);
    let of = |content| Source { file: None, content };
    [of(Content::Mesh(mesh)), voxels, of(Content::Density(density)), of(Content::Density(shape))]
}

/// A view in which nothing is as in a new one.
fn view() -> View {
    View {
        step: Step::Stage(Stage::LowHeight),
        colouring: Colouring::Distance,
        compare_with: Some(Step::Stage(Stage::Raw)),
        layers: Layers { clearance: false, links: true, dropped: true, agent: true, mesh: MeshOverlay::Translucent },
        density: DensityView {
            surface: Some(false),
            blocks: Some(true),
            wireframe: true,
            shading: Shading::Flat,
            normals: true,
            slice: Some(Slice { input: 3, axis: Axis::Z, index: 17, cuts: false }),
        },
        section: SectionView { along: Along::Z, at: Some(70_000) },
        crop: Some(Crop { min: [1, 2, 3], max: [7, 60, 6] }),
        selection: Some(Selection { x: 4, z: 5, row: Some(65_535) }),
        cell: Some(CellSelection { input: 3, cell: [-1, 0, 70_000] }),
        triangle: Some(4_000_000_000),
        reasons: ReasonFilter { only: Some(Reason::Merged), ..ReasonFilter::default() }.toggled(Reason::Volume),
        camera: Some(CameraState {
            target: [0.1, 1.0 / 3.0, -7e5],
            distance: 1.1,
            yaw: -0.3,
            pitch: 1.2,
            orthographic: true,
        }),
        panels: Some(Panels {
            left: LeftTab::Volumes,
            right: RightTab::Triangle,
            bottom: BottomTab::Dropped,
            hidden: true,
        }),
        other: Some(OtherChoice { with: OtherWith::Recast, show: OtherView::Split }),
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn open_text(text: &str) -> Result<Session, LoadError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.scene.json");
    std::fs::write(&path, text).unwrap();
    file::open(&path)
}

#[test]
fn every_field_of_document_and_view_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.scene.json");
    file::save(&document(), &view(), &path).unwrap();
    let session = file::open(&path).unwrap();
    assert_eq!(session.document, document());
    assert_eq!(session.view, view());
    assert_eq!(session.path.as_deref(), Some(path.as_path()));
    assert_eq!(session.name, "level.scene.json");
    assert!(!session.is_changed());
    assert!(!session.history.can_undo());
    assert_eq!(names_in(folder.path()), ["level.scene.json"], "no partial file is left");
}

#[test]
fn every_name_in_a_view_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.scene.json");
    for (number, step) in Step::ALL.into_iter().enumerate() {
        let saved = View {
            step,
            colouring: Colouring::ALL[number % Colouring::ALL.len()],
            compare_with: (number % 2 == 0).then_some(step),
            layers: Layers { mesh: MeshOverlay::ALL[number % 4], ..Layers::default() },
            selection: Some(Selection { x: 0, z: 1, row: None }),
            ..View::default()
        };
        file::save(&Document::default(), &saved, &path).unwrap();
        assert_eq!(file::open(&path).unwrap().view, saved);
    }
}

#[test]
fn every_tab_and_every_other_side_of_a_comparison_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.scene.json");
    let variant = Document { sources: Vec::new(), ..document() };
    let all = [OtherWith::File(folder.path().join("theirs.dump")), OtherWith::Settings(Box::new(variant))];
    for (number, (bottom, _)) in BottomTab::ALL.into_iter().enumerate() {
        let panels = Panels {
            left: LeftTab::ALL[number % 3].0,
            right: RightTab::ALL[number % 4].0,
            bottom,
            hidden: number == 2,
        };
        let other = OtherChoice { with: all[number % 2].clone(), show: OtherView::ALL[number % 3].0 };
        let saved = View { panels: Some(panels), other: Some(other), ..View::default() };
        file::save(&document(), &saved, &path).unwrap();
        assert_eq!(file::open(&path).unwrap().view, saved);
        assert_eq!(file::parse_view(&file::view_text(&saved).unwrap()).unwrap(), saved);
    }
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(r#""comparison":{"file":"theirs.dump","show":"split"}"#), "paths are relative: {text}");
    // What is in no file cannot be named in one.
    let passing = OtherChoice { with: OtherWith::Passing, show: OtherView::Split };
    file::save(&document(), &View { other: Some(passing), ..View::default() }, &path).unwrap();
    assert_eq!(file::open(&path).unwrap().view, View::default());
}

#[test]
fn every_kind_of_frame_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.scene.json");
    let frames = [
        FrameSpec::Auto { cell_size: 0.1, cell_height: 0.05, pad_below: 0, pad_above: 3, pad_side: 2 },
        FrameSpec::Bounds { min: [0.1, -2.0, 3.0], max: [1.0 / 3.0, 0.0, 4.0], cell_size: 1e-3, cell_height: 1e5 },
    ];
    for frame in frames {
        let mut saved = document();
        saved.frame = frame;
        saved.settings.merge_threshold_rows = None;
        file::save(&saved, &View::default(), &path).unwrap();
        assert_eq!(file::open(&path).unwrap().document, saved);
    }
}

#[test]
fn saving_twice_writes_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["a.scene.json", "b.scene.json"].map(|name| folder.path().join(name));
    file::save(&document(), &view(), &paths[0]).unwrap();
    let session = file::open(&paths[0]).unwrap();
    file::save(&session.document, &session.view, &paths[1]).unwrap();
    assert_eq!(std::fs::read(&paths[0]).unwrap(), std::fs::read(&paths[1]).unwrap());
}

#[test]
fn a_file_of_version_1_opens_for_ever() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/version_1.scene.json");
    let session = file::open(&path).unwrap();
    let scene = scene(&session.document);
    let frame =
        FrameSpec::Grid { origin: [-1.0, -0.5, -2.0], cell_size: 0.25, cell_height: 0.125, dimensions: [12, 16, 40] };
    assert_eq!(scene.frame, frame);
    let settings = SpanSettings {
        slope_cosine: 0.5,
        height_rows: 9,
        climb_rows: 3,
        radius_cells: 1,
        merge_threshold_rows: Some(2),
    };
    assert_eq!(scene.settings, settings);
    let floor = Mesh {
        vertices: vec![[-1.0, 0.0, -2.0], [-1.0, 0.0, 2.0], [2.0, 0.0, -2.0]],
        indices: vec![0, 1, 2],
        areas: None,
    };
    let inline = Mesh {
        vertices: vec![[0.0; 3], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]],
        indices: vec![0, 1, 2],
        areas: Some(vec![Some(7)]),
    };
    let heights = vec![0.0, 0.25, 0.5, 0.75];
    let grid = HeightGrid { count_x: 2, count_z: 2, spacing: 0.5, x0: 1.0, z0: -1.0, heights };
    let runs = vec![
        VoxelRun { x: 0, z: 0, start: 0, length: 3, material: 1 },
        VoxelRun { x: 1, z: 1, start: 2, length: 4, material: 9 },
    ];
    let chunk = VoxelChunk { offset: [1, 2, 3], width: 2, depth: 2, height: 8, runs, material_areas: None };
    let inputs = [
        Input::Mesh(Arc::new(floor)),
        Input::Mesh(Arc::new(inline)),
        Input::HeightGrid(Arc::new(grid)),
        Input::Chunk(Arc::new(chunk)),
    ];
    assert_eq!(scene.inputs, inputs);
    let files: Vec<_> = session.document.sources.iter().map(|source| source.file.clone()).collect();
    assert_eq!(files, [Some(path.with_file_name("version_1.obj")), None, None, None]);
    let polygon = vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]];
    assert_eq!(scene.volumes, [ConvexVolume { polygon, min_y: -1.0, max_y: 2.5, area: 10 }]);
    let view = View {
        step: Step::Stage(Stage::LowHanging),
        colouring: Colouring::Change,
        compare_with: Some(Step::Stage(Stage::Raw)),
        layers: Layers { clearance: false, links: true, dropped: true, agent: false, mesh: MeshOverlay::Wireframe },
        density: DensityView::default(),
        section: SectionView::default(),
        crop: Some(Crop { min: [1, 2, 3], max: [10, 20, 12] }),
        selection: Some(Selection { x: 4, z: 5, row: Some(6) }),
        cell: None,
        triangle: None,
        reasons: ReasonFilter::default(),
        camera: Some(CameraState {
            target: [0.5, 1.0, -1.5],
            distance: 12.25,
            yaw: 0.75,
            pitch: 0.5,
            orthographic: true,
        }),
        panels: None,
        other: None,
    };
    assert_eq!(session.view, view);
    assert!(run(&scene, &Monitor::default()).is_ok());
}

#[test]
fn a_file_without_a_view_opens_with_a_new_one() {
    let session = open_text(r#"{ "inputs": [] }"#).unwrap();
    assert_eq!(session.view, View::default());
    let part = open_text(r#"{ "view": { "stage": "raw" } }"#).unwrap();
    assert_eq!(part.view, View { step: Step::Stage(Stage::Raw), ..View::default() });
}

#[test]
fn a_view_that_is_none_is_refused_with_the_name_that_is_wrong() {
    let wrong = [
        (r#"{ "stage": "rwa" }"#, r#"view: stage "rwa" is not known"#),
        (r#"{ "colour": "Area" }"#, r#"view: colour "Area" is not known"#),
        (r#"{ "compare_with": "" }"#, r#"view: compare_with "" is not known"#),
        (r#"{ "mesh": "wire" }"#, r#"view: mesh "wire" is not known"#),
        (r#"{ "section": { "along": "y" } }"#, r#"view: section along "y" is not known"#),
        (r#"{ "section": { "at": 3 } }"#, "missing field `along`"),
        (r#"{ "zoom": 3 }"#, "unknown field `zoom`"),
        (r#"{ "panels": { "left": "why" } }"#, r#"view: panels: left "why" is not known"#),
        (r#"{ "panels": { "top": "why" } }"#, "unknown field `top`"),
        (r#"{ "comparison": {} }"#, "view: comparison: give one of file, recast_rules and scene"),
        (r#"{ "comparison": { "file": "a", "recast_rules": true } }"#, "view: comparison: give one of file"),
        (r#"{ "comparison": { "recast_rules": true, "show": "both" } }"#, r#"comparison: show "both" is not known"#),
        (r#"{ "comparison": { "scene": { "inputs": [] } } }"#, "unknown field `inputs`"),
        (
            r#"{ "comparison": { "scene": { "frame": { "cell_size": 1, "cell_height": 1, "width": 3 } } } }"#,
            "view: comparison: frame: give origin",
        ),
        (r#"{ "camera": { "target": [0, 0, 0], "distance": 1, "yaw": 0, "pitch": 0, "fov": 60 } }"#, "`fov`"),
        (r#"{ "crop": { "min": [0, 0, 0] } }"#, "missing field `max`"),
        (r#"{ "selection": { "x": -1, "z": 0 } }"#, "`-1`"),
        (r#"{ "selection": { "x": 1, "z": 0, "row": 65536 } }"#, "`65536`"),
        ("7", "invalid type: integer `7`"),
    ];
    for (view, said) in wrong {
        let error = open_text(&format!(r#"{{ "view": {view} }}"#)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BadScene, "{view}");
        assert!(error.to_string().contains(said), "{view}: {error}");
        assert!(error.to_string().ends_with("a.scene.json"), "the path comes last: {error}");
    }
}

#[test]
fn mesh_files_are_written_relative_to_the_scene_file() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    std::fs::create_dir_all(root.join("meshes")).unwrap();
    std::fs::create_dir_all(root.join("scenes/deep")).unwrap();
    let mesh = root.join("meshes/floor.obj");
    std::fs::write(&mesh, "v 0 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 3\n").unwrap();
    let session = file::open(&mesh).unwrap();
    assert_eq!(session.path, None, "a mesh is no scene file to save to");
    assert_eq!(session.name, "floor.obj");

    let named = |path: &Path| {
        let json: serde_json::Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        json["inputs"][0]["mesh"]["file"].as_str().unwrap().to_owned()
    };
    let deep = root.join("scenes/deep/a.scene.json");
    file::save(&session.document, &session.view, &deep).unwrap();
    assert_eq!(named(&deep), "../../meshes/floor.obj");
    assert_eq!(scene(&file::open(&deep).unwrap().document), scene(&session.document));
    let beside = root.join("meshes/a.scene.json");
    file::save(&session.document, &session.view, &beside).unwrap();
    assert_eq!(named(&beside), "floor.obj");

    // Moved together, they still find each other.
    std::fs::rename(root.join("meshes"), root.join("elsewhere")).unwrap();
    let moved = file::open(&root.join("elsewhere/a.scene.json")).unwrap();
    assert_eq!(scene(&moved.document), scene(&session.document));
    assert_eq!(moved.document.sources[0].file, Some(root.join("elsewhere/floor.obj")));
}

#[test]
fn a_place_that_cannot_be_written_is_an_io_error_and_leaves_everything_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.scene.json");
    file::save(&document(), &view(), &path).unwrap();
    let before = std::fs::read(&path).unwrap();
    let mut session = file::open(&path).unwrap();
    session.apply(&Edit::ClimbRows(2).into(), None);
    assert!(session.is_changed());

    // Not even an administrator can write where a file stands in the place of a folder, or a folder in that of a file.
    let in_the_way = folder.path().join("a.scene.json/b.scene.json");
    let taken = folder.path().join("folder.scene.json");
    std::fs::create_dir(&taken).unwrap();
    std::fs::write(taken.join("kept"), "").unwrap();
    let missing = folder.path().join("missing/a.scene.json");
    for place in [in_the_way, taken, missing] {
        let error = file::save(&session.document, &session.view, &place).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Io, "{error}");
        assert!(error.to_string().ends_with(&place.display().to_string()), "{error}");
        assert!(session.is_changed());
    }
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert_eq!(names_in(folder.path()), ["a.scene.json", "folder.scene.json"], "no partial file is left");
}

#[test]
fn a_failed_save_keeps_the_file_that_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.scene.json");
    file::save(&document(), &view(), &path).unwrap();
    let before = std::fs::read(&path).unwrap();
    let mut broken = document();
    broken.volumes[1].max_y = f64::INFINITY;
    let error = file::save(&broken, &view(), &path).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BadScene);
    assert!(error.to_string().starts_with("volume 1 holds inf"), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert_eq!(names_in(folder.path()), ["a.scene.json"]);
}

#[test]
fn a_session_is_changed_until_it_is_saved_or_taken_back() {
    let mut session = Session::new(document(), View::default(), "a".into(), None);
    let edit = |session: &mut Session, edit: Edit| session.apply(&edit.into(), None);
    assert!(!session.is_changed());
    edit(&mut session, Edit::HeightRows(8));
    assert!(session.is_changed());
    session.apply(&Command::Undo, None);
    assert!(!session.is_changed());
    session.apply(&Command::Redo, None);
    session.mark_saved(Path::new("folder/b.scene.json"));
    assert!(!session.is_changed());
    assert_eq!(
        (session.name.as_str(), session.path.clone()),
        ("b.scene.json", Some(PathBuf::from("folder/b.scene.json")))
    );
    session.apply(&Command::Undo, None);
    assert!(session.is_changed(), "what is on disk has the edit");
    session.apply(&ViewChange::Show(Step::Input).into(), None);
    session.apply(&Command::Redo, None);
    assert!(!session.is_changed(), "the view does not count");
    assert_eq!(session.view.step, Step::Input, "and is not undone");
}

#[test]
fn edits_of_one_gesture_are_one_step() {
    let mut session = Session::new(document(), View::default(), "a".into(), None);
    let heights = |session: &Session| session.document.settings.height_rows;
    for rows in [8, 9, 10, 11] {
        session.apply(&Edit::HeightRows(rows).into(), None);
    }
    session.apply(&Command::EndOfGesture, None);
    session.apply(&Edit::HeightRows(20).into(), None);
    session.apply(&Edit::ClimbRows(1).into(), None);
    session.apply(&Edit::ClimbRows(0).into(), None);

    session.apply(&Command::Undo, None);
    assert_eq!((heights(&session), session.document.settings.climb_rows), (20, 3));
    session.apply(&Command::Undo, None);
    assert_eq!(heights(&session), 11);
    session.apply(&Command::Undo, None);
    assert_eq!(heights(&session), 7);
    assert!(!session.history.can_undo());
    session.apply(&Command::Undo, None);
    assert_eq!(session.document, document(), "there is nothing left to take back");
    for _ in 0..3 {
        session.apply(&Command::Redo, None);
    }
    assert_eq!((heights(&session), session.document.settings.climb_rows), (20, 0));
    assert!(!session.history.can_redo());
}

#[test]
fn a_new_edit_ends_what_could_be_done_again() {
    let mut session = Session::new(document(), View::default(), "a".into(), None);
    session.apply(&Edit::HeightRows(8).into(), None);
    session.apply(&Command::Undo, None);
    assert!(session.history.can_redo());
    session.apply(&Edit::HeightRows(7).into(), None);
    assert!(session.history.can_redo(), "an edit that changes nothing is no step");
    session.apply(&Edit::RadiusCells(0).into(), None);
    assert!(!session.history.can_redo());
}

#[test]
fn volumes_are_edited_each_by_itself() {
    let mut session = Session::new(document(), View::default(), "a".into(), None);
    let areas = |session: &Session| session.document.volumes.iter().map(|v| v.area).collect::<Vec<_>>();
    for edit in [
        Edit::SetVolume(0, volume(7)),
        Edit::SetVolume(0, volume(8)),
        Edit::SetVolume(1, volume(9)),
        Edit::AddVolume(volume(10)),
        Edit::AddVolume(volume(11)),
        Edit::RemoveVolume(0),
        Edit::RemoveVolume(0),
        Edit::RemoveVolume(17),
        Edit::SetVolume(17, volume(1)),
    ] {
        session.apply(&edit.into(), None);
    }
    let mut seen = vec![areas(&session)];
    while session.history.can_undo() {
        session.apply(&Command::Undo, None);
        seen.push(areas(&session));
    }
    let expected: [&[u8]; 7] = [&[10, 11], &[9, 10, 11], &[8, 9, 10, 11], &[8, 9, 10], &[8, 9], &[8, 6], &[5, 6]];
    assert_eq!(seen, expected);
}

#[test]
fn every_setting_and_the_frame_can_be_edited_and_taken_back() {
    let edits = [
        Edit::Frame(FrameSpec::default()),
        Edit::SlopeCosine(0.9),
        Edit::HeightRows(1),
        Edit::ClimbRows(0),
        Edit::RadiusCells(0),
        Edit::MergeThreshold(None),
        Edit::Settings(SpanSettings::HUMANOID),
    ];
    for edit in edits {
        let mut session = Session::new(document(), View::default(), "a".into(), None);
        session.apply(&edit.clone().into(), None);
        let after = session.document.clone();
        assert_ne!(after, document(), "{edit:?}");
        session.apply(&Command::Undo, None);
        assert_eq!(session.document, document(), "{edit:?}");
        session.apply(&Command::Redo, None);
        assert_eq!(session.document, after, "{edit:?}");
    }
}
