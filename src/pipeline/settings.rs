//! What an agent can do, in rows and cells (section 10).

use super::PipelineError;

/// The largest agent radius, in cells: 2^20.
pub const MAX_RADIUS: i32 = 1 << 20;

/// The settings of the span stages, with lengths in rows and cells.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "rcConfig")]
pub struct SpanSettings {
    /// A triangle is walkable when the upward part of its unit normal is above this.
    pub slope_cosine: f32,
    /// Rows of free height an agent needs.
    #[doc(alias = "walkableHeight")]
    pub height_rows: i32,
    /// Rows an agent can step up or down.
    #[doc(alias = "walkableClimb")]
    pub climb_rows: i32,
    /// Cells by which walkable ground is drawn in from its borders.
    #[doc(alias = "walkableRadius")]
    pub radius_cells: i32,
    /// Rows between two surfaces within which a merge keeps the larger area; `None` follows the climb.
    #[doc(alias = "flagMergeThreshold")]
    pub merge_threshold_rows: Option<i32>,
}

impl SpanSettings {
    /// Section 10's defaults: 45 degrees, 10 rows tall, 4 rows of climb, a radius of 2 cells.
    pub const HUMANOID: Self = Self {
        slope_cosine: 0.707_106_77,
        height_rows: 10,
        climb_rows: 4,
        radius_cells: 2,
        merge_threshold_rows: None,
    };

    /// The merge threshold in force: the one that was set, else the climb.
    pub fn merge_threshold(&self) -> i32 {
        self.merge_threshold_rows.unwrap_or(self.climb_rows)
    }

    /// Checks every setting against its bounds.
    ///
    /// # Errors
    /// [`PipelineError::SlopeCosine`] or [`PipelineError::Setting`], for the first that is out of bounds.
    pub fn check(&self) -> Result<(), PipelineError> {
        if !(-1.0..=1.0).contains(&self.slope_cosine) {
            return Err(PipelineError::SlopeCosine { value: self.slope_cosine });
        }
        let inside = |name, value, min, max| {
            if (min..=max).contains(&value) { Ok(()) } else { Err(PipelineError::Setting { name, value, min, max }) }
        };
        inside("height", self.height_rows, 1, i32::MAX)?;
        inside("climb", self.climb_rows, 0, i32::MAX)?;
        inside("radius", self.radius_cells, 0, MAX_RADIUS)?;
        inside("merge_threshold", self.merge_threshold(), 0, i32::MAX)
    }
}

impl Default for SpanSettings {
    fn default() -> Self {
        Self::HUMANOID
    }
}
