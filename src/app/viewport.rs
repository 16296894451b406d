//! The 3D view's part of the graphics card, and what it was last given.

use super::camera::row_height;
use super::density_drawing::{self, DensityDrawings, cut};
use super::marks::{self, Marks};
use super::other::OtherComparison;
use super::product::Product;
use super::theme;
use crate::draw::agent::agent_legend;
use crate::draw::difference::draw_difference;
use crate::draw::lines::{column_marks, frame_lines, link_legend, link_lines, selection_lines, volume_lines};
use crate::draw::reasons::draw_reasons;
use crate::draw::replay::{draw_replay, newest_lines};
use crate::draw::stage::{StageDrawing, clearance_boxes, draw_stage, dropped_boxes};
use crate::draw::triangle_cells::{piece_lines, piece_triangles};
use crate::draw::why::{path_lines, triangle_lines};
use crate::draw::{Boxes, Legend, PaintedTriangles};
use crate::inspect::erosion_path::Place;
use crate::inspect::{CellSelection, Comparison, Crop, ReasonFilter, Replayed, Snapshot, TriangleCells};
use crate::pipeline::{PipelineRun, Stage};
use crate::render::{
    BoxSlot, Edges, LineSlot, OrbitCamera, PaintedSlot, RenderError, TriangleMode, ViewRenderer, ViewSettings,
};
use crate::session::{Colouring, Layers, MeshOverlay, Selection, Shading, Step, View};
use eframe::{egui, glow};
use std::sync::Arc;

/// The renderer, when there is a graphics card, and the drawings it shows.
#[derive(Default)]
pub struct Viewport {
    /// Width over height of the view when it was drawn last.
    pub aspect: f32,
    /// Width and height of the view in pixels when it was drawn last, and pixels to a point; 0 before.
    pub size_px: [u32; 2],
    pub scale: f32,
    /// What is marked besides the selection.
    pub marks: Marks,
    /// The legends of what is shown.
    pub legends: Vec<Legend>,
    /// The pieces of the marked triangle, where they are shown.
    pub pieces: Option<Arc<TriangleCells>>,
    /// What is shown of raw and merged in the place of all of it.
    pub replayed: Option<Arc<Replayed>>,
    card: Option<Card>,
    failure: Option<String>,
    /// What the drawings were made from.
    boxes_key: Option<BoxesKey>,
    layers_key: Option<LayersKey>,
    lines_key: Option<LinesKey>,
    /// Surfaces, blocks and slices.
    density: DensityDrawings,
    stage_legend: Option<Legend>,
    dropped_legend: Option<Legend>,
}

struct Card {
    renderer: ViewRenderer,
    texture: egui::TextureId,
    /// The generation whose mesh, and the stage and generation whose boxes, are on the card.
    mesh: Option<u64>,
    boxes: Option<(u64, BoxesOf)>,
}

/// Stages that share their boxes: only colours differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoxesOf {
    Pieces,
    Solid,
    Open,
}

type BoxesKey = (u64, Step, Colouring, Step, ReasonFilter, Option<usize>, Option<[u64; 2]>);
type LayersKey = (u64, Step, Layers, bool, Option<usize>);
type LinesKey = (u64, Step, Option<Selection>, Option<CellSelection>, Option<Crop>, Option<u32>, Vec<Place>, MarksKey);
/// Pieces and replay by their places in memory: what was drawn is kept until other things are. Then the agent, and marks.
type MarksKey = (Option<usize>, Option<usize>, bool, Marks);

impl Viewport {
    /// Gives the view its graphics card. `register` makes egui know a texture. A driver that refuses is not asked again; [`Viewport::failure`] says why.
    pub fn attach(&mut self, gl: &Arc<glow::Context>, register: impl FnOnce(glow::Texture) -> egui::TextureId) {
        match ViewRenderer::new(gl.clone()) {
            Ok(renderer) => {
                let texture = register(renderer.texture());
                self.card = Some(Card { renderer, texture, mesh: None, boxes: None });
                (self.boxes_key, self.layers_key, self.lines_key) = (None, None, None);
                self.density = DensityDrawings::default();
            }
            Err(error) => self.fail(&error),
        }
    }

    /// Whether a graphics card is still to be attached.
    pub fn wants_card(&self) -> bool {
        self.card.is_none() && self.failure.is_none()
    }

    /// Why nothing can be drawn, if so.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Notes why nothing can be drawn.
    pub fn fail(&mut self, error: &RenderError) {
        log::error!("{error}");
        self.failure = Some(error.to_string());
    }

