//! Scene files: JSON, version 1.

pub mod checks;
mod density;
mod heights;
mod input;
mod input_schema;
pub(super) mod kind;
mod mesh;
mod schema;
pub mod variant;
pub mod view;
mod voxels;

use super::progress::read;
use super::{LoadError, LoadedScene, Places};
use crate::pipeline::{ConvexVolume, FrameSpec, Monitor, SpanSettings};
use crate::source::density_source::Samples;
use crate::source::{Content, Document, HeightSource, Source};
use checks::CheckBlock;
pub(super) use input::read_missing;
pub use input::relative;
use kind::{ObjectKind, kind_of_object, without_mark};
use schema as s;
use std::path::Path;

/// The newest version of the format that is known here.
pub const VERSION: u64 = 1;

/// Whether this is surely a scene: a JSON object with the fields of one.
pub fn is_content(bytes: &[u8]) -> bool {
    kind_of_object(bytes) == Some(ObjectKind::Scene)
}

/// Reads a scene, and the files it names, which lie relative to `path`, with nobody watching.
///
/// # Errors
/// As [`parse_with`].
pub fn parse(bytes: &[u8], path: &Path) -> Result<LoadedScene, LoadError> {
    let monitor = Monitor::default();
    parse_with(bytes, path, &|path| read(path, &monitor), &monitor)
}

/// Reads a scene, and with `read_file` the files it names, which lie relative to `path`.
///
/// # Errors
/// Text that is no scene, with line and column for a wrong type or an unknown field; a newer version; a file that cannot be
/// opened.
pub fn parse_with(
    bytes: &[u8],
    path: &Path,
    read_file: &dyn Fn(&Path) -> Result<Vec<u8>, LoadError>,
    monitor: &Monitor,
) -> Result<LoadedScene, LoadError> {
    parse_at(bytes, path, read_file, &Places::default(), monitor)
}

/// The same of a scene some of whose files are not where it says.
///
/// # Errors
/// As [`parse_with`].
pub(super) fn parse_at(
    bytes: &[u8],
    path: &Path,
    read_file: &dyn Fn(&Path) -> Result<Vec<u8>, LoadError>,
    places: &Places,
    monitor: &Monitor,
) -> Result<LoadedScene, LoadError> {
    let bytes = without_mark(bytes);
    let json = |reason| LoadError::Json { path: path.to_owned(), reason };
    // The version first: a newer file may well have fields that are unknown here.
    let s::Version { spanscope: version } = serde_json::from_slice(bytes).map_err(json)?;
    if version == 0 {
        return Err(LoadError::VersionZero { path: path.to_owned() });
    }
    if version > VERSION {
        return Err(LoadError::NewerVersion { path: path.to_owned(), version, newest: VERSION });
    }
    let s::Object(file) = serde_json::from_slice::<s::Object<s::Scene>>(bytes).map_err(json)?;
    let bad = |reason: String| LoadError::Scene { path: path.to_owned(), reason };

    let mut loaded = LoadedScene { view: file.view, checks: file.checks, ..LoadedScene::default() };
    let document = &mut loaded.document;
    document.frame = file.frame.map_or(Ok(FrameSpec::default()), frame).map_err(bad)?;
    document.settings = settings(&file.settings);
    document.volumes = file.volumes.into_iter().map(volume).collect();
    for (number, input) in file.inputs.into_iter().enumerate() {
        let notes = &mut loaded.notes;
        let mut context = input::Context { scene: path, number, read_file, places, monitor, notes };
        let (source, moved_from) = input::read_at(input, &mut context)?;
        loaded.moved.extend(moved_from.map(|said| (number, said)));
        loaded.document.sources.push(source);
    }
    Ok(loaded)
}

/// Writes a document as JSON text: a line for each setting group, input and volume. File names are written relative to
/// `folder` where that is possible, with forward slashes.
///
/// # Errors
/// A sentence for numbers that JSON does not have, NaN and infinities, which would be written as `null`.
pub fn write(document: &Document, view: Option<&view::ViewBlock>, folder: &Path) -> Result<String, String> {
    write_with_checks(document, view, &[], folder)
}

