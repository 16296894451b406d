//! Two runs side by side: in which columns they differ, stage by stage.

use crate::pipeline::{OpenSpan, PipelineRun, Stage, StageView};

/// How two runs over the same grid differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// What the two are.
    pub names: [String; 2],
    /// One a stage, in run order.
    pub stages: Vec<StageComparison>,
}

/// How two runs differ after a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageComparison {
    pub stage: Stage,
    /// Pieces or spans of both.
    pub counts: [usize; 2],
    /// Those of them that are walkable.
    pub walkable: [usize; 2],
    /// Columns whose pieces or spans are not the same ones, by index, ascending.
    pub columns: Vec<u32>,
}

impl Comparison {
    /// Whether a stage is the same in both.
    pub fn is_same(&self, stage: Stage) -> bool {
        self.stages[stage.index()].columns.is_empty()
    }

    /// The first stage that differs.
    pub fn first_difference(&self) -> Option<&StageComparison> {
        self.stages.iter().find(|stage| !stage.columns.is_empty())
    }
}

/// Compares two runs column by column. `None` when their grids are not the same, so that there is nothing to compare.
///
/// Raw pieces are the same when their rows and areas are, in the order in which they came; spans when rows and areas are;
/// open spans when their links are as well.
pub fn compare(names: [String; 2], a: &PipelineRun, b: &PipelineRun) -> Option<Comparison> {
    if a.frame != b.frame {
        return None;
    }
    let stages = Stage::ALL.into_iter().map(|stage| {
        let views = [a.stage(stage), b.stage(stage)];
        let columns = 0..a.frame.columns();
        StageComparison {
            stage,
            counts: views.map(|view| view.len()),
            walkable: views.map(|view| view.walkable()),
            columns: columns.filter(|&column| !is_same(&views, column)).map(|column| column as u32).collect(),
        }
    });
    Some(Comparison { names, stages: stages.collect() })
}

fn is_same(views: &[StageView<'_>; 2], column: usize) -> bool {
    match views {
        [StageView::Raw(a), StageView::Raw(b)] => {
            let of = |log: &crate::pipeline::PieceLog, number: &u32| {
                let piece = log.pieces()[*number as usize];
                (piece.lo, piece.hi, piece.area)
            };
            let [a, b] = [a, b].map(|log| log.numbers(column).iter().map(move |number| of(log, number)));
            a.eq(b)
        }
        [StageView::Solid { spans: a, areas: of_a }, StageView::Solid { spans: b, areas: of_b }] => {
            let (of_column_a, of_column_b) = (a.column(column), b.column(column));
            a.spans()[of_column_a.clone()] == b.spans()[of_column_b.clone()] && of_a[of_column_a] == of_b[of_column_b]
        }
        [StageView::Open { spans: a, areas: of_a, .. }, StageView::Open { spans: b, areas: of_b, .. }] => {
            let (of_column_a, of_column_b) = (a.column(column), b.column(column));
            // Which solid span a floor stands on is a number of the run, and no part of the result.
            let seen = |span: &OpenSpan| (span.y, span.height, span.links);
            let spans_a = a.spans()[of_column_a.clone()].iter().map(seen);
            spans_a.eq(b.spans()[of_column_b.clone()].iter().map(seen)) && of_a[of_column_a] == of_b[of_column_b]
        }
        _ => false, // One stage has one form.
    }
}
