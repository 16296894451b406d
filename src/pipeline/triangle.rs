//! One triangle and the columns it touches (section 2).

use super::clip::{Point, Polygon, U, V, W, cells_met, clip_to_rectangle, cross, extent, footprint_area, split};
use super::piece::DropCause;
use super::{AreaId, Frame, NOT_WALKABLE, WALKABLE};

/// A triangle in the frame's own coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
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

    /// The grid line that a wall lies on exactly.
    fn wall_on_a_line(&self) -> Option<Wall> {
        [(U, self.normal[0]), (W, self.normal[2])].into_iter().find_map(|(axis, facing)| {
            let line = self.points[0][axis];
            let on_line = line == line.floor() && self.points.iter().all(|point| point[axis] == line);
            // At most 2^42, so the cast is exact.
            let [low, high] = [line as i64 - 1, line as i64];
            let [behind, before] = if facing > 0.0 { [low, high] } else { [high, low] };
            on_line.then_some(Wall { axis, behind, before })
        })
    }
}

/// A wall exactly on a grid line across `axis`.
#[derive(Clone, Copy)]
struct Wall {
    axis: usize,
    /// The column behind its face, which it belongs to.
    behind: i64,
    /// The column on the other side of the line.
    before: i64,
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

/// Why a triangle does not touch a cell that it was cut for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MissCause {
    /// Nothing of the triangle lies in the cell.
    Empty,
    /// The piece has no extent along x or z: only an edge or a corner of the triangle touches the cell.
    EdgeOrCorner,
    /// The piece of a vertical triangle has no length along x or z.
    NoLength,
    /// A wall on a grid line belongs to the column behind its face, and this is the one before it.
    OtherSide,
}

/// A cell that a triangle was cut for and does not touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Miss<'a> {
    pub x: u32,
    pub z: u32,
    pub cause: MissCause,
    /// What was cut for the cell, in cell units.
    pub polygon: &'a [Point],
}

/// Who is told of the cells that a triangle is cut for.
pub trait Observer<E> {
    /// A piece that touches its column, or is dropped.
    ///
    /// # Errors
    /// Whatever is to end the walk.
    fn touch(&mut self, touch: Touch<'_>) -> Result<(), E>;

    /// A cell that is not touched. Costs nothing where nobody listens.
    ///
    /// # Errors
    /// Whatever is to end the walk.
    fn miss(&mut self, _miss: Miss<'_>) -> Result<(), E> {
        Ok(())
    }
}

/// Listens to touches alone.
struct Touches<'a, F>(&'a mut F);

