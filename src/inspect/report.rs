//! The history of a column, and what is known about a place in it, as text: the same for the clipboard and the terminal.

use super::explain::{Explanation, Subject};
use super::history::{Event, Fate};
use super::history_text::{areas_text, sentence};
use super::ledge_card::{direction_text, gap_text};
use super::level::{Level, RunTriangles};
use super::remedy::{Cost, NewValue, Remedy, Setting, tried_sizes};
use super::text::{count, minus, signed, square_metres, thousands, units};
use crate::pipeline::{FrameSpec, Stage};
use std::fmt::Write as _;

/// Which events are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventFilter {
    /// Stages that are left out.
    pub without_stages: Vec<Stage>,
    /// Fates that are left out.
    pub without_fates: Vec<Fate>,
    /// Only what is about the solid rows `[min, max]`.
    pub rows: Option<[u16; 2]>,
    /// Only sentences with these words in them, in any case.
    pub words: String,
}

impl EventFilter {
    /// Whether an event, with its sentence, is wanted.
    pub fn wants(&self, event: &Event, sentence: &str) -> bool {
        !self.without_stages.contains(&event.stage)
            && !self.without_fates.contains(&event.fate)
            && self.rows.is_none_or(|rows| event.is_about(rows))
            && sentence.to_lowercase().contains(&self.words.to_lowercase())
    }
}

/// An event with its sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct ToldEvent {
    pub event: Event,
    pub sentence: String,
}

/// The events of column `(x, z)` with their sentences.
pub fn tell(level: &Level<'_>, triangles: &RunTriangles, at: [u32; 2], events: Vec<Event>) -> Vec<ToldEvent> {
    let column = level.run.frame.column_index(at[0], at[1]);
    let tell = |event: Event| ToldEvent { sentence: sentence(level, triangles, column, &event), event };
    events.into_iter().map(tell).collect()
}

/// A column's events as lines: stage, fate, rows as `min:max`, area, sentence.
pub fn history_text<'a>(events: impl IntoIterator<Item = &'a ToldEvent>) -> String {
    let mut text = String::new();
    for ToldEvent { event, sentence } in events {
        let (stage, fate, areas) = (event.stage.name(), event.fate.label(), areas_text(event.areas));
        let rows = format!("{}:{}", event.rows[0], event.rows[1]);
        let _ = writeln!(text, "{stage:<12} {fate:<10} {rows:>11} {areas:>8}  {sentence}");
    }
    text
}

/// What is known about a place, as lines.
pub fn explanation_text(level: &Level<'_>, explanation: &Explanation) -> String {
    let mut text = format!("{}\n", explanation.headline);
    if let Subject::Span { reason, .. } = explanation.subject {
        let _ = writeln!(text, "reason: {}", reason.label());
    }
    for card in &explanation.ledge_cards {
        let _ = writeln!(text, "ledge filter: {}", direction_text(card));
        let is_far = |at: usize| card.gaps[at].overlap <= 0 && !card.deciding.contains(&at);
        for (at, gap) in card.gaps.iter().enumerate().filter(|&(at, _)| !is_far(at)) {
            let mark = if card.deciding.contains(&at) { "  <- this decided" } else { "" };
            let _ = writeln!(text, "    {}{mark}", gap_text(level.run, card, gap));
        }
        let far = (0..card.gaps.len()).filter(|&at| is_far(at)).count();
        if far > 0 {
            let _ = writeln!(text, "    {} with no row in common", count(far as u64, "gap"));
        }
    }
    if explanation.path.len() > 1 {
        let width = level.run.frame.width() as usize;
        let places = explanation.path.iter().map(|(column, _)| format!("{}, {}", column % width, column / width));
        let _ = writeln!(text, "way to the border: {}", places.collect::<Vec<_>>().join(" > "));
    }
    text
}

