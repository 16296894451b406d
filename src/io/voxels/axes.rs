//! Which axis of an array is which of ours.

use std::fmt;
use std::str::FromStr;

/// What each axis of an array is, in the order of the array's shape: `xyz`, or `zyx`, or `x-zy` where the second runs
/// against z. Naming does not mirror anything: it says how the array was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axes([Axis; 3]);

/// One axis of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Axis {
    /// 0, 1, 2 for x, y, z; y is up.
    pub ours: usize,
    pub direction: Direction,
}

/// Whether an axis of an array runs with ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    With,
    Against,
}

impl Axes {
    /// The axes in the order of the array's shape.
    pub(super) fn in_order(self) -> [Axis; 3] {
        self.0
    }

    /// Axes that run with ours, each given as 0, 1 or 2 for x, y or z.
    pub(super) fn with_ours(ours: [usize; 3]) -> Self {
        Self(ours.map(|ours| Axis { ours, direction: Direction::With }))
    }
}

impl Default for Axes {
    /// x, y, z.
    fn default() -> Self {
        Self::with_ours([0, 1, 2])
    }
}

impl FromStr for Axes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refused = || format!("axes {text:?} are not x, y and z in some order, each with or without a minus sign");
        let mut axes = Vec::new();
        let mut direction = Direction::With;
        for letter in text.chars() {
            match "xyz".find(letter) {
                Some(ours) => {
                    axes.push(Axis { ours, direction });
                    direction = Direction::With;
                }
                None if letter == '-' && direction == Direction::With => direction = Direction::Against,
                None => return Err(refused()),
            }
        }
        match axes.try_into() {
            Ok(axes) if direction == Direction::With && is_permutation(&axes) => Ok(Self(axes)),
            _ => Err(refused()),
        }
    }
}

impl fmt::Display for Axes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for axis in self.0 {
            let sign = if axis.direction == Direction::Against { "-" } else { "" };
            write!(f, "{sign}{}", ["x", "y", "z"][axis.ours])?;
        }
        Ok(())
    }
}

fn is_permutation(axes: &[Axis; 3]) -> bool {
    (0..3).all(|ours| axes.iter().any(|axis| axis.ours == ours))
}
