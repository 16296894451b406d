//! The geometry of the compact heightfield: open spans by column, with their links (section 7).

use super::span::neighbour;
use std::ops::Range;

/// A link to nothing.
#[doc(alias = "RC_NOT_CONNECTED")]
pub const NO_LINK: u8 = 63;

/// The free space over a walkable surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(alias = "rcCompactSpan")]
pub struct OpenSpan {
    /// The row of the floor.
    pub y: u16,
    /// Free rows above it; 65,535 when nothing is above.
    pub height: u16,
    /// By direction, the position of the linked span in the neighbour column, or [`NO_LINK`].
    pub links: [u8; 4],
    /// The number of the solid span whose surface this is.
    pub solid: u32,
}

impl OpenSpan {
    /// The row of the ceiling: at most 131,070.
    pub fn ceiling(&self) -> i64 {
        i64::from(self.y) + i64::from(self.height)
    }
}

/// The open spans of every column, bottom-up. Area ids and distances are kept beside it.
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "rcCompactHeightfield")]
pub struct OpenColumns {
    width: u32,
    depth: u32,
    first: Vec<u32>,
    pub(super) spans: Vec<OpenSpan>,
}

impl OpenColumns {
    /// Open spans of all columns in index order; column `i` has those from `first[i]` to `first[i + 1]`.
    pub(super) fn new(width: u32, depth: u32, first: Vec<u32>, spans: Vec<OpenSpan>) -> Self {
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

    /// All open spans, column by column in index order, bottom-up.
    pub fn spans(&self) -> &[OpenSpan] {
        &self.spans
    }

    /// The numbers of the open spans of the column with this index.
    pub fn column(&self, column: usize) -> Range<usize> {
        self.first[column] as usize..self.first[column + 1] as usize
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.first.len() - 1
    }

    /// The neighbour of a column in direction 0 = -x, 1 = +z, 2 = +x, 3 = -z; `None` outside the grid.
    pub fn neighbour(&self, column: usize, direction: usize) -> Option<usize> {
        neighbour(self.width, self.depth, column, direction)
    }

    /// The column and number of the span that a span of `column` links to in a direction.
    pub fn linked(&self, column: usize, span: usize, direction: usize) -> Option<(usize, usize)> {
        let link = self.spans[span].links[direction];
        if link == NO_LINK {
            return None;
        }
        let column = self.neighbour(column, direction)?;
        Some((column, self.first[column] as usize + usize::from(link)))
    }
}
