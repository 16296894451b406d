//! Why each surface is not walkable at the end: the first rule of the pipeline that decided so.

use super::beside::{Beside, beside};
use super::erosion_path::next_on_path;
use super::level::RunTriangles;
use crate::pipeline::stage::ledges::{LedgeCause, Standing, gaps, ledge_report};
use crate::pipeline::stage::low_hanging::{LowHanging, low_hanging_verdict};
use crate::pipeline::triangle::SlopeClass;
use crate::pipeline::{AreaId, Monitor, NOT_WALKABLE, Piece, PipelineError, PipelineRun, Stage, StageView};

/// Why a surface is not walkable at the end, or that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    Walkable,
    /// Its triangles are too steep.
    Steep,
    /// It is too steep, and stands too high above walkable ground in its column to be stepped on.
    Obstacle,
    /// Every walkable piece of it lost its area in a merge.
    Merged,
    /// A floor beside it lies further below than an agent can climb.
    LedgeAtDrop,
    /// Floors beside it lie further apart than an agent can climb.
    LedgeBetweenFloors,
    /// The grid ends beside it, which counts as a drop.
    GridEdge,
    /// There is too little free height above it.
    LowCeiling,
    /// Too near to a wall, or to ground that is not walkable.
    ErodedFromWall,
    /// Too near to a drop.
    ErodedFromDrop,
    /// Too near to a ceiling that is too low.
    ErodedFromLowCeiling,
    /// Too near to the end of the grid.
    ErodedFromGridEdge,
    /// A volume made it so.
    Volume,
    /// Its input says so: an area of 0 for a triangle or material.
    OwnArea,
    /// It faces down, however little: the underside of something, or a wall that leans over.
    FacesDown,
}

impl Reason {
    /// Every reason, in the order of the legend.
    pub const ALL: [Self; 15] = [
        Self::Walkable,
        Self::Steep,
        Self::Obstacle,
        Self::Merged,
        Self::LedgeAtDrop,
        Self::LedgeBetweenFloors,
        Self::GridEdge,
        Self::LowCeiling,
        Self::ErodedFromWall,
        Self::ErodedFromDrop,
        Self::ErodedFromLowCeiling,
        Self::ErodedFromGridEdge,
        Self::Volume,
        Self::OwnArea,
        Self::FacesDown,
    ];

    /// What a person reads.
    pub fn label(self) -> &'static str {
        match self {
            Self::Walkable => "walkable",
            Self::Steep => "too steep",
            Self::Obstacle => "obstacle too high to step on",
            Self::Merged => "lost in a merge",
            Self::LedgeAtDrop => "ledge at a drop",
            Self::LedgeBetweenFloors => "ledge between floors",
            Self::GridEdge => "edge of the grid",
            Self::LowCeiling => "low ceiling",
            Self::ErodedFromWall => "too near to a wall",
            Self::ErodedFromDrop => "too near to a drop",
            Self::ErodedFromLowCeiling => "too near to a low ceiling",
            Self::ErodedFromGridEdge => "too near to the grid's edge",
            Self::Volume => "made so by a volume",
            Self::OwnArea => "area 0 in the input",
            Self::FacesDown => "facing down",
        }
    }

    /// The reason with this [`Reason::label`].
    pub fn from_label(label: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.label() == label)
    }

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Walkable => "walkable",
            Self::Steep => "steep",
            Self::Obstacle => "obstacle",
            Self::Merged => "merged",
            Self::LedgeAtDrop => "ledge_at_drop",
            Self::LedgeBetweenFloors => "ledge_between_floors",
            Self::GridEdge => "grid_edge",
            Self::LowCeiling => "low_ceiling",
            Self::ErodedFromWall => "eroded_from_wall",
            Self::ErodedFromDrop => "eroded_from_drop",
            Self::ErodedFromLowCeiling => "eroded_from_low_ceiling",
            Self::ErodedFromGridEdge => "eroded_from_grid_edge",
            Self::Volume => "volume",
            Self::OwnArea => "own_area",
            Self::FacesDown => "faces_down",
        }
    }

    /// The reason with this [`Reason::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// Position in [`Reason::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }
}

/// Which reasons are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ReasonFilter {
    /// Reasons that are hidden, as bits by [`Reason::index`].
    pub hidden: u16,
    /// The only reason that is shown in its colour; all others step back.
    pub only: Option<Reason>,
}

