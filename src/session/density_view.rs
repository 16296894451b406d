//! What is shown of densities and voxels at the input.

pub use crate::inspect::Slice;
use crate::source::{Content, DensityForm, Document};

/// How a surface is lit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shading {
    /// By the gradient of the density.
    #[default]
    Smooth,
    /// Each triangle by itself.
    Flat,
}

impl Shading {
    /// Both ways.
    pub const ALL: [Self; 2] = [Self::Smooth, Self::Flat];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Smooth => "smooth",
            Self::Flat => "flat",
        }
    }

    /// The shading with this [`Shading::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shading| shading.name() == name)
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        if self == Self::Smooth { Self::Flat } else { Self::Smooth }
    }
}

/// What is shown of densities and voxels at the input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DensityView {
    /// The faces of surfaces; `None` shows those that are run.
    pub surface: Option<bool>,
    /// Cubes around solid samples, and voxels; `None` shows those that are run.
    pub blocks: Option<bool>,
    /// The edges of surfaces, also without their faces.
    pub wireframe: bool,
    pub shading: Shading,
    /// Short lines out of the vertices of surfaces.
    pub normals: bool,
    pub slice: Option<Slice>,
}

impl DensityView {
    /// Whether the faces of a surface are shown, of a density that is run in this form.
    pub fn shows_surface(&self, run_as: DensityForm) -> bool {
        self.surface.unwrap_or(run_as == DensityForm::Surface)
    }

    /// With the faces of surfaces shown or not. What is run anyhow goes on following that.
    #[must_use]
    pub fn with_surface(self, shows: bool, run_as: DensityForm) -> Self {
        Self { surface: Some(shows).filter(|&shows| shows != (run_as == DensityForm::Surface)), ..self }
    }

    /// With blocks shown or not. What is run anyhow goes on following that.
    #[must_use]
    pub fn with_blocks(self, shows: bool, run_as: DensityForm) -> Self {
        Self { blocks: Some(shows).filter(|&shows| shows != (run_as == DensityForm::Blocks)), ..self }
    }

    /// Whether blocks are shown, of a density that is run in this form. Voxels are run as blocks.
    pub fn shows_blocks(&self, run_as: DensityForm) -> bool {
        self.blocks.unwrap_or(run_as == DensityForm::Blocks)
    }
}

/// The form in which an input is run; `None` for one that is neither density nor voxels.
pub fn run_as(content: &Content) -> Option<DensityForm> {
    match content {
        Content::Density(density) => Some(density.form),
        Content::Voxels(_) => Some(DensityForm::Blocks),
        Content::Mesh(_) | Content::Heights(_) | Content::Missing(_) => None,
    }
}

/// The form of the first density of a document, or of its voxels where there is none; what a switch for all begins from.
pub fn first_form(document: &Document) -> Option<DensityForm> {
    let forms = || document.sources.iter().filter_map(|source| Some((run_as(&source.content)?, &source.content)));
    let density = forms().find(|(_, content)| matches!(content, Content::Density(_)));
    density.or_else(|| forms().next()).map(|(form, _)| form)
}
