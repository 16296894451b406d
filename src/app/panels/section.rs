//! A vertical slice through the level, seen from the side in true proportions.

use super::measure::cells_and_units;
use super::section_canvas::{Canvas, Look};
use super::section_drawing::{Section, ground};
use crate::app::product::Product;
use crate::app::{Action, Shell, theme};
use crate::draw::agent::AGENT;
use crate::draw::palette::{self, Rgb};
use crate::inspect::Along;
use crate::inspect::measure::{floor_at, free_width, needed_cells};
use crate::inspect::outline::Segment;
use crate::inspect::section::{SliceItem, SliceLine};
use crate::inspect::text::{count, units};
use crate::pipeline::{NOT_WALKABLE, WALKABLE};
use crate::session::view::ViewChange;
use crate::session::{Layers, SectionView, Selection, Step};
use eframe::egui::{
    self, Align, Color32, Label, Layout, PointerButton, Pos2, Response, RichText, Role, Sense, Slider, Ui, WidgetInfo,
    vec2,
};
use std::sync::Arc;

/// What is looked at, and what was computed for it.
#[derive(Default)]
pub struct State {
    /// Where, in the document of this number and along this axis, after the pointer moved it; else all of the slice is.
    look: Option<(Look, u64, Along)>,
    /// The input's outline in a slice of the product of this number.
    outline: Option<(Arc<[Segment]>, u64, SliceLine)>,
    /// What the pointer is over.
    hover: Option<SliceItem>,
    /// The part of a column by which a drag has gone further than the slice.
    dragged: f32,
}

/// Draws the panel.
pub fn section_ui(shell: &mut Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Some(product) = shell.product.clone() else {
        ui.weak("Nothing is open.");
        return;
    };
    let view = &shell.session.view;
    let line = view.section.line(view.selection, &product.run.frame);
    let fits = header_ui(shell, &product, line, ui, actions);
    let (rect, response) = ui.allocate_exact_size(ui.available_size().max(vec2(160.0, 60.0)), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "Section"));
    let bounds = product.bounds(view.step);
    let ends = bounds.map(|corner| [corner[line.along.axis()], corner[1]]);
    drag_slice(shell, &product, line, &response, actions);
    let kept = shell
        .transient
        .section
        .look
        .filter(|&(_, document, along)| !fits && document == shell.documents && along == line.along);
    let before = kept.map_or_else(|| Look::fitting(&product.run.frame, ends, rect), |(look, ..)| look);
    let look = moved(&Canvas::new(&product.run.frame, before, rect), &response, ui);
    let is_kept = kept.is_some() || look != before;
    shell.transient.section.look = is_kept.then_some((look, shell.documents, line.along));
    let outline = outline(shell, &product, line);

    let canvas = Canvas::new(&product.run.frame, look, rect);
    let dark = ui.visuals().dark_mode;
    let section = Section { run: &product.run, view: &shell.session.view, line, outline: &outline, dark };
    let items = section.items(&canvas);
    let hovered = response.hover_pos().filter(|&at| canvas.rect.contains(at)).and_then(|at| under(&items, &canvas, at));
    let [r, g, b] = theme::background(dark);
    ui.painter().rect_filled(canvas.rect, 0.0, Color32::from_rgb(r, g, b));
    let painter = ui.painter_at(canvas.rect);
    section.draw(&items, hovered.as_ref(), &canvas, &painter);
    let origin = product.run.frame.origin();
    canvas.axes_ui([origin[line.along.axis()], origin[1]], line.along.name(), ui);
    notes_ui(shell, &items, &outline, &canvas, line, &painter, ui);
    if response.clicked()
        && let Some(at) = response.interact_pointer_pos().filter(|&at| canvas.rect.contains(at))
    {
        actions.extend(select(&product, &items, &canvas, line, at));
    }
    if shell.transient.section.hover != hovered {
        ui.ctx().request_repaint(); // It is told above, where this frame has drawn already.
    }
    shell.transient.section.hover = hovered;
}

