//! Arrays in a glTF's buffers, checked before they are read.

use super::GltfError;
use super::buffer::Buffers;
use gltf::json::accessor::{Accessor, ComponentType, Type};
use gltf::json::buffer::View;
use gltf::json::validation::Checked;
use gltf::json::{Index, Root};

/// The most elements of an array that has no bytes and is all zeros but for its sparse elements.
const MAX_ZEROS: usize = 1 << 20;

/// Reads positions for a mesh: floats, or the integers of quantized meshes.
pub fn read_positions(
    root: &Root,
    buffers: &Buffers,
    index: Index<Accessor>,
    mesh: usize,
) -> Result<Vec<[f64; 3]>, GltfError> {
    let accessor = get(root, index, mesh)?;
    let expected = GltfError::AccessorType { accessor: index.value(), expected: "positions of three numbers" };
    match (accessor.type_, accessor.component_type) {
        (_, Checked::Valid(kind)) if kind.0 == ComponentType::U32 => Err(expected),
        (Checked::Valid(Type::Vec3), Checked::Valid(kind)) => read(root, buffers, (index.value(), accessor), |bytes| {
            std::array::from_fn(|axis| number(&bytes[axis * kind.0.size()..], kind.0, accessor.normalized))
        }),
        _ => Err(expected),
    }
}

/// Reads the numbers of vertices for a mesh, of which there are `vertices`.
pub fn read_indices(
    root: &Root,
    buffers: &Buffers,
    index: Index<Accessor>,
    mesh: usize,
    vertices: usize,
) -> Result<Vec<u32>, GltfError> {
    let accessor = get(root, index, mesh)?;
    let number = index.value();
    let indices = match (accessor.type_, accessor.component_type) {
        (Checked::Valid(Type::Scalar), Checked::Valid(kind)) if is_unsigned(kind.0) => {
            read(root, buffers, (number, accessor), |bytes| unsigned(bytes, kind.0))?
        }
        _ => return Err(GltfError::AccessorType { accessor: number, expected: "single unsigned integers" }),
    };
    match indices.iter().enumerate().find(|&(_, &index)| index as usize >= vertices) {
        Some((position, &index)) => Err(GltfError::Index { accessor: number, position, index, vertices }),
        None => Ok(indices),
    }
}

fn get(root: &Root, index: Index<Accessor>, mesh: usize) -> Result<&Accessor, GltfError> {
    root.get(index).ok_or_else(|| GltfError::no_such("accessor", index, "mesh", mesh))
}

/// Reads all elements of an array; `element` gets the bytes of one.
fn read<T: Clone>(
    root: &Root,
    buffers: &Buffers,
    (number, accessor): (usize, &Accessor),
    element: impl Fn(&[u8]) -> T,
) -> Result<Vec<T>, GltfError> {
    let size = element_size(accessor, number)?;
    let (count, offset) = (accessor.count.0, accessor.byte_offset.unwrap_or_default().0);
    let mut elements = match accessor.buffer_view {
        Some(view) => slices(root, buffers, view, number, [count, offset], size)?.map(&element).collect(),
        None if accessor.sparse.is_none() => return Err(GltfError::NoView { accessor: number }),
        None if count > MAX_ZEROS as u64 => {
            return Err(GltfError::TooManyZeros { accessor: number, count, limit: MAX_ZEROS });
        }
        None => vec![element(&[0; 64][..size]); count as usize],
    };
    if let Some(sparse) = &accessor.sparse {
        let Checked::Valid(kind) = sparse.indices.component_type else {
            return Err(GltfError::AccessorType { accessor: number, expected: "unsigned sparse indices" });
        };
        let (kind, count) = (kind.0, sparse.count.0);
        let places = [count, sparse.indices.byte_offset.0];
        let places = slices(root, buffers, sparse.indices.buffer_view, number, places, kind.size())?;
        let values = [count, sparse.values.byte_offset.0];
        let values = slices(root, buffers, sparse.values.buffer_view, number, values, size)?;
        for (place, value) in places.zip(values) {
            let (place, count) = (unsigned(place, kind) as usize, elements.len());
            let slot = elements.get_mut(place);
            *slot.ok_or(GltfError::SparseIndex { accessor: number, element: place, count })? = element(value);
        }
    }
    Ok(elements)
}

/// The bytes of one element; at most 64, those of a matrix.
fn element_size(accessor: &Accessor, number: usize) -> Result<usize, GltfError> {
    match (accessor.type_, accessor.component_type) {
        (Checked::Valid(dimensions), Checked::Valid(kind)) => Ok(dimensions.multiplicity() * kind.0.size()),
        _ => Err(GltfError::AccessorType { accessor: number, expected: "known types" }),
    }
}

/// The bytes of each of `count` elements of `size` bytes, from an offset in a buffer view.
fn slices<'a>(
    root: &Root,
    buffers: &'a Buffers,
    view: Index<View>,
    accessor: usize,
    [count, offset]: [u64; 2],
    size: usize,
) -> Result<impl Iterator<Item = &'a [u8]>, GltfError> {
    let (bytes, description) = buffers.view(root, view, accessor)?;
    let stride = description.byte_stride.map_or(size, |stride| stride.0);
    if stride < size {
        return Err(GltfError::Stride { accessor, stride, size });
    }
    // The last element needs no whole stride.
    let length = count.checked_sub(1).map_or(Some(0), |n| n.checked_mul(stride as u64)?.checked_add(size as u64));
    let end = length.and_then(|length| offset.checked_add(length)).and_then(|end| usize::try_from(end).ok());
    let start = usize::try_from(offset).ok();
    let slice = start.zip(end).and_then(|(start, end)| bytes.get(start..end));
    let slice = slice.ok_or(GltfError::Elements { accessor, count, offset, bytes: bytes.len(), view: view.value() })?;
    Ok(slice.chunks(stride).map(move |chunk| &chunk[..size]))
}

fn is_unsigned(kind: ComponentType) -> bool {
    matches!(kind, ComponentType::U8 | ComponentType::U16 | ComponentType::U32)
}

/// An unsigned integer at the start of these bytes; kinds with a sign are never asked for.
fn unsigned(bytes: &[u8], kind: ComponentType) -> u32 {
    match kind {
        ComponentType::U32 => u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
        ComponentType::U16 => u16::from_le_bytes([bytes[0], bytes[1]]).into(),
        _ => bytes[0].into(),
    }
}

/// A number at the start of these bytes; a normalized one is a fraction of its kind's largest.
fn number(bytes: &[u8], kind: ComponentType, normalized: bool) -> f64 {
    let (value, largest) = match kind {
        ComponentType::I8 => (f64::from(i8::from_le_bytes([bytes[0]])), 127.0),
        ComponentType::U8 => (f64::from(bytes[0]), 255.0),
        ComponentType::I16 => (f64::from(i16::from_le_bytes([bytes[0], bytes[1]])), 32767.0),
        ComponentType::U16 => (f64::from(u16::from_le_bytes([bytes[0], bytes[1]])), 65535.0),
        ComponentType::U32 => (f64::from(unsigned(bytes, kind)), 1.0),
        ComponentType::F32 => {
            return f64::from(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        }
    };
    if normalized { (value / largest).max(-1.0) } else { value }
}
