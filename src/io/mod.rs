//! Between files and scenes.
//!
//! [`load()`] opens whatever a person has and makes a [`LoadedScene`] of it; [`scene_json`] also writes scenes. What a file
//! holds decides how it is read, then its name.

pub mod error;
pub mod gltf;
pub mod height_map;
pub mod load;
mod loaded;
mod mesh_file;
mod npy;
pub mod obj;
pub mod ply;
pub mod scene_json;
pub mod stl;
pub mod voxels;

pub use error::LoadError;
pub use load::{load, sample};
pub use loaded::LoadedScene;
pub use mesh_file::{FORMATS, Format, known_files, load_mesh};
pub use npy::NpyError;
