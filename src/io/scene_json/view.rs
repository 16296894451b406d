//! The shape of a scene file's `view` block: what the window showed. Names are those of the command line.

use super::variant::VariantBlock;
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
    pub agent: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<SectionBlock>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<DensityBlock>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crop: Option<CropBlock>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selection: Option<SelectionBlock>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<CellBlock>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triangle: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasons: Option<ReasonBlock>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera: Option<CameraBlock>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub panels: Option<PanelsBlock>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<ComparisonBlock>,
}

/// The open tab of each panel, by its name; what is left out has the first one.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct PanelsBlock {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bottom: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
}

/// What is compared with: one of a file, the rules of Recast, and the same inputs under another frame, settings and volumes.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct ComparisonBlock {
    /// Relative to the scene file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recast_rules: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene: Option<VariantBlock>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub show: Option<String>,
}

/// Which reasons are shown when colours tell them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReasonBlock {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<String>,
}

/// A vertical slice along an axis, through a column across it or through the selection.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SectionBlock {
    pub along: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u32>,
}

/// What is shown of densities and voxels at the input. `surface` and `blocks` that are left out show what is run.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct DensityBlock {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surface: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wireframe: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shading: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normals: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slice: Option<SliceBlock>,
}

/// A plane of samples of an input, which is counted from 0.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SliceBlock {
    pub input: usize,
    pub axis: String,
    pub index: usize,
    #[serde(default = "yes")]
    pub cuts: bool,
}

fn yes() -> bool {
    true
}

/// A cell of an input's grid of samples; -1 is a layer of its cap.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CellBlock {
    pub input: usize,
    pub cell: [i32; 3],
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

/// A block as JSON on one line.
///
/// # Errors
/// A sentence for numbers that JSON does not have.
pub fn text(block: &ViewBlock) -> Result<String, String> {
    let camera = block
        .camera
        .iter()
        .flat_map(|camera| camera.target.into_iter().chain([camera.distance, camera.yaw, camera.pitch]));
    if camera.into_iter().any(|number| !number.is_finite()) {
        return Err("the camera has a number that JSON does not have".into());
    }
    serde_json::to_string(block).map_err(|error| error.to_string())
}

/// Reads a block.
///
/// # Errors
/// What is wrong with it, and where.
pub fn parse(text: &str) -> Result<ViewBlock, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}
