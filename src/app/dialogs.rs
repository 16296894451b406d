//! The system's file dialogs, which must never stop the window.
//!
//! A dialog is made on the main thread and waited for on a thread of its own. A machine that has none answers "nothing
//! chosen" within milliseconds, faster than any person, so such an answer is taken for what it is.

use crate::io::FORMATS;
use crate::io::export::MeshFormat;
use rfd::AsyncFileDialog;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

/// No person closes a dialog as fast as this.
const FASTEST_PERSON: Duration = Duration::from_millis(400);

/// What a dialog is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Open,
    /// A file that becomes one more input.
    Add,
    /// A file that becomes B.
    Other,
    /// A file of the scene that is not where the scene says.
    Locate,
    Save,
    /// A mesh file that surfaces are written to.
    Export,
}

/// What came of a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Chosen(PathBuf),
    /// The person closed it.
    Nothing,
    /// The machine has no file dialog.
    Unavailable,
}

/// A dialog that is open.
pub struct FileDialog {
    pub purpose: Purpose,
    since: Instant,
    answer: Receiver<Option<PathBuf>>,
}

impl FileDialog {
    /// Opens a dialog. `wake` is called when there is an answer.
    pub fn open(purpose: Purpose, name: &str, wake: impl Fn() + Send + 'static) -> Self {
        let mut dialog = AsyncFileDialog::new();
        if purpose == Purpose::Export {
            dialog = dialog.set_title("Export surface").set_file_name(name);
            for format in MeshFormat::ALL {
                dialog = dialog.add_filter(format.extension().to_uppercase(), &[format.extension()]);
            }
        } else if purpose != Purpose::Save {
            let title = match purpose {
                Purpose::Open => "Open",
                Purpose::Other => "Open as B",
                Purpose::Locate => "Where the file is",
                _ => "Add an input",
            };
            let mut all: Vec<&str> = FORMATS.iter().flat_map(|format| format.extensions).copied().collect();
            if purpose == Purpose::Other {
                all.extend(["dump", "txt"]); // Results can be compared, but not opened.
            }
            dialog = dialog.set_title(title).add_filter("All known kinds", &all);
            for format in &FORMATS {
                dialog = dialog.add_filter(format.name, format.extensions);
            }
        } else {
            dialog = dialog.set_title("Save scene").add_filter("Spanscope scene", &["json"]).set_file_name(name);
        }
        let (sender, answer) = channel();
        let chosen: std::pin::Pin<Box<dyn Future<Output = Option<rfd::FileHandle>> + Send>> = match purpose {
            Purpose::Open | Purpose::Add | Purpose::Other | Purpose::Locate => Box::pin(dialog.pick_file()),
            Purpose::Save | Purpose::Export => Box::pin(dialog.save_file()),
        };
        let waiting = std::thread::Builder::new().name("file dialog".into()).spawn(move || {
            let chosen = pollster::block_on(chosen).map(|file| file.path().to_owned());
            let _ = sender.send(chosen); // Nobody listens any more when the window was closed meanwhile.
            wake();
        });
        if let Err(error) = waiting {
            log::warn!("no thread for the file dialog: {error}"); // The channel is closed: "unavailable".
        }
        Self { purpose, since: Instant::now(), answer }
    }

    /// The answer, once there is one.
    pub fn poll(&self) -> Option<Answer> {
        match self.answer.try_recv() {
            Ok(Some(path)) => Some(Answer::Chosen(path)),
            Ok(None) if self.since.elapsed() < FASTEST_PERSON => Some(Answer::Unavailable),
            Ok(None) => Some(Answer::Nothing),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Answer::Unavailable),
        }
    }
}
