//! Compact: the free space over every walkable span, linked to its neighbours (section 7).
//!
//! Reads solid spans and the areas after the filters. Makes the geometry of all open stages, and its first areas.

use crate::pipeline::{
    AreaId, Monitor, NO_LINK, NOT_WALKABLE, OpenColumns, OpenSpan, PipelineError, SpanColumns, Stage,
};

/// The open height of a span with nothing above it, and the most that is stored.
pub const MAX_OPEN_HEIGHT: i64 = 65_535;

/// Builds the open spans, in column order and bottom-up, and their areas.
///
/// # Errors
/// Cancellation.
#[doc(alias = "rcBuildCompactHeightfield")]
pub fn compact(
    columns: &SpanColumns,
    solid_areas: &[AreaId],
    height: i32,
    climb: i32,
    monitor: &Monitor,
) -> Result<(OpenColumns, Vec<AreaId>), PipelineError> {
    let mut first = Vec::with_capacity(columns.columns() + 1);
    let (mut spans, mut areas) = (Vec::new(), Vec::new());
    first.push(0);
    for column in 0..columns.columns() {
        let range = columns.column(column);
        for span in range.clone().filter(|&span| solid_areas[span] != NOT_WALKABLE) {
            let y = columns.spans()[span].max;
            let open = columns.ceiling(span, &range) - i64::from(y);
            let height = open.min(MAX_OPEN_HEIGHT) as u16;
            spans.push(OpenSpan { y, height, links: [NO_LINK; 4], solid: span as u32 });
            areas.push(solid_areas[span]);
        }
        first.push(spans.len() as u32);
    }
    let mut open = OpenColumns::new(columns.width(), columns.depth(), first, spans);
    link(&mut open, height, climb, monitor)?;
    Ok((open, areas))
}

fn link(open: &mut OpenColumns, height: i32, climb: i32, monitor: &Monitor) -> Result<(), PipelineError> {
    for column in 0..open.columns() {
        if column.is_multiple_of(4096) {
            monitor.report(Stage::Compact, column, open.columns())?;
        }
        for direction in 0..4 {
            let Some(neighbour) = open.neighbour(column, direction) else { continue };
            for span in open.column(column) {
                open.spans[span].links[direction] = find_link(open, span, neighbour, height, climb);
            }
        }
    }
    Ok(())
}

/// The position of the lowest span of a column that a span can reach, unless it is beyond what a link can store.
fn find_link(open: &OpenColumns, span: usize, neighbour: usize, height: i32, climb: i32) -> u8 {
    let from = open.spans[span];
    let column = &open.spans[open.column(neighbour)];
    // Only spans that have a row of free space in common with this one can be reached; they lie one above the other.
    let below = column.partition_point(|to| to.ceiling() <= i64::from(from.y));
    let mut beside = column[below..].iter().take_while(|to| i64::from(to.y) < from.ceiling());
    let lowest = beside.position(|to| can_step(&from, to, height, climb)).map(|position| below + position);
    match lowest {
        Some(position) if position < usize::from(NO_LINK) => position as u8,
        _ => NO_LINK,
    }
}

/// The way from one open span to another beside it. Rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Free rows over both floors; negative when there is solid between.
    pub free: i64,
    /// From the one floor to the other, negative downwards.
    pub rise: i64,
}

impl Passage {
    /// The way between two neighbouring open spans.
    pub fn between(from: &OpenSpan, to: &OpenSpan) -> Self {
        let free = from.ceiling().min(to.ceiling()) - i64::from(from.y.max(to.y));
        Self { free, rise: i64::from(to.y) - i64::from(from.y) }
    }

    /// Whether an agent fits through.
    pub fn is_high_enough(&self, height: i32) -> bool {
        self.free >= i64::from(height)
    }

    /// Whether an agent can make the step.
    pub fn is_climbable(&self, climb: i32) -> bool {
        self.rise.abs() <= i64::from(climb)
    }
}

/// Whether an agent fits through between two neighbouring open spans and can make the step.
pub fn can_step(from: &OpenSpan, to: &OpenSpan, height: i32, climb: i32) -> bool {
    let passage = Passage::between(from, to);
    passage.is_high_enough(height) && passage.is_climbable(climb)
}
