//! Number fields that say what is wrong where it is typed, and keep what was typed until it is right.

use crate::app::theme;
use eframe::egui::{DragValue, Id, Key, Label, RichText, TextStyle, Ui, emath::Numeric};

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
/// the reason below it, and changes nothing. It is forgotten when the present number changes otherwise.
pub fn number_ui<T: Numeric + Send + Sync + std::any::Any>(
    ui: &mut Ui,
    field: &Field<'_>,
    present: T,
    check: impl Fn(T) -> Result<(), String>,
) -> Option<T> {
    let id = ui.scope_id().with(("refused", field.name));
    let refused = |ui: &Ui| {
        let kept = ui.data(|data| data.get_temp::<(T, T)>(id));
        kept.filter(|(beside, _)| *beside == present).map(|(_, refused)| refused)
    };
    let mut value = refused(ui).unwrap_or(present);
    let mut entered = None;
    ui.vertical(|ui| {
        let drag = DragValue::new(&mut value).speed(field.speed).suffix(field.suffix).max_decimals(field.decimals);
        let response = ui.add(drag);
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(field.name));
        if response.has_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            response.surrender_focus(); // What was typed is entered, and keys mean something else again.
        }
        if response.changed() {
            ui.data_mut(|data| data.remove::<(T, T)>(id));
            match check(value) {
                Ok(()) => entered = (value != present).then_some(value),
                Err(_) => ui.data_mut(|data| {
                    data.insert_temp(id, (present, value));
                }),
            }
        }
        if let Some(reason) = refused(ui).and_then(|value| check(value).err())
            && refusal_ui(ui, &reason, id)
        {
            ui.data_mut(|data| data.remove::<(T, T)>(id));
        }
    });
    entered
}

/// Says why a number is refused; true when it is given up.
fn refusal_ui(ui: &mut Ui, reason: &str, id: Id) -> bool {
    const WIDTH: f32 = 104.0;
    let put_back = ui.push_id(id, |ui| {
        ui.set_max_width(WIDTH);
        let text = RichText::new(reason).text_style(TextStyle::Small).color(theme::error(ui));
        ui.add(Label::new(text).wrap());
        ui.small_button("Put back").clicked()
    });
    put_back.inner
}
