//! Recast's merge rule: `rcAddSpan`.

use crate::pipeline::stage::merged::{AreaSpan, Merged, fold};
use crate::pipeline::{Frame, Monitor, Piece, PieceLog, PipelineError, Span};

/// Folds every column's pieces into spans by [`add_span`].
///
/// # Errors
/// Cancellation.
pub fn merged(frame: &Frame, log: &PieceLog, threshold: i32, monitor: &Monitor) -> Result<Merged, PipelineError> {
    fold(frame, log, monitor, |column, piece| add_span(column, piece, piece.merge_threshold(threshold)))
}

/// Adds a piece to the spans of its column. Spans that overlap or touch it become one with it, from the bottom up; the larger area
/// wins when the surface, as grown with the old span, is at most `threshold` rows above the old one; otherwise the area so far
/// stays.
#[doc(alias = "rcAddSpan")]
#[doc(alias = "flagMergeThreshold")]
pub fn add_span(column: &mut Vec<AreaSpan>, piece: &Piece, threshold: i32) {
    let Piece { lo: mut min, hi: mut max, mut area, .. } = *piece;
    let start = column.partition_point(|old| old.span.max < min);
    let mut end = start;
    while let Some(old) = column.get(end)
        && old.span.min <= max
    {
        min = min.min(old.span.min);
        max = max.max(old.span.max);
        if i32::from(max - old.span.max) <= threshold {
            area = area.max(old.area);
        }
        end += 1;
    }
    column.splice(start..end, [AreaSpan { span: Span { min, max }, area }]);
}
