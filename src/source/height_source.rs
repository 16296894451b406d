//! Heights over a lattice: of the scene itself, or a height map's.

use super::Shared;
use super::error::SourceErrorKind;
use super::height_map::{HeightPlacement, HeightSamples, to_input};
use crate::pipeline::{HeightGrid, Input};

/// Heights and where they are put.
#[derive(Clone, Debug, PartialEq)]
pub enum HeightSource {
    /// Points in the world.
    Grid(Shared<HeightGrid>),
    /// Samples of a file.
    Map(HeightMapSource),
}

/// A height map and what is done with it.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightMapSource {
    pub samples: Shared<HeightSamples>,
    pub placement: HeightPlacement,
    /// Size and byte order of a file that does not tell them.
    pub raw: Option<String>,
}

impl HeightSource {
    /// The input for the pipeline: a grid, or triangles where there are holes.
    ///
    /// # Errors
    /// Samples that make no square.
    pub fn to_input(&self) -> Result<Input, SourceErrorKind> {
        match self {
            Self::Grid(grid) => Ok(Input::HeightGrid(grid.arc())),
            Self::Map(map) => Ok(to_input(&map.samples, &map.placement)?),
        }
    }
}
