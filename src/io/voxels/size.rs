//! How large a volume may be, asked before anything is allocated for it.

use super::VoxelError;
use crate::pipeline::frame::{MAX_COLUMNS, MAX_HEIGHT, MAX_SIDE};

/// The most samples of an array, and so of bytes that are allocated for it: 2^28.
pub const MAX_SAMPLES: u64 = 1 << 28;

/// Checks the size of a volume along our x, y and z.
///
/// # Errors
/// A side of 0, and sides that no grid can have.
pub fn check_size([x, y, z]: [u64; 3]) -> Result<(), VoxelError> {
    if [x, y, z].contains(&0) {
        return Err(VoxelError::Whole(format!("a volume of {x} x {y} x {z} has no voxels")));
    }
    let (side, columns, rows) = (MAX_SIDE as u64, MAX_COLUMNS as u64, MAX_HEIGHT as u64);
    at_most("columns along x", x, side)?;
    at_most("columns along z", z, side)?;
    at_most("rows", y, rows)?;
    at_most("columns", x * z, columns)
}

/// Checks a count against its limit.
///
/// # Errors
/// [`VoxelError::TooLarge`].
pub fn at_most(what: &'static str, count: u64, limit: u64) -> Result<(), VoxelError> {
    if count > limit { Err(VoxelError::TooLarge { what, count, limit }) } else { Ok(()) }
}
