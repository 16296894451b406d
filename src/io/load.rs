//! Opening a file of any known kind.

use super::formats::{Format, Reader, format_of};
use super::progress::read;
use super::read_options::{RawLayout, ReadAs, ReadOptions, needs_layout};
use super::{LoadError, LoadedScene, Places, height_map, scene_json, voxels};
use crate::pipeline::Monitor;
use crate::source::density_source::Samples;
use crate::source::fit::frame_for;
use crate::source::height_map::{HeightPlacement, SampleKind};
use crate::source::height_source::HeightMapSource;
use crate::source::{
    Content, DensitySource, Document, HeightSource, MeshParts, MeshSource, Shared, Source, VoxelSource, Voxels,
};
use std::path::Path;

/// Opens a file, as [`load_watched`] does, with nothing said about it and nobody watching.
///
/// # Errors
/// As [`load_watched`].
pub fn load(path: &Path) -> Result<LoadedScene, LoadError> {
    load_watched(path, &ReadOptions::default(), &Monitor::default())
}

/// Opens a file. What is no scene becomes a document of one input with default settings and a frame that suits it.
///
/// # Errors
/// A file that cannot be read, that is of no known kind, or whose content breaks the rules of its kind; samples of which
/// nobody says how they lie; options that the file has no use for; the end of a cancelled job. Rules of the pipeline are not
/// checked here.
pub fn load_watched(path: &Path, options: &ReadOptions, monitor: &Monitor) -> Result<LoadedScene, LoadError> {
    load_bytes(&read(path, monitor)?, path, options, monitor)
}

/// The same of a scene some of whose files are not where it says.
///
/// # Errors
/// As [`load_watched`].
pub fn load_at(
    path: &Path,
    options: &ReadOptions,
    places: &Places,
    monitor: &Monitor,
) -> Result<LoadedScene, LoadError> {
    load_bytes_at(&read(path, monitor)?, path, options, places, monitor)
}

/// Opens a file whose content is already here; files that it names lie relative to `path`.
///
/// # Errors
/// As [`load_watched`].
pub fn load_bytes(
    bytes: &[u8],
    path: &Path,
    options: &ReadOptions,
    monitor: &Monitor,
) -> Result<LoadedScene, LoadError> {
    load_bytes_at(bytes, path, options, &Places::default(), monitor)
}

fn load_bytes_at(
    bytes: &[u8],
    path: &Path,
    options: &ReadOptions,
    places: &Places,
    monitor: &Monitor,
) -> Result<LoadedScene, LoadError> {
    let format = format_of(bytes, path)?;
    if matches!(format.reader, Reader::Scene) {
        no_choice(format, path, options)?;
        return scene_json::parse_at(bytes, path, &|path| read(path, monitor), places, monitor);
    }
    let (source, mut notes) = parse_source(bytes, path, options, monitor)?;
    let (frame, note) = frame_for(&source.content);
    notes.extend(note);
    let document = Document { frame, sources: vec![source], ..Document::default() };
    Ok(LoadedScene { document, notes, ..LoadedScene::default() })
}

/// Reads a mesh file of any known kind.
///
/// # Errors
/// A file that cannot be read, that is of no known kind or no mesh, or whose content breaks the rules of its kind.
pub fn load_mesh(path: &Path) -> Result<MeshParts, LoadError> {
    let monitor = Monitor::default();
    parse_mesh(&read(path, &monitor)?, path, &monitor)
}

/// Reads a mesh file's content.
///
/// # Errors
/// As [`load_mesh`].
pub(super) fn parse_mesh(bytes: &[u8], path: &Path, monitor: &Monitor) -> Result<MeshParts, LoadError> {
    let format = format_of(bytes, path)?;
    match format.reader {
        Reader::Mesh(parse) => parse(bytes, path, monitor),
        _ => Err(LoadError::WrongKind { path: path.to_owned(), found: format.name, wanted: "mesh" }),
    }
}

/// Reads a file's content as what it most likely is, or as the options say.
fn parse_source(
    bytes: &[u8],
    path: &Path,
    options: &ReadOptions,
    monitor: &Monitor,
) -> Result<(Source, Vec<String>), LoadError> {
    let format = format_of(bytes, path)?;
    let (content, notes) = match format.reader {
        Reader::Scene | Reader::Mesh(_) | Reader::Voxels | Reader::Heights => {
            no_choice(format, path, options)?;
            match format.reader {
                Reader::Mesh(parse) => (Content::Mesh(MeshSource::new(parse(bytes, path, monitor)?)), Vec::new()),
                Reader::Heights => begin_flat(heights(bytes, path, options)?),
                _ => voxels(bytes, path, options)?,
            }
        }
        Reader::Array => {
            if options.raw.is_some() {
                return Err(LoadError::NoChoice { path: path.to_owned(), what: "a layout", found: format.name });
            }
            let likely = || match voxels::array_rank(bytes) {
                Some(2) => ReadAs::Heights,
                _ if voxels::is_real_array(bytes) => ReadAs::Density,
                _ => ReadAs::Voxels,
            };
            array(bytes, path, options, options.read_as.unwrap_or_else(likely))?
        }
        Reader::Raw => {
            let layout = options.raw.ok_or_else(|| needs_layout(path, bytes.len() as u64))?;
            begin_flat(array(bytes, path, options, options.read_as.unwrap_or(layout.likely()))?)
        }
    };
    monitor.check()?;
    Ok((Source { file: Some(path.to_owned()), content }, notes))
}

