//! Between files and scenes.
//!
//! [`load()`] opens whatever a person has and makes a [`LoadedScene`] of it; [`scene_json`] also writes scenes, [`export`]
//! surfaces; [`results`] reads what pipelines computed, to be compared. What a file holds decides how it is read, then its name.

pub mod error;
pub mod export;
mod formats;
pub mod gltf;
pub mod height_map;
pub mod load;
mod loaded;
mod npy;
pub mod obj;
mod places;
pub mod ply;
mod progress;
pub mod read_options;
mod reload;
mod replace;
pub mod results;
pub mod scene_json;
pub mod stl;
pub mod voxels;

pub use error::LoadError;
pub use formats::{FORMATS, Format, known_files};
pub use load::{load, load_at, load_bytes, load_mesh, load_watched, sample};
pub use loaded::LoadedScene;
pub use npy::NpyError;
pub use places::Places;
pub use read_options::{RawLayout, ReadAs, ReadOptions, guess_layouts};
pub use reload::read_again;
pub use replace::{is_same_file, replace_file};
