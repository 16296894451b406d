//! What is not saved yet, kept in a file of its own while the program runs, so that it outlives the program.
//!
//! Every running program has a number in one folder: `N.lock`, which it holds locked, `N.scene.json` with the scene while it has
//! changes, and `N.txt` with the path it was opened from and its name. The system lets go of the lock when a program ends,
//! however it ends; a scene beside a lock that nobody holds was left behind.

use super::Shell;
use super::job::Job;
use crate::io::{LoadError, Places, ReadOptions};
use crate::pipeline::Monitor;
use crate::session::{Document, ENDING, PictureCheck, Session, View, file, file_name};
use eframe::egui;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

/// How often changes are written.
pub const INTERVAL: Duration = Duration::from_secs(3);

/// The files of this program.
#[derive(Debug)]
pub struct Recovery {
    files: Files,
    /// Held for as long as the program runs.
    _lock: File,
    /// What was written last.
    written: Option<(Document, View, Vec<PictureCheck>)>,
    last: Option<Instant>,
    writing: Option<JoinHandle<std::io::Result<()>>>,
    /// What was restored, which goes once it is written here.
    adopted: Vec<Arc<LeftBehind>>,
}

/// The paths of one number.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Files {
    lock: PathBuf,
    scene: PathBuf,
    from: PathBuf,
}

impl Files {
    fn new(folder: &Path, number: u32) -> Self {
        let file = |ending: &str| folder.join(format!("{number}.{ending}"));
        Self { lock: file("lock"), scene: file("scene.json"), from: file("txt") }
    }

