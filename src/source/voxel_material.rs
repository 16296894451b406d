//! What a material of voxels is.

/// A material that occurs among voxels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoxelMaterial {
    /// 1 to 255.
    pub number: u8,
    /// Empty where the file has none.
    pub name: String,
    pub colour: Option<[u8; 3]>,
    pub voxels: u64,
}
