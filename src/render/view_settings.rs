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
    /// How input meshes are drawn.
    pub triangles: TriangleMode,
    /// How the surfaces of densities are drawn.
    pub surfaces: TriangleMode,
    /// What is cut away from surfaces, blocks and normals.
    pub cut: Option<Cut>,
}

/// A plane at which things are cut off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// 0 to 2, across which the plane is.
    pub axis: usize,
    /// In cells, or for axis 1 in rows.
    pub at: f32,
    /// Whether what is below stays; else what is above.
    pub keeps_below: bool,
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
            surfaces: TriangleMode::Hidden,
            cut: None,
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
    /// The nearest ones without edges, seen through, with this opacity from 0 to 1.
    Ghost(f32),
    /// Only the edges.
    Wireframe,
    /// Lit by the normals of the corners.
    Smooth(Edges),
    /// Lit by the normals of the triangles.
    Flat(Edges),
}

/// Whether edges of triangles are drawn over them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edges {
    Hidden,
    Dark,
}

/// Whether the faces of a surface are drawn, or only its edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faces {
    Shown,
    Hidden,
}

impl TriangleMode {
    /// Whether triangles in this mode hide what is behind them.
    pub fn is_opaque(self) -> bool {
        matches!(self, Self::Solid | Self::Smooth(_) | Self::Flat(_))
    }
}
