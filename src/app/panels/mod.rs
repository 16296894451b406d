//! The parts of the window, a file each. They read the shell and push what was asked for.

pub mod bottom;
pub mod cell;
pub mod chart_bars;
pub mod charts;
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
use eframe::egui::{self, CentralPanel, Frame, Panel};

/// A tab of one of the panels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelTab {
    Left(left::Tab),
    Right(right::Tab),
    Bottom(bottom::Tab),
}

impl PanelTab {
    /// The tab with this name on the command line: its label in lower case, with a hyphen for a space.
    pub fn from_name(name: &str) -> Option<Self> {
        let of_left = tab_named(&left::Tab::ALL, name).map(Self::Left);
        let of_right = || tab_named(&right::Tab::ALL, name).map(Self::Right);
        of_left.or_else(of_right).or_else(|| tab_named(&bottom::Tab::ALL, name).map(Self::Bottom))
    }

    /// The names of all tabs.
    pub fn names() -> Vec<String> {
        fn of<T>(all: &[(T, &str)]) -> Vec<String> {
            all.iter().map(|(_, label)| name_of(label)).collect()
        }
        [of(&left::Tab::ALL), of(&right::Tab::ALL), of(&bottom::Tab::ALL)].concat()
    }
}

fn tab_named<T: Copy>(all: &[(T, &str)], name: &str) -> Option<T> {
    all.iter().find(|(_, label)| name_of(label) == name).map(|(tab, _)| *tab)
}

fn name_of(label: &str) -> String {
    label.to_lowercase().replace(' ', "-")
}

/// Draws the tabs of a panel, and opens the one that is clicked.
fn tabs_ui<T: Copy + PartialEq>(tab: &mut T, all: &[(T, &str)], ui: &mut egui::Ui) {
    ui.horizontal_wrapped(|ui| {
        for (each, label) in all {
            ui.selectable_value(tab, *each, *label);
        }
    });
    ui.separator();
}

/// Draws all parts around the 3D view.
pub fn show(shell: &mut Shell, ui: &mut egui::Ui, actions: &mut Vec<Action>) {
    Panel::top("menu").show(ui, |ui| menu::menu_ui(shell, ui, actions));
    Panel::bottom("status").show(ui, |ui| status::status_ui(shell, ui));
    if !shell.transient.hides_panels {
        Panel::top("stages").show(ui, |ui| stage_bar::stage_bar_ui(shell, ui, actions));
        Panel::left("left").default_size(322.0).size_range(270.0..=480.0).show(ui, |ui| {
            left::left_ui(shell, ui, actions);
        });
        Panel::right("right").default_size(340.0).size_range(280.0..=640.0).show(ui, |ui| {
            right::right_ui(shell, ui, actions);
        });
        // Each tab has a height of its own: messages are lines, charts are pictures.
        let tab = shell.transient.bottom_tab;
        let height = tab.height();
        Panel::bottom(tab.name()).default_size(height).size_range(80.0..=640.0).resizable(true).show(ui, |ui| {
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
    keys::keys_ui(shell, ui, actions);
}
