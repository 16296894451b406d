//! Lines of a fixed width on the screen.

use super::RenderError;
use super::triangles::bounds;
use super::uniforms::{Uniforms, program};
use crate::draw::{Line, Rgba};
use three_d::{Blend, Context, Cull, DepthTest, InstanceBuffer, Program, RenderStates, WriteMask};

/// Both ends are moved to the near plane first, since nothing behind the eye has a place on the screen. The depth is
/// that of a place a few pixels nearer, so that a line on a box's edge is not half inside the box.
const VERTEX_MAIN: &str = "
uniform vec2 halfSizePx;
uniform float near;
uniform float pixel;
uniform float pixelsPerPoint;
in vec3 start;
in vec3 end;
in uvec4 colour;
in float width;
flat out vec4 tint;
out vec3 grid;
out float depth;
void main() {
    vec3 a = fromEye(start);
    vec3 b = fromEye(end);
    vec4 clipA = clipFromEye * vec4(a, 1.0);
    vec4 clipB = clipFromEye * vec4(b, 1.0);
    vec2 part = vec2(0.0, 1.0);
    bool isHidden = false;
    if (viewer.w > 0.0) {
        float cut = (near - clipA.w) / (abs(clipB.w - clipA.w) > 1.0e-9 ? clipB.w - clipA.w : 1.0e-9);
        isHidden = clipA.w < near && clipB.w < near;
        if (clipA.w < near) part.x = cut;
        if (clipB.w < near) part.y = cut;
    }
    vec4 first = mix(clipA, clipB, part.x);
    vec4 last = mix(clipA, clipB, part.y);
    vec2 firstPx = first.xy / first.w * halfSizePx;
    vec2 along = last.xy / last.w * halfSizePx - firstPx;
    float reach = length(along);
    along = reach > 1.0e-4 ? along / reach : vec2(1.0, 0.0);

    int corner = int[6](0, 1, 3, 0, 3, 2)[gl_VertexID];
    bool isLast = (corner & 1) == 1;
    float side = (corner & 2) == 2 ? 1.0 : -1.0;
    float halfPx = 0.5 * max(width * pixelsPerPoint, 1.0);
    vec2 px = firstPx + along * (isLast ? reach + halfPx : -halfPx) + vec2(-along.y, along.x) * side * halfPx;
    float t = isLast ? part.y : part.x;
    vec3 position = mix(a, b, t);
    grid = mix(start, end, t);
    depth = -dot(back, position);
    float bias = pixel * 4.0;
    vec3 nearer = viewer.w > 0.0 ? position * max(1.0 - bias, 0.5) : position + back * bias;
    vec4 clipNearer = clipFromEye * vec4(nearer, 1.0);
    float w = isLast ? last.w : first.w;
    tint = vec4(colour) / 255.0;
    gl_Position = isHidden ? vec4(0.0, 0.0, 2.0, 1.0)
        : vec4(px / halfSizePx * w, clamp(clipNearer.z / clipNearer.w, -1.0, 1.0) * w, w);
}";

const FRAGMENT_MAIN: &str = "
uniform float opacity;
uniform float crop;
flat in vec4 tint;
in vec3 grid;
in float depth;
layout (location = 0) out vec4 result;
void main() {
    if (isCut(grid) || (crop > 0.0 && isCropped(grid))) discard;
    result = vec4(faded(tint.rgb, depth), tint.a * opacity);
}";

/// What hides lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineStyle {
    /// What is before them.
    Plain,
    /// What is before them, and the crop box.
    Cropped,
    /// Nothing hides them wholly: behind other things they are faint.
    ShinesThrough,
}

/// How much of a hidden line shines through.
const FAINT: f32 = 0.3;

/// Lines on the graphics card.
pub(super) struct LineBatch {
    starts: InstanceBuffer<[f32; 3]>,
    ends: InstanceBuffer<[f32; 3]>,
    colours: InstanceBuffer<Rgba>,
    widths: InstanceBuffer<f32>,
    /// Lowest and highest corner, in cells, rows, cells.
    pub(super) bounds: [[f32; 3]; 2],
}

impl LineBatch {
    /// Sends lines; `None` when there are none.
    pub(super) fn new(context: &Context, lines: &[Line]) -> Option<Self> {
        let points = |point: fn(&Line) -> [f32; 3]| lines.iter().map(point).collect::<Vec<_>>();
        let (starts, ends) = (points(|line| line.from), points(|line| line.to));
        let colours: Vec<Rgba> = lines.iter().map(|line| line.colour).collect();
        let widths: Vec<f32> = lines.iter().map(|line| line.width).collect();
        let corners: Vec<[f32; 3]> = starts.iter().chain(&ends).copied().collect();
        (!lines.is_empty()).then(|| Self {
            starts: InstanceBuffer::new_with_data(context, &starts),
            ends: InstanceBuffer::new_with_data(context, &ends),
            colours: InstanceBuffer::new_with_data(context, &colours),
            widths: InstanceBuffer::new_with_data(context, &widths),
            bounds: bounds(&corners),
        })
    }
}

/// Draws lines.
pub(super) struct LinePainter {
    program: Program,
}

impl LinePainter {
    pub(super) fn new(context: &Context) -> Result<Self, RenderError> {
        Ok(Self { program: program(context, VERTEX_MAIN, FRAGMENT_MAIN)? })
    }

    /// Draws a batch, its lines in their order.
    pub(super) fn draw(&self, batch: &LineBatch, style: LineStyle, uniforms: &Uniforms) {
        uniforms.send(&self.program);
        let crop = if style == LineStyle::Cropped { 1.0 } else { 0.0 };
        self.program.use_uniform_if_required("crop", crop);
        let states = RenderStates {
            write_mask: WriteMask::COLOR,
            depth_test: DepthTest::LessOrEqual,
            blend: Blend::TRANSPARENCY,
            cull: Cull::None,
        };
        if style == LineStyle::ShinesThrough {
            self.pass(batch, uniforms, FAINT, RenderStates { depth_test: DepthTest::Always, ..states });
        }
        self.pass(batch, uniforms, 1.0, states);
        // Depth comes afterwards, so that a later line lies over an earlier one in the same place.
        self.pass(batch, uniforms, 1.0, RenderStates { write_mask: WriteMask::DEPTH, ..states });
    }

    fn pass(&self, batch: &LineBatch, uniforms: &Uniforms, opacity: f32, states: RenderStates) {
        self.program.use_uniform_if_required("opacity", opacity);
        self.program.use_instance_attribute("start", &batch.starts);
        self.program.use_instance_attribute("end", &batch.ends);
        self.program.use_instance_attribute("colour", &batch.colours);
        self.program.use_instance_attribute("width", &batch.widths);
        self.program.draw_arrays_instanced(states, uniforms.viewport, 6, batch.starts.instance_count());
    }
}
