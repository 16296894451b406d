//! Whether scenes still become what they are expected to become, stage by stage and picture by picture.
//!
//! Beside a scene `NAME.scene.json` stand `NAME.expected` with the hash of each stage, `NAME.expected.dump.gz` with what the
//! stages hold, so that it can be said what has changed, and for each of the scene's checks a golden picture `NAME.CHECK.png`.
//! [`Mode::Update`] makes them.
//!
//! # In the tests of an engine
//!
//! **Run** a scene and ask for what a stage made:
//!
//! ```
//! use spanscope::pipeline::{Input, Mesh, Monitor, Scene, Stage, run};
//! use std::sync::Arc;
//!
//! let floor = Mesh {
//!     vertices: vec![[0.0, 0.0, 0.0], [0.0, 0.0, 3.0], [3.0, 0.0, 3.0], [3.0, 0.0, 0.0]],
//!     indices: vec![0, 1, 2, 0, 2, 3],
//!     areas: None,
//! };
//! let scene = Scene { inputs: vec![Input::Mesh(Arc::new(floor))], ..Scene::default() };
//! let result = run(&scene, &Monitor::default())?;
//! assert_eq!(result.stage(Stage::Eroded).walkable(), 16);
//! # Ok::<(), spanscope::pipeline::PipelineError>(())
//! ```
//!
//! **Dump** it, or its hashes alone:
//!
//! ```
//! use spanscope::io;
//! use spanscope::pipeline::dump::{DumpForm, hash_stage, write_dump};
//! use spanscope::pipeline::{Monitor, Stage, run};
//!
//! let result = run(&io::sample()?.scene()?, &Monitor::default())?;
//! let mut dump = Vec::new();
//! write_dump(&result, &[Stage::Merged], DumpForm::Lines, &mut dump)?;
//! assert!(dump.starts_with(b"frame 80 67 37\ndegenerate 1\n@merged\n"));
//! assert_eq!(hash_stage(&result, Stage::Merged), 0xd224_c3d0_958b_b85c);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Compare** another engine's dump with it:
//!
//! ```
//! use spanscope::inspect::{Snapshot, compare};
//! use spanscope::io::results::dump_text;
//! use spanscope::pipeline::{Input, Mesh, Monitor, Scene, Stage, run};
//! use std::sync::Arc;
//!
//! let theirs = "frame 2 1 2\n@merged\n0 0 0:1:63\n1 0 0:1:0\n";
//! let theirs = dump_text::parse(theirs.as_bytes())?.snapshot;
//! # let vertices = vec![[0.0, 0.0, 0.0], [0.0, 0.0, 0.3], [0.6, 0.0, 0.3], [0.6, 0.0, 0.0]];
//! # let floor = Mesh { vertices, indices: vec![0, 1, 2, 0, 2, 3], areas: None };
//! # let scene = Scene { inputs: vec![Input::Mesh(Arc::new(floor))], ..Scene::default() };
//! let ours = Snapshot::of_run(&run(&scene, &Monitor::default())?);
//! let comparison = compare(["theirs".into(), "ours".into()], &theirs, &ours)?;
//! let merged = comparison.stage(Stage::Merged).expect("both have it");
//! assert_eq!((merged.columns.as_slice(), merged.differences.area), (&[1][..], 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Check** a folder of scenes:
//!
//! ```
//! use spanscope::check::{CheckError, Mode, Options, Verdict, check_folder};
//!
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//! # let scene = r#"{"inputs": [{"mesh": {"vertices": [[0,0,0],[0,0,3],[3,0,3]], "indices": [0,1,2]}}]}"#;
//! # std::fs::write(folder.join("floor.scene.json"), scene)?;
//! let update = Options { mode: Mode::Update { with_columns: true }, ..Options::default() };
//! check_folder(folder, &update, |_, _| Ok::<_, CheckError>(()))?;
//!
//! let tally = check_folder(folder, &Options::default(), |checked, count| {
//!     println!("{} of {count}: {:?}", checked.scene.name, checked.verdict());
//!     Ok::<_, CheckError>(())
//! })?;
//! assert_eq!(tally.verdict(), Verdict::Equal);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod expected;
mod files;
mod folder;
mod pictures;
mod pixels;
mod scene;
mod stages;

pub use crate::app::pictures::{opaque, picture, png};
pub use error::CheckError;
pub use expected::Expected;
pub use files::{Filter, SceneFile, scenes};
pub use folder::{Checked, Options, Tally, check_folder};
pub use pictures::{PictureFinding, PictureState, ShownPictures};
pub use pixels::{PixelDifference, SQUARE, SizeMismatch, difference};
pub use scene::{Facts, Findings, StageFinding, Verdict, check_scene};
pub use stages::{ColumnDifference, Columns, MAX_LINES, StageDifference};

/// Whether expectations are compared with, or written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    #[default]
    Compare,
    /// What a scene becomes now is expected from now on. Golden pictures that pass stay as they are.
    Update {
        /// Whether what the stages hold is kept too. It takes some space, and without it a later difference has no columns.
        with_columns: bool,
    },
}