/// Samples of 16 bits whose file says nothing of distances are no metres: they begin with as much relief as 8 bits have.
fn begin_flat((mut content, mut notes): Read) -> Read {
    if let Content::Heights(HeightSource::Map(map)) = &mut content
        && map.samples.kind == SampleKind::U16
        && map.samples.spacing.is_none()
    {
        map.placement.scale_y = 1.0 / 256.0;
        notes.push(
            "16-bit heights begin with a scale of 1/256; choose another in the Scene tab or with --scale-y".into(),
        );
    }
    (content, notes)
}

/// Refuses choices that a file leaves nobody.
fn no_choice(format: &Format, path: &Path, options: &ReadOptions) -> Result<(), LoadError> {
    let ReadOptions { read_as, raw, axes } = options;
    let chosen =
        [(read_as.is_some(), "how it is read"), (raw.is_some(), "a layout"), (axes.is_some(), "the order of axes")];
    match chosen.into_iter().find(|(is_chosen, _)| *is_chosen) {
        Some((_, what)) => Err(LoadError::NoChoice { path: path.to_owned(), what, found: format.name }),
        None => Ok(()),
    }
}

type Read = (Content, Vec<String>);

fn array(bytes: &[u8], path: &Path, options: &ReadOptions, read_as: ReadAs) -> Result<Read, LoadError> {
    match read_as {
        ReadAs::Voxels => voxels(bytes, path, options),
        ReadAs::Density => density(bytes, path, options),
        ReadAs::Heights => heights(bytes, path, options),
    }
}

/// Reads a file's content as voxels.
///
/// # Errors
/// As [`voxels::parse`] and [`voxels::parse_raw`]; a layout of a height map.
pub(super) fn voxels(bytes: &[u8], path: &Path, options: &ReadOptions) -> Result<Read, LoadError> {
    let file = match volume_of(path, options)? {
        Some(volume) => {
            voxels::parse_raw(bytes, &volume).map_err(|reason| LoadError::Voxels { path: path.to_owned(), reason })?
        }
        None => voxels::parse(bytes, path, options.axes)?,
    };
    let voxels = Voxels { chunk: file.chunk.into(), materials: file.materials };
    let source = VoxelSource {
        voxels: Shared::new(voxels),
        axes: options.axes.map(|axes| axes.to_string()),
        raw: options.raw.map(|raw| raw.to_string()),
        ..VoxelSource::default()
    };
    Ok((Content::Voxels(source), file.notes))
}

/// Reads a file's content as a density.
///
/// # Errors
/// As [`voxels::load_density`]; a layout of a height map.
pub(super) fn density(bytes: &[u8], path: &Path, options: &ReadOptions) -> Result<Read, LoadError> {
    let file = voxels::load_density(bytes, path, options.axes, volume_of(path, options)?.as_ref())?;
    let source = DensitySource {
        axes: options.axes.map(|axes| axes.to_string()),
        raw: options.raw.map(|raw| raw.to_string()),
        ..DensitySource::new(file.samples, Samples::Values(Shared::new(file.values)))
    };
    Ok((Content::Density(source), file.notes))
}

/// Reads a file's content as heights.
///
/// # Errors
/// As [`height_map::parse`]; a layout of a volume; an order of axes.
pub(super) fn heights(bytes: &[u8], path: &Path, options: &ReadOptions) -> Result<Read, LoadError> {
    let found = "height map";
    if options.axes.is_some() {
        return Err(LoadError::NoChoice { path: path.to_owned(), what: "the order of axes", found });
    }
    let layout = match options.raw {
        Some(RawLayout::Heights(layout)) => Some(layout),
        Some(RawLayout::Volume(_)) => {
            return Err(LoadError::NoChoice { path: path.to_owned(), what: "a layout of three axes", found });
        }
        None => None,
    };
    let mut samples = height_map::parse(bytes, path, layout)?;
    let notes = std::mem::take(&mut samples.notes);
    let placement = HeightPlacement::of_file(&samples);
    let raw = layout.map(|layout| layout.to_string());
    let map = HeightMapSource { samples: Shared::new(samples), placement, raw };
    Ok((Content::Heights(HeightSource::Map(map)), notes))
}

/// The layout of a volume without a header.
fn volume_of(path: &Path, options: &ReadOptions) -> Result<Option<voxels::RawVolume>, LoadError> {
    match options.raw {
        // Axes that are chosen take the place of those in the layout.
        Some(RawLayout::Volume(volume)) => {
            Ok(Some(voxels::RawVolume { axes: options.axes.unwrap_or(volume.axes), ..volume }))
        }
        Some(RawLayout::Heights(_)) => {
            let what = "a layout of two axes";
            Err(LoadError::NoChoice { path: path.to_owned(), what, found: "volume" })
        }
        None => Ok(None),
    }
}

/// The sample level that ships with the program: it shows every rule.
///
/// # Errors
/// None, unless the program was built from broken assets.
pub fn sample() -> Result<LoadedScene, LoadError> {
    let scene = include_bytes!("../../assets/sample.scene.json");
    let mesh = |_: &Path| Ok(include_bytes!("../../assets/sample.obj").to_vec());
    let path = Path::new("sample.scene.json");
    let mut loaded = scene_json::parse_with(scene, path, &mesh, &Monitor::default())?;
    // The mesh is in the program, so a saved copy must hold it.
    loaded.document.sources.iter_mut().for_each(|source| source.file = None);
    Ok(loaded)
}
