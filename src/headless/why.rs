//! `spanscope why`: the history of a column, why a place in it is not walkable, and what would make it so.

use super::opened;
use super::overrides::Overrides;
use crate::inspect::report::{EventFilter, ToldEvent, explanation_text, heading, history_text, remedy_text, tell};
use crate::inspect::{Level, Reason, RunTriangles, Subject, explain, history, order, reasons, remedies};
use crate::io::known_files;
use crate::pipeline::{Monitor, Stage, run};
use crate::source::Assembly;
use clap::Args;
use std::io::{self, Write as _};
use std::path::PathBuf;

/// The words of `spanscope why`.
#[derive(Debug, Args)]
pub struct WhyArgs {
    #[arg(help = format!("A file to open: {}", known_files()))]
    pub scene: PathBuf,
    /// The column
    #[arg(long, value_name = "X,Z", value_parser = pair, allow_hyphen_values = true)]
    pub column: [u32; 2],
    /// A row of the column: explains the span whose surface is there, or the empty cell, and keeps to its events
    #[arg(long, allow_hyphen_values = true)]
    pub row: Option<u16>,
    /// Only these stages, separated by commas
    #[arg(long, value_delimiter = ',', value_parser = super::args::stage, value_name = "STAGE,…")]
    pub stages: Option<Vec<Stage>>,
    /// Only events with these words in them
    #[arg(long, value_name = "WORDS", default_value = "")]
    pub find: String,
    /// For every single setting, the smallest change that makes the span walkable, and what it costs
    #[arg(long, requires = "row")]
    pub remedies: bool,
    /// Whether the column's spans depend on the order of its pieces
    #[arg(long)]
    pub order: bool,
    #[command(flatten)]
    pub overrides: Overrides,
}

fn pair(text: &str) -> Result<[u32; 2], String> {
    let numbers: Vec<u32> = text.split(',').filter_map(|part| part.trim().parse().ok()).collect();
    match <[u32; 2]>::try_from(numbers) {
        Ok(pair) if text.split(',').count() == 2 => Ok(pair),
        _ => Err("two whole numbers separated by a comma".into()),
    }
}

/// Runs a scene and prints what is known about a column on standard output.
///
/// # Errors
/// A scene that cannot be opened or run, and a place outside the grid; then nothing is printed.
pub fn why(args: &WhyArgs) -> anyhow::Result<()> {
    let monitor = args.overrides.import.monitor();
    let document = opened(&args.scene, &args.overrides, &monitor)?;
    let scene = Assembly::default().scene(&document, &monitor)?;
    let run = run(&scene, &monitor)?;
    let (width, depth, height) = (run.frame.width(), run.frame.depth(), run.frame.height());
    let [x, z] = args.column;
    anyhow::ensure!(x < width && z < depth, "column {x}, {z} is outside the grid of {width} x {depth} columns");
    anyhow::ensure!(
        args.row.is_none_or(|row| u32::from(row) <= height),
        "row {} is above the highest surface that the grid of {height} rows can have",
        args.row.unwrap_or(0)
    );
    let text = answer(args, &Level { document: &document, scene: &scene, run: &run }, &monitor)?;
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

fn answer(args: &WhyArgs, level: &Level<'_>, monitor: &Monitor) -> anyhow::Result<String> {
    let triangles = RunTriangles::new(level.scene);
    let at = args.column;
    let mut text = format!("{}\n", heading(level, at));
    let mut filter = EventFilter { words: args.find.clone(), ..EventFilter::default() };
    if let Some(stages) = &args.stages {
        filter.without_stages = Stage::ALL.into_iter().filter(|stage| !stages.contains(stage)).collect();
    }
    if let Some(row) = args.row {
        let reasons = reasons(level.run, &triangles, monitor)?;
        let explanation = explain(level, &triangles, &reasons, at, row);
        text.push_str(&explanation_text(level, &explanation));
        if let Subject::Span { rows, .. } = explanation.subject {
            filter.rows = Some(rows);
        }
        if args.remedies && matches!(explanation.subject, Subject::Span { reason: Reason::Walkable, .. }) {
            text.push_str("remedies\n    none is needed: this is walkable to the end\n");
        } else if args.remedies {
            text.push_str("remedies\n");
            for remedy in remedies(level, &triangles, at, surface(&explanation.subject), monitor)? {
                text.push_str(&format!("    {}\n", remedy_text(level, &remedy)));
            }
        }
    }
    text.push_str("history\n");
    let told = tell(level, &triangles, at, history(level, &triangles, at));
    let wanted = told.iter().filter(|told: &&ToldEvent| filter.wants(&told.event, &told.sentence));
    text.push_str(&history_text(wanted));
    if args.order {
        let column = level.run.frame.column_index(at[0], at[1]);
        text.push_str(&format!("{}\n", order::order_text(&order::order_report(level.run, column, monitor)?)));
    }
    Ok(text)
}

/// The row of a subject's surface.
fn surface(subject: &Subject) -> u16 {
    match *subject {
        Subject::Span { rows, .. } => rows[1],
        Subject::Empty { row, .. } => row,
    }
}
