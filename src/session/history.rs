//! Undo and redo, as whole documents: they share what they have in common.

use super::{Document, Edit};
use crate::source::Source;

/// The most steps that can be taken back.
const MAX_STEPS: usize = 1000;

/// The documents before and after the present one.
#[derive(Clone, Debug, Default)]
pub struct History {
    undo: Vec<Document>,
    redo: Vec<Document>,
    /// The edit that the next one may go on with.
    open: Option<Edit>,
}

impl History {
    /// Notes the document as it was before an edit. Edits of one gesture become one step.
    pub fn record(&mut self, before: Document, edit: &Edit) {
        let continues = self.open.as_ref().is_some_and(|open| edit.continues(open));
        if !continues {
            self.undo.push(before);
            if self.undo.len() > MAX_STEPS {
                self.undo.remove(0);
            }
        }
        self.redo.clear();
        self.open = Some(edit.clone());
    }

    /// Ends a gesture: the next edit is a step of its own.
    pub fn end_gesture(&mut self) {
        self.open = None;
    }

    /// Whether the next edit may go on with the last one.
    pub fn is_in_gesture(&self) -> bool {
        self.open.is_some()
    }

    /// Whether there is something to take back.
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// Whether there is something to do again.
    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Has every document hold the data that files hold now: taking back an edit does not bring back an old file.
    pub(super) fn replace_data(&mut self, sources: &[Source]) {
        for document in self.undo.iter_mut().chain(&mut self.redo) {
            for source in &mut document.sources {
                if let Some(new) = sources.iter().find(|new| source.file.is_some() && new.file == source.file) {
                    source.content = source.content.with_data_of(new.content.clone());
                }
            }
        }
    }

    /// Puts the document back to what it was before the last step.
    pub fn undo(&mut self, document: &mut Document) {
        self.end_gesture();
        if let Some(before) = self.undo.pop() {
            self.redo.push(std::mem::replace(document, before));
        }
    }

    /// Does again what was taken back last.
    pub fn redo(&mut self, document: &mut Document) {
        self.end_gesture();
        if let Some(after) = self.redo.pop() {
            self.undo.push(std::mem::replace(document, after));
        }
    }
}
