//! Meshes in scene files.

use super::input::{Context, word};
use super::input_schema as s;
use crate::io::LoadError;
use crate::io::load::parse_mesh;
use crate::pipeline::Mesh;
use crate::source::{Content, Handedness, MeshParts, MeshSource, PartUse, Shared, Source, Transform, UpAxis};
use std::sync::Arc;

/// Reads a mesh, with its file where it has one.
pub fn read(mut input: s::Mesh, context: &mut Context<'_>) -> Result<Source, LoadError> {
    let transform =
        input.transform.take().map_or(Ok(Transform::default()), transform).map_err(|reason| context.bad(reason))?;
    let uses: Vec<PartUse> = input.parts.iter().flatten().map(part_use).collect();
    let names = || uses.iter().map(|part| part.name.clone()).collect();
    let (file, parts) = match input {
        s::Mesh { file: Some(name), vertices: None, indices: None, areas: None, part_of: None, .. } => {
            let monitor = context.monitor;
            let (path, parts) = context.open(&name, |bytes, path| parse_mesh(bytes, path, monitor))?;
            (Some(path), parts)
        }
        s::Mesh { file: None, vertices: Some(vertices), indices: Some(indices), areas, part_of, .. } => {
            let areas = areas.map(|areas| areas.into_iter().map(area).collect()).transpose();
            let areas = areas.map_err(|reason: String| context.bad(reason))?;
            let parts = match part_of {
                Some(part_of) => checked_parts(part_of, names(), indices.len() / 3).map_err(|why| context.bad(why))?,
                None => MeshParts::default(),
            };
            (None, MeshParts { mesh: Arc::new(Mesh { vertices, indices, areas }), ..parts })
        }
        s::Mesh { file: Some(_), .. } => {
            return Err(context.bad("a mesh from a file has no vertices, indices, areas or part_of of its own"));
        }
        s::Mesh { file: None, .. } => return Err(context.bad("a mesh needs a file, or vertices and indices")),
    };
    let mut mesh = MeshSource { parts: Shared::new(parts), transform, ..MeshSource::default() };
    uses.into_iter().for_each(|part| mesh.set_use(part));
    let unknown = mesh.unknown_parts().into_iter().map(|name| format!("there is no part {name:?} in the mesh"));
    let unknown = unknown.collect();
    context.note(unknown);
    Ok(Source { file, content: Content::Mesh(mesh) })
}

/// A mesh as a scene file has it.
pub fn to_file(mesh: &MeshSource, file: Option<String>) -> s::Mesh {
    let transform = (!mesh.transform.is_identity()).then(|| transform_to_file(&mesh.transform));
    if file.is_some() {
        let parts = (!mesh.uses.is_empty()).then(|| mesh.uses.iter().map(part_to_file).collect());
        return s::Mesh { file, transform, parts, ..s::Mesh::default() };
    }
    let MeshParts { mesh: own, part_of, names } = &*mesh.parts;
    let has_parts = !names.is_empty();
    s::Mesh {
        transform,
        vertices: Some(own.vertices.clone()),
        indices: Some(own.indices.clone()),
        areas: own.areas.as_ref().map(|areas| areas.iter().map(|area| area.map_or(-1, i16::from)).collect()),
        part_of: has_parts.then(|| part_of.clone()),
        parts: has_parts.then(|| names.iter().map(|name| part_to_file(&mesh.use_of(name))).collect()),
        ..s::Mesh::default()
    }
}

/// -1 is no area of its own.
fn area(number: i16) -> Result<Option<u8>, String> {
    match number {
        -1 => Ok(None),
        _ => u8::try_from(number).map(Some).map_err(|_| format!("area {number} is outside -1 to 255")),
    }
}

fn checked_parts(part_of: Vec<u32>, names: Vec<String>, triangles: usize) -> Result<MeshParts, String> {
    if part_of.len() != triangles {
        return Err(format!("{} numbers in part_of for {triangles} triangles", part_of.len()));
    }
    if let Some(part) = part_of.iter().find(|&&part| part as usize >= names.len()) {
        return Err(format!("part_of names part {part} of {}", names.len()));
    }
    let mut sorted: Vec<&String> = names.iter().collect();
    sorted.sort_unstable();
    if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("two parts are named {:?}", twice[0]));
    }
    Ok(MeshParts { part_of, names, ..MeshParts::default() })
}

fn part_use(part: &s::Part) -> PartUse {
    PartUse { name: part.name.clone(), hidden: part.hidden.unwrap_or(false), area: part.area }
}

fn part_to_file(part: &PartUse) -> s::Part {
    s::Part { name: part.name.clone(), hidden: part.hidden.then_some(true), area: part.area }
}

fn transform(file: s::Transform) -> Result<Transform, String> {
    let default = Transform::default();
    Ok(Transform {
        up: word("up", file.up, UpAxis::from_name, &UpAxis::ALL.map(UpAxis::name))?.unwrap_or(default.up),
        handedness: word("handedness", file.handedness, Handedness::from_name, &Handedness::ALL.map(Handedness::name))?
            .unwrap_or(default.handedness),
        units_per_metre: file.units_per_metre.unwrap_or(default.units_per_metre),
        flip_winding: file.flip_winding.unwrap_or(default.flip_winding),
    })
}

fn transform_to_file(transform: &Transform) -> s::Transform {
    let default = Transform::default();
    s::Transform {
        up: (transform.up != default.up).then(|| transform.up.name().to_owned()),
        handedness: (transform.handedness != default.handedness).then(|| transform.handedness.name().to_owned()),
        units_per_metre: (transform.units_per_metre != default.units_per_metre).then_some(transform.units_per_metre),
        flip_winding: transform.flip_winding.then_some(true),
    }
}
