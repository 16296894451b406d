//! PLY meshes, text and binary of both byte orders.

use super::LoadError;
use super::formats::check_vertices;
use crate::pipeline::Mesh;
use crate::source::MeshParts;
use ply_rs_bw::parser::{ParseError, Parser, Reader};
use ply_rs_bw::ply::{ElementDef, Encoding, Header, Property, PropertyAccess, PropertyAccessResult, PropertyType};
use std::io::{BufRead, ErrorKind, Read as _};
use std::path::Path;
use thiserror::Error;

/// Names for the list of a face's corners; programs do not agree on one.
const CORNERS: [&str; 2] = ["vertex_indices", "vertex_index"];

/// Why content is no PLY mesh. Lines count from 1, faces and vertices from 0.
#[derive(Debug, Error)]
pub enum PlyError {
    #[error("this does not begin with a line \"ply\"")]
    Magic,
    #[error("the file ends within its {part}")]
    Ends { part: String },
    #[error("this is no {part} of a PLY file at line {line}, {text:?}")]
    Line { part: String, line: usize, text: String },
    #[error("{reason} in the {part}")]
    Other { part: String, reason: String },
    #[error("{count} of element {element} cannot be in a file of {bytes} bytes")]
    Count { element: String, count: usize, bytes: usize },
    #[error("element {element} has no property {property}")]
    Property { element: &'static str, property: &'static str },
    #[error("face {face} has corner {index}, outside the {vertices} vertices")]
    Index { face: usize, index: i64, vertices: usize },
}

/// Whether the first line is that of every PLY file.
pub fn is_content(bytes: &[u8]) -> bool {
    bytes.starts_with(b"ply\n") || bytes.starts_with(b"ply\r")
}

/// Reads the faces in file order; polygons become fans. All elements and properties but the vertices' positions and the
/// faces' corners are passed over.
///
/// # Errors
/// [`LoadError::Ply`] with the line or the element, [`LoadError::NoTriangles`], and [`LoadError::TooLarge`] when vertices
/// cannot be numbered.
pub fn parse(bytes: &[u8], path: &Path) -> Result<MeshParts, LoadError> {
    let error = |reason| LoadError::Ply { path: path.to_owned(), reason };
    let (vertices, faces) = read(bytes).map_err(error)?;
    check_vertices(vertices.len(), path)?;
    let vertices: Vec<[f64; 3]> = vertices.into_iter().map(|Vertex(position)| position).collect();
    let indices = fans(&faces, vertices.len()).map_err(error)?;
    if indices.is_empty() {
        return Err(LoadError::NoTriangles { path: path.to_owned() });
    }
    Ok(MeshParts::whole(Mesh { vertices, indices, areas: None }))
}

/// A vertex's position.
struct Vertex([f64; 3]);

/// A face's corners.
struct Face(Vec<i64>);

/// An element that is passed over.
struct Other;

impl PropertyAccess for Vertex {
    fn new() -> Self {
        Self([0.0; 3])
    }

    fn set_property(&mut self, name: &str, property: Property) -> PropertyAccessResult {
        let Some(axis) = ["x", "y", "z"].iter().position(|axis| *axis == name) else {
            return PropertyAccessResult::Ignored;
        };
        self.0[axis] = match property {
            Property::Char(value) => value.into(),
            Property::UChar(value) => value.into(),
            Property::Short(value) => value.into(),
            Property::UShort(value) => value.into(),
            Property::Int(value) => value.into(),
            Property::UInt(value) => value.into(),
            Property::Float(value) => value.into(),
            Property::Double(value) => value,
            _ => return PropertyAccessResult::UnsupportedType,
        };
        PropertyAccessResult::Set
    }
}

impl PropertyAccess for Face {
    fn new() -> Self {
        Self(Vec::new())
    }

    fn set_property(&mut self, name: &str, property: Property) -> PropertyAccessResult {
        fn widened<T: Into<i64>>(list: Vec<T>) -> Vec<i64> {
            list.into_iter().map(Into::into).collect()
        }
        if !CORNERS.contains(&name) {
            return PropertyAccessResult::Ignored;
        }
        self.0 = match property {
            Property::ListChar(list) => widened(list),
            Property::ListUChar(list) => widened(list),
            Property::ListShort(list) => widened(list),
            Property::ListUShort(list) => widened(list),
            Property::ListInt(list) => widened(list),
            Property::ListUInt(list) => widened(list),
            _ => return PropertyAccessResult::UnsupportedType,
        };
        PropertyAccessResult::Set
    }
}

