//! Every kept scene against the results of a reference implementation (`tests/conformance/README.md`).

#[path = "support/data.rs"]
mod data;

mod support;

use spanscope::io::{load, scene_json};
use spanscope::pipeline::{Monitor, PipelineRun, run};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use support::{dump, fnv1a, hashes};

const SCENES: &str = include_str!("conformance/scenes.jsonl");
const DUMPS: &str = include_str!("conformance/dumps.txt");
const HASHES: &str = include_str!("conformance/hashes.txt");
const ERRORS: &str = include_str!("conformance/errors.txt");
const REAL_SCENES: &str = include_str!("conformance/real_scenes.jsonl");
const REAL_HASHES: &str = include_str!("conformance/real_hashes.txt");

#[test]
fn every_scene_gives_the_reference_result_at_every_stage() {
    let scenes = scenes(SCENES);
    let dumps = dumps();
    let cases: Vec<&str> = HASHES.lines().collect();
    assert_eq!(cases.len(), 396);
    assert_eq!(dumps.len(), 370);

    // Two halves side by side: nothing is shared between cases, and a machine has more than one core.
    let (first, second) = cases.split_at(cases.len() / 2);
    let check = |cases: &[&str]| -> Vec<String> {
        let check_case = |line: &&str| {
            let (name, expected) = line.split_once(' ').expect("a hash line has a name");
            let actual = Actual::of(scenes[name], Path::new("kept.scene.json"));
            differences(name, expected, dumps.get(name).map(String::as_str), &actual)
        };
        cases.iter().flat_map(check_case).collect()
    };
    let complaints = std::thread::scope(|scope| {
        let second = scope.spawn(|| check(second));
        let mut all = check(first);
        all.extend(second.join().expect("no case panics"));
        all
    });
    assert!(complaints.is_empty(), "{} differences:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn every_kept_dump_belongs_to_a_hashed_scene_and_hashes_to_it() {
    let hashed: BTreeMap<&str, &str> = HASHES.lines().filter_map(|line| line.split_once(' ')).collect();
    for (name, dump) in dumps() {
        let kept = Actual { hashes: hashes_of_dump(&dump), dump: dump.clone() };
        assert_eq!(differences(name, hashed[name], Some(&dump), &kept), Vec::<String>::new());
    }
}

#[test]
fn every_scene_is_either_run_or_refused() {
    let expected: BTreeSet<&str> = HASHES.lines().chain(ERRORS.lines()).filter_map(|l| l.split(' ').next()).collect();
    let kept: BTreeSet<&str> = scenes(SCENES).into_keys().collect();
    assert_eq!(kept, expected);
    assert_eq!(kept.len(), 396 + 60);
}

#[test]
fn every_refusal_has_its_kind() {
    let scenes = scenes(SCENES);
    let refusals = refusals();
    assert_eq!(refusals.len(), 60);
    for (name, kind) in refusals {
        let actual = match scene_json::parse(scenes[name].as_bytes(), Path::new("kept.scene.json")) {
            Err(error) => error.kind().to_string(),
            Ok(loaded) => match run(&loaded.scene().unwrap(), &Monitor::default()) {
                Err(error) => error.kind().to_string(),
                Ok(_) => "nothing: it ran".to_owned(),
            },
        };
        assert_eq!(actual, kind, "{name}");
    }
}

#[test]
fn the_program_prints_one_line_for_every_refusal_and_exits_with_2() {
    let scenes = scenes(SCENES);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let refusals = refusals();
    assert_eq!(refusals.len(), 60);
    for (name, kind) in refusals {
        let file = folder.path().join("refused.scene.json");
        std::fs::write(&file, scenes[name]).expect("the scene is written");
        let output = Command::new(env!("CARGO_BIN_EXE_spanscope")).arg("dump").arg(&file).output().expect("it starts");
        let error = String::from_utf8(output.stderr).expect("messages are UTF-8");
        assert_eq!(output.status.code(), Some(2), "{name}: {error}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{name}");
        assert!(error.starts_with(&format!("error {kind}: ")), "{name}: {error}");
        assert_eq!((error.lines().count(), error.ends_with('\n')), (1, true), "{name}: {error}");
    }
}

#[test]
fn real_meshes_give_the_reference_result_at_every_stage() {
    let Some(data) = data::folder() else { return };
    let scenes = scenes(REAL_SCENES);
    assert_eq!((scenes.len(), REAL_HASHES.lines().count()), (5, 5));
    for line in REAL_HASHES.lines() {
        let (name, expected) = line.split_once(' ').expect("a hash line has a name");
        let run = run_text(scenes[name], &data.join("beside_the_meshes.scene.json"));
        let actual = Actual { dump: String::new(), hashes: hashes(&run) };
        assert_eq!(differences(name, expected, None, &actual), Vec::<String>::new());
    }
}

#[test]
fn a_plain_mesh_file_opens_with_the_default_frame() {
    let Some(data) = data::folder() else { return };
    let expected = REAL_HASHES.lines().find_map(|line| line.strip_prefix("nav_test_03 ")).expect("it is listed");
    let scene = load(&data.join("nav_test.obj")).expect("the mesh opens").scene().unwrap();
    let run = support::run(&scene);
    let actual = Actual { dump: String::new(), hashes: hashes(&run) };
    assert_eq!(differences("nav_test.obj", expected, None, &actual), Vec::<String>::new());
}

#[test]
fn an_altered_hash_is_reported_with_its_case_and_stage_and_nothing_else() {
    let (name, expected, dump) = an_example();
    let dump = dump.as_str();
    let actual = Actual { dump: dump.to_owned(), hashes: hashes_of_dump(dump) };
    assert_eq!(differences(name, expected, Some(dump), &actual), Vec::<String>::new());

    let start = expected.find("@ledges=").expect("a hash line has this stage") + "@ledges=".len();
    let altered = format!("{}0123456789abcdef{}", &expected[..start], &expected[start + 16..]);
    let complaints = differences(name, &altered, Some(dump), &actual);
    let hash = &expected[start..start + 16];
    let same_lines = "the kept dump has the same lines, so the kept hash is wrong";
    assert_eq!(complaints, [format!("{name}: @ledges: expected hash 0123456789abcdef, got {hash}; {same_lines}")]);
}

#[test]
fn an_altered_line_is_reported_with_its_stage_and_number_and_nothing_else() {
    let (name, expected, dump) = an_example();
    let dump = dump.as_str();
    let (before, rest) = dump.split_once("@eroded\n").expect("a dump has this stage");
    let (first, rest) = rest.split_once('\n').expect("the stage has lines");
    let (second, rest) = rest.split_once('\n').expect("the stage has two lines");
    let altered = format!("{before}@eroded\n{first}\n{second}0\n{rest}");
    let actual = Actual { hashes: hashes_of_dump(&altered), dump: altered };

    let complaints = differences(name, expected, Some(dump), &actual);
    assert_eq!(complaints.len(), 1, "{complaints:?}");
    assert!(complaints[0].starts_with(&format!("{name}: @eroded: expected hash ")), "{complaints:?}");
    assert!(complaints[0].ends_with(&format!("; line 2: expected `{second}`, got `{second}0`")), "{complaints:?}");
}

#[test]
fn a_lost_line_another_frame_and_another_count_are_reported() {
    let (name, expected, dump) = an_example();
    let dump = dump.as_str();
    let (all_but_last, last) = dump.trim_end().rsplit_once('\n').expect("a dump has lines");
    let altered = format!("{all_but_last}\n").replace("frame ", "frame 1");
    let mut hashes = hashes_of_dump(&altered).replace("degenerate ", "degenerate 1");
    hashes = hashes.replace("@raw ", "@raw 9");
    let complaints = differences(name, expected, Some(dump), &Actual { dump: altered, hashes });
    let about: Vec<&str> = complaints.iter().map(|c| c.split(": ").nth(1).unwrap_or_default()).collect();
    assert_eq!(about, ["frame", "degenerate", "@raw", "@volumes"], "{complaints:?}");
    assert!(complaints[3].contains(&format!("expected `{last}`, got nothing")), "{complaints:?}");
}

/// What the program computed for a case: the hashes, and the full dump where there is one to compare with.
struct Actual {
    dump: String,
    hashes: String,
}

impl Actual {
    fn of(scene: &str, path: &Path) -> Self {
        let run = run_text(scene, path);
        Self { dump: dump(&run), hashes: hashes(&run) }
    }
}

/// Runs a scene that must not be refused; mesh files lie relative to `path`.
fn run_text(scene: &str, path: &Path) -> PipelineRun {
    match scene_json::parse(scene.as_bytes(), path) {
        Ok(loaded) => support::run(&loaded.scene().unwrap()),
        Err(error) => panic!("the scene was refused: {error}"),
    }
}

/// What differs between a kept result and a computed one: frame, degenerate count, then the stages with another count or
/// hash, each with its first other line where the dump is kept.
fn differences(name: &str, expected: &str, kept_dump: Option<&str>, actual: &Actual) -> Vec<String> {
    let expected = in_dump_form(expected);
    let (expected, computed): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), actual.hashes.lines().collect());
    assert_eq!((expected.len(), computed.len()), (18, 18), "{name}: two header lines and two a stage");
    let mut complaints = Vec::new();
    for (what, at) in [("frame", 0), ("degenerate", 1)] {
        if expected[at] != computed[at] {
            complaints.push(format!("{name}: {what}: expected `{}`, got `{}`", expected[at], computed[at]));
        }
    }
    for (expected, got) in expected[2..].chunks(2).zip(computed[2..].chunks(2)) {
        if expected == got {
            continue;
        }
        let stage = expected[0].split(' ').next().unwrap_or_default();
        let mut complaint = format!("{name}: {stage}: ");
        if expected[0] != got[0] {
            complaint += &format!("expected `{}`, got `{}`; ", expected[0], got[0]);
        }
        complaint += &format!("expected hash {}, got {}", expected[1], got[1]);
        if let Some(kept) = kept_dump {
            complaint += &format!("; {}", first_other_line(lines_of(kept, stage), lines_of(&actual.dump, stage)));
        }
        complaints.push(complaint);
    }
    if complaints.is_empty() && kept_dump.is_some_and(|kept| kept != actual.dump) {
        complaints.push(format!("{name}: every hash agrees, but the dump is not the same byte for byte"));
    }
    complaints
}

