//! Samples of a density on a regular lattice.

use thiserror::Error;

/// The most samples of a grid: what a `u32` can number.
pub const MAX_SAMPLES: usize = u32::MAX as usize;

/// Float32 samples, x fastest, then y, then z. Above 0 is solid; 0 and below is air.
///
/// A margin of one sample on every side serves normals only. Coordinates count from the first sample inside the margin.
#[derive(Clone, Debug, PartialEq)]
pub struct DensityGrid {
    /// Samples a side, margin included.
    samples: [usize; 3],
    margin: usize,
    values: Vec<f32>,
}

/// Why samples are no density grid.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum DensityError {
    #[error("{samples:?} samples with a margin of {margin} leave fewer than 2 samples inside on an axis")]
    TooFew { samples: [usize; 3], margin: usize },
    #[error("{samples:?} samples are more than {MAX_SAMPLES}")]
    TooMany { samples: [usize; 3] },
    #[error("{values} values for {samples:?} samples, which are {expected}")]
    Count { values: usize, samples: [usize; 3], expected: usize },
    #[error("{count} samples are not finite, the first, {value}, at {first:?}")]
    NotFinite { count: usize, first: [usize; 3], value: f32 },
}

impl DensityGrid {
    /// A grid of `samples` a side, with a margin of 0 or 1 among them.
    ///
    /// # Errors
    /// Sizes that leave no cell inside the margin or cannot be numbered, a number of values that is not the product of the
    /// sizes, and values that are not finite, with their count and the place of the first.
    pub fn new(samples: [usize; 3], has_margin: Margin, values: Vec<f32>) -> Result<Self, DensityError> {
        let margin = usize::from(has_margin == Margin::One);
        if samples.iter().any(|&side| side < 2 + 2 * margin) {
            return Err(DensityError::TooFew { samples, margin });
        }
        let product = samples.iter().try_fold(1_usize, |n, &side| n.checked_mul(side));
        let Some(expected) = product.filter(|&n| n <= MAX_SAMPLES) else {
            return Err(DensityError::TooMany { samples });
        };
        if values.len() != expected {
            return Err(DensityError::Count { values: values.len(), samples, expected });
        }
        let grid = Self { samples, margin, values };
        match grid.values.iter().position(|value| !value.is_finite()) {
            Some(at) => Err(DensityError::NotFinite {
                count: grid.values.iter().filter(|value| !value.is_finite()).count(),
                first: [at % samples[0], at / samples[0] % samples[1], at / samples[0] / samples[1]],
                value: grid.values[at],
            }),
            None => Ok(grid),
        }
    }

    /// Cells a side, inside the margin.
    pub fn cells(&self) -> [usize; 3] {
        self.samples.map(|side| side - 2 * self.margin - 1)
    }

    /// All samples, margin included, x fastest, then y, then z.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Samples a side, margin included.
    pub fn samples(&self) -> [usize; 3] {
        self.samples
    }

    /// Samples around the cells on every side: 0 or 1.
    pub fn margin(&self) -> usize {
        self.margin
    }

    /// The number of a sample inside the margin.
    pub fn index(&self, [x, y, z]: [usize; 3]) -> usize {
        let [sx, sy, _] = self.samples;
        let m = self.margin;
        x + m + sx * (y + m + sy * (z + m))
    }

    /// A sample inside the margin.
    pub fn get(&self, at: [usize; 3]) -> f32 {
        self.values[self.index(at)]
    }

    /// The direction in which the density rises fastest at a sample inside the margin, in densities a cell: central
    /// differences, one-sided at the border of a grid without a margin.
    pub fn gradient(&self, at: [usize; 3]) -> [f64; 3] {
        let here = self.index(at);
        let strides = [1, self.samples[0], self.samples[0] * self.samples[1]];
        std::array::from_fn(|axis| {
            let place = at[axis] + self.margin;
            let (back, ahead) = (place > 0, place + 1 < self.samples[axis]);
            let low = self.values[if back { here - strides[axis] } else { here }];
            let high = self.values[if ahead { here + strides[axis] } else { here }];
            let steps = f64::from(u8::from(back) + u8::from(ahead));
            (f64::from(high) - f64::from(low)) / steps
        })
    }
}

/// Whether samples have a margin around the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Margin {
    None,
    One,
}
