//! The 3D view: what is shown, and the picture of it.

use super::boxes::{BoxBatch, BoxPainter};
use super::gl_state::forget_errors;
use super::lines::{LineBatch, LinePainter, LineStyle};
use super::triangles::{TriangleBatch, TrianglePainter};
use super::uniforms::Uniforms;
use super::{Edges, Faces, Offscreen, OrbitCamera, RenderError, TriangleMode, ViewSettings};
use crate::draw::{Boxes, Line, PaintedTriangles, PlacedBoxes, Rgba, SmoothTriangles, Triangles};
use std::sync::Arc;

/// The batches of boxes there can be. Each is drawn in the style of its boxes; glass comes last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoxSlot {
    /// The stage that is looked at.
    Main,
    /// Another stage beside it.
    Second,
    /// What is seen through.
    Glass,
    /// Dropped pieces.
    Dropped,
}

/// The batches of lines there can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineSlot {
    /// The grid's border, axes, the crop box: never cropped.
    Grid,
    /// Links, volumes: cropped like the boxes.
    Overlay,
    /// The selection's outline: never cropped, and faint where something is before it.
    Selection,
    /// Normals and marks of surfaces: cropped and cut like them.
    Surface,
    /// The surface's lines on the slice: cropped, never cut.
    Slice,
}

/// The batches of painted triangles there can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PaintedSlot {
    /// The plane across a density.
    Slice,
    /// The triangles of the selected cell, seen through.
    Cell,
    /// The pieces of the marked triangle, seen through.
    Pieces,
}

/// How the faces are drawn that were cut away: enough to tell what was there.
const CUT_AWAY: TriangleMode = TriangleMode::Ghost(0.14);

/// Draws boxes, triangles and lines into a texture, when something changed.
pub struct ViewRenderer {
    gl: Arc<glow::Context>,
    context: three_d::Context,
    offscreen: Offscreen,
    box_painter: BoxPainter,
    triangle_painter: TrianglePainter,
    line_painter: LinePainter,
    boxes: [Option<BoxBatch>; 4],
    /// Boxes of other lattices than the frame's.
    blocks: Vec<BoxBatch>,
    triangles: Option<TriangleBatch>,
    surfaces: Vec<(TriangleBatch, Faces)>,
    painted: [Option<TriangleBatch>; 3],
    lines: [Option<LineBatch>; 5],
    /// What the picture shows; `None` when other things are to be drawn.
    drawn: Option<(OrbitCamera, ViewSettings)>,
}

impl ViewRenderer {
    /// An empty view, on a context that is current whenever a method is called.
    ///
    /// # Errors
    /// The driver's reasons against a framebuffer or a shader.
    pub fn new(gl: Arc<glow::Context>) -> Result<Self, RenderError> {
        forget_errors(&gl);
        let context = three_d::Context::from_gl_context(gl.clone())?;
        Ok(Self {
            offscreen: Offscreen::new(&gl)?,
            box_painter: BoxPainter::new(&context)?,
            triangle_painter: TrianglePainter::new(&context)?,
            line_painter: LinePainter::new(&context)?,
            boxes: [const { None }; 4],
            blocks: Vec::new(),
            triangles: None,
            surfaces: Vec::new(),
            painted: [const { None }; 3],
            lines: [const { None }; 5],
            drawn: None,
            gl,
            context,
        })
    }

    /// The picture, to be registered with egui once. GL rows run upwards: show it with v from 1 to 0.
    pub fn texture(&self) -> glow::Texture {
        self.offscreen.texture()
    }

    /// The picture's framebuffer, to ask for its size or its pixels.
    pub fn offscreen(&self) -> &Offscreen {
        &self.offscreen
    }

    /// Puts boxes into a slot, or takes them out.
    ///
    /// # Errors
    /// [`RenderError::ColourCount`] when there is not one colour a box; the slot is then empty.
    pub fn set_boxes(&mut self, slot: BoxSlot, boxes: Option<&Boxes>) -> Result<(), RenderError> {
        self.drawn = None;
        let place = &mut self.boxes[slot as usize];
        *place = None;
        if let Some(boxes) = boxes {
            *place = BoxBatch::new(&self.context, boxes)?;
        }
        Ok(())
    }

    /// Gives the boxes of a slot other colours, and sends nothing else.
    ///
    /// # Errors
    /// [`RenderError::ColourCount`] when there is not one colour a box; the old ones then stay.
    pub fn set_box_colours(&mut self, slot: BoxSlot, colours: &[Rgba]) -> Result<(), RenderError> {
        self.drawn = None;
        match &mut self.boxes[slot as usize] {
            Some(batch) => batch.set_colours(colours),
            None if colours.is_empty() => Ok(()),
            None => Err(RenderError::ColourCount { colours: colours.len(), boxes: 0 }),
        }
    }

    /// Puts triangles into the view, or takes them out.
    pub fn set_triangles(&mut self, triangles: Option<&Triangles>) {
        self.drawn = None;
        self.triangles = triangles.and_then(|triangles| TriangleBatch::new(&self.context, triangles));
    }

