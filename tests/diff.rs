//! `spanscope diff`: what it prints, and its exit status.

use std::path::PathBuf;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A floor of 3 x 3 world units with a block of a height on it.
fn level(height: f64) -> String {
    let floor = "v 0 0 0\nv 0 0 3\nv 3 0 3\nv 3 0 0\nf 1 2 3 4\n";
    format!("{floor}v 1 {height} 1\nv 1 {height} 2\nv 2 {height} 2\nv 2 {height} 1\nf 5 6 7 8\n")
}

/// A frame that holds both.
const FRAME: [&str; 4] = ["--frame-origin", "0,-1,0", "--frame-cells", "10,10,40"];

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().expect("a temporary folder"));
        folder.add("level.obj", level(0.7));
        folder.add("other.obj", level(1.5));
        folder
    }

    fn add(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, content).expect("the file is written");
        path
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spanscope"));
        command.env_remove("RUST_LOG").env_remove("RUST_BACKTRACE").current_dir(self.0.path());
        command.args(arguments).output().expect("the program starts")
    }

    /// What `diff` prints, with its exit status.
    #[track_caller]
    fn diff(&self, status: i32, arguments: &[&str]) -> String {
        let output = self.run(&[&["diff"], arguments].concat());
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {errors}");
        if status == 2 {
            assert_eq!(output.stdout, b"", "{arguments:?}");
            return errors;
        }
        assert!(errors.lines().all(|line| line.starts_with("note: ")), "{errors}");
        String::from_utf8(output.stdout).expect("the program prints UTF-8")
    }
}

/// The numbers of a stage in the table.
#[track_caller]
fn numbers(text: &str, stage: &str) -> Vec<u64> {
    let line = text.lines().find(|line| line.split_whitespace().next() == Some(stage)).expect("the stage has a line");
    line.split_whitespace().skip(1).map(|word| word.parse().expect("a number")).collect()
}

#[test]
fn equal_results_exit_with_0_and_say_so() {
    let folder = Folder::new();
    let text = folder.diff(0, &["level.obj", "level.obj"]);
    assert!(text.starts_with("A level.obj\nB level.obj\nstage  ") && text.ends_with("\nno difference\n"), "{text}");
    assert_eq!(numbers(&text, "merged")[..5], [116, 116, 116, 116, 0]);
    assert_eq!(text.lines().count(), 2 + 1 + 8 + 1);
}

#[test]
fn a_dump_of_a_run_is_equal_to_the_run() {
    let folder = Folder::new();
    let dump = folder.run(&["dump", "level.obj", "--stages", "merged,eroded"]).stdout;
    folder.add("level.dump", &dump);
    let text = folder.diff(0, &["level.dump", "level.obj"]);
    assert!(text.contains("\nraw          not compared, A does not have it\n"), "{text}");
    assert!(numbers(&text, "eroded")[4] == 0 && text.ends_with("\nno difference\n"), "{text}");
    // The same by content, whatever the name is.
    folder.add("level.txt", &dump);
    folder.diff(0, &["level.txt", "level.dump"]);
}

#[test]
fn different_results_exit_with_1_and_show_the_first_columns_as_dumps_do() {
    let folder = Folder::new();
    let text = folder.diff(1, &[&["level.obj", "other.obj", "--columns", "1"], &FRAME[..]].concat());
    let raw = numbers(&text, "raw");
    assert!(raw[0] == raw[1] && raw[4] > 0, "{text}");
    let columns = raw[4];
    assert!(
        text.contains(&format!("\nfirst difference @raw: {columns} columns in 1 patch, the largest of ")),
        "{text}"
    );
    let last: Vec<&str> = text.lines().rev().take(3).collect();
    // The diagonal of both squares goes through this column, so each has two pieces here.
    let said =
        "  only A has surface row 9, only A has surface row 9, only B has surface row 13, only B has surface row 13";
    assert_eq!(last, [said, "B 3 3 4:5:63 4:5:63 12:13:63 12:13:63", "A 3 3 4:5:63 4:5:63 8:9:63 8:9:63"]);
    // The floor below is the same, so at the next stage the same columns differ.
    assert_eq!(numbers(&text, "merged")[4], columns);
}

