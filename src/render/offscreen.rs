//! A framebuffer of our own: a colour texture that egui can show, a depth buffer, and smoothing where it is to be had.

use super::RenderError;
use super::gl_state::{SavedState, forget_errors};
use glow::HasContext as _;
use std::sync::Arc;

/// Samples a pixel, so that edges are smooth.
const SAMPLES: i32 = 4;

/// A picture on the graphics card. Row 0 is the lowest one.
pub struct Offscreen {
    gl: Arc<glow::Context>,
    texture: glow::Texture,
    /// The framebuffer around the texture.
    resolved: glow::Framebuffer,
    /// The framebuffer that is drawn into; the same as `resolved` without multisampling.
    drawn: Drawn,
    size: [u32; 2],
    max_side: u32,
}

/// What is drawn into.
enum Drawn {
    /// The texture itself, with a depth buffer.
    Plain { depth: glow::Renderbuffer },
    /// Multisampled colour and depth, copied to the texture afterwards.
    Multisampled { framebuffer: glow::Framebuffer, colour: glow::Renderbuffer, depth: glow::Renderbuffer, samples: i32 },
}

impl Offscreen {
    /// An empty picture, multisampled where the driver can.
    ///
    /// # Errors
    /// [`RenderError::Object`] and [`RenderError::Framebuffer`], when even the plain way is refused.
    pub fn new(gl: &Arc<glow::Context>) -> Result<Self, RenderError> {
        // SAFETY: the context is current.
        let most = unsafe { gl.get_parameter_i32(glow::MAX_SAMPLES) };
        Self::with_samples(gl, if most >= SAMPLES { SAMPLES } else { 0 })
    }

    fn with_samples(gl: &Arc<glow::Context>, samples: i32) -> Result<Self, RenderError> {
        let texture = create_texture(gl)?;
        let resolved = create_framebuffer(gl)?;
        let side_limits = [glow::MAX_TEXTURE_SIZE, glow::MAX_RENDERBUFFER_SIZE];
        // SAFETY: the context is current.
        let [max_side, other] = side_limits.map(|name| unsafe { gl.get_parameter_i32(name) }.max(1) as u32);
        let drawn = if samples > 0 {
            Drawn::Multisampled {
                framebuffer: create_framebuffer(gl)?,
                colour: create_renderbuffer(gl)?,
                depth: create_renderbuffer(gl)?,
                samples,
            }
        } else {
            Drawn::Plain { depth: create_renderbuffer(gl)? }
        };
        let mut offscreen =
            Self { gl: gl.clone(), texture, resolved, drawn, size: [0; 2], max_side: max_side.min(other) };
        offscreen.resize([1, 1])?;
        Ok(offscreen)
    }