    /// Puts the surfaces of densities into the view, in the place of those that were there.
    pub fn set_surfaces<'a>(&mut self, surfaces: impl IntoIterator<Item = (&'a SmoothTriangles, Faces)>) {
        self.drawn = None;
        let batch = |(one, faces)| Some((TriangleBatch::smooth(&self.context, one)?, faces));
        self.surfaces = surfaces.into_iter().filter_map(batch).collect();
    }

    /// Puts blocks into the view, in the place of those that were there.
    ///
    /// # Errors
    /// [`RenderError::ColourCount`] when there is not one colour a box; there are then no blocks.
    pub fn set_blocks<'a>(&mut self, blocks: impl IntoIterator<Item = &'a PlacedBoxes>) -> Result<(), RenderError> {
        self.drawn = None;
        self.blocks.clear();
        let batches: Vec<_> =
            blocks.into_iter().map(|one| BoxBatch::placed(&self.context, one)).collect::<Result<_, _>>()?;
        self.blocks.extend(batches.into_iter().flatten());
        Ok(())
    }

    /// Puts painted triangles into a slot; none take out what was there.
    pub fn set_painted(&mut self, slot: PaintedSlot, triangles: &PaintedTriangles) {
        self.drawn = None;
        self.painted[slot as usize] = TriangleBatch::painted(&self.context, triangles);
    }

    /// Puts lines into a slot; none take out what was there. Of lines in the same place the last one is on top, so that a
    /// wide dark one before a narrow white one is an outline for any background.
    pub fn set_lines(&mut self, slot: LineSlot, lines: &[Line]) {
        self.drawn = None;
        self.lines[slot as usize] = LineBatch::new(&self.context, lines);
    }

    /// The bounds of everything there is, in view space for this height of a row; `None` when there is nothing.
    pub fn bounds(&self, row_height: f32) -> Option<[[f32; 3]; 2]> {
        let boxes = self.boxes.iter().flatten().chain(&self.blocks).map(|batch| batch.bounds);
        let triangles = self
            .triangles
            .iter()
            .chain(self.surfaces.iter().map(|(batch, _)| batch))
            .chain(self.painted.iter().flatten());
        let lines = self.lines.iter().flatten().map(|batch| batch.bounds);
        let all = boxes.chain(lines).chain(triangles.map(|batch| batch.bounds));
        let [mut min, mut max] = all.reduce(|[min, max], [low, high]| {
            [std::array::from_fn(|i| min[i].min(low[i])), std::array::from_fn(|i| max[i].max(high[i]))]
        })?;
        (min[1], max[1]) = (min[1] * row_height, max[1] * row_height);
        Some([min, max])
    }

    /// Draws a picture of this size in pixels, unless it would be the one there is. True when it drew.
    ///
    /// # Errors
    /// [`RenderError::Framebuffer`] when the driver refuses the size.
    pub fn render(
        &mut self,
        camera: &OrbitCamera,
        settings: &ViewSettings,
        size_px: [u32; 2],
    ) -> Result<bool, RenderError> {
        forget_errors(&self.gl);
        let is_resized = self.offscreen.resize(size_px)?;
        if !is_resized && self.drawn == Some((*camera, *settings)) {
            return Ok(false);
        }
        let bounds = self.bounds(settings.row_height).unwrap_or([[0.0; 3], [1.0; 3]]);
        let uniforms = Uniforms::new(camera, settings, self.offscreen.size(), bounds);
        let background = settings.background.map(|v| f32::from(v) / 255.0);
        self.offscreen.draw(background, || self.draw(settings, &uniforms));
        self.drawn = Some((*camera, *settings));
        Ok(true)
    }

    /// Deletes everything on the graphics card. egui must not show the texture any more.
    pub fn delete(self) {
        self.offscreen.delete();
    }

    /// What hides other things first, then what is seen through, then what shines through, and over all what was
    /// cut away.
    fn draw(&self, settings: &ViewSettings, cut: &Uniforms) {
        let whole = &cut.without_cut();
        let draw_boxes = |is_glass: bool| {
            let fits = |batch: &&BoxBatch| batch.is_glass() == is_glass;
            self.boxes.iter().flatten().filter(fits).for_each(|batch| self.box_painter.draw(batch, whole));
            self.blocks.iter().filter(fits).for_each(|batch| self.box_painter.draw(batch, cut));
        };
        let draw_triangles = |is_opaque: bool| {
            let meshes = self.triangles.iter().map(|batch| (batch, settings.triangles, whole));
            let surfaces = self.surfaces.iter().map(|(batch, faces)| match faces {
                Faces::Shown => (batch, settings.surfaces, cut),
                Faces::Hidden => (batch, TriangleMode::Wireframe, cut),
            });
            for (batch, mode, uniforms) in meshes.chain(surfaces).filter(|(_, mode, _)| mode.is_opaque() == is_opaque) {
                self.triangle_painter.draw(batch, mode, uniforms);
            }
        };
        let draw_painted = |slot: PaintedSlot, mode| {
            if let Some(batch) = &self.painted[slot as usize] {
                self.triangle_painter.draw(batch, mode, whole);
            }
        };
        let draw_lines = |slot: LineSlot, style, uniforms| {
            if let Some(batch) = &self.lines[slot as usize] {
                self.line_painter.draw(batch, style, uniforms);
            }
        };
        draw_boxes(false);
        draw_triangles(true);
        draw_painted(PaintedSlot::Slice, TriangleMode::Flat(Edges::Hidden));
        draw_painted(PaintedSlot::Cell, TriangleMode::Translucent(0.7));
        draw_lines(LineSlot::Grid, LineStyle::Plain, whole);
        draw_lines(LineSlot::Overlay, LineStyle::Cropped, whole);
        draw_lines(LineSlot::Surface, LineStyle::Cropped, cut);
        draw_lines(LineSlot::Slice, LineStyle::Cropped, whole);
        draw_triangles(false);
        draw_painted(PaintedSlot::Pieces, TriangleMode::Ghost(0.7));
        draw_boxes(true);
        draw_lines(LineSlot::Selection, LineStyle::ShinesThrough, whole);
        if let Some(away) = cut.cut_away() {
            let faces = self.surfaces.iter().filter(|(_, faces)| *faces == Faces::Shown);
            faces.for_each(|(batch, _)| self.triangle_painter.draw(batch, CUT_AWAY, &away));
        }
    }
}
