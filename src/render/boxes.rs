//! Boxes over columns: one instanced draw a batch, 12 bytes a box, and only the three sides that face the viewer.

use super::RenderError;
use super::uniforms::{Uniforms, program};
use crate::draw::{BoxStyle, Boxes, PlacedBoxes, Rgba};
use crate::inspect::pick::floor_thickness_rows;
use three_d::{Blend, Context, Cull, DepthTest, ElementBuffer, InstanceBuffer, Program, RenderStates, Vec3, WriteMask};

/// Corners 0 to 3 are those of the side across x, 4 to 7 across y, 8 to 11 across z.
///
/// The surface of a span is its top, so only that has the full colour: a wall under walkable ground is no walkable wall.
/// Blocks are of one colour all over. A box that is cut is closed where it is cut.
const VERTEX_MAIN: &str = "
const vec3 sideGrey = vec3(0.56, 0.55, 0.53);
uniform float floorThickness;
uniform float opacity;
uniform vec3 latticeAt;
uniform vec3 latticeSize;
uniform float isLattice;
in uvec4 cells;
in uvec4 colour;
flat out vec3 tint;
flat out vec2 size;
flat out vec2 edgeStep;
flat out vec2 begun;
out vec2 place;
out float depth;
void main() {
    vec3 lo = latticeAt + latticeSize * vec3(cells.x, cells.z, cells.y);
    vec3 hi = latticeAt + latticeSize * vec3(cells.x + 1u, cells.w, cells.y + 1u);
    vec3 whole = lo;
    float margin = 0.001 * isLattice;
    bool isShown = lo.x >= cropMin.x - margin && hi.x <= cropMax.x + margin
        && lo.z >= cropMin.z - margin && hi.z <= cropMax.z + margin;
    vec3 cutLow = vec3(cut.x < 0.0, cut.y < 0.0, cut.z < 0.0);
    vec3 cutHigh = vec3(cut.x > 0.0, cut.y > 0.0, cut.z > 0.0);
    lo = mix(lo, max(lo, vec3(-cut.w)), cutLow);
    hi = mix(hi, min(hi, vec3(cut.w)), cutHigh);
    isShown = isShown && all(lessThan(lo, hi));
    if (floorThickness > 0.0) {
        isShown = isShown && hi.y >= cropMin.y && hi.y <= cropMax.y;
        lo.y = hi.y;
    } else {
        lo.y = max(lo.y, cropMin.y);
        hi.y = min(hi.y, cropMax.y);
        isShown = isShown && lo.y < hi.y;
    }
    float inset = float(min(colour.a, 31u)) / 64.0;
    vec3 low = fromEye(lo) + vec3(inset, -floorThickness * rowHeight, inset);
    vec3 high = fromEye(hi) - vec3(inset, 0.0, inset);

    int axis = gl_VertexID >> 2;
    int a = (axis + 1) % 3;
    int b = (axis + 2) % 3;
    bool isPositive = toViewer(0.5 * (low + high))[axis] > 0.0;
    size = vec2(high[a] - low[a], high[b] - low[b]);
    // Only along y a box is of more than one block.
    vec3 blocks = isLattice > 0.0 ? latticeSize * vec3(1.0, rowHeight, 1.0) : high - low;
    edgeStep = vec2(blocks[a], blocks[b]);
    vec3 before = isLattice > 0.0 ? (lo - whole) * vec3(1.0, rowHeight, 1.0) : vec3(0.0);
    begun = vec2(before[a], before[b]);
    place = size * vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1);
    vec3 position = low;
    position[axis] = isPositive ? high[axis] : low[axis];
    position[a] += place.x;
    position[b] += place.y;

    vec3 normal = vec3(0.0);
    normal[axis] = isPositive ? 1.0 : -1.0;
    vec3 own = vec3(colour.rgb) / 255.0;
    bool isSurface = axis == 1 && isPositive;
    // Air has no sides and no light of its own.
    bool hasOwnColour = isSurface || isLattice > 0.0;
    tint = opacity < 1.0 ? own : (hasOwnColour ? own : mix(own, sideGrey, 0.45)) * light(normal);
    depth = -dot(back, position);
    gl_Position = isShown ? clipFromEye * vec4(position, 1.0) : vec4(0.0, 0.0, 2.0, 1.0);
}";

/// Places are in cells, so that an edge is as wide on a flat side as on a tall one.
const FRAGMENT_MAIN: &str = "
uniform float opacity;
flat in vec3 tint;
flat in vec2 size;
flat in vec2 edgeStep;
flat in vec2 begun;
in vec2 place;
in float depth;
layout (location = 0) out vec4 result;
void main() {
    vec2 pixel = max(fwidth(place), vec2(1.0e-6));
    vec2 inBlock = mod(place + begun, edgeStep);
    vec2 fromStep = min(inBlock, edgeStep - inBlock);
    vec2 fromEdge = min(min(place, size - place), fromStep) / pixel;
    vec2 edges = (1.0 - smoothstep(0.3, 1.2, fromEdge)) * smoothstep(3.0, 14.0, min(size, edgeStep) / pixel);
    float edge = max(edges.x, edges.y);
    result = vec4(faded(tint * (1.0 - 0.36 * edge), depth), opacity + 0.3 * edge * (1.0 - opacity));
}";

/// A batch on the graphics card.
pub(super) struct BoxBatch {
    cells: InstanceBuffer<[u16; 4]>,
    colours: InstanceBuffer<Rgba>,
    style: BoxStyle,
    lattice: Option<Lattice>,
    /// Lowest and highest corner, in cells, rows, cells.
    pub(super) bounds: [[f32; 3]; 2],
}