/// Axis, place and what is told in words. Returns whether everything is to be fitted.
fn header_ui(shell: &Shell, product: &Product, line: SliceLine, ui: &mut Ui, actions: &mut Vec<Action>) -> bool {
    let view = &shell.session.view;
    let frame = &product.run.frame;
    let present = view.section;
    let mut asked = present;
    let mut fits = false;
    ui.horizontal_wrapped(|ui| {
        for along in Along::ALL {
            if ui.selectable_label(line.along == along, format!("Along {}", along.name())).clicked() {
                asked = SectionView { along, at: None };
            }
        }
        ui.separator();
        let across = line.along.across();
        let mut at = line.at;
        let label = ui.label(across.name());
        ui.spacing_mut().slider_width = 160.0;
        if ui.add(Slider::new(&mut at, 0..=line.counts(frame)[1] - 1)).labelled_by(label.id).changed() {
            asked.at = Some(at);
        }
        let [x, z] = line.column(0);
        let centre = frame.column_centre_in_world(x, z)[1 - line.along as usize];
        ui.weak(units(centre));
        let follows = egui::Button::new("To the selection");
        let is_away = present.at.is_some() && view.selection.is_some();
        if ui.add_enabled(is_away, follows).on_hover_text("Through the selected column").clicked() {
            asked.at = None;
        }
        fits = ui.button("Fit slice").on_hover_text("Show all of the slice").clicked();
        let agent = egui::Button::selectable(view.layers.agent, "Agent figure");
        if ui.add(agent).on_hover_text("The agent to scale on the selected surface (W)").clicked() {
            actions.push(ViewChange::Layers(Layers { agent: !view.layers.agent, ..view.layers }).into());
        }
    });
    let text = hover_text(shell, product, line).unwrap_or_else(|| width_text(shell, product, line));
    let height = ui.spacing().interact_size.y;
    ui.allocate_ui_with_layout(vec2(ui.available_width(), height), Layout::right_to_left(Align::Center), |ui| {
        legend_ui(view.step, view.layers, ui);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| ui.add(Label::new(text).truncate()));
    });
    if asked != present {
        actions.push(ViewChange::Section(asked).into());
    }
    fits
}

