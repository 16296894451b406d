//! The tool that draws area volumes, and what is changed about one that is there.

use super::{Action, Shell, camera};
use crate::pipeline::{AreaId, ConvexVolume, Frame, PipelineError};
use crate::session::panels::LeftTab;
use crate::session::view::ViewChange;
use crate::session::{Command, Edit, LookFrom, PanelTab};

/// Which volume is marked, and what is being drawn or dragged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VolumeTool {
    /// The volume whose corners can be dragged.
    pub marked: Option<usize>,
    pub drawing: Option<Drawing>,
    /// A volume as it would be if a corner were let go where it is.
    pub dragged: Option<Dragged>,
    /// Why the corner that was let go last went back.
    pub refused: Option<String>,
    /// Whether corners go anywhere, not only to corners of cells.
    pub is_free: bool,
}

/// A volume that is being drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    pub corners: Vec<Corner>,
    pub area: AreaId,
}

/// A corner that was clicked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// World `[x, z]`.
    pub place: [f64; 2],
    /// World height of the surface that was clicked, if there was one.
    pub surface: Option<f64>,
}

/// A corner that is being dragged.
#[derive(Clone, Debug, PartialEq)]
pub struct Dragged {
    pub volume: usize,
    pub corner: usize,
    pub shape: ConvexVolume,
}

/// What becomes of the tool.
#[derive(Clone, Debug, PartialEq)]
pub enum DrawStep {
    /// Begin, or end when it has begun.
    Switch,
    Corner(Corner),
    /// Take back the corner that was clicked last.
    Back,
    Area(AreaId),
    /// Whether corners go to corners of cells.
    Snap(bool),
    /// Add what was drawn to the scene, if it is a volume.
    Finish,
    /// Forget what was drawn.
    End,
    /// Mark a volume, or none.
    Mark(Option<usize>),
    /// A corner is dragged to a place in the world.
    Drag {
        volume: usize,
        corner: usize,
        to: [f64; 2],
    },
    /// The dragged corner was let go.
    Drop,
}

impl Drawing {
    /// What is drawn as a volume, with more corners after its own. Its heights are those that an agent needs who stands on
    /// the surfaces that were clicked, a climb below them included; without any, those of the frame.
    pub fn volume(&self, frame: &Frame, [height, climb]: [i32; 2], more: Option<[f64; 2]>) -> ConvexVolume {
        let row = f64::from(frame.cell_height());
        let surfaces = self.corners.iter().filter_map(|corner| corner.surface);
        let around = surfaces.fold(None, |around: Option<[f64; 2]>, y| {
            let [low, high] = around.unwrap_or([y, y]);
            Some([low.min(y), high.max(y)])
        });
        let [min_y, max_y] = match around {
            Some([low, high]) => [low - f64::from(climb) * row, high + f64::from(height) * row],
            None => [0, frame.height()].map(|row| frame.row_in_world(row.into())),
        };
        let short = |y| shortest(y, row);
        let polygon = self.corners.iter().map(|corner| corner.place).chain(more).collect();
        ConvexVolume { polygon, min_y: short(min_y), max_y: short(max_y), area: self.area }
    }
}

impl Shell {
    pub(super) fn draw_volume(&mut self, step: DrawStep) {
        self.transient.volume_tool.refused = None;
        match step {
            DrawStep::Switch if self.transient.volume_tool.drawing.is_some() => self.end_drawing(),
            DrawStep::Switch => self.begin_drawing(),
            DrawStep::End => self.end_drawing(),
            DrawStep::Finish => {
                let Some(Ok(volume)) = self.drawn(None) else { return };
                let number = self.session.document.volumes.len();
                self.end_drawing();
                self.change(&Edit::AddVolume(volume).into());
                self.transient.volume_tool.marked = Some(number);
            }
            DrawStep::Mark(marked) => self.transient.volume_tool.marked = marked,
            DrawStep::Snap(snaps) => self.transient.volume_tool.is_free = !snaps,
            DrawStep::Drag { volume, corner, to } => {
                let Some(present) = self.session.document.volumes.get(volume) else { return };
                let mut shape = present.clone();
                if let Some(place) = shape.polygon.get_mut(corner) {
                    *place = to;
                    self.transient.volume_tool.dragged = Some(Dragged { volume, corner, shape });
                }
            }
            DrawStep::Drop => self.drop_corner(),
            DrawStep::Corner(corner) => self.with_drawing(|drawing| drawing.corners.push(corner)),
            DrawStep::Back => {
                self.with_drawing(|drawing| drawing.corners.truncate(drawing.corners.len().saturating_sub(1)))
            }
            DrawStep::Area(area) => self.with_drawing(|drawing| drawing.area = area),
        }
    }

