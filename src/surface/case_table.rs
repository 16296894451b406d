//! The 256 cases of a cube, worked out from the cube itself.
//!
//! A corner is numbered by where it is: bit 0 is a step along x, bit 1 along y, bit 2 along z. An edge is numbered
//! `axis * 4 + i`, where `i` holds its place on the two other axes. A case has a bit for every solid corner.
//!
//! The surface crosses the cube's faces in lines. On every face each run of solid corners is cut off by a line of its own,
//! so that two solid corners on a diagonal are kept apart. Two cubes that share a face see the same four corners and decide
//! the same, which is why their surfaces meet. The lines join to closed loops, and each loop becomes a fan of triangles.

use std::sync::LazyLock;

/// The axis each edge runs along.
pub const EDGE_AXIS: [usize; 12] = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2];

/// The corner each edge starts at; it ends one step further along its axis.
pub const EDGE_START: [usize; 12] = edge_starts();

/// The six faces, each as its corners in order around it, all the same way round seen from outside: low and high side of
/// each axis. Two faces that meet walk their shared edge in opposite directions.
pub const FACES: [[usize; 4]; 6] = faces();

/// What the surface does in a cube.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// Closed loops of edges around each patch of surface.
    pub loops: Vec<Vec<usize>>,
    /// The edges that the triangles' corners lie on, one loop after the other. `(b - a) x (c - a)` points into the solid.
    pub triangles: Vec<[usize; 3]>,
}

/// All cases, by the bits of their solid corners.
pub static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| (0..256).map(case).collect());

/// Whether a corner is solid in a case.
pub fn is_solid(case: usize, corner: usize) -> bool {
    case >> corner & 1 == 1
}

/// The faces of a case with two solid corners on one diagonal and two air corners on the other, by number in [`FACES`].
pub fn ambiguous_faces(case: usize) -> impl Iterator<Item = usize> {
    (0..6).filter(move |&face| {
        let solid = FACES[face].map(|corner| is_solid(case, corner));
        solid[0] == solid[2] && solid[1] == solid[3] && solid[0] != solid[1]
    })
}

/// Whether two edges lie on one face of the cube.
pub fn share_face(a: usize, b: usize) -> bool {
    (0..3).any(|axis| {
        axis != EDGE_AXIS[a] && axis != EDGE_AXIS[b] && EDGE_START[a] >> axis & 1 == EDGE_START[b] >> axis & 1
    })
}

/// The lines that the surface draws on a face, from edge to edge: one for each run of solid corners.
pub fn lines_on_face(case: usize, face: usize) -> impl Iterator<Item = [usize; 2]> {
    let corners = FACES[face];
    let solid = move |i: usize| is_solid(case, corners[i % 4]);
    (0..4).filter(move |&i| solid(i) && !solid(i + 1)).map(move |last| {
        let mut first = last;
        while solid(first + 3) {
            first = (first + 3) % 4;
        }
        [edge_between(corners[last], corners[(last + 1) % 4]), edge_between(corners[(first + 3) % 4], corners[first])]
    })
}

fn case(number: usize) -> Case {
    let loops = loops(number);
    let triangles = loops.iter().flat_map(|edges| fan(edges)).collect();
    Case { loops, triangles }
}

/// Follows the lines of all faces from edge to edge, beginning with those that were drawn first.
fn loops(number: usize) -> Vec<Vec<usize>> {
    let mut starts = Vec::new();
    let mut next = [None; 12];
    for [from, to] in (0..6).flat_map(|face| lines_on_face(number, face)) {
        starts.push(from);
        next[from] = Some(to);
    }
    let mut loops = Vec::new();
    let mut done = [false; 12];
    for start in starts {
        let mut edges = Vec::new();
        let mut edge = start;
        while !done[edge] {
            done[edge] = true;
            edges.push(edge);
            edge = next[edge].unwrap_or(edge);
        }
        if !edges.is_empty() {
            loops.push(edges);
        }
    }
    loops
}

/// Splits a loop into triangles around one of its edges. An inner side between two edges of one face would lie flat in that
/// face, where the neighbour's surface may lie too, so the fan starts at an edge that has no such side.
fn fan(edges: &[usize]) -> Vec<[usize; 3]> {
    let n = edges.len();
    let fits = |apex: usize| (2..n - 1).all(|i| !share_face(edges[apex], edges[(apex + i) % n]));
    let apex = (0..n).find(|&apex| fits(apex)).unwrap_or(0); // Every loop of the 256 cases has one: a test says so.
    fan_from(edges, apex)
}

/// The fan of a loop around one of its edges.
pub fn fan_from(edges: &[usize], apex: usize) -> Vec<[usize; 3]> {
    let at = |i: usize| edges[(apex + i) % edges.len()];
    (1..edges.len() - 1).map(|i| [at(0), at(i), at(i + 1)]).collect()
}

/// The edge between two corners next to each other.
fn edge_between(a: usize, b: usize) -> usize {
    let axis = (a ^ b).trailing_zeros() as usize;
    let start = a & b;
    let [low, high] = other_axes(axis);
    axis * 4 + (start >> low & 1) + (start >> high & 1) * 2
}

const fn other_axes(axis: usize) -> [usize; 2] {
    match axis {
        0 => [1, 2],
        1 => [0, 2],
        _ => [0, 1],
    }
}

const fn edge_starts() -> [usize; 12] {
    let mut starts = [0; 12];
    let mut edge = 0;
    while edge < 12 {
        let [low, high] = other_axes(edge / 4);
        let i = edge % 4;
        starts[edge] = ((i & 1) << low) | ((i >> 1) << high);
        edge += 1;
    }
    starts
}

const fn faces() -> [[usize; 4]; 6] {
    let mut faces = [[0; 4]; 6];
    let mut axis = 0;
    while axis < 3 {
        let (u, v, high) = (1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3), 1 << axis);
        faces[axis * 2] = [0, v, u | v, u];
        faces[axis * 2 + 1] = [high, high | u, high | u | v, high | v];
        axis += 1;
    }
    faces
}
