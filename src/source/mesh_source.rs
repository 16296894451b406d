//! Meshes with the parts they are made of.

use super::{Shared, Transform};
use crate::pipeline::{AreaId, Mesh};
use std::sync::Arc;

/// A mesh as its file has it, and which part each triangle belongs to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshParts {
    pub mesh: Arc<Mesh>,
    /// The number of its part for every triangle; empty where there are no parts.
    pub part_of: Vec<u32>,
    /// Names of objects, groups, nodes and materials, as people know them; each once.
    pub names: Vec<String>,
}

impl MeshParts {
    /// A mesh without parts.
    pub fn whole(mesh: Mesh) -> Self {
        Self { mesh: Arc::new(mesh), ..Self::default() }
    }

    /// How many triangles each part has.
    pub fn triangle_counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.names.len()];
        self.part_of.iter().for_each(|&part| counts[part as usize] += 1);
        counts
    }
}

/// Collects triangles part by part, and numbers parts by their names.
#[derive(Debug, Default)]
pub struct PartsBuilder {
    part_of: Vec<u32>,
    names: Vec<String>,
    numbers: std::collections::HashMap<String, u32>,
}

impl PartsBuilder {
    /// Says that the next triangles belong to the part of this name.
    pub fn add(&mut self, name: &str, triangles: usize) {
        let next = self.names.len() as u32;
        let number = *self.numbers.entry(name.to_owned()).or_insert_with(|| {
            self.names.push(name.to_owned());
            next
        });
        self.part_of.extend(std::iter::repeat_n(number, triangles));
    }

    /// The mesh with its parts. A single part that has no name is none.
    pub fn build(self, mesh: Mesh) -> MeshParts {
        match self.names.as_slice() {
            [] => MeshParts::whole(mesh),
            [name] if name.is_empty() => MeshParts::whole(mesh),
            _ => MeshParts { mesh: Arc::new(mesh), part_of: self.part_of, names: self.names },
        }
    }
}

/// What is done with a part, by its name, so that it stays when the file is written anew.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartUse {
    pub name: String,
    /// Whether the part is left out of the run.
    pub hidden: bool,
    /// The area of its triangles; `None` decides by slope.
    pub area: Option<AreaId>,
}

/// A mesh and what is done with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshSource {
    pub parts: Shared<MeshParts>,
    pub transform: Transform,
    /// Parts with which something is done; the others are as the file has them.
    pub uses: Vec<PartUse>,
}

impl MeshSource {
    /// A mesh as it is.
    pub fn new(parts: MeshParts) -> Self {
        Self { parts: Shared::new(parts), ..Self::default() }
    }

    /// What is done with a part.
    pub fn use_of(&self, name: &str) -> PartUse {
        let known = self.uses.iter().find(|part| part.name == name).cloned();
        known.unwrap_or_else(|| PartUse { name: name.to_owned(), ..PartUse::default() })
    }

    /// Says what is done with a part; a part as its file has it is not listed.
    pub fn set_use(&mut self, part: PartUse) {
        self.uses.retain(|other| other.name != part.name);
        if part.hidden || part.area.is_some() {
            self.uses.push(part);
            let order = |name: &str| self.parts.names.iter().position(|other| other == name);
            self.uses.sort_by_key(|part| order(&part.name));
        }
    }

    /// Names of uses that the mesh has no part for.
    pub fn unknown_parts(&self) -> Vec<&str> {
        let is_unknown = |name: &&str| !self.parts.names.iter().any(|known| known == name);
        self.uses.iter().map(|part| part.name.as_str()).filter(is_unknown).collect()
    }

    /// The mesh for the pipeline: hidden parts left out, in the file's order, turned and scaled.
    pub fn to_mesh(&self) -> Arc<Mesh> {
        let mesh = &self.parts.mesh;
        if self.transform.is_identity() && self.uses.is_empty() {
            return mesh.clone();
        }
        let uses: Vec<PartUse> = self.parts.names.iter().map(|name| self.use_of(name)).collect();
        let use_of = |triangle: usize| self.parts.part_of.get(triangle).map(|&part| &uses[part as usize]);
        let gives_areas = mesh.areas.is_some() || uses.iter().any(|part| part.area.is_some());
        let (mut indices, mut areas) = (Vec::with_capacity(mesh.indices.len()), Vec::new());
        for (number, corners) in mesh.indices.chunks(3).enumerate() {
            let part = use_of(number);
            if part.is_some_and(|part| part.hidden) {
                continue;
            }
            match *corners {
                [a, b, c] if self.transform.reverses() => indices.extend([a, c, b]),
                _ => indices.extend(corners), // What is no whole triangle is the pipeline's to refuse.
            }
            if gives_areas {
                let own = mesh.areas.as_ref().and_then(|areas| areas.get(number).copied().flatten());
                areas.push(part.and_then(|part| part.area).or(own));
            }
        }
        // A wrong number of areas is the pipeline's to refuse as well.
        let surplus = mesh.areas.as_ref().and_then(|areas| areas.get(mesh.triangle_count()..)).unwrap_or_default();
        areas.extend_from_slice(surplus);
        let vertices = mesh.vertices.iter().map(|&position| self.transform.apply(position)).collect();
        Arc::new(Mesh { vertices, indices, areas: gives_areas.then_some(areas) })
    }
}
