//! STL meshes, text and binary.
//!
//! Read here and not by a crate: the one there is wants a name behind `solid`, finite normals and small letters, and stops
//! at the first of several solids. Files as people have them keep none of that.

use super::LoadError;
use super::formats::check_vertices;
use crate::pipeline::Mesh;
use crate::source::MeshParts;
use crate::source::mesh_source::PartsBuilder;
use std::path::Path;
use thiserror::Error;

/// The header, and the number of triangles.
const HEAD: usize = 80 + 4;
/// A normal, three corners, and two bytes that mean nothing.
const RECORD: usize = 12 + 3 * 12 + 2;

/// Why content is no STL mesh. Lines count from 1.
#[derive(Debug, Error)]
pub enum StlError {
    #[error("a binary STL has a header of {HEAD} bytes, and this file has only {bytes}")]
    Header { bytes: usize },
    #[error("{triangles} triangles need {needed} bytes, and this file has only {bytes}")]
    Truncated { triangles: u32, needed: u64, bytes: usize },
    #[error("{expected} is expected at line {line}, {text:?}")]
    Line { expected: &'static str, line: usize, text: String },
    #[error("the file ends before \"endsolid\"")]
    Ends,
}

/// Whether the content is surely STL: a binary of exactly the size its count asks for, or text that begins with a solid.
pub fn is_content(bytes: &[u8]) -> bool {
    let start = bytes[..bytes.len().min(1024)].to_ascii_lowercase();
    let has = |word: &[u8]| start.windows(word.len()).any(|window| window == word);
    is_sized(bytes) || (is_text(bytes) && (has(b"facet") || has(b"endsolid")))
}

/// Reads all triangles in file order; a part is a solid of a text. Normals and attributes are left aside: the corners' order tells the side a triangle
/// faces. Text is read as doubles, like OBJ.
///
/// # Errors
/// [`LoadError::Stl`] with the line or the sizes, and [`LoadError::NoTriangles`].
pub fn parse(bytes: &[u8], path: &Path) -> Result<MeshParts, LoadError> {
    let mut parts = PartsBuilder::default();
    let vertices = if is_text(bytes) { read_text(bytes, &mut parts) } else { read_binary(bytes) };
    let vertices = vertices.map_err(|reason| LoadError::Stl { path: path.to_owned(), reason })?;
    if vertices.is_empty() {
        return Err(LoadError::NoTriangles { path: path.to_owned() });
    }
    check_vertices(vertices.len(), path)?;
    Ok(parts.build(Mesh { indices: (0..vertices.len() as i32).collect(), vertices, areas: None }))
}

/// The number of triangles that a binary's header tells.
fn count(bytes: &[u8]) -> Option<u32> {
    bytes.get(80..HEAD)?.as_array().copied().map(u32::from_le_bytes)
}

/// How large a binary of so many triangles is.
fn size(triangles: u32) -> u64 {
    HEAD as u64 + RECORD as u64 * u64::from(triangles)
}

/// Whether this is as large as a binary with its count of triangles.
fn is_sized(bytes: &[u8]) -> bool {
    count(bytes).is_some_and(|triangles| size(triangles) == bytes.len() as u64)
}

/// Whether this is the text form. The header of a binary may begin with the same word.
fn is_text(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    let is_solid = start.len() >= 5 && start[..5].eq_ignore_ascii_case(b"solid");
    is_solid && !is_sized(bytes) && !bytes.contains(&0)
}

/// The corners of a binary's triangles, in order.
fn read_binary(bytes: &[u8]) -> Result<Vec<[f64; 3]>, StlError> {
    let triangles = count(bytes).ok_or(StlError::Header { bytes: bytes.len() })?;
    let needed = size(triangles);
    if needed > bytes.len() as u64 {
        return Err(StlError::Truncated { triangles, needed, bytes: bytes.len() });
    }
    let records = bytes[HEAD..].as_chunks::<RECORD>().0.iter().take(triangles as usize);
    let corners = records.flat_map(|record| record[12..48].as_chunks::<12>().0);
    let number = |bytes: &[u8; 4]| f64::from(f32::from_le_bytes(*bytes));
    Ok(corners.map(|corner| std::array::from_fn(|axis| number(&corner.as_chunks().0[axis]))).collect())
}

/// The corners of a text's triangles, in order, and the solids they belong to.
fn read_text(bytes: &[u8], parts: &mut PartsBuilder) -> Result<Vec<[f64; 3]>, StlError> {
    const WORDS: [&str; 7] = ["solid", "facet", "outer", "vertex", "endloop", "endfacet", "endsolid"];
    let text = String::from_utf8_lossy(bytes); // Names come in old encodings.
    let mut vertices = Vec::new();
    let mut last = "endsolid";
    let mut solid = String::new();
    for (number, line) in text.lines().enumerate() {
        let error = |expected| {
            let text = line.trim().chars().take(60).collect();
            StlError::Line { expected, line: number + 1, text }
        };
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { continue };
        let word = WORDS.into_iter().find(|word| first.eq_ignore_ascii_case(word)).unwrap_or_default();
        let corners = vertices.len() % 3;
        last = match (last, word) {
            ("endsolid", "solid") => {
                solid = words.collect::<Vec<_>>().join(" ");
                word
            }
            ("endloop", "endfacet") => {
                parts.add(&solid, 1);
                word
            }
            ("solid" | "endfacet", "facet" | "endsolid") | ("facet", "outer") => word,
            ("outer", "vertex") => {
                vertices.push(corner(words).ok_or_else(|| error("a vertex of three numbers"))?);
                if corners == 2 { "vertex" } else { last }
            }
            ("vertex", "endloop") => word,
            ("endsolid", _) => return Err(error("\"solid\"")),
            ("solid" | "endfacet", _) => return Err(error("\"facet\" or \"endsolid\"")),
            ("facet", _) => return Err(error("\"outer loop\"")),
            ("outer", _) => return Err(error("the vertex of a triangle")),
            ("vertex", _) => return Err(error("\"endloop\" after three vertices")),
            _ => return Err(error("\"endfacet\"")),
        };
    }
    if last == "endsolid" { Ok(vertices) } else { Err(StlError::Ends) }
}

/// Exactly three numbers.
fn corner<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<[f64; 3]> {
    let mut number = || words.next()?.parse().ok();
    let corner = [number()?, number()?, number()?];
    words.next().is_none().then_some(corner)
}
