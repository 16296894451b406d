//! Where the picture is seen from: pure arithmetic, no graphics card.
//!
//! View space: x and z in cells from the grid's corner, y in rows times the height of a row in cells, so that
//! proportions are the world's. Screen positions are normalised device coordinates: -1 to 1, x to the right, y up.
//! The public numbers are float32; everything in between is double.

use crate::inspect::Ray;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, TAU};

/// The vertical angle of a perspective view, in radians: 40 degrees.
pub const FIELD_OF_VIEW: f64 = 40.0 * std::f64::consts::PI / 180.0;
/// The nearest and farthest distance from eye to target, in cells.
pub const DISTANCES: [f64; 2] = [0.5, 1.0e7];
/// The part of the view's half height and half width that a fitted scene fills.
const FILL: f64 = 0.92;
/// How far before the target plane a ray of an orthographic view begins, in cells: before every scene.
const ORTHOGRAPHIC_START: f64 = 1.0e7;

/// How depth becomes size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Projection {
    /// Far things are small.
    #[default]
    Perspective,
    /// Parallel lines stay parallel; the scale is that of the perspective view at the target.
    Orthographic,
}

/// A direction to look from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViewDirection {
    /// Straight down: x to the right, z down the screen.
    Top,
    /// Along -z: x to the right, y up.
    Front,
    /// Along -x: -z to the right, y up.
    Side,
    /// From +x, +y and +z alike.
    Iso,
}

/// A camera that turns about a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrbitCamera {
    /// The point in the middle of the screen, in view space.
    pub target: [f32; 3],
    /// From the eye to the target, in cells.
    pub distance: f32,
    /// Radians about the y axis; at 0 the eye is on the +z side, at a quarter turn on the +x side.
    pub yaw: f32,
    /// Radians above the ground, -π/2 to π/2.
    pub pitch: f32,
    pub projection: Projection,
}

impl Default for OrbitCamera {
    fn default() -> Self {
        let mut camera =
            Self { target: [0.0; 3], distance: 10.0, yaw: 0.0, pitch: 0.0, projection: Projection::Perspective };
        camera.view_from(ViewDirection::Iso);
        camera
    }
}

/// The camera's axes: to the right, up the screen, and back to the viewer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axes {
    pub right: [f64; 3],
    pub up: [f64; 3],
    pub back: [f64; 3],
}

impl OrbitCamera {
    /// The axes in view space. They follow from the angles alone, so looking straight down is no special case.
    pub fn axes(&self) -> Axes {
        let (sy, cy) = f64::from(self.yaw).sin_cos();
        let (sp, cp) = f64::from(self.pitch).sin_cos();
        Axes { right: [cy, 0.0, -sy], up: [-sy * sp, cp, -cy * sp], back: [sy * cp, sp, cy * cp] }
    }

    /// The eye in view space. An orthographic view also shows what lies behind it.
    pub fn eye(&self) -> [f64; 3] {
        add(self.target.map(f64::from), self.axes().back, self.distance.into())
    }

    /// Turns to a direction, and keeps target and distance.
    pub fn view_from(&mut self, direction: ViewDirection) {
        let [yaw, pitch] = match direction {
            ViewDirection::Top => [0.0, FRAC_PI_2],
            ViewDirection::Front => [0.0, 0.0],
            ViewDirection::Side => [FRAC_PI_2, 0.0],
            ViewDirection::Iso => [FRAC_PI_4, 0.5_f64.sqrt().atan()],
        };
        (self.yaw, self.pitch) = (yaw as f32, pitch as f32);
    }

    /// Turns about the target by radians; a positive `dx` moves the eye to its left, a positive `dy` up.
    pub fn orbit(&mut self, dx: f32, dy: f32) {
        self.yaw = f64::from(self.yaw - dx).rem_euclid(TAU) as f32;
        self.pitch = (self.pitch + dy).clamp(-FRAC_PI_2 as f32, FRAC_PI_2 as f32);
    }

    /// Moves the scene under the cursor, to the right and down, by parts of the view's height at the target.
    pub fn pan(&mut self, dx: f32, dy: f32) {
        let Axes { right, up, .. } = self.axes();
        let height = 2.0 * self.half_height();
        let moved = add(self.target.map(f64::from), right, -f64::from(dx) * height);
        self.target = to_f32(add(moved, up, f64::from(dy) * height));
    }

