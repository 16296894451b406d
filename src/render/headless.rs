//! Pictures without a window: OpenGL on an EGL device without a surface, and egui's frames on top of it.
//!
//! Everything that could differ between two runs is fixed: time steps, animations, dithering, pixels per point.

use super::RenderError;
use super::offscreen::{create_framebuffer, create_renderbuffer, read_pixels};
use eframe::egui;
use glow::HasContext as _;
use glutin::api::egl::context::PossiblyCurrentContext;
use glutin::api::egl::device::Device;
use glutin::api::egl::display::Display;
use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::{ContextApi, ContextAttributesBuilder, GlProfile, Version};
use glutin::display::{GetGlDisplay as _, GlDisplay as _};
use std::sync::Arc;

/// Seconds from one frame to the next.
const FRAME_TIME: f64 = 1.0 / 60.0;

/// An OpenGL 3.3 context without a window, current on the thread that made it.
pub struct HeadlessGl {
    gl: Arc<glow::Context>,
    _context: PossiblyCurrentContext,
}

impl HeadlessGl {
    /// Makes a context on a software device, else on the first one there is, and makes it current.
    ///
    /// # Errors
    /// [`RenderError::NoEglDevice`] and [`RenderError::NoContext`].
    pub fn new() -> Result<Self, RenderError> {
        let no_device = |e: glutin::error::Error| RenderError::NoEglDevice { reason: e.to_string() };
        let no_context = |e: glutin::error::Error| RenderError::NoContext { reason: e.to_string() };
        let devices: Vec<Device> = Device::query_devices().map_err(no_device)?.collect();
        let is_software = |device: &&Device| device.extensions().contains("EGL_MESA_device_software");
        let device = devices
            .iter()
            .find(is_software)
            .or(devices.first())
            .ok_or_else(|| RenderError::NoEglDevice { reason: "the list of devices is empty".to_owned() })?;
        let template = ConfigTemplateBuilder::new().with_surface_type(ConfigSurfaceTypes::empty()).build();
        let attributes = ContextAttributesBuilder::new()
            .with_context_api(ContextApi::OpenGl(Some(Version::new(3, 3))))
            .with_profile(GlProfile::Core)
            .build(None);
        // SAFETY: the device comes from EGL itself, and there is no window handle that could be invalid.
        let context = unsafe {
            let display = Display::with_device(device, None).map_err(no_device)?;
            let config =
                display.find_configs(template).map_err(no_context)?.next().ok_or_else(|| RenderError::NoContext {
                    reason: "no configuration without a surface".to_owned(),
                })?;
            display.create_context(&config, &attributes).map_err(no_context)?
        };
        let context = context.make_current_surfaceless().map_err(no_context)?;
        let display = context.display();
        // SAFETY: the context is current, and its functions come from its own display.
        let gl = unsafe { glow::Context::from_loader_function_cstr(|name| display.get_proc_address(name)) };
        Ok(Self { gl: Arc::new(gl), _context: context })
    }

    /// The functions of the context. They must not be called after the context is gone.
    pub fn gl(&self) -> &Arc<glow::Context> {
        &self.gl
    }

    /// The driver's name and version, for messages.
    pub fn describe(&self) -> String {
        // SAFETY: the context is current.
        [glow::RENDERER, glow::VERSION].map(|name| unsafe { self.gl.get_parameter_string(name) }).join(", OpenGL ")
    }
}

/// Makes a texture known to egui's painter.
pub type RegisterTexture<'a> = dyn FnMut(glow::Texture) -> egui::TextureId + 'a;

/// egui on a picture instead of a window.
pub struct Headless {
    context: egui::Context,
    painter: egui_glow::Painter,
    framebuffer: glow::Framebuffer,
    size_px: [u32; 2],
    pixels_per_point: f32,
    frames: u32,
    // Last, so that the context outlives what was made on it.
    gl: HeadlessGl,
}

impl Headless {
    /// A picture of a size in pixels, with a number of pixels to each of egui's points.
    ///
    /// # Errors
    /// As [`HeadlessGl::new`], and [`RenderError::Painter`].
    pub fn new(size_px: [u32; 2], pixels_per_point: f32) -> Result<Self, RenderError> {
        let gl = HeadlessGl::new()?;
        let painter = egui_glow::Painter::new(gl.gl().clone(), "", None, false)
            .map_err(|e| RenderError::Painter { reason: e.to_string() })?;
        let framebuffer = picture(gl.gl(), size_px)?;
        let context = egui::Context::default();
        context.all_styles_mut(|style| style.animation_time = 0.0);
        Ok(Self { context, painter, framebuffer, size_px, pixels_per_point, frames: 0, gl })
    }

