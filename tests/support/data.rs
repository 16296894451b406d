//! Where the real files are that some tests read. They are not part of the project.

use std::path::PathBuf;

/// The folder of real files; `None`, and a line that says so, when it is not here and need not be.
pub fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("SPANSCOPE_DATA").map(PathBuf::from);
    let found = folder.as_deref().filter(|folder| folder.join("nav_test.obj").is_file());
    if let Some(found) = found {
        return std::path::absolute(found).ok();
    }
    let place = folder.map_or("SPANSCOPE_DATA is not set".into(), |folder| format!("none in {}", folder.display()));
    assert!(std::env::var_os("CI").is_none(), "no real files: {place}");
    eprintln!("SKIPPED: no real files to test with: {place}");
    None
}
