//! The chunks of a MagicaVoxel file, walked before dot_vox reads them.
//!
//! dot_vox passes over chunks that are broken, follows nested ones without end, and forgets the numbers of nodes and layers.

use crate::io::voxels::VoxelError;

/// The length of a chunk's name and two lengths.
const HEAD: usize = 12;
/// Where the first chunk begins: after magic and version.
const START: usize = 8;

/// What dot_vox does not tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// How many models there are.
    pub models: usize,
    /// The number of each scene node, in file order.
    pub nodes: Vec<u32>,
    /// The number of each layer, in file order.
    pub layers: Vec<u32>,
}

/// Walks the chunks.
///
/// # Errors
/// No magic; chunks that do not fit into their file or into each other; chunks in chunks where there are none; a model
/// without a size or with fewer voxels than it says; a palette that ends within a colour.
pub fn outline(bytes: &[u8]) -> Result<Outline, VoxelError> {
    if !bytes.starts_with(b"VOX ") {
        return Err(VoxelError::WrongMagic { format: "MagicaVoxel scene", magic: "VOX " });
    }
    let main = head(bytes, START)?;
    if main.name != *b"MAIN" {
        return Err(VoxelError::AtByte { at: START, reason: "a chunk that is not MAIN".into() });
    }
    let start = START + HEAD + main.content;
    let inside = &bytes[..start + main.children];
    let mut outline = Outline::default();
    let mut is_sized = false;
    let mut at = start;
    while at < inside.len() {
        let chunk = head(inside, at)?;
        let bad = |reason: String| VoxelError::AtByte { at, reason };
        let name = String::from_utf8_lossy(&chunk.name);
        if !chunk.name.is_ascii() {
            return Err(bad(format!("{name:?} is no chunk's name")));
        }
        if chunk.children > 0 {
            return Err(bad(format!("chunks inside a chunk {name:?}")));
        }
        let content = &inside[at + HEAD..at + HEAD + chunk.content];
        let first = content.first_chunk().map(|&first| u32::from_le_bytes(first));
        let first = || first.ok_or_else(|| bad(format!("a chunk {name:?} without content")));
        match &chunk.name {
            b"SIZE" => is_sized = true,
            b"XYZI" if !is_sized => return Err(bad("voxels without a size before them".into())),
            b"XYZI" => {
                let (voxels, there) = (u64::from(first()?), (content.len() - 4) / 4);
                if voxels > there as u64 {
                    return Err(bad(format!("{there} voxels in a chunk that says {voxels}")));
                }
                outline.models += 1;
            }
            b"RGBA" if !content.len().is_multiple_of(4) => {
                return Err(bad("a palette that ends within a colour".into()));
            }
            b"nTRN" | b"nGRP" | b"nSHP" => outline.nodes.push(first()?),
            b"LAYR" => outline.layers.push(first()?),
            _ => {}
        }
        at += HEAD + chunk.content;
    }
    Ok(outline)
}

struct Head {
    name: [u8; 4],
    content: usize,
    children: usize,
}

/// Reads a chunk's head and checks that the chunk fits.
fn head(bytes: &[u8], at: usize) -> Result<Head, VoxelError> {
    let left = bytes.len().saturating_sub(at) as u64;
    let Some(&[a, b, c, d, ref lengths @ ..]) = bytes.get(at..).and_then(|rest| rest.first_chunk::<HEAD>()) else {
        return Err(VoxelError::CutShort { what: "a chunk", at, needed: HEAD as u64, left });
    };
    let [content, children] =
        [0, 4].map(|i| u32::from_le_bytes([lengths[i], lengths[i + 1], lengths[i + 2], lengths[i + 3]]));
    let needed = HEAD as u64 + u64::from(content) + u64::from(children);
    if needed > left {
        return Err(VoxelError::CutShort { what: "a chunk", at, needed, left });
    }
    Ok(Head { name: [a, b, c, d], content: content as usize, children: children as usize })
}
