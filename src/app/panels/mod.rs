//! The parts of the window, a file each. They read the shell and push what was asked for.

pub mod bottom;
pub mod cell;
pub mod chart_bars;
pub mod charts;
pub mod checks;
pub mod column;
pub mod column_chart;
pub mod compare;
pub mod crop;
pub mod density;
pub mod drawing;
pub mod dropped;
pub mod fields;
pub mod history;
pub mod inputs;
pub mod keys;
pub mod layout;
pub mod left;
pub mod legend;
pub mod measure;
pub mod menu;
pub mod messages;
pub mod missing;
pub mod overlays;
pub mod pieces;
pub mod prompts;
pub mod reasons;
pub mod remedies;
pub mod replay;
pub mod repro;
pub mod right;
pub mod section;
pub mod section_canvas;
pub mod section_drawing;
pub mod settings;
pub mod split;
pub mod stage_bar;
pub mod status;
pub mod sweep;
pub mod toolbar;
pub mod triangle;
pub mod viewport;
pub mod volumes;
pub mod why;

use super::{Action, Shell};
use crate::session::PanelTab;
use eframe::egui::{self, CentralPanel, Frame, Panel};

/// Draws the tabs of a panel, and asks for the one that is clicked.
fn tabs_ui<T: Copy + PartialEq>(
    open: T,
    all: &[(T, &str)],
    tab: impl Fn(T) -> PanelTab,
    ui: &mut egui::Ui,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        for (each, label) in all {
            if ui.selectable_label(*each == open, *label).clicked() {
                actions.push(Action::ShowTab(tab(*each)));
            }
        }
    });
    ui.separator();
}

/// Draws all parts around the 3D view.
pub fn show(shell: &mut Shell, ui: &mut egui::Ui, actions: &mut Vec<Action>) {
    Panel::top("menu").show(ui, |ui| menu::menu_ui(shell, ui, actions));
    Panel::bottom("status").show(ui, |ui| status::status_ui(shell, ui));
    let open = shell.session.view.open_panels();
    if !open.hidden {
        Panel::top("stages").show(ui, |ui| stage_bar::stage_bar_ui(shell, ui, actions));
        Panel::left("left").default_size(322.0).size_range(270.0..=480.0).show(ui, |ui| {
            left::left_ui(shell, ui, actions);
        });
        Panel::right("right").default_size(340.0).size_range(280.0..=640.0).show(ui, |ui| {
            right::right_ui(shell, ui, actions);
        });
        // Each tab has a height of its own: messages are lines, charts are pictures.
        let (id, height) = (PanelTab::Bottom(open.bottom).name(), bottom::height(open.bottom));
        Panel::bottom(id).default_size(height).size_range(80.0..=640.0).resizable(true).show(ui, |ui| {
            bottom::bottom_ui(shell, ui, actions);
        });
    }
    CentralPanel::default().frame(Frame::new()).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        toolbar::toolbar_ui(shell, ui, actions);
        let rect = ui.available_rect_before_wrap();
        viewport::viewport_ui(shell, ui, actions);
        toolbar::views_ui(shell, ui, rect, actions);
        toolbar::stale_ui(shell, ui, rect, actions);
        density::facts_ui(shell, ui, rect);
        let mut top = rect.top() + 40.0;
        if shell.shows_crop()
            && let Some(product) = &shell.product
        {
            top = crop::crop_ui(shell, &product.run.frame, ui, rect, actions) + 8.0;
        }
        density::slice_ui(shell, ui, rect, top, actions);
    });
    prompts::prompts_ui(shell, ui, actions);
    layout::layout_ui(shell, ui, actions);
    checks::checks_ui(shell, ui, actions);
    missing::missing_ui(shell, ui, actions);
    keys::keys_ui(shell, ui, actions);
}
