//! What is computed from a document: a run, and what every panel wants to know about it.

use crate::draw::{Legend, Triangles, mesh::draw_mesh};
use crate::inspect::{StageSummary, Warning, summary, warnings};
use crate::pipeline::{Monitor, PipelineError, PipelineRun, Scene, run};

/// The result of one run. Never saved, never changed.
#[derive(Debug)]
pub struct Product {
    /// The scene that was run.
    pub scene: Scene,
    pub run: PipelineRun,
    pub summary: Vec<StageSummary>,
    pub warnings: Vec<Warning>,
    /// The input mesh, and the legend of its slope classes.
    pub mesh: (Triangles, Legend),
    /// The cells and rows that hold something, as x, row, z.
    pub bounds: [[f32; 3]; 2],
}

impl Product {
    /// Runs a scene and prepares everything about it.
    ///
    /// # Errors
    /// As [`run()`].
    pub fn new(scene: &Scene, monitor: &Monitor) -> Result<Self, PipelineError> {
        let run = run(scene, monitor)?;
        let mesh = draw_mesh(scene, &run.frame);
        monitor.check()?;
        let (summary, warnings, bounds) = (summary(&run), warnings(&run), occupied(&run));
        Ok(Self { scene: scene.clone(), run, summary, warnings, mesh, bounds })
    }
}

/// The box around all merged spans; the whole frame when there are none.
fn occupied(run: &PipelineRun) -> [[f32; 3]; 2] {
    let (mut min, mut max) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for column in (0..run.solid.columns()).filter(|&column| !run.solid.column(column).is_empty()) {
        let spans = &run.solid.spans()[run.solid.column(column)];
        let (x, z) = (column % run.frame.width() as usize, column / run.frame.width() as usize);
        let low = [x as f32, spans[0].min.into(), z as f32];
        let high = [x as f32 + 1.0, spans[spans.len() - 1].max.into(), z as f32 + 1.0];
        for axis in 0..3 {
            min[axis] = min[axis].min(low[axis]);
            max[axis] = max[axis].max(high[axis]);
        }
    }
    if min[0] > max[0] {
        let frame = &run.frame;
        return [[0.0; 3], [frame.width() as f32, frame.height() as f32, frame.depth() as f32]];
    }
    [min, max]
}
