//! `spanscope surface`: the surfaces of densities as a mesh file.

use super::import::{Import, word};
use super::one_line;
use crate::io::export::{ExportMesh, MeshFormat, Winding, save, surfaces};
use crate::io::{LoadedScene, known_files, load_watched};
use crate::source::DensityForm;
use crate::surface::Topology;
use anyhow::ensure;
use clap::Args;
use std::io::{self, Write as _};
use std::path::PathBuf;

/// The words of `spanscope surface`.
#[derive(Debug, Args)]
pub struct SurfaceArgs {
    #[arg(help = format!("A file to open: {}", known_files()))]
    pub scene: PathBuf,
    /// Where the mesh goes: a name that ends in .obj, .ply or .stl; without it only the counts are printed
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The side from which the corners of a triangle are counter-clockwise: air or solid
    #[arg(long, value_name = "SIDE", value_parser = word(Winding::from_name, "air or solid"), default_value = "air")]
    pub winding: Winding,
    /// Only this input of the scene, counted from 0
    #[arg(long, value_name = "NUMBER")]
    pub input: Option<usize>,
    #[command(flatten)]
    pub import: Import,
}

/// Makes the surfaces, writes them, and prints what holds of them on standard output, a count a line.
///
/// # Errors
/// A name of no known kind, a scene that cannot be opened or has no density, a file that cannot be written; then nothing is
/// printed.
pub fn surface(args: &SurfaceArgs) -> anyhow::Result<()> {
    if let Some(path) = &args.out {
        MeshFormat::of_path(path)?; // Before the work.
    }
    ensure!(args.import.form != Some(DensityForm::Blocks), "a form has no meaning here: every density is meshed");
    let monitor = args.import.monitor();
    let LoadedScene { mut document, notes, .. } = load_watched(&args.scene, &args.import.options(), &monitor)?;
    args.import.apply(&mut document)?;
    for note in notes {
        eprintln!("note: {}", one_line(&note));
    }
    let mesh = ExportMesh::new(&surfaces(&document, args.input, &monitor)?)?;
    if let Some(path) = &args.out {
        save(&mesh, args.winding, path, &document)?;
    }
    let Topology { vertices, triangles, open_edges, zero_area, components, euler, .. } = mesh.topology();
    let mut out = io::stdout().lock();
    writeln!(out, "vertices {vertices}\ntriangles {triangles}\nopen edges {open_edges}")?;
    writeln!(out, "zero-area triangles {zero_area}\ncomponents {components}\neuler {euler}")?;
    Ok(())
}
