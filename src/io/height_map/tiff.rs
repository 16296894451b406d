//! TIFF and GeoTIFF images as heights.

mod geo;
mod outline;

use super::{HeightError, check_counts};
use crate::source::height_map::{HeightSamples, SampleKind};
use std::io::Cursor;
use tiff::ColorType;
use tiff::decoder::{ChunkType, Decoder, DecodingResult, DecodingSampleType, Limits};
use tiff::tags::{PhotometricInterpretation, PlanarConfiguration, Tag};

/// The most bytes of a strip or tile: 2^30.
const MAX_BLOCK: u64 = 1 << 30;

/// No stream of LZW, deflate or PackBits becomes more than this many times as long; LZW has the most, 2,731.
const MAX_RATIO: u64 = 4096;

/// The compressions that cannot make much of a few bytes, by their numbers in the file: none, LZW, deflate by its two
/// numbers, PackBits.
const COMPRESSIONS: [u16; 5] = [1, 5, 8, 32_946, 32_773];

type File<'a> = Decoder<Cursor<&'a [u8]>>;

/// Reads the first band of the first image, of 8 to 32 bits or floats. What GDAL writes into a file is heeded: the
/// value that stands for no data, scale and offset, and blocks that are left out. The place is that of the GeoTIFF
/// tags.
///
/// # Errors
/// Content that is no TIFF, breaks off or is broken; kinds of samples and compression that are not known here; sizes
/// that are too large.
pub fn parse(bytes: &[u8]) -> Result<HeightSamples, HeightError> {
    let outline = outline::read(bytes)?;
    let counts = check_counts(outline.counts)?;
    let mut limits = Limits::default();
    limits.decoding_buffer_size = MAX_BLOCK as usize;
    let mut file = Decoder::new(Cursor::new(bytes))?.with_limits(limits);
    let bands = bands(&mut file, outline.bands)?;
    let kind = kind(&mut file)?;
    let nodata = geo::nodata(&mut file, kind)?;
    let blocks = blocks(&mut file, counts, bands, bytes.len() as u64)?;
    let mut notes = Vec::new();
    if bands.count > 1 {
        notes.push(format!("bands beyond the first left out: {}", bands.count - 1));
    }
    let missing = blocks.iter().filter(|block| block.is_missing).count();
    if missing > 0 {
        notes.push(format!("blocks that are not in the file: {missing} of {}", blocks.len()));
    }
    // As GDAL has it for what is not in the file.
    let mut values = vec![nodata.unwrap_or(0.0); counts[0] * counts[1]];
    for (number, block) in (0..).zip(&blocks).filter(|(_, block)| !block.is_missing) {
        read_block(file.read_chunk(number)?, block, bands.in_block, counts[0], &mut values)?;
    }
    geo::unscale(&mut file, &mut values, nodata, &mut notes)?;
    let geo::Place { spacing, corner } = geo::place(&mut file, &mut notes)?;
    Ok(HeightSamples { counts, values, spacing, corner, kind, notes })
}

/// How many numbers a pixel has.
#[derive(Clone, Copy, Debug)]
struct Bands {
    count: usize,
    /// Those that lie together: all, or one where each band has blocks of its own.
    in_block: usize,
}

/// The bands of an image that can be read as heights.
fn bands(file: &mut File, stored: u64) -> Result<Bands, HeightError> {
    let refused = |reason| Err(HeightError::Whole(reason));
    let compression = file.find_tag_unsigned(Tag::Compression)?.unwrap_or(1_u16);
    if !COMPRESSIONS.contains(&compression) {
        return refused(format!("compression {compression} is not known here; none, LZW, deflate and PackBits are"));
    }
    let photometric = file.find_tag_unsigned(Tag::PhotometricInterpretation)?;
    if photometric == Some(PhotometricInterpretation::WhiteIsZero.to_u16()) {
        return refused("white is 0 in this image, so its samples are no heights".into());
    }
    let count = match file.colortype()? {
        ColorType::Gray(_) => 1,
        ColorType::RGB(_) => 3,
        ColorType::RGBA(_) => 4,
        ColorType::Multiband { num_samples, .. } => num_samples,
        other => return refused(format!("an image of colours {other:?} holds no heights")),
    };
    if u64::from(count) != stored {
        return refused(format!("{stored} bands, of which {count} are colours, are not known here"));
    }
    let count = usize::from(count);
    let is_planar = file.find_tag_unsigned(Tag::PlanarConfiguration)? == Some(PlanarConfiguration::Planar.to_u16());
    Ok(Bands { count, in_block: if is_planar { 1 } else { count } })
}

