//! The other side of a comparison, B, as a scene remembers it.

use super::Document;
use std::path::PathBuf;

/// What is open is A; this is B, and how it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherChoice {
    pub with: OtherWith,
    pub show: OtherView,
}

/// Where B comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum OtherWith {
    /// A file: a scene, a level, or another engine's result.
    File(PathBuf),
    /// What is open, by the rules of Recast.
    Recast,
    /// The inputs that are open under this document's frame, settings and volumes; it has no inputs of its own.
    Settings(Box<Document>),
    /// What is in no file, such as a small repro. It is not saved.
    Passing,
}

/// How B is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OtherView {
    /// A alone.
    Off,
    /// A in the colours of how it differs from B, with what only B has.
    #[default]
    Difference,
    /// A and B side by side, seen from the same place.
    Split,
}

impl OtherView {
    /// Every way, with what a person reads.
    pub const ALL: [(Self, &str); 3] =
        [(Self::Off, "A alone"), (Self::Difference, "Difference"), (Self::Split, "Split")];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Difference => "difference",
            Self::Split => "split",
        }
    }

    /// The way with this [`OtherView::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().map(|(view, _)| view).find(|view| view.name() == name)
    }
}
