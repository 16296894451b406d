//! What is remembered between sessions: the files opened last.

use std::path::{Path, PathBuf};

/// The most files that are remembered.
const MAX_RECENT: usize = 10;

/// Recent files, kept in a text file, a path a line, newest first.
#[derive(Clone, Debug, Default)]
pub struct Preferences {
    recent: Vec<PathBuf>,
    /// Where they are kept; `None` keeps them for this session alone.
    file: Option<PathBuf>,
}

impl Preferences {
    /// Reads what an earlier session left in the user's configuration folder.
    pub fn of_user() -> Self {
        match directories::ProjectDirs::from("", "", "spanscope") {
            Some(folders) => Self::in_file(folders.config_dir().join("recent.txt")),
            None => Self::default(),
        }
    }

    /// Reads what an earlier session left in a file. A file that is not there is no error: nothing was opened yet.
    pub fn in_file(file: PathBuf) -> Self {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let recent = text.lines().filter(|line| !line.is_empty()).take(MAX_RECENT).map(PathBuf::from).collect();
        Self { recent, file: Some(file) }
    }

    /// The files opened last, newest first.
    pub fn recent(&self) -> &[PathBuf] {
        &self.recent
    }

    /// Puts a file first.
    ///
    /// # Errors
    /// Those of writing; the file is first all the same.
    pub fn remember(&mut self, path: &Path) -> std::io::Result<()> {
        let path = std::path::absolute(path)?;
        self.recent.retain(|old| *old != path);
        self.recent.insert(0, path);
        self.recent.truncate(MAX_RECENT);
        self.store()
    }

    /// Forgets all files.
    ///
    /// # Errors
    /// Those of writing.
    pub fn forget(&mut self) -> std::io::Result<()> {
        self.recent.clear();
        self.store()
    }

    fn store(&self) -> std::io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let lines: String = self.recent.iter().map(|path| format!("{}\n", path.display())).collect();
        std::fs::write(file, lines)
    }
}
