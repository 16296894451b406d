//! As much of a level around a column as its result depends on, run by itself with other settings.
//!
//! Erosion looks along links for a border nearer than `2 * radius`, which is at most `radius - 1` columns away; whether that is
//! a border depends on its neighbours' floors, and these on the ledges beside them. So `radius + 2` columns on every side are
//! enough, and the edge of the part is that of the grid only where the grid ends there too.

use crate::pipeline::stage::raw::{Tally, raw};
use crate::pipeline::stage::volumes::area_inside;
use crate::pipeline::stage::{compact, eroded, ledges, low_hanging, low_height, merged};
use crate::pipeline::triangle::{Rasterizer, Triangle};
use crate::pipeline::{
    AreaId, Frame, Input, Monitor, NOT_WALKABLE, Piece, PieceLog, PipelineError, PipelineRun, Scene, SpanSettings,
};

/// Columns of a grid from `min` up to but not including `max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub min: [u32; 2],
    pub max: [u32; 2],
}

impl Window {
    /// The columns that the result of one depends on for an agent of this radius.
    pub fn around(frame: &Frame, [x, z]: [u32; 2], radius: i32) -> Self {
        let reach = radius.unsigned_abs().saturating_add(2);
        let end = |at: u32, count: u32| at.saturating_add(reach).saturating_add(1).min(count);
        Self {
            min: [x.saturating_sub(reach), z.saturating_sub(reach)],
            max: [end(x, frame.width()), end(z, frame.depth())],
        }
    }

    fn contains(&self, x: u32, z: u32) -> bool {
        (self.min[0]..self.max[0]).contains(&x) && (self.min[1]..self.max[1]).contains(&z)
    }
}

/// The pieces around a column, in emission order.
#[derive(Clone, Debug)]
pub struct Neighbourhood {
    frame: Frame,
    at: [u32; 2],
    window: Window,
    /// A grid of the window's size; only its dimensions count.
    part: Frame,
    pieces: Vec<Piece>,
}

impl Neighbourhood {
    /// The pieces of a run around column `at` for an agent of at most this radius.
    ///
    /// # Errors
    /// None that a run which was made could have.
    pub fn of_run(run: &PipelineRun, at: [u32; 2], radius: i32) -> Result<Self, PipelineError> {
        let window = Window::around(&run.frame, at, radius);
        let mut numbers: Vec<u32> = Vec::new();
        for z in window.min[1]..window.max[1] {
            for x in window.min[0]..window.max[0] {
                numbers.extend_from_slice(run.pieces.numbers(run.frame.column_index(x, z)));
            }
        }
        numbers.sort_unstable();
        let pieces = numbers.into_iter().map(|number| run.pieces.pieces()[number as usize]).collect();
        Self::new(run.frame, at, window, pieces)
    }

    /// The pieces that a checked scene has around a column in a grid that it was not run in.
    ///
    /// # Errors
    /// Cancellation.
    pub fn of_scene(scene: &Scene, frame: Frame, at: [u32; 2], monitor: &Monitor) -> Result<Self, PipelineError> {
        let window = Window::around(&frame, at, scene.settings.radius_cells);
        let mut pieces = Vec::new();
        let (mut rasterizer, mut number) = (Rasterizer::default(), 0);
        for input in &scene.inputs {
            let Some(mesh) = input.triangles() else {
                add_chunk(input, &frame, &scene.settings, window, &mut pieces, monitor)?;
                continue;
            };
            for (own, corners) in mesh.triangles().enumerate() {
                if own.is_multiple_of(4096) {
                    monitor.check()?;
                }
                let triangle = Triangle::new(&frame, corners);
                if may_touch(&triangle, window) {
                    let area = mesh.area(own).unwrap_or_else(|| triangle.area_by_slope(scene.settings.slope_cosine));
                    rasterizer.rasterize::<PipelineError>(&frame, &triangle, &mut |touch| {
                        if let (Ok(rows), true) = (touch.outcome, window.contains(touch.x, touch.z)) {
                            pieces.push(Piece::of_triangle(number, [touch.x as u16, touch.z as u16], rows, area));
                        }
                        Ok(())
                    })?;
                }
                number += 1;
            }
        }
        Self::new(frame, at, window, pieces)
    }

