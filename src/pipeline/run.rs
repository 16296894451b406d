//! The eight stages in order, and what a run keeps of them.

use super::stage::{compact, eroded, ledges, low_hanging, low_height, merged, raw, volumes};
use super::{
    AreaId, DroppedPiece, Frame, Input, Monitor, OpenColumns, PieceLog, PipelineError, Scene, SpanColumns,
    SpanSettings, Stage, memory,
};
use std::time::{Duration, Instant};

/// The result of every stage. Geometry is kept twice, solid and open; beside it a stage is one area id a span.
#[derive(Clone, Debug)]
pub struct PipelineRun {
    pub frame: Frame,
    pub settings: SpanSettings,
    pub tally: raw::Tally,
    /// The raw pieces.
    pub pieces: PieceLog,
    /// Dropped pieces with their places, as many as are kept.
    pub dropped: Vec<DroppedPiece>,
    /// Geometry of the stages merged, low-hanging, ledges and low height.
    pub solid: SpanColumns,
    /// Geometry of the stages compact, eroded and volumes.
    pub open: OpenColumns,
    /// Erosion distances, one an open span.
    pub distances: Vec<u32>,
    /// Area ids from merged on: one a solid span, then one an open span.
    areas: [Vec<AreaId>; 7],
    /// How long each stage took, in the order of [`Stage::ALL`].
    pub times: [Duration; 8],
}

/// One stage's result, to read.
#[derive(Clone, Copy, Debug)]
pub enum StageView<'a> {
    Raw(&'a PieceLog),
    Solid { spans: &'a SpanColumns, areas: &'a [AreaId] },
    Open { spans: &'a OpenColumns, areas: &'a [AreaId], distances: &'a [u32] },
}

impl StageView<'_> {
    /// How many pieces or spans the stage has.
    pub fn len(&self) -> usize {
        match self {
            Self::Raw(log) => log.pieces().len(),
            Self::Solid { areas, .. } | Self::Open { areas, .. } => areas.len(),
        }
    }

    /// Whether the stage has no piece or span.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many pieces or spans have an area that is not 0.
    pub fn walkable(&self) -> usize {
        let walkable = |area: AreaId| usize::from(area != super::NOT_WALKABLE);
        match self {
            Self::Raw(log) => log.pieces().iter().map(|piece| walkable(piece.area)).sum(),
            Self::Solid { areas, .. } | Self::Open { areas, .. } => areas.iter().map(|&area| walkable(area)).sum(),
        }
    }
}

impl PipelineRun {
    /// The result of a stage.
    pub fn stage(&self, stage: Stage) -> StageView<'_> {
        match stage {
            Stage::Raw => StageView::Raw(&self.pieces),
            Stage::Merged | Stage::LowHanging | Stage::Ledges | Stage::LowHeight => {
                StageView::Solid { spans: &self.solid, areas: &self.areas[stage.index() - 1] }
            }
            Stage::Compact | Stage::Eroded | Stage::Volumes => {
                StageView::Open { spans: &self.open, areas: &self.areas[stage.index() - 1], distances: &self.distances }
            }
        }
    }

    /// The time of all stages together.
    pub fn total_time(&self) -> Duration {
        self.times.iter().sum()
    }
}

/// How inputs become solid spans. Another engine's rules can take the place of the specification's, to be compared with them;
/// the stages after them are always the specification's.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Cuts checked inputs into pieces.
    pub raw: fn(&Frame, &SpanSettings, &[Input], &Monitor) -> Result<raw::Raw, PipelineError>,
    /// Makes spans of every column's pieces; the number is the merge threshold of triangles.
    pub merged: fn(&Frame, &PieceLog, i32, &Monitor) -> Result<merged::Merged, PipelineError>,
}

impl Rules {
    /// The rules of sections 2 to 5.
    pub const SPECIFICATION: Self = Self { raw: raw::raw, merged: merged::merged };
}

/// Checks a scene and runs every stage.
///
/// # Errors
/// The first rule the scene breaks, before anything is added; a scene too large to hold, or to hold in the memory that the monitor
/// allows; cancellation.
pub fn run(scene: &Scene, monitor: &Monitor) -> Result<PipelineRun, PipelineError> {
    run_by(&Rules::SPECIFICATION, scene, monitor)
}

/// Checks a scene and runs every stage, the first two by these rules.
///
/// # Errors
/// As [`run`].
pub fn run_by(rules: &Rules, scene: &Scene, monitor: &Monitor) -> Result<PipelineRun, PipelineError> {
    monitor.check_memory(memory::of_height_grids(&scene.inputs))?;
    let frame = scene.check()?;
    monitor.check_memory(memory::estimate(&frame, &scene.inputs))?;
    let settings = scene.settings;
    let (height, climb) = (settings.height_rows, settings.climb_rows);
    let mut clock = Clock::default();

    let raw = clock.time(Stage::Raw, monitor, || (rules.raw)(&frame, &settings, &scene.inputs, monitor))?;
    let (solid, merged) =
        clock.time(Stage::Merged, monitor, || (rules.merged)(&frame, &raw.log, settings.merge_threshold(), monitor))?;
    let low_hanging =
        clock.time(Stage::LowHanging, monitor, || Ok(low_hanging::low_hanging(&solid, &merged, climb)))?;
    let ledges = clock.time(Stage::Ledges, monitor, || Ok(ledges::ledges(&solid, &low_hanging, height, climb)))?;
    let low_height = clock.time(Stage::LowHeight, monitor, || Ok(low_height::low_height(&solid, &ledges, height)))?;
    let (open, compact) =
        clock.time(Stage::Compact, monitor, || compact::compact(&solid, &low_height, height, climb, monitor))?;
    let (distances, eroded) =
        clock.time(Stage::Eroded, monitor, || eroded::eroded(&open, &compact, settings.radius_cells, monitor))?;
    let volumes =
        clock.time(Stage::Volumes, monitor, || volumes::volumes(&frame, &open, &eroded, &scene.volumes, monitor))?;

    let areas = [merged, low_hanging, ledges, low_height, compact, eroded, volumes];
    let raw::Raw { log: pieces, tally, dropped } = raw;
    Ok(PipelineRun { frame, settings, tally, pieces, dropped, solid, open, distances, areas, times: clock.times })
}

#[derive(Default)]
struct Clock {
    times: [Duration; 8],
}

impl Clock {
    fn time<T>(
        &mut self,
        stage: Stage,
        monitor: &Monitor,
        work: impl FnOnce() -> Result<T, PipelineError>,
    ) -> Result<T, PipelineError> {
        monitor.report(stage, 0, 1)?;
        let start = Instant::now();
        let result = work();
        self.times[stage.index()] = start.elapsed();
        result
    }
}
