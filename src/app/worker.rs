//! The one thread that works while the window goes on: the newest job wins.

use super::product::Product;
use crate::io;
use crate::pipeline::{ErrorKind, Monitor};
use crate::session::{Document, Edit, Session, View, file};
use crate::source::Assembly;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Something to do besides drawing the window.
#[derive(Clone, Debug)]
pub enum Job {
    /// Open a file, and run it.
    Open(PathBuf),
    /// Open the sample, and run it.
    Sample,
    /// Open a file, or the sample, with changes to be made before it is run.
    OpenWith(Option<PathBuf>, Override),
    /// Run a document again.
    Build(Box<Document>),
}

/// Changes to a document before it is run: settings from the command line.
#[derive(Clone)]
pub struct Override(Arc<DocumentChange>);

type DocumentChange = dyn Fn(&mut Document) -> Result<(), String> + Send + Sync;

impl Override {
    /// What `change` does to a document; its error is a sentence.
    pub fn new(change: impl Fn(&mut Document) -> Result<(), String> + Send + Sync + 'static) -> Self {
        Self(Arc::new(change))
    }

    /// Makes the changes, as one step that can be taken back.
    fn apply(&self, session: &mut Session) -> Result<(), String> {
        let mut document = session.document.clone();
        self.0(&mut document)?;
        session.apply(&Edit::Replace(Box::new(document)).into(), None);
        Ok(())
    }
}

impl std::fmt::Debug for Override {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Override")
    }
}

impl Job {
    /// Whether this puts another document in the place of the present one.
    pub fn opens(&self) -> bool {
        !matches!(self, Self::Build(_))
    }
}

/// What came of a job.
#[derive(Debug)]
pub enum Event {
    Opened(Box<Session>, Box<Product>),
    Built(Box<Product>),
    /// Nothing has changed; the text says what happened, where.
    Failed {
        job: Job,
        kind: Option<ErrorKind>,
        text: String,
    },
    Cancelled,
}

/// The thread, its next job, and the way to stop the present one.
pub struct Worker {
    shared: Arc<Shared>,
    events: Receiver<Event>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Default)]
struct State {
    next: Option<Job>,
    present: Option<(Job, Arc<Monitor>)>,
    ended: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is whole between any two of its changes, so a panic elsewhere does not spoil it.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Worker {
    /// Starts the thread. `wake` is called after every event, to have the window drawn again.
    ///
    /// # Errors
    /// Those of the system, when it has no thread to give.
    pub fn new(wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let (sender, events) = channel();
        let theirs = shared.clone();
        let thread =
            std::thread::Builder::new().name("pipeline".into()).spawn(move || work(&theirs, &sender, &wake))?;
        Ok(Self { shared, events, thread: Some(thread) })
    }

    /// Does this next, in place of what waits. A run in progress ends; opening a file ends only for another file.
    pub fn submit(&self, job: Job) {
        let mut state = self.shared.lock();
        if let Some((present, monitor)) = &state.present
            && (!present.opens() || job.opens())
        {
            monitor.cancel();
        }
        if job.opens() || !state.next.as_ref().is_some_and(Job::opens) {
            state.next = Some(job);
        }
        self.shared.wake.notify_one();
    }

    /// Ends the present job and drops the next one.
    pub fn cancel(&self) {
        let mut state = self.shared.lock();
        state.next = None;
        if let Some((_, monitor)) = &state.present {
            monitor.cancel();
        }
    }

    /// What is being done, and how far it is.
    pub fn present(&self) -> Option<(Job, Arc<Monitor>)> {
        self.shared.lock().present.clone()
    }

    /// Whether a job is being done or waits.
    pub fn is_busy(&self) -> bool {
        let state = self.shared.lock();
        state.present.is_some() || state.next.is_some()
    }

    /// Whether another document is being opened, or about to be.
    pub fn is_opening(&self) -> bool {
        let state = self.shared.lock();
        state.next.iter().chain(state.present.iter().map(|(job, _)| job)).any(Job::opens)
    }

    /// The next event, if there is one.
    pub fn poll(&self) -> Option<Event> {
        self.events.try_recv().ok()
    }

    /// Waits a moment for the next event. A worker that is busy may be just about to be idle, without another event.
    pub fn wait(&self) -> Option<Event> {
        self.events.recv_timeout(Duration::from_millis(5)).ok()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.cancel();
        self.shared.lock().ended = true;
        self.shared.wake.notify_one();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join(); // A panic in a job was caught and told; there is nobody left to tell of another one.
        }
    }
}

fn work(shared: &Shared, events: &Sender<Event>, wake: &dyn Fn()) {
    let mut assembly = Assembly::default();
    loop {
        let mut state = shared.lock();
        let job = loop {
            if state.ended {
                return;
            }
            if let Some(job) = state.next.take() {
                break job;
            }
            state = shared.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        };
        let monitor = Arc::new(Monitor::default());
        state.present = Some((job.clone(), monitor.clone()));
        drop(state);

        let event = catch_unwind(AssertUnwindSafe(|| perform(&job, &mut assembly, &monitor))).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            Event::Failed { job, kind: None, text: format!("a fault in the program: {text}") }
        });
        // The event first: whoever sees the worker idle must find the event waiting.
        if events.send(event).is_err() {
            return;
        }
        shared.lock().present = None;
        wake();
    }
}

fn perform(job: &Job, assembly: &mut Assembly, monitor: &Monitor) -> Event {
    let sample =
        || io::sample().map(|loaded| Session::new(loaded.document, View::default(), "sample level".into(), None));
    let opened = match job {
        Job::Build(document) => {
            return match Product::new(document, assembly, monitor) {
                Ok(product) => Event::Built(Box::new(product)),
                Err(error) => failed(job, error.kind(), &error),
            };
        }
        Job::Open(path) | Job::OpenWith(Some(path), _) => file::open_watched(path, monitor),
        Job::Sample | Job::OpenWith(None, _) => sample(),
    };
    let mut session = match opened {
        Ok(session) => session,
        Err(error) => return failed(job, error.kind(), &error),
    };
    if let Job::OpenWith(_, overrides) = job
        && let Err(text) = overrides.apply(&mut session)
    {
        return Event::Failed { job: job.clone(), kind: None, text };
    }
    match Product::new(&session.document, assembly, monitor) {
        Ok(product) => Event::Opened(Box::new(session), Box::new(product)),
        Err(error) => {
            let place = match job {
                Job::Open(path) | Job::OpenWith(Some(path), _) => format!(": {}", path.display()),
                _ => String::new(),
            };
            failed(job, error.kind(), &format!("{error}{place}"))
        }
    }
}

fn failed(job: &Job, kind: ErrorKind, error: &dyn std::fmt::Display) -> Event {
    match kind {
        ErrorKind::Cancelled => Event::Cancelled,
        _ => Event::Failed { job: job.clone(), kind: Some(kind), text: error.to_string() },
    }
}
