//! What is remembered between sessions: the files opened last, and how much memory a job may use.

use std::path::{Path, PathBuf};

/// The most files that are remembered.
const MAX_RECENT: usize = 10;

/// Gigabytes that a job may use when nobody has said anything else.
pub const USUAL_MEMORY_LIMIT: f64 = 8.0;

/// Recent files, kept in a text file, a path a line, newest first; beside it, in a file of its own, the limit of memory.
#[derive(Clone, Debug)]
pub struct Preferences {
    recent: Vec<PathBuf>,
    /// In gigabytes.
    memory_limit: f64,
    /// Where they are kept; `None` keeps them for this session alone.
    file: Option<PathBuf>,
}

impl Default for Preferences {
    /// Nothing is remembered, and nothing will be.
    fn default() -> Self {
        Self { recent: Vec::new(), memory_limit: USUAL_MEMORY_LIMIT, file: None }
    }
}

impl Preferences {
    /// Reads what an earlier session left in the user's configuration folder.
    pub fn of_user() -> Self {
        match directories::ProjectDirs::from("", "", "spanscope") {
            Some(folders) => Self::in_file(folders.config_dir().join("recent.txt")),
            None => Self::default(),
        }
    }

    /// Where changes are kept that are not saved, in the user's folder for data; `None` where there is none.
    pub fn recovery_folder() -> Option<PathBuf> {
        directories::ProjectDirs::from("", "", "spanscope").map(|folders| folders.data_local_dir().join("recovery"))
    }

    /// Reads what an earlier session left in a file. A file that is not there is no error: nothing was opened yet.
    pub fn in_file(file: PathBuf) -> Self {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let recent = text.lines().filter(|line| !line.is_empty()).take(MAX_RECENT).map(PathBuf::from).collect();
        let limit = std::fs::read_to_string(limit_file(&file)).ok().and_then(|text| text.trim().parse().ok());
        let memory_limit = limit.filter(|&limit| is_limit(limit)).unwrap_or(USUAL_MEMORY_LIMIT);
        Self { recent, memory_limit, file: Some(file) }
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

    /// How many gigabytes of memory a job may use.
    pub fn memory_limit(&self) -> f64 {
        self.memory_limit
    }

    /// The same in bytes.
    pub fn memory_limit_bytes(&self) -> u64 {
        (self.memory_limit * 1e9) as u64
    }

    /// Sets how many gigabytes of memory a job may use; what is no limit changes nothing.
    ///
    /// # Errors
    /// Those of writing; the limit is set all the same.
    pub fn set_memory_limit(&mut self, gigabytes: f64) -> std::io::Result<()> {
        if is_limit(gigabytes) {
            self.memory_limit = gigabytes;
        }
        let Some(file) = &self.file else { return Ok(()) };
        write(&limit_file(file), &format!("{}\n", self.memory_limit))
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
        let lines: String = self.recent.iter().map(|path| format!("{}\n", path.display())).collect();
        write(file, &lines)
    }
}

/// The least limit, in gigabytes: with less, hardly anything could be opened.
pub const LEAST_LIMIT: f64 = 0.1;

/// Whether a number of gigabytes can be a limit.
pub fn is_limit(gigabytes: f64) -> bool {
    gigabytes.is_finite() && gigabytes >= LEAST_LIMIT
}

fn limit_file(recent: &Path) -> PathBuf {
    recent.with_file_name("memory_limit.txt")
}

fn write(file: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(file, text)
}
