//! What colours mean: legible for colour-blind people, on light and on dark ground.
//!
//! The colours are Okabe and Ito's. What did not change steps back; heights and distances use viridis.

use crate::inspect::{Change, Reason};
use crate::pipeline::triangle::SlopeClass;
use crate::pipeline::{AreaId, DropCause, NOT_WALKABLE, WALKABLE};

/// Red, green and blue, each 0 to 255.
pub type Rgb = [u8; 3];

pub const SKY_BLUE: Rgb = [0x56, 0xB4, 0xE9];
pub const WARM_GREY: Rgb = [0x8C, 0x85, 0x7B];
pub const GREEN: Rgb = [0x00, 0x9E, 0x73];
pub const VERMILION: Rgb = [0xD5, 0x5E, 0x00];
pub const PURPLE: Rgb = [0xCC, 0x79, 0xA7];
pub const YELLOW: Rgb = [0xF0, 0xE4, 0x42];
pub const ORANGE: Rgb = [0xE6, 0x9F, 0x00];
pub const BLUE: Rgb = [0x00, 0x72, 0xB2];
pub const WHITE: Rgb = [0xFF, 0xFF, 0xFF];
pub const BLACK: Rgb = [0x10, 0x10, 0x12];

/// Unchanged spans, walkable and not: low saturation, so that changes speak.
const UNCHANGED: [Rgb; 2] = [[0xA9, 0xB6, 0xC0], [0x9B, 0x97, 0x92]];
/// Input that lies outside the frame.
pub const OUTSIDE: Rgb = BLUE;
/// A block of a density.
pub const BLOCK: Rgb = [0xC8, 0xB8, 0x8C];
/// What has vanished.
const VANISHED: Rgb = [0x9A, 0x84, 0xAE];

/// Areas that have no colour of their own go through these.
const OTHER_AREAS: [Rgb; 6] = [BLUE, ORANGE, GREEN, PURPLE, YELLOW, VERMILION];

/// The colour of an area id. Areas other than 0 and 63 go through six colours, each time darker.
pub fn area(area: AreaId) -> Rgb {
    match area {
        NOT_WALKABLE => WARM_GREY,
        WALKABLE => SKY_BLUE,
        _ => {
            let number = usize::from(area) - 1;
            let keep = [20, 14, 10, 17, 12][number / OTHER_AREAS.len() % 5];
            OTHER_AREAS[number % OTHER_AREAS.len()].map(|c| (u16::from(c) * keep / 20) as u8)
        }
    }
}

/// How many connected pieces have a colour of their own.
pub const PIECES: usize = 9;
/// Connected pieces that have no colour of their own.
pub const SMALLER_PIECES: Rgb = [0xD8, 0xD2, 0xC4];

/// The colour of a connected piece, by its number from the largest on.
pub fn piece(number: u32) -> Rgb {
    const FIRST: [Rgb; PIECES] =
        [SKY_BLUE, ORANGE, GREEN, PURPLE, YELLOW, BLUE, VERMILION, [0x6B, 0x4C, 0x9A], [0x8F, 0xD1, 0x4F]];
    FIRST.get(number as usize).copied().unwrap_or(SMALLER_PIECES)
}

/// The colour of a change; of what is unchanged, by whether it is walkable.
pub fn change(change: Change, area: AreaId) -> Rgb {
    match change {
        Change::Unchanged => UNCHANGED[usize::from(area == NOT_WALKABLE)],
        Change::Gained => GREEN,
        Change::Lost => VERMILION,
        Change::AreaChanged => PURPLE,
        Change::Appeared => YELLOW,
        Change::Vanished => VANISHED,
        Change::Merged => ORANGE,
    }
}

/// The colour of a reason. What is eroded has a pale shade of what eroded it.
pub fn reason(reason: Reason) -> Rgb {
    match reason {
        Reason::Walkable => SKY_BLUE,
        Reason::Steep => VERMILION,
        Reason::Obstacle => [0x9A, 0x44, 0x00],
        Reason::Merged => BLUE,
        Reason::LedgeAtDrop => ORANGE,
        Reason::LedgeBetweenFloors => YELLOW,
        Reason::GridEdge => [0x70, 0x6A, 0x62],
        Reason::LowCeiling => GREEN,
        Reason::ErodedFromWall => [0xEE, 0xB4, 0x90],
        Reason::ErodedFromDrop => [0xF3, 0xD7, 0x9A],
        Reason::ErodedFromLowCeiling => [0x8C, 0xCF, 0xBB],
        Reason::ErodedFromGridEdge => [0xC4, 0xBF, 0xB8],
        Reason::Volume => PURPLE,
        Reason::OwnArea => [0x7A, 0x4A, 0x66],
        Reason::FacesDown => [0x55, 0x57, 0x5E],
    }
}

/// The colour of surfaces that step back behind others.
pub fn muted(area: AreaId) -> Rgb {
    UNCHANGED[usize::from(area == NOT_WALKABLE)]
}

/// The colour of a triangle's slope class.
pub fn slope(class: SlopeClass) -> Rgb {
    match class {
        SlopeClass::Walkable => SKY_BLUE,
        SlopeClass::TooSteep => WARM_GREY,
        SlopeClass::FacingDown => PURPLE,
        SlopeClass::Degenerate => VERMILION,
    }
}

