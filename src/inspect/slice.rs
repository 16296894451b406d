//! A plane across the samples of a density.

use crate::source::DensitySurface;

/// An axis of a grid of samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    X,
    Y,
    Z,
}

impl Axis {
    /// Every axis, in the order of coordinates.
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// The name on screen, in files and on the command line.
    pub fn name(self) -> &'static str {
        ["x", "y", "z"][self as usize]
    }

    /// The axis with this [`Axis::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|axis| axis.name() == name)
    }
}

/// A plane across the samples of a density.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The number of the input.
    pub input: usize,
    pub axis: Axis,
    /// Of the samples in the plane, counted from the first one inside the margin. One past the last is taken as the last.
    pub index: usize,
    /// Whether the side towards the viewer is cut away, so that the plane is seen.
    pub cuts: bool,
}

impl Slice {
    /// The number of the samples in the plane, at most the last.
    pub fn place_in(&self, surface: &DensitySurface) -> usize {
        self.index.min(surface.grid.cells()[self.axis as usize])
    }

    /// Where the plane is on its axis, in cells of the grid that was meshed.
    pub(super) fn place(&self, surface: &DensitySurface) -> f64 {
        self.place_in(surface) as f64 - f64::from(surface.first)
    }
}
