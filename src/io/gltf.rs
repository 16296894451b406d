//! glTF and GLB scenes, as one mesh.
//!
//! The crate reads the JSON text; every number in it is checked here before it is used, because the crate's own checks and
//! iterators panic for some files. Node transforms are read again as doubles: the crate keeps single precision.

mod accessor;
mod buffer;
mod error;
mod graph;
mod transform;

pub use error::GltfError;

use super::LoadError;
use super::scene_json::kind::{ObjectKind, kind_of_object};
use crate::pipeline::Mesh;
use crate::source::MeshParts;
use crate::source::mesh_source::PartsBuilder;
use accessor::{read_indices, read_positions};
use buffer::Buffers;
use gltf::Semantic;
use gltf::json::mesh::{Mesh as Shape, Mode, Primitive};
use gltf::json::validation::Checked;
use gltf::json::{Index, Root};
use serde::Deserialize;
use std::ops::Range;
use std::path::Path;
use transform::{Affine, Pose};

/// The most vertices, and the most triangles, that nodes may make of their meshes. A small file could ask for any number.
pub const MAX_PARTS: usize = 1 << 25;

/// Extensions that a file may require: they change how a thing looks, and not where it is.
const HARMLESS: [&str; 7] = [
    "KHR_materials_",
    "KHR_texture_",
    "KHR_lights_",
    "KHR_mesh_quantization",
    "EXT_texture_",
    "MSFT_texture_",
    "KHR_xmp",
];

/// Whether this is a GLB, or JSON with the `asset` that every glTF has, and no scene of ours.
pub fn is_content(bytes: &[u8]) -> bool {
    bytes.starts_with(b"glTF") || kind_of_object(bytes) == Some(ObjectKind::Asset)
}

/// Reads the triangles of the scene that the file shows first, placed by its nodes, depth first. Points, lines, materials,
/// textures, skins, morph targets and animations are left aside. A node that mirrors has its triangles turned back, so that
/// they face the same side.
///
/// # Errors
/// [`LoadError::Gltf`] with the part of the file, also above [`MAX_PARTS`], and [`LoadError::NoTriangles`].
pub fn parse(bytes: &[u8], path: &Path) -> Result<MeshParts, LoadError> {
    let parts = read(bytes, path).map_err(|reason| LoadError::Gltf { path: path.to_owned(), reason })?;
    if parts.mesh.indices.is_empty() {
        return Err(LoadError::NoTriangles { path: path.to_owned() });
    }
    Ok(parts)
}

fn read(bytes: &[u8], path: &Path) -> Result<MeshParts, GltfError> {
    let (json, chunk) = buffer::split(bytes)?;
    let root: Root = serde_json::from_slice(json)?;
    let Poses { nodes: poses } = serde_json::from_slice(json)?;
    check_version(&root)?;
    let buffers = Buffers::load(&root, chunk, path)?;
    let (mut mesh, mut parts) = (Mesh::default(), PartsBuilder::default());
    for (node, to_world) in graph::placed_nodes(&root, &poses)? {
        if let Some(index) = root.nodes[node].mesh {
            let shape = root.get(index).ok_or_else(|| GltfError::no_such("mesh", index, "node", node))?;
            add_shape(&mut mesh, &root, &buffers, (index.value(), shape), &to_world, &mut |material, triangles| {
                parts.add(&part_name(&root, node, shape, material), triangles);
            })?;
        }
    }
    Ok(parts.build(mesh))
}

/// What a person knows a part by: its node, or its mesh where that has no name, and the material.
fn part_name(root: &Root, node: usize, shape: &Shape, material: Option<usize>) -> String {
    let named = |name: &Option<String>| name.clone().filter(|name| !name.is_empty());
    let node = named(&root.nodes[node].name).or_else(|| named(&shape.name)).unwrap_or_else(|| format!("node {node}"));
    match material.map(|number| (number, root.materials.get(number).and_then(|material| named(&material.name)))) {
        Some((_, Some(material))) => format!("{node} / {material}"),
        Some((number, None)) => format!("{node} / material {number}"),
        None => node,
    }
}

