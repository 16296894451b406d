//! The first triangle of the input that a ray meets, in double and without a graphics card.

use super::level::RunTriangles;
use super::pick::{Crop, Ray, row_height};
use crate::pipeline::Frame;

/// The most triangles that are looked at for a click: more would take longer than a frame may.
pub const MAX_PICKED: usize = 1 << 21;

/// The triangle that a ray in view space meets first, of two at once the one with the lower number, and how far along the ray, in
/// lengths of its direction. Only what lies in the crop box is met. Linear in the number of triangles, of which at most
/// [`MAX_PICKED`] are looked at.
pub fn pick_triangle(ray: &Ray, frame: &Frame, triangles: &RunTriangles, crop: Option<&Crop>) -> Option<(u32, f64)> {
    let cell = f64::from(frame.cell_size());
    let origin = frame.origin();
    let in_view = |corner: [f64; 3]| -> [f64; 3] { std::array::from_fn(|i| (corner[i] - origin[i]) / cell) };
    let is_shown = |t: f64| {
        let at: [f64; 3] = std::array::from_fn(|i| ray.origin[i] + ray.direction[i] * t);
        let at = [at[0], at[1] / row_height(frame), at[2]];
        crop.is_none_or(|crop| (0..3).all(|i| (f64::from(crop.min[i])..=f64::from(crop.max[i])).contains(&at[i])))
    };
    let hits = triangles.all().take(MAX_PICKED).filter_map(|(number, corners)| {
        let t = meets(ray, corners.map(in_view), 0.0).filter(|&t| is_shown(t))?;
        Some((number, t))
    });
    hits.reduce(|best, hit| if hit.1 < best.1 { hit } else { best })
}

/// Where along a ray it meets a triangle, from either side; the border belongs to it, and by so much more as `near` says, in parts
/// of its sides. A triangle seen along its plane is not met.
pub(super) fn meets(ray: &Ray, [a, b, c]: [[f64; 3]; 3], near: f64) -> Option<f64> {
    let (ab, ac, to_origin) = (minus(b, a), minus(c, a), minus(ray.origin, a));
    let across = cross(ray.direction, ac);
    let determinant = dot(ab, across);
    if determinant == 0.0 {
        return None;
    }
    let u = dot(to_origin, across) / determinant;
    let other = cross(to_origin, ab);
    let v = dot(ray.direction, other) / determinant;
    let t = dot(ac, other) / determinant;
    (u >= -near && v >= -near && u + v <= 1.0 + near && t >= 0.0).then_some(t)
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| a[i] - b[i])
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
