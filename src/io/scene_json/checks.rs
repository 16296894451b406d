//! The shape of a scene file's `checks`: the pictures that are compared with golden ones.

use super::schema::{not_null, some_object};
use super::view::ViewBlock;
use serde::{Deserialize, Serialize};

/// One of the `checks` of a scene file. Only the name is needed.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CheckBlock {
    pub name: String,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub show: Option<String>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub size: Option<[u32; 2]>,
    #[serde(default, deserialize_with = "some_object", skip_serializing_if = "Option::is_none")]
    pub view: Option<ViewBlock>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mask: Vec<[u32; 4]>,
}
