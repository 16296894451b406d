//! The run in charts: what each stage takes, and how spans, clearances, steps, slopes and times are spread.

use super::chart_bars::{Mark, NamedBar, lying_bars, upright, upright_bars};
use super::stage_bar::milliseconds;
use crate::app::product::Product;
use crate::app::{Shell, theme};
use crate::draw::palette::{self, Rgb};
use crate::inspect::charts::{Histogram, SLOPE_STEP, WalkableStep, area_of};
use crate::inspect::text::{count, signed, thousands};
use crate::pipeline::Stage;
use eframe::egui::{Label, RichText, ScrollArea, Ui, vec2};

/// A chart, with what its switch says.
const ALL: [(Chart, &str); 6] = [
    (Chart::Walkable, "Walkable area"),
    (Chart::Clearance, "Clearance"),
    (Chart::Steps, "Step heights"),
    (Chart::Slope, "Slope"),
    (Chart::Spans, "Spans per column"),
    (Chart::Times, "Time"),
];

/// The least width of a chart; what does not fit is scrolled to.
const MIN_WIDTH: f32 = 236.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chart {
    Walkable,
    Clearance,
    Steps,
    Slope,
    Spans,
    Times,
}

/// Which charts are shown, in their order.
#[derive(Clone, Copy, Debug)]
pub struct Shown([bool; 6]);

impl Default for Shown {
    /// As many as fit side by side.
    fn default() -> Self {
        Self([true, true, true, false, false, false])
    }
}

/// Draws the panel.
pub fn charts_ui(shell: &mut Shell, ui: &mut Ui) {
    let Some(product) = shell.product.clone() else {
        ui.weak("Nothing is open.");
        return;
    };
    let has = |chart: Chart| chart != Chart::Times || shell.shows_times;
    let Shown(shown) = &mut shell.transient.charts;
    ui.horizontal_wrapped(|ui| {
        for ((_, label), on) in ALL.iter().zip(shown.iter_mut()).filter(|((chart, _), _)| has(*chart)) {
            ui.toggle_value(on, *label);
        }
    });
    let charts: Vec<Chart> =
        ALL.iter().zip(*shown).filter(|((chart, _), on)| *on && has(*chart)).map(|((chart, _), _)| *chart).collect();
    if charts.is_empty() {
        ui.weak("Choose a chart above.");
        return;
    }
    let gap = 16.0;
    let width = ((ui.available_width() + gap) / charts.len() as f32 - gap).max(MIN_WIDTH);
    ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for chart in charts {
                ui.allocate_ui(vec2(width, ui.available_height()), |ui| {
                    ui.vertical(|ui| {
                        ui.spacing_mut().item_spacing.y = 2.0;
                        ui.set_width(width);
                        chart_ui(chart, &product, ui);
                    });
                });
            }
        });
    });
}

fn chart_ui(chart: Chart, product: &Product, ui: &mut Ui) {
    match chart {
        Chart::Walkable => walkable_ui(product, ui),
        Chart::Clearance => clearance_ui(product, ui),
        Chart::Steps => steps_ui(product, ui),
        Chart::Slope => slope_ui(product, ui),
        Chart::Spans => spans_ui(product, ui),
        Chart::Times => times_ui(product, ui),
    }
}

fn head_ui(title: &str, note: &str, ui: &mut Ui) {
    ui.label(RichText::new(title).strong());
    ui.add(Label::new(RichText::new(note).weak().size(theme::SMALL)).truncate());
}

fn walkable_ui(product: &Product, ui: &mut Ui) {
    let run = &product.run;
    let end = product.charts.walkable.last().map_or(0, |step| step.after);
    let area = |cells: u64| format!("{} ({:.2} m²)", count(cells, "cell"), area_of(run, cells));
    head_ui("Walkable area by stage", &format!("{} at the end", area(end)), ui);
    if product.charts.walkable.iter().all(|step| step.after == 0) {
        ui.weak("Nothing is walkable at any stage.");
        return;
    }
    let mut bars: Vec<NamedBar> = Vec::new();
    for &WalkableStep { stage, before, after } in &product.charts.walkable {
        let change = after as i64 - before as i64;
        let (colour, number) = match (stage, change) {
            (Stage::Merged, _) => (palette::SKY_BLUE, thousands(after)),
            (_, 0..) => (palette::GREEN, signed(change)),
            _ => (palette::VERMILION, signed(change)),
        };
        let name: String = stage.label().into();
        let said = match stage {
            Stage::Merged => format!("{name}\n{}", area(after)),
            _ => format!("{name}\nchange {} to {}", signed_area(run, change), area(after)),
        };
        let (from, size) = (before.min(after) as f64, before.abs_diff(after) as f64);
        bars.push(NamedBar { name, from, size, colour, number, said });
    }
    let (name, said) = ("At the end".to_owned(), format!("At the end\n{}", area(end)));
    let (size, number) = (end as f64, thousands(end));
    bars.push(NamedBar { name, from: 0.0, size, colour: palette::SKY_BLUE, number, said });
    lying_bars("walkable", "cells", &bars, ui);
}

fn signed_area(run: &crate::pipeline::PipelineRun, change: i64) -> String {
    let sign = if change < 0 { "−" } else { "+" };
    let size = change.unsigned_abs();
    format!("{sign}{} ({sign}{:.2} m²)", count(size, "cell"), area_of(run, size))
}

