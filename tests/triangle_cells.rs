//! A triangle and the cells that its box meets, replay of the first pieces, and the picking of triangles.

#[path = "support/data.rs"]
mod data;

mod support;

use proptest::prelude::*;
use spanscope::draw::palette;
use spanscope::draw::triangle_cells::{piece_lines, piece_triangles};
use spanscope::inspect::pick::{Crop, Ray};
use spanscope::inspect::pick_triangle::pick_triangle;
use spanscope::inspect::replay::{by_triangle, replay};
use spanscope::inspect::triangle_cells::{MAX_LISTED, triangle_cells};
use spanscope::inspect::{Level, Outcome, RunTriangles, TriangleCells};
use spanscope::pipeline::stage::merged::{AreaSpan, add_span};
use spanscope::pipeline::triangle::{MissCause, Rasterizer, Touch};
use spanscope::pipeline::{DropCause, ErrorKind, Monitor, Piece, PieceLog, PipelineRun, Scene, Stage, StageView};
use spanscope::source::Document;
use std::collections::BTreeMap;
use std::convert::Infallible;
use support::{floor, generate, run, triangles, triangles_with_areas, unit_frame, voxels};

type Corners = [[f64; 3]; 3];

/// The cells of one triangle in a unit grid of 6 x 6 columns and 8 rows.
fn cells_of(corners: Corners) -> TriangleCells {
    cells_in(&scene_of(&[corners]), 0, 0)
}

fn scene_of(corners: &[Corners]) -> Scene {
    Scene { frame: unit_frame([6, 6, 8]), inputs: vec![triangles(corners)], ..Scene::default() }
}

fn cells_in(scene: &Scene, number: u32, from: u64) -> TriangleCells {
    let (document, run) = (Document::from(scene.clone()), run(scene));
    let level = Level { document: &document, scene, run: &run };
    let cells = triangle_cells(&level, &RunTriangles::new(scene), number, from, &Monitor::default());
    cells.expect("nothing ends it").expect("there is such a triangle")
}

/// The columns with an outcome, by z, then x.
fn with(cells: &TriangleCells, outcome: Outcome) -> Vec<[u32; 2]> {
    let listed = cells.cells.iter().filter(|cell| cell.outcome == outcome);
    let found: Vec<[u32; 2]> = listed.map(|cell| [cell.x, cell.z]).collect();
    assert_eq!(cells.count(outcome), found.len() as u64, "{outcome:?} is counted as it is listed");
    found
}

/// A wall whose third corner is above the middle of its lower edge, up to rounding: it has a footprint, hardly.
const SLIVER: Corners = [[0.9, 1.5, 3.7], [5.5, 1.5, 5.2], [3.2, 3.5, 4.45]];
const SLIVER_DROPPED: [[u32; 2]; 3] = [[0, 3], [4, 5], [5, 5]];

const EDGE: Outcome = Outcome::Missed(MissCause::EdgeOrCorner);
const EMPTY: Outcome = Outcome::Missed(MissCause::Empty);
const OTHER_SIDE: Outcome = Outcome::Missed(MissCause::OtherSide);

#[test]
fn an_edge_exactly_on_a_grid_line_does_not_touch_the_cell_behind_it() {
    let cells = cells_of([[2.0, 1.5, 1.0], [2.0, 1.5, 3.0], [4.0, 1.5, 1.0]]);
    assert_eq!(cells.columns, [1..5, 0..4], "the closed box meets a cell more on every side");
    assert_eq!(with(&cells, Outcome::Touched), [[2, 1], [3, 1], [2, 2]]);
    for [x, z] in [[1, 1], [1, 2]] {
        let cell = cells.cell(x, z).expect("it is listed");
        assert_eq!((cell.outcome, cell.fan_area, cell.rows), (EDGE, 0.0, None));
        assert!(cell.polygon.iter().all(|point| point[0] == 2.0), "only the edge is left: {:?}", cell.polygon);
    }
    let whole = cells.cell(2, 1).expect("it is listed");
    assert_eq!((whole.fan_area.abs(), whole.rows, whole.rows_in_grid), (2.0, Some([1, 2]), Some([1, 2])));
    assert_eq!(cells.counts.iter().sum::<u64>(), 16, "every cell of the box has one outcome");
    assert!(!with(&cells, EMPTY).is_empty() && !cells.reaches_beyond);
}

