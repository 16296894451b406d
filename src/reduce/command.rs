//! Conditions that a command decides.

use super::condition::ConditionError;
use crate::io::scene_json;
use crate::pipeline::{Monitor, PipelineError, Scene};
use crate::source::Document;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// How often it is looked whether a command has ended.
const PAUSE: Duration = Duration::from_millis(5);

/// A command line for the system's shell. Every `{}` in it becomes the path of a scene file; without one the path is added at
/// the end. Its exit status 0 says that the condition holds. What it prints is not shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandCheck {
    text: String,
}

/// The command after the word `command`.
pub(super) fn parse_command(text: &str) -> CommandCheck {
    let text = text.trim().strip_prefix("command").unwrap_or(text).trim();
    CommandCheck { text: text.to_owned() }
}

impl CommandCheck {
    /// The command line.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the command succeeds on a scene. A scene that JSON cannot hold is no scene to keep.
    ///
    /// # Errors
    /// A command that cannot be started, no place for the file, and cancellation: then the command is ended.
    pub(super) fn holds(&self, scene: &Scene, monitor: &Monitor) -> Result<bool, ConditionError> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("reduced.scene.json");
        let Ok(text) = scene_json::write(&Document::from(scene.clone()), None, folder.path()) else { return Ok(false) };
        std::fs::write(&path, text)?;
        let path = quoted(&path.display().to_string());
        let line = match self.text.contains("{}") {
            true => self.text.replace("{}", &path),
            false => format!("{} {path}", self.text),
        };
        let mut child = shell(&line).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(status.success());
            }
            if monitor.is_cancelled() {
                end(&mut child);
                return Err(PipelineError::Cancelled.into());
            }
            std::thread::sleep(PAUSE);
        }
    }
}

fn shell(line: &str) -> Command {
    let (shell, word) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut command = Command::new(shell);
    command.args([word, line]);
    command
}

/// A path as one word of the shell.
fn quoted(path: &str) -> String {
    if cfg!(windows) { format!("\"{path}\"") } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

fn end(child: &mut Child) {
    // It may have ended by itself meanwhile.
    let _ = child.kill();
    let _ = child.wait();
}
