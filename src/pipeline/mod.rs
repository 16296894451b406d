//! The specification, and nothing else: scenes in, every stage's spans out.
//!
//! Pure computation. Nothing here opens a file, draws, starts a thread or looks at a clock for anything but the time a
//! stage took. Arithmetic is float32 in the specification's order, with every product and sum rounded by itself, so a
//! result depends on the scene alone.
//!
//! What goes in: [`Frame`], [`SpanSettings`], [`Input`], [`ConvexVolume`], together a [`Scene`].
//! What comes out: a [`PipelineRun`] with the result of every [`Stage`].

pub mod area;
pub mod clip;
pub mod convex_volume;
pub mod dump;
pub mod error;
pub mod frame;
pub mod height_grid;
pub mod memory;
pub mod mesh;
pub mod monitor;
pub mod open_span;
pub mod piece;
pub mod run;
pub mod scene;
pub mod settings;
pub mod span;
pub mod stage;
pub mod triangle;
pub mod voxel_chunk;

pub use area::{AreaId, NOT_WALKABLE, WALKABLE};
pub use convex_volume::ConvexVolume;
pub use error::{ErrorKind, PipelineError, Place};
pub use frame::{Frame, FrameSpec};
pub use height_grid::HeightGrid;
pub use mesh::Mesh;
pub use monitor::{Monitor, Phase};
pub use open_span::{NO_LINK, OpenColumns, OpenSpan};
pub use piece::{DropCause, DroppedPiece, Piece, PieceLog};
pub use run::{PipelineRun, Rules, StageView, run, run_by};
pub use scene::{Input, Scene};
pub use settings::SpanSettings;
pub use span::{Span, SpanColumns};
pub use stage::Stage;
pub use voxel_chunk::{VoxelChunk, VoxelRun};
