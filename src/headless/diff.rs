//! `spanscope diff`: two results side by side.

use super::diff_text::{Report, write_report};
use super::one_line;
use super::overrides::Overrides;
use crate::inspect::{Comparison, Snapshot, compare};
use crate::io::results::{ImportedResult, Side, load_side};
use crate::io::{LoadedScene, ReadOptions, known_files};
use crate::pipeline::{Monitor, Rules, Stage, run_by};
use crate::recast;
use crate::source::Assembly;
use anyhow::{Context as _, ensure};
use clap::{Args, Parser};
use std::io::{self, BufWriter, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

/// The words of `spanscope diff`.
#[derive(Debug, Args)]
pub struct DiffArgs {
    #[arg(help = format!("A dump, a heightfield as JSON, or a file to run: {}", known_files()))]
    pub a: PathBuf,
    /// The same; without it B is A, with what --b-set and --recast-rules say
    pub b: Option<PathBuf>,
    /// For B alone, any option under Settings or Import by its name without dashes, such as climb=3, cell-size=0.2 or cap
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub b_set: Vec<String>,
    /// Make B's pieces and merged spans by the rasterizer and merge rule of Recast
    #[arg(long)]
    pub recast_rules: bool,
    /// Compare only these stages, separated by commas
    #[arg(long, value_delimiter = ',', value_parser = super::args::stage, value_name = "STAGE,…")]
    pub stages: Option<Vec<Stage>>,
    /// The stage that a heightfield as JSON holds: merged or compact when nothing is said
    #[arg(long, value_parser = super::args::stage)]
    pub stage: Option<Stage>,
    /// How many differing columns to print, of the first stage that differs
    #[arg(long, value_name = "COUNT", default_value_t = 5, allow_hyphen_values = true)]
    pub columns: usize,
    #[command(flatten)]
    pub overrides: Overrides,
}

/// What one side is made of.
struct Made {
    name: String,
    snapshot: Snapshot,
    /// How it was imported; `None` for a scene, which was run.
    names_its_stages: Option<bool>,
}

/// Compares, and prints how the two differ on standard output. Returns whether all that was compared is equal.
///
/// # Errors
/// A file that cannot be opened or run, options that would change nothing, two grids that are not the same, no stage that both have;
/// then nothing is printed.
pub fn diff(args: &DiffArgs) -> anyhow::Result<bool> {
    ensure!(
        args.b.is_some() || args.recast_rules || !args.b_set.is_empty(),
        "there is nothing to compare with: a second file, --b-set or --recast-rules makes B"
    );
    let of_b = overrides_of_b(&args.b_set)?;
    let monitor = args.overrides.import.monitor();
    let a = make(&args.a, args, None, &Rules::SPECIFICATION, &monitor)?;
    let rules = if args.recast_rules { recast::RULES } else { Rules::SPECIFICATION };
    let b = make(args.b.as_ref().unwrap_or(&args.a), args, Some(&of_b), &rules, &monitor)?;
    let is_run = |made: &Made| made.names_its_stages.is_none();
    ensure!(
        is_run(&b) || (!args.recast_rules && args.b_set.is_empty()),
        "B is a result and is not run: --b-set and --recast-rules have no meaning here"
    );
    let has_settings = args.overrides != Overrides::default();
    ensure!(!has_settings || is_run(&a) || is_run(&b), "settings have no meaning here: both are results, and not run");
    let has_heightfield = [&a, &b].iter().any(|made| made.names_its_stages == Some(false));
    ensure!(args.stage.is_none() || has_heightfield, "--stage has no meaning here: neither is a heightfield as JSON");

    let mut comparison = compare([name_of(&a.name, &[]), b_name(&b.name, args)], &a.snapshot, &b.snapshot)?;
    if let Some(stages) = &args.stages {
        comparison.stages.retain(|compared| stages.contains(&compared.stage));
        comparison.not_compared.retain(|missing| stages.contains(&missing.stage));
    }
    ensure!(!comparison.stages.is_empty(), "there is no stage that both have, so there is nothing to compare");
    print(&comparison, [&a.snapshot, &b.snapshot], args.columns)?;
    Ok(comparison.first_difference().is_none())
}

/// Settings of B alone, read as the options of the same names are.
fn overrides_of_b(settings: &[String]) -> anyhow::Result<Overrides> {
    #[derive(Parser)]
    #[command(name = "--b-set", no_binary_name = true, disable_help_flag = true)]
    struct OfB {
        #[command(flatten)]
        overrides: Overrides,
    }
    let words = settings.iter().map(|setting| format!("--{setting}"));
    let parsed = OfB::try_parse_from(words).map_err(|error| {
        // The first line says what is wrong; the others are about the command line of the program.
        let text = error.to_string();
        let line = text.lines().next().unwrap_or_default();
        anyhow::anyhow!("--b-set: {}", line.strip_prefix("error: ").unwrap_or(line))
    })?;
    ensure!(parsed.overrides.import.memory_limit.is_none(), "--b-set: the limit of memory holds for both");
    Ok(parsed.overrides)
}

fn make(
    path: &Path,
    args: &DiffArgs,
    more: Option<&Overrides>,
    rules: &Rules,
    monitor: &Monitor,
) -> anyhow::Result<Made> {
    let name = path.display().to_string();
    let options = options(&args.overrides, more);
    match load_side(path, args.stage, &options, monitor)? {
        Side::Result(result) => {
            let ImportedResult { snapshot, notes, names_its_stages } = *result;
            tell(&name, &notes);
            Ok(Made { name, snapshot, names_its_stages: Some(names_its_stages) })
        }
        Side::Scene(scene) => {
            let LoadedScene { mut document, notes, .. } = *scene;
            args.overrides.apply(&mut document)?;
            if let Some(more) = more {
                more.apply(&mut document).context("--b-set")?;
            }
            tell(&name, &notes);
            let run = run_by(rules, &Assembly::default().scene(&document, monitor)?, monitor)?;
            Ok(Made { name, snapshot: Snapshot::of_run(&run), names_its_stages: None })
        }
    }
}

/// How a file is read: what is said of B alone goes before what is said of both.
fn options(of_both: &Overrides, more: Option<&Overrides>) -> ReadOptions {
    let both = of_both.import.options();
    let more = more.map(|more| more.import.options()).unwrap_or_default();
    ReadOptions { read_as: more.read_as.or(both.read_as), raw: more.raw.or(both.raw), axes: more.axes.or(both.axes) }
}

fn tell(name: &str, notes: &[String]) {
    for note in notes {
        eprintln!("note: {}", one_line(&format!("{note}: {name}")));
    }
}

fn b_name(name: &str, args: &DiffArgs) -> String {
    let mut said: Vec<&str> = args.b_set.iter().map(String::as_str).collect();
    if args.recast_rules {
        said.push("Recast's rules");
    }
    name_of(name, &said)
}

fn name_of(name: &str, said: &[&str]) -> String {
    let with = if said.is_empty() { String::new() } else { format!(" with {}", said.join(", ")) };
    one_line(&format!("{name}{with}"))
}

/// Prints the report. A reader who has had enough of it changes nothing about the result.
fn print(comparison: &Comparison, snapshots: [&Snapshot; 2], columns: usize) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    match write_report(&Report { comparison, snapshots, columns }, &mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
