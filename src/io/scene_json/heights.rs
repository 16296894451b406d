//! Height grids in scene files.

use super::input::Context;
use super::input_schema as s;
use super::shortest;
use crate::io::LoadError;
use crate::pipeline::HeightGrid;
use crate::source::height_map::HeightPlacement;
use crate::source::{Content, HeightSource, Shared, Source};

/// Reads heights, with their file where they have one.
pub fn read(input: s::HeightGrid, context: &mut Context<'_>) -> Result<Source, LoadError> {
    match input {
        s::HeightGrid {
            file: None,
            raw: None,
            count_x: Some(count_x),
            count_z: Some(count_z),
            spacing: Some(spacing),
            x0: Some(x0),
            z0: Some(z0),
            heights: Some(heights),
            scale_y: None,
            offset_y: None,
            flip_x: None,
            flip_z: None,
            quarter_turns: None,
        } => {
            let grid = HeightGrid { count_x, count_z, spacing: spacing as f32, x0, z0, heights };
            Ok(Source { file: None, content: Content::Heights(HeightSource::Grid(Shared::new(grid))) })
        }
        s::HeightGrid { file: None, .. } => Err(context.bad(
            "a height grid needs a file; or count_x, count_z, spacing, x0, z0 and heights, and none of a file's fields",
        )),
        s::HeightGrid { file: Some(_), .. } => Err(context.bad("a height grid's file")),
    }
}

/// Heights as a scene file has them.
pub fn to_file(heights: &HeightSource, file: Option<String>) -> s::HeightGrid {
    match heights {
        HeightSource::Grid(grid) => s::HeightGrid {
            count_x: Some(grid.count_x),
            count_z: Some(grid.count_z),
            spacing: Some(shortest(grid.spacing)),
            x0: Some(grid.x0),
            z0: Some(grid.z0),
            heights: Some(grid.heights.clone()),
            ..s::HeightGrid::default()
        },
        HeightSource::Map(_) => s::HeightGrid { file, ..s::HeightGrid::default() },
    }
}

/// The numbers of a placement that are written out.
pub fn numbers_of(placement: &HeightPlacement) -> Vec<f64> {
    vec![f64::from(placement.spacing)]
}