#[test]
fn an_edge_beside_a_grid_line_does_touch_the_cell_behind_it() {
    let cells = cells_of([[1.75, 1.5, 1.0], [1.75, 1.5, 3.0], [4.0, 1.5, 1.0]]);
    assert_eq!(with(&cells, Outcome::Touched)[..2], [[1, 1], [2, 1]]);
}

#[test]
fn a_wall_on_a_grid_line_belongs_behind_its_face() {
    let (a, b, c) = ([2.0, 1.0, 1.0], [2.0, 1.0, 3.0], [2.0, 4.0, 1.0]);
    for (corners, behind, before) in [([a, b, c], 2, 1), ([a, c, b], 1, 2)] {
        let cells = cells_of(corners);
        assert_eq!(cells.triangle.normal[0] > 0.0, behind == 1);
        assert_eq!(with(&cells, Outcome::Touched), [[behind, 1], [behind, 2]]);
        let other: Vec<[u32; 2]> = with(&cells, OTHER_SIDE);
        assert!(other.contains(&[before, 1]) && other.contains(&[before, 2]), "{other:?}");
        assert!(other.iter().all(|[x, _]| *x == before), "{other:?}");
    }
    let along_z = cells_of([[1.0, 1.0, 2.0], [3.0, 1.0, 2.0], [1.0, 4.0, 2.0]]);
    assert_eq!(with(&along_z, Outcome::Touched), [[1, 1], [2, 1]]);
    assert!(with(&along_z, OTHER_SIDE).contains(&[1, 2]));
}

#[test]
fn a_wall_on_the_border_whose_solid_side_is_outside_is_dropped_in_the_column_beside_it() {
    let cells = cells_of([[0.0, 1.0, 1.0], [0.0, 4.0, 1.0], [0.0, 1.0, 3.0]]);
    assert_eq!(with(&cells, Outcome::Dropped(DropCause::WallOutsideGrid)), [[0, 1], [0, 2]]);
    assert_eq!(cells.count(OTHER_SIDE), 0);
    let inward = cells_of([[0.0, 1.0, 1.0], [0.0, 1.0, 3.0], [0.0, 4.0, 1.0]]);
    assert_eq!(with(&inward, Outcome::Touched), [[0, 1], [0, 2]]);
}

#[test]
fn a_wall_off_the_lines_touches_where_it_has_length() {
    let cells = cells_of([[1.5, 1.0, 1.0], [1.5, 1.0, 2.0], [1.5, 4.0, 1.0]]);
    assert_eq!(with(&cells, Outcome::Touched), [[1, 1]]);
    assert_eq!(with(&cells, Outcome::Missed(MissCause::NoLength)), [[1, 0], [1, 2]]);
}

#[test]
fn pieces_of_a_nearly_vertical_wall_whose_area_rounds_to_0_are_dropped() {
    let cells = cells_of(SLIVER);
    let dropped = with(&cells, Outcome::Dropped(DropCause::AreaRoundsToZero));
    assert_eq!(dropped, SLIVER_DROPPED);
    for [x, z] in dropped {
        let cell = cells.cell(x, z).expect("it is listed");
        let extent = |axis: usize| {
            let values = || cell.polygon.iter().map(|point| point[axis]);
            values().fold(f32::MIN, f32::max) - values().fold(f32::MAX, f32::min)
        };
        assert_eq!(cell.fan_area, 0.0);
        assert!(extent(0) > 0.0 && extent(2) > 0.0, "it has extent in both directions: {:?}", cell.polygon);
        assert_eq!(cell.rows_in_grid, None);
    }
    assert!(cells.count(Outcome::Touched) > 0, "other pieces of it are kept");
}

