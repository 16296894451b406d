//! What can go wrong between the arrays and the picture.

/// Why nothing could be drawn.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The driver refused to make a graphics object.
    #[error("the graphics driver could not make a {object}: {reason}")]
    Object { object: &'static str, reason: String },
    /// The driver does not take the framebuffer, even without multisampling.
    #[error("the graphics driver does not accept a framebuffer of {width} x {height} pixels (status {status:#x})")]
    Framebuffer { width: u32, height: u32, status: u32 },
    /// A shader did not compile, or the context is too old.
    #[error("the graphics driver did not accept a shader: {0}")]
    Shader(#[from] three_d::CoreError),
    /// New colours for a batch of boxes of another length.
    #[error("{colours} colours for {boxes} boxes")]
    ColourCount { colours: usize, boxes: usize },
    /// No device to draw on without a window.
    #[error("no EGL device: install libegl1 and libgl1-mesa-dri ({reason})")]
    NoEglDevice { reason: String },
    /// The device cannot give an OpenGL 3.3 context without a window.
    #[error("no OpenGL 3.3 context on the EGL device: {reason}")]
    NoContext { reason: String },
    /// egui's own painter could not start.
    #[error("the window's painter could not start: {reason}")]
    Painter { reason: String },
}
