//! The grid: where its columns and rows lie in the world (section 1).

use super::{PipelineError, Place};

/// The largest magnitude of a world coordinate, inclusive: 2^21.
pub const MAX_COORDINATE: f64 = 2_097_152.0;
/// The smallest cell size and cell height: 2^-20.
pub const MIN_CELL: f32 = 1.0 / 1_048_576.0;
/// The largest cell size and cell height: 2^20.
pub const MAX_CELL: f32 = 1_048_576.0;
/// The most columns along x or z.
pub const MAX_SIDE: i64 = 65_536;
/// The most columns in all: 2^24.
pub const MAX_COLUMNS: i64 = 1 << 24;
/// The most rows.
pub const MAX_HEIGHT: i64 = 65_535;

/// The grid of columns and rows, and its place in the world.
///
/// A column is `(x, z)` with index `x + z * width`; a row is `y`. Its numbers are checked once, when it is made.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "rcHeightfield")]
pub struct Frame {
    origin: [f64; 3],
    cell_size: f32,
    cell_height: f32,
    width: u32,
    depth: u32,
    height: u32,
}

impl Frame {
    /// A grid of `[width, depth, height]` cells: columns along x, columns along z, rows.
    ///
    /// # Errors
    /// An origin that is not a world coordinate, a cell size or height outside 2^-20 to 2^20, a dimension below 1 or
    /// above its limit (65,536 columns a side, 2^24 columns in all, 65,535 rows).
    pub fn new(
        origin: [f64; 3],
        cell_size: f32,
        cell_height: f32,
        dimensions: [i64; 3],
    ) -> Result<Self, PipelineError> {
        check_position(origin, |axis| Place::Origin { axis })?;
        check_cells(cell_size, cell_height)?;
        let [width, depth, height] = dimensions;
        let dimension = |name, value, limit| match u32::try_from(value) {
            Ok(inside) if (1..=limit).contains(&value) => Ok(inside),
            _ => Err(PipelineError::Dimension { name, value, limit }),
        };
        let frame = Self {
            origin,
            cell_size,
            cell_height,
            width: dimension("width", width, MAX_SIDE)?,
            depth: dimension("depth", depth, MAX_SIDE)?,
            height: dimension("height", height, MAX_HEIGHT)?,
        };
        if width * depth > MAX_COLUMNS {
            return Err(PipelineError::TooManyColumns { width, depth });
        }
        Ok(frame)
    }

    /// The grid whose origin is `min` and that just covers `max`: `FromBounds` of section 1.
    ///
    /// # Errors
    /// As [`Frame::new`], and [`PipelineError::EmptyBounds`] when `max` is not above `min` on every axis.
    pub fn from_bounds(min: [f64; 3], max: [f64; 3], cell_size: f32, cell_height: f32) -> Result<Self, PipelineError> {
        check_position(min, |axis| Place::Bounds { corner: "min", axis })?;
        check_position(max, |axis| Place::Bounds { corner: "max", axis })?;
        check_cells(cell_size, cell_height)?;
        for (i, axis) in ['x', 'y', 'z'].into_iter().enumerate() {
            if max[i] <= min[i] {
                return Err(PipelineError::EmptyBounds { axis, min: min[i], max: max[i] });
            }
        }
        // At most 2^22 / 2^-20 = 2^42, so the cast is exact.
        let cells = |i: usize, cell: f32| ((max[i] - min[i]) / f64::from(cell)).ceil() as i64;
        Self::new(min, cell_size, cell_height, [cells(0, cell_size), cells(2, cell_size), cells(1, cell_height)])
    }

    /// World position of the grid's lowest corner.
    pub fn origin(&self) -> [f64; 3] {
        self.origin
    }

    /// Width of a column along x and z, in world units.
    #[doc(alias = "cs")]
    pub fn cell_size(&self) -> f32 {
        self.cell_size
    }

    /// Height of a row, in world units.
    #[doc(alias = "ch")]
    pub fn cell_height(&self) -> f32 {
        self.cell_height
    }

    /// Columns along x.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Columns along z.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Columns in all.
    pub fn columns(&self) -> usize {
        self.width as usize * self.depth as usize
    }

