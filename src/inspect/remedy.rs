//! What would make a surface walkable: for every single setting the smallest change that does, found by trying.

use super::level::{Level, RunTriangles};
use super::neighbourhood::Neighbourhood;
use super::reason::areas;
use crate::pipeline::{
    Frame, Input, Monitor, NOT_WALKABLE, Phase, PipelineError, PipelineRun, Scene, SpanSettings, Stage, WALKABLE, run,
};

/// Factors of the cell size and cell height that are tried, the nearest to 1 first.
pub const CELL_FACTORS: [f32; 10] = [0.9, 1.1, 0.8, 1.25, 0.75, 0.667, 1.5, 0.6, 0.5, 2.0];

/// A setting with another value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NewValue {
    Climb(i32),
    Height(i32),
    Radius(i32),
    SlopeCosine(f32),
    MergeThreshold(i32),
    CellSize(f32),
    CellHeight(f32),
}

/// A single setting that a remedy changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    Climb,
    Height,
    Radius,
    Slope,
    MergeThreshold,
    CellSize,
    CellHeight,
}

impl Setting {
    /// Every setting, in the order in which remedies are looked for.
    pub const ALL: [Self; 7] =
        [Self::Climb, Self::Height, Self::Radius, Self::Slope, Self::MergeThreshold, Self::CellSize, Self::CellHeight];

    /// What a person reads.
    pub fn label(self) -> &'static str {
        match self {
            Self::Climb => "Climb",
            Self::Height => "Height",
            Self::Radius => "Radius",
            Self::Slope => "Slope",
            Self::MergeThreshold => "Merge threshold",
            Self::CellSize => "Cell size",
            Self::CellHeight => "Cell height",
        }
    }
}

/// What a change costs and brings over the whole level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cost {
    /// Walkable surfaces gained and lost; the surfaces stay where they are.
    Surfaces { gained: usize, lost: usize },
    /// Walkable area before and after, in square units; with other cells no surface is the same.
    Area { before: f64, after: f64 },
}

/// What was found about one setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Remedy {
    pub setting: Setting,
    /// The smallest change that makes the surface walkable; `None` when no value of this setting alone does.
    pub change: Option<(NewValue, Cost)>,
    /// Whether it was left out: voxels are as large as the cells, so other cells would be another level.
    pub is_left_out: bool,
}

/// Changes one setting of a scene.
pub fn apply(scene: &mut Scene, value: NewValue) {
    let Scene { settings, frame, .. } = scene;
    let [size, height] = frame.cell();
    match value {
        NewValue::Climb(rows) => settings.climb_rows = rows,
        NewValue::Height(rows) => settings.height_rows = rows,
        NewValue::Radius(cells) => settings.radius_cells = cells,
        NewValue::SlopeCosine(cosine) => settings.slope_cosine = cosine,
        NewValue::MergeThreshold(rows) => settings.merge_threshold_rows = Some(rows),
        NewValue::CellSize(size) => *frame = frame.with_cell(size, height),
        NewValue::CellHeight(height) => *frame = frame.with_cell(size, height),
    }
}

/// For every setting the smallest change that makes the surface at a row of column `(x, z)` walkable at the end, with what it
/// costs. A change that leaves the setting's bounds is not tried.
///
/// Whole numbers are tried from the present one outwards, both ways, as far as they can matter. Slopes are tried where a
/// triangle nearby begins or ceases to be walkable. Cells are tried at [`CELL_FACTORS`].
///
/// # Errors
/// Cancellation, and those of [`run()`] for the costs.
pub fn remedies(
    level: &Level<'_>,
    triangles: &RunTriangles,
    at: [u32; 2],
    row: u16,
    monitor: &Monitor,
) -> Result<Vec<Remedy>, PipelineError> {
    let search =
        Search { level, at, row, near: Neighbourhood::of_run(level.run, at, level.run.settings.radius_cells)? };
    let mut found = Vec::new();
    for (number, setting) in Setting::ALL.into_iter().enumerate() {
        monitor.report_phase(Phase::Preparing, number as u64, Setting::ALL.len() as u64)?;
        let has_voxels = level.scene.inputs.iter().any(|input| matches!(input, Input::Chunk(_)));
        let is_left_out = has_voxels && matches!(setting, Setting::CellSize | Setting::CellHeight);
        let value = match setting {
            _ if is_left_out => None,
            Setting::Slope => search.slope(triangles, monitor)?,
            Setting::CellSize | Setting::CellHeight => search.cell(setting, monitor)?,
            _ => search.whole_number(setting, monitor)?,
        };
        let change = value.map(|value| Ok::<_, PipelineError>((value, cost(level, value, monitor)?))).transpose()?;
        found.push(Remedy { setting, change, is_left_out });
    }
    Ok(found)
}

