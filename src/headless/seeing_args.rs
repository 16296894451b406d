//! The words of `spanscope shot` about figures that help to judge sizes.

use crate::app::drawing::{Corner, DrawStep};
use crate::app::measuring::MeasureStep;
use crate::app::{Action, Shell};
use crate::inspect::{Along, Place, column_items};
use crate::pipeline::Stage;
use crate::session::panels::LeftTab;
use crate::session::view::ViewChange;
use crate::session::{PanelTab, SectionView, View};
use clap::Args;

/// The agent, the section's slice, and what is measured.
#[derive(Debug, Args)]
pub struct SeeingArgs {
    /// Show a figure of the agent's size on the selected surface
    #[arg(long, requires = "select")]
    pub agent: bool,
    /// The slice of the section: z=12 is along x, through the columns with this z
    #[arg(long, value_name = "AXIS=INDEX", value_parser = slice, requires = "window")]
    pub section: Option<SectionView>,
    /// Measure between two surfaces, each a column and a row
    #[arg(long, value_name = "X,Z,ROW:X,Z,ROW", value_parser = ends)]
    pub measure: Option<[Place; 2]>,
    /// Mark an area volume by its number, with its corners
    #[arg(long, value_name = "NUMBER", requires = "window")]
    pub volume: Option<usize>,
    /// Corners of an area volume that is being drawn, in world units
    #[arg(long, value_name = "X,Z:X,Z:…", value_parser = corners)]
    pub draw: Option<Corners>,
}

/// World `[x, z]` of corners.
#[derive(Clone, Debug)]
pub struct Corners(Vec<[f64; 2]>);

impl SeeingArgs {
    /// Refuses what would show something else than what was asked for.
    ///
    /// # Errors
    /// A slice or a surface outside of the grid.
    pub fn check(&self, shell: &Shell) -> anyhow::Result<()> {
        let Some(product) = &shell.product else { return Ok(()) };
        let frame = &product.run.frame;
        if let Some(number) = self.volume {
            let volumes = product.scene.volumes.len();
            anyhow::ensure!(number < volumes, "volume: there is no volume {number} of {volumes}");
        }
        if let Some(section @ SectionView { at: Some(at), along }) = self.section {
            let lines = section.line(None, frame).counts(frame)[1];
            anyhow::ensure!(at < lines, "section: {}={at} is outside 0 to {}", along.across().name(), lines - 1);
        }
        let [width, depth] = [frame.width(), frame.depth()];
        for Place { x, z, row } in self.measure.into_iter().flatten() {
            let is_inside = x < width && z < depth && u32::from(row) <= frame.height();
            anyhow::ensure!(is_inside, "measure: {x}, {z}, row {row} is outside the grid's {width} x {depth} columns");
            let items = column_items(&product.run, Stage::Merged, frame.column_index(x, z));
            let surfaces: Vec<String> = items.iter().map(|item| item.surface().to_string()).collect();
            anyhow::ensure!(
                items.iter().any(|item| item.surface() == row),
                "measure: column {x}, {z} has no surface at row {row}; {}",
                if surfaces.is_empty() { "it is empty".into() } else { format!("it has {}", surfaces.join(", ")) }
            );
        }
        Ok(())
    }

    /// What was asked for, over a view that was changed already.
    pub fn actions(&self, view: &View) -> Vec<Action> {
        let mut layers = view.layers;
        layers.agent |= self.agent;
        let mut actions: Vec<Action> = vec![ViewChange::Layers(layers).into()];
        actions.extend(self.section.map(|section| ViewChange::Section(section).into()));
        if let Some(ends) = self.measure {
            actions.push(Action::Measure(MeasureStep::Switch));
            actions.extend(ends.map(|end| Action::Measure(MeasureStep::At(end))));
        }
        if let Some(number) = self.volume {
            actions.push(Action::ShowTab(PanelTab::Left(LeftTab::Volumes)));
            actions.push(Action::Volume(DrawStep::Mark(Some(number))));
        }
        actions
    }

    /// What turns the camera, for when the picture's proportions are known.
    pub fn camera_actions(&self) -> Vec<Action> {
        let Some(Corners(corners)) = &self.draw else { return Vec::new() };
        let corner = |&place| Action::Volume(DrawStep::Corner(Corner { place, surface: None }));
        std::iter::once(Action::Volume(DrawStep::Switch)).chain(corners.iter().map(corner)).collect()
    }
}

fn slice(text: &str) -> Result<SectionView, String> {
    let parts = text.split_once('=').and_then(|(axis, at)| {
        let along = Along::from_name(axis)?.across();
        Some(SectionView { along, at: Some(at.parse().ok()?) })
    });
    parts.ok_or_else(|| "x or z and the number of a column on it, such as z=12".into())
}

fn ends(text: &str) -> Result<[Place; 2], String> {
    let place = |text: &str| {
        let mut parts = text.split(',').map(str::trim);
        let place =
            Place { x: parts.next()?.parse().ok()?, z: parts.next()?.parse().ok()?, row: parts.next()?.parse().ok()? };
        parts.next().is_none().then_some(place)
    };
    let ends = text.split_once(':').and_then(|(from, to)| Some([place(from)?, place(to)?]));
    ends.ok_or_else(|| "two surfaces as X,Z,ROW:X,Z,ROW".into())
}

fn corners(text: &str) -> Result<Corners, String> {
    let corner = |text: &str| {
        let (x, z) = text.split_once(',')?;
        let corner = [x.trim().parse().ok()?, z.trim().parse().ok()?];
        corner.iter().all(|v: &f64| v.is_finite()).then_some(corner)
    };
    let all: Option<Vec<_>> = text.split(':').map(corner).collect();
    all.map(Corners).ok_or_else(|| "corners as X,Z:X,Z:X,Z".into())
}