    /// Takes the lock, unless another program holds it.
    fn take_lock(&self) -> std::io::Result<Option<File>> {
        let lock = File::create(&self.lock)?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(lock)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    fn remove(&self) {
        for path in [&self.scene, &self.from, &self.lock] {
            // What is not there needs no removing; what cannot be removed is offered again, which is no harm.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Changes that a program left behind.
#[derive(Debug)]
pub struct LeftBehind {
    files: Files,
    /// So that no other program offers the same.
    _lock: File,
    /// The scene file that it belongs to; `None` for what was never saved.
    pub from: Option<PathBuf>,
    pub name: String,
    /// When it was written.
    pub when: SystemTime,
}

impl LeftBehind {
    /// Reads the changes. They count as not saved: the file that they belong to stays as it is.
    ///
    /// # Errors
    /// Why what was left behind cannot be read; then it stays where it is.
    pub fn open(&self, places: &Places, monitor: &Monitor) -> Result<Session, LoadError> {
        let left = file::open_at(&self.files.scene, &ReadOptions::default(), places, monitor)?;
        let saved = self.from.as_ref().and_then(|path| file::open(path).ok()).unwrap_or_default();
        let Session { document, checks, .. } = saved;
        let mut session = Session::new(document, left.view, self.name.clone(), self.from.clone());
        session = session.with_saved_checks(checks);
        session.document = left.document;
        (session.notes, session.checks) = (left.notes, left.checks);
        Ok(session)
    }

    /// Forgets the changes for good.
    pub fn remove(&self) {
        self.files.remove();
    }
}

impl Recovery {
    /// A place for this program in a folder, which is made when it is not there, and what other programs left behind in it, the
    /// newest first.
    ///
    /// # Errors
    /// Those of the system; the program does without then.
    pub fn begin(folder: &Path) -> std::io::Result<(Self, Vec<LeftBehind>)> {
        std::fs::create_dir_all(folder)?;
        let mut left = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let Some(number) = number_of(&entry?.path()) else { continue };
            let files = Files::new(folder, number);
            let Some(lock) = files.take_lock()? else { continue };
            left.extend(left_behind(files, lock));
        }
        left.sort_by_key(|left| std::cmp::Reverse(left.when));
        let (files, lock) = free_number(folder)?;
        Ok((Self { files, _lock: lock, written: None, last: None, writing: None, adopted: Vec::new() }, left))
    }

    /// Writes the changes of a session when there are any that were not written, at most every [`INTERVAL`]; forgets them when
    /// there are none. Returns when to call again.
    pub fn keep(&mut self, session: &Session, now: Instant) -> Option<Duration> {
        if self.writing.as_ref().is_some_and(JoinHandle::is_finished) {
            self.settle();
        }
        if !session.is_changed() {
            self.forget();
            return None;
        }
        let is_written = self.written.as_ref().is_some_and(|(document, view, checks)| {
            *document == session.document && *view == session.view && *checks == session.checks
        });
        if is_written {
            return self.writing.is_some().then_some(Duration::from_millis(100));
        }
        let wait =
            self.last.map_or(Duration::ZERO, |last| INTERVAL.saturating_sub(now.saturating_duration_since(last)));
        if !wait.is_zero() || self.writing.is_some() {
            return Some(wait.max(Duration::from_millis(100)));
        }
        self.last = Some(now);
        self.written = Some((session.document.clone(), session.view.clone(), session.checks.clone()));
        self.writing = Some(write(self.files.clone(), session));
        Some(Duration::from_millis(100)) // To see it end.
    }

    /// Takes over what another program left behind: it is removed there once it is written here.
    pub fn adopt(&mut self, left: Arc<LeftBehind>) {
        self.adopted.push(left);
    }

    /// Waits until what is being written is written.
    pub fn settle(&mut self) {
        match self.writing.take().map(JoinHandle::join) {
            Some(Ok(Ok(()))) => self.adopted.drain(..).for_each(|left| left.remove()),
            Some(Ok(Err(error))) => log::warn!("changes could not be kept for recovery: {error}"),
            Some(Err(_)) => log::warn!("changes could not be kept for recovery"),
            None => {}
        }
    }

    fn forget(&mut self) {
        if self.written.take().is_some() {
            self.settle();
            let _ = std::fs::remove_file(&self.files.scene);
            let _ = std::fs::remove_file(&self.files.from);
        }
    }
}

impl Shell {
    /// Keeps what is not saved in a folder from now on, and offers what other programs left behind there.
    pub fn recover_in(&mut self, folder: &Path) {
        match Recovery::begin(folder) {
            Ok((recovery, left)) => {
                self.recovery = Some(recovery);
                self.transient.left_behind = left.into_iter().map(Arc::new).collect();
            }
            Err(error) => log::warn!("changes cannot be kept for recovery in {}: {error}", folder.display()),
        }
    }

    /// Does what was answered about the first of what was left behind.
    pub(super) fn answer_left_behind(&mut self, answer: RecoveryAnswer) {
        if self.transient.left_behind.is_empty() {
            return;
        }
        let left = self.transient.left_behind.remove(0);
        match answer {
            RecoveryAnswer::Restore => self.submit(Job::Recover(left, Places::default())),
            RecoveryAnswer::Forget => left.remove(),
            RecoveryAnswer::Later => {}
        }
    }

    /// Writes what is not saved, when it is time to.
    pub(super) fn keep_changes(&mut self, ctx: &egui::Context) {
        let Some(recovery) = &mut self.recovery else { return };
        if let Some(wait) = recovery.keep(&self.session, Instant::now()) {
            ctx.request_repaint_after(wait);
        }
    }
}

/// What becomes of changes that were left behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecoveryAnswer {
    Restore,
    /// For good.
    Forget,
    /// They are offered again when the program is started again.
    Later,
}

impl Drop for Recovery {
    /// A program that ends as it should leaves nothing behind: changes were saved, or given up.
    fn drop(&mut self) {
        self.settle();
        self.files.remove();
    }
}

/// Writes a session on a thread of its own: a large mesh inside a scene takes its time.
fn write(files: Files, session: &Session) -> JoinHandle<std::io::Result<()>> {
    let Session { document, view, checks, .. } = session.clone();
    let path = session.path.as_deref().and_then(|path| std::path::absolute(path).ok());
    let from = format!("{}\n{}\n", path.unwrap_or_default().display(), session.name);
    std::thread::spawn(move || {
        crate::io::replace_file(&files.from, from.as_bytes())?;
        file::save_with_checks(&document, &view, &checks, &files.scene).map_err(std::io::Error::other)
    })
}

/// The number of a scene that was left in the folder.
fn number_of(path: &Path) -> Option<u32> {
    file_name(path).strip_suffix(ENDING)?.parse().ok()
}

fn left_behind(files: Files, lock: File) -> Option<LeftBehind> {
    let when = std::fs::metadata(&files.scene).and_then(|data| data.modified()).ok()?;
    let text = std::fs::read_to_string(&files.from).unwrap_or_default();
    let mut lines = text.lines();
    let from = lines.next().filter(|path| !path.is_empty()).map(PathBuf::from);
    let name = lines.next().unwrap_or("a scene").to_owned();
    Some(LeftBehind { files, _lock: lock, from, name, when })
}

/// The first number whose lock is free and that has no scene.
fn free_number(folder: &Path) -> std::io::Result<(Files, File)> {
    for number in 0..u32::MAX {
        let files = Files::new(folder, number);
        if files.scene.exists() {
            continue;
        }
        if let Some(lock) = files.take_lock()? {
            return Ok((files, lock));
        }
    }
    Err(std::io::Error::other("no number is free"))
}
