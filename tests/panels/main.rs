//! The panels by label and click, without a graphics card: what a person does, and what comes of it.

mod window;

mod charts;
mod checks;
mod column;
mod compare;
mod density;
mod files;
mod inputs;
mod keys;
mod measure;
mod missing;
mod pieces;
mod replay;
mod section;
mod session_files;
mod settings;
mod stages;
mod states;
mod toolbar;
mod triangle;
mod view;
mod volumes;
mod why;
