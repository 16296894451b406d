//! Surfaces as mesh files.
//!
//! [`ExportMesh`] holds what is written, [`write()`] makes the bytes of a file, [`save()`] puts them in its place.

mod error;
mod obj;
mod ply;
mod stl;

pub use error::ExportError;

use super::formats::has_extension;
use super::replace::{is_same_file, replace_file};
use crate::pipeline::Monitor;
use crate::pipeline::frame::MAX_COORDINATE;
use crate::source::{Content, DensitySurface, Document};
use crate::surface::{Surface, Topology, topology};
use std::path::Path;

/// A kind of file that a surface can be written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshFormat {
    /// Text: positions and normals in vertex order as the shortest decimals that read back to the same float32.
    Obj,
    /// Binary, little-endian: positions, normals, triangles.
    Ply,
    /// Binary: the corners of each triangle, and the normal of its plane.
    Stl,
}

impl MeshFormat {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Obj, Self::Ply, Self::Stl];

    /// The end of a file's name, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Obj => "obj",
            Self::Ply => "ply",
            Self::Stl => "stl",
        }
    }

    /// The kind that a file's name ends in.
    ///
    /// # Errors
    /// [`ExportError::UnknownFormat`], which lists the kinds.
    pub fn of_path(path: &Path) -> Result<Self, ExportError> {
        let found = Self::ALL.into_iter().find(|format| has_extension(path, format.extension()));
        found.ok_or_else(|| ExportError::UnknownFormat { path: path.to_owned() })
    }
}

/// The side from which the corners of a triangle are seen counter-clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Winding {
    #[default]
    Air,
    /// Each triangle as first, third, second corner.
    Solid,
}

impl Winding {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::Air, Self::Solid];

    /// The name on the command line and on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Air => "air",
            Self::Solid => "solid",
        }
    }

    /// The side with this [`Winding::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|side| side.name() == name)
    }

    fn order(self, [a, b, c]: [u32; 3]) -> [u32; 3] {
        match self {
            Self::Air => [a, b, c],
            Self::Solid => [a, c, b],
        }
    }
}

/// Surfaces one after another, in world units: finite, and few enough to be numbered by every kind of file.
#[derive(Clone, Debug, Default)]
pub struct ExportMesh(Surface);

impl ExportMesh {
    /// Joins surfaces. Positions are world units, rounded once to float32: where a density's origin is 0 and its spacing 1,
    /// those are the mesher's own numbers, bit for bit. Vertices, normals and triangles keep the mesher's order.
    ///
    /// # Errors
    /// More vertices or triangles than files can number; a position beyond float32.
    pub fn new<'a>(surfaces: impl IntoIterator<Item = &'a DensitySurface>) -> Result<Self, ExportError> {
        let mut joined = Surface::default();
        for surface in surfaces {
            let Surface { normals, triangles, .. } = &surface.surface;
            let first = joined.positions.len();
            check_count("vertices", first + surface.surface.positions.len())?;
            check_count("triangles", joined.triangles.len() + triangles.len())?;
            joined.positions.extend(surface.positions_in_world().map(|position| position.map(|part| part as f32)));
            joined.normals.extend_from_slice(normals);
            joined.triangles.extend(triangles.iter().map(|corners| corners.map(|corner| corner + first as u32)));
        }
        let is_far = |part: &f32| part.is_nan() || part.abs() > MAX_COORDINATE as f32;
        match joined.positions.iter().position(|position| position.iter().any(is_far)) {
            Some(vertex) => Err(ExportError::OutOfRange { vertex }),
            None => Ok(Self(joined)),
        }
    }

    /// Where the vertices are, in world units.
    pub fn positions(&self) -> &[[f32; 3]] {
        &self.0.positions
    }

    /// Out of the solid, of length 1; 0 where the density does not change. One a vertex.
    pub fn normals(&self) -> &[[f32; 3]] {
        &self.0.normals
    }

    /// The corners of each triangle, counter-clockwise seen from the air.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.0.triangles
    }

    /// What holds of the mesh as it is written.
    pub fn topology(&self) -> Topology {
        topology(&self.0)
    }
}

/// The surfaces of a document's densities in list order, also of those that are run as blocks.
///
/// # Errors
/// No density; an input that is none; a density that has no surface; what needs more memory than there may be; the end of a
/// cancelled job.
pub fn surfaces(
    document: &Document,
    input: Option<usize>,
    monitor: &Monitor,
) -> Result<Vec<DensitySurface>, ExportError> {
    let inputs = document.sources.len();
    if let Some(input) = input {
        let content = &document.sources.get(input).ok_or(ExportError::NoInput { input, inputs })?.content;
        if !matches!(content, Content::Density(_)) {
            return Err(ExportError::NotADensity { input, found: content.label() });
        }
    }
    let mut surfaces = Vec::new();
    for (number, source) in document.sources.iter().enumerate() {
        let Content::Density(density) = &source.content else { continue };
        if input.is_none_or(|input| input == number) {
            surfaces.push(density.surface(monitor).map_err(|reason| reason.of_input(number))?);
        }
    }
    if surfaces.is_empty() { Err(ExportError::NoDensity) } else { Ok(surfaces) }
}

/// The bytes of a mesh file.
pub fn write(mesh: &ExportMesh, format: MeshFormat, winding: Winding) -> Vec<u8> {
    match format {
        MeshFormat::Obj => obj::write(mesh, winding),
        MeshFormat::Ply => ply::write(mesh, winding),
        MeshFormat::Stl => stl::write(mesh, winding),
    }
}

/// Writes a mesh to a file of the kind its name ends in: first beside it, then in its place.
///
/// # Errors
/// A name of no known kind; a file that the document reads; what the system says.
pub fn save(mesh: &ExportMesh, winding: Winding, path: &Path, document: &Document) -> Result<(), ExportError> {
    let format = MeshFormat::of_path(path)?;
    if document.files().any(|file| is_same_file(file, path)) {
        return Err(ExportError::WouldReplaceInput { path: path.to_owned() });
    }
    replace_file(path, &write(mesh, format, winding))
        .map_err(|source| ExportError::Io { path: path.to_owned(), source })
}

/// The most vertices and triangles of a file: programs read their numbers as an `i32`.
const MAX_COUNT: usize = i32::MAX as usize;

fn check_count(what: &'static str, count: usize) -> Result<(), ExportError> {
    if count > MAX_COUNT { Err(ExportError::TooMany { what, count, limit: MAX_COUNT }) } else { Ok(()) }
}
