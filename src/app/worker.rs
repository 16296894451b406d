//! The one thread that works while the window goes on: the newest job wins.

use super::job::{Event, Job, JobError};
use super::perform::perform;
use crate::pipeline::Monitor;
use crate::source::Assembly;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

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
    next: VecDeque<Job>,
    memory_limit: Option<u64>,
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

    /// Does this when what waits is done, without what it makes out of date: an older run, and everything when another
    /// document is opened. What is being done ends when it is out of date.
    pub fn submit(&self, job: Job) {
        let mut state = self.shared.lock();
        if let Some((present, monitor)) = &state.present
            && present.is_replaced_by(&job)
        {
            monitor.cancel();
        }
        state.next.retain(|waiting| !waiting.is_replaced_by(&job));
        state.next.push_back(job);
        self.shared.wake.notify_one();
    }

    /// Ends the present job and drops those that wait.
    pub fn cancel(&self) {
        let mut state = self.shared.lock();
        state.next.clear();
        if let Some((_, monitor)) = &state.present {
            monitor.cancel();
        }
    }

    /// Sets how many bytes of memory a job may use, from the next one on.
    pub fn set_memory_limit(&self, bytes: u64) {
        self.shared.lock().memory_limit = Some(bytes);
    }

    /// What is being done, and how far it is.
    pub fn present(&self) -> Option<(Job, Arc<Monitor>)> {
        self.shared.lock().present.clone()
    }

    /// Whether a job is being done or waits.
    pub fn is_busy(&self) -> bool {
        let state = self.shared.lock();
        state.present.is_some() || !state.next.is_empty()
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
            if let Some(job) = state.next.pop_front() {
                break job;
            }
            state = shared.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        };
        let monitor = Arc::new(state.memory_limit.map_or_else(Monitor::default, Monitor::new));
        state.present = Some((job.clone(), monitor.clone()));
        drop(state);

        let event = catch_unwind(AssertUnwindSafe(|| perform(&job, &mut assembly, &monitor))).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            Event::Failed { job, error: JobError::of_text(format!("a fault in the program: {text}")) }
        });
        // The event first: whoever sees the worker idle must find the event waiting.
        if events.send(event).is_err() {
            return;
        }
        shared.lock().present = None;
        wake();
    }
}
