//! What a ray meets of densities: their surfaces, and the plane of samples that is shown.
//!
//! The ray walks through the cells of a grid; in each the triangles of its case are worked out where they are, so a surface
//! costs no more than the cells the ray crosses.

use super::cell::{CellSelection, triangles_in_cell};
use super::pick::row_height;
use super::pick_triangle::meets;
use super::{Crop, Ray, Slice};
use crate::pipeline::Frame;
use crate::source::DensitySurface;
use std::sync::Arc;

/// Neighbours work out their common side from the same corners, but round differently.
const NEAR: f64 = 1e-9;

/// The first place where a ray meets a density.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DensityHit {
    pub selection: CellSelection,
    /// Where, in view space.
    pub point: [f64; 3],
    /// How far along the ray, in lengths of its direction.
    pub t: f64,
    /// Whether it is the plane of samples that was met.
    pub is_on_slice: bool,
}

/// The first place inside the crop box where a ray meets a surface or the slice. What the slice cuts away is not met.
pub fn pick_density(
    ray: &Ray,
    frame: &Frame,
    surfaces: &[Option<Arc<DensitySurface>>],
    slice: Option<&Slice>,
    crop: Option<&Crop>,
) -> Option<DensityHit> {
    let at = |t: f64| -> [f64; 3] { std::array::from_fn(|i| ray.origin[i] + ray.direction[i] * t) };
    let height = row_height(frame);
    let is_shown = |t: f64| {
        let [x, y, z] = at(t);
        crop.is_none_or(|crop| {
            let place = [x, y / height, z];
            (0..3).all(|i| (f64::from(crop.min[i])..=f64::from(crop.max[i])).contains(&place[i]))
        })
    };
    let plane = slice.and_then(|slice| {
        let surface = surfaces.get(slice.input)?.as_deref()?;
        Some((slice, surface, LatticeRay::new(ray, frame, surface)))
    });
    let crossing = plane.as_ref().map(|(slice, surface, ray)| ray.t_at(slice.axis as usize, slice.place(surface)));
    let from = match (crossing, slice.is_some_and(|slice| slice.cuts)) {
        (Some(t), true) if !t.is_finite() || t < 0.0 => return None, // All of the ray is before the plane.
        (Some(t), true) => t,
        _ => 0.0,
    };
    let on_slice = plane.zip(crossing).and_then(|((slice, surface, ray), t)| {
        let cell = ray.cell_on_slice(slice, surface, t)?;
        is_shown(t).then_some((t, CellSelection { input: slice.input, cell }, true))
    });
    let on_surfaces = surfaces.iter().enumerate().filter_map(|(input, surface)| {
        let surface = surface.as_deref()?;
        let (t, cell) = LatticeRay::new(ray, frame, surface).first(surface, &|t| t >= from && is_shown(t))?;
        Some((t, CellSelection { input, cell }, false))
    });
    // Of the plane and a surface in the same place the plane comes first: it is what is seen.
    let nearest =
        on_slice.into_iter().chain(on_surfaces).reduce(|best, other| if other.0 < best.0 { other } else { best });
    nearest.map(|(t, selection, is_on_slice)| DensityHit { selection, point: at(t), t, is_on_slice })
}

/// A ray in cells of the grid that was meshed; `t` is the same as in view space.
struct LatticeRay {
    origin: [f64; 3],
    direction: [f64; 3],
}

impl LatticeRay {
    fn new(ray: &Ray, frame: &Frame, surface: &DensitySurface) -> Self {
        let cell = f64::from(frame.cell_size());
        let world: [f64; 3] = std::array::from_fn(|i| frame.origin()[i] + ray.origin[i] * cell);
        let scale = cell / f64::from(surface.spacing);
        let first = f64::from(surface.first);
        Self { origin: surface.to_cells(world).map(|part| part - first), direction: ray.direction.map(|d| d * scale) }
    }

    fn at(&self, t: f64) -> [f64; 3] {
        std::array::from_fn(|i| self.origin[i] + self.direction[i] * t)
    }

    /// Where the ray has this coordinate on an axis; infinite for one that never has.
    fn t_at(&self, axis: usize, place: f64) -> f64 {
        let t = (place - self.origin[axis]) / self.direction[axis];
        if t.is_nan() { f64::INFINITY } else { t }
    }

    /// The first triangle that is met at a `t` that is accepted: where, and the cell it is in.
    fn first(&self, surface: &DensitySurface, accept: &impl Fn(f64) -> bool) -> Option<(f64, [i32; 3])> {
        let grid = surface.meshed();
        let cells = grid.cells();
        let [enter, leave] = self.inside(cells)?;
        let start = self.at(enter);
        let ray = Ray { origin: self.origin, direction: self.direction };
        let mut cell: [usize; 3] =
            std::array::from_fn(|axis| (start[axis].floor().max(0.0) as usize).min(cells[axis] - 1));
        loop {
            let hits =
                triangles_in_cell(grid, cell).filter_map(|triangle| meets(&ray, triangle, NEAR)).filter(|&t| accept(t));
            if let Some(t) = hits.reduce(f64::min) {
                return Some((t, cell.map(|at| at as i32 + surface.first)));
            }
            let (axis, t) = (0..3)
                .map(|axis| (axis, self.border(axis, cell[axis])))
                .reduce(|best, other| if other.1 < best.1 { other } else { best })?;
            if t > leave {
                return None;
            }
            cell[axis] = match self.direction[axis] > 0.0 {
                true => cell[axis] + 1,
                false => cell[axis].checked_sub(1)?,
            };
            if cell[axis] >= cells[axis] {
                return None;
            }
        }
    }

    /// Where the ray leaves a cell on an axis.
    fn border(&self, axis: usize, cell: usize) -> f64 {
        match self.direction[axis] {
            0.0 => f64::INFINITY,
            direction => self.t_at(axis, if direction > 0.0 { cell + 1 } else { cell } as f64),
        }
    }

    /// Where the ray enters and leaves a grid of cells.
    fn inside(&self, cells: [usize; 3]) -> Option<[f64; 2]> {
        let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
        for (axis, count) in cells.into_iter().enumerate() {
            if self.direction[axis] == 0.0 {
                if !(0.0..=count as f64).contains(&self.origin[axis]) {
                    return None;
                }
                continue;
            }
            let (a, b) = (self.t_at(axis, 0.0), self.t_at(axis, count as f64));
            (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
        }
        (enter <= leave).then_some([enter, leave])
    }

    /// The cell behind the place where the ray crosses the plane of samples; at the grid's border the one before it.
    fn cell_on_slice(&self, slice: &Slice, surface: &DensitySurface, t: f64) -> Option<[i32; 3]> {
        if !t.is_finite() || t < 0.0 {
            return None;
        }
        let (cells, axis) = (surface.grid.cells(), slice.axis as usize);
        let place = self.at(t).map(|part| part + f64::from(surface.first));
        let is_inside = |i: usize| i == axis || (0.0..=cells[i] as f64).contains(&place[i]);
        let index = slice.place_in(surface) as i32;
        let behind = if self.direction[axis] > 0.0 { index } else { index - 1 };
        let cell = |i: usize| if i == axis { behind } else { place[i].floor() as i32 };
        (0..3).all(is_inside).then(|| std::array::from_fn(|i| cell(i).clamp(0, cells[i] as i32 - 1)))
    }
}
