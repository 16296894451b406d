pub mod draw;
pub mod pipeline;
