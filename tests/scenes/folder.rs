//! A folder for files, and what becomes of scenes in it.

use spanscope::io::{LoadedScene, load, scene_json};
use spanscope::pipeline::{ErrorKind, HeightGrid, Input, Mesh, Scene, VoxelChunk};
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::Arc;
use tempfile::TempDir;

pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub fn add(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, content).expect("the file is written");
        path
    }

    /// A scene with these inputs, a frame where one is given, and nothing else.
    pub fn scene(&self, frame: &str, inputs: &str) -> PathBuf {
        let frame = if frame.is_empty() { String::new() } else { format!(r#""frame": {frame}, "#) };
        self.add("a.scene.json", format!(r#"{{{frame}"inputs": [{inputs}]}}"#))
    }

    #[track_caller]
    pub fn load(&self, input: &str) -> LoadedScene {
        load(&self.scene("", input)).unwrap_or_else(|error| panic!("{input}: {error}"))
    }

    /// The pipeline's inputs of a scene with this frame.
    #[track_caller]
    pub fn made(&self, frame: &str, inputs: &str) -> Scene {
        let loaded = load(&self.scene(frame, inputs)).unwrap_or_else(|error| panic!("{inputs}: {error}"));
        loaded.scene().unwrap_or_else(|error| panic!("{inputs}: {error}"))
    }

    #[track_caller]
    pub fn mesh(&self, input: &str) -> Arc<Mesh> {
        match &self.made("", input).inputs[..] {
            [Input::Mesh(mesh)] => mesh.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[track_caller]
    pub fn grid(&self, input: &str) -> Arc<HeightGrid> {
        match &self.made("", input).inputs[..] {
            [Input::HeightGrid(grid)] => grid.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[track_caller]
    pub fn chunk(&self, frame: &str, input: &str) -> Arc<VoxelChunk> {
        match self.made(frame, input).inputs.pop() {
            Some(Input::Chunk(chunk)) => chunk,
            other => panic!("{other:?}"),
        }
    }

    /// The refusal of a scene with this frame and these inputs, when it is opened or when its inputs are made.
    #[track_caller]
    pub fn refusal(&self, frame: &str, inputs: &str) -> (ErrorKind, String) {
        match load(&self.scene(frame, inputs)) {
            Err(error) => (error.kind(), error.to_string()),
            Ok(loaded) => match loaded.scene() {
                Err(error) => (error.kind(), error.to_string()),
                Ok(scene) => panic!("{inputs} is not refused: {scene:?}"),
            },
        }
    }

    /// The document of a scene after it was written and read again, which must be the same one, and the text.
    #[track_caller]
    pub fn saved(&self, loaded: &LoadedScene) -> String {
        let text = scene_json::write(&loaded.document, None, self.0.path()).expect("finite numbers");
        let again = load(&self.add("saved.scene.json", &text)).expect("what was written is read");
        assert!(again.document == loaded.document, "{text}");
        text
    }

    /// Runs the program in the folder.
    pub fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spanscope"));
        command.env_remove("RUST_LOG").env_remove("RUST_BACKTRACE");
        command.args(arguments).current_dir(self.0.path()).output().expect("the program starts")
    }

    /// The program's dump.
    #[track_caller]
    pub fn dump(&self, arguments: &[&str]) -> String {
        let output = self.run(&[&["dump"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("dumps are ASCII")
    }

    /// The program's dump of a scene.
    #[track_caller]
    pub fn dump_of(&self, frame: &str, inputs: &str) -> String {
        self.scene(frame, inputs);
        self.dump(&["a.scene.json"])
    }

    /// The one line that the program prints when it refuses to dump.
    #[track_caller]
    pub fn dump_error(&self, arguments: &[&str]) -> String {
        let output = self.run(&[&["dump"], arguments].concat());
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}: {error}");
        error.trim_end().to_owned()
    }
}
