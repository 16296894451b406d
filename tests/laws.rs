//! What holds for every scene, tried on generated ones.

mod support;

use proptest::prelude::*;
use spanscope::io::scene_json;
use spanscope::pipeline::dump::hash_stage;
use spanscope::pipeline::span::UNBOUNDED;
use spanscope::pipeline::stage::merged::add_span;
use spanscope::pipeline::{Input, Mesh, Monitor, NO_LINK, PipelineError, PipelineRun, Stage};
use std::path::Path;
use std::sync::Arc;
use support::{areas, dump, fnv1a, generate, hashes, run, stage_text};

proptest! {
    #![proptest_config(generate::cases(200))]

    #[test]
    fn raw_pieces_lie_in_the_grid_and_are_grouped_by_column_in_their_order(scene in generate::scene()) {
        let run = run(&scene);
        let frame = run.frame;
        let pieces = run.pieces.pieces();
        for piece in pieces {
            prop_assert!(u32::from(piece.x) < frame.width() && u32::from(piece.z) < frame.depth());
            prop_assert!(piece.lo < piece.hi && u32::from(piece.hi) <= frame.height());
        }
        let mut seen = 0;
        for column in 0..frame.columns() {
            let numbers = run.pieces.numbers(column);
            prop_assert!(numbers.is_sorted_by(|a, b| a < b));
            for &number in numbers {
                let piece = pieces[number as usize];
                prop_assert_eq!(frame.column_index(piece.x.into(), piece.z.into()), column);
            }
            seen += numbers.len();
        }
        prop_assert_eq!(seen, pieces.len());
        let triangles = pieces.iter().filter_map(|piece| piece.triangle());
        prop_assert!(triangles.is_sorted());
    }

    #[test]
    fn every_triangle_leaves_a_piece_or_is_accounted_for(scene in generate::scene()) {
        let run = run(&scene);
        let tally = &run.tally;
        prop_assert_eq!(tally.dropped.iter().sum::<u64>(), run.dropped.len() as u64);
        let mut left: Vec<u32> = run.pieces.pieces().iter().filter_map(|piece| piece.triangle()).collect();
        left.extend(run.dropped.iter().map(|piece| piece.triangle));
        left.extend(&tally.degenerate);
        left.sort_unstable();
        left.dedup();
        prop_assert_eq!(left.len() + tally.outside.len(), tally.triangles);
    }

    #[test]
    fn merged_spans_are_a_replay_of_their_columns_pieces(scene in generate::scene()) {
        let run = run(&scene);
        let threshold = scene.settings.merge_threshold();
        for column in 0..run.frame.columns() {
            let mut replayed = Vec::new();
            for piece in run.pieces.column(column) {
                add_span(&mut replayed, piece, piece.merge_threshold(threshold));
            }
            let range = run.solid.column(column);
            let spans: Vec<_> = replayed.iter().map(|merged| merged.span).collect();
            let ids: Vec<_> = replayed.iter().map(|merged| merged.area).collect();
            prop_assert_eq!(&spans, &run.solid.spans()[range.clone()]);
            prop_assert_eq!(&ids, &areas(&run, Stage::Merged)[range]);
        }
    }

    #[test]
    fn merged_spans_are_sorted_apart_and_in_the_grid(scene in generate::scene()) {
        let run = run(&scene);
        for column in 0..run.solid.columns() {
            let spans = &run.solid.spans()[run.solid.column(column)];
            prop_assert!(spans.iter().all(|span| span.min < span.max && u32::from(span.max) <= run.frame.height()));
            prop_assert!(spans.windows(2).all(|pair| pair[0].max < pair[1].min));
            let pieces: u32 = run.pieces.column(column).map(|piece| u32::from(piece.hi)).max().unwrap_or(0);
            prop_assert_eq!(spans.last().map_or(0, |span| u32::from(span.max)), pieces);
        }
    }

    #[test]
    fn filters_change_areas_in_their_direction_only(scene in generate::scene()) {
        let run = run(&scene);
        let [merged, low_hanging, ledges, low_height] =
            [Stage::Merged, Stage::LowHanging, Stage::Ledges, Stage::LowHeight].map(|stage| areas(&run, stage));
        let (height, climb) = (i64::from(scene.settings.height_rows), i64::from(scene.settings.climb_rows));
        for column in 0..run.solid.columns() {
            let range = run.solid.column(column);
            for span in range.clone() {
                let top = |span: usize| i64::from(run.solid.spans()[span].max);
                let raised = span > range.start
                    && merged[span] == 0
                    && merged[span - 1] != 0
                    && top(span) - top(span - 1) <= climb;
                prop_assert_eq!(low_hanging[span], if raised { merged[span - 1] } else { merged[span] });
                prop_assert!(ledges[span] == low_hanging[span] || ledges[span] == 0);
                let tight = run.solid.ceiling(span, &range) - top(span) < height && span + 1 < range.end;
                prop_assert_eq!(low_height[span], if tight { 0 } else { ledges[span] });
            }
        }
    }

    #[test]
    fn ledges_are_those_of_the_specification(scene in generate::scene()) {
        let run = run(&scene);
        let (before, after) = (areas(&run, Stage::LowHanging), areas(&run, Stage::Ledges));
        for column in 0..run.solid.columns() {
            for span in run.solid.column(column) {
                let expected = if is_ledge(&run, column, span) { 0 } else { before[span] };
                prop_assert_eq!(after[span], expected, "span {} of column {}", span, column);
            }
        }
    }

    #[test]
    fn compact_keeps_exactly_the_walkable_spans(scene in generate::scene()) {
        let run = run(&scene);
        let low_height = areas(&run, Stage::LowHeight);
        for column in 0..run.solid.columns() {
            let range = run.solid.column(column);
            let walkable: Vec<usize> = range.clone().filter(|&span| low_height[span] != 0).collect();
            let open = run.open.column(column);
            prop_assert_eq!(walkable.len(), open.len());
            for (solid, number) in walkable.into_iter().zip(open) {
                let span = run.open.spans()[number];
                let free = run.solid.ceiling(solid, &range) - i64::from(span.y);
                prop_assert_eq!(span.solid as usize, solid);
                prop_assert_eq!(span.y, run.solid.spans()[solid].max);
                prop_assert_eq!(i64::from(span.height), free.min(65_535));
                prop_assert_eq!(areas(&run, Stage::Compact)[number], low_height[solid]);
            }
        }
    }

    #[test]
    fn every_link_is_to_the_lowest_span_within_reach(scene in generate::scene()) {
        let run = run(&scene);
        let (height, climb) = (i64::from(scene.settings.height_rows), i64::from(scene.settings.climb_rows));
        let (width, depth) = (i64::from(run.frame.width()), i64::from(run.frame.depth()));
        for column in 0..run.open.columns() {
            let (x, z) = (column as i64 % width, column as i64 / width);
            for span in run.open.column(column) {
                let from = run.open.spans()[span];
                for (direction, [dx, dz]) in [[-1, 0], [0, 1], [1, 0], [0, -1]].into_iter().enumerate() {
                    let (x, z) = (x + dx, z + dz);
                    let mut expected = NO_LINK;
                    if (0..width).contains(&x) && (0..depth).contains(&z) {
                        let reached = run.open.column((x + z * width) as usize).position(|to| {
                            let to = run.open.spans()[to];
                            let [low, high] = [i64::from(from.y.min(to.y)), i64::from(from.y.max(to.y))];
                            let ceiling = (i64::from(from.y) + i64::from(from.height))
                                .min(i64::from(to.y) + i64::from(to.height));
                            ceiling - high >= height && high - low <= climb
                        });
                        expected = reached.map_or(NO_LINK, |position| position as u8);
                    }
                    prop_assert_eq!(from.links[direction], expected);
                }
            }
        }
    }

    #[test]
    fn volumes_change_only_what_is_still_walkable(scene in generate::scene()) {
        let run = run(&scene);
        let (before, after) = (areas(&run, Stage::Eroded), areas(&run, Stage::Volumes));
        let given: Vec<u8> = scene.volumes.iter().map(|volume| volume.area).collect();
        for (before, after) in before.iter().zip(after) {
            prop_assert!(before == after || (*before != 0 && given.contains(after)));
        }
    }

    #[test]
    fn no_stage_changes_geometry(scene in generate::scene()) {
        let run = run(&scene);
        let geometry = |stage| without_areas(&stage_text(&run, stage));
        let solid = geometry(Stage::Merged);
        for stage in [Stage::LowHanging, Stage::Ledges, Stage::LowHeight] {
            prop_assert_eq!(&geometry(stage), &solid);
        }
        let open = geometry(Stage::Compact);
        for stage in [Stage::Eroded, Stage::Volumes] {
            prop_assert_eq!(&geometry(stage), &open);
        }
    }

    #[test]
    fn a_hash_is_that_of_the_lines(scene in generate::scene()) {
        let run = run(&scene);
        let all = hashes(&run);
        for stage in Stage::ALL {
            let expected = fnv1a(&stage_text(&run, stage));
            prop_assert_eq!(hash_stage(&run, stage), expected);
            let line = format!("{expected:016x}");
            prop_assert_eq!(all.lines().nth(3 + 2 * stage.index()), Some(line.as_str()));
        }
    }

    #[test]
    fn a_scene_written_and_read_again_is_the_same(scene in generate::scene()) {
        let text = scene_json::write(&scene.clone().into(), None, Path::new("")).expect("every number is finite");
        let again = scene_json::parse(text.as_bytes(), Path::new("again.scene.json")).expect("what is written is read");
        let scene_again = again.scene().expect("a scene's own inputs are inputs");
        prop_assert_eq!(&scene_again, &scene);
        prop_assert_eq!(dump(&run(&scene_again)), dump(&run(&scene)));
        let document = &again.document;
        prop_assert_eq!(scene_json::write(document, None, Path::new("")).expect("every number is finite"), text);
    }

    #[test]
    fn a_mesh_cut_in_two_gives_the_same_pieces(scene in generate::scene(), part in 0.0..1.0) {
        let mut cut = scene.clone();
        cut.inputs = scene.inputs.iter().flat_map(|input| cut_in_two(input, part)).collect();
        prop_assert_eq!(dump(&run(&cut)), dump(&run(&scene)));
    }

    #[test]
    fn a_cancelled_run_has_no_result(scene in generate::scene()) {
        let monitor = Monitor::default();
        monitor.cancel();
        prop_assert_eq!(spanscope::pipeline::run(&scene, &monitor).err(), Some(PipelineError::Cancelled));
    }
}

