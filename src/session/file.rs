//! Sessions on disk: a scene file with its `view` block.

use super::checks::{self, PictureCheck, Shown};
use super::{
    Along, CameraState, CellSelection, Colouring, DensityView, Document, Layers, MeshOverlay, SectionView, Selection,
    Session, Shading, Slice, Step, View,
};
use crate::inspect::{Axis, Crop, Reason, ReasonFilter};
use crate::io::scene_json::checks::CheckBlock;
use crate::io::scene_json::view::{
    CameraBlock, CellBlock, CropBlock, DensityBlock, ReasonBlock, SectionBlock, SelectionBlock, SliceBlock, ViewBlock,
};
use crate::io::{self, LoadError, ReadOptions, is_same_file, replace_file, scene_json};
use crate::pipeline::Monitor;
use std::path::{Path, PathBuf};

/// Opens a file of any known kind as a session. A mesh gets default frame and settings, and no file to save to.
///
/// # Errors
/// As [`io::load_watched`], and a `view` block that is none.
pub fn open(path: &Path) -> Result<Session, LoadError> {
    open_watched(path, &ReadOptions::default(), &Monitor::default())
}

/// The same for a job that is watched.
///
/// # Errors
/// As [`open`], and the end of a cancelled job.
pub fn open_watched(path: &Path, options: &ReadOptions, monitor: &Monitor) -> Result<Session, LoadError> {
    let mut loaded = io::load_watched(path, options, monitor)?;
    let sources = &loaded.document.sources;
    let is_scene_file = sources.len() != 1 || sources[0].file.as_deref() != Some(path);
    let view = match loaded.view.take() {
        Some(block) => read_view(block)
            .map_err(|reason| LoadError::Scene { path: path.to_owned(), reason: format!("view: {reason}") })?,
        None => View::default(),
    };
    let checks = read_checks(std::mem::take(&mut loaded.checks))
        .map_err(|reason| LoadError::Scene { path: path.to_owned(), reason: format!("checks: {reason}") })?;
    let name = super::file_name(path);
    let notes = std::mem::take(&mut loaded.notes);
    let session = Session::new(loaded.document, view, name, is_scene_file.then(|| path.to_owned()));
    Ok(Session { notes, checks, ..session })
}

/// The path that a scene is saved to: with an ending that says what it is.
pub fn scene_path(path: &Path) -> PathBuf {
    let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    let mut name = path.as_os_str().to_owned();
    if !is_json {
        name.push(".scene.json");
    }
    name.into()
}

/// Writes a session to a scene file: first beside it, then in its place, so that a file is never half written.
///
/// # Errors
/// [`LoadError::Io`], [`LoadError::WouldReplaceInput`], and [`LoadError::Scene`] for numbers that JSON does not have.
pub fn save(document: &Document, view: &View, path: &Path) -> Result<(), LoadError> {
    save_with_checks(document, view, &[], path)
}

