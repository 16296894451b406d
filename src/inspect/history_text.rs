//! Each event of a column's history as a plain sentence with its numbers, in rows and world units.

use super::beside::{Beside, DIRECTION_NAMES};
use super::history::{Event, EventKind};
use super::level::{Level, RunTriangles, Slope};
use super::reason::Reason;
use super::text::{count, minus, thousands};
use crate::pipeline::clip::footprint_area;
use crate::pipeline::stage::ledges::LedgeReport;
use crate::pipeline::stage::low_hanging::LowHanging;
use crate::pipeline::stage::merged::{AreaSpan, MergeRule, MergeStep};
use crate::pipeline::triangle::SlopeClass;
use crate::pipeline::{AreaId, DropCause, Frame, NOT_WALKABLE, PipelineRun, Span};

/// What happened in the column with this index, in a sentence without a full stop.
pub fn sentence(level: &Level<'_>, triangles: &RunTriangles, column: usize, event: &Event) -> String {
    let run = level.run;
    match &event.kind {
        EventKind::Piece { slope, polygon, .. } => {
            let who = who(level, triangles, event.triangle);
            let slope = slope.map_or_else(|| area_text(event.areas[1]), |slope| slope_text(&slope));
            let plan = if polygon.is_empty() { String::new() } else { format!(", {}", polygon_text(polygon)) };
            format!("{who} fills {}, {slope}{plan}", rows_text(event.rows))
        }
        EventKind::Dropped { cause, rows, .. } => {
            format!("{} is dropped: {}", who(level, triangles, event.triangle), drop_text(*cause, *rows, &run.frame))
        }
        EventKind::NewSpan { .. } => {
            let who = who(level, triangles, event.triangle);
            format!("{who} meets nothing: {} with {}", rows_text(event.rows), area_text(event.areas[1]))
        }
        EventKind::Merge { step, threshold, .. } => {
            format!("{} {}", who(level, triangles, event.triangle), merge_text(run, step, *threshold))
        }
        EventKind::LowHanging(verdict) => low_hanging_text(run, verdict),
        EventKind::Ledge { report, reason } => ledge_text(run, event, report, *reason),
        EventKind::LowHeight { clearance } => low_height_text(level, triangles, column, event, *clearance),
        EventKind::Floor { beside, .. } => floor_text(run, beside),
        EventKind::Erosion { distance, cap, .. } => erosion_text(run, *distance, *cap),
        EventKind::Volume { number, in_plan, in_height } => volume_text(event, *number, *in_plan, *in_height),
    }
}

/// A triangle with the part it belongs to, or voxels.
pub fn who(level: &Level<'_>, triangles: &RunTriangles, triangle: Option<u32>) -> String {
    match triangle {
        None => "A run of voxels".into(),
        Some(number) => {
            let name = level.name_of(triangles, number).map(|name| format!(" of {name}")).unwrap_or_default();
            format!("Triangle {}{name}", thousands(number.into()))
        }
    }
}

/// Solid rows as a person counts them, and the surface on them.
pub fn rows_text([low, high]: [u16; 2]) -> String {
    let rows = if low + 1 == high { format!("row {low}") } else { format!("rows {low} to {}", high - 1) };
    format!("{rows} with the surface at row {high}")
}

/// A number of rows, and what they are in the world.
pub fn lengths(run: &PipelineRun, rows: i64) -> String {
    let units = rows.unsigned_abs() as f64 * f64::from(run.frame.cell_height());
    format!("{} ({units:.2} units)", count(rows.unsigned_abs(), "row"))
}

/// The row of a surface, and where it is in the world.
pub fn surface_text(frame: &Frame, row: u16) -> String {
    format!("row {row} (y {} units)", minus(&format!("{:.2}", frame.row_in_world(row.into()))))
}

fn area_text(area: AreaId) -> String {
    match area {
        NOT_WALKABLE => "area 0, not walkable".into(),
        _ => format!("area {area}"),
    }
}

/// How the slope rule sees a triangle, with its numbers.
pub fn slope_text(slope: &Slope) -> String {
    if let Some(area) = slope.own_area {
        return match area {
            NOT_WALKABLE => "not walkable by the input, which gives it area 0".into(),
            _ => format!("given area {area} by the input"),
        };
    }
    let numbers = |relation: &str| {
        let (angle, limit) = (slope.degrees(), slope.limit_degrees());
        let number = |value: f32| minus(&(value + 0.0).to_string()); // Without the sign of a zero.
        let sides = match (slope.upward > slope.cosine) == (slope.class == SlopeClass::Walkable) {
            true => format!("ny/len {} {relation} {}", number(slope.upward), number(slope.cosine)),
            // So near to the limit the quotient rounds to another side than the rule's own numbers.
            false => format!("ny {} {relation} limit · len {}", number(slope.compared[0]), number(slope.compared[1])),
        };
        format!("{angle:.1}° against a limit of {limit:.1}° ({sides})")
    };
    match slope.class {
        SlopeClass::Walkable => format!("walkable: {}", numbers("is above")),
        SlopeClass::TooSteep => format!("too steep: {}", numbers("is not above")),
        SlopeClass::FacingDown => format!("facing down: {}", numbers("is not above")),
        SlopeClass::Degenerate => "without a direction".into(),
    }
}

