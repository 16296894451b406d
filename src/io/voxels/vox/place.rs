//! Where an instance's voxels come to lie.

/// A signed permutation and a translation, Z-up. A voxel's centre, which lies between whole numbers, is doubled to be an
/// odd whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// For each row of the matrix the column that is not 0, and its sign.
    rows: [(usize, i64); 3],
    /// Doubled.
    translation: [i64; 3],
}

impl Default for Placement {
    /// Where it is.
    fn default() -> Self {
        Self { rows: [(0, 1), (1, 1), (2, 1)], translation: [0; 3] }
    }
}

impl Placement {
    /// A placement from a node's `_r` and `_t`. The byte holds the columns of the first and second row in two bits each,
    /// then three signs; the third row follows. `None` when the byte is no permutation.
    pub fn new(rotation: u8, translation: [i32; 3]) -> Option<Self> {
        let (first, second) = (usize::from(rotation & 3), usize::from(rotation >> 2 & 3));
        if first == second || first == 3 || second == 3 {
            return None;
        }
        let sign = |bit: u8| if rotation >> bit & 1 == 0 { 1 } else { -1 };
        let rows = [(first, sign(4)), (second, sign(5)), (3 - first - second, sign(6))];
        Some(Self { rows, translation: translation.map(|part| 2 * i64::from(part)) })
    }

    /// This placement applied to another one: first `inner`, then this.
    pub fn of(&self, inner: &Self) -> Self {
        let rows = self.rows.map(|(column, sign)| {
            let (inner_column, inner_sign) = inner.rows[column];
            (inner_column, sign * inner_sign)
        });
        Self { rows, translation: self.point(inner.translation) }
    }

    /// The cell of a model's voxel, Y-up: `(x, z, -y)`, which turns and does not mirror. The model turns about its pivot.
    pub fn cell(&self, size: [i64; 3], voxel: [i64; 3]) -> [i64; 3] {
        let from_pivot = std::array::from_fn(|axis| 2 * voxel[axis] + 1 - 2 * (size[axis] / 2));
        let [x, y, z] = self.point(from_pivot);
        [x, z, -y].map(|centre| (centre - 1) / 2) // An even number, so nothing is rounded.
    }

    fn point(&self, point: [i64; 3]) -> [i64; 3] {
        std::array::from_fn(|row| {
            let (column, sign) = self.rows[row];
            sign * point[column] + self.translation[row]
        })
    }
}
