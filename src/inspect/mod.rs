//! Questions about a run: what changed, what is in a column, what is under the pointer, what deserves a warning.

pub mod colouring;
pub mod column;
pub mod comparison;
pub mod diff;
pub mod pick;
pub mod summary;
pub mod text;
pub mod warnings;

pub use colouring::Colouring;
pub use column::{ColumnItem, Selection, column_items};
pub use comparison::{Comparison, compare};
pub use diff::{Change, Diff, diff};
pub use pick::{Crop, Face, Hit, Ray, pick};
pub use summary::{StageSummary, summary};
pub use warnings::{Warning, warnings};
