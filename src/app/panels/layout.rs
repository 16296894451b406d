//! Asks how the samples of a file without a header lie.

use crate::app::transient::{LayoutField, ProblemOf, Reading};
use crate::app::{Action, Shell, theme};
use crate::inspect::text::thousands;
use crate::io::height_map::{ByteOrder, RawHeights};
use crate::io::voxels::{Axes, Fastest, RawKind, RawVolume};
use crate::io::{RawLayout, ReadAs, ReadOptions};
use eframe::egui::{Button, ComboBox, DragValue, Grid, Id, Modal, RichText, TextEdit, Ui, vec2};

/// Draws the question while it is open.
pub fn layout_ui(shell: &mut Shell, ui: &Ui, actions: &mut Vec<Action>) {
    let Some(field) = &mut shell.transient.layout_field else { return };
    let mut done = None;
    let modal = Modal::new(Id::unique("layout")).show(ui.ctx(), |ui| {
        ui.set_width(460.0);
        ui.label(RichText::new("How the samples lie").heading());
        ui.label(format!(
            "{} has {} bytes and nothing that says what they are.",
            crate::session::file_name(&field.path),
            thousands(field.bytes)
        ));
        ui.add_space(8.0);
        Grid::new("layout").num_columns(2).spacing(vec2(12.0, 6.0)).show(ui, |ui| fields_ui(field, ui));
        ui.add_space(4.0);
        let needed = field.needed();
        let fits = needed == Some(field.bytes);
        let text = match needed {
            Some(needed) if fits => format!("{} bytes: all of the file", thousands(needed)),
            Some(needed) => {
                format!("These need {} bytes, and the file has {}", thousands(needed), thousands(field.bytes))
            }
            None => "These sizes are too large".into(),
        };
        let axes = field.axes.parse::<Axes>();
        let colour = if fits { theme::gained(ui) } else { theme::error(ui) };
        ui.label(RichText::new(text).color(colour));
        ui.horizontal(|ui| {
            let possible = fits && (axes.is_ok() || field.read_as == ReadAs::Heights);
            if ui.add_enabled(possible, Button::new("Read")).clicked() {
                done = Some(Some(field.options()));
            }
            if ui.button("Cancel").clicked() {
                done = Some(None);
            }
        });
    });
    if modal.should_close() {
        done.get_or_insert(None);
    }
    let Some(answer) = done else { return };
    match answer {
        Some(options) => actions.push(match field.reading {
            Reading::Open => Action::OpenAs(field.path.clone(), options),
            Reading::Add => Action::Add(field.path.clone(), options),
        }),
        None => shell.clear_problem(&[ProblemOf::Open]), // It was just answered.
    }
    shell.transient.layout_field = None;
}

fn fields_ui(field: &mut LayoutField, ui: &mut Ui) {
    let is_volume = field.read_as != ReadAs::Heights;
    ui.label("Read as");
    combo(ui, "Read as", &mut field.read_as, &ReadAs::ALL, |kind| kind.name().to_owned());
    ui.end_row();
    ui.label("Samples").on_hover_text("Along each axis, in the order in which the axes are named");
    ui.horizontal(|ui| {
        for (axis, count) in field.raw.counts.iter_mut().enumerate().take(if is_volume { 3 } else { 2 }) {
            if axis > 0 {
                ui.weak("x");
            }
            let drag = ui.add(DragValue::new(count).range(1..=65_536).speed(0.2));
            ui.ctx().accesskit_node_builder(drag.id, |node| node.set_label(format!("Samples of axis {}", axis + 1)));
        }
    });
    ui.end_row();
    ui.label("Type");
    let kinds: &[RawKind] = if is_volume { &RawKind::ALL } else { &[RawKind::U16, RawKind::I16] };
    if !kinds.contains(&field.raw.kind) {
        field.raw.kind = kinds[0];
    }
    combo(ui, "Type", &mut field.raw.kind, kinds, |kind| kind.name().to_owned());
    ui.end_row();
    ui.label("Byte order");
    let order = |big: bool| if big { "big-endian".to_owned() } else { "little-endian".to_owned() };
    combo(ui, "Byte order", &mut field.raw.big_endian, &[false, true], order);
    ui.end_row();
    if !is_volume {
        return;
    }
    ui.label("Axes").on_hover_text("What each axis is, such as xyz or x-zy; y is up");
    let edit = ui.add(TextEdit::singleline(&mut field.axes).desired_width(72.0));
    ui.ctx().accesskit_node_builder(edit.id, |node| node.set_label("Axes"));
    ui.end_row();
    ui.label("Fastest axis").on_hover_text("Which axis changes from one sample to the next");
    let fastest = |fastest: Fastest| if fastest == Fastest::First { "the first".into() } else { "the last".into() };
    combo(ui, "Fastest axis", &mut field.raw.fastest, &[Fastest::First, Fastest::Last], fastest);
    ui.end_row();
    ui.label("Skip").on_hover_text("Bytes before the first sample");
    let drag = ui.add(DragValue::new(&mut field.raw.skip).suffix(" bytes"));
    ui.ctx().accesskit_node_builder(drag.id, |node| node.set_label("Skip"));
    ui.end_row();
}

fn combo<T: Copy + PartialEq>(ui: &mut Ui, name: &str, value: &mut T, all: &[T], label: impl Fn(T) -> String) {
    let combo = ComboBox::from_id_salt(name).selected_text(label(*value)).width(120.0).show_ui(ui, |ui| {
        for &each in all {
            ui.selectable_value(value, each, label(each));
        }
    });
    ui.ctx().accesskit_node_builder(combo.response.id, |node| node.set_label(name));
}

impl LayoutField {
    /// The bytes that these samples need; `None` when they are too many to count.
    fn needed(&self) -> Option<u64> {
        let axes = if self.read_as == ReadAs::Heights { 2 } else { 3 };
        let samples = self.raw.counts[..axes].iter().try_fold(1_u64, |n, &count| n.checked_mul(count))?;
        let skip = if self.read_as == ReadAs::Heights { 0 } else { self.raw.skip };
        samples.checked_mul(self.raw.kind.bytes())?.checked_add(skip)
    }

    /// What was chosen, for the reader.
    fn options(&self) -> ReadOptions {
        let raw = match self.read_as {
            ReadAs::Heights => RawLayout::Heights(RawHeights {
                counts: [self.raw.counts[0], self.raw.counts[1]].map(|count| count as usize),
                order: if self.raw.big_endian { ByteOrder::Big } else { ByteOrder::Little },
                is_signed: self.raw.kind == RawKind::I16,
            }),
            ReadAs::Voxels | ReadAs::Density => {
                RawLayout::Volume(RawVolume { axes: self.axes.parse().unwrap_or_default(), ..self.raw })
            }
        };
        ReadOptions { read_as: Some(self.read_as), raw: Some(raw), axes: None }
    }
}
