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

/// What makes a span a ledge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgeCause {
    /// A passable floor beside it lies further below than an agent can climb.
    Drop,
    /// The floors beside it that an agent can reach lie further apart than it can climb.
    FloorsApart,
}

impl LedgeReport {
    /// Whether the span is a ledge for an agent with this climb.
    pub fn is_ledge(&self, climb: i32) -> bool {
        self.cause(climb).is_some()
    }

    /// What makes the span a ledge for an agent with this climb; a drop counts first.
    pub fn cause(&self, climb: i32) -> Option<LedgeCause> {
        let climb = i64::from(climb);
        if self.lowest_drop.is_some_and(|drop| drop < -climb) {
            return Some(LedgeCause::Drop);
        }
        self.accessible.is_some_and(|[low, high]| high - low > climb).then_some(LedgeCause::FloorsApart)
    }

    fn see(&mut self, gap: &Gap) {
        if !gap.is_passable {
            return;
        }
        self.lowest_drop = Some(self.lowest_drop.map_or(gap.drop, |lowest| lowest.min(gap.drop)));
        if gap.is_accessible {
            let [low, high] = self.accessible.unwrap_or([gap.floor; 2]);
            self.accessible = Some([low.min(gap.floor), high.max(gap.floor)]);
        }
    }
}

/// The free space over a span, from which the gaps beside it are looked at. Rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub floor: i64,
    pub ceiling: i64,
    /// What an agent needs, and can climb.
    pub height: i64,
    pub climb: i64,
}

/// A gap of a neighbour column, seen from a span. Rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    pub floor: i64,
    pub ceiling: i64,
    /// The rows that this gap and the free space over the span have in common; negative when there is solid between.
    pub overlap: i64,
    /// From the span's floor to the gap's, negative downwards.
    pub drop: i64,
    /// Whether an agent fits through.
    pub is_passable: bool,
    /// Whether an agent can climb to its floor, or from it; asked of passable gaps only.
    pub is_accessible: bool,
}

impl Standing {
    /// Where an agent stands on a span of a column.
    pub fn new(columns: &SpanColumns, column: usize, span: usize, height: i32, climb: i32) -> Self {
        let ceiling = columns.ceiling(span, &columns.column(column));
        Self { floor: columns.spans()[span].max.into(), ceiling, height: height.into(), climb: climb.into() }
    }

    /// A gap beside it.
    pub fn see(&self, [floor, ceiling]: [i64; 2]) -> Gap {
        let overlap = self.ceiling.min(ceiling) - self.floor.max(floor);
        let (drop, is_passable) = (floor - self.floor, overlap >= self.height);
        Gap { floor, ceiling, overlap, drop, is_passable, is_accessible: is_passable && drop.abs() <= self.climb }
    }

    /// What lies outside the grid: a drop of one row more than an agent can climb, with nothing above.
    pub fn see_outside(&self) -> Gap {
        let (floor, drop) = (self.floor - self.climb - 1, -self.climb - 1);
        let overlap = self.ceiling - self.floor;
        Gap { floor, ceiling: UNBOUNDED, overlap, drop, is_passable: true, is_accessible: false }
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
    let from = Standing::new(columns, column, span, height, climb);
    let mut report = LedgeReport { lowest_drop: None, accessible: None };
    for direction in 0..4 {
        let Some(neighbour) = columns.neighbour(column, direction) else {
            report.see(&from.see_outside());
            continue;
        };
        // Passable gaps have at least one row in common with the span's own; they are few, whatever the column holds.
        let beside = gaps_above(columns, neighbour, from.climb, from.floor).take_while(|gap| gap[0] < from.ceiling);
        beside.for_each(|gap| report.see(&from.see(gap)));
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
