//! Two pictures side by side: whether they show the same, whatever driver drew them.

use image::RgbImage;
use thiserror::Error;

/// The side in pixels of the squares that pictures are compared by: about a cell of a level far from the eye.
pub const SQUARE: u32 = 8;

/// How two pictures of one size differ.
#[derive(Clone, Debug)]
pub struct PixelDifference {
    /// The greatest mean difference of a square of [`SQUARE`] pixels a side, 0 for none to 1 for black against white.
    pub worst: f32,
    /// The middle of that square, in pixels from the left and from the top.
    pub at: [u32; 2],
    /// Where each pixel differs, white for not at all.
    pub picture: RgbImage,
}

/// Two pictures of different sizes, which are not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the sizes are {} x {} and {} x {}", a[0], a[1], b[0], b[1])]
pub struct SizeMismatch {
    pub a: [u32; 2],
    pub b: [u32; 2],
}

/// Compares two pictures but for what lies in the rectangles, each given as left, top, width, height.
///
/// A mean over squares tells what matters from what does not: rounding of another driver is little in every pixel, a changed cell
/// is much in a few.
///
/// # Errors
/// [`SizeMismatch`].
pub fn difference(a: &RgbImage, b: &RgbImage, mask: &[[u32; 4]]) -> Result<PixelDifference, SizeMismatch> {
    let mismatch = || SizeMismatch { a: a.dimensions().into(), b: b.dimensions().into() };
    if a.dimensions() != b.dimensions() {
        return Err(mismatch());
    }
    let algorithm = image_compare::Algorithm::RootMeanSquared;
    let masked = (!mask.is_empty()).then(|| with_mask_of(a, b, mask));
    let similarity = image_compare::rgb_similarity_structure(&algorithm, a, masked.as_ref().unwrap_or(b));
    let picture = similarity.map_err(|_| mismatch())?.image.to_color_map().to_rgb8();
    let (width, height) = picture.dimensions();
    let mut found = PixelDifference { worst: 0.0, at: [0; 2], picture };
    // Squares that overlap by half, so that a small spot is never divided among four.
    for top in (0..height).step_by(SQUARE as usize / 2) {
        for left in (0..width).step_by(SQUARE as usize / 2) {
            let (right, bottom) = ((left + SQUARE).min(width), (top + SQUARE).min(height));
            let pixels = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
            let of_pixel = |(x, y)| 255 - u32::from(found.picture.get_pixel(x, y).0.into_iter().min().unwrap_or(255));
            let sum: u32 = pixels.map(of_pixel).sum();
            let mean = sum as f32 / (SQUARE * SQUARE * 255) as f32;
            if mean > found.worst {
                (found.worst, found.at) = (mean, [left.midpoint(right), top.midpoint(bottom)]);
            }
        }
    }
    Ok(found)
}

/// The second picture with the pixels of the first where they are not compared.
fn with_mask_of(a: &RgbImage, b: &RgbImage, mask: &[[u32; 4]]) -> RgbImage {
    let mut masked = b.clone();
    let (width, height) = a.dimensions();
    for &[left, top, w, h] in mask {
        for y in top..top.saturating_add(h).min(height) {
            for x in left..left.saturating_add(w).min(width) {
                masked.put_pixel(x, y, *a.get_pixel(x, y));
            }
        }
    }
    masked
}
