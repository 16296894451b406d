//! Golden pictures: drawn on a software renderer, the same on every machine, whatever the window itself is drawn by.

use super::job::{Event, Job, JobError};
use super::product::Product;
use super::studio::Studio;
use super::transient::{Problem, ProblemOf};
use super::{Action, Shell};
use crate::io::{is_same_file, replace_file};
use crate::pipeline::{ErrorKind, Monitor};
use crate::session::checks::{Shown, check_all, golden_path};
use crate::session::{OtherWith, PictureCheck, Session};
use crate::source::Assembly;
use eframe::egui::{self, Theme};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{RgbImage, RgbaImage};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, OnceLock};

/// What software renderers call themselves. Only they draw the same on every machine.
const SOFTWARE: [&str; 4] = ["llvmpipe", "softpipe", "swrast", "SwiftShader"];

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

/// A picture without its alpha, which is that of an opaque one.
pub fn opaque(picture: RgbaImage) -> RgbImage {
    image::DynamicImage::ImageRgba8(picture).into_rgb8()
}

/// A picture as a PNG, as small as the encoder makes it and always of the same bytes.
///
/// # Errors
/// Those of the encoder.
pub fn png(picture: &RgbImage) -> Result<Vec<u8>, image::ImageError> {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Adaptive);
    picture.write_with_encoder(encoder)?;
    Ok(bytes)
}

impl Shell {
    /// Opens the window that adds a check, with a name that is free and the size of the 3D view.
    pub(super) fn ask_check(&mut self) {
        let checks = &self.session.checks;
        let name = (1..).map(|number| format!("picture-{number}")).find(|name| checks.iter().all(|c| c.name != *name));
        let size = self.size_of(Shown::View);
        self.transient.check_field = Some(PictureCheck { size, ..PictureCheck::new(name.unwrap_or_default()) });
    }

    /// The size in pixels that a picture of this begins with: that on screen, where it is on screen.
    pub fn size_of(&self, shown: Shown) -> [u32; 2] {
        let points = |pixels: u32| (f64::from(pixels) / f64::from(self.viewport.scale.max(0.1))).round() as u32;
        match shown {
            Shown::View => self.viewport.size_px.map(|side| points(side).clamp(64, 2048)),
            Shown::Window => [1440, 900],
            Shown::Charts | Shown::Section => [720, 360],
        }
    }

    /// Looks at the level as a check does.
    pub(super) fn show_check(&mut self, name: &str) {
        let check = self.session.checks.iter().find(|check| check.name == name);
        let Some(view) = check.and_then(|check| check.view.clone()) else { return };
        let other = std::mem::replace(&mut self.session.view, view).other;
        if self.session.view.other != other {
            self.make_chosen_other();
        }
    }

    /// Puts a check with the present view into the scene, in the place of one with its name, saves the scene, and has the golden
    /// picture drawn. A scene without a file is saved first.
    pub(super) fn add_check(&mut self, ctx: &egui::Context, check: PictureCheck) {
        let Some(path) = self.session.path.clone() else {
            self.transient.after_save = Some(Action::AddCheck(Box::new(check)));
            self.save(ctx);
            return;
        };
        let mut view = self.session.view.clone();
        view.other.take_if(|other| other.with == OtherWith::Passing); // It is in no file.
        let check = PictureCheck { view: Some(view), ..check };
        let mut checks = self.session.checks.clone();
        match checks.iter_mut().find(|before| before.name.eq_ignore_ascii_case(&check.name)) {
            Some(before) => *before = check.clone(),
            None => checks.push(check.clone()),
        }
        if let Err(text) = check_all(&checks) {
            self.transient.problem = Some(Problem { of: ProblemOf::Save, kind: None, text });
            return;
        }
        let before = std::mem::replace(&mut self.session.checks, checks);
        self.save_to(ctx, &path);
        if self.transient.problem.as_ref().is_some_and(|problem| problem.of == ProblemOf::Save) {
            self.session.checks = before;
        } else if let Some(product) = self.product.clone() {
            self.transient.check_field = None;
            self.submit(Job::DrawGolden(Box::new((self.session.clone(), check)), product));
        }
    }
}

/// Draws a golden picture and puts it beside the scene.
pub(super) fn draw_golden(
    session: &Session,
    check: &PictureCheck,
    product: &Arc<Product>,
    assembly: &mut Assembly,
    monitor: &Monitor,
) -> Result<Event, JobError> {
    let Some(scene) = &session.path else { return Err(JobError::of_text("the scene is in no file".into())) };
    let path = golden_path(scene, &check.name);
    let failed = |reason: String| JobError::of_text(format!("picture {}: {reason}: {}", check.name, path.display()));
    if session.document.files().any(|file| is_same_file(file, &path)) {
        return Err(failed("this would be written over a file that the scene is made from".into()));
    }
    // The picture of the scene that was saved, also where that was changed since it was run.
    let product = match product.document == session.document {
        true => product.clone(),
        false => Arc::new(Product::new(&session.document, assembly, monitor)?),
    };
    let (picture, _) = picture(session, &product, check).map_err(failed)?;
    let bytes = png(&picture).map_err(|error| failed(error.to_string()))?;
    replace_file(&path, &bytes).map_err(|error| JobError { kind: Some(ErrorKind::Io), ..failed(error.to_string()) })?;
    Ok(Event::GoldenDrawn(path))
}
