//! Low-hanging obstacles: a step, kerb or stair edge takes the area of the walkable ground below it (section 6, filter 1).
//!
//! Reads spans and areas. Raises areas that are 0; never changes geometry.

use crate::pipeline::{AreaId, NOT_WALKABLE, SpanColumns};
use std::ops::Range;

/// What the rule says of one span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LowHanging {
    /// It is walkable already.
    Walkable,
    /// There is no span below it in its column.
    NothingBelow,
    /// The span right below it is not walkable.
    BelowNotWalkable { below: usize },
    /// Its surface is further above the walkable one below it than an agent can climb.
    TooHigh { below: usize, step: i64 },
    /// It takes the area of the span below it.
    Raised { below: usize, step: i64 },
}

/// Gives a span that is not walkable the area of the walkable span right below it, when its surface is at most
/// `climb` rows higher. Decided on the areas before the filter: nothing cascades.
#[doc(alias = "rcFilterLowHangingWalkableObstacles")]
pub fn low_hanging(columns: &SpanColumns, before: &[AreaId], climb: i32) -> Vec<AreaId> {
    let mut areas = before.to_vec();
    for column in 0..columns.columns() {
        let range = columns.column(column);
        for span in range.clone().skip(1) {
            if let LowHanging::Raised { below, .. } = low_hanging_verdict(columns, before, &range, span, climb) {
                areas[span] = before[below];
            }
        }
    }
    areas
}

/// What the rule says of a span of a column, on the areas before the filter. Steps are in rows.
pub fn low_hanging_verdict(
    columns: &SpanColumns,
    before: &[AreaId],
    column: &Range<usize>,
    span: usize,
    climb: i32,
) -> LowHanging {
    if before[span] != NOT_WALKABLE {
        return LowHanging::Walkable;
    }
    if span == column.start {
        return LowHanging::NothingBelow;
    }
    let below = span - 1;
    if before[below] == NOT_WALKABLE {
        return LowHanging::BelowNotWalkable { below };
    }
    let step = i64::from(columns.spans()[span].max) - i64::from(columns.spans()[below].max);
    if step <= i64::from(climb) { LowHanging::Raised { below, step } } else { LowHanging::TooHigh { below, step } }
}
