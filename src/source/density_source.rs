//! Densities, as a surface or as blocks.

use super::Shared;
use super::error::SourceErrorKind;
use crate::pipeline::{Mesh, Monitor, VoxelChunk};
use crate::surface::density_grid::{DensityGrid, Margin, count_samples};
use crate::surface::shapes::Shape;
use crate::surface::{Surface, Topology, marching_cubes, topology};
use std::sync::Arc;

/// What a density becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DensityForm {
    /// Triangles between solid and air, by marching cubes.
    #[default]
    Surface,
    /// A voxel for each solid sample.
    Blocks,
}

impl DensityForm {
    /// Both forms.
    pub const ALL: [Self; 2] = [Self::Surface, Self::Blocks];

    /// The name in files, on the command line and on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Surface => "surface",
            Self::Blocks => "blocks",
        }
    }

    /// The form with this [`DensityForm::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name() == name)
    }
}

/// Which side of the iso level is solid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solid {
    /// Above it: the samples are densities.
    #[default]
    Above,
    /// Below it: the samples are distances, negative inside.
    Below,
}

impl Solid {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::Above, Self::Below];

    /// The name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Above => "density",
            Self::Below => "distance",
        }
    }

    /// The side with this [`Solid::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|side| side.name() == name)
    }
}

/// Where samples come from when no file has them.
#[derive(Clone, Debug, PartialEq)]
pub enum Samples {
    /// Written down, x fastest, then y, then z.
    Values(Shared<Vec<f32>>),
    /// Worked out from a formula.
    Shape(Shape),
}

/// A density and what is done with it.
#[derive(Clone, Debug, PartialEq)]
pub struct DensitySource {
    /// Samples along x, y and z, margin included.
    pub counts: [usize; 3],
    pub samples: Samples,
    /// What the axes of a file's array are; `None` where the default serves.
    pub axes: Option<String>,
    /// Size and type of a file that does not tell them.
    pub raw: Option<String>,
    /// Whether the outermost samples serve normals only.
    pub margin: Margin,
    /// World position of the first sample inside the margin.
    pub origin: [f64; 3],
    /// World distance between neighbouring samples. Finite and above 0.
    pub spacing: f32,
    /// The value between solid and air.
    pub iso: f32,
    pub solid: Solid,
    pub form: DensityForm,
    /// Whether what is solid at the grid's border is closed there.
    pub cap: bool,
}

impl DensitySource {
    /// Samples as they are: no margin, at the world's origin, one unit apart.
    pub fn new(counts: [usize; 3], samples: Samples) -> Self {
        Self {
            counts,
            samples,
            axes: None,
            raw: None,
            margin: Margin::None,
            origin: [0.0; 3],
            spacing: 1.0,
            iso: 0.0,
            solid: Solid::Above,
            form: DensityForm::Surface,
            cap: false,
        }
    }

    /// A shipped shape over this many cells a side.
    pub fn of_shape(shape: Shape, cells: [usize; 3]) -> Self {
        let counts = cells.map(|side| side.saturating_add(3));
        Self { margin: Margin::One, ..Self::new(counts, Samples::Shape(shape)) }
    }

    /// The samples as densities above and below 0, with solid above.
    ///
    /// # Errors
    /// As [`DensityGrid::new`]; a spacing, a corner, an iso level or a length that is none.
    pub fn grid(&self) -> Result<DensityGrid, SourceErrorKind> {
        if !(self.spacing.is_finite() && self.spacing > 0.0) {
            return Err(SourceErrorKind::Spacing { spacing: self.spacing });
        }
        if let Some(value) = self.origin.into_iter().find(|value| !value.is_finite()) {
            return Err(SourceErrorKind::Origin { value });
        }
        if !self.iso.is_finite() {
            return Err(SourceErrorKind::Iso { iso: self.iso });
        }
        let level = |value: f32| match self.solid {
            Solid::Above => value - self.iso,
            Solid::Below => self.iso - value,
        };
        match &self.samples {
            Samples::Values(values) => {
                // What is not finite is told as the file has it.
                let grid = DensityGrid::new(self.counts, self.margin, values.to_vec())?;
                let is_as_it_is = self.iso == 0.0 && self.solid == Solid::Above;
                Ok(if is_as_it_is {
                    grid
                } else {
                    grid.map(level).map_err(|_| SourceErrorKind::Level { iso: self.iso })?
                })
            }
            Samples::Shape(shape) => {
                if let Some(value) = shape.lengths().into_iter().find(|length| !(length.is_finite() && *length > 0.0)) {
                    return Err(SourceErrorKind::Shape { value });
                }
                shape.sample(self.counts, self.margin)?.map(level).map_err(|_| SourceErrorKind::Level { iso: self.iso })
            }
        }
    }

    /// Refuses samples that need more memory than there may be, before they are worked out.
    fn check_memory(&self, monitor: &Monitor) -> Result<(), SourceErrorKind> {
        let bytes_each = 4 + 4 * u64::from(self.cap) + u64::from(self.form == DensityForm::Blocks);
        Ok(monitor.check_memory(count_samples(self.counts)? as u64 * bytes_each)?)
    }

