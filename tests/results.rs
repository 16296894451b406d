//! Results that are read from files: dumps, and the heightfields of Recast and `rerecast`.

mod support;

use proptest::prelude::*;
use spanscope::inspect::snapshot::{Place, Record};
use spanscope::inspect::{Snapshot, compare};
use spanscope::io::LoadError;
use spanscope::io::results::{ImportedResult, ResultError, dump_text, parse};
use spanscope::pipeline::stage::compact::compact;
use spanscope::pipeline::{Frame, Input, Monitor, PipelineRun, Scene, Stage, run_by};
use spanscope::recast::RULES;
use std::path::Path;
use support::{areas, dump, floor, generate, hashes, run, triangles_with_areas, unit_frame};

proptest! {
    #![proptest_config(generate::cases(100))]

    #[test]
    fn a_dump_is_read_back_as_what_it_was_made_of(scene in generate::scene()) {
        let run = run(&scene);
        let expected = Snapshot { place: None, ..Snapshot::of_run(&run) };
        prop_assert_eq!(dump_text::parse(dump(&run).as_bytes()).expect("it is one").snapshot, expected);
    }

    #[test]
    fn bytes_in_a_dump_never_do_harm(scene in generate::scene(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = dump(&run(&scene)).into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let _ = dump_text::parse(&bytes); // It may still be a dump, of something else.
        let _ = dump_text::parse(&bytes[..at]);
    }
}

/// A dump with every stage.
const DUMP: &str = "frame 2 3 9\ndegenerate 1\n@raw 2\n4 1 2 0 3 63\n-1 0 0 2 4 5\n@merged\n0 0 2:4:5 6:7:0\n1 2 0:3:63\n\
    @low_hanging\n1 2 0:3:63\n@ledges\n@low_height\n@compact\n1 2 3:65535:63:63,63,62,0\n@eroded\n1 2 3:65535:0:4\n\
    @volumes\n1 2 3:65535:0\n";

fn imported(text: &str) -> Snapshot {
    dump_text::parse(text.as_bytes()).expect("it is a dump").snapshot
}

#[track_caller]
fn refused(text: &str) -> String {
    dump_text::parse(text.as_bytes()).expect_err("it is no dump").to_string()
}

#[test]
fn white_space_of_other_engines_changes_nothing() {
    let expected = imported(DUMP);
    for (what, text) in [
        ("a space at the end of each line", DUMP.replace('\n', " \n")),
        ("tabs", DUMP.replace(' ', "\t")),
        ("two spaces", DUMP.replace(' ', "  ")),
        ("a byte order mark", format!("\u{feff}{DUMP}")),
        ("lines of Windows", DUMP.replace('\n', "\r\n")),
        ("lines of spaces", DUMP.replace("@merged", "  \n@merged")),
    ] {
        assert_eq!(dump_text::parse(text.as_bytes()).expect(what).snapshot, expected, "{what}");
    }
    assert!(dump_text::is_content(b"\xef\xbb\xbfframe\t2 3 9") && !dump_text::is_content(b"frames 2 3 9"));
}

#[test]
fn the_values_of_a_dump_are_those_of_its_lines() {
    let snapshot = imported(DUMP);
    assert_eq!((snapshot.width, snapshot.depth, snapshot.height), (2, 3, Some(9)));
    let record = |rows, area| Record { rows, area, links: None, distance: None };
    let stage = |stage: Stage| snapshot.stage(stage).expect("it is there");
    assert_eq!(stage(Stage::Merged).columns.as_slice(), [0, 5]);
    assert_eq!(stage(Stage::Merged).record(1), record([6, 7], 0));
    assert_eq!(stage(Stage::Raw).record(1), record([0, 3], 63));
    let floor = record([3, 65_535], 63);
    assert_eq!(stage(Stage::Compact).record(0), Record { links: Some([63, 63, 62, 0]), ..floor });
    assert_eq!(stage(Stage::Eroded).record(0), Record { area: 0, distance: Some(4), ..floor });
    assert_eq!(stage(Stage::Volumes).record(0), Record { area: 0, ..floor });
    assert!(stage(Stage::Ledges).is_empty());
    assert_eq!(stage(Stage::Merged).line(0), "2:4:5 6:7:0");
    assert_eq!(stage(Stage::Compact).line(5), "3:65535:63:63,63,62,0");
}

#[test]
fn some_stages_other_line_ends_and_no_count_of_degenerates_will_do() {
    let short = imported("frame 2 3 9\r\n@volumes\r\n1 2 3:65535:0\r\n\r\n@merged\r\n");
    assert!(short.stage(Stage::Raw).is_none() && short.stage(Stage::Merged).is_some_and(|merged| merged.is_empty()));
    assert_eq!(short.stage(Stage::Volumes), imported(DUMP).stage(Stage::Volumes));
    // A span of another engine can reach beyond the frame.
    assert_eq!(imported("frame 1 1 9\n@merged\n0 0 9:10:1\n").stage(Stage::Merged).unwrap().len(), 1);
}

#[test]
fn each_malformed_line_is_named_with_what_is_wrong_and_the_bound() {
    for (from, to, expected) in [
        ("frame 2 3 9", "fram 2 3 9", "the first line must say how large the grid is, such as \"frame 10 10 20\""),
        (
            "frame 2 3 9",
            "frame 0 3 9",
            "the width is \"0\", not a whole number from 1 to 65536 at line 1, \"frame 0 3 9\"",
        ),
        ("frame 2 3 9", "frame 65536 65536 9", "65536 x 65536 columns are more than 16777216 (2^24) at line 1"),
        ("frame 2 3 9", "frame 2 3 65536", "the height is \"65536\", not a whole number from 1 to 65535 at line 1"),
        ("frame 2 3 9", "frame 2 3", "the height is missing, a whole number from 1 to 65535 at line 1"),
        ("degenerate 1", "degenerate x", "the number of degenerate triangles is \"x\", not a whole number from 0 to"),
        ("degenerate 1", "degenerated", "a stage is expected, such as \"@merged\" at line 2, \"degenerated\""),
        ("@raw 2", "@raw", "the number of pieces is missing, a whole number from 0 to 4294967295 at line 3, \"@raw\""),
        ("@raw 2", "@raw 3", "line 3 announces 3 pieces, and 2 follow"),
        ("@ledges", "@edges", "there is no stage \"edges\"; the stages are raw, merged, low_hanging, ledges"),
        ("@ledges", "@merged", "the stage merged is here a second time at line 11, \"@merged\""),
        ("4 1 2 0 3 63", "-2 1 2 0 3 63", "the triangle is \"-2\", not a whole number from -1 to 2147483647 at line 4"),
        ("4 1 2 0 3 63", "4 2 2 0 3 63", "x is \"2\", not a whole number from 0 to 1 at line 4, \"4 2 2 0 3 63\""),
        ("4 1 2 0 3 63", "4 1 3 0 3 63", "z is \"3\", not a whole number from 0 to 2 at line 4"),
        ("4 1 2 0 3 63", "4 1 2 3 3 63", "the piece 3 to 3 has no row at line 4"),
        ("4 1 2 0 3 63", "4 1 2 0 3 256", "the area is \"256\", not a whole number from 0 to 255 at line 4"),
        ("4 1 2 0 3 63", "4 1 2 0 3 63 1", "\"1\" is one word too many at line 4"),
        ("2:4:5 6:7:0", "2:4:5 3:7:0", "the span from row 3 begins below row 4, where the one before ends at line 7"),
        ("2:4:5 6:7:0", "4:4:5", "the span 4 to 4 has no row at line 7, \"0 0 4:4:5\""),
        ("2:4:5 6:7:0", "2:4:+5", "the area is \"+5\", not a whole number from 0 to 255 at line 7"),
        ("2:4:5 6:7:0", "2:4:5:1", "\"1\" is one field too many in \"2:4:5:1\" at line 7"),
        ("2:4:5 6:7:0", "2:65536:5", "the surface row is \"65536\", not a whole number from 0 to 65535 at line 7"),
        ("0 0 2:4:5 6:7:0", "0 0", "nothing follows x and z; columns that hold nothing are left out at line 7"),
        ("0 0 2:4:5", "1 2 2:4:5", "this column does not come after the one before; columns come in the order"),
        ("63,63,62,0", "63,63,62", "a link is missing, a whole number from 0 to 63 at line 14"),
        ("63,63,62,0", "63,63,62,64", "a link is \"64\", not a whole number from 0 to 63 at line 14"),
        (":0:4", ":0", "the distance is missing, a whole number from 0 to 2097152 at line 16"),
        ("1 2 3:65535:0\n", "1 2 3:65535:0:4\n", "\"4\" is one field too many in \"3:65535:0:4\" at line 18"),
        (
            "1 2 3:65535:0\n",
            "1 2 3:9:0 3:9:0\n",
            "the floor at row 3 does not lie above the one before, at row 3 at line 18",
        ),
    ] {
        assert!(DUMP.contains(from), "{from}");
        let error = refused(&DUMP.replacen(from, to, 1));
        assert!(error.starts_with(expected), "{from} as {to}: {error}");
    }
    assert_eq!(refused("frame 2 3 9\ndegenerate 0\n"), "this holds no stage");
    assert_eq!(refused(""), "the first line must say how large the grid is, such as \"frame 10 10 20\"");
}

#[test]
fn a_dump_of_hashes_is_refused_with_the_reason() {
    let hashes = hashes(&run(&small()));
    assert_eq!(refused(&hashes), "line 4 holds a hash and no lines to compare; write the dump without --hash");
}

#[test]
fn a_cut_dump_is_read_or_refused_and_a_large_grid_takes_no_memory() {
    for end in 0..DUMP.len() {
        match dump_text::parse(&DUMP.as_bytes()[..end]) {
            Ok(result) => assert!(result.snapshot.stage(Stage::Raw).is_none_or(|raw| raw.len() == 2), "{end}"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    let empty = imported("frame 65536 256 65535\n@merged\n@low_hanging\n@ledges\n@low_height\n@compact\n@eroded\n");
    assert!(empty.stage(Stage::Eroded).is_some_and(|stage| stage.columns.is_empty() && stage.first.len() == 1));
}

/// `rcHeightfield` of 2 x 1 columns as its members say it.
const SOLID: &str = "{\n\t\"width\": 2,\n\t\"height\": 1,\n\t\"bmin\": [-25.02, 0, -90.04],\n\t\"bmax\": [-24.42, 40.18, -89.74],\n\
    \t\"cs\": 0.3,\n\t\"ch\": 0.2,\n\t\"spans\": [\n\t{},\n\t{\"min\": 74, \"max\": 75, \"area\": 63, \"next\": {\n\
    \t\"min\": 93, \"max\": 95, \"area\": 0, \"next\": {}}}]\n}\n";

/// `rcCompactHeightfield` of 2 x 1 columns: two floors that link to each other, and one above.
const COMPACT: &str = "{\"width\": 2,\"height\": 1,\"walkableHeight\": 8,\"walkableClimb\": 6,\"borderSize\": 0,\
    \"maxDistance\": 0,\"maxRegions\": 0,\"bmin\": [-25.02, 0, -90.04],\"bmax\": [0, 9, 1],\"cs\": 0.3,\"ch\": 0.2,\
    \"cells\":[{\"index\": 0,\"count\": 1},{\"index\": 1,\"count\": 2}],\
    \"spans\":[{\"y\": 7,\"reg\": 0,\"con\": 16519167,\"h\": 20},{\"y\": 8,\"reg\": 0,\"con\": 16777152,\"h\": 19},\
    {\"y\": 40,\"reg\": 0,\"con\": 16777215,\"h\": 255}],\"dist\":[],\"areas\":[63,63,5]}";

fn heightfield(text: &str, stage: Option<Stage>) -> Result<ImportedResult, String> {
    match parse(text.as_bytes(), Path::new("field.json"), stage) {
        Ok(result) => result.ok_or_else(|| "this is no result".into()),
        Err(LoadError::Result { reason, .. }) => Err(reason.to_string()),
        Err(error) => panic!("another error: {error}"),
    }
}

#[test]
fn a_solid_heightfield_of_recast_is_read_as_merged_or_as_what_is_said() {
    let ImportedResult { snapshot, notes, names_its_stages } = heightfield(SOLID, None).unwrap();
    assert_eq!((snapshot.width, snapshot.depth, snapshot.height, names_its_stages), (2, 1, None, false));
    let place = Place { origin: [-25.02, 0.0, -90.04], cell_size: 0.3, cell_height: 0.2 };
    assert_eq!(snapshot.place, Some(place));
    let merged = snapshot.stage(Stage::Merged).unwrap();
    assert_eq!((merged.columns.as_slice(), merged.line(1)), (&[1][..], "74:75:63 93:95:0".to_owned()));
    assert_eq!(snapshot.stages.iter().flatten().count(), 1);
    assert_eq!(
        notes,
        [
            "a solid heightfield is read as the stage merged; the file does not hold the number of rows, which is not compared"
        ]
    );
    let ledges = heightfield(SOLID, Some(Stage::Ledges)).unwrap().snapshot;
    assert!(ledges.stage(Stage::Merged).is_none() && ledges.stage(Stage::Ledges) == Some(merged));
    let error = heightfield(SOLID, Some(Stage::Raw)).unwrap_err();
    assert_eq!(error, "a solid heightfield is no raw stage; it can be merged, low_hanging, ledges, low_height");
    assert!(heightfield(SOLID, Some(Stage::Compact)).is_err());
}

#[test]
fn a_compact_heightfield_of_recast_has_its_links_and_areas() {
    let ImportedResult { snapshot, notes, .. } = heightfield(COMPACT, None).unwrap();
    let compact = snapshot.stage(Stage::Compact).unwrap();
    assert_eq!(compact.line(0), "7:20:63:63,63,0,63");
    assert_eq!(compact.line(1), "8:19:63:0,63,63,63 40:255:5:63,63,63,63");
    assert_eq!(compact.clearance_limit, 255);
    assert!(notes[1].contains("end at 255"), "{notes:?}");
    let ImportedResult { snapshot, notes, .. } = heightfield(COMPACT, Some(Stage::Eroded)).unwrap();
    assert_eq!(snapshot.stage(Stage::Eroded).unwrap().line(0), "7:20:63");
    assert!(notes[1].starts_with("the file does not hold distances"), "{notes:?}");
}

#[test]
fn what_a_heightfield_lacks_or_breaks_is_said() {
    for (text, from, to, expected) in [
        (SOLID, "\"width\": 2", "\"width\": 3", "spans are 2, not 3"),
        (SOLID, "\"width\": 2", "\"width\": 0", "width is 0, outside 1 to 65536"),
        (SOLID, "\"height\": 1", "\"height\": 70000", "height is 70000, outside 1 to 65536"),
        (SOLID, "\"cs\": 0.3", "\"cs\": 0", "the cell size is 0.0, as a float32 not finite and above 0"),
        (SOLID, "\"ch\": 0.2", "\"ch\": 1e39", "the cell height is 1e39, as a float32 not finite and above 0"),
        (SOLID, "\"cs\": 0.3,", "", "this is no heightfield as JSON: missing field `cs` at line 12"),
        (SOLID, "\"max\": 75, ", "", "column 1, 0: a span must have min, max and area"),
        (SOLID, "\"max\": 75", "\"max\": 94", "column 1, 0: the span from row 93 begins below row 94"),
        (SOLID, "\"max\": 75", "\"max\": 74", "column 1, 0: the span 74 to 74 has no row"),
        (
            SOLID,
            "\"max\": 75",
            "\"max\": 65536",
            "this is no heightfield as JSON: invalid value: integer `65536`, expected u16 at line ",
        ),
        (COMPACT, "\"index\": 1", "\"index\": 2", "column 1, 0: spans 2 to 4 do not follow span 1 of 3"),
        (
            COMPACT,
            "\"count\": 2",
            "\"count\": 4000000000",
            "column 1, 0: spans 1 to 4000000001 do not follow span 1 of 3",
        ),
        (COMPACT, "\"count\": 2", "\"count\": 1", "spans are 3, not 2"),
        (COMPACT, "63,63,5", "63,63", "areas are 2, not 3"),
        (COMPACT, "\"y\": 40", "\"y\": 8", "column 1, 0: the floor at row 8 does not lie above the one before"),
        (COMPACT, "\"width\": 2", "\"width\": 1", "cells are 2, not 1"),
        (COMPACT, ",\"areas\":[63,63,5]", "", "this is no heightfield as JSON: missing field `areas` at line 1"),
    ] {
        assert!(text.contains(from), "{from}");
        let error = heightfield(&text.replacen(from, to, 1), None).unwrap_err();
        assert!(error.starts_with(expected), "{from} as {to}: {error}");
    }
    for text in ["{}", "{\"spans\": []}", "[]", "{\"inputs\": [], \"spans\": 1}", "v 0 0 0"] {
        assert_eq!(heightfield(text, None).unwrap_err(), "this is no result", "{text}");
    }
    for end in 0..COMPACT.len() {
        assert!(heightfield(&COMPACT[..end], None).is_err());
    }
    // More spans in a column than the reader follows are refused, and not the end of the stack.
    let nested = |spans: usize| {
        let next = (0..spans).rev().fold("{}".to_owned(), |next, span| {
            format!("{{\"min\": {}, \"max\": {}, \"area\": 1, \"next\": {next}}}", 100 + 3 * span, 101 + 3 * span)
        });
        SOLID.replacen("\"next\": {}", &format!("\"next\": {next}"), 1)
    };
    assert!(
        heightfield(&nested(100), None).is_ok_and(|result| result.snapshot.stages[1].as_ref().unwrap().len() == 102)
    );
    let error = heightfield(&nested(20_000), None).unwrap_err();
    assert!(
        error.starts_with(
            "a column nests more than about 120 spans, deeper than JSON is read: recursion limit exceeded at line 11"
        ),
        "{error}"
    );
}

#[test]
fn the_heightfields_of_rerecast_are_read_as_it_writes_them() {
    let scene = small();
    let ours = run_by(&RULES, &scene, &Monitor::default()).unwrap();
    let field = rerecast_field(&scene, &ours.frame);
    let text = serde_json::to_string(&field).unwrap();
    let ImportedResult { snapshot, notes, .. } = heightfield(&text, None).unwrap();
    let comparison = compare(["a".into(), "b".into()], &Snapshot::of_run(&ours), &snapshot).unwrap();
    assert!(comparison.is_same(Stage::Merged) && comparison.stages.len() == 1);
    assert_eq!(comparison.stages[0].counts, [ours.solid.spans().len(); 2]);
    assert_eq!(notes[1], "the default area of rerecast, 255, is read as ours, 63");

    let (open, of_floors) =
        compact(&ours.solid, areas(&ours, Stage::Merged), 3, 1, &Monitor::default()).expect("nobody cancels");
    let text = serde_json::to_string(&field.into_compact(3, 1).unwrap()).unwrap();
    let theirs = heightfield(&text, None).unwrap().snapshot;
    let theirs = theirs.stage(Stage::Compact).unwrap();
    assert!(open.spans().len() > 20);
    for (number, (span, &area)) in open.spans().iter().zip(&of_floors).enumerate() {
        let rows = [span.y, span.height.min(255)];
        assert_eq!(theirs.record(number), Record { rows, area, links: Some(span.links), distance: None });
    }
    assert_eq!(theirs.len(), open.spans().len());
}

#[test]
fn a_broken_chain_of_rerecast_is_refused() {
    let scene = small();
    let ours = run_by(&RULES, &scene, &Monitor::default()).unwrap();
    let mut field = serde_json::to_value(rerecast_field(&scene, &ours.frame)).unwrap();
    let key = field["spans"][0].clone();
    field["spans"][0]["version"] = 99.into();
    let error = heightfield(&field.to_string(), None).unwrap_err();
    assert!(error.starts_with("column 0, 0: span 1 of version 99 is not among the "), "{error}");
    // A chain that comes back to itself ends.
    field["spans"][0] = key.clone();
    let place = key["idx"].as_u64().unwrap() as usize;
    field["allocated_spans"][place]["value"]["next"] = key;
    let error = heightfield(&field.to_string(), None).unwrap_err();
    assert!(error.starts_with("column 0, 0: the span from row "), "{error}");
}

#[test]
fn the_dump_that_the_readme_has_an_engine_write_is_read() {
    let readme = include_str!("../README.md");
    let formats = ["\"frame %d %d %d\\n@merged\\n\"", "\"%d %d\"", "\" %u:%u:%u\"", "\"\\n\""];
    for format in formats {
        assert!(readme.contains(&format!("fprintf(out, {format}")), "{format} is missing in the README");
    }
    let scene = small();
    let ours = run_by(&RULES, &scene, &Monitor::default()).unwrap();
    let text = as_in_the_readme(&rerecast_field(&scene, &ours.frame));
    let theirs = imported(&text);
    let comparison = compare(["a".into(), "b".into()], &Snapshot::of_run(&ours), &theirs).unwrap();
    assert!(comparison.is_same(Stage::Merged) && comparison.stages.len() == 1 && comparison.not_compared.len() == 7);
    let other = imported(&text.replacen(":63", ":1", 1));
    let comparison = compare(["a".into(), "b".into()], &Snapshot::of_run(&ours), &other).unwrap();
    assert_eq!(comparison.stage(Stage::Merged).unwrap().differences.area, 1);
}

/// The function of the README, line by line.
fn as_in_the_readme(field: &rerecast::Heightfield) -> String {
    let rows = ((field.aabb.max.y - field.aabb.min.y) / field.cell_height - 0.001).ceil() as i32;
    let mut out = format!("frame {} {} {rows}\n@merged\n", field.width, field.height);
    for z in 0..field.height {
        for x in 0..field.width {
            let Some(lowest) = field.span_at(x, z) else { continue };
            out += &format!("{x} {z}");
            let mut next = Some(lowest);
            while let Some(span) = next {
                let area = if span.area.0 == 255 { 63 } else { span.area.0 };
                out += &format!(" {}:{}:{area}", span.min, span.max);
                next = span.next.map(|key| field.span(key));
            }
            out += "\n";
        }
    }
    out
}

/// Two floors and something above a part of them.
fn small() -> Scene {
    let low = floor([0.0, 0.0], [6.0, 5.0], 2.5);
    let step = floor([3.0, 0.0], [6.0, 5.0], 3.5);
    let roof = floor([0.0, 2.0], [2.0, 4.0], 9.2);
    Scene {
        frame: unit_frame([6, 5, 20]),
        inputs: vec![triangles_with_areas(&[low, step, roof].concat(), &[63, 63, 63, 63, 5, 0])],
        ..Scene::default()
    }
}

fn rerecast_field(scene: &Scene, frame: &Frame) -> rerecast::Heightfield {
    let [width, height, depth] = [frame.width(), frame.height(), frame.depth()].map(|n| n as f32);
    let aabb = rerecast::Aabb3d { min: glam::Vec3::ZERO, max: glam::Vec3::new(width, height, depth) };
    let mut field = rerecast::HeightfieldBuilder { aabb, cell_size: 1.0, cell_height: 1.0 }.build().unwrap();
    let Some(Input::Mesh(mesh)) = scene.inputs.first() else { panic!("it is a mesh") };
    for (number, corners) in mesh.triangles().enumerate() {
        let area = match mesh.area(number) {
            Some(63) => 255,
            area => area.expect("every triangle has one"),
        };
        let corners = corners.map(|corner| glam::Vec3A::from_array(corner.map(|c| c as f32)));
        field.rasterize_triangle(corners, rerecast::AreaType(area), 4).unwrap();
    }
    field
}

#[test]
fn the_errors_of_results_are_those_of_bad_files() {
    let error = ResultError::NoStage;
    assert_eq!(error.kind().to_string(), "BadFile");
    let run: PipelineRun = run(&small());
    let path = Path::new("cut.dump");
    let error = parse(&dump(&run).as_bytes()[3..], path, None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the first line must say how large the grid is, such as \"frame 10 10 20\": cut.dump"
    );
}
