//! What every shader knows about the picture: camera, crop box, distance fade.

use super::camera::{FIELD_OF_VIEW, OrbitCamera, Projection};
use super::{Cut, RenderError, ViewSettings};
use three_d::{Context, Mat4, Program, Vec2, Vec3, Vec4, Viewport, vec2, vec3, vec4};

/// For both kinds of shaders. `light` has three brightnesses for the three axes, and mixes them for what is slanted.
const SHARED: &str = "
uniform vec4 viewer;
uniform vec4 cut;
uniform vec3 cropMin;
uniform vec3 cropMax;
vec3 toViewer(vec3 position) { return viewer.w > 0.0 ? -position : viewer.xyz; }
float light(vec3 normal) { return dot(normal * normal, vec3(0.80, normal.y > 0.0 ? 1.0 : 0.45, 0.63)); }
";

/// `fromEye` takes cells, rows, cells; the anchor near the eye is subtracted first, in whole numbers, so that nothing is
/// lost far away from the grid's corner.
const VERTEX: &str = "
uniform mat4 clipFromEye;
uniform vec3 anchor;
uniform vec3 eyeFromAnchor;
uniform float rowHeight;
uniform vec3 back;
vec3 fromEye(vec3 grid) { return (grid - anchor) * vec3(1.0, rowHeight, 1.0) - eyeFromAnchor; }
";

/// The crop box's border belongs to it, whatever rounding says.
const FRAGMENT: &str = "
uniform vec3 background;
uniform vec3 fade;
vec3 faded(vec3 colour, float depth) {
    return mix(colour, background, fade.z * clamp((depth - fade.x) * fade.y, 0.0, 1.0));
}
bool isCut(vec3 grid) { return dot(cut.xyz, grid) > cut.w; }
bool isCropped(vec3 grid) {
    return any(lessThan(grid, cropMin - 0.001)) || any(greaterThan(grid, cropMax + 0.001));
}
";

/// Compiles the two `main` functions after everything they can use.
///
/// # Errors
/// [`RenderError::Shader`].
pub(super) fn program(context: &Context, vertex_main: &str, fragment_main: &str) -> Result<Program, RenderError> {
    let vertex = format!("{SHARED}{VERTEX}{vertex_main}");
    let fragment = format!("{SHARED}{FRAGMENT}{fragment_main}");
    Ok(Program::from_source(context, &vertex, &fragment)?)
}

/// The most of its colour that a far thing loses to the background.
const FADE: f32 = 0.25;
/// A cut that hides nothing.
const NO_CUT: Vec4 = Vec4::new(0.0, 0.0, 0.0, 1.0);
/// A crop box that hides nothing. All places of the grid lie inside by far.
const NO_CROP: [f32; 2] = [-1.0e9, 1.0e9];

/// The values for one picture.
#[derive(Clone)]
pub(super) struct Uniforms {
    clip_from_eye: Mat4,
    anchor: Vec3,
    eye_from_anchor: Vec3,
    row_height: f32,
    back: Vec3,
    /// A direction in an orthographic view; else only the last number counts.
    viewer: Vec4,
    crop: [Vec3; 2],
    /// What has a larger product with the first three than the last is cut away.
    cut: Vec4,
    background: Vec3,
    fade: Vec3,
    half_size_px: Vec2,
    near: f32,
    /// What a pixel covers: in cells, or in a perspective view as part of the depth.
    pixel: f32,
    pub(super) viewport: Viewport,
    pixels_per_point: f32,
}

