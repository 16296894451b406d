//! Questions about a run: what changed, what is in a column, what is under the pointer, what deserves a warning.

pub mod cell;
pub mod charts;
pub mod colouring;
pub mod column;
pub mod comparison;
pub mod density_pick;
pub mod diff;
pub mod measure;
pub mod outline;
pub mod pick;
pub mod pieces;
pub mod section;
pub mod slice;
pub mod summary;
pub mod text;
pub mod warnings;

pub use cell::{CellReport, CellSelection, cell_report};
pub use charts::{Charts, charts};
pub use colouring::Colouring;
pub use column::{ColumnItem, Selection, column_items};
pub use comparison::{Comparison, compare};
pub use density_pick::{DensityHit, pick_density};
pub use diff::{Change, Diff, diff};
pub use measure::{Measured, Place, measure};
pub use outline::{Along, TriangleIndex};
pub use pick::{Crop, Face, Hit, Ray, pick};
pub use pieces::{ConnectedPiece, Pieces, pieces};
pub use section::SliceLine;
pub use slice::{Axis, Slice};
pub use summary::{StageSummary, summary};
pub use warnings::{Warning, warnings};
