//! Number fields that say what is wrong where it is typed, and keep what was typed until it is right.

use crate::app::theme;
use eframe::egui::{DragValue, Id, RichText, TextStyle, Ui, emath::Numeric};

/// What a number field shows besides its number.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The name for those who cannot see the label.
    pub name: &'a str,
    pub suffix: &'a str,
    /// Change for a point of dragging.
    pub speed: f64,
    pub decimals: usize,
}

/// A number field. Returns a number when a valid one was entered; a number that `check` refuses stays in the field, with
/// the reason below it, and changes nothing.
pub fn number_ui<T: Numeric + Send + Sync + std::any::Any>(
    ui: &mut Ui,
    field: &Field<'_>,
    present: T,
    check: impl Fn(T) -> Result<(), String>,
) -> Option<T> {
    let id = ui.scope_id().with(("refused", field.name));
    let refused = ui.data(|data| data.get_temp::<T>(id));
    let mut value = refused.unwrap_or(present);
    let mut entered = None;
    ui.vertical(|ui| {
        let drag = DragValue::new(&mut value).speed(field.speed).suffix(field.suffix).max_decimals(field.decimals);
        let response = ui.add(drag);
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(field.name));
        if response.changed() {
            match check(value) {
                Ok(()) => {
                    ui.data_mut(|data| data.remove::<T>(id));
                    entered = (value != present).then_some(value);
                }
                Err(_) => {
                    ui.data_mut(|data| data.insert_temp(id, value));
                }
            }
        }
        if let Some(reason) = ui.data(|data| data.get_temp::<T>(id)).and_then(|value| check(value).err()) {
            refusal_ui(ui, &reason, id, |ui| ui.data_mut(|data| data.remove::<T>(id)));
        }
    });
    entered
}

fn refusal_ui(ui: &mut Ui, reason: &str, id: Id, give_up: impl FnOnce(&mut Ui)) {
    ui.push_id(id, |ui| {
        ui.set_max_width(170.0);
        ui.label(RichText::new(reason).text_style(TextStyle::Small).color(theme::error(ui)));
        if ui.small_button("Put back").clicked() {
            give_up(ui);
        }
    });
}
