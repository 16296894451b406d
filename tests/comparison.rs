//! Two results side by side: what stands for what, what differs, and where differences lie together.

mod support;

use proptest::prelude::*;
use spanscope::inspect::comparison::{Differences, StageComparison, column_pairs};
use spanscope::inspect::grid_match::GridDifference;
use spanscope::inspect::matching::{Pair, RowsOf, match_columns};
use spanscope::inspect::patches::{Patch, patches};
use spanscope::inspect::snapshot::Record;
use spanscope::inspect::{Comparison, Snapshot, compare};
use spanscope::pipeline::{FrameSpec, PipelineRun, Scene, Stage};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use support::{generate, run, stage_text, unit_frame, voxels};

proptest! {
    #![proptest_config(generate::cases(200))]

    #[test]
    fn a_result_does_not_differ_from_itself(scene in generate::scene()) {
        let [a, b] = [&scene, &scene.clone()].map(|scene| Snapshot::of_run(&run(scene)));
        let comparison = of(&a, &b);
        prop_assert_eq!(comparison.stages.len(), 8);
        for stage in &comparison.stages {
            prop_assert!(stage.columns.is_empty() && stage.patches.is_empty());
            prop_assert_eq!(stage.differences, Differences::default());
        }
    }

    #[test]
    fn columns_differ_exactly_where_the_lines_of_dumps_do((a, b) in two_scenes()) {
        let runs = [run(&a), run(&b)];
        let [a, b] = [&runs[0], &runs[1]].map(Snapshot::of_run);
        for stage in of(&a, &b).stages {
            let [of_a, of_b] = [&runs[0], &runs[1]].map(|run| lines_by_column(run, stage.stage));
            let either: BTreeSet<u32> = of_a.keys().chain(of_b.keys()).copied().collect();
            let differing: Vec<u32> = either.into_iter().filter(|column| of_a.get(column) != of_b.get(column)).collect();
            prop_assert_eq!(&stage.columns, &differing, "{}", stage.stage);
        }
    }

    #[test]
    fn a_and_b_in_each_others_place_change_nothing_else((a, b) in two_scenes()) {
        let [a, b] = [a, b].map(|scene| Snapshot::of_run(&run(&scene)));
        for (there, back) in of(&a, &b).stages.iter().zip(&of(&b, &a).stages) {
            prop_assert_eq!(there, &swapped(back));
            let [of_a, of_b] = [&a, &b].map(|snapshot| snapshot.stage(there.stage).unwrap());
            for &column in &there.columns {
                let back = column_pairs(there.stage, [of_b, of_a], column);
                let back: Vec<Pair> = back.into_iter().map(Pair::swapped).collect();
                prop_assert_eq!(column_pairs(there.stage, [of_a, of_b], column), back);
            }
        }
    }

    #[test]
    fn every_record_is_in_one_pair_and_every_differing_column_is_counted((a, b) in two_scenes()) {
        let [a, b] = [a, b].map(|scene| Snapshot::of_run(&run(&scene)));
        for stage in of(&a, &b).stages {
            let [of_a, of_b] = [&a, &b].map(|snapshot| snapshot.stage(stage.stage).unwrap());
            let mut seen = [0, 0];
            for column in 0..a.width * a.depth {
                let pairs = column_pairs(stage.stage, [of_a, of_b], column);
                seen[0] += pairs.iter().filter(|pair| pair.a.is_some()).count();
                seen[1] += pairs.iter().filter(|pair| pair.b.is_some()).count();
            }
            prop_assert_eq!(seen, stage.counts);
            let Differences { only_in: [only_a, only_b], surface, rows, area, links, distance, order } = stage.differences;
            let found = only_a + only_b + surface + rows + area + links + distance + order;
            prop_assert!(found >= stage.columns.len());
            prop_assert_eq!(only_a + stage.counts[1], only_b + stage.counts[0]);
            prop_assert_eq!(stage.patches.iter().map(|patch| patch.size as usize).sum::<usize>(), stage.columns.len());
        }
    }

    #[test]
    fn patches_are_what_a_flood_finds(bits in prop::collection::vec(any::<bool>(), 1..=120), width in 1..=12_u32) {
        let columns: Vec<u32> = (0..).zip(&bits).filter(|(_, is_in)| **is_in).map(|(column, _)| column).collect();
        let found = patches(&columns, width);
        let mut sizes: Vec<usize> = flooded(&columns, width).iter().map(BTreeSet::len).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        prop_assert_eq!(found.iter().map(|patch| patch.size as usize).collect::<Vec<_>>(), sizes);
        let groups = flooded(&columns, width);
        for patch in found {
            let own = groups.iter().find(|group| group.contains(&patch.column));
            prop_assert_eq!(own.map(BTreeSet::len), Some(patch.size as usize));
        }
    }
}

