//! Files that fuzzing found or began with: every one is tried again, as what it was found with.

#[path = "../fuzz/src/lib.rs"]
mod fuzz;

use fuzz::{TARGETS, try_bytes};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

/// The longest that a file may take, on a busy machine.
const LIMIT: Duration = Duration::from_secs(20);

/// The names of what a folder holds.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort_unstable();
    paths
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus")
}

/// Tries bytes on a thread of its own; the error is what became of it.
fn attempt(target: &'static str, bytes: Vec<u8>) -> Result<(), mpsc::RecvTimeoutError> {
    let (done, wait) = mpsc::channel();
    // A file that takes for ever leaves its thread behind; the test ends with the process.
    std::thread::spawn(move || {
        try_bytes(target, &bytes);
        let _ = done.send(()); // Nobody waits any more where the time is over.
    });
    wait.recv_timeout(LIMIT)
}

#[test]
fn every_file_of_every_target_is_read_or_refused_in_time() {
    for (target, _) in TARGETS {
        for path in entries(&corpus().join(target)) {
            let result = attempt(target, std::fs::read(&path).expect("a file"));
            assert_eq!(result, Ok(()), "a timeout, or a thread that panics: {}", path.display());
        }
    }
}

#[test]
fn an_attempt_that_panics_is_noticed() {
    assert_eq!(attempt("no target", Vec::new()), Err(mpsc::RecvTimeoutError::Disconnected));
}

#[test]
fn targets_programs_and_corpora_belong_together() {
    let names = |folder: &Path| -> Vec<String> {
        entries(folder).iter().map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect()
    };
    let mut targets = TARGETS.map(|(target, _)| target);
    targets.sort_unstable();
    assert_eq!(names(&corpus()), targets);
    assert_eq!(names(&corpus().with_file_name("fuzz_targets")), targets);
    let bytes: u64 = targets
        .iter()
        .flat_map(|t| entries(&corpus().join(t)))
        .map(|path| path.metadata().expect("a file").len())
        .sum();
    assert!(bytes < 400_000, "{bytes} bytes are too many to be kept");
}

#[test]
fn each_target_reads_a_file_of_its_corpus_without_complaint() {
    use spanscope::io::{ReadOptions, load_bytes, results, scene_json};
    use spanscope::pipeline::Monitor;
    for (target, name) in TARGETS.into_iter().filter(|(target, _)| *target != "raw") {
        let is_read = |path: &PathBuf| {
            let bytes = std::fs::read(path).expect("a file");
            match target {
                "scene_json" => scene_json::parse(&bytes, Path::new(name)).is_ok(),
                "results" => results::parse(&bytes, Path::new(name), None).is_ok(),
                _ => load_bytes(&bytes, Path::new(name), &ReadOptions::default(), &Monitor::default()).is_ok(),
            }
        };
        assert!(entries(&corpus().join(target)).iter().any(is_read), "no file of {target} is read");
    }
}
