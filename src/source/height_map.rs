//! Heights over a lattice of samples, as terrain.
//!
//! A map lies as one sees it from above: along a row of the file x grows, from row to row z grows. On a map with north
//! on top, x is east and z is south. Flips come first, then turns.

use crate::pipeline::{ErrorKind, HeightGrid, Input, Mesh};
use std::sync::Arc;
use thiserror::Error;

/// The most samples of a height map: 2^26.
pub const MAX_SAMPLES: usize = 1 << 26;

/// What a height map holds, before it has a place in a world.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightSamples {
    /// Samples along a row of the file, and rows.
    pub counts: [usize; 2],
    /// Row by row, in the file's own numbers; NaN where there is no data.
    pub values: Vec<f64>,
    /// World units between samples along x and z, where the file tells.
    pub spacing: Option<[f64; 2]>,
    /// x and z of the first sample, where the file tells: easting and negative northing, since z is south.
    pub corner: Option<[f64; 2]>,
    /// How the file stores a sample.
    pub kind: SampleKind,
    /// What was left aside or changed, each in a sentence without a full stop.
    pub notes: Vec<String>,
}

/// How a file stores a sample. Text is read as doubles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleKind {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    F32,
    F64,
}

/// Where the samples lie in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeightPlacement {
    /// World units between neighbouring samples, the same along x and z.
    pub spacing: f32,
    /// World units of height that one unit of a sample stands for; may be negative.
    pub scale_y: f64,
    /// World height of a sample that is 0.
    pub offset_y: f64,
    /// The least world x of the terrain, after flips and turns.
    pub x0: f64,
    /// The least world z of the terrain, after flips and turns.
    pub z0: f64,
    /// Whether each row is read from its end.
    pub flip_x: bool,
    /// Whether the last row comes first.
    pub flip_z: bool,
    /// Turns by 90 degrees, 0 to 3, clockwise as seen from above with x to the right and z down: +x turns to +z.
    pub quarter_turns: u8,
}

impl Default for HeightPlacement {
    /// One world unit a sample along all axes, from the world's origin, neither flipped nor turned.
    fn default() -> Self {
        Self {
            spacing: 1.0,
            scale_y: 1.0,
            offset_y: 0.0,
            x0: 0.0,
            z0: 0.0,
            flip_x: false,
            flip_z: false,
            quarter_turns: 0,
        }
    }
}

impl HeightPlacement {
    /// Where samples lie when nobody has said it: from the world's origin, as far apart as their file says.
    pub fn of_file(samples: &HeightSamples) -> Self {
        let told = samples.spacing.map(|[x, _]| x as f32).filter(|spacing| spacing.is_finite() && *spacing > 0.0);
        Self { spacing: told.unwrap_or(1.0), ..Self::default() }
    }
}

/// Why samples are no terrain.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum HeightMapError {
    #[error("a height map of {columns} x {rows} samples is below 2 x 2")]
    TooFew { columns: usize, rows: usize },
    #[error("{values} values for a height map of {columns} x {rows} samples")]
    Count { values: usize, columns: usize, rows: usize },
    #[error("a height map of {columns} x {rows} samples has more than {MAX_SAMPLES} (2^26)")]
    TooMany { columns: usize, rows: usize },
    #[error("the height map's spacing is {spacing}, not finite and above 0")]
    Spacing { spacing: f32 },
    #[error("the height map's {name} is {value}, not finite")]
    NotFinite { name: &'static str, value: f64 },
    #[error("{turns} quarter turns are more than 3")]
    QuarterTurns { turns: u8 },
    #[error("no square of the height map has data at its four corners ({holes} of {samples} samples have none)")]
    NoSquare { holes: usize, samples: usize },
}

impl HeightMapError {
    /// The family this error belongs to.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::TooMany { .. } => ErrorKind::TooLarge,
            _ => ErrorKind::BadGrid,
        }
    }
}

/// The terrain of samples in their place: a height grid, or where samples have no data a mesh of exactly the triangles
/// that the grid would have in the squares whose four corners have data. A height is `offset_y + scale_y * value`, in
/// double.
///
/// # Errors
/// Fewer than 2 x 2 samples or more than 2^26, another number of values; a spacing that is not above 0, numbers that
/// are not finite, more than 3 turns; no square with data. Whether every point is a world coordinate is a rule of the
/// pipeline.
pub fn to_input(samples: &HeightSamples, placement: &HeightPlacement) -> Result<Input, HeightMapError> {
    check(samples, placement)?;
    let values = oriented(samples, placement);
    let [columns, rows] = counts_after_turns(samples.counts, placement);
    let grid = HeightGrid {
        count_x: columns as i64,
        count_z: rows as i64,
        spacing: placement.spacing,
        x0: placement.x0,
        z0: placement.z0,
        heights: values.iter().map(|value| placement.offset_y + placement.scale_y * value).collect(),
    };
    let holes = values.iter().filter(|value| value.is_nan()).count();
    if holes == 0 {
        return Ok(Input::HeightGrid(Arc::new(grid)));
    }
    let mesh = whole_squares(&grid.to_mesh(), &values);
    if mesh.indices.is_empty() {
        return Err(HeightMapError::NoSquare { holes, samples: values.len() });
    }
    Ok(Input::Mesh(Arc::new(mesh)))
}

