//! The shape of a scene file. Unknown fields are refused: a typing error must not silently change a result.

use super::view::ViewBlock;
use serde::{Deserialize, Deserializer, Serialize};

fn version_1() -> u64 {
    1
}

/// A field that may be left out, but is not allowed to be `null`: that is what a NaN becomes in JSON.
fn not_null<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Only the version; every other field is passed over.
#[derive(Deserialize)]
pub struct Version {
    #[serde(default = "version_1")]
    pub spanscope: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    #[serde(default = "version_1", rename = "spanscope")]
    pub _version: u64,
    #[serde(default, deserialize_with = "not_null")]
    pub frame: Option<Frame>,
    #[serde(default)]
    pub settings: Settings,
    #[serde(default)]
    pub inputs: Vec<Input>,
    #[serde(default)]
    pub volumes: Vec<Volume>,
    pub view: Option<ViewBlock>,
}

#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub origin: Option<[f64; 3]>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub min: Option<[f64; 3]>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub max: Option<[f64; 3]>,
    pub cell_size: f64,
    pub cell_height: f64,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub width: Option<i64>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub depth: Option<i64>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub height: Option<i64>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub pad_below: Option<u32>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub pad_above: Option<u32>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub pad_side: Option<u32>,
}

#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    #[serde(default, deserialize_with = "not_null")]
    pub slope_cosine: Option<f64>,
    #[serde(default, deserialize_with = "not_null")]
    pub height: Option<i32>,
    #[serde(default, deserialize_with = "not_null")]
    pub climb: Option<i32>,
    #[serde(default, deserialize_with = "not_null")]
    pub radius: Option<i32>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub merge_threshold: Option<i32>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Input {
    Mesh(Mesh),
    HeightGrid(HeightGrid),
    Chunk(Chunk),
}

#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Mesh {
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub vertices: Option<Vec<[f64; 3]>>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub indices: Option<Vec<i32>>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub areas: Option<Vec<u8>>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HeightGrid {
    pub count_x: i64,
    pub count_z: i64,
    pub spacing: f64,
    pub x0: f64,
    pub z0: f64,
    pub heights: Vec<f64>,
}

#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Chunk {
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// What the axes of a file's array are.
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub axes: Option<String>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub offset: Option<[i32; 3]>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub width: Option<i32>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub depth: Option<i32>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub height: Option<i32>,
    /// `[x, z, start, length, material]`.
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub runs: Option<Vec<[i32; 5]>>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub material_areas: Option<Vec<u8>>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Volume {
    pub polygon: Vec<[f64; 2]>,
    pub min_y: f64,
    pub max_y: f64,
    pub area: u8,
}
