//! The window without a window system: a shell and the picture it is drawn on.
//!
//! Everything that could differ between two runs is fixed: fonts, sizes and preferences are those of the program, times are
//! left out, and time goes on by the same steps.

use super::preferences::Preferences;
use super::product::Product;
use super::shell::{Shell, prepare};
use super::transient::Problem;
use super::viewport::Viewport;
use crate::render::{Headless, RenderError};
use crate::session::Session;
use crate::session::checks::Shown;
use crate::session::panels::BottomTab;
use eframe::egui;
use std::sync::Arc;
use thiserror::Error;

/// Frames until the layout has settled: panels learn their size from the frame before.
const FRAMES: usize = 4;

/// A shell on a surface in memory. It stays on the thread that made it.
pub struct Studio {
    // The shell first: what it has on the graphics card goes before the card does.
    pub shell: Shell,
    headless: Headless,
}

/// Why there is no studio.
#[derive(Debug, Error)]
pub enum StudioError {
    #[error(transparent)]
    Render(#[from] RenderError),
    #[error("the system has no thread to give: {0}")]
    Thread(#[from] std::io::Error),
}

impl Studio {
    /// A studio for pictures of a size in pixels, with a number of pixels to each of egui's points.
    ///
    /// # Errors
    /// No OpenGL without a window, or no thread for the shell's worker.
    pub fn new(size: [u32; 2], scale: f32, theme: egui::Theme) -> Result<Self, StudioError> {
        let headless = Headless::new(size, scale)?;
        prepare(headless.context());
        headless.context().set_theme(theme);
        let mut shell = Shell::new(Preferences::default(), || {})?;
        shell.shows_times = false;
        Ok(Self { shell, headless })
    }

    /// egui's context.
    pub fn context(&self) -> egui::Context {
        self.headless.context().clone()
    }

    /// The driver's name and version, for messages.
    pub fn describe(&self) -> String {
        self.headless.describe()
    }

    /// Waits for the worker and says whether anything came of it.
    ///
    /// # Errors
    /// What went wrong in it.
    pub fn settle(&mut self) -> Result<bool, Problem> {
        let took = self.shell.settle();
        self.shell.transient.problem.take().map_or(Ok(took), Err)
    }

    /// Gives the 3D view its graphics card, and that of B where there is one.
    pub fn attach(&mut self) {
        let (gl, headless) = (self.headless.gl().clone(), &mut self.headless);
        let mut attached = || {
            let mut viewport = Viewport::default();
            viewport.attach(&gl, |texture| headless.register(texture));
            viewport
        };
        self.shell.viewport = attached();
        if self.shell.other.is_some() {
            self.shell.other_viewport = attached();
        }
    }

    /// Draws until the layout has settled.
    pub fn draw(&mut self, shown: Shown) {
        let shell = &mut self.shell;
        self.headless.run_frames(FRAMES, |ui, _| match shown {
            Shown::Window => shell.ui(ui),
            Shown::View => {
                egui::CentralPanel::default().frame(egui::Frame::new()).show(ui, |ui| shell.viewport_ui(ui));
            }
            Shown::Charts => panel(BottomTab::Charts, shell, ui),
            Shown::Section => panel(BottomTab::Section, shell, ui),
        });
    }

    /// The picture as it was drawn last.
    ///
    /// # Errors
    /// Why the 3D view cannot be drawn.
    pub fn picture(&self) -> Result<image::RgbaImage, String> {
        match self.shell.viewport.failure() {
            Some(failure) => Err(format!("the 3D view cannot be drawn: {failure}")),
            None => Ok(self.headless.picture()),
        }
    }

    /// Draws a session with what was made of it, in its own view.
    ///
    /// # Errors
    /// As [`Studio::settle`] and [`Studio::picture`].
    pub fn picture_of(
        &mut self,
        session: Session,
        product: Arc<Product>,
        shown: Shown,
    ) -> Result<image::RgbaImage, String> {
        let camera = session.view.camera;
        self.shell.open_made(session, product);
        self.settle().map_err(|problem| problem.text)?; // What is compared with, where the view says so.
        self.attach();
        // The picture's proportions are known only when it was drawn once; then a level without a camera is fitted anew.
        self.draw(shown);
        self.shell.session.view.camera = camera;
        self.draw(shown);
        // What a panel asked is answered now, and the answer can make it ask more.
        while self.settle().map_err(|problem| problem.text)? {
            self.draw(shown);
        }
        self.picture()
    }
}

fn panel(tab: BottomTab, shell: &mut Shell, ui: &mut egui::Ui) {
    egui::CentralPanel::default().show(ui, |ui| shell.tab_ui(tab, ui));
}
