//! Schematics from before blocks had names in files: a byte a block, and four more bits where mods needed them.

use super::nbt;
use super::volume;
use crate::io::voxels::{VoxelError, VoxelFile};
use serde::Deserialize;

/// The names of blocks 0 to 255 in the last version of the game that had numbers; `-` where there is none.
const NAMES: &str = include_str!("old_names.txt");
/// Twelve bits number a block.
const NUMBERS: u32 = 1 << 12;

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Schematic<'a> {
    width: i32,
    height: i32,
    length: i32,
    #[serde(borrow)]
    blocks: &'a [u8],
    #[serde(borrow)]
    add_blocks: Option<&'a [u8]>,
}

/// Reads checked NBT. The field `Data` has only the states of blocks.
///
/// # Errors
/// A missing field; another number of blocks than the size says; too large a size.
pub fn parse(bytes: &[u8]) -> Result<VoxelFile, VoxelError> {
    let Schematic { width, height, length, blocks, add_blocks } = nbt::read(bytes)?;
    let layout = volume::layout([width, height, length]);
    let expected = layout.check()?;
    if blocks.len() as u64 != expected {
        return Err(VoxelError::Whole(format!("the field \"Blocks\" has {} blocks, not {expected}", blocks.len())));
    }
    // Where there are none, or too few, they are 0.
    let high_bits = add_blocks.unwrap_or_default();
    let numbers = blocks.iter().enumerate().map(|(block, &low)| {
        let pair = high_bits.get(block / 2).copied().unwrap_or(0);
        let high = if block % 2 == 0 { pair & 0x0f } else { pair >> 4 };
        Ok(u32::from(high) << 8 | u32::from(low))
    });
    let names: Vec<String> = names();
    let palette: Vec<Option<&str>> = names.iter().map(|name| Some(name.as_str())).collect();
    volume::voxels(layout, &palette, numbers)
}

/// A name for each number.
fn names() -> Vec<String> {
    let mut known = NAMES.split_whitespace();
    let name = |number| match known.next() {
        Some(name) if name != "-" => name.to_owned(),
        _ => format!("block {number}"),
    };
    (0..NUMBERS).map(name).collect()
}
