//! A run in numbers that make pictures: what each stage takes, and how spans, clearances, steps and slopes are spread.

use crate::pipeline::stage::compact::MAX_OPEN_HEIGHT;
use crate::pipeline::triangle::{SlopeClass, Triangle};
use crate::pipeline::{
    Input, Monitor, NOT_WALKABLE, PipelineError, PipelineRun, Scene, SpanColumns, SpanSettings, Stage, StageView,
};

/// The most bars of a histogram; what needs more has wider bars.
pub const MAX_BARS: i64 = 48;

/// Degrees of slope to a bar.
pub const SLOPE_STEP: f64 = 2.5;

/// Everything that the charts show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Charts {
    /// From merged on: walkable spans or floors before and after each stage, the first from nothing.
    pub walkable: Vec<WalkableStep>,
    /// Spans of a column; columns without any are counted apart.
    pub spans: Histogram,
    /// Free rows over the spans that are walkable before the filter of low height; those with nothing above are counted apart.
    pub clearance: Histogram,
    /// Rows between two floors that are linked in one direction at least.
    pub steps: Histogram,
    pub slope: SlopeChart,
}

/// What a stage made of walkable ground, in cells: each span or floor counts by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkableStep {
    pub stage: Stage,
    pub before: u64,
    pub after: u64,
}

/// How often each whole number occurs, from 0 on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// How many numbers share a bar.
    pub width: i64,
    /// One a bar; bar `i` holds the numbers from `i * width` up to but not including `(i + 1) * width`.
    pub bars: Vec<u64>,
    /// How many are above the last bar.
    pub above: u64,
    /// What is no number.
    pub apart: u64,
    /// The sum of all numbers.
    pub sum: u64,
}

impl Histogram {
    /// Counts numbers that are 0 or more, in bars up to `reach`; `None` is counted apart. They are read twice, so that their
    /// largest is known.
    fn new(numbers: impl Iterator<Item = Option<i64>> + Clone, reach: i64) -> Self {
        let largest = numbers.clone().flatten().max().unwrap_or(-1).min(reach);
        let width = largest / MAX_BARS + 1;
        let bars = if largest < 0 { 0 } else { largest / width + 1 };
        let mut histogram = Self { width, bars: vec![0; bars as usize], ..Self::default() };
        for number in numbers {
            match number {
                Some(number) => {
                    let bar = histogram.bars.get_mut((number / width) as usize);
                    *bar.unwrap_or(&mut histogram.above) += 1;
                    histogram.sum += number.unsigned_abs();
                }
                None => histogram.apart += 1,
            }
        }
        histogram
    }

    /// How many numbers there are.
    pub fn total(&self) -> u64 {
        self.bars.iter().sum::<u64>() + self.above
    }

    /// First and last number of a bar.
    pub fn range(&self, bar: usize) -> [i64; 2] {
        let first = bar as i64 * self.width;
        [first, first + self.width - 1]
    }
}

/// The area of triangles that face up, by slope.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SlopeChart {
    /// One a bar of [`SLOPE_STEP`] degrees: square world units that the slope rule takes for walkable, and that are too steep. Empty
    /// when no triangle faces up.
    pub bars: Vec<[f64; 2]>,
    /// The steepest slope that is walkable, in degrees.
    pub limit: f64,
}

/// Computes all charts, in time that is linear in the run and its input.
///
/// # Errors
/// Cancellation.
pub fn charts(run: &PipelineRun, scene: &Scene, monitor: &Monitor) -> Result<Charts, PipelineError> {
    let walkable = walkable(run);
    monitor.check()?;
    let (spans, clearance) = (spans(&run.solid), clearance(run));
    monitor.check()?;
    let steps = steps(run);
    monitor.check()?;
    let slope = slope(run, scene);
    monitor.check()?;
    Ok(Charts { walkable, spans, clearance, steps, slope })
}

fn walkable(run: &PipelineRun) -> Vec<WalkableStep> {
    let mut before = 0;
    let step = |&stage: &Stage| {
        let after = run.stage(stage).walkable() as u64;
        let step = WalkableStep { stage, before, after };
        before = after;
        step
    };
    // Raw pieces lie over each other, so they are no area.
    Stage::ALL[Stage::Merged.index()..].iter().map(step).collect()
}

fn spans(columns: &SpanColumns) -> Histogram {
    let count = |column: usize| Some(columns.column(column).len() as i64).filter(|&count| count > 0);
    Histogram::new((0..columns.columns()).map(count), i64::MAX - 1)
}

fn clearance(run: &PipelineRun) -> Histogram {
    let StageView::Solid { spans, areas } = run.stage(Stage::Ledges) else { return Histogram::default() };
    let of_column = |column: usize| {
        let range = spans.column(column);
        range.clone().filter(|&span| areas[span] != NOT_WALKABLE).map(move |span| {
            let open = spans.ceiling(span, &range) - i64::from(spans.spans()[span].max);
            Some(open).filter(|&open| open < MAX_OPEN_HEIGHT)
        })
    };
    // One high hall must not make a single bar of all that matters to the agent.
    let reach = (3 * i64::from(run.settings.height_rows)).max(MAX_BARS) - 1;
    Histogram::new((0..spans.columns()).flat_map(of_column), reach)
}

/// Each pair of floors counts once, also where only one of them has a link.
fn steps(run: &PipelineRun) -> Histogram {
    let open = &run.open;
    let of_floor = |(column, floor): (usize, usize)| {
        (0..4).filter_map(move |direction| {
            let (beside, to) = open.linked(column, floor, direction)?;
            let is_mutual = open.linked(beside, to, (direction + 2) % 4) == Some((column, floor));
            let counts = !is_mutual || direction == 1 || direction == 2;
            counts.then(|| Some(i64::from(open.spans()[floor].y.abs_diff(open.spans()[to].y))))
        })
    };
    let floors = (0..open.columns()).flat_map(|column| open.column(column).map(move |floor| (column, floor)));
    Histogram::new(floors.flat_map(of_floor), i64::MAX - 1)
}

fn slope(run: &PipelineRun, scene: &Scene) -> SlopeChart {
    let limit = slope_limit(&run.settings);
    let mut bars = vec![[0.0; 2]; (90.0 / SLOPE_STEP) as usize];
    for mesh in scene.inputs.iter().filter_map(Input::triangles) {
        for corners in mesh.triangles() {
            let triangle = Triangle::new(&run.frame, corners);
            let class = triangle.slope_class(run.settings.slope_cosine);
            if triangle.normal[1] <= 0.0 || class == SlopeClass::Degenerate {
                continue;
            }
            let degrees = f64::from(triangle.normal[1] / triangle.length).clamp(0.0, 1.0).acos().to_degrees();
            let bar = ((degrees / SLOPE_STEP) as usize).min(bars.len() - 1);
            bars[bar][usize::from(class != SlopeClass::Walkable)] += f64::from(triangle.length) / 2.0;
        }
    }
    if bars.iter().all(|bar| *bar == [0.0; 2]) {
        bars.clear();
    }
    SlopeChart { bars, limit }
}

/// The steepest slope that is walkable, in degrees.
pub fn slope_limit(settings: &SpanSettings) -> f64 {
    f64::from(settings.slope_cosine).clamp(-1.0, 1.0).acos().to_degrees()
}

/// Square world units of so many cells.
pub fn area_of(run: &PipelineRun, cells: u64) -> f64 {
    let side = f64::from(run.frame.cell_size());
    cells as f64 * side * side
}
