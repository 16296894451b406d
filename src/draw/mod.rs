//! What a stage looks like, as plain arrays: testable without a graphics card.

pub mod primitives;

pub use primitives::{BoxStyle, Boxes, Line, Rgba, Triangles};
