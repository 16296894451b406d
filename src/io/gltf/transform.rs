//! Where a node is, in double precision.

use serde::Deserialize;

/// A node's transform as the file tells it.
#[derive(Debug, Default, Deserialize)]
pub struct Pose {
    /// Column by column.
    matrix: Option<[f64; 16]>,
    translation: Option<[f64; 3]>,
    /// A unit quaternion: x, y, z, w.
    rotation: Option<[f64; 4]>,
    scale: Option<[f64; 3]>,
}

/// Three rows of a matrix whose fourth is 0, 0, 0, 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine([[f64; 4]; 3]);

impl Affine {
    /// Everything stays where it is.
    pub const IDENTITY: Self = Self([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);

    /// The transform of a node in its parent.
    pub fn of(pose: &Pose) -> Self {
        if let Some(m) = pose.matrix {
            return Self(std::array::from_fn(|row| std::array::from_fn(|column| m[4 * column + row])));
        }
        let [x, y, z, w] = pose.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]);
        let rotation = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
            [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
            [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
        ];
        let scale = pose.scale.unwrap_or([1.0; 3]);
        let translation = pose.translation.unwrap_or_default();
        Self(std::array::from_fn(|row| {
            let [a, b, c]: [f64; 3] = std::array::from_fn(|column| rotation[row][column] * scale[column]);
            [a, b, c, translation[row]]
        }))
    }

    /// First `inner`, then this.
    pub fn after(&self, inner: &Self) -> Self {
        Self(self.0.map(|row| {
            let sum = |column: usize| (0..3).map(|i| row[i] * inner.0[i][column]).fold(0.0, |sum, part| sum + part);
            [sum(0), sum(1), sum(2), sum(3) + row[3]]
        }))
    }

    /// A point carried along.
    pub fn apply(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        self.0.map(|[a, b, c, d]| a * x + b * y + c * z + d)
    }

    /// Whether left becomes right, which turns triangles over.
    pub fn mirrors(&self) -> bool {
        let [[a, b, c, _], [d, e, f, _], [g, h, i, _]] = self.0;
        a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0.0
    }
}