/// The same with the pictures that are to be checked, a line for each.
///
/// # Errors
/// As [`write()`].
pub fn write_with_checks(
    document: &Document,
    view: Option<&view::ViewBlock>,
    checks: &[CheckBlock],
    folder: &Path,
) -> Result<String, String> {
    check_numbers(document)?;
    write_checked(document, view, checks, folder).map_err(|error| error.to_string())
}

fn write_checked(
    document: &Document,
    view: Option<&view::ViewBlock>,
    checks: &[CheckBlock],
    folder: &Path,
) -> Result<String, serde_json::Error> {
    let mut fields = vec![
        format!("\"spanscope\": {VERSION}"),
        format!("\"frame\": {}", text(&frame_to_file(&document.frame))?),
        format!("\"settings\": {}", text(&settings_to_file(&document.settings))?),
    ];
    let inputs = document.sources.iter().map(|source| input::to_file(source, folder));
    let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
    fields.push(list("inputs", &inputs)?);
    let volumes: Vec<s::Volume> = document.volumes.iter().map(volume_to_file).collect();
    fields.push(list("volumes", &volumes)?);
    if let Some(view) = view {
        fields.push(format!("\"view\": {}", text(view)?));
    }
    if !checks.is_empty() {
        fields.push(list("checks", checks)?);
    }
    Ok(format!("{{\n  {}\n}}\n", fields.join(",\n  ")))
}

/// Looks for numbers that JSON does not have in what is written out; files that are named keep theirs.
fn check_numbers(document: &Document) -> Result<(), String> {
    let finite = |what: &str, numbers: &[f64]| match numbers.iter().find(|number| !number.is_finite()) {
        Some(number) => Err(format!("{what} holds {number}, which a scene file cannot hold")),
        None => Ok(()),
    };
    let [cell_size, cell_height] = document.frame.cell().map(f64::from);
    finite("frame", &[cell_size, cell_height])?;
    match document.frame {
        FrameSpec::Grid { origin, .. } => finite("frame", &origin)?,
        FrameSpec::Bounds { min, max, .. } => finite("frame", &[min, max].concat())?,
        FrameSpec::Auto { .. } => {}
    }
    finite("settings", &[document.settings.slope_cosine.into()])?;
    for (number, source) in document.sources.iter().enumerate() {
        finite(&format!("input {number}"), &numbers_of(source))?;
    }
    for (number, volume) in document.volumes.iter().enumerate() {
        let what = format!("volume {number}");
        finite(&what, volume.polygon.as_flattened())?;
        finite(&what, &[volume.min_y, volume.max_y])?;
    }
    Ok(())
}

/// The numbers of a source that are written out.
fn numbers_of(source: &Source) -> Vec<f64> {
    match &source.content {
        Content::Mesh(mesh) => {
            let own = source.file.is_none().then(|| mesh.parts.mesh.vertices.as_flattened().to_vec());
            let mut numbers = own.unwrap_or_default();
            numbers.push(mesh.transform.units_per_metre);
            numbers
        }
        Content::Heights(HeightSource::Grid(grid)) => {
            let mut numbers = grid.heights.clone();
            numbers.extend([grid.x0, grid.z0, grid.spacing.into()]);
            numbers
        }
        Content::Heights(HeightSource::Map(map)) => heights::numbers_of(&map.placement),
        Content::Voxels(_) | Content::Missing(_) => Vec::new(),
        Content::Density(density) => {
            let mut numbers = density.origin.to_vec();
            numbers.extend([density.spacing, density.iso].map(f64::from));
            match &density.samples {
                Samples::Values(values) if source.file.is_none() => {
                    numbers.extend(values.iter().map(|&v| f64::from(v)))
                }
                Samples::Values(_) => {}
                Samples::Shape(shape) => numbers.extend(shape.lengths()),
            }
            numbers
        }
    }
}

/// JSON text with no line breaks.
fn text(value: &impl serde::Serialize) -> Result<String, serde_json::Error> {
    serde_json::to_string(value)
}

