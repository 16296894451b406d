//! Which record of one column stands for which of the same column in another result.
//!
//! The rule, of pieces, spans and floors alike. First, records with the same rows and area belong together. Of those that are
//! left, first those with the same surface row, from the bottom up; of several on one surface the one that reaches lower first, then that of
//! the smaller area. Then, from the bottom up, those whose rows overlap: a solid span's own rows, a floor's free rows. What is
//! still left is only in one of the two. Both sides are treated alike, so changing them changes nothing else.

use super::snapshot::Record;
use std::cmp::Ordering;

/// What stands for what; at least one of the two is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    pub a: Option<Record>,
    pub b: Option<Record>,
}

impl Pair {
    /// The same with A and B in each other's place.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { a: self.b, b: self.a }
    }
}

/// What the rows of a record are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsOf {
    /// Lowest row and surface row of something solid.
    Solid,
    /// The row of a floor and the free rows above it.
    Open,
}

impl RowsOf {
    /// The row of the surface.
    pub fn surface(self, record: &Record) -> u16 {
        match self {
            Self::Solid => record.rows[1],
            Self::Open => record.rows[0],
        }
    }

    /// What else there is of the rows: the lowest row of something solid, the clearance of a floor.
    pub fn other(self, record: &Record) -> u16 {
        match self {
            Self::Solid => record.rows[0],
            Self::Open => record.rows[1],
        }
    }

    /// The rows that a record takes up, up to but not including the last.
    fn interval(self, record: &Record) -> [u32; 2] {
        let [first, second] = record.rows.map(u32::from);
        match self {
            Self::Solid => [first, second],
            Self::Open => [first, first + second],
        }
    }

    fn order(self, a: &Record, b: &Record) -> Ordering {
        let key = |record: &Record| (self.surface(record), self.other(record), record.area);
        key(a).cmp(&key(b))
    }
}

/// Matches two columns. Pairs come in the order of their surfaces, the lower of the two each.
pub fn match_columns(of: RowsOf, a: &[Record], b: &[Record]) -> Vec<Pair> {
    let sorted = |records: &[Record]| {
        let mut sorted = records.to_vec();
        sorted.sort_by(|a, b| of.order(a, b));
        sorted
    };
    let mut pairs = Vec::new();
    let (a, b) = pair_off(sorted(a), sorted(b), &mut pairs, |a, b| of.order(a, b));
    let (a, b) = pair_off(a, b, &mut pairs, |a, b| of.surface(a).cmp(&of.surface(b)));
    let (a, b) = pair_off(a, b, &mut pairs, |a, b| {
        let ([a_start, a_end], [b_start, b_end]) = (of.interval(a), of.interval(b));
        match (a_end <= b_start, b_end <= a_start) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            // Records without rows, which a file can hold, take up no room to overlap in.
            (true, true) => of.order(a, b),
            (false, false) => Ordering::Equal,
        }
    });
    pairs.extend(a.into_iter().map(|a| Pair { a: Some(a), b: None }));
    pairs.extend(b.into_iter().map(|b| Pair { a: None, b: Some(b) }));
    pairs.sort_by_key(|pair| [pair.a, pair.b].into_iter().flatten().map(|record| of.surface(&record)).min());
    pairs
}

/// Walks through two lists at once, pairs what compares as equal, and returns what is left of both.
fn pair_off(
    a: Vec<Record>,
    b: Vec<Record>,
    pairs: &mut Vec<Pair>,
    compare: impl Fn(&Record, &Record) -> Ordering,
) -> (Vec<Record>, Vec<Record>) {
    let (mut rest_a, mut rest_b) = (Vec::new(), Vec::new());
    let (mut a, mut b) = (a.into_iter().peekable(), b.into_iter().peekable());
    while let (Some(of_a), Some(of_b)) = (a.peek(), b.peek()) {
        match compare(of_a, of_b) {
            Ordering::Equal => pairs.push(Pair { a: a.next(), b: b.next() }),
            Ordering::Less => rest_a.extend(a.next()),
            Ordering::Greater => rest_b.extend(b.next()),
        }
    }
    rest_a.extend(a);
    rest_b.extend(b);
    (rest_a, rest_b)
}
