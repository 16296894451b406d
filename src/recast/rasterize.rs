//! Recast's rasterizer: `rcRasterizeTriangles`, in its own order of float32 operations.

use crate::pipeline::piece::MAX_PIECES;
use crate::pipeline::stage::raw::{self, Raw};
use crate::pipeline::{
    AreaId, Frame, Input, Mesh, Monitor, NOT_WALKABLE, Piece, PieceLog, PipelineError, SpanSettings, Stage, WALKABLE,
};

/// The highest row that a span can have: 13 bits.
#[doc(alias = "RC_SPAN_MAX_HEIGHT")]
pub const MAX_ROW: i32 = (1 << 13) - 1;

type Point = [f32; 3];
const X: usize = 0;
const Y: usize = 1;
const Z: usize = 2;

/// Cuts all inputs, which must have been checked, in list order. Nothing is counted as dropped: Recast does not.
///
/// # Errors
/// Too many triangles or pieces to number, and cancellation.
pub fn raw(frame: &Frame, settings: &SpanSettings, inputs: &[Input], monitor: &Monitor) -> Result<Raw, PipelineError> {
    let mut emitter = Emitter { field: Field::new(frame), settings, monitor, pieces: Vec::new(), raw: Raw::default() };
    for (number, input) in inputs.iter().enumerate() {
        monitor.report(Stage::Raw, number, inputs.len())?;
        match input {
            Input::Mesh(mesh) => emitter.add_mesh(mesh)?,
            Input::HeightGrid(grid) => emitter.add_mesh(&grid.to_mesh())?,
            Input::Chunk(_) => {
                let runs = raw::raw(frame, settings, std::slice::from_ref(input), monitor)?;
                emitter.raw.tally.voxels_outside += runs.tally.voxels_outside;
                runs.log.pieces().iter().try_for_each(|piece| emitter.push(*piece))?;
            }
        }
    }
    let Emitter { pieces, mut raw, .. } = emitter;
    raw.log = PieceLog::new(frame, pieces);
    Ok(raw)
}

struct Emitter<'a> {
    field: Field,
    settings: &'a SpanSettings,
    monitor: &'a Monitor,
    pieces: Vec<Piece>,
    raw: Raw,
}

impl Emitter<'_> {
    fn add_mesh(&mut self, mesh: &Mesh) -> Result<(), PipelineError> {
        let triangles = self.raw.tally.triangles.saturating_add(mesh.triangle_count());
        let limit = i32::MAX as usize;
        if triangles > limit {
            return Err(PipelineError::TooManyTriangles { triangles, limit });
        }
        let mut cutter = Cutter::default();
        for (number, corners) in mesh.triangles().enumerate() {
            if number.is_multiple_of(256) {
                self.monitor.report(Stage::Raw, number, mesh.triangle_count())?;
            }
            let corners = corners.map(|corner| corner.map(|coordinate| coordinate as f32));
            let area = mesh.area(number).unwrap_or_else(|| area_by_slope(corners, self.settings.slope_cosine));
            let triangle = self.raw.tally.triangles as u32;
            self.raw.tally.triangles += 1;
            let field = self.field;
            cutter.cut(&field, corners, &mut |cell, rows| self.push(Piece::of_triangle(triangle, cell, rows, area)))?;
        }
        Ok(())
    }

    fn push(&mut self, piece: Piece) -> Result<(), PipelineError> {
        if self.pieces.len() == MAX_PIECES {
            return Err(PipelineError::TooManyPieces { triangle: self.raw.tally.triangles, limit: MAX_PIECES });
        }
        if self.pieces.len().is_multiple_of(4096) {
            self.monitor.check()?; // One triangle can lie over all 2^24 columns.
        }
        self.pieces.push(piece);
        Ok(())
    }
}

/// The area of a triangle by the y of its unit normal.
#[doc(alias = "rcMarkWalkableTriangles")]
fn area_by_slope([a, b, c]: [Point; 3], slope_cosine: f32) -> AreaId {
    let edge = |to: Point| -> Point { std::array::from_fn(|i| to[i] - a[i]) };
    let ([ex, ey, ez], [fx, fy, fz]) = (edge(b), edge(c));
    let [nx, ny, nz] = [ey * fz - ez * fy, ez * fx - ex * fz, ex * fy - ey * fx];
    let inverse = 1.0 / (nx * nx + ny * ny + nz * nz).sqrt();
    if ny * inverse > slope_cosine { WALKABLE } else { NOT_WALKABLE }
}

/// The heightfield's grid as Recast has it.
#[derive(Clone, Copy, Debug)]
struct Field {
    min: Point,
    max: Point,
    cell_size: f32,
    inverse_cell_size: f32,
    inverse_cell_height: f32,
    /// Columns along x and z.
    cells: [i32; 2],
}

