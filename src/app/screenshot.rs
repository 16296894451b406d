//! Pictures of the whole window, as files beside the scene.

use super::Shell;
use super::transient::{Problem, ProblemOf};
use crate::io::replace_file;
use crate::pipeline::ErrorKind;
use crate::session::{file_name, stem};
use eframe::egui::{self, ColorImage};
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, TryRecvError};

impl Shell {
    /// Asks the window for its picture, which comes with one of the next frames.
    pub(super) fn ask_screenshot(&mut self, ctx: &egui::Context) {
        let (sender, receiver) = mpsc::channel();
        self.transient.screenshots.push(receiver);
        let wake = ctx.clone();
        ctx.request_screenshot(move |picture| {
            // Nobody waits any more when the window is being closed.
            let _ = sender.send(picture);
            wake.request_repaint();
        });
    }

    /// Writes the pictures that came.
    pub(super) fn receive_screenshots(&mut self) {
        let mut pictures: Vec<Arc<ColorImage>> = Vec::new();
        self.transient.screenshots.retain(|receiver| match receiver.try_recv() {
            Ok(picture) => {
                pictures.push(picture);
                false
            }
            Err(TryRecvError::Empty) => true,
            Err(TryRecvError::Disconnected) => false,
        });
        pictures.iter().for_each(|picture| self.write_screenshot(picture));
    }

    /// Writes a picture of the window beside the scene, and says where.
    pub fn write_screenshot(&mut self, picture: &ColorImage) {
        let path = free_path(&self.proposed_path());
        match write(picture, &path) {
            Ok(()) => self.transient.note = Some(format!("The picture is {}", path.display()).into()),
            Err(error) => {
                let text = format!("{}: {error}", path.display());
                self.transient.problem = Some(Problem { of: ProblemOf::Save, kind: Some(ErrorKind::Io), text });
            }
        }
    }
}

/// Beside the scene and with its name, with the first number that is free: nothing is written over.
fn free_path(scene: &Path) -> PathBuf {
    let name = file_name(scene);
    let path = |number: u32| scene.with_file_name(format!("{}-{number}.png", stem(&name)));
    (1..u32::MAX).map(path).find(|path| !path.exists()).unwrap_or_else(|| path(0))
}

fn write(picture: &ColorImage, path: &Path) -> std::io::Result<()> {
    let [width, height] = picture.size.map(|side| side as u32);
    let bytes = picture.pixels.iter().flat_map(|pixel| pixel.to_array()).collect();
    let image =
        image::RgbaImage::from_raw(width, height, bytes).ok_or_else(|| std::io::Error::other("half a picture"))?;
    let mut png = Cursor::new(Vec::new());
    image.write_to(&mut png, image::ImageFormat::Png).map_err(std::io::Error::other)?;
    replace_file(path, png.get_ref())
}
