//! Surfaces as binary PLY.
//!
//! Written here and not by the crate that reads PLY: it would want a map of names for every vertex.

use super::{ExportMesh, Winding};

/// The header, then 24 bytes a vertex and 13 a triangle.
pub fn write(mesh: &ExportMesh, winding: Winding) -> Vec<u8> {
    let (vertices, triangles) = (mesh.positions().len(), mesh.triangles().len());
    let scalars: String = ["x", "y", "z", "nx", "ny", "nz"].map(|name| format!("property float {name}\n")).concat();
    let header = format!(
        "ply\nformat binary_little_endian 1.0\nelement vertex {vertices}\n{scalars}\
         element face {triangles}\nproperty list uchar int vertex_indices\nend_header\n"
    );
    let mut bytes = Vec::with_capacity(header.len() + 24 * vertices + 13 * triangles);
    bytes.extend(header.as_bytes());
    for (position, normal) in mesh.positions().iter().zip(mesh.normals()) {
        bytes.extend([*position, *normal].as_flattened().iter().flat_map(|part| part.to_le_bytes()));
    }
    for &corners in mesh.triangles() {
        bytes.push(3);
        bytes.extend(winding.order(corners).iter().flat_map(|corner| corner.to_le_bytes()));
    }
    bytes
}
