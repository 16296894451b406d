//! Surfaces that lie together and are not walkable for the same reason.

use super::reason::{Reason, Reasons};
use crate::pipeline::{Monitor, PipelineError, PipelineRun, Span};

/// A connected group of surfaces with one reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patch {
    /// How many surfaces it has.
    pub surfaces: usize,
    /// The column and surface row of its first one, in column order.
    pub column: u32,
    pub row: u16,
}

/// The patches of each reason, in the order of [`Reason::ALL`], the largest first, then in column order.
///
/// Two surfaces of one reason in neighbouring columns lie together when an agent could step from one to the other, or when
/// their solid rows lie beside each other, as those of a steep slope do.
///
/// # Errors
/// Cancellation.
pub fn reason_patches(
    run: &PipelineRun,
    reasons: &Reasons,
    monitor: &Monitor,
) -> Result<Vec<Vec<Patch>>, PipelineError> {
    let mut patches = vec![Vec::new(); Reason::ALL.len()];
    let mut seen = vec![false; reasons.of_solid.len()];
    let mut open = Vec::new();
    for column in 0..run.solid.columns() {
        if column.is_multiple_of(1024) {
            monitor.check()?;
        }
        for first in run.solid.column(column) {
            if std::mem::replace(&mut seen[first], true) {
                continue;
            }
            let reason = reasons.of_solid[first];
            let row = run.solid.spans()[first].max;
            let mut patch = Patch { surfaces: 0, column: column as u32, row };
            open.push((column, first));
            while let Some((column, span)) = open.pop() {
                patch.surfaces += 1;
                for_each_beside(run, column, span, &mut |column, other| {
                    if reasons.of_solid[other] == reason && !std::mem::replace(&mut seen[other], true) {
                        open.push((column, other));
                    }
                });
            }
            patches[reason.index()].push(patch);
        }
    }
    for of_reason in &mut patches {
        of_reason.sort_by_key(|patch| (std::cmp::Reverse(patch.surfaces), patch.column, patch.row));
    }
    Ok(patches)
}

fn for_each_beside(run: &PipelineRun, column: usize, span: usize, visit: &mut impl FnMut(usize, usize)) {
    let own = run.solid.spans()[span];
    let climb = run.settings.climb_rows;
    let can_step = |other: &Span| i32::from(own.max.abs_diff(other.max)) <= climb;
    let is_beside = |other: &Span| other.min < own.max && own.min < other.max;
    let lowest = i32::from(own.min).min(i32::from(own.max).saturating_sub(climb));
    for neighbour in (0..4).filter_map(|direction| run.solid.neighbour(column, direction)) {
        let range = run.solid.column(neighbour);
        let spans = &run.solid.spans()[range.clone()];
        let first = spans.partition_point(|other| i32::from(other.max) < lowest);
        for (position, other) in spans.iter().enumerate().skip(first) {
            if can_step(other) || is_beside(other) {
                visit(neighbour, range.start + position);
            } else if other.min >= own.max {
                break; // All further ones lie higher still.
            }
        }
    }
}
