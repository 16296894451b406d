//! What is saved and undone.

use super::height_source::HeightMapSource;
use super::{DensitySource, HeightSource, MeshParts, MeshSource, MissingSource, Shared, VoxelSource, Voxels};
use crate::pipeline::{ConvexVolume, FrameSpec, Input, Scene, SpanSettings};
use crate::surface::shapes::Shape;
use std::path::PathBuf;

/// Everything a run depends on, with what its inputs are made from. A copy costs little: what is large is shared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    pub frame: FrameSpec,
    pub settings: SpanSettings,
    /// Run in list order into one heightfield.
    pub sources: Vec<Source>,
    /// Applied in list order; later ones overwrite.
    pub volumes: Vec<ConvexVolume>,
}

/// An input as a person has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// The file it was read from; `None` when the scene file holds it.
    pub file: Option<PathBuf>,
    pub content: Content,
}

/// What a source holds, and what was chosen about it.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    Mesh(MeshSource),
    Heights(HeightSource),
    Voxels(VoxelSource),
    Density(DensitySource),
    /// The file is not there.
    Missing(MissingSource),
}

impl Content {
    /// What a person calls it.
    pub fn label(&self) -> &'static str {
        match self {
            Self::Mesh(_) => "Mesh",
            Self::Heights(_) => "Height grid",
            Self::Voxels(_) => "Voxels",
            Self::Density(_) => "Density",
            Self::Missing(missing) => missing.label,
        }
    }
}

impl Content {
    /// What was chosen about this, over data that was read anew. Of data of another kind nothing was chosen yet.
    #[must_use]
    pub fn with_data_of(&self, new: Self) -> Self {
        match (self, new) {
            (Self::Mesh(old), Self::Mesh(new)) => Self::Mesh(MeshSource { parts: new.parts, ..old.clone() }),
            (Self::Voxels(old), Self::Voxels(new)) => Self::Voxels(VoxelSource { voxels: new.voxels, ..old.clone() }),
            (Self::Density(old), Self::Density(new)) => {
                Self::Density(DensitySource { counts: new.counts, samples: new.samples, ..old.clone() })
            }
            (Self::Heights(HeightSource::Map(old)), Self::Heights(HeightSource::Map(new))) => {
                Self::Heights(HeightSource::Map(HeightMapSource { samples: new.samples, ..old.clone() }))
            }
            (_, new) => new,
        }
    }
}

impl From<Scene> for Document {
    /// A document that holds all of a scene's inputs itself.
    fn from(Scene { frame, settings, inputs, volumes }: Scene) -> Self {
        let sources = inputs.into_iter().map(Source::from).collect();
        Self { frame, settings, sources, volumes }
    }
}

impl Source {
    /// One of the shapes that ship with the program, over 32 cells a side of this size, around this point of the world.
    pub fn of_shape(shape: Shape, spacing: f32, middle: [f64; 3]) -> Self {
        let origin = middle.map(|middle| middle - 16.0 * f64::from(spacing));
        let density = DensitySource { spacing, origin, ..DensitySource::of_shape(shape, [32; 3]) };
        Self { file: None, content: Content::Density(density) }
    }
}

impl From<Input> for Source {
    fn from(input: Input) -> Self {
        let content = match input {
            Input::Mesh(mesh) => Content::Mesh(MeshSource::new(MeshParts { mesh, ..MeshParts::default() })),
            Input::HeightGrid(grid) => Content::Heights(HeightSource::Grid(Shared::from(grid))),
            Input::Chunk(chunk) => Content::Voxels(Voxels::of_chunk((*chunk).clone()).into_source(&chunk)),
        };
        Self { file: None, content }
    }
}

impl Document {
    /// The same frame, settings and volumes.
    #[must_use]
    pub fn without_inputs(&self) -> Self {
        let Self { frame, settings, sources: _, volumes } = self;
        Self { frame: *frame, settings: *settings, sources: Vec::new(), volumes: volumes.clone() }
    }

    /// The inputs that are left out, as their file is not there, by number.
    pub fn missing(&self) -> impl Iterator<Item = (usize, &PathBuf)> {
        let missing =
            self.sources.iter().enumerate().filter(|(_, source)| matches!(source.content, Content::Missing(_)));
        missing.filter_map(|(number, source)| Some((number, source.file.as_ref()?)))
    }

    /// The files that are read for this document.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.sources.iter().filter_map(|source| source.file.as_ref())
    }

    /// A scene that has this document's frame, settings and volumes, and these inputs.
    pub fn with_inputs(&self, inputs: Vec<Input>) -> Scene {
        Scene { frame: self.frame, settings: self.settings, inputs, volumes: self.volumes.clone() }
    }
}
