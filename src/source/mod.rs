//! Inputs as people have them, and what is made of each on its way into the pipeline.
//!
//! A [`Document`] lists [`Source`]s: what a file held, and what was chosen about it: how a mesh is turned, which of its parts
//! take part, where voxels are put, at which level a density becomes solid. [`Assembly`] makes a scene of them. Nothing here
//! reads files.

pub mod assembly;
pub mod density_samples;
pub mod density_source;
pub mod document;
pub mod error;
pub mod fit;
pub mod height_map;
pub mod height_source;
pub mod mesh_source;
pub mod missing_source;
pub mod proposal;
pub mod shared;
pub mod transform;
pub mod voxel_material;
pub mod voxel_mesh;
pub mod voxel_source;

pub use assembly::{Assembly, Made};
pub use density_samples::DensitySamples;
pub use density_source::{Blocks, DensityForm, DensitySource, DensitySurface, Solid};
pub use document::{Content, Document, Source};
pub use error::SourceError;
pub use height_source::HeightSource;
pub use mesh_source::{MeshParts, MeshSource, PartUse};
pub use missing_source::MissingSource;
pub use shared::Shared;
pub use transform::{Handedness, Transform, UpAxis};
pub use voxel_material::VoxelMaterial;
pub use voxel_source::{VoxelSource, Voxels};
