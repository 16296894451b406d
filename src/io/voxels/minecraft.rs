//! Schematics of Minecraft: Sponge's, Litematica's and the old ones with numbers for names. All are NBT, mostly in gzip.
//!
//! Each kind of block is a material: the states of a block, such as where it faces, are one kind, and air is empty. What a
//! block holds, what stands between blocks and what climate they are in are no voxels and are left aside.

mod colour;
mod kinds;
mod litematic;
mod nbt;
mod old;
mod sponge;
mod volume;

use super::{VoxelError, VoxelFile};
pub use nbt::is_nbt;

/// Reads a schematic of any of the three formats; its fields say which.
///
/// # Errors
/// Content that is no NBT, with the byte in its unpacked form; NBT that is no schematic; a field that is missing, has
/// another type or does not fit the others; a block that is not in the palette; more than 2^28 bytes or blocks.
pub fn parse(bytes: &[u8]) -> Result<VoxelFile, VoxelError> {
    let bytes = nbt::unpack(bytes)?;
    let fields = nbt::check(&bytes)?;
    let has = |name: &str| fields.iter().any(|field| field == name);
    if has("Schematic") {
        sponge::parse_nested(&bytes)
    } else if has("Regions") {
        litematic::parse(&bytes)
    } else if has("BlockData") || has("Palette") {
        sponge::parse(&bytes)
    } else if has("Blocks") {
        old::parse(&bytes)
    } else {
        let named: String = fields.join(", ").chars().take(80).collect();
        let reason = format!(
            "NBT with the fields {named:?} is no schematic: those have Schematic, Regions, BlockData or Blocks"
        );
        Err(VoxelError::Whole(reason))
    }
}
