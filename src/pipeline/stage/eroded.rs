//! Eroded: walkable ground drawn in from its borders by the agent's radius (section 8).
//!
//! Reads open spans, links and areas. Makes the distances to a boundary, and sets areas to 0; never changes geometry.

use crate::pipeline::{AreaId, Monitor, NO_LINK, NOT_WALKABLE, OpenColumns, PipelineError, Stage};

/// The cost of a step along a link.
pub const STRAIGHT: u32 = 2;
/// The cost of two links at a right angle.
pub const DIAGONAL: u32 = 3;

/// The distances of all open spans, and the areas after every span nearer than `2 * radius` was set to not walkable.
///
/// # Errors
/// Cancellation.
#[doc(alias = "rcErodeWalkableArea")]
pub fn eroded(
    open: &OpenColumns,
    before: &[AreaId],
    radius: i32,
    monitor: &Monitor,
) -> Result<(Vec<u32>, Vec<AreaId>), PipelineError> {
    let cap = 2 * radius.unsigned_abs();
    let distances = distances(open, before, cap, monitor)?;
    let areas = distances.iter().zip(before).map(|(&d, &area)| if d < cap { NOT_WALKABLE } else { area }).collect();
    Ok((distances, areas))
}

/// Whether a span is at the border of walkable ground: its area is 0, or in some direction it has no link or one to a span
/// with area 0.
pub fn is_boundary(open: &OpenColumns, areas: &[AreaId], column: usize, span: usize) -> bool {
    areas[span] == NOT_WALKABLE
        || (0..4).any(|d| open.linked(column, span, d).is_none_or(|(_, to)| areas[to] == NOT_WALKABLE))
}

/// The exact least cost from each span, along links, to a boundary span; at most `cap`.
///
/// Searched from all boundary spans at once, backwards along links, in order of cost. A cost is reached from one 2 or 3
/// below, so four buckets in turn hold all that is open.
fn distances(open: &OpenColumns, areas: &[AreaId], cap: u32, monitor: &Monitor) -> Result<Vec<u32>, PipelineError> {
    let mut distances = vec![cap; open.spans().len()];
    let mut buckets: [Vec<(u32, u32)>; 4] = Default::default();
    if cap == 0 {
        return Ok(distances);
    }
    for column in 0..open.columns() {
        for span in open.column(column).filter(|&span| is_boundary(open, areas, column, span)) {
            distances[span] = 0;
            buckets[0].push((column as u32, span as u32));
        }
    }
    let (mut cost, mut done) = (0, 0);
    while cost < cap && buckets.iter().any(|bucket| !bucket.is_empty()) {
        for (column, span) in std::mem::take(&mut buckets[cost as usize % 4]) {
            if distances[span as usize] != cost {
                continue; // A cheaper way was found after it was put here.
            }
            done += 1;
            if done % 4096 == 0 {
                monitor.report(Stage::Eroded, done, distances.len())?;
            }
            for_each_step_into(open, column as usize, span as usize, &mut |step, column, span| {
                let reached = cost + step;
                if reached < distances[span] {
                    distances[span] = reached;
                    buckets[reached as usize % 4].push((column as u32, span as u32));
                }
            });
        }
        cost += 1;
    }
    Ok(distances)
}

/// Calls `visit` with cost, the spans on the way and the span reached of every step that goes out from a span: straight ones,
/// then diagonals; a diagonal has one span on its way, a straight step none. Spans come with their columns.
pub fn for_each_step_from(
    open: &OpenColumns,
    column: usize,
    span: usize,
    visit: &mut impl FnMut(u32, Option<(usize, usize)>, (usize, usize)),
) {
    for direction in 0..4 {
        if let Some(to) = open.linked(column, span, direction) {
            visit(STRAIGHT, None, to);
        }
    }
    for direction in 0..4 {
        let Some((middle_column, middle)) = open.linked(column, span, direction) else { continue };
        for turn in [1, 3] {
            if let Some(to) = open.linked(middle_column, middle, (direction + turn) % 4) {
                visit(DIAGONAL, Some((middle_column, middle)), to);
            }
        }
    }
}

/// Calls `visit` with cost, column and span of every span that has a step to this one.
fn for_each_step_into(open: &OpenColumns, column: usize, span: usize, visit: &mut impl FnMut(u32, usize, usize)) {
    for direction in 0..4 {
        for_each_link_into(open, column, span, direction, &mut |middle_column, middle| {
            visit(STRAIGHT, middle_column, middle);
            for turn in [1, 3] {
                let first = (direction + turn) % 4;
                for_each_link_into(open, middle_column, middle, first, &mut |c, s| visit(DIAGONAL, c, s));
            }
        });
    }
}

/// Calls `visit` with column and number of every span whose link in `direction` is this one.
fn for_each_link_into(
    open: &OpenColumns,
    column: usize,
    span: usize,
    direction: usize,
    visit: &mut impl FnMut(usize, usize),
) {
    let Some(from_column) = open.neighbour(column, (direction + 2) % 4) else { return };
    let position = span - open.column(column).start;
    if position >= usize::from(NO_LINK) {
        return; // Beyond what a link can store.
    }
    for from in open.column(from_column) {
        if usize::from(open.spans()[from].links[direction]) == position {
            visit(from_column, from);
        }
    }
}
