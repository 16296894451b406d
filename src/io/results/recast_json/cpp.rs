//! Recast's own heightfields, member by member.

use super::compact::{Cell, Floor, read_floors};
use super::{Grid, Read, ResultError};
use crate::inspect::matching::RowsOf;
use crate::inspect::snapshot::Record;
use crate::pipeline::Stage;
use serde::Deserialize;

/// `rcHeightfield`; `height` counts columns along z.
#[derive(Deserialize)]
struct Heightfield {
    width: i64,
    height: i64,
    bmin: [f64; 3],
    cs: f64,
    ch: f64,
    spans: Vec<Span>,
}

/// `rcSpan`, or `{}` where there is none. The next one up lies within: a column of more than about a hundred cannot be read.
#[derive(Deserialize)]
struct Span {
    min: Option<u16>,
    max: Option<u16>,
    area: Option<u8>,
    next: Option<Box<Span>>,
}

/// `rcCompactHeightfield`.
#[derive(Deserialize)]
struct CompactHeightfield {
    width: i64,
    height: i64,
    bmin: [f64; 3],
    cs: f64,
    ch: f64,
    cells: Vec<Cell>,
    spans: Vec<CompactSpan>,
    areas: Vec<u8>,
}

/// `rcCompactSpan`.
#[derive(Deserialize)]
struct CompactSpan {
    y: u16,
    con: u32,
    h: u8,
}

pub(super) fn solid(bytes: &[u8], _stage: Stage) -> Result<(Grid, Read), ResultError> {
    let field: Heightfield = serde_json::from_slice(bytes).map_err(ResultError::of_json)?;
    let grid = Grid::new([field.width, field.height], field.bmin, [field.cs, field.ch])?;
    grid.check_count("spans", field.spans.len())?;
    let mut read = Read::default();
    for (column, lowest) in (0..).zip(&field.spans) {
        let mut next = Some(lowest);
        while let Some(span) = next {
            let record = match (span.min, span.max, span.area) {
                (Some(min), Some(max), Some(area)) => Record { rows: [min, max], area, links: None, distance: None },
                (None, None, None) if span.next.is_none() => break,
                _ => return Err(grid.at(column)("a span must have min, max and area".into())),
            };
            if std::ptr::eq(span, lowest) {
                read.records.begin(column).map_err(grid.at(column))?;
            }
            read.records.add(Some(RowsOf::Solid), record).map_err(grid.at(column))?;
            next = span.next.as_deref();
        }
    }
    Ok((grid, read))
}

pub(super) fn compact(bytes: &[u8], stage: Stage) -> Result<(Grid, Read), ResultError> {
    let field: CompactHeightfield = serde_json::from_slice(bytes).map_err(ResultError::of_json)?;
    let grid = Grid::new([field.width, field.height], field.bmin, [field.cs, field.ch])?;
    let floors: Vec<Floor> =
        field.spans.iter().map(|span| Floor { y: span.y, height: span.h, links: span.con }).collect();
    let read = read_floors(&grid, stage, &field.cells, &floors, &field.areas)?;
    Ok((grid, read))
}