impl BoxBatch {
    /// Sends a batch; `None` for one without boxes.
    ///
    /// # Errors
    /// [`RenderError::ColourCount`].
    pub(super) fn new(context: &Context, boxes: &Boxes) -> Result<Option<Self>, RenderError> {
        check_count(boxes.cells.len(), boxes.colours.len())?;
        if boxes.cells.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self {
            cells: InstanceBuffer::new_with_data(context, &boxes.cells),
            colours: InstanceBuffer::new_with_data(context, &boxes.colours),
            style: boxes.style,
            lattice: None,
            bounds: bounds(boxes),
        }))
    }

    /// Sends a batch of another lattice than the frame's; `None` for one without boxes.
    ///
    /// # Errors
    /// [`RenderError::ColourCount`].
    pub(super) fn placed(context: &Context, placed: &PlacedBoxes) -> Result<Option<Self>, RenderError> {
        let lattice = Lattice { at: placed.at, size: placed.size };
        let batch = Self::new(context, &placed.boxes)?;
        Ok(batch.map(|batch| Self {
            bounds: batch.bounds.map(|corner| std::array::from_fn(|i| lattice.at[i] + lattice.size[i] * corner[i])),
            lattice: Some(lattice),
            ..batch
        }))
    }

    /// Sends other colours for the same boxes.
    ///
    /// # Errors
    /// [`RenderError::ColourCount`].
    pub(super) fn set_colours(&mut self, colours: &[Rgba]) -> Result<(), RenderError> {
        check_count(self.cells.instance_count() as usize, colours.len())?;
        self.colours.fill(colours);
        Ok(())
    }

    /// Whether other things are seen through it.
    pub(super) fn is_glass(&self) -> bool {
        matches!(self.style, BoxStyle::Glass(_))
    }
}

/// Where boxes lie that are not counted in the frame's cells.
#[derive(Clone, Copy)]
struct Lattice {
    at: [f32; 3],
    size: [f32; 3],
}

fn check_count(boxes: usize, colours: usize) -> Result<(), RenderError> {
    if boxes == colours { Ok(()) } else { Err(RenderError::ColourCount { colours, boxes }) }
}

fn bounds(boxes: &Boxes) -> [[f32; 3]; 2] {
    let (mut min, mut max) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for &[x, z, low, high] in &boxes.cells {
        let [x, z, high] = [x, z, high].map(f32::from);
        let low = if boxes.style == BoxStyle::Floor { high - 1.0 } else { low.into() };
        for (axis, [near, far]) in [[x, x + 1.0], [low, high], [z, z + 1.0]].into_iter().enumerate() {
            min[axis] = min[axis].min(near);
            max[axis] = max[axis].max(far);
        }
    }
    [min, max]
}

/// Draws batches.
pub(super) struct BoxPainter {
    program: Program,
    sides: ElementBuffer<u8>,
}

impl BoxPainter {
    pub(super) fn new(context: &Context) -> Result<Self, RenderError> {
        let program = program(context, VERTEX_MAIN, FRAGMENT_MAIN)?;
        let sides: Vec<u8> = (0..3).flat_map(|side| [0, 1, 3, 0, 3, 2].map(|corner| side * 4 + corner)).collect();
        Ok(Self { program, sides: ElementBuffer::new_with_data(context, &sides) })
    }

    /// Draws a batch. Of glass only the nearest sides are drawn, so the order of the boxes does not matter.
    pub(super) fn draw(&self, batch: &BoxBatch, uniforms: &Uniforms) {
        let (opacity, thickness) = match batch.style {
            BoxStyle::Solid => (1.0, 0.0),
            BoxStyle::Floor => (1.0, floor_thickness_rows(uniforms.row_height().into()) as f32),
            BoxStyle::Glass(opacity) => (opacity.clamp(0.0, 1.0), 0.0),
        };
        uniforms.send(&self.program);
        self.program.use_uniform_if_required("opacity", opacity);
        self.program.use_uniform_if_required("floorThickness", thickness);
        let Lattice { at, size } = batch.lattice.unwrap_or(Lattice { at: [0.0; 3], size: [1.0; 3] });
        self.program.use_uniform_if_required("latticeAt", Vec3::from(at));
        self.program.use_uniform_if_required("latticeSize", Vec3::from(size));
        self.program.use_uniform_if_required("isLattice", f32::from(u8::from(batch.lattice.is_some())));
        let solid = RenderStates {
            write_mask: WriteMask::COLOR_AND_DEPTH,
            depth_test: DepthTest::Less,
            blend: Blend::Disabled,
            cull: Cull::None,
        };
        if batch.is_glass() {
            self.pass(batch, uniforms, RenderStates { write_mask: WriteMask::DEPTH, ..solid });
            let (write_mask, depth_test, blend) = (WriteMask::COLOR, DepthTest::LessOrEqual, Blend::TRANSPARENCY);
            self.pass(batch, uniforms, RenderStates { write_mask, depth_test, blend, ..solid });
        } else {
            self.pass(batch, uniforms, solid);
        }
    }

    fn pass(&self, batch: &BoxBatch, uniforms: &Uniforms, states: RenderStates) {
        self.program.use_instance_attribute("cells", &batch.cells);
        self.program.use_instance_attribute("colour", &batch.colours);
        let count = batch.cells.instance_count();
        self.program.draw_elements_instanced(states, uniforms.viewport, &self.sides, count);
    }
}
