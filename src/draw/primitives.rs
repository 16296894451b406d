//! The plain arrays that the renderer puts on the screen.
//!
//! Space: x and z in cells from the grid's corner, y in rows. The renderer scales rows to the proportions of the world.

/// Red, green, blue, each 0 to 255, and a last byte that each primitive uses in its own way.
pub type Rgba = [u8; 4];

/// How a batch of boxes is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum BoxStyle {
    /// The whole box, opaque.
    #[default]
    Solid,
    /// Only a thin plate whose upper side is the lower side of row `max`: a floor.
    Floor,
    /// The whole box, seen through, with this opacity.
    Glass(f32),
}

/// Boxes over single columns, in one instanced draw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Boxes {
    /// Column x, column z, lowest row, and one past the highest row.
    pub cells: Vec<[u16; 4]>,
    /// One a box; the last byte draws the box's sides in by that many 64ths of a cell, up to 31.
    pub colours: Vec<Rgba>,
    pub style: BoxStyle,
}

/// Boxes of another lattice than the frame's, with an edge at every row of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlacedBoxes {
    /// In cells and rows of that lattice.
    pub boxes: Boxes,
    /// Where its corner lies in the frame: x in cells, y in rows, z in cells.
    pub at: [f32; 3],
    /// Its cell, row and cell, in the frame's.
    pub size: [f32; 3],
}

/// Triangles without shared corners.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Triangles {
    /// Three corners a triangle: x in cells, y in rows, z in cells.
    pub corners: Vec<[f32; 3]>,
    /// One colour a triangle; the last byte is not used.
    pub colours: Vec<Rgba>,
}

/// Triangles that can be lit by the normals of their corners.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SmoothTriangles {
    pub triangles: Triangles,
    /// One a corner, in the proportions of the world; of length 1, or 0.
    pub normals: Vec<[f32; 3]>,
}

/// Triangles in the colours of their corners, without light.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PaintedTriangles {
    /// Three corners a triangle: x in cells, y in rows, z in cells.
    pub corners: Vec<[f32; 3]>,
    /// One a corner; the last byte is not used.
    pub colours: Vec<Rgba>,
}

/// A straight line of a fixed width on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// x in cells, y in rows, z in cells.
    pub from: [f32; 3],
    pub to: [f32; 3],
    /// The last byte is the opacity.
    pub colour: Rgba,
    /// Points on the screen.
    pub width: f32,
}
