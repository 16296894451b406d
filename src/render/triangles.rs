//! The input's triangles over the boxes.

use super::uniforms::{Uniforms, program};
use super::{RenderError, TriangleMode};
use crate::draw::{Rgba, Triangles};
use glow::HasContext as _;
use three_d::{Blend, Context, Cull, DepthTest, Program, RenderStates, VertexBuffer, WriteMask};

const VERTEX_MAIN: &str = "
in vec3 corner;
in uvec4 colour;
flat out vec3 tint;
out vec3 grid;
out vec3 position;
out vec3 weights;
out float depth;
void main() {
    tint = vec3(colour.rgb) / 255.0;
    grid = corner;
    position = fromEye(corner);
    int number = gl_VertexID % 3;
    weights = vec3(number == 0, number == 1, number == 2);
    depth = -dot(back, position);
    gl_Position = clipFromEye * vec4(position, 1.0);
}";

const FRAGMENT_MAIN: &str = "
uniform float fill;
uniform float edgeOpacity;
uniform float edgeShade;
flat in vec3 tint;
in vec3 grid;
in vec3 position;
in vec3 weights;
in float depth;
layout (location = 0) out vec4 result;
void main() {
    vec3 pixel = max(fwidth(weights), vec3(1.0e-6));
    vec3 normal = cross(dFdx(position), dFdy(position));
    normal *= inversesqrt(max(dot(normal, normal), 1.0e-30));
    if (dot(normal, toViewer(position)) < 0.0) normal = -normal;
    if (isCropped(grid)) discard;

    vec3 fromEdge = weights / pixel;
    float edge = 1.0 - smoothstep(0.4, 1.3, min(fromEdge.x, min(fromEdge.y, fromEdge.z)));
    float smallest = 1.0 / max(pixel.x, max(pixel.y, pixel.z));
    // Edges of triangles of a few pixels would cover everything.
    edge *= mix(0.3, 1.0, smoothstep(2.0, 10.0, smallest));
    float opacity = mix(fill, 1.0, edge * edgeOpacity);
    if (opacity < 0.004) discard;
    float brightness = mix(light(normal), 1.0, 1.0 - step(0.001, fill)) * (1.0 - edgeShade * edge);
    result = vec4(faded(tint * brightness, depth), opacity);
}";

/// Triangles on the graphics card.
pub(super) struct TriangleBatch {
    corners: VertexBuffer<[f32; 3]>,
    colours: VertexBuffer<Rgba>,
    count: u32,
    /// Lowest and highest corner, in cells, rows, cells.
    pub(super) bounds: [[f32; 3]; 2],
}

impl TriangleBatch {
    /// Sends triangles; `None` when there are none. A colour that is missing is grey.
    pub(super) fn new(context: &Context, triangles: &Triangles) -> Option<Self> {
        const GREY: Rgba = [128, 128, 128, 255];
        let whole = triangles.corners.len() / 3 * 3;
        let corners = &triangles.corners[..whole];
        let colour = |corner: usize| triangles.colours.get(corner / 3).copied().unwrap_or(GREY);
        let colours: Vec<Rgba> = (0..whole).map(colour).collect();
        (whole > 0).then(|| Self {
            corners: VertexBuffer::new_with_data(context, corners),
            colours: VertexBuffer::new_with_data(context, &colours),
            count: whole as u32,
            bounds: bounds(corners),
        })
    }
}

/// Lowest and highest coordinates of points. There must be one.
pub(super) fn bounds(points: &[[f32; 3]]) -> [[f32; 3]; 2] {
    points.iter().fold([[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]], |[min, max], point| {
        [std::array::from_fn(|i| min[i].min(point[i])), std::array::from_fn(|i| max[i].max(point[i]))]
    })
}

/// Draws triangles.
pub(super) struct TrianglePainter {
    context: Context,
    program: Program,
}

impl TrianglePainter {
    pub(super) fn new(context: &Context) -> Result<Self, RenderError> {
        Ok(Self { context: context.clone(), program: program(context, VERTEX_MAIN, FRAGMENT_MAIN)? })
    }

    /// Draws triangles a little before their place, so that they win against a box's top in the same plane.
    pub(super) fn draw(&self, batch: &TriangleBatch, mode: TriangleMode, uniforms: &Uniforms) {
        let solid = RenderStates {
            write_mask: WriteMask::COLOR_AND_DEPTH,
            depth_test: DepthTest::Less,
            blend: Blend::Disabled,
            cull: Cull::None,
        };
        let over = RenderStates {
            write_mask: WriteMask::COLOR,
            depth_test: DepthTest::LessOrEqual,
            blend: Blend::TRANSPARENCY,
            ..solid
        };
        // SAFETY: the context is current.
        unsafe {
            self.context.enable(glow::POLYGON_OFFSET_FILL);
            self.context.polygon_offset(-1.0, -2.0);
        }
        uniforms.send(&self.program);
        match mode {
            TriangleMode::Hidden => {}
            TriangleMode::Solid => self.pass(batch, uniforms, [1.0, 1.0, 0.35], solid),
            TriangleMode::Translucent(opacity) => {
                let look = [opacity.clamp(0.0, 1.0), 0.3, 0.0];
                self.pass(batch, uniforms, look, RenderStates { write_mask: WriteMask::DEPTH, ..solid });
                self.pass(batch, uniforms, look, over);
            }
            TriangleMode::Wireframe => self.pass(batch, uniforms, [0.0, 0.9, 0.0], over),
        }
        // SAFETY: the context is current.
        unsafe { self.context.disable(glow::POLYGON_OFFSET_FILL) };
    }

    fn pass(
        &self,
        batch: &TriangleBatch,
        uniforms: &Uniforms,
        [fill, edge_opacity, edge_shade]: [f32; 3],
        states: RenderStates,
    ) {
        self.program.use_uniform_if_required("fill", fill);
        self.program.use_uniform_if_required("edgeOpacity", edge_opacity);
        self.program.use_uniform_if_required("edgeShade", edge_shade);
        self.program.use_vertex_attribute("corner", &batch.corners);
        self.program.use_vertex_attribute("colour", &batch.colours);
        self.program.draw_arrays(states, uniforms.viewport, batch.count);
    }
}
