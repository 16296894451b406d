//! The look of the window: neutral, with one accent, so that the data's colours speak.

use crate::render::ViewSettings;
use eframe::egui::{self, Color32, FontFamily, FontId, Stroke, TextStyle, Theme, Visuals};

/// The smallest text: units, captions.
pub const SMALL: f32 = 11.0;

/// What becomes more in numbers that compare.
pub fn gained(ui: &egui::Ui) -> Color32 {
    if ui.visuals().dark_mode { Color32::from_rgb(0x2F, 0xC0, 0x95) } else { Color32::from_rgb(0x00, 0x7A, 0x58) }
}

/// What becomes less in numbers that compare.
pub fn lost(ui: &egui::Ui) -> Color32 {
    if ui.visuals().dark_mode { Color32::from_rgb(0xF0, 0x80, 0x35) } else { Color32::from_rgb(0xB8, 0x4E, 0x00) }
}

/// What is wrong and must be mended.
pub fn error(ui: &egui::Ui) -> Color32 {
    lost(ui)
}

/// The ground of the 3D view.
pub fn background(dark: bool) -> [u8; 3] {
    if dark { ViewSettings::DARK } else { ViewSettings::LIGHT }
}

/// Sets text sizes, spacing and colours. Called once for a context.
pub fn set(ctx: &egui::Context) {
    ctx.set_visuals_of(Theme::Dark, visuals(true));
    ctx.set_visuals_of(Theme::Light, visuals(false));
    ctx.all_styles_mut(|style| {
        let sizes =
            [(TextStyle::Small, SMALL), (TextStyle::Body, 13.0), (TextStyle::Button, 13.0), (TextStyle::Heading, 16.0)];
        for (text, size) in sizes {
            style.text_styles.insert(text, FontId::new(size, FontFamily::Proportional));
        }
        style.text_styles.insert(TextStyle::Monospace, FontId::new(12.0, FontFamily::Monospace));
        style.spacing.item_spacing = egui::vec2(8.0, 4.0);
        style.spacing.button_padding = egui::vec2(8.0, 3.0);
        style.spacing.interact_size.y = 22.0;
        style.interaction.tooltip_delay = 0.4;
    });
}

fn visuals(dark: bool) -> Visuals {
    let accent = if dark { Color32::from_rgb(0x3A, 0x6E, 0xA5) } else { Color32::from_rgb(0xB9, 0xD7, 0xF2) };
    let mut visuals = if dark { Visuals::dark() } else { Visuals::light() };
    visuals.selection.bg_fill = accent;
    visuals.selection.stroke = Stroke::new(1.0, if dark { Color32::WHITE } else { Color32::BLACK });
    if dark {
        visuals.panel_fill = Color32::from_rgb(0x24, 0x26, 0x2B);
        visuals.window_fill = Color32::from_rgb(0x2A, 0x2C, 0x32);
        visuals.extreme_bg_color = Color32::from_rgb(0x18, 0x19, 0x1D);
        visuals.widgets.noninteractive.fg_stroke.color = Color32::from_gray(0xC8);
        visuals.widgets.noninteractive.bg_stroke.color = Color32::from_gray(0x3C);
        visuals.widgets.inactive.fg_stroke.color = Color32::from_gray(0xDA);
        visuals.weak_text_color = Some(Color32::from_gray(0x96));
    } else {
        visuals.weak_text_color = Some(Color32::from_gray(0x64));
    }
    visuals
}
