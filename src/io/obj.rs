//! Wavefront OBJ meshes, read as doubles.

use super::LoadError;
use crate::pipeline::Mesh;
use std::io::Cursor;
use std::path::Path;

/// Reads the faces of all objects and groups, in file order; polygons become fans. Points, lines, normals, texture
/// coordinates and materials are left aside.
///
/// # Errors
/// [`LoadError::Obj`] with the line, [`LoadError::NoTriangles`], and [`LoadError::TooLarge`] when vertices cannot be
/// numbered.
pub fn parse(bytes: &[u8], path: &Path) -> Result<Mesh, LoadError> {
    // Names and comments in old encodings are common, and of no use here.
    let text = String::from_utf8_lossy(bytes);
    let mut cursor = Cursor::new(text.as_bytes());
    let options =
        tobj::LoadOptions { triangulate: true, ignore_points: true, ignore_lines: true, ..Default::default() };
    let no_materials = |_: &Path| Ok(Default::default());
    let (models, _) = tobj::load_obj_buf(&mut cursor, &options, no_materials).map_err(|reason| {
        let read = (cursor.position() as usize).min(text.len());
        // What was read last is the line at fault; the last line of a file may have no end.
        let line = text[..read].lines().count().max(1);
        let at_fault: String = text.lines().nth(line - 1).unwrap_or_default().trim().chars().take(60).collect();
        LoadError::Obj { path: path.to_owned(), reason, line, text: at_fault }
    })?;

    let mut mesh = Mesh::default();
    for model in models {
        let limit = i32::MAX as usize;
        let count = mesh.vertices.len() + model.mesh.positions.len() / 3;
        if count > limit {
            return Err(LoadError::TooLarge { path: path.to_owned(), what: "vertices", count, limit });
        }
        let base = mesh.vertices.len() as i32;
        mesh.vertices.extend_from_slice(model.mesh.positions.as_chunks().0);
        mesh.indices.extend(model.mesh.indices.iter().map(|&index| base + index as i32));
    }
    if mesh.indices.is_empty() {
        return Err(LoadError::NoTriangles { path: path.to_owned() });
    }
    Ok(mesh)
}
