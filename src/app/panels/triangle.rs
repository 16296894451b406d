//! The marked triangle: its numbers, and every cell that its box meets, in a plan and as a list.

pub mod cell_list;
pub mod cell_view;

use crate::app::product::Product;
use crate::app::questions::{Answer, Question};
use crate::app::{Action, Shell, camera};
use crate::draw::palette;
use crate::draw::triangle_cells::{outcome_colour, outcome_label, outcome_rule};
use crate::inspect::pick_triangle::MAX_PICKED;
use crate::inspect::text::{count, minus, thousands};
use crate::inspect::triangle_cells::MAX_LISTED;
use crate::inspect::{Outcome, Selection, TriangleCell, TriangleCells};
use crate::pipeline::triangle::MissCause;
use crate::session::view::ViewChange;
use cell_view::{Plane, Seen};
use eframe::egui::{Button, Color32, DragValue, Grid, RichText, Sense, Ui, vec2};
use std::sync::Arc;

/// What the panel shows of the triangle.
#[derive(Clone, Debug)]
pub struct State {
    /// From where it is seen; `None` looks from where most of it is seen.
    pub plane: Option<Plane>,
    /// What is seen of the plan, and of which triangle; `None` fits it.
    pub seen: Option<(u32, Plane, Seen)>,
    /// Outcomes that are left out, in the order of [`Outcome::ALL`].
    pub hidden: [bool; Outcome::ALL.len()],
    /// The page of the list, and the triangle it is of.
    page: Option<(u32, u64)>,
    /// The column that the list was last scrolled to.
    listed: Option<[u32; 2]>,
}

impl Default for State {
    /// All cells but those that the triangle only comes near.
    fn default() -> Self {
        let hidden = Outcome::ALL.map(|outcome| outcome == Outcome::Missed(MissCause::Empty));
        Self { plane: None, seen: None, hidden, page: None, listed: None }
    }
}

impl State {
    /// The number of the first cell that is listed of a triangle.
    pub fn from(&self, triangle: u32) -> u64 {
        self.page.filter(|(of, _)| *of == triangle).map_or(0, |(_, from)| from)
    }

    /// Whether a cell is shown.
    pub fn shows(&self, cell: &TriangleCell) -> bool {
        !self.hidden[cell.outcome.index()]
    }
}

/// Draws the panel.
pub fn triangle_ui(shell: &mut Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Some(product) = shell.product.clone() else {
        ui.weak("Nothing is open.");
        return;
    };
    let all = product.triangles.len() as u32;
    if all == 0 {
        ui.weak("There are no triangles: the inputs are voxels.");
        return;
    }
    number_ui(shell, all, ui, actions);
    let Some(number) = shell.session.view.triangle else {
        ui.weak("Click a triangle at the input, a raw piece in the column's table or an event of a history, or type a number.");
        if all as usize > MAX_PICKED {
            let most = thousands(MAX_PICKED as u64);
            ui.weak(format!("Of so many triangles a click finds only the first {most}."));
        }
        return;
    };
    if number >= all {
        ui.label(format!("There is no triangle {} in this level.", thousands(number.into())));
        return;
    }
    let Some(cells) = marked_cells(shell, actions) else {
        ui.weak("Cutting the triangle…");
        return;
    };
    ui.horizontal(|ui| {
        let name = product.level().name_of(&product.triangles, number).unwrap_or_default();
        ui.weak(format!("of {name}"));
        if ui.small_button("Frame").on_hover_text("Turn the 3D view to the triangle").clicked() {
            let view = &shell.session.view;
            let camera = camera::framing(&product, view, &cells.triangle, shell.viewport.aspect);
            actions.push(ViewChange::Camera(camera).into());
        }
    });
    numbers_ui(&cells, ui);
    ui.add_space(4.0);
    outcomes_ui(shell, &cells, ui);
    ui.add_space(4.0);
    cell_view::cell_view_ui(shell, &product, &cells, ui, actions);
    pages_ui(shell, &cells, ui);
    cell_list::cell_list_ui(shell, &product, &cells, ui, actions);
}

/// The cells of the marked triangle, where they are known; else they are asked for.
pub fn marked_cells(shell: &Shell, actions: &mut Vec<Action>) -> Option<Arc<TriangleCells>> {
    let number = shell.session.view.triangle?;
    let question = Question::Triangle { number, from: shell.transient.triangle.from(number) };
    let answers = &shell.transient.answers;
    if let Some(Answer::Triangle(cells)) = answers.get(shell.generation, &question) {
        return cells.clone();
    }
    let is_asked = actions.contains(&Action::Ask(question)) || answers.is_waiting(shell.generation, &question);
    if shell.product.is_some() && !is_asked {
        actions.push(Action::Ask(question));
    }
    None
}

fn number_ui(shell: &Shell, all: u32, ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Triangle").heading());
        let marked = shell.session.view.triangle;
        let mut number = marked.unwrap_or(0);
        let field = ui.add(DragValue::new(&mut number).range(0..=all - 1).clamp_existing_to_range(false).speed(0.2));
        ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("Triangle number"));
        let mut to = field.changed().then_some(number);
        let mut step = |ui: &mut Ui, text: &str, name: &str, next: Option<u32>| {
            let button = ui.add_enabled(next.is_some(), Button::new(text)).on_hover_text(name);
            ui.ctx().accesskit_node_builder(button.id, |node| node.set_label(name));
            if button.clicked() {
                to = next;
            }
        };
        step(ui, "‹", "Previous triangle", marked.and_then(|at| at.checked_sub(1)).map(|at| at.min(all - 1)));
        step(ui, "›", "Next triangle", Some(marked.map_or(0, |at| at.saturating_add(1))).filter(|&next| next < all));
        ui.weak(format!("of {}", thousands(all.into())));
        if let Some(to) = to {
            actions.push(ViewChange::SelectTriangle(Some(to)).into());
        }
    });
}

