//! The rules of the house, read from the source: who may use whom, where outside crates stay, and how long a file is.
//!
//! A rule is a row of a table and applies to whatever files there are. Beside each rule stands a line that breaks it.

use spanscope::pipeline::Stage;
use std::path::Path;

/// Our modules, and those of ours that each may use besides itself. Longer paths come first: the first that fits counts.
const LAYERS: [(&str, &[&str]); 17] = [
    (
        "main",
        &["check", "app", "headless", "reduce", "session", "render", "draw", "inspect", "io", "source", "pipeline"],
    ),
    ("lib", &[]),
    ("session/file", &["session", "io", "inspect", "source", "pipeline"]),
    ("io/results", &["inspect", "source", "pipeline"]),
    ("app", &["reduce", "session", "render", "draw", "inspect", "io", "source", "surface", "recast", "pipeline"]),
    ("check", &["app", "session", "inspect", "io", "source", "pipeline"]),
    (
        "headless",
        &[
            "check", "app", "reduce", "session", "render", "draw", "inspect", "io", "source", "surface", "recast",
            "pipeline",
        ],
    ),
    ("render", &["draw", "inspect", "pipeline"]),
    ("reduce", &["inspect", "io", "source", "pipeline"]),
    ("draw", &["inspect", "source", "surface", "pipeline"]),
    ("inspect", &["source", "surface", "pipeline"]),
    ("session", &["inspect", "source", "pipeline"]),
    ("io", &["source", "surface", "pipeline"]),
    ("source", &["surface", "pipeline"]),
    ("surface", &["pipeline"]),
    ("recast", &["pipeline"]),
    ("pipeline", &[]),
];

/// Outside crates that stay in their places: module paths under `src`.
const GUARDED: [(&[&str], &[&str]); 13] = [
    (
        &["egui", "eframe", "rfd", "egui_plot", "egui_extras", "egui_glow", "egui_tiles"],
        &["app", "check/pictures", "headless", "render/headless", "main"],
    ),
    (&["three_d"], &["render"]),
    (&["notify"], &["app/watch"]),
    (&["tobj", "gltf", "ply_rs_bw", "percent_encoding"], &["io"]),
    (&["base64"], &["io", "headless/check"]),
    (&["maud", "quick_junit", "indicatif"], &["headless/check"]),
    (&["image_compare", "walkdir", "glob"], &["check"]),
    (&["dot_vox", "fastnbt"], &["io/voxels"]),
    (&["flate2"], &["io/voxels", "io/results", "check/stages"]),
    (&["npyz"], &["io/npy", "io/voxels", "io/height_map"]),
    (&["png", "tiff", "roxmltree"], &["io/height_map"]),
    (&["serde"], &["io", "session/file"]),
    (&["serde_json"], &["io", "session/file", "headless/check/json", "headless/check/mod"]),
];

/// The most lines of a source file.
const MAX_LINES: usize = 400;

#[test]
fn modules_use_only_the_layers_below_them() {
    assert_clean(forbidden_layers);
}

#[test]
fn guarded_crates_stay_in_their_places() {
    assert_clean(misplaced_crates);
}

#[test]
fn source_files_are_short() {
    assert_clean(too_long);
}

#[test]
fn the_pipeline_uses_no_clock_thread_or_file_of_its_own() {
    assert_clean(impure);
}

#[test]
fn every_source_file_belongs_to_a_layer() {
    let strangers: Vec<String> =
        sources().into_iter().map(|(module, _)| module).filter(|module| layer(module).is_none()).collect();
    assert_eq!(strangers, Vec::<String>::new(), "give the module a row in LAYERS");
}

#[test]
fn a_stage_has_one_name_in_code_files_and_dumps() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/pipeline/stage");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .expect("the stages have a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().replace(".rs", ""))
        .collect();
    files.sort_unstable();
    let mut names: Vec<String> = Stage::ALL.iter().map(|stage| snake_case(&format!("{stage:?}"))).collect();
    assert_eq!(names, Stage::ALL.map(Stage::name));
    names.sort_unstable();
    assert_eq!(files, names);

    let run = spanscope::pipeline::run(&an_empty_scene(), &Default::default()).expect("an empty scene runs");
    let mut dump = Vec::new();
    let form = spanscope::pipeline::dump::DumpForm::Lines;
    spanscope::pipeline::dump::write_dump(&run, &Stage::ALL, form, &mut dump).expect("a vector takes every byte");
    let dump = String::from_utf8(dump).expect("dumps are ASCII");
    let headers: Vec<&str> = dump.lines().filter_map(|line| line.strip_prefix('@')?.split(' ').next()).collect();
    assert_eq!(headers, Stage::ALL.map(Stage::name));
    assert!(Stage::ALL.into_iter().enumerate().all(|(i, stage)| stage.index() == i));
    assert!(Stage::ALL.into_iter().all(|stage| Stage::from_name(stage.name()) == Some(stage)));
}