impl<E, F: FnMut(Touch<'_>) -> Result<(), E>> Observer<E> for Touches<'_, F> {
    fn touch(&mut self, touch: Touch<'_>) -> Result<(), E> {
        (self.0)(touch)
    }
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
        self.walk(frame, triangle, &|_| true, &mut Touches(visit))
    }

    /// The same, telling also of the cells that the triangle is cut for and does not touch.
    ///
    /// # Errors
    /// The first of `observer`, which ends the walk.
    pub fn rasterize_observed<E>(
        &mut self,
        frame: &Frame,
        triangle: &Triangle,
        observer: &mut impl Observer<E>,
    ) -> Result<(), E> {
        self.walk(frame, triangle, &|_| true, observer)
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
        let mut of_column = |touch: Touch<'_>| {
            if [touch.x, touch.z] == [x, z] {
                visit(touch);
            }
            Ok::<(), std::convert::Infallible>(())
        };
        let Ok(()) = self.walk(frame, triangle, &of_row, &mut Touches(&mut of_column));
    }

    /// Cuts a triangle into the rows of columns that `wants` asks for, and these into cells.
    fn walk<E>(
        &mut self,
        frame: &Frame,
        triangle: &Triangle,
        wants: &impl Fn(i64) -> bool,
        observer: &mut impl Observer<E>,
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

        if let Some(wall) = wall.filter(|wall| wall.axis == W) {
            return if wants(wall.behind) { self.visit_cells_of_wall(&piece, wall, observer) } else { Ok(()) };
        }
        for z in cells_met(extent(&self.rest, W), frame.depth()) {
            split(&self.rest, W, z as f32 + 1.0, &mut self.row, &mut self.above);
            std::mem::swap(&mut self.rest, &mut self.above);
            if !wants(z.into()) {
                continue;
            }
            if let Some(wall) = wall {
                piece.visit_wall(&self.row, wall, z.into(), observer)?;
                continue;
            }
            for x in cells_met(extent(&self.row, U), frame.width()) {
                split(&self.row, U, x as f32 + 1.0, &mut self.cell, &mut self.above);
                std::mem::swap(&mut self.row, &mut self.above);
                piece.visit(&self.cell, x, z, observer)?;
            }
        }
        Ok(())
    }

    /// A wall on a line of constant z is not cut along z: all of it belongs to one row of columns.
    fn visit_cells_of_wall<E>(
        &mut self,
        piece: &PieceRule<'_>,
        wall: Wall,
        observer: &mut impl Observer<E>,
    ) -> Result<(), E> {
        for x in cells_met(extent(&self.rest, U), piece.frame.width()) {
            split(&self.rest, U, x as f32 + 1.0, &mut self.cell, &mut self.above);
            std::mem::swap(&mut self.rest, &mut self.above);
            piece.visit_wall(&self.cell, wall, x.into(), observer)?;
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
    fn visit<E>(&self, polygon: &[Point], x: u32, z: u32, observer: &mut impl Observer<E>) -> Result<(), E> {
        let missed = |cause| Miss { x, z, cause, polygon };
        if polygon.is_empty() {
            return observer.miss(missed(MissCause::Empty));
        }
        let has_extent = |axis| {
            let (min, max) = extent(polygon, axis);
            max - min > 0.0
        };
        let mut outcome = Ok(());
        if self.vertical {
            if !has_extent(U) && !has_extent(W) {
                return observer.miss(missed(MissCause::NoLength));
            }
        } else if footprint_area(polygon) == 0.0 {
            if polygon.len() < 3 || !has_extent(U) || !has_extent(W) {
                return observer.miss(missed(MissCause::EdgeOrCorner));
            }
            outcome = Err(DropCause::AreaRoundsToZero);
        }
        self.fill(polygon, x, z, outcome, observer)
    }

    /// A piece of a wall on a grid line, which must have length along the line and a column behind it. `at` is the column
    /// along the line.
    fn visit_wall<E>(&self, polygon: &[Point], wall: Wall, at: i64, observer: &mut impl Observer<E>) -> Result<(), E> {
        let limits = [i64::from(self.frame.width()), i64::from(self.frame.depth())];
        let place = |column: i64| if wall.axis == U { [column, at] } else { [at, column] };
        let nearest = |place: [i64; 2]| [0, 1].map(|i| place[i].clamp(0, limits[i] - 1) as u32);
        let is_inside = |place: [i64; 2]| place == nearest(place).map(i64::from);
        let (behind, before) = (place(wall.behind), place(wall.before));
        let [x, z] = nearest(behind);
        if is_inside(behind) && is_inside(before) {
            let [x, z] = nearest(before);
            observer.miss(Miss { x, z, cause: MissCause::OtherSide, polygon })?;
        }
        let (min, max) = extent(polygon, if wall.axis == U { W } else { U });
        if polygon.is_empty() || max - min <= 0.0 {
            return observer.miss(Miss { x, z, cause: MissCause::NoLength, polygon });
        }
        let outcome = if is_inside(behind) { Ok(()) } else { Err(DropCause::WallOutsideGrid) };
        self.fill(polygon, x, z, outcome, observer)
    }

    /// Finds the rows of a piece and says what becomes of it.
    fn fill<E>(
        &self,
        polygon: &[Point],
        x: u32,
        z: u32,
        outcome: Result<(), DropCause>,
        observer: &mut impl Observer<E>,
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
        observer.touch(Touch { x, z, rows, outcome, polygon })
    }
}
