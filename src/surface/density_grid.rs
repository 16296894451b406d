//! Samples of a density on a regular lattice.

use thiserror::Error;

/// The most samples of a grid. Each has three edges for a vertex, and a mesh numbers its vertices with an `i32`.
pub const MAX_SAMPLES: usize = i32::MAX as usize / 3;

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
        let expected = count_samples(samples)?;
        if values.len() != expected {
            return Err(DensityError::Count { values: values.len(), samples, expected });
        }
        Self { samples, margin, values }.checked()
    }

    /// The grid with every value changed.
    ///
    /// # Errors
    /// Values that are not finite any more.
    pub fn map(mut self, change: impl Fn(f32) -> f32) -> Result<Self, DensityError> {
        self.values.iter_mut().for_each(|value| *value = change(*value));
        self.checked()
    }

    /// The samples inside the margin in a layer of air, so that the surface closes. The layer mirrors the samples next to it:
    /// the surface closes half a cell beyond them, where blocks end too.
    ///
    /// # Errors
    /// More samples than can be numbered.
    pub fn capped(&self) -> Result<Self, DensityError> {
        let inside = self.cells().map(|cells| cells + 1);
        let samples = inside.map(|side| side + 2);
        let count = count_samples(samples)?;
        let mut values = Vec::with_capacity(count);
        for z in 0..samples[2] {
            for y in 0..samples[1] {
                for x in 0..samples[0] {
                    let place = [x, y, z];
                    let nearest = std::array::from_fn(|axis| place[axis].clamp(1, inside[axis]) - 1);
                    let value = self.get(nearest);
                    let is_inside = (0..3).all(|axis| place[axis] == nearest[axis] + 1);
                    values.push(if is_inside { value } else { -value.abs() });
                }
            }
        }
        Self::new(samples, Margin::None, values)
    }

    fn checked(self) -> Result<Self, DensityError> {
        let (samples, grid) = (self.samples, self);
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

/// The number of samples in a grid of these sides.
///
/// # Errors
/// More samples than can be numbered.
pub fn count_samples(samples: [usize; 3]) -> Result<usize, DensityError> {
    let product = samples.iter().try_fold(1_usize, |n, &side| n.checked_mul(side));
    product.filter(|&n| n <= MAX_SAMPLES).ok_or(DensityError::TooMany { samples })
}

/// Whether samples have a margin around the cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Margin {
    #[default]
    None,
    One,
}
