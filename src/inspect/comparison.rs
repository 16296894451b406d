//! Two results side by side: in which columns they differ, and in what, stage by stage.

use super::grid_match::{GridMismatch, check_grids};
use super::matching::{Pair, RowsOf, match_columns};
use super::patches::{Patch, patches};
use super::snapshot::{Record, Snapshot, StageRecords};
use crate::pipeline::Stage;

/// How two results over the same grid differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// What the two are.
    pub names: [String; 2],
    /// The stages that both have, in run order.
    pub stages: Vec<StageComparison>,
    /// The stages that one or both do not have, in run order.
    pub not_compared: Vec<Missing>,
}

/// A stage that cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing {
    pub stage: Stage,
    /// Whether A and B have it: at least one does not.
    pub is_there: [bool; 2],
}

/// How two results differ after a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageComparison {
    pub stage: Stage,
    /// Pieces or spans of both.
    pub counts: [usize; 2],
    /// Those of them that are walkable.
    pub walkable: [usize; 2],
    /// Columns whose pieces or spans are not the same ones, by index, ascending.
    pub columns: Vec<u32>,
    pub differences: Differences,
    /// Connected groups of differing columns, the largest first.
    pub patches: Vec<Patch>,
}

/// How often what is different. A pair of records can differ in several ways, and counts for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// Records of A that nothing in B stands for, and of B.
    pub only_in: [usize; 2],
    /// Pairs that overlap and have their surface at another row.
    pub surface: usize,
    /// Pairs with the same surface row and another lowest row, or as floors another clearance.
    pub rows: usize,
    /// Pairs with another area.
    pub area: usize,
    /// Pairs in which only links, or links and distance, differ.
    pub links: usize,
    /// Pairs in which only the distance differs.
    pub distance: usize,
    /// Columns with the same pieces in another order.
    pub order: usize,
}

/// In what one pair of records differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    OnlyInA,
    OnlyInB,
    Surface,
    Rows,
    Area,
    Links,
    Distance,
}

impl Comparison {
    /// A stage, if both have it.
    pub fn stage(&self, stage: Stage) -> Option<&StageComparison> {
        self.stages.iter().find(|compared| compared.stage == stage)
    }

    /// Whether a stage is the same in both.
    pub fn is_same(&self, stage: Stage) -> bool {
        self.stage(stage).is_some_and(|compared| compared.columns.is_empty())
    }

    /// The first stage that differs.
    pub fn first_difference(&self) -> Option<&StageComparison> {
        self.stages.iter().find(|stage| !stage.columns.is_empty())
    }
}

/// Compares two results column by column, at every stage that both have.
///
/// Pieces are the same when their rows and areas are, in the order in which they came; spans when rows and areas are; floors when
/// links and distances are as well, where both have them. Clearances are told apart up to the lower limit of the two.
///
/// # Errors
/// [`GridMismatch`] when columns of the one are not those of the other.
pub fn compare(names: [String; 2], a: &Snapshot, b: &Snapshot) -> Result<Comparison, GridMismatch> {
    check_grids(a, b)?;
    let (mut stages, mut not_compared) = (Vec::new(), Vec::new());
    for stage in Stage::ALL {
        match (a.stage(stage), b.stage(stage)) {
            (Some(of_a), Some(of_b)) => stages.push(compare_stage(stage, [of_a, of_b], a.width)),
            (of_a, of_b) => not_compared.push(Missing { stage, is_there: [of_a.is_some(), of_b.is_some()] }),
        }
    }
    Ok(Comparison { names, stages, not_compared })
}

/// What stands for what in a column, equal pairs included, as the comparison of the stage counts it.
pub fn column_pairs(stage: Stage, both: [&StageRecords; 2], column: u32) -> Vec<Pair> {
    let [a, b] = records(both, column);
    match_columns(rows_of(stage), &a, &b)
}

/// In what a pair of a stage differs; nothing when it is the same.
pub fn differences(stage: Stage, pair: &Pair) -> Vec<Difference> {
    let (a, b) = match (pair.a, pair.b) {
        (Some(a), Some(b)) => (a, b),
        (Some(_), None) => return vec![Difference::OnlyInA],
        (None, Some(_)) => return vec![Difference::OnlyInB],
        (None, None) => return Vec::new(),
    };
    let of = rows_of(stage);
    let mut found = Vec::new();
    if of.surface(&a) != of.surface(&b) {
        found.push(Difference::Surface);
    } else if a.rows != b.rows {
        found.push(Difference::Rows);
    }
    if a.area != b.area {
        found.push(Difference::Area);
    }
    if found.is_empty() && a.links != b.links {
        found.push(Difference::Links);
    } else if found.is_empty() && a.distance != b.distance {
        found.push(Difference::Distance);
    }
    found
}

fn compare_stage(stage: Stage, both: [&StageRecords; 2], width: u32) -> StageComparison {
    let columns: Vec<u32> = columns_of_either(both)
        .filter(|&column| {
            let [a, b] = records(both, column);
            a != b
        })
        .collect();
    let mut counted = Differences::default();
    for &column in &columns {
        count(stage, &column_pairs(stage, both, column), &mut counted);
    }
    StageComparison {
        stage,
        counts: both.map(StageRecords::len),
        walkable: both.map(StageRecords::walkable),
        patches: patches(&columns, width),
        columns,
        differences: counted,
    }
}

fn count(stage: Stage, pairs: &[Pair], counted: &mut Differences) {
    let mut is_same = true;
    for difference in pairs.iter().flat_map(|pair| differences(stage, pair)) {
        is_same = false;
        let counter = match difference {
            Difference::OnlyInA => &mut counted.only_in[0],
            Difference::OnlyInB => &mut counted.only_in[1],
            Difference::Surface => &mut counted.surface,
            Difference::Rows => &mut counted.rows,
            Difference::Area => &mut counted.area,
            Difference::Links => &mut counted.links,
            Difference::Distance => &mut counted.distance,
        };
        *counter += 1;
    }
    counted.order += usize::from(is_same);
}

/// The records of a column in both, with what only one of them knows left out.
fn records(both: [&StageRecords; 2], column: u32) -> [Vec<Record>; 2] {
    let [a, b] = both;
    let has_links = a.links.is_some() && b.links.is_some();
    let has_distances = a.distances.is_some() && b.distances.is_some();
    let limit = a.clearance_limit.min(b.clearance_limit);
    both.map(|records| {
        let known = |number: usize| {
            let mut record = records.record(number);
            record.links = record.links.filter(|_| has_links);
            record.distance = record.distance.filter(|_| has_distances);
            if limit < u16::MAX {
                record.rows[1] = record.rows[1].min(limit); // Only floors have a limit.
            }
            record
        };
        records.column(column).map(known).collect()
    })
}

/// The columns that hold something in one or both, ascending.
fn columns_of_either([a, b]: [&StageRecords; 2]) -> impl Iterator<Item = u32> {
    let (mut a, mut b) = (a.columns.iter().copied().peekable(), b.columns.iter().copied().peekable());
    std::iter::from_fn(move || {
        let next = match (a.peek(), b.peek()) {
            (Some(of_a), Some(of_b)) => *of_a.min(of_b),
            (Some(only), None) | (None, Some(only)) => *only,
            (None, None) => return None,
        };
        a.next_if_eq(&next);
        b.next_if_eq(&next);
        Some(next)
    })
}

/// What the rows of a stage's records are.
pub fn rows_of(stage: Stage) -> RowsOf {
    if stage >= Stage::Compact { RowsOf::Open } else { RowsOf::Solid }
}
