//! Pictures of the sample level against golden ones, and the words of the shot command.
//!
//! `UPDATE_GOLDEN=1 cargo test --test screenshots` writes the golden pictures anew; look at them before they are committed.
//! A picture that differs is left as `NAME.new.png`, with `NAME.diff.png` beside it, in `target/screenshots`.

use clap::Parser as _;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{RgbImage, RgbaImage};
use spanscope::headless::shot::{ShotArgs, picture};
use spanscope::headless::{Cli, Command};
use spanscope::io::sample;
use spanscope::pipeline::{Input, VoxelChunk, VoxelRun};
use spanscope::session::{Step, View, file};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Arc;

/// The mean difference of a square above which pictures differ, as in `spanscope check`. The tests below hold that it tells
/// another driver's rounding from a changed cell.
const TOLERANCE: f32 = spanscope::session::checks::DEFAULT_TOLERANCE;

fn args(words: &[&str]) -> ShotArgs {
    let words = ["spanscope", "shot", "--out", "unused.png"].iter().chain(words);
    match Cli::try_parse_from(words).unwrap_or_else(|error| panic!("{error}")).command {
        Some(Command::Shot(args)) => *args,
        _ => unreachable!("shot was asked for"),
    }
}

fn shot(words: &[&str]) -> RgbImage {
    opaque(&picture(&args(words)).unwrap_or_else(|error| panic!("{words:?}: {error:#}")))
}

fn opaque(picture: &RgbaImage) -> RgbImage {
    assert!(picture.pixels().all(|pixel| pixel[3] == 255), "the picture is opaque");
    image::DynamicImage::ImageRgba8(picture.clone()).to_rgb8()
}

/// The greatest mean difference of a square, and where each pixel differs, white for not at all.
fn difference(a: &RgbImage, b: &RgbImage) -> (f32, RgbImage) {
    let found = spanscope::check::difference(a, b, &[]).expect("one size");
    (found.worst, found.picture)
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("screenshots")
}

fn save(picture: &RgbImage, path: &Path) {
    let file = std::io::BufWriter::new(std::fs::File::create(path).unwrap());
    let encoder = PngEncoder::new_with_quality(file, CompressionType::Best, FilterType::Adaptive);
    picture.write_with_encoder(encoder).unwrap();
}

