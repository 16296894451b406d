//! What marching cubes does in one cell, and why.

use crate::source::DensitySurface;
use crate::surface::DensityGrid;
use crate::surface::case_table::{CASES, EDGE_AXIS, EDGE_START, ambiguous_faces, is_solid, lines_on_face};
use crate::surface::marching_cubes::{case_number, corner_of, crossing};

/// A cell of a density's grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellSelection {
    /// The number of the input.
    pub input: usize,
    /// Counted from the first sample inside the margin; -1 and the number of cells are layers of the cap.
    pub cell: [i32; 3],
}

/// A corner of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellSample {
    /// Counted as the cell is.
    pub at: [i32; 3],
    /// Above 0 is solid.
    pub density: f32,
    pub is_solid: bool,
    /// Whether this is no sample, but air that closes the surface.
    pub is_cap: bool,
}

/// A side of a cell with two solid corners on one diagonal and air on the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AmbiguousFace {
    /// 0 to 2.
    pub axis: usize,
    /// Whether it is the higher of the two sides.
    pub is_high: bool,
    /// Each solid corner with the line that cuts it off, as the edges it joins.
    pub cut_off: Vec<(usize, [usize; 2])>,
}

/// What marching cubes does in a cell. Corners and edges are numbered as in [`crate::surface::case_table`].
#[derive(Clone, Debug, PartialEq)]
pub struct CellReport {
    /// By corner.
    pub samples: [CellSample; 8],
    /// A bit for every solid corner.
    pub case: usize,
    /// Closed loops of edges around each patch of surface.
    pub loops: Vec<Vec<usize>>,
    /// The edges that the triangles' corners lie on.
    pub triangles: Vec<[usize; 3]>,
    /// The triangles' corners in cells from the first sample inside the margin.
    pub corners: Vec<[[f64; 3]; 3]>,
    pub ambiguous: Vec<AmbiguousFace>,
}

/// The report on a cell; `None` outside the grid that was meshed.
pub fn cell_report(surface: &DensitySurface, cell: [i32; 3]) -> Option<CellReport> {
    let (grid, place) = (surface.meshed(), surface.meshed_cell(cell)?);
    let number = case_number(grid, place);
    let last = surface.grid.cells().map(|cells| cells as i32); // Far below 2^31, see MAX_SAMPLES.
    let sample = |corner: usize| {
        let density = grid.get(corner_of(place, corner));
        let at: [i32; 3] = std::array::from_fn(|axis| cell[axis] + (corner >> axis & 1) as i32);
        let is_cap = (0..3).any(|axis| !(0..=last[axis]).contains(&at[axis]));
        CellSample { at, density, is_solid: is_solid(number, corner), is_cap }
    };
    let case = &CASES[number];
    let first = f64::from(surface.first);
    let corners = triangles_in_cell(grid, place).map(|triangle| triangle.map(|point| point.map(|part| part + first)));
    Some(CellReport {
        samples: std::array::from_fn(sample),
        case: number,
        loops: case.loops.clone(),
        triangles: case.triangles.clone(),
        corners: corners.collect(),
        ambiguous: ambiguous_faces(number).map(|face| ambiguous_face(number, face)).collect(),
    })
}

/// The triangles of a cell with their corners where the surface has them, in cells of the grid that was meshed.
pub(super) fn triangles_in_cell(grid: &DensityGrid, cell: [usize; 3]) -> impl Iterator<Item = [[f64; 3]; 3]> {
    let corner = move |edge: usize| crossing(grid, corner_of(cell, EDGE_START[edge]), EDGE_AXIS[edge]).0.map(f64::from);
    CASES[case_number(grid, cell)].triangles.iter().map(move |triangle| triangle.map(corner))
}

fn ambiguous_face(case: usize, face: usize) -> AmbiguousFace {
    let (axis, is_high) = (face / 2, face % 2 == 1);
    // Each run of solid corners is a single corner here: the one that both edges of its line share.
    let cut_off = lines_on_face(case, face).filter_map(|line| {
        let corner =
            (0..8).find(|&corner| is_solid(case, corner) && line.iter().all(|&edge| ends(edge).contains(&corner)))?;
        Some((corner, line))
    });
    AmbiguousFace { axis, is_high, cut_off: cut_off.collect() }
}

/// The corners that an edge joins.
pub fn ends(edge: usize) -> [usize; 2] {
    [EDGE_START[edge], EDGE_START[edge] | 1 << EDGE_AXIS[edge]]
}
