//! Making a scene of a document.

use super::error::SourceErrorKind;
use super::{Blocks, Content, DensityForm, DensitySurface, Document, Source, SourceError};
use crate::pipeline::{FrameSpec, Input, Monitor, Scene};
use std::sync::Arc;

/// What was made of a source.
#[derive(Clone, Debug)]
pub enum Made {
    Input(Input),
    /// A density's surface, and the input that it is.
    Surface(Arc<DensitySurface>, Input),
    /// Blocks, whose place depends on the frame; with the surface that is shown beside them, once it was asked for.
    Blocks(Arc<Blocks>, Option<Arc<DensitySurface>>),
}

/// Scenes of documents. What was made last is kept: of the next document only sources that changed are made anew.
#[derive(Debug, Default)]
pub struct Assembly {
    made: Vec<(Source, Made)>,
}

impl Assembly {
    /// The scene of a document.
    ///
    /// # Errors
    /// The first source that makes no input; a frame that cannot be made, where blocks need it; a run that was cancelled.
    pub fn scene(&mut self, document: &Document, monitor: &Monitor) -> Result<Scene, SourceError> {
        let mut made = Vec::with_capacity(document.sources.len());
        for (number, source) in document.sources.iter().enumerate() {
            let kept = self.made.iter().find(|(kept, _)| kept == source).map(|(_, made)| made.clone());
            let new = || make(&source.content, monitor).map_err(|reason| reason.of_input(number));
            made.push((source.clone(), kept.map_or_else(new, Ok)?));
        }
        self.made = made;
        self.place_blocks(document)
    }

    /// For each source of the last document the surface of its density, also where it is run as blocks.
    ///
    /// # Errors
    /// As [`DensitySource::surface`](super::DensitySource::surface).
    pub fn surfaces(&mut self, monitor: &Monitor) -> Result<Vec<Option<Arc<DensitySurface>>>, SourceError> {
        let of_made = |(number, (source, made)): (usize, &mut (Source, Made))| match (made, &source.content) {
            (Made::Surface(surface, _), _) => Ok(Some(surface.clone())),
            (Made::Blocks(_, Some(surface)), _) => Ok(Some(surface.clone())),
            (Made::Blocks(_, shown), Content::Density(density)) => {
                let surface = density.surface(monitor).map_err(|reason| reason.of_input(number))?;
                Ok(shown.insert(Arc::new(surface)).clone().into())
            }
            _ => Ok(None),
        };
        self.made.iter_mut().enumerate().map(of_made).collect()
    }

    /// What was made of each source of the last document.
    pub fn made(&self) -> impl Iterator<Item = &Made> {
        self.made.iter().map(|(_, made)| made)
    }

    /// The frame of a document with blocks is that of its other inputs; of blocks and chunks alone it begins at 0.
    fn place_blocks(&self, document: &Document) -> Result<Scene, SourceError> {
        let input = |made: &Made| match made {
            Made::Input(input) | Made::Surface(_, input) => Some(input.clone()),
            Made::Blocks(..) => None,
        };
        let others = document.with_inputs(self.made().filter_map(input).collect());
        if others.inputs.len() == self.made.len() {
            return Ok(others);
        }
        let cells = document.frame.cell();
        let origin = match document.frame {
            FrameSpec::Auto { .. } if others.inputs.iter().all(|input| matches!(input, Input::Chunk(_))) => [0.0; 3],
            _ => others.resolve_frame()?.origin(),
        };
        let mut inputs = Vec::with_capacity(self.made.len());
        for (number, made) in self.made().enumerate() {
            inputs.push(match made {
                Made::Input(input) | Made::Surface(_, input) => input.clone(),
                Made::Blocks(blocks, _) => {
                    let chunk = blocks.in_grid(origin, cells).map_err(|reason| reason.of_input(number))?;
                    Input::Chunk(Arc::new(chunk))
                }
            });
        }
        Ok(document.with_inputs(inputs))
    }
}

fn make(content: &Content, monitor: &Monitor) -> Result<Made, SourceErrorKind> {
    monitor.check()?;
    Ok(match content {
        Content::Mesh(mesh) => {
            let units = mesh.transform.units_per_metre;
            if !(units.is_finite() && units > 0.0) {
                return Err(SourceErrorKind::Units { value: units });
            }
            Made::Input(Input::Mesh(mesh.to_mesh()))
        }
        Content::Heights(heights) => Made::Input(heights.to_input()?),
        Content::Voxels(voxels) => Made::Input(Input::Chunk(voxels.to_chunk())),
        Content::Missing(_) => Made::Input(Input::Mesh(Arc::default())),
        Content::Density(density) => match density.form {
            DensityForm::Surface => {
                let surface = Arc::new(density.surface(monitor)?);
                let input = Input::Mesh(surface.to_mesh());
                Made::Surface(surface, input)
            }
            DensityForm::Blocks => Made::Blocks(Arc::new(density.blocks(monitor)?), None),
        },
    })
}
