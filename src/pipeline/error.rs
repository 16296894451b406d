//! Why a scene is refused: one variant a rule, with the value and the bound.

use super::frame::{MAX_CELL, MAX_COLUMNS, MIN_CELL};
use std::fmt;
use thiserror::Error;

/// The coordinate of a world position that an error speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The frame's origin.
    Origin { axis: char },
    /// A corner of the bounds a frame is made from: `"min"` or `"max"`.
    Bounds { corner: &'static str, axis: char },
    /// A vertex of an input; in a height grid, heights are vertices with x fastest.
    Vertex { input: usize, vertex: usize, axis: char },
    /// A corner of an area volume.
    VolumeCorner { volume: usize, corner: usize, axis: char },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Origin { axis } => write!(f, "frame: origin {axis}"),
            Self::Bounds { corner, axis } => write!(f, "frame: {corner} {axis}"),
            Self::Vertex { input, vertex, axis } => write!(f, "input {input}: {axis} of vertex {vertex}"),
            Self::VolumeCorner { volume, corner, axis } => write!(f, "volume {volume}: {axis} of corner {corner}"),
        }
    }
}

/// The family of an error: the word a refused scene prints on standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    NaN,
    OutOfRange,
    EmptyBounds,
    BadIndex,
    BadSettings,
    BadChunk,
    BadVolume,
    BadGrid,
    BadScene,
    BadFile,
    Io,
    TooLarge,
    Cancelled,
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// Why the pipeline refuses a scene. Inputs, volumes and everything in them count from 0.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PipelineError {
    #[error("{place} is not a number")]
    NotANumber { place: Place },
    #[error("{place} is {value}, beyond ±2097152 (2^21)")]
    OutOfRange { place: Place, value: f64 },

    #[error("frame: {name} is {value}, outside {MIN_CELL} (2^-20) to {MAX_CELL} (2^20)")]
    CellSize { name: &'static str, value: f32 },
    #[error("frame: {name} is {value}, outside 1 to {limit}")]
    Dimension { name: &'static str, value: i64, limit: i64 },
    #[error("frame: {width} x {depth} columns are more than {MAX_COLUMNS} (2^24)")]
    TooManyColumns { width: i64, depth: i64 },
    #[error("frame: max {axis} is {max}, not above min {axis}, which is {min}")]
    EmptyBounds { axis: char, min: f64, max: f64 },
    #[error("frame: no input has a place to make the frame from; give an origin and dimensions, or min and max")]
    NothingToBound,

    #[error("settings: {name} is {value}, outside {min} to {max}")]
    Setting { name: &'static str, value: i32, min: i32, max: i32 },
    #[error("settings: slope_cosine is {value}, outside -1 to 1")]
    SlopeCosine { value: f32 },

    #[error("input {input}: {count} indices are not whole triangles (a multiple of 3)")]
    IndexCount { input: usize, count: usize },
    #[error("input {input}: index {position} is {index}, outside the {vertices} vertices")]
    Index { input: usize, position: usize, index: i32, vertices: usize },
    #[error("input {input}: {areas} areas for {triangles} triangles")]
    AreaCount { input: usize, areas: usize, triangles: usize },

    #[error("input {input}: a height grid of {count_x} x {count_z} heights is below 2 x 2")]
    HeightGridSize { input: usize, count_x: i64, count_z: i64 },
    #[error("input {input}: {heights} heights for a height grid of {count_x} x {count_z}")]
    HeightCount { input: usize, heights: usize, count_x: i64, count_z: i64 },
    #[error("input {input}: the height grid's spacing is {spacing}, not finite and above 0")]
    HeightSpacing { input: usize, spacing: f32 },

    #[error("input {input}: the chunk's {name} is {value}, below 1")]
    ChunkSize { input: usize, name: &'static str, value: i32 },
    #[error("input {input}: run {run} lies in column {x}, {z}, outside the chunk's {width} x {depth}")]
    ChunkColumn { input: usize, run: usize, x: i32, z: i32, width: i32, depth: i32 },
    #[error("input {input}: run {run} has length {length}, below 1")]
    ChunkRunLength { input: usize, run: usize, length: i32 },
    #[error("input {input}: run {run} covers rows {start} to {end}, outside the chunk's 0 to {height}")]
    ChunkRunRows { input: usize, run: usize, start: i64, end: i64, height: i32 },
    #[error("input {input}: run {run} has material {material}, outside 1 to 255")]
    ChunkMaterial { input: usize, run: usize, material: i32 },
    #[error(
        "input {input}: run {run} starts at row {start}, below row {end} where the run before it in its column ends"
    )]
    ChunkOrder { input: usize, run: usize, start: i64, end: i64 },
    #[error("input {input}: {count} material areas, not 256")]
    ChunkMaterialAreas { input: usize, count: usize },
    #[error("a dense volume of {width} x {depth} x {height} does not have {voxels} voxels")]
    ChunkDenseSize { width: i32, depth: i32, height: i32, voxels: usize },

    #[error("volume {volume}: {corners} corners, outside 3 to 256")]
    VolumeCorners { volume: usize, corners: usize },
    #[error("volume {volume}: the polygon has no area")]
    VolumeZeroArea { volume: usize },
    #[error(
        "volume {volume}: the polygon is not convex and simple (corner {corner} lies on the wrong side of edge {edge})"
    )]
    VolumeNotConvex { volume: usize, edge: usize, corner: usize },
    #[error("volume {volume}: min_y is {min_y}, not at or below max_y, which is {max_y}")]
    VolumeInterval { volume: usize, min_y: f64, max_y: f64 },

    #[error("triangle {triangle} brings the raw pieces above {limit}; use larger cells or a smaller frame")]
    TooManyPieces { triangle: usize, limit: usize },
    #[error("{triangles} triangles are more than {limit}")]
    TooManyTriangles { triangles: usize, limit: usize },
    #[error(
        "this needs about {}, more than the limit of {}; crop it, raise the cell size or raise the limit",
        bytes(*needs), bytes(*limit)
    )]
    Memory { needs: u64, limit: u64 },
    #[error("the run was cancelled")]
    Cancelled,
}

