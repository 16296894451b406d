//! One triangle and the columns it touches (section 2).

use super::clip::{Point, Polygon, U, V, W, cells_met, clip_to_rectangle, cross, extent, footprint_area, split};
use super::piece::DropCause;
use super::{AreaId, Frame, NOT_WALKABLE, WALKABLE};

/// A triangle in the frame's own coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Triangle {
    /// Corners in cell units.
    pub points: [Point; 3],
    /// `(b - a) x (c - a)` on tile-local coordinates; not of unit length.
    pub normal: [f32; 3],
    /// Length of the normal.
    pub length: f32,
}

/// Which way a triangle faces, seen by the slope rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlopeClass {
    /// Flat enough to walk on.
    Walkable,
    /// Facing up or exactly sideways, but too steep.
    TooSteep,
    /// Facing down.
    FacingDown,
    /// Without a direction: skipped and counted.
    Degenerate,
}

impl Triangle {
    /// Puts world corners into the frame: one double subtraction rounded to float32, then one float32 division.
    pub fn new(frame: &Frame, corners: [[f64; 3]; 3]) -> Self {
        let local = corners.map(|corner| frame.to_local(corner));
        let [a, b, c] = local;
        let edge = |to: [f32; 3]| -> [f32; 3] { std::array::from_fn(|i| to[i] - a[i]) };
        let ([ex, ey, ez], [fx, fy, fz]) = (edge(b), edge(c));
        let normal = [ey * fz - ez * fy, ez * fx - ex * fz, ex * fy - ey * fx];
        let [nx, ny, nz] = normal;
        let length = (nx * nx + ny * ny + nz * nz).sqrt();
        Self { points: local.map(|point| frame.to_cells(point)), normal, length }
    }

    /// Whether the triangle has no direction: its normal's length is 0 or infinite.
    pub fn is_degenerate(&self) -> bool {
        self.length == 0.0 || self.length.is_infinite()
    }

    /// The area by slope: walkable when `ny > slope_cosine * length`.
    pub fn area_by_slope(&self, slope_cosine: f32) -> AreaId {
        if self.normal[1] > slope_cosine * self.length { WALKABLE } else { NOT_WALKABLE }
    }

    /// How the slope rule sees the triangle.
    pub fn slope_class(&self, slope_cosine: f32) -> SlopeClass {
        if self.is_degenerate() {
            SlopeClass::Degenerate
        } else if self.area_by_slope(slope_cosine) == WALKABLE {
            SlopeClass::Walkable
        } else if self.normal[1] < 0.0 {
            SlopeClass::FacingDown
        } else {
            SlopeClass::TooSteep
        }
    }

    /// The grid line that a wall lies on exactly, as the column behind its face: `(axis, column)`.
    fn wall_on_a_line(&self) -> Option<(usize, i64)> {
        [(U, self.normal[0]), (W, self.normal[2])].into_iter().find_map(|(axis, facing)| {
            let line = self.points[0][axis];
            let on_line = line == line.floor() && self.points.iter().all(|point| point[axis] == line);
            // At most 2^42, so the cast is exact.
            on_line.then(|| (axis, if facing > 0.0 { line as i64 - 1 } else { line as i64 }))
        })
    }
}

/// What became of a triangle's piece in one column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch<'a> {
    /// Column of the piece; of a wall dropped at the grid's border, the column beside it.
    pub x: u32,
    pub z: u32,
    /// Rows of the piece before it was clamped to the grid: lowest, and one past the highest.
    pub rows: [i64; 2],
    /// Rows in the grid, or why there are none.
    pub outcome: Result<[u16; 2], DropCause>,
    /// The clipped polygon in cell units.
    pub polygon: &'a [Point],
}

/// Cuts triangles into the pieces that lie over single columns. Holds the polygons it works on, to use their memory again.
#[derive(Debug, Default)]
pub struct Rasterizer {
    rest: Polygon,
    row: Polygon,
    cell: Polygon,
    spare: Polygon,
    above: Polygon,
}