/// Compares a picture with the golden one of this name, or writes that one anew.
fn assert_golden(name: &str, picture: &RgbImage) {
    let golden = folder().join(format!("{name}.png"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(folder()).unwrap();
        return save(picture, &golden);
    }
    let left = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/screenshots");
    let new = left.join(format!("{name}.new.png"));
    let keep = |what: &RgbImage, path: &Path| {
        std::fs::create_dir_all(&left).unwrap();
        save(what, path);
    };
    let Ok(expected) = image::open(&golden) else {
        keep(picture, &new);
        panic!("there is no {}; {} is what it would be", golden.display(), new.display());
    };
    let expected = expected.to_rgb8();
    if expected.dimensions() != picture.dimensions() {
        keep(picture, &new);
        panic!("{name} has another size: {}", new.display());
    }
    let (worst, differing) = difference(&expected, picture);
    if worst > TOLERANCE {
        let diff = left.join(format!("{name}.diff.png"));
        keep(picture, &new);
        keep(&differing, &diff);
        panic!(
            "{name} differs by {worst:.4}, above {TOLERANCE}:\n  expected {}\n  now      {}\n  where    {}",
            golden.display(),
            new.display(),
            diff.display()
        );
    }
}

/// The words for the golden picture of a stage.
fn words_for(step: Step) -> [&'static str; 6] {
    ["--stage", step.name(), "--colour", "change", "--size", "960x600"]
}

fn golden_stage(step: Step) {
    assert_golden(step.name(), &shot(&words_for(step)));
}

mod golden {
    use super::*;
    use spanscope::pipeline::Stage;

    #[test]
    fn input() {
        golden_stage(Step::Input);
    }

    #[test]
    fn raw() {
        golden_stage(Step::Stage(Stage::Raw));
    }

    #[test]
    fn merged() {
        golden_stage(Step::Stage(Stage::Merged));
    }

    #[test]
    fn low_hanging() {
        golden_stage(Step::Stage(Stage::LowHanging));
    }

    #[test]
    fn ledges() {
        golden_stage(Step::Stage(Stage::Ledges));
    }

    #[test]
    fn low_height() {
        golden_stage(Step::Stage(Stage::LowHeight));
    }

    #[test]
    fn compact() {
        golden_stage(Step::Stage(Stage::Compact));
    }

    #[test]
    fn eroded() {
        golden_stage(Step::Stage(Stage::Eroded));
    }

    #[test]
    fn volumes() {
        golden_stage(Step::Stage(Stage::Volumes));
    }

    #[test]
    fn the_whole_window() {
        let words =
            ["--window", "--size", "1440x900", "--stage", "ledges", "--colour", "change", "--select", "60,46,15"];
        assert_golden("window", &shot(&words));
    }

    #[test]
    fn why_a_floor_is_not_walkable() {
        let view = ["--window", "--size", "1440x900", "--stage", "ledges", "--colour", "reason"];
        let asked = ["--panel", "why,section", "--ask", "remedies", "--agent", "--select", "57,50,6"];
        assert_golden("why", &shot(&[&view[..], &asked].concat()));
    }

    #[test]
    fn a_selection_in_a_cropped_tunnel() {
        let words = [
            "--stage=low_height",
            "--size=960x600",
            "--crop-min=52,0,4",
            "--crop-max=70,24,18",
            "--select=60,8,6",
            "--camera-target=18.3,1.5,3.3",
            "--camera-distance=11",
            "--camera-yaw=20",
            "--camera-pitch=25",
        ];
        assert_golden("crop", &shot(&words));
    }

    #[test]
    fn density_slice() {
        let scene = Tunnel::write_with(r#""slice":{"input":0,"axis":"y","index":18,"cuts":false}"#);
        let view = ["--cell=24,20,24", "--light"];
        assert_golden("density_slice", &shot(&[&scene.words()[..], &view].concat()));
    }

    #[test]
    fn density_blocks() {
        let scene = Tunnel::write();
        let view = ["--blocks", "--no-surface", "--wireframe"];
        assert_golden("density_blocks", &shot(&[&scene.words()[..], &view].concat()));
    }
}

/// A ball with a tunnel as a density, in a scene file.
struct Tunnel {
    path: String,
    _folder: tempfile::TempDir,
}

impl Tunnel {
    fn write() -> Self {
        Self::write_with("")
    }

    /// With this in the block about densities of the file's view.
    fn write_with(density: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tunnel.scene.json");
        let text = r#"{"inputs":[{"density":{"samples":[35,35,35],"margin":1,"origin":[0,0,0],"spacing":1,
            "shape":{"tunnel":{"radius":12.1,"tunnel":4.1}}}}],"frame":{"cell_size":0.7,"cell_height":0.5}"#;
        let view = format!(r#","view":{{"density":{{{density}}}}}}}"#);
        std::fs::write(&path, text.to_owned() + &view).unwrap();
        Self { path: path.to_str().unwrap().to_owned(), _folder: folder }
    }

    /// The words for a picture of it at the input.
    fn words(&self) -> [&str; 9] {
        let camera = ["--camera-target=16,16,16", "--camera-distance=46", "--camera-yaw=60", "--camera-pitch=25"];
        let [target, distance, yaw, pitch] = camera;
        [&self.path, "--stage", "input", "--size", "960x600", target, distance, yaw, pitch]
    }
}

