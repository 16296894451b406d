//! What inputs are made of before they are inputs: plain data that readers fill and pure code may use.

pub mod density_samples;
pub mod voxel_material;

pub use density_samples::DensitySamples;
pub use voxel_material::VoxelMaterial;