/// A number of bytes as a person reads it.
fn bytes(count: u64) -> String {
    const UNITS: [(&str, f64); 3] = [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)];
    let value = count as f64;
    match UNITS.into_iter().find(|(_, unit)| value >= *unit) {
        Some((name, unit)) => format!("{:.1} {name}", value / unit),
        None => format!("{count} bytes"),
    }
}

impl PipelineError {
    /// The family this error belongs to.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::NotANumber { .. } => ErrorKind::NaN,
            Self::OutOfRange { .. } => ErrorKind::OutOfRange,
            Self::EmptyBounds { .. } | Self::NothingToBound => ErrorKind::EmptyBounds,
            Self::Setting { .. } | Self::SlopeCosine { .. } => ErrorKind::BadSettings,
            Self::IndexCount { .. } | Self::Index { .. } | Self::AreaCount { .. } => ErrorKind::BadIndex,
            Self::CellSize { .. }
            | Self::Dimension { .. }
            | Self::TooManyColumns { .. }
            | Self::HeightGridSize { .. }
            | Self::HeightCount { .. }
            | Self::HeightSpacing { .. } => ErrorKind::BadGrid,
            Self::ChunkSize { .. }
            | Self::ChunkColumn { .. }
            | Self::ChunkRunLength { .. }
            | Self::ChunkRunRows { .. }
            | Self::ChunkMaterial { .. }
            | Self::ChunkOrder { .. }
            | Self::ChunkMaterialAreas { .. }
            | Self::ChunkDenseSize { .. } => ErrorKind::BadChunk,
            Self::VolumeCorners { .. }
            | Self::VolumeZeroArea { .. }
            | Self::VolumeNotConvex { .. }
            | Self::VolumeInterval { .. } => ErrorKind::BadVolume,
            Self::TooManyPieces { .. } | Self::TooManyTriangles { .. } | Self::Memory { .. } => ErrorKind::TooLarge,
            Self::Cancelled => ErrorKind::Cancelled,
        }
    }
}
