//! The command line: what runs without a window.

pub mod args;
pub mod dump;
pub mod overrides;

pub use args::{Cli, Command};
