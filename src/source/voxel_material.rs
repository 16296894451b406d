//! What a file says of the materials of its voxels.

/// A material that occurs in a chunk.
#[derive(Clone, Debug, PartialEq)]
pub struct VoxelMaterial {
    /// As the runs of the chunk have it: 1 to 255.
    pub number: u8,
    /// Empty when the file has no names.
    pub name: String,
    /// Red, green and blue, sRGB, 0 to 255 each.
    pub colour: Option<[u8; 3]>,
    /// How many voxels are of it; at least 1.
    pub voxels: u64,
}