/// Corners in the world and in the grid, slope and area.
fn numbers_ui(cells: &TriangleCells, ui: &mut Ui) {
    let small = |text: String| RichText::new(minus(&text)).size(12.0);
    Grid::new("corners").num_columns(3).spacing([14.0, 0.0]).min_row_height(16.0).show(ui, |ui| {
        ui.weak("");
        ui.weak(RichText::new("x, y, z in units").size(12.0));
        ui.weak(RichText::new("in cells, rows, cells").size(12.0));
        ui.end_row();
        for (i, name) in ["a", "b", "c"].into_iter().enumerate() {
            let [x, y, z] = cells.corners[i];
            let [u, v, w] = cells.triangle.points[i];
            ui.weak(name);
            ui.label(small(format!("{x:.2}, {y:.2}, {z:.2}")));
            ui.label(small(format!("{u:.2}, {v:.2}, {w:.2}")));
            ui.end_row();
        }
    });
    let slope = &cells.slope;
    ui.horizontal_wrapped(|ui| {
        let (swatch, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
        let [r, g, b] = palette::area(cells.area);
        ui.painter().rect_filled(swatch, 2.0, Color32::from_rgb(r, g, b));
        let own = if slope.own_area.is_some() { ", from the mesh itself" } else { "" };
        let class = palette::slope_label(slope.class);
        let text = match cells.triangle.is_degenerate() {
            true => "No direction, so no slope".to_owned(),
            false => format!(
                "Area {}{own}, {class}, {:.1}° against a limit of {:.1}°, ny / len {:.4}, limit {:.4}",
                cells.area,
                slope.degrees(),
                slope.limit_degrees(),
                slope.upward,
                slope.cosine
            ),
        };
        ui.label(small(text));
    });
}

/// The counts, which are a legend and a filter as well.
fn outcomes_ui(shell: &mut Shell, cells: &TriangleCells, ui: &mut Ui) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for outcome in Outcome::ALL.into_iter().filter(|&outcome| cells.count(outcome) > 0) {
            let hidden = &mut shell.transient.triangle.hidden[outcome.index()];
            let label = outcome_label(outcome);
            let text = format!("{label} {}", thousands(cells.count(outcome)));
            if let Some([r, g, b]) = outcome_colour(outcome, cells.area) {
                let (swatch, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
                ui.painter().rect_filled(swatch, 2.0, Color32::from_rgb(r, g, b));
            }
            let chip = ui.selectable_label(!*hidden, RichText::new(text).size(12.0));
            if chip.on_hover_text(format!("{} Click to show or hide.", outcome_rule(outcome))).clicked() {
                *hidden = !*hidden;
            }
        }
        if cells.counts.iter().all(|&count| count == 0) {
            ui.weak("The triangle lies beside the grid and meets no cell of it.");
        }
    });
    if cells.reaches_beyond && cells.counts.iter().any(|&count| count > 0) {
        ui.weak(RichText::new("It reaches beyond the grid, where there are no cells.").size(12.0));
    }
}

/// Which cells are listed, where they are not all.
fn pages_ui(shell: &mut Shell, cells: &TriangleCells, ui: &mut Ui) {
    let counted: u64 = cells.counts.iter().sum();
    if counted <= cells.cells.len() as u64 {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let page = MAX_LISTED as u64;
        let mut step = |ui: &mut Ui, text: &str, name: &str, to: Option<u64>| {
            let button = ui.add_enabled(to.is_some(), Button::new(text).small()).on_hover_text(name);
            ui.ctx().accesskit_node_builder(button.id, |node| node.set_label(name));
            if let (true, Some(to)) = (button.clicked(), to) {
                shell.transient.triangle.page = Some((cells.number, to));
            }
        };
        step(ui, "‹", "Previous cells", cells.from.checked_sub(page));
        step(ui, "›", "Next cells", Some(cells.from + page).filter(|&next| next < cells.listable));
        let last = cells.from + cells.cells.len() as u64;
        let text =
            format!("Cells {} to {} of {}", thousands(cells.from + 1), thousands(last), thousands(cells.listable));
        ui.weak(text);
        if counted > cells.listable {
            ui.weak(format!("; {} outside it are not listed", count(counted - cells.listable, "cell")));
        }
    });
}

/// The column of a cell, and the surface that its piece made.
pub fn selection(product: &Product, cell: &TriangleCell) -> Selection {
    let height = i64::from(product.run.frame.height());
    let row = cell.rows.map(|[_, high]| high.clamp(0, height) as u16);
    Selection { x: cell.x, z: cell.z, row: cell.rows_in_grid.map(|[_, high]| high).or(row) }
}

/// A cell in words: where, what became of it, its rows and its fan sum.
pub fn cell_text(product: &Product, cell: &TriangleCell) -> String {
    let mut text = format!("Cell {}, {}: {}", cell.x, cell.z, outcome_label(cell.outcome));
    if let Some([low, high]) = cell.rows {
        let height = product.run.frame.row_in_world(high);
        text += &format!("\nRows {low}:{high}, surface at y {height:.2} units");
    }
    if !cell.polygon.is_empty() {
        text += &format!("\nFan sum {} (twice the area in cells, float32)", fan_text(cell.fan_area));
    }
    minus(&format!("{text}\n{}", outcome_rule(cell.outcome)))
}

/// A fan sum with three decimals, or with its power of ten where that would hide it.
pub fn fan_text(sum: f32) -> String {
    let text = if sum != 0.0 && sum.abs() < 0.001 { format!("{sum:.1e}") } else { format!("{sum:.3}") };
    minus(&text)
}
