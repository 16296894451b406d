//! The tool that measures between two clicks.

use super::Shell;
use crate::inspect::Place;

/// The ends of what is measured, as far as they were clicked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measuring {
    pub from: Option<Place>,
    pub to: Option<Place>,
}

/// What becomes of the tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureStep {
    /// Begin, or end when it has begun.
    Switch,
    /// A surface was clicked: the first is where it is measured from, the second where to, and a third begins again.
    At(Place),
    End,
}

impl Shell {
    pub(super) fn measure(&mut self, step: MeasureStep) {
        self.end_drawing(); // A click cannot mean both.
        let now = self.transient.measuring;
        self.transient.measuring = match (step, now) {
            (MeasureStep::End, _) | (MeasureStep::Switch, Some(_)) => None,
            (MeasureStep::Switch, None) => Some(Measuring::default()),
            (MeasureStep::At(to), Some(Measuring { from: Some(from), to: None })) => {
                Some(Measuring { from: Some(from), to: Some(to) })
            }
            (MeasureStep::At(from), _) => Some(Measuring { from: Some(from), to: None }),
        };
    }

    /// The surface that the pointer is over in the 3D view.
    pub fn hovered_place(&self) -> Option<Place> {
        self.transient.hover.map(|hover| Place { x: hover.x, z: hover.z, row: hover.row })
    }

    /// The surface that is selected.
    pub fn selected_place(&self) -> Option<Place> {
        let selection = self.session.view.selection?;
        selection.row.map(|row| Place { x: selection.x, z: selection.z, row })
    }

    /// Both ends of what is measured; while the second was not clicked yet, the pointer is it.
    pub fn measured_ends(&self) -> Option<[Place; 2]> {
        let Measuring { from, to } = self.transient.measuring?;
        from.zip(to.or_else(|| self.hovered_place())).map(|(from, to)| [from, to])
    }

    /// The surface whose free width is told while measuring: under the pointer, else the last that was clicked, else the
    /// selected one.
    pub fn width_place(&self) -> Option<Place> {
        let Measuring { from, to } = self.transient.measuring?;
        self.hovered_place().or(to).or(from).or_else(|| self.selected_place())
    }
}
