//! Floors in the colours of their connected pieces.

use super::palette::{self, Legend, LegendEntry, Rgb};
use crate::inspect::Pieces;
use crate::inspect::charts::area_of;
use crate::inspect::pieces::NO_PIECE;
use crate::inspect::text::thousands;
use crate::pipeline::PipelineRun;

/// The colours of all floors, and their legend: the largest pieces by themselves, the others together.
pub fn by_piece(run: &PipelineRun, pieces: &Pieces) -> (Vec<Rgb>, Legend) {
    let colour = |&piece: &u32| if piece == NO_PIECE { palette::WARM_GREY } else { palette::piece(piece) };
    let mut legend = Legend { title: "Connected piece, m² and floors".into(), ..Legend::default() };
    let label = |name: String, floors: u64| format!("{name}, {:.2}", area_of(run, floors));
    let (own, smaller) = pieces.sizes.split_at(pieces.sizes.len().min(palette::PIECES));
    for (number, &size) in own.iter().enumerate() {
        legend.add(label(format!("piece {}", number + 1), size.into()), palette::piece(number as u32), size.into());
    }
    let floors = smaller.iter().map(|&size| u64::from(size)).sum();
    let name = format!("{} smaller", thousands(smaller.len() as u64));
    legend.add(label(name, floors), palette::SMALLER_PIECES, floors);
    let others = pieces.of_floor.iter().filter(|&&piece| piece == NO_PIECE).count();
    legend.add("not walkable at the end", palette::WARM_GREY, others as u64);
    if pieces.sizes.is_empty() {
        let label = "no floor is walkable".into();
        legend.entries.push(LegendEntry {
            label,
            colour: palette::WARM_GREY,
            count: None,
            amount: None,
            hatched: false,
        });
    }
    (pieces.of_floor.iter().map(colour).collect(), legend)
}
