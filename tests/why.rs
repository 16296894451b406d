//! Histories, explanations, reasons, remedies and orders: each agrees with what the stages computed.

mod support;

use proptest::prelude::*;
use spanscope::inspect::history_text::sentence;
use spanscope::inspect::neighbourhood::Neighbourhood;
use spanscope::inspect::order::order_report;
use spanscope::inspect::remedy::{NewValue, Setting, apply, largest_cosine};
use spanscope::inspect::{
    ColumnItem, Event, EventKind, Fate, Level, Reason, RunTriangles, Subject, column_items, explain, history,
    reason_patches, reasons, remedies,
};
use spanscope::pipeline::triangle::{Rasterizer, Triangle};
use spanscope::pipeline::{AreaId, Monitor, NOT_WALKABLE, PipelineRun, Scene, SpanSettings, Stage, StageView};
use spanscope::source::Document;
use support::{areas, floor, generate, run, triangles, triangles_with_areas, unit_frame, voxels};

/// A scene with its run, for questions.
struct Asked {
    document: Document,
    scene: Scene,
    run: PipelineRun,
    triangles: RunTriangles,
}

impl Asked {
    fn new(scene: Scene) -> Self {
        let run = run(&scene);
        let triangles = RunTriangles::new(&scene);
        Self { document: Document::from(scene.clone()), scene, run, triangles }
    }

    fn level(&self) -> Level<'_> {
        Level { document: &self.document, scene: &self.scene, run: &self.run }
    }

    fn columns(&self) -> impl Iterator<Item = [u32; 2]> {
        let (width, depth) = (self.run.frame.width(), self.run.frame.depth());
        (0..depth).flat_map(move |z| (0..width).map(move |x| [x, z]))
    }

    fn history(&self, at: [u32; 2]) -> Vec<Event> {
        history(&self.level(), &self.triangles, at)
    }

    fn sentences(&self, at: [u32; 2], stage: Stage) -> Vec<String> {
        let column = self.run.frame.column_index(at[0], at[1]);
        let events = self.history(at).into_iter().filter(|event| event.stage == stage);
        events.map(|event| sentence(&self.level(), &self.triangles, column, &event)).collect()
    }

    fn reasons(&self) -> spanscope::inspect::Reasons {
        reasons(&self.run, &self.triangles, &Monitor::default()).unwrap()
    }

    fn headline(&self, at: [u32; 2], row: u16) -> String {
        explain(&self.level(), &self.triangles, &self.reasons(), at, row).headline
    }

    /// The areas at the end of all solid spans, 0 where there is no floor.
    fn last(&self) -> Vec<AreaId> {
        let mut last = vec![NOT_WALKABLE; self.run.solid.spans().len()];
        for (open, &area) in self.run.open.spans().iter().zip(areas(&self.run, Stage::Volumes)) {
            last[open.solid as usize] = area;
        }
        last
    }
}

fn rows_and_areas(items: &[ColumnItem]) -> Vec<([u16; 2], AreaId)> {
    items.iter().map(|item| (item.rows, item.area)).collect()
}

/// What the events of a stage say that the column holds.
fn replayed(events: &[Event], stage: Stage) -> Vec<([u16; 2], AreaId)> {
    let mut spans: Vec<([u16; 2], AreaId)> = Vec::new();
    let mut of_last_volume = Vec::new();
    for event in events.iter().filter(|event| event.stage == stage) {
        match &event.kind {
            EventKind::Dropped { .. } => {}
            EventKind::Merge { step, .. } => {
                let own = |span: spanscope::pipeline::Span| [span.min, span.max];
                let before = (own(step.before.span), step.before.area);
                let met = (own(step.met.span), step.met.area);
                // A piece that has met a span before is in the column already, as grown so far.
                spans.retain(|span| *span != met && *span != before);
                spans.push((own(step.after.span), step.after.area));
            }
            EventKind::Volume { .. } => of_last_volume.push((event.rows, event.areas[1])),
            _ => spans.push((event.rows, event.areas[1])),
        }
    }
    if stage == Stage::Merged {
        spans.sort_unstable();
    }
    for (rows, area) in of_last_volume {
        match spans.iter_mut().find(|span| span.0 == rows) {
            Some(span) => span.1 = area, // A later volume has the last word.
            None => spans.push((rows, area)),
        }
    }
    spans
}

