//! Scene files: JSON, version 1.

pub(super) mod kind;
mod schema;
pub mod view;
mod voxels;

use super::{LoadError, LoadedScene, load_mesh};
use crate::pipeline::{ConvexVolume, FrameSpec, HeightGrid, Input, Mesh, Scene, SpanSettings};
use kind::{ObjectKind, kind_of_object, without_mark};
use schema as s;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The newest version of the format that is known here.
pub const VERSION: u64 = 1;

/// Whether this is surely a scene: a JSON object with the fields of one.
pub fn is_content(bytes: &[u8]) -> bool {
    kind_of_object(bytes) == Some(ObjectKind::Scene)
}

/// Reads a scene, and the files it names, which lie relative to `path`.
///
/// # Errors
/// As [`parse_with`].
pub fn parse(bytes: &[u8], path: &Path) -> Result<LoadedScene, LoadError> {
    parse_with(bytes, path, load_mesh)
}

/// Reads a scene, and with `read_mesh` the mesh files it names, which lie relative to `path`.
///
/// # Errors
/// Text that is no scene, with line and column for a wrong type or an unknown field; a newer version; a file that cannot be
/// opened.
pub fn parse_with(
    bytes: &[u8],
    path: &Path,
    read_mesh: impl Fn(&Path) -> Result<Mesh, LoadError>,
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
    let file: s::Scene = serde_json::from_slice(bytes).map_err(json)?;
    let bad = |reason: String| LoadError::Scene { path: path.to_owned(), reason };

    let mut loaded = LoadedScene { view: file.view, ..LoadedScene::default() };
    loaded.scene.frame = file.frame.map_or(Ok(FrameSpec::default()), frame).map_err(bad)?;
    loaded.scene.settings = settings(&file.settings);
    for (number, input) in file.inputs.into_iter().enumerate() {
        let (input, from) = match input {
            s::Input::Mesh(s::Mesh { file: Some(name), vertices: None, indices: None, areas: None }) => {
                let from = path.parent().unwrap_or(Path::new("")).join(&name);
                let mesh = read_mesh(&from).map_err(|source| LoadError::Input {
                    scene: path.to_owned(),
                    input: number,
                    source: Box::new(source),
                })?;
                (Input::Mesh(Arc::new(mesh)), Some(from))
            }
            s::Input::Mesh(mesh) => {
                (inline_mesh(mesh).map_err(|reason| bad(format!("input {number}: {reason}")))?, None)
            }
            s::Input::HeightGrid(grid) => (height_grid(grid), None),
            s::Input::Chunk(chunk) => voxels::read(chunk, number, path, &mut loaded)?,
        };
        loaded.scene.inputs.push(input);
        loaded.files.push(from);
    }
    loaded.scene.volumes = file.volumes.into_iter().map(volume).collect();
    Ok(loaded)
}

/// Writes a scene as JSON text: a line for each setting group, input and volume. File names are written relative to
/// `folder` where that is possible, with forward slashes.
///
/// # Errors
/// A sentence for numbers that JSON does not have, NaN and infinities, which would be written as `null`.
pub fn write(loaded: &LoadedScene, folder: &Path) -> Result<String, String> {
    let scene = &loaded.scene;
    check_numbers(loaded)?;
    write_checked(loaded, scene, folder).map_err(|error| error.to_string())
}

fn write_checked(loaded: &LoadedScene, scene: &Scene, folder: &Path) -> Result<String, serde_json::Error> {
    let mut fields = vec![
        format!("\"spanscope\": {VERSION}"),
        format!("\"frame\": {}", text(&frame_to_file(&scene.frame))?),
        format!("\"settings\": {}", text(&settings_to_file(&scene.settings))?),
    ];
    let inputs = scene.inputs.iter().zip(loaded.files.iter().chain(std::iter::repeat(&None)));
    let inputs = inputs.zip(loaded.axes.iter().chain(std::iter::repeat(&None)));
    let inputs: Vec<s::Input> =
        inputs.map(|((input, file), axes)| input_to_file(input, file.as_deref(), axes.as_deref(), folder)).collect();
    fields.push(list("inputs", &inputs)?);
    let volumes: Vec<s::Volume> = scene.volumes.iter().map(volume_to_file).collect();
    fields.push(list("volumes", &volumes)?);
    if let Some(view) = &loaded.view {
        fields.push(format!("\"view\": {}", text(view)?));
    }
    Ok(format!("{{\n  {}\n}}\n", fields.join(",\n  ")))
}

