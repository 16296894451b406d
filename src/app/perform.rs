//! How each job is done.

use super::job::{Compared, Earlier, Event, Job, JobError, Named, Opening};
use super::other::{compare_with_other, make_other};
use super::pictures::draw_golden;
use super::product::Product;
use super::questions::answer;
use super::recovery::LeftBehind;
use super::transient::ExportChoice;
use crate::inspect::{Comparison, Snapshot, compare};
use crate::io::export::{ExportMesh, save, surfaces};
use crate::io::{self, LoadedScene, Places, ReadOptions};
use crate::pipeline::{ErrorKind, Monitor, PipelineRun, run};
use crate::session::{Document, Session, View, file};
use crate::source::{Assembly, Source, SourceError};
use std::path::Path;
use std::sync::Arc;

/// Does a job.
pub(super) fn perform(job: &Job, assembly: &mut Assembly, monitor: &Monitor) -> Event {
    let result = match job {
        Job::Build(document, earlier) => build(document, earlier.as_ref(), assembly, monitor),
        Job::Open(path) => open(&Opening { path: Some(path.clone()), ..Opening::default() }, assembly, monitor),
        Job::Sample => open(&Opening::default(), assembly, monitor),
        Job::OpenWith(opening) => open(opening, assembly, monitor),
        Job::Recover(left, places) => recover(left, places, assembly, monitor),
        Job::OpenDocument(name, document, view) => open_document(name, document, view, assembly, monitor),
        Job::Add(path, options) => add(path, options, monitor),
        Job::Reload(sources) => reload(sources, monitor),
        Job::Reread(input, source) => io::read_again(source, monitor)
            .map(|source| Event::Reread(*input, Box::new(source)))
            .map_err(JobError::from),
        Job::Export(document, choice, path) => export(document, *choice, path, monitor),
        Job::Ask(generation, product, question) => answer(product, question, monitor)
            .map(|answer| Event::Answered(*generation, *question, answer))
            .map_err(|error| SourceError::from(error).into()),
        Job::MakeOther(source) => {
            make_other(source, monitor).map(|(other, notes)| Event::OtherMade(Box::new(other), notes))
        }
        Job::CompareOther(generations, a, name, b) => {
            Ok(Event::OtherCompared(Box::new(compare_with_other(a, name, *generations, b))))
        }
        Job::DrawGolden(of, product) => draw_golden(&of.0, &of.1, product, assembly, monitor),
        Job::Compare(documents) => compare_documents(documents, monitor),
    };
    match result {
        Ok(event) => event,
        Err(JobError { kind: Some(ErrorKind::Cancelled), .. }) => Event::Cancelled,
        Err(error) => Event::Failed { job: job.clone(), error },
    }
}

fn open(opening: &Opening, assembly: &mut Assembly, monitor: &Monitor) -> Result<Event, JobError> {
    let Opening { path, options, overrides, places } = opening;
    let mut session = match path {
        Some(path) => file::open_at(path, options, places, monitor)?,
        None => Session::new(io::sample()?.document, View::default(), "sample level".into(), None),
    };
    overrides.apply(&mut session).map_err(JobError::of_text)?;
    let place = path.as_ref().map(|path| format!(": {}", path.display())).unwrap_or_default();
    let product = Product::new(&session.document, assembly, monitor)
        .map_err(|error| JobError { text: format!("{error}{place}"), ..error.into() })?;
    Ok(Event::Opened(Box::new(session), Box::new(product)))
}

/// What is in no file is not saved yet: it begins as a change of an empty document.
fn open_document(
    name: &str,
    document: &Document,
    view: &View,
    assembly: &mut Assembly,
    monitor: &Monitor,
) -> Result<Event, JobError> {
    let mut session = Session::new(Document::default(), view.clone(), name.to_owned(), None);
    session.document = document.clone();
    let product = Product::new(document, assembly, monitor)?;
    Ok(Event::Opened(Box::new(session), Box::new(product)))
}

fn recover(
    left: &Arc<LeftBehind>,
    places: &Places,
    assembly: &mut Assembly,
    monitor: &Monitor,
) -> Result<Event, JobError> {
    let session = left.open(places, monitor)?;
    let product = Product::new(&session.document, assembly, monitor)?;
    Ok(Event::Recovered(left.clone(), Box::new(session), Box::new(product)))
}

fn add(path: &Path, options: &ReadOptions, monitor: &Monitor) -> Result<Event, JobError> {
    let LoadedScene { document, notes, .. } = io::load_watched(path, options, monitor)?;
    Ok(Event::Added(path.to_owned(), document.sources, notes))
}

fn reload(sources: &[Source], monitor: &Monitor) -> Result<Event, JobError> {
    let again = sources.iter().filter(|source| source.file.is_some());
    Ok(Event::Reloaded(again.map(|source| io::read_again(source, monitor)).collect::<Result<_, _>>()?))
}

fn build(
    document: &Document,
    earlier: Option<&Earlier>,
    assembly: &mut Assembly,
    monitor: &Monitor,
) -> Result<Event, JobError> {
    let product = Product::new(document, assembly, monitor)?;
    let compared = earlier.map(|Earlier { happened, product: before }| Compared {
        title: happened.clone(),
        result: compare_runs(["before".into(), "now".into()], &before.run, &product.run),
    });
    Ok(Event::Built(Box::new(product), compared))
}

fn export(document: &Document, choice: ExportChoice, path: &Path, monitor: &Monitor) -> Result<Event, JobError> {
    let mesh = ExportMesh::new(&surfaces(document, choice.input, monitor)?)?;
    save(&mesh, choice.winding, path, document)?;
    Ok(Event::Exported(path.to_owned(), mesh.triangles().len()))
}

fn compare_documents(documents: &[Named; 2], monitor: &Monitor) -> Result<Event, JobError> {
    let run = |named: &Named| {
        let scene = Assembly::default().scene(&named.document, monitor)?;
        run(&scene, monitor).map_err(SourceError::from)
    };
    let [a, b] = documents;
    let result = compare_runs([a.name.clone(), b.name.clone()], &run(a)?, &run(b)?);
    Ok(Event::Compared(Compared { title: format!("{} against {}", a.name, b.name), result }))
}

fn compare_runs(names: [String; 2], a: &PipelineRun, b: &PipelineRun) -> Result<Comparison, String> {
    compare(names, &Snapshot::of_run(a), &Snapshot::of_run(b)).map_err(|mismatch| mismatch.to_string())
}