impl Rasterizer {
    /// Calls `visit` for every column the triangle touches and every piece of it that is dropped: rows of columns from low
    /// z, columns within from low x. A degenerate triangle touches nothing.
    ///
    /// # Errors
    /// The first of `visit`, which ends the walk.
    pub fn rasterize<E>(
        &mut self,
        frame: &Frame,
        triangle: &Triangle,
        visit: &mut impl FnMut(Touch<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.walk(frame, triangle, &|_| true, visit)
    }

    /// Calls `visit` for what the triangle has in one column: the same as [`Rasterizer::rasterize`] has there, found without
    /// looking at the cells of other rows.
    pub fn rasterize_column(
        &mut self,
        frame: &Frame,
        triangle: &Triangle,
        [x, z]: [u32; 2],
        visit: &mut impl FnMut(Touch<'_>),
    ) {
        let of_row = |row: i64| row.clamp(0, i64::from(frame.depth()) - 1) == i64::from(z);
        let walked: Result<(), std::convert::Infallible> = self.walk(frame, triangle, &of_row, &mut |touch| {
            if [touch.x, touch.z] == [x, z] {
                visit(touch);
            }
            Ok(())
        });
        let Ok(()) = walked;
    }

    /// Cuts a triangle into the rows of columns that `wants` asks for, and these into cells.
    fn walk<E>(
        &mut self,
        frame: &Frame,
        triangle: &Triangle,
        wants: &impl Fn(i64) -> bool,
        visit: &mut impl FnMut(Touch<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        if triangle.is_degenerate() {
            return Ok(());
        }
        self.rest.clear();
        self.rest.extend(triangle.points);
        clip_to_rectangle(&mut self.rest, frame.width() as f32, frame.depth() as f32, &mut self.spare, &mut self.above);
        let [a, b, c] = triangle.points;
        let vertical = cross(a, b, c) == 0.0;
        let wall = if vertical { triangle.wall_on_a_line() } else { None };
        let piece = PieceRule { frame, faces_up: triangle.normal[1] > 0.0, vertical };

        if let Some((W, z)) = wall {
            return if wants(z) { self.visit_cells_of_wall(&piece, z, visit) } else { Ok(()) };
        }
        for z in cells_met(extent(&self.rest, W), frame.depth()) {
            split(&self.rest, W, z as f32 + 1.0, &mut self.row, &mut self.above);
            std::mem::swap(&mut self.rest, &mut self.above);
            if !wants(z.into()) {
                continue;
            }
            if let Some((_, x)) = wall {
                piece.visit_wall(&self.row, [x, z.into()], W, visit)?;
                continue;
            }
            for x in cells_met(extent(&self.row, U), frame.width()) {
                split(&self.row, U, x as f32 + 1.0, &mut self.cell, &mut self.above);
                std::mem::swap(&mut self.row, &mut self.above);
                piece.visit(&self.cell, x, z, visit)?;
            }
        }
        Ok(())
    }

    /// A wall on a line of constant z is not cut along z: all of it belongs to one row of columns.
    fn visit_cells_of_wall<E>(
        &mut self,
        piece: &PieceRule<'_>,
        z: i64,
        visit: &mut impl FnMut(Touch<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        for x in cells_met(extent(&self.rest, U), piece.frame.width()) {
            split(&self.rest, U, x as f32 + 1.0, &mut self.cell, &mut self.above);
            std::mem::swap(&mut self.rest, &mut self.above);
            piece.visit_wall(&self.cell, [x.into(), z], U, visit)?;
        }
        Ok(())
    }
}

/// What decides whether a piece touches its column, and which rows it fills.
struct PieceRule<'a> {
    frame: &'a Frame,
    faces_up: bool,
    vertical: bool,
}

impl PieceRule<'_> {
    /// A piece of a triangle that is not a wall on a grid line.
    fn visit<E>(
        &self,
        polygon: &[Point],
        x: u32,
        z: u32,
        visit: &mut impl FnMut(Touch<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        if polygon.is_empty() {
            return Ok(());
        }
        let has_extent = |axis| {
            let (min, max) = extent(polygon, axis);
            max - min > 0.0
        };
        let mut outcome = Ok(());
        if self.vertical {
            if !has_extent(U) && !has_extent(W) {
                return Ok(());
            }
        } else if footprint_area(polygon) == 0.0 {
            if polygon.len() < 3 || !has_extent(U) || !has_extent(W) {
                return Ok(()); // It only touches the cell's edge or corner.
            }
            outcome = Err(DropCause::AreaRoundsToZero);
        }
        self.fill(polygon, x, z, outcome, visit)
    }

    /// A piece of a wall on a grid line, which must have length `along` the line and a column behind it.
    fn visit_wall<E>(
        &self,
        polygon: &[Point],
        at: [i64; 2],
        along: usize,
        visit: &mut impl FnMut(Touch<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (min, max) = extent(polygon, along);
        if polygon.is_empty() || max - min <= 0.0 {
            return Ok(());
        }
        let limits = [i64::from(self.frame.width()), i64::from(self.frame.depth())];
        let inside = [0, 1].map(|i| at[i].clamp(0, limits[i] - 1));
        let outcome = if inside == at { Ok(()) } else { Err(DropCause::WallOutsideGrid) };
        self.fill(polygon, inside[0] as u32, inside[1] as u32, outcome, visit)
    }

    /// Finds the rows of a piece and says what becomes of it.
    fn fill<E>(
        &self,
        polygon: &[Point],
        x: u32,
        z: u32,
        outcome: Result<(), DropCause>,
        visit: &mut impl FnMut(Touch<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (min, max) = extent(polygon, V);
        // A piece can lie 2^42 rows away, which i64 holds.
        let mut rows = [min.floor() as i64, max.ceil() as i64];
        let mut at_bottom = false;
        if rows[0] == rows[1] {
            if self.faces_up {
                at_bottom = rows[1] == 0;
                rows[0] = rows[1] - 1;
            } else {
                rows[1] = rows[0] + 1;
            }
        }
        let height = i64::from(self.frame.height());
        let outcome = outcome.and_then(|()| {
            if at_bottom {
                Err(DropCause::NoRowAtBottom)
            } else if rows[1] <= 0 || rows[0] >= height {
                Err(DropCause::OutsideRows)
            } else {
                Ok(rows.map(|row| row.clamp(0, height) as u16))
            }
        });
        visit(Touch { x, z, rows, outcome, polygon })
    }
}
