//! How much is walkable after each stage as one setting goes through a range.

use super::remedy::{NewValue, Setting, apply};
use crate::pipeline::{Monitor, Phase, PipelineError, PipelineRun, Scene, Stage, run};

/// The stages that have surfaces to count; raw pieces lie over each other.
pub const STAGES: [Stage; 7] =
    [Stage::Merged, Stage::LowHanging, Stage::Ledges, Stage::LowHeight, Stage::Compact, Stage::Eroded, Stage::Volumes];

/// The most values of a sweep: each is a run of the whole level.
pub const MAX_VALUES: usize = 200;

/// Values that a setting goes through: rows, cells, degrees or world units, as a person sets it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepRange {
    pub setting: Setting,
    pub from: f64,
    pub to: f64,
    /// How many values, both ends included; whole numbers are taken once each.
    pub values: usize,
}

impl SweepRange {
    /// The values, ascending, each once: whole numbers for settings that are, decimals that a person can type for others.
    pub fn list(&self) -> Vec<f64> {
        let count = self.values.clamp(2, MAX_VALUES);
        let (low, high) = (self.from.min(self.to), self.from.max(self.to));
        let value = |number: usize| low + (high - low) * number as f64 / (count - 1) as f64;
        let is_whole = is_whole(self.setting);
        let mut list: Vec<f64> =
            (0..count).map(value).map(|value| if is_whole { value.round() } else { short(value) }).collect();
        list.dedup();
        list
    }
}

/// A value with nine significant digits: 0.3, and not 0.30000000000000004.
fn short(value: f64) -> f64 {
    format!("{value:.8e}").parse().unwrap_or(value)
}

/// Whether a setting is counted in rows or cells.
pub fn is_whole(setting: Setting) -> bool {
    matches!(setting, Setting::Climb | Setting::Height | Setting::Radius | Setting::MergeThreshold)
}

/// A setting at a value as a person sets it.
pub fn new_value(setting: Setting, value: f64) -> NewValue {
    let whole = value.round() as i32; // Saturates; what is out of bounds is refused by the run.
    match setting {
        Setting::Climb => NewValue::Climb(whole),
        Setting::Height => NewValue::Height(whole),
        Setting::Radius => NewValue::Radius(whole),
        Setting::MergeThreshold => NewValue::MergeThreshold(whole),
        Setting::Slope => NewValue::SlopeCosine(value.to_radians().cos() as f32),
        Setting::CellSize => NewValue::CellSize(value as f32),
        Setting::CellHeight => NewValue::CellHeight(value as f32),
    }
}

/// What a setting is now, as a person sets it.
pub fn present_value(scene: &Scene, setting: Setting) -> f64 {
    let settings = &scene.settings;
    let [size, height] = scene.frame.cell();
    match setting {
        Setting::Climb => settings.climb_rows.into(),
        Setting::Height => settings.height_rows.into(),
        Setting::Radius => settings.radius_cells.into(),
        Setting::MergeThreshold => settings.merge_threshold().into(),
        Setting::Slope => f64::from(settings.slope_cosine).clamp(-1.0, 1.0).acos().to_degrees(),
        Setting::CellSize => size.into(),
        Setting::CellHeight => height.into(),
    }
}

/// A value of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepPoint {
    pub value: f64,
    /// Walkable area after each of [`STAGES`], in square units, or why there is no run with this value.
    pub areas: Result<[f64; STAGES.len()], String>,
}

/// Runs a checked scene with each value of a range.
///
/// # Errors
/// Cancellation. A value that is refused is a point without areas.
pub fn sweep(scene: &Scene, range: &SweepRange, monitor: &Monitor) -> Result<Vec<SweepPoint>, PipelineError> {
    let values = range.list();
    let mut points = Vec::with_capacity(values.len());
    for (number, &value) in values.iter().enumerate() {
        monitor.report_phase(Phase::Preparing, number as u64, values.len() as u64)?;
        let mut scene = scene.clone();
        apply(&mut scene, new_value(range.setting, value));
        let areas = match run(&scene, monitor) {
            Ok(run) => Ok(areas(&run)),
            Err(PipelineError::Cancelled) => return Err(PipelineError::Cancelled),
            Err(error) => Err(error.to_string()),
        };
        points.push(SweepPoint { value, areas });
    }
    Ok(points)
}

fn areas(run: &PipelineRun) -> [f64; STAGES.len()] {
    let cell = f64::from(run.frame.cell_size());
    STAGES.map(|stage| run.stage(stage).walkable() as f64 * cell * cell)
}

/// A jump must change the area at the end by this part of the largest area of the sweep.
const JUMP_PART: f64 = 0.02;
/// And be this many times the change that is usual between two neighbouring values.
const JUMP_TIMES: f64 = 3.0;

/// Where the area at the end jumps between two neighbouring values, as the number of the second: where the level hangs on a
/// number. A change counts that is at least 2 % of the largest area and three times the median change.
pub fn jumps(points: &[SweepPoint]) -> Vec<usize> {
    let last = |point: &SweepPoint| point.areas.as_ref().ok().map(|areas| areas[STAGES.len() - 1]);
    let changes: Vec<Option<f64>> =
        points.windows(2).map(|pair| Some((last(&pair[1])? - last(&pair[0])?).abs())).collect();
    let mut known: Vec<f64> = changes.iter().flatten().copied().collect();
    known.sort_by(f64::total_cmp);
    let median = known.get(known.len() / 2).copied().unwrap_or(0.0);
    let most = points.iter().filter_map(last).fold(0.0, f64::max);
    let is_jump = |change: f64| change > 0.0 && change >= JUMP_PART * most && change >= JUMP_TIMES * median;
    (1..points.len()).filter(|&number| changes[number - 1].is_some_and(is_jump)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_taken_once_each() {
        let range = SweepRange { setting: Setting::Climb, from: 6.0, to: 2.0, values: 20 };
        assert_eq!(range.list(), [2.0, 3.0, 4.0, 5.0, 6.0]);
        let range = SweepRange { setting: Setting::CellSize, from: 0.1, to: 0.5, values: 3 };
        assert_eq!(range.list(), [0.1, 0.3, 0.5]);
    }

    #[test]
    fn a_jump_is_more_than_what_is_usual() {
        let points = |areas: &[f64]| -> Vec<SweepPoint> {
            let point = |(at, &area): (usize, &f64)| SweepPoint { value: at as f64, areas: Ok([area; STAGES.len()]) };
            areas.iter().enumerate().map(point).collect()
        };
        assert_eq!(jumps(&points(&[100.0, 99.0, 98.0, 60.0, 59.0, 58.0])), [3]);
        assert_eq!(jumps(&points(&[100.0, 90.0, 80.0, 70.0, 60.0])), [] as [usize; 0], "an even fall has no jump");
        assert_eq!(jumps(&points(&[0.0, 0.0, 0.0])), [] as [usize; 0]);
        assert_eq!(jumps(&points(&[50.0])), [] as [usize; 0]);
    }
}
