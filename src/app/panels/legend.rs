//! The legends in the lower left corner of the 3D view: no colour without its meaning.

use crate::app::theme::SMALL;
use crate::draw::palette::{Legend, LegendEntry, Scale};
use crate::inspect::text::thousands;
use eframe::egui::{
    self, Align2, Color32, FontId, Frame, Id, Margin, Rect, RichText, Role, Sense, Stroke, Ui, UiBuilder, WidgetInfo,
    pos2, vec2,
};

const SWATCH: f32 = 12.0;
const MARGIN: f32 = 12.0;
const ENTRY_LIMIT: usize = 15;

/// Draws all legends of a view with this name on one ground; the label of an entry that was clicked.
pub fn legend_ui(legends: &[Legend], ui: &mut Ui, rect: Rect, name: &str) -> Option<String> {
    let shown: Vec<&Legend> =
        legends.iter().filter(|legend| !legend.entries.is_empty() || legend.scale.is_some()).collect();
    if shown.is_empty() {
        return None;
    }
    let mut clicked = None;
    // The height of the last frame places the box on the bottom.
    let id = Id::unique(("legend size", name));
    let size = ui.data(|data| data.get_temp::<egui::Vec2>(id)).unwrap_or(vec2(190.0, 60.0));
    let min = pos2(rect.left() + MARGIN, rect.bottom() - MARGIN - size.y);
    let mut child =
        ui.new_child(UiBuilder::new().id_salt(name).max_rect(Rect::from_min_size(min, vec2(300.0, size.y))));
    let fill = child.visuals().panel_fill.gamma_multiply(0.9);
    let inner =
        Frame::new().fill(fill).corner_radius(4).inner_margin(Margin::symmetric(10, 8)).show(&mut child, |ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 2.0);
            ui.spacing_mut().interact_size.y = 16.0;
            for (i, legend) in shown.iter().enumerate() {
                if i > 0 {
                    ui.add_space(6.0);
                }
                clicked = one_ui(legend, ui).or(clicked.take());
            }
        });
    let measured = inner.response.rect.size();
    if measured != size {
        ui.data_mut(|data| data.insert_temp(id, measured));
        ui.ctx().request_repaint();
    }
    clicked
}

fn one_ui(legend: &Legend, ui: &mut Ui) -> Option<String> {
    let mut clicked = None;
    ui.label(RichText::new(&legend.title).strong().size(12.0));
    for entry in legend.entries.iter().take(ENTRY_LIMIT) {
        if entry_ui(entry, ui) {
            clicked = Some(entry.label.clone());
        }
    }
    if legend.entries.len() > ENTRY_LIMIT {
        ui.weak(format!("and {} more", legend.entries.len() - ENTRY_LIMIT));
    }
    if let Some(scale) = &legend.scale {
        scale_ui(scale, ui);
    }
    clicked
}

fn scale_ui(scale: &Scale, ui: &mut Ui) {
    let (bar, _) = ui.allocate_exact_size(vec2(190.0, SWATCH), Sense::hover());
    let steps = 48;
    for i in 0..steps {
        let x = |i: i32| bar.left() + bar.width() * i as f32 / steps as f32;
        let [r, g, b] = scale.map.colour((f64::from(i) + 0.5) / f64::from(steps));
        let part = Rect::from_min_max(pos2(x(i), bar.top()), pos2(x(i + 1), bar.bottom()));
        ui.painter().rect_filled(part, 0.0, Color32::from_rgb(r, g, b));
    }
    let Some(middle) = &scale.middle else {
        ui.label(RichText::new(format!("{} to {}", scale.min, scale.max)).size(SMALL));
        return;
    };
    let (line, said) = ui.allocate_exact_size(vec2(bar.width(), SMALL + 4.0), Sense::hover());
    said.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{} to {middle} to {}", scale.min, scale.max)));
    let colour = ui.visuals().text_color();
    let places = [
        (Align2::LEFT_TOP, line.left(), &scale.min),
        (Align2::CENTER_TOP, line.center().x, middle),
        (Align2::RIGHT_TOP, line.right(), &scale.max),
    ];
    for (align, x, text) in places {
        ui.painter().text(pos2(x, line.top()), align, text, FontId::proportional(SMALL), colour);
    }
}

/// One line; true when it was clicked.
fn entry_ui(entry: &LegendEntry, ui: &mut Ui) -> bool {
    let line = ui.horizontal(|ui| {
        let (swatch, _) = ui.allocate_exact_size(vec2(SWATCH, SWATCH), Sense::hover());
        let [r, g, b] = entry.colour;
        ui.painter().rect_filled(swatch, 2.0, Color32::from_rgb(r, g, b));
        if entry.hatched {
            let stroke = Stroke::new(1.0, Color32::from_black_alpha(150));
            for x in [0.25, 0.6, 0.95] {
                let (from, to) =
                    (swatch.left_top() + vec2(SWATCH * x, 0.0), swatch.left_bottom() + vec2(SWATCH * (x - 0.25), 0.0));
                ui.painter().line_segment([from, to], stroke);
            }
        }
        ui.label(RichText::new(&entry.label).size(12.0));
        if let Some(count) = entry.count {
            ui.weak(RichText::new(thousands(count)).size(12.0));
        }
        if let Some(amount) = &entry.amount {
            ui.weak(RichText::new(amount).size(12.0));
        }
    });
    entry.amount.is_some() && line.response.interact(Sense::click()).on_hover_text("Show this alone").clicked()
}
