//! Height grids in scene files: heights of their own, or a height map's.

use super::input::Context;
use super::input_schema as s;
use super::shortest;
use crate::io::{LoadError, load};
use crate::pipeline::HeightGrid;
use crate::source::height_map::HeightPlacement;
use crate::source::height_source::HeightMapSource;
use crate::source::{Content, HeightSource, Shared, Source};

/// Reads heights, with their file where they have one.
///
/// # Errors
/// Heights with a file and points of their own, or with neither; a file that cannot be opened.
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
        s::HeightGrid { file: Some(name), count_x: None, count_z: None, heights: None, .. } => {
            let options = context.options(None, input.raw)?;
            let (path, (content, notes)) = context.open(&name, |bytes, path| load::heights(bytes, path, &options))?;
            context.note(notes);
            let Content::Heights(HeightSource::Map(map)) = content else {
                return Err(context.bad("this file has no heights"));
            };
            let default = map.placement;
            let placement = HeightPlacement {
                spacing: input.spacing.map_or(default.spacing, |spacing| spacing as f32),
                scale_y: input.scale_y.unwrap_or(default.scale_y),
                offset_y: input.offset_y.unwrap_or(default.offset_y),
                x0: input.x0.unwrap_or(default.x0),
                z0: input.z0.unwrap_or(default.z0),
                flip_x: input.flip_x.unwrap_or(default.flip_x),
                flip_z: input.flip_z.unwrap_or(default.flip_z),
                quarter_turns: input.quarter_turns.unwrap_or(default.quarter_turns),
            };
            let map = HeightMapSource { placement, ..map };
            Ok(Source { file: Some(path), content: Content::Heights(HeightSource::Map(map)) })
        }
        s::HeightGrid { file: Some(_), .. } => {
            Err(context.bad("a height grid from a file has no count_x, count_z or heights of its own"))
        }
        s::HeightGrid { file: None, .. } => Err(context.bad(
            "a height grid needs a file; or count_x, count_z, spacing, x0, z0 and heights, and none of a file's fields",
        )),
    }
}

/// Heights as a scene file has them; of a file's only the reference and where they are put.
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
        HeightSource::Map(HeightMapSource { placement, raw, .. }) => s::HeightGrid {
            file,
            raw: raw.clone(),
            spacing: Some(shortest(placement.spacing)),
            scale_y: Some(placement.scale_y),
            offset_y: Some(placement.offset_y),
            x0: Some(placement.x0),
            z0: Some(placement.z0),
            flip_x: placement.flip_x.then_some(true),
            flip_z: placement.flip_z.then_some(true),
            quarter_turns: (placement.quarter_turns != 0).then_some(placement.quarter_turns),
            ..s::HeightGrid::default()
        },
    }
}

/// The numbers of a placement that are written out.
pub fn numbers_of(placement: &HeightPlacement) -> Vec<f64> {
    let HeightPlacement { spacing, scale_y, offset_y, x0, z0, .. } = *placement;
    vec![spacing.into(), scale_y, offset_y, x0, z0]
}