    /// The picture, for egui's painter. The same one for as long as this lives.
    pub fn texture(&self) -> glow::Texture {
        self.texture
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Whether edges are smoothed.
    pub fn is_multisampled(&self) -> bool {
        matches!(self.drawn, Drawn::Multisampled { .. })
    }

    /// Gives the picture a size in pixels, as far as the driver allows it, and at least 1 x 1. True when it changed: the
    /// content is then undefined.
    ///
    /// # Errors
    /// [`RenderError::Framebuffer`] when the driver refuses it.
    pub fn resize(&mut self, size: [u32; 2]) -> Result<bool, RenderError> {
        let size = size.map(|side| side.clamp(1, self.max_side));
        if size == self.size {
            return Ok(false);
        }
        let saved = SavedState::save(&self.gl);
        let result = self.allocate(size);
        saved.restore(&self.gl);
        self.size = if result.is_ok() { size } else { [0; 2] };
        result.map(|()| true)
    }

    /// Runs `draw` with the framebuffer bound, cleared to an opaque colour (0 to 1), then fills the texture. Bindings
    /// and state are put back.
    pub fn draw(&self, background: [f32; 3], draw: impl FnOnce()) {
        let gl = &self.gl;
        let saved = SavedState::save(gl);
        let [width, height] = self.size.map(|side| side as i32);
        // SAFETY: the context is current and all objects are ours.
        unsafe {
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.target()));
            gl.viewport(0, 0, width, height);
            gl.disable(glow::SCISSOR_TEST);
            gl.disable(glow::DITHER);
            gl.color_mask(true, true, true, true);
            gl.depth_mask(true);
            gl.clear_color(background[0], background[1], background[2], 1.0);
            gl.clear(glow::COLOR_BUFFER_BIT | glow::DEPTH_BUFFER_BIT);
            draw();
            if self.is_multisampled() {
                gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.target()));
                gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, Some(self.resolved));
                let mask = glow::COLOR_BUFFER_BIT;
                gl.blit_framebuffer(0, 0, width, height, 0, 0, width, height, mask, glow::NEAREST);
            }
        }
        saved.restore(gl);
    }

    /// The pixels, four bytes each, from the highest row down.
    pub fn read(&self) -> Vec<u8> {
        let saved = SavedState::save(&self.gl);
        // SAFETY: the framebuffer is ours.
        unsafe { self.gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.resolved)) };
        let pixels = read_pixels(&self.gl, self.size);
        saved.restore(&self.gl);
        pixels
    }

    /// Deletes everything. egui must not show the texture any more.
    pub fn delete(self) {
        // SAFETY: the objects are ours and are not used again.
        unsafe {
            self.delete_drawn();
            self.gl.delete_framebuffer(self.resolved);
            self.gl.delete_texture(self.texture);
        }
    }

    fn target(&self) -> glow::Framebuffer {
        match self.drawn {
            Drawn::Plain { .. } => self.resolved,
            Drawn::Multisampled { framebuffer, .. } => framebuffer,
        }
    }

    /// # Safety
    /// What is drawn into must not be used again.
    unsafe fn delete_drawn(&self) {
        match self.drawn {
            // SAFETY: the caller does not use it again.
            Drawn::Plain { depth } => unsafe { self.gl.delete_renderbuffer(depth) },
            // SAFETY: as above.
            Drawn::Multisampled { framebuffer, colour, depth, .. } => unsafe {
                self.gl.delete_framebuffer(framebuffer);
                self.gl.delete_renderbuffer(colour);
                self.gl.delete_renderbuffer(depth);
            },
        }
    }

    fn allocate(&mut self, size: [u32; 2]) -> Result<(), RenderError> {
        self.allocate_texture(size);
        if let Drawn::Multisampled { framebuffer, colour, depth, samples } = self.drawn {
            let parts = [(glow::COLOR_ATTACHMENT0, colour, glow::RGBA8), (glow::DEPTH_ATTACHMENT, depth, DEPTH)];
            let complete =
                check(&self.gl, framebuffer, size, &parts, samples).and(check(&self.gl, self.resolved, size, &[], 0));
            if complete.is_ok() {
                return complete;
            }
            log::info!("no multisampling: {complete:?}");
            forget_errors(&self.gl);
            let depth = create_renderbuffer(&self.gl)?;
            // SAFETY: it is replaced in the next line.
            unsafe { self.delete_drawn() };
            self.drawn = Drawn::Plain { depth };
        }
        match self.drawn {
            Drawn::Plain { depth } => {
                check(&self.gl, self.resolved, size, &[(glow::DEPTH_ATTACHMENT, depth, DEPTH)], 0)
            }
            Drawn::Multisampled { .. } => Ok(()),
        }
    }

    fn allocate_texture(&self, [width, height]: [u32; 2]) {
        let gl = &self.gl;
        let (internal, none) = (glow::RGBA8 as i32, glow::PixelUnpackData::Slice(None));
        let [width, height] = [width as i32, height as i32];
        // SAFETY: the context is current, and no pixels are passed.
        unsafe {
            gl.bind_texture(glow::TEXTURE_2D, Some(self.texture));
            let bytes = glow::UNSIGNED_BYTE;
            gl.tex_image_2d(glow::TEXTURE_2D, 0, internal, width, height, 0, glow::RGBA, bytes, none);
            gl.bind_texture(glow::TEXTURE_2D, None);
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.resolved));
            let attachment = glow::COLOR_ATTACHMENT0;
            gl.framebuffer_texture_2d(glow::FRAMEBUFFER, attachment, glow::TEXTURE_2D, Some(self.texture), 0);
        }
    }
}

const DEPTH: u32 = glow::DEPTH_COMPONENT24;

/// Allocates renderbuffers `(attachment, buffer, format)`, attaches them, and asks whether the framebuffer is complete.
fn check(
    gl: &glow::Context,
    framebuffer: glow::Framebuffer,
    [width, height]: [u32; 2],
    parts: &[(u32, glow::Renderbuffer, u32)],
    samples: i32,
) -> Result<(), RenderError> {
    // SAFETY: the context is current and all objects are ours.
    let status = unsafe {
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
        for &(attachment, buffer, format) in parts {
            gl.bind_renderbuffer(glow::RENDERBUFFER, Some(buffer));
            let [width, height] = [width as i32, height as i32];
            gl.renderbuffer_storage_multisample(glow::RENDERBUFFER, samples, format, width, height);
            gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, attachment, glow::RENDERBUFFER, Some(buffer));
        }
        gl.bind_renderbuffer(glow::RENDERBUFFER, None);
        gl.check_framebuffer_status(glow::FRAMEBUFFER)
    };
    if status == glow::FRAMEBUFFER_COMPLETE { Ok(()) } else { Err(RenderError::Framebuffer { width, height, status }) }
}

