//! The history of a column: every event from the first raw piece to the last volume, in the order of the pipeline.

use super::beside::{Beside, beside};
use super::level::{Level, RunTriangles, Slope};
use super::reason::{Reason, areas, ledge_reason};
use crate::pipeline::clip::Point;
use crate::pipeline::stage::ledges::{LedgeReport, ledge_report};
use crate::pipeline::stage::low_hanging::{LowHanging, low_hanging_verdict};
use crate::pipeline::stage::low_height::clearance;
use crate::pipeline::stage::merged::{AreaSpan, MergeStep, add_span_observed};
use crate::pipeline::stage::volumes::area_inside;
use crate::pipeline::triangle::Rasterizer;
use crate::pipeline::{AreaId, DropCause, NOT_WALKABLE, Piece, Stage};

/// What an event did to the place it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// It was walkable and is.
    Kept,
    /// It became walkable, or got another area that is.
    Raised,
    /// It is not walkable any more, or never got into the heightfield.
    Lost,
    /// It was not walkable before, or the event has nothing to do with it.
    Untouched,
}

impl Fate {
    /// Every fate.
    pub const ALL: [Self; 4] = [Self::Kept, Self::Raised, Self::Lost, Self::Untouched];

    /// What a person reads.
    pub fn label(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Raised => "raised",
            Self::Lost => "lost",
            Self::Untouched => "untouched",
        }
    }

    fn of([before, after]: [AreaId; 2]) -> Self {
        match (before, after) {
            (NOT_WALKABLE, NOT_WALKABLE) => Self::Untouched,
            (_, NOT_WALKABLE) => Self::Lost,
            (before, after) if before == after => Self::Kept,
            _ => Self::Raised,
        }
    }
}

/// Something that happened in a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub stage: Stage,
    pub fate: Fate,
    /// The rows of the piece or span after the event: lowest, and one past the highest, which is the row of its surface. Of a
    /// dropped piece the nearest ones in the grid.
    pub rows: [u16; 2],
    /// The area before and after.
    pub areas: [AreaId; 2],
    /// The triangle it is about.
    pub triangle: Option<u32>,
    pub kind: EventKind,
}

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// A piece reached the column: the polygon that was cut from its triangle, in cells and rows, and the triangle's slope.
    /// Voxels have neither.
    Piece {
        number: u32,
        polygon: Vec<Point>,
        slope: Option<Slope>,
    },
    /// A piece was dropped; its rows before they were cut to the grid.
    Dropped {
        cause: DropCause,
        rows: [i64; 2],
        polygon: Vec<Point>,
    },
    /// A piece met no span, and became one.
    NewSpan {
        number: u32,
    },
    /// A piece, as grown so far, met a span.
    Merge {
        number: u32,
        step: MergeStep,
        threshold: i32,
    },
    LowHanging(LowHanging),
    /// What the rule saw, and why it made the span a ledge, if it did.
    Ledge {
        report: LedgeReport,
        reason: Option<Reason>,
    },
    /// Free rows above; `None` when nothing is above.
    LowHeight {
        clearance: Option<i64>,
    },
    /// The span has a floor, and what is beside it by direction.
    Floor {
        number: usize,
        beside: [Beside; 4],
    },
    /// Steps to the border of walkable ground, capped.
    Erosion {
        number: usize,
        distance: u32,
        cap: u32,
    },
    /// A volume, and whether the floor is inside it in plan and by height.
    Volume {
        number: usize,
        in_plan: bool,
        in_height: bool,
    },
}

/// The history of column `(x, z)`, which must lie in the grid.
pub fn history(level: &Level<'_>, triangles: &RunTriangles, [x, z]: [u32; 2]) -> Vec<Event> {
    let column = level.run.frame.column_index(x, z);
    let mut events = raw_events(level, triangles, [x, z]);
    merge_events(level, column, &mut events);
    filter_events(level, column, &mut events);
    floor_events(level, column, &mut events);
    events
}

impl Event {
    /// Whether the event is about what became the solid rows `[min, max]`.
    pub fn is_about(&self, [min, max]: [u16; 2]) -> bool {
        match self.kind {
            EventKind::Dropped { .. } => false,
            _ => min <= self.rows[0] && self.rows[1] <= max,
        }
    }
}

/// The polygon that a triangle has in a column, in cells and rows; empty when it has none there.
pub fn polygon_in_column(level: &Level<'_>, triangles: &RunTriangles, number: u32, at: [u32; 2]) -> Vec<Point> {
    let mut polygon = Vec::new();
    if let Some(triangle) = triangles.in_frame(level.run, number) {
        let keep = &mut |touch: crate::pipeline::triangle::Touch<'_>| polygon.extend_from_slice(touch.polygon);
        Rasterizer::default().rasterize_column(&level.run.frame, &triangle, at, keep);
    }
    polygon
}

