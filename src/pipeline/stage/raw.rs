//! Raw: every input cut into pieces over single columns (sections 2, 4 and 5).
//!
//! Reads frame, settings and inputs. Makes the piece log, and counts what left no piece.

use crate::pipeline::piece::{MAX_DROPPED_KEPT, MAX_PIECES};
use crate::pipeline::triangle::{Rasterizer, Triangle};
use crate::pipeline::{
    DropCause, DroppedPiece, Frame, Input, Mesh, Monitor, Piece, PieceLog, PipelineError, SpanSettings, Stage,
    VoxelChunk,
};

/// The pieces of a run, and what did not become a piece.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Raw {
    pub log: PieceLog,
    pub tally: Tally,
    /// The first [`MAX_DROPPED_KEPT`] dropped pieces, in emission order.
    pub dropped: Vec<DroppedPiece>,
}

/// Counts over all inputs of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Triangles, degenerate and outside ones included.
    pub triangles: usize,
    /// Numbers of the triangles without a direction, in order.
    pub degenerate: Vec<u32>,
    /// Numbers of the triangles with a direction that touch no column of the grid, in order.
    pub outside: Vec<u32>,
    /// Dropped pieces, in the order of [`DropCause::ALL`].
    pub dropped: [u64; 4],
    /// Voxels of chunks that lie outside the grid.
    pub voxels_outside: u64,
}

impl Tally {
    /// Dropped pieces for one cause.
    pub fn dropped(&self, cause: DropCause) -> u64 {
        self.dropped[cause.index()]
    }
}

/// Cuts all inputs, which must have been checked, in list order.
///
/// # Errors
/// Too many triangles or pieces to number, and cancellation.
pub fn raw(frame: &Frame, settings: &SpanSettings, inputs: &[Input], monitor: &Monitor) -> Result<Raw, PipelineError> {
    let mut emitter = Emitter { frame, settings, monitor, pieces: Vec::new(), raw: Raw::default() };
    for (number, input) in inputs.iter().enumerate() {
        monitor.report(Stage::Raw, number, inputs.len())?;
        match input {
            Input::Mesh(mesh) => emitter.add_mesh(mesh)?,
            Input::HeightGrid(grid) => emitter.add_mesh(&grid.to_mesh())?,
            Input::Chunk(chunk) => emitter.add_chunk(chunk)?,
        }
    }
    let Emitter { pieces, mut raw, .. } = emitter;
    raw.log = PieceLog::new(frame, pieces);
    Ok(raw)
}

struct Emitter<'a> {
    frame: &'a Frame,
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
        let mut rasterizer = Rasterizer::default();
        for (number, corners) in mesh.triangles().enumerate() {
            if number.is_multiple_of(256) {
                self.monitor.report(Stage::Raw, number, mesh.triangle_count())?;
            }
            let triangle = Triangle::new(self.frame, corners);
            let area = mesh.area(number).unwrap_or_else(|| triangle.area_by_slope(self.settings.slope_cosine));
            self.add_triangle(&mut rasterizer, &triangle, area)?;
        }
        Ok(())
    }

    fn add_triangle(
        &mut self,
        rasterizer: &mut Rasterizer,
        triangle: &Triangle,
        area: u8,
    ) -> Result<(), PipelineError> {
        let number = self.raw.tally.triangles as u32;
        self.raw.tally.triangles += 1;
        if triangle.is_degenerate() {
            self.raw.tally.degenerate.push(number);
            return Ok(());
        }
        let Self { frame, monitor, pieces, raw, .. } = self;
        let mut touched = 0_usize;
        rasterizer.rasterize(frame, triangle, &mut |touch| {
            touched += 1;
            if touched.is_multiple_of(4096) {
                monitor.check()?; // One triangle can lie over all 2^24 columns.
            }
            let (x, z) = (touch.x as u16, touch.z as u16);
            match touch.outcome {
                Ok(_) if pieces.len() == MAX_PIECES => {
                    return Err(PipelineError::TooManyPieces { triangle: number as usize, limit: MAX_PIECES });
                }
                Ok(rows) => pieces.push(Piece::of_triangle(number, [x, z], rows, area)),
                Err(cause) => {
                    raw.tally.dropped[cause.index()] += 1;
                    if raw.dropped.len() < MAX_DROPPED_KEPT {
                        raw.dropped.push(DroppedPiece { x, z, rows: touch.rows, triangle: number, cause });
                    }
                }
            }
            Ok(())
        })?;
        if touched == 0 {
            self.raw.tally.outside.push(number);
        }
        Ok(())
    }

    fn add_chunk(&mut self, chunk: &VoxelChunk) -> Result<(), PipelineError> {
        let [dx, dy, dz] = chunk.offset.map(i64::from);
        for run in chunk.runs_in_order() {
            let (x, z) = (dx + i64::from(run.x), dz + i64::from(run.z));
            let in_grid = (0..self.frame.width().into()).contains(&x) && (0..self.frame.depth().into()).contains(&z);
            let height = i64::from(self.frame.height());
            let rows = [dy + i64::from(run.start), dy + run.end()].map(|row| row.clamp(0, height));
            let kept = if in_grid { rows[1] - rows[0] } else { 0 };
            self.raw.tally.voxels_outside += (i64::from(run.length) - kept) as u64;
            if kept == 0 {
                continue;
            }
            if self.pieces.len() == MAX_PIECES {
                return Err(PipelineError::TooManyPieces { triangle: self.raw.tally.triangles, limit: MAX_PIECES });
            }
            let area = chunk.area(run.material);
            self.pieces.push(Piece::of_run([x as u16, z as u16], rows.map(|row| row as u16), area));
        }
        self.monitor.check()
    }
}
