//! Over the 3D view at the input: switches for densities and voxels, what holds of each surface, and the slice.

use crate::app::{Action, Shell, theme::SMALL};
use crate::inspect::text::{minus, thousands};
use crate::session::density_view::first_form;
use crate::session::view::ViewChange;
use crate::session::{Axis, DensityView, Shading, Slice, Step};
use crate::source::DensitySurface;
use crate::surface::Topology;
use eframe::egui::{
    self, Align, ComboBox, Frame, Grid, Layout, Margin, Rect, RichText, ScrollArea, Slider, Ui, UiBuilder, pos2, vec2,
};

/// Whether there is something at the step that is shown for the switches to act on.
pub fn applies(shell: &Shell) -> bool {
    shell.session.view.step == Step::Input && first_form(&shell.session.document).is_some()
}

/// Draws the switches in the strip over the 3D view.
pub fn switches_ui(shell: &Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let present = shell.session.view.density;
    let form = first_form(&shell.session.document).unwrap_or_default();
    let has_surface = shell.product.as_ref().is_some_and(|product| product.surfaces.iter().any(Option::is_some));
    let mut asked = present;
    let mut switch = |enabled: bool, on: bool, text: &str, hint: &str| {
        let button = egui::Button::selectable(on && enabled, text);
        ui.add_enabled(enabled, button).on_hover_text(hint).on_disabled_hover_text("Only of densities").clicked()
    };
    let (surface, blocks) = (present.shows_surface(form), present.shows_blocks(form));
    if switch(has_surface, surface, "Surface", "The surface between solid and air") {
        asked = asked.with_surface(!surface, form);
    }
    if switch(true, blocks, "Blocks", "A cube around every solid sample, or the voxels (B)") {
        asked = asked.with_blocks(!blocks, form);
    }
    asked.wireframe ^= switch(has_surface, present.wireframe, "Wireframe", "The edges of the surface's triangles (L)");
    let smooth = present.shading == Shading::Smooth;
    if switch(has_surface, smooth, "Smooth", "Lit by the density's gradient; else each triangle by itself") {
        asked.shading = present.shading.other();
    }
    asked.normals ^=
        switch(has_surface, present.normals, "Normals", "Lines along the density's gradient, out of the solid");
    if switch(has_surface, present.slice.is_some(), "Slice", "The densities in a plane of samples") {
        asked.slice = if present.slice.is_some() { None } else { shell.new_slice() };
    }
    if asked != present {
        actions.push(ViewChange::Density(asked).into());
    }
}

/// What holds of each surface, in the upper left corner of the 3D view.
pub fn facts_ui(shell: &Shell, ui: &mut Ui, rect: Rect) {
    let Some(product) = shell.product.as_ref().filter(|_| applies(shell) && !shell.is_stale()) else { return };
    let place = Rect::from_min_size(rect.left_top() + vec2(12.0, 12.0), vec2(196.0, rect.height() * 0.5));
    let surfaces = || product.surfaces.iter().enumerate().filter_map(|(input, s)| Some((input, s.as_deref()?)));
    if surfaces().next().is_none() {
        return;
    }
    let mut child = ui.new_child(UiBuilder::new().max_rect(place));
    let fill = child.visuals().panel_fill.gamma_multiply(0.9);
    Frame::new().fill(fill).corner_radius(4).inner_margin(Margin::symmetric(10, 8)).show(&mut child, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.spacing_mut().interact_size.y = 16.0;
        ScrollArea::vertical().max_height(rect.height() * 0.5).show(ui, |ui| {
            for (i, (input, surface)) in surfaces().enumerate() {
                if i > 0 {
                    ui.add_space(6.0);
                }
                one_ui(input, surface, ui);
            }
        });
    });
}

fn one_ui(input: usize, surface: &DensitySurface, ui: &mut Ui) {
    ui.label(RichText::new(format!("Surface of input {input}")).strong().size(12.0));
    Grid::new(("facts", input)).num_columns(2).spacing(vec2(12.0, 2.0)).min_row_height(16.0).show(ui, |ui| {
        for (name, value, hint) in facts(&surface.topology) {
            ui.label(RichText::new(name).size(12.0)).on_hover_text(hint);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(RichText::new(value).size(12.0)).on_hover_text(hint);
            });
            ui.end_row();
        }
    });
}

