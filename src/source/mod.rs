//! What is measured or made by a rule, and how it becomes an input.

pub mod height_map;
