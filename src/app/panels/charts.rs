//! The run in charts: what each stage takes, and how spans, clearances, steps, slopes and times are spread.

use super::stage_bar::milliseconds;
use crate::app::product::Product;
use crate::app::{Shell, theme};
use crate::draw::palette::{self, Rgb};
use crate::inspect::charts::{Histogram, SLOPE_STEP, WalkableStep, area_of};
use crate::inspect::text::{count, signed, thousands};
use crate::pipeline::Stage;
use eframe::egui::{Align2, Color32, Rangef, RichText, ScrollArea, Stroke, Ui, vec2};
use egui_plot::{
    AxisHints, Bar, BarChart, GridInput, GridMark, LineStyle, Orientation, Plot, PlotPoint, PlotUi, Text, VLine,
};

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

/// The most bars that have their numbers over them.
const MAX_NUMBERED: usize = 6;

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
    ui.add(eframe::egui::Label::new(RichText::new(note).weak().size(theme::SMALL)).truncate());
}

fn walkable_ui(product: &Product, ui: &mut Ui) {
    let run = &product.run;
    let end = product.charts.walkable.last().map_or(0, |step| step.after);
    let area = |cells: u64| format!("{} ({:.2} units²)", count(cells, "cell"), area_of(run, cells));
    head_ui("Walkable area by stage", &format!("{} at the end", area(end)), ui);
    if product.charts.walkable.iter().all(|step| step.after == 0) {
        ui.weak("Nothing is walkable at any stage.");
        return;
    }
    let mut bars: Vec<(String, Bar, String)> = Vec::new();
    for &WalkableStep { stage, before, after } in &product.charts.walkable {
        let change = after as i64 - before as i64;
        let (low, size) = (before.min(after), before.abs_diff(after));
        let (colour, text) = match (stage, change) {
            (Stage::Merged, _) => (palette::SKY_BLUE, thousands(after)),
            (_, 0..) => (palette::GREEN, signed(change)),
            _ => (palette::VERMILION, signed(change)),
        };
        let said = match stage {
            Stage::Merged => format!("{}\n{}", stage.label(), area(after)),
            _ => format!("{}\nchange {} to {}", stage.label(), signed_area(run, change), area(after)),
        };
        bars.push((stage.label().into(), bar(size as f64, colour).base_offset(low as f64).name(said), text));
    }
    let said = format!("At the end\n{}", area(end));
    bars.push(("At the end".into(), bar(end as f64, palette::SKY_BLUE).name(said), thousands(end)));
    lying_bars("walkable", "cells", &bars, ui);
}

fn signed_area(run: &crate::pipeline::PipelineRun, change: i64) -> String {
    let sign = if change < 0 { "−" } else { "+" };
    let size = change.unsigned_abs();
    format!("{sign}{} ({sign}{:.2} units²)", count(size, "cell"), area_of(run, size))
}

fn times_ui(product: &Product, ui: &mut Ui) {
    let total = milliseconds(product.run.total_time());
    head_ui("Time per stage", &format!("{total} in all"), ui);
    let row = |stage: Stage| {
        let time = product.run.times[stage.index()];
        let text = milliseconds(time);
        let said = format!("{}\n{text}", stage.label());
        (stage.label().to_owned(), bar(time.as_secs_f64() * 1e3, palette::SKY_BLUE).name(said), text)
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
    head_ui("Slope of the input's area", &format!("{total:.2} units² of triangles that face up"), ui);
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
                let said = format!("{range}\n{area:.2} units² {word}");
                bars.push(upright(middle, *area, SLOPE_STEP, colour).base_offset(base).name(said));
            }
        }
    }
    let mark = Mark { at: slope.limit, label: format!("limit {:.1}°", slope.limit) };
    let top = slope.bars.iter().map(|[a, b]| a + b).fold(0.0, f64::max);
    upright_bars("slope", ["degrees", "units²"], bars, top, [0.0, 90.0], Some(&mark), ui);
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

/// An upright line with its meaning.
struct Mark {
    at: f64,
    label: String,
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
        bars.push(upright(middle, n as f64, histogram.width as f64, colour).name(said));
    }
    let top = histogram.bars.iter().max().map_or(0.0, |&n| n as f64);
    let last = histogram.range(histogram.bars.len() - 1)[1] as f64 + 0.5;
    let noun = format!("{}s", texts.noun);
    upright_bars(id, [texts.axis, &noun], bars, top, [-0.5, last], mark, ui);
}

fn bar(size: f64, colour: Rgb) -> Bar {
    Bar::new(0.0, size).fill(shown(colour)).width(0.72)
}

fn upright(at: f64, height: f64, width: f64, colour: Rgb) -> Bar {
    Bar::new(at, height).fill(shown(colour)).width(width * 0.92)
}

fn shown([r, g, b]: Rgb) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// A chart that stands still, without its own words for points.
fn plot<'a>(id: &str, ui: &Ui) -> Plot<'a> {
    Plot::new(("chart", id))
        .height((ui.available_height() - 4.0).max(80.0))
        .allow_scroll(false)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_x(false)
        .show_y(false)
        .label_formatter(|_| None)
}

fn chart(bars: Vec<Bar>) -> BarChart {
    BarChart::new("", bars).element_formatter(Box::new(|bar, _| bar.name.clone()))
}

