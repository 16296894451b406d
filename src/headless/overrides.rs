//! Settings from the command line, which take the place of the scene's own.

use super::import::{Import, set};
use crate::app::job::{Opening, Override};
use crate::pipeline::FrameSpec;
use crate::session::Document;
use clap::Args;
use std::path::PathBuf;

/// Every setting of the pipeline. What is not given stays as the scene has it.
#[derive(Clone, Debug, Default, PartialEq, Args)]
#[command(next_help_heading = "Settings (instead of the scene's own)")]
pub struct Overrides {
    /// Width of a column in world units
    #[arg(long, value_name = "UNITS", allow_negative_numbers = true)]
    pub cell_size: Option<f32>,
    /// Height of a row in world units
    #[arg(long, value_name = "UNITS", allow_negative_numbers = true)]
    pub cell_height: Option<f32>,
    /// Upward part of the unit normal above which a triangle is walkable
    #[arg(long, value_name = "COSINE", allow_negative_numbers = true, conflicts_with = "slope_degrees")]
    pub slope_cosine: Option<f32>,
    /// The same as an angle: the steepest walkable slope
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true, value_parser = degrees)]
    pub slope_degrees: Option<f64>,
    /// Free height an agent needs
    #[arg(long, value_name = "ROWS", allow_negative_numbers = true)]
    pub height: Option<i32>,
    /// Highest step an agent can make
    #[arg(long, value_name = "ROWS", allow_negative_numbers = true)]
    pub climb: Option<i32>,
    /// Radius of an agent
    #[arg(long, value_name = "CELLS", allow_negative_numbers = true)]
    pub radius: Option<i32>,
    /// Distance of two surfaces within which the larger area wins; follows the climb when neither sets it
    #[arg(long, value_name = "ROWS", allow_negative_numbers = true)]
    pub merge_threshold: Option<i32>,
    /// Rows below the inputs, in a frame made from them
    #[arg(long, value_name = "ROWS")]
    pub pad_below: Option<u32>,
    /// Rows above the inputs, in a frame made from them
    #[arg(long, value_name = "ROWS")]
    pub pad_above: Option<u32>,
    /// Cells around the inputs, in a frame made from them
    #[arg(long, value_name = "CELLS")]
    pub pad_side: Option<u32>,
    /// Frame: world position of the lowest corner
    #[arg(long, value_name = "X,Y,Z", value_parser = triple::<f64>, allow_hyphen_values = true, requires = "frame_cells")]
    pub frame_origin: Option<[f64; 3]>,
    /// Frame: columns along x, columns along z, rows
    #[arg(long, value_name = "W,D,H", value_parser = triple::<i64>, allow_hyphen_values = true, requires = "frame_origin")]
    pub frame_cells: Option<[i64; 3]>,
    /// Frame: lowest corner of the bounds to cover
    #[arg(long, value_name = "X,Y,Z", value_parser = triple::<f64>, allow_hyphen_values = true, requires = "frame_max", conflicts_with = "frame_origin")]
    pub frame_min: Option<[f64; 3]>,
    /// Frame: highest corner of the bounds to cover
    #[arg(long, value_name = "X,Y,Z", value_parser = triple::<f64>, allow_hyphen_values = true, requires = "frame_min")]
    pub frame_max: Option<[f64; 3]>,
    #[command(flatten)]
    pub import: Import,
}

impl Overrides {
    /// A file, or the sample, to be opened with these settings by the window's worker.
    pub fn into_opening(self, path: Option<PathBuf>) -> Opening {
        let options = self.import.options();
        let overrides = Override::new(move |document| self.apply(document).map_err(|error| error.to_string()));
        Opening { path, options, overrides, ..Opening::default() }
    }

    /// Puts these settings in the place of the scene's.
    ///
    /// # Errors
    /// As [`Import::apply`], and a padding for a scene whose frame is not made from its inputs: it would change nothing.
    pub fn apply(&self, document: &mut Document) -> anyhow::Result<()> {
        self.import.apply(document)?;
        self.apply_frame(&mut document.frame)?;
        let settings = &mut document.settings;
        if let Some(degrees) = self.slope_degrees {
            settings.slope_cosine = degrees.to_radians().cos() as f32;
        }
        set(&mut settings.slope_cosine, self.slope_cosine);
        set(&mut settings.height_rows, self.height);
        set(&mut settings.climb_rows, self.climb);
        set(&mut settings.radius_cells, self.radius);
        if self.merge_threshold.is_some() {
            settings.merge_threshold_rows = self.merge_threshold;
        }
        Ok(())
    }

    fn apply_frame(&self, frame: &mut FrameSpec) -> anyhow::Result<()> {
        let [mut size, mut height] = frame.cell();
        set(&mut size, self.cell_size);
        set(&mut height, self.cell_height);
        *frame = frame.with_cell(size, height);
        if let (Some(origin), Some(dimensions)) = (self.frame_origin, self.frame_cells) {
            *frame = FrameSpec::Grid { origin, cell_size: size, cell_height: height, dimensions };
        }
        if let (Some(min), Some(max)) = (self.frame_min, self.frame_max) {
            *frame = FrameSpec::Bounds { min, max, cell_size: size, cell_height: height };
        }
        if let FrameSpec::Auto { pad_below, pad_above, pad_side, .. } = frame {
            set(pad_below, self.pad_below);
            set(pad_above, self.pad_above);
            set(pad_side, self.pad_side);
        } else if [self.pad_below, self.pad_above, self.pad_side].iter().any(Option::is_some) {
            anyhow::bail!("padding has no meaning here: the frame is not made from the inputs");
        }
        Ok(())
    }
}

/// Reads an angle that a slope can have.
fn degrees(text: &str) -> Result<f64, String> {
    let angle = text.parse().ok().filter(|angle| (0.0..=180.0).contains(angle));
    angle.ok_or_else(|| "an angle from 0 to 180 degrees".into())
}

/// Reads three numbers separated by commas.
pub fn triple<T: std::str::FromStr>(text: &str) -> Result<[T; 3], String> {
    let numbers: Vec<T> = text.split(',').filter_map(|part| part.trim().parse().ok()).collect();
    match <[T; 3]>::try_from(numbers) {
        Ok(triple) if text.split(',').count() == 3 => Ok(triple),
        _ => Err("three numbers separated by commas".into()),
    }
}
