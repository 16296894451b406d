//! Questions about a run: what changed, what is in a column, what is under the pointer, what deserves a warning.

pub mod cell;
pub mod colouring;
pub mod column;
pub mod comparison;
pub mod density_pick;
pub mod diff;
pub mod grid_match;
pub mod matching;
pub mod patches;
pub mod pick;
pub mod slice;
pub mod snapshot;
pub mod summary;
pub mod text;
pub mod warnings;

pub use cell::{CellReport, CellSelection, cell_report};
pub use colouring::Colouring;
pub use column::{ColumnItem, Selection, column_items};
pub use comparison::{Comparison, compare};
pub use density_pick::{DensityHit, pick_density};
pub use diff::{Change, Diff, diff};
pub use pick::{Crop, Face, Hit, Ray, pick};
pub use slice::{Axis, Slice};
pub use snapshot::Snapshot;
pub use summary::{StageSummary, summary};
pub use warnings::{Warning, warnings};
