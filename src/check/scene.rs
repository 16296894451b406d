//! One scene, checked.

use super::files::{SceneFile, read_if_there, write_changed};
use super::pictures::{PictureFinding, Sitter, check_picture};
use super::stages::{StageDifference, packed_dump};
use super::{CheckError, Expected, Mode, Options};
use crate::app::product::Product;
use crate::io::ReadOptions;
use crate::pipeline::{Monitor, PipelineRun, SpanSettings, Stage, run};
use crate::session::{Session, file};
use crate::source::Assembly;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// What was found about a scene that could be run.
#[derive(Clone, Debug)]
pub struct Findings {
    pub stages: StageFinding,
    /// One for each of the scene's checks, in their order.
    pub pictures: Vec<PictureFinding>,
    /// Whether this is expected from now on: [`Mode::Update`].
    pub is_update: bool,
    /// Files that were written.
    pub written: Vec<PathBuf>,
    pub facts: Facts,
}

/// How the stages compare with what is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StageFinding {
    Equal,
    Differ(Box<StageDifference>),
    /// Nothing is expected yet.
    Missing,
}

/// What a report says about a run. None of it is part of a verdict.
#[derive(Clone, Debug)]
pub struct Facts {
    pub settings: SpanSettings,
    /// Width and height of a cell in world units.
    pub cell: [f32; 2],
    pub actual: Expected,
    /// Pieces, spans or floors, and those of them that are walkable, one a stage.
    pub counts: [[usize; 2]; Stage::ALL.len()],
    /// How long each stage took.
    pub times: [Duration; Stage::ALL.len()],
    /// What was left aside when files were read.
    pub notes: Vec<String>,
    /// What drew the pictures, where there are any.
    pub driver: Option<String>,
}

/// What became of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Equal,
    /// Files were written, and it is equal now.
    Updated,
    Differs,
    /// It could not be run, or not compared.
    Failed,
}

impl Findings {
    /// What became of the scene.
    pub fn verdict(&self) -> Verdict {
        let is_equal = self.stages == StageFinding::Equal && self.pictures.iter().all(PictureFinding::is_equal);
        match (self.written.is_empty(), is_equal || self.is_update) {
            (false, _) => Verdict::Updated,
            // Of an update that found nothing to write: another one was as fast.
            (true, true) => Verdict::Equal,
            (true, false) => Verdict::Differs,
        }
    }
}

/// Runs a scene and compares stages and pictures with what is expected; with [`Mode::Update`] writes that.
///
/// # Errors
/// A scene that cannot be opened or run, a picture that cannot be made, expectations that are not of their form, a file that
/// cannot be written.
pub fn check_scene(scene: &SceneFile, options: &Options) -> Result<Findings, CheckError> {
    let monitor = Monitor::new(options.memory_limit);
    let session = file::open_watched(&scene.path, &ReadOptions::default(), &monitor)?;
    let made = make(scene, &session, &monitor)?;
    let run = made.run();
    let facts = facts(run, &session);
    let inputs: Vec<PathBuf> = session.document.files().cloned().chain([scene.path.clone()]).collect();
    let mut findings = Findings {
        stages: compare_stages(scene, run, &facts, options.mode)?,
        pictures: Vec::new(),
        is_update: options.mode != Mode::Compare,
        written: Vec::new(),
        facts,
    };
    if let Made::Product(product) = &made {
        let sitter = Sitter { scene, session: &session, product, inputs: &inputs };
        for check in &session.checks {
            let (finding, driver) = check_picture(&sitter, check, options.mode, &mut findings.written)?;
            findings.pictures.push(finding);
            findings.facts.driver = Some(driver);
        }
    }
    if let Mode::Update { with_columns } = options.mode {
        update_stages(scene, run, with_columns, &inputs, &mut findings)?;
    }
    Ok(findings)
}

/// What is made of a scene: a run, and for pictures all that the window knows about it.
enum Made {
    Run(Box<PipelineRun>),
    Product(Arc<Product>),
}

impl Made {
    fn run(&self) -> &PipelineRun {
        match self {
            Self::Run(run) => run,
            Self::Product(product) => &product.run,
        }
    }
}

fn make(scene: &SceneFile, session: &Session, monitor: &Monitor) -> Result<Made, CheckError> {
    let failed = |source| CheckError::Source { path: scene.path.clone(), source };
    let mut assembly = Assembly::default();
    if !session.checks.is_empty() {
        let product = Product::new(&session.document, &mut assembly, monitor).map_err(failed)?;
        return Ok(Made::Product(Arc::new(product)));
    }
    let input = assembly.scene(&session.document, monitor).map_err(failed)?;
    let run = run(&input, monitor).map_err(|error| failed(error.into()))?;
    Ok(Made::Run(Box::new(run)))
}

fn facts(run: &PipelineRun, session: &Session) -> Facts {
    let counts = Stage::ALL.map(|stage| {
        let view = run.stage(stage);
        [view.len(), view.walkable()]
    });
    Facts {
        settings: run.settings,
        cell: [run.frame.cell_size(), run.frame.cell_height()],
        actual: Expected::of_run(run),
        counts,
        times: run.times,
        notes: session.notes.clone(),
        driver: None,
    }
}

fn compare_stages(scene: &SceneFile, run: &PipelineRun, facts: &Facts, mode: Mode) -> Result<StageFinding, CheckError> {
    let path = scene.expected();
    let Some(bytes) = read_if_there(&path)? else { return Ok(StageFinding::Missing) };
    let text = String::from_utf8(bytes).map_err(|_| "this is no text".to_owned());
    let expected = match (text.and_then(|text| Expected::parse(&text)), mode) {
        (Err(_), Mode::Update { .. }) => return Ok(StageFinding::Missing), // It is written anew.
        (expected, _) => expected.map_err(|reason| CheckError::Expected { path, reason })?,
    };
    if expected.differing(&facts.actual).is_empty() && expected.frames_apart(&facts.actual).is_none() {
        return Ok(StageFinding::Equal);
    }
    let path = scene.dump();
    let dump = read_if_there(&path)?;
    let dump = dump.as_deref().map(|bytes| (path.as_path(), bytes));
    let difference = StageDifference::find(&expected, run, &facts.actual, dump);
    Ok(difference.map_or(StageFinding::Equal, |difference| StageFinding::Differ(Box::new(difference))))
}

/// Writes what is expected from now on: the hashes last, so that they never speak of columns that are not kept yet.
fn update_stages(
    scene: &SceneFile,
    run: &PipelineRun,
    with_columns: bool,
    inputs: &[PathBuf],
    findings: &mut Findings,
) -> Result<(), CheckError> {
    let dump = scene.dump();
    let io = |source| CheckError::Io { path: dump.clone(), source };
    if with_columns {
        let bytes = packed_dump(run).map_err(io)?;
        if write_changed(&dump, &bytes, inputs)? {
            findings.written.push(dump.clone());
        }
    } else {
        match std::fs::remove_file(&dump) {
            Ok(()) => findings.written.push(dump.clone()),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(io(error)),
        }
    }
    let expected = scene.expected();
    if write_changed(&expected, findings.facts.actual.to_string().as_bytes(), inputs)? {
        findings.written.push(expected);
    }
    Ok(())
}