impl PropertyAccess for Other {
    fn new() -> Self {
        Self
    }
}

fn read(bytes: &[u8]) -> Result<(Vec<Vertex>, Vec<Face>), PlyError> {
    if !is_content(bytes) {
        return Err(PlyError::Magic);
    }
    // Comments in old encodings are common, and of no use here.
    let end = b"end_header";
    let end = bytes.windows(end.len()).position(|window| window == end).unwrap_or(bytes.len());
    let head: Vec<u8> = bytes[..end].iter().map(|&byte| if byte.is_ascii() { byte } else { b'?' }).collect();
    let mut reader = Reader::new(head.as_slice().chain(&bytes[end..]));
    let header = Parser::<Other>::new().read_header(&mut reader).map_err(|e| explain("header", bytes, &e))?;
    check_header(&header, bytes.len())?;

    let (mut vertices, mut faces) = (Vec::new(), Vec::new());
    for (name, element) in &header.elements {
        match name.as_str() {
            "vertex" => vertices = elements(&mut reader, element, &header, bytes)?,
            "face" => faces = elements(&mut reader, element, &header, bytes)?,
            // Nothing is there to be passed over, however many times.
            _ if header.encoding != Encoding::Ascii && element.properties.is_empty() => {}
            _ => drop(elements::<Other>(&mut reader, element, &header, bytes)?),
        }
    }
    Ok((vertices, faces))
}

/// Checks that the elements have what makes a mesh, and that their counts can be true.
fn check_header(header: &Header, bytes: usize) -> Result<(), PlyError> {
    for (element, definition) in &header.elements {
        if definition.count > bytes {
            return Err(PlyError::Count { element: element.clone(), count: definition.count, bytes });
        }
    }
    let has = |element: &str, property: &str| {
        header.elements.get(element).is_none_or(|element| element.properties.contains_key(property))
    };
    if let Some(property) = ["x", "y", "z"].into_iter().find(|property| !has("vertex", property)) {
        return Err(PlyError::Property { element: "vertex", property });
    }
    let is_list = |property: &str| {
        let face = header.elements.get("face")?;
        Some(matches!(face.properties.get(property)?.data_type, PropertyType::List(..)))
    };
    if header.elements.contains_key("face") && !CORNERS.iter().any(|name| is_list(name) == Some(true)) {
        return Err(PlyError::Property { element: "face", property: CORNERS[0] });
    }
    Ok(())
}

fn elements<E: PropertyAccess>(
    reader: &mut Reader<impl BufRead>,
    element: &ElementDef,
    header: &Header,
    bytes: &[u8],
) -> Result<Vec<E>, PlyError> {
    let elements = Parser::new().read_payload_for_element(reader, element, header);
    elements.map_err(|error| explain(&format!("element {}", element.name), bytes, &error))
}

/// The crate's error as a sentence: its own text has several lines.
fn explain(part: &str, bytes: &[u8], error: &ParseError) -> PlyError {
    let part = part.to_owned();
    if error.kind() == ErrorKind::UnexpectedEof {
        return PlyError::Ends { part };
    }
    if let Some(line) = error.line() {
        let text = bytes.split(|&byte| byte == b'\n').nth(line.saturating_sub(1)).unwrap_or_default();
        let text = String::from_utf8_lossy(text).trim().chars().take(60).collect();
        return PlyError::Line { part, line, text };
    }
    let reason = error.to_string().lines().next().unwrap_or_default().trim_end_matches('.').to_owned();
    PlyError::Other { part, reason }
}

/// Three corners for each triangle of each face's fan.
fn fans(faces: &[Face], vertices: usize) -> Result<Vec<i32>, PlyError> {
    let mut indices = Vec::new();
    for (face, Face(corners)) in faces.iter().enumerate() {
        if let Some(&index) = corners.iter().find(|&&index| usize::try_from(index).map_or(true, |i| i >= vertices)) {
            return Err(PlyError::Index { face, index, vertices });
        }
        let [first, rest @ ..] = corners.as_slice() else { continue };
        // The vertices can be numbered, so these are small.
        indices.extend(rest.windows(2).flat_map(|pair| [*first, pair[0], pair[1]]).map(|index| index as i32));
    }
    Ok(indices)
}
