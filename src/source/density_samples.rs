//! A density as a file has it.

/// Float32 samples on a regular lattice, not checked yet: they may be too few for a grid, and not finite.
#[derive(Clone, Debug, PartialEq)]
pub struct DensitySamples {
    /// Samples along x, y (up) and z.
    pub samples: [usize; 3],
    /// One per sample: x fastest, then y, then z.
    pub values: Vec<f32>,
    /// What was left aside or changed, each in a sentence without a full stop.
    pub notes: Vec<String>,
}
