//! What holds of a mesh as a whole: is it closed, in how many pieces, with how many handles.

use super::Surface;
use std::collections::HashMap;

/// Counts over a surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Topology {
    pub vertices: usize,
    pub triangles: usize,
    /// Edges of one triangle only.
    pub open_edges: usize,
    /// Edges of more than two triangles.
    pub crowded_edges: usize,
    /// Triangles without area, by their float32 corners.
    pub zero_area: usize,
    /// Pieces that share no vertex.
    pub components: usize,
    /// Vertices − edges + triangles: 2 for a closed ball.
    pub euler: i64,
}

/// Counts what holds of a surface.
pub fn topology(surface: &Surface) -> Topology {
    let mut uses: HashMap<[u32; 2], u32> = HashMap::new();
    let mut parent: Vec<u32> = (0..surface.positions.len() as u32).collect();
    for &[a, b, c] in &surface.triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            *uses.entry([from.min(to), from.max(to)]).or_insert(0) += 1;
            let (from, to) = (root(&mut parent, from), root(&mut parent, to));
            parent[from as usize] = to;
        }
    }
    let count = |rule: fn(u32) -> bool| uses.values().filter(|&&n| rule(n)).count();
    let (vertices, triangles) = (surface.positions.len(), surface.triangles.len());
    Topology {
        vertices,
        triangles,
        open_edges: count(|n| n == 1),
        crowded_edges: count(|n| n > 2),
        zero_area: surface.triangles.iter().filter(|triangle| has_zero_area(surface, triangle)).count(),
        components: (0..vertices as u32).filter(|&vertex| root(&mut parent, vertex) == vertex).count(),
        euler: vertices as i64 - uses.len() as i64 + triangles as i64,
    }
}

fn root(parent: &mut [u32], mut vertex: u32) -> u32 {
    while parent[vertex as usize] != vertex {
        parent[vertex as usize] = parent[parent[vertex as usize] as usize];
        vertex = parent[vertex as usize];
    }
    vertex
}

fn has_zero_area(surface: &Surface, triangle: &[u32; 3]) -> bool {
    let [a, b, c] = triangle.map(|vertex| surface.positions[vertex as usize].map(f64::from));
    let edge = |to: [f64; 3]| -> [f64; 3] { std::array::from_fn(|i| to[i] - a[i]) };
    let ([ex, ey, ez], [fx, fy, fz]) = (edge(b), edge(c));
    [ey * fz - ez * fy, ez * fx - ex * fz, ex * fy - ey * fx] == [0.0; 3]
}
