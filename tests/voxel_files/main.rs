//! Voxel files become chunks: Y-up, not mirrored, and refused quickly when they are broken.

mod broken;
mod formats;
mod magica;
mod real;
mod samples;
mod scenes;