proptest! {
    #![proptest_config(generate::cases(192))]

    #[test]
    fn a_history_replayed_gives_the_column_at_every_stage(scene in generate::scene()) {
        let asked = Asked::new(scene);
        for at in asked.columns() {
            let events = asked.history(at);
            let column = asked.run.frame.column_index(at[0], at[1]);
            for stage in Stage::ALL {
                if stage == Stage::Volumes && asked.scene.volumes.is_empty() {
                    continue; // No volume, no event.
                }
                let items = column_items(&asked.run, stage, column);
                prop_assert_eq!(replayed(&events, stage), rows_and_areas(&items), "{} {:?}", stage, at);
            }
        }
    }

    #[test]
    fn a_reason_agrees_with_the_areas_of_the_stages(scene in generate::scene()) {
        let asked = Asked::new(scene);
        let (run, last) = (&asked.run, asked.last());
        let reasons = asked.reasons();
        for (span, &reason) in reasons.of_solid.iter().enumerate() {
            let of = |stage| areas(run, stage)[span] != NOT_WALKABLE;
            let lost_at = |stage, before| of(before) && !of(stage);
            let floor = run.open.spans().iter().position(|open| open.solid as usize == span);
            let eroded = floor.is_some_and(|floor| areas(run, Stage::Eroded)[floor] == NOT_WALKABLE);
            prop_assert_eq!(reason == Reason::Walkable, last[span] != NOT_WALKABLE);
            match reason {
                Reason::Walkable => {}
                Reason::Steep | Reason::Obstacle | Reason::Merged | Reason::OwnArea | Reason::FacesDown => {
                    prop_assert!(!of(Stage::Merged) && !of(Stage::LowHanging));
                }
                Reason::LedgeAtDrop | Reason::LedgeBetweenFloors | Reason::GridEdge => {
                    prop_assert!(lost_at(Stage::Ledges, Stage::LowHanging));
                }
                Reason::LowCeiling => prop_assert!(lost_at(Stage::LowHeight, Stage::Ledges)),
                Reason::ErodedFromWall | Reason::ErodedFromDrop | Reason::ErodedFromLowCeiling
                | Reason::ErodedFromGridEdge => prop_assert!(of(Stage::LowHeight) && eroded),
                Reason::Volume => prop_assert!(of(Stage::LowHeight) && !eroded),
            }
        }
    }

    #[test]
    fn an_explanation_names_the_reason_and_its_path_ends_at_the_border(scene in generate::scene()) {
        let asked = Asked::new(scene);
        let (run, reasons) = (&asked.run, asked.reasons());
        for at in asked.columns() {
            let column = run.frame.column_index(at[0], at[1]);
            for span in run.solid.column(column) {
                let row = run.solid.spans()[span].max;
                let known = explain(&asked.level(), &asked.triangles, &reasons, at, row);
                let Subject::Span { solid, reason, .. } = known.subject else { panic!("a span is here") };
                prop_assert_eq!((solid, reason), (span, reasons.of_solid[span]));
                prop_assert_eq!(known.headline.contains("is not walkable"), reason != Reason::Walkable);
                let Some(&(_, border)) = known.path.last() else { continue };
                prop_assert_eq!(run.distances[border], 0);
                prop_assert_eq!(known.path[0].0, column);
            }
        }
    }

    #[test]
    fn patches_cover_every_surface_once(scene in generate::scene()) {
        let asked = Asked::new(scene);
        let reasons = asked.reasons();
        let patches = reason_patches(&asked.run, &reasons, &Monitor::default()).unwrap();
        for reason in Reason::ALL {
            let of_reason = &patches[reason.index()];
            prop_assert_eq!(of_reason.iter().map(|patch| patch.surfaces).sum::<usize>(), reasons.count(reason));
            prop_assert!(of_reason.windows(2).all(|pair| pair[0].surfaces >= pair[1].surfaces));
        }
    }

    #[test]
    fn a_neighbourhood_gives_what_the_whole_run_gives(scene in generate::scene().boxed(), other in generate::settings().boxed()) {
        let asked = Asked::new(scene);
        // Other settings, but no larger radius than the neighbourhood was made for.
        let radius_cells = other.radius_cells.min(asked.scene.settings.radius_cells);
        let settings = SpanSettings { radius_cells, slope_cosine: asked.scene.settings.slope_cosine, ..other };
        let whole = Asked::new(Scene { settings, ..asked.scene.clone() });
        let last = whole.last();
        for at in asked.columns() {
            let monitor = Monitor::default();
            let of_run = Neighbourhood::of_run(&asked.run, at, asked.run.settings.radius_cells).unwrap();
            let of_scene = Neighbourhood::of_scene(&whole.scene, whole.run.frame, at, &monitor).unwrap();
            let column = whole.run.frame.column_index(at[0], at[1]);
            let expected: Vec<(u16, AreaId)> =
                whole.run.solid.column(column).map(|span| (whole.run.solid.spans()[span].max, last[span])).collect();
            for near in [of_run, of_scene] {
                prop_assert_eq!(&near.surfaces(&whole.scene, &settings).unwrap(), &expected, "{:?}", at);
            }
        }
    }

    #[test]
    fn a_triangle_has_in_one_column_what_it_has_there_among_all(
        corners in generate::triangle(), x in 0_u32..12, z in 0_u32..12,
    ) {
        let frame = spanscope::pipeline::Frame::new([0.0; 3], 1.0, 1.0, [12, 12, 24]).unwrap();
        let triangle = Triangle::new(&frame, corners);
        let seen = |touch: spanscope::pipeline::triangle::Touch<'_>| {
            (touch.x, touch.z, touch.rows, touch.outcome, touch.polygon.to_vec())
        };
        let (mut all, mut here) = (Vec::new(), Vec::new());
        let keep = &mut |touch: spanscope::pipeline::triangle::Touch<'_>| {
            all.push(seen(touch));
            Ok::<(), std::convert::Infallible>(())
        };
        let Ok(()) = Rasterizer::default().rasterize(&frame, &triangle, keep);
        Rasterizer::default().rasterize_column(&frame, &triangle, [x, z], &mut |touch| here.push(seen(touch)));
        all.retain(|touch| (touch.0, touch.1) == (x, z));
        prop_assert_eq!(here, all);
    }
}