proptest! {
    #![proptest_config(generate::cases(40))]

    #[test]
    fn runs_side_by_side_give_the_same_result(scene in generate::scene()) {
        let alone = dump(&run(&scene));
        let together: Vec<String> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| dump(&run(&scene)))).collect();
            threads.into_iter().map(|thread| thread.join().expect("a run does not panic")).collect()
        });
        for other in together {
            prop_assert_eq!(&other, &alone);
        }
    }

    #[test]
    fn a_run_cancelled_on_its_way_ends_whole_or_not_at_all(scene in generate::scene(), stage in 0_usize..8) {
        let alone = dump(&run(&scene));
        let monitor = Monitor::default();
        let result = std::thread::scope(|scope| {
            let running = scope.spawn(|| spanscope::pipeline::run(&scene, &monitor));
            while monitor.progress().0.index() < stage + 2 && !running.is_finished() {
                std::hint::spin_loop();
            }
            monitor.cancel();
            running.join().expect("a run does not panic")
        });
        match result {
            Ok(run) => prop_assert_eq!(dump(&run), alone),
            Err(error) => prop_assert_eq!(error, PipelineError::Cancelled),
        }
    }
}

#[test]
fn generated_scenes_reach_every_part_of_the_pipeline() {
    use proptest::strategy::ValueTree as _;
    let mut runner = proptest::test_runner::TestRunner::new(generate::cases(1));
    let mut sums = [0_usize; 11];
    for _ in 0..300 {
        let scene = generate::scene().new_tree(&mut runner).expect("a scene is made").current();
        let run = run(&scene);
        let changed = |a, b| areas(&run, a).iter().zip(areas(&run, b)).filter(|(a, b)| a != b).count();
        let links = run.open.spans().iter().flat_map(|span| span.links).filter(|&link| link != NO_LINK).count();
        let found = [
            run.tally.degenerate.len(),
            run.tally.outside.len(),
            run.tally.dropped[0] as usize,
            run.tally.dropped[1] as usize,
            run.tally.dropped[2] as usize,
            run.tally.dropped[3] as usize,
            run.tally.voxels_outside as usize,
            changed(Stage::Merged, Stage::LowHanging),
            changed(Stage::LowHanging, Stage::Ledges) + changed(Stage::Ledges, Stage::LowHeight),
            links,
            changed(Stage::Eroded, Stage::Volumes),
        ];
        sums.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
    }
    assert!(sums.iter().all(|&sum| sum > 10), "too few of some kind: {sums:?}");
}

