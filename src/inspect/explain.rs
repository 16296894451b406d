//! Why a span, or an empty cell, is or is not walkable at the end, in plain sentences with numbers.

use super::beside::{Beside, DIRECTION_NAMES, beside};
use super::column::{column_items, item_at};
use super::erosion_path::{Place, erosion_path};
use super::history_text::{beside_text, drop_text, lengths, slope_text, surface_text, who};
use super::ledge_card::{LedgeCard, ledge_cards};
use super::level::{Level, RunTriangles};
use super::reason::{Reason, Reasons, areas};
use super::text::count;
use crate::pipeline::stage::ledges::ledge_report;
use crate::pipeline::stage::low_hanging::{LowHanging, low_hanging_verdict};
use crate::pipeline::stage::low_height::clearance;
use crate::pipeline::stage::merged::{MergeStep, add_span_observed};
use crate::pipeline::{NOT_WALKABLE, Piece, PipelineRun, Span, Stage};

/// What is known about a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    pub subject: Subject,
    /// The answer, in one sentence with a full stop.
    pub headline: String,
    /// Of a span that was walkable before the ledge filter: what it saw, by direction.
    pub ledge_cards: Vec<LedgeCard>,
    /// Of a floor: what lies beside it, by direction.
    pub beside: Option<[Beside; 4]>,
    /// Of an eroded floor: the cheapest way to its border, by column and floor, and what made the border one.
    pub path: Vec<Place>,
    pub border: Option<String>,
}

/// What a place holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A span, by its number after merging.
    Span { solid: usize, rows: [u16; 2], reason: Reason },
    /// No span: the row, the surface below it, and where the next span above begins.
    Empty { row: u16, below: Option<u16>, above: Option<u16> },
}

/// Explains what is at a row of column `(x, z)`, which must lie in the grid: the span whose surface is at the row, else the
/// one that fills it, else the empty cell.
pub fn explain(
    level: &Level<'_>,
    triangles: &RunTriangles,
    reasons: &Reasons,
    [x, z]: [u32; 2],
    row: u16,
) -> Explanation {
    let column = level.run.frame.column_index(x, z);
    let items = column_items(level.run, Stage::Merged, column);
    match item_at(&items, row) {
        Some(position) => explain_span(level, triangles, reasons, column, items[position].number),
        None => explain_empty(level, triangles, column, row),
    }
}

fn explain_span(
    level: &Level<'_>,
    triangles: &RunTriangles,
    reasons: &Reasons,
    column: usize,
    solid: usize,
) -> Explanation {
    let run = level.run;
    let Span { min, max } = run.solid.spans()[solid];
    let reason = reasons.of_solid[solid];
    let floor = run.open.column(column).find(|&floor| run.open.spans()[floor].solid as usize == solid);
    let path = floor.and_then(|floor| erosion_path(run, column, floor)).unwrap_or_default();
    let is_asked = areas(run, Stage::LowHanging)[solid] != NOT_WALKABLE;
    let mut explanation = Explanation {
        subject: Subject::Span { solid, rows: [min, max], reason },
        headline: String::new(),
        ledge_cards: if is_asked { ledge_cards(run, column, solid) } else { Vec::new() },
        beside: floor.map(|floor| [0, 1, 2, 3].map(|direction| beside(run, column, floor, direction))),
        border: path.last().map(|&(border, floor)| border_text(level, reasons, border != column, border, floor)),
        path,
    };
    let at = surface_text(&run.frame, max);
    let why = reason_text(level, triangles, column, solid, floor, &explanation);
    explanation.headline = match reason {
        Reason::Walkable => format!("The surface at {at} is walkable to the end: {why}."),
        _ => format!("The surface at {at} is not walkable: {why}."),
    };
    explanation
}