/// Whether the surface at a row of a column is walkable at the end.
fn is_walkable(run: &PipelineRun, at: [u32; 2], row: u16) -> bool {
    let StageView::Open { spans, areas, .. } = run.stage(Stage::Volumes) else { panic!("an open stage") };
    let mut floors = spans.column(run.frame.column_index(at[0], at[1]));
    floors.any(|floor| spans.spans()[floor].y == row && areas[floor] != NOT_WALKABLE)
}

/// The value right before a remedy's, on the way from the present one.
fn one_step_less(settings: &SpanSettings, value: NewValue) -> Option<NewValue> {
    let towards = |from: i32, to: i32| to - (to - from).signum();
    Some(match value {
        NewValue::Climb(to) => NewValue::Climb(towards(settings.climb_rows, to)),
        NewValue::Height(to) => NewValue::Height(towards(settings.height_rows, to)),
        NewValue::Radius(to) => NewValue::Radius(towards(settings.radius_cells, to)),
        NewValue::MergeThreshold(to) => NewValue::MergeThreshold(towards(settings.merge_threshold(), to)),
        NewValue::SlopeCosine(to) if to < settings.slope_cosine => NewValue::SlopeCosine(to.next_up()),
        NewValue::SlopeCosine(to) => NewValue::SlopeCosine(to.next_down()),
        NewValue::CellSize(_) | NewValue::CellHeight(_) => return None, // Tried values have no steps.
    })
}

