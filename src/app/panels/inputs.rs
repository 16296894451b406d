//! The inputs of the scene: their order, and what is chosen about each.

mod density;
mod heights;
mod mesh;
mod voxels;

use super::fields::{Field, number_ui};
use crate::app::missing::MissingAction;
use crate::app::{Action, Shell, theme};
use crate::inspect::text::{count, thousands};
use crate::session::Edit;
use crate::source::density_source::Samples;
use crate::source::{Content, DensitySource, HeightSource, Source};
use crate::surface::shapes::Shape;
use eframe::egui::{CollapsingHeader, Grid, RichText, Ui, vec2};

/// Draws the list of inputs.
pub fn inputs_ui(shell: &Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let sources = &shell.session.document.sources;
    ui.label(RichText::new("Inputs").heading());
    ui.weak("Run in this order into one heightfield. Where surfaces meet, the order can decide which area wins.");
    if sources.is_empty() {
        ui.label("This scene has no input.");
    }
    for (number, source) in sources.iter().enumerate() {
        ui.add_space(4.0);
        // By the file and not by the place, so that an input that is moved stays open.
        let same = sources[..number].iter().filter(|other| other.file == source.file).count();
        ui.push_id((&source.file, same), |ui| input_ui(shell, number, source, ui, actions));
    }
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        if ui.button("Add input…").on_hover_text("Read one more file into this scene").clicked() {
            actions.push(Action::AddDialog);
        }
        ui.menu_button("Add shape", |ui| {
            for (name, shape) in shapes() {
                if ui.button(name).clicked() {
                    let (cell, middle) = shell.place_for_shape();
                    actions.push(Edit::AddSources(vec![Source::of_shape(shape, cell, middle)]).into());
                }
            }
        });
    });
}

/// The shapes that ship with the program, with their names.
pub fn shapes() -> [(&'static str, Shape); 4] {
    [
        ("Ball", Shape::Ball { radius: 12.0 }),
        ("Slab", Shape::Slab { height: 8.5 }),
        ("Tunnel through a ball", Shape::Tunnel { radius: 12.0, tunnel: 5.0 }),
        ("Terrain", Shape::Terrain { seed: 1, height: 12.0 }),
    ]
}

fn input_ui(shell: &Shell, number: usize, source: &Source, ui: &mut Ui, actions: &mut Vec<Action>) {
    let sources = &shell.session.document.sources;
    let name = source.file.as_deref().map(crate::session::file_name);
    let name = name.unwrap_or_else(|| own_name(&source.content).to_owned());
    let title = format!("{number}  {}", shortened(&name));
    let opens = sources.len() == 1 || matches!(source.content, Content::Missing(_));
    CollapsingHeader::new(RichText::new(title).strong()).default_open(opens).show(ui, |ui| {
        ui.horizontal(|ui| {
            let text = format!("{}, {}", source.content.label(), size(&source.content));
            match &source.file {
                Some(file) => ui.weak(text).on_hover_text(file.display().to_string()),
                None => ui.weak(format!("{text}, in the scene itself")),
            };
        });
        ui.horizontal(|ui| order_ui(number, sources.len(), ui, actions));
        match &source.content {
            Content::Mesh(content) => mesh::mesh_ui(shell, number, content, ui, actions),
            Content::Heights(content) => heights::heights_ui(number, source, content, ui, actions),
            Content::Voxels(content) => voxels::voxels_ui(number, source, content, ui, actions),
            Content::Density(content) => density::density_ui(shell, number, source, content, ui, actions),
            Content::Missing(_) => missing_ui(number, source, ui, actions),
        }
    });
}

/// An input whose file is not there: it is left out of the run and stays in the scene.
fn missing_ui(number: usize, source: &Source, ui: &mut Ui, actions: &mut Vec<Action>) {
    let path = source.file.as_deref().map(|file| file.display().to_string()).unwrap_or_default();
    ui.label(RichText::new(format!("There is no {path}")).color(theme::error(ui)));
    ui.weak("Nothing of it is run. The scene keeps it, with everything that was chosen about it.");
    if ui.button("Locate…").on_hover_text("Read it from where it is now").clicked() {
        actions.push(Action::Missing(MissingAction::Dialog(Some(number))));
    }
}

fn order_ui(number: usize, inputs: usize, ui: &mut Ui, actions: &mut Vec<Action>) {
    let mut button = |text: &str, hint: &str, possible: bool, action: Action| {
        let button = eframe::egui::Button::new(text).small();
        if ui.add_enabled(possible, button).on_hover_text(hint).clicked() {
            actions.push(action);
        }
    };
    let earlier = Action::MoveInput { from: number, to: number.saturating_sub(1) };
    button("Earlier", "Run this input before the one above it", number > 0, earlier);
    let later = Action::MoveInput { from: number, to: number + 1 };
    button("Later", "Run this input after the one below it", number + 1 < inputs, later);
    button("Remove", "Leave this input out of the scene", true, Edit::RemoveSource(number).into());
}

/// Puts another content in the place of an input's.
fn set(number: usize, shell_source: &Source, content: Content, actions: &mut Vec<Action>) {
    let source = Source { content, ..shell_source.clone() };
    actions.push(Edit::SetSource(number, Box::new(source)).into());
}

/// What an input without a file is called.
fn own_name(content: &Content) -> &'static str {
    match content {
        Content::Density(DensitySource { samples: Samples::Shape(shape), .. }) => match shape {
            Shape::Ball { .. } => "Ball",
            Shape::Slab { .. } => "Slab",
            Shape::Tunnel { .. } => "Tunnel through a ball",
            Shape::Terrain { .. } => "Terrain",
        },
        content => content.label(),
    }
}

