//! Densities in scene files.

use super::input::{Context, word};
use super::input_schema as s;
use super::shortest;
use crate::io::{LoadError, load};
use crate::source::density_source::Samples;
use crate::source::{Content, DensityForm, DensitySource, Shared, Solid, Source};
use crate::surface::density_grid::Margin;
use crate::surface::shapes::Shape;

/// Reads a density, with its file where it has one.
///
/// # Errors
/// A density with more or fewer than one of file, values and shape; words that are not known; a file that cannot be opened.
pub fn read(input: s::Density, context: &mut Context<'_>) -> Result<Source, LoadError> {
    let margin = match input.margin {
        None | Some(0) => Margin::None,
        Some(1) => Margin::One,
        Some(margin) => return Err(context.bad(format!("margin {margin} is neither 0 nor 1"))),
    };
    let bad = |reason: String| context.bad(reason);
    let solid = word("sign", input.sign, Solid::from_name, &Solid::ALL.map(Solid::name)).map_err(bad)?;
    let form = word("as", input.r#as, DensityForm::from_name, &DensityForm::ALL.map(DensityForm::name)).map_err(bad)?;
    let (file, source) = match (input.file, input.values, input.shape, input.samples) {
        (None, Some(values), None, Some(samples)) if input.axes.is_none() && input.raw.is_none() => {
            (None, DensitySource::new(samples, Samples::Values(Shared::new(values))))
        }
        (None, None, Some(shape), Some(samples)) if input.axes.is_none() && input.raw.is_none() => {
            (None, DensitySource::new(samples, Samples::Shape(shape_of(shape))))
        }
        (Some(name), None, None, None) => {
            let options = context.options(input.axes, input.raw)?;
            let (path, (content, notes)) = context.open(&name, |bytes, path| load::density(bytes, path, &options))?;
            context.note(notes);
            let Content::Density(source) = content else { return Err(context.bad("this file has no density")) };
            (Some(path), source)
        }
        _ => return Err(context.bad("a density needs samples with values or a shape; or a file, and no samples")),
    };
    let source = DensitySource {
        margin,
        origin: input.origin.unwrap_or_default(),
        spacing: input.spacing.map_or(1.0, |spacing| spacing as f32),
        iso: input.iso.map_or(0.0, |iso| iso as f32),
        solid: solid.unwrap_or_default(),
        form: form.unwrap_or_default(),
        cap: input.cap.unwrap_or(false),
        ..source
    };
    Ok(Source { file, content: Content::Density(source) })
}

/// A density as a scene file has it; of one from a file only the reference and what was chosen about it.
pub fn to_file(source: &DensitySource, file: Option<String>) -> s::Density {
    let is_of_file = file.is_some();
    let own = s::Density {
        file,
        axes: source.axes.clone(),
        raw: source.raw.clone(),
        margin: Some(u8::from(source.margin == Margin::One)),
        origin: Some(source.origin),
        spacing: Some(shortest(source.spacing)),
        iso: Some(shortest(source.iso)),
        sign: Some(source.solid.name().to_owned()),
        r#as: Some(source.form.name().to_owned()),
        cap: Some(source.cap),
        ..s::Density::default()
    };
    match &source.samples {
        _ if is_of_file => own,
        Samples::Values(values) => s::Density { samples: Some(source.counts), values: Some(values.to_vec()), ..own },
        Samples::Shape(shape) => s::Density { samples: Some(source.counts), shape: Some(shape_block(*shape)), ..own },
    }
}

fn shape_of(block: s::ShapeBlock) -> Shape {
    match block {
        s::ShapeBlock::Ball { radius } => Shape::Ball { radius },
        s::ShapeBlock::Slab { height } => Shape::Slab { height },
        s::ShapeBlock::Tunnel { radius, tunnel } => Shape::Tunnel { radius, tunnel },
        s::ShapeBlock::Terrain { seed, height } => Shape::Terrain { seed, height },
    }
}

fn shape_block(shape: Shape) -> s::ShapeBlock {
    match shape {
        Shape::Ball { radius } => s::ShapeBlock::Ball { radius },
        Shape::Slab { height } => s::ShapeBlock::Slab { height },
        Shape::Tunnel { radius, tunnel } => s::ShapeBlock::Tunnel { radius, tunnel },
        Shape::Terrain { seed, height } => s::ShapeBlock::Terrain { seed, height },
    }
}
