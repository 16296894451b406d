//! Small repros: whatever is left out, the condition holds of what is left, and nothing more can be left out.

#[path = "support/data.rs"]
mod data;
mod support;

use proptest::prelude::*;
use spanscope::inspect::{Reason, RunTriangles, column_items, reasons};
use spanscope::io::{LoadedScene, load};
use spanscope::pipeline::dump::hash_stage;
use spanscope::pipeline::{ConvexVolume, Input, Mesh, Monitor, PipelineRun, Scene, Stage};
use spanscope::reduce::{Condition, Ended, Limits, Reduced, Size, reduce};
use spanscope::session::{Document, View, file};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use std::time::{Duration, Instant};
use support::{chunk, floor, generate, run, triangles, unit_frame};
use tempfile::TempDir;

fn scene_of(path: &Path) -> Scene {
    load(path).expect("it opens").scene().expect("it is a scene")
}

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sample.scene.json")
}

#[track_caller]
fn condition(text: &str, scene: &Scene) -> Condition {
    Condition::parse(text, scene, &Monitor::default()).expect("it is a condition")
}

#[track_caller]
fn reduced(scene: &Scene, text: &str) -> Reduced {
    let condition = condition(text, scene);
    let limits = Limits { time: Duration::from_secs(600), ..Limits::default() };
    let reduced = reduce(scene, &condition, limits, &Monitor::default(), &mut |_, _, _| {}).expect("it holds");
    assert!(reduced.condition.holds(&reduced.scene, &Monitor::default()).expect("it runs"), "{}", reduced.condition);
    reduced
}

/// The first columns in the middle of a level where the area of a surface goes from walkable to 0 at the ledge filter.
fn ledges(run: &PipelineRun) -> impl Iterator<Item = ([u32; 2], u16)> + '_ {
    let [width, depth] = [run.frame.width(), run.frame.depth()];
    let columns = (depth / 3..2 * depth / 3).flat_map(move |z| (width / 3..2 * width / 3).map(move |x| [x, z]));
    columns.filter_map(|[x, z]| {
        let column = run.frame.column_index(x, z);
        let before = column_items(run, Stage::LowHanging, column);
        let after = column_items(run, Stage::Ledges, column);
        let lost = before.iter().zip(&after).find(|(before, after)| before.area != 0 && after.area == 0);
        lost.map(|(span, _)| ([x, z], span.surface()))
    })
}

#[test]
fn a_ledge_of_a_real_level_becomes_a_few_triangles_in_time() {
    let Some(folder) = data::folder() else { return };
    let scene = scene_of(&folder.join("nav_test.obj"));
    let first = run(&scene);
    let reasons = reasons(&first, &RunTriangles::new(&scene), &Monitor::default()).expect("nobody cancels");
    for ([x, z], row) in ledges(&first).step_by(150).take(3) {
        let span =
            first.solid.column(first.frame.column_index(x, z)).find(|&span| first.solid.spans()[span].max == row);
        let reason = reasons.of_solid[span.expect("it has a surface")];
        // As it is asked for in a dump, and for the same reason as in the level.
        for (text, most) in [
            (format!("column {x},{z} stage ledges area 0 at row {row}"), 1),
            (format!("column {x},{z} reason {} at row {row}", reason.name()), 8),
        ] {
            let begun = Instant::now();
            let Reduced { scene: small, before, tries, ended, .. } = reduced(&scene, &text);
            let (taken, size) = (begun.elapsed(), Size::of(&small));
            eprintln!("{text}: {size:?} in {tries} tries and {taken:?}");
            assert_eq!((before.triangles, ended), (1_612, Ended::Smallest));
            assert!(size.triangles <= most, "{text}: {size:?}");
            assert!(taken < Duration::from_secs(30), "{text}: {taken:?}");
            assert!(size.cells.iter().all(|&cells| cells <= 20), "{size:?}");
        }
    }
}

#[test]
fn every_reason_of_the_sample_has_a_small_repro() {
    let scene = scene_of(&sample());
    let first = run(&scene);
    let all = reasons(&first, &RunTriangles::new(&scene), &Monitor::default()).expect("nobody cancels");
    let width = first.frame.width();
    for reason in Reason::ALL {
        let columns = 0..first.frame.columns();
        let mut spans = columns.flat_map(|column| first.solid.column(column).map(move |span| (column as u32, span)));
        let Some((column, span)) = spans.find(|&(_, span)| all.of_solid[span] == reason) else { continue };
        let row = first.solid.spans()[span].max;
        let text = format!("column {},{} reason {} at row {row}", column % width, column / width, reason.name());
        let small = reduced(&scene, &text);
        let size = Size::of(&small.scene);
        assert!(size.triangles <= 12 && small.ended == Ended::Smallest, "{text}: {size:?}");
    }
}

