//! Frame, settings and volumes without inputs: what a comparison in a `view` block holds of its other side.

use super::schema::{Frame, Settings, Volume, object, objects, some_object};
use crate::pipeline::FrameSpec;
use crate::source::Document;
use serde::{Deserialize, Serialize};

/// A scene's `frame`, `settings` and `volumes`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct VariantBlock {
    #[serde(default, deserialize_with = "some_object", skip_serializing_if = "Option::is_none")]
    frame: Option<Frame>,
    #[serde(default, deserialize_with = "object")]
    settings: Settings,
    #[serde(default, deserialize_with = "objects", skip_serializing_if = "Vec::is_empty")]
    volumes: Vec<Volume>,
}

impl VariantBlock {
    /// What a document has besides its inputs.
    ///
    /// # Errors
    /// A sentence for numbers that JSON does not have.
    pub fn of(document: &Document) -> Result<Self, String> {
        super::check_numbers(&document.without_inputs())?;
        let Document { frame, settings, volumes, sources: _ } = document;
        Ok(Self {
            frame: Some(super::frame_to_file(frame)),
            settings: super::settings_to_file(settings),
            volumes: volumes.iter().map(super::volume_to_file).collect(),
        })
    }

    /// The same as a document without inputs.
    ///
    /// # Errors
    /// A sentence for a frame that is none.
    pub fn into_document(self) -> Result<Document, String> {
        Ok(Document {
            frame: self.frame.map_or(Ok(FrameSpec::default()), super::frame)?,
            settings: super::settings(&self.settings),
            sources: Vec::new(),
            volumes: self.volumes.into_iter().map(super::volume).collect(),
        })
    }
}