#[test]
fn each_way_to_differ_is_told_from_the_others() {
    let stage = |a: &[[i32; 5]], b: &[[i32; 5]]| {
        let [a, b] = [a, b].map(|runs| Snapshot::of_run(&run(&voxels([2, 1, 20], runs))));
        of(&a, &b).stage(Stage::Merged).unwrap().differences
    };
    let none = Differences::default();
    assert_eq!(stage(&[[0, 0, 0, 2, 5]], &[]), Differences { only_in: [1, 0], ..none });
    assert_eq!(stage(&[], &[[1, 0, 0, 2, 5]]), Differences { only_in: [0, 1], ..none });
    assert_eq!(stage(&[[0, 0, 0, 2, 5]], &[[0, 0, 0, 2, 6]]), Differences { area: 1, ..none });
    assert_eq!(stage(&[[0, 0, 0, 2, 5]], &[[0, 0, 1, 1, 5]]), Differences { rows: 1, ..none });
    assert_eq!(stage(&[[0, 0, 0, 2, 5]], &[[0, 0, 0, 3, 5]]), Differences { surface: 1, ..none });
    assert_eq!(stage(&[[0, 0, 0, 2, 5]], &[[0, 0, 1, 2, 6]]), Differences { surface: 1, area: 1, ..none });
    assert_eq!(stage(&[[0, 0, 0, 2, 5]], &[[0, 0, 5, 2, 5]]), Differences { only_in: [1, 1], ..none });
}

#[test]
fn a_surface_is_matched_before_what_overlaps() {
    let record = |min, max| Record { rows: [min, max], area: 1, links: None, distance: None };
    let pairs = match_columns(RowsOf::Solid, &[record(0, 4), record(6, 10)], &[record(0, 10)]);
    assert_eq!(
        pairs,
        [Pair { a: Some(record(0, 4)), b: None }, Pair { a: Some(record(6, 10)), b: Some(record(0, 10)) },]
    );
    let pairs = match_columns(RowsOf::Solid, &[record(0, 4), record(6, 10)], &[record(0, 9)]);
    assert_eq!(pairs[0], Pair { a: Some(record(0, 4)), b: Some(record(0, 9)) });
}

