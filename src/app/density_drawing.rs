//! What the 3D view shows of densities and voxels at the input, and when it is made anew.

use super::camera::row_height;
use super::product::Product;
use crate::draw::density::{
    SliceDrawing, block_legend, cell_lines, cell_triangles, density_blocks, in_frame, material_legend, normal_legend,
    normal_lines, slice_drawing, voxel_blocks,
};
use crate::draw::mesh::SurfaceDrawing;
use crate::draw::{BoxStyle, Legend, Line, PaintedTriangles, PlacedBoxes, SmoothTriangles};
use crate::inspect::{CellSelection, Slice, cell_report};
use crate::pipeline::Input;
use crate::render::{Cut, Faces, LineSlot, OrbitCamera, PaintedSlot, Projection, RenderError, ViewRenderer};
use crate::session::density_view::run_as;
use crate::session::{DensityView, Step, View};
use crate::source::{Content, DensityForm, DensitySurface};

/// What was drawn, from what, and the legends of it.
#[derive(Default)]
pub(super) struct DensityDrawings {
    surfaces_key: Option<SurfacesKey>,
    blocks_key: Option<BlocksKey>,
    ticks_key: Option<(u64, bool, bool)>,
    slice_key: Option<(u64, Option<Slice>)>,
    cell_key: Option<(u64, Option<CellSelection>)>,
    blocks: Vec<Legend>,
    normals: Vec<Legend>,
    slice: Vec<Legend>,
}

type SurfacesKey = (u64, bool, Option<bool>, bool);
type BlocksKey = (u64, bool, Option<bool>, Option<bool>);

impl DensityDrawings {
    /// Makes what has changed and gives it to the card, if there is one.
    ///
    /// # Errors
    /// Those of the renderer.
    pub(super) fn update(
        &mut self,
        mut card: Option<&mut ViewRenderer>,
        product: &Product,
        generation: u64,
        view: &View,
    ) -> Result<(), RenderError> {
        let is_input = view.step == Step::Input;
        let DensityView { surface, blocks, wireframe, normals, slice, .. } = view.density;
        if has_changed(&mut self.surfaces_key, (generation, is_input, surface, wireframe))
            && let Some(card) = &mut card
        {
            card.set_surfaces(surfaces(product, view));
        }
        if has_changed(&mut self.blocks_key, (generation, is_input, surface, blocks)) {
            let list = if is_input { drawn_blocks(product, view) } else { Vec::new() };
            if let Some(card) = &mut card {
                card.set_blocks(list.iter().map(|(placed, _)| placed))?;
            }
            self.blocks = list.into_iter().map(|(_, legend)| legend).collect();
        }
        let (normals, wireframe) = (is_input && normals, is_input && wireframe);
        if has_changed(&mut self.ticks_key, (generation, normals, wireframe)) {
            let (mut lines, legend) = if normals { drawn_normals(product) } else { Default::default() };
            self.normals = legend;
            if wireframe {
                lines.extend(product.mesh.surfaces.iter().flat_map(|surface| &surface.marks));
            }
            if let Some(card) = &mut card {
                card.set_lines(LineSlot::Surface, &lines);
            }
        }
        let slice = slice.filter(|_| is_input);
        if has_changed(&mut self.slice_key, (generation, slice)) {
            let SliceDrawing { plane, lines, legend } = drawn_slice(product, slice.as_ref());
            self.slice = legend.scale.is_some().then_some(legend).into_iter().collect();
            if let Some(card) = &mut card {
                card.set_painted(PaintedSlot::Slice, &plane);
                card.set_lines(LineSlot::Slice, &lines);
            }
        }
        let cell = view.cell.filter(|_| is_input);
        if has_changed(&mut self.cell_key, (generation, cell))
            && let Some(card) = &mut card
        {
            card.set_painted(PaintedSlot::Cell, &drawn_cell(product, cell));
        }
        Ok(())
    }

    /// The legends of what is shown at the input.
    pub(super) fn legends<'a>(&'a self, product: &'a Product, view: &'a View) -> impl Iterator<Item = Legend> + 'a {
        let shows_run = !product.mesh.triangles.colours.is_empty()
            || seen_surfaces(product, view).any(|(surface, _)| surface.own_legend.is_none());
        let of_run = shows_run.then(|| product.mesh.legend.clone());
        let own = seen_surfaces(product, view).filter_map(|(surface, _)| surface.own_legend.clone());
        let others = self.blocks.iter().chain(&self.normals).chain(&self.slice).cloned();
        of_run.into_iter().chain(own).chain(others)
    }
}

fn has_changed<T: PartialEq>(key: &mut Option<T>, new: T) -> bool {
    let has_changed = key.as_ref() != Some(&new);
    *key = Some(new);
    has_changed
}

/// The form in which an input of a product is run.
fn form(product: &Product, input: usize) -> DensityForm {
    product.document.sources.get(input).and_then(|source| run_as(&source.content)).unwrap_or_default()
}

