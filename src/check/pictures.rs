//! The pictures of a scene, compared with golden ones.

use super::files::{SceneFile, read_if_there, write_changed};
use super::pixels::{PixelDifference, difference};
use super::{CheckError, Mode};
use crate::app::pictures::{picture, png};
use crate::app::product::Product;
use crate::session::{PictureCheck, Session};
use image::{ImageFormat, RgbImage};
use std::path::PathBuf;
use std::sync::Arc;

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