    /// The surface between solid and air.
    ///
    /// # Errors
    /// As [`DensitySource::grid`], samples that need more memory than there may be, and the end of a cancelled run.
    pub fn surface(&self, monitor: &Monitor) -> Result<DensitySurface, SourceErrorKind> {
        self.check_memory(monitor)?;
        let grid = self.grid()?;
        monitor.check()?;
        let capped = self.cap.then(|| grid.capped()).transpose()?;
        // The first sample of a capped grid is one before the first of its own.
        let first = if self.cap { -1 } else { 0 };
        let surface = marching_cubes(capped.as_ref().unwrap_or(&grid));
        monitor.check()?;
        let topology = topology(&surface);
        monitor.check()?;
        let (iso, solid) = (self.iso, self.solid);
        Ok(DensitySurface {
            grid,
            capped,
            surface,
            first,
            topology,
            iso,
            solid,
            origin: self.origin,
            spacing: self.spacing,
        })
    }

    /// The solid samples inside the margin as voxels, at offset 0.
    ///
    /// # Errors
    /// As [`DensitySource::grid`]; samples that need more memory than there may be; more rows or columns than a chunk can have.
    pub fn blocks(&self, monitor: &Monitor) -> Result<Blocks, SourceErrorKind> {
        self.check_memory(monitor)?;
        let grid = self.grid()?;
        let [width, height, depth] = grid.cells().map(|cells| cells + 1);
        let mut voxels = Vec::with_capacity(width * height * depth);
        for z in 0..depth {
            for x in 0..width {
                voxels.extend((0..height).map(|y| u8::from(grid.get([x, y, z]) > 0.0)));
            }
        }
        let size = [width, depth, height].map(|side| i32::try_from(side).unwrap_or(i32::MAX));
        let chunk = VoxelChunk::from_dense(size[0], size[1], size[2], &voxels)?;
        Ok(Blocks { chunk, origin: self.origin, spacing: self.spacing })
    }
}

/// A density's surface, with what it was made from.
#[derive(Clone, Debug)]
pub struct DensitySurface {
    /// Solid above 0.
    pub grid: DensityGrid,
    /// The grid in its layer of air, where the surface is closed at the border.
    pub capped: Option<DensityGrid>,
    /// In cells of the grid that was meshed.
    pub surface: Surface,
    /// The place of that grid's first sample, in cells of `grid`: -1 with a cap, else 0.
    pub first: i32,
    pub topology: Topology,
    /// The level that was taken from the samples, or from which they were taken.
    pub iso: f32,
    pub solid: Solid,
    /// World position of the first sample inside the margin.
    pub origin: [f64; 3],
    /// World distance between neighbouring samples.
    pub spacing: f32,
}

impl DensitySurface {
    /// The grid that was meshed: with the cap, if there is one.
    pub fn meshed(&self) -> &DensityGrid {
        self.capped.as_ref().unwrap_or(&self.grid)
    }

    /// A cell, numbered from the first sample inside the margin, in the grid that was meshed; `None` outside of it.
    pub fn meshed_cell(&self, cell: [i32; 3]) -> Option<[usize; 3]> {
        let cells = self.meshed().cells();
        let place = cell.map(|at| usize::try_from(i64::from(at) - i64::from(self.first)).unwrap_or(usize::MAX));
        (0..3).all(|axis| place[axis] < cells[axis]).then_some(place)
    }

    /// A point in cells of the grid, in world units.
    pub fn to_world(&self, point: [f64; 3]) -> [f64; 3] {
        std::array::from_fn(|axis| self.origin[axis] + point[axis] * f64::from(self.spacing))
    }

    /// A point in world units, in cells of the grid.
    pub fn to_cells(&self, point: [f64; 3]) -> [f64; 3] {
        std::array::from_fn(|axis| (point[axis] - self.origin[axis]) / f64::from(self.spacing))
    }

    /// The surface's vertices in world units.
    pub fn positions_in_world(&self) -> impl Iterator<Item = [f64; 3]> {
        self.surface
            .positions
            .iter()
            .map(|position| self.to_world(position.map(|part| f64::from(part) + f64::from(self.first))))
    }

    /// The surface as a mesh in the world, with triangles and vertices in the mesher's order.
    pub fn to_mesh(&self) -> Arc<Mesh> {
        let indices = self.surface.triangles.as_flattened().iter().map(|&vertex| vertex as i32).collect();
        Arc::new(Mesh { vertices: self.positions_in_world().collect(), indices, areas: None })
    }
}

/// A density's solid samples as voxels.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// At offset 0.
    pub chunk: VoxelChunk,
    origin: [f64; 3],
    spacing: f32,
}

impl Blocks {
    /// The blocks in a grid whose lowest corner is here: each solid sample fills the cell that it lies in.
    ///
    /// # Errors
    /// Cells that are not as large as the samples are apart.
    pub fn in_grid(&self, origin: [f64; 3], [size, height]: [f32; 2]) -> Result<VoxelChunk, SourceErrorKind> {
        if size != self.spacing || height != self.spacing {
            return Err(SourceErrorKind::BlocksNeedCells {
                spacing: self.spacing,
                cell_size: size,
                cell_height: height,
            });
        }
        // Samples on the border of two cells must not fall to either side by rounding: that of the spacing, which may be off
        // by a part in 2^24 and so by more the more cells there are, and that of decimals.
        let near = |cells: f64| 1e-6 + cells.abs() * f64::from(f32::EPSILON / 2.0);
        let offset = std::array::from_fn(|axis| {
            let cells = (self.origin[axis] - origin[axis]) / f64::from(self.spacing);
            let whole = if (cells - cells.round()).abs() < near(cells) { cells.round() } else { cells.floor() };
            whole as i32 // What is too far away to count is outside every grid, as is the nearest number that counts.
        });
        Ok(VoxelChunk { offset, ..self.chunk.clone() })
    }
}
