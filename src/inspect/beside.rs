//! What lies beside a floor in a direction: a floor that it is linked to, or what keeps it from one (section 7).

use crate::pipeline::stage::compact::Passage;
use crate::pipeline::stage::ledges::{Gap, Standing, gaps};
use crate::pipeline::{NO_LINK, PipelineRun};

/// What a person calls the four directions.
pub const DIRECTION_NAMES: [&str; 4] = ["−x", "+z", "+x", "−z"];

/// What lies beside a floor. Rows, from the floor, negative downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// A floor that it is linked to, by column and number.
    Linked { column: usize, floor: usize, passage: Passage },
    /// Nothing: the grid ends here.
    GridEdge,
    /// The surface of a solid span within reach that is not walkable any more.
    NotWalkable { solid: usize, rise: i64 },
    /// A floor within reach at a position that a link cannot store.
    BeyondIndex { position: usize, passage: Passage },
    /// A floor within climb under a ceiling that is too low; `free` is what both have in common.
    LowCeiling { free: i64, rise: i64 },
    /// Free space whose floor is too far below; `None` where there is no floor at all.
    Drop { rise: Option<i64> },
    /// Solid, up to the next surface above; `None` where no surface follows.
    Wall { rise: Option<i64> },
}

/// What lies beside a floor of a column in a direction, on the result of the stage compact.
pub fn beside(run: &PipelineRun, column: usize, floor: usize, direction: usize) -> Beside {
    let open = &run.open;
    let from = &open.spans()[floor];
    if let Some((to_column, to)) = open.linked(column, floor, direction) {
        return Beside::Linked { column: to_column, floor: to, passage: Passage::between(from, &open.spans()[to]) };
    }
    let Some(neighbour) = open.neighbour(column, direction) else { return Beside::GridEdge };
    let (height, climb) = (run.settings.height_rows, run.settings.climb_rows);
    let floors = &open.spans()[open.column(neighbour)];
    let reached = floors.iter().enumerate().find_map(|(position, to)| {
        let passage = Passage::between(from, to);
        (passage.is_high_enough(height) && passage.is_climbable(climb)).then_some((position, passage))
    });
    if let Some((position, passage)) = reached {
        debug_assert!(position >= usize::from(NO_LINK), "else it would be linked");
        return Beside::BeyondIndex { position, passage };
    }
    without_floor(run, Standing::new(&run.solid, column, from.solid as usize, height, climb), neighbour)
}

/// What keeps a floor from a column that has no floor it could reach, told by the column's gaps.
fn without_floor(run: &PipelineRun, from: Standing, neighbour: usize) -> Beside {
    let first = run.solid.column(neighbour).start;
    let seen: Vec<Gap> = gaps(&run.solid, neighbour, from.climb).map(|gap| from.see(gap)).collect();
    // Gap n lies over the surface of span n - 1 of the column; the lowest has no surface.
    if let Some(at) = seen.iter().position(|gap| gap.is_accessible).filter(|&at| at > 0) {
        return Beside::NotWalkable { solid: first + at - 1, rise: seen[at].drop };
    }
    let is_real = |at: usize| at > 0;
    let within_climb = |gap: &Gap| gap.drop.abs() <= from.climb && gap.overlap > 0;
    if let Some((_, low)) = seen.iter().enumerate().find(|&(at, gap)| is_real(at) && within_climb(gap)) {
        return Beside::LowCeiling { free: low.overlap, rise: low.drop };
    }
    if let Some((at, drop)) = seen.iter().enumerate().rfind(|(_, gap)| gap.is_passable && gap.drop < -from.climb) {
        return Beside::Drop { rise: is_real(at).then_some(drop.drop) };
    }
    let above = seen.iter().skip(1).find(|gap| gap.drop > 0);
    Beside::Wall { rise: above.map(|gap| gap.drop) }
}
