//! Whether scenes still become what they are expected to become, stage by stage and picture by picture.
//!
//! Beside a scene `NAME.scene.json` stand `NAME.expected` with the hash of each stage, `NAME.expected.dump.gz` with what the
//! stages hold, so that it can be said what has changed, and for each of the scene's checks a golden picture `NAME.CHECK.png`.
//! [`Mode::Update`] makes them.

mod error;
mod expected;
mod files;
mod folder;
mod pictures;
mod pixels;
mod scene;
mod stages;

pub use error::CheckError;
pub use expected::Expected;
pub use files::{Filter, SceneFile, scenes};
pub use folder::{Checked, Options, Tally, check_folder};
pub use pictures::{PictureFinding, PictureState, ShownPictures, picture};
pub use pixels::{PixelDifference, SQUARE, SizeMismatch, difference, opaque, png};
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
