//! The command line: what runs without a window.

pub mod args;
pub mod check;
pub mod density_args;
pub mod diff;
mod diff_text;
pub mod dump;
pub mod import;
pub mod other_args;
pub mod overrides;
pub mod reduce;
pub mod seeing_args;
pub mod shot;
pub mod surface;
pub mod why;

pub use args::{Cli, Command};

use crate::io::{LoadedScene, load_watched};
use crate::pipeline::Monitor;
use crate::source::Document;
use overrides::Overrides;
use std::path::Path;

/// Opens what a command works on, with the settings of the command line. What was left out of its files is said on standard error.
///
/// # Errors
/// A file that cannot be opened, and words that have no meaning for it.
fn opened(path: &Path, overrides: &Overrides, monitor: &Monitor) -> anyhow::Result<Document> {
    let LoadedScene { mut document, notes, .. } = load_watched(path, &overrides.import.options(), monitor)?;
    overrides.apply(&mut document)?;
    for note in notes {
        eprintln!("note: {}", one_line(&note));
    }
    Ok(document)
}

/// The most characters of an error or a note: names and values of a file can be of any length.
const MAX_LINE: usize = 1000;

/// A text as one line for a terminal: control characters, which files and their names can hold, are written as escapes, and
/// what is very long loses its middle.
pub fn one_line(text: &str) -> String {
    let mut line = String::new();
    for character in text.chars() {
        if character.is_control() {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
    }
    let characters: Vec<char> = line.chars().collect();
    if characters.len() <= MAX_LINE {
        return line;
    }
    let half = MAX_LINE / 2;
    let (start, end) = (&characters[..half], &characters[characters.len() - half..]);
    start.iter().chain(&[' ', '…', ' ']).chain(end).collect()
}
