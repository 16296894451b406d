//! Files that change on disk while they are open.

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Programs write a file in several steps: it is read when it has been left alone for so long.
const QUIET: Duration = Duration::from_millis(250);

/// A watch over files, by the folders they lie in: many programs put a new file in the place of the old one.
pub struct FileWatch {
    watcher: RecommendedWatcher,
    events: Receiver<Vec<PathBuf>>,
    files: BTreeSet<PathBuf>,
    folders: BTreeSet<PathBuf>,
    changed: BTreeSet<PathBuf>,
    last: Instant,
}

impl FileWatch {
    /// A watch over nothing yet. `wake` is called when something has changed, and once more when it has been quiet.
    ///
    /// # Errors
    /// Those of the system, when it has no watch to give.
    pub fn new(wake: impl Fn() + Send + 'static) -> notify::Result<Self> {
        let (sender, events) = channel();
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| match event {
            Ok(event) if !matches!(event.kind, EventKind::Access(_)) => {
                let _ = sender.send(event.paths); // Nobody listens any more when the window was closed.
                wake();
            }
            Ok(_) => {}
            Err(error) => log::warn!("a watched file: {error}"),
        })?;
        let empty = BTreeSet::new;
        Ok(Self { watcher, events, files: empty(), folders: empty(), changed: empty(), last: Instant::now() })
    }

    /// Watches these files and no others.
    pub fn watch<'a>(&mut self, files: impl Iterator<Item = &'a Path>) {
        let files: BTreeSet<PathBuf> = files.filter_map(place).collect();
        if files == self.files {
            return;
        }
        let folders: BTreeSet<PathBuf> = files.iter().filter_map(|file| file.parent()).map(Path::to_owned).collect();
        for folder in self.folders.difference(&folders) {
            if let Err(error) = self.watcher.unwatch(folder) {
                log::warn!("{error}");
            }
        }
        for folder in folders.difference(&self.folders) {
            if let Err(error) = self.watcher.watch(folder, RecursiveMode::NonRecursive) {
                log::warn!("changes in {} will not be seen: {error}", folder.display());
            }
        }
        (self.files, self.folders) = (files, folders);
        self.changed.clear();
    }

    /// The files that have changed and been left alone since; none while more may come.
    pub fn poll(&mut self) -> BTreeSet<PathBuf> {
        while let Ok(paths) = self.events.try_recv() {
            for path in paths {
                let path = place(&path).unwrap_or(path);
                if self.files.contains(&path) {
                    self.changed.insert(path);
                    self.last = Instant::now();
                }
            }
        }
        if self.last.elapsed() < QUIET { BTreeSet::new() } else { std::mem::take(&mut self.changed) }
    }

    /// How long to wait before asking again; `None` when nothing has changed.
    pub fn wait(&self) -> Option<Duration> {
        (!self.changed.is_empty()).then(|| QUIET.saturating_sub(self.last.elapsed()) + Duration::from_millis(5))
    }
}

/// Where a file is, links in its folder resolved: the file itself may not be there for a while, when it is written anew.
pub(super) fn place(file: &Path) -> Option<PathBuf> {
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder.canonicalize(),
        _ => Path::new(".").canonicalize(),
    };
    Some(folder.ok()?.join(file.file_name()?))
}
