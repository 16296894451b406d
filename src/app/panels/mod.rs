//! The parts of the window, a file each. They read the shell and push what was asked for.

pub mod cell;
pub mod column;
pub mod column_chart;
pub mod crop;
pub mod density;
pub mod fields;
pub mod inputs;
pub mod keys;
pub mod layout;
pub mod left;
pub mod legend;
pub mod menu;
pub mod messages;
pub mod overlays;
pub mod prompts;
pub mod settings;
pub mod stage_bar;
pub mod status;
pub mod toolbar;
pub mod viewport;
pub mod volumes;

use super::{Action, Shell};
use eframe::egui::{self, CentralPanel, Frame, Panel};

/// Draws all parts around the 3D view.
pub fn show(shell: &mut Shell, ui: &mut egui::Ui, actions: &mut Vec<Action>) {
    Panel::top("menu").show(ui, |ui| menu::menu_ui(shell, ui, actions));
    Panel::bottom("status").show(ui, |ui| status::status_ui(shell, ui));
    if !shell.transient.hides_panels {
        Panel::top("stages").show(ui, |ui| stage_bar::stage_bar_ui(shell, ui, actions));
        Panel::left("left").default_size(322.0).size_range(270.0..=480.0).show(ui, |ui| {
            left::left_ui(shell, ui, actions);
        });
        Panel::right("right").default_size(340.0).size_range(280.0..=640.0).show(ui, |ui| match cell::applies(shell) {
            true => cell::cell_ui(shell, ui),
            false => column::column_ui(shell, ui, actions),
        });
        Panel::bottom("messages").default_size(96.0).size_range(60.0..=400.0).resizable(true).show(ui, |ui| {
            messages::messages_ui(shell, ui, actions);
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
    keys::keys_ui(shell, ui, actions);
}