#[test]
fn a_degenerate_triangle_touches_no_cell_and_says_so() {
    let cells = cells_of([[1.5, 1.0, 1.5], [3.5, 1.0, 3.5], [2.5, 1.0, 2.5]]);
    assert_eq!(cells.count(Outcome::Degenerate), 9);
    assert_eq!(cells.cells.len(), 9);
    assert_eq!(cells.counts.iter().sum::<u64>(), 9);
}

#[test]
fn a_triangle_beside_the_grid_meets_no_cell_and_one_across_the_border_says_so() {
    let beside = cells_of([[-9.0, 1.0, 1.0], [-9.0, 1.0, 3.0], [-7.0, 1.0, 1.0]]);
    assert_eq!((beside.counts.iter().sum::<u64>(), beside.cells.len(), beside.reaches_beyond), (0, 0, true));
    let across = cells_of([[-2.0, 1.5, 1.5], [-2.0, 1.5, 3.5], [2.0, 1.5, 1.5]]);
    assert!(across.reaches_beyond && across.count(Outcome::Touched) > 0);
    assert!(across.cells.iter().all(|cell| cell.x < 6 && cell.z < 6));
}

#[test]
fn rows_outside_the_grid_and_below_its_bottom_have_their_causes() {
    let above = cells_of([[1.0, 9.0, 1.0], [1.0, 9.0, 2.0], [2.0, 9.0, 1.0]]);
    assert_eq!(with(&above, Outcome::Dropped(DropCause::OutsideRows)), [[1, 1]]);
    assert_eq!(above.cell(1, 1).and_then(|cell| cell.rows), Some([8, 9]));
    let bottom = cells_of([[1.0, 0.0, 1.0], [1.0, 0.0, 2.0], [2.0, 0.0, 1.0]]);
    assert_eq!(with(&bottom, Outcome::Dropped(DropCause::NoRowAtBottom)), [[1, 1]]);
}

#[test]
fn a_triangle_over_many_cells_is_listed_page_by_page_and_counted_whole() {
    let [first, _] = floor([0.0, 0.0], [200.0, 200.0], 1.5);
    let scene = Scene { frame: unit_frame([200, 200, 4]), inputs: vec![triangles(&[first])], ..Scene::default() };
    let page = cells_in(&scene, 0, 0);
    assert_eq!(page.counts.iter().sum::<u64>(), 200 * 200);
    assert_eq!(page.cells.len(), MAX_LISTED);
    let touched = run(&scene).pieces.pieces().len() as u64;
    assert_eq!(page.count(Outcome::Touched), touched);
    assert!(page.listable >= touched && page.count(EMPTY) == 200 * 200 - page.listable);
    let (mut seen, mut from) = (Vec::new(), 0);
    while from < page.listable {
        seen.extend(cells_in(&scene, 0, from).cells.into_iter().map(|cell| (cell.z, cell.x)));
        from += MAX_LISTED as u64;
    }
    let before = seen.len();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!((seen.len(), before), (before, page.listable as usize), "every cell is on one page");
}

#[test]
fn there_is_no_triangle_past_the_last_and_a_cancelled_question_ends() {
    let scene = scene_of(&[[[1.0, 1.0, 1.0], [1.0, 1.0, 2.0], [2.0, 1.0, 1.0]]]);
    let (document, run) = (Document::from(scene.clone()), run(&scene));
    let level = Level { document: &document, scene: &scene, run: &run };
    let all = RunTriangles::new(&scene);
    assert_eq!(triangle_cells(&level, &all, 1, 0, &Monitor::default()).expect("it ends"), None);
    let cancelled = Monitor::default();
    cancelled.cancel();
    let error = triangle_cells(&level, &all, 0, 0, &cancelled).expect_err("it was cancelled");
    assert_eq!(error.kind(), ErrorKind::Cancelled);
}

#[test]
fn an_area_of_the_mesh_is_that_of_its_pieces() {
    let corners = [[1.0, 1.0, 1.0], [1.0, 1.0, 2.0], [2.0, 1.0, 1.0]];
    let inputs = vec![triangles_with_areas(&[corners], &[7])];
    let scene = Scene { frame: unit_frame([6, 6, 8]), inputs, ..Scene::default() };
    assert_eq!((cells_in(&scene, 0, 0).area, cells_of(corners).area), (7, 63));
}