#[test]
fn links_count_where_nothing_else_differs_and_distances_likewise() {
    let step: Vec<[i32; 5]> = (0..49).map(|n| [n % 7, n / 7, 0, 2 + n % 7 / 4, 5]).collect();
    let with = |climb_rows, radius_cells| {
        let mut scene = voxels([7, 7, 20], &step);
        (scene.settings.climb_rows, scene.settings.radius_cells) = (climb_rows, radius_cells);
        Snapshot::of_run(&run(&scene))
    };
    let compact = |a, b| of(&a, &b).stage(Stage::Compact).unwrap().differences;
    let links = compact(with(1, 0), with(1, 0));
    assert_eq!(links, Differences::default());
    let mut unlinked = with(1, 0);
    let open = unlinked.stages[Stage::Compact.index()].as_mut().unwrap();
    let count = open.len();
    assert!(count > 9);
    open.links = Some(Arc::new(vec![[63; 4]; count]));
    assert_eq!(compact(with(1, 0), unlinked.clone()), Differences { links: count, ..Differences::default() });
    // Links that only one has are not compared.
    unlinked.stages[Stage::Compact.index()].as_mut().unwrap().links = None;
    assert_eq!(compact(with(1, 0), unlinked), Differences::default());

    let eroded = |a, b| of(&a, &b).stage(Stage::Eroded).unwrap().differences;
    let mut nearer = with(1, 1);
    let open = nearer.stages[Stage::Eroded.index()].as_mut().unwrap();
    let distances = open.distances.as_ref().unwrap().iter().map(|distance| distance + 1).collect();
    open.distances = Some(Arc::new(distances));
    assert_eq!(eroded(with(1, 1), nearer), Differences { distance: count, ..Differences::default() });
    assert_ne!(eroded(with(1, 0), with(1, 1)).area, 0);
}

#[test]
fn the_same_pieces_in_another_order_are_said_to_be_that() {
    let floors = |areas: [u8; 2]| Scene {
        frame: unit_frame([1, 1, 9]),
        inputs: areas
            .map(|area| {
                let [first, second] = support::floor([0.0, 0.0], [1.0, 1.0], f64::from(area));
                support::triangles_with_areas(&[first, second], &[area, area])
            })
            .to_vec(),
        ..Scene::default()
    };
    let [a, b] = [[2, 5], [5, 2]].map(|areas| Snapshot::of_run(&run(&floors(areas))));
    let comparison = of(&a, &b);
    assert_eq!(comparison.stage(Stage::Raw).unwrap().differences, Differences { order: 1, ..Differences::default() });
    assert!(comparison.is_same(Stage::Merged));
}

#[test]
fn grids_that_are_not_the_same_are_not_compared_and_everything_is_said() {
    let grid = |origin, cell_size, dimensions| {
        let frame = FrameSpec::Grid { origin, cell_size, cell_height: 0.5, dimensions };
        Snapshot::of_run(&run(&Scene { frame, ..Scene::default() }))
    };
    let a = grid([0.0; 3], 1.0, [3, 4, 5]);
    let names = || ["a".to_owned(), "b".to_owned()];
    let mismatch = compare(names(), &a, &grid([1.0, 0.0, 0.0], 2.0, [4, 3, 6])).unwrap_err();
    assert_eq!(
        mismatch.to_string(),
        "the grids are not the same, so columns cannot be compared: width 3 and 4 columns, depth 4 and 3 columns, \
         height 5 and 6 rows, origin x 0 and 1, cell size 1 and 2"
    );
    let mismatch = compare(names(), &a, &grid([0.0, 0.002, 0.0], 1.0, [3, 4, 5])).unwrap_err();
    assert_eq!(mismatch.0, [GridDifference::Origin { axis: 'y', values: [0.0, 0.002] }]);
    // A thousandth of a cell is what a file with few decimals may be off.
    assert!(compare(names(), &a, &grid([0.0009, 0.0, 0.0], 1.0, [3, 4, 5])).is_ok());
    let nowhere = Snapshot { place: None, height: None, ..grid([9.0; 3], 2.0, [3, 4, 9]) };
    assert!(compare(names(), &a, &nowhere).is_ok());
}

