//! ESRI ASCII grids.
//!
//! The first row is the north, so z grows southwards in file order. A sample is the centre of its cell.

use super::{HeightError, check_counts};
use crate::source::height_map::{HeightSamples, SampleKind};

/// The value that stands for no data in a file that names none.
const DEFAULT_NODATA: f64 = -9999.0;

/// Whether the content begins with a word that only such a grid begins with.
pub fn is_content(bytes: &[u8]) -> bool {
    let mut words = bytes.trim_ascii_start().splitn(2, u8::is_ascii_whitespace);
    let first = words.next().unwrap_or_default();
    [b"ncols", b"nrows"].iter().any(|word| first.eq_ignore_ascii_case(*word)) && words.next().is_some()
}

/// Reads a grid: a header of names and numbers in any order and case, then heights, row by row in any number of lines.
///
/// # Errors
/// What is not understood, with its line; sizes that are missing or too large; too few heights or too many.
pub fn parse(bytes: &[u8]) -> Result<HeightSamples, HeightError> {
    let text =
        str::from_utf8(bytes).map_err(|_| HeightError::Whole("this is not text, so it is no ASCII grid".into()))?;
    let mut words = text.lines().zip(1..).flat_map(|(line, number)| line.split_whitespace().map(move |w| (number, w)));
    let header = Header::read(&mut words.by_ref())?;
    let (line, first) = header.first_height;
    let counts @ [columns, rows] = check_counts(header.counts)?;
    let samples = columns * rows;
    // A height and the space behind it are two characters, so no large map is made for a short text.
    let needed = 2 * samples as u64 - 1;
    if needed > bytes.len() as u64 {
        return Err(HeightError::CutShort { what: "the grid", at: 0, needed, left: bytes.len() as u64 });
    }
    let mut values = Vec::with_capacity(samples);
    for (line, word) in std::iter::once((line, first)).chain(words) {
        let at_line = |reason: String| HeightError::AtLine { line, reason };
        if values.len() == samples {
            return Err(at_line(format!("more than {columns} x {rows} heights")));
        }
        let value: f64 = word.parse().map_err(|_| at_line(format!("{:?} is no height", short(word))))?;
        values.push(if value == header.nodata { f64::NAN } else { value });
    }
    if values.len() < samples {
        return Err(HeightError::Whole(format!("{} heights where {columns} x {rows} are to be", values.len())));
    }
    let (spacing, corner) = (header.spacing, header.corner(rows));
    Ok(HeightSamples { counts, values, spacing, corner, kind: SampleKind::F64, notes: Vec::new() })
}

/// What stands before the heights.
struct Header<'a> {
    /// Columns and rows.
    counts: [u64; 2],
    /// Between cells, along a row and from row to row.
    spacing: Option<[f64; 2]>,
    /// Easting and northing of the south-west cell: of a point so many spacings from its centre.
    x: Option<(f64, f64)>,
    y: Option<(f64, f64)>,
    nodata: f64,
    /// The first word that is no part of the header, and its line.
    first_height: (usize, &'a str),
}

impl<'a> Header<'a> {
    fn read(words: &mut impl Iterator<Item = (usize, &'a str)>) -> Result<Self, HeightError> {
        let (mut columns, mut rows) = (None, None);
        let (mut x, mut y, mut dx, mut dy) = (None, None, None, None);
        let mut nodata = DEFAULT_NODATA;
        let first_height = loop {
            let Some((line, name)) = words.next() else {
                return Err(HeightError::Whole("the grid ends in its header".into()));
            };
            let key = name.to_ascii_lowercase();
            if name.parse::<f64>().is_ok() {
                break (line, name);
            }
            let number = |words: &mut dyn Iterator<Item = (usize, &'a str)>| number(words, &key, line);
            match key.as_str() {
                "ncols" => columns = Some(count(words, &key, line)?),
                "nrows" => rows = Some(count(words, &key, line)?),
                "xllcorner" => x = Some((number(words)?, 0.5)),
                "xllcenter" => x = Some((number(words)?, 0.0)),
                "yllcorner" => y = Some((number(words)?, 0.5)),
                "yllcenter" => y = Some((number(words)?, 0.0)),
                "cellsize" => (dx, dy) = [Some(positive(words, &key, line)?); 2].into(),
                "dx" => dx = Some(positive(words, &key, line)?),
                "dy" => dy = Some(positive(words, &key, line)?),
                "nodata_value" => nodata = number(words)?,
                _ => {
                    let reason = format!("{:?} is neither a word of the header nor a height", short(name));
                    return Err(HeightError::AtLine { line, reason });
                }
            }
        };
        let missing = |name: &str| HeightError::Whole(format!("the header has no {name:?}"));
        let counts = [columns.ok_or_else(|| missing("ncols"))?, rows.ok_or_else(|| missing("nrows"))?];
        Ok(Self { counts, spacing: dx.zip(dy).map(Into::into), x, y, nodata, first_height })
    }

    /// x and z of the first sample, the centre of the north-west cell.
    fn corner(&self, rows: usize) -> Option<[f64; 2]> {
        let ([dx, dy], (x, from_x), (y, from_y)) = (self.spacing?, self.x?, self.y?);
        let north = y + ((rows - 1) as f64 + from_y) * dy;
        Some([x + from_x * dx, -north])
    }
}

/// The number behind a word of the header.
fn number<'a>(
    words: &mut (impl Iterator<Item = (usize, &'a str)> + ?Sized),
    key: &str,
    line: usize,
) -> Result<f64, HeightError> {
    let word = words.next().map_or("", |(_, word)| word);
    let error = || HeightError::AtLine { line, reason: format!("{key} is {:?}, not a number,", short(word)) };
    word.parse().map_err(|_| error())
}

fn positive<'a>(
    words: &mut impl Iterator<Item = (usize, &'a str)>,
    key: &str,
    line: usize,
) -> Result<f64, HeightError> {
    let value = number(words, key, line)?;
    if value.is_finite() && value > 0.0 {
        return Ok(value);
    }
    Err(HeightError::AtLine { line, reason: format!("{key} is {value}, not finite and above 0,") })
}

fn count<'a>(words: &mut impl Iterator<Item = (usize, &'a str)>, key: &str, line: usize) -> Result<u64, HeightError> {
    let word = words.next().map_or("", |(_, word)| word);
    let error = || HeightError::AtLine { line, reason: format!("{key} is {:?}, not a whole number,", short(word)) };
    word.parse().map_err(|_| error())
}

/// A word's beginning, since a broken file may be one word.
fn short(word: &str) -> String {
    word.chars().take(20).collect()
}
