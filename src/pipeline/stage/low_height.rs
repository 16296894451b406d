//! Low height: ground with too little free height above it (section 6, filter 3).
//!
//! Reads spans and areas. Sets areas to 0; never changes geometry.

use crate::pipeline::{AreaId, NOT_WALKABLE, SpanColumns};

/// Sets every span with another span above it, and fewer than `height` rows between, to not walkable.
#[doc(alias = "rcFilterWalkableLowHeightSpans")]
pub fn low_height(columns: &SpanColumns, before: &[AreaId], height: i32) -> Vec<AreaId> {
    let mut areas = before.to_vec();
    for column in 0..columns.columns() {
        let range = columns.column(column);
        for span in range.clone() {
            if columns.ceiling(span, &range) - i64::from(columns.spans()[span].max) < i64::from(height)
                && span + 1 < range.end
            {
                areas[span] = NOT_WALKABLE;
            }
        }
    }
    areas
}
