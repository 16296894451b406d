//! A run with what it was made from, and the way from a triangle's number back to its mesh.

use crate::pipeline::triangle::{SlopeClass, Triangle};
use crate::pipeline::{AreaId, Input, Mesh, PipelineRun, Scene};
use crate::source::{Content, Document, Source};
use std::sync::Arc;

/// What questions are asked about.
#[derive(Clone, Copy, Debug)]
pub struct Level<'a> {
    pub document: &'a Document,
    /// The scene that was made of the document.
    pub scene: &'a Scene,
    pub run: &'a PipelineRun,
}

/// The triangles of all meshes and height grids of a run, by the numbers that pieces carry.
#[derive(Clone, Debug, Default)]
pub struct RunTriangles {
    /// Input, number of its first triangle, and its triangles.
    meshes: Vec<(usize, usize, Arc<Mesh>)>,
}

/// How the slope rule sees a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slope {
    pub class: SlopeClass,
    /// The upward part of the unit normal, `ny / len`, which must be above the limit.
    pub upward: f32,
    /// The limit.
    pub cosine: f32,
    /// The two sides that the rule compares: `ny`, and the limit times the normal's length, in float32.
    pub compared: [f32; 2],
    /// The area that the mesh itself gives, which overrules the slope.
    pub own_area: Option<AreaId>,
}

impl Slope {
    /// The angle to the horizontal in degrees, 0 to 180.
    pub fn degrees(&self) -> f64 {
        f64::from(self.upward).clamp(-1.0, 1.0).acos().to_degrees()
    }

    /// The steepest walkable slope in degrees.
    pub fn limit_degrees(&self) -> f64 {
        f64::from(self.cosine).clamp(-1.0, 1.0).acos().to_degrees()
    }
}

impl RunTriangles {
    /// The triangles of a checked scene. Linear in the size of height grids, whose triangles are made for this.
    pub fn new(scene: &Scene) -> Self {
        let (mut meshes, mut first) = (Vec::new(), 0);
        for (number, mesh) in scene.inputs.iter().map(Input::triangles).enumerate() {
            let Some(mesh) = mesh else { continue };
            let count = mesh.triangle_count();
            meshes.push((number, first, mesh));
            first += count;
        }
        Self { meshes }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.meshes.last().map_or(0, |(_, first, mesh)| first + mesh.triangle_count())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The input that a triangle belongs to, and its number there.
    pub fn place(&self, triangle: u32) -> Option<(usize, usize)> {
        let (input, own, _) = self.find(triangle)?;
        Some((input, own))
    }

    /// The corners of a triangle in world units.
    pub fn corners(&self, triangle: u32) -> Option<[[f64; 3]; 3]> {
        let (_, own, mesh) = self.find(triangle)?;
        let corners: [i32; 3] = mesh.indices.get(3 * own..3 * own + 3)?.try_into().ok()?;
        Some(corners.map(|index| mesh.vertices[index as usize]))
    }

    /// A triangle in the frame's coordinates.
    pub fn in_frame(&self, run: &PipelineRun, triangle: u32) -> Option<Triangle> {
        Some(Triangle::new(&run.frame, self.corners(triangle)?))
    }

    /// How the slope rule sees a triangle.
    pub fn slope(&self, run: &PipelineRun, triangle: u32) -> Option<Slope> {
        let (_, own, mesh) = self.find(triangle)?;
        let cosine = run.settings.slope_cosine;
        let triangle = Triangle::new(&run.frame, self.corners(triangle)?);
        let upward = triangle.normal[1] / triangle.length;
        let compared = [triangle.normal[1], cosine * triangle.length];
        Some(Slope { class: triangle.slope_class(cosine), upward, cosine, compared, own_area: mesh.area(own) })
    }

    /// All triangles with their numbers, in order, and their corners in world units.
    pub fn all(&self) -> impl Iterator<Item = (u32, [[f64; 3]; 3])> {
        self.meshes.iter().flat_map(|(_, first, mesh)| {
            mesh.triangles().enumerate().map(move |(own, corners)| ((first + own) as u32, corners))
        })
    }

    /// The numbers of all triangles.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        0..self.len() as u32
    }

    fn find(&self, triangle: u32) -> Option<(usize, usize, &Mesh)> {
        let triangle = triangle as usize;
        let position = self.meshes.partition_point(|(_, first, _)| *first <= triangle).checked_sub(1)?;
        let (input, first, mesh) = &self.meshes[position];
        let own = triangle - first;
        (own < mesh.triangle_count()).then_some((*input, own, mesh))
    }
}

impl Level<'_> {
    /// What a person calls a triangle: its part where it has one, else the file or kind of its input.
    pub fn name_of(&self, triangles: &RunTriangles, triangle: u32) -> Option<String> {
        let (input, own) = triangles.place(triangle)?;
        let source = self.document.sources.get(input)?;
        Some(part_of(source, own).unwrap_or_else(|| name_of_source(source)))
    }
}

/// What a person calls an input.
pub fn name_of_source(source: &Source) -> String {
    let file = source.file.as_deref().and_then(|path| path.file_name());
    file.map_or_else(|| source.content.label().to_lowercase(), |name| name.to_string_lossy().into_owned())
}

/// The part that the `triangle`-th triangle of a source belongs to, counted without parts that are left out.
fn part_of(source: &Source, triangle: usize) -> Option<String> {
    let Content::Mesh(mesh) = &source.content else { return None };
    let parts = &mesh.parts;
    let hidden: Vec<bool> = parts.names.iter().map(|name| mesh.use_of(name).hidden).collect();
    let part = match hidden.contains(&true) {
        false => *parts.part_of.get(triangle)?,
        true => *parts.part_of.iter().filter(|&&part| !hidden[part as usize]).nth(triangle)?,
    };
    parts.names.get(part as usize).cloned()
}
