//! Voxel files become chunks: Y-up, not mirrored, and refused quickly when they are broken.

mod broken;
mod density;
mod formats;
mod magica;
mod materials;
mod minecraft;
mod minecraft_broken;
mod raw;
mod real;
mod samples;
mod scenes;
mod schematics;
