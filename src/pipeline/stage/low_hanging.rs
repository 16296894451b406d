//! Low-hanging obstacles: a step, kerb or stair edge takes the area of the walkable ground below it (section 6, filter 1).
//!
//! Reads spans and areas. Raises areas that are 0; never changes geometry.

use crate::pipeline::{AreaId, NOT_WALKABLE, SpanColumns};

/// Gives a span that is not walkable the area of the walkable span right below it, when its surface is at most
/// `climb` rows higher. Decided on the areas before the filter: nothing cascades.
#[doc(alias = "rcFilterLowHangingWalkableObstacles")]
pub fn low_hanging(columns: &SpanColumns, before: &[AreaId], climb: i32) -> Vec<AreaId> {
    let mut areas = before.to_vec();
    for column in 0..columns.columns() {
        for above in columns.column(column).skip(1) {
            let below = above - 1;
            if before[above] == NOT_WALKABLE
                && before[below] != NOT_WALKABLE
                && step(columns, below, above) <= i64::from(climb)
            {
                areas[above] = before[below];
            }
        }
    }
    areas
}

/// Rows from the surface of one span up to the surface of another.
pub fn step(columns: &SpanColumns, below: usize, above: usize) -> i64 {
    i64::from(columns.spans()[above].max) - i64::from(columns.spans()[below].max)
}