fn times_ui(product: &Product, ui: &mut Ui) {
    let total = milliseconds(product.run.total_time());
    head_ui("Time per stage", &format!("{total} in all"), ui);
    let row = |stage: Stage| {
        let time = product.run.times[stage.index()];
        let (name, number) = (stage.label().to_owned(), milliseconds(time));
        let said = format!("{name}\n{number}");
        NamedBar { name, from: 0.0, size: time.as_secs_f64() * 1e3, colour: palette::SKY_BLUE, number, said }
    };
    lying_bars("times", "ms", &Stage::ALL.map(row), ui);
}

fn clearance_ui(product: &Product, ui: &mut Ui) {
    let (run, histogram) = (&product.run, &product.charts.clearance);
    let (height, row) = (run.settings.height_rows, f64::from(run.frame.cell_height()));
    let above = match histogram.above {
        0 => String::new(),
        n => format!(", {} higher", thousands(n)),
    };
    let note = format!("before the low-height filter; {} open above{above}", thousands(histogram.apart));
    head_ui("Clearance over walkable spans", &note, ui);
    let texts = Texts { noun: "span", unit: "row", size: Some(row), axis: "free rows" };
    let split = Split { at: height.into(), below: palette::VERMILION, from: palette::SKY_BLUE };
    let mark = Mark { at: f64::from(height) - 0.5, label: format!("agent's height {height}") };
    histogram_ui("clearance", histogram, &texts, Some(&split), Some(&mark), ui);
}

fn steps_ui(product: &Product, ui: &mut Ui) {
    let (run, histogram) = (&product.run, &product.charts.steps);
    let (climb, row) = (run.settings.climb_rows, f64::from(run.frame.cell_height()));
    let total = count(histogram.total(), "pair");
    head_ui("Step heights between linked floors", &format!("{total} of floors, each counted once"), ui);
    let texts = Texts { noun: "pair", unit: "row", size: Some(row), axis: "rows up or down" };
    let mark = Mark { at: f64::from(climb) + 0.5, label: format!("climb {climb}") };
    histogram_ui("steps", histogram, &texts, None, Some(&mark), ui);
}

fn spans_ui(product: &Product, ui: &mut Ui) {
    let histogram = &product.charts.spans;
    let note = format!(
        "{} in {}; {} without any",
        count(histogram.sum, "span"),
        count(histogram.total(), "column"),
        thousands(histogram.apart)
    );
    head_ui("Spans per column, after merging", &note, ui);
    let texts = Texts { noun: "column", unit: "span", size: None, axis: "spans in a column" };
    histogram_ui("spans", histogram, &texts, None, None, ui);
}

fn slope_ui(product: &Product, ui: &mut Ui) {
    let slope = &product.charts.slope;
    let total: f64 = slope.bars.iter().flatten().sum();
    head_ui("Slope of the input's area", &format!("{total:.2} m² of triangles that face up"), ui);
    if slope.bars.is_empty() {
        ui.weak("The input has no triangles that face up.");
        return;
    }
    let mut bars = Vec::new();
    for (i, [walkable, steep]) in slope.bars.iter().enumerate() {
        let from = i as f64 * SLOPE_STEP;
        let range = format!("{from}° to {}°", from + SLOPE_STEP);
        let middle = from + SLOPE_STEP / 2.0;
        for (area, base, colour, word) in
            [(walkable, 0.0, palette::SKY_BLUE, "walkable"), (steep, *walkable, palette::WARM_GREY, "too steep")]
        {
            if *area > 0.0 {
                let said = format!("{range}\n{area:.2} m² {word}");
                bars.push(upright(middle, *area, SLOPE_STEP, colour, said).base_offset(base));
            }
        }
    }
    let mark = Mark { at: slope.limit, label: format!("limit {:.1}°", slope.limit) };
    let top = slope.bars.iter().map(|[a, b]| a + b).fold(0.0, f64::max);
    upright_bars("slope", ["degrees", "m²"], &bars, top, [0.0, 90.0], Some(&mark), ui);
}

/// The words of a histogram.
struct Texts<'a> {
    /// What is counted.
    noun: &'a str,
    /// What a number counts.
    unit: &'a str,
    /// World units to one.
    size: Option<f64>,
    axis: &'a str,
}

/// From where on bars have another colour.
struct Split {
    at: i64,
    below: Rgb,
    from: Rgb,
}

fn histogram_ui(
    id: &str,
    histogram: &Histogram,
    texts: &Texts<'_>,
    split: Option<&Split>,
    mark: Option<&Mark>,
    ui: &mut Ui,
) {
    if histogram.bars.is_empty() {
        ui.weak(format!("There is no {} to count.", texts.noun));
        return;
    }
    let mut bars = Vec::new();
    for (i, &n) in histogram.bars.iter().enumerate().filter(|(_, n)| **n > 0) {
        let [first, last] = histogram.range(i);
        let colour = match split {
            Some(split) if last < split.at => split.below,
            Some(split) => split.from,
            None => palette::SKY_BLUE,
        };
        let size = texts.size.map(|size| format!(" ({:.2} units)", first as f64 * size)).unwrap_or_default();
        let range = match first == last {
            true => format!("{}{size}", count(first.unsigned_abs(), texts.unit)),
            false => format!("{first} to {}", count(last.unsigned_abs(), texts.unit)),
        };
        let said = format!("{range}\n{}", count(n, texts.noun));
        let middle = (first + last) as f64 / 2.0;
        bars.push(upright(middle, n as f64, histogram.width as f64, colour, said));
    }
    let top = histogram.bars.iter().max().map_or(0.0, |&n| n as f64);
    let last = histogram.range(histogram.bars.len() - 1)[1] as f64 + 0.5;
    let noun = format!("{}s", texts.noun);
    upright_bars(id, [texts.axis, &noun], &bars, top, [-0.5, last], mark, ui);
}
