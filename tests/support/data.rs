//! Where the real files are that some tests read. They are not part of the project.

use std::path::PathBuf;

/// The folder of real files; `None`, and a line that says so, when it is not here and need not be.
pub fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("SPANSCOPE_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    if folder.join("nav_test.obj").is_file() {
        return std::path::absolute(folder).ok();
    }
    assert!(std::env::var_os("CI").is_none(), "no real files in {}; set SPANSCOPE_DATA", folder.display());
    eprintln!("SKIPPED: no real files in {}; set SPANSCOPE_DATA to test with them", folder.display());
    None
}
