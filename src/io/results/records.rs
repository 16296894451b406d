//! Records of a stage, put together column by column.

use crate::inspect::matching::RowsOf;
use crate::inspect::snapshot::{MAX_CLEARANCE, Record, StageRecords};
use crate::pipeline::Stage;
use std::sync::Arc;

/// The records of a stage so far. Takes memory for what there is, and not for empty columns.
#[derive(Default)]
pub struct Records {
    columns: Vec<u32>,
    first: Vec<u32>,
    rows: Vec<[u16; 2]>,
    areas: Vec<u8>,
    links: Vec<[u8; 4]>,
    distances: Vec<u32>,
}

impl Records {
    /// Begins a column.
    ///
    /// # Errors
    /// A column that does not come after the one before.
    pub fn begin(&mut self, column: u32) -> Result<(), String> {
        if self.columns.last().is_some_and(|&last| last >= column) {
            return Err(
                "this column does not come after the one before; columns come in the order x + z * width".into()
            );
        }
        self.columns.push(column);
        self.first.push(self.areas.len() as u32);
        Ok(())
    }

    /// Adds a record to the column that was begun last. Spans and floors must be in order.
    ///
    /// # Errors
    /// Rows that are none, or that lie below the end of the record before.
    pub fn add(&mut self, of: Option<RowsOf>, record: Record) -> Result<(), String> {
        let [first, second] = record.rows;
        let is_first = self.first.last().is_none_or(|&first| first as usize == self.areas.len());
        let before = if is_first { None } else { self.rows.last().copied() };
        if of != Some(RowsOf::Open) && first >= second {
            return Err(format!("the span {first} to {second} has no row"));
        }
        match (of, before) {
            (Some(RowsOf::Solid), Some([_, end])) if first < end => {
                return Err(format!("the span from row {first} begins below row {end}, where the one before ends"));
            }
            (Some(RowsOf::Open), Some([floor, _])) if first <= floor => {
                return Err(format!("the floor at row {first} does not lie above the one before, at row {floor}"));
            }
            _ => {}
        }
        self.rows.push(record.rows);
        self.areas.push(record.area);
        self.links.extend(record.links);
        self.distances.extend(record.distance);
        Ok(())
    }

    /// How many records there are.
    pub fn len(&self) -> usize {
        self.areas.len()
    }

    /// The records of a stage, with what belongs to its dump: links and distances where every record has them.
    pub fn finish(mut self, stage: Stage) -> StageRecords {
        let count = self.areas.len();
        self.first.push(count as u32);
        let has_links = stage == Stage::Compact && self.links.len() == count;
        let has_distances = stage == Stage::Eroded && self.distances.len() == count;
        StageRecords {
            links: has_links.then(|| Arc::new(self.links)),
            distances: has_distances.then(|| Arc::new(self.distances)),
            columns: Arc::new(self.columns),
            first: Arc::new(self.first),
            rows: Arc::new(self.rows),
            areas: self.areas,
            clearance_limit: MAX_CLEARANCE,
        }
    }
}