proptest! {
    #![proptest_config(generate::cases(96))]

    #[test]
    fn a_remedy_makes_the_surface_walkable_and_one_step_less_does_not(scene in generate::scene()) {
        let asked = Asked::new(scene);
        let last = asked.last();
        let mut asked_for = 0;
        for at in asked.columns() {
            let column = asked.run.frame.column_index(at[0], at[1]);
            for span in asked.run.solid.column(column).filter(|&span| last[span] == NOT_WALKABLE) {
                asked_for += 1;
                if asked_for > 3 {
                    return Ok(());
                }
                let row = asked.run.solid.spans()[span].max;
                let found = remedies(&asked.level(), &asked.triangles, at, row, &Monitor::default()).unwrap();
                prop_assert_eq!(found.len(), Setting::ALL.len());
                for remedy in found {
                    let Some((value, _)) = remedy.change else { continue };
                    let with = |value| {
                        let mut scene = asked.scene.clone();
                        apply(&mut scene, value);
                        run(&scene)
                    };
                    let Some(less) = one_step_less(&asked.run.settings, value) else { continue };
                    prop_assert!(is_walkable(&with(value), at, row), "{value:?} at {at:?} row {row}");
                    prop_assert!(!is_walkable(&with(less), at, row), "{less:?} at {at:?} row {row}");
                }
            }
        }
    }
}

/// A floor of 9 x 9 unit cells with its surface at row 1, and whatever else.
fn level(others: &[[[f64; 3]; 3]], settings: SpanSettings) -> Asked {
    let mut all = floor([0.0, 0.0], [9.0, 9.0], 1.0).to_vec();
    all.extend_from_slice(others);
    Asked::new(Scene { frame: unit_frame([9, 9, 40]), settings, inputs: vec![triangles(&all)], ..Scene::default() })
}

fn found(asked: &Asked, at: [u32; 2], row: u16, setting: Setting) -> Option<NewValue> {
    let all = remedies(&asked.level(), &asked.triangles, at, row, &Monitor::default()).unwrap();
    all.into_iter().find(|remedy| remedy.setting == setting)?.change.map(|(value, _)| value)
}

#[test]
fn a_low_ceiling_is_named_with_what_hangs_above_and_the_height_that_would_do() {
    let roof = floor([3.0, 3.0], [6.0, 6.0], 8.0);
    let asked = level(&roof, SpanSettings { radius_cells: 0, ..SpanSettings::HUMANOID });
    assert_eq!(
        asked.headline([4, 4], 1),
        "The surface at row 1 (y 1.00 units) is not walkable: under triangle 2 of mesh only 6 rows (6.00 units) remain, \
         fewer than the height of 10 rows (10.00 units)."
    );
    assert_eq!(found(&asked, [4, 4], 1, Setting::Height), Some(NewValue::Height(6)));
    assert_eq!(found(&asked, [4, 4], 1, Setting::Radius), None);
}

#[test]
fn a_step_that_is_too_high_is_told_and_a_higher_climb_remedies_it() {
    let step = floor([4.0, 0.0], [9.0, 9.0], 6.0);
    let asked = level(&step, SpanSettings { radius_cells: 0, height_rows: 3, ..SpanSettings::HUMANOID });
    let headline = asked.headline([4, 4], 6);
    assert!(
        headline.contains("towards −x the ground is 5 rows (5.00 units) below, more than the climb of 4 rows"),
        "{headline}"
    );
    assert_eq!(found(&asked, [4, 4], 6, Setting::Climb), Some(NewValue::Climb(5)));
    // The edge of the grid is a drop whatever an agent can climb.
    assert_eq!(found(&asked, [0, 0], 1, Setting::Climb), None);
    assert!(asked.headline([0, 0], 1).contains("the grid ends towards −x and −z, which counts as a drop of 5 rows"));
}

#[test]
fn a_radius_that_is_too_large_is_told_with_its_distance_and_the_border() {
    let asked = level(&[], SpanSettings { radius_cells: 3, ..SpanSettings::HUMANOID });
    // The edge of the grid is no floor; the border is the second cell, and the third is 2 away from it.
    assert_eq!(
        asked.headline([2, 4], 1),
        "The surface at row 1 (y 1.00 units) is not walkable: its distance to the border is 2, less than the 6 that a radius of \
         3 cells needs; the border is at column 1, 4: towards −x the surface level with it is not walkable (edge of the grid)."
    );
    assert_eq!(asked.reasons().of_solid[asked.run.solid.column(2 + 4 * 9).start], Reason::ErodedFromGridEdge);
    assert_eq!(found(&asked, [2, 4], 1, Setting::Radius), Some(NewValue::Radius(1)));
}