/// What a person reads for a slope class.
pub fn slope_label(class: SlopeClass) -> &'static str {
    match class {
        SlopeClass::Walkable => "walkable",
        SlopeClass::TooSteep => "too steep",
        SlopeClass::FacingDown => "facing down",
        SlopeClass::Degenerate => "degenerate",
    }
}

/// The colour of a dropped piece's cause.
pub fn drop_cause(cause: DropCause) -> Rgb {
    match cause {
        DropCause::AreaRoundsToZero => VERMILION,
        DropCause::OutsideRows => YELLOW,
        DropCause::NoRowAtBottom => PURPLE,
        DropCause::WallOutsideGrid => ORANGE,
    }
}

/// What a person reads for a dropped piece's cause.
pub fn drop_label(cause: DropCause) -> &'static str {
    match cause {
        DropCause::AreaRoundsToZero => "area rounds to 0",
        DropCause::OutsideRows => "outside the rows",
        DropCause::NoRowAtBottom => "no row at the bottom",
        DropCause::WallOutsideGrid => "wall outside the grid",
    }
}

/// The rule that drops a piece for a cause, in a sentence.
pub fn drop_rule(cause: DropCause) -> &'static str {
    match cause {
        DropCause::AreaRoundsToZero => {
            "The clipped piece has extent along x and z, but its float32 area is 0: a sliver, or a wall that is not quite vertical."
        }
        DropCause::OutsideRows => "The piece lies wholly below row 0 or above the highest row of the grid.",
        DropCause::NoRowAtBottom => {
            "The piece faces up exactly at the bottom of the grid: the row below it, which it would fill, is outside."
        }
        DropCause::WallOutsideGrid => {
            "The wall lies exactly on the grid's border and belongs to the column behind its face, which is outside."
        }
    }
}

/// Viridis from 0 (blue) to 1 (yellow), without its darkest part, which is lost on dark ground; what is outside is taken as
/// the nearest end.
pub fn viridis(t: f64) -> Rgb {
    const DARKEST: f64 = 0.18;
    colorous::VIRIDIS.eval_continuous(DARKEST + (1.0 - DARKEST) * t.clamp(0.0, 1.0)).as_array()
}

/// From purple (0) over near-white in the middle to orange (1), without the darkest parts; what is outside is taken as the
/// nearest end.
pub fn diverging(t: f64) -> Rgb {
    const DARKEST: f64 = 0.1;
    let part = DARKEST + (1.0 - 2.0 * DARKEST) * t.clamp(0.0, 1.0);
    colorous::PURPLE_ORANGE.eval_continuous(part).as_array()
}

/// The colour of a material whose file has none: ten colours, each time darker.
pub fn material(number: u8) -> Rgb {
    let number = usize::from(number) + 9; // Material 1 has the first colour.
    let keep = [20, 15, 11, 17, 13][(number / 10 + 4) % 5];
    colorous::TABLEAU10[number % 10].as_array().map(|c| (u16::from(c) * keep / 20) as u8)
}

/// What the colours on the screen mean.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Legend {
    pub title: String,
    pub entries: Vec<LegendEntry>,
    pub scale: Option<Scale>,
}

/// A colour, its meaning, and how often it occurs.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendEntry {
    pub label: String,
    pub colour: Rgb,
    /// `None` where the count would say nothing.
    pub count: Option<u64>,
    /// What that amounts to, such as an area in the world.
    pub amount: Option<String>,
    /// Drawn with a pattern, where two areas share a hue.
    pub hatched: bool,
}

/// A range of values over a map of colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    pub min: String,
    /// What the middle of the map means, where it means something of its own.
    pub middle: Option<String>,
    pub max: String,
    pub map: ColourMap,
}

impl Scale {
    /// A range over viridis.
    pub fn viridis(min: String, max: String) -> Self {
        Self { min, middle: None, max, map: ColourMap::Viridis }
    }
}

/// A map from 0 to 1 to colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourMap {
    Viridis,
    Diverging,
}

impl ColourMap {
    /// The colour of a value from 0 to 1.
    pub fn colour(self, t: f64) -> Rgb {
        match self {
            Self::Viridis => viridis(t),
            Self::Diverging => diverging(t),
        }
    }
}

impl Legend {
    /// Adds a colour that occurs `count` times, unless it does not occur.
    pub fn add(&mut self, label: impl Into<String>, colour: Rgb, count: u64) {
        if count > 0 {
            self.entries.push(LegendEntry {
                label: label.into(),
                colour,
                count: Some(count),
                amount: None,
                hatched: false,
            });
        }
    }
}

/// The legend of areas that occur, walkable and not walkable first.
pub fn area_legend(areas: impl Iterator<Item = AreaId>) -> Legend {
    let mut counts = [0_u64; 256];
    for id in areas {
        counts[usize::from(id)] += 1;
    }
    let mut legend = Legend { title: "Area".into(), ..Legend::default() };
    legend.add("walkable (63)", SKY_BLUE, counts[usize::from(WALKABLE)]);
    legend.add("not walkable (0)", WARM_GREY, counts[usize::from(NOT_WALKABLE)]);
    for id in (1..=u8::MAX).filter(|&id| id != WALKABLE) {
        let before = legend.entries.len();
        legend.add(format!("area {id}"), area(id), counts[usize::from(id)]);
        if let Some(entry) = legend.entries.get_mut(before) {
            entry.hatched = usize::from(id) > OTHER_AREAS.len();
        }
    }
    legend
}
