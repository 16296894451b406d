//! From densities to triangles: marching cubes with a generated case table.
//!
//! A [`DensityGrid`] holds samples; [`marching_cubes()`] puts the surface between solid and air through them, closed
//! wherever the grid's border does not cut it.

pub mod case_table;
pub mod density_grid;
pub mod marching_cubes;
pub mod shapes;
pub mod slice;
pub mod topology;

pub use case_table::{CASES, Case};
pub use density_grid::{DensityError, DensityGrid};
pub use marching_cubes::{Surface, marching_cubes};
pub use slice::slice_lines;
pub use topology::{Topology, topology};