    /// Comes closer by a factor, and keeps the point of the target plane that is under the cursor where it is.
    pub fn zoom_to(&mut self, factor: f32, cursor: [f32; 2], aspect: f32) {
        let Axes { right, up, .. } = self.axes();
        let half = self.half_height();
        let target = self.target.map(f64::from);
        let across = add(target, right, f64::from(cursor[0]) * half * f64::from(aspect));
        self.zoom_about(factor, add(across, up, f64::from(cursor[1]) * half));
    }

    /// Comes closer to a point of view space by a factor, and keeps that point where it is on the screen.
    pub fn zoom_about(&mut self, factor: f32, point: [f64; 3]) {
        let before = f64::from(self.distance);
        let after = (before / f64::from(factor)).clamp(DISTANCES[0], DISTANCES[1]);
        if !after.is_finite() {
            return;
        }
        let target = self.target.map(f64::from);
        self.target = to_f32(add(point, subtract(target, point), after / before));
        self.distance = after as f32;
    }

    /// Keeps the direction and moves so that the eight corners of the bounds just fit, with a small margin.
    pub fn fit(&mut self, [min, max]: [[f32; 3]; 2], aspect: f32) {
        let axes = self.axes();
        let tangent = tangent() * FILL;
        let corners = corners(min, max).map(|p| [dot(axes.right, p), dot(axes.up, p), dot(axes.back, p)]);
        let extent = |axis: usize, lean: f64| Extent::of(corners.iter().map(|c| [c[axis], c[2]]), lean);
        let lean = match self.projection {
            Projection::Perspective => [tangent * f64::from(aspect), tangent],
            Projection::Orthographic => [0.0; 2],
        };
        let [across, upward, depth] = [extent(0, lean[0]), extent(1, lean[1]), extent(2, 0.0)];
        let nearest = |extent: Extent, slope: f64| extent.size() / (2.0 * slope);
        let eye = match self.projection {
            Projection::Perspective => nearest(across, lean[0]).max(nearest(upward, lean[1])),
            Projection::Orthographic => {
                nearest(across, tangent * f64::from(aspect)).max(nearest(upward, tangent)) + depth.middle()
            }
        };
        let distance = (eye - depth.middle()).clamp(DISTANCES[0], DISTANCES[1]);
        let on_axis = add(axes.right.map(|v| v * across.middle()), axes.up, upward.middle());
        self.target = to_f32(add(on_axis, axes.back, depth.middle()));
        self.distance = distance as f32;
    }

    /// The half line of points that are seen at a place of the screen; its direction has length 1.
    pub fn ray(&self, aspect: f32, [x, y]: [f32; 2]) -> Ray {
        let Axes { right, up, back } = self.axes();
        let (x, y) = (f64::from(x) * f64::from(aspect), f64::from(y));
        match self.projection {
            Projection::Perspective => {
                let across = add(back.map(|v| -v), right, x * tangent());
                Ray { origin: self.eye(), direction: normalise(add(across, up, y * tangent())) }
            }
            Projection::Orthographic => {
                let half = self.half_height();
                let on_plane = add(add(self.target.map(f64::from), right, x * half), up, y * half);
                Ray { origin: add(on_plane, back, ORTHOGRAPHIC_START), direction: back.map(|v| -v) }
            }
        }
    }

    /// Where on the screen a point of view space is seen; `None` behind the eye of a perspective view.
    pub fn project(&self, point: [f64; 3], aspect: f32) -> Option<[f32; 2]> {
        let Axes { right, up, back } = self.axes();
        let from_eye = subtract(point, self.eye());
        let half_height = match self.projection {
            Projection::Perspective => -dot(back, from_eye) * tangent(),
            Projection::Orthographic => self.half_height(),
        };
        let place = [dot(right, from_eye) / (half_height * f64::from(aspect)), dot(up, from_eye) / half_height];
        (half_height > 0.0).then(|| place.map(|v| v as f32))
    }

    /// World units that a pixel covers at the target, for a scale bar, in a view of this height in pixels.
    pub fn world_per_pixel(&self, view_height_px: f32, cell_size: f32) -> f32 {
        self.cells_per_pixel(view_height_px) * cell_size
    }

    /// Cells that a pixel covers at the target, in a view of this height in pixels.
    pub fn cells_per_pixel(&self, view_height_px: f32) -> f32 {
        (2.0 * self.half_height() / f64::from(view_height_px.max(1.0))) as f32
    }