#[test]
fn stages_that_are_missing_are_listed_and_clearances_end_at_the_lower_limit() {
    // Of nine columns only the middle one is no ledge.
    let floor: Vec<[i32; 5]> = (0..9).map(|n| [n % 3, n / 3, 0, 2, 5]).collect();
    let mut a = Snapshot::of_run(&run(&voxels([3, 3, 20], &floor)));
    let mut b = a.clone();
    a.stages[Stage::Raw.index()] = None;
    b.stages[Stage::Volumes.index()] = None;
    let comparison = of(&a, &b);
    assert_eq!(comparison.stages.len(), 6);
    let missing: Vec<_> = comparison.not_compared.iter().map(|missing| (missing.stage, missing.is_there)).collect();
    assert_eq!(missing, [(Stage::Raw, [false, true]), (Stage::Volumes, [true, false])]);
    assert!(!comparison.is_same(Stage::Raw), "what is not compared is not the same");

    let compact = b.stages[Stage::Compact.index()].as_mut().unwrap();
    assert_eq!(compact.rows.as_slice(), [[2, 65_535]]);
    compact.rows = Arc::new(vec![[2, 255]]);
    let rows = |b: &Snapshot| of(&a, b).stage(Stage::Compact).unwrap().differences.rows;
    assert_eq!(rows(&b), 1);
    b.stages[Stage::Compact.index()].as_mut().unwrap().clearance_limit = 255;
    assert_eq!(rows(&b), 0);
}

#[test]
fn a_patch_is_gone_to_near_its_middle() {
    // A row of five and a lone column, in a grid of width 6.
    assert_eq!(patches(&[0, 1, 2, 3, 4, 17], 6), [Patch { size: 5, column: 2 }, Patch { size: 1, column: 17 }]);
    // The end of a line is not beside the start of the next.
    assert_eq!(patches(&[5, 6], 6).len(), 2);
    assert_eq!(patches(&[], 6), []);
}

/// Two scenes over one grid: the second has one input more, and other settings and volumes.
fn two_scenes() -> impl Strategy<Value = (Scene, Scene)> {
    (generate::scene().boxed(), generate::scene().boxed()).prop_map(|(a, other)| {
        let inputs = a.inputs.iter().chain(&other.inputs[..1]).cloned().collect();
        let b = Scene { frame: a.frame, inputs, ..other };
        (a, b)
    })
}

fn of(a: &Snapshot, b: &Snapshot) -> Comparison {
    compare(["a".into(), "b".into()], a, b).expect("the grids are the same")
}

fn swapped(stage: &StageComparison) -> StageComparison {
    let [a, b] = stage.counts;
    let [walkable_a, walkable_b] = stage.walkable;
    let [only_a, only_b] = stage.differences.only_in;
    StageComparison {
        counts: [b, a],
        walkable: [walkable_b, walkable_a],
        differences: Differences { only_in: [only_b, only_a], ..stage.differences },
        ..stage.clone()
    }
}

/// The lines of a stage's dump by column; of pieces without the number of the triangle, in their order.
fn lines_by_column(run: &PipelineRun, stage: Stage) -> BTreeMap<u32, Vec<String>> {
    let mut columns: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for line in stage_text(run, stage).lines() {
        let line = if stage == Stage::Raw { line.split_once(' ').expect("a triangle").1 } else { line };
        let mut words = line.splitn(3, ' ');
        let mut number = || words.next().expect("x and z").parse::<u32>().expect("a number");
        let column = number() + number() * run.frame.width();
        columns.entry(column).or_default().push(words.next().expect("what is there").to_owned());
    }
    columns
}

fn flooded(columns: &[u32], width: u32) -> Vec<BTreeSet<u32>> {
    let mut left: BTreeSet<u32> = columns.iter().copied().collect();
    let mut groups = Vec::new();
    while let Some(start) = left.pop_first() {
        let (mut group, mut open) = (BTreeSet::from([start]), vec![start]);
        while let Some(column) = open.pop() {
            let x = column % width;
            let beside = [(x > 0).then(|| column - 1), (x + 1 < width).then(|| column + 1)];
            let beyond = [column.checked_sub(width), column.checked_add(width)];
            for next in beside.into_iter().chain(beyond).flatten() {
                if left.remove(&next) {
                    group.insert(next);
                    open.push(next);
                }
            }
        }
        groups.push(group);
    }
    groups
}
