//! Every change of the document.

use super::Document;
use crate::pipeline::{ConvexVolume, FrameSpec, SpanSettings};

/// A change of the document.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// How the grid is placed, its cells included.
    Frame(FrameSpec),
    SlopeCosine(f32),
    HeightRows(i32),
    ClimbRows(i32),
    RadiusCells(i32),
    /// `None` follows the climb.
    MergeThreshold(Option<i32>),
    /// Frame and settings at once: what a command line gives.
    FrameAndSettings(FrameSpec, SpanSettings),
    /// All settings at once: a preset.
    Settings(SpanSettings),
    /// Another volume at the end of the list.
    AddVolume(ConvexVolume),
    /// Another shape, interval or area for a volume.
    SetVolume(usize, ConvexVolume),
    RemoveVolume(usize),
}

impl Edit {
    /// Changes the document. A volume that is not there is left alone.
    pub fn apply(&self, document: &mut Document) {
        let scene = &mut document.scene;
        let settings = &mut scene.settings;
        match self {
            Self::Frame(frame) => scene.frame = *frame,
            Self::SlopeCosine(cosine) => settings.slope_cosine = *cosine,
            Self::HeightRows(rows) => settings.height_rows = *rows,
            Self::ClimbRows(rows) => settings.climb_rows = *rows,
            Self::RadiusCells(cells) => settings.radius_cells = *cells,
            Self::MergeThreshold(rows) => settings.merge_threshold_rows = *rows,
            Self::FrameAndSettings(frame, all) => (scene.frame, *settings) = (*frame, *all),
            Self::Settings(all) => *settings = *all,
            Self::AddVolume(volume) => scene.volumes.push(volume.clone()),
            Self::SetVolume(number, volume) => {
                if let Some(old) = scene.volumes.get_mut(*number) {
                    *old = volume.clone();
                }
            }
            Self::RemoveVolume(number) => {
                if *number < scene.volumes.len() {
                    scene.volumes.remove(*number);
                }
            }
        }
    }

    /// Whether this edit goes on with what another one began, as the steps of one drag do.
    pub fn continues(&self, before: &Self) -> bool {
        match (self, before) {
            (Self::SetVolume(a, _), Self::SetVolume(b, _)) => a == b,
            (Self::AddVolume(_) | Self::RemoveVolume(_) | Self::Settings(_) | Self::FrameAndSettings(..), _) => false,
            _ => std::mem::discriminant(self) == std::mem::discriminant(before),
        }
    }
}