fn reason_text(
    level: &Level<'_>,
    triangles: &RunTriangles,
    column: usize,
    solid: usize,
    floor: Option<usize>,
    known: &Explanation,
) -> String {
    let Subject::Span { reason, .. } = known.subject else { return String::new() };
    let run = level.run;
    match reason {
        Reason::Walkable => {
            let area = floor.map_or(NOT_WALKABLE, |floor| areas(run, Stage::Volumes)[floor]);
            let raised = areas(run, Stage::Merged)[solid] == NOT_WALKABLE;
            let raised = if raised { ", raised as a low-hanging obstacle from the floor below it" } else { "" };
            format!("its area is {area}{raised}")
        }
        Reason::Steep | Reason::OwnArea | Reason::FacesDown | Reason::Obstacle => {
            surface_pieces_text(level, triangles, column, solid) + &step_text(run, column, solid)
        }
        Reason::Merged => merged_text(level, triangles, column, solid),
        Reason::LedgeAtDrop | Reason::GridEdge | Reason::LedgeBetweenFloors => {
            ledge_reason_text(level, reason, column, solid, known)
        }
        Reason::LowCeiling => {
            let range = run.solid.column(column);
            let free = clearance(&run.solid, &range, solid).unwrap_or(0);
            let above = run.solid.spans()[solid + 1].min; // A low ceiling is the span above.
            let piece = run.pieces.column(column).find(|piece| piece.lo == above);
            let what = piece.map_or("a span".into(), |piece| small(&who(level, triangles, piece.triangle())));
            let height = lengths(run, run.settings.height_rows.into());
            let remain = if free == 1 { "remains" } else { "remain" };
            format!("under {what} only {} {remain}, fewer than the height of {height}", lengths(run, free))
        }
        Reason::ErodedFromWall | Reason::ErodedFromDrop | Reason::ErodedFromLowCeiling | Reason::ErodedFromGridEdge => {
            let distance = floor.map_or(0, |floor| run.distances[floor]);
            let cap = 2 * run.settings.radius_cells.unsigned_abs();
            let radius = count(run.settings.radius_cells.unsigned_abs().into(), "cell");
            let border = known.border.as_deref().unwrap_or_default();
            let steps = match distance {
                0 => format!(
                    "it is at the border of walkable ground, and a radius of {radius} needs a distance of {cap}"
                ),
                _ => format!(
                    "its distance to the border is {distance}, less than the {cap} that a radius of {radius} needs"
                ),
            };
            format!("{steps}; {border}")
        }
        Reason::Volume => volume_reason_text(level, column, floor),
    }
}

/// What kept a span from being raised as a low-hanging obstacle, where its step from walkable ground below did.
fn step_text(run: &PipelineRun, column: usize, solid: usize) -> String {
    let (range, climb) = (run.solid.column(column), run.settings.climb_rows);
    match low_hanging_verdict(&run.solid, areas(run, Stage::Merged), &range, solid, climb) {
        LowHanging::TooHigh { below, step } => format!(
            ", and from the floor below, at {}, it is a step of {}, more than the climb of {}",
            surface_text(&run.frame, run.solid.spans()[below].max),
            lengths(run, step),
            lengths(run, climb.into())
        ),
        _ => String::new(),
    }
}

/// The slope of the flattest piece at a span's surface, or what the input says of it.
fn surface_pieces_text(level: &Level<'_>, triangles: &RunTriangles, column: usize, solid: usize) -> String {
    let run = level.run;
    let max = run.solid.spans()[solid].max;
    let at_surface = run.pieces.column(column).filter(|piece| piece.hi == max);
    let slope = |piece: &Piece| piece.triangle().and_then(|number| triangles.slope(run, number));
    let upward = |piece: &&Piece| slope(piece).map_or(f32::INFINITY, |slope| slope.upward);
    let Some(piece) = at_surface.max_by(|a, b| upward(a).total_cmp(&upward(b))) else { return "unknown".into() };
    let who = small(&who(level, triangles, piece.triangle()));
    match slope(piece) {
        Some(slope) => format!("{who} at its surface is {}", slope_text(&slope)),
        None => format!("{who} at its surface has a material with area 0"),
    }
}

/// The merge in which a span's surface lost the area of a walkable piece last.
fn merged_text(level: &Level<'_>, triangles: &RunTriangles, column: usize, solid: usize) -> String {
    let run = level.run;
    let Span { min, max } = run.solid.spans()[solid];
    let threshold = run.settings.merge_threshold();
    let (mut spans, mut last) = (Vec::new(), None);
    for piece in run.pieces.column(column) {
        add_span_observed(&mut spans, piece, piece.merge_threshold(threshold), &mut |step: MergeStep| {
            let inside = min <= step.after.span.min && step.after.span.max <= max;
            let loses =
                step.after.area == NOT_WALKABLE && (step.before.area != NOT_WALKABLE || step.met.area != NOT_WALKABLE);
            if inside && loses {
                last = Some((*piece, step));
            }
        });
    }
    let Some((piece, step)) = last else { return "its area was lost when its pieces were merged".into() };
    let who = small(&who(level, triangles, piece.triangle()));
    let limit = lengths(run, piece.merge_threshold(threshold).into());
    let distance = lengths(run, step.distance.into());
    format!(
        "in a merge {who} met the span {}:{}; the surfaces are {distance} apart, beyond the threshold of {limit}, so the higher one decided, and it is not walkable",
        step.met.span.min, step.met.span.max
    )
}

