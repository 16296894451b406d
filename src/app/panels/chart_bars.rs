//! Charts of bars that stand still: lying ones with names, upright ones with a mark, each with its words under the pointer.

use crate::app::theme;
use crate::draw::palette::Rgb;
use crate::inspect::text::thousands;
use eframe::egui::{Align2, Color32, Rangef, RichText, Stroke, Tooltip, Ui, vec2};
use egui_plot::{
    AxisHints, Bar, BarChart, GridInput, GridMark, LineStyle, Orientation, Plot, PlotPoint, PlotResponse, PlotUi, Text,
    VLine,
};

/// The most upright bars that have their numbers over them.
const MAX_NUMBERED: usize = 6;

/// Marks may stand this close: there are few, and each has its label.
const CLOSE: Rangef = Rangef { min: 8.0, max: 12.0 };

/// An upright line with its meaning.
pub struct Mark {
    pub at: f64,
    pub label: String,
}

/// A lying bar: its name at the left, the number at its end, and what is told of it under the pointer.
pub struct NamedBar {
    pub name: String,
    pub from: f64,
    pub size: f64,
    pub colour: Rgb,
    pub number: String,
    pub said: String,
}

/// An upright bar over a place, with what is told of it under the pointer.
pub fn upright(at: f64, height: f64, width: f64, colour: Rgb, said: String) -> Bar {
    Bar::new(at, height).fill(shown(colour)).width(width * 0.92).name(said)
}

fn shown([r, g, b]: Rgb) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// Bars from left to right, one below the other.
pub fn lying_bars(id: &str, axis: &str, bars: &[NamedBar], ui: &mut Ui) {
    let names: Vec<String> = bars.iter().map(|bar| bar.name.clone()).collect();
    let most = bars.iter().map(|bar| bar.from + bar.size).fold(0.0, f64::max).max(1e-9);
    let colour = ui.visuals().text_color();
    let count = bars.len() as i32;
    let lying: Vec<Bar> = bars.iter().zip(0..).map(|(bar, i)| lying(bar, i)).collect();
    let name_of = move |value: f64| match value.fract().abs() < 0.01 && value <= 0.0 {
        true => names.get((-value) as usize).cloned().unwrap_or_default(),
        false => String::new(),
    };
    let y_axis = AxisHints::new_y().formatter(move |mark, _| name_of(mark.value));
    let response = plot(id, ui)
        .custom_y_axes(vec![y_axis.label_spacing(CLOSE).min_thickness(78.0)])
        .y_grid_spacer(move |_| (0..count).map(|i| GridMark { value: -f64::from(i), step_size: 1.0 }).collect())
        .show_grid([true, false])
        .custom_x_axes(vec![numbers(AxisHints::new_x(), axis)])
        .x_grid_spacer(round_marks)
        .include_x(0.0)
        .include_x(most * 1.42)
        .include_y(0.6)
        .include_y(0.4 - f64::from(count))
        .set_margin_fraction(vec2(0.0, 0.0))
        .show(ui, |plot| {
            plot.bar_chart(BarChart::new("", lying.clone()).horizontal().allow_hover(false));
            for (bar, place) in bars.iter().zip(&lying) {
                let at = PlotPoint::new(bar.from + bar.size + most * 0.01, place.argument);
                write(plot, at, &bar.number, Align2::LEFT_CENTER, colour);
            }
            plot.pointer_coordinate()
        });
    tell(&response, &lying);
}

fn lying(bar: &NamedBar, place: i32) -> Bar {
    let lying = Bar::new(-f64::from(place), bar.size).base_offset(bar.from).fill(shown(bar.colour)).width(0.72);
    Bar { orientation: Orientation::Horizontal, ..lying.name(&bar.said) }
}

/// Bars beside each other, the highest of which reaches to `top`.
pub fn upright_bars(
    id: &str,
    [x_axis, y_axis]: [&str; 2],
    bars: &[Bar],
    top: f64,
    [from, to]: [f64; 2],
    mark: Option<&Mark>,
    ui: &mut Ui,
) {
    let colour = ui.visuals().strong_text_color();
    let to = mark.map_or(to, |mark| to.max(mark.at + (mark.at - from) * 0.25));
    let is_numbered = bars.len() <= MAX_NUMBERED;
    let from = if is_numbered { from - (to - from) * 0.08 } else { from }; // A number can be wider than its bar.
    let response = plot(id, ui)
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
            plot.bar_chart(BarChart::new("", bars.to_vec()).allow_hover(false));
            // Beside a high bar a low one is not seen, but its number is.
            for bar in bars.iter().filter(|_| is_numbered) {
                let at = PlotPoint::new(bar.argument, bar.value + top * 0.02);
                write(plot, at, &number(bar.value), Align2::CENTER_BOTTOM, colour);
            }
            if let Some(mark) = mark {
                mark_ui(plot, mark, top, [from, to], colour);
            }
            plot.pointer_coordinate()
        });
    tell(&response, bars);
}

fn mark_ui(plot: &mut PlotUi<'_>, mark: &Mark, top: f64, [from, to]: [f64; 2], colour: Color32) {
    let line = VLine::new("", mark.at).stroke(Stroke::new(1.5, colour)).style(LineStyle::dashed_dense());
    plot.vline(line.allow_hover(false));
    let is_right = mark.at > f64::midpoint(from, to);
    let (align, gap) = if is_right { (Align2::RIGHT_TOP, -1.0) } else { (Align2::LEFT_TOP, 1.0) };
    write(plot, PlotPoint::new(mark.at + gap * (to - from) * 0.02, top * 1.15), &mark.label, align, colour);
}

fn write(plot: &mut PlotUi<'_>, at: PlotPoint, text: &str, align: Align2, colour: Color32) {
    let text = Text::new("", at, RichText::new(text).size(theme::SMALL)).anchor(align).color(colour);
    plot.text(text.allow_hover(false));
}

/// A plot that stands still and says nothing of its own.
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

/// Tells at once what the bars under the pointer are, also above the end of one that is hardly seen.
fn tell(response: &PlotResponse<Option<PlotPoint>>, bars: &[Bar]) {
    let Some(at) = response.inner.filter(|_| response.response.hovered()) else { return };
    let is_under = |bar: &&Bar| {
        let along = if bar.orientation == Orientation::Horizontal { at.y } else { at.x };
        (along - bar.argument).abs() <= bar.bar_width / 2.0
    };
    let said: Vec<&str> = bars.iter().filter(is_under).map(|bar| bar.name.as_str()).collect();
    if !said.is_empty() {
        Tooltip::for_widget(&response.response).at_pointer().gap(12.0).show(|ui| ui.label(said.join("\n")));
    }
}

fn numbers<'a>(axis: AxisHints<'a>, label: &str) -> AxisHints<'a> {
    axis.label(label.to_owned()).formatter(|mark, _| number(mark.value)).label_spacing(CLOSE)
}

/// At most four round numbers over what is seen.
fn round_marks(input: GridInput) -> Vec<GridMark> {
    let (from, to) = input.bounds;
    let least = (to - from).max(1e-9) / 4.0;
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
