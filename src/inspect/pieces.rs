//! Which walkable floors hang together: where an agent that stands on one can go.

use crate::pipeline::{AreaId, NOT_WALKABLE, PipelineRun, SpanSettings, Stage, StageView};

/// The piece of a floor that is not walkable.
pub const NO_PIECE: u32 = u32::MAX;

/// The most pieces of which more than the size is kept.
pub const MAX_LISTED: usize = 100_000;

/// Floors that are walkable at the end of the pipeline, by what hangs together over links in both directions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    /// The number of the piece, one an open span, or [`NO_PIECE`].
    pub of_floor: Vec<u32>,
    /// Floors of every piece: the largest first, of equal ones the one whose first floor comes first.
    pub sizes: Vec<u32>,
    /// The first [`MAX_LISTED`] pieces.
    pub listed: Vec<ConnectedPiece>,
}

/// Walkable floors between any two of which an agent can walk both ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectedPiece {
    pub floors: u32,
    /// A floor of it near the middle of its bounds: column along x, row, column along z.
    pub place: [u32; 3],
    /// Lowest and highest columns and rows, both inclusive, as x, row, z.
    pub bounds: [[u32; 3]; 2],
    /// Its area ids with how many floors each has, in the order of the ids.
    pub areas: Vec<(AreaId, u32)>,
}

impl Pieces {
    /// How many pieces have fewer floors than this.
    pub fn smaller_than(&self, floors: u32) -> usize {
        self.sizes.len() - self.sizes.partition_point(|&size| size >= floors)
    }
}

/// How many floors a piece has at least that is not tiny: twice the cells that an agent covers, `2 * (2 * radius + 1)^2`.
///
/// Floors that are left by the erosion are places of an agent's middle, so on fewer it can hardly turn around.
pub fn tiny_below(settings: &SpanSettings) -> u32 {
    let side = 2 * u64::from(settings.radius_cells.unsigned_abs()) + 1;
    u32::try_from(2 * side * side).unwrap_or(u32::MAX)
}

/// The connected pieces of a run. Time and memory are linear in the floors.
pub fn pieces(run: &PipelineRun) -> Pieces {
    let StageView::Open { areas, .. } = run.stage(Stage::Volumes) else { return Pieces::default() };
    let roots = roots(run, areas);
    let mut found: Vec<(u32, u32)> = Vec::new(); // Root and size, in the order of first floors.
    let mut of_floor = vec![NO_PIECE; areas.len()];
    for floor in (0..areas.len()).filter(|&floor| areas[floor] != NOT_WALKABLE) {
        let root = roots[floor];
        if root as usize == floor {
            of_floor[floor] = found.len() as u32;
            found.push((root, 0));
        }
        let number = of_floor[root as usize];
        of_floor[floor] = number;
        found[number as usize].1 += 1;
    }
    let mut order: Vec<u32> = (0..found.len() as u32).collect();
    order.sort_by_key(|&number| std::cmp::Reverse(found[number as usize].1)); // Stable: equal ones stay in order.
    let mut rank = vec![0; order.len()];
    for (place, &number) in order.iter().enumerate() {
        rank[number as usize] = place as u32;
    }
    for piece in of_floor.iter_mut().filter(|piece| **piece != NO_PIECE) {
        *piece = rank[*piece as usize];
    }
    let sizes: Vec<u32> = order.iter().map(|&number| found[number as usize].1).collect();
    let listed = listed(run, areas, &of_floor, &sizes);
    Pieces { of_floor, sizes, listed }
}

/// For each walkable floor the first floor of its piece; other floors stand for themselves.
fn roots(run: &PipelineRun, areas: &[AreaId]) -> Vec<u32> {
    let open = &run.open;
    let mut parents: Vec<u32> = (0..areas.len() as u32).collect();
    for column in 0..open.columns() {
        for floor in open.column(column).filter(|&floor| areas[floor] != NOT_WALKABLE) {
            // Of the four directions two are enough, as only links that lead back count.
            for direction in [1, 2] {
                let Some((beside, to)) = open.linked(column, floor, direction) else { continue };
                let leads_back = open.linked(beside, to, (direction + 2) % 4) == Some((column, floor));
                if leads_back && areas[to] != NOT_WALKABLE {
                    let (a, b) = (root(&mut parents, floor as u32), root(&mut parents, to as u32));
                    parents[a.max(b) as usize] = a.min(b);
                }
            }
        }
    }
    for floor in 0..parents.len() as u32 {
        parents[floor as usize] = root(&mut parents, floor);
    }
    parents
}

/// The floor that stands for a floor's piece. What lies on the way is put nearer to it.
fn root(parents: &mut [u32], mut floor: u32) -> u32 {
    while parents[floor as usize] != floor {
        parents[floor as usize] = parents[parents[floor as usize] as usize];
        floor = parents[floor as usize];
    }
    floor
}

fn listed(run: &PipelineRun, areas: &[AreaId], of_floor: &[u32], sizes: &[u32]) -> Vec<ConnectedPiece> {
    let none =
        |&floors: &u32| ConnectedPiece { floors, place: [0; 3], bounds: [[u32::MAX; 3], [0; 3]], areas: Vec::new() };
    let mut list: Vec<ConnectedPiece> = sizes.iter().take(MAX_LISTED).map(none).collect();
    each_floor(run, |floor, at| {
        let Some(piece) = list.get_mut(of_floor[floor] as usize) else { return };
        let [min, max] = piece.bounds;
        piece.bounds = [std::array::from_fn(|i| min[i].min(at[i])), std::array::from_fn(|i| max[i].max(at[i]))];
        match piece.areas.binary_search_by_key(&areas[floor], |&(area, _)| area) {
            Ok(position) => piece.areas[position].1 += 1,
            Err(position) => piece.areas.insert(position, (areas[floor], 1)),
        }
    });
    let mut nearest = vec![u64::MAX; list.len()];
    each_floor(run, |floor, at| {
        let number = of_floor[floor] as usize;
        let Some(piece) = list.get_mut(number) else { return };
        let [min, max] = piece.bounds;
        let from_middle = |axis: usize| u64::from((2 * at[axis]).abs_diff(min[axis] + max[axis])).pow(2);
        let distance = from_middle(0) + from_middle(2);
        if distance < nearest[number] {
            (nearest[number], piece.place) = (distance, at);
        }
    });
    list
}

/// Calls `visit` with the number and the place of every floor, as x, row, z.
fn each_floor(run: &PipelineRun, mut visit: impl FnMut(usize, [u32; 3])) {
    let width = run.frame.width() as usize;
    for column in 0..run.open.columns() {
        let (x, z) = ((column % width) as u32, (column / width) as u32);
        for floor in run.open.column(column) {
            visit(floor, [x, run.open.spans()[floor].y.into(), z]);
        }
    }
}
