//! Wavefront OBJ meshes, read as doubles.

use super::LoadError;
use super::mesh_file::check_vertices;
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
    if bytes.contains(&0) {
        return Err(LoadError::NotText { path: path.to_owned() });
    }
    // Names and comments in old encodings are common, and of no use here.
    let text = String::from_utf8_lossy(bytes);
    let mut cursor = Cursor::new(text.as_bytes());
    let options =
        tobj::LoadOptions { triangulate: true, ignore_points: true, ignore_lines: true, ..Default::default() };
    let no_materials = |_: &Path| Ok(Default::default());
    let (models, _) = tobj::load_obj_buf(&mut cursor, &options, no_materials).map_err(|reason| {
        let read = (cursor.position() as usize).min(text.len());
        let line = line_at_fault(&text, read, &reason);
        let quoted = text.lines().nth(line - 1).unwrap_or_default().trim().chars().take(60).collect();
        LoadError::Obj { path: path.to_owned(), reason, line, text: quoted }
    })?;

    let mut mesh = Mesh::default();
    for model in models {
        check_vertices(mesh.vertices.len() + model.mesh.positions.len() / 3, path)?;
        let base = mesh.vertices.len() as i32;
        mesh.vertices.extend_from_slice(model.mesh.positions.as_chunks().0);
        mesh.indices.extend(model.mesh.indices.iter().map(|&index| base + index as i32));
    }
    if mesh.indices.is_empty() {
        return Err(LoadError::NoTriangles { path: path.to_owned() });
    }
    Ok(mesh)
}

/// The number of the line that an error is about, from 1: what was read last, but for vertices that do not exist, which are
/// noticed only at the end of their group.
fn line_at_fault(text: &str, read: usize, reason: &tobj::LoadError) -> usize {
    let last = text[..read].lines().count().max(1);
    if *reason != tobj::LoadError::FaceVertexOutOfBounds {
        return last;
    }
    let vertices = text.lines().filter(|line| line.split_whitespace().next() == Some("v")).count();
    let is_outside = |word: &str| {
        let number = word.split('/').next().and_then(|number| number.parse::<i64>().ok());
        number.is_some_and(|number| number == 0 || number.unsigned_abs() > vertices as u64)
    };
    let is_face = |line: &str| line.starts_with("f ") || line.starts_with("f\t");
    let found = text
        .lines()
        .take(last)
        .position(|line| is_face(line.trim()) && line.split_whitespace().skip(1).any(is_outside));
    found.map_or(last, |index| index + 1)
}
