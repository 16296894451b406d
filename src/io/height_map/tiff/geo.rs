//! What GeoTIFF and GDAL say about an image besides its samples.

use super::{File, HeightError};
use crate::source::height_map::SampleKind;
use tiff::tags::Tag;

/// Where GDAL keeps scale and offset, as XML.
const GDAL_METADATA: Tag = Tag::Unknown(42_112);

/// The keys of a GeoTIFF's directory: what positions are, and whether a sample is a square's centre or its corner.
const MODEL_TYPE: u16 = 1024;
const RASTER_TYPE: u16 = 1025;

/// The stored number that stands for no data, as a sample of this kind holds it.
///
/// # Errors
/// A tag that is no number.
pub fn nodata(file: &mut File, kind: SampleKind) -> Result<Option<f64>, HeightError> {
    let Some(text) = text(file, Tag::GdalNodata)? else { return Ok(None) };
    let text = text.trim();
    let value: f64 = text.parse().map_err(|_| {
        let shown: String = text.chars().take(20).collect();
        HeightError::Whole(format!("the value for no data is {shown:?}, not a number"))
    })?;
    Ok(Some(if kind == SampleKind::F32 { f64::from(value as f32) } else { value }))
}

/// Makes NaN of what stands for no data, and heights of the rest as scale and offset say, which is noted.
///
/// # Errors
/// A scale or offset that is no finite number.
pub fn unscale(
    file: &mut File,
    values: &mut [f64],
    nodata: Option<f64>,
    notes: &mut Vec<String>,
) -> Result<(), HeightError> {
    if let Some(nodata) = nodata {
        values.iter_mut().filter(|value| **value == nodata).for_each(|value| *value = f64::NAN);
    }
    let Some(metadata) = text(file, GDAL_METADATA)? else { return Ok(()) };
    let Ok(metadata) = roxmltree::Document::parse(&metadata) else {
        notes.push("metadata that is no XML is left aside".into());
        return Ok(());
    };
    let (scale, offset) = (role(&metadata, "scale")?, role(&metadata, "offset")?);
    if scale.is_none() && offset.is_none() {
        return Ok(());
    }
    let (scale, offset) = (scale.unwrap_or(1.0), offset.unwrap_or(0.0));
    values.iter_mut().for_each(|value| *value = offset + scale * *value);
    notes.push(format!("heights are samples times {scale} plus {offset}, as the file says"));
    Ok(())
}

/// Where an image lies, as far as the file says it.
#[derive(Default)]
pub struct Place {
    /// World units between samples along x and z.
    pub spacing: Option<[f64; 2]>,
    /// x and z of the first sample: easting, and negative northing since z is south.
    pub corner: Option<[f64; 2]>,
}

/// Reads where an image lies.
///
/// # Errors
/// Tags that cannot be read.
pub fn place(file: &mut File, notes: &mut Vec<String>) -> Result<Place, HeightError> {
    let spacing = match numbers(file, Tag::ModelPixelScaleTag)?[..] {
        [x, z, ..] if x.is_finite() && z.is_finite() && x > 0.0 && z > 0.0 => [x, z],
        [] => return Ok(Place::default()),
        _ => {
            notes.push("distances between samples that are not above 0 are left aside".into());
            return Ok(Place::default());
        }
    };
    if key(file, MODEL_TYPE)? == Some(2) {
        notes.push("distances between samples are in degrees, and heights are not".into());
    }
    // The tie point counts from the corner of the first square unless samples are points.
    let centre = if key(file, RASTER_TYPE)? == Some(2) { 0.0 } else { 0.5 };
    let corner = match numbers(file, Tag::ModelTiepointTag)?[..] {
        [column, row, _, x, y, ..] => Some([x + (centre - column) * spacing[0], -y + (centre - row) * spacing[1]]),
        _ => None,
    };
    let corner = corner.filter(|corner| corner.iter().all(|value| value.is_finite()));
    Ok(Place { spacing: Some(spacing), corner })
}

/// The number that a band's metadata has for a role.
fn role(metadata: &roxmltree::Document, role: &str) -> Result<Option<f64>, HeightError> {
    let first_band = |item: &roxmltree::Node| item.attribute("sample").is_none_or(|sample| sample == "0");
    let mut items = metadata.descendants().filter(|node| node.has_tag_name("Item") && first_band(node));
    let Some(item) = items.find(|item| item.attribute("role") == Some(role)) else { return Ok(None) };
    let text = item.text().unwrap_or_default().trim();
    match text.parse() {
        Ok(value) if f64::is_finite(value) => Ok(Some(value)),
        _ => {
            let shown: String = text.chars().take(20).collect();
            Err(HeightError::Whole(format!("the {role} of the heights is {shown:?}, not a finite number")))
        }
    }
}

/// The value of a GeoTIFF key that holds a single short number.
fn key(file: &mut File, wanted: u16) -> Result<Option<u16>, HeightError> {
    let directory = match file.find_tag(Tag::GeoKeyDirectoryTag)? {
        Some(value) => value.into_u16_vec()?,
        None => return Ok(None),
    };
    // The first four numbers are the directory's own; then come a key, where its value lies, how many there are, the
    // value.
    let found = directory.as_chunks::<4>().0.iter().skip(1).find(|[key, place, ..]| (*key, *place) == (wanted, 0));
    Ok(found.map(|[_, _, _, value]| *value))
}

fn numbers(file: &mut File, tag: Tag) -> Result<Vec<f64>, HeightError> {
    match file.find_tag(tag)? {
        Some(value) => Ok(value.into_f64_vec()?),
        None => Ok(Vec::new()),
    }
}

fn text(file: &mut File, tag: Tag) -> Result<Option<String>, HeightError> {
    Ok(match file.find_tag(tag)? {
        Some(value) => Some(value.into_string()?),
        None => None,
    })
}
