//! One volume of numbers into a palette.

use super::kinds::Kinds;
use crate::io::voxels::axes::Axes;
use crate::io::voxels::dense::{self, Fastest, Layout, Sample};
use crate::io::voxels::{VoxelError, VoxelFile};

/// Makes voxels of block numbers, x fastest, then z, then y, of which `numbers` gives as many as the size says. A palette
/// has a name for each number or none.
///
/// # Errors
/// The first error of `numbers`; a number that the palette does not name.
pub fn voxels<N>(layout: Layout, palette: &[Option<&str>], numbers: N) -> Result<VoxelFile, VoxelError>
where
    N: Iterator<Item = Result<u32, VoxelError>> + Clone,
{
    let mut occurs = vec![false; palette.len()];
    for (block, number) in numbers.clone().enumerate() {
        let number = number?;
        match palette.get(number as usize) {
            Some(Some(_)) => occurs[number as usize] = true,
            _ => return Err(not_named(block, number)),
        }
    }
    let names = palette.iter().map(|name| name.unwrap_or_default());
    let kinds = Kinds::new(names.zip(occurs));
    let mut materials = numbers.map(|number| number.map(|number| kinds.materials[number as usize]));
    let (chunk, _) = dense::chunk(layout, &mut || {
        let material = materials.next().transpose()?;
        Ok(Sample::Integer(material.unwrap_or(0).into()))
    })?;
    Ok(kinds.file(chunk))
}

/// The layout of a volume from its fields, which are unsigned numbers of two bytes that many write as signed ones.
pub fn layout([width, height, length]: [i32; 3]) -> Layout {
    let unsigned = |side: i32| if side < 0 { u64::from(side as u16) } else { side as u64 };
    let counts = [height, length, width].map(unsigned);
    Layout { counts, axes: Axes::with_ours([1, 2, 0]), fastest: Fastest::Last }
}

/// The refusal of a block whose number is in no palette.
pub fn not_named(block: usize, number: u32) -> VoxelError {
    VoxelError::Whole(format!("block {block} is number {number}, which the palette does not name"))
}
