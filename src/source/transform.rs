//! From a file's own axes and units to ours: right-handed, y up, one unit a metre.

/// The axis of a file that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpAxis {
    #[default]
    Y,
    Z,
    X,
    MinusY,
    MinusZ,
    MinusX,
}

impl UpAxis {
    /// Every axis with either sign.
    pub const ALL: [Self; 6] = [Self::Y, Self::Z, Self::X, Self::MinusY, Self::MinusZ, Self::MinusX];

    /// The name in files, on the command line and on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Y => "y",
            Self::Z => "z",
            Self::X => "x",
            Self::MinusY => "-y",
            Self::MinusZ => "-z",
            Self::MinusX => "-x",
        }
    }

    /// The axis with this [`UpAxis::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|axis| axis.name() == name)
    }

    /// Turns a position so that this axis points along y. Always a turn, never a mirror.
    fn turn(self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        match self {
            Self::Y => [x, y, z],
            Self::Z => [x, z, -y],
            Self::X => [-y, x, z],
            Self::MinusY => [x, -y, -z],
            Self::MinusZ => [x, -z, y],
            Self::MinusX => [y, -x, z],
        }
    }
}

/// Whether the axes of a file are those of a right or of a left hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Handedness {
    #[default]
    Right,
    Left,
}

impl Handedness {
    /// Both hands.
    pub const ALL: [Self; 2] = [Self::Right, Self::Left];

    /// The name in files, on the command line and on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Left => "left",
        }
    }

    /// The hand with this [`Handedness::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|hand| hand.name() == name)
    }
}

/// How the positions and triangles of a file become ours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    pub up: UpAxis,
    pub handedness: Handedness,
    /// Units of the file that make one of ours: 100 for centimetres. Finite and above 0.
    pub units_per_metre: f64,
    /// Whether triangles face the other side than their corners' order says.
    pub flip_winding: bool,
}

impl Default for Transform {
    /// Nothing changes.
    fn default() -> Self {
        Self { up: UpAxis::Y, handedness: Handedness::Right, units_per_metre: 1.0, flip_winding: false }
    }
}

impl Transform {
    /// Whether this changes nothing.
    pub fn is_identity(&self) -> bool {
        *self == Self::default()
    }

    /// A position in world units: turned, then mirrored along z where the hand is the left one, then scaled.
    pub fn apply(&self, position: [f64; 3]) -> [f64; 3] {
        let [x, y, z] = self.up.turn(position);
        let z = if self.handedness == Handedness::Left { -z } else { z };
        [x, y, z].map(|part| part / self.units_per_metre + 0.0) // A turn makes no -0.
    }

    /// Whether the corners of triangles change their order: a mirror turns them round, and is undone, so that they go on
    /// facing the same side.
    pub fn reverses(&self) -> bool {
        (self.handedness == Handedness::Left) != self.flip_winding
    }
}
