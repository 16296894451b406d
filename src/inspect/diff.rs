//! What became of every span since an earlier stage.

use crate::pipeline::{AreaId, NOT_WALKABLE, Piece, PipelineRun, SpanColumns, Stage, StageView};

/// What became of a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// It is as it was.
    Unchanged,
    /// It became walkable.
    Gained,
    /// It is no longer walkable.
    Lost,
    /// It is walkable as before, with another area id.
    AreaChanged,
    /// There was nothing here.
    Appeared,
    /// It was here and is not any more: it has no floor in the open stages.
    Vanished,
    /// It was made from several pieces.
    Merged,
}

impl Change {
    /// Every change.
    pub const ALL: [Self; 7] =
        [Self::Gained, Self::Lost, Self::AreaChanged, Self::Appeared, Self::Vanished, Self::Merged, Self::Unchanged];

    /// What a person reads.
    pub fn label(self) -> &'static str {
        match self {
            Self::Unchanged => "unchanged",
            Self::Gained => "gained",
            Self::Lost => "lost",
            Self::AreaChanged => "area changed",
            Self::Appeared => "appeared",
            Self::Vanished => "vanished",
            Self::Merged => "merged",
        }
    }

    fn of_areas(before: AreaId, after: AreaId) -> Self {
        match (before, after) {
            _ if before == after => Self::Unchanged,
            (NOT_WALKABLE, _) => Self::Gained,
            (_, NOT_WALKABLE) => Self::Lost,
            _ => Self::AreaChanged,
        }
    }
}

/// The changes from an earlier stage to a later one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diff {
    /// One a piece or span of the later stage, in its order.
    pub items: Vec<Change>,
    /// Numbers of the solid spans of the earlier stage that have no floor in the later one.
    pub vanished: Vec<u32>,
}

impl Diff {
    /// How often a change occurs.
    pub fn count(&self, change: Change) -> usize {
        match change {
            Change::Vanished => self.vanished.len(),
            _ => self.items.iter().filter(|&&item| item == change).count(),
        }
    }
}

/// Compares a stage with an earlier one; `None` is the input, before there was any span.
///
/// Pieces and spans have no common numbers, so a span is compared with the pieces it was made from: with one piece by its
/// area; a span of several pieces whose area has not changed since it was merged counts as [`Change::Merged`].
pub fn diff(run: &PipelineRun, earlier: Option<Stage>, later: Stage) -> Diff {
    let view = run.stage(later);
    let Some(earlier) = earlier else {
        return Diff { items: vec![Change::Appeared; view.len()], vanished: Vec::new() };
    };
    let solid_changes = |after: &dyn Fn(usize) -> AreaId, numbers: &mut dyn Iterator<Item = usize>| -> Vec<Change> {
        match run.stage(earlier) {
            StageView::Raw(_) => {
                let before = areas_from_pieces(run);
                let merged = solid_areas(run, Stage::Merged);
                numbers.map(|span| since_pieces(before[span], merged[span], after(span))).collect()
            }
            StageView::Solid { areas, .. } => numbers.map(|s| Change::of_areas(areas[s], after(s))).collect(),
            StageView::Open { .. } => Vec::new(), // Both are open then, and compared by their own numbers below.
        }
    };
    match (run.stage(earlier), view) {
        (_, StageView::Raw(log)) => Diff { items: vec![Change::Unchanged; log.pieces().len()], vanished: Vec::new() },
        (_, StageView::Solid { areas, .. }) => {
            Diff { items: solid_changes(&|span| areas[span], &mut (0..areas.len())), vanished: Vec::new() }
        }
        (StageView::Open { areas: before, .. }, StageView::Open { areas: after, .. }) => {
            let items = before.iter().zip(after).map(|(&a, &b)| Change::of_areas(a, b)).collect();
            Diff { items, vanished: Vec::new() }
        }
        (_, StageView::Open { spans, areas, .. }) => {
            let mut after = vec![None; run.solid.spans().len()];
            for (open, &area) in spans.spans().iter().zip(areas) {
                after[open.solid as usize] = Some(area);
            }
            let mut with_floor = spans.spans().iter().map(|open| open.solid as usize);
            let items = solid_changes(&|span| after[span].unwrap_or(NOT_WALKABLE), &mut with_floor);
            let vanished = (0..after.len()).filter(|&span| after[span].is_none()).map(|span| span as u32).collect();
            Diff { items, vanished }
        }
    }
}

/// The areas of a solid stage.
fn solid_areas(run: &PipelineRun, stage: Stage) -> &[AreaId] {
    match run.stage(stage) {
        StageView::Solid { areas, .. } => areas,
        _ => &[],
    }
}

/// For every solid span the area of the one piece it was made from; `None` for several.
fn areas_from_pieces(run: &PipelineRun) -> Vec<Option<AreaId>> {
    let mut single = vec![None; run.solid.spans().len()];
    let mut seen = vec![false; single.len()];
    for column in 0..run.solid.columns() {
        for piece in run.pieces.column(column) {
            let Some(span) = span_of_piece(&run.solid, column, piece) else { continue };
            single[span] = if seen[span] { None } else { Some(piece.area) };
            seen[span] = true;
        }
    }
    single
}

/// The number of the merged span that holds a piece of a column.
pub fn span_of_piece(solid: &SpanColumns, column: usize, piece: &Piece) -> Option<usize> {
    let range = solid.column(column);
    let spans = &solid.spans()[range.clone()];
    let position = spans.partition_point(|span| span.max < piece.hi);
    (position < spans.len()).then(|| range.start + position)
}

fn since_pieces(piece: Option<AreaId>, merged: AreaId, after: AreaId) -> Change {
    match (piece, Change::of_areas(merged, after)) {
        (Some(piece), _) => Change::of_areas(piece, after),
        (None, Change::Unchanged) => Change::Merged,
        (None, change) => change,
    }
}