#[test]
fn each_checker_complains_about_a_line_that_breaks_its_rule() {
    for (module, line) in [
        ("pipeline/run", "use crate::io::load;"),
        ("pipeline/stage/raw", "    crate::draw::boxes(log);"),
        ("inspect/trace", "use crate::draw::Boxes;"),
        ("draw/mod", "use crate::render::Camera;"),
        ("draw/mod", "use crate::{pipeline::Stage, app::Event};"),
        ("draw/mod", "use crate::{\n    pipeline::Stage,\n    app::Event,\n};"),
        ("render/camera", "use crate::session::View;"),
        ("io/obj", "use crate::session::Document;"),
        ("io/obj", "fn f() -> crate::inspect::Diff {}"),
        ("session/view", "use crate::app::Event;"),
        ("session/edit", "use crate::io::LoadedScene;"),
        ("app/shell", "use crate::headless::Overrides;"),
        ("session/view", "use crate::{app};"),
        ("surface/density_grid", "use crate::io::LoadError;"),
        ("source/height_map", "use crate::io::LoadError;"),
        ("surface/density_grid", "use crate::source::height_map;"),
        ("recast/rasterize", "use crate::source::Document;"),
        ("pipeline/run", "use crate::recast;"),
    ] {
        assert_eq!(forbidden_layers(module, line).len(), 1, "{module}: {line}");
    }
    for (module, line) in [
        ("pipeline/run", "use egui::Ui;"),
        ("draw/palette", "    let colour = egui::Color32::RED;"),
        ("render/camera", "use egui_glow::Painter;"),
        ("app/shell", "use three_d::Camera;"),
        ("app/dialogs", "use tobj::Model;"),
        ("session/file", "use gltf::Gltf;"),
        ("inspect/warnings", "ply_rs_bw::parser::Parser::new()"),
        ("headless/shot", "use serde::Serialize;"),
        ("session/view", "#[derive(serde::Serialize)]"),
        ("session/document", "use rfd::FileDialog;"),
        ("app/shell", "extern crate tobj;"),
        ("io/obj", "use dot_vox::Model;"),
        ("source/height_map", "use png::Decoder;"),
        ("io/obj", "tiff::decoder::Decoder::new(file)"),
    ] {
        assert_eq!(misplaced_crates(module, line).len(), 1, "{module}: {line}");
    }
    assert_eq!(too_long("draw/palette", &"\n".repeat(MAX_LINES + 1)).len(), 1);
    for line in ["use std::fs::File;", "std::thread::spawn(work);", "use std::collections::HashMap;", "a.mul_add(b, c)"]
    {
        assert_eq!(impure("pipeline/run", line).len(), 1, "{line}");
    }
}

#[test]
fn no_checker_complains_about_lines_that_keep_the_rules() {
    for (module, text) in [
        ("pipeline/run", "use crate::pipeline::Stage;\nuse super::Frame;\nuse crate::{pipeline::{Span, Stage}};"),
        (
            "io/load",
            "use crate::pipeline::{io_free, Scene}; // see crate::app\n//! [`crate::app`] asks\nuse serde::Serialize;",
        ),
        ("app/shell", "use crate::{session::View, io};\nuse egui::Ui;\nlet serde_free = 1;"),
        ("render/headless", "use egui_glow::Painter;\nuse three_d::Camera;"),
        ("session/file", "use crate::io::load;\nuse serde::Serialize;"),
        ("main", "use spanscope::headless;"),
        ("draw/palette", "/// As in egui::Color32.\nfn my_egui() {}"),
    ] {
        for checker in [forbidden_layers, misplaced_crates, too_long, impure] {
            assert_eq!(checker(module, text), Vec::<String>::new());
        }
    }
}

#[test]
fn the_reader_of_the_source_finds_it() {
    let modules: Vec<String> = sources().into_iter().map(|(module, _)| module).collect();
    for module in ["main", "lib", "pipeline/mod", "pipeline/stage/ledges", "io/scene_json/schema"] {
        assert!(modules.iter().any(|found| found == module), "{module} is missing in {modules:?}");
    }
}