#[test]
fn pieces_are_drawn_in_two_shades_and_few_of_them_are_outlined() {
    let cells = cells_of([[2.0, 1.5, 1.0], [2.0, 1.5, 3.0], [4.0, 1.5, 1.0]]);
    let painted = piece_triangles(&cells);
    let corners: usize = with(&cells, Outcome::Touched)
        .iter()
        .filter_map(|[x, z]| cells.cell(*x, *z))
        .map(|cell| cell.polygon.len())
        .sum();
    // A polygon of n corners is n - 2 triangles and n lines; what is only touched at an edge is not drawn.
    assert_eq!((painted.corners.len(), painted.colours.len()), (3 * (corners - 6), 3 * (corners - 6)));
    assert_eq!(piece_lines(&cells).len(), corners);
    let mut shades = painted.colours.clone();
    shades.sort_unstable();
    shades.dedup();
    assert_eq!(shades.len(), 2, "{shades:?}");
    let sliver = piece_lines(&cells_of(SLIVER));
    let [r, g, b] = palette::drop_cause(DropCause::AreaRoundsToZero);
    assert!(sliver.iter().any(|line| line.colour == [r, g, b, 255]), "dropped pieces have the colour of their cause");

    let [first, _] = floor([0.0, 0.0], [40.0, 40.0], 1.5);
    let scene = Scene { frame: unit_frame([40, 40, 4]), inputs: vec![triangles(&[first])], ..Scene::default() };
    assert_eq!(piece_lines(&cells_in(&scene, 0, 0)), [], "outlines of hundreds would cover everything");
}

#[test]
fn a_step_by_triangle_goes_to_the_last_piece_of_the_next_one() {
    let tiny = |x: f64, z: f64| [[x, 1.0, z], [x, 1.0, z + 0.5], [x + 0.5, 1.0, z]];
    let wide = [[0.5, 1.0, 0.5], [0.5, 1.0, 1.5], [2.5, 1.0, 0.5]];
    let run = run(&scene_of(&[tiny(0.0, 0.0), wide, tiny(3.0, 3.0)]));
    let count = run.pieces.pieces().len();
    assert_eq!(count, 2 + run.pieces.pieces().iter().filter(|piece| piece.triangle() == Some(1)).count());
    assert!(count >= 5, "the wide triangle leaves several pieces");
    assert_eq!(by_triangle(&run, 0, true), 1);
    assert_eq!(by_triangle(&run, 1, true), count - 1);
    assert_eq!(by_triangle(&run, 2, true), count - 1, "from the middle of a triangle to its end");
    assert_eq!(by_triangle(&run, count - 1, true), count);
    assert_eq!(by_triangle(&run, count, true), count);
    assert_eq!(by_triangle(&run, count, false), count - 1);
    assert_eq!(by_triangle(&run, count - 1, false), 1);
    assert_eq!(by_triangle(&run, 0, false), 0);
}

#[test]
fn runs_of_voxels_are_stepped_through_one_by_one() {
    let run = run(&voxels([2, 1, 8], &[[0, 0, 0, 2, 5], [0, 0, 4, 1, 5], [1, 0, 0, 1, 5]]));
    assert_eq!([by_triangle(&run, 0, true), by_triangle(&run, 1, true), by_triangle(&run, 3, false)], [1, 2, 2]);
}

#[test]
fn a_replay_needs_memory_that_is_asked_for_first() {
    let run = run(&scene_of(&floor([0.0, 0.0], [6.0, 6.0], 1.5)));
    assert_eq!(replay(&run, 10, &Monitor::new(100)).expect_err("it needs more").kind(), ErrorKind::TooLarge);
}

#[test]
fn a_real_level_is_replayed_to_its_merged_stage() {
    let Some(data) = data::folder() else { return };
    let document = spanscope::io::load(&data.join("nav_test.obj")).expect("it is a mesh").document;
    let scene = spanscope::source::Assembly::default().scene(&document, &Monitor::default()).expect("it is a scene");
    let run = run(&scene);
    let start = std::time::Instant::now();
    let end = replay(&run, usize::MAX, &Monitor::default()).expect("there is memory");
    println!("{} pieces in {:?}", end.pieces(), start.elapsed());
    let (StageView::Solid { spans, areas }, StageView::Solid { spans: own, areas: own_areas }) =
        (end.merged(), run.stage(Stage::Merged))
    else {
        panic!("merged is solid")
    };
    assert_eq!((spans, areas), (own, own_areas));
}

