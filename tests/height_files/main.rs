//! Height maps become terrain: every stored number keeps its value, and broken files are refused quickly.

mod broken;
mod formats;
mod geotiff;
mod images;
mod real;
mod samples;
mod terrain;
