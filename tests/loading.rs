//! Loading as one watches it: progress by bytes, the wish to end it, and how much memory there may be.

use spanscope::io::{LoadError, ReadOptions, load_watched};
use spanscope::pipeline::{ErrorKind, Monitor, Phase};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A floor of so many squares, as text.
fn floor(squares: usize) -> String {
    let mut text = String::from("v 0 0 0\nv 0 0 1\nv 1 0 1\nv 1 0 0\n");
    for _ in 0..squares {
        text.push_str("f 1 2 3 4\n");
    }
    text
}

fn file(folder: &tempfile::TempDir, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    path
}

#[test]
fn reading_tells_how_far_it_is_and_ends_when_it_is_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "large.obj", floor(600_000));
    let monitor = Monitor::default();
    let result = std::thread::scope(|scope| {
        let loading = scope.spawn(|| load_watched(&path, &ReadOptions::default(), &monitor));
        let begun = Instant::now();
        // First the bytes are read, then the text: the second time it comes by a fifth it is in the text.
        let mut seen = Vec::new();
        while !loading.is_finished() && begun.elapsed() < Duration::from_secs(60) {
            let (phase, part) = monitor.progress();
            if phase == Phase::Reading && seen.last() != Some(&part) {
                seen.push(part);
            }
            if seen.windows(2).any(|pair| pair[1] < pair[0]) && part > 0.2 {
                monitor.cancel();
                break;
            }
        }
        assert!(seen.iter().any(|&part| part > 0.2 && part < 1.0), "{seen:?}");
        loading.join().unwrap()
    });
    let error = result.expect_err("it was cancelled in the middle");
    assert_eq!(error.kind(), ErrorKind::Cancelled, "{error}");
}

#[test]
fn a_job_that_was_cancelled_before_it_began_reads_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let monitor = Monitor::default();
    monitor.cancel();
    for (name, content) in [("a.obj", floor(1)), ("a.scene.json", r#"{"inputs": []}"#.into())] {
        let result = load_watched(&file(&folder, name, content), &ReadOptions::default(), &monitor);
        assert_eq!(result.unwrap_err().kind(), ErrorKind::Cancelled, "{name}");
    }
}

#[test]
fn a_file_larger_than_the_memory_there_may_be_is_refused_unread() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge.obj");
    // Of nothing: the system keeps only its size.
    std::fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
    let begun = Instant::now();
    let error = load_watched(&path, &ReadOptions::default(), &Monitor::new(8_000_000_000)).unwrap_err();
    assert!(matches!(error, LoadError::Memory { .. }) && error.kind() == ErrorKind::TooLarge, "{error}");
    assert!(error.to_string().starts_with("this needs about 1099.5 GB, more than the limit of 8.0 GB"), "{error}");
    assert!(error.to_string().ends_with("huge.obj"), "{error}");
    assert!(begun.elapsed() < Duration::from_secs(5));
}
