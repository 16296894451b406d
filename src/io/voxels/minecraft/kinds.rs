//! Kinds of blocks as materials.

use super::colour::colour;
use crate::io::voxels::{VoxelFile, materials};
use crate::pipeline::VoxelChunk;
use fnv::FnvHashMap;

/// Blocks that are empty.
const AIR: [&str; 4] = ["air", "cave_air", "void_air", "structure_void"];
/// The material of all kinds that are too many to have one of their own.
const SHARED: u8 = u8::MAX;
/// What the kinds of the shared material are called together.
const SHARED_NAME: &str = "other blocks";

/// The materials of a palette.
#[derive(Default)]
pub struct Kinds {
    /// One per entry of the palette; 0 for air.
    pub materials: Vec<u8>,
    /// The names of the kinds, of which the first is material 1.
    names: Vec<String>,
}

impl Kinds {
    /// Numbers the kinds of a palette from 1 in its order, but for those that are in no place. Each entry is a name and
    /// whether it is in any.
    pub fn new<'a>(palette: impl Iterator<Item = (&'a str, bool)>) -> Self {
        let mut kinds = Self::default();
        let mut numbers = FnvHashMap::default();
        for (state, occurs) in palette {
            let name = kind_of(state);
            let material = if !occurs || AIR.contains(&name) {
                0
            } else {
                let number = *numbers.entry(name).or_insert_with(|| {
                    kinds.names.push(name.to_owned());
                    kinds.names.len()
                });
                u8::try_from(number).unwrap_or(SHARED)
            };
            kinds.materials.push(material);
        }
        kinds
    }

    /// The file of a chunk of these materials.
    pub fn file(&self, chunk: VoxelChunk) -> VoxelFile {
        let shared = if self.names.len() > SHARED.into() { self.names.len() - usize::from(SHARED) + 1 } else { 0 };
        let materials = materials::occurring(&chunk, |number| {
            let name = if shared > 0 && number == SHARED { SHARED_NAME } else { &self.names[usize::from(number) - 1] };
            (name.to_owned(), Some(colour(name)))
        });
        let mut notes = Vec::new();
        if shared > 0 {
            notes.push(format!("kinds of blocks that share material {SHARED}: {shared}"));
        }
        VoxelFile { chunk, materials, notes }
    }
}

/// The name of a block without its state, and without the game's own namespace.
fn kind_of(state: &str) -> &str {
    let name = state.split('[').next().unwrap_or(state);
    name.strip_prefix("minecraft:").unwrap_or(name)
}
