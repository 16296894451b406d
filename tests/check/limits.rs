//! Many scenes.

use super::folder::{Folder, command, scene_with};
use std::process::Stdio;

/// Scenes whose runs are some megabytes each.
fn scenes(count: u32) -> Folder {
    let folder = Folder::new();
    let text = scene_with(5, "")
        .replace(r#""width": 8, "depth": 8, "height": 12"#, r#""width": 100, "depth": 100, "height": 12"#);
    for number in 0..count {
        folder.add(&format!("{}/{number:04}.scene.json", number % 10), &text);
    }
    folder
}

/// The most memory in kilobytes that a process has had so far.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok()
}

/// The most memory in kilobytes of an update and of a check with a report, which must both pass.
fn peaks(folder: &Folder, count: &str) -> [u64; 2] {
    let report = folder.file("report");
    [&["--update", "--jobs=2", "--hashes-only"][..], &["--jobs=2", "--report", report.to_str().unwrap()]].map(|words| {
        let mut child = command().arg(folder.path()).args(words).stdout(Stdio::piped()).spawn().unwrap();
        let mut out = child.stdout.take().unwrap();
        let reader = std::thread::spawn(move || std::io::read_to_string(&mut out).unwrap());
        let mut most = 0;
        let status = loop {
            most = peak(child.id()).unwrap_or_default().max(most);
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            std::thread::yield_now();
        };
        let text = reader.join().unwrap();
        assert_eq!(status.code(), Some(0), "{}", text.lines().last().unwrap_or_default());
        assert!(
            text.lines().last().is_some_and(|line| line.starts_with(&format!("{count} scenes: {count} "))),
            "every scene is checked"
        );
        most
    })
}

#[cfg(target_os = "linux")]
#[test]
fn a_thousand_scenes_take_no_more_memory_than_a_few() {
    let few = peaks(&scenes(20), "20");
    let many = peaks(&scenes(1000), "1,000");
    for (few, many) in few.into_iter().zip(many) {
        assert!(few > 1000, "{few} kB is measured");
        assert!(many < few + 16_000, "1000 scenes take {many} kB, 20 take {few} kB");
    }
}
