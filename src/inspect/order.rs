//! Whether a column's spans depend on the order in which its pieces came (section 3: the rule is not associative).

use super::text::{count, thousands};
use crate::pipeline::stage::merged::{AreaSpan, add_span};
use crate::pipeline::{Monitor, Piece, PipelineError, PipelineRun};

/// Columns with at most this many pieces are tried in every order.
pub const MAX_EXHAUSTIVE: usize = 7;
/// How many orders of more pieces are tried: as many as seven pieces have, fewer where that would be too much work.
pub const SAMPLES: usize = 5040;
/// The most pieces that are merged in all orders together, unless one order has more.
const MAX_WORK: usize = 20_000_000;
/// How many positions of an order are written out.
const SHOWN: usize = 12;
/// What the random orders begin with, so that they are the same ones each time.
const SEED: u64 = 0x5EED;

/// What came of trying other orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderReport {
    pub pieces: usize,
    /// Orders that were tried.
    pub tried: usize,
    /// Whether these were all there are.
    pub is_exhaustive: bool,
    /// Orders among them whose spans or areas differ from those of the order in which the pieces came.
    pub differing: usize,
    /// The first of these, as positions in the order in which the pieces came, and its spans.
    pub example: Option<(Vec<usize>, Vec<AreaSpan>)>,
    /// The spans as they are.
    pub spans: Vec<AreaSpan>,
}

/// Merges the pieces of a column in other orders: all of them up to [`MAX_EXHAUSTIVE`] pieces, else up to [`SAMPLES`] orders
/// from a generator that always begins with the same seed.
///
/// # Errors
/// Cancellation.
pub fn order_report(run: &PipelineRun, column: usize, monitor: &Monitor) -> Result<OrderReport, PipelineError> {
    let pieces: Vec<Piece> = run.pieces.column(column).copied().collect();
    let threshold = run.settings.merge_threshold();
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    let spans = merge(&pieces, &order, threshold);
    let is_exhaustive = pieces.len() <= MAX_EXHAUSTIVE;
    let mut report = OrderReport { pieces: pieces.len(), tried: 0, is_exhaustive, differing: 0, example: None, spans };
    let mut attempt = |order: &[usize]| {
        let other = merge(&pieces, order, threshold);
        report.tried += 1;
        if other != report.spans {
            report.differing += 1;
            report.example.get_or_insert_with(|| (order.to_vec(), other));
        }
    };
    if is_exhaustive {
        attempt(&order);
        while next_order(&mut order) {
            attempt(&order);
        }
    } else {
        let mut random = fastrand::Rng::with_seed(SEED);
        for number in 0..(MAX_WORK / pieces.len()).clamp(1, SAMPLES) {
            if number.is_multiple_of(64) {
                monitor.check()?;
            }
            random.shuffle(&mut order);
            attempt(&order);
        }
    }
    Ok(report)
}

fn merge(pieces: &[Piece], order: &[usize], threshold: i32) -> Vec<AreaSpan> {
    let mut spans = Vec::new();
    for &position in order {
        add_span(&mut spans, &pieces[position], pieces[position].merge_threshold(threshold));
    }
    spans
}

/// The next order in lexicographic order; `false` after the last one.
fn next_order(order: &mut [usize]) -> bool {
    let Some(at) = order.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let Some(with) = order.iter().rposition(|&value| value > order[at]) else { return false };
    order.swap(at, with);
    order[at + 1..].reverse();
    true
}

/// The answer in plain sentences.
pub fn order_text(report: &OrderReport) -> String {
    let OrderReport { pieces, tried, is_exhaustive, differing, .. } = report;
    let which = match (is_exhaustive, pieces) {
        (_, 0 | 1) => return format!("{}: there is only one order.", count(*pieces as u64, "piece")),
        (true, _) => format!("all {} orders of {}", thousands(*tried as u64), count(*pieces as u64, "piece")),
        (false, _) => format!("a sample of {} orders of {}", thousands(*tried as u64), count(*pieces as u64, "piece")),
    };
    let Some((order, spans)) = &report.example else {
        let verdict = if *is_exhaustive { "Not dependent on order" } else { "No dependence on order found" };
        return format!("{verdict}: {which} give the same spans.");
    };
    let list = |spans: &[AreaSpan]| {
        let spans = spans.iter().map(|AreaSpan { span, area }| format!("{}:{}:{area}", span.min, span.max));
        spans.collect::<Vec<_>>().join(" ")
    };
    let mut places: Vec<String> = order.iter().take(SHOWN).map(|position| (position + 1).to_string()).collect();
    if order.len() > SHOWN {
        places.push("…".into());
    }
    format!(
        "Dependent on order: {} of {which} give other spans. As emitted: {}. In the order {}: {}.",
        thousands(*differing as u64),
        list(&report.spans),
        places.join(", "),
        list(spans)
    )
}