impl ReasonFilter {
    /// Whether surfaces with this reason are hidden.
    pub fn hides(&self, reason: Reason) -> bool {
        self.hidden >> reason.index() & 1 == 1
    }

    /// The same with a reason hidden that was shown, or shown that was hidden.
    #[must_use]
    pub fn toggled(self, reason: Reason) -> Self {
        Self { hidden: self.hidden ^ 1 << reason.index(), ..self }
    }

    /// Whether every reason is shown in its colour.
    pub fn shows_all(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a span or floor of a stage is shown, by its number there. Raw pieces have no reasons.
    pub fn shows(&self, reasons: &Reasons, stage: &StageView<'_>, number: usize) -> bool {
        let solid = match stage {
            StageView::Raw(_) => return true,
            StageView::Solid { .. } => Some(number),
            StageView::Open { spans, .. } => spans.spans().get(number).map(|open| open.solid as usize),
        };
        let reason = solid.and_then(|solid| reasons.of_solid.get(solid));
        reason.is_none_or(|&reason| !self.hides(reason))
    }

    /// The hidden reasons.
    pub fn hidden(&self) -> impl Iterator<Item = Reason> {
        Reason::ALL.into_iter().filter(|&reason| self.hides(reason))
    }
}

/// The reason of every surface of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reasons {
    /// One a solid span.
    pub of_solid: Vec<Reason>,
}

impl Reasons {
    /// How many surfaces have a reason.
    pub fn count(&self, reason: Reason) -> usize {
        self.of_solid.iter().filter(|&&other| other == reason).count()
    }
}

/// Finds the reason of every surface, in the order of the solid spans.
///
/// # Errors
/// Cancellation.
pub fn reasons(run: &PipelineRun, triangles: &RunTriangles, monitor: &Monitor) -> Result<Reasons, PipelineError> {
    let classes: Vec<TriangleClass> = triangles.numbers().map(|number| class(run, triangles, number)).collect();
    let mut of_solid = vec![Reason::Walkable; run.solid.spans().len()];
    for column in 0..run.solid.columns() {
        if column.is_multiple_of(4096) {
            monitor.check()?;
        }
        for span in run.solid.column(column) {
            of_solid[span] = before_compact(run, &classes, column, span);
        }
    }
    after_compact(run, &mut of_solid, monitor)?;
    Ok(Reasons { of_solid })
}

/// What a triangle's own pieces are without any merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TriangleClass {
    BySlope(SlopeClass),
    OwnArea,
}

fn class(run: &PipelineRun, triangles: &RunTriangles, number: u32) -> TriangleClass {
    match triangles.slope(run, number) {
        Some(slope) if slope.own_area.is_none() => TriangleClass::BySlope(slope.class),
        _ => TriangleClass::OwnArea,
    }
}

/// The areas of a solid or open stage, one a span.
pub(super) fn areas(run: &PipelineRun, stage: Stage) -> &[AreaId] {
    match run.stage(stage) {
        StageView::Raw(_) => &[],
        StageView::Solid { areas, .. } | StageView::Open { areas, .. } => areas,
    }
}

/// The reason of a span that has no floor; [`Reason::Walkable`] where the first five stages leave it walkable.
fn before_compact(run: &PipelineRun, classes: &[TriangleClass], column: usize, span: usize) -> Reason {
    let of = |stage| areas(run, stage)[span];
    if of(Stage::LowHanging) == NOT_WALKABLE {
        return not_walkable_from_the_start(run, classes, column, span);
    }
    if of(Stage::Ledges) == NOT_WALKABLE {
        return ledge_reason(run, column, span);
    }
    if of(Stage::LowHeight) == NOT_WALKABLE { Reason::LowCeiling } else { Reason::Walkable }
}

fn not_walkable_from_the_start(run: &PipelineRun, classes: &[TriangleClass], column: usize, span: usize) -> Reason {
    let rows = run.solid.spans()[span];
    let inside = |piece: &&Piece| rows.min <= piece.lo && piece.hi <= rows.max;
    if run.pieces.column(column).filter(inside).any(|piece| piece.area != NOT_WALKABLE) {
        return Reason::Merged;
    }
    let at_surface = run.pieces.column(column).filter(|piece| piece.hi == rows.max);
    let class_of = |piece: &Piece| match piece.triangle() {
        Some(number) => classes.get(number as usize).copied().unwrap_or(TriangleClass::OwnArea),
        None => TriangleClass::OwnArea,
    };
    let (mut steep, mut own) = (false, false);
    for piece in at_surface {
        match class_of(piece) {
            TriangleClass::BySlope(SlopeClass::FacingDown | SlopeClass::Degenerate) => {}
            TriangleClass::BySlope(SlopeClass::TooSteep | SlopeClass::Walkable) => steep = true,
            TriangleClass::OwnArea => own = true,
        }
    }
    let merged = areas(run, Stage::Merged);
    let range = run.solid.column(column);
    let verdict = low_hanging_verdict(&run.solid, merged, &range, span, run.settings.climb_rows);
    match (steep, own) {
        (true, _) if matches!(verdict, LowHanging::TooHigh { .. }) => Reason::Obstacle,
        (true, _) => Reason::Steep,
        (false, true) => Reason::OwnArea,
        (false, false) => Reason::FacesDown,
    }
}