fn polygon_text(polygon: &[[f32; 3]]) -> String {
    let area = f64::from(footprint_area(polygon)).abs() / 2.0;
    format!("cut to {} over {area:.4} of the cell", count(polygon.len() as u64, "corner"))
}

/// Why a piece was dropped; its rows are those before they were cut to the grid.
pub fn drop_text(cause: DropCause, [low, high]: [i64; 2], frame: &Frame) -> String {
    let rows = minus(&format!("rows {low} to {}", high - 1));
    match cause {
        DropCause::AreaRoundsToZero => {
            format!(
                "its piece in {rows} has extent both ways, but its float32 area is 0: a sliver or a near-vertical wall"
            )
        }
        DropCause::OutsideRows => format!("its {rows} lie outside the grid's rows 0 to {}", frame.height() - 1),
        DropCause::NoRowAtBottom => "it faces up exactly at the bottom of the grid, where no row is below it".into(),
        DropCause::WallOutsideGrid => "it is a wall on the grid's border, whose solid side is outside".into(),
    }
}

fn merge_text(run: &PipelineRun, step: &MergeStep, threshold: i32) -> String {
    let MergeStep { before, met, after, rule, distance } = *step;
    let span = |AreaSpan { span: Span { min, max }, area }| format!("{min}:{max} ({})", area_text(area));
    let distance = lengths(run, distance.into());
    let limit = lengths(run, threshold.into());
    let why = match rule {
        MergeRule::HigherWithin => {
            format!("whose surface is {distance} higher, within the threshold of {limit}: the larger area counts")
        }
        MergeRule::HigherBeyond => format!(
            "whose surface is {distance} higher, beyond the threshold of {limit}: the higher surface's area counts"
        ),
        MergeRule::LowerWithin if met.span.max == before.span.max => {
            "whose surface is the same: the larger area counts".into()
        }
        MergeRule::LowerWithin => {
            format!("whose surface is {distance} lower, within the threshold of {limit}: the larger area counts")
        }
        MergeRule::LowerBeyond => format!(
            "whose surface is {distance} lower, beyond the threshold of {limit}: the higher surface's area counts"
        ),
    };
    format!("as {} meets {}, {why}, giving {}", span(before), span(met), span(after))
}

fn low_hanging_text(run: &PipelineRun, verdict: &LowHanging) -> String {
    let climb = lengths(run, run.settings.climb_rows.into());
    let surface = |span: usize| surface_text(&run.frame, run.solid.spans()[span].max);
    match *verdict {
        LowHanging::Walkable => "Walkable already, so it needs no step from below".into(),
        LowHanging::NothingBelow => "Not raised: no span is below it".into(),
        LowHanging::BelowNotWalkable { below } => {
            format!("Not raised: the surface below it, at {}, is not walkable", surface(below))
        }
        LowHanging::TooHigh { below, step } => {
            let step = lengths(run, step);
            format!(
                "Not raised: a step of {step} from the floor at {} is more than the climb of {climb}",
                surface(below)
            )
        }
        LowHanging::Raised { below, step } => {
            let step = lengths(run, step);
            format!("Raised: a step of {step} from the floor at {} is within the climb of {climb}", surface(below))
        }
    }
}

fn ledge_text(run: &PipelineRun, event: &Event, report: &LedgeReport, reason: Option<Reason>) -> String {
    if event.areas[0] == NOT_WALKABLE {
        return "Not walkable before, so it is not asked whether it is a ledge".into();
    }
    let climb = lengths(run, run.settings.climb_rows.into());
    let from_floor = |rows: i64| match rows {
        ..0 => format!("{} below", lengths(run, rows)),
        0 => "level with it".into(),
        _ => format!("{} above", lengths(run, rows)),
    };
    match (reason, report.lowest_drop, report.accessible) {
        (Some(Reason::GridEdge), ..) => "A ledge: the grid ends beside it, which counts as a drop".into(),
        (Some(Reason::LedgeBetweenFloors), _, Some([low, high])) => {
            let apart = lengths(run, high - low);
            format!(
                "A ledge: the floors beside it that can be reached lie {apart} apart, more than the climb of {climb}"
            )
        }
        // Under the lowest surface of a column the rule puts a floor at minus the climb.
        (Some(_), Some(lowest), _) if i64::from(event.rows[1]) + lowest <= 0 => {
            format!("A ledge: beside it is no ground, which is a drop of more than the climb of {climb}")
        }
        (Some(_), Some(lowest), _) => {
            let place = from_floor(lowest);
            format!("A ledge: the lowest passable floor beside it is {place}, more than the climb of {climb}")
        }
        (_, Some(lowest), _) => {
            let place = from_floor(lowest);
            format!("No ledge: the lowest passable floor beside it is {place}, within the climb of {climb}")
        }
        (_, None, _) => "No ledge: no gap beside it is passable".into(),
    }
}

