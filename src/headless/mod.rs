//! The command line: what runs without a window.

pub mod args;
pub mod density_args;
pub mod dump;
pub mod import;
pub mod overrides;
pub mod shot;
pub mod surface;

pub use args::{Cli, Command};