proptest! {
    #![proptest_config(generate::cases(60))]

    #[test]
    fn nothing_that_is_left_can_be_left_out(scene in generate::scene(), pick in any::<prop::sample::Index>(), stage in 1_usize..8) {
        let first = run(&scene);
        let stage = Stage::ALL[stage];
        let columns = 0..first.frame.columns();
        let items: Vec<_> = columns
            .flat_map(|column| column_items(&first, stage, column).into_iter().map(move |item| (column as u32, item)))
            .collect();
        prop_assume!(!items.is_empty());
        let (column, item) = pick.get(&items);
        let [x, z] = [column % first.frame.width(), column / first.frame.width()];
        let text = format!("column {x},{z} stage {stage} area {} at row {}", item.area, item.surface());
        let small = reduced(&scene, &text);
        prop_assert_eq!(small.ended, Ended::Smallest);
        let again = reduced(&scene, &text);
        prop_assert_eq!((&again.scene, again.tries), (&small.scene, small.tries), "it is the same every time");
        let holds = |scene: &Scene| small.condition.holds(scene, &Monitor::default()).expect("it runs");
        for number in 0..small.scene.inputs.len() {
            for less in without_one(&small.scene, number) {
                prop_assert!(!holds(&less), "less of input {number} would do as well");
            }
        }
        for number in 0..small.scene.volumes.len() {
            let mut less = small.scene.clone();
            less.volumes.remove(number);
            prop_assert!(!holds(&less), "volume {number} is not needed");
        }
    }
}

/// The scene without each triangle or run of an input.
fn without_one(scene: &Scene, number: usize) -> Vec<Scene> {
    let with = |input: Input| {
        let mut scene = scene.clone();
        scene.inputs[number] = input;
        scene
    };
    match &scene.inputs[number] {
        Input::Mesh(mesh) => (0..mesh.triangle_count())
            .map(|triangle| {
                let mut less = Mesh::clone(mesh);
                less.indices.drain(3 * triangle..3 * triangle + 3);
                if let Some(areas) = &mut less.areas {
                    areas.remove(triangle);
                }
                with(Input::Mesh(Arc::new(less)))
            })
            .collect(),
        Input::Chunk(chunk) => (0..chunk.runs.len())
            .map(|run| {
                let mut less = (**chunk).clone();
                less.runs.remove(run);
                with(Input::Chunk(Arc::new(less)))
            })
            .collect(),
        Input::HeightGrid(_) => panic!("a height grid became a mesh"),
    }
}

#[test]
fn voxels_are_left_out_run_by_run_and_stay_in_their_cells() {
    let runs: Vec<[i32; 5]> = (0..10).flat_map(|z| (0..10).map(move |x| [x, z, 0, 1 + (x + z) % 3, 1])).collect();
    let scene = Scene {
        frame: unit_frame([10, 10, 12]),
        inputs: vec![Input::Chunk(Arc::new(chunk([10, 10, 12], &runs)))],
        ..Scene::default()
    };
    let small = reduced(&scene, "column 7,4 stage merged area 63 at row 3");
    let size = Size::of(&small.scene);
    assert_eq!((size.runs, size.cells), (1, [1, 1, 1]));
    assert_eq!(small.condition.to_string(), "column 0,0 stage merged area 63 at row 1");
}

#[test]
fn an_error_keeps_what_is_refused_alone() {
    let square = vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]];
    let volume = |polygon: &[[f64; 2]]| ConvexVolume { polygon: polygon.to_vec(), min_y: 0.0, max_y: 1.0, area: 5 };
    let scene = Scene {
        frame: unit_frame([4, 4, 4]),
        inputs: vec![triangles(&floor([0.0, 0.0], [4.0, 4.0], 1.0))],
        volumes: vec![volume(&square), volume(&square[..2]), volume(&square)],
        ..Scene::default()
    };
    let small = reduced(&scene, "exits with error BadVolume");
    assert_eq!(small.scene.inputs, []);
    assert_eq!(small.scene.volumes.len(), 1);
    assert_eq!(small.scene.volumes[0].polygon.len(), 2);
}

#[test]
fn a_hash_keeps_the_frame_and_drops_what_changes_nothing() {
    let ground = floor([0.0, 0.0], [4.0, 4.0], 1.0);
    let far = floor([40.0, 40.0], [44.0, 44.0], 1.0);
    let scene = Scene {
        frame: unit_frame([4, 4, 4]),
        inputs: vec![triangles(&ground), triangles(&far), triangles(&ground)],
        ..Scene::default()
    };
    let hash = hash_stage(&run(&scene), Stage::Merged);
    let small = reduced(&scene, &format!("stage merged hash {hash:016x}"));
    let size = Size::of(&small.scene);
    assert_eq!((size.inputs, size.triangles, size.cells), (1, 2, [4, 4, 4]));
}

