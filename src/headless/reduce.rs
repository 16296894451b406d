//! `spanscope reduce`: a small repro of something about a scene.

use super::opened;
use super::overrides::Overrides;
use crate::inspect::text::{count, thousands};
use crate::io::{LoadError, is_same_file, known_files, replace_file, scene_json};
use crate::pipeline::Scene;
use crate::reduce::condition::FORMS;
use crate::reduce::{Condition, Limits, Reduced, Size, reduce};
use crate::source::{Assembly, Document};
use anyhow::{Context as _, anyhow, ensure};
use clap::Args;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often the best scene so far is written and told while the search goes on.
const PAUSE: Duration = Duration::from_millis(500);

/// The words of `spanscope reduce`.
#[derive(Debug, Args)]
pub struct ReduceArgs {
    #[arg(help = format!("A file to open: {}", known_files()))]
    pub scene: PathBuf,
    #[arg(long = "while", value_name = "CONDITION", help = format!("What must go on holding: {FORMS}"))]
    pub condition: String,
    /// Where the scene goes, also while the search goes on; without it, it is printed at the end
    #[arg(long, short, value_name = "FILE.scene.json")]
    pub out: Option<PathBuf>,
    /// How long to search
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, allow_hyphen_values = true)]
    pub time: f64,
    /// How many scenes to try
    #[arg(long, value_name = "COUNT", default_value_t = Limits::default().tries)]
    pub tries: usize,
    #[command(flatten)]
    pub overrides: Overrides,
}

/// Makes a scene smaller while the condition holds, and writes it. Ctrl-C ends the search and keeps the best scene so far.
///
/// # Errors
/// A scene that cannot be opened, words that are no condition, a condition that does not hold, a file that cannot be written.
pub fn run_reduce(args: &ReduceArgs) -> anyhow::Result<()> {
    let time =
        Duration::try_from_secs_f64(args.time).map_err(|_| anyhow!("time: {} is no number of seconds", args.time))?;
    let monitor = Arc::new(args.overrides.import.monitor());
    let document = opened(&args.scene, &args.overrides, &monitor)?;
    if let Some(out) = &args.out {
        let is_read = is_same_file(out, &args.scene) || document.files().any(|file| is_same_file(out, file));
        ensure!(!is_read, "{} is what is made smaller; choose another file", out.display());
    }
    let scene = Assembly::default().scene(&document, &monitor)?;
    let condition = Condition::parse(&args.condition, &scene, &monitor)?;
    let ending = monitor.clone();
    ctrlc::set_handler(move || ending.cancel()).context("Ctrl-C cannot be listened to")?;

    let mut teller = Teller::new(args.out.as_deref());
    let limits = Limits { time, tries: args.tries };
    let reduced = reduce(&scene, &condition, limits, &monitor, &mut |best, _, tries| teller.tell(best, tries))?;
    let text = text(&reduced.scene, args.out.as_deref())?;
    match &args.out {
        Some(out) => {
            replace_file(out, text.as_bytes()).map_err(|source| LoadError::Io { path: out.clone(), source })?
        }
        None => io::stdout().lock().write_all(text.as_bytes())?,
    }
    teller.end(&reduced);
    Ok(())
}

/// Keeps the best scene on disk and the person informed while the search goes on.
struct Teller<'a> {
    out: Option<&'a Path>,
    begun: Instant,
    last: Instant,
    is_terminal: bool,
}

impl<'a> Teller<'a> {
    fn new(out: Option<&'a Path>) -> Self {
        let now = Instant::now();
        Self { out, begun: now, last: now, is_terminal: io::stderr().is_terminal() }
    }

    fn tell(&mut self, best: &Scene, tries: usize) {
        if self.last.elapsed() < PAUSE {
            return;
        }
        self.last = Instant::now();
        if let (Some(out), Ok(text)) = (self.out, text(best, self.out)) {
            // What goes wrong here goes wrong at the end too, and is said there.
            let _ = replace_file(out, text.as_bytes());
        }
        if self.is_terminal {
            eprint!("\r{} tries: {}\u{1b}[K", thousands(tries as u64), size_text(&Size::of(best)));
        }
    }

    fn end(&self, Reduced { scene, condition, before, tries, ended }: &Reduced) {
        if self.is_terminal {
            eprint!("\r\u{1b}[K");
        }
        eprintln!("before: {}", size_text(before));
        eprintln!("now: {}", size_text(&Size::of(scene)));
        let seconds = self.begun.elapsed().as_secs_f64();
        eprintln!("{} in {seconds:.1} s; {}", count(*tries as u64, "try").replace("trys", "tries"), ended.label());
        eprintln!("holds: {condition}");
    }
}

fn size_text(size: &Size) -> String {
    let [width, depth, height] = size.cells.map(|n| thousands(n.into()));
    let parts = [
        count(size.inputs as u64, "input"),
        count(size.triangles as u64, "triangle"),
        count(size.runs as u64, "voxel run"),
        count(size.volumes as u64, "volume"),
    ];
    format!("{}, {width} x {depth} columns, {height} rows", parts.join(", "))
}

/// A scene as the text of a file that holds all of it.
fn text(scene: &Scene, out: Option<&Path>) -> anyhow::Result<String> {
    let folder = out.and_then(Path::parent).unwrap_or(Path::new(""));
    scene_json::write(&Document::from(scene.clone()), None, folder)
        .map(|text| text + "\n")
        .map_err(|reason| anyhow!("the scene cannot be written as JSON: {reason}"))
}
