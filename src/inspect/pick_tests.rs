use super::*;
use crate::pipeline::{
    FrameSpec, Input, Mesh, Monitor, PipelineRun, Scene, SpanSettings, Stage, VoxelChunk, VoxelRun, run,
};
use std::sync::Arc;

/// Columns of 0.5 x 0.25: a row is half a cell high.
const ROW: f64 = 0.5;

/// A run of boxes `[x, z, lowest row, row above]` in a grid of 8 x 8 columns and 32 rows.
fn run_of(boxes: &[[i32; 4]]) -> PipelineRun {
    let runs = boxes.iter().map(|&[x, z, lo, hi]| VoxelRun { x, z, start: lo, length: hi - lo, material: 1 }).collect();
    let chunk = VoxelChunk { offset: [0; 3], width: 8, depth: 8, height: 32, runs, material_areas: None };
    run_scene(Input::Chunk(Arc::new(chunk)))
}

fn run_scene(input: Input) -> PipelineRun {
    let frame = FrameSpec::Grid { origin: [0.0; 3], cell_size: 0.5, cell_height: 0.25, dimensions: [8, 8, 32] };
    // A climb above every step, so that no surface is a ledge and every one has a floor.
    let settings = SpanSettings { slope_cosine: -1.0, height_rows: 1, climb_rows: 100, ..SpanSettings::HUMANOID };
    run(&Scene { frame, settings, inputs: vec![input], ..Scene::default() }, &Monitor::default()).unwrap()
}

fn cast(run: &PipelineRun, stage: Stage, origin: [f64; 3], direction: [f64; 3], crop: Option<&Crop>) -> Option<Hit> {
    pick(&Ray { origin, direction }, &run.frame, &run.stage(stage), crop)
}

#[test]
fn a_ray_straight_down_meets_the_top_span() {
    let run = run_of(&[[2, 3, 0, 4], [2, 3, 10, 12]]);
    let hit = cast(&run, Stage::Merged, [2.5, 100.0, 3.25], [0.0, -1.0, 0.0], None).unwrap();
    assert_eq!((hit.x, hit.z, hit.index, hit.row, hit.face), (2, 3, 1, 11, Some(Face::Top)));
    assert_eq!(hit.point, [2.5, 12.0 * ROW, 3.25]);
    assert_eq!(hit.t, 94.0);
    assert_eq!(cast(&run, Stage::Merged, [3.5, 100.0, 3.25], [0.0, -1.0, 0.0], None), None);
    assert_eq!(cast(&run, Stage::Merged, [2.5, 100.0, 3.25], [0.0, 1.0, 0.0], None), None);
}

#[test]
fn a_ray_straight_up_meets_the_bottom() {
    let run = run_of(&[[2, 3, 6, 8]]);
    let hit = cast(&run, Stage::Merged, [2.5, -5.0, 3.5], [0.0, 2.0, 0.0], None).unwrap();
    assert_eq!((hit.row, hit.face, hit.t), (6, Some(Face::Bottom), 4.0));
}

#[test]
fn a_ray_from_far_outside_meets_a_side() {
    let run = run_of(&[[1, 4, 0, 9], [6, 4, 2, 5]]);
    let hit = cast(&run, Stage::Merged, [1.0e7, 2.25, 4.5], [-1.0, 0.0, 0.0], None).unwrap();
    assert_eq!((hit.x, hit.z, hit.index, hit.row, hit.face), (6, 4, 1, 4, Some(Face::PositiveX)));
    let hit = cast(&run, Stage::Merged, [1.0e7, 2.75, 4.5], [-1.0, 0.0, 0.0], None).unwrap();
    assert_eq!((hit.x, hit.index, hit.row), (1, 0, 5), "the ray passes over the low box");
    let hit = cast(&run, Stage::Merged, [6.5, 1.5, -1.0e7], [0.0, 0.0, 1.0], None).unwrap();
    assert_eq!((hit.x, hit.z, hit.face), (6, 4, Some(Face::NegativeZ)));
}

#[test]
fn a_ray_from_inside_has_no_face() {
    let run = run_of(&[[2, 3, 0, 4]]);
    let hit = cast(&run, Stage::Merged, [2.5, 0.6, 3.5], [1.0, 0.0, 0.0], None).unwrap();
    assert_eq!((hit.t, hit.face, hit.row), (0.0, None, 1));
}

#[test]
fn crop_cuts_boxes_and_hides_columns() {
    let run = run_of(&[[2, 3, 0, 10], [4, 3, 0, 4]]);
    let down = |x: f64, crop| cast(&run, Stage::Merged, [x, 50.0, 3.5], [0.0, -1.0, 0.0], Some(&crop));
    let low = Crop { min: [0; 3], max: [8, 6, 8] };
    assert_eq!(down(2.5, low).map(|hit| (hit.row, hit.point[1])), Some((5, 3.0)));
    let right = Crop { min: [3, 0, 0], max: [8, 32, 8] };
    assert_eq!(down(2.5, right), None);
    assert_eq!(down(4.5, right).map(|hit| hit.row), Some(3));
    assert_eq!(down(4.5, Crop { min: [0, 4, 0], max: [8, 32, 8] }), None, "wholly below");
    assert_eq!(down(4.5, Crop { min: [0, 4, 0], max: [8, 4, 8] }), None, "an empty crop box");
}

#[test]
fn raw_pieces_answer_with_their_emission_number() {
    let run = run_of(&[[5, 5, 0, 2], [1, 1, 0, 2], [1, 1, 2, 7]]);
    let hit = cast(&run, Stage::Raw, [1.5, 50.0, 1.5], [0.0, -1.0, 0.0], None).unwrap();
    let piece = run.pieces.pieces()[hit.index];
    assert_eq!((piece.x, piece.z, piece.lo, piece.hi), (1, 1, 2, 7));
}

