//! The heightfields of `rerecast`, as serde writes them.

use super::compact::{Cell, Floor, read_floors};
use super::{Grid, Read, ResultError};
use crate::inspect::matching::RowsOf;
use crate::inspect::snapshot::Record;
use crate::pipeline::{AreaId, Stage, WALKABLE};
use serde::Deserialize;

/// The area that `rerecast` gives to walkable triangles.
const DEFAULT_AREA: u8 = 255;

#[derive(Deserialize)]
struct Aabb {
    min: [f64; 3],
}

/// `rerecast::Heightfield`.
#[derive(Deserialize)]
struct Heightfield {
    width: i64,
    height: i64,
    aabb: Aabb,
    cell_size: f64,
    cell_height: f64,
    spans: Vec<Option<Key>>,
    allocated_spans: Vec<Slot>,
}

/// A place in the list of all spans.
#[derive(Clone, Copy, Deserialize)]
struct Key {
    idx: u32,
    version: u32,
}

/// A place of that list, which can have been left.
#[derive(Deserialize)]
struct Slot {
    value: Option<Span>,
    version: u32,
}

#[derive(Deserialize)]
struct Span {
    min: u16,
    max: u16,
    area: u8,
    next: Option<Key>,
}

/// `rerecast::CompactHeightfield`.
#[derive(Deserialize)]
struct CompactHeightfield {
    width: i64,
    height: i64,
    aabb: Aabb,
    cell_size: f64,
    cell_height: f64,
    cells: Vec<Cell>,
    spans: Vec<CompactSpan>,
    areas: Vec<u8>,
}

/// `data` holds four links of 6 bits, and above them the free rows.
#[derive(Deserialize)]
struct CompactSpan {
    y: u16,
    data: u32,
}

pub(super) fn solid(bytes: &[u8], _stage: Stage) -> Result<(Grid, Read), ResultError> {
    let field: Heightfield = serde_json::from_slice(bytes).map_err(ResultError::of_json)?;
    let grid = Grid::new([field.width, field.height], field.aabb.min, [field.cell_size, field.cell_height])?;
    grid.check_count("spans", field.spans.len())?;
    let mut read = Read::default();
    let mut has_default = false;
    for (column, lowest) in (0..).zip(&field.spans) {
        let mut next = *lowest;
        if next.is_some() {
            read.records.begin(column).map_err(grid.at(column))?;
        }
        // Spans lie above each other, so a chain that comes back to itself is refused.
        while let Some(Key { idx, version }) = next {
            let slot = field.allocated_spans.get(idx as usize).filter(|slot| slot.version == version);
            let span = slot.and_then(|slot| slot.value.as_ref()).ok_or_else(|| {
                let count = field.allocated_spans.len();
                grid.at(column)(format!("span {idx} of version {version} is not among the {count} allocated spans"))
            })?;
            let area = our_area(span.area, &mut has_default);
            let record = Record { rows: [span.min, span.max], area, links: None, distance: None };
            read.records.add(Some(RowsOf::Solid), record).map_err(grid.at(column))?;
            next = span.next;
        }
    }
    note_default(&mut read, has_default);
    Ok((grid, read))
}

pub(super) fn compact(bytes: &[u8], stage: Stage) -> Result<(Grid, Read), ResultError> {
    let field: CompactHeightfield = serde_json::from_slice(bytes).map_err(ResultError::of_json)?;
    let grid = Grid::new([field.width, field.height], field.aabb.min, [field.cell_size, field.cell_height])?;
    let mut has_default = false;
    let areas: Vec<AreaId> = field.areas.iter().map(|&area| our_area(area, &mut has_default)).collect();
    let floor = |span: &CompactSpan| Floor { y: span.y, height: (span.data >> 24) as u8, links: span.data };
    let floors: Vec<Floor> = field.spans.iter().map(floor).collect();
    let mut read = read_floors(&grid, stage, &field.cells, &floors, &areas)?;
    note_default(&mut read, has_default);
    Ok((grid, read))
}

fn our_area(area: u8, has_default: &mut bool) -> AreaId {
    *has_default |= area == DEFAULT_AREA;
    if area == DEFAULT_AREA { WALKABLE } else { area }
}

fn note_default(read: &mut Read, has_default: bool) {
    if has_default {
        read.notes.push(format!("the default area of rerecast, {DEFAULT_AREA}, is read as ours, {WALKABLE}"));
    }
}
