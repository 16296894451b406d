//! PNG images as heights.

use super::{HeightError, check_counts, is_png};
use crate::source::height_map::{HeightSamples, SampleKind};
use png::{BitDepth, Decoder, Limits, Transformations};
use std::io::Cursor;

/// What every PNG image begins with.
pub const MAGIC: &[u8] = b"\x89PNG\r\n\x1a\n";

/// No deflate stream becomes more than this many times as long.
const MAX_RATIO: u64 = 1032;

/// The most bytes the decoder may keep besides the image.
const MAX_KEPT: usize = 1 << 24;

/// Reads an image of 1 to 16 bits. Grey is the height as it is stored, but 1, 2 and 4 bits are spread over 0 to 255. Of
/// a colour image the brightness is the height. Where alpha is 0 there is no data; other alpha is left aside.
///
/// # Errors
/// An image that breaks off or is broken anywhere, also in its checksums; sizes that are too large.
pub fn parse(bytes: &[u8]) -> Result<HeightSamples, HeightError> {
    if !is_png(bytes) {
        return Err(HeightError::WrongMagic { format: "PNG image", magic: "\"\\x89PNG\"" });
    }
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: MAX_KEPT });
    decoder.set_transformations(Transformations::EXPAND);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let info = decoder.read_header_info()?;
    let counts = check_counts([info.width.into(), info.height.into()])?;
    let stored = info.raw_bytes() as u64;
    if stored / MAX_RATIO > bytes.len() as u64 {
        return Err(HeightError::CutShort {
            what: "the image",
            at: 0,
            needed: stored / MAX_RATIO,
            left: bytes.len() as u64,
        });
    }
    let is_spread = (info.bit_depth as u8) < 8;
    let mut reader = decoder.read_info()?;
    let mut bytes = vec![0; reader.output_buffer_size().ok_or(png::DecodingError::LimitsExceeded)?];
    let frame = reader.next_frame(&mut bytes)?;
    reader.finish()?;
    if [frame.width as usize, frame.height as usize] != counts {
        return Err(HeightError::Whole("the first picture of this animation does not fill it".into()));
    }
    let depth = if frame.bit_depth == BitDepth::Sixteen { Depth::Sixteen } else { Depth::Eight };
    let pixels = Pixels { bytes, channels: frame.color_type.samples(), depth };
    let mut notes = Vec::new();
    if is_spread && !matches!(reader.info().color_type, png::ColorType::Indexed) {
        notes.push("levels of fewer than 8 bits are spread over 0 to 255".into());
    }
    let values = pixels.heights(&mut notes);
    Ok(HeightSamples { counts, values, spacing: None, corner: None, kind: depth.kind(), notes })
}

/// How many bits a channel has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Depth {
    Eight,
    Sixteen,
}

impl Depth {
    fn bytes(self) -> usize {
        match self {
            Self::Eight => 1,
            Self::Sixteen => 2,
        }
    }

    fn kind(self) -> SampleKind {
        match self {
            Self::Eight => SampleKind::U8,
            Self::Sixteen => SampleKind::U16,
        }
    }
}

/// An image of one to four channels: grey or red, green and blue, each alone or with alpha.
struct Pixels {
    bytes: Vec<u8>,
    channels: usize,
    depth: Depth,
}

impl Pixels {
    /// The pixels in order, each as its channels.
    fn iter(&self) -> impl Iterator<Item = [u16; 4]> {
        self.bytes.chunks_exact(self.channels * self.depth.bytes()).map(|pixel| {
            let mut channels = [0; 4];
            match self.depth {
                Depth::Eight => channels.iter_mut().zip(pixel).for_each(|(channel, &byte)| *channel = byte.into()),
                Depth::Sixteen => {
                    let words = pixel.as_chunks().0.iter().copied().map(u16::from_be_bytes);
                    channels.iter_mut().zip(words).for_each(|(channel, word)| *channel = word);
                }
            }
            channels
        })
    }

    /// A height for every pixel, NaN where it is transparent.
    fn heights(&self, notes: &mut Vec<String>) -> Vec<f64> {
        let has_colours = self.channels > 2 && self.iter().any(|[red, green, blue, _]| red != green || red != blue);
        if has_colours {
            notes.push(
                "a colour image: the brightness of a pixel (21 % red, 72 % green, 7 % blue) is its height".into(),
            );
        }
        let alpha = match self.channels {
            2 => Some(1),
            4 => Some(3),
            _ => None,
        };
        let alpha = alpha.filter(|&alpha| {
            let is_visible = self.iter().any(|pixel| pixel[alpha] > 0);
            if !is_visible {
                notes.push("every pixel is transparent, so transparency is left aside".into());
            }
            is_visible
        });
        let height = |pixel: [u16; 4]| match alpha {
            Some(alpha) if pixel[alpha] == 0 => f64::NAN,
            _ if has_colours => brightness(pixel),
            _ => pixel[0].into(),
        };
        self.iter().map(height).collect()
    }
}

/// The luma of Rec. 709, a whole number, which is the channels' own where they are equal.
fn brightness([red, green, blue, _]: [u16; 4]) -> f64 {
    ((2126 * u32::from(red) + 7152 * u32::from(green) + 722 * u32::from(blue)) / 10_000).into()
}
