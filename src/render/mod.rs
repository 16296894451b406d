//! Puts the arrays of [`crate::draw`] on the screen.
//!
//! [`OrbitCamera`] is arithmetic; [`ViewRenderer`] draws into a texture of its own that egui shows; [`headless`] does the
//! same without a window.

pub mod camera;

pub use camera::{OrbitCamera, Projection, ViewDirection, ViewRay};