fn raw_events(level: &Level<'_>, triangles: &RunTriangles, at: [u32; 2]) -> Vec<Event> {
    let run = level.run;
    let column = run.frame.column_index(at[0], at[1]);
    let polygon = |number| polygon_in_column(level, triangles, number, at);
    let mut events = Vec::new();
    for (&number, piece) in run.pieces.numbers(column).iter().zip(run.pieces.column(column)) {
        let slope = piece.triangle().and_then(|number| triangles.slope(run, number));
        let polygon = piece.triangle().map(polygon).unwrap_or_default();
        // An underside was never meant to be walked on; what is too steep might have been.
        let is_too_steep = slope.is_some_and(|slope| slope.own_area.is_none() && slope.upward >= 0.0);
        let fate = match piece.area {
            NOT_WALKABLE if is_too_steep => Fate::Lost,
            NOT_WALKABLE => Fate::Untouched,
            _ => Fate::Kept,
        };
        events.push(Event {
            stage: Stage::Raw,
            fate,
            rows: [piece.lo, piece.hi],
            areas: [piece.area; 2],
            triangle: piece.triangle(),
            kind: EventKind::Piece { number, polygon, slope },
        });
    }
    for piece in run.dropped.iter().filter(|piece| [piece.x, piece.z].map(u32::from) == at) {
        let in_grid = piece.rows.map(|row| row.clamp(0, run.frame.height().into()) as u16);
        events.push(Event {
            stage: Stage::Raw,
            fate: Fate::Lost,
            rows: in_grid,
            areas: [NOT_WALKABLE; 2],
            triangle: Some(piece.triangle),
            kind: EventKind::Dropped { cause: piece.cause, rows: piece.rows, polygon: polygon(piece.triangle) },
        });
    }
    events
}

fn merge_events(level: &Level<'_>, column: usize, events: &mut Vec<Event>) {
    let run = level.run;
    let mut spans = Vec::new();
    for (&number, piece) in run.pieces.numbers(column).iter().zip(run.pieces.column(column)) {
        let threshold = piece.merge_threshold(run.settings.merge_threshold());
        let mut steps = Vec::new();
        add_span_observed(&mut spans, piece, threshold, &mut |step| steps.push(step));
        if steps.is_empty() {
            events.push(new_span(number, piece));
        }
        events.extend(steps.into_iter().map(|step| merge_event(number, piece, step, threshold)));
    }
}

fn new_span(number: u32, piece: &Piece) -> Event {
    let areas = [piece.area; 2];
    Event {
        stage: Stage::Merged,
        fate: Fate::of(areas),
        rows: [piece.lo, piece.hi],
        areas,
        triangle: piece.triangle(),
        kind: EventKind::NewSpan { number },
    }
}

/// The area before is that of the surface which stays the upper one; of two equal ones that of the span.
fn merge_event(number: u32, piece: &Piece, step: MergeStep, threshold: i32) -> Event {
    let AreaSpan { span, area } = step.after;
    let surface = if step.met.span.max >= step.before.span.max { step.met } else { step.before };
    let areas = [surface.area, area];
    let loses = area == NOT_WALKABLE && (step.before.area != NOT_WALKABLE || step.met.area != NOT_WALKABLE);
    Event {
        stage: Stage::Merged,
        fate: if loses { Fate::Lost } else { Fate::of(areas) },
        rows: [span.min, span.max],
        areas,
        triangle: piece.triangle(),
        kind: EventKind::Merge { number, step, threshold },
    }
}

fn filter_events(level: &Level<'_>, column: usize, events: &mut Vec<Event>) {
    let run = level.run;
    let (height, climb) = (run.settings.height_rows, run.settings.climb_rows);
    let range = run.solid.column(column);
    let merged = areas(run, Stage::Merged);
    let mut add = |stage: Stage, before: Stage, kind: &dyn Fn(usize) -> EventKind| {
        for span in range.clone() {
            let rows = run.solid.spans()[span];
            let changed = [areas(run, before)[span], areas(run, stage)[span]];
            events.push(Event {
                stage,
                fate: Fate::of(changed),
                rows: [rows.min, rows.max],
                areas: changed,
                triangle: None,
                kind: kind(span),
            });
        }
    };
    add(Stage::LowHanging, Stage::Merged, &|span| {
        EventKind::LowHanging(low_hanging_verdict(&run.solid, merged, &range, span, climb))
    });
    add(Stage::Ledges, Stage::LowHanging, &|span| {
        let report = ledge_report(&run.solid, column, span, height, climb);
        EventKind::Ledge { report, reason: report.is_ledge(climb).then(|| ledge_reason(run, column, span)) }
    });
    add(Stage::LowHeight, Stage::Ledges, &|span| EventKind::LowHeight {
        clearance: clearance(&run.solid, &range, span),
    });
}

fn floor_events(level: &Level<'_>, column: usize, events: &mut Vec<Event>) {
    let run = level.run;
    let cap = 2 * run.settings.radius_cells.unsigned_abs();
    let mut add = |stage: Stage, floor: usize, changed: [AreaId; 2], kind: EventKind| {
        let rows = run.solid.spans()[run.open.spans()[floor].solid as usize];
        let event =
            Event { stage, fate: Fate::of(changed), rows: [rows.min, rows.max], areas: changed, triangle: None, kind };
        events.push(event);
    };
    let (compact, eroded) = (areas(run, Stage::Compact), areas(run, Stage::Eroded));
    for number in run.open.column(column) {
        let beside = [0, 1, 2, 3].map(|direction| beside(run, column, number, direction));
        add(Stage::Compact, number, [compact[number]; 2], EventKind::Floor { number, beside });
    }
    for number in run.open.column(column) {
        let kind = EventKind::Erosion { number, distance: run.distances[number], cap };
        add(Stage::Eroded, number, [compact[number], eroded[number]], kind);
    }
    let [x, z] = [column % run.frame.width() as usize, column / run.frame.width() as usize].map(|at| at as u32);
    for floor in run.open.column(column) {
        let height = run.frame.row_in_world(run.open.spans()[floor].y.into());
        let mut area = eroded[floor];
        for (number, volume) in level.scene.volumes.iter().enumerate() {
            let in_plan = volume.contains_in_plan(run.frame.column_centre_in_world(x, z));
            let in_height = volume.contains_height(height);
            let before = area;
            if in_plan {
                area = area_inside(volume, area, height);
            }
            add(Stage::Volumes, floor, [before, area], EventKind::Volume { number, in_plan, in_height });
        }
    }
}
