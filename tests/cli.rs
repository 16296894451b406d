//! The real program: what it prints, where, and its exit status.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A folder with a scene, a mesh and whatever a test adds.
struct Folder(TempDir);

/// A floor of 3 x 3 world units.
const OBJ: &str = "v 0 0 0\nv 0 0 3\nv 3 0 3\nv 3 0 0\nf 1 2 3 4\n";

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().expect("a temporary folder"));
        folder.add("level.obj", OBJ);
        folder.add("level.scene.json", r#"{"inputs": [{"mesh": {"file": "level.obj"}}]}"#);
        folder
    }

    fn add(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, content).expect("the file is written");
        path
    }

    /// Runs the program in the folder.
    fn run(&self, arguments: &[&str]) -> Output {
        command().args(arguments).current_dir(self.0.path()).output().expect("the program starts")
    }

    /// What the program prints; it must succeed without a word on standard error.
    #[track_caller]
    fn stdout(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        String::from_utf8(output.stdout).expect("the program prints UTF-8")
    }

    /// The one line the program prints when it refuses.
    #[track_caller]
    fn error(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{arguments:?}");
        let error = String::from_utf8(output.stderr).expect("the program prints UTF-8");
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{arguments:?}: {error}");
        error.trim_end().to_owned()
    }

    /// The one line for a scene with this text.
    #[track_caller]
    fn scene_error(&self, scene: &str) -> String {
        self.add("bad.scene.json", scene);
        self.error(&["dump", "bad.scene.json"])
    }

    /// The one line for an OBJ file with this content.
    #[track_caller]
    fn obj_error(&self, content: &[u8]) -> String {
        self.add("bad.obj", content);
        self.error(&["dump", "bad.obj"])
    }

    /// The hashes of a scene with this text.
    #[track_caller]
    fn hashes_of(&self, scene: &str) -> String {
        self.add("other.scene.json", scene);
        self.stdout(&["dump", "--hash", "other.scene.json"])
    }
}

fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spanscope"));
    command.env_remove("RUST_LOG").env_remove("RUST_BACKTRACE");
    command
}

// Dumps.

#[test]
fn a_dump_has_its_header_and_every_stage_in_run_order() {
    let dump = Folder::new().stdout(&["dump", "level.scene.json"]);
    let headers: Vec<&str> = dump.lines().filter(|line| line.starts_with(|c: char| !c.is_ascii_digit())).collect();
    let expected = [
        "frame 10 10 2",
        "degenerate 0",
        "@raw 110",
        "@merged",
        "@low_hanging",
        "@ledges",
        "@low_height",
        "@compact",
        "@eroded",
        "@volumes",
    ];
    assert_eq!(headers, expected);
    assert!(dump.ends_with('\n') && !dump.contains('\r'));
}

#[test]
fn stages_are_chosen_by_name_and_come_in_run_order() {
    let dump = Folder::new().stdout(&["dump", "--stages", "eroded,merged", "level.obj"]);
    let stages: Vec<&str> = dump.lines().filter(|line| line.starts_with('@')).collect();
    assert_eq!(stages, ["@merged", "@eroded"]);
    assert!(dump.starts_with("frame 10 10 2\ndegenerate 0\n@merged\n0 0 0:1:63\n"), "{dump}");
}

