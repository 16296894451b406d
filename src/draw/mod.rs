//! What a stage looks like, as plain arrays: testable without a graphics card.

pub mod agent;
pub mod density;
pub mod difference;
pub mod lines;
pub mod mesh;
pub mod palette;
pub mod pieces;
pub mod primitives;
pub mod reasons;
pub mod replay;
pub mod stage;
pub mod triangle_cells;
pub mod why;

pub use palette::{Legend, LegendEntry, Scale};
pub use primitives::{BoxStyle, Boxes, Line, PaintedTriangles, PlacedBoxes, Rgba, SmoothTriangles, Triangles};
