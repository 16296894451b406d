//! Questions about a run: what changed, what is in a column, what deserves a word of warning.

pub mod column;
pub mod diff;
pub mod summary;
pub mod text;
pub mod warnings;

pub use column::{ColumnItem, column_items};
pub use diff::{Change, Diff, diff};
pub use summary::{StageSummary, summary};
pub use warnings::{Warning, warnings};