/// Name, number and meaning of what holds of a surface.
fn facts(topology: &Topology) -> [(&'static str, String, &'static str); 7] {
    let count = |n: usize| thousands(n as u64);
    let euler = format!("{}{}", if topology.euler < 0 { "−" } else { "" }, thousands(topology.euler.unsigned_abs()));
    [
        ("Triangles", count(topology.triangles), "All triangles, those without area included"),
        ("Vertices", count(topology.vertices), "One on every edge of the grid that the surface crosses"),
        (
            "Open edges",
            count(topology.open_edges),
            "Edges of one triangle only: 0 for a closed surface; the grid's border opens it",
        ),
        ("Crowded edges", count(topology.crowded_edges), "Edges of more than two triangles: 0, or surfaces touch"),
        (
            "Zero-area triangles",
            count(topology.zero_area),
            "Where a sample is exactly at the level. They keep the surface closed, and the pipeline skips them",
        ),
        ("Components", count(topology.components), "Pieces that share no vertex"),
        (
            "Euler number",
            euler,
            "Vertices − edges + triangles: of closed pieces 2 for each, less 2 for each handle or tunnel",
        ),
    ]
}

/// The slice's axis and place, below `top` at the right of the 3D view.
pub fn slice_ui(shell: &Shell, ui: &mut Ui, rect: Rect, top: f32, actions: &mut Vec<Action>) {
    const WIDTH: f32 = 318.0;
    let Some(slice) = shell.session.view.density.slice.filter(|_| applies(shell)) else { return };
    let Some(product) = &shell.product else { return };
    let Some(surface) = product.surfaces.get(slice.input).and_then(Option::as_deref) else { return };
    let place = Rect::from_min_size(pos2(rect.right() - WIDTH - 12.0, top), vec2(WIDTH, 0.0));
    let mut asked = slice;
    let mut child = ui.new_child(UiBuilder::new().max_rect(place));
    Frame::popup(child.style()).show(&mut child, |ui| {
        ui.set_width(WIDTH - 16.0);
        ui.horizontal(|ui| {
            ui.strong("Slice");
            inputs_ui(&product.surfaces.iter().map(Option::is_some).collect::<Vec<_>>(), &mut asked, ui);
            for axis in Axis::ALL {
                if ui.selectable_label(slice.axis == axis, axis.name()).on_hover_text("Across this axis").clicked() {
                    let middle = surface.grid.cells()[axis as usize] / 2;
                    (asked.axis, asked.index) = (axis, middle);
                }
            }
            let cut = egui::Button::selectable(slice.cuts, "Cut");
            asked.cuts ^= ui.add(cut).on_hover_text("Cut away what is before the plane").clicked();
        });
        let last = surface.grid.cells()[slice.axis as usize];
        ui.horizontal(|ui| {
            ui.spacing_mut().slider_width = 120.0;
            let mut index = slice.place_in(surface);
            let label = ui.label("Sample");
            if ui.add(Slider::new(&mut index, 0..=last)).labelled_by(label.id).changed() {
                asked.index = index;
            }
            let at = surface.to_world([index as f64; 3])[slice.axis as usize];
            ui.weak(RichText::new(minus(&format!("{} {at:.2}", slice.axis.name()))).size(SMALL));
        });
    });
    if asked != slice {
        let density = DensityView { slice: Some(asked), ..shell.session.view.density };
        actions.push(ViewChange::Density(density).into());
    }
}

/// The choice of an input, where more than one is a density.
fn inputs_ui(is_density: &[bool], asked: &mut Slice, ui: &mut Ui) {
    if is_density.iter().filter(|&&is| is).count() < 2 {
        return;
    }
    let label = ui.label("of input");
    ComboBox::from_id_salt("slice input")
        .selected_text(asked.input.to_string())
        .width(44.0)
        .show_ui(ui, |ui| {
            for (input, _) in is_density.iter().enumerate().filter(|(_, is)| **is) {
                ui.selectable_value(&mut asked.input, input, input.to_string());
            }
        })
        .response
        .labelled_by(label.id);
}

impl Shell {
    /// A slice through the middle of the first density, across y.
    pub fn new_slice(&self) -> Option<Slice> {
        let surfaces = &self.product.as_ref()?.surfaces;
        let (input, surface) = surfaces.iter().enumerate().find_map(|(input, s)| Some((input, s.as_deref()?)))?;
        Some(Slice { input, axis: Axis::Y, index: surface.grid.cells()[1] / 2, cuts: true })
    }
}