#[test]
fn a_slope_at_the_limit_has_the_next_smaller_cosine_as_its_remedy() {
    let limit = 1.0_f32 / 2.0_f32.sqrt();
    // A ramp of 45 degrees along x that fills the grid, walled in by nothing.
    let ramp =
        [[[0.0, 1.0, 0.0], [0.0, 1.0, 9.0], [9.0, 10.0, 9.0]], [[0.0, 1.0, 0.0], [9.0, 10.0, 9.0], [9.0, 10.0, 0.0]]];
    let settings = SpanSettings { radius_cells: 0, slope_cosine: limit.next_up(), ..SpanSettings::HUMANOID };
    let scene = Scene { frame: unit_frame([9, 9, 40]), settings, inputs: vec![triangles(&ramp)], ..Scene::default() };
    let asked = Asked::new(scene);
    let row = asked.run.solid.spans()[asked.run.solid.column(4 + 4 * 9).start].max;
    assert!(
        asked.headline([4, 4], row).contains("too steep: 45.0° against a limit of 45.0°"),
        "{}",
        asked.headline([4, 4], row)
    );
    let Some(NewValue::SlopeCosine(cosine)) = found(&asked, [4, 4], row, Setting::Slope) else { panic!("a remedy") };
    let triangle = Triangle::new(&asked.run.frame, ramp[0]);
    assert!(triangle.normal[1] > cosine * triangle.length && triangle.normal[1] <= cosine.next_up() * triangle.length);
}

#[test]
fn an_obstacle_is_no_slope_but_a_step() {
    let [a, b, c] = [[4.0, 2.0, 4.0], [4.0, 2.0, 5.0], [5.0, 12.0, 5.0]];
    let asked =
        level(&[[a, b, c]], SpanSettings { radius_cells: 0, merge_threshold_rows: Some(0), ..SpanSettings::HUMANOID });
    let headline = asked.headline([4, 4], 12);
    assert!(headline.contains("too steep"), "{headline}");
    let reasons = asked.reasons();
    let span = asked.run.solid.column(4 + 4 * 9).last().unwrap();
    assert_eq!(reasons.of_solid[span], Reason::Obstacle, "{headline}");
    assert!(headline.contains("it is a step of 11 rows (11.00 units), more than the climb of 4 rows"), "{headline}");
}

#[test]
fn an_empty_cell_says_what_is_below_and_above_it() {
    let asked = level(&floor([3.0, 3.0], [6.0, 6.0], 20.0), SpanSettings::HUMANOID);
    assert_eq!(
        asked.headline([4, 4], 9),
        "Nothing is solid at row 9 (y 9.00 units): no triangle or voxel reaches this cell; the surface below is at row 1, and \
         the next span above begins at row 19."
    );
}

#[test]
fn a_volume_that_forbids_is_named() {
    let volume = |area| spanscope::pipeline::ConvexVolume {
        polygon: vec![[3.0, 3.0], [6.0, 3.0], [6.0, 6.0], [3.0, 6.0]],
        min_y: 0.0,
        max_y: 2.0,
        area,
    };
    let mut scene = level(&[], SpanSettings::HUMANOID).scene;
    scene.volumes = vec![volume(7), volume(0)];
    let asked = Asked::new(scene);
    let headline = asked.headline([4, 4], 1);
    assert!(headline.contains("volume 1 holds the column's centre in its polygon and the floor in its interval of heights of 0 to 2 units, and gives area 0"), "{headline}");
    let told = asked.sentences([4, 4], Stage::Volumes);
    assert_eq!(
        told,
        ["Volume 0: the floor is inside and gets area 7", "Volume 1: the floor is inside and gets area 0"]
    );
    let outside = asked.sentences([1, 4], Stage::Volumes);
    assert_eq!(outside[0], "Volume 0: the column's centre is outside its polygon");
}

