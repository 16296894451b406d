//! The words in which panels, keys, menus, the command line and tests speak to a session.

use super::{Edit, view::ViewChange};

/// Something to do with the document or the view.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A change of the document, which can be taken back.
    Edit(Edit),
    /// The pointer or key that edited was let go: the next edit is a step of its own.
    EndOfGesture,
    Undo,
    Redo,
    /// A change of what is shown.
    View(ViewChange),
}

impl From<Edit> for Command {
    fn from(edit: Edit) -> Self {
        Self::Edit(edit)
    }
}

impl From<ViewChange> for Command {
    fn from(change: ViewChange) -> Self {
        Self::View(change)
    }
}
