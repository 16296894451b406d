//! What the compact heightfields of both have in common.

use super::{Grid, Read, ResultError, check_count};
use crate::inspect::matching::RowsOf;
use crate::inspect::snapshot::Record;
use crate::pipeline::Stage;
use serde::Deserialize;

/// `rcCompactCell`.
#[derive(Deserialize)]
pub(super) struct Cell {
    index: u32,
    count: u32,
}

/// What matters here of `rcCompactSpan`: four links of 6 bits, and free rows of 8.
#[derive(Clone, Copy, Debug)]
pub(super) struct Floor {
    pub y: u16,
    pub height: u8,
    pub links: u32,
}

/// The floors of all cells. Directions are ours, and so is 63 for no link.
pub(super) fn read_floors(
    grid: &Grid,
    stage: Stage,
    cells: &[Cell],
    floors: &[Floor],
    areas: &[u8],
) -> Result<Read, ResultError> {
    grid.check_count("cells", cells.len())?;
    check_count("areas", areas.len(), floors.len() as u64)?;
    let mut read = Read { clearance_limit: Some(u8::MAX.into()), ..Read::default() };
    let mut next = 0_usize;
    for (column, cell) in (0..).zip(cells).filter(|(_, cell)| cell.count > 0) {
        let (start, end) = (u64::from(cell.index), u64::from(cell.index) + u64::from(cell.count));
        if start != next as u64 || end > floors.len() as u64 {
            let count = floors.len();
            return Err(grid.at(column)(format!("spans {start} to {end} do not follow span {next} of {count}")));
        }
        read.records.begin(column).map_err(grid.at(column))?;
        for number in next..end as usize {
            let Floor { y, height, links } = floors[number];
            let links = [0, 6, 12, 18].map(|shift| (links >> shift & 63) as u8);
            let record = Record {
                rows: [y, height.into()],
                area: areas[number],
                links: (stage == Stage::Compact).then_some(links),
                distance: None,
            };
            read.records.add(Some(RowsOf::Open), record).map_err(grid.at(column))?;
        }
        next = end as usize;
    }
    check_count("spans", floors.len(), next as u64)?;
    read.notes.push("free rows above a floor end at 255 in the file; more are not told apart".into());
    Ok(read)
}
