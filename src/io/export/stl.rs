//! Surfaces as binary STL.

use super::{ExportMesh, Winding};

/// A header of 80 bytes that must not begin as a text does, the count, then 50 bytes a triangle.
pub fn write(mesh: &ExportMesh, winding: Winding) -> Vec<u8> {
    let triangles = mesh.triangles();
    let mut bytes = Vec::with_capacity(84 + 50 * triangles.len());
    bytes.extend(b"Spanscope surface");
    bytes.resize(80, 0);
    bytes.extend((triangles.len() as u32).to_le_bytes());
    for &triangle in triangles {
        let corners = winding.order(triangle).map(|corner| mesh.positions()[corner as usize]);
        bytes.extend(normal(corners).iter().flat_map(|part| part.to_le_bytes()));
        bytes.extend(corners.as_flattened().iter().flat_map(|part| part.to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

/// To the side from which the corners are counter-clockwise; 0 for a triangle without area.
fn normal(corners: [[f32; 3]; 3]) -> [f32; 3] {
    let [a, b, c] = corners.map(|corner| corner.map(f64::from));
    let edge = |to: [f64; 3]| -> [f64; 3] { std::array::from_fn(|axis| to[axis] - a[axis]) };
    let ([ex, ey, ez], [fx, fy, fz]) = (edge(b), edge(c));
    let cross = [ey * fz - ez * fy, ez * fx - ex * fz, ex * fy - ey * fx];
    let length = cross.iter().map(|part| part * part).sum::<f64>().sqrt();
    if length > 0.0 { cross.map(|part| (part / length) as f32) } else { [0.0; 3] }
}