#[test]
fn every_word_about_densities_changes_the_picture() {
    let scene = Tunnel::write();
    let small = |more: &[&str]| shot(&[&scene.words()[..3], &["--size=320x200"], more].concat());
    let base = small(&[]);
    let cases: [&[&str]; 7] = [
        &["--blocks"],
        &["--no-surface"],
        &["--wireframe"],
        &["--flat"],
        &["--normals"],
        &["--slice", "y=20"],
        &["--cell", "16,27,16"],
    ];
    for words in cases {
        assert!(small(words) != base, "{words:?}");
    }
    assert!(small(&["--slice", "y=20"]) != small(&["--slice", "y=21"]));
    for (words, sentence) in [
        (["--slice", "y=33"], "slice: y=33 is outside the samples 0 to 32"),
        (["--cell", "0,32,0"], "cell 0, 32, 0 is outside the grid's 32 x 32 x 32 cells"),
    ] {
        let error = picture(&args(&[&scene.words()[..3], &words].concat())).unwrap_err().to_string();
        assert_eq!(error, sentence);
    }
    let error = picture(&args(&["--slice", "y=3"])).unwrap_err().to_string();
    assert_eq!(error, "no input is a density, so there is no slice and no cell");
    assert!(Cli::try_parse_from(["spanscope", "shot", "--out", "a.png", "--slice", "w=3"]).is_err());
}

#[test]
fn a_marked_triangle_and_a_replay_are_seen() {
    let small = |more: &[&str]| shot(&[&["--size=320x200", "--stage=merged"], more].concat());
    let base = small(&[]);
    assert!(small(&["--triangle", "0"]) != base);
    let half = small(&["--replay", "11000"]);
    assert!(half != base && half != small(&["--replay", "5000"]));
    for (words, sentence) in [
        (["--triangle", "627"], "triangle 627 is none of the level's 627"),
        (["--replay", "22639"], "replay: the level has 22638 pieces, fewer than 22639"),
    ] {
        assert_eq!(picture(&args(&words)).unwrap_err().to_string(), sentence);
    }
}

#[test]
fn pictures_stay_small() {
    let size = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().metadata().unwrap().len();
    let total: u64 = std::fs::read_dir(folder()).unwrap().map(size).sum();
    assert!(total < 3_000_000, "{total} bytes of pictures");
}

#[test]
fn another_setting_is_another_picture() {
    let words = words_for(Step::Stage(spanscope::pipeline::Stage::Ledges));
    let now = shot(&[&words[..], &["--climb", "3"]].concat());
    let golden = image::open(folder().join("ledges.png")).unwrap().to_rgb8();
    let worst = difference(&golden, &now).0;
    assert!(worst > 5.0 * TOLERANCE, "climb 3 differs by {worst} only");
}

/// The sample level with one voxel on the yard, at a column and of a material.
fn sample_with_a_voxel(folder: &Path, x: i32, z: i32, area: u8) -> PathBuf {
    let mut document = sample().unwrap().document;
    let runs = vec![VoxelRun { x: 0, z: 0, start: 0, length: 1, material: 1 }];
    let material_areas = Some((0..=255).map(|material| if material == 1 { area } else { 63 }).collect());
    let chunk = VoxelChunk { offset: [x, 6, z], width: 1, depth: 1, height: 1, runs, material_areas };
    document.sources.push(Input::Chunk(Arc::new(chunk)).into());
    let path = folder.join(format!("{x}_{z}_{area}.scene.json"));
    file::save(&document, &View::default(), &path).unwrap();
    path
}

#[test]
fn one_cell_that_moves_or_has_another_colour_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let shot_of = |x, z, area| {
        let path = sample_with_a_voxel(folder.path(), x, z, area);
        // Coloured by area: the numbers of the legend are the same for all four, but for the last.
        shot(&["--stage", "merged", "--size", "960x600", path.to_str().unwrap()])
    };
    let one = shot_of(21, 45, 63);
    assert_eq!(difference(&one, &shot_of(21, 45, 63)).0, 0.0);
    for (what, other) in [("moved", shot_of(22, 45, 63)), ("recoloured", shot_of(21, 45, 7))] {
        // The legend is left out: the cell alone must be enough.
        let cut = |picture: &RgbImage| image::imageops::crop_imm(picture, 200, 0, 760, 600).to_image();
        let worst = difference(&cut(&one), &cut(&other)).0;
        assert!(worst > 2.0 * TOLERANCE, "one cell {what} differs by {worst} only");
    }
}

/// The same numbers for ever: a picture's noise must not differ from run to run.
fn noise(state: &mut u32) -> u32 {
    *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    *state >> 16
}