/// Straight down at a place in cells.
fn down(x: f64, z: f64) -> Ray {
    Ray { origin: [x, 100.0, z], direction: [0.0, -2.0, 0.0] }
}

#[test]
fn the_nearest_triangle_is_picked_from_either_side() {
    let at = |y: f64| [[1.0, y, 1.0], [1.0, y, 3.0], [3.0, y, 1.0]];
    let scene = scene_of(&[at(2.0), at(6.0), at(6.0), at(4.0)]);
    let (run, all) = (run(&scene), RunTriangles::new(&scene));
    let pick = |ray: Ray, crop: Option<&Crop>| pick_triangle(&ray, &run.frame, &all, crop);
    assert_eq!(pick(down(1.5, 1.5), None), Some((1, 47.0)), "of two in one place the first");
    let up = Ray { origin: [1.5, -10.0, 1.5], direction: [0.0, 1.0, 0.0] };
    assert_eq!(pick(up, None), Some((0, 12.0)));
    assert_eq!(pick(down(2.5, 2.5), None), None, "beside all of them");
    assert_eq!(pick(Ray { direction: [0.0, 2.0, 0.0], ..down(1.5, 1.5) }, None), None, "behind the eye");
    let crop = Crop { min: [0; 3], max: [6, 5, 6] };
    assert_eq!(pick(down(1.5, 1.5), Some(&crop)), Some((3, 48.0)), "what is cropped away is not met");
    let aside = Ray { origin: [0.0, 2.0, 1.5], direction: [1.0, 0.0, 0.0] };
    assert_eq!(pick(aside, None), None, "seen along its plane");
}

fn spans_of(view: &StageView<'_>, column: usize) -> Vec<AreaSpan> {
    let StageView::Solid { spans, areas } = view else { panic!("merged is solid") };
    spans.column(column).map(|at| AreaSpan { span: spans.spans()[at], area: areas[at] }).collect()
}

/// The spans of the first pieces, column by column, added in the order they came.
fn folded(run: &PipelineRun, pieces: &[Piece]) -> BTreeMap<usize, Vec<AreaSpan>> {
    let mut columns = BTreeMap::<usize, Vec<AreaSpan>>::new();
    for piece in pieces {
        let column = columns.entry(run.frame.column_index(piece.x.into(), piece.z.into())).or_default();
        add_span(column, piece, piece.merge_threshold(run.settings.merge_threshold()));
    }
    columns
}

