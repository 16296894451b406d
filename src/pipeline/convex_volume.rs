//! Area volumes: convex prisms that give their area to the floors inside (section 9).

use super::frame::check_coordinate;
use super::{AreaId, PipelineError, Place};

/// The most corners of a volume's polygon.
pub const MAX_CORNERS: usize = 256;

/// A convex polygon in plan and an interval of heights.
#[derive(Clone, Debug, PartialEq)]
pub struct ConvexVolume {
    /// World `[x, z]` of 3 to 256 corners, in either winding.
    pub polygon: Vec<[f64; 2]>,
    /// World height of the lowest floor inside. Not bounded by 2^21.
    pub min_y: f64,
    /// World height of the highest floor inside.
    pub max_y: f64,
    /// What the floors inside become.
    pub area: AreaId,
}

impl ConvexVolume {
    /// Checks corner count, coordinates, interval, and that the polygon is convex and simple with an area.
    ///
    /// In doubles and without a tolerance: every edge against every corner. Collinear and repeated corners pass.
    ///
    /// # Errors
    /// The first rule that does not hold, with `volume` as the number of this volume in its scene.
    pub fn check(&self, volume: usize) -> Result<(), PipelineError> {
        let corners = self.polygon.len();
        if !(3..=MAX_CORNERS).contains(&corners) {
            return Err(PipelineError::VolumeCorners { volume, corners });
        }
        for (corner, position) in self.polygon.iter().enumerate() {
            for (value, axis) in position.iter().zip(['x', 'z']) {
                check_coordinate(*value, || Place::VolumeCorner { volume, corner, axis })?;
            }
        }
        if self.min_y > self.max_y || self.min_y.is_nan() || self.max_y.is_nan() {
            return Err(PipelineError::VolumeInterval { volume, min_y: self.min_y, max_y: self.max_y });
        }
        self.check_convex(volume)
    }

    fn check_convex(&self, volume: usize) -> Result<(), PipelineError> {
        let mut winding = 0.0_f64;
        for (edge, (a, b)) in self.edges().enumerate() {
            for (corner, &p) in self.polygon.iter().enumerate() {
                let side = side_of_edge(a, b, p);
                if winding == 0.0 {
                    winding = side;
                } else if side != 0.0 && (side > 0.0) != (winding > 0.0) {
                    return Err(PipelineError::VolumeNotConvex { volume, edge, corner });
                }
            }
        }
        if winding == 0.0 { Err(PipelineError::VolumeZeroArea { volume }) } else { Ok(()) }
    }

    /// Whether a world position in plan is inside the polygon or on its border. The volume must have been checked.
    pub fn contains_in_plan(&self, [x, z]: [f64; 2]) -> bool {
        let (mut left, mut right) = (false, false);
        for (a, b) in self.edges() {
            let side = side_of_edge(a, b, [x, z]);
            left |= side > 0.0;
            right |= side < 0.0;
        }
        !(left && right)
    }

    /// Whether a world height lies in the interval, ends included.
    pub fn contains_height(&self, y: f64) -> bool {
        (self.min_y..=self.max_y).contains(&y)
    }

    fn edges(&self) -> impl Iterator<Item = ([f64; 2], [f64; 2])> {
        let next = self.polygon.iter().cycle().skip(1);
        self.polygon.iter().copied().zip(next.copied())
    }
}

/// Twice the signed area of the triangle `a b p`: which side of the edge `p` lies on, 0 on it.
fn side_of_edge([ax, az]: [f64; 2], [bx, bz]: [f64; 2], [px, pz]: [f64; 2]) -> f64 {
    (bx - ax) * (pz - az) - (bz - az) * (px - ax)
}