#[test]
fn a_merge_that_takes_an_area_names_the_triangle_and_the_threshold() {
    let walkable = floor([0.0, 0.0], [3.0, 3.0], 3.0);
    let other = floor([0.0, 0.0], [3.0, 3.0], 9.0);
    let wall = [[0.0, 1.5, 0.0], [0.0, 1.5, 3.0], [3.0, 4.5, 3.0]];
    let inputs = vec![triangles_with_areas(&[walkable[0], walkable[1], wall, other[0]], &[63, 63, 0, 0])];
    let settings = SpanSettings { merge_threshold_rows: Some(0), ..SpanSettings::HUMANOID };
    let asked = Asked::new(Scene { frame: unit_frame([3, 3, 20]), settings, inputs, ..Scene::default() });
    let told = asked.sentences([1, 1], Stage::Merged);
    let merge = told.iter().find(|told| told.starts_with("Triangle 2 of mesh as ")).expect("the wall meets the floor");
    assert!(merge.contains("meets 2:3 (area 63)"), "{merge}");
    assert!(merge.contains("beyond the threshold of 0 rows (0.00 units): the higher surface's area counts"), "{merge}");
    let lost =
        asked.history([1, 1]).into_iter().filter(|event| event.stage == Stage::Merged && event.fate == Fate::Lost);
    assert!(lost.count() > 0);
    let row = asked.run.solid.spans()[asked.run.solid.column(4).start].max;
    assert!(
        asked.headline([1, 1], row).contains("in a merge triangle 2 of mesh met the span 2:3"),
        "{}",
        asked.headline([1, 1], row)
    );
}

#[test]
fn a_column_of_70_floors_says_which_one_a_link_cannot_store() {
    // Floors every 3 rows in two columns: with height 1 each links to its like, up to number 62.
    let runs: Vec<[i32; 5]> = (0..2).flat_map(|x| (0..70).map(move |floor| [x, 0, 3 * floor, 1, 1])).collect();
    let mut scene = voxels([2, 1, 215], &runs);
    scene.settings = SpanSettings { height_rows: 1, climb_rows: 0, radius_cells: 1, ..SpanSettings::HUMANOID };
    let run = run(&scene);
    // Every floor is beside the edge of the grid, and so no floor at all survives the ledge filter here.
    assert_eq!(run.open.spans().len(), 0);
    let runs: Vec<[i32; 5]> =
        (0..16).flat_map(|cell| (0..70).map(move |floor| [cell % 4, cell / 4, 3 * floor, 1, 1])).collect();
    let mut scene = voxels([4, 4, 215], &runs);
    scene.settings = SpanSettings { height_rows: 1, climb_rows: 0, radius_cells: 1, ..SpanSettings::HUMANOID };
    let asked = Asked::new(scene);
    let told = asked.sentences([1, 1], Stage::Compact);
    assert_eq!(told.len(), 70);
    assert!(told[62].starts_with("A floor that is linked in 2 of four directions"), "{}", told[62]);
    let beyond = "+z: the floor is number 63 of its column, and a link cannot store more than 62";
    assert!(told[63].contains(beyond), "{}", told[63]);
    assert!(!told[62].contains("cannot store"), "{}", told[62]);
}

#[test]
fn the_order_of_pieces_matters_only_where_the_rule_is_not_associative() {
    let monitor = Monitor::default();
    let same = level(&floor([0.0, 0.0], [9.0, 9.0], 5.0), SpanSettings::HUMANOID);
    let report = order_report(&same.run, 4 + 4 * 9, &monitor).unwrap();
    let factorial: usize = (1..=report.pieces).product();
    assert_eq!((report.tried, report.is_exhaustive, report.differing), (factorial, true, 0));

    // Surfaces at rows 2, 3 and 4 of which each is within 1 of the next: a chain carries an area only in one order.
    let runs = [[0, 0, 1], [0, 1, 2], [0, 2, 3]];
    let meshes = runs.map(|[_, lo, hi]: [i32; 3]| {
        let area = if lo == 0 { 9 } else { 0 };
        let wall = [[0.5, f64::from(lo), 0.5], [0.6, f64::from(lo), 0.5], [0.5, f64::from(hi), 0.6]];
        triangles_with_areas(&[wall], &[area])
    });
    let settings = SpanSettings { merge_threshold_rows: Some(1), ..SpanSettings::HUMANOID };
    let scene = Scene { frame: unit_frame([1, 1, 8]), settings, inputs: meshes.to_vec(), ..Scene::default() };
    let chain = Asked::new(scene);
    let report = order_report(&chain.run, 0, &monitor).unwrap();
    assert_eq!((report.pieces, report.tried), (3, 6));
    assert!(report.differing > 0 && report.example.is_some(), "{report:?}");
}

