//! The 3D view: what is shown, and the picture of it.

use super::boxes::{BoxBatch, BoxPainter};
use super::gl_state::forget_errors;
use super::lines::{LineBatch, LinePainter, LineStyle};
use super::triangles::{TriangleBatch, TrianglePainter};
use super::uniforms::Uniforms;
use super::{Offscreen, OrbitCamera, RenderError, TriangleMode, ViewSettings};
use crate::draw::{Boxes, Line, Rgba, Triangles};
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
}

/// Draws boxes, triangles and lines into a texture, when something changed.
pub struct ViewRenderer {
    gl: Arc<glow::Context>,
    context: three_d::Context,
    offscreen: Offscreen,
    box_painter: BoxPainter,
    triangle_painter: TrianglePainter,
    line_painter: LinePainter,
    boxes: [Option<BoxBatch>; 4],
    triangles: Option<TriangleBatch>,
    lines: [Option<LineBatch>; 3],
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
            triangles: None,
            lines: [const { None }; 3],
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

    /// Puts lines into a slot; none take out what was there. Of lines in the same place the last one is on top, so that a
    /// wide dark one before a narrow white one is an outline for any background.
    pub fn set_lines(&mut self, slot: LineSlot, lines: &[Line]) {
        self.drawn = None;
        self.lines[slot as usize] = LineBatch::new(&self.context, lines);
    }

    /// The bounds of everything there is, in view space for this height of a row; `None` when there is nothing.
    pub fn bounds(&self, row_height: f32) -> Option<[[f32; 3]; 2]> {
        let boxes = self.boxes.iter().flatten().map(|batch| batch.bounds);
        let lines = self.lines.iter().flatten().map(|batch| batch.bounds);
        let all = boxes.chain(lines).chain(self.triangles.iter().map(|batch| batch.bounds));
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
        self.offscreen.draw(background, || self.draw(settings.triangles, &uniforms));
        self.drawn = Some((*camera, *settings));
        Ok(true)
    }

    /// Deletes everything on the graphics card. egui must not show the texture any more.
    pub fn delete(self) {
        self.offscreen.delete();
    }

    /// What hides other things first, then what is seen through, then what shines through.
    fn draw(&self, mode: TriangleMode, uniforms: &Uniforms) {
        let boxes = |is_glass| self.boxes.iter().flatten().filter(move |batch| batch.is_glass() == is_glass);
        let lines = |slot: LineSlot, style| {
            if let Some(batch) = &self.lines[slot as usize] {
                self.line_painter.draw(batch, style, uniforms);
            }
        };
        let triangles = |is_opaque| {
            if let Some(batch) = self.triangles.as_ref().filter(|_| (mode == TriangleMode::Solid) == is_opaque) {
                self.triangle_painter.draw(batch, mode, uniforms);
            }
        };
        boxes(false).for_each(|batch| self.box_painter.draw(batch, uniforms));
        triangles(true);
        lines(LineSlot::Grid, LineStyle::Plain);
        lines(LineSlot::Overlay, LineStyle::Cropped);
        triangles(false);
        boxes(true).for_each(|batch| self.box_painter.draw(batch, uniforms));
        lines(LineSlot::Selection, LineStyle::ShinesThrough);
    }
}
