//! The pictures of a scene, made and compared with golden ones.

use super::files::{SceneFile, read_if_there, write_changed};
use super::pixels::{PixelDifference, difference, opaque, png};
use super::{CheckError, Mode};
use crate::app::product::Product;
use crate::app::studio::Studio;
use crate::session::checks::Shown;
use crate::session::{PictureCheck, Session};
use eframe::egui::Theme;
use image::{ImageFormat, RgbImage};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, OnceLock};

/// What software renderers call themselves. Only they draw the same on every machine.
const SOFTWARE: [&str; 4] = ["llvmpipe", "softpipe", "swrast", "SwiftShader"];

/// What was found about a picture.
#[derive(Clone, Debug)]
pub struct PictureFinding {
    pub check: PictureCheck,
    pub state: PictureState,
    /// What differs, to be looked at; `None` for what is as it was.
    pub shown: Option<Box<ShownPictures>>,
}

/// How a picture compares with its golden one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PictureState {
    /// The difference is at most the tolerance.
    Equal { worst: f32 },
    /// The difference, and the pixel around which it is, from the left and from the top.
    Differs { worst: f32, at: [u32; 2] },
    /// The golden picture has another size, in pixels.
    Size { expected: [u32; 2] },
    /// There is no golden picture.
    Missing,
}

/// Pictures of a difference.
#[derive(Clone, Debug)]
pub struct ShownPictures {
    pub expected: Option<RgbImage>,
    pub actual: RgbImage,
    /// Where they differ, white for not at all; of pictures of one size.
    pub difference: Option<RgbImage>,
}

impl PictureFinding {
    /// Whether the picture passes.
    pub fn is_equal(&self) -> bool {
        matches!(self.state, PictureState::Equal { .. })
    }
}

/// Makes a picture of a session and what was made of it, on a software renderer. Returns it with the renderer's name.
///
/// Pictures of a process are made one after another, by one thread.
///
/// # Errors
/// A sentence about what is missing: OpenGL, or a renderer that draws the same on every machine.
pub fn picture(session: &Session, product: &Arc<Product>, check: &PictureCheck) -> Result<(RgbImage, String), String> {
    let mut session = session.clone();
    session.view = check.view.clone().unwrap_or(session.view);
    let (product, size, shown) = (product.clone(), check.size, check.show);
    on_drawing_thread(move || draw(session, product, size, shown))?
}

fn draw(session: Session, product: Arc<Product>, size: [u32; 2], shown: Shown) -> Result<(RgbImage, String), String> {
    let mut studio = Studio::new(size, 1.0, Theme::Dark).map_err(|error| error.to_string())?;
    let driver = studio.describe();
    if !SOFTWARE.iter().any(|name| driver.contains(name)) {
        return Err(format!(
            "{driver} is no software renderer; set LIBGL_ALWAYS_SOFTWARE=1 and install libgl1-mesa-dri"
        ));
    }
    Ok((opaque(studio.picture_of(session, product, shown)?), driver))
}

/// Does work on the one thread that draws, and waits for it. Drivers are not to be trusted with contexts on several threads, not
/// even one after another: what they keep of a thread is taken down when it ends. So this one stays for as long as the program.
fn on_drawing_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    type Work = Box<dyn FnOnce() + Send>;
    static THREAD: OnceLock<Result<Sender<Work>, String>> = OnceLock::new();
    let start = || {
        let (sender, works) = channel::<Work>();
        let run = move || {
            for work in works {
                // Whoever waits for it learns of a panic by getting no answer.
                let _ = catch_unwind(AssertUnwindSafe(work));
            }
        };
        let started = std::thread::Builder::new().name("pictures".into()).spawn(run);
        started.map(|_| sender).map_err(|error| format!("the system has no thread to give: {error}"))
    };
    let fault = || "a fault in the program while drawing".to_owned();
    let (answer, answers) = channel();
    let work: Work = Box::new(move || {
        let _ = answer.send(work()); // Nobody waits any more only where the waiting thread is gone.
    });
    THREAD.get_or_init(start).as_ref().map_err(String::clone)?.send(work).map_err(|_| fault())?;
    answers.recv().map_err(|_| fault())
}

/// The scene whose pictures are compared.
pub(super) struct Sitter<'a> {
    pub scene: &'a SceneFile,
    pub session: &'a Session,
    pub product: &'a Arc<Product>,
    /// Files that are never written.
    pub inputs: &'a [PathBuf],
}

/// Compares a picture with its golden one, and with [`Mode::Update`] puts it in that one's place where it does not pass. Returns
/// the renderer's name as well.
pub(super) fn check_picture(
    sitter: &Sitter<'_>,
    check: &PictureCheck,
    mode: Mode,
    written: &mut Vec<PathBuf>,
) -> Result<(PictureFinding, String), CheckError> {
    let Sitter { scene, session, product, inputs } = sitter;
    let failed = |reason| CheckError::Picture { path: scene.path.clone(), name: check.name.clone(), reason };
    let (actual, driver) = picture(session, product, check).map_err(failed)?;
    let path = scene.golden(&check.name);
    let broken = |error: image::ImageError| CheckError::Golden { path: path.clone(), reason: error.to_string() };
    let read = |bytes: Vec<u8>| image::load_from_memory_with_format(&bytes, ImageFormat::Png).map(|p| p.to_rgb8());
    let golden = match (read_if_there(&path)?.map(read).transpose(), mode) {
        (Err(_), Mode::Update { .. }) => None, // It is written anew.
        (golden, _) => golden.map_err(broken)?,
    };
    let (state, differing) = compare(golden.as_ref(), &actual, check);
    let passes = matches!(state, PictureState::Equal { .. });
    if let (Mode::Update { .. }, false) = (mode, passes) {
        let bytes = png(&actual).map_err(broken)?;
        if write_changed(&path, &bytes, inputs)? {
            written.push(path);
        }
    }
    let shown = ShownPictures { expected: golden, actual, difference: differing };
    let finding = PictureFinding { check: check.clone(), state, shown: (!passes).then(|| Box::new(shown)) };
    Ok((finding, driver))
}

fn compare(golden: Option<&RgbImage>, actual: &RgbImage, check: &PictureCheck) -> (PictureState, Option<RgbImage>) {
    let Some(golden) = golden else { return (PictureState::Missing, None) };
    match difference(golden, actual, &check.mask) {
        Err(mismatch) => (PictureState::Size { expected: mismatch.a }, None),
        Ok(PixelDifference { worst, .. }) if worst <= check.tolerance => (PictureState::Equal { worst }, None),
        Ok(PixelDifference { worst, at, picture }) => (PictureState::Differs { worst, at }, Some(picture)),
    }
}