/// Bars from left to right, one below the other, each with its name at the left and its number at its end.
fn lying_bars(id: &str, axis: &str, bars: &[(String, Bar, String)], ui: &mut Ui) {
    let names: Vec<String> = bars.iter().map(|(name, ..)| name.clone()).collect();
    let end = |bar: &Bar| bar.base_offset.unwrap_or(0.0) + bar.value;
    let most = bars.iter().map(|(_, bar, _)| end(bar)).fold(0.0, f64::max).max(1e-9);
    let colour = ui.visuals().text_color();
    let count = bars.len() as f64;
    let lying = bars.iter().enumerate().map(|(i, (_, bar, _))| Bar {
        argument: -(i as f64),
        orientation: Orientation::Horizontal,
        ..bar.clone()
    });
    let lying: Vec<Bar> = lying.collect();
    let texts: Vec<(PlotPoint, String)> = bars
        .iter()
        .enumerate()
        .map(|(i, (_, bar, text))| (PlotPoint::new(end(bar) + most * 0.01, -(i as f64)), text.clone()))
        .collect();
    let label_of = move |value: f64| match value.fract().abs() < 0.01 && value <= 0.0 {
        true => names.get((-value) as usize).cloned().unwrap_or_default(),
        false => String::new(),
    };
    plot(id, ui)
        .custom_y_axes(vec![
            AxisHints::new_y().formatter(move |mark, _| label_of(mark.value)).label_spacing(CLOSE).min_thickness(78.0),
        ])
        .y_grid_spacer(move |_| (0..count as i32).map(|i| GridMark { value: -f64::from(i), step_size: 1.0 }).collect())
        .show_grid([true, false])
        .custom_x_axes(vec![numbers(AxisHints::new_x(), axis)])
        .x_grid_spacer(round_marks)
        .include_x(0.0)
        .include_x(most * 1.22)
        .include_y(0.6)
        .include_y(0.4 - count)
        .set_margin_fraction(vec2(0.0, 0.0))
        .show(ui, |plot| {
            plot.bar_chart(chart(lying).horizontal());
            for (at, text) in texts {
                plot.text(
                    Text::new("", at, RichText::new(text).size(theme::SMALL)).anchor(Align2::LEFT_CENTER).color(colour),
                );
            }
        });
}

fn upright_bars(
    id: &str,
    [x_axis, y_axis]: [&str; 2],
    bars: Vec<Bar>,
    top: f64,
    [from, to]: [f64; 2],
    mark: Option<&Mark>,
    ui: &mut Ui,
) {
    let colour = ui.visuals().strong_text_color();
    let to = mark.map_or(to, |mark| to.max(mark.at + (mark.at - from) * 0.25));
    plot(id, ui)
        .custom_y_axes(vec![numbers(AxisHints::new_y(), y_axis).min_thickness(40.0)])
        .custom_x_axes(vec![numbers(AxisHints::new_x(), x_axis)])
        .x_grid_spacer(round_marks)
        .y_grid_spacer(round_marks)
        .include_x(from)
        .include_x(to)
        .include_y(0.0)
        .include_y(top * 1.16)
        .set_margin_fraction(vec2(0.01, 0.0))
        .show(ui, |plot| {
            // Beside a high bar a low one is not seen, but its number is.
            let numbered = if bars.len() <= MAX_NUMBERED { bars.clone() } else { Vec::new() };
            plot.bar_chart(chart(bars));
            for bar in numbered {
                let at = PlotPoint::new(bar.argument, bar.value + top * 0.02);
                let text = RichText::new(number(bar.value)).size(theme::SMALL);
                plot.text(Text::new("", at, text).anchor(Align2::CENTER_BOTTOM).color(colour));
            }
            if let Some(mark) = mark {
                mark_ui(plot, mark, top, (from, to), colour);
            }
        });
}

fn mark_ui(plot: &mut PlotUi<'_>, mark: &Mark, top: f64, (from, to): (f64, f64), colour: Color32) {
    plot.vline(
        VLine::new("", mark.at).stroke(Stroke::new(1.5, colour)).style(LineStyle::dashed_dense()).allow_hover(false),
    );
    let is_right = mark.at > f64::midpoint(from, to);
    let (anchor, gap) = if is_right { (Align2::RIGHT_TOP, -1.0) } else { (Align2::LEFT_TOP, 1.0) };
    let at = PlotPoint::new(mark.at + gap * (to - from) * 0.02, top * 1.15);
    plot.text(Text::new("", at, RichText::new(&mark.label).size(theme::SMALL)).anchor(anchor).color(colour));
}

/// Marks may stand this close: there are few, and each has its label.
const CLOSE: Rangef = Rangef { min: 8.0, max: 12.0 };

fn numbers<'a>(axis: AxisHints<'a>, label: &str) -> AxisHints<'a> {
    axis.label(label.to_owned()).formatter(|mark, _| number(mark.value)).label_spacing(CLOSE)
}

/// At most five round numbers over what is seen.
fn round_marks(input: GridInput) -> Vec<GridMark> {
    let (from, to) = input.bounds;
    let least = (to - from).max(1e-9) / 5.0;
    let power = 10_f64.powf(least.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power).find(|&step| step >= least);
    let step_size = step.unwrap_or(power);
    let marks = (from / step_size).ceil() as i64..=(to / step_size).floor() as i64;
    marks.map(|i| GridMark { value: i as f64 * step_size, step_size }).collect()
}

/// A number on an axis; whole ones with thousands separated.
fn number(value: f64) -> String {
    let rounded = (value * 1e6).round() / 1e6;
    if rounded.fract() == 0.0 && rounded >= 0.0 { thousands(rounded as u64) } else { format!("{rounded}") }
}