/// The ledge rule of section 6, with its gaps listed as the specification lists them.
fn is_ledge(run: &PipelineRun, column: usize, span: usize) -> bool {
    let (height, climb) = (i64::from(run.settings.height_rows), i64::from(run.settings.climb_rows));
    let (width, depth) = (i64::from(run.frame.width()), i64::from(run.frame.depth()));
    let list = |column: usize| -> Vec<(i64, i64)> {
        let spans = &run.solid.spans()[run.solid.column(column)];
        spans.iter().map(|span| (span.min.into(), span.max.into())).collect()
    };
    let own = list(column);
    let position = span - run.solid.column(column).start;
    let floor = own[position].1;
    let ceiling = own.get(position + 1).map_or(UNBOUNDED, |next| next.0);
    let (mut drops, mut floors) = (Vec::new(), Vec::new());
    for [dx, dz] in [[-1, 0], [0, 1], [1, 0], [0, -1]] {
        let (x, z) = (column as i64 % width + dx, column as i64 / width + dz);
        if !(0..width).contains(&x) || !(0..depth).contains(&z) {
            drops.push(-climb - 1);
            continue;
        }
        let spans = list((x + z * width) as usize);
        let gap_floors = std::iter::once(-climb).chain(spans.iter().map(|span| span.1));
        let gap_ceilings = spans.iter().map(|span| span.0).chain([UNBOUNDED]);
        for (gap_floor, gap_ceiling) in gap_floors.zip(gap_ceilings) {
            if ceiling.min(gap_ceiling) - floor.max(gap_floor) >= height {
                drops.push(gap_floor - floor);
                if (gap_floor - floor).abs() <= climb {
                    floors.push(gap_floor);
                }
            }
        }
    }
    let apart = floors.iter().max().zip(floors.iter().min()).is_some_and(|(high, low)| high - low > climb);
    apart || drops.into_iter().min().is_some_and(|drop| drop < -climb)
}

/// A stage's text with only `min:max` or `Y:Height` of every span.
fn without_areas(text: &str) -> String {
    let word = |word: &str| word.split(':').take(2).collect::<Vec<_>>().join(":");
    let line = |line: &str| line.split(' ').map(word).collect::<Vec<_>>().join(" ") + "\n";
    text.lines().map(line).collect()
}

/// The first part of a mesh's triangles and the rest as two meshes; any other input as it is.
fn cut_in_two(input: &Input, part: f64) -> Vec<Input> {
    let Input::Mesh(mesh) = input else { return vec![input.clone()] };
    let first = (mesh.triangle_count() as f64 * part) as usize;
    let piece = |triangles: std::ops::Range<usize>| {
        let indices = mesh.indices[3 * triangles.start..3 * triangles.end].to_vec();
        let areas = mesh.areas.as_ref().map(|areas| areas[triangles].to_vec());
        Input::Mesh(Arc::new(Mesh { vertices: mesh.vertices.clone(), indices, areas }))
    };
    vec![piece(0..first), piece(first..mesh.triangle_count())]
}
