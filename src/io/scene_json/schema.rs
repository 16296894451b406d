//! The shape of a scene file. Unknown fields are refused: a typing error must not silently change a result.

use super::input_schema::Input;
use super::view::ViewBlock;
use serde::{Deserialize, Deserializer, Serialize};

fn version_1() -> u64 {
    1
}

/// A field that may be left out, but is not allowed to be `null`: that is what a NaN becomes in JSON.
pub(super) fn not_null<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
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
#[serde(deny_unknown_fields)]
pub struct Volume {
    pub polygon: Vec<[f64; 2]>,
    pub min_y: f64,
    pub max_y: f64,
    pub area: u8,
}