fn low_height_text(
    level: &Level<'_>,
    triangles: &RunTriangles,
    column: usize,
    event: &Event,
    clearance: Option<i64>,
) -> String {
    let run = level.run;
    let height = lengths(run, run.settings.height_rows.into());
    let Some(clear) = clearance else { return "Nothing is above it".into() };
    if event.areas[0] == NOT_WALKABLE {
        return format!("Not walkable before; free above it: {}", lengths(run, clear));
    }
    if clear >= run.settings.height_rows.into() {
        return format!("Free above it: {}, enough for a height of {height}", lengths(run, clear));
    }
    let ceiling = (i64::from(event.rows[1]) + clear) as u16; // A row of the grid: a span begins there.
    let above = what_begins_at(level, triangles, column, ceiling);
    let above = above.map(|who| format!("; {who} hangs above")).unwrap_or_default();
    format!("Free above it: only {}, fewer than the height of {height}{above}", lengths(run, clear))
}

/// Whose piece is the lowest of the span that begins at a row of a column.
fn what_begins_at(level: &Level<'_>, triangles: &RunTriangles, column: usize, row: u16) -> Option<String> {
    let piece = level.run.pieces.column(column).find(|piece| piece.lo == row)?;
    let who = who(level, triangles, piece.triangle());
    Some(format!("{}{}", who[..1].to_lowercase(), &who[1..]))
}

fn floor_text(run: &PipelineRun, beside: &[Beside; 4]) -> String {
    let linked = beside.iter().filter(|side| matches!(side, Beside::Linked { .. })).count();
    let missing: Vec<String> = beside
        .iter()
        .zip(DIRECTION_NAMES)
        .filter(|(side, _)| !matches!(side, Beside::Linked { .. }))
        .map(|(side, name)| format!("{name}: {}", beside_text(run, side)))
        .collect();
    match missing.as_slice() {
        [] => "A floor that is linked in all four directions".into(),
        _ => format!("A floor that is linked in {linked} of four directions; {}", missing.join("; ")),
    }
}

/// What lies beside a floor, in a few words.
pub fn beside_text(run: &PipelineRun, beside: &Beside) -> String {
    let rise = |rows: i64| match rows {
        0 => "level with it".to_owned(),
        rows if rows > 0 => format!("{} up", lengths(run, rows)),
        rows => format!("{} down", lengths(run, rows)),
    };
    match *beside {
        Beside::Linked { passage, .. } => {
            // A clearance ends at 65,535, which is higher than any ceiling: nothing is above either.
            let is_open = passage.free + passage.rise.abs() >= u16::MAX.into();
            let free = if is_open { "open above".into() } else { format!("{} free", lengths(run, passage.free)) };
            format!("linked, {}, {free}", rise(passage.rise))
        }
        Beside::GridEdge => "the edge of the grid".into(),
        Beside::NotWalkable { rise: rows, .. } => format!("the surface {} is not walkable", rise(rows)),
        Beside::BeyondIndex { position, .. } => {
            format!("the floor is number {position} of its column, and a link cannot store more than 62")
        }
        Beside::LowCeiling { free, .. } => format!(
            "only {} in common under the ceiling, fewer than the height of {}",
            lengths(run, free),
            lengths(run, run.settings.height_rows.into())
        ),
        Beside::Drop { rise: Some(rows) } => {
            format!(
                "a drop of {}, more than the climb of {}",
                lengths(run, rows),
                lengths(run, run.settings.climb_rows.into())
            )
        }
        Beside::Drop { rise: None } => "a drop with no floor below".into(),
        Beside::Wall { rise: Some(rows) } => format!("a wall, {}", rise(rows)),
        Beside::Wall { rise: None } => "a wall".into(),
    }
}

fn erosion_text(run: &PipelineRun, distance: u32, cap: u32) -> String {
    let radius = count(run.settings.radius_cells.unsigned_abs().into(), "cell");
    match distance {
        _ if cap == 0 => "The radius is 0, so nothing is eroded".into(),
        0 => format!("At the border of walkable ground: distance 0 of the {cap} that a radius of {radius} needs"),
        _ if distance < cap => {
            format!("Distance {distance} to the border, less than the {cap} that a radius of {radius} needs")
        }
        _ => format!("Distance {distance} or more to the border, the {cap} that a radius of {radius} needs"),
    }
}

fn volume_text(event: &Event, number: usize, in_plan: bool, in_height: bool) -> String {
    let name = format!("Volume {number}");
    match (in_plan, in_height) {
        (false, _) => format!("{name}: the column's centre is outside its polygon"),
        (true, false) => format!("{name}: the floor is inside its polygon, but not in its interval of heights"),
        (true, true) if event.areas[0] == NOT_WALKABLE => {
            format!("{name}: the floor is inside, but not walkable, so it keeps area 0")
        }
        (true, true) => format!("{name}: the floor is inside and gets area {}", event.areas[1]),
    }
}

/// A change of areas as a person reads it.
pub fn areas_text([before, after]: [AreaId; 2]) -> String {
    if before == after { after.to_string() } else { format!("{before} to {after}") }
}
