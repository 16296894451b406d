//! What is shown as a command line: the `spanscope shot` that makes the same picture.

use super::Shell;
use crate::pipeline::FrameSpec;
use crate::session::{Document, OtherView, OtherWith, file};
use eframe::egui;
use std::fmt::Write as _;
use std::path::Path;

impl Shell {
    /// The command, and what it cannot say, each in a sentence without a full stop.
    ///
    /// # Errors
    /// A sentence, when nothing is shown or the view has numbers that JSON does not have.
    pub fn command_line(&self, is_light: bool) -> Result<(String, Vec<String>), String> {
        let (Some(_), [width, height]) = (&self.product, self.viewport.size_px) else {
            return Err("nothing is shown yet".into());
        };
        let mut missing = Vec::new();
        let mut line = String::from("spanscope shot");
        match self.session.path.as_deref().or(only_file(&self.session.document)) {
            Some(path) => line += &format!(" {}", quoted(&absolute(path))),
            None if self.session.name == "sample level" => {}
            None => missing.push("it is in no file yet: save it first".to_owned()),
        }
        line += &format!(" --state {}", quoted(&file::view_text(&self.session.view)?));
        line += &format!(" --size {width}x{height}");
        if self.viewport.scale != 1.0 {
            line += &format!(" --scale {}", self.viewport.scale);
        }
        if is_light {
            line += " --light";
        }
        missing.extend(settings(self.session.saved_document(), &self.session.document, &mut line));
        if let Some([from, to]) =
            self.measured_ends().filter(|_| self.transient.measuring.is_some_and(|now| now.to.is_some()))
        {
            line += &format!(" --measure {},{},{}:{},{},{}", from.x, from.z, from.row, to.x, to.z, to.row);
        }
        if let Some(replay) = &self.transient.replay {
            line += &format!(" --replay {}", replay.at);
        }
        missing.extend(self.missing_other());
        line += " --out picture.png";
        Ok((line, missing))
    }

    pub(super) fn copy_command_line(&mut self, ctx: &egui::Context) {
        let note = match self.command_line(!ctx.style_of(ctx.theme()).visuals.dark_mode) {
            Ok((line, missing)) => {
                ctx.copy_text(line);
                match missing.as_slice() {
                    [] => "The command line is copied".to_owned(),
                    _ => format!("The command line is copied; {}", missing.join("; ")),
                }
            }
            Err(reason) => format!("There is no command line: {reason}"),
        };
        self.transient.note = Some(note.into());
    }

    /// What the view cannot say of B.
    pub(super) fn missing_other(&self) -> Option<String> {
        let choice = self.session.view.other.as_ref().filter(|choice| choice.with == OtherWith::Passing)?;
        let other = self.other.as_ref().filter(|_| choice.show != OtherView::Off)?;
        Some(format!("{} is in no file, so B is left out", other.name))
    }
}

/// The file of a document that is nothing but that file.
fn only_file(document: &Document) -> Option<&Path> {
    document.sources.first().filter(|_| document.sources.len() == 1)?.file.as_deref()
}

/// The settings that differ from those of the file; what else differs cannot be said.
fn settings(saved: &Document, now: &Document, line: &mut String) -> Option<String> {
    let (before, after) = (&saved.settings, &now.settings);
    if before.slope_cosine != after.slope_cosine {
        let _ = write!(line, " --slope-cosine {}", after.slope_cosine);
    }
    for (name, before, after) in [
        ("height", before.height_rows, after.height_rows),
        ("climb", before.climb_rows, after.climb_rows),
        ("radius", before.radius_cells, after.radius_cells),
    ] {
        if before != after {
            let _ = write!(line, " --{name} {after}");
        }
    }
    let threshold = after.merge_threshold_rows.filter(|_| before.merge_threshold_rows != after.merge_threshold_rows);
    if let Some(threshold) = threshold {
        let _ = write!(line, " --merge-threshold {threshold}");
    }
    let [cell_size, cell_height] = now.frame.cell();
    if saved.frame.cell() != now.frame.cell() {
        let _ = write!(line, " --cell-size {cell_size} --cell-height {cell_height}");
    }
    let mut frame = saved.frame.with_cell(cell_size, cell_height);
    if let (FrameSpec::Auto { .. }, FrameSpec::Auto { pad_below, pad_above, pad_side, .. }) = (frame, now.frame) {
        if frame != now.frame {
            let _ = write!(line, " --pad-below {pad_below} --pad-above {pad_above} --pad-side {pad_side}");
        }
        frame = now.frame;
    }
    let follows_again = before.merge_threshold_rows.is_some() && after.merge_threshold_rows.is_none();
    let same = frame == now.frame && saved.sources == now.sources && saved.volumes == now.volumes && !follows_again;
    (!same).then(|| "inputs, volumes or the frame have changes that are not saved: save them first".into())
}

fn absolute(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
