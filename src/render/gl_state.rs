//! The graphics state that others expect to find as they left it.

use glow::HasContext as _;

/// Framebuffers, viewport and scissor box as they were; everything else is put to OpenGL's defaults by
/// [`SavedState::restore`].
pub(super) struct SavedState {
    draw: Option<glow::Framebuffer>,
    read: Option<glow::Framebuffer>,
    viewport: [i32; 4],
    scissor: [i32; 4],
    is_scissored: bool,
    is_blended: bool,
}

impl SavedState {
    /// Reads the state of the current context.
    pub(super) fn save(gl: &glow::Context) -> Self {
        let (mut viewport, mut scissor) = ([0; 4], [0; 4]);
        // SAFETY: the context is current, and the arrays have room for the four numbers.
        unsafe {
            gl.get_parameter_i32_slice(glow::VIEWPORT, &mut viewport);
            gl.get_parameter_i32_slice(glow::SCISSOR_BOX, &mut scissor);
            Self {
                draw: gl.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING),
                read: gl.get_parameter_framebuffer(glow::READ_FRAMEBUFFER_BINDING),
                viewport,
                scissor,
                is_scissored: gl.is_enabled(glow::SCISSOR_TEST),
                is_blended: gl.is_enabled(glow::BLEND),
            }
        }
    }

    /// Puts everything back.
    pub(super) fn restore(&self, gl: &glow::Context) {
        let [viewport, scissor] = [self.viewport, self.scissor];
        let switch = |feature, is_on| {
            // SAFETY: the context is current and the features exist in every version.
            unsafe { if is_on { gl.enable(feature) } else { gl.disable(feature) } }
        };
        switch(glow::SCISSOR_TEST, self.is_scissored);
        switch(glow::BLEND, self.is_blended);
        switch(glow::DEPTH_TEST, false);
        switch(glow::CULL_FACE, false);
        switch(glow::POLYGON_OFFSET_FILL, false);
        // SAFETY: the context is current and the framebuffers are still there.
        unsafe {
            gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, self.draw);
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, self.read);
            gl.viewport(viewport[0], viewport[1], viewport[2], viewport[3]);
            gl.scissor(scissor[0], scissor[1], scissor[2], scissor[3]);
            gl.color_mask(true, true, true, true);
            gl.depth_mask(true);
        }
    }
}

/// Forgets errors that others left behind, which would be taken for ours.
pub(super) fn forget_errors(gl: &glow::Context) {
    // A lost context reports errors without end.
    for _ in 0..16 {
        // SAFETY: the context is current.
        let error = unsafe { gl.get_error() };
        if error == glow::NO_ERROR {
            return;
        }
        log::debug!("graphics error {error:#x} from before the 3D view");
    }
}
