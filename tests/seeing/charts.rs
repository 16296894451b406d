//! What the charts count.

use crate::support::{chunk, floor, generate, run, triangles, unit_frame, voxels};
use proptest::prelude::*;
use spanscope::inspect::charts::{Charts, MAX_BARS, charts, slope_limit};
use spanscope::pipeline::{Input, Monitor, NOT_WALKABLE, PipelineError, PipelineRun, Scene, SpanSettings, Stage};
use std::sync::Arc;

fn charts_of(scene: &Scene) -> (PipelineRun, Charts) {
    let run = run(scene);
    let charts = charts(&run, scene, &Monitor::default()).unwrap();
    (run, charts)
}

/// Level ground of seven by seven cells.
fn ground() -> Vec<[i32; 5]> {
    (0..49).map(|i| [i % 7, i / 7, 0, 1, 63]).collect()
}

fn scene(runs: &[[i32; 5]], settings: SpanSettings) -> Scene {
    Scene { settings, ..voxels([7, 7, 40], runs) }
}

const SMALL: SpanSettings = SpanSettings { height_rows: 4, climb_rows: 2, radius_cells: 1, ..SpanSettings::HUMANOID };

#[test]
fn the_waterfall_goes_from_stage_to_stage() {
    let (run, charts) = charts_of(&scene(&ground(), SMALL));
    let steps: Vec<_> = charts.walkable.iter().map(|step| (step.stage, step.before, step.after)).collect();
    assert_eq!(
        steps,
        [
            (Stage::Merged, 0, 49),
            (Stage::LowHanging, 49, 49),
            (Stage::Ledges, 49, 25), // The outermost ring borders on nothing.
            (Stage::LowHeight, 25, 25),
            (Stage::Compact, 25, 25),
            (Stage::Eroded, 25, 9), // And the next one is the border.
            (Stage::Volumes, 9, 9),
        ]
    );
    assert_eq!(run.stage(Stage::Volumes).walkable(), 9);
}

#[test]
fn spans_clearances_and_steps_of_a_small_scene_are_these() {
    // A roof with three free rows over one cell, and a floor two rows higher beside it.
    let mut runs = ground();
    runs.push([3, 3, 4, 1, 63]);
    runs[3 * 7 + 4] = [4, 3, 0, 3, 63];
    runs.sort_unstable_by_key(|run| (run[1], run[0], run[2]));
    let (_, charts) = charts_of(&scene(&runs, SpanSettings { climb_rows: 4, ..SMALL }));
    assert_eq!((charts.spans.width, charts.spans.bars.as_slice()), (1, &[0, 48, 1][..]));
    assert_eq!((charts.spans.sum, charts.spans.apart), (50, 0));
    // Under the roof; all others are open: 25 columns without the ledges, and the roof.
    assert_eq!(charts.clearance.bars, [0, 0, 0, 1]);
    assert_eq!((charts.clearance.apart, charts.clearance.above), (25, 0));
    // Of the 40 pairs of 25 columns four touch the higher floor: one from the roof, which is two rows above it, and three from the
    // ground. The roof's other three neighbours are four rows below.
    assert_eq!(charts.steps.bars, [33, 0, 4, 0, 3]);
}

#[test]
fn a_column_without_spans_is_counted_apart() {
    let (_, charts) = charts_of(&scene(&[[0, 0, 0, 1, 63]], SMALL));
    assert_eq!((charts.spans.bars.as_slice(), charts.spans.apart), (&[0, 1][..], 48));
    let (_, empty) = charts_of(&scene(&[], SMALL));
    assert_eq!((empty.spans.bars.len(), empty.spans.total(), empty.spans.apart), (0, 0, 49));
    assert!(empty.slope.bars.is_empty() && empty.steps.bars.is_empty() && empty.clearance.bars.is_empty());
}

