//! Our own dumps, read back. Any engine can write one, with as many stages as it has.
//!
//! The form is that of [`crate::pipeline::dump`]. Not needed: the line `degenerate`, line ends of one kind, and all stages. Rows may
//! reach beyond the frame's height, up to 65,535: spans of other engines do.

use super::error::{ResultError, excerpt};
use super::records::Records;
use super::{ImportedResult, Snapshot};
use crate::inspect::comparison::rows_of;
use crate::inspect::matching::RowsOf;
use crate::inspect::snapshot::{Record, StageRecords};
use crate::io::scene_json::kind::without_mark;
use crate::pipeline::Stage;
use crate::pipeline::frame::{MAX_COLUMNS, MAX_HEIGHT, MAX_SIDE};

/// What follows the word of a dump's first line.
const FRAME: &[u8] = b"frame";
/// The largest number of a triangle, and count of them.
const MAX_TRIANGLE: i64 = i32::MAX as i64;
/// The largest distance: the cost of the widest radius.
const MAX_DISTANCE: i64 = 1 << 21;

/// Whether the content is surely a dump.
pub fn is_content(bytes: &[u8]) -> bool {
    is_frame(without_mark(bytes))
}

fn is_frame(line: &[u8]) -> bool {
    let sizes = line.strip_prefix(FRAME).filter(|rest| rest.first().is_some_and(|byte| matches!(byte, b' ' | b'\t')));
    sizes.is_some_and(|sizes| sizes.trim_ascii_start().first().is_some_and(u8::is_ascii_digit))
}

/// Reads a dump. Numbers of triangles are checked and left aside.
///
/// # Errors
/// The first line that is not of the form, with what is wrong and the bound; a dump of hashes; one without a stage.
pub fn parse(bytes: &[u8]) -> Result<ImportedResult, ResultError> {
    let lines = without_mark(bytes).split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let mut lines = lines.zip(1..).filter(|(line, _)| !line.trim_ascii().is_empty());
    let (line, _) = lines.next().filter(|(line, _)| is_frame(line)).ok_or(ResultError::NoFrame)?;
    let [width, depth, height] = at_line(line, 1, frame)?;
    let mut dump = Dump { width, depth, stages: [const { None }; Stage::ALL.len()], present: None };
    for (line, number) in lines {
        if line.starts_with(b"@") {
            dump.end_stage()?;
            let begun = at_line(line, number, |text| dump.begin_stage(text, number))?;
            dump.present = Some(begun);
        } else if dump.present.is_none() {
            at_line(line, number, before_stages)?;
        } else if is_hash(line) {
            return Err(ResultError::HashesOnly { line: number });
        } else {
            at_line(line, number, |text| dump.read(text))?;
        }
    }
    dump.end_stage()?;
    if dump.stages.iter().all(Option::is_none) {
        return Err(ResultError::NoStage);
    }
    let Dump { stages, .. } = dump;
    let snapshot = Snapshot { width, depth, height: Some(height), place: None, stages };
    Ok(ImportedResult { snapshot, notes: Vec::new(), names_its_stages: true })
}

/// A dump while it is read.
struct Dump {
    width: u32,
    depth: u32,
    stages: [Option<StageRecords>; Stage::ALL.len()],
    present: Option<Present>,
}

/// The stage that is being read.
struct Present {
    stage: Stage,
    /// Where it begins.
    line: usize,
    /// The pieces that it announces.
    announced: u64,
    /// Columns with rows and area, in the order they came; of the raw stage only.
    pieces: Vec<(u32, [u16; 2], u8)>,
    records: Records,
}

impl Dump {
    fn begin_stage(&self, text: &str, line: usize) -> Result<Present, String> {
        let mut words = text.split_ascii_whitespace();
        let name = words.next().and_then(|word| word.strip_prefix('@')).unwrap_or_default();
        let stage = Stage::from_name(name).ok_or_else(|| {
            let names: Vec<&str> = Stage::ALL.iter().map(|stage| stage.name()).collect();
            format!("there is no stage {name:?}; the stages are {}", names.join(", "))
        })?;
        if self.stages[stage.index()].is_some() {
            return Err(format!("the stage {stage} is here a second time"));
        }
        let announced = match stage {
            Stage::Raw => number("the number of pieces", words.next().unwrap_or_default(), 0, i64::from(u32::MAX))?,
            _ => 0,
        };
        end(words)?;
        Ok(Present { stage, line, announced: announced as u64, pieces: Vec::new(), records: Records::default() })
    }

