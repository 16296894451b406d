//! How the picture is drawn.

use crate::inspect::Crop;

/// How the picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewSettings {
    /// Height of a row in cells: cell height over cell size.
    pub row_height: f32,
    /// Pixels to one of egui's points; lines have their width in points.
    pub pixels_per_point: f32,
    /// What is behind everything, and what far things fade into.
    pub background: [u8; 3],
    /// The part of the grid that is shown; all of it when `None`.
    pub crop: Option<Crop>,
    pub triangles: TriangleMode,
}

impl ViewSettings {
    /// The background of a dark window.
    pub const DARK: [u8; 3] = [0x1b, 0x1d, 0x21];
    /// The background of a light window.
    pub const LIGHT: [u8; 3] = [0xf4, 0xf4, 0xf2];
}

impl Default for ViewSettings {
    fn default() -> Self {
        Self {
            row_height: 1.0,
            pixels_per_point: 1.0,
            background: Self::DARK,
            crop: None,
            triangles: TriangleMode::Hidden,
        }
    }
}

/// How triangles are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum TriangleMode {
    /// Not at all.
    #[default]
    Hidden,
    /// Lit, with thin dark edges.
    Solid,
    /// The nearest ones, seen through, with this opacity from 0 to 1.
    Translucent(f32),
    /// Only the edges.
    Wireframe,
}
