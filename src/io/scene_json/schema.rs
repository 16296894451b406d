//! The shape of a scene file. Unknown fields are refused: a typing error must not silently change a result.

use super::checks::CheckBlock;
use super::input_schema::Input;
use super::view::ViewBlock;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::marker::PhantomData;

fn version_1() -> u64 {
    1
}

/// A field that may be left out, but is not allowed to be `null`: that is what a NaN becomes in JSON.
pub(super) fn not_null<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Something that is written as an object, and not, as serde would take it, as a list of its fields in order.
pub(super) struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = T;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }
        deserializer.deserialize_map(Fields(PhantomData)).map(Self)
    }
}

/// An object.
pub(super) fn object<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    Object::deserialize(deserializer).map(|Object(value)| value)
}

/// An object that may be left out, but is not allowed to be `null`.
pub(super) fn some_object<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    object(deserializer).map(Some)
}

/// A list of objects.
pub(super) fn objects<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let objects: Vec<Object<T>> = Vec::deserialize(deserializer)?;
    Ok(objects.into_iter().map(|Object(value)| value).collect())
}

/// A list of objects that may be left out, but is not allowed to be `null`.
pub(super) fn some_objects<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<T>>, D::Error> {
    objects(deserializer).map(Some)
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
    #[serde(default, deserialize_with = "some_object")]
    pub frame: Option<Frame>,
    #[serde(default, deserialize_with = "object")]
    pub settings: Settings,
    #[serde(default)]
    pub inputs: Vec<Input>,
    #[serde(default, deserialize_with = "objects")]
    pub volumes: Vec<Volume>,
    #[serde(default, deserialize_with = "some_object")]
    pub view: Option<ViewBlock>,
    #[serde(default, deserialize_with = "objects")]
    pub checks: Vec<CheckBlock>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
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

#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
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

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Volume {
    pub polygon: Vec<[f64; 2]>,
    pub min_y: f64,
    pub max_y: f64,
    pub area: u8,
}
