//! Every change of the document.

use super::Document;
use crate::inspect::remedy::NewValue;
use crate::pipeline::{ConvexVolume, FrameSpec, SpanSettings};
use crate::source::Source;

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
    /// Everything at once: what a command line changes.
    Replace(Box<Document>),
    /// All settings at once: a preset.
    Settings(SpanSettings),
    /// More inputs at the end of the list.
    AddSources(Vec<Source>),
    /// Another input in the place of one: something else was chosen about it.
    SetSource(usize, Box<Source>),
    RemoveSource(usize),
    /// Puts an input to another place in the order; those between move up or down by one.
    MoveSource {
        from: usize,
        to: usize,
    },
    /// Another volume at the end of the list.
    AddVolume(ConvexVolume),
    /// Another shape, interval or area for a volume.
    SetVolume(usize, ConvexVolume),
    RemoveVolume(usize),
    /// Puts a volume to another place in the order.
    MoveVolume {
        from: usize,
        to: usize,
    },
}

impl Edit {
    /// Changes the document. An input or volume that is not there is left alone.
    pub fn apply(&self, document: &mut Document) {
        let Document { frame, settings, sources, volumes } = document;
        match self {
            Self::Frame(new) => *frame = *new,
            Self::SlopeCosine(cosine) => settings.slope_cosine = *cosine,
            Self::HeightRows(rows) => settings.height_rows = *rows,
            Self::ClimbRows(rows) => settings.climb_rows = *rows,
            Self::RadiusCells(cells) => settings.radius_cells = *cells,
            Self::MergeThreshold(rows) => settings.merge_threshold_rows = *rows,
            Self::Replace(new) => document.clone_from(new),
            Self::Settings(all) => *settings = *all,
            Self::AddSources(new) => sources.extend_from_slice(new),
            Self::SetSource(number, source) => {
                if let Some(old) = sources.get_mut(*number) {
                    old.clone_from(source);
                }
            }
            Self::RemoveSource(number) => {
                if *number < sources.len() {
                    sources.remove(*number);
                }
            }
            Self::MoveSource { from, to } => move_item(sources, *from, *to),
            Self::MoveVolume { from, to } => move_item(volumes, *from, *to),
            Self::AddVolume(volume) => volumes.push(volume.clone()),
            Self::SetVolume(number, volume) => {
                if let Some(old) = volumes.get_mut(*number) {
                    *old = volume.clone();
                }
            }
            Self::RemoveVolume(number) => {
                if *number < volumes.len() {
                    volumes.remove(*number);
                }
            }
        }
    }

    /// Whether this edit goes on with what another one began, as the steps of one drag do.
    pub fn continues(&self, before: &Self) -> bool {
        match (self, before) {
            (Self::SetVolume(a, _), Self::SetVolume(b, _)) | (Self::SetSource(a, _), Self::SetSource(b, _)) => a == b,
            (
                Self::AddSources(_)
                | Self::RemoveSource(_)
                | Self::MoveSource { .. }
                | Self::AddVolume(_)
                | Self::RemoveVolume(_)
                | Self::MoveVolume { .. }
                | Self::Settings(_)
                | Self::Replace(_),
                _,
            ) => false,
            _ => std::mem::discriminant(self) == std::mem::discriminant(before),
        }
    }
}

fn move_item<T>(list: &mut Vec<T>, from: usize, to: usize) {
    if from < list.len() && to < list.len() {
        let item = list.remove(from);
        list.insert(to, item);
    }
}

/// The edit that gives a setting a new value, in a document with this frame.
pub fn edit_of(frame: FrameSpec, value: NewValue) -> Edit {
    let [size, height] = frame.cell();
    match value {
        NewValue::Climb(rows) => Edit::ClimbRows(rows),
        NewValue::Height(rows) => Edit::HeightRows(rows),
        NewValue::Radius(cells) => Edit::RadiusCells(cells),
        NewValue::SlopeCosine(cosine) => Edit::SlopeCosine(cosine),
        NewValue::MergeThreshold(rows) => Edit::MergeThreshold(Some(rows)),
        NewValue::CellSize(size) => Edit::Frame(frame.with_cell(size, height)),
        NewValue::CellHeight(height) => Edit::Frame(frame.with_cell(size, height)),
    }
}
