//! The stages in run order. Each has a module of its own that says what it reads and changes.

pub mod raw;

pub mod merged;

pub mod low_hanging;

pub mod ledges;

pub mod low_height;

pub mod compact;

pub mod eroded;

pub mod volumes;

use std::fmt;

/// A stage of the pipeline, in run order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    Raw,
    Merged,
    LowHanging,
    Ledges,
    LowHeight,
    Compact,
    Eroded,
    Volumes,
}

impl Stage {
    /// Every stage, in run order.
    pub const ALL: [Self; 8] = [
        Self::Raw,
        Self::Merged,
        Self::LowHanging,
        Self::Ledges,
        Self::LowHeight,
        Self::Compact,
        Self::Eroded,
        Self::Volumes,
    ];

    /// The name in dumps and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Merged => "merged",
            Self::LowHanging => "low_hanging",
            Self::Ledges => "ledges",
            Self::LowHeight => "low_height",
            Self::Compact => "compact",
            Self::Eroded => "eroded",
            Self::Volumes => "volumes",
        }
    }

    /// What a person reads.
    pub fn label(self) -> &'static str {
        match self {
            Self::Raw => "Raw",
            Self::Merged => "Merged",
            Self::LowHanging => "Low-hanging",
            Self::Ledges => "Ledges",
            Self::LowHeight => "Low height",
            Self::Compact => "Compact",
            Self::Eroded => "Eroded",
            Self::Volumes => "Volumes",
        }
    }

    /// The stage with this [`Stage::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.name() == name)
    }

    /// Position in [`Stage::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
