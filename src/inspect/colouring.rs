//! What a person can ask the colours to tell.

/// What the colour of a span means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colouring {
    /// Its area id.
    Area,
    /// What became of it since an earlier stage.
    Change,
    /// The height of its surface.
    Height,
    /// Why its surface is not walkable at the end.
    Reason,
    /// Its distance to the border of walkable ground, in the open stages.
    Distance,
    /// The piece of walkable ground that it hangs together with, in the open stages.
    Piece,
}

impl Colouring {
    /// Every colouring.
    pub const ALL: [Self; 6] = [Self::Area, Self::Change, Self::Reason, Self::Height, Self::Distance, Self::Piece];

    /// What a person reads.
    pub fn label(self) -> &'static str {
        match self {
            Self::Area => "Area",
            Self::Change => "Change",
            Self::Reason => "Reason",
            Self::Height => "Height",
            Self::Distance => "Erosion distance",
            Self::Piece => "Connected piece",
        }
    }

    /// The name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Area => "area",
            Self::Change => "change",
            Self::Reason => "reason",
            Self::Height => "height",
            Self::Distance => "distance",
            Self::Piece => "piece",
        }
    }

    /// Whether this is known of the floors of the open stages alone.
    pub fn is_of_floors(self) -> bool {
        matches!(self, Self::Distance | Self::Piece)
    }

    /// The colouring with this [`Colouring::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|colouring| colouring.name() == name)
    }
}
