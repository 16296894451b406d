//! The words of `spanscope shot` about densities and voxels at the input.

use super::overrides::triple;
use crate::app::Shell;
use crate::session::view::ViewChange;
use crate::session::{Axis, CellSelection, Shading, Slice};
use clap::Args;

/// What is shown of densities and voxels at the input.
#[derive(Debug, Args)]
pub struct DensityArgs {
    /// Input: show cubes around the solid samples of densities, and voxels
    #[arg(long)]
    pub blocks: bool,
    /// Input: leave out the faces of surfaces
    #[arg(long)]
    pub no_surface: bool,
    /// Input: show the edges of surfaces
    #[arg(long)]
    pub wireframe: bool,
    /// Input: light each triangle of a surface by itself instead of by the density's gradient
    #[arg(long)]
    pub flat: bool,
    /// Input: show the normals of surfaces
    #[arg(long)]
    pub normals: bool,
    /// Input: show the densities in a plane of samples, of the first density
    #[arg(long, value_name = "AXIS=INDEX", value_parser = slice)]
    pub slice: Option<(Axis, usize)>,
    /// Input: select a cell of the first density, counted from the first sample inside the margin
    #[arg(long, value_name = "X,Y,Z", value_parser = triple::<i32>, allow_hyphen_values = true)]
    pub cell: Option<[i32; 3]>,
}

impl DensityArgs {
    /// Refuses what would show something else than what was asked for.
    ///
    /// # Errors
    /// A slice or a cell without a density to have it, or outside of its samples.
    pub fn check(&self, shell: &Shell) -> anyhow::Result<()> {
        if self.slice.is_none() && self.cell.is_none() {
            return Ok(());
        }
        let surface = first_density(shell).and_then(|input| shell.product.as_ref()?.surfaces.get(input)?.clone());
        let Some(surface) = surface else { anyhow::bail!("no input is a density, so there is no slice and no cell") };
        let cells = surface.grid.cells();
        if let Some((axis, index)) = self.slice {
            let last = cells[axis as usize];
            anyhow::ensure!(index <= last, "slice: {}={index} is outside the samples 0 to {last}", axis.name());
        }
        if let Some(cell @ [x, y, z]) = self.cell {
            let [width, height, depth] = cells;
            let is_inside = surface.meshed_cell(cell).is_some();
            anyhow::ensure!(is_inside, "cell {x}, {y}, {z} is outside the grid's {width} x {height} x {depth} cells");
        }
        Ok(())
    }

    /// The changes of the view that were asked for.
    pub fn changes(&self, shell: &Shell) -> Vec<ViewChange> {
        let mut density = shell.session.view.density;
        density.blocks = if self.blocks { Some(true) } else { density.blocks };
        density.surface = if self.no_surface { Some(false) } else { density.surface };
        density.wireframe |= self.wireframe;
        density.normals |= self.normals;
        density.shading = if self.flat { Shading::Flat } else { density.shading };
        let input = first_density(shell).unwrap_or_default();
        density.slice = self.slice.map(|(axis, index)| Slice { input, axis, index, cuts: true }).or(density.slice);
        let cell = self.cell.map(|cell| ViewChange::SelectCell(Some(CellSelection { input, cell })));
        std::iter::once(ViewChange::Density(density)).chain(cell).collect()
    }
}

fn first_density(shell: &Shell) -> Option<usize> {
    shell.product.as_ref()?.surfaces.iter().position(Option::is_some)
}

fn slice(text: &str) -> Result<(Axis, usize), String> {
    let parts = text.split_once('=').and_then(|(axis, index)| Some((Axis::from_name(axis)?, index.parse().ok()?)));
    parts.ok_or_else(|| "an axis and the number of a sample on it, such as y=16".into())
}