#[test]
fn another_drivers_rounding_is_not_seen() {
    let golden = image::open(folder().join("ledges.png")).unwrap().to_rgb8();
    let mut state = 7;
    let mut everywhere = golden.clone();
    for value in everywhere.iter_mut() {
        *value = value.saturating_add_signed((noise(&mut state) % 5) as i8 - 2);
    }
    let worst = difference(&golden, &everywhere).0;
    assert!(worst > 0.0 && worst < TOLERANCE, "2 steps of 255 everywhere differ by {worst}");

    // An edge that falls on the other side of a pixel's middle here and there.
    let mut edges = golden.clone();
    for _ in 0..40 {
        let (x, y) = (noise(&mut state) % 958 + 1, noise(&mut state) % 598 + 1);
        edges.put_pixel(x, y, *golden.get_pixel(x - 1, y));
    }
    let worst = difference(&golden, &edges).0;
    assert!(worst < TOLERANCE, "single pixels on edges differ by {worst}");
}

#[test]
fn one_cell_of_another_colour_in_a_golden_picture_is_seen() {
    let golden = image::open(folder().join("ledges.png")).unwrap().to_rgb8();
    let mut painted = golden.clone();
    // A cell of the yard between the trees, in the colour of what is lost.
    for (x, y) in (330..338).flat_map(|x| (250..254).map(move |y| (x, y))) {
        painted.put_pixel(x, y, image::Rgb([0xD5, 0x5E, 0x00]));
    }
    let worst = difference(&golden, &painted).0;
    assert!(worst > 2.0 * TOLERANCE, "{worst}");
}

#[test]
fn every_word_changes_the_picture() {
    let base = ["--size", "320x200", "--stage", "ledges"];
    let plain = shot(&base);
    let cases: [&[&str]; 16] = [
        &["--view", "top"],
        &["--view", "front"],
        &["--view", "side"],
        &["--ortho"],
        &["--camera-target", "12,0,10", "--camera-distance", "9"],
        &["--crop-min", "20,0,0"],
        &["--crop-max", "80,10,67"],
        &["--select", "60,46,15"],
        &["--select", "40,40"],
        &["--colour", "change"],
        &["--colour", "height"],
        &["--mesh", "solid"],
        &["--mesh", "wireframe"],
        &["--light"],
        &["--cell-size", "0.6"],
        &["--stage", "raw"],
    ];
    for words in cases {
        let base = if words[0] == "--stage" { &base[..2] } else { &base[..] };
        let worst = difference(&plain, &shot(&[base, words].concat())).0;
        assert!(worst > TOLERANCE, "{words:?} changes the picture by {worst} only");
    }
}

#[test]
fn words_that_depend_on_others_change_the_picture_too() {
    let small = ["--size", "320x200"];
    let pairs: [(&[&str], &[&str]); 8] = [
        (&["--select=60,46,15", "--camera-target=18,1,14", "--camera-distance=9"], &["--agent"]),
        (&["--camera-target=14,1,13", "--camera-distance=12"], &["--measure=34,40,6:60,46,15"]),
        (&["--stage=volumes", "--colour=change"], &["--since=merged"]),
        (&["--stage=volumes"], &["--links"]),
        (&["--stage=volumes"], &["--no-clearance"]),
        (&["--stage=volumes"], &["--colour=distance"]),
        (&["--stage=raw", "--frame-min=0,0.5,0", "--frame-max=24,6,20"], &["--dropped"]),
        (&["--camera-target=12,0,10", "--camera-distance=20"], &["--camera-yaw=-30", "--camera-pitch=70"]),
    ];
    for (base, words) in pairs {
        let before = shot(&[&small, base].concat());
        let worst = difference(&before, &shot(&[&small, base, words].concat())).0;
        assert!(worst > TOLERANCE, "{words:?} after {base:?} changes the picture by {worst} only");
    }
}

#[test]
fn the_slice_of_the_section_can_be_named() {
    let words = ["--window", "--panel=section", "--size=900x640"];
    let slice = |name: &str| shot(&[&words[..], &["--section", name]].concat());
    assert!(difference(&slice("x=60"), &slice("z=20")).0 > TOLERANCE);
    assert!(difference(&shot(&words), &slice("z=33")).0 < TOLERANCE, "without a word the middle one");
}