struct Search<'a> {
    level: &'a Level<'a>,
    at: [u32; 2],
    row: u16,
    near: Neighbourhood,
}

impl Search<'_> {
    fn works(&self, near: &Neighbourhood, settings: &SpanSettings) -> Result<bool, PipelineError> {
        let surfaces = near.surfaces(self.level.scene, settings)?;
        Ok(surfaces.iter().any(|&(row, area)| row == self.row && area != NOT_WALKABLE))
    }

    fn whole_number(&self, setting: Setting, monitor: &Monitor) -> Result<Option<NewValue>, PipelineError> {
        let settings = &self.level.run.settings;
        let most = self.near.extent() as i32 + 1; // At most 65,536: every comparison of rows comes out the same from here on.
        let (now, range, new): (i32, _, fn(i32) -> NewValue) = match setting {
            Setting::Climb => (settings.climb_rows, 0..=most, NewValue::Climb),
            Setting::Height => (settings.height_rows, 1..=most, NewValue::Height),
            // A larger radius erodes all that a smaller one does.
            Setting::Radius => (settings.radius_cells, 0..=settings.radius_cells, NewValue::Radius),
            _ => (settings.merge_threshold(), 0..=most, NewValue::MergeThreshold),
        };
        let mut values: Vec<i32> = range.filter(|&value| value != now).collect();
        values.sort_by_key(|value| (value.abs_diff(now), *value < now));
        for (tried, value) in values.into_iter().enumerate() {
            if tried.is_multiple_of(16) {
                monitor.check()?;
            }
            let mut scene = with_settings(settings);
            apply(&mut scene, new(value));
            if self.works(&self.near, &scene.settings)? {
                return Ok(Some(new(value)));
            }
        }
        Ok(None)
    }

    fn slope(&self, triangles: &RunTriangles, monitor: &Monitor) -> Result<Option<NewValue>, PipelineError> {
        let now = self.level.run.settings.slope_cosine;
        // For each triangle that the slope decides about, the largest cosine with which it is walkable.
        let last = |number: u32| {
            let triangle = triangles.in_frame(self.level.run, number)?;
            triangles.slope(self.level.run, number).filter(|slope| slope.own_area.is_none())?;
            Some((number, largest_cosine(|cosine| triangle.area_by_slope(cosine) != NOT_WALKABLE)))
        };
        let limits: Vec<(u32, Option<f32>)> = self.near.triangles().into_iter().filter_map(last).collect();
        let is_walkable = |last: Option<f32>, cosine: f32| last.is_some_and(|last| cosine <= last);
        let turning =
            |&(_, last): &(u32, Option<f32>)| if is_walkable(last, now) { last.and_then(next_cosine) } else { last };
        let mut tried: Vec<f32> = limits.iter().filter_map(turning).collect();
        tried.sort_by(|a, b| (a - now).abs().total_cmp(&(b - now).abs()).then(a.total_cmp(b)));
        tried.dedup();
        for (number, cosine) in tried.into_iter().enumerate() {
            if number.is_multiple_of(16) {
                monitor.check()?;
            }
            let near = self.near.with_areas(|piece| {
                let limit = piece.triangle().and_then(|number| {
                    limits.binary_search_by_key(&number, |(number, _)| *number).ok().map(|at| limits[at].1)
                });
                match limit {
                    Some(last) if is_walkable(last, cosine) => WALKABLE,
                    Some(_) => NOT_WALKABLE,
                    None => piece.area,
                }
            });
            if self.works(&near, &self.level.run.settings)? {
                return Ok(Some(NewValue::SlopeCosine(cosine)));
            }
        }
        Ok(None)
    }

    fn cell(&self, setting: Setting, monitor: &Monitor) -> Result<Option<NewValue>, PipelineError> {
        let [size, height] = self.level.scene.frame.cell();
        let present = if setting == Setting::CellSize { size } else { height };
        for tried in tried_sizes(present) {
            monitor.check()?;
            let value = match setting {
                Setting::CellSize => NewValue::CellSize(tried),
                _ => NewValue::CellHeight(tried),
            };
            let mut scene = self.level.scene.clone();
            apply(&mut scene, value);
            let Ok(frame) = scene.resolve_frame() else { continue }; // Such cells make no grid, so they are no remedy.
            if self.works_in(&scene, frame, monitor)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Whether the surface at the same place in the world is walkable in another grid: in the column that holds the centre of
    /// this one, the nearest surface that is less than a row of either grid away.
    fn works_in(&self, scene: &Scene, frame: Frame, monitor: &Monitor) -> Result<bool, PipelineError> {
        let old = &self.level.run.frame;
        let Some(at) = column_at(&frame, old.column_centre_in_world(self.at[0], self.at[1])) else { return Ok(false) };
        let height = old.row_in_world(self.row.into());
        let surfaces = Neighbourhood::of_scene(scene, frame, at, monitor)?.surfaces(scene, &scene.settings)?;
        let away = |row: u16| (frame.row_in_world(row.into()) - height).abs();
        let nearest = surfaces.into_iter().min_by(|a, b| away(a.0).total_cmp(&away(b.0)));
        let limit = f64::from(old.cell_height().max(frame.cell_height()));
        Ok(nearest.is_some_and(|(row, area)| area != NOT_WALKABLE && away(row) < limit))
    }
}

/// The column that holds a world position in plan; `None` outside the grid.
pub fn column_at(frame: &Frame, [x, z]: [f64; 2]) -> Option<[u32; 2]> {
    let cell = f64::from(frame.cell_size());
    let at = [(x - frame.origin()[0]) / cell, (z - frame.origin()[2]) / cell].map(f64::floor);
    let inside = at[0] >= 0.0 && at[1] >= 0.0 && at[0] < frame.width().into() && at[1] < frame.depth().into();
    inside.then(|| at.map(|place| place as u32))
}

/// The sides of cells that are tried, the nearest to the present one first, with three significant digits.
pub fn tried_sizes(present: f32) -> [f32; CELL_FACTORS.len()] {
    CELL_FACTORS.map(|factor| format!("{:.2e}", present * factor).parse().unwrap_or(present * factor))
}

fn with_settings(settings: &SpanSettings) -> Scene {
    Scene { settings: *settings, ..Scene::default() }
}

/// The largest cosine from -1 to 1 for which this holds, where it holds up to some cosine and not beyond; `None` if never.
pub fn largest_cosine(holds: impl Fn(f32) -> bool) -> Option<f32> {
    if !holds(-1.0) {
        return None;
    }
    // As ordered integers every float32 in between is a whole number.
    let (mut low, mut high) = (ordered(-1.0), ordered(1.0) + 1);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if holds(from_ordered(middle)) { low = middle } else { high = middle }
    }
    Some(from_ordered(low))
}

