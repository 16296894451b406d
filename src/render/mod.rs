//! Puts the arrays of [`crate::draw`] on the screen.
//!
//! [`OrbitCamera`] is arithmetic; [`ViewRenderer`] draws into a texture of its own that egui shows; [`headless`] does the
//! same without a window.

mod boxes;
pub mod camera;
mod error;
mod gl_state;
pub mod headless;
mod lines;
pub mod offscreen;
mod triangles;
mod uniforms;
pub mod view_renderer;
pub mod view_settings;

pub use camera::{OrbitCamera, Projection, ViewDirection};
pub use error::RenderError;
pub use headless::{Headless, HeadlessGl};
pub use offscreen::Offscreen;
pub use view_renderer::{BoxSlot, LineSlot, PaintedSlot, ViewRenderer};
pub use view_settings::{Cut, Edges, Faces, TriangleMode, ViewSettings};