#[test]
fn an_unknown_stage_is_refused_with_the_names_there_are() {
    let output = Folder::new().run(&["dump", "--stages", "merged,blurred", "level.obj"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(error.contains("blurred") && error.contains("raw, merged, low_hanging, ledges"), "{error}");
}

#[test]
fn a_hash_stands_under_each_stages_header() {
    let folder = Folder::new();
    let hashes = folder.stdout(&["dump", "--hash", "--stages", "raw,volumes", "level.obj"]);
    let lines: Vec<&str> = hashes.lines().collect();
    assert_eq!(lines[..3], ["frame 10 10 2", "degenerate 0", "@raw 110"]);
    assert_eq!((lines[4], lines.len()), ("@volumes", 6));
    for hash in [lines[3], lines[5]] {
        assert!(hash.len() == 16 && hash.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f')), "{hash}");
    }
}

#[test]
fn a_mesh_and_a_scene_that_names_it_give_the_same_dump() {
    let folder = Folder::new();
    assert_eq!(folder.stdout(&["dump", "level.obj"]), folder.stdout(&["dump", "level.scene.json"]));
}

#[test]
fn a_mesh_is_found_beside_its_scene_from_any_folder() {
    let folder = Folder::new();
    let path = folder.add("level.scene.json", r#"{"inputs": [{"mesh": {"file": "level.obj"}}]}"#);
    let output = command().arg("dump").arg(path).current_dir("/").output().expect("the program starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout), folder.stdout(&["dump", "level.obj"]));
}

// Overrides.

#[test]
fn settings_on_the_command_line_are_those_of_a_scene() {
    let folder = Folder::new();
    // A ramp, so that the height of a row matters.
    folder.add("ramp.obj", OBJ.replace("v 3 0", "v 3 2"));
    let inputs = r#""inputs": [{"mesh": {"file": "ramp.obj"}}]"#;
    let pairs: [(&[&str], &str); 7] = [
        (
            &["--cell-size", "0.2", "--climb", "3"],
            r#""frame": {"cell_size": 0.2, "cell_height": 0.2}, "settings": {"climb": 3}"#,
        ),
        (&["--cell-height", "0.05"], r#""frame": {"cell_size": 0.3, "cell_height": 0.05}"#),
        (&["--radius", "0", "--height", "1"], r#""settings": {"radius": 0, "height": 1}"#),
        (&["--slope-cosine", "1"], r#""settings": {"slope_cosine": 1.0}"#),
        (&["--merge-threshold", "0"], r#""settings": {"merge_threshold": 0}"#),
        (
            &["--pad-below", "2", "--pad-above", "5", "--pad-side", "3"],
            r#""frame": {"cell_size": 0.3, "cell_height": 0.2, "pad_below": 2, "pad_above": 5, "pad_side": 3}"#,
        ),
        (
            &["--frame-origin", "-1,-0.2,0", "--frame-cells", "20,10,5"],
            r#""frame": {"origin": [-1, -0.2, 0], "cell_size": 0.3, "cell_height": 0.2, "width": 20, "depth": 10, "height": 5}"#,
        ),
    ];
    for (arguments, fields) in pairs {
        let overridden = folder.stdout(&[&["dump", "--hash", "ramp.obj"], arguments].concat());
        assert_eq!(overridden, folder.hashes_of(&format!("{{{fields}, {inputs}}}")), "{arguments:?}");
        // Nothing is merged in this scene; everything else changes some hash or the frame.
        if arguments[0] != "--merge-threshold" {
            assert_ne!(overridden, folder.stdout(&["dump", "--hash", "ramp.obj"]), "{arguments:?}");
        }
    }
    let bounds = folder.stdout(&["dump", "ramp.obj", "--frame-min=-1,-1,-1", "--frame-max", "4,2,4"]);
    assert!(bounds.starts_with("frame 17 17 15\n"), "{bounds}");
}

#[test]
fn a_slope_in_degrees_is_its_cosine() {
    let folder = Folder::new();
    let in_degrees = |degrees| folder.stdout(&["dump", "--stages", "raw", "--slope-degrees", degrees, "level.obj"]);
    assert!(in_degrees("0").contains("\n0 0 0 0 1 0\n"), "flat ground is not flatter than 0 degrees");
    assert!(in_degrees("1").contains("\n0 0 0 0 1 63\n"));
    assert!(in_degrees("180").contains("\n0 0 0 0 1 63\n"));
}

#[test]
fn overrides_that_contradict_each_other_are_refused() {
    let folder = Folder::new();
    let contradictions: [&[&str]; 5] = [
        &["--slope-cosine", "0.5", "--slope-degrees", "60"],
        &["--frame-origin", "0,0,0"],
        &["--frame-cells", "1,1,1"],
        &["--frame-min", "0,0,0"],
        &["--frame-origin", "0,0", "--frame-cells", "1,1,1"],
    ];
    for arguments in contradictions {
        let output = folder.run(&[&["dump", "level.obj"], arguments].concat());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
    let fixed = ["dump", "level.obj", "--frame-min", "0,0,0", "--frame-max", "1,1,1", "--pad-side", "1"];
    assert!(folder.error(&fixed).contains("padding has no meaning here"));
}

#[test]
fn an_override_out_of_bounds_is_refused_like_a_scenes_own_setting() {
    let folder = Folder::new();
    let error = folder.error(&["dump", "level.obj", "--climb", "-1"]);
    assert_eq!(error, "error BadSettings: settings: climb is -1, outside 0 to 2147483647");
    let error = folder.error(&["dump", "level.obj", "--cell-size", "nan"]);
    assert!(error.starts_with("error BadGrid: frame: cell_size is NaN"), "{error}");
}

// Files that are refused.

#[test]
fn a_missing_file_is_an_io_error_with_the_path_last() {
    let folder = Folder::new();
    let error = folder.error(&["dump", "nowhere.scene.json"]);
    assert!(error.starts_with("error Io: ") && error.ends_with(": nowhere.scene.json"), "{error}");
    let error = folder.scene_error(r#"{"inputs": [{"mesh": {"file": "nowhere.obj"}}]}"#);
    assert!(error.starts_with("error Io: ") && error.contains(": nowhere.obj (input 0 of "), "{error}");
    let error = folder.error(&["dump", "."]);
    assert!(error.starts_with("error Io: "), "{error}");
}

#[test]
fn an_unknown_field_is_refused_with_its_name_and_line() {
    let folder = Folder::new();
    for (scene, field, line) in [
        ("{\n\"inputz\": []}", "inputz", 2),
        ("{\"settings\":\n\n{\"climbs\": 3}}", "climbs", 3),
        ("{\"frame\": {\"cell_size\": 1, \"cell_height\": 1,\n\"depht\": 3}}", "depht", 2),
        ("{\"inputs\": [\n{\"mush\": {}}]}", "mush", 2),
        ("{\"inputs\": [{\"mesh\": {\"vertexes\": []}}]}", "vertexes", 1),
        ("{\"volumes\": [\n\n\n{\"miny\": 1}]}", "miny", 4),
    ] {
        let error = folder.scene_error(scene);
        assert!(error.starts_with("error BadScene: unknown "), "{error}");
        assert!(error.contains(&format!("`{field}`")) && error.contains(&format!("line {line} ")), "{error}");
    }
}

#[test]
fn a_wrong_type_is_refused_with_its_line() {
    let folder = Folder::new();
    for (scene, line) in [
        ("{\"settings\":\n{\"climb\": \"3\"}}", 2),
        ("{\"settings\":\n{\"climb\": 3.5}}", 2),
        ("{\"settings\": {\"climb\":\n\n99999999999}}", 3),
        ("{\"inputs\": {}}", 1),
        ("{\"volumes\": [{\"polygon\": [], \"min_y\": 0, \"max_y\": 0,\n\"area\": 256}]}", 2),
        ("{\n", 2),
    ] {
        let error = folder.scene_error(scene);
        assert!(error.starts_with("error BadScene: ") && error.contains(&format!("line {line} ")), "{scene}: {error}");
    }
}

#[test]
fn null_and_overflowing_numbers_are_bad_scenes() {
    let folder = Folder::new();
    for number in ["null", "1e999", "-1e999", "NaN"] {
        let scenes = [
            format!("{{\"settings\": {{\"slope_cosine\": {number}}}}}"),
            format!("{{\"settings\": {{\"merge_threshold\": {number}}}}}"),
            format!("{{\"frame\": {{\"cell_size\": {number}, \"cell_height\": 1}}}}"),
            format!("{{\"inputs\": [{{\"mesh\": {{\"vertices\": [[0, {number}, 0]], \"indices\": [0, 0, 0]}}}}]}}"),
        ];
        for scene in scenes {
            let error = folder.scene_error(&scene);
            assert!(error.starts_with("error BadScene: ") && error.contains("line 1 "), "{scene}: {error}");
        }
    }
}

#[test]
fn a_newer_version_is_refused_by_name_even_with_fields_of_its_own() {
    let error = Folder::new().scene_error(r#"{"spanscope": 2, "weather": "rain"}"#);
    assert!(error.starts_with("error BadScene: version 2 is newer than 1"), "{error}");
}

#[test]
fn a_frame_with_half_of_two_forms_is_refused() {
    let folder = Folder::new();
    for frame in [
        r#""origin": [0,0,0], "width": 1, "depth": 1"#,
        r#""origin": [0,0,0], "max": [1,1,1]"#,
        r#""min": [0,0,0]"#,
        r#""min": [0,0,0], "max": [1,1,1], "pad_side": 1"#,
        r#""width": 3"#,
    ] {
        let error = folder.scene_error(&format!("{{\"frame\": {{\"cell_size\": 1, \"cell_height\": 1, {frame}}}}}"));
        assert!(error.starts_with("error BadScene: frame: "), "{frame}: {error}");
    }
}

#[test]
fn a_mesh_with_both_or_neither_of_file_and_vertices_is_refused() {
    let folder = Folder::new();
    for mesh in
        ["", r#""vertices": []"#, r#""file": "level.obj", "indices": []"#, r#""file": "level.obj", "areas": [1]"#]
    {
        let error = folder.scene_error(&format!("{{\"inputs\": [{{\"mesh\": {{{mesh}}}}}]}}"));
        assert!(error.starts_with("error BadScene: input 0: a mesh "), "{mesh}: {error}");
    }
}

#[test]
fn a_bad_line_of_an_obj_file_is_named() {
    let folder = Folder::new();
    for (content, line) in [("v 0 0 0\nv 0 0\n", 2), ("v 0 0 0\nv 1 0 0\nv 0 0 1\n\nf 1 2 x\n", 5), ("v 0 zero 0\n", 1)]
    {
        let error = folder.obj_error(content.as_bytes());
        assert!(error.starts_with("error BadFile: ") && error.contains(&format!(" at line {line}, \"")), "{error}");
        assert!(error.ends_with("bad.obj"), "{error}");
    }
}

#[test]
fn an_obj_file_without_triangles_is_a_bad_file() {
    let folder = Folder::new();
    for content in [&b""[..], b"# nothing\n", b"v 0 0 0\nv 1 0 0\nl 1 2\n"] {
        assert_eq!(folder.obj_error(content), "error BadFile: no triangles in this file: bad.obj");
    }
}

#[test]
fn a_mesh_file_can_hold_what_is_no_number_and_then_that_is_said() {
    let folder = Folder::new();
    let with = |number: &str| format!("v 0 {number} 0\nv 0 0 1\nv 1 0 0\nf 1 2 3\n");
    let error = folder.obj_error(with("nan").as_bytes());
    assert_eq!(error, "error NaN: input 0: y of vertex 0 is not a number");
    let error = folder.obj_error(with("-1e999").as_bytes());
    assert_eq!(error, "error OutOfRange: input 0: y of vertex 0 is -inf, beyond ±2097152 (2^21)");
}

#[test]
fn a_file_of_an_unknown_kind_is_refused_with_the_kinds_there_are() {
    let folder = Folder::new();
    folder.add("level.blend", "BLENDER");
    let error = folder.error(&["dump", "level.blend"]);
    assert!(error.starts_with("error BadFile: not a kind of file that is known here ("), "{error}");
    for format in spanscope::io::FORMATS {
        assert!(error.contains(format.name), "{error}");
    }
    assert!(error.ends_with("level.blend"), "{error}");
}

// Files as people have them.

#[test]
fn a_byte_order_mark_and_windows_line_ends_change_nothing() {
    let folder = Folder::new();
    let plain = folder.stdout(&["dump", "level.scene.json"]);
    let scene = "\u{feff}{\r\n\"inputs\": [\r\n{\"mesh\": {\"file\": \"windows.obj\"}}]}\r\n";
    folder.add("windows.scene.json", scene);
    folder.add("windows.obj", OBJ.replace('\n', "\r\n"));
    assert_eq!(folder.stdout(&["dump", "windows.scene.json"]), plain);
    // An error still names the line.
    assert!(folder.scene_error("\u{feff}{\r\n\r\n\"inputz\": 1}").contains("line 3 "));
}

#[test]
fn a_scene_is_known_by_its_content_whatever_its_name() {
    let folder = Folder::new();
    folder.add("scene.txt", "\n  {\"inputs\": [{\"mesh\": {\"file\": \"level.obj\"}}]}");
    assert_eq!(folder.stdout(&["dump", "scene.txt"]), folder.stdout(&["dump", "level.scene.json"]));
}

#[test]
fn obj_files_of_every_habit_give_the_same_floor() {
    let folder = Folder::new();
    let plain = folder.stdout(&["dump", "level.obj"]);
    let four = "v 0 0 0\nv 0 0 3\nv 3 0 3\nv 3 0 0\n";
    for (habit, content) in [
        ("negative indices", format!("{four}f -4 -3 -2 -1\n")),
        ("triangles", format!("{four}f 1 2 3\nf 1 3 4\n")),
        ("groups and objects", format!("o first\n{four}g half\nf 1 2 3\no second\ng other half\nf 1 3 4\n")),
        ("a missing material file", format!("mtllib nowhere.mtl\n{four}usemtl stone\nf 1 2 3 4\n")),
        ("normals and texture", format!("{four}vn 0 1 0\nvt 0 0\nf 1/1/1 2/1/1 3/1/1 4/1/1\n")),
        ("normals only", format!("{four}vn 0 1 0\nf 1//1 2//1 3//1 4//1\n")),
        ("a tab and trailing space", four.replace("v ", "v\t") + "f 1 2 3 4 \n"),
        ("an exponent", four.replace('3', "3.0e0") + "f 1 2 3 4\n"),
        ("no last line end", format!("{four}f 1 2 3 4")),
        ("lines and points too", format!("{four}l 1 2\np 1\nf 1 2 3 4\n")),
    ] {
        folder.add("habit.obj", content);
        assert_eq!(folder.stdout(&["dump", "habit.obj"]), plain, "{habit}");
    }
    let mut latin_1 = b"# Stra\xdfe, caf\xe9\no Geb\xe4ude\n".to_vec();
    latin_1.extend(OBJ.bytes());
    folder.add("latin_1.obj", latin_1);
    assert_eq!(folder.stdout(&["dump", "latin_1.obj"]), plain);
}

#[test]
fn an_extension_in_capitals_is_known() {
    let folder = Folder::new();
    folder.add("LEVEL.OBJ", OBJ);
    assert_eq!(folder.stdout(&["dump", "LEVEL.OBJ"]), folder.stdout(&["dump", "level.obj"]));
}

// The program itself.

#[test]
fn version_and_help_go_to_standard_output() {
    let folder = Folder::new();
    assert_eq!(folder.stdout(&["--version"]), format!("spanscope {}\n", env!("CARGO_PKG_VERSION")));
    let help = folder.stdout(&["--help"]);
    assert!(help.contains("dump") && help.contains("Usage: spanscope"), "{help}");
    let help = folder.stdout(&["dump", "--help"]);
    for option in ["--stages", "--hash", "--cell-size", "--slope-degrees", "--frame-origin", "--pad-below"] {
        assert!(help.contains(option), "{option} is missing in {help}");
    }
}

#[test]
fn a_reader_who_has_had_enough_is_no_error() {
    let folder = Folder::new();
    let scene = folder.add("level.obj", OBJ.replace("0 3", "0 300").replace("v 3", "v 300"));
    let mut child = command()
        .arg("dump")
        .arg(scene)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    {
        let mut reader = BufReader::with_capacity(16, child.stdout.take().expect("a pipe"));
        reader.read_line(&mut line).expect("a line comes");
    }
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(line, "frame 1000 1000 2\n");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn a_full_disk_is_an_error_and_not_silence() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else {
        eprintln!("SKIPPED: this system has no /dev/full");
        return;
    };
    let folder = Folder::new();
    let scene = folder.add("level.obj", OBJ);
    let mut child = command().arg("dump").arg(scene).stdout(full).stderr(Stdio::piped()).spawn().expect("it starts");
    let stderr = std::io::read_to_string(child.stderr.take().expect("a pipe")).expect("messages are UTF-8");
    assert_eq!(child.wait().expect("the program ends").code(), Some(2));
    assert!(stderr.starts_with("error Io: ") && stderr.lines().count() == 1, "{stderr}");
}

#[test]
fn an_error_is_one_line_whatever_a_file_holds_or_is_called() {
    let folder = Folder::new();
    let forged = r#"{"inputs": [{"mesh": {"file": "a\nerror Io: b.obj"}}]}"#;
    let error = folder.scene_error(forged);
    assert!(error.starts_with("error Io: ") && error.contains(r"a\nerror Io: b.obj"), "{error}");
    let error = folder.scene_error(r#"{"inputs": [], "\u001b[31m": 1}"#);
    assert!(error.starts_with(r"error BadScene: unknown field `\u{1b}[31m`"), "{error}");
    let long = format!(r#"{{"frame": {{"cell_size": "{}", "cell_height": 1}}}}"#, "x".repeat(100_000));
    let error = folder.scene_error(&long);
    assert!(error.chars().count() < 1100 && error.ends_with(".scene.json"), "{}", error.len());
    // The header of an array that is none is drawn over several lines by its reader.
    folder.add("a.npy", b"\x93NUMPY\x01\x00\x01\x00 ");
    assert!(folder.error(&["dump", "a.npy"]).starts_with("error BadFile: "));
}

#[test]
fn a_list_is_no_object() {
    let folder = Folder::new();
    for scene in [
        "[]",
        r#"{"settings": []}"#,
        r#"{"view": []}"#,
        r#"{"frame": [[0,0,0]]}"#,
        r#"{"inputs": [{"mesh": ["level.obj"]}]}"#,
        r#"{"inputs": [{"mesh": {"file": "level.obj", "transform": ["z", "left", 100, true]}}]}"#,
        r#"{"inputs": [{"mesh": {"file": "level.obj", "parts": [["a", true, 3]]}}]}"#,
        r#"{"volumes": [[[[0,0],[1,0],[1,1]], 0, 1, 5]]}"#,
    ] {
        let error = folder.scene_error(scene);
        assert!(error.starts_with("error BadScene: invalid type: "), "{scene}: {error}");
    }
}

#[test]
fn a_file_under_the_wrong_word_is_said_to_be_what_it_is() {
    let folder = Folder::new();
    let error = folder.scene_error(r#"{"inputs": [{"chunk": {"file": "level.obj"}}]}"#);
    assert!(error.starts_with("error BadFile: this is a Wavefront OBJ mesh, and no voxel file: "), "{error}");
    let error = folder.scene_error(r#"{"inputs": [{"height_grid": {"file": "level.scene.json"}}]}"#);
    assert!(error.starts_with("error BadFile: this is a Spanscope scene, and no height map: "), "{error}");
}