/// What made a span a ledge. A drop inside the grid counts before the grid's end.
pub(super) fn ledge_reason(run: &PipelineRun, column: usize, span: usize) -> Reason {
    let (height, climb) = (run.settings.height_rows, run.settings.climb_rows);
    if ledge_report(&run.solid, column, span, height, climb).cause(climb) == Some(LedgeCause::FloorsApart) {
        return Reason::LedgeBetweenFloors;
    }
    let from = Standing::new(&run.solid, column, span, height, climb);
    let neighbours = (0..4).filter_map(|direction| run.solid.neighbour(column, direction));
    let mut seen = neighbours.flat_map(|neighbour| gaps(&run.solid, neighbour, from.climb)).map(|gap| from.see(gap));
    let is_drop = seen.any(|gap| gap.is_passable && gap.drop < -from.climb);
    if is_drop { Reason::LedgeAtDrop } else { Reason::GridEdge }
}

/// Finds what erosion and volumes did to floors, from the border inwards.
fn after_compact(run: &PipelineRun, of_solid: &mut [Reason], monitor: &Monitor) -> Result<(), PipelineError> {
    let (eroded, last) = (areas(run, Stage::Eroded), areas(run, Stage::Volumes));
    let cap = 2 * run.settings.radius_cells.unsigned_abs();
    let mut by_distance: Vec<(u32, u32, u32)> = Vec::new();
    for column in 0..run.open.columns() {
        for floor in run.open.column(column) {
            if run.distances[floor] < cap {
                by_distance.push((run.distances[floor], column as u32, floor as u32));
            } else if last[floor] == NOT_WALKABLE && eroded[floor] != NOT_WALKABLE {
                of_solid[run.open.spans()[floor].solid as usize] = Reason::Volume;
            }
        }
    }
    by_distance.sort_unstable();
    let mut of_floor = vec![Reason::Walkable; run.open.spans().len()];
    for (number, &(distance, column, floor)) in by_distance.iter().enumerate() {
        if number.is_multiple_of(4096) {
            monitor.check()?;
        }
        let (column, floor) = (column as usize, floor as usize);
        of_floor[floor] = match next_on_path(run, (column, floor)) {
            Some((_, (_, next))) if distance > 0 => of_floor[next],
            _ => border_reason(run, of_solid, column, floor),
        };
    }
    for (_, _, floor) in by_distance {
        of_solid[run.open.spans()[floor as usize].solid as usize] = of_floor[floor as usize];
    }
    Ok(())
}

/// What a floor at the border of walkable ground is eroded from: the first direction without a link tells.
fn border_reason(run: &PipelineRun, of_solid: &[Reason], column: usize, floor: usize) -> Reason {
    let sides = (0..4).map(|direction| beside(run, column, floor, direction));
    let missing = sides.into_iter().find(|side| !matches!(side, Beside::Linked { .. }));
    match missing {
        None | Some(Beside::Linked { .. } | Beside::Wall { .. } | Beside::BeyondIndex { .. }) => Reason::ErodedFromWall,
        Some(Beside::GridEdge) => Reason::ErodedFromGridEdge,
        Some(Beside::LowCeiling { .. }) => Reason::ErodedFromLowCeiling,
        Some(Beside::Drop { .. }) => Reason::ErodedFromDrop,
        Some(Beside::NotWalkable { solid, .. }) => match of_solid[solid] {
            Reason::LedgeAtDrop | Reason::LedgeBetweenFloors => Reason::ErodedFromDrop,
            Reason::GridEdge => Reason::ErodedFromGridEdge,
            Reason::LowCeiling => Reason::ErodedFromLowCeiling,
            _ => Reason::ErodedFromWall,
        },
    }
}