    /// Makes the drawings that have changed and gives them to the card, if there is one. `path` is the way from the selected
    /// floor to its border, where that is shown.
    ///
    /// # Errors
    /// Those of the renderer.
    pub fn update(
        &mut self,
        product: &Product,
        generation: u64,
        view: &View,
        comparison: Option<&Comparison>,
        path: &[Place],
        against: Option<&Against<'_>>,
    ) -> Result<(), RenderError> {
        self.update_boxes(product, generation, view, against)?;
        self.update_layers(product, generation, view, comparison)?;
        self.update_lines(product, generation, view, path);
        self.density.update(self.card.as_mut().map(|card| &mut card.renderer), product, generation, view)?;
        self.legends.clear();
        match (&self.stage_legend, view.step) {
            (_, Step::Input) => self.legends.extend(self.density.legends(product, view)),
            (Some(legend), _) => self.legends.push(legend.clone()),
            (None, _) => {}
        }
        if view.layers.mesh != MeshOverlay::Hidden && view.step != Step::Input {
            self.legends.push(product.mesh.legend.clone());
        }
        if view.layers.links && view.step >= Step::Stage(Stage::Compact) {
            self.legends.push(link_legend());
        }
        self.legends.extend(self.dropped_legend.clone());
        if marks::agent_place(&product.run.frame, view).is_some() {
            self.legends.push(agent_legend(&product.run.frame, &product.run.settings));
        }
        Ok(())
    }

    /// Whether anything was seen of the input when it was drawn last. Nothing has a legend that is not seen.
    pub fn shows_input(&self) -> bool {
        self.legends.iter().any(|legend| !legend.entries.is_empty() || legend.scale.is_some())
    }

    /// Draws a picture of this size and returns the texture that holds it.
    ///
    /// # Errors
    /// Those of the renderer.
    pub fn render(
        &mut self,
        product: &Product,
        view: &View,
        camera: &OrbitCamera,
        size_px: [u32; 2],
        ui: &egui::Ui,
    ) -> Result<Option<egui::TextureId>, RenderError> {
        let Some(card) = &mut self.card else { return Ok(None) };
        let settings = ViewSettings {
            row_height: row_height(&product.run.frame),
            pixels_per_point: ui.ctx().pixels_per_point(),
            background: theme::background(ui.visuals().dark_mode),
            crop: view.crop,
            triangles: triangle_mode(view),
            surfaces: surface_mode(view),
            cut: cut(product, view, camera),
        };
        card.renderer.render(camera, &settings, size_px)?;
        Ok(Some(card.texture))
    }

    fn update_boxes(
        &mut self,
        product: &Product,
        generation: u64,
        view: &View,
        against: Option<&Against<'_>>,
    ) -> Result<(), RenderError> {
        let replayed = self.replayed.as_ref().map(place_of);
        let against_key = against.map(|against| against.known.generations);
        let (colouring, since) = (view.colouring_in_force(), view.compared_step());
        let key = (generation, view.step, colouring, since, view.reasons, replayed, against_key);
        if self.boxes_key == Some(key) {
            return Ok(());
        }
        self.boxes_key = Some(key);
        let Some(stage) = view.step.stage() else {
            self.stage_legend = None;
            return self.card.as_mut().map_or(Ok(()), |card| {
                card.boxes = None;
                card.renderer.set_boxes(BoxSlot::Second, None)?;
                card.renderer.set_boxes(BoxSlot::Main, None)
            });
        };
        let replay = self.replayed.as_ref().and_then(|replayed| draw_replay(&product.run.frame, replayed, stage));
        let is_replay = replay.is_some();
        let instead = replay.or_else(|| against.and_then(|against| against.drawing(&product.run, stage)));
        let is_instead = instead.is_some();
        let StageDrawing { boxes, vanished, legend } = match view.colouring_in_force() {
            _ if is_instead => instead.unwrap_or_default(),
            Colouring::Reason => draw_reasons(&product.run, stage, &product.reasons, view.reasons),
            colouring => draw_stage(&product.run, stage, colouring, view.compared_step().stage(), &product.pieces),
        };
        self.stage_legend = Some(legend);
        let Some(card) = &mut self.card else { return Ok(()) };
        let of = match stage {
            Stage::Raw => BoxesOf::Pieces,
            Stage::Merged | Stage::LowHanging | Stage::Ledges | Stage::LowHeight => BoxesOf::Solid,
            Stage::Compact | Stage::Eroded | Stage::Volumes => BoxesOf::Open,
        };
        let is_whole = !is_replay && boxes.cells.len() == product.run.stage(stage).len();
        if card.boxes == Some((generation, of)) && is_whole {
            card.renderer.set_box_colours(BoxSlot::Main, &boxes.colours)?;
        } else {
            card.renderer.set_boxes(BoxSlot::Main, some(&boxes))?;
            card.boxes = is_whole.then_some((generation, of));
        }
        card.renderer.set_boxes(BoxSlot::Second, some(&vanished))
    }