impl Uniforms {
    /// For a camera, in a picture of this size in pixels, of a scene with these bounds in view space.
    pub(super) fn new(camera: &OrbitCamera, settings: &ViewSettings, size_px: [u32; 2], bounds: [[f32; 3]; 2]) -> Self {
        let [width, height] = size_px.map(|side| side as f32);
        let range = camera.depth_range(bounds);
        let (eye, back) = (camera.eye(), camera.axes().back.map(|v| v as f32));
        let row_height = f64::from(settings.row_height);
        let scale = [1.0, row_height, 1.0];
        let anchor: [f64; 3] = std::array::from_fn(|i| (eye[i] / scale[i]).floor());
        let from_anchor: [f32; 3] = std::array::from_fn(|i| (eye[i] - anchor[i] * scale[i]) as f32);
        let (is_perspective, pixel) = match camera.projection {
            Projection::Perspective => (1.0, 2.0 * (0.5 * FIELD_OF_VIEW).tan() as f32 / height),
            Projection::Orthographic => (0.0, camera.cells_per_pixel(height)),
        };
        let [near, far] = range.map(|depth| depth as f32);
        // From the target on, so that what is looked at keeps its colour. A map has no distance.
        let fade = vec3(camera.distance, 1.0 / (far - camera.distance).max(1.0), FADE * is_perspective);
        let crop = settings.crop.map_or(NO_CROP.map(|v| vec3(v, v, v)), |crop| {
            [crop.min, crop.max].map(|corner| Vec3::from(corner.map(|v| v as f32)))
        });
        let cut = settings.cut.map_or(NO_CUT, |Cut { axis, at, keeps_below }| {
            let mut normal = [0.0; 3];
            normal[axis] = if keeps_below { 1.0 } else { -1.0 };
            vec4(normal[0], normal[1], normal[2], if keeps_below { at } else { -at })
        });
        Self {
            clip_from_eye: matrix(camera.clip_from_eye(width / height, range)),
            anchor: Vec3::from(anchor.map(|v| v as f32)),
            eye_from_anchor: Vec3::from(from_anchor),
            row_height: settings.row_height,
            back: Vec3::from(back),
            viewer: vec4(back[0], back[1], back[2], is_perspective),
            crop,
            cut,
            background: Vec3::from(settings.background.map(|v| f32::from(v) / 255.0)),
            fade,
            half_size_px: vec2(0.5 * width, 0.5 * height),
            near,
            pixel,
            viewport: Viewport::new_at_origo(size_px[0], size_px[1]),
            pixels_per_point: settings.pixels_per_point,
        }
    }

    /// The same for what is cut away; `None` when nothing is.
    pub(super) fn cut_away(&self) -> Option<Self> {
        (self.cut != NO_CUT).then(|| Self { cut: -self.cut, ..self.clone() })
    }

    /// The same for what is not cut.
    pub(super) fn without_cut(&self) -> Self {
        Self { cut: NO_CUT, ..self.clone() }
    }

    /// Height of a row in cells.
    pub(super) fn row_height(&self) -> f32 {
        self.row_height
    }

    /// Hands everything to a program; what its shaders do not use is left out.
    pub(super) fn send(&self, program: &Program) {
        program.use_uniform_if_required("clipFromEye", self.clip_from_eye);
        program.use_uniform_if_required("anchor", self.anchor);
        program.use_uniform_if_required("eyeFromAnchor", self.eye_from_anchor);
        program.use_uniform_if_required("rowHeight", self.row_height);
        program.use_uniform_if_required("back", self.back);
        program.use_uniform_if_required("viewer", self.viewer);
        program.use_uniform_if_required("cut", self.cut);
        program.use_uniform_if_required("cropMin", self.crop[0]);
        program.use_uniform_if_required("cropMax", self.crop[1]);
        program.use_uniform_if_required("background", self.background);
        program.use_uniform_if_required("fade", self.fade);
        program.use_uniform_if_required("halfSizePx", self.half_size_px);
        program.use_uniform_if_required("near", self.near);
        program.use_uniform_if_required("pixel", self.pixel);
        program.use_uniform_if_required("pixelsPerPoint", self.pixels_per_point);
    }
}

fn matrix([x, y, z, w]: [[f32; 4]; 4]) -> Mat4 {
    Mat4::from_cols(Vec4::from(x), Vec4::from(y), Vec4::from(z), Vec4::from(w))
}
