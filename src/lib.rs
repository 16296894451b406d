//! Spanscope: an inspector for the front half of navigation-mesh building.
//!
//! It runs rasterize → merge → three filters → compact → erosion → area volumes exactly as the specification says, keeps
//! what every stage computed, and shows it. The modules, in reading order:
//!
//! - [`pipeline`]: the specification itself, pure computation;
//! - [`recast`]: the rasterizer and merge rule of Recast, to be compared with the specification's;
//! - [`surface`]: density grids to meshes, by marching cubes;
//! - [`source`]: inputs as people have them, and what is made of them;
//! - [`io`]: files to scenes and back;
//! - [`inspect`]: questions about a run: what changed, what is in a column, what is under the pointer;
//! - [`reduce`]: small repros: a scene made smaller while something about it holds;
//! - [`session`]: what a person has open, and every way to change it;
//! - [`draw`]: a stage as plain arrays of boxes, triangles and lines;
//! - [`render`]: those arrays on the graphics card;
//! - [`app`]: the window;
//! - [`check`]: whether scenes still become what is expected of them;
//! - [`headless`]: the command line.
//!
//! Dependencies point one way, from the end of this list to its beginning; `pipeline` uses nothing of ours.
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
//! assert_eq!(result.stage(Stage::Merged).walkable(), 100);
//! # Ok::<(), spanscope::pipeline::PipelineError>(())
//! ```

pub mod pipeline;

pub mod recast;

pub mod surface;

pub mod source;

pub mod io;

pub mod inspect;

pub mod reduce;

pub mod session;

pub mod draw;

pub mod render;

pub mod app;

pub mod check;

pub mod headless;
