//! What a stage looks like, as plain arrays: testable without a graphics card.

pub mod density;
pub mod lines;
pub mod mesh;
pub mod palette;
pub mod primitives;
pub mod reasons;
pub mod replay;
pub mod stage;
pub mod triangle_cells;
pub mod why;

pub use palette::{Legend, LegendEntry, Scale};
pub use primitives::{BoxStyle, Boxes, Line, PaintedTriangles, PlacedBoxes, Rgba, SmoothTriangles, Triangles};
