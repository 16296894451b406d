//! `spanscope check`: a folder of scenes against what they are expected to become.

mod json;
mod junit;
mod map;
mod report;
mod report_scene;
mod text;

use super::import::gigabytes;
use crate::check::{CheckError, Checked, Filter, Mode, Options, Tally, Verdict, check_folder, scenes};
use crate::io::replace_file;
use crate::pipeline::monitor::NO_LIMIT;
use anyhow::{Context as _, ensure};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use quick_junit::TestCase;
use report::Report;
use std::io::{self, ErrorKind, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

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
    /// Write a page of HTML to index.html in this folder: pictures and columns of every difference
    #[arg(long, value_name = "FOLDER")]
    pub report: Option<PathBuf>,
    /// How the result is written: as lines of text, or as JUnit or JSON for a CI system
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    pub format: Format,
    /// Write JUnit or JSON to this file, and lines of text to standard output all the same
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The most memory that one scene may use, such as 8 for 8 gigabytes
    #[arg(long, value_name = "GB", value_parser = gigabytes)]
    pub memory_limit: Option<u64>,
}

/// How the result is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Junit,
    Json,
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
    ensure!(args.out.is_none() || args.format != Format::Text, "--out is for --format junit and --format json");
    if let Some(out) = &args.out {
        // Before the work, which can be long.
        let folder = out.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        std::fs::metadata(folder).map_err(|error| in_file(error, out))?;
    }
    let (start, options) = (Instant::now(), args.options());
    let count = scenes(&args.folder, options.filter.as_ref())?.len();
    let mut output = Output::begin(args)?;
    let bar = progress_bar(count);
    let tally = check_folder(&args.folder, &options, |checked, _| {
        bar.suspend(|| output.add(&checked))?;
        bar.inc(1);
        Ok::<_, anyhow::Error>(())
    });
    bar.finish_and_clear();
    let tally = tally?;
    output.finish(&tally, start.elapsed())?;
    Ok(tally.verdict())
}

/// Where results go. What is kept of a scene is little: the page of a report is written as it grows.
struct Output<'a> {
    args: &'a CheckArgs,
    report: Option<Report>,
    scenes: Vec<serde_json::Value>,
    cases: Vec<TestCase>,
}

impl<'a> Output<'a> {
    fn begin(args: &'a CheckArgs) -> anyhow::Result<Self> {
        let begin = |folder: &PathBuf| Report::begin(folder).map_err(|error| in_file(error, folder));
        let report = args.report.as_ref().map(begin).transpose()?;
        Ok(Self { args, report, scenes: Vec::new(), cases: Vec::new() })
    }

    /// Whether lines of text are printed: unless standard output is for a document.
    fn prints_text(&self) -> bool {
        self.args.format == Format::Text || self.args.out.is_some()
    }

    fn add(&mut self, checked: &Checked) -> anyhow::Result<()> {
        if self.prints_text() {
            print(&text::lines(checked))?;
        }
        match self.args.format {
            Format::Text => {}
            Format::Json => self.scenes.push(json::scene(checked)),
            Format::Junit => self.cases.extend(junit::cases(checked)),
        }
        match (&mut self.report, &self.args.report) {
            (Some(report), Some(folder)) => report.add(checked).map_err(|error| in_file(error, folder)),
            _ => Ok(()),
        }
    }

    fn finish(self, tally: &Tally, time: Duration) -> anyhow::Result<()> {
        if self.prints_text() {
            print(&text::summary(tally))?;
        }
        let Self { args, report, scenes, cases } = self;
        if let (Some(report), Some(folder)) = (report, &args.report) {
            report.finish(&args.folder, tally, time).map_err(|error| in_file(error, folder))?;
        }
        let document = match args.format {
            Format::Text => return Ok(()),
            Format::Json => format!("{:#}\n", json::document(&args.folder, tally, scenes)),
            Format::Junit => {
                junit::document(&args.folder, time, cases).context("the result cannot be written as JUnit")?
            }
        };
        match &args.out {
            Some(path) => replace_file(path, document.as_bytes()).map_err(|error| in_file(error, path)),
            None => Ok(print(&document)?),
        }
    }
}

fn in_file(source: io::Error, path: &Path) -> anyhow::Error {
    CheckError::Io { path: path.to_owned(), source }.into()
}

/// A bar on standard error, where that is a terminal; elsewhere it draws nothing.
fn progress_bar(scenes: usize) -> ProgressBar {
    let bar = ProgressBar::new(scenes as u64);
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} scenes, {elapsed}");
    let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(200)); // Also while the first scene takes its time.
    bar
}

/// Prints. A reader who has had enough changes nothing about the verdict.
fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
