//! Exit statuses, and what is printed about stages.

use super::folder::{Folder, command, scene, scene_with};

#[test]
fn a_folder_that_is_as_expected_exits_with_0() {
    let folder = Folder::expecting(&[("a.scene.json", scene()), ("deep/er/b.scene.json", scene())]);
    let (code, text) = folder.check(&[]);
    assert_eq!((code, text.as_str()), (0, "equal    a.scene.json\nequal    deep/er/b.scene.json\n2 scenes: 2 equal\n"));
}

#[test]
fn a_changed_span_exits_with_1_and_is_told_with_both_lines() {
    let folder = Folder::expecting(&[("a.scene.json", scene()), ("b.scene.json", scene())]);
    folder.add("b.scene.json", scene_with(6, ""));
    let (code, text) = folder.check(&[]);
    assert_eq!(code, 1);
    let expected = "equal    a.scene.json\n\
        differs  b.scene.json\n\
        \x20 first difference at stage raw: 1 column differs, the first at 3, 3\n\
        \x20   expected 3 3 0:5:63\n\
        \x20   actual   3 3 0:6:63\n\
        \x20 then in merged, low_hanging, ledges, low_height\n\
        2 scenes: 1 equal, 1 different\n";
    assert_eq!(text, expected);
}

#[test]
fn the_first_stage_that_differs_is_the_one_that_is_told() {
    let folder = Folder::expecting(&[("a.scene.json", scene())]);
    folder.add("a.scene.json", scene().replace(r#""radius": 1"#, r#""radius": 2"#));
    let (code, text) = folder.check(&[]);
    assert_eq!(code, 1);
    // The floor around the box is eroded, and the distances are the same whatever the radius is.
    assert!(text.contains("first difference at stage eroded: "), "{text}");
    assert!(text.contains("then in volumes\n"), "{text}");
}

#[test]
fn a_scene_without_expectation_exits_with_1() {
    let folder = Folder::new();
    folder.add("a.scene.json", scene());
    let (code, text) = folder.check(&[]);
    assert_eq!(code, 1);
    assert_eq!(
        text,
        "differs  a.scene.json\n  nothing is expected yet: --update makes a.expected\n1 scene: 1 different\n"
    );
    assert_eq!(folder.files().len(), 1, "nothing is written without --update");
}

#[test]
fn a_scene_that_fails_exits_with_2_and_the_others_are_checked() {
    let folder = Folder::expecting(&[("a.scene.json", scene()), ("c.scene.json", scene()), ("e.scene.json", scene())]);
    folder.add("b.scene.json", r#"{"inputz": []}"#);
    folder.add("c.scene.json", scene_with(6, ""));
    folder.add("d.scene.json", r#"{"inputs": [{"mesh": {"file": "nowhere.obj"}}]}"#);
    folder.add("f.scene.json", scene().replace(r#""radius": 1"#, r#""radius": -1"#));
    let (code, text) = folder.check(&[]);
    assert_eq!(code, 2);
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with(' ')).collect();
    let verdicts = [
        "equal    a.scene.json",
        "failed   b.scene.json",
        "differs  c.scene.json",
        "failed   d.scene.json",
        "equal    e.scene.json",
        "failed   f.scene.json",
        "6 scenes: 2 equal, 1 different, 3 failed",
    ];
    assert_eq!(lines, verdicts);
    assert!(text.contains("  error BadScene: unknown field `inputz`"), "{text}");
    assert!(text.contains("  error Io: No such file"), "{text}");
    assert!(text.contains("  error BadSettings: settings: radius is -1"), "{text}");
}

#[test]
fn what_cannot_be_checked_exits_with_2_and_one_line() {
    let empty = Folder::new();
    empty.add("level.obj", "v 0 0 0\n");
    let full = Folder::expecting(&[("a.scene.json", scene())]);
    let (nowhere, mesh) = (empty.file("nowhere"), empty.file("level.obj"));
    let cases: [(&std::path::Path, &[&str], &str); 6] = [
        (&nowhere, &[], "error Io: No such file"),
        (&mesh, &[], "error Io: this is no folder: "),
        (empty.path(), &[], "error BadScene: there is no scene, no file whose name ends in .scene.json: "),
        (full.path(), &["--filter", "b"], "error BadScene: none of the 1 scenes has \"b\" in its path: "),
        (full.path(), &["--out", "x"], "error: --out is for --format junit and --format json"),
        (full.path(), &["--format", "json", "--out", "/nowhere/a.json"], "error Io: No such file"),
    ];
    for (folder, words, begin) in cases {
        let output = command().arg(folder).args(words).output().expect("the program starts");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {error}");
        assert!(error.starts_with(begin) && error.lines().count() == 1, "{words:?}: {error}");
    }
    for words in [&["--jobs", "0"][..], &["--hashes-only"], &["--filter", "[a"], &["--format", "xml"]] {
        assert_eq!(full.run(words).status.code(), Some(2), "{words:?}");
    }
}

#[test]
fn expectations_that_are_not_of_their_form_are_named_with_their_line() {
    let folder = Folder::expecting(&[("a.scene.json", scene())]);
    for (text, sentence) in [
        ("", "error BadFile: no stage is listed: "),
        ("raw 0123456789abcdef\nmerged 12\n", "error BadFile: not 16 hexadecimal digits at line 2, \"merged 12\": "),
        ("roar 0123456789abcdef\n", "error BadFile: \"roar\" is no stage at line 1"),
        ("frame 1 2\nraw 0123456789abcdef\n", "error BadFile: not three whole numbers after frame at line 1"),
        ("raw 0123456789abcdef\nraw 0123456789abcdef\n", "the stage raw is here a second time at line 2"),
        ("raw\n", "error BadFile: not a stage and its hash at line 1"),
    ] {
        folder.add("a.expected", text);
        let (code, said) = folder.check(&[]);
        assert!(code == 2 && said.contains(sentence), "{text}: {said}");
    }
    folder.update();
    assert_eq!(folder.check(&[]).0, 0, "an update writes it anew");
}

#[test]
fn an_expectation_can_list_some_stages_with_comments_and_windows_line_ends() {
    let folder = Folder::expecting(&[("a.scene.json", scene())]);
    let text = String::from_utf8(folder.read("a.expected")).unwrap();
    let raw = text.lines().find(|line| line.starts_with("raw ")).unwrap();
    folder.add("a.expected", format!("\u{feff}# of our engine\r\n\r\n{raw}\r\n"));
    folder.add("a.scene.json", scene().replace(r#""climb": 1"#, r#""climb": 9"#));
    assert_eq!(folder.check(&[]).0, 0, "only raw is listed, and the climb changes later stages");
    folder.add("a.scene.json", scene_with(6, ""));
    assert_eq!(folder.check(&[]).0, 1);
}

#[test]
fn a_changed_grid_is_told_even_where_every_hash_is_the_same() {
    let folder = Folder::expecting(&[("a.scene.json", scene())]);
    folder.add("a.scene.json", scene().replace(r#""height": 12"#, r#""height": 13"#));
    let (code, text) = folder.check(&[]);
    assert_eq!(code, 1);
    assert!(text.contains("grid: expected 8 x 8 columns, 12 rows, actual 8 x 8 columns, 13 rows"), "{text}");
}

#[test]
fn without_kept_columns_the_hashes_are_told_and_how_to_keep_them() {
    let folder = Folder::new();
    folder.add("a.scene.json", scene());
    assert_eq!(folder.check(&["--update", "--hashes-only"]).0, 0);
    assert!(folder.has("a.expected") && !folder.has("a.expected.dump.gz"));
    assert_eq!(folder.check(&[]).0, 0);
    folder.add("a.scene.json", scene_with(6, ""));
    let (code, text) = folder.check(&[]);
    assert_eq!(code, 1);
    assert!(text.contains("first difference at stage raw: expected ") && text.contains(", actual "), "{text}");
    assert!(text.contains("no columns are kept: `--update` without `--hashes-only` keeps them"), "{text}");
}

#[test]
fn kept_columns_of_another_run_or_that_are_broken_are_not_believed() {
    let folder = Folder::expecting(&[("a.scene.json", scene()), ("b.scene.json", scene_with(7, ""))]);
    let other = folder.read("b.expected.dump.gz");
    folder.add("a.scene.json", scene_with(6, ""));
    folder.add("a.expected.dump.gz", &other);
    let (code, text) = folder.check(&["--filter", "a."]);
    assert!(code == 1 && text.contains("the kept columns are of another run than the hashes"), "{text}");
    folder.add("a.expected.dump.gz", &other[..other.len() / 2]);
    let (code, text) = folder.check(&["--filter", "a."]);
    assert!(code == 1 && text.contains("the kept columns cannot be read"), "{text}");
}

#[test]
fn pieces_of_other_triangles_differ_without_a_column() {
    let mesh = |indices: &str| {
        format!(
            r#"{{"frame": {{"cell_size": 1, "cell_height": 1, "origin": [0,-1,0], "width": 4, "depth": 4, "height": 4}},
            "inputs": [{{"mesh": {{"vertices": [[0,0,0],[0,0,2],[2,0,0],[2,0,2],[4,0,2],[4,0,4],[2,0,4]], "indices": [{indices}]}}}}]}}"#
        )
    };
    let folder = Folder::expecting(&[("a.scene.json", mesh("0,1,2,3,5,4"))]);
    folder.add("a.scene.json", mesh("3,5,4,0,1,2"));
    let (code, text) = folder.check(&[]);
    assert_eq!(code, 1);
    let sentence = "stage raw: no column differs, but its pieces come from other triangles or in another order";
    assert!(text.contains(sentence), "{text}");
}

#[test]
fn the_kept_columns_can_be_compared_by_diff() {
    let folder = Folder::expecting(&[("a.scene.json", scene())]);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_spanscope"));
    command.arg("diff").arg(folder.file("a.expected.dump.gz")).arg(folder.file("a.scene.json"));
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("no difference\n"));
}

#[test]
fn the_filter_takes_a_part_of_the_path_or_a_pattern() {
    let names = ["caves/a.scene.json", "caves/deep/b.scene.json", "towers/a.scene.json", "top.scene.json"];
    let folder = Folder::expecting(&names.map(|name| (name, scene())));
    for (filter, taken) in [
        ("caves", vec![names[0], names[1]]),
        ("a.scene", vec![names[0], names[2]]),
        ("caves/*", vec![names[0], names[1]]),
        ("*/a", vec![names[0], names[2]]),
        ("t?p", vec![names[3]]),
        ("*.scene.json", vec![names[0], names[1], names[3], names[2]]),
        ("[ct]*/a", vec![names[0], names[2]]),
    ] {
        let (code, text) = folder.check(&["--filter", filter]);
        let found: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("equal    ")).collect();
        assert_eq!((code, found), (0, taken), "{filter}");
    }
}

#[test]
fn any_number_of_jobs_prints_the_same() {
    let folder = Folder::new();
    for number in 0..30 {
        folder.add(&format!("{number:02}.scene.json"), scene_with(1 + number % 9, ""));
    }
    folder.update();
    for number in (0..30).step_by(7) {
        folder.add(&format!("{number:02}.scene.json"), scene_with(10, ""));
    }
    let one = folder.check(&["--jobs", "1"]);
    assert_eq!(one.0, 1);
    for jobs in ["2", "7", "64"] {
        assert_eq!(folder.check(&["--jobs", jobs]), one);
    }
}

#[test]
fn a_reader_who_has_had_enough_changes_nothing_about_the_status() {
    let folder = Folder::new();
    folder.add("a.scene.json", scene());
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = command().arg(folder.path()).stdout(writer).status().unwrap();
    assert_eq!(status.code(), Some(1));
}

#[test]
fn the_progress_bar_is_for_terminals_alone() {
    let folder = Folder::expecting(&[("a.scene.json", scene()), ("b.scene.json", scene())]);
    let output = folder.run(&[]);
    assert!(output.stderr.is_empty() && !output.stdout.contains(&27), "no bar in a pipe");
    // A program that gives another one a terminal.
    let in_terminal = |words: &str| {
        std::process::Command::new("script").args(["-qec", words, "/dev/null"]).env("TERM", "xterm").output()
    };
    if !in_terminal("true").is_ok_and(|output| output.status.success()) {
        eprintln!("SKIPPED: script of util-linux is not installed, or the system has no terminal to give");
        return;
    }
    let words = format!("'{}' check '{}'", env!("CARGO_BIN_EXE_spanscope"), folder.path().display());
    let output = in_terminal(&words).unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("of 2 scenes") && text.contains("equal    b.scene.json"),
        "{text}"
    );
}
