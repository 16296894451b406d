//! The window.
//!
//! [`Shell`] is the whole of it, without a window system: it draws itself into any egui context, so a real window, a
//! picture made headless and a test are the same code. Panels read and ask: they get what is there and push
//! [`Action`]s, which are applied after the frame.

pub mod actions;
pub mod camera;
pub mod command_line;
mod density_drawing;
pub mod dialogs;
pub mod drawing;
mod events;
mod files;
mod input;
mod inputs;
pub mod job;
pub mod marks;
pub mod measuring;
pub mod missing;
pub mod other;
pub mod panels;
mod perform;
pub mod pictures;
pub mod preferences;
pub mod product;
pub mod questions;
pub mod recovery;
pub mod replay;
pub mod repro;
mod screenshot;
pub mod shell;
pub mod studio;
pub mod theme;
pub mod transient;
pub mod viewport;
mod watch;
pub mod window;
pub mod worker;

pub use actions::Action;
pub use shell::Shell;
pub use window::run_window;
