//! Stub.
use crate::pipeline::Input;
#[derive(Clone, Debug, PartialEq)]
pub struct HeightSamples {
    pub counts: [usize; 2],
    pub values: Vec<f64>,
    pub notes: Vec<String>,
}
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct HeightPlacement {
    pub spacing: f32,
}
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum HeightMapError {
    #[error("x")]
    X,
}
pub fn to_input(_: &HeightSamples, _: &HeightPlacement) -> Result<Input, HeightMapError> {
    Err(HeightMapError::X)
}