#[test]
fn a_difference_from_a_dump_keeps_the_first_column_that_differs() {
    let folder = tempfile::tempdir().expect("a folder");
    let scene = scene_of(&sample());
    let mut theirs = scene.clone();
    theirs.settings.climb_rows = 2;
    let dump = folder.path().join("theirs.dump");
    std::fs::write(&dump, support::dump(&run(&theirs))).expect("it is written");
    let small = reduced(&scene, &format!("differs from dump {}", dump.display()));
    let Condition::Differs { at, stage, records, .. } = &small.condition else { panic!("{:?}", small.condition) };
    assert_eq!(*stage, Stage::Merged, "the merge threshold follows the climb");
    assert!(!records.is_empty() && Size::of(&small.scene).triangles < 30, "{:?}", Size::of(&small.scene));
    // Of the small scene too, the other climb gives something else in this column.
    let mut theirs = small.scene.clone();
    theirs.settings.climb_rows = 2;
    let [ours, theirs] = [&small.scene, &theirs].map(|scene| {
        let run = run(scene);
        column_items(&run, *stage, run.frame.column_index(at[0], at[1]))
    });
    assert_ne!(ours, theirs);
    let same = folder.path().join("same.dump");
    std::fs::write(&same, support::dump(&run(&scene))).expect("it is written");
    let error = Condition::parse(&format!("differs from dump {}", same.display()), &scene, &Monitor::default());
    assert_eq!(error.unwrap_err().to_string(), "the dump does not differ from the scene");
}

#[test]
fn limits_end_a_search_with_the_best_so_far() {
    let scene = scene_of(&sample());
    let text = "column 57,50 stage low_height area 0 at row 6";
    let condition = condition(text, &scene);
    let with =
        |limits: Limits| reduce(&scene, &condition, limits, &Monitor::default(), &mut |_, _, _| {}).expect("it holds");
    let few = with(Limits { tries: 12, ..Limits::default() });
    assert_eq!((few.tries, few.ended), (12, Ended::OutOfTries));
    assert!(Size::of(&few.scene).triangles < few.before.triangles);
    assert!(few.condition.holds(&few.scene, &Monitor::default()).expect("it runs"));
    let none = with(Limits { time: Duration::ZERO, ..Limits::default() });
    assert_eq!((none.tries, none.ended), (0, Ended::OutOfTime));
    assert_eq!(none.scene, scene);
    // A cancelled search keeps what it has.
    let monitor = Monitor::default();
    let mut told = Vec::new();
    let ended = reduce(&scene, &condition, Limits::default(), &monitor, &mut |best, _, _| {
        told.push(best.clone());
        if told.len() == 5 {
            monitor.cancel();
        }
    });
    let ended = ended.expect("it holds");
    assert_eq!(ended.ended, Ended::Cancelled);
    assert_eq!(Some(&ended.scene), told.last());
}

