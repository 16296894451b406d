//! Small repros: a scene is made smaller and smaller while something about it goes on holding.
//!
//! Triangles, voxel runs, inputs and volumes are left out, the frame is cropped, numbers are written with fewer digits, and all
//! of that again until nothing more can go. Every step is tried with the real pipeline, and the best scene so far is told at
//! once, so that a search can be ended at any time without losing anything.
//!
//! ```
//! use spanscope::pipeline::Monitor;
//! use spanscope::reduce::{Condition, Limits, Size, reduce};
//!
//! let scene = spanscope::io::sample()?.scene()?;
//! let monitor = Monitor::default();
//! let condition = Condition::parse("column 57,50 reason low_ceiling at row 6", &scene, &monitor)?;
//! let small = reduce(&scene, &condition, Limits::default(), &monitor, &mut |_, _, _| {})?;
//! assert!(Size::of(&small.scene).triangles < 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod command;
pub mod condition;
mod crop;
mod ddmin;
mod parts;
mod search;
mod shorten;

pub use command::CommandCheck;
pub use condition::{Condition, ConditionError};
pub use ddmin::ddmin;

use crate::pipeline::{ErrorKind, Input, Monitor, Scene};
use search::{Search, Stop};
use std::time::Duration;

/// How long a search may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub time: Duration,
    /// How many scenes are tried.
    pub tries: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: Duration::from_secs(60), tries: 100_000 }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Nothing more can be left out alone.
    Smallest,
    OutOfTime,
    OutOfTries,
    Cancelled,
}

impl Ended {
    /// What a person reads.
    pub fn label(self) -> &'static str {
        match self {
            Self::Smallest => "nothing more can be left out",
            Self::OutOfTime => "the time is over",
            Self::OutOfTries => "the tries are over",
            Self::Cancelled => "it was ended",
        }
    }
}

/// How large a scene is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    pub inputs: usize,
    /// Of meshes and height grids.
    pub triangles: usize,
    /// Of voxel chunks.
    pub runs: usize,
    pub volumes: usize,
    /// Columns of the frame along x and z, and rows; 0 when the frame is refused.
    pub cells: [u32; 3],
}

impl Size {
    /// The size of a scene. Linear in its inputs.
    pub fn of(scene: &Scene) -> Self {
        let triangles = |input: &Input| match input {
            Input::Mesh(mesh) => mesh.triangle_count(),
            Input::HeightGrid(grid) => {
                let squares = |count: i64| usize::try_from(count).unwrap_or(0).saturating_sub(1);
                2 * squares(grid.count_x) * squares(grid.count_z)
            }
            Input::Chunk(_) => 0,
        };
        let runs = |input: &Input| if let Input::Chunk(chunk) = input { chunk.runs.len() } else { 0 };
        let cells = scene.resolve_frame().map(|frame| [frame.width(), frame.depth(), frame.height()]);
        Self {
            inputs: scene.inputs.len(),
            triangles: scene.inputs.iter().map(triangles).sum(),
            runs: scene.inputs.iter().map(runs).sum(),
            volumes: scene.volumes.len(),
            cells: cells.unwrap_or_default(),
        }
    }
}

/// The smallest scene that was found.
#[derive(Clone, Debug)]
pub struct Reduced {
    pub scene: Scene,
    /// The condition as it is in the frame of this scene, which can begin elsewhere.
    pub condition: Condition,
    pub before: Size,
    pub tries: usize,
    pub ended: Ended,
}

/// Why there is no smaller scene.
#[derive(Debug, thiserror::Error)]
pub enum ReduceError {
    #[error("this does not hold of the scene as it is: {0}")]
    DoesNotHold(Condition),
    #[error(transparent)]
    Condition(#[from] ConditionError),
}

impl ReduceError {
    /// The family of the error that lies behind this one.
    pub fn kind(&self) -> Option<ErrorKind> {
        match self {
            Self::DoesNotHold(_) => None,
            Self::Condition(error) => error.kind(),
        }
    }
}

/// Makes a scene smaller while a condition holds. `on_better` is told of every smaller scene that was found, with the condition
/// as it is there and how many scenes were tried.
///
/// The frame of the result is given by its origin and its numbers of cells. The same scene, condition and number of tries
/// give the same result; a limit of time does not.
///
/// # Errors
/// A condition that does not hold at the beginning, and a command that cannot be started.
pub fn reduce(
    scene: &Scene,
    condition: &Condition,
    limits: Limits,
    monitor: &Monitor,
    on_better: &mut dyn FnMut(&Scene, &Condition, usize),
) -> Result<Reduced, ReduceError> {
    match condition.holds(scene, monitor) {
        Ok(true) => {}
        Ok(false) => return Err(ReduceError::DoesNotHold(condition.clone())),
        Err(error) => return Err(error.into()),
    }
    let before = Size::of(scene);
    let mut search = Search::new(scene, condition, limits, monitor, on_better);
    let ended = match rounds(&mut search) {
        Ok(()) => Ended::Smallest,
        Err(Stop::Ended(ended)) => ended,
        Err(Stop::Failed(error)) => return Err(error.into()),
    };
    let Search { scene, condition, tries, .. } = search;
    Ok(Reduced { scene, condition, before, tries, ended })
}

/// All kinds of steps, again and again until none makes the scene smaller.
fn rounds(search: &mut Search<'_>) -> Result<(), Stop> {
    crop::fix_frame(search)?;
    crop::around_the_column(search)?;
    parts::only_inside(search)?;
    loop {
        let before = (Size::of(&search.scene), search.scene.clone());
        parts::inputs(search)?;
        parts::triangles(search)?;
        parts::runs(search)?;
        parts::volumes(search)?;
        crop::sides(search)?;
        shorten::numbers(search)?;
        if before == (Size::of(&search.scene), search.scene.clone()) {
            return Ok(());
        }
    }
}