/// The first line in which two lists differ, counted from 1.
fn first_other_line(expected: &str, got: &str) -> String {
    let (mut expected, mut got) = (expected.lines(), got.lines());
    for number in 1.. {
        let quoted = |line: Option<&str>| line.map_or("nothing".to_owned(), |line| format!("`{line}`"));
        match (expected.next(), got.next()) {
            (None, None) => break,
            (a, b) if a == b => {}
            (a, b) => return format!("line {number}: expected {}, got {}", quoted(a), quoted(b)),
        }
    }
    "the kept dump has the same lines, so the kept hash is wrong".to_owned()
}

/// A line of `hashes.txt` without its name, as `spanscope dump --hash` prints it.
fn in_dump_form(hash_line: &str) -> String {
    let words: Vec<&str> = hash_line.split(' ').collect();
    let mut text = format!("{}\n{}\n", words[..4].join(" "), words[4..6].join(" "));
    for stage in &words[6..] {
        let (stage, hash) = stage.split_once('=').expect("a stage has a hash");
        text += &format!("{}\n{hash}\n", stage.replace(':', " "));
    }
    text
}

/// A dump's own hashes in the same form, computed from its text alone.
fn hashes_of_dump(dump: &str) -> String {
    let mut text = String::new();
    for header in dump.lines().filter(|line| line.starts_with(|c: char| c == '@' || c.is_ascii_lowercase())) {
        text += &format!("{header}\n");
        if header.starts_with('@') {
            let stage = header.split(' ').next().unwrap_or_default();
            text += &format!("{:016x}\n", fnv1a(lines_of(dump, stage)));
        }
    }
    text
}