#[test]
fn slopes_are_weighed_by_area_and_split_at_the_limit() {
    let ramp = |rise: f64, z: f64| {
        let (a, b, c, d) = ([0.0, 1.0, z], [0.0, 1.0, z + 1.0], [4.0, 1.0 + rise, z + 1.0], [4.0, 1.0 + rise, z]);
        [[a, b, c], [a, c, d]]
    };
    let mut all = floor([0.0, 4.0], [8.0, 8.0], 1.0).to_vec();
    all.extend(ramp(3.0, 0.0)); // 36.87 degrees, five units long.
    all.extend(ramp(6.0, 2.0)); // 56.31 degrees, and 7.21 units long.
    let down: Vec<_> = floor([0.0, 0.0], [8.0, 8.0], 0.5).map(|[a, b, c]| [a, c, b]).to_vec();
    all.extend(down);
    let scene = Scene { frame: unit_frame([8, 8, 20]), inputs: vec![triangles(&all)], ..Scene::default() };
    let (_, charts) = charts_of(&scene);
    let mut expected = vec![[0.0, 0.0]; 36];
    expected[0] = [32.0, 0.0];
    expected[14] = [5.0, 0.0]; // 35 to 37.5
    expected[22] = [0.0, 52.0_f64.sqrt()]; // 55 to 57.5
    let bars = &charts.slope.bars;
    assert_eq!(bars.len(), expected.len());
    let differences = bars.iter().flatten().zip(expected.iter().flatten()).map(|(a, b)| (a - b).abs());
    assert!(differences.fold(0.0, f64::max) < 1e-4, "{bars:?}");
    assert!((charts.slope.limit - 45.0).abs() < 1e-4);
    assert!((slope_limit(&SpanSettings { slope_cosine: 0.5, ..SMALL }) - 60.0).abs() < 1e-4);
}

#[test]
fn a_high_hall_does_not_widen_the_bars() {
    let mut runs = ground();
    runs.push([3, 3, 39, 1, 63]);
    runs.sort_unstable_by_key(|run| (run[1], run[0], run[2]));
    let (_, low) = charts_of(&scene(&runs, SMALL));
    assert_eq!((low.clearance.width, low.clearance.bars.len(), low.clearance.above), (1, 39, 0));
    let hall: Vec<[i32; 5]> = runs.iter().map(|&[x, z, start, length, m]| [x, z, start * 4, length, m]).collect();
    let high = Scene { settings: SMALL, ..voxels([7, 7, 200], &hall) };
    let (_, high) = charts_of(&high);
    assert_eq!((high.clearance.width, high.clearance.bars.len()), (1, MAX_BARS as usize));
    assert_eq!((high.clearance.above, high.clearance.total()), (1, 1));
}

#[test]
fn many_spans_share_bars() {
    let runs: Vec<[i32; 5]> = (0..200).map(|i| [0, 0, 2 * i, 1, 63]).collect();
    let scene = Scene { inputs: vec![Input::Chunk(Arc::new(chunk([1, 1, 400], &runs)))], ..voxels([1, 1, 400], &[]) };
    let (_, charts) = charts_of(&scene);
    assert!(charts.spans.bars.len() <= MAX_BARS as usize, "{:?}", charts.spans);
    let bar = charts.spans.bars.iter().position(|&n| n == 1).unwrap();
    let [first, last] = charts.spans.range(bar);
    assert!((first..=last).contains(&200), "{first} to {last}");
}

#[test]
fn a_cancelled_job_has_no_charts() {
    let scene = scene(&ground(), SMALL);
    let run = run(&scene);
    let monitor = Monitor::default();
    monitor.cancel();
    assert!(matches!(charts(&run, &scene, &monitor), Err(PipelineError::Cancelled)));
}

proptest! {
    #![proptest_config(generate::cases(150))]

    #[test]
    fn everything_is_counted_once(scene in generate::scene()) {
        let (run, charts) = charts_of(&scene);
        prop_assert!(charts.walkable.windows(2).all(|pair| pair[0].after == pair[1].before));
        prop_assert_eq!(charts.walkable.last().unwrap().after, run.stage(Stage::Volumes).walkable() as u64);
        prop_assert_eq!(charts.spans.sum, run.solid.spans().len() as u64);
        prop_assert_eq!(charts.spans.total() + charts.spans.apart, run.frame.columns() as u64);
        let walkable = crate::support::areas(&run, Stage::Ledges).iter().filter(|&&area| area != NOT_WALKABLE).count();
        prop_assert_eq!(charts.clearance.total() + charts.clearance.apart, walkable as u64);
        let mut pairs: Vec<[usize; 2]> = Vec::new();
        for column in 0..run.open.columns() {
            for floor in run.open.column(column) {
                for direction in 0..4 {
                    let to = run.open.linked(column, floor, direction).map(|(_, to)| to);
                    pairs.extend(to.map(|to| [floor.min(to), floor.max(to)]));
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        prop_assert_eq!(charts.steps.total(), pairs.len() as u64);
        prop_assert!(charts.steps.bars.len() as i64 <= i64::from(run.settings.climb_rows) + 1);
    }
}
