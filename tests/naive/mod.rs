//! A second, slow implementation of two stages, written from the specification's text alone.
//!
//! It uses plain lists and maps, and asks every column and every span the same question, one after the other. Only the
//! arithmetic is the same as in the program, because the specification fixes it: float32, in a given order.

pub mod erode;
pub mod rasterize;
