//! Inputs of scene files, field by field: by value, and through the real program.

#[path = "../support/data.rs"]
mod data;
#[allow(dead_code, reason = "only the glTF samples are of use here")]
#[path = "../mesh_samples/mod.rs"]
mod mesh_samples;
#[path = "../support/mod.rs"]
mod support;

mod chunks;
mod command_line;
mod densities;
mod folder;
mod heights;
mod memory;
mod parts;
mod transforms;
mod voxel_mesh;