/// Looks for numbers that JSON does not have in what is written out; files that are named keep theirs.
fn check_numbers(loaded: &LoadedScene) -> Result<(), String> {
    let LoadedScene { scene, files, .. } = loaded;
    let finite = |what: &str, numbers: &[f64]| match numbers.iter().find(|number| !number.is_finite()) {
        Some(number) => Err(format!("{what} holds {number}, which a scene file cannot hold")),
        None => Ok(()),
    };
    let [cell_size, cell_height] = scene.frame.cell().map(f64::from);
    finite("frame", &[cell_size, cell_height])?;
    match scene.frame {
        FrameSpec::Grid { origin, .. } => finite("frame", &origin)?,
        FrameSpec::Bounds { min, max, .. } => finite("frame", &[min, max].concat())?,
        FrameSpec::Auto { .. } => {}
    }
    finite("settings", &[scene.settings.slope_cosine.into()])?;
    for (number, input) in scene.inputs.iter().enumerate() {
        let what = format!("input {number}");
        match input {
            Input::Mesh(mesh) if files.get(number).is_none_or(Option::is_none) => {
                finite(&what, mesh.vertices.as_flattened())?;
            }
            Input::HeightGrid(grid) => {
                finite(&what, &[grid.x0, grid.z0, grid.spacing.into()])?;
                finite(&what, &grid.heights)?;
            }
            Input::Mesh(_) | Input::Chunk(_) => {}
        }
    }
    for (number, volume) in scene.volumes.iter().enumerate() {
        let what = format!("volume {number}");
        finite(&what, volume.polygon.as_flattened())?;
        finite(&what, &[volume.min_y, volume.max_y])?;
    }
    Ok(())
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

fn inline_mesh(mesh: s::Mesh) -> Result<Input, &'static str> {
    match mesh {
        s::Mesh { file: None, vertices: Some(vertices), indices: Some(indices), areas } => {
            Ok(Input::Mesh(Arc::new(Mesh { vertices, indices, areas })))
        }
        s::Mesh { file: Some(_), .. } => Err("a mesh from a file has no vertices, indices or areas of its own"),
        s::Mesh { file: None, .. } => Err("a mesh needs a file, or vertices and indices"),
    }
}

fn height_grid(file: s::HeightGrid) -> Input {
    let s::HeightGrid { count_x, count_z, spacing, x0, z0, heights } = file;
    Input::HeightGrid(Arc::new(HeightGrid { count_x, count_z, spacing: spacing as f32, x0, z0, heights }))
}

fn input_to_file(input: &Input, file: Option<&Path>, axes: Option<&str>, folder: &Path) -> s::Input {
    match input {
        Input::Mesh(mesh) => s::Input::Mesh(match file {
            Some(file) => s::Mesh { file: Some(relative(file, folder)), ..s::Mesh::default() },
            None => s::Mesh {
                file: None,
                vertices: Some(mesh.vertices.clone()),
                indices: Some(mesh.indices.clone()),
                areas: mesh.areas.clone(),
            },
        }),
        Input::HeightGrid(grid) => s::Input::HeightGrid(s::HeightGrid {
            count_x: grid.count_x,
            count_z: grid.count_z,
            spacing: shortest(grid.spacing),
            x0: grid.x0,
            z0: grid.z0,
            heights: grid.heights.clone(),
        }),
        Input::Chunk(chunk) => s::Input::Chunk(voxels::to_file(chunk, file.map(|file| relative(file, folder)), axes)),
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

/// A file's name as seen from a folder, with forward slashes; as it is when there is no way from one to the other.
fn relative(file: &Path, folder: &Path) -> String {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let name: PathBuf = pathdiff::diff_paths(absolute(file), absolute(folder)).unwrap_or_else(|| file.to_owned());
    name.to_string_lossy().replace('\\', "/")
}