    /// Index of column `(x, z)`, which must lie in the grid.
    pub fn column_index(&self, x: u32, z: u32) -> usize {
        x as usize + z as usize * self.width as usize
    }

    /// A world position in tile-local float32 coordinates: one double subtraction, rounded once.
    pub fn to_local(&self, point: [f64; 3]) -> [f32; 3] {
        std::array::from_fn(|i| (point[i] - self.origin[i]) as f32)
    }

    /// A tile-local position in cell units `(u, v, w)`: columns along x, rows, columns along z.
    pub fn to_cells(&self, local: [f32; 3]) -> [f32; 3] {
        [local[0] / self.cell_size, local[1] / self.cell_height, local[2] / self.cell_size]
    }

    /// World height of the lower side of a row, in double: `oy + row * ch`.
    pub fn row_in_world(&self, row: i64) -> f64 {
        self.origin[1] + row as f64 * f64::from(self.cell_height)
    }

    /// World x and z of the centre of a column, in double.
    pub fn column_centre_in_world(&self, x: u32, z: u32) -> [f64; 2] {
        let cell = f64::from(self.cell_size);
        [self.origin[0] + (f64::from(x) + 0.5) * cell, self.origin[2] + (f64::from(z) + 0.5) * cell]
    }
}

/// How a scene names its frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FrameSpec {
    /// The grid as it is; dimensions are `[width, depth, height]`.
    Grid { origin: [f64; 3], cell_size: f32, cell_height: f32, dimensions: [i64; 3] },
    /// The grid that just covers these bounds.
    Bounds { min: [f64; 3], max: [f64; 3], cell_size: f32, cell_height: f32 },
    /// The grid around all inputs, widened by whole rows below and above and whole cells at the sides.
    Auto { cell_size: f32, cell_height: f32, pad_below: u32, pad_above: u32, pad_side: u32 },
}

impl Default for FrameSpec {
    /// Around all inputs, cells of 0.3 x 0.2, one row of padding below and above.
    fn default() -> Self {
        Self::Auto { cell_size: 0.3, cell_height: 0.2, pad_below: 1, pad_above: 1, pad_side: 0 }
    }
}

impl FrameSpec {
    /// Cell size and cell height as they were given.
    pub fn cell(&self) -> [f32; 2] {
        match *self {
            Self::Grid { cell_size, cell_height, .. }
            | Self::Bounds { cell_size, cell_height, .. }
            | Self::Auto { cell_size, cell_height, .. } => [cell_size, cell_height],
        }
    }

    /// The same way of naming the frame with other cells.
    #[must_use]
    pub fn with_cell(mut self, size: f32, height: f32) -> Self {
        match &mut self {
            Self::Grid { cell_size, cell_height, .. }
            | Self::Bounds { cell_size, cell_height, .. }
            | Self::Auto { cell_size, cell_height, .. } => (*cell_size, *cell_height) = (size, height),
        }
        self
    }
}

/// Checks that a position is finite and within ±2^21 on every axis.
pub(super) fn check_position(point: [f64; 3], place: impl Fn(char) -> Place) -> Result<(), PipelineError> {
    for (value, axis) in point.into_iter().zip(['x', 'y', 'z']) {
        check_coordinate(value, || place(axis))?;
    }
    Ok(())
}

/// Checks that a world coordinate is finite and within ±2^21.
pub(super) fn check_coordinate(value: f64, place: impl Fn() -> Place) -> Result<(), PipelineError> {
    if value.is_nan() {
        return Err(PipelineError::NotANumber { place: place() });
    }
    if value.abs() > MAX_COORDINATE {
        return Err(PipelineError::OutOfRange { place: place(), value });
    }
    Ok(())
}

/// Checks that cell size and cell height are within 2^-20 to 2^20.
pub(super) fn check_cells(cell_size: f32, cell_height: f32) -> Result<(), PipelineError> {
    for (name, value) in [("cell_size", cell_size), ("cell_height", cell_height)] {
        if !(MIN_CELL..=MAX_CELL).contains(&value) {
            return Err(PipelineError::CellSize { name, value });
        }
    }
    Ok(())
}
