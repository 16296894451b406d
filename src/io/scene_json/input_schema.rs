//! The shape of a scene file's inputs. A field that is not there has its default.

use super::schema::{not_null, object, some_object, some_objects};
use serde::{Deserialize, Serialize};

/// An input, by its kind.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Input {
    Mesh(#[serde(deserialize_with = "object")] Mesh),
    HeightGrid(#[serde(deserialize_with = "object")] HeightGrid),
    Chunk(#[serde(deserialize_with = "object")] Chunk),
    Density(#[serde(deserialize_with = "object")] Density),
}

impl Input {
    /// The file that it names.
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::Mesh(input) => input.file.as_deref(),
            Self::HeightGrid(input) => input.file.as_deref(),
            Self::Chunk(input) => input.file.as_deref(),
            Self::Density(input) => input.file.as_deref(),
        }
    }

    /// Names another file.
    pub fn set_file(&mut self, name: String) {
        *match self {
            Self::Mesh(input) => &mut input.file,
            Self::HeightGrid(input) => &mut input.file,
            Self::Chunk(input) => &mut input.file,
            Self::Density(input) => &mut input.file,
        } = Some(name);
    }

    /// What a person calls it.
    pub fn label(&self) -> &'static str {
        match self {
            Self::Mesh(_) => "Mesh",
            Self::HeightGrid(_) => "Height grid",
            Self::Chunk(_) => "Voxels",
            Self::Density(_) => "Density",
        }
    }
}

/// A file's mesh, or one of the scene's own.
#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Mesh {
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(default, deserialize_with = "some_object", skip_serializing_if = "Option::is_none")]
    pub transform: Option<Transform>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub vertices: Option<Vec<[f64; 3]>>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub indices: Option<Vec<i32>>,
    /// One a triangle; -1 decides by slope.
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub areas: Option<Vec<i16>>,
    /// For each triangle of a mesh of its own the number of its part.
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub part_of: Option<Vec<u32>>,
    /// Of a file those with which something is done, of a mesh of its own all.
    #[serde(default, deserialize_with = "some_objects", skip_serializing_if = "Option::is_none")]
    pub parts: Option<Vec<Part>>,
}

/// How a file's axes and units become ours.
#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Transform {
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub up: Option<String>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub handedness: Option<String>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub units_per_metre: Option<f64>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub flip_winding: Option<bool>,
}

/// What is done with a part of a mesh.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub name: String,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub area: Option<u8>,
}

/// A height map's file, or heights of the scene's own.
#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HeightGrid {
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Size and type of a file that does not tell them.
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub raw: Option<String>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub count_x: Option<i64>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub count_z: Option<i64>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub spacing: Option<f64>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub x0: Option<f64>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub z0: Option<f64>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub heights: Option<Vec<f64>>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub scale_y: Option<f64>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub offset_y: Option<f64>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub flip_x: Option<bool>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub flip_z: Option<bool>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub quarter_turns: Option<u8>,
}

/// A voxel file, or voxels of the scene's own.
#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Chunk {
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// What the axes of a file's array are.
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub axes: Option<String>,
    /// Size and type of a file that does not tell them.
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub raw: Option<String>,
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
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub hidden_materials: Option<Vec<u8>>,
}

/// Samples of a file, of the scene's own, or of a formula.
#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Density {
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// What the axes of a file's array are.
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub axes: Option<String>,
    /// Size and type of a file that does not tell them.
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub raw: Option<String>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub samples: Option<[usize; 3]>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub margin: Option<u8>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub origin: Option<[f64; 3]>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub spacing: Option<f64>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<f32>>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub shape: Option<ShapeBlock>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub iso: Option<f64>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub sign: Option<String>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub r#as: Option<String>,
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub cap: Option<bool>,
}

/// A formula; lengths are in cells.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ShapeBlock {
    Ball { radius: f64 },
    Slab { height: f64 },
    Tunnel { radius: f64, tunnel: f64 },
    Terrain { seed: u32, height: f64 },
}
