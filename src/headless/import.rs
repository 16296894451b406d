//! How files are read and what is made of their inputs, from the command line.

use crate::io::{RawLayout, ReadAs, ReadOptions};
use crate::pipeline::Monitor;
use crate::pipeline::monitor::NO_LIMIT;
use crate::session::Document;
use crate::source::{Content, DensityForm, Handedness, HeightSource, Solid, Transform, UpAxis};
use anyhow::ensure;
use clap::Args;

/// What is said about the files of a scene. It holds for every input that it has a meaning for.
#[derive(Clone, Debug, Default, PartialEq, Args)]
#[command(next_help_heading = "Import")]
pub struct Import {
    /// Meshes: the axis of the file that points up: x, y, z, -x, -y or -z
    #[arg(long, value_name = "AXIS", allow_hyphen_values = true, value_parser = word(UpAxis::from_name, "x, y, z, -x, -y or -z"))]
    pub up: Option<UpAxis>,
    /// Meshes: whether the file's axes are those of a right or a left hand
    #[arg(long, value_name = "HAND", value_parser = word(Handedness::from_name, "right or left"))]
    pub handedness: Option<Handedness>,
    /// Meshes: units of the file that make one of ours, such as 100 for centimetres
    #[arg(long, value_name = "UNITS", value_parser = positive)]
    pub units_per_metre: Option<f64>,
    /// Meshes: triangles face the other side than the order of their corners says
    #[arg(long)]
    pub flip_winding: bool,
    /// Arrays and raw samples: read them as voxels, density or heights
    #[arg(long, value_name = "KIND", value_parser = word(ReadAs::from_name, "voxels, density or heights"))]
    pub read_as: Option<ReadAs>,
    /// Raw samples: sizes, type and byte order, such as 64x32x64:u8:le:xyz or 513x513:u16:le
    #[arg(long, value_name = "LAYOUT")]
    pub raw: Option<RawLayout>,
    /// Arrays: what each axis is, such as zyx or x-zy; y is up
    #[arg(long, value_name = "AXES", allow_hyphen_values = true)]
    pub axes: Option<crate::io::voxels::Axes>,
    /// Densities: run them as a surface or as blocks
    #[arg(long = "as", value_name = "FORM", value_parser = word(DensityForm::from_name, "surface or blocks"))]
    pub form: Option<DensityForm>,
    /// Densities: the value between solid and air
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true)]
    pub iso: Option<f32>,
    /// Densities: density where more is solid, distance where less is
    #[arg(long, value_name = "SIGN", value_parser = word(Solid::from_name, "density or distance"))]
    pub sign: Option<Solid>,
    /// Densities: close what is solid at the border of the samples
    #[arg(long)]
    pub cap: bool,
    /// Height maps and densities: world units between samples
    #[arg(long, value_name = "UNITS", value_parser = positive)]
    pub spacing: Option<f64>,
    /// Height maps: world units of height for one unit of a sample
    #[arg(long, value_name = "FACTOR", allow_negative_numbers = true)]
    pub scale_y: Option<f64>,
    /// The most memory to use, such as 8 for 8 gigabytes
    #[arg(long, value_name = "GB", value_parser = gigabytes)]
    pub memory_limit: Option<u64>,
}

impl Import {
    /// What is said about reading a file.
    pub fn options(&self) -> ReadOptions {
        ReadOptions { read_as: self.read_as, raw: self.raw, axes: self.axes }
    }

    /// A monitor with the limit of memory.
    pub fn monitor(&self) -> Monitor {
        Monitor::new(self.memory_limit.unwrap_or(NO_LIMIT))
    }

    /// Changes the inputs of a document.
    ///
    /// # Errors
    /// A word that has no meaning for any of them: it would change nothing.
    pub fn apply(&self, document: &mut Document) -> anyhow::Result<()> {
        let (mut meshes, mut densities, mut heights) = (0, 0, 0);
        for source in &mut document.sources {
            match &mut source.content {
                Content::Mesh(mesh) => {
                    meshes += 1;
                    self.apply_transform(&mut mesh.transform);
                }
                Content::Heights(HeightSource::Map(map)) => {
                    heights += 1;
                    set(&mut map.placement.spacing, self.spacing.map(|spacing| spacing as f32));
                    set(&mut map.placement.scale_y, self.scale_y);
                }
                Content::Density(density) => {
                    densities += 1;
                    set(&mut density.form, self.form);
                    set(&mut density.iso, self.iso);
                    set(&mut density.solid, self.sign);
                    set(&mut density.spacing, self.spacing.map(|spacing| spacing as f32));
                    density.cap |= self.cap;
                }
                Content::Heights(HeightSource::Grid(_)) | Content::Voxels(_) | Content::Missing(_) => {}
            }
        }
        let of_mesh =
            self.up.is_some() || self.handedness.is_some() || self.units_per_metre.is_some() || self.flip_winding;
        let of_density = self.form.is_some() || self.iso.is_some() || self.sign.is_some() || self.cap;
        ensure!(!of_mesh || meshes > 0, "axes, units and winding have no meaning here: there is no mesh");
        ensure!(!of_density || densities > 0, "form, iso, sign and cap have no meaning here: there is no density");
        ensure!(self.scale_y.is_none() || heights > 0, "a scale has no meaning here: there is no height map");
        let has_samples = heights + densities > 0;
        ensure!(self.spacing.is_none() || has_samples, "a spacing has no meaning here: there are no samples");
        Ok(())
    }

    fn apply_transform(&self, transform: &mut Transform) {
        set(&mut transform.up, self.up);
        set(&mut transform.handedness, self.handedness);
        set(&mut transform.units_per_metre, self.units_per_metre);
        transform.flip_winding |= self.flip_winding;
    }
}

/// Puts a value that was given in the place of another.
pub(super) fn set<T>(target: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *target = value;
    }
}

pub(super) fn word<T: Clone + Send + Sync + 'static>(
    find: fn(&str) -> Option<T>,
    known: &'static str,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| find(text).ok_or_else(|| format!("this is none of {known}"))
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "a number above 0".into())
}

/// Reads a limit of memory in gigabytes, as bytes.
pub(super) fn gigabytes(text: &str) -> Result<u64, String> {
    positive(text).map(|number| (number * 1e9) as u64)
}
