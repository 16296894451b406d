//! Charts, connected pieces, sections and measures: values on small scenes by hand, and what must hold of any scene.

#[path = "../support/mod.rs"]
mod support;

mod charts;
mod figures;
mod measure;
mod pieces;
mod section;
