//! A result to compare, ours or another engine's: records by column, for the stages that there are.

use crate::pipeline::{AreaId, Frame, NOT_WALKABLE, OpenSpan, PipelineRun, Stage, StageView};
use std::ops::Range;
use std::sync::Arc;

/// The free rows of a floor with nothing above it, in our own results.
pub const MAX_CLEARANCE: u16 = u16::MAX;

/// A result, or as much of one as a file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// Columns along x.
    pub width: u32,
    /// Columns along z.
    pub depth: u32,
    /// Rows, where they are known.
    pub height: Option<u32>,
    /// Where the grid lies, where that is known.
    pub place: Option<Place>,
    /// In run order; `None` for a stage that is not there.
    pub stages: [Option<StageRecords>; Stage::ALL.len()],
}

/// Where a grid lies in the world, and how large its cells are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub origin: [f64; 3],
    pub cell_size: f32,
    pub cell_height: f32,
}

/// The pieces, spans or floors of a stage by column. Columns without any are left out.
#[derive(Clone, Debug, PartialEq)]
pub struct StageRecords {
    /// Indices `x + z * width` of the columns that hold something, ascending.
    pub columns: Arc<Vec<u32>>,
    /// Where the records of each of those begin, and the end: one more than columns.
    pub first: Arc<Vec<u32>>,
    /// One a record. Of pieces in the order they came, and of spans bottom-up: lowest row, surface row. Of floors bottom-up:
    /// the floor's row, free rows above it.
    pub rows: Arc<Vec<[u16; 2]>>,
    /// One a record.
    pub areas: Vec<AreaId>,
    /// One a floor, by direction, where links are known and part of the stage's dump.
    pub links: Option<Arc<Vec<[u8; 4]>>>,
    /// One a floor, where distances are known and part of the stage's dump.
    pub distances: Option<Arc<Vec<u32>>>,
    /// Free rows of a floor from which on they are not told apart.
    pub clearance_limit: u16,
}

/// A piece, span or floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    pub rows: [u16; 2],
    pub area: AreaId,
    pub links: Option<[u8; 4]>,
    pub distance: Option<u32>,
}

impl Snapshot {
    /// What a run computed, at every stage. Stages that share their geometry share it here too.
    pub fn of_run(run: &PipelineRun) -> Self {
        let solid = Geometry::new(run.solid.columns(), |column| run.solid.column(column));
        let open = Geometry::new(run.open.columns(), |column| run.open.column(column));
        let solid_rows = Arc::new(run.solid.spans().iter().map(|span| [span.min, span.max]).collect());
        let open_rows = Arc::new(run.open.spans().iter().map(|span| [span.y, span.height]).collect());
        let links = Arc::new(run.open.spans().iter().map(|span: &OpenSpan| span.links).collect());
        let distances = Arc::new(run.distances.clone());
        let stages = Stage::ALL.map(|stage| {
            Some(match run.stage(stage) {
                StageView::Raw(_) => pieces(run),
                StageView::Solid { areas, .. } => solid.records(&solid_rows, areas),
                StageView::Open { areas, .. } => StageRecords {
                    links: (stage == Stage::Compact).then(|| Arc::clone(&links)),
                    distances: (stage == Stage::Eroded).then(|| Arc::clone(&distances)),
                    ..open.records(&open_rows, areas)
                },
            })
        });
        let frame = &run.frame;
        Self {
            width: frame.width(),
            depth: frame.depth(),
            height: Some(frame.height()),
            place: Some(Place::of_frame(frame)),
            stages,
        }
    }

    /// The records of a stage, if it is there.
    pub fn stage(&self, stage: Stage) -> Option<&StageRecords> {
        self.stages[stage.index()].as_ref()
    }
}

impl Place {
    fn of_frame(frame: &Frame) -> Self {
        Self { origin: frame.origin(), cell_size: frame.cell_size(), cell_height: frame.cell_height() }
    }
}

impl StageRecords {
    /// The numbers of the records of a column; none for a column that holds nothing.
    pub fn column(&self, column: u32) -> Range<usize> {
        self.columns.binary_search(&column).map_or(0..0, |position| self.at(position))
    }

    /// The numbers of the records of the column at a position of [`StageRecords::columns`].
    pub fn at(&self, position: usize) -> Range<usize> {
        self.first[position] as usize..self.first[position + 1] as usize
    }

    /// A record by its number.
    pub fn record(&self, number: usize) -> Record {
        Record {
            rows: self.rows[number],
            area: self.areas[number],
            links: self.links.as_ref().map(|links| links[number]),
            distance: self.distances.as_ref().map(|distances| distances[number]),
        }
    }

    /// What a column holds, as the stage's dump has it without x and z. Pieces are written like spans, in the order they came.
    pub fn line(&self, column: u32) -> String {
        let words = self.column(column).map(|number| {
            let Record { rows: [first, second], area, links, distance } = self.record(number);
            let mut word = format!("{first}:{second}:{area}");
            if let Some([a, b, c, d]) = links {
                word.push_str(&format!(":{a},{b},{c},{d}"));
            }
            if let Some(distance) = distance {
                word.push_str(&format!(":{distance}"));
            }
            word
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// How many records there are.
    pub fn len(&self) -> usize {
        self.areas.len()
    }

    /// Whether there is no record.
    pub fn is_empty(&self) -> bool {
        self.areas.is_empty()
    }

    /// How many records have an area that is not 0.
    pub fn walkable(&self) -> usize {
        self.areas.iter().filter(|&&area| area != NOT_WALKABLE).count()
    }
}

/// Which columns hold something, and where their records begin.
struct Geometry {
    columns: Arc<Vec<u32>>,
    first: Arc<Vec<u32>>,
}

impl Geometry {
    fn new(count: usize, column: impl Fn(usize) -> Range<usize>) -> Self {
        let (mut columns, mut first) = (Vec::new(), vec![0]);
        for index in (0..count).filter(|&index| !column(index).is_empty()) {
            columns.push(index as u32);
            first.push(column(index).end as u32);
        }
        Self { columns: Arc::new(columns), first: Arc::new(first) }
    }

    fn records(&self, rows: &Arc<Vec<[u16; 2]>>, areas: &[AreaId]) -> StageRecords {
        StageRecords {
            columns: Arc::clone(&self.columns),
            first: Arc::clone(&self.first),
            rows: Arc::clone(rows),
            areas: areas.to_vec(),
            links: None,
            distances: None,
            clearance_limit: MAX_CLEARANCE,
        }
    }
}

fn pieces(run: &PipelineRun) -> StageRecords {
    let mut end = 0;
    let ends: Vec<usize> = (0..run.frame.columns())
        .map(|column| {
            end += run.pieces.numbers(column).len();
            end
        })
        .collect();
    let start = |column: usize| if column == 0 { 0 } else { ends[column - 1] };
    let geometry = Geometry::new(run.frame.columns(), |column| start(column)..ends[column]);
    let in_columns = || (0..run.frame.columns()).flat_map(|column| run.pieces.column(column));
    let areas: Vec<AreaId> = in_columns().map(|piece| piece.area).collect();
    geometry.records(&Arc::new(in_columns().map(|piece| [piece.lo, piece.hi]).collect()), &areas)
}
