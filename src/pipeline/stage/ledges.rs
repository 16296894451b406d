//! Ledges: walkable ground beside a drop, or between floors too far apart, is not safe (section 6, filter 2).
//!
//! Reads spans and areas. Sets areas to 0; never changes geometry. Only geometry decides, so the order of visiting does not
//! matter.

use crate::pipeline::span::UNBOUNDED;
use crate::pipeline::{AreaId, NOT_WALKABLE, SpanColumns};

/// What the ledge rule saw around one span. Rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LedgeReport {
    /// From the span's floor to the lowest passable floor beside it, negative downwards; `None` without a passable gap.
    pub lowest_drop: Option<i64>,
    /// The lowest and highest floor beside it within climb; `None` when there is none.
    pub accessible: Option<[i64; 2]>,
}

impl LedgeReport {
    /// Whether the span is a ledge for an agent with this climb.
    pub fn is_ledge(&self, climb: i32) -> bool {
        let climb = i64::from(climb);
        self.lowest_drop.is_some_and(|drop| drop < -climb)
            || self.accessible.is_some_and(|[low, high]| high - low > climb)
    }

    fn see(&mut self, drop: i64, floor: i64, climb: i64) {
        self.lowest_drop = Some(self.lowest_drop.map_or(drop, |lowest| lowest.min(drop)));
        if drop.abs() <= climb {
            let [low, high] = self.accessible.unwrap_or([floor; 2]);
            self.accessible = Some([low.min(floor), high.max(floor)]);
        }
    }
}

/// Sets every walkable span that is a ledge to not walkable.
#[doc(alias = "rcFilterLedgeSpans")]
pub fn ledges(columns: &SpanColumns, before: &[AreaId], height: i32, climb: i32) -> Vec<AreaId> {
    let mut areas = before.to_vec();
    for column in 0..columns.columns() {
        for span in columns.column(column) {
            if before[span] != NOT_WALKABLE && ledge_report(columns, column, span, height, climb).is_ledge(climb) {
                areas[span] = NOT_WALKABLE;
            }
        }
    }
    areas
}

/// Looks at the gaps of the four neighbour columns from one span of a column.
pub fn ledge_report(columns: &SpanColumns, column: usize, span: usize, height: i32, climb: i32) -> LedgeReport {
    let (height, climb) = (i64::from(height), i64::from(climb));
    let floor = i64::from(columns.spans()[span].max);
    let ceiling = columns.ceiling(span, &columns.column(column));
    let mut report = LedgeReport { lowest_drop: None, accessible: None };
    for direction in 0..4 {
        let Some(neighbour) = columns.neighbour(column, direction) else {
            report.see(-climb - 1, floor - climb - 1, climb);
            continue;
        };
        // Passable gaps have at least one row in common with the span's own; they are few, whatever the column holds.
        let beside = gaps_above(columns, neighbour, climb, floor).take_while(|gap| gap[0] < ceiling);
        for [gap_floor, gap_ceiling] in beside {
            if ceiling.min(gap_ceiling) - floor.max(gap_floor) >= height {
                report.see(gap_floor - floor, gap_floor, climb);
            }
        }
    }
    report
}

/// The gaps of a column, bottom-up, as floor and ceiling. The lowest has no floor of its own and counts as `-climb`.
pub fn gaps(columns: &SpanColumns, column: usize, climb: i64) -> impl Iterator<Item = [i64; 2]> {
    gaps_above(columns, column, climb, i64::MIN)
}

/// The gaps of a column whose ceiling is above `row`, found without looking at those below.
fn gaps_above(columns: &SpanColumns, column: usize, climb: i64, row: i64) -> impl Iterator<Item = [i64; 2]> {
    let spans = &columns.spans()[columns.column(column)];
    let below = spans.partition_point(|span| i64::from(span.min) <= row);
    (below..=spans.len()).map(move |gap| {
        let floor = if gap == 0 { -climb } else { spans[gap - 1].max.into() };
        let ceiling = spans.get(gap).map_or(UNBOUNDED, |above| above.min.into());
        [floor, ceiling]
    })
}
