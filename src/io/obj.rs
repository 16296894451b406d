//! Wavefront OBJ meshes, read as doubles.

use super::LoadError;
use super::formats::check_vertices;
use super::progress::Watched;
use crate::pipeline::{Mesh, Monitor};
use crate::source::MeshParts;
use crate::source::mesh_source::PartsBuilder;
use std::cell::Cell;
use std::io::{Cursor, Read as _};
use std::path::Path;

/// What is read before the file, so that its material names are known without a material library: those are often missing,
/// and hold nothing but looks.
const PREFIX: &[u8] = b"mtllib names\n";

/// What tobj calls faces before any object or group.
const UNNAMED: &str = "unnamed_object";

/// Reads the faces of all objects and groups, in file order; polygons become fans. A part is an object or group and a
/// material. Points, lines, normals, texture coordinates and looks of materials are left aside.
///
/// # Errors
/// [`LoadError::Obj`] with the line, [`LoadError::NoTriangles`], [`LoadError::TooLarge`] when vertices cannot be numbered,
/// and the end of a cancelled job.
pub fn parse(bytes: &[u8], path: &Path, monitor: &Monitor) -> Result<MeshParts, LoadError> {
    if bytes.contains(&0) {
        return Err(LoadError::NotText { path: path.to_owned() });
    }
    // Names and comments in old encodings are common, and of no use here.
    let text = String::from_utf8_lossy(bytes);
    let mut cursor = Cursor::new(text.as_bytes());
    let options =
        tobj::LoadOptions { triangulate: true, ignore_points: true, ignore_lines: true, ..Default::default() };
    let names = material_names(&text);
    let is_first = Cell::new(true);
    let materials = |_: &Path| {
        let numbered = names.iter().enumerate().map(|(number, name)| ((*name).to_owned(), number));
        let materials = names.iter().map(|name| tobj::Material { name: (*name).to_owned(), ..Default::default() });
        Ok(if is_first.replace(false) { (materials.collect(), numbered.collect()) } else { Default::default() })
    };
    let mut reader = PREFIX.chain(Watched::new(&mut cursor, text.len(), monitor));
    let read = tobj::load_obj_buf(&mut reader, &options, materials);
    monitor.check()?;
    let (models, _) = read.map_err(|reason| {
        let read = (cursor.position() as usize).min(text.len());
        let line = line_at_fault(&text, read, &reason);
        let quoted = text.lines().nth(line - 1).unwrap_or_default().trim().chars().take(60).collect();
        LoadError::Obj { path: path.to_owned(), reason, line, text: quoted }
    })?;

    let (mut mesh, mut parts) = (Mesh::default(), PartsBuilder::default());
    for model in models {
        let material = model.mesh.material_id.and_then(|number| names.get(number)).copied().unwrap_or_default();
        parts.add(&part_name(&model.name, material), model.mesh.indices.len() / 3);
        check_vertices(mesh.vertices.len() + model.mesh.positions.len() / 3, path)?;
        let base = mesh.vertices.len() as i32;
        mesh.vertices.extend_from_slice(model.mesh.positions.as_chunks().0);
        mesh.indices.extend(model.mesh.indices.iter().map(|&index| base + index as i32));
    }
    if mesh.indices.is_empty() {
        return Err(LoadError::NoTriangles { path: path.to_owned() });
    }
    Ok(parts.build(mesh))
}

/// The names behind `usemtl`, each once, in the order in which they are used first.
fn material_names(text: &str) -> Vec<&str> {
    let mut known = std::collections::HashSet::new();
    let names = text.lines().filter_map(|line| line.trim_start().strip_prefix("usemtl")?.split_once(' '));
    names.map(|(_, name)| name.trim()).filter(|name| !name.is_empty() && known.insert(*name)).collect()
}

/// What a person knows a part by.
fn part_name(object: &str, material: &str) -> String {
    match (if object == UNNAMED { "" } else { object.trim() }, material) {
        (object, "") => object.to_owned(),
        ("", material) => material.to_owned(),
        (object, material) => format!("{object} / {material}"),
    }
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
