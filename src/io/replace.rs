//! Files that are never half written.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Counts files that are written, so that two threads never write beside one file under one name.
static WRITTEN: AtomicU64 = AtomicU64::new(0);

/// Whether two paths name one file, also where one of them is a link.
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    a == b || a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}

/// Writes a file: first beside it, then in its place.
///
/// # Errors
/// What the system says; then nothing is left beside the file.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}-{}.part", std::process::id(), WRITTEN.fetch_add(1, Relaxed)));
    let beside = Path::new(&beside);
    std::fs::write(beside, bytes).and_then(|()| std::fs::rename(beside, path)).inspect_err(|_| {
        let _ = std::fs::remove_file(beside); // It may not even have been made; what went wrong first is told.
    })
}