    fn new(frame: Frame, at: [u32; 2], window: Window, mut pieces: Vec<Piece>) -> Result<Self, PipelineError> {
        let size = [0, 1].map(|i| i64::from(window.max[i] - window.min[i]));
        let part = Frame::new([0.0; 3], 1.0, 1.0, [size[0], size[1], frame.height().into()])?;
        for piece in &mut pieces {
            piece.x -= window.min[0] as u16;
            piece.z -= window.min[1] as u16;
        }
        Ok(Self { frame, at, window, part, pieces })
    }

    /// The rows between the lowest and the highest solid row: no difference of rows can be more.
    pub fn extent(&self) -> i64 {
        let low = self.pieces.iter().map(|piece| piece.lo).min().unwrap_or(0);
        let high = self.pieces.iter().map(|piece| piece.hi).max().unwrap_or(0);
        i64::from(high) - i64::from(low)
    }

    /// The triangles of the pieces, each once, ascending.
    pub fn triangles(&self) -> Vec<u32> {
        let mut triangles: Vec<u32> = self.pieces.iter().filter_map(Piece::triangle).collect();
        triangles.sort_unstable();
        triangles.dedup();
        triangles
    }

    /// The same with other areas.
    #[must_use]
    pub fn with_areas(&self, area: impl Fn(&Piece) -> AreaId) -> Self {
        let mut other = self.clone();
        other.pieces.iter_mut().for_each(|piece| piece.area = area(piece));
        other
    }

    /// The surfaces of the column and their areas at the end, bottom-up, for an agent of at most the radius that the
    /// neighbourhood was made for.
    ///
    /// # Errors
    /// None that a run of the whole could not have.
    pub fn surfaces(&self, scene: &Scene, settings: &SpanSettings) -> Result<Vec<(u16, AreaId)>, PipelineError> {
        let monitor = Monitor::default();
        let (height, climb) = (settings.height_rows, settings.climb_rows);
        let log = PieceLog::new(&self.part, self.pieces.clone());
        let (solid, areas) = merged::merged(&self.part, &log, settings.merge_threshold(), &monitor)?;
        let areas = low_hanging::low_hanging(&solid, &areas, climb);
        let areas = ledges::ledges(&solid, &areas, height, climb);
        let areas = low_height::low_height(&solid, &areas, height);
        let (open, areas) = compact::compact(&solid, &areas, height, climb, &monitor)?;
        let (_, areas) = eroded::eroded(&open, &areas, settings.radius_cells, &monitor)?;

        let [x, z] = self.at;
        let column = self.part.column_index(x - self.window.min[0], z - self.window.min[1]);
        let mut of_span = vec![NOT_WALKABLE; solid.column(column).len()];
        for floor in open.column(column) {
            let span = &open.spans()[floor];
            let at = self.frame.row_in_world(span.y.into());
            let inside =
                scene.volumes.iter().filter(|volume| volume.contains_in_plan(self.frame.column_centre_in_world(x, z)));
            let area = inside.fold(areas[floor], |area, volume| area_inside(volume, area, at));
            of_span[span.solid as usize - solid.column(column).start] = area;
        }
        Ok(solid.spans()[solid.column(column)].iter().map(|span| span.max).zip(of_span).collect())
    }
}

/// Whether a triangle can have a piece in a window: its box in cells meets it, with a cell to spare for rounding.
fn may_touch(triangle: &Triangle, window: Window) -> bool {
    [(0, 0), (2, 1)].into_iter().all(|(axis, side)| {
        let at = triangle.points.map(|point| point[axis]);
        let (low, high) = (at[0].min(at[1]).min(at[2]), at[0].max(at[1]).max(at[2]));
        low <= window.max[side] as f32 + 1.0 && high >= window.min[side] as f32 - 1.0
    })
}

/// The runs of a chunk inside a window.
fn add_chunk(
    input: &Input,
    frame: &Frame,
    settings: &SpanSettings,
    window: Window,
    pieces: &mut Vec<Piece>,
    monitor: &Monitor,
) -> Result<(), PipelineError> {
    let of_chunk = raw(frame, settings, std::slice::from_ref(input), monitor)?;
    debug_assert_eq!(of_chunk.tally, Tally { voxels_outside: of_chunk.tally.voxels_outside, ..Tally::default() });
    pieces.extend(of_chunk.log.pieces().iter().filter(|piece| window.contains(piece.x.into(), piece.z.into())));
    Ok(())
}