/// The same with the pictures that are to be checked.
///
/// # Errors
/// As [`save`].
pub fn save_with_checks(
    document: &Document,
    view: &View,
    checks: &[PictureCheck],
    path: &Path,
) -> Result<(), LoadError> {
    if document.files().any(|file| is_same_file(file, path)) {
        return Err(LoadError::WouldReplaceInput { path: path.to_owned() });
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let checks: Vec<CheckBlock> = checks.iter().map(CheckBlock::from).collect();
    let text = scene_json::write_with_checks(document, Some(&view.into()), &checks, folder)
        .map_err(|reason| LoadError::Scene { path: path.to_owned(), reason })?;
    replace_file(path, text.as_bytes()).map_err(|source| LoadError::Io { path: path.to_owned(), source })
}

/// A view as the text of a scene's `view` block, on one line.
///
/// # Errors
/// A sentence for numbers that JSON does not have.
pub fn view_text(view: &View) -> Result<String, String> {
    scene_json::view::text(&view.into())
}

/// Reads the text of a `view` block.
///
/// # Errors
/// What is wrong with it.
pub fn parse_view(text: &str) -> Result<View, String> {
    scene_json::view::parse(text).and_then(read_view)
}

/// A document as the text of a scene file at this path, without a view.
///
/// # Errors
/// A sentence for numbers that JSON does not have.
pub fn text(document: &Document, path: &Path) -> Result<String, String> {
    scene_json::write(document, None, path.parent().unwrap_or(Path::new("")))
}

impl From<&View> for ViewBlock {
    fn from(view: &View) -> Self {
        Self {
            stage: Some(view.step.name().into()),
            colour: Some(view.colouring.name().into()),
            compare_with: view.compare_with.map(|step| step.name().into()),
            mesh: Some(view.layers.mesh.name().into()),
            clearance: Some(view.layers.clearance),
            links: Some(view.layers.links),
            dropped: Some(view.layers.dropped),
            agent: view.layers.agent.then_some(true),
            section: (view.section != SectionView::default()).then(|| (&view.section).into()),
            density: (view.density != DensityView::default()).then(|| (&view.density).into()),
            crop: view.crop.map(|Crop { min, max }| CropBlock { min, max }),
            selection: view.selection.map(|Selection { x, z, row }| SelectionBlock { x, z, row }),
            triangle: view.triangle,
            reasons: (!view.reasons.shows_all()).then(|| ReasonBlock {
                hidden: view.reasons.hidden().map(|reason| reason.name().into()).collect(),
                only: view.reasons.only.map(|reason| reason.name().into()),
            }),
            cell: view.cell.map(|CellSelection { input, cell }| CellBlock { input, cell }),
            camera: view.camera.map(|camera| {
                let CameraState { target, distance, yaw, pitch, orthographic } = camera;
                CameraBlock { target, distance, yaw, pitch, orthographic }
            }),
        }
    }
}

impl From<&DensityView> for DensityBlock {
    fn from(view: &DensityView) -> Self {
        let slice = |Slice { input, axis, index, cuts }| SliceBlock { input, axis: axis.name().into(), index, cuts };
        Self {
            surface: view.surface,
            blocks: view.blocks,
            wireframe: Some(view.wireframe),
            shading: Some(view.shading.name().into()),
            normals: Some(view.normals),
            slice: view.slice.map(slice),
        }
    }
}

impl From<&SectionView> for SectionBlock {
    fn from(view: &SectionView) -> Self {
        Self { along: view.along.name().into(), at: view.at }
    }
}

impl From<&PictureCheck> for CheckBlock {
    fn from(check: &PictureCheck) -> Self {
        Self {
            name: check.name.clone(),
            show: Some(check.show.name().into()),
            size: Some(check.size),
            view: check.view.as_ref().map(ViewBlock::from),
            tolerance: (check.tolerance != checks::DEFAULT_TOLERANCE).then_some(check.tolerance),
            mask: check.mask.clone(),
        }
    }
}

fn read_checks(blocks: Vec<CheckBlock>) -> Result<Vec<PictureCheck>, String> {
    let read = |CheckBlock { name, show, size, view, tolerance, mask }| {
        let default = PictureCheck::new(name);
        let of = |reason: String| format!("{}: {reason}", default.name);
        Ok::<_, String>(PictureCheck {
            show: named("show", show, Shown::from_name).map_err(of)?.unwrap_or(default.show),
            size: size.unwrap_or(default.size),
            view: view.map(read_view).transpose().map_err(|reason| of(format!("view: {reason}")))?,
            tolerance: tolerance.unwrap_or(default.tolerance),
            mask,
            name: default.name,
        })
    };
    let list = blocks.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
    checks::check_all(&list)?;
    Ok(list)
}

fn read_section(SectionBlock { along, at }: SectionBlock) -> Result<SectionView, String> {
    let along = Along::from_name(&along).ok_or_else(|| format!("section along {along:?} is not known"))?;
    Ok(SectionView { along, at })
}

fn read_density(file: DensityBlock) -> Result<DensityView, String> {
    let slice = |SliceBlock { input, axis, index, cuts }: SliceBlock| {
        let axis = Axis::from_name(&axis).ok_or_else(|| format!("axis {axis:?} is not known"))?;
        Ok::<_, String>(Slice { input, axis, index, cuts })
    };
    Ok(DensityView {
        surface: file.surface,
        blocks: file.blocks,
        wireframe: file.wireframe.unwrap_or_default(),
        shading: named("shading", file.shading, Shading::from_name)?.unwrap_or_default(),
        normals: file.normals.unwrap_or_default(),
        slice: file.slice.map(slice).transpose()?,
    })
}

fn read_reasons(file: ReasonBlock) -> Result<ReasonFilter, String> {
    let mut filter = ReasonFilter { only: named("reason", file.only, Reason::from_name)?, ..ReasonFilter::default() };
    for name in file.hidden {
        let reason = Reason::from_name(&name).ok_or_else(|| format!("reason {name:?} is not known"))?;
        if !filter.hides(reason) {
            filter = filter.toggled(reason);
        }
    }
    Ok(filter)
}

fn read_view(file: ViewBlock) -> Result<View, String> {
    let default = View::default();
    let layers = Layers {
        clearance: file.clearance.unwrap_or(default.layers.clearance),
        links: file.links.unwrap_or(default.layers.links),
        dropped: file.dropped.unwrap_or(default.layers.dropped),
        agent: file.agent.unwrap_or(default.layers.agent),
        mesh: named("mesh", file.mesh, MeshOverlay::from_name)?.unwrap_or(default.layers.mesh),
    };
    Ok(View {
        step: named("stage", file.stage, Step::from_name)?.unwrap_or(default.step),
        colouring: named("colour", file.colour, Colouring::from_name)?.unwrap_or(default.colouring),
        compare_with: named("compare_with", file.compare_with, Step::from_name)?,
        layers,
        density: file.density.map(read_density).transpose()?.unwrap_or_default(),
        section: file.section.map(read_section).transpose()?.unwrap_or_default(),
        crop: file.crop.map(|CropBlock { min, max }| Crop { min, max }),
        selection: file.selection.map(|SelectionBlock { x, z, row }| Selection { x, z, row }),
        triangle: file.triangle,
        reasons: file.reasons.map(read_reasons).transpose()?.unwrap_or_default(),
        cell: file.cell.map(|CellBlock { input, cell }| CellSelection { input, cell }),
        camera: file.camera.map(|camera| {
            let CameraBlock { target, distance, yaw, pitch, orthographic } = camera;
            CameraState { target, distance, yaw, pitch, orthographic }
        }),
    })
}

fn named<T>(field: &str, name: Option<String>, find: impl Fn(&str) -> Option<T>) -> Result<Option<T>, String> {
    match name {
        Some(name) => find(&name).map(Some).ok_or_else(|| format!("{field} {name:?} is not known")),
        None => Ok(None),
    }
}
