//! `spanscope check`: a folder of scenes against what they are expected to become.

mod text;

use super::import::gigabytes;
use crate::check::{Checked, Filter, Mode, Options, Verdict, check_folder};
use crate::pipeline::monitor::NO_LIMIT;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, ErrorKind, Write as _};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The words of `spanscope check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The folder; every file in it and its subfolders whose name ends in .scene.json is a scene
    pub folder: PathBuf,
    /// Only scenes with this in their path in the folder, or that fit it when it has *, ? or [, such as 'caves/*'
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<Filter>,
    /// How many scenes are run at once; as many as there are cores when it is not given
    #[arg(long, value_name = "COUNT")]
    pub jobs: Option<NonZeroUsize>,
    /// Write what each scene becomes now as what is expected from now on
    #[arg(long)]
    pub update: bool,
    /// With --update: keep the hashes alone, which is small, but then a difference cannot say in which columns it is
    #[arg(long, requires = "update")]
    pub hashes_only: bool,
    /// The most memory that one scene may use, such as 8 for 8 gigabytes
    #[arg(long, value_name = "GB", value_parser = gigabytes)]
    pub memory_limit: Option<u64>,
}

impl CheckArgs {
    fn options(&self) -> Options {
        let default = Options::default();
        let update = Mode::Update { with_columns: !self.hashes_only };
        Options {
            filter: self.filter.clone(),
            jobs: self.jobs.unwrap_or(default.jobs),
            memory_limit: self.memory_limit.unwrap_or(NO_LIMIT),
            mode: if self.update { update } else { Mode::Compare },
        }
    }
}

/// Checks a folder, tells of every scene on standard output, and returns the worst verdict.
///
/// # Errors
/// A folder without scenes, output that cannot be written.
pub fn check(args: &CheckArgs) -> anyhow::Result<Verdict> {
    let bar = progress_bar();
    let tally = check_folder(&args.folder, &args.options(), |checked: Checked, count| -> anyhow::Result<()> {
        bar.set_length(count as u64);
        let lines = text::lines(&checked);
        bar.suspend(|| print(&lines))?;
        bar.inc(1);
        Ok(())
    });
    bar.finish_and_clear();
    let tally = tally?;
    print(&text::summary(&tally))?;
    Ok(tally.verdict())
}

/// A bar on standard error, where that is a terminal; elsewhere it draws nothing.
fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} scenes, {elapsed}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Prints. A reader who has had enough changes nothing about the verdict.
fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