    fn update_layers(
        &mut self,
        product: &Product,
        generation: u64,
        view: &View,
        comparison: Option<&Comparison>,
    ) -> Result<(), RenderError> {
        // What has vanished is seen through as well: one thing at a time.
        let shows_clearance = view.layers.clearance && view.colouring_in_force() != Colouring::Change;
        let compared = view.step.stage().zip(comparison).and_then(|(stage, all)| all.stage(stage));
        let differing = compared.map(|compared| &compared.columns);
        let key =
            (generation, view.step, view.layers, shows_clearance, differing.map(|columns| columns.as_ptr() as usize));
        if self.layers_key == Some(key) {
            return Ok(());
        }
        self.layers_key = Some(key);
        let run = &product.run;
        let (dropped, legend) =
            if view.layers.dropped { dropped_boxes(run) } else { (Boxes::default(), Legend::default()) };
        self.dropped_legend = view.layers.dropped.then_some(legend);
        let Some(card) = &mut self.card else { return Ok(()) };
        card.renderer.set_boxes(BoxSlot::Dropped, some(&dropped))?;
        let stage = view.step.stage();
        let clearance = stage.filter(|_| shows_clearance).map(|stage| clearance_boxes(run, stage));
        card.renderer.set_boxes(BoxSlot::Glass, clearance.as_ref().and_then(some))?;
        if card.mesh != Some(generation) {
            card.renderer.set_triangles(Some(&product.mesh.triangles));
            card.mesh = Some(generation);
        }
        let mut overlay = match stage {
            Some(stage) if view.layers.links => link_lines(run, stage),
            _ => Vec::new(),
        };
        overlay.extend(product.scene.volumes.iter().flat_map(|volume| volume_lines(&run.frame, volume)));
        if let (Some(stage), Some(columns)) = (stage, differing) {
            overlay.extend(column_marks(run, stage, columns));
        }
        card.renderer.set_lines(LineSlot::Overlay, &overlay);
        Ok(())
    }

    fn update_lines(&mut self, product: &Product, generation: u64, view: &View, path: &[Place]) {
        let View { step, selection, cell, crop, triangle, .. } = *view;
        let places = (self.pieces.as_ref().map(place_of), self.replayed.as_ref().map(place_of));
        let marks = (places.0, places.1, view.layers.agent, self.marks);
        let key = (generation, step, selection, cell, crop, triangle, path.to_vec(), marks);
        if self.lines_key.as_ref() == Some(&key) {
            return;
        }
        self.lines_key = Some(key);
        let Some(card) = &mut self.card else { return };
        card.renderer.set_lines(LineSlot::Grid, &frame_lines(&product.run.frame, view.crop.as_ref()));
        let selection = view.selection.map(|selection| selection_lines(&product.run, view.step.stage(), &selection));
        let mut marks = selection.unwrap_or_default();
        if view.step == Step::Input {
            marks.extend_from_slice(&product.mesh.marks);
            marks.extend(view.cell.into_iter().flat_map(|cell| density_drawing::outline(product, cell)));
        }
        let newest = self.replayed.as_ref().map(|replayed| replayed.log.pieces().last());
        let outlined = newest.map_or(view.triangle, |piece| piece.and_then(|piece| piece.triangle()));
        marks.extend(self.pieces.iter().flat_map(|cells| piece_lines(cells)));
        marks.extend(outlined.into_iter().flat_map(|number| triangle_lines(&product.run, &product.triangles, number)));
        marks.extend(self.replayed.iter().flat_map(|replayed| newest_lines(replayed)));
        let painted = self.pieces.as_ref().map_or_else(PaintedTriangles::default, |cells| piece_triangles(cells));
        card.renderer.set_painted(PaintedSlot::Pieces, &painted);
        marks.extend(path_lines(&product.run, path));
        marks.extend(self.marks.lines(product, view));
        card.renderer.set_lines(LineSlot::Selection, &marks);
    }
}

/// What A is drawn against, where the difference is shown.
#[derive(Clone, Copy, Debug)]
pub struct Against<'a> {
    pub known: &'a OtherComparison,
    pub b: &'a Snapshot,
}

impl Against<'_> {
    /// The stage in the colours of its differences, when both have it.
    fn drawing(&self, run: &PipelineRun, stage: Stage) -> Option<StageDrawing> {
        let comparison = self.known.result.as_ref().ok()?;
        Some(draw_difference(
            run,
            &comparison.names,
            comparison.stage(stage)?,
            [self.known.a.stage(stage)?, self.b.stage(stage)?],
        ))
    }
}

/// Where something lies in memory: another place while the one before is kept is another thing.
fn place_of<T>(of: &Arc<T>) -> usize {
    Arc::as_ptr(of) as usize
}

/// How surfaces are drawn, where their faces are shown.
fn surface_mode(view: &View) -> TriangleMode {
    let density = &view.density;
    let edges = if density.wireframe { Edges::Dark } else { Edges::Hidden };
    match (view.step, density.shading) {
        (Step::Input, Shading::Smooth) => TriangleMode::Smooth(edges),
        (Step::Input, Shading::Flat) => TriangleMode::Flat(edges),
        _ => triangle_mode(view),
    }
}

/// The mesh is what the input step shows, so there it is always solid.
fn triangle_mode(view: &View) -> TriangleMode {
    match (view.step, view.layers.mesh) {
        (Step::Input, _) | (_, MeshOverlay::Solid) => TriangleMode::Solid,
        (_, MeshOverlay::Hidden) => TriangleMode::Hidden,
        (_, MeshOverlay::Wireframe) => TriangleMode::Wireframe,
        (_, MeshOverlay::Translucent) => TriangleMode::Translucent(0.35),
    }
}

fn some(boxes: &Boxes) -> Option<&Boxes> {
    (!boxes.cells.is_empty()).then_some(boxes)
}
