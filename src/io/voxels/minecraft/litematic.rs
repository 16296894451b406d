//! Litematica's schematics: regions, each with its own palette, that may lie over each other.

use super::kinds::Kinds;
use super::nbt::{self, Entries};
use super::volume::not_named;
use crate::io::voxels::size::{MAX_SAMPLES, at_most, check_size};
use crate::io::voxels::{VoxelError, VoxelFile};
use crate::pipeline::VoxelChunk;
use fastnbt::borrow::LongArray;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Schematic<'a> {
    #[serde(borrow)]
    regions: Entries<Region<'a>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Region<'a> {
    position: Vector,
    size: Vector,
    block_state_palette: Vec<State>,
    #[serde(borrow)]
    block_states: LongArray<'a>,
}

#[derive(Deserialize)]
struct Vector {
    x: i32,
    y: i32,
    z: i32,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct State {
    name: String,
}

/// A region's box and blocks.
struct Part<'a> {
    name: &'a str,
    /// The lowest corner.
    min: [i64; 3],
    size: [u64; 3],
    palette: &'a [State],
    /// The place of its first palette entry among those of all regions.
    first: usize,
    blocks: &'a LongArray<'a>,
}

/// Reads checked NBT: all regions in one chunk as large as their boxes, moved to begin at 0. Where regions lie over each
/// other the later one in the file wins, but its air does not.
///
/// # Errors
/// A missing field; no region; a region with fewer blocks than its size says or with blocks that its palette does not name;
/// too large a size.
pub fn parse(bytes: &[u8]) -> Result<VoxelFile, VoxelError> {
    let schematic: Schematic = nbt::read(bytes)?;
    let mut parts = Vec::new();
    let (mut first, mut blocks) = (0, 0);
    for (name, region) in &schematic.regions.0 {
        let part = Part::new(name, region, first);
        first += part.palette.len();
        check_size(part.size)?;
        blocks += part.count(); // At most 2^40 beyond the limit.
        at_most("blocks of all regions", blocks, MAX_SAMPLES)?;
        parts.push(part);
    }
    let Some((min, size)) = bounds(&parts) else { return Err(VoxelError::Whole("no region in this file".into())) };
    check_size(size)?;
    at_most("blocks", size.iter().product(), MAX_SAMPLES)?;
    parts.iter().try_for_each(Part::check)?;
    let mut occurs = vec![false; first];
    for part in &parts {
        part.find(&mut occurs)?;
    }
    let states = parts.iter().flat_map(|part| part.palette);
    let kinds = Kinds::new(states.map(|state| state.name.as_str()).zip(occurs));
    let mut voxels = vec![0; size.iter().product::<u64>() as usize];
    for part in &parts {
        part.fill(&mut voxels, min, size, &kinds.materials);
    }
    let [width, height, depth] = size.map(|side| side as i32); // At most 2^16 by the check.
    let chunk =
        VoxelChunk::from_dense(width, depth, height, &voxels).map_err(|error| VoxelError::Whole(error.to_string()))?;
    let mut file = kinds.file(chunk);
    if min != [0; 3] {
        let [x, y, z] = min.map(|corner| -corner);
        file.notes.push(format!("moved by {x}, {y}, {z} cells to begin at 0"));
    }
    Ok(file)
}

impl<'a> Part<'a> {
    fn new(name: &'a str, region: &'a Region<'a>, first: usize) -> Self {
        let corner = [region.position.x, region.position.y, region.position.z].map(i64::from);
        let size = [region.size.x, region.size.y, region.size.z];
        // A side below 0 leads from the corner to lower cells.
        let min = std::array::from_fn(|axis| corner[axis] + (i64::from(size[axis]) + 1).min(0));
        let size = size.map(|side| side.unsigned_abs().into());
        Self { name, min, size, palette: &region.block_state_palette, first, blocks: &region.block_states }
    }

    /// The number of blocks.
    fn count(&self) -> u64 {
        self.size.iter().product()
    }

    /// Checks that there are as many blocks as the size says.
    fn check(&self) -> Result<(), VoxelError> {
        let blocks = self.count();
        let (bits, longs) = (self.bits(), self.blocks.iter().count());
        let needed = (blocks * u64::from(bits)).div_ceil(64);
        if needed > longs as u64 {
            let name = self.name;
            let reason = format!("region {name:?} has {longs} longs, and {blocks} blocks of {bits} bits need {needed}");
            return Err(VoxelError::Whole(reason));
        }
        Ok(())
    }

    /// The bits of a block: as many as the palette needs, at least two.
    fn bits(&self) -> u32 {
        (usize::BITS - self.palette.len().saturating_sub(1).leading_zeros()).max(2)
    }

    /// The numbers of the blocks, x fastest, then z, then y. A number may go on in the next long.
    fn numbers(&self) -> impl Iterator<Item = usize> {
        let bits = self.bits();
        let mut longs = self.blocks.iter();
        let (mut pool, mut filled) = (0_u128, 0);
        (0..self.count()).map_while(move |_| {
            if filled < bits {
                pool |= u128::from(longs.next()?.cast_unsigned()) << filled;
                filled += 64;
            }
            let number = pool & ((1 << bits) - 1);
            pool >>= bits;
            filled -= bits;
            Some(number as usize) // Fewer bits than a palette's length has.
        })
    }

    /// Marks the palette entries that occur, among those of all regions.
    fn find(&self, occurs: &mut [bool]) -> Result<(), VoxelError> {
        for (block, number) in self.numbers().enumerate() {
            if number >= self.palette.len() {
                let reason = not_named(block, number as u32);
                return Err(VoxelError::Whole(format!("{reason} of region {:?}", self.name)));
            }
            occurs[self.first + number] = true;
        }
        Ok(())
    }

    /// Puts the materials of blocks into a volume of rows, then columns along x, then along z, that begins at `min`.
    fn fill(&self, voxels: &mut [u8], min: [i64; 3], size: [u64; 3], materials: &[u8]) {
        let at: [usize; 3] = std::array::from_fn(|axis| self.min[axis].abs_diff(min[axis]) as usize);
        let [width, height, _] = size.map(|side| side as usize);
        let [own_width, own_height, own_depth] = self.size.map(|side| side as usize);
        let mut numbers = self.numbers();
        for y in 0..own_height {
            for z in 0..own_depth {
                for (x, number) in (0..own_width).zip(&mut numbers) {
                    let material = materials[self.first + number];
                    if material != 0 {
                        voxels[((at[2] + z) * width + at[0] + x) * height + at[1] + y] = material;
                    }
                }
            }
        }
    }
}

/// The lowest corner and the size of the box around all regions.
fn bounds(parts: &[Part]) -> Option<([i64; 3], [u64; 3])> {
    let lowest = |axis: usize| parts.iter().map(|part| part.min[axis]).min();
    let highest = |axis: usize| parts.iter().map(|part| part.min[axis].saturating_add_unsigned(part.size[axis])).max();
    let min = [lowest(0)?, lowest(1)?, lowest(2)?];
    let max = [highest(0)?, highest(1)?, highest(2)?];
    Some((min, std::array::from_fn(|axis| max[axis].abs_diff(min[axis]))))
}
