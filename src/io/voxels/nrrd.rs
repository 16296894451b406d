//! NRRD volumes, raw or compressed with gzip, with their data attached or in a file beside them. No kept crate reads them.

use super::VoxelError;
use super::axes::Axes;
use super::dense::{Fastest, Layout, Make};
use crate::io::LoadError;
use crate::io::progress::read;
use crate::pipeline::Monitor;
use flate2::bufread::MultiGzDecoder;
use header::{Encoding, Header};
use std::io::{BufReader, Read};
use std::path::Path;

pub mod header;

/// No deflate stream becomes more than this many times as long.
const MAX_RATIO: u64 = 1032;

/// Reads a volume of three axes of integers or floats. The first axis is the fastest. A data file lies relative to `path`.
///
/// # Errors
/// A header that is none, with its line; another number of axes, another type or encoding; a data file that cannot be
/// read; too few bytes; sizes that are too large; what `make` refuses.
pub fn parse<T>(bytes: &[u8], path: &Path, axes: Axes, make: Make<T>) -> Result<T, LoadError> {
    let broken = |path: &Path, reason| LoadError::Voxels { path: path.to_owned(), reason };
    let header = header::read(bytes).map_err(|reason| broken(path, reason))?;
    let layout = Layout { counts: header.counts, axes, fastest: Fastest::First };
    layout.check().map_err(|reason| broken(path, reason))?;
    match &header.data_file {
        None => data(&header, layout, bytes, header.end, make).map_err(|reason| broken(path, reason)),
        Some(name) => {
            let path = path.parent().unwrap_or(Path::new("")).join(name);
            let bytes = read(&path, &Monitor::default())?;
            data(&header, layout, &bytes, 0, make).map_err(|reason| broken(&path, reason))
        }
    }
}

/// Reads the samples, which begin at a byte after as many lines and bytes as the header says are to be skipped.
fn data<T>(header: &Header, layout: Layout, bytes: &[u8], at: usize, make: Make<T>) -> Result<T, VoxelError> {
    let needed = layout.check()? * header.sample.bytes() as u64; // At most 2^28 * 8.
    let at = skip_lines(bytes, at, header.line_skip)?;
    let rest = &bytes[at..];
    let cut = |at: usize, left: u64| Err(VoxelError::CutShort { what: "the volume", at, needed, left });
    let mut reader: Box<dyn Read + '_> = match (header.encoding, header.byte_skip) {
        (Encoding::Raw, None) if rest.len() as u64 >= needed => Box::new(&rest[rest.len() - needed as usize..]),
        (Encoding::Raw, None) => return cut(at, rest.len() as u64),
        (Encoding::Raw, Some(skip)) => match rest.get(usize::try_from(skip).unwrap_or(usize::MAX)..) {
            Some(rest) if rest.len() as u64 >= needed => Box::new(rest),
            rest => return cut(at, rest.map_or(0, <[u8]>::len) as u64),
        },
        (Encoding::Gzip, skip) => {
            let skip = skip.unwrap_or(0);
            // Before a large volume is made for a few bytes.
            if needed.saturating_add(skip) / MAX_RATIO > rest.len() as u64 {
                return cut(at, rest.len() as u64);
            }
            let mut reader = BufReader::with_capacity(1 << 16, MultiGzDecoder::new(rest));
            let skipped = std::io::copy(&mut reader.by_ref().take(skip), &mut std::io::sink()).map_err(unzip)?;
            if skipped < skip {
                return cut(at, 0);
            }
            Box::new(reader)
        }
    };
    let mut buffer = [0; 8];
    let buffer = &mut buffer[..header.sample.bytes()];
    make(layout, &mut || {
        reader.read_exact(buffer).map_err(unzip)?;
        Ok(header.sample.read(buffer, header.endian))
    })
}

fn unzip(error: std::io::Error) -> VoxelError {
    VoxelError::Whole(format!("the compressed volume is broken: {error}"))
}

fn skip_lines(bytes: &[u8], mut at: usize, lines: u64) -> Result<usize, VoxelError> {
    for _ in 0..lines {
        let Some(end) = bytes[at..].iter().position(|&byte| byte == b'\n') else {
            return Err(VoxelError::AtByte {
                at,
                reason: format!("fewer than the {lines} lines that are to be skipped"),
            });
        };
        at += end + 1;
    }
    Ok(at)
}
