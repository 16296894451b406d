//! Surfaces as Wavefront OBJ.

use super::{ExportMesh, Winding};
use std::fmt::Write as _;

/// Positions, normals, faces; a vertex has the number of its normal.
pub fn write(mesh: &ExportMesh, winding: Winding) -> Vec<u8> {
    // About what a line has; a longer text grows.
    let mut text = String::with_capacity(40 * (2 * mesh.positions().len() + mesh.triangles().len()));
    for (word, vectors) in [("v", mesh.positions()), ("vn", mesh.normals())] {
        for [x, y, z] in vectors {
            // The shortest decimals that read back to the same number, and -0 as such, are what a float is displayed as.
            let _ = writeln!(text, "{word} {x} {y} {z}"); // A string takes every text.
        }
    }
    for &corners in mesh.triangles() {
        let [a, b, c] = winding.order(corners).map(|corner| corner + 1);
        let _ = writeln!(text, "f {a}//{a} {b}//{b} {c}//{c}");
    }
    text.into_bytes()
}
