//! The input's triangles over the boxes.

use super::uniforms::{Uniforms, program};
use super::{Edges, RenderError, TriangleMode};
use crate::draw::{PaintedTriangles, Rgba, SmoothTriangles, Triangles};
use glow::HasContext as _;
use three_d::{Blend, Context, Cull, DepthTest, Program, RenderStates, VertexBuffer, WriteMask};

/// What differs between the programs, before the vertex shader and before the fragment shader.
const FLAT: [&str; 2] =
    ["flat out vec3 tint; vec3 ownNormal() { return vec3(0.0); }", "flat in vec3 tint; const float isPainted = 0.0;"];
const SMOOTH: [&str; 2] = [
    "flat out vec3 tint; in vec3 normal; vec3 ownNormal() { return normal; }",
    "flat in vec3 tint; const float isPainted = 0.0;",
];
const PAINTED: [&str; 2] =
    ["out vec3 tint; vec3 ownNormal() { return vec3(0.0); }", "in vec3 tint; const float isPainted = 1.0;"];

const VERTEX_MAIN: &str = "
in vec3 corner;
in uvec4 colour;
out vec3 given;
out vec3 grid;
out vec3 position;
out vec3 weights;
out float depth;
void main() {
    tint = vec3(colour.rgb) / 255.0;
    grid = corner;
    given = ownNormal();
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
in vec3 given;
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
    if (isCropped(grid) || isCut(grid)) discard;
    if (dot(given, given) > 1.0e-6) {
        // On the side that is seen, also of what is seen from within.
        vec3 own = normalize(given);
        normal = dot(own, normal) < 0.0 ? -own : own;
    }

    vec3 fromEdge = weights / pixel;
    float edge = 1.0 - smoothstep(0.4, 1.3, min(fromEdge.x, min(fromEdge.y, fromEdge.z)));
    float smallest = 1.0 / max(pixel.x, max(pixel.y, pixel.z));
    // Edges of triangles of a few pixels would cover everything.
    edge *= mix(0.3, 1.0, smoothstep(2.0, 10.0, smallest));
    float opacity = mix(fill, 1.0, edge * edgeOpacity);
    if (opacity < 0.004) discard;
    float brightness = mix(light(normal), 1.0, max(isPainted, 1.0 - step(0.001, fill))) * (1.0 - edgeShade * edge);
    result = vec4(faded(tint * brightness, depth), opacity);
}";

/// Triangles on the graphics card.
pub(super) struct TriangleBatch {
    corners: VertexBuffer<[f32; 3]>,
    colours: VertexBuffer<Rgba>,
    /// Of triangles that can be lit by them.
    normals: Option<VertexBuffer<[f32; 3]>>,
    is_painted: bool,
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
            normals: None,
            is_painted: false,
            count: whole as u32,
            bounds: bounds(corners),
        })
    }

    /// The same with normals. They are left aside unless there is one for each corner.
    pub(super) fn smooth(context: &Context, smooth: &SmoothTriangles) -> Option<Self> {
        let batch = Self::new(context, &smooth.triangles)?;
        let fits = smooth.normals.len() == batch.count as usize;
        let normals = fits.then(|| VertexBuffer::new_with_data(context, &smooth.normals));
        Some(Self { normals, ..batch })
    }

    /// Sends painted triangles; `None` when there are none, or not a colour for each corner.
    pub(super) fn painted(context: &Context, painted: &PaintedTriangles) -> Option<Self> {
        let PaintedTriangles { corners, colours } = painted;
        let fits = !corners.is_empty() && corners.len() % 3 == 0 && corners.len() == colours.len();
        fits.then(|| Self {
            corners: VertexBuffer::new_with_data(context, corners),
            colours: VertexBuffer::new_with_data(context, colours),
            normals: None,
            is_painted: true,
            count: corners.len() as u32,
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
    flat: Program,
    smooth: Program,
    painted: Program,
}

impl TrianglePainter {
    pub(super) fn new(context: &Context) -> Result<Self, RenderError> {
        let variant = |[vertex, fragment]: [&str; 2]| {
            program(context, &format!("{vertex}{VERTEX_MAIN}"), &format!("{fragment}{FRAGMENT_MAIN}"))
        };
        Ok(Self {
            context: context.clone(),
            flat: variant(FLAT)?,
            smooth: variant(SMOOTH)?,
            painted: variant(PAINTED)?,
        })
    }

    /// Draws triangles a little before their place, so that they win against a box's top in the same plane. Faces of
    /// surfaces stay where they are: the slice and a cell's triangles win against them.
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
        let is_in_place = matches!(mode, TriangleMode::Smooth(_) | TriangleMode::Flat(_)) && !batch.is_painted;
        if !is_in_place {
            // SAFETY: the context is current.
            unsafe {
                self.context.enable(glow::POLYGON_OFFSET_FILL);
                self.context.polygon_offset(-1.0, -2.0);
            }
        }
        let shade = |edges: Edges| if edges == Edges::Dark { 0.45 } else { 0.0 };
        match mode {
            TriangleMode::Hidden => {}
            TriangleMode::Solid => self.pass(batch, uniforms, [1.0, 1.0, 0.35], solid),
            TriangleMode::Flat(edges) => self.pass(batch, uniforms, [1.0, 1.0, shade(edges)], solid),
            TriangleMode::Smooth(edges) => {
                let look = [1.0, 1.0, shade(edges)];
                match &batch.normals {
                    Some(normals) => {
                        self.smooth.use_vertex_attribute("normal", normals);
                        pass(&self.smooth, batch, uniforms, look, solid);
                    }
                    None => self.pass(batch, uniforms, look, solid),
                }
            }
            TriangleMode::Translucent(opacity) | TriangleMode::Ghost(opacity) => {
                let edges = if matches!(mode, TriangleMode::Ghost(_)) { 0.0 } else { 0.3 };
                let look = [opacity.clamp(0.0, 1.0), edges, 0.0];
                self.pass(batch, uniforms, look, RenderStates { write_mask: WriteMask::DEPTH, ..solid });
                self.pass(batch, uniforms, look, over);
            }
            TriangleMode::Wireframe => self.pass(batch, uniforms, [0.0, 0.9, 0.0], over),
        }
        // SAFETY: the context is current.
        unsafe { self.context.disable(glow::POLYGON_OFFSET_FILL) };
    }

    fn pass(&self, batch: &TriangleBatch, uniforms: &Uniforms, look: [f32; 3], states: RenderStates) {
        pass(if batch.is_painted { &self.painted } else { &self.flat }, batch, uniforms, look, states);
    }
}

fn pass(
    program: &Program,
    batch: &TriangleBatch,
    uniforms: &Uniforms,
    [fill, edge_opacity, edge_shade]: [f32; 3],
    states: RenderStates,
) {
    uniforms.send(program);
    program.use_uniform_if_required("fill", fill);
    program.use_uniform_if_required("edgeOpacity", edge_opacity);
    program.use_uniform_if_required("edgeShade", edge_shade);
    program.use_vertex_attribute("corner", &batch.corners);
    program.use_vertex_attribute("colour", &batch.colours);
    program.draw_arrays(states, uniforms.viewport, batch.count);
}
