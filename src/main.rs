//! Arguments to a window or a command, and the only exit status.

use clap::Parser as _;
use spanscope::app::run_window;
use spanscope::app::window::Start;
use spanscope::check::{CheckError, Verdict};
use spanscope::headless::one_line;
use spanscope::headless::shot::ShotError;
use spanscope::headless::{self, Cli, Command};
use spanscope::inspect::grid_match::GridMismatch;
use spanscope::io::LoadError;
use spanscope::io::export::ExportError;
use spanscope::pipeline::{ErrorKind, PipelineError};
use spanscope::reduce::{ConditionError, ReduceError};
use spanscope::source::SourceError;
use std::process::ExitCode;

fn main() -> ExitCode {
    env_logger::init();
    let cli = Cli::parse();
    let result = match &cli.command {
        Some(Command::Diff(args)) => return finish(headless::diff::diff(args).map(exit_of_diff)),
        Some(Command::Check(args)) => return finish(headless::check::check(args).map(exit_of_check)),
        Some(Command::Dump(args)) => headless::dump::dump(args),
        Some(Command::Why(args)) => headless::why::why(args),
        Some(Command::Reduce(args)) => headless::reduce::run_reduce(args),
        Some(Command::Shot(args)) => headless::shot::shot(args),
        Some(Command::Surface(args)) => headless::surface::surface(args),
        None => {
            let memory_limit = cli.overrides.import.memory_limit;
            run_window(Start { opening: cli.overrides.into_opening(cli.file), memory_limit })
        }
    };
    finish(result.map(|()| ExitCode::SUCCESS))
}

/// The status of a comparison that could be made.
fn exit_of_diff(is_equal: bool) -> ExitCode {
    if is_equal { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

/// The status of a folder that was checked; what could not be run was told already.
fn exit_of_check(verdict: Verdict) -> ExitCode {
    match verdict {
        Verdict::Equal | Verdict::Updated => ExitCode::SUCCESS,
        Verdict::Differs => ExitCode::from(1),
        Verdict::Failed => ExitCode::from(2),
    }
}

fn finish(result: anyhow::Result<ExitCode>) -> ExitCode {
    match result {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error{}", one_line(&describe(&error)));
            ExitCode::from(2)
        }
    }
}

/// What follows the word error: the kind where there is one, a colon, and what happened, on one line.
fn describe(error: &anyhow::Error) -> String {
    if let Some(error) = error.downcast_ref::<LoadError>() {
        return format!(" {}: {error}", error.kind());
    }
    if let Some(error) = error.downcast_ref::<ReduceError>() {
        return error.kind().map_or_else(|| format!(": {error}"), |kind| format!(" {kind}: {error}"));
    }
    if let Some(error) = error.downcast_ref::<ConditionError>() {
        return error.kind().map_or_else(|| format!(": {error}"), |kind| format!(" {kind}: {error}"));
    }
    if let Some(error) = error.downcast_ref::<SourceError>() {
        return format!(" {}: {error}", error.kind());
    }
    if let Some(error) = error.downcast_ref::<PipelineError>() {
        return format!(" {}: {error}", error.kind());
    }
    if let Some(error) = error.downcast_ref::<ExportError>() {
        return format!(" {}: {error}", error.kind());
    }
    if let Some(error) = error.downcast_ref::<GridMismatch>() {
        return format!(" {}: {error}", ErrorKind::BadGrid);
    }
    if let Some(error) = error.downcast_ref::<std::io::Error>() {
        return format!(" {}: {error}", ErrorKind::Io);
    }
    if let Some(error) = error.downcast_ref::<CheckError>() {
        let kind = error.kind().map(|kind| format!(" {kind}")).unwrap_or_default();
        return format!("{kind}: {error}");
    }
    if let Some(ShotError { kind: Some(kind), .. }) = error.downcast_ref::<ShotError>() {
        return format!(" {kind}: {error}");
    }
    format!(": {error:#}")
}

/// Whether the reader of standard output has had enough, as `head` has.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