impl Field {
    fn new(frame: &Frame) -> Self {
        let min = frame.origin().map(|coordinate| coordinate as f32);
        let (size, height) = (frame.cell_size(), frame.cell_height());
        let cells = [frame.width() as f32 * size, frame.height() as f32 * height, frame.depth() as f32 * size];
        Self {
            min,
            max: std::array::from_fn(|i| min[i] + cells[i]),
            cell_size: size,
            inverse_cell_size: 1.0 / size,
            inverse_cell_height: 1.0 / height,
            cells: [frame.width() as i32, frame.depth() as i32],
        }
    }

    fn overlaps(&self, corners: &[Point; 3]) -> bool {
        (0..3).all(|axis| {
            let (min, max) = extent(corners, axis);
            self.min[axis] <= max && self.max[axis] >= min
        })
    }

    /// The cell that a coordinate lies in, rounded towards 0 and not yet cut to the grid.
    fn cell(&self, coordinate: f32, axis: usize) -> i32 {
        ((coordinate - self.min[axis]) * self.inverse_cell_size) as i32
    }

    /// The upper side of a cell.
    fn plane(&self, cell: i32, axis: usize) -> f32 {
        self.min[axis] + cell as f32 * self.cell_size + self.cell_size
    }

    /// The rows of a polygon over one cell; `None` outside the grid.
    fn rows(&self, polygon: &[Point]) -> Option<[u16; 2]> {
        let (min, max) = extent(polygon, Y);
        let (min, max) = (min - self.min[Y], max - self.min[Y]);
        let top = self.max[Y] - self.min[Y];
        if max < 0.0 || min > top {
            return None;
        }
        let lo = ((min.max(0.0) * self.inverse_cell_height).floor() as i32).clamp(0, MAX_ROW);
        if lo == MAX_ROW {
            return None;
        }
        let hi = ((max.min(top) * self.inverse_cell_height).ceil() as i32).clamp(lo + 1, MAX_ROW);
        Some([lo as u16, hi as u16])
    }
}

/// The polygons that are worked on, to use their memory again.
#[derive(Default)]
struct Cutter {
    rest: Vec<Point>,
    row: Vec<Point>,
    cell: Vec<Point>,
    spare: Vec<Point>,
}

impl Cutter {
    /// Calls `visit` with column and rows of every piece, rows of columns from low z, columns within from low x.
    fn cut<E>(
        &mut self,
        field: &Field,
        corners: [Point; 3],
        visit: &mut impl FnMut([u16; 2], [u16; 2]) -> Result<(), E>,
    ) -> Result<(), E> {
        if !field.overlaps(&corners) {
            return Ok(());
        }
        let [width, depth] = field.cells;
        let (min, max) = extent(&corners, Z);
        // Begins at -1, where there is no column, to cut off what lies before the grid.
        let (first, last) = (field.cell(min, Z).clamp(-1, depth - 1), field.cell(max, Z).clamp(0, depth - 1));
        self.rest.clear();
        self.rest.extend(corners);
        for z in first..=last {
            divide(&self.rest, Z, field.plane(z, Z), &mut self.row, &mut self.spare);
            std::mem::swap(&mut self.rest, &mut self.spare);
            if self.row.len() < 3 || z < 0 {
                continue;
            }
            let (min, max) = extent(&self.row, X);
            let (first, last) = (field.cell(min, X), field.cell(max, X));
            if last < 0 || first >= width {
                continue;
            }
            for x in first.clamp(-1, width - 1)..=last.clamp(0, width - 1) {
                divide(&self.row, X, field.plane(x, X), &mut self.cell, &mut self.spare);
                std::mem::swap(&mut self.row, &mut self.spare);
                if self.cell.len() < 3 || x < 0 {
                    continue;
                }
                if let Some(rows) = field.rows(&self.cell) {
                    visit([x as u16, z as u16], rows)?;
                }
            }
        }
        Ok(())
    }
}

/// Divides a polygon at `axis = plane` into the part below and the part above, beginning with the edge from its last point to
/// its first. A point on the plane is on both sides, unless an edge that is cut ends there: then it is the cut.
#[doc(alias = "dividePoly")]
fn divide(polygon: &[Point], axis: usize, plane: f32, below: &mut Vec<Point>, above: &mut Vec<Point>) {
    below.clear();
    above.clear();
    let Some(mut before) = polygon.last().copied() else { return };
    for &point in polygon {
        let (d, d_before) = (plane - point[axis], plane - before[axis]);
        if (d >= 0.0) != (d_before >= 0.0) {
            let s = d_before / (d_before - d);
            let cut: Point = std::array::from_fn(|i| before[i] + (point[i] - before[i]) * s);
            below.push(cut);
            above.push(cut);
            if d > 0.0 {
                below.push(point);
            } else if d < 0.0 {
                above.push(point);
            }
        } else {
            if d >= 0.0 {
                below.push(point);
            }
            if d <= 0.0 {
                above.push(point);
            }
        }
        before = point;
    }
}

/// Smallest and largest coordinate of points.
fn extent(points: &[Point], axis: usize) -> (f32, f32) {
    points
        .iter()
        .fold((f32::INFINITY, f32::NEG_INFINITY), |(min, max), point| (min.min(point[axis]), max.max(point[axis])))
}