/// A remedy in a sentence without a full stop.
pub fn remedy_text(level: &Level<'_>, remedy: &Remedy) -> String {
    let name = remedy.setting.label();
    match remedy.change {
        None if remedy.is_left_out => format!("{name}: not tried, voxels are as large as the cells"),
        None => format!("{name}: {}", none_text(level, remedy.setting)),
        Some((value, cost)) => format!("{name}: {}; {}", change_text(level, value), cost_text(cost)),
    }
}

/// Why there is no remedy in a setting: cells are tried at some values, all others at every one that can matter.
fn none_text(level: &Level<'_>, setting: Setting) -> String {
    let [size, height] = level.scene.frame.cell();
    match setting {
        Setting::CellSize => format!("none of the tried values does, {}", tried_text(size)),
        Setting::CellHeight => format!("none of the tried values does, {}", tried_text(height)),
        _ => "no value of it alone makes this walkable".into(),
    }
}

/// The values of a cell's side that are tried.
pub fn tried_text(present: f32) -> String {
    let mut tried = tried_sizes(present);
    tried.sort_by(f32::total_cmp);
    let list: Vec<String> = tried.iter().map(f32::to_string).collect();
    format!("{} units", list.join(", "))
}

/// From which value to which.
pub fn change_text(level: &Level<'_>, value: NewValue) -> String {
    let settings = &level.run.settings;
    let [size, height] = level.scene.frame.cell();
    let whole = |from: i32, to: i32, unit: &str, world: f32| {
        let length = f64::from(to) * f64::from(world);
        format!("from {from} to {} ({length:.2} units)", count(to.unsigned_abs().into(), unit))
    };
    let cell = |from: f32, to: f32| format!("from {from} to {to} units");
    match value {
        NewValue::Climb(rows) => whole(settings.climb_rows, rows, "row", height),
        NewValue::Height(rows) => whole(settings.height_rows, rows, "row", height),
        NewValue::Radius(cells) => whole(settings.radius_cells, cells, "cell", size),
        NewValue::MergeThreshold(rows) => whole(settings.merge_threshold(), rows, "row", height),
        NewValue::SlopeCosine(cosine) => {
            let degrees = |cosine: f32| f64::from(cosine).clamp(-1.0, 1.0).acos().to_degrees();
            let from = settings.slope_cosine;
            minus(&format!("from {:.2}° to {:.2}° (cosine from {from} to {cosine})", degrees(from), degrees(cosine)))
        }
        // The agent is counted in cells and rows, so it grows and shrinks with them.
        NewValue::CellSize(to) => {
            let radius = f64::from(settings.radius_cells) * f64::from(to);
            format!("{}; the agent's radius becomes {}{}", cell(size, to), units(radius), kept_cells(level))
        }
        NewValue::CellHeight(to) => {
            let [tall, climb] = [settings.height_rows, settings.climb_rows].map(|rows| f64::from(rows) * f64::from(to));
            let kept = kept_cells(level);
            format!("{}; the agent becomes {} tall, its climb {}{kept}", cell(height, to), units(tall), units(climb))
        }
    }
}

/// What becomes of a frame that is given by its numbers of cells.
fn kept_cells(level: &Level<'_>) -> &'static str {
    match level.scene.frame {
        FrameSpec::Grid { .. } => "; the frame keeps its number of cells, so it covers another part of the level",
        FrameSpec::Bounds { .. } | FrameSpec::Auto { .. } => "",
    }
}

/// What a change brings and costs over the whole level.
pub fn cost_text(cost: Cost) -> String {
    match cost {
        Cost::Surfaces { gained, lost } => {
            format!("over the level {} gained, {} lost", count(gained as u64, "walkable span"), thousands(lost as u64))
        }
        Cost::Area { before, after } => {
            let change = signed((after - before).round() as i64);
            format!("over the level from {} to {} walkable ({change})", square_metres(before), square_metres(after))
        }
    }
}

/// The heading of a column: its place in the world.
pub fn heading(level: &Level<'_>, [x, z]: [u32; 2]) -> String {
    let [wx, wz] = level.run.frame.column_centre_in_world(x, z);
    format!("column {x}, {z}: centre at x {}, z {}", units(wx), units(wz))
}
