//! A folder of scenes, and the program run on it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder that is gone after the test.
pub struct Folder(TempDir);

/// A box of voxels in the middle of a floor, in a scene of 8 x 8 columns. `rows` is how high it is, `more` what follows the inputs.
pub fn scene_with(rows: u32, more: &str) -> String {
    let floor: Vec<String> = (0..64).map(|i| format!("[{},{},0,1,1]", i % 8, i / 8)).collect();
    let mut runs = floor;
    runs[27] = format!("[3,3,0,{rows},1]");
    format!(
        r#"{{"frame": {{"cell_size": 1, "cell_height": 0.5, "origin": [0,0,0], "width": 8, "depth": 8, "height": 12}},
            "settings": {{"height": 4, "climb": 1, "radius": 1}},
            "inputs": [{{"chunk": {{"offset": [0,0,0], "width": 8, "depth": 8, "height": 10, "runs": [{}]}}}}]{more}}}"#,
        runs.join(",")
    )
}

/// The scene without pictures.
pub fn scene() -> String {
    scene_with(5, "")
}

/// The scene with one small picture of the 3D view.
pub fn scene_with_picture(check: &str) -> String {
    scene_with(5, &format!(r#", "checks": [{{"name": "small", "size": [240, 160]{check}}}]"#))
}

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    /// A folder with these scenes, of which everything is expected as it is.
    pub fn expecting(scenes: &[(&str, String)]) -> Self {
        let folder = Self::new();
        for (name, text) in scenes {
            folder.add(name, text);
        }
        folder.update();
        folder
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn add(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.file(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
        std::fs::write(&path, content).expect("the file is written");
        path
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn has(&self, name: &str) -> bool {
        self.file(name).exists()
    }

    /// Every file with its content, sorted.
    pub fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let entries = walkdir::WalkDir::new(self.path()).into_iter().map(|entry| entry.expect("an entry"));
        let files = entries.filter(|entry| entry.file_type().is_file()).map(|entry| entry.into_path());
        let mut files: Vec<_> = files.map(|path| (path.clone(), std::fs::read(path).expect("it is read"))).collect();
        files.sort();
        files
    }

    #[track_caller]
    pub fn update(&self) -> String {
        let (code, text) = self.check(&["--update"]);
        assert_eq!(code, 0, "{text}");
        text
    }

    /// The exit status of a check with these words, and what it prints; nothing on standard error.
    #[track_caller]
    pub fn check(&self, words: &[&str]) -> (i32, String) {
        let output = self.run(words);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words:?}");
        let text = String::from_utf8(output.stdout).expect("the program prints UTF-8");
        (output.status.code().expect("a status"), text)
    }

    pub fn run(&self, words: &[&str]) -> Output {
        command().arg(self.path()).args(words).output().expect("the program starts")
    }
}

/// `spanscope check`, with no display to be tempted by.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spanscope"));
    command.arg("check").env_remove("RUST_LOG").env_remove("RUST_BACKTRACE");
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command
}
