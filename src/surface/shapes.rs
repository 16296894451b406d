//! Densities given by a formula, to try things with.

use super::density_grid::{DensityError, DensityGrid, Margin, count_samples};

/// A solid given by a formula; lengths are in cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A ball of this radius in the middle.
    Ball { radius: f64 },
    /// Solid below this height.
    Slab { height: f64 },
    /// A ball with a tunnel of the second radius along x.
    Tunnel { radius: f64, tunnel: f64 },
    /// Hills of noise, the same for the same seed.
    Terrain { seed: u32, height: f64 },
}

impl Shape {
    /// Samples the shape at `samples` points a side, margin included; its middle is that of the cells inside the margin.
    ///
    /// # Errors
    /// As [`DensityGrid::new`].
    pub fn sample(&self, samples: [usize; 3], has_margin: Margin) -> Result<DensityGrid, DensityError> {
        let margin = if has_margin == Margin::One { 1.0 } else { 0.0 };
        let middle = samples.map(|side| (side as f64 - 1.0) / 2.0 - margin);
        let mut values = Vec::with_capacity(count_samples(samples)?);
        for z in 0..samples[2] {
            for y in 0..samples[1] {
                for x in 0..samples[0] {
                    values.push(self.density([x, y, z].map(|i| i as f64 - margin), middle) as f32);
                }
            }
        }
        DensityGrid::new(samples, has_margin, values)
    }

    /// Every length of the formula, in cells.
    pub fn lengths(&self) -> Vec<f64> {
        match *self {
            Self::Ball { radius } => vec![radius],
            Self::Slab { height } | Self::Terrain { height, .. } => vec![height],
            Self::Tunnel { radius, tunnel } => vec![radius, tunnel],
        }
    }

    /// The density at a point, above 0 inside.
    fn density(&self, [x, y, z]: [f64; 3], [mx, my, mz]: [f64; 3]) -> f64 {
        let (dx, dy, dz) = (x - mx, y - my, z - mz);
        match *self {
            Self::Ball { radius } => radius - (dx * dx + dy * dy + dz * dz).sqrt(),
            Self::Slab { height } => height - y,
            Self::Tunnel { radius, tunnel } => {
                let ball = radius - (dx * dx + dy * dy + dz * dz).sqrt();
                ball.min((dy * dy + dz * dz).sqrt() - tunnel)
            }
            Self::Terrain { seed, height } => {
                let hills = noise(seed, x / 11.0, z / 11.0) + noise(seed ^ 1, x / 4.0, z / 4.0) * 0.3;
                height * (0.6 + 0.4 * hills) - y
            }
        }
    }
}

/// Smooth noise from -1 to 1 over a lattice of hashed values.
fn noise(seed: u32, x: f64, z: f64) -> f64 {
    let (x0, z0) = (x.floor(), z.floor());
    let ease = |t: f64| t * t * (3.0 - 2.0 * t);
    let (tx, tz) = (ease(x - x0), ease(z - z0));
    let value = |dx: i64, dz: i64| hash(seed, x0 as i64 + dx, z0 as i64 + dz);
    let low = value(0, 0) + (value(1, 0) - value(0, 0)) * tx;
    let high = value(0, 1) + (value(1, 1) - value(0, 1)) * tx;
    low + (high - low) * tz
}

/// A value from -1 to 1 for a point of the lattice.
fn hash(seed: u32, x: i64, z: i64) -> f64 {
    let mut h = u64::from(seed)
        ^ (x as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ (z as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    h = (h ^ (h >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    h = (h ^ (h >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    h ^= h >> 31;
    (h >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}