/// Our modules that a file names and may not use.
fn forbidden_layers(module: &str, text: &str) -> Vec<String> {
    let Some((own, allowed)) = layer(module) else { return Vec::new() };
    let own_module = own.split('/').next().unwrap_or(own);
    let named = modules_named(&code(text));
    let ours = |name: &&String| LAYERS.iter().any(|(layer, _)| layer == name);
    let forbidden = named.iter().filter(ours).filter(|name| *name != own_module && !allowed.contains(&name.as_str()));
    forbidden.map(|name| format!("{module} uses {name}; {own} may use {allowed:?}")).collect()
}

/// Guarded crates that a file names and that have no place there.
fn misplaced_crates(module: &str, text: &str) -> Vec<String> {
    let code = code(text);
    let mut complaints = Vec::new();
    for (crates, places) in GUARDED {
        if places.iter().any(|place| is_under(module, place)) {
            continue;
        }
        let named = crates.iter().filter(|name| names_crate(&code, name));
        complaints.extend(named.map(|name| format!("{module} uses the crate {name}; its places are {places:?}")));
    }
    complaints
}

fn too_long(module: &str, text: &str) -> Vec<String> {
    let lines = text.lines().count();
    if lines > MAX_LINES { vec![format!("{module} has {lines} lines, more than {MAX_LINES}")] } else { Vec::new() }
}

/// What has no place in the pipeline: files, threads, lists without an order, and arithmetic with another rounding.
fn impure(module: &str, text: &str) -> Vec<String> {
    const IMPURE: [&str; 7] = ["std::fs", "std::net", "std::thread", "SystemTime", "HashMap", "HashSet", ".mul_add("];
    if !is_under(module, "pipeline") {
        return Vec::new();
    }
    let code = code(text);
    IMPURE.iter().filter(|word| code.contains(*word)).map(|word| format!("{module} uses {word}")).collect()
}

#[track_caller]
fn assert_clean(checker: fn(&str, &str) -> Vec<String>) {
    let complaints: Vec<String> = sources().iter().flat_map(|(module, text)| checker(module, text)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// The row of the table that a file belongs to.
fn layer(module: &str) -> Option<(&'static str, &'static [&'static str])> {
    LAYERS.into_iter().find(|(layer, _)| is_under(module, layer))
}

fn is_under(module: &str, place: &str) -> bool {
    module == place || module.strip_prefix(place).is_some_and(|rest| rest.starts_with('/'))
}

/// The text without comments. Strings of the source hold no `//` that matters here.
fn code(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The first segments of all paths that begin with `crate::`, also in braces.
fn modules_named(code: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = code[at + "crate::".len()..].trim_start();
        match rest.strip_prefix('{') {
            Some(list) => names.extend(heads_of_list(list)),
            None => names.push(head(rest)),
        }
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// The first segment of each item of a list in braces, whose opening brace is already read.
fn heads_of_list(list: &str) -> Vec<String> {
    let (mut depth, mut heads) = (0, Vec::new());
    let mut item_begins = true;
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => item_begins = true,
            c if item_begins && !c.is_whitespace() => {
                heads.push(head(&list[at..]));
                item_begins = false;
            }
            _ => {}
        }
    }
    heads
}

fn head(path: &str) -> String {
    path.chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect()
}

/// Whether the code names a crate at the start of a path, or in `extern crate`.
fn names_crate(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(at, _)| {
        let before = code[..at].chars().next_back().unwrap_or(' ');
        let after = &code[at + name.len()..];
        let starts_a_path = !before.is_alphanumeric() && before != '_' && !code[..at].ends_with("::");
        let is_extern = code[..at].ends_with("extern crate ") || code[..at].ends_with("use ");
        starts_a_path && (after.starts_with("::") || (is_extern && after.starts_with([';', ' '])))
    })
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for (at, c) in name.char_indices() {
        if c.is_uppercase() && at > 0 {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

fn an_empty_scene() -> spanscope::pipeline::Scene {
    let frame = spanscope::pipeline::FrameSpec::Grid {
        origin: [0.0; 3],
        cell_size: 1.0,
        cell_height: 1.0,
        dimensions: [1, 1, 1],
    };
    spanscope::pipeline::Scene { frame, ..Default::default() }
}

/// Every source file: its path under `src` without `.rs`, and its text.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the source is here") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let module = path.strip_prefix(&root).expect("it is under src").with_extension("");
                let module = module.to_string_lossy().replace('\\', "/");
                sources.push((module, std::fs::read_to_string(&path).expect("source is UTF-8")));
            }
        }
    }
    sources.sort_unstable();
    sources
}