    fn end_stage(&mut self) -> Result<(), ResultError> {
        let Some(Present { stage, line, announced, mut pieces, mut records }) = self.present.take() else {
            return Ok(());
        };
        if stage == Stage::Raw {
            let found = pieces.len();
            if found as u64 != announced {
                return Err(ResultError::PieceCount { line, announced, found });
            }
            pieces.sort_by_key(|piece| piece.0); // Stable: within a column they stay in the order they came.
            let in_line = |what| ResultError::Line { what, line, text: stage.to_string() };
            for column in pieces.chunk_by(|a, b| a.0 == b.0) {
                records.begin(column[0].0).map_err(in_line)?;
                for &(_, rows, area) in column {
                    records.add(None, Record { rows, area, links: None, distance: None }).map_err(in_line)?;
                }
            }
        }
        self.stages[stage.index()] = Some(records.finish(stage));
        Ok(())
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        let (width, depth) = (self.width, self.depth);
        let Some(present) = &mut self.present else { return Ok(()) };
        let mut words = text.split_ascii_whitespace();
        if present.stage == Stage::Raw {
            number("the triangle", words.next().unwrap_or_default(), -1, MAX_TRIANGLE)?;
        }
        let mut next = |name, limit| number(name, words.next().unwrap_or_default(), 0, limit);
        let (x, z) = (next("x", i64::from(width) - 1)?, next("z", i64::from(depth) - 1)?);
        let column = x as u32 + z as u32 * width;
        if present.stage == Stage::Raw {
            let rows = [next("the lowest row", MAX_HEIGHT)? as u16, next("the surface row", MAX_HEIGHT)? as u16];
            let area = next("the area", 255)? as u8;
            if rows[0] >= rows[1] {
                return Err(format!("the piece {} to {} has no row", rows[0], rows[1]));
            }
            present.pieces.push((column, rows, area));
            return end(words);
        }
        present.records.begin(column)?;
        let before = present.records.len();
        for word in words {
            present.records.add(Some(rows_of(present.stage)), record(present.stage, word)?)?;
        }
        if present.records.len() == before {
            return Err("nothing follows x and z; columns that hold nothing are left out".into());
        }
        Ok(())
    }
}

/// Reads `min:max:area` or `Y:Height:Area`, with links or a distance where the stage has them.
fn record(stage: Stage, word: &str) -> Result<Record, String> {
    let mut fields = word.split(':');
    let mut next = |name, limit| number(name, fields.next().unwrap_or_default(), 0, limit);
    let names = match rows_of(stage) {
        RowsOf::Solid => ["the lowest row", "the surface row"],
        RowsOf::Open => ["the floor's row", "the free rows"],
    };
    let rows = [next(names[0], MAX_HEIGHT)? as u16, next(names[1], MAX_HEIGHT)? as u16];
    let area = next("the area", 255)? as u8;
    let distance = if stage == Stage::Eroded { Some(next("the distance", MAX_DISTANCE)? as u32) } else { None };
    let links = if stage == Stage::Compact { Some(links(fields.next().unwrap_or_default())?) } else { None };
    match fields.next() {
        Some(more) => Err(format!("{more:?} is one field too many in {word:?}")),
        None => Ok(Record { rows, area, links, distance }),
    }
}

fn links(text: &str) -> Result<[u8; 4], String> {
    let mut words = text.split(',');
    let mut links = [0; 4];
    for link in &mut links {
        *link = number("a link", words.next().unwrap_or_default(), 0, 63)? as u8;
    }
    end(words)?;
    Ok(links)
}

/// Reads the first line, whose word has been looked at.
fn frame(text: &str) -> Result<[u32; 3], String> {
    let mut words = text.split_ascii_whitespace().skip(1);
    let mut next = |name, limit| number(name, words.next().unwrap_or_default(), 1, limit);
    let sizes = [next("the width", MAX_SIDE)?, next("the depth", MAX_SIDE)?, next("the height", MAX_HEIGHT)?];
    end(words)?;
    if sizes[0] * sizes[1] > MAX_COLUMNS {
        return Err(format!("{} x {} columns are more than {MAX_COLUMNS} (2^24)", sizes[0], sizes[1]));
    }
    Ok(sizes.map(|size| size as u32))
}

/// Reads a line between the first one and the stages.
fn before_stages(text: &str) -> Result<(), String> {
    let mut words = text.split_ascii_whitespace();
    if words.next() != Some("degenerate") {
        return Err("a stage is expected, such as \"@merged\"".into());
    }
    number("the number of degenerate triangles", words.next().unwrap_or_default(), 0, MAX_TRIANGLE)?;
    end(words)
}

fn number(name: &str, text: &str, min: i64, max: i64) -> Result<i64, String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let value = text.parse().ok().filter(|value| is_number && (min..=max).contains(value));
    value.ok_or_else(|| {
        let text: String = text.chars().take(30).collect();
        if text.is_empty() {
            format!("{name} is missing, a whole number from {min} to {max}")
        } else {
            format!("{name} is {text:?}, not a whole number from {min} to {max}")
        }
    })
}

fn end<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<(), String> {
    words
        .next()
        .map_or(Ok(()), |more| Err(format!("{:?} is one word too many", more.chars().take(30).collect::<String>())))
}

/// Whether a line is what `--hash` writes in the place of a stage's lines.
fn is_hash(line: &[u8]) -> bool {
    line.len() == 16 && line.iter().all(u8::is_ascii_hexdigit)
}

fn at_line<T>(line: &[u8], number: usize, read: impl FnOnce(&str) -> Result<T, String>) -> Result<T, ResultError> {
    let text = std::str::from_utf8(line).map_err(|_| "this is no text".to_owned());
    text.and_then(read).map_err(|what| ResultError::Line { what, line: number, text: excerpt(line) })
}