fn ledge_reason_text(level: &Level<'_>, reason: Reason, column: usize, solid: usize, known: &Explanation) -> String {
    let run = level.run;
    let (height, climb) = (run.settings.height_rows, run.settings.climb_rows);
    let report = ledge_report(&run.solid, column, solid, height, climb);
    let climb = lengths(run, climb.into());
    match (reason, report.accessible) {
        (Reason::GridEdge, _) => {
            let ends = known.ledge_cards.iter().filter(|card| card.neighbour.is_none());
            let sides: Vec<&str> = ends.map(|card| DIRECTION_NAMES[card.direction]).collect();
            let drop = lengths(run, i64::from(run.settings.climb_rows) + 1);
            format!(
                "the grid ends towards {}, which counts as a drop of {drop}, one row more than the climb",
                sides.join(" and ")
            )
        }
        (Reason::LedgeBetweenFloors, Some([low, high])) => format!(
            "the floors beside it that an agent could reach, at {} and {}, lie {} apart, more than the climb of {climb}",
            minus_row(low),
            minus_row(high),
            lengths(run, high - low)
        ),
        _ => {
            let of_grid = known.ledge_cards.iter().filter(|card| card.neighbour.is_some());
            let Some(deepest) = of_grid.min_by_key(|card| card.lowest_drop().unwrap_or(i64::MAX)) else {
                return String::new(); // A drop inside the grid was seen in one of the directions.
            };
            let (side, drop) = (DIRECTION_NAMES[deepest.direction], deepest.lowest_drop().unwrap_or(0));
            let floor = i64::from(run.solid.spans()[solid].max) + drop;
            match floor {
                // Under the lowest surface of a column the rule puts a floor at minus the climb.
                ..=0 => format!(
                    "it is a ledge: towards {side} there is no ground, which is a drop of more than the climb of {climb}"
                ),
                _ => format!(
                    "it is a ledge: towards {side} the ground is {} below, more than the climb of {climb}",
                    lengths(run, drop)
                ),
            }
        }
    }
}

fn minus_row(row: i64) -> String {
    super::text::minus(&format!("row {row}"))
}

fn volume_reason_text(level: &Level<'_>, column: usize, floor: Option<usize>) -> String {
    let run = level.run;
    let width = run.frame.width() as usize;
    let centre = run.frame.column_centre_in_world((column % width) as u32, (column / width) as u32);
    let height = floor.map_or(0.0, |floor| run.frame.row_in_world(run.open.spans()[floor].y.into()));
    let inside = |volume: &&crate::pipeline::ConvexVolume| {
        volume.area == NOT_WALKABLE && volume.contains_in_plan(centre) && volume.contains_height(height)
    };
    let number = level.scene.volumes.iter().position(|volume| inside(&volume)).unwrap_or(0);
    let interval = level.scene.volumes.get(number).map_or_else(String::new, |volume| {
        super::text::minus(&format!(" of {} to {} units", volume.min_y, volume.max_y))
    });
    format!(
        "volume {number} holds the column's centre in its polygon and the floor in its interval of heights{interval}, and gives area 0"
    )
}

/// What made a floor at the border one: each direction in which it has no link.
fn border_text(level: &Level<'_>, reasons: &Reasons, is_elsewhere: bool, column: usize, floor: usize) -> String {
    let run = level.run;
    let width = run.frame.width() as usize;
    let missing = (0..4)
        .map(|direction| (DIRECTION_NAMES[direction], beside(run, column, floor, direction)))
        .filter(|(_, side)| !matches!(side, Beside::Linked { .. }))
        .map(|(name, side)| {
            let why = match side {
                Beside::NotWalkable { solid, .. } => format!(" ({})", reasons.of_solid[solid].label()),
                _ => String::new(),
            };
            format!("towards {name} {}{why}", beside_text(run, &side))
        });
    let missing: Vec<String> = missing.collect();
    let place = if is_elsewhere { format!("at column {}, {}", column % width, column / width) } else { "here".into() };
    format!("the border is {place}: {}", missing.join("; "))
}

fn explain_empty(level: &Level<'_>, triangles: &RunTriangles, column: usize, row: u16) -> Explanation {
    let run = level.run;
    let width = run.frame.width() as usize;
    let at = [column % width, column / width].map(|place| place as u16);
    let spans = &run.solid.spans()[run.solid.column(column)];
    let below = spans.iter().rev().find(|span| span.max < row).map(|span| span.max);
    let above = spans.iter().find(|span| span.min > row).map(|span| span.min);
    let dropped = run
        .dropped
        .iter()
        .find(|piece| [piece.x, piece.z] == at && piece.rows[0] <= i64::from(row) && i64::from(row) <= piece.rows[1]);
    let neighbours = match (below, above) {
        (None, None) => "the column is empty".into(),
        (Some(below), None) => format!("the highest surface of the column is at row {below}"),
        (None, Some(above)) => format!("the first span above begins at row {above}"),
        (Some(below), Some(above)) => {
            format!("the surface below is at row {below}, and the next span above begins at row {above}")
        }
    };
    let why = match dropped {
        None => "no triangle or voxel reaches this cell".into(),
        Some(piece) => {
            format!(
                "{} was dropped here: {}",
                small(&who(level, triangles, Some(piece.triangle))),
                drop_text(piece.cause, piece.rows, &run.frame)
            )
        }
    };
    Explanation {
        subject: Subject::Empty { row, below, above },
        headline: format!("Nothing is solid at {}: {why}; {neighbours}.", surface_text(&run.frame, row)),
        ledge_cards: Vec::new(),
        beside: None,
        path: Vec::new(),
        border: None,
    }
}

/// A sentence's beginning in its middle.
fn small(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