/// Adds the triangles of a node's mesh; `add_part` is told the material and the number of triangles of each primitive.
fn add_shape(
    mesh: &mut Mesh,
    root: &Root,
    buffers: &Buffers,
    (number, shape): (usize, &Shape),
    to_world: &Affine,
    add_part: &mut dyn FnMut(Option<usize>, usize),
) -> Result<(), GltfError> {
    // Primitives often share their vertices: those are placed once.
    let mut placed: Vec<(usize, Range<usize>)> = Vec::new();
    for (primitive, description) in shape.primitives.iter().enumerate() {
        let place = Place { mesh: number, primitive };
        let Some(mode) = triangle_mode(description, place)? else { continue };
        let positions = positions_of(description, place)?;
        let vertices = match placed.iter().find(|(accessor, _)| *accessor == positions.value()) {
            Some((_, vertices)) => vertices.clone(),
            None => {
                let vertices = read_positions(root, buffers, positions, number)?;
                let start = mesh.vertices.len();
                check_parts("vertices", start + vertices.len())?;
                mesh.vertices.extend(vertices.into_iter().map(|position| to_world.apply(position)));
                placed.push((positions.value(), start..mesh.vertices.len()));
                start..mesh.vertices.len()
            }
        };
        let corners = match description.indices {
            Some(indices) => read_indices(root, buffers, indices, number, vertices.len())?,
            None => (0..vertices.len() as u32).collect(),
        };
        check_parts("triangles", mesh.indices.len() / 3 + triangle_count(mode, corners.len()))?;
        let triangles = triangles(mode, &corners, place)?;
        add_part(description.material.map(|material| material.value()), triangles.len());
        for [a, b, c] in triangles {
            let triangle = if to_world.mirrors() { [a, c, b] } else { [a, b, c] };
            // There are few enough vertices to be numbered.
            mesh.indices.extend(triangle.map(|corner| (vertices.start + corner as usize) as i32));
        }
    }
    Ok(())
}

/// The transforms of all nodes, in double precision.
#[derive(Deserialize)]
struct Poses {
    #[serde(default)]
    nodes: Vec<Pose>,
}

/// The primitive that an error speaks of.
#[derive(Clone, Copy)]
struct Place {
    mesh: usize,
    primitive: usize,
}

fn check_version(root: &Root) -> Result<(), GltfError> {
    if root.asset.version.split('.').next() != Some("2") {
        return Err(GltfError::Version { version: root.asset.version.clone() });
    }
    let is_harmless = |name: &&String| HARMLESS.iter().any(|harmless| name.starts_with(harmless));
    match root.extensions_required.iter().find(|name| !is_harmless(name)) {
        Some(name) => Err(GltfError::Extension { name: name.clone() }),
        None => Ok(()),
    }
}

fn check_parts(what: &'static str, count: usize) -> Result<(), GltfError> {
    if count > MAX_PARTS { Err(GltfError::TooMany { what, count, limit: MAX_PARTS }) } else { Ok(()) }
}

fn triangle_count(mode: Mode, corners: usize) -> usize {
    if mode == Mode::Triangles { corners / 3 } else { corners.saturating_sub(2) }
}

/// How corners make triangles; `None` for points and lines.
fn triangle_mode(primitive: &Primitive, Place { mesh, primitive: number }: Place) -> Result<Option<Mode>, GltfError> {
    match primitive.mode {
        Checked::Valid(mode @ (Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan)) => Ok(Some(mode)),
        Checked::Valid(_) => Ok(None),
        Checked::Invalid => Err(GltfError::Mode { mesh, primitive: number }),
    }
}

fn positions_of(
    primitive: &Primitive,
    Place { mesh, primitive: number }: Place,
) -> Result<Index<gltf::json::Accessor>, GltfError> {
    let positions = primitive.attributes.get(&Checked::Valid(Semantic::Positions));
    positions.copied().ok_or(GltfError::NoPositions { mesh, primitive: number })
}

/// The triangles that corners make, in the format's own order.
fn triangles(mode: Mode, corners: &[u32], place: Place) -> Result<Vec<[u32; 3]>, GltfError> {
    let Place { mesh, primitive } = place;
    match mode {
        Mode::TriangleStrip => Ok(corners
            .windows(3)
            .enumerate()
            .map(|(i, w)| if i.is_multiple_of(2) { [w[0], w[1], w[2]] } else { [w[0], w[2], w[1]] })
            .collect()),
        Mode::TriangleFan => {
            let [centre, rim @ ..] = corners else { return Ok(Vec::new()) };
            Ok(rim.windows(2).map(|pair| [pair[0], pair[1], *centre]).collect())
        }
        _ => match corners.as_chunks() {
            (triangles, []) => Ok(triangles.to_vec()),
            _ => Err(GltfError::Corners { mesh, primitive, corners: corners.len() }),
        },
    }
}
