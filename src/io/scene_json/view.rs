//! The shape of a scene file's `view` block: what the window showed. Names are those of the command line.

use serde::{Deserialize, Serialize};

/// The `view` block of a scene file. Every field can be left out.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct ViewBlock {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare_with: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mesh: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clearance: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dropped: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crop: Option<CropBlock>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selection: Option<SelectionBlock>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera: Option<CameraBlock>,
}

/// Cells and rows as x, row, z.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CropBlock {
    pub min: [u32; 3],
    pub max: [u32; 3],
}

/// A column, and the row of a surface in it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SelectionBlock {
    pub x: u32,
    pub z: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<u16>,
}

/// World units and radians.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CameraBlock {
    pub target: [f64; 3],
    pub distance: f64,
    pub yaw: f64,
    pub pitch: f64,
    #[serde(default)]
    pub orthographic: bool,
}
