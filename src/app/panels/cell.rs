//! The selected cell of a density: its samples, its case, and what marching cubes makes of it.

use crate::app::Shell;
use crate::inspect::cell::{AmbiguousFace, CellSample, ends};
use crate::inspect::text::minus;
use crate::inspect::{Axis, CellReport, CellSelection, cell_report};
use crate::session::Step;
use crate::source::DensitySurface;
use eframe::egui::{Align, Grid, Layout, RichText, ScrollArea, Ui, vec2};
use egui_extras::{Column, TableBuilder, TableRow};

/// Whether the right panel is about a cell: at the input, of densities.
pub fn applies(shell: &Shell) -> bool {
    let view = &shell.session.view;
    let has_density = shell.product.as_ref().is_some_and(|product| product.surfaces.iter().any(Option::is_some));
    view.step == Step::Input && has_density
}

/// Draws the panel.
pub fn cell_ui(shell: &Shell, ui: &mut Ui) {
    ui.add_space(4.0);
    let Some(CellSelection { input, cell }) = shell.session.view.cell else {
        ui.label(RichText::new("Cell").heading());
        ui.add_space(4.0);
        ui.weak("Click the surface or the slice to see a cell: its eight samples, its case, and its triangles.");
        return;
    };
    let [x, y, z] = cell;
    ui.label(RichText::new(minus(&format!("Cell {x}, {y}, {z}"))).heading());
    ui.weak(format!("of input {input}, counted along x, y, z"));
    let surface = shell.product.as_ref().and_then(|product| product.surfaces.get(input)?.as_deref());
    let report = surface.and_then(|surface| Some((surface, cell_report(surface, cell)?)));
    let Some((surface, report)) = report else {
        ui.label("This cell is outside the samples as they are now.");
        return;
    };
    ui.add_space(4.0);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| report_ui(surface, &report, ui));
}

fn report_ui(surface: &DensitySurface, report: &CellReport, ui: &mut Ui) {
    samples_ui(surface, report, ui);
    heading_ui("Case", ui);
    let solid = report.case.count_ones();
    ui.label(format!("{} of 256   {:08b}", report.case, report.case))
        .on_hover_text("A bit for every solid corner, corner 0 at the right");
    ui.weak(format!("{solid} of 8 corners solid"));
    heading_ui("Loops", ui);
    if report.loops.is_empty() {
        ui.weak("None: all corners are on one side, so the surface passes elsewhere.");
    }
    for edges in &report.loops {
        let path: Vec<String> = edges.iter().chain(edges.first()).map(ToString::to_string).collect();
        ui.label(path.join(" – ")).on_hover_text(edges_text(edges));
    }
    if !report.triangles.is_empty() {
        ui.weak("edges in order, around each patch");
        heading_ui("Triangles", ui);
        Grid::new("cell triangles").num_columns(4).spacing(vec2(16.0, 2.0)).show(ui, |ui| {
            for (number, edges) in report.triangles.iter().enumerate() {
                ui.weak(number.to_string());
                for edge in edges {
                    ui.label(edge.to_string()).on_hover_text(edges_text(&[*edge]));
                }
                ui.end_row();
            }
        });
        ui.weak("edges that the corners lie on");
    }
    heading_ui("Ambiguous faces", ui);
    if report.ambiguous.is_empty() {
        ui.weak("None: no face has solid corners on one diagonal only.");
    }
    report.ambiguous.iter().for_each(|face| face_ui(face, ui));
}

fn heading_ui(text: &str, ui: &mut Ui) {
    ui.add_space(8.0);
    ui.label(RichText::new(text).strong());
}

fn samples_ui(surface: &DensitySurface, report: &CellReport, ui: &mut Ui) {
    let table = TableBuilder::new(ui)
        .id_salt("cell samples")
        .striped(true)
        .vscroll(false)
        .cell_layout(Layout::right_to_left(Align::Center))
        .column(Column::exact(44.0))
        .column(Column::exact(84.0))
        .column(Column::exact(92.0))
        .column(Column::remainder());
    let headers = [
        ("Corner", "Bit 0 is a step along x, bit 1 along y, bit 2 along z"),
        ("Sample", "Counted along x, y, z from the first inside the margin"),
        ("Density", "Above the iso level, so above 0 is solid"),
    ];
    let header = |mut row: TableRow<'_, '_>| {
        for (text, hint) in headers {
            row.col(|ui| {
                ui.weak(text).on_hover_text(hint);
            });
        }
    };
    table.header(18.0, header).body(|body| {
        body.rows(20.0, report.samples.len(), |mut row| {
            let corner = row.index();
            let CellSample { at: [x, y, z], density, is_solid, is_cap } = report.samples[corner];
            let texts = [corner.to_string(), format!("{x}, {y}, {z}"), format!("{density:.4}")];
            for text in texts {
                row.col(|ui| {
                    ui.label(minus(&text)).on_hover_text(minus(&density.to_string()));
                });
            }
            row.col(|ui| {
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| match (is_solid, is_cap) {
                    (true, _) => ui.strong("solid"),
                    (false, true) => {
                        ui.weak("air, cap").on_hover_text("No sample: the layer of air that closes the surface")
                    }
                    (false, false) => ui.weak("air"),
                });
            });
        });
    });
    if surface.iso != 0.0 {
        ui.weak(minus(&format!("counted from the iso level {}", surface.iso)));
    }
}

fn face_ui(face: &AmbiguousFace, ui: &mut Ui) {
    let side = if face.is_high { "high" } else { "low" };
    let corners: Vec<String> = face.cut_off.iter().map(|(corner, _)| corner.to_string()).collect();
    ui.label(format!(
        "{side} {} side: solid corners {} are kept apart",
        Axis::ALL[face.axis].name(),
        corners.join(" and ")
    ));
    for (corner, [from, to]) in &face.cut_off {
        ui.weak(format!("    a line from edge {from} to {to} cuts off corner {corner}"))
            .on_hover_text(edges_text(&[*from, *to]));
    }
}

/// The corners that edges join.
fn edges_text(edges: &[usize]) -> String {
    let text = |&edge: &usize| {
        let [from, to] = ends(edge);
        format!("edge {edge} from corner {from} to {to}")
    };
    edges.iter().map(text).collect::<Vec<_>>().join("\n")
}
