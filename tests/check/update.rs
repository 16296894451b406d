//! What `--update` writes, when it writes nothing, and what holds whatever happens meanwhile.

use super::folder::{Folder, command, scene, scene_with, scene_with_picture};
use spanscope::check::Expected;
use spanscope::pipeline::Stage;
use std::process::{Command, Stdio};

#[test]
fn an_update_makes_a_check_pass_and_a_second_one_writes_nothing() {
    let folder = Folder::new();
    folder.add("a.scene.json", scene_with_picture(""));
    let text = folder.update();
    assert_eq!(
        text,
        "updated  a.scene.json\n  wrote a.small.png, a.expected.dump.gz, a.expected\n1 scene: 1 updated\n"
    );
    let before = folder.files();
    assert_eq!(folder.check(&[]).0, 0);
    assert_eq!(folder.update(), "equal    a.scene.json\n1 scene: 1 equal\n");
    assert!(folder.files() == before);
    let names: Vec<String> =
        before.iter().map(|(path, _)| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(
        names,
        ["a.expected", "a.expected.dump.gz", "a.scene.json", "a.small.png"],
        "and nothing is left beside"
    );
}

#[test]
fn the_expectation_has_a_line_a_stage() {
    let folder = Folder::expecting(&[("a.scene.json", scene())]);
    let text = String::from_utf8(folder.read("a.expected")).unwrap();
    let words: Vec<&str> = text.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(words[0], "frame");
    assert_eq!(words[1..], Stage::ALL.map(Stage::name));
    let mut dump = Command::new(env!("CARGO_BIN_EXE_spanscope"));
    let output = dump.arg("dump").arg("--hash").arg(folder.file("a.scene.json")).output().unwrap();
    for line in text.lines().skip(1) {
        let hash = line.split(' ').nth(1).unwrap();
        assert!(String::from_utf8_lossy(&output.stdout).contains(hash), "dump --hash says {hash} too");
    }
}

#[test]
fn an_update_after_a_change_says_what_changed() {
    let folder = Folder::expecting(&[("a.scene.json", scene())]);
    folder.add("a.scene.json", scene_with(6, ""));
    let text = folder.update();
    assert!(text.contains("first difference at stage raw: 1 column differs"), "{text}");
    assert!(text.contains("wrote a.expected.dump.gz, a.expected"), "{text}");
    assert_eq!(folder.check(&[]).0, 0);
}

#[test]
fn hashes_only_takes_kept_columns_away() {
    let folder = Folder::expecting(&[("a.scene.json", scene())]);
    let (code, text) = folder.check(&["--update", "--hashes-only"]);
    assert!(code == 0 && !folder.has("a.expected.dump.gz"), "{text}");
}

#[test]
fn a_golden_picture_that_passes_stays_as_it_is() {
    let folder = Folder::expecting(&[("a.scene.json", scene_with_picture(""))]);
    let mut golden = image::load_from_memory(&folder.read("a.small.png")).unwrap().to_rgb8();
    golden.pixels_mut().for_each(|pixel| pixel[0] = pixel[0].saturating_add(1));
    golden.save(folder.file("a.small.png")).unwrap();
    let before = folder.read("a.small.png");
    assert_eq!(folder.update(), "equal    a.scene.json\n1 scene: 1 equal\n");
    assert!(folder.read("a.small.png") == before);
}

#[test]
fn an_input_is_never_written_over() {
    let folder = Folder::new();
    let map = image::GrayImage::from_fn(8, 8, |x, z| image::Luma([(x + z) as u8]));
    map.save(folder.file("a.small.png")).unwrap();
    let before = folder.read("a.small.png");
    folder.add(
        "a.scene.json",
        r#"{"inputs": [{"height_grid": {"file": "a.small.png", "spacing": 1}}], "checks": [{"name": "small", "size": [64, 64]}]}"#,
    );
    let (code, text) = folder.check(&["--update"]);
    assert!(code == 2 && text.contains("error Io: this would be written over a file"), "{text}");
    assert!(folder.read("a.small.png") == before && !folder.has("a.expected"));
}

#[test]
fn a_scene_that_fails_leaves_the_updates_of_the_others() {
    let folder = Folder::new();
    folder.add("a.scene.json", "{");
    folder.add("b.scene.json", scene());
    let (code, text) = folder.check(&["--update"]);
    assert!(code == 2 && text.contains("failed   a.scene.json") && text.contains("updated  b.scene.json"), "{text}");
    assert!(folder.has("b.expected") && !folder.has("a.expected"));
}

#[test]
fn a_killed_update_leaves_every_file_whole() {
    let folder = Folder::new();
    for number in 0..60 {
        folder.add(&format!("{number:02}.scene.json"), scene_with(5, ""));
    }
    folder.update();
    let old = folder.read("00.expected");
    for number in 0..60 {
        folder.add(&format!("{number:02}.scene.json"), scene_with(6, ""));
    }
    let mut child = command().arg(folder.path()).arg("--update").arg("--jobs=2").stdout(Stdio::null()).spawn().unwrap();
    // It is killed once the first new file is there, in the middle of writing others.
    while folder.read("00.expected") == old && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let new = folder.read("00.expected");
    assert!(new != old, "it was killed too early");
    let mut counts = [0, 0];
    for number in 0..60 {
        let text = folder.read(&format!("{number:02}.expected"));
        let expected = Expected::parse(std::str::from_utf8(&text).unwrap()).expect("whole");
        assert!(expected.hashes.iter().all(Option::is_some));
        counts[usize::from(text == new)] += 1;
        let dump = folder.read(&format!("{number:02}.expected.dump.gz"));
        spanscope::io::results::unpacked(&dump).expect("whole");
    }
    assert!(counts[0] > 0, "it was killed too late: {counts:?}");
    // What it left is no hindrance.
    folder.update();
    assert_eq!(folder.check(&[]).0, 0);
}

#[test]
fn two_at_once_do_each_other_no_harm() {
    let folder = Folder::new();
    for number in 0..20 {
        folder.add(&format!("{number:02}.scene.json"), scene_with(1 + number % 9, ""));
    }
    folder.add("picture.scene.json", scene_with_picture(""));
    for words in [&["--update"][..], &[], &["--update"], &[]] {
        let start = || command().arg(folder.path()).args(words).stdout(Stdio::piped()).spawn().unwrap();
        let both = [start(), start()].map(|child| child.wait_with_output().unwrap());
        for output in both {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(output.status.code(), Some(0), "{words:?}: {text}");
        }
    }
    assert_eq!(folder.files().len(), 21 * 3 + 1, "nothing is left beside");
}

/// The program as it is run by somebody who may not write here; `None` where the system has no users.
#[cfg(unix)]
fn command_without_rights(home: &Folder) -> Command {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    use std::os::unix::process::CommandExt as _;
    if std::fs::metadata(home.path()).unwrap().uid() != 0 {
        return command();
    }
    // The administrator may write everywhere, so somebody else runs a copy that they can reach.
    let program = home.file("spanscope");
    std::fs::copy(env!("CARGO_BIN_EXE_spanscope"), &program).unwrap();
    std::fs::set_permissions(home.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new(program);
    command.arg("check").uid(65534).gid(65534);
    command
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_written_is_checked_and_its_update_refused() {
    use std::os::unix::fs::PermissionsExt as _;
    let (home, folder) = (Folder::new(), Folder::expecting(&[("a.scene.json", scene())]));
    let set = |mode| std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(mode)).unwrap();
    set(0o555);
    let run = |words: &[&str]| {
        let mut command = command_without_rights(&home);
        command.arg(folder.path()).args(words);
        // Another test may have begun a program while the copy was being written, which then holds it open for a moment.
        let output = loop {
            match command.output() {
                Err(error) if error.kind() == std::io::ErrorKind::ExecutableFileBusy => {
                    std::thread::sleep(std::time::Duration::from_millis(20));
                }
                output => break output.unwrap(),
            }
        };
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let checked = run(&[]);
    folder.add_ignoring_rights("a.scene.json", &scene_with(6, ""));
    let updated = run(&["--update"]);
    let report = folder.file("report");
    let reported = run(&["--report", report.to_str().unwrap()]);
    let left = folder.files().len();
    set(0o755);
    assert_eq!(checked, (Some(0), "equal    a.scene.json\n1 scene: 1 equal\n".into(), String::new()));
    let (code, out, _) = updated;
    assert_eq!(code, Some(2), "{out}");
    let error = out.lines().nth(1).unwrap();
    assert!(error.starts_with("  error Io: Permission denied"), "{out}");
    assert!(error.ends_with("a.expected.dump.gz"), "the file is named: {error}");
    let (code, _, error) = reported;
    assert_eq!(code, Some(2));
    assert!(error.starts_with("error Io: Permission denied") && error.trim_end().ends_with("report"), "{error}");
    assert_eq!(left, 3, "nothing is left behind");
}

#[cfg(unix)]
impl Folder {
    /// Changes a file that is there, in a folder in which none can be made.
    fn add_ignoring_rights(&self, name: &str, text: &str) {
        std::fs::write(self.file(name), text).unwrap();
    }
}
