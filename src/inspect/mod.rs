//! Questions about a run, answered from its arrays alone.

pub mod pick;

pub use pick::{Crop, Face, Hit, Ray, pick};