#[test]
fn words_that_are_no_condition_are_refused_with_what_there_is() {
    let scene = Scene { frame: unit_frame([4, 4, 4]), ..Scene::default() };
    for (text, expected) in [
        ("", "\"\" is no condition; a condition is one of \"column X,Z stage STAGE area AREA at row ROW\""),
        ("column 1 stage raw area 0 at row 1", "\"1\" is no column as X,Z"),
        ("column 1,2 stage rwa area 0 at row 1", "\"rwa\" is no stage"),
        ("column 1,2 stage raw area 256 at row 1", "\"256\" is no area id from 0 to 255"),
        ("column 1,2 stage raw area 0 at row -1", "\"-1\" is no row from 0 to 65535"),
        ("stage raw hash xyz", "\"xyz\" is no hash of 64 bits"),
        ("exits with error Bad", "\"Bad\" is no error that a run gives; they are NaN, OutOfRange"),
        ("differs from dump missing.dump", "missing.dump"),
    ] {
        let error = Condition::parse(text, &scene, &Monitor::default()).expect_err("it is none").to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

/// The program in a folder of its own.
struct Program(TempDir);

impl Program {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spanscope"));
        command
            .env_remove("RUST_LOG")
            .env_remove("RUST_BACKTRACE")
            .current_dir(self.0.path())
            .arg("reduce")
            .args(words);
        command
    }

    fn run(&self, words: &[&str]) -> Output {
        self.command(words).output().expect("the program starts")
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_program_writes_a_scene_that_holds_everything_and_tells_the_condition_in_it() {
    let program = Program::new();
    let sample = sample();
    let words = [sample.to_str().unwrap(), "--while", "column 57,50 stage low_height area 0 at row 6"];
    let output = program.run(&[&words[..], &["--out", "small.scene.json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(output.stdout, b"");
    let told = said(&output);
    for part in ["before: ", "627 triangles", "now: ", "nothing more can be left out", "holds: column "] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let small = scene_of(&program.path("small.scene.json"));
    let text = told.lines().find_map(|line| line.strip_prefix("holds: ")).expect("it is told");
    assert!(condition(text, &small).holds(&small, &Monitor::default()).expect("it runs"));
    // From there a search goes on, and finds nothing more. Without a file the scene is printed, the same one.
    let again = program.run(&["small.scene.json", "--while", text]);
    assert_eq!(again.status.code(), Some(0), "{}", said(&again));
    assert_eq!(again.stdout, std::fs::read(program.path("small.scene.json")).expect("it is there"));
    let LoadedScene { document, .. } = load(&program.path("small.scene.json")).expect("it opens");
    assert_eq!(document.files().count(), 0, "it needs no other file");
}

#[test]
fn what_cannot_be_reduced_exits_with_2_and_one_reason() {
    let program = Program::new();
    let sample = sample();
    let sample = sample.to_str().unwrap();
    let holds = "column 57,50 stage low_height area 0 at row 6";
    std::fs::copy(sample, program.path("own.scene.json")).expect("it is copied");
    for (words, expected) in [
        (
            vec![sample, "--while", "column 57,50 stage low_height area 9 at row 6"],
            "error: this does not hold of the scene as it is: column 57,50",
        ),
        (vec![sample, "--while", "nothing"], "error: \"nothing\" is no condition; a condition is one of"),
        (vec!["missing.obj", "--while", holds], "error Io: "),
        (vec![sample, "--while", holds, "--time", "-1"], "error: time: -1 is no number of seconds"),
        (vec![sample, "--while", holds, "--out", sample], "is what is made smaller; choose another file"),
        (vec![sample, "--while", holds, "--tries", "3", "--out", "no/folder/a.scene.json"], "error Io: "),
        (
            vec![sample, "--while", "exits with error BadGrid"],
            "error: this does not hold of the scene as it is: exits with error BadGrid",
        ),
        (vec![sample, "--while", "differs from dump missing.dump"], "error Io: "),
    ] {
        let output = program.run(&words);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {}", said(&output));
        assert!(said(&output).contains(expected) && said(&output).lines().count() == 1, "{words:?}: {}", said(&output));
        assert_eq!(output.stdout, b"", "{words:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_command_decides_and_is_given_the_scene_as_a_file() {
    let program = Program::new();
    let scene = Scene {
        frame: unit_frame([20, 20, 4]),
        inputs: (0..8).map(|n| triangles(&floor([f64::from(n), 0.5], [f64::from(n) + 0.75, 19.25], 1.0))).collect(),
        ..Scene::default()
    };
    file::save(&Document::from(scene), &View::default(), &program.path("a.scene.json")).expect("it is saved");
    let output = program.run(&["a.scene.json", "--while", "command grep -q 5.75 {}", "--out", "b.scene.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let small = scene_of(&program.path("b.scene.json"));
    assert_eq!(Size::of(&small).triangles, 1);
    let Input::Mesh(mesh) = &small.inputs[0] else { panic!("a mesh") };
    assert!(mesh.vertices.iter().flatten().any(|&value| value == 5.75));
    // Without a place for it the file is the last word.
    let output = program.run(&["a.scene.json", "--while", "command test -s", "--tries", "40", "--out", "c.scene.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(Size::of(&scene_of(&program.path("c.scene.json"))).inputs, 0);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_best_so_far() {
    let program = Program::new();
    let sample = sample();
    // Each try takes its time, so that the search is surely still going on.
    let words = [
        sample.to_str().unwrap(),
        "--while",
        "command sleep 0.05; test $(wc -c < {}) -gt 5000",
        "--out",
        "b.scene.json",
    ];
    let mut child = program.command(&words).stderr(std::process::Stdio::null()).spawn().expect("the program starts");
    std::thread::sleep(Duration::from_millis(3000));
    assert!(child.try_wait().expect("it is there").is_none(), "it goes on");
    // The shell's own word: a bare system has no program of that name.
    let killed = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().expect("sh is there");
    assert!(killed.success());
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(0));
    let small = scene_of(&program.path("b.scene.json"));
    assert!(Size::of(&small).triangles < 627, "{:?}", Size::of(&small));
    let left: Vec<_> = std::fs::read_dir(program.0.path()).expect("it is there").collect();
    assert_eq!(left.len(), 1, "nothing half written is left");
}
