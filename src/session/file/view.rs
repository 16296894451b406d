//! A view as a scene file has it.

use crate::inspect::{Axis, Crop, Reason, ReasonFilter};
use crate::io::scene_json;
use crate::io::scene_json::variant::VariantBlock;
use crate::io::scene_json::view::{
    CameraBlock, CellBlock, ComparisonBlock, CropBlock, DensityBlock, PanelsBlock, ReasonBlock, SectionBlock,
    SelectionBlock, SliceBlock, ViewBlock,
};
use crate::session::{
    Along, CameraState, CellSelection, Colouring, DensityView, Layers, MeshOverlay, OtherChoice, OtherView, OtherWith,
    PanelTab, Panels, SectionView, Selection, Shading, Slice, Step, View,
};
use std::path::Path;

/// A view as the block of a scene file in this folder.
///
/// # Errors
/// A sentence for numbers that JSON does not have.
pub(super) fn view_block(view: &View, folder: &Path) -> Result<ViewBlock, String> {
    Ok(ViewBlock {
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
        panels: view.panels.as_ref().map(PanelsBlock::from),
        comparison: view.other.as_ref().map(|other| comparison_block(other, folder)).transpose()?.flatten(),
    })
}

/// What is compared with, when a file can hold it.
fn comparison_block(other: &OtherChoice, folder: &Path) -> Result<Option<ComparisonBlock>, String> {
    let block = match &other.with {
        OtherWith::File(path) => {
            ComparisonBlock { file: Some(scene_json::relative(path, folder)), ..ComparisonBlock::default() }
        }
        OtherWith::Recast => ComparisonBlock { recast_rules: Some(true), ..ComparisonBlock::default() },
        OtherWith::Settings(document) => {
            ComparisonBlock { scene: Some(VariantBlock::of(document)?), ..ComparisonBlock::default() }
        }
        OtherWith::Passing => return Ok(None),
    };
    Ok(Some(ComparisonBlock { show: Some(other.show.name().into()), ..block }))
}

impl From<&Panels> for PanelsBlock {
    fn from(panels: &Panels) -> Self {
        Self {
            left: Some(PanelTab::Left(panels.left).name()),
            right: Some(PanelTab::Right(panels.right).name()),
            bottom: Some(PanelTab::Bottom(panels.bottom).name()),
            hidden: panels.hidden.then_some(true),
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

fn read_panels(file: &PanelsBlock) -> Result<Panels, String> {
    let mut panels = Panels { hidden: file.hidden.unwrap_or_default(), ..Panels::default() };
    for (field, name) in [("left", &file.left), ("right", &file.right), ("bottom", &file.bottom)] {
        let Some(name) = name else { continue };
        let tab = PanelTab::from_name(name).filter(|tab| tab.panel() == field);
        panels = panels.with_tab(tab.ok_or_else(|| format!("panels: {field} {name:?} is not known"))?);
    }
    Ok(panels)
}

fn read_comparison(file: ComparisonBlock, folder: &Path) -> Result<OtherChoice, String> {
    let ComparisonBlock { file, recast_rules, scene, show } = file;
    let with = match (file, recast_rules.unwrap_or_default(), scene) {
        (Some(name), false, None) => OtherWith::File(folder.join(name)),
        (None, true, None) => OtherWith::Recast,
        (None, false, Some(scene)) => {
            let document = scene.into_document().map_err(|reason| format!("comparison: {reason}"))?;
            OtherWith::Settings(Box::new(document))
        }
        _ => return Err("comparison: give one of file, recast_rules and scene".into()),
    };
    Ok(OtherChoice { with, show: named("comparison: show", show, OtherView::from_name)?.unwrap_or_default() })
}

/// The view of a scene file in this folder.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read_view(file: ViewBlock, folder: &Path) -> Result<View, String> {
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
        panels: file.panels.as_ref().map(read_panels).transpose()?,
        other: file.comparison.map(|block| read_comparison(block, folder)).transpose()?,
    })
}

/// What a name in a file stands for.
pub(super) fn named<T>(
    field: &str,
    name: Option<String>,
    find: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, String> {
    match name {
        Some(name) => find(&name).map(Some).ok_or_else(|| format!("{field} {name:?} is not known")),
        None => Ok(None),
    }
}
