//! The way from a floor to the border that eroded it (section 8).

use crate::pipeline::PipelineRun;
use crate::pipeline::stage::eroded::for_each_step_from;

/// A floor by its column and number.
pub type Place = (usize, usize);

/// A cheapest way along links from a floor to a boundary floor, both included, also the floors in the middle of diagonals.
/// `None` for a floor whose distance is the cap: its border is further than erosion looks.
///
/// Of several cheapest ways the one whose steps come first in the order of [`for_each_step_from`].
pub fn erosion_path(run: &PipelineRun, column: usize, floor: usize) -> Option<Vec<Place>> {
    let cap = 2 * run.settings.radius_cells.unsigned_abs();
    let mut path = vec![(column, floor)];
    let mut at = (column, floor);
    if run.distances[floor] >= cap {
        return None;
    }
    while run.distances[at.1] > 0 {
        let (middle, to) = next_on_path(run, at)?;
        path.extend(middle);
        path.push(to);
        at = to;
    }
    Some(path)
}

/// The first step from a floor that leads nearer to its border by what it costs, and the floor on its way.
pub(super) fn next_on_path(run: &PipelineRun, (column, floor): Place) -> Option<(Option<Place>, Place)> {
    let distance = run.distances[floor];
    let mut next = None;
    for_each_step_from(&run.open, column, floor, &mut |cost, middle, to| {
        if next.is_none() && run.distances[to.1].checked_add(cost) == Some(distance) {
            next = Some((middle, to));
        }
    });
    next
}
