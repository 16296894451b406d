//! Where a glTF's bytes are: in the file, in its text, or in files beside it.

use super::GltfError;
use crate::io::scene_json::kind::{is_object, without_mark};
use base64::Engine as _;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use gltf::json::buffer::View;
use gltf::json::{Index, Root};
use percent_encoding::{percent_decode, percent_decode_str};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Standard base64, with or without the padding that some writers leave out.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The JSON text and the binary chunk of a file, which is plain JSON or a GLB.
pub fn split(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), GltfError> {
    if !bytes.starts_with(b"glTF") {
        return if is_object(bytes) { Ok((without_mark(bytes), None)) } else { Err(GltfError::Magic) };
    }
    // The crate subtracts the header from this.
    if let Some(length) = bytes.get(8..12).and_then(<[u8]>::as_array).copied().map(u32::from_le_bytes)
        && length < 12
    {
        return Err(GltfError::Length { length });
    }
    let glb = gltf::Glb::from_slice(bytes).map_err(|error| GltfError::Glb { reason: error.to_string() })?;
    let borrowed = |part| match part {
        Cow::Borrowed(part) => part,
        Cow::Owned(_) => &[][..], // A slice gives slices.
    };
    Ok((borrowed(glb.json), glb.bin.map(borrowed)))
}

/// The content of all buffers.
pub struct Buffers<'a>(Vec<Content<'a>>);

enum Content<'a> {
    Chunk(&'a [u8]),
    Own(Arc<Vec<u8>>),
}

impl Content<'_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Chunk(bytes) => bytes,
            Self::Own(bytes) => bytes,
        }
    }
}

impl<'a> Buffers<'a> {
    /// Reads all buffers of a file; those in files of their own lie relative to `path`.
    pub fn load(root: &Root, chunk: Option<&'a [u8]>, path: &Path) -> Result<Self, GltfError> {
        let mut files = BTreeMap::new(); // A file may name another any number of times.
        let mut buffers = Vec::new();
        for (number, buffer) in root.buffers.iter().enumerate() {
            let content = match (&buffer.uri, chunk) {
                (Some(uri), _) => match uri.strip_prefix("data:") {
                    Some(data) => Content::Own(Arc::new(decode(data, number)?)),
                    None => Content::Own(read_once(&mut files, uri, number, path)?),
                },
                (None, Some(chunk)) if number == 0 => Content::Chunk(chunk),
                (None, _) => return Err(GltfError::NoChunk { buffer: number }),
            };
            let (length, bytes) = (buffer.byte_length.0, content.bytes().len());
            if length > bytes as u64 {
                return Err(GltfError::Buffer { buffer: number, length, bytes });
            }
            buffers.push(content);
        }
        Ok(Self(buffers))
    }

    /// The bytes of a view, and the view.
    pub fn view<'r>(
        &self,
        root: &'r Root,
        index: Index<View>,
        accessor: usize,
    ) -> Result<(&[u8], &'r View), GltfError> {
        let view = root.get(index).ok_or_else(|| GltfError::no_such("buffer view", index, "accessor", accessor))?;
        let number = index.value();
        let content = self.0.get(view.buffer.value());
        let content = content.ok_or_else(|| GltfError::no_such("buffer", view.buffer, "buffer view", number))?;
        let (offset, length) = (view.byte_offset.unwrap_or_default().0, view.byte_length.0);
        let bytes = content.bytes();
        let range = usize::try_from(offset).ok().zip(offset.checked_add(length).and_then(|end| end.try_into().ok()));
        let slice = range.and_then(|(start, end): (usize, usize)| bytes.get(start..end));
        let buffer = view.buffer.value();
        slice.map(|slice| (slice, view)).ok_or(GltfError::View {
            view: number,
            offset,
            length,
            buffer,
            bytes: bytes.len(),
        })
    }
}

/// What a data URI holds, behind its scheme.
fn decode(data: &str, buffer: usize) -> Result<Vec<u8>, GltfError> {
    let bad = |reason: String| GltfError::DataUri { buffer, reason };
    let (kind, content) = data.split_once(',').ok_or_else(|| bad("no comma".into()))?;
    let content = Cow::from(percent_decode_str(content));
    if !kind.ends_with(";base64") {
        return Ok(content.into_owned());
    }
    BASE64.decode(content).map_err(|error| bad(error.to_string()))
}

/// The content of a file that a URI names, read at most once.
fn read_once(
    files: &mut BTreeMap<PathBuf, Arc<Vec<u8>>>,
    uri: &str,
    buffer: usize,
    path: &Path,
) -> Result<Arc<Vec<u8>>, GltfError> {
    let is_scheme = |scheme: &str| scheme.len() > 1 && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let name = percent_decode(uri.as_bytes()).decode_utf8();
    let (Ok(name), false) = (name, uri.split_once(':').is_some_and(|(scheme, _)| is_scheme(scheme))) else {
        return Err(GltfError::Uri { buffer, uri: uri.chars().take(60).collect() });
    };
    let file = path.parent().unwrap_or(Path::new("")).join(&*name);
    let error = |source| GltfError::File { buffer, file: file.clone(), source };
    let real = file.canonicalize().map_err(error)?;
    if let Some(content) = files.get(&real) {
        return Ok(content.clone());
    }
    if !real.metadata().map_err(error)?.is_file() {
        return Err(error(std::io::Error::other("not a regular file")));
    }
    let content = Arc::new(std::fs::read(&real).map_err(error)?);
    files.insert(real, content.clone());
    Ok(content)
}
