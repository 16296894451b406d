//! Recast's own rasterizer and merge rule, to be compared with the specification's.
//!
//! Never a setting of a document: a parameter of a comparison. The raw pieces and the merged spans come from Recast's rules,
//! the stages after them from the specification. What is Recast's here:
//!
//! - float32 world coordinates are clipped, not cells; a triangle is cut into rows along z, those into cells along x;
//! - every polygon of three or more points touches its cell, whatever its area: triangles without a direction and slivers are not
//!   left out, and a wall on a grid line lies beyond it, whichever way it faces;
//! - a piece is at least one row high: what lies exactly on a row's lower side is put above it;
//! - in a merge the larger area wins when the old surface is the higher one, however much higher, where the specification takes
//!   the higher one's area beyond the threshold;
//! - a triangle is walkable when the y of its float32 unit normal is above the limit.
//!
//! Recast's bounds are the frame's: `origin` rounded to float32, and `origin + cells * size` in float32. Recast knows height
//! grids only as meshes and voxels not at all: runs of chunks are put in as `rcAddSpan` would, with a threshold of 0.
//!
//! Checked span for span against the `rerecast` crate, a port of Recast to Rust, with which it agrees but for two points, in
//! which it follows Recast. When nothing is left of a polygon and a cell is still to come, `rerecast` puts the polygon of the cell
//! before into it again. And a row of a span has 13 bits in Recast and 16 in `rerecast`: here rows end at 8,191, and a piece
//! that lies wholly above is dropped, where Recast stores what is left of its bits. Like `rerecast` this keeps all 8 bits of an
//! area, of which Recast keeps 6.

mod add_span;
mod rasterize;

pub use add_span::{add_span, merged};
pub use rasterize::{MAX_ROW, raw};

use crate::pipeline::Rules;

/// Recast's rules for raw pieces and merged spans.
pub const RULES: Rules = Rules { raw, merged };
