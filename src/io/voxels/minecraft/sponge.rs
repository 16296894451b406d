//! Sponge's schematics, versions 1, 2 and 3.

use super::nbt::{self, Entries};
use super::volume;
use crate::io::voxels::size::at_most;
use crate::io::voxels::{VoxelError, VoxelFile};
use serde::Deserialize;

/// The most numbers of a palette: more than all states of all blocks.
const MAX_PALETTE: u64 = 1 << 20;
/// The longest number in the block data, in bytes.
const MAX_NUMBER_BYTES: usize = 5;

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Nested<'a> {
    #[serde(borrow)]
    schematic: Schematic<'a>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Schematic<'a> {
    version: i32,
    width: i32,
    height: i32,
    length: i32,
    palette: Option<Entries<i32>>,
    #[serde(borrow)]
    block_data: Option<&'a [u8]>,
    #[serde(borrow)]
    blocks: Option<Blocks<'a>>,
}

/// Where version 3 has palette and data.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Blocks<'a> {
    palette: Entries<i32>,
    #[serde(borrow)]
    data: &'a [u8],
}

/// Reads checked NBT whose root has a schematic in it.
///
/// # Errors
/// As [`parse`].
pub fn parse_nested(bytes: &[u8]) -> Result<VoxelFile, VoxelError> {
    voxels(nbt::read::<Nested>(bytes)?.schematic)
}

/// Reads checked NBT whose root is a schematic.
///
/// # Errors
/// Another version; a missing field; block data that is too short, too long or not in the palette; too large a size.
pub fn parse(bytes: &[u8]) -> Result<VoxelFile, VoxelError> {
    voxels(nbt::read(bytes)?)
}

fn voxels(schematic: Schematic) -> Result<VoxelFile, VoxelError> {
    let Schematic { version, width, height, length, .. } = schematic;
    let missing = |name: &str| VoxelError::Whole(format!("version {version} without a field {name:?}"));
    let (palette, data) = match version {
        1 | 2 => (
            schematic.palette.ok_or_else(|| missing("Palette"))?,
            schematic.block_data.ok_or_else(|| missing("BlockData"))?,
        ),
        3 => schematic.blocks.map(|blocks| (blocks.palette, blocks.data)).ok_or_else(|| missing("Blocks"))?,
        _ => return Err(VoxelError::Whole(format!("version {version} is not 1, 2 or 3"))),
    };
    let layout = volume::layout([width, height, length]);
    check_count(data, layout.check()?)?;
    volume::voxels(layout, &by_number(&palette)?, numbers(data))
}

/// The names of a palette by their numbers.
fn by_number(palette: &Entries<i32>) -> Result<Vec<Option<&str>>, VoxelError> {
    let mut names = Vec::new();
    for (name, number) in &palette.0 {
        let bad = |reason: &str| VoxelError::Whole(format!("number {number} of the palette {reason}"));
        let number = usize::try_from(*number).map_err(|_| bad("is below 0"))?;
        at_most("numbers of a palette", number as u64 + 1, MAX_PALETTE)?;
        if number >= names.len() {
            names.resize(number + 1, None);
        }
        if names[number].replace(name.as_str()).is_some() {
            return Err(bad("has two names"));
        }
    }
    Ok(names)
}

/// Checks that block data has as many numbers as there are blocks. The last byte of a number is the one below 128.
fn check_count(data: &[u8], blocks: u64) -> Result<(), VoxelError> {
    let numbers = data.iter().filter(|byte| byte.is_ascii()).count();
    if data.last().is_some_and(|byte| !byte.is_ascii()) {
        return Err(VoxelError::Whole(format!("the block data ends within number {numbers}")));
    }
    if numbers as u64 != blocks {
        return Err(VoxelError::Whole(format!("the block data has {numbers} numbers for {blocks} blocks")));
    }
    Ok(())
}

/// The numbers of block data, seven bits a byte, the lowest first.
fn numbers(data: &[u8]) -> impl Iterator<Item = Result<u32, VoxelError>> + Clone {
    data.split_inclusive(u8::is_ascii).enumerate().map(|(block, bytes)| {
        let bits = bytes.iter().rev().fold(0_u64, |bits, byte| bits << 7 | u64::from(byte & 0x7f));
        let number = u32::try_from(bits).ok().filter(|_| bytes.len() <= MAX_NUMBER_BYTES);
        number.ok_or_else(|| VoxelError::Whole(format!("the number of block {block} is longer than 32 bits")))
    })
}