/// What the colours mean that are not those of areas; from right to left.
fn legend_ui(step: Step, layers: Layers, ui: &mut Ui) {
    let grey = ground(ui.visuals().dark_mode);
    let rgb = |[r, g, b]: Rgb| Color32::from_rgb(r, g, b);
    let entries = [
        (layers.agent, rgb(AGENT), "agent"),
        (layers.links && step.has_floors(), rgb(palette::BLUE), "links"),
        (true, rgb(palette::ORANGE), "input"),
        (step.has_floors(), grey, "solid"),
        (step != Step::Input, rgb(palette::WARM_GREY), "not walkable"),
        (step != Step::Input, rgb(palette::SKY_BLUE), "walkable"),
    ];
    for (_, colour, label) in entries.into_iter().filter(|(is_shown, ..)| *is_shown) {
        ui.label(RichText::new(label).size(theme::SMALL));
        let (swatch, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
        ui.painter().rect_filled(swatch, 2.0, colour);
    }
}

/// What is under the pointer.
fn hover_text(shell: &Shell, product: &Product, line: SliceLine) -> Option<String> {
    let item = shell.transient.section.hover?;
    let [x, z] = line.column(item.place);
    let area = match item.area {
        NOT_WALKABLE => "not walkable".into(),
        WALKABLE => "walkable".into(),
        area => format!("area {area}"),
    };
    let [low, high] = item.rows;
    let surface = units(product.run.frame.row_in_world(high.into()));
    let rows = match shell.session.view.step.has_floors() {
        true => format!("floor at row {high}, {surface}"),
        false => format!("rows {low} to {}, surface at row {high}, {surface}", high - 1),
    };
    Some(format!("column {x}, {z}   {rows}   {area}"))
}

/// How wide the ground is at the selected floor along the slice, or what can be done.
fn width_text(shell: &Shell, product: &Product, line: SliceLine) -> String {
    let run = &product.run;
    if shell.session.view.step == Step::Input {
        return "what the slice cuts of the input; a drag moves the slice, the wheel zooms".into();
    }
    let Some(place) = shell.selected_place() else {
        return "click a span to select it; a drag moves the slice, a right drag the picture".into();
    };
    let Some((column, floor)) = floor_at(&run.open, &run.frame, place) else { return String::new() };
    let width = free_width(&run.open, column, floor).cells()[line.along as usize];
    let cell = f64::from(run.frame.cell_size());
    let (wide, needed) = (cells_and_units(width, cell), needed_cells(run.settings.radius_cells));
    format!("free width along {} {wide}; the agent needs {}", line.along.name(), cells_and_units(needed, cell))
}

/// A left drag down or up moves the slice across, a column for so many points.
fn drag_slice(shell: &mut Shell, product: &Product, line: SliceLine, response: &Response, actions: &mut Vec<Action>) {
    const POINTS: f32 = 6.0;
    if !response.dragged_by(PointerButton::Primary) {
        shell.transient.section.dragged = 0.0;
        return;
    }
    let columns = shell.transient.section.dragged + response.drag_delta().y / POINTS;
    shell.transient.section.dragged = columns.fract();
    let last = i64::from(line.counts(&product.run.frame)[1]) - 1;
    let at = (i64::from(line.at) + columns.trunc() as i64).clamp(0, last) as u32;
    if at != line.at {
        actions.push(ViewChange::Section(SectionView { at: Some(at), ..shell.session.view.section }).into());
    }
}

/// The part that is looked at after what the pointer did.
fn moved(canvas: &Canvas, response: &Response, ui: &Ui) -> Look {
    let drags = [PointerButton::Secondary, PointerButton::Middle];
    if drags.into_iter().any(|button| response.dragged_by(button)) {
        return canvas.moved(response.drag_delta());
    }
    let Some(at) = response.hover_pos() else { return canvas.look };
    let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
    let factor = (f64::from(scroll) * 0.003).exp() * f64::from(pinch);
    if (factor - 1.0).abs() > 1e-6 { canvas.zoomed(factor, at) } else { canvas.look }
}

/// The input's outline: computed anew when the slice or the input is another one.
fn outline(shell: &mut Shell, product: &Product, line: SliceLine) -> Arc<[Segment]> {
    let state = &mut shell.transient.section;
    match &state.outline {
        Some((outline, generation, of)) if (*generation, *of) == (shell.generation, line) => outline.clone(),
        _ => {
            let outline: Arc<[Segment]> = product.outline(line).into();
            state.outline = Some((outline.clone(), shell.generation, line));
            outline
        }
    }
}

/// The item whose rows are at a screen position; of a floor, or its free space.
fn under(items: &[SliceItem], canvas: &Canvas, at: Pos2) -> Option<SliceItem> {
    let [cell, row] = canvas.place(at);
    let slack = 3.0 / canvas.points()[1];
    let reaches = |item: &&SliceItem| {
        let [low, high] = item.rows.map(f64::from);
        (low - slack..high.max(item.ceiling.into()) + slack).contains(&row)
    };
    in_column(items, cell).filter(reaches).min_by(|a, b| away(a, row).total_cmp(&away(b, row))).copied()
}

fn in_column(items: &[SliceItem], cell: f64) -> impl Iterator<Item = &SliceItem> {
    // Where not every column is drawn, the one that is drawn in the place of others is meant.
    let place = items.iter().map(|item| item.place).filter(|&place| f64::from(place) <= cell).max();
    items.iter().filter(move |item| Some(item.place) == place)
}

fn away(item: &SliceItem, row: f64) -> f64 {
    let [low, high] = item.rows.map(f64::from);
    (low - row).max(row - high).max(0.0)
}

/// Selects the item nearest to a click, or the column alone when it has none.
fn select(product: &Product, items: &[SliceItem], canvas: &Canvas, line: SliceLine, at: Pos2) -> Option<Action> {
    let [cell, row] = canvas.place(at);
    let length = line.counts(&product.run.frame)[0];
    if !(0.0..f64::from(length)).contains(&cell) {
        return None;
    }
    let is_sparse = canvas.window(length).step > 1;
    let nearest = in_column(items, cell)
        .filter(|item| is_sparse || f64::from(item.place) + 1.0 > cell)
        .min_by(|a, b| away(a, row).total_cmp(&away(b, row)));
    let [x, z] = line.column(nearest.map_or(cell as u32, |item| item.place));
    let row = nearest.map(|item| item.rows[1]);
    Some(ViewChange::Select(Some(Selection { x, z, row })).into())
}

/// Why nothing is seen, and what is left out.
fn notes_ui(
    shell: &Shell,
    items: &[SliceItem],
    outline: &[Segment],
    canvas: &Canvas,
    line: SliceLine,
    painter: &egui::Painter,
    ui: &Ui,
) {
    let step = shell.session.view.step;
    let Some(product) = &shell.product else { return };
    let window = canvas.window(line.counts(&product.run.frame)[0]);
    let say = |text: &str, at: Pos2, align: egui::Align2| {
        let colour = ui.visuals().weak_text_color();
        let rect = painter.text(at, align, text, egui::FontId::proportional(12.0), colour);
        let said = ui.interact(rect, ui.scope_id().with(text), Sense::hover());
        said.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    };
    if items.is_empty() && (outline.is_empty() || step != Step::Input) {
        let text = match step {
            Step::Input => "No triangle of the input is cut by this slice.",
            _ => "Nothing of this stage is seen here; Fit slice shows all of it.",
        };
        say(text, canvas.rect.center(), egui::Align2::CENTER_CENTER);
    }
    let corner = canvas.rect.right_top() + vec2(-8.0, 6.0);
    if window.step > 1 {
        let text = format!("one in {} is drawn", count(window.step.into(), "column"));
        say(&text, corner, egui::Align2::RIGHT_TOP);
    } else if items.len() >= window.limit {
        say("There is more than is drawn; zoom in", corner, egui::Align2::RIGHT_TOP);
    }
}