#[test]
fn b_can_be_a_under_other_settings() {
    let folder = Folder::new();
    let text =
        folder.diff(1, &["level.obj", "--b-set", "climb=2", "--b-set", "height=3", "--stages", "ledges,compact"]);
    assert!(text.contains("\nB level.obj with climb=2, height=3\n"), "{text}");
    assert!(!text.contains("\nraw ") && numbers(&text, "compact").len() == 13, "{text}");
    assert_eq!(
        text,
        folder
            .diff(1, &["level.obj", "level.obj", "--stages", "ledges,compact", "--b-set=climb=2", "--b-set=height=3"])
    );
    // What is said of both holds for A as well.
    folder.diff(0, &["level.obj", "--climb", "2", "--b-set", "climb=2"]);
    folder.diff(0, &["level.obj", "--b-set", "slope-degrees=45", "--stages", "merged"]);
    folder.diff(1, &["level.obj", "--b-set", "flip-winding"]);
}

#[test]
fn b_can_be_run_by_the_rules_of_recast() {
    let folder = Folder::new();
    folder.add("flat.obj", "v 0 0 0\nv 0 0 3\nv 3 0 3\nv 3 0 0\nf 1 2 3 4\n");
    let text =
        folder.diff(1, &["flat.obj", "--recast-rules", "--columns", "1", "--cell-size", "1", "--cell-height", "1"]);
    assert!(text.contains("\nB flat.obj with Recast's rules\n"), "{text}");
    // The floor lies on the plane of row 1: the specification puts it below, and Recast above.
    assert!(
        text.contains("\nA 0 0 0:1:63 0:1:63\nB 0 0 1:2:63") || text.contains("\nA 0 0 0:1:63\nB 0 0 1:2:63\n"),
        "{text}"
    );
    assert_eq!(numbers(&text, "merged")[4..7], [9, 9, 9]);
}

#[test]
fn a_heightfield_is_compared_as_the_stage_that_is_said() {
    let folder = Folder::new();
    folder.add(
        "field.json",
        r#"{"width": 1, "height": 1, "bmin": [0, 0, 0], "cs": 1, "ch": 1,
        "spans": [{"min": 0, "max": 1, "area": 63, "next": {}}]}"#,
    );
    folder.add("merged.dump", "frame 1 1 9\n@merged\n0 0 0:1:63\n");
    folder.add("ledges.dump", "frame 1 1 9\n@ledges\n0 0 0:1:0\n");
    assert!(folder.diff(0, &["merged.dump", "field.json"]).ends_with("no difference\n"));
    let text = folder.diff(1, &["field.json", "ledges.dump", "--stage", "ledges"]);
    assert!(text.ends_with("A 0 0 0:1:63\nB 0 0 0:1:0\n  area 63 and 0 at surface row 1\n"), "{text}");
    let error = folder.diff(2, &["field.json", "ledges.dump"]);
    assert!(error.lines().last().unwrap().contains("there is no stage that both have"), "{error}");
}

#[test]
fn what_cannot_be_compared_exits_with_2_and_one_reason() {
    let folder = Folder::new();
    folder.add("hash.dump", folder.run(&["dump", "level.obj", "--hash"]).stdout);
    folder.add("small.dump", "frame 1 1 9\n@merged\n0 0 0:1:63\n");
    folder.add("broken.dump", "frame 1 1 9\n@merged\n0 0 0:1:256\n");
    for (arguments, expected) in [
        (&["level.obj", "nowhere.obj"][..], "error Io: "),
        (&["level.obj", "hash.dump"], "error BadFile: line 4 holds a hash and no lines to compare"),
        (
            &["level.obj", "broken.dump"],
            "error BadFile: the area is \"256\", not a whole number from 0 to 255 at line 3",
        ),
        (
            &["level.obj", "small.dump"],
            "error BadGrid: the grids are not the same, so columns cannot be compared: width 10 and 1 columns",
        ),
        (&["level.obj"], "error: there is nothing to compare with: a second file, --b-set or --recast-rules makes B"),
        (&["level.obj", "--b-set", "cell-size=0.2"], "error BadGrid: the grids are not the same"),
        (&["level.obj", "--b-set", "clamb=3"], "error: --b-set: unexpected argument '--clamb' found"),
        (&["level.obj", "--b-set", "climb=three"], "error: --b-set: invalid value 'three' for '--climb <ROWS>'"),
        (&["level.obj", "--b-set", "climb=-1"], "error BadSettings: settings: climb is -1"),
        (&["level.obj", "--b-set", "cap"], "error: --b-set: form, iso, sign and cap have no meaning here"),
        (&["level.obj", "small.dump", "--recast-rules"], "error: B is a result and is not run"),
        (&["small.dump", "small.dump", "--climb", "3"], "error: settings have no meaning here"),
        (&["level.obj", "level.obj", "--stage", "merged"], "error: --stage has no meaning here"),
    ] {
        let error = folder.diff(2, arguments);
        assert!(error.starts_with(expected) && error.lines().count() == 1, "{arguments:?}: {error}");
    }
}
