//! All scenes of a folder, several at once.

use super::files::{Filter, SceneFile, scenes};
use super::scene::{Findings, Verdict, check_scene};
use super::{CheckError, Mode};
use crate::pipeline::monitor::NO_LIMIT;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How many scenes each thread may be ahead of the one that is told next: what is found is kept until it is told in order.
const AHEAD: usize = 4;

/// How a folder is checked.
#[derive(Clone, Debug)]
pub struct Options {
    /// `None` checks all scenes.
    pub filter: Option<Filter>,
    /// How many scenes are run at once.
    pub jobs: NonZeroUsize,
    /// The most bytes of memory that one scene may use.
    pub memory_limit: u64,
    pub mode: Mode,
}

impl Default for Options {
    /// All scenes are compared, as many at once as the machine has cores.
    fn default() -> Self {
        let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self { filter: None, jobs, memory_limit: NO_LIMIT, mode: Mode::default() }
    }
}

/// A scene, and what was found about it.
#[derive(Debug)]
pub struct Checked {
    pub scene: SceneFile,
    pub result: Result<Findings, CheckError>,
    /// How long it took. No verdict depends on it.
    pub time: Duration,
}

impl Checked {
    /// What became of the scene.
    pub fn verdict(&self) -> Verdict {
        self.result.as_ref().map_or(Verdict::Failed, Findings::verdict)
    }
}

/// How many scenes had which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub equal: usize,
    pub updated: usize,
    pub differing: usize,
    pub failed: usize,
}

impl Tally {
    /// Counts a verdict.
    pub fn add(&mut self, verdict: Verdict) {
        *match verdict {
            Verdict::Equal => &mut self.equal,
            Verdict::Updated => &mut self.updated,
            Verdict::Differs => &mut self.differing,
            Verdict::Failed => &mut self.failed,
        } += 1;
    }

    /// How many scenes were checked.
    pub fn scenes(&self) -> usize {
        self.equal + self.updated + self.differing + self.failed
    }

    /// The worst verdict there is: of the whole folder.
    pub fn verdict(&self) -> Verdict {
        match self {
            Self { failed: 1.., .. } => Verdict::Failed,
            Self { differing: 1.., .. } => Verdict::Differs,
            Self { updated: 1.., .. } => Verdict::Updated,
            _ => Verdict::Equal,
        }
    }
}

/// Checks the scenes of a folder. `tell` hears of each in the order of their paths, with how many there are; what it does not
/// keep is gone, so a thousand scenes take no more memory than a few.
///
/// # Errors
/// As [`scenes`], and those of `tell`, which end it.
pub fn check_folder<E: From<CheckError> + Send>(
    folder: &Path,
    options: &Options,
    mut tell: impl FnMut(Checked, usize) -> Result<(), E>,
) -> Result<Tally, E> {
    let scenes = scenes(folder, options.filter.as_ref())?;
    let turns = Turns::default();
    let (sender, found) = channel();
    thread::scope(|scope| {
        // Plain threads: one of rayon's that waits for a comparison of pictures would begin another scene meanwhile, inside the
        // first one, and keep both.
        for _ in 0..options.jobs.get().min(scenes.len()) {
            let sender = sender.clone();
            scope.spawn(|| work(&scenes, options, &turns, sender));
        }
        drop(sender);
        let mut tally = Tally::default();
        let mut early: Vec<(usize, Checked)> = Vec::new();
        for (number, checked) in found {
            early.push((number, checked));
            while let Some(position) = early.iter().position(|(number, _)| *number == tally.scenes()) {
                let checked = early.swap_remove(position).1;
                tally.add(checked.verdict());
                if let Err(error) = tell(checked, scenes.len()) {
                    turns.end();
                    return Err(error);
                }
                turns.tell();
            }
        }
        Ok(tally)
    })
}

fn work(scenes: &[SceneFile], options: &Options, turns: &Turns, sender: Sender<(usize, Checked)>) {
    while let Some(number) = turns.take(scenes.len(), AHEAD * options.jobs.get()) {
        let (scene, start) = (scenes[number].clone(), Instant::now());
        let result = catch_unwind(AssertUnwindSafe(|| check_scene(&scene, options))).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message").to_owned();
            Err(CheckError::Fault { path: scene.path.clone(), text })
        });
        let checked = Checked { scene, result, time: start.elapsed() };
        if sender.send((number, checked)).is_err() {
            return;
        }
    }
}

/// Who does what next, and how far it was told.
#[derive(Default)]
struct Turns {
    state: Mutex<State>,
    told: Condvar,
}

#[derive(Default)]
struct State {
    next: usize,
    told: usize,
    ended: bool,
}

impl Turns {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Each change is one assignment, so a panic elsewhere does not spoil the state.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next scene, once it is not too far ahead of what was told.
    fn take(&self, count: usize, ahead: usize) -> Option<usize> {
        let mut state = self.lock();
        loop {
            if state.ended || state.next >= count {
                return None;
            }
            if state.next < state.told + ahead {
                state.next += 1;
                return Some(state.next - 1);
            }
            state = self.told.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn tell(&self) {
        self.lock().told += 1;
        self.told.notify_all();
    }

    fn end(&self) {
        self.lock().ended = true;
        self.told.notify_all();
    }
}
