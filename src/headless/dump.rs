//! `spanscope dump`: what every stage computed, as text or hashes.

use super::args::DumpArgs;
use super::opened;
use crate::pipeline::dump::{DumpForm, write_dump};
use crate::pipeline::{Stage, run};
use crate::source::Assembly;
use std::io::{self, BufWriter, Write as _};

/// Runs a scene and prints its dump on standard output; what was left out of its files is said on standard error.
///
/// # Errors
/// A scene that cannot be opened or run; then nothing is printed.
pub fn dump(args: &DumpArgs) -> anyhow::Result<()> {
    let monitor = args.overrides.import.monitor();
    let document = opened(&args.scene, &args.overrides, &monitor)?;
    let run = run(&Assembly::default().scene(&document, &monitor)?, &monitor)?;
    let form = if args.hash { DumpForm::Hash } else { DumpForm::Lines };
    let stages = args.stages.as_deref().unwrap_or(&Stage::ALL);
    let mut out = BufWriter::new(io::stdout().lock());
    write_dump(&run, stages, form, &mut out)?;
    out.flush()?;
    Ok(())
}