    /// egui's context, to set fonts and styles.
    pub fn context(&self) -> &egui::Context {
        &self.context
    }

    /// The graphics functions, for a renderer. They must not be called after this is gone.
    pub fn gl(&self) -> &Arc<glow::Context> {
        self.gl.gl()
    }

    /// The driver's name and version, for messages.
    pub fn describe(&self) -> String {
        self.gl.describe()
    }

    /// Makes a texture known to egui's painter, which deletes it in the end.
    pub fn register(&mut self, texture: glow::Texture) -> egui::TextureId {
        self.painter.register_native_texture(texture)
    }

    /// One frame with these events, a sixtieth of a second after the one before. The closure also gets the way to make
    /// a texture known.
    pub fn run(
        &mut self,
        events: Vec<egui::Event>,
        mut ui: impl FnMut(&mut egui::Ui, &mut RegisterTexture<'_>),
    ) -> egui::PlatformOutput {
        let input = self.input(events);
        self.frames += 1;
        let painter = &mut self.painter;
        let output =
            self.context.run_ui(input, |root| ui(root, &mut |texture| painter.register_native_texture(texture)));
        let egui::FullOutput { mut textures_delta, shapes, pixels_per_point, platform_output, .. } = output;
        let primitives = self.context.tessellate(shapes, pixels_per_point);
        self.bind();
        self.painter.clear(self.size_px, [0.0, 0.0, 0.0, 1.0]);
        self.painter.paint_and_update_textures(self.size_px, pixels_per_point, &primitives, &mut textures_delta);
        platform_output
    }

    /// Several frames without events, so that a layout can settle.
    pub fn run_frames(&mut self, frames: usize, mut ui: impl FnMut(&mut egui::Ui, &mut RegisterTexture<'_>)) {
        for _ in 0..frames {
            self.run(Vec::new(), &mut ui);
        }
    }

    /// The picture as it is now, opaque.
    pub fn picture(&self) -> image::RgbaImage {
        self.bind();
        let mut pixels = read_pixels(self.gl(), self.size_px);
        for pixel in pixels.chunks_exact_mut(4) {
            pixel[3] = 255;
        }
        let [width, height] = self.size_px;
        image::RgbaImage::from_raw(width, height, pixels).unwrap_or_default()
    }

    fn input(&self, events: Vec<egui::Event>) -> egui::RawInput {
        let points = egui::vec2(self.size_px[0] as f32, self.size_px[1] as f32) / self.pixels_per_point;
        let mut input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, points)),
            max_texture_side: Some(self.painter.max_texture_side()),
            time: Some(f64::from(self.frames) * FRAME_TIME),
            predicted_dt: FRAME_TIME as f32,
            focused: true,
            events,
            ..egui::RawInput::default()
        };
        input.viewports.entry(egui::ViewportId::ROOT).or_default().native_pixels_per_point =
            Some(self.pixels_per_point);
        input
    }

    fn bind(&self) {
        // SAFETY: the context is current and the framebuffer is ours.
        unsafe { self.gl().bind_framebuffer(glow::FRAMEBUFFER, Some(self.framebuffer)) };
    }
}

impl Drop for Headless {
    fn drop(&mut self) {
        self.painter.destroy();
    }
}

/// A framebuffer with colour alone: egui needs no depth.
fn picture(gl: &glow::Context, [width, height]: [u32; 2]) -> Result<glow::Framebuffer, RenderError> {
    let (framebuffer, colour) = (create_framebuffer(gl)?, create_renderbuffer(gl)?);
    // SAFETY: the context is current and the objects are ours.
    let status = unsafe {
        gl.bind_renderbuffer(glow::RENDERBUFFER, Some(colour));
        gl.renderbuffer_storage(glow::RENDERBUFFER, glow::RGBA8, width as i32, height as i32);
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
        gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, glow::COLOR_ATTACHMENT0, glow::RENDERBUFFER, Some(colour));
        gl.check_framebuffer_status(glow::FRAMEBUFFER)
    };
    if status == glow::FRAMEBUFFER_COMPLETE {
        Ok(framebuffer)
    } else {
        Err(RenderError::Framebuffer { width, height, status })
    }
}