fn kind(file: &mut File) -> Result<SampleKind, HeightError> {
    let bits = file.colortype()?.bit_depth();
    let layout = file.image_chunk_buffer_layout(0)?;
    match (layout.sample_type, bits) {
        (Some(DecodingSampleType::U8), 8) => Ok(SampleKind::U8),
        (Some(DecodingSampleType::I8), 8) => Ok(SampleKind::I8),
        (Some(DecodingSampleType::U16), 16) => Ok(SampleKind::U16),
        (Some(DecodingSampleType::I16), 16) => Ok(SampleKind::I16),
        (Some(DecodingSampleType::U32), 32) => Ok(SampleKind::U32),
        (Some(DecodingSampleType::I32), 32) => Ok(SampleKind::I32),
        (Some(DecodingSampleType::F32), 32) => Ok(SampleKind::F32),
        (Some(DecodingSampleType::F64), 64) => Ok(SampleKind::F64),
        _ => {
            let format = layout.sample_format;
            Err(HeightError::Whole(format!("samples of {bits} bits ({format:?}) are not known here")))
        }
    }
}

/// A strip or tile of the first band: where its part of the image lies.
struct Block {
    column: usize,
    row: usize,
    width: usize,
    /// Whether the file leaves it out, as GDAL does with blocks that hold nothing.
    is_missing: bool,
}

/// The strips or tiles of the first band, in the order of their numbers, each with enough bytes in the file.
fn blocks(file: &mut File, [columns, rows]: [usize; 2], bands: Bands, total: u64) -> Result<Vec<Block>, HeightError> {
    let chunk_type = file.get_chunk_type();
    let (starts, lengths) = match chunk_type {
        ChunkType::Strip => (Tag::StripOffsets, Tag::StripByteCounts),
        ChunkType::Tile => (Tag::TileOffsets, Tag::TileByteCounts),
    };
    let (starts, lengths) = (file.get_tag_u64_vec(starts)?, file.get_tag_u64_vec(lengths)?);
    let pixel = bands.in_block as u64 * u64::from(file.colortype()?.bit_depth()) / 8;
    let (width, height) = file.chunk_dimensions();
    let across = columns.div_ceil(width as usize);
    let down = rows.div_ceil(height as usize);
    let mut blocks = Vec::new();
    for (number, (at, length)) in starts.into_iter().zip(lengths).take(across * down).enumerate() {
        let (column, row) = (number % across * width as usize, number / across * height as usize);
        // The last strip ends with the image; a tile may reach beyond it.
        let height = if chunk_type == ChunkType::Strip { (height as usize).min(rows - row) } else { height as usize };
        let stored = u64::from(width).saturating_mul(height as u64).saturating_mul(pixel);
        if stored > MAX_BLOCK {
            return Err(HeightError::TooLarge { what: "bytes of a block", count: stored, limit: MAX_BLOCK });
        }
        let (needed, left) = (length.max(stored / MAX_RATIO), total.saturating_sub(at));
        let is_missing = length == 0;
        if !is_missing && (needed > left || needed > length) {
            return Err(HeightError::CutShort { what: "a block", at, needed, left: left.min(length) });
        }
        blocks.push(Block { column, row, width: (width as usize).min(columns - column), is_missing });
    }
    Ok(blocks)
}

/// Puts the first of every so many numbers of a block where it belongs.
fn read_block(
    block: DecodingResult,
    place: &Block,
    stride: usize,
    columns: usize,
    values: &mut [f64],
) -> Result<(), HeightError> {
    match block {
        DecodingResult::U8(block) => copy(&block, place, stride, columns, values),
        DecodingResult::I8(block) => copy(&block, place, stride, columns, values),
        DecodingResult::U16(block) => copy(&block, place, stride, columns, values),
        DecodingResult::I16(block) => copy(&block, place, stride, columns, values),
        DecodingResult::U32(block) => copy(&block, place, stride, columns, values),
        DecodingResult::I32(block) => copy(&block, place, stride, columns, values),
        DecodingResult::F32(block) => copy(&block, place, stride, columns, values),
        DecodingResult::F64(block) => copy(&block, place, stride, columns, values),
        _ => return Err(HeightError::Whole("samples of this kind are not known here".into())),
    }
    Ok(())
}

fn copy<T: Copy + Into<f64>>(block: &[T], place: &Block, stride: usize, columns: usize, values: &mut [f64]) {
    let rows = values.chunks_exact_mut(columns).skip(place.row);
    for (row, stored) in rows.zip(block.chunks_exact(place.width * stride)) {
        let row = &mut row[place.column..place.column + place.width];
        row.iter_mut().zip(stored.iter().step_by(stride)).for_each(|(value, &stored)| *value = stored.into());
    }
}