fn list(name: &str, items: &[impl serde::Serialize]) -> Result<String, serde_json::Error> {
    let lines = items.iter().map(text).collect::<Result<Vec<_>, _>>()?;
    Ok(match lines.as_slice() {
        [] => format!("\"{name}\": []"),
        lines => format!("\"{name}\": [\n    {}\n  ]", lines.join(",\n    ")),
    })
}

fn frame(file: s::Frame) -> Result<FrameSpec, String> {
    let s::Frame { origin, min, max, cell_size, cell_height, width, depth, height, pad_below, pad_above, pad_side } =
        file;
    let padded = pad_below.is_some() || pad_above.is_some() || pad_side.is_some();
    let sized = width.is_some() || depth.is_some() || height.is_some();
    let (cell_size, cell_height) = (cell_size as f32, cell_height as f32);
    match (origin, min, max) {
        (Some(origin), None, None) if !padded => match (width, depth, height) {
            (Some(width), Some(depth), Some(height)) => {
                Ok(FrameSpec::Grid { origin, cell_size, cell_height, dimensions: [width, depth, height] })
            }
            _ => Err("frame: an origin needs width, depth and height".into()),
        },
        (None, Some(min), Some(max)) if !padded && !sized => Ok(FrameSpec::Bounds { min, max, cell_size, cell_height }),
        (None, None, None) if !sized => Ok(FrameSpec::Auto {
            cell_size,
            cell_height,
            pad_below: pad_below.unwrap_or(1),
            pad_above: pad_above.unwrap_or(1),
            pad_side: pad_side.unwrap_or(0),
        }),
        _ => Err("frame: give origin with width, depth and height; or min and max; or neither, with padding".into()),
    }
}

fn frame_to_file(frame: &FrameSpec) -> s::Frame {
    let [cell_size, cell_height] = frame.cell().map(shortest);
    let base = s::Frame { cell_size, cell_height, ..s::Frame::default() };
    match *frame {
        FrameSpec::Grid { origin, dimensions: [width, depth, height], .. } => {
            s::Frame { origin: Some(origin), width: Some(width), depth: Some(depth), height: Some(height), ..base }
        }
        FrameSpec::Bounds { min, max, .. } => s::Frame { min: Some(min), max: Some(max), ..base },
        FrameSpec::Auto { pad_below, pad_above, pad_side, .. } => {
            s::Frame { pad_below: Some(pad_below), pad_above: Some(pad_above), pad_side: Some(pad_side), ..base }
        }
    }
}

/// The double with the fewest decimals that rounds to this float32, so that 0.3 is written as 0.3.
fn shortest(value: f32) -> f64 {
    value.to_string().parse().unwrap_or(f64::from(value))
}

fn settings(file: &s::Settings) -> SpanSettings {
    let default = SpanSettings::default();
    SpanSettings {
        slope_cosine: file.slope_cosine.map_or(default.slope_cosine, |cosine| cosine as f32),
        height_rows: file.height.unwrap_or(default.height_rows),
        climb_rows: file.climb.unwrap_or(default.climb_rows),
        radius_cells: file.radius.unwrap_or(default.radius_cells),
        merge_threshold_rows: file.merge_threshold,
    }
}

fn settings_to_file(settings: &SpanSettings) -> s::Settings {
    s::Settings {
        slope_cosine: Some(shortest(settings.slope_cosine)),
        height: Some(settings.height_rows),
        climb: Some(settings.climb_rows),
        radius: Some(settings.radius_cells),
        merge_threshold: settings.merge_threshold_rows,
    }
}

fn volume(file: s::Volume) -> ConvexVolume {
    let s::Volume { polygon, min_y, max_y, area } = file;
    ConvexVolume { polygon, min_y, max_y, area }
}

fn volume_to_file(volume: &ConvexVolume) -> s::Volume {
    let ConvexVolume { polygon, min_y, max_y, area } = volume.clone();
    s::Volume { polygon, min_y, max_y, area }
}