    /// What is drawn, with one more corner; why it is no volume, or `None` while nothing is drawn.
    pub fn drawn(&self, more: Option<[f64; 2]>) -> Option<Result<ConvexVolume, PipelineError>> {
        let (product, drawing) = self.product.as_ref().zip(self.transient.volume_tool.drawing.as_ref())?;
        let settings = &self.session.document.settings;
        let volume = drawing.volume(&product.run.frame, [settings.height_rows, settings.climb_rows], more);
        Some(volume.check(self.session.document.volumes.len()).map(|()| volume))
    }

    /// Whether a volume is drawn that has corners.
    pub fn has_corners(&self) -> bool {
        self.transient.volume_tool.drawing.as_ref().is_some_and(|drawing| !drawing.corners.is_empty())
    }

    /// A place in plan where a corner goes.
    pub fn corner_place(&self, frame: &Frame, place: [f64; 2]) -> [f64; 2] {
        let cell = f64::from(frame.cell_size());
        let [x, _, z] = frame.origin();
        let snapped = |v: f64, origin: f64| origin + ((v - origin) / cell).round() * cell;
        let [at_x, at_z] = place;
        let [at_x, at_z] =
            if self.transient.volume_tool.is_free { place } else { [snapped(at_x, x), snapped(at_z, z)] };
        [shortest(at_x, cell), shortest(at_z, cell)]
    }

    fn with_drawing(&mut self, change: impl FnOnce(&mut Drawing)) {
        if let Some(drawing) = &mut self.transient.volume_tool.drawing {
            change(drawing);
        }
    }

    /// Looks from the top, without perspective: a corner is where it is clicked.
    fn begin_drawing(&mut self) {
        let Some(product) = self.product.clone().filter(|_| self.is_editable()) else { return };
        let used: Vec<AreaId> = self.session.document.volumes.iter().map(|volume| volume.area).collect();
        let area = (1..=62).find(|area| !used.contains(area)).unwrap_or(1);
        self.transient.measuring = None;
        self.transient.volume_tool.drawing = Some(Drawing { corners: Vec::new(), area });
        self.change(&ViewChange::ShowTab(PanelTab::Left(LeftTab::Volumes)).into());
        let action = Action::LookFrom(LookFrom::Top);
        let top = camera::moved(&action, &self.session.view, &product, self.viewport.aspect);
        let mut top = camera::to_world(&top, &product.run.frame);
        top.orthographic = true;
        self.change(&ViewChange::Camera(top).into());
    }

    pub(super) fn end_drawing(&mut self) {
        self.transient.volume_tool.drawing = None;
    }

    /// One edit for a drag; a shape that is no volume goes back to what it was.
    fn drop_corner(&mut self) {
        let Some(Dragged { volume, shape, .. }) = self.transient.volume_tool.dragged.take() else { return };
        match shape.check(volume) {
            Ok(()) => {
                self.change(&Edit::SetVolume(volume, shape).into());
                self.change(&Command::EndOfGesture);
            }
            Err(error) => self.transient.volume_tool.refused = Some(error.to_string()),
        }
    }
}

/// The shortest decimal within a thousandth of a unit: what a person would have typed.
fn shortest(value: f64, unit: f64) -> f64 {
    let decimals = (3.0 - unit.log10()).ceil().max(0.0) as usize;
    format!("{value:.decimals$}").parse().unwrap_or(value)
}