/// A name that fits into the panel, without its middle where it is long.
fn shortened(name: &str) -> String {
    const LONGEST: usize = 32;
    let characters: Vec<char> = name.chars().collect();
    if characters.len() <= LONGEST {
        return name.to_owned();
    }
    let part = |range: std::ops::Range<usize>| characters[range].iter().collect::<String>();
    format!("{}…{}", part(0..LONGEST / 2), part(characters.len() - LONGEST / 2..characters.len()))
}

/// How much a source holds.
fn size(content: &Content) -> String {
    match content {
        Content::Mesh(mesh) => count(mesh.parts.mesh.triangle_count() as u64, "triangle"),
        Content::Heights(HeightSource::Grid(grid)) => heights([grid.count_x as u64, grid.count_z as u64]),
        Content::Heights(HeightSource::Map(map)) => heights(map.samples.counts.map(|count| count as u64)),
        Content::Voxels(voxels) => {
            let total = voxels.voxels.materials.iter().map(|material| material.voxels).sum();
            let chunk = &voxels.voxels.chunk;
            let sides = [chunk.width, chunk.height, chunk.depth].map(|side| thousands(side.max(0) as u64));
            format!("{} in {}", count(total, "voxel"), sides.join(" x "))
        }
        Content::Density(density) => {
            format!("{} samples", density.counts.map(|side| thousands(side as u64)).join(" x "))
        }
        Content::Missing(_) => "not there".into(),
    }
}

fn heights([x, z]: [u64; 2]) -> String {
    format!("{} x {} heights", thousands(x), thousands(z))
}

/// A grid of names and fields.
fn grid(name: &str, ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    Grid::new(name).num_columns(2).spacing(vec2(8.0, 4.0)).show(ui, contents);
}

/// A row of a grid with a number. Returns a number that was entered.
fn number_row(
    ui: &mut Ui,
    label: &str,
    hint: &str,
    field: &Field<'_>,
    present: f64,
    check: impl Fn(f64) -> Result<(), String>,
) -> Option<f64> {
    ui.label(label).on_hover_text(hint);
    let entered = number_ui(ui, field, present, check);
    ui.end_row();
    entered
}

/// Any finite number.
fn finite(value: f64) -> Result<(), String> {
    if value.is_finite() { Ok(()) } else { Err("not a finite number".into()) }
}

/// A finite number above 0.
fn positive(value: f64) -> Result<(), String> {
    if value.is_finite() && value > 0.0 { Ok(()) } else { Err(format!("{value} is not above 0")) }
}
