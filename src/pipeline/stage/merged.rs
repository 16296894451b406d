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

/// Adds a piece to the spans of its column: `AddSpan` of section 3.
#[doc(alias = "rcAddSpan")]
pub fn add_span(column: &mut Vec<AreaSpan>, piece: &Piece, threshold: i32) {
    let Piece { lo: mut min, hi: mut max, mut area, .. } = *piece;
    let start = column.partition_point(|old| old.span.max < min);
    let mut end = start;
    while let Some(old) = column.get(end)
        && old.span.min <= max
    {
        let within_threshold = i32::from(old.span.max.abs_diff(max)) <= threshold;
        if old.span.max > max {
            area = if within_threshold { area.max(old.area) } else { old.area };
            max = old.span.max;
        } else if within_threshold {
            area = area.max(old.area);
        }
        min = min.min(old.span.min);
        end += 1;
    }
    column.splice(start..end, [AreaSpan { span: Span { min, max }, area }]);
}