#[test]
fn a_scale_of_2_draws_the_window_twice_as_large() {
    let small = shot(&["--window", "--size", "960x600"]);
    let large = shot(&["--window", "--size", "1920x1200", "--scale", "2"]);
    assert_eq!((large.width(), large.height()), (1920, 1200));
    let halved = image::imageops::resize(&large, 960, 600, image::imageops::FilterType::Triangle);
    // Panels are in the same places: the stage bar's chip that is on, the ground of the 3D view, the left panel.
    for (x, y) in [(940, 100), (500, 200), (20, 560)] {
        let [a, b] = [small.get_pixel(x, y), halved.get_pixel(x, y)];
        let apart = a.0.iter().zip(b.0).map(|(&a, b)| a.abs_diff(b)).max().unwrap();
        assert!(apart < 24, "{x}, {y}: {a:?} {b:?}");
    }
}

/// The real program, with software rendering for certain.
fn program(words: &[&str]) -> Output {
    std::process::Command::new(env!("CARGO_BIN_EXE_spanscope"))
        .arg("shot")
        .args(words)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .env("GALLIUM_DRIVER", "llvmpipe")
        .output()
        .unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_program_makes_the_same_picture_twice_and_the_same_as_the_library() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["--window", "--size", "640x480", "--select", "60,46,15"];
    let picture_of = |name: &str| {
        let path = folder.path().join(name);
        let output = program(&[&words[..], &["--out", path.to_str().unwrap()]].concat());
        assert_eq!((output.status.code(), said(&output)), (Some(0), String::new()));
        assert!(output.stdout.is_empty());
        std::fs::read(path).unwrap()
    };
    let first = picture_of("a.png");
    assert!(first == picture_of("b.png"), "two runs differ");
    let from_program = opaque(&image::load_from_memory(&first).unwrap().to_rgba8());
    assert!(from_program == shot(&words), "program and library differ");
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 2, "nothing else is written");
}

#[test]
fn words_that_are_wrong_are_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("a.png");
    let out = out.to_str().unwrap();
    let files = tempfile::tempdir().unwrap();
    let other_grid = files.path().join("other.dump").to_str().unwrap().to_owned();
    std::fs::write(&other_grid, "frame 4 4 9\n@merged\n1 2 0:3:63\n").unwrap();
    let cases: [(&[&str], &str); 31] = [
        (&["--out", out, "--window", "--section", "y=3"], "x or z and the number of a column on it, such as z=12"),
        (&["--out", out, "--window", "--section", "z=67"], "section: z=67 is outside 0 to 66"),
        (&["--out", out, "--section", "z=1"], "--window"),
        (&["--out", out, "--agent"], "--select"),
        (&["--out", out, "--measure", "1,2,3"], "two surfaces as X,Z,ROW:X,Z,ROW"),
        (&["--out", out, "--measure", "1,2,2:80,2,3"], "measure: 80, 2, row 3 is outside the grid's 80 x 67 columns"),
        (&["--out", out, "--measure", "17,19,5:17,19,6"], "measure: column 17, 19 has no surface at row 5; it has "),
        (&["--out", out, "--replay", "5", "--stage", "eroded"], "--replay shows the stages raw and merged, not eroded"),
        (
            &["--out", out, "--window", "--panel", "dropped"],
            "this is not one of scene, settings, volumes, column, history",
        ),
        (&["--out", out, "--draw", "1,2:3"], "corners as X,Z:X,Z:X,Z"),
        (&["--out", out, "--window", "--volume", "2"], "volume: there is no volume 2 of 2"),
        (&["--out", out, "--split"], "--split has no meaning without --against or --recast-rules"),
        (&["--out", out, "--against", &other_grid], "there is no difference to show: the grids are not the same"),
        (
            &["--out", out, "--against", &other_grid, "--split"],
            "--split: B is a file of results, without a level to see",
        ),
        (&["--out", out, "--against", "missing.dump"], "missing.dump"),
        (&["--out", out, "--size", "10x10"], "from 16 to 8192"),
        (&["--out", out, "--size", "640"], "such as 1280x800"),
        (&["--out", out, "--stage", "rwa"], "this is not a stage that is known"),
        (&["--out", out, "--since", "last"], "this is not a stage that is known"),
        (&["--out", out, "--colour", "red"], "this is not a colouring that is known"),
        (&["--out", out, "--mesh", "wire"], "this is not an overlay that is known"),
        (&["--out", out, "--view", "below"], "this is not a view that is known"),
        (&["--out", out, "--camera-target", "1,2", "--camera-distance", "3"], "three numbers separated by commas"),
        (&["--out", out, "--camera-target", "1,2,3"], "--camera-distance"),
        (&["--out", out, "--view", "top", "--camera-target", "1,2,3", "--camera-distance", "3"], "cannot be used with"),
        (&["--out", out, "--crop-min", "1,2,-3"], "three numbers separated by commas"),
        (&["--out", out, "--select", "1"], "a column as X,Z or a span as X,Z,ROW"),
        (&["--out", out, "--select", "1,2,70000"], "70000 is no row"),
        (&["--out", out, "--scale", "0"], "scale 0 is outside 0.25 to 8"),
        (&["--out", out, "--scale", "nan"], "scale NaN is outside 0.25 to 8"),
        (&[], "--out"),
    ];
    for (words, sentence) in cases {
        let output = program(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(said(&output).contains(sentence), "{words:?}: {}", said(&output));
        assert!(!said(&output).contains("panicked"), "{}", said(&output));
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "no picture is written");
}

