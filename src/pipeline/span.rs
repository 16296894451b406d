//! The geometry of the solid heightfield: spans by column (section 3).

use std::ops::Range;

/// The ceiling of a span with nothing above it: 2^30 rows (section 6).
pub const UNBOUNDED: i64 = 1 << 30;

/// Rows `min` up to but not including `max` of a column are solid; the surface is the lower side of row `max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(alias = "rcSpan")]
pub struct Span {
    pub min: u16,
    pub max: u16,
}

/// The spans of every column, disjoint, not touching, bottom-up. Area ids are kept beside it, one array a stage.
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "rcHeightfield")]
pub struct SpanColumns {
    width: u32,
    depth: u32,
    first: Vec<u32>,
    spans: Vec<Span>,
}

impl SpanColumns {
    /// Spans of all columns in index order; column `i` has those from `first[i]` to `first[i + 1]`.
    pub(super) fn new(width: u32, depth: u32, first: Vec<u32>, spans: Vec<Span>) -> Self {
        debug_assert_eq!(first.len(), width as usize * depth as usize + 1);
        Self { width, depth, first, spans }
    }

    /// Columns along x.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Columns along z.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// All spans, column by column in index order, bottom-up.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The numbers of the spans of the column with this index.
    pub fn column(&self, column: usize) -> Range<usize> {
        self.first[column] as usize..self.first[column + 1] as usize
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.first.len() - 1
    }

    /// The ceiling of a span of a column: the row where the next span up begins, or [`UNBOUNDED`].
    pub fn ceiling(&self, span: usize, column: &Range<usize>) -> i64 {
        if span + 1 < column.end { self.spans[span + 1].min.into() } else { UNBOUNDED }
    }

    /// The neighbour of a column in direction 0 = -x, 1 = +z, 2 = +x, 3 = -z; `None` outside the grid.
    pub fn neighbour(&self, column: usize, direction: usize) -> Option<usize> {
        neighbour(self.width, self.depth, column, direction)
    }
}

/// The four directions as steps in x and z: 0 = -x, 1 = +z, 2 = +x, 3 = -z.
pub const DIRECTIONS: [[i64; 2]; 4] = [[-1, 0], [0, 1], [1, 0], [0, -1]];

/// The column beside another one, by index; `None` outside the grid.
pub(super) fn neighbour(width: u32, depth: u32, column: usize, direction: usize) -> Option<usize> {
    let (x, z) = (column % width as usize, column / width as usize);
    match direction {
        0 => (x > 0).then(|| column - 1),
        1 => (z + 1 < depth as usize).then(|| column + width as usize),
        2 => (x + 1 < width as usize).then(|| column + 1),
        _ => (z > 0).then(|| column - width as usize),
    }
}
