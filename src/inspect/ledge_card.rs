//! What the ledge filter saw in each of the four directions from a span, gap by gap (section 6, filter 2).

use super::beside::DIRECTION_NAMES;
use super::history_text::lengths;
use super::text::minus;
use crate::pipeline::PipelineRun;
use crate::pipeline::span::UNBOUNDED;
use crate::pipeline::stage::ledges::{Gap, LedgeCause, LedgeReport, Standing, gaps, ledge_report};

/// What the ledge filter saw in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgeCard {
    pub direction: usize,
    /// The neighbour column; `None` where the grid ends.
    pub neighbour: Option<usize>,
    /// Its gaps, bottom-up. Where the grid ends: the drop that stands for it.
    pub gaps: Vec<Gap>,
    /// Which of the gaps made the span a ledge: its drop is the lowest of all directions, or its floor is the lowest or highest
    /// of those within reach.
    pub deciding: Vec<usize>,
}

impl LedgeCard {
    /// The lowest drop of a passable gap; `None` without one.
    pub fn lowest_drop(&self) -> Option<i64> {
        self.gaps.iter().filter(|gap| gap.is_passable).map(|gap| gap.drop).min()
    }
}

/// The four cards of a span of a column, by direction.
pub fn ledge_cards(run: &PipelineRun, column: usize, span: usize) -> Vec<LedgeCard> {
    let (height, climb) = (run.settings.height_rows, run.settings.climb_rows);
    let from = Standing::new(&run.solid, column, span, height, climb);
    let report = ledge_report(&run.solid, column, span, height, climb);
    let card = |direction| {
        let neighbour = run.solid.neighbour(column, direction);
        let seen: Vec<Gap> = match neighbour {
            Some(neighbour) => gaps(&run.solid, neighbour, from.climb).map(|gap| from.see(gap)).collect(),
            None => vec![from.see_outside()],
        };
        let deciding = (0..seen.len()).filter(|&at| decides(&report, &seen[at], climb)).collect();
        LedgeCard { direction, neighbour, gaps: seen, deciding }
    };
    (0..4).map(card).collect()
}

fn decides(report: &LedgeReport, gap: &Gap, climb: i32) -> bool {
    match report.cause(climb) {
        None => false,
        Some(LedgeCause::Drop) => gap.is_passable && Some(gap.drop) == report.lowest_drop,
        Some(LedgeCause::FloorsApart) => {
            gap.is_accessible && report.accessible.is_some_and(|ends| ends.contains(&gap.floor))
        }
    }
}

/// A direction as a person reads it.
pub fn direction_text(card: &LedgeCard) -> String {
    let name = DIRECTION_NAMES[card.direction];
    if card.neighbour.is_some() { format!("Towards {name}") } else { format!("Towards {name}: the grid ends") }
}

/// A gap as a person reads it: where it is, what it has in common with the span's free space, how far down, and the rule that
/// decided about it.
pub fn gap_text(run: &PipelineRun, card: &LedgeCard, gap: &Gap) -> String {
    let (height, climb) = (run.settings.height_rows, run.settings.climb_rows);
    if card.neighbour.is_none() {
        return format!("counts as a drop of {}, one row more than the climb", lengths(run, gap.drop));
    }
    let ceiling = if gap.ceiling == UNBOUNDED { "open above".to_owned() } else { format!("to row {}", gap.ceiling) };
    let floor = match gap.floor <= 0 {
        true => "no floor".to_owned(),
        false => format!("floor at row {}", gap.floor),
    };
    let common = match gap.overlap {
        ..=0 => "no row in common".to_owned(),
        rows if rows >= UNBOUNDED / 2 => "open in common".to_owned(),
        rows => format!("{} in common", lengths(run, rows)),
    };
    let step = match gap.drop {
        // The rule's number for what lies under the lowest surface of a column; it is no place.
        rows if gap.floor <= 0 => format!("counts as {} down", lengths(run, rows)),
        0 => "level".to_owned(),
        rows if rows > 0 => format!("{} up", lengths(run, rows)),
        rows => format!("{} down", lengths(run, rows)),
    };
    let verdict = match (gap.is_passable, gap.is_accessible) {
        (false, _) => format!("not passable: fewer than the height of {height}"),
        (true, true) => format!("passable and within the climb of {climb}"),
        (true, false) if gap.drop < 0 => format!("passable, a drop of more than the climb of {climb}"),
        (true, false) => format!("passable, but higher than the climb of {climb}"),
    };
    minus(&format!("{floor}, {ceiling}: {common}, {step}; {verdict}"))
}
