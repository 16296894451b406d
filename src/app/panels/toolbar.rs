//! The strip over the 3D view: colouring, layers and views.

use crate::app::measuring::MeasureStep;
use crate::app::{Action, Shell, theme};
use crate::pipeline::Stage;
use crate::session::view::ViewChange;
use crate::session::{Colouring, Command, Layers, LookFrom, MeshOverlay, OtherView, Step};
use eframe::egui::{self, Align, ComboBox, Frame, Layout, Margin, Rect, RichText, Ui, UiBuilder, vec2};

/// Draws the strip.
pub fn toolbar_ui(shell: &Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let fill = ui.visuals().panel_fill;
    Frame::new().fill(fill).inner_margin(Margin::symmetric(8, 4)).show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            // Close together, so that all of it fits into a line of a usual window.
            (ui.spacing_mut().item_spacing.x, ui.spacing_mut().button_padding.x) = (4.0, 6.0);
            if super::density::applies(shell) {
                super::density::switches_ui(shell, ui, actions);
                return;
            }
            colour_ui(shell, ui, actions);
            ui.separator();
            layers_ui(shell, ui, actions);
            let measure = egui::Button::selectable(shell.transient.measuring.is_some(), "Measure");
            if ui.add(measure).on_hover_text("Between two clicks, and how wide the ground is (U)").clicked() {
                actions.push(Action::Measure(MeasureStep::Switch));
            }
        });
    });
}

fn colour_ui(shell: &Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let view = &shell.session.view;
    let is_open = matches!(view.step, Step::Stage(Stage::Compact | Stage::Eroded | Stage::Volumes));
    let is_difference = shell.other_view() == OtherView::Difference;
    ui.add_enabled_ui(view.step != Step::Input && !is_difference, |ui| {
        let label = ui.label("Colour by");
        ComboBox::from_id_salt("colouring")
            .selected_text(view.colouring_in_force().label())
            .width(116.0)
            .show_ui(ui, |ui| {
                for colouring in Colouring::ALL {
                    let possible = !colouring.is_of_floors() || is_open;
                    let entry = egui::Button::selectable(view.colouring == colouring, colouring.label());
                    if ui.add_enabled(possible, entry).on_disabled_hover_text("Only in the open stages").clicked() {
                        actions.push(ViewChange::ColourBy(colouring).into());
                    }
                }
            })
            .response
            .labelled_by(label.id);
        if view.colouring_in_force() == Colouring::Change {
            compare_ui(shell, ui, actions);
        }
    });
}

fn compare_ui(shell: &Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let view = &shell.session.view;
    let label = ui.label("since");
    let text = match view.compare_with {
        Some(_) => view.compared_step().label().to_owned(),
        None => "stage before".to_owned(),
    };
    ComboBox::from_id_salt("compare")
        .selected_text(text)
        .width(98.0)
        .show_ui(ui, |ui| {
            if ui.selectable_label(view.compare_with.is_none(), "stage before").clicked() {
                actions.push(ViewChange::CompareWith(None).into());
            }
            for step in Step::ALL.into_iter().filter(|&step| step < view.step) {
                if ui.selectable_label(view.compare_with == Some(step), step.label()).clicked() {
                    actions.push(ViewChange::CompareWith(Some(step)).into());
                }
            }
        })
        .response
        .labelled_by(label.id);
}

fn layers_ui(shell: &Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let view = &shell.session.view;
    let layers = view.layers;
    let mut asked = layers;
    let mesh = ComboBox::from_id_salt("mesh").selected_text(layers.mesh.label()).width(118.0).show_ui(ui, |ui| {
        for overlay in MeshOverlay::ALL {
            ui.selectable_value(&mut asked.mesh, overlay, overlay.label());
        }
    });
    // What is chosen says what it is about; the name is for those who do not see it.
    ui.ctx().accesskit_node_builder(mesh.response.id, |node| node.set_label("Mesh"));
    let is_open = matches!(view.step, Step::Stage(Stage::Compact | Stage::Eroded | Stage::Volumes));
    let Layers { clearance, links, dropped, agent, .. } = &mut asked;
    let mut toggle = |enabled: bool, on: &mut bool, text: &str, hint: &str| {
        let button = egui::Button::selectable(*on && enabled, text);
        let response =
            ui.add_enabled(enabled, button).on_hover_text(hint).on_disabled_hover_text("Only in the open stages");
        *on ^= response.clicked();
    };
    toggle(is_open, clearance, "Clearance", "The free space over every floor, up to the agent's height (G)");
    toggle(is_open, links, "Links", "From every floor half way to each floor it links to (K)");
    toggle(true, dropped, "Dropped", "Pieces that never reached the heightfield, by cause (P)");
    toggle(true, agent, "Agent", "A figure of the agent's size on the selected surface (W)");
    if asked != layers {
        actions.push(ViewChange::Layers(asked).into());
    }
}

/// Says when the picture is of other settings than those that are shown, in the upper left corner of the 3D view.
pub fn stale_ui(shell: &Shell, ui: &mut Ui, rect: Rect, actions: &mut Vec<Action>) {
    if !shell.is_stale() {
        return;
    }
    let place = Rect::from_min_size(rect.left_top() + vec2(12.0, 40.0), vec2(280.0, 0.0));
    let mut child = ui.new_child(UiBuilder::new().max_rect(place));
    Frame::popup(child.style()).show(&mut child, |ui| {
        ui.label(RichText::new("This picture is of other settings").strong().color(theme::lost(ui)));
        ui.label("The last build was cancelled or failed.");
        ui.horizontal(|ui| {
            if ui.button("Build again").clicked() {
                actions.push(Action::BuildAgain);
            }
            if ui.add_enabled(shell.session.history.can_undo(), egui::Button::new("Undo")).clicked() {
                actions.push(Action::Session(Command::Undo));
            }
        });
    });
}

/// The views and the crop, in the upper right corner of the 3D view.
pub fn views_ui(shell: &Shell, ui: &mut Ui, rect: Rect, actions: &mut Vec<Action>) {
    let place = Rect::from_min_size(rect.right_top() + vec2(-372.0, 8.0), vec2(364.0, 24.0));
    let layout = Layout::right_to_left(Align::Center);
    let mut child = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
    child.spacing_mut().item_spacing.x = 4.0;
    view_buttons_ui(shell, &mut child, actions);
}

/// From right to left.
fn view_buttons_ui(shell: &Shell, ui: &mut Ui, actions: &mut Vec<Action>) {
    let crop = egui::Button::new("Crop").selected(shell.shows_crop());
    if ui.add(crop).on_hover_text("Look inside (X)").clicked() {
        actions.push(Action::ToggleCrop);
    }
    let orthographic = shell.session.view.camera.is_some_and(|camera| camera.orthographic);
    if ui.add(egui::Button::new("Ortho").selected(orthographic)).on_hover_text("Without perspective (O)").clicked() {
        actions.push(Action::SwitchProjection);
    }
    for from in LookFrom::ALL.into_iter().rev() {
        if ui.button(from.label()).clicked() {
            actions.push(Action::LookFrom(from));
        }
    }
    if ui.button("Fit").on_hover_text("Fit all (Home); F fits the selection").clicked() {
        actions.push(Action::FitAll);
    }
}