/// The next larger cosine; `None` beyond 1.
fn next_cosine(cosine: f32) -> Option<f32> {
    Some(cosine.next_up()).filter(|&next| next <= 1.0)
}

/// A float32 as an integer in the same order, both zeros as 0.
fn ordered(value: f32) -> i64 {
    let bits = i64::from(value.abs().to_bits());
    if value < 0.0 { -bits } else { bits }
}

fn from_ordered(number: i64) -> f32 {
    let value = f32::from_bits(number.unsigned_abs() as u32);
    if number < 0 { -value } else { value }
}

/// What a change brings and costs, by a run of the whole level.
fn cost(level: &Level<'_>, value: NewValue, monitor: &Monitor) -> Result<Cost, PipelineError> {
    let mut scene = level.scene.clone();
    apply(&mut scene, value);
    let after = run(&scene, monitor)?;
    if matches!(value, NewValue::CellSize(_) | NewValue::CellHeight(_)) {
        return Ok(Cost::Area { before: walkable_area(level.run), after: walkable_area(&after) });
    }
    let walkable = [level.run, &after].map(walkable_surfaces);
    let count = |from: &[bool], to: &[bool]| from.iter().zip(to).filter(|&(&was, &is)| !was && is).count();
    Ok(Cost::Surfaces { gained: count(&walkable[0], &walkable[1]), lost: count(&walkable[1], &walkable[0]) })
}

/// Whether each solid span's surface is walkable at the end.
fn walkable_surfaces(run: &PipelineRun) -> Vec<bool> {
    let mut walkable = vec![false; run.solid.spans().len()];
    for (open, &area) in run.open.spans().iter().zip(areas(run, Stage::Volumes)) {
        walkable[open.solid as usize] = area != NOT_WALKABLE;
    }
    walkable
}

/// The walkable area at the end, in square units.
pub fn walkable_area(run: &PipelineRun) -> f64 {
    let cell = f64::from(run.frame.cell_size());
    run.stage(Stage::Volumes).walkable() as f64 * cell * cell
}
