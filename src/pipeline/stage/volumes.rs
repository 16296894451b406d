//! Volumes: marked places give their area to the floors inside (section 9).
//!
//! Reads open spans and areas after erosion. Changes areas that are not 0; never changes geometry.

use crate::pipeline::{AreaId, ConvexVolume, Frame, Monitor, NOT_WALKABLE, OpenColumns, PipelineError, Stage};

/// Applies checked volumes in list order. A floor set to 0 by one volume is out of reach of later ones.
#[doc(alias = "rcMarkConvexPolyArea")]
///
/// # Errors
/// Cancellation.
pub fn volumes(
    frame: &Frame,
    open: &OpenColumns,
    before: &[AreaId],
    volumes: &[ConvexVolume],
    monitor: &Monitor,
) -> Result<Vec<AreaId>, PipelineError> {
    let mut areas = before.to_vec();
    for (number, volume) in volumes.iter().enumerate() {
        for z in 0..frame.depth() {
            monitor.report(Stage::Volumes, number, volumes.len())?;
            for x in 0..frame.width() {
                let column = open.column(frame.column_index(x, z));
                if column.is_empty() || !volume.contains_in_plan(frame.column_centre_in_world(x, z)) {
                    continue;
                }
                for span in column {
                    let floor = frame.row_in_world(open.spans()[span].y.into());
                    areas[span] = area_inside(volume, areas[span], floor);
                }
            }
        }
    }
    Ok(areas)
}

/// The area of a floor of a column inside a volume's polygon, at this world height, after the volume.
pub fn area_inside(volume: &ConvexVolume, before: AreaId, floor: f64) -> AreaId {
    if before != NOT_WALKABLE && volume.contains_height(floor) { volume.area } else { before }
}
