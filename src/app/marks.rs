//! What is marked in the 3D view besides the selection: the agent, the section's slice, what is measured.

use super::Shell;
use super::product::Product;
use crate::draw::Line;
use crate::draw::agent::{agent_lines, measure_lines, place_lines, section_lines, width_lines};
use crate::inspect::measure::{floor_at, free_width};
use crate::inspect::{Place, SliceLine};
use crate::pipeline::Frame;
use crate::session::panels::BottomTab;
use crate::session::{Step, View};

/// What is marked, besides what the view says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The slice of the section, while that is open.
    pub section: Option<SliceLine>,
    /// Where a measured line begins.
    pub from: Option<Place>,
    pub to: Option<Place>,
    /// The floor whose free width is shown.
    pub width_at: Option<Place>,
}

impl Marks {
    /// What a shell marks.
    pub fn of(shell: &Shell, frame: &Frame) -> Self {
        let (transient, view) = (&shell.transient, &shell.session.view);
        let panels = view.open_panels();
        let is_open = panels.bottom == BottomTab::Section && !panels.hidden;
        let inside = |place: &Place| place.x < frame.width() && place.z < frame.depth();
        Self {
            section: is_open.then(|| view.section.line(view.selection, frame)),
            from: transient.measuring.and_then(|measuring| measuring.from).filter(inside),
            to: shell.measured_ends().map(|[_, to]| to).filter(inside),
            width_at: shell.width_place(),
        }
    }

    /// The lines of all marks, and of the agent where the view shows it.
    pub fn lines(&self, product: &Product, view: &View) -> Vec<Line> {
        let run = &product.run;
        let agent = agent_place(&run.frame, view).map(|place| agent_lines(&run.settings, place));
        let mut lines = agent.unwrap_or_default();
        lines.extend(self.section.into_iter().flat_map(|line| section_lines(&run.frame, line)));
        if let Some(place) = self.width_at
            && let Some((column, floor)) = floor_at(&run.open, &run.frame, place)
        {
            lines.extend(width_lines(place, &free_width(&run.open, column, floor)));
        }
        match (self.from, self.to) {
            (Some(from), Some(to)) => lines.extend(measure_lines(from, to)),
            (Some(from), None) => lines.extend(place_lines(from)),
            _ => {}
        }
        lines
    }
}

/// Where the agent stands: on the selected surface, when it is shown and that is in the grid.
pub fn agent_place(frame: &Frame, view: &View) -> Option<Place> {
    let selection = view.selection.filter(|_| view.layers.agent && view.step != Step::Input)?;
    let is_inside = selection.x < frame.width() && selection.z < frame.depth();
    selection.row.filter(|_| is_inside).map(|row| Place { x: selection.x, z: selection.z, row })
}