#[test]
fn open_floors_are_thin_plates() {
    // A wide floor, of which only the border is a ledge.
    let floor: Vec<[i32; 4]> = (0..64).map(|i| [i % 8, i / 8, 0, 4]).collect();
    let run = run_of(&floor);
    let hit = cast(&run, Stage::Compact, [2.5, 50.0, 3.5], [0.0, -1.0, 0.0], None).unwrap();
    assert_eq!((hit.x, hit.z, hit.index, hit.row, hit.point[1]), (2, 3, 13, 4, 2.0));
    let below = cast(&run, Stage::Compact, [9.0, 1.5, 3.5], [-1.0, 0.0, 0.0], None);
    assert_eq!(below, None, "a ray under the plate");
    let edge = cast(&run, Stage::Compact, [9.0, 1.95, 3.5], [-1.0, 0.0, 0.0], None).unwrap();
    assert_eq!(edge.face, Some(Face::PositiveX));
    let crop = Crop { min: [0; 3], max: [8, 3, 8] };
    assert_eq!(cast(&run, Stage::Compact, [2.5, 50.0, 3.5], [0.0, -1.0, 0.0], Some(&crop)), None);
}

/// A small generator, so that the scenes are the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }
}

fn random_mesh(random: &mut Random) -> PipelineRun {
    let vertices = (0..36).map(|_| [random.next() * 4.0, 0.3 + random.next() * 6.0, random.next() * 4.0]).collect();
    run_scene(Input::Mesh(Arc::new(Mesh { vertices, indices: (0..36).collect(), areas: None })))
}

/// Every box of a stage, in rows: number, column, lowest and highest side.
fn all_boxes(run: &PipelineRun, stage: Stage) -> Vec<(usize, [u32; 2], [f64; 2])> {
    let mut boxes = Vec::new();
    for column in 0..run.frame.columns() {
        let place = [column as u32 % 8, column as u32 / 8];
        match run.stage(stage) {
            StageView::Raw(log) => boxes.extend(
                log.numbers(column)
                    .iter()
                    .zip(log.column(column))
                    .map(|(&n, p)| (n as usize, place, [p.lo, p.hi].map(f64::from))),
            ),
            StageView::Solid { spans, .. } => boxes.extend(
                spans.column(column).map(|n| (n, place, [spans.spans()[n].min, spans.spans()[n].max].map(f64::from))),
            ),
            StageView::Open { spans, .. } => boxes.extend(spans.column(column).map(|n| {
                let y = f64::from(spans.spans()[n].y);
                (n, place, [y - floor_thickness_rows(ROW), y])
            })),
        }
    }
    boxes
}

fn brute_force(ray: &Ray, boxes: &[(usize, [u32; 2], [f64; 2])], crop: &Crop) -> Option<(f64, usize)> {
    let mut best: Option<(f64, usize)> = None;
    for &(number, [x, z], [low, high]) in boxes {
        let is_shown = (crop.min[0]..crop.max[0]).contains(&x) && (crop.min[2]..crop.max[2]).contains(&z);
        let (low, high) = (low.max(f64::from(crop.min[1])) * ROW, high.min(f64::from(crop.max[1])) * ROW);
        if !is_shown || low >= high {
            continue;
        }
        let (lo, hi) = ([x.into(), low, z.into()], [f64::from(x + 1), high, f64::from(z + 1)]);
        let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
        for axis in 0..3 {
            let sides: [f64; 2] = [lo[axis], hi[axis]].map(|v: f64| (v - ray.origin[axis]) / ray.direction[axis]);
            enter = enter.max(sides[0].min(sides[1]));
            leave = leave.min(sides[0].max(sides[1]));
        }
        if enter <= leave && best.is_none_or(|best| (enter, number) < best) {
            best = Some((enter, number));
        }
    }
    best
}

#[test]
fn random_rays_meet_what_brute_force_says() {
    let mut random = Random(7);
    let mut hits = [0; 8];
    for _ in 0..6 {
        let run = random_mesh(&mut random);
        for stage in [Stage::Raw, Stage::Merged, Stage::Compact] {
            let boxes = all_boxes(&run, stage);
            // Floors on the border of a crop box are a rule of their own, so the whole height is shown for them.
            let rows = if stage == Stage::Compact { [0, 32] } else { [3, 20] };
            let crop = Crop { min: [1, rows[0], 0], max: [7, rows[1], 6] };
            for number in 0..600 {
                let origin = std::array::from_fn(|_| random.between(-6.0, 14.0));
                let toward: [f64; 3] = std::array::from_fn(|_| random.between(1.0, 7.0));
                let ray = Ray { origin, direction: std::array::from_fn(|i| toward[i] - origin[i]) };
                let crop = if number % 2 == 0 { crop } else { Crop::whole(&run.frame) };
                let found = pick(&ray, &run.frame, &run.stage(stage), Some(&crop));
                let expected = brute_force(&ray, &boxes, &crop);
                match (found, expected) {
                    (Some(hit), Some((t, index))) => {
                        hits[stage.index()] += 1;
                        assert!((hit.t - t).abs() < 1e-9, "{ray:?}: {hit:?} is not {t} {index}");
                        // Raw pieces share sides, and rounding decides between them.
                        assert!(hit.index == index || stage == Stage::Raw, "{ray:?}: {hit:?} is not {index}");
                    }
                    (None, None) => {}
                    other => panic!("{stage:?} {ray:?}: {other:?}"),
                }
            }
        }
    }
    for stage in [Stage::Raw, Stage::Merged, Stage::Compact] {
        assert!(hits[stage.index()] > 100, "{hits:?} rays met anything");
    }
}