/// The surfaces that are seen at the input, with or without their faces.
fn seen_surfaces<'a>(product: &'a Product, view: &'a View) -> impl Iterator<Item = (&'a SurfaceDrawing, Faces)> {
    let seen = |surface: &'a SurfaceDrawing| match view.density.shows_surface(form(product, surface.input)) {
        true => Some((surface, Faces::Shown)),
        false => view.density.wireframe.then_some((surface, Faces::Hidden)),
    };
    product.mesh.surfaces.iter().filter_map(seen)
}

/// The surfaces for the card. Over a stage those are laid that are run, as all input meshes are.
fn surfaces<'a>(product: &'a Product, view: &'a View) -> Vec<(&'a SmoothTriangles, Faces)> {
    match view.step {
        Step::Input => seen_surfaces(product, view).map(|(surface, faces)| (&surface.mesh, faces)).collect(),
        Step::Stage(_) => {
            let run = product.mesh.surfaces.iter().filter(|surface| surface.own_legend.is_none());
            run.map(|surface| (&surface.mesh, Faces::Shown)).collect()
        }
    }
}

/// Blocks with their legends: seen through where they lie over a surface.
fn drawn_blocks(product: &Product, view: &View) -> Vec<(PlacedBoxes, Legend)> {
    const OVER_SURFACE: BoxStyle = BoxStyle::Glass(0.35);
    let mut list = Vec::new();
    for (input, source) in product.document.sources.iter().enumerate() {
        let Some(form) = run_as(&source.content).filter(|&form| view.density.shows_blocks(form)) else { continue };
        let surface = product.surfaces.get(input).and_then(Option::as_deref);
        match (&source.content, product.scene.inputs.get(input), surface) {
            (Content::Voxels(voxels), Some(Input::Chunk(chunk)), _) => {
                let materials = &voxels.voxels.materials;
                list.push((voxel_blocks(chunk, materials), material_legend(chunk, materials)));
            }
            (_, _, Some(surface)) => {
                let (mut placed, count) = density_blocks(surface, &product.run.frame);
                placed.boxes.style = if view.density.shows_surface(form) { OVER_SURFACE } else { BoxStyle::Solid };
                list.push((placed, block_legend(count)));
            }
            _ => {}
        }
    }
    list
}

fn drawn_normals(product: &Product) -> (Vec<Line>, Vec<Legend>) {
    let drawn = product.surfaces.iter().flatten().map(|surface| normal_lines(surface, &product.run.frame));
    let (mut lines, mut legends) = (Vec::new(), Vec::new());
    for (more, every) in drawn {
        legends.push(normal_legend(every, more.len()));
        lines.extend(more);
    }
    (lines, legends)
}

/// The surface that a slice goes through, if there is one.
pub(super) fn sliced<'a>(product: &'a Product, slice: &Slice) -> Option<&'a DensitySurface> {
    product.surfaces.get(slice.input)?.as_deref()
}

fn drawn_slice(product: &Product, slice: Option<&Slice>) -> SliceDrawing {
    let drawn = slice.and_then(|slice| Some(slice_drawing(sliced(product, slice)?, slice, &product.run.frame)));
    drawn.unwrap_or_default()
}

fn drawn_cell(product: &Product, cell: Option<CellSelection>) -> PaintedTriangles {
    let drawn = cell.and_then(|cell| {
        let surface = product.surfaces.get(cell.input)?.as_deref()?;
        Some(cell_triangles(surface, &product.run.frame, &cell_report(surface, cell.cell)?))
    });
    drawn.unwrap_or_default()
}

/// The outline of a selected cell.
pub(super) fn outline(product: &Product, cell: CellSelection) -> Vec<Line> {
    let drawn = product
        .surfaces
        .get(cell.input)
        .and_then(Option::as_deref)
        .and_then(|surface| Some(cell_lines(surface, &product.run.frame, cell, &cell_report(surface, cell.cell)?)));
    drawn.unwrap_or_default()
}

/// Where the slice cuts things off: on the viewer's side of its plane.
pub(super) fn cut(product: &Product, view: &View, camera: &OrbitCamera) -> Option<Cut> {
    let slice = view.density.slice.filter(|slice| slice.cuts && view.step == Step::Input)?;
    let surface = sliced(product, &slice)?;
    let axis = slice.axis as usize;
    let frame = &product.run.frame;
    let at = in_frame(frame, surface, [slice.place_in(surface) as f64; 3])[axis];
    let keeps_below = match camera.projection {
        Projection::Perspective => {
            let height = if axis == 1 { f64::from(row_height(frame)) } else { 1.0 };
            camera.eye()[axis] > f64::from(at) * height
        }
        Projection::Orthographic => camera.axes().back[axis] > 0.0,
    };
    Some(Cut { axis, at, keeps_below })
}