proptest! {
    #![proptest_config(generate::cases(120))]

    #[test]
    fn one_column_of_a_triangle_is_what_the_whole_walk_has_there(scene in generate::scene()) {
        let run = run(&scene);
        let all = RunTriangles::new(&scene);
        for number in all.numbers() {
            let triangle = all.in_frame(&run, number).expect("it is one of them");
            type Kept = (u32, u32, [i64; 2], Result<[u16; 2], DropCause>, Vec<[f32; 3]>);
            let keep = |touch: Touch<'_>| -> Kept {
                (touch.x, touch.z, touch.rows, touch.outcome, touch.polygon.to_vec())
            };
            let mut whole: Vec<Kept> = Vec::new();
            let Ok(()) = Rasterizer::default().rasterize(&run.frame, &triangle, &mut |touch| {
                whole.push(keep(touch));
                Ok::<(), Infallible>(())
            });
            for z in 0..run.frame.depth() {
                for x in 0..run.frame.width() {
                    let mut column: Vec<Kept> = Vec::new();
                    Rasterizer::default()
                        .rasterize_column(&run.frame, &triangle, [x, z], &mut |touch| column.push(keep(touch)));
                    let expected: Vec<&Kept> = whole.iter().filter(|kept| [kept.0, kept.1] == [x, z]).collect();
                    prop_assert_eq!(column.iter().collect::<Vec<_>>(), expected);
                }
            }
        }
    }

    #[test]
    fn the_touched_cells_of_a_triangle_are_its_pieces_and_the_others_have_none(scene in generate::scene()) {
        let run = run(&scene);
        let (document, all) = (Document::from(scene.clone()), RunTriangles::new(&scene));
        let level = Level { document: &document, scene: &scene, run: &run };
        for number in all.numbers() {
            let cells = triangle_cells(&level, &all, number, 0, &Monitor::default()).unwrap().unwrap();
            prop_assert_eq!(cells.counts.iter().sum::<u64>(), cells.cells.len() as u64);
            let of_triangle = |piece: &&Piece| piece.triangle() == Some(number);
            let mut pieces: Vec<_> = run.pieces.pieces().iter().filter(of_triangle).collect();
            pieces.sort_by_key(|piece| (piece.z, piece.x));
            let pieces: Vec<_> =
                pieces.iter().map(|p| (u32::from(p.x), u32::from(p.z), Some([p.lo, p.hi]), p.area)).collect();
            let touched = cells.cells.iter().filter(|cell| cell.outcome == Outcome::Touched);
            let touched: Vec<_> = touched.map(|c| (c.x, c.z, c.rows_in_grid, cells.area)).collect();
            prop_assert_eq!(touched, pieces);
            let mut dropped: Vec<_> = run.dropped.iter().filter(|piece| piece.triangle == number).collect();
            dropped.sort_by_key(|piece| (piece.z, piece.x));
            let dropped: Vec<_> = dropped
                .iter()
                .map(|p| (u32::from(p.x), u32::from(p.z), Outcome::Dropped(p.cause), Some(p.rows)))
                .collect();
            let listed = cells.cells.iter().filter(|cell| matches!(cell.outcome, Outcome::Dropped(_)));
            let listed: Vec<_> = listed.map(|c| (c.x, c.z, c.outcome, c.rows)).collect();
            prop_assert_eq!(listed, dropped);
            let places: Vec<_> = cells.cells.iter().map(|cell| (cell.z, cell.x)).collect();
            prop_assert!(places.is_sorted_by(|a, b| a < b), "a cell has one outcome: {places:?}");
        }
    }

    #[test]
    fn a_replay_is_the_merge_of_the_first_pieces_and_at_the_end_the_merged_stage(
        scene in generate::scene(),
        part in 0.0..1.0_f64,
    ) {
        let run = run(&scene);
        let pieces = run.pieces.pieces();
        let count = (pieces.len() as f64 * part) as usize;
        let replayed = replay(&run, count, &Monitor::default()).unwrap();
        prop_assert_eq!(replayed.pieces(), count);
        prop_assert_eq!(&replayed.log, &PieceLog::new(&run.frame, pieces[..count].to_vec()));
        let expected = folded(&run, &pieces[..count]);
        for column in 0..run.frame.columns() {
            let expected = expected.get(&column).cloned().unwrap_or_default();
            prop_assert_eq!(spans_of(&replayed.merged(), column), expected);
        }
        let end = replay(&run, usize::MAX, &Monitor::default()).unwrap();
        let merged = run.stage(Stage::Merged);
        for column in 0..run.frame.columns() {
            prop_assert_eq!(spans_of(&end.merged(), column), spans_of(&merged, column));
        }
        prop_assert_eq!(&end.log, &run.pieces);
    }

    #[test]
    fn one_more_piece_changes_its_own_column_alone(scene in generate::scene(), part in 0.0..1.0_f64) {
        let run = run(&scene);
        let pieces = run.pieces.pieces();
        let count = (pieces.len() as f64 * part) as usize;
        prop_assume!(count < pieces.len());
        let [before, after] = [count, count + 1].map(|count| replay(&run, count, &Monitor::default()).unwrap());
        let own = run.frame.column_index(pieces[count].x.into(), pieces[count].z.into());
        for column in (0..run.frame.columns()).filter(|&column| column != own) {
            prop_assert_eq!(spans_of(&before.merged(), column), spans_of(&after.merged(), column));
        }
    }
}