#[test]
fn scenes_that_are_wrong_are_refused_by_kind() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let out = folder.path().join("a.png");
    let cases = [
        (vec![write("a.obj", "v 0 0 0\nf 1 2 x\n")], "error BadFile: "),
        (vec![write("nan.obj", "v nan 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 3\n")], "error NaN: input 0: x of vertex 0"),
        (vec![write("a.scene.json", "{ \"zoom\": 1 }")], "error BadScene: "),
        (vec![write("b.scene.json", "{ \"view\": { \"stage\": \"x\" }, \"inputs\": [] }")], "error BadScene: view: "),
        (vec![write("c.scene.json", "{ \"inputs\": [] }")], "error EmptyBounds: "),
        (vec!["missing.obj".to_owned()], "error Io: "),
        (vec!["--height=0".to_owned()], "error BadSettings: settings: height is 0"),
        (vec!["--cell-size=0".to_owned()], "error BadGrid: frame: cell_size is 0"),
        (vec!["--slope-cosine=2".to_owned()], "error BadSettings: settings: slope_cosine is 2"),
    ];
    for (words, begin) in cases {
        let words: Vec<&str> = words.iter().map(String::as_str).chain(["--out", out.to_str().unwrap()]).collect();
        let output = program(&words);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {}", said(&output));
        assert!(said(&output).starts_with(begin), "{words:?}: {}", said(&output));
        assert_eq!(said(&output).lines().count(), 1, "one line: {}", said(&output));
        assert!(!out.exists(), "no picture is written");
    }
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("missing/a.png");
    let output = program(&["--size", "64x64", "--out", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).starts_with("error Io: No such file"), "{}", said(&output));
    assert!(said(&output).contains("missing/a.png"), "{}", said(&output));
}

#[test]
fn a_picture_is_never_written_over_what_it_is_made_from() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("map.png");
    image::GrayImage::from_fn(4, 4, |x, z| image::Luma([(x + z) as u8])).save(&map).unwrap();
    let before = std::fs::read(&map).unwrap();
    let scene = folder.path().join("a.scene.json");
    std::fs::write(&scene, r#"{"inputs": [{"height_grid": {"file": "map.png", "spacing": 1}}]}"#).unwrap();
    for from in [&map, &scene] {
        let output = program(&["--size", "64x64", "--out", map.to_str().unwrap(), from.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2));
        assert!(said(&output).starts_with("error Io: this would be written over a file"), "{}", said(&output));
        assert_eq!(std::fs::read(&map).unwrap(), before);
    }
}