/// The pixels of the bound read framebuffer, four bytes each, from the highest row down.
pub(super) fn read_pixels(gl: &glow::Context, [width, height]: [u32; 2]) -> Vec<u8> {
    let row = width as usize * 4;
    let mut pixels = vec![0; row * height as usize];
    // SAFETY: the context is current, and the slice holds that many pixels: rows of four-byte pixels have no padding.
    unsafe {
        let into = glow::PixelPackData::Slice(Some(&mut pixels));
        gl.read_pixels(0, 0, width as i32, height as i32, glow::RGBA, glow::UNSIGNED_BYTE, into);
    }
    pixels.chunks_exact(row).rev().flatten().copied().collect()
}

fn create_texture(gl: &glow::Context) -> Result<glow::Texture, RenderError> {
    let parameters = [
        (glow::TEXTURE_MIN_FILTER, glow::NEAREST),
        (glow::TEXTURE_MAG_FILTER, glow::NEAREST),
        (glow::TEXTURE_WRAP_S, glow::CLAMP_TO_EDGE),
        (glow::TEXTURE_WRAP_T, glow::CLAMP_TO_EDGE),
    ];
    // SAFETY: the context is current.
    unsafe {
        let texture = gl.create_texture().map_err(|reason| RenderError::Object { object: "texture", reason })?;
        gl.bind_texture(glow::TEXTURE_2D, Some(texture));
        for (name, value) in parameters {
            gl.tex_parameter_i32(glow::TEXTURE_2D, name, value as i32);
        }
        gl.bind_texture(glow::TEXTURE_2D, None);
        Ok(texture)
    }
}

pub(super) fn create_framebuffer(gl: &glow::Context) -> Result<glow::Framebuffer, RenderError> {
    // SAFETY: the context is current.
    unsafe { gl.create_framebuffer() }.map_err(|reason| RenderError::Object { object: "framebuffer", reason })
}

pub(super) fn create_renderbuffer(gl: &glow::Context) -> Result<glow::Renderbuffer, RenderError> {
    // SAFETY: the context is current.
    unsafe { gl.create_renderbuffer() }.map_err(|reason| RenderError::Object { object: "renderbuffer", reason })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::HeadlessGl;

    #[test]
    fn it_works_without_multisampling_and_with_it() {
        let headless = HeadlessGl::new().unwrap_or_else(|e| panic!("{e}"));
        for samples in [0, SAMPLES] {
            let mut offscreen = Offscreen::with_samples(headless.gl(), samples).unwrap();
            assert!(offscreen.resize([3, 2]).unwrap());
            assert!(!offscreen.resize([3, 2]).unwrap());
            offscreen.draw([1.0, 0.2, 0.0], || {});
            assert_eq!(offscreen.read(), [255, 51, 0, 255].repeat(6));
            assert_eq!(offscreen.is_multisampled(), samples > 0);
            offscreen.delete();
        }
    }

    #[test]
    fn a_driver_that_refuses_the_samples_is_asked_for_none() {
        let headless = HeadlessGl::new().unwrap_or_else(|e| panic!("{e}"));
        let gl = headless.gl();
        let mut offscreen = Offscreen::with_samples(gl, SAMPLES).unwrap();
        // A part without samples beside one with them makes a framebuffer that every driver refuses.
        let other = Offscreen::with_samples(gl, 0).unwrap();
        // SAFETY: the context is current.
        unsafe {
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(offscreen.target()));
            let (target, part) = (glow::TEXTURE_2D, glow::COLOR_ATTACHMENT1);
            gl.framebuffer_texture_2d(glow::FRAMEBUFFER, part, target, Some(other.texture()), 0);
            gl.bind_framebuffer(glow::FRAMEBUFFER, None);
        }
        assert!(offscreen.resize([3, 2]).unwrap());
        assert!(!offscreen.is_multisampled());
        offscreen.draw([0.0, 0.2, 1.0], || {});
        assert_eq!(offscreen.read(), [0, 51, 255, 255].repeat(6));
        // SAFETY: the context is current.
        assert_eq!(unsafe { gl.get_error() }, glow::NO_ERROR);
    }
}