#[test]
fn the_largest_cosine_that_holds_is_found_to_the_last_bit() {
    for limit in [-1.0_f32, -0.25, -0.0, 0.0, 1e-30, 0.3, 0.707_106_77, 1.0] {
        assert_eq!(largest_cosine(|cosine| cosine <= limit), Some(limit));
    }
    assert_eq!(largest_cosine(|_| false), None);
}

/// A kept case that a user's trouble stands behind: its column, the stage and row that the sentence is about, and the sentence's
/// part that answers the trouble.
type Case = (&'static str, [u32; 2], Option<Stage>, u16, &'static str);

/// One of each kind of the kept cases.
const CASES: [Case; 35] = [
    // Doors: an agent of radius 2 needs 5 free cells.
    (
        "d_door1_2_off0",
        [20, 14],
        None,
        1,
        "less than the 4 that a radius of 2 cells needs; the border is at column 20, 15: towards +z a wall, 14 rows (2.80 units) up",
    ),
    ("d_door1_5_off0", [20, 13], None, 1, "the border is here: towards −z a wall, 14 rows (2.80 units) up"),
    ("d_door1_8_off0", [20, 14], None, 1, "walkable to the end: its area is 63"),
    // Low-hanging obstacles.
    (
        "f01_low_at_climb",
        [0, 0],
        Some(Stage::LowHanging),
        6,
        "Raised: a step of 5 rows (5.00 units) from the floor at row 1 (y 1.00 units) is within the climb of 5 rows",
    ),
    (
        "f02_low_over_climb",
        [0, 0],
        Some(Stage::LowHanging),
        7,
        "Not raised: a step of 6 rows (6.00 units) from the floor at row 1 (y 1.00 units) is more than the climb of 5 rows",
    ),
    (
        "f03_low_chain",
        [0, 0],
        Some(Stage::LowHanging),
        11,
        "Not raised: the surface below it, at row 6 (y 6.00 units), is not walkable",
    ),
    ("f04_navcat_low", [1, 1], Some(Stage::LowHanging), 20, "Not raised"),
    // Ledges.
    (
        "f05_ledge_plane",
        [0, 0],
        None,
        1,
        "the grid ends towards −x and −z, which counts as a drop of 6 rows (6.00 units), one row more than the climb",
    ),
    (
        "f08_step4",
        [4, 1],
        Some(Stage::Ledges),
        5,
        "No ledge: the lowest passable floor beside it is 4 rows (4.00 units) below, within the climb of 4 rows",
    ),
    ("f08_step5", [4, 1], None, 6, "towards −x the ground is 5 rows (5.00 units) below, more than the climb of 4 rows"),
    ("f09_steep3", [1, 1], None, 4, "at row 1 and row 7, lie 6 rows (6.00 units) apart, more than the climb of 4 rows"),
    ("f10_stairs_r3_t1", [1, 1], None, 4, "at row 1 and row 7, lie 6 rows (6.00 units) apart"),
    ("f10_stairs_r3_t3", [1, 1], None, 1, "walkable to the end"),
    ("f11_780_case1", [1, 0], None, 3, "it is a ledge: towards −x there is no ground"),
    // Low height.
    ("f06_lowheight", [0, 0], Some(Stage::LowHeight), 1, "free above it: 2 rows (2.00 units)"),
    (
        "x11_headroom300",
        [1, 1],
        Some(Stage::LowHeight),
        1,
        "Free above it: 300 rows (300.00 units), enough for a height of",
    ),
    // Merging.
    (
        "m01a_order_232",
        [0, 0],
        Some(Stage::Merged),
        687,
        "within the threshold of 1 row (1.00 units): the larger area counts, giving 685:687 (area 63)",
    ),
    (
        "m03_pillar_59_reversed",
        [0, 0],
        None,
        8,
        "in a merge triangle 1 of mesh met the span 2:3; the surfaces are 5 rows (5.00 units) apart, beyond the threshold of 1 row",
    ),
    (
        "m05_touch_outside_T",
        [0, 0],
        Some(Stage::Merged),
        8,
        "whose surface is 7 rows (14.00 units) lower, beyond the threshold of 1 row (2.00 units): the higher surface's area counts",
    ),
    (
        "m06_bridge",
        [0, 0],
        Some(Stage::Merged),
        3,
        "meets 2:3 (area 42), whose surface is 1 row (1.00 units) higher, within the threshold of 1 row",
    ),
    (
        "m08_navcat_three",
        [0, 0],
        Some(Stage::Merged),
        50,
        "whose surface is 5 rows (5.00 units) higher, beyond the threshold of 1 row (1.00 units): the higher surface's area counts, giving 0:50 (area 1)",
    ),
    (
        "x14_zfight",
        [1, 1],
        Some(Stage::Merged),
        1,
        "whose surface is the same: the larger area counts, giving 0:1 (area 63)",
    ),
    // Rasterizing.
    ("r08_vertical_diag", [0, 0], Some(Stage::Raw), 3, "fills"),
    ("r19_above", [0, 0], Some(Stage::Raw), 10, "is dropped: its rows 10 to 10 lie outside the grid's rows 0 to 9"),
    (
        "r25_wall_x3_facing_minus",
        [3, 0],
        None,
        4,
        "too steep: 90.0° against a limit of 45.0° (ny/len 0 is not above 0.70710677)",
    ),
    ("r27_flipped_floor", [0, 0], None, 2, "facing down: 180.0° against a limit of 45.0°"),
    (
        "r28_floor_at_min",
        [0, 0],
        Some(Stage::Raw),
        0,
        "it faces up exactly at the bottom of the grid, where no row is below it",
    ),
    ("r31_near_vertical_worst", [11, 7], None, 4, "too steep: 90.0°"),
    // Slopes of 45 degrees, which rounding decides.
    (
        "s04_slope45_5",
        [0, 0],
        None,
        1,
        "too steep: 45.0° against a limit of 45.0° (ny/len 0.70710677 is not above 0.70710677)",
    ),
    // Where the quotient rounds to the other side, the rule's own numbers are told.
    ("s07_slope45_0_3", [0, 0], None, 1, "too steep: 45.0° against a limit of 45.0° (ny "),
    ("f02_low_over_climb", [0, 0], None, 7, "it is a step of 6 rows (6.00 units), more than the climb of 5 rows"),
    ("s01_slope45_2", [0, 0], Some(Stage::Raw), 1, "walkable: 45.0° against a limit of 45.0°"),
    // Whole levels.
    (
        "x03_stair658_1",
        [99, 1],
        None,
        101,
        "at row 99 and row 102, lie 3 rows (1.50 units) apart, more than the climb of 2 rows",
    ),
    ("x04_tall_594", [1, 1], None, 20_002, "towards −x the ground is 20,000 rows (4000.00 units) below"),
    (
        "x15_plateau_wall",
        [3, 3],
        Some(Stage::Merged),
        5,
        "within the threshold of 4 rows (4.00 units): the larger area counts, giving 0:4 (area 63)",
    ),
];

