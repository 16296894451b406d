//! The command line's words.

use super::check::CheckArgs;
use super::diff::DiffArgs;
use super::overrides::Overrides;
use super::reduce::ReduceArgs;
use super::shot::ShotArgs;
use super::surface::SurfaceArgs;
use super::why::WhyArgs;
use crate::io::known_files;
use crate::pipeline::Stage;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Inspect how a level becomes walkable: every stage of voxelization, in a window or as text.
///
/// Without a command: opens FILE in a window, or a sample level when there is none.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[arg(help = format!("A file to open: {}", known_files()))]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub overrides: Overrides,
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do instead of opening a window.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print what every stage computed, as text
    Dump(Box<DumpArgs>),
    /// Say what happened in a column, why a place in it is not walkable, and what would make it so
    Why(Box<WhyArgs>),
    /// Compare two results, stage by stage and span by span
    ///
    /// A and B are each a scene or any other file that can be opened, which is run, or a result: a dump of `spanscope dump` or of
    /// another engine, or a heightfield of Recast or rerecast as JSON. Without B, A is compared with itself under other settings
    /// (--b-set) or other rules (--recast-rules). The exit status is 0 when all that was compared is equal, 1 when something
    /// differs, and 2 when they could not be compared.
    Diff(Box<DiffArgs>),
    /// Compare every scene of a folder with what it is expected to become
    ///
    /// A scene NAME.scene.json is run, and the hash of each stage is compared with the line of NAME.expected beside it, each picture
    /// that the scene's "checks" ask for with NAME.CHECK.png. --update writes these files. The exit status is 0 when every scene
    /// is as expected, 1 when one is not or has no expectation yet, and 2 when one could not be run or not be compared.
    Check(Box<CheckArgs>),
    /// Make a scene as small as it can be while something about it holds: a repro for a bug report
    ///
    /// Triangles, voxel runs, inputs and volumes are left out, the frame is cropped and numbers are shortened, each step tried
    /// with the real pipeline. When the frame is cropped, columns and rows count from its new corner: the condition as it is there
    /// is told at the end. Of a dump, the first column that differs is what is kept. A command is given the scene as a file, in
    /// the place of {} or at its end, and holds with exit status 0. Ctrl-C ends the search and keeps the best scene so far; begin
    /// again with that one to go on.
    Reduce(Box<ReduceArgs>),
    /// Make a picture of a stage, without a window or a display
    Shot(Box<ShotArgs>),
    /// Write the surfaces of densities as a mesh, and print what holds of it
    ///
    /// Every density is meshed, also one that is run as blocks, and all meshes are written one after another into one.
    /// Positions are world units, rounded once to float32: with origin 0 and spacing 1 the mesher's own coordinates, bit for
    /// bit. An OBJ has them and the normals in the mesher's order as the shortest decimals that read back to the same float32.
    Surface(Box<SurfaceArgs>),
}

/// The words of `spanscope dump`.
#[derive(Debug, Args)]
pub struct DumpArgs {
    #[arg(help = format!("A file to open: {}", known_files()))]
    pub scene: PathBuf,
    /// Only these stages, separated by commas: raw, merged, low_hanging, ledges, low_height, compact, eroded, volumes
    #[arg(long, value_delimiter = ',', value_parser = stage, value_name = "STAGE,…")]
    pub stages: Option<Vec<Stage>>,
    /// Print a hash for each stage instead of its lines
    #[arg(long)]
    pub hash: bool,
    #[command(flatten)]
    pub overrides: Overrides,
}

/// Reads a stage's name.
pub fn stage(text: &str) -> Result<Stage, String> {
    Stage::from_name(text).ok_or_else(|| {
        let names: Vec<&str> = Stage::ALL.iter().map(|stage| stage.name()).collect();
        format!("the stages are {}", names.join(", "))
    })
}