/// A sentence without a full stop about the terraces that 8-bit heights make of slopes: how many levels there are, and
/// the smallest step between two of them in world units. `None` for finer samples and for a single level.
pub fn terraces(samples: &HeightSamples, placement: &HeightPlacement) -> Option<String> {
    if !matches!(samples.kind, SampleKind::U8 | SampleKind::I8) {
        return None;
    }
    let levels = levels(&samples.values);
    let step = levels.array_windows().map(|[low, high]| high - low).min_by(f64::total_cmp)? * placement.scale_y.abs();
    let shown = step as f32; // Without the last digits of a product, which mean nothing.
    (step > 0.0).then(|| {
        let units = if shown == 1.0 { "unit" } else { "units" };
        format!("8-bit heights: {} levels, so slopes become terraces {shown} {units} high", levels.len())
    })
}

fn check(samples: &HeightSamples, placement: &HeightPlacement) -> Result<(), HeightMapError> {
    let ([columns, rows], values) = (samples.counts, samples.values.len());
    if columns < 2 || rows < 2 {
        return Err(HeightMapError::TooFew { columns, rows });
    }
    if columns.checked_mul(rows) != Some(values) {
        return Err(HeightMapError::Count { values, columns, rows });
    }
    if values > MAX_SAMPLES {
        return Err(HeightMapError::TooMany { columns, rows });
    }
    let HeightPlacement { spacing, scale_y, offset_y, x0, z0, quarter_turns, .. } = *placement;
    if !(spacing.is_finite() && spacing > 0.0) {
        return Err(HeightMapError::Spacing { spacing });
    }
    for (name, value) in [("scale_y", scale_y), ("offset_y", offset_y), ("x0", x0), ("z0", z0)] {
        if !value.is_finite() {
            return Err(HeightMapError::NotFinite { name, value });
        }
    }
    if quarter_turns > 3 {
        return Err(HeightMapError::QuarterTurns { turns: quarter_turns });
    }
    Ok(())
}

fn counts_after_turns([columns, rows]: [usize; 2], placement: &HeightPlacement) -> [usize; 2] {
    if placement.quarter_turns.is_multiple_of(2) { [columns, rows] } else { [rows, columns] }
}

/// The values in the order of the terrain's points, x fastest.
fn oriented(samples: &HeightSamples, placement: &HeightPlacement) -> Vec<f64> {
    let [columns, rows] = samples.counts;
    let [count_x, count_z] = counts_after_turns(samples.counts, placement);
    let mut values = Vec::with_capacity(samples.values.len());
    for z in 0..count_z {
        for x in 0..count_x {
            let (column, row) = match placement.quarter_turns {
                0 => (x, z),
                1 => (z, rows - 1 - x),
                2 => (columns - 1 - x, rows - 1 - z),
                _ => (columns - 1 - z, x),
            };
            let column = if placement.flip_x { columns - 1 - column } else { column };
            let row = if placement.flip_z { rows - 1 - row } else { row };
            values.push(samples.values[column + row * columns]);
        }
    }
    values
}

/// The squares of a grid's mesh whose corners all have data, and the vertices that they use.
fn whole_squares(mesh: &Mesh, values: &[f64]) -> Mesh {
    let mut numbers = vec![None; values.len()];
    let mut whole = Mesh::default();
    for square in mesh.indices.as_chunks::<6>().0 {
        if square.iter().any(|&corner| values[corner as usize].is_nan()) {
            continue;
        }
        for &corner in square {
            let number = *numbers[corner as usize].get_or_insert_with(|| {
                whole.vertices.push(mesh.vertices[corner as usize]);
                whole.vertices.len() as i32 - 1
            });
            whole.indices.push(number);
        }
    }
    whole
}

/// The different values there are, from the least. Few: every value is looked up among them.
fn levels(values: &[f64]) -> Vec<f64> {
    let mut levels: Vec<f64> = Vec::new();
    for value in values.iter().filter(|value| !value.is_nan()) {
        let value = value + 0.0; // There is no level of -0 beside that of 0.
        if let Err(place) = levels.binary_search_by(|level| level.total_cmp(&value)) {
            levels.insert(place, value);
        }
    }
    levels
}
