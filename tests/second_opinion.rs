//! The pipeline against a slow second implementation (`tests/naive/`), on generated scenes and on the kept ones.

mod naive;
mod support;

use naive::erode::{Open, distances};
use naive::rasterize::{Piece, Span, merge, raw};
use proptest::prelude::*;
use spanscope::pipeline::{PipelineRun, Scene, Stage};
use std::collections::BTreeMap;
use std::path::Path;
use support::{generate, run, stage_text};

const SCENES: &str = include_str!("conformance/scenes.jsonl");
const ERRORS: &str = include_str!("conformance/errors.txt");

proptest! {
    #![proptest_config(generate::cases(1000))]

    #[test]
    fn generated_scenes_agree(scene in generate::scene()) {
        compare(&scene).map_err(TestCaseError::fail)?;
    }
}

#[test]
fn kept_scenes_agree() {
    let refused: Vec<&str> = ERRORS.lines().filter_map(|line| line.split(' ').next()).collect();
    let mut compared = 0;
    for line in SCENES.lines() {
        let (name, scene) = line[9..].split_once("\",\"scene\":").expect("a line holds a name and a scene");
        if refused.contains(&name) {
            continue;
        }
        let scene = scene.strip_suffix('}').expect("a line is an object");
        let loaded = spanscope::io::scene_json::parse(scene.as_bytes(), Path::new("kept")).expect("the scene is read");
        if let Err(difference) = compare(&loaded.scene().unwrap()) {
            panic!("{name}: {difference}");
        }
        compared += 1;
    }
    assert_eq!(compared, 396);
}

#[test]
fn a_wrong_merge_and_a_wrong_distance_would_be_seen() {
    let pieces: [Piece; 2] = [(0, 0, 0, 0, 3, 5), (1, 0, 0, 3, 4, 0)];
    assert_eq!(merge(&pieces, 0)[&(0, 0)], [(0, 4, 0)]);
    assert_eq!(merge(&pieces, 1)[&(0, 0)], [(0, 4, 5)]);

    let row = |links: [[usize; 4]; 3]| {
        let open = |(x, links)| Open { x, z: 0, area: 63, links };
        (0..3).zip(links).map(open).collect::<Vec<_>>()
    };
    let none = 63;
    let line = row([[none, none, 0, none], [0, none, 0, none], [0, none, none, none]]);
    assert_eq!(distances(&line, 2), [0, 0, 0], "each has a side without a link");
}

/// What differs first: raw pieces, merged spans, or erosion distances.
fn compare(scene: &Scene) -> Result<(), String> {
    let run = run(scene);
    let expected = raw(scene, &run.frame);
    same("raw", &raw_text(&expected), &stage_text(&run, Stage::Raw))?;
    let expected = merge(&expected, scene.settings.merge_threshold().into());
    same("merged", &merged_text(&expected), &stage_text(&run, Stage::Merged))?;
    let compact = stage_text(&run, Stage::Compact);
    let radius = scene.settings.radius_cells.unsigned_abs();
    let expected = distances(&read_compact(&compact), radius);
    if expected != run.distances {
        return Err(format!("distances: {expected:?}, got {:?}", run.distances));
    }
    eroded_areas(&run, radius)
}

fn same(what: &str, expected: &str, got: &str) -> Result<(), String> {
    match expected.lines().zip(got.lines()).find(|(a, b)| a != b) {
        Some((a, b)) => Err(format!("{what}: `{a}`, got `{b}`")),
        None if expected.len() != got.len() => Err(format!("{what}: one list goes on after the other's end")),
        None => Ok(()),
    }
}

fn raw_text(pieces: &[Piece]) -> String {
    let line = |(triangle, x, z, lo, hi, area): &Piece| format!("{triangle} {x} {z} {lo} {hi} {area}\n");
    pieces.iter().map(line).collect()
}

fn merged_text(columns: &BTreeMap<(i64, i64), Vec<Span>>) -> String {
    let line = |((z, x), spans): (&(i64, i64), &Vec<Span>)| {
        let spans: String = spans.iter().map(|(min, max, area)| format!(" {min}:{max}:{area}")).collect();
        format!("{x} {z}{spans}\n")
    };
    columns.iter().map(line).collect()
}

/// Spans with links, from the text alone: nothing of the program's own lists is used.
fn read_compact(text: &str) -> Vec<Open> {
    let mut spans = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |text: &str| text.parse::<i64>().expect("a dump holds numbers");
        for span in &words[2..] {
            let fields: Vec<&str> = span.split(':').collect();
            let links: Vec<usize> = fields[3].split(',').map(|link| number(link) as usize).collect();
            spans.push(Open {
                x: number(words[0]),
                z: number(words[1]),
                area: number(fields[2]) as u8,
                links: links.try_into().expect("four links"),
            });
        }
    }
    spans
}

/// Every span nearer than twice the radius has area 0, and every other one keeps what it had.
fn eroded_areas(run: &PipelineRun, radius: u32) -> Result<(), String> {
    let areas = |stage| support::areas(run, stage);
    for (span, (&before, &after)) in areas(Stage::Compact).iter().zip(areas(Stage::Eroded)).enumerate() {
        let expected = if run.distances[span] < 2 * radius { 0 } else { before };
        if after != expected {
            return Err(format!("eroded: area of span {span} is {after}, not {expected}"));
        }
    }
    Ok(())
}