#[test]
fn the_troubles_of_users_are_answered() {
    let mut wrong = Vec::new();
    for (name, at, stage, row, expected) in CASES {
        let asked = Asked::new(kept_case(name));
        let told = match stage {
            None => vec![asked.headline(at, row)],
            // Sentences of a merge are about the span as it grows, so all of the column count.
            Some(stage @ (Stage::Merged | Stage::Raw)) => asked.sentences(at, stage),
            Some(stage) => {
                let column = asked.run.frame.column_index(at[0], at[1]);
                let events = asked.history(at).into_iter().filter(|event| event.stage == stage && event.rows[1] == row);
                events.map(|event| sentence(&asked.level(), &asked.triangles, column, &event)).collect()
            }
        };
        if !told.iter().any(|told| told.contains(expected)) {
            wrong.push(format!("{name} {at:?} row {row}: expected {expected:?} in {told:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A kept scene of the conformance tests.
fn kept_case(name: &str) -> Scene {
    let start = format!("{{\"name\":\"case_{name}\",\"scene\":");
    let line =
        include_str!("conformance/scenes.jsonl").lines().find(|line| line.starts_with(&start)).expect("it is kept");
    let text = &line[start.len()..line.len() - 1];
    spanscope::io::scene_json::parse(text.as_bytes(), std::path::Path::new("kept.scene.json")).unwrap().scene().unwrap()
}
