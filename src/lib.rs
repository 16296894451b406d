pub mod draw;
pub mod inspect;
pub mod pipeline;
pub mod render;
