//! Low height: ground with too little free height above it (section 6, filter 3).
//!
//! Reads spans and areas. Sets areas to 0; never changes geometry.

use crate::pipeline::{AreaId, NOT_WALKABLE, SpanColumns};
use std::ops::Range;

/// Sets every span with another span above it, and fewer than `height` rows between, to not walkable.
#[doc(alias = "rcFilterWalkableLowHeightSpans")]
pub fn low_height(columns: &SpanColumns, before: &[AreaId], height: i32) -> Vec<AreaId> {
    let mut areas = before.to_vec();
    for column in 0..columns.columns() {
        let range = columns.column(column);
        for span in range.clone() {
            if clearance(columns, &range, span).is_some_and(|rows| rows < i64::from(height)) {
                areas[span] = NOT_WALKABLE;
            }
        }
    }
    areas
}

/// The free rows between a span of a column and the one above it; `None` when nothing is above.
pub fn clearance(columns: &SpanColumns, column: &Range<usize>, span: usize) -> Option<i64> {
    (span + 1 < column.end).then(|| columns.ceiling(span, column) - i64::from(columns.spans()[span].max))
}
