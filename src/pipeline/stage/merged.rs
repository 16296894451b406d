//! Merged: the pieces of each column joined into disjoint spans (section 3).
//!
//! Reads the piece log. Makes the geometry of all solid stages, and its first areas. The result depends on the order of
//! the pieces: the rule is not associative.

use crate::pipeline::{AreaId, Frame, Monitor, Piece, PieceLog, PipelineError, Span, SpanColumns, Stage};

/// A span while its column is being built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AreaSpan {
    pub span: Span,
    pub area: AreaId,
}

/// Spans, and their areas, one a span.
pub type Merged = (SpanColumns, Vec<AreaId>);

/// Folds every column's pieces, in emission order, into spans and their areas.
///
/// # Errors
/// Cancellation.
pub fn merged(frame: &Frame, log: &PieceLog, threshold: i32, monitor: &Monitor) -> Result<Merged, PipelineError> {
    fold(frame, log, monitor, |column, piece| add_span(column, piece, piece.merge_threshold(threshold)))
}

/// Folds every column's pieces, in emission order, by a rule that adds one piece to the spans of its column and keeps them
/// disjoint and in order.
///
/// # Errors
/// Cancellation.
pub fn fold(
    frame: &Frame,
    log: &PieceLog,
    monitor: &Monitor,
    add: impl Fn(&mut Vec<AreaSpan>, &Piece),
) -> Result<Merged, PipelineError> {
    let columns = frame.columns();
    let mut first = Vec::with_capacity(columns + 1);
    let (mut spans, mut areas) = (Vec::new(), Vec::new());
    let mut column_spans = Vec::new();
    first.push(0);
    for column in 0..columns {
        if column.is_multiple_of(4096) {
            monitor.report(Stage::Merged, column, columns)?;
        }
        column_spans.clear();
        for piece in log.column(column) {
            add(&mut column_spans, piece);
        }
        spans.extend(column_spans.iter().map(|merged| merged.span));
        areas.extend(column_spans.iter().map(|merged| merged.area));
        first.push(spans.len() as u32);
    }
    Ok((SpanColumns::new(frame.width(), frame.depth(), first, spans), areas))
}

/// What decides the area when a piece meets a span of its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergeRule {
    /// The span's surface is the higher one, within the threshold: the larger area.
    HigherWithin,
    /// The span's surface is the higher one, further than the threshold: the span's area.
    HigherBeyond,
    /// The span's surface is no higher, within the threshold: the larger area.
    LowerWithin,
    /// The span's surface is lower, further than the threshold: the piece keeps its area.
    LowerBeyond,
}

/// A piece, as grown so far, meets one span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MergeStep {
    pub before: AreaSpan,
    pub met: AreaSpan,
    pub after: AreaSpan,
    pub rule: MergeRule,
    /// Rows between the two surfaces.
    pub distance: u16,
}

/// Adds a piece to the spans of its column: `AddSpan` of section 3.
#[doc(alias = "rcAddSpan")]
pub fn add_span(column: &mut Vec<AreaSpan>, piece: &Piece, threshold: i32) {
    add_span_observed(column, piece, threshold, &mut |_| {});
}

/// The same, telling `observe` of every span that the piece meets, from the bottom up.
pub fn add_span_observed(
    column: &mut Vec<AreaSpan>,
    piece: &Piece,
    threshold: i32,
    observe: &mut impl FnMut(MergeStep),
) {
    let mut grown = AreaSpan { span: Span { min: piece.lo, max: piece.hi }, area: piece.area };
    let start = column.partition_point(|old| old.span.max < grown.span.min);
    let mut end = start;
    while let Some(&met) = column.get(end)
        && met.span.min <= grown.span.max
    {
        let step = meet(grown, met, threshold);
        observe(step);
        grown = step.after;
        end += 1;
    }
    column.splice(start..end, [grown]);
}

/// Joins a piece, as grown so far, with a span that it overlaps or touches.
fn meet(before: AreaSpan, met: AreaSpan, threshold: i32) -> MergeStep {
    let distance = met.span.max.abs_diff(before.span.max);
    let rule = match (met.span.max > before.span.max, i32::from(distance) <= threshold) {
        (true, true) => MergeRule::HigherWithin,
        (true, false) => MergeRule::HigherBeyond,
        (false, true) => MergeRule::LowerWithin,
        (false, false) => MergeRule::LowerBeyond,
    };
    let area = match rule {
        MergeRule::HigherWithin | MergeRule::LowerWithin => before.area.max(met.area),
        MergeRule::HigherBeyond => met.area,
        MergeRule::LowerBeyond => before.area,
    };
    let span = Span { min: before.span.min.min(met.span.min), max: before.span.max.max(met.span.max) };
    MergeStep { before, met, after: AreaSpan { span, area }, rule, distance }
}