    /// The distances before the eye, nearest and farthest, between which the bounds lie.
    ///
    /// In a perspective view the nearest one is kept above a small part of the farthest, for the depth buffer's sake.
    pub fn depth_range(&self, [min, max]: [[f32; 3]; 2]) -> [f64; 2] {
        let (eye, back) = (self.eye(), self.axes().back);
        let depths = corners(min, max).map(|corner| -dot(back, subtract(corner, eye)));
        let near = depths.into_iter().fold(f64::INFINITY, f64::min);
        let far = depths.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let pad = 0.01 * (far - near) + 0.5;
        match self.projection {
            Projection::Perspective => {
                let near = (near - pad).max(0.01 * f64::from(self.distance)).max(2.0e-5 * far);
                [near, (far + pad).max(2.0 * near)]
            }
            Projection::Orthographic => [near - pad, far + pad],
        }
    }

    /// From positions relative to the eye to clip space, by columns. Leaving the eye's place out of it keeps pictures
    /// steady far away from the grid's corner.
    pub fn clip_from_eye(&self, aspect: f32, [near, far]: [f64; 2]) -> [[f32; 4]; 4] {
        let Axes { right, up, back } = self.axes();
        let depth = far - near;
        let (half, rows) = match self.projection {
            Projection::Perspective => (tangent(), [[-(far + near) / depth, -2.0 * far * near / depth], [-1.0, 0.0]]),
            Projection::Orthographic => (self.half_height(), [[-2.0 / depth, -(far + near) / depth], [0.0, 1.0]]),
        };
        let wide = half * f64::from(aspect);
        let column = |i: usize| [right[i] / wide, up[i] / half, back[i] * rows[0][0], back[i] * rows[1][0]];
        [column(0), column(1), column(2), [0.0, 0.0, rows[0][1], rows[1][1]]].map(|c| c.map(|v| v as f32))
    }

    /// The same camera for three-d, with depths that hold the bounds.
    pub fn to_three_d(&self, viewport: three_d::Viewport, bounds: [[f32; 3]; 2]) -> three_d::Camera {
        let [near, far] = self.depth_range(bounds).map(|depth| depth as f32);
        let vector = |v: [f64; 3]| three_d::Vec3::from(to_f32(v));
        let (eye, target, up) = (vector(self.eye()), three_d::Vec3::from(self.target), vector(self.axes().up));
        match self.projection {
            Projection::Perspective => {
                let angle = three_d::radians(FIELD_OF_VIEW as f32);
                three_d::Camera::new_perspective(viewport, eye, target, up, angle, near, far)
            }
            Projection::Orthographic => {
                // Theirs is the height at a distance of 1.
                let height = (2.0 * tangent()) as f32;
                three_d::Camera::new_orthographic(viewport, eye, target, up, height, near, far)
            }
        }
    }

    /// Half of the view's height at the target, in cells.
    fn half_height(&self) -> f64 {
        f64::from(self.distance) * tangent()
    }
}

/// The range that places `[along, back]` take up on a screen axis, whose edges lean outward by `lean` a cell of depth.
#[derive(Clone, Copy)]
struct Extent {
    low: f64,
    high: f64,
}

impl Extent {
    fn of(places: impl Iterator<Item = [f64; 2]>, lean: f64) -> Self {
        let start = Self { low: f64::INFINITY, high: f64::NEG_INFINITY };
        places.fold(start, |extent, [along, back]| Self {
            low: extent.low.min(along - lean * back),
            high: extent.high.max(along + lean * back),
        })
    }

    fn size(self) -> f64 {
        self.high - self.low
    }

    fn middle(self) -> f64 {
        0.5 * (self.low + self.high)
    }
}

fn tangent() -> f64 {
    (0.5 * FIELD_OF_VIEW).tan()
}

fn corners(min: [f32; 3], max: [f32; 3]) -> [[f64; 3]; 8] {
    std::array::from_fn(|corner| std::array::from_fn(|i| f64::from(if corner >> i & 1 == 0 { min[i] } else { max[i] })))
}

fn add(a: [f64; 3], b: [f64; 3], scale: f64) -> [f64; 3] {
    std::array::from_fn(|i| a[i] + b[i] * scale)
}

fn subtract(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| a[i] - b[i])
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn normalise(a: [f64; 3]) -> [f64; 3] {
    let length = dot(a, a).sqrt();
    a.map(|v| v / length)
}

fn to_f32(a: [f64; 3]) -> [f32; 3] {
    a.map(|v| v as f32)
}

#[cfg(test)]
#[path = "camera_tests.rs"]
mod tests;
