//! Which vertical slice the section shows.

pub use crate::inspect::Along;
use crate::inspect::{Selection, SliceLine};
use crate::pipeline::Frame;

/// Which vertical slice the section shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SectionView {
    pub along: Along,
    /// The column across it; `None` follows the selection.
    pub at: Option<u32>,
}

impl Default for SectionView {
    /// Along x, through the selection.
    fn default() -> Self {
        Self { along: Along::X, at: None }
    }
}

impl SectionView {
    /// The line of columns in a grid: the chosen one, else the one through the selection, else the middle one; at most the last.
    pub fn line(&self, selection: Option<Selection>, frame: &Frame) -> SliceLine {
        let line = |at| SliceLine { along: self.along, at };
        let lines = line(0).counts(frame)[1];
        let through = selection.map(|selection| SliceLine::through(self.along, selection.x, selection.z).at);
        line(self.at.or(through).unwrap_or(lines / 2).min(lines - 1))
    }
}