/// The lines between a stage's header and the next one.
fn lines_of<'a>(dump: &'a str, stage: &str) -> &'a str {
    let header = dump.find(&format!("\n{stage}")).expect("the dump has every stage") + 1;
    let start = header + dump[header..].find('\n').expect("a header ends its line") + 1;
    let end = dump[start - 1..].find("\n@").map_or(dump.len(), |end| start + end);
    &dump[start..end]
}

/// Scenes by name, their text exactly as it is kept.
fn scenes(file: &str) -> BTreeMap<&str, &str> {
    let scene = |line| -> Option<_> {
        str::strip_suffix(str::strip_prefix(line, "{\"name\":\"")?, "}")?.split_once("\",\"scene\":")
    };
    file.lines().map(|line| scene(line).expect("a line holds a name and a scene")).collect()
}

/// Kept dumps by name.
fn dumps() -> BTreeMap<&'static str, String> {
    let mut dumps = BTreeMap::new();
    let mut name = "";
    for line in DUMPS.split_inclusive('\n') {
        match line.strip_prefix("# ") {
            Some(next) => name = next.trim_end(),
            None => *dumps.entry(name).or_default() += line,
        }
    }
    dumps
}

/// Names and kinds of the scenes that are refused.
fn refusals() -> Vec<(&'static str, &'static str)> {
    ERRORS.lines().map(|line| line.split_once(' ').expect("a name and a kind")).collect()
}

/// A case whose dump is kept and has several lines at the end: name, hashes, dump.
fn an_example() -> (&'static str, &'static str, String) {
    let mut dumps = dumps();
    let cases = HASHES.lines().filter_map(|line| line.split_once(' '));
    let with_dumps = cases.filter_map(|(name, hashes)| Some((name, hashes, dumps.remove(name)?)));
    let mut long = with_dumps.filter(|(_, _, dump)| lines_of(dump, "@volumes").lines().count() > 3);
    long.next().expect("some case has four columns with open spans")
}
