//! `spanscope dump`: what every stage computed, as text or hashes.

use super::args::DumpArgs;
use crate::io::load;
use crate::pipeline::dump::{DumpForm, write_dump};
use crate::pipeline::{Monitor, Stage, run};
use std::io::{self, BufWriter, Write as _};

/// Runs a scene and prints its dump on standard output.
///
/// # Errors
/// A scene that cannot be opened or run; then nothing is printed.
pub fn dump(args: &DumpArgs) -> anyhow::Result<()> {
    let mut scene = load(&args.scene)?.scene;
    args.overrides.apply(&mut scene)?;
    let run = run(&scene, &Monitor::default())?;
    let form = if args.hash { DumpForm::Hash } else { DumpForm::Lines };
    let stages = args.stages.as_deref().unwrap_or(&Stage::ALL);
    let mut out = BufWriter::new(io::stdout().lock());
    write_dump(&run, stages, form, &mut out)?;
    out.flush()?;
    Ok(())
}
