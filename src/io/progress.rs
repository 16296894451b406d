//! Reading that is watched: its progress in bytes is told, and it ends when the job is cancelled.

use super::LoadError;
use crate::pipeline::{Monitor, Phase};
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

/// How much is read at once.
const PART: usize = 1 << 20;

/// A file's content.
///
/// # Errors
/// What the system says; what is no regular file; a file above the limit of memory; the end of a cancelled job.
pub(super) fn read(path: &Path, monitor: &Monitor) -> Result<Vec<u8>, LoadError> {
    let error = |source| LoadError::Io { path: path.to_owned(), source };
    let metadata = std::fs::metadata(path).map_err(error)?;
    // A device or a pipe could go on for ever.
    if !metadata.is_file() {
        return Err(error(io::Error::other("not a regular file")));
    }
    monitor.check_memory(metadata.len()).map_err(|source| LoadError::Memory { path: path.to_owned(), source })?;
    let mut file = File::open(path).map_err(error)?;
    let mut bytes = Vec::new();
    let size = metadata.len();
    bytes
        .try_reserve(usize::try_from(size).unwrap_or(usize::MAX))
        .map_err(|_| error(io::ErrorKind::OutOfMemory.into()))?;
    loop {
        monitor.report_phase(Phase::Reading, bytes.len() as u64, size)?;
        if (&mut file).take(PART as u64).read_to_end(&mut bytes).map_err(error)? == 0 {
            return Ok(bytes);
        }
    }
}

/// A reader that tells how much of it was read.
pub(super) struct Watched<'a, R> {
    inner: R,
    done: usize,
    total: usize,
    monitor: &'a Monitor,
}

impl<'a, R: BufRead> Watched<'a, R> {
    /// Watches a reader of `total` bytes.
    pub(super) fn new(inner: R, total: usize, monitor: &'a Monitor) -> Self {
        Self { inner, done: 0, total, monitor }
    }
}

impl<R: BufRead> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Watched<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let cancelled = |_| io::Error::other("cancelled");
        self.monitor.report_phase(Phase::Reading, self.done as u64, self.total as u64).map_err(cancelled)?;
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.done += amount;
        self.inner.consume(amount);
    }
}
