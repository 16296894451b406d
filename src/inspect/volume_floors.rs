//! What area volumes do to floors: how many each one takes in, and how many of those a later one takes from it.

use crate::pipeline::{
    ConvexVolume, Frame, Monitor, NOT_WALKABLE, OpenColumns, PipelineError, PipelineRun, Stage, StageView,
};

/// What one volume does when its turn comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VolumeFloors {
    /// Floors that it gives its area to.
    pub given: usize,
    /// Those of them that have the area of a later volume in the end.
    pub overwritten: usize,
    /// Floors inside that are out of reach, because their area is 0 when its turn comes.
    pub out_of_reach: usize,
}

/// What each of a run's volumes does (section 9), in list order.
///
/// # Errors
/// Cancellation.
pub fn volume_floors(
    run: &PipelineRun,
    volumes: &[ConvexVolume],
    monitor: &Monitor,
) -> Result<Vec<VolumeFloors>, PipelineError> {
    let StageView::Open { areas, .. } = run.stage(Stage::Eroded) else { return Ok(Vec::new()) };
    let mut areas = areas.to_vec();
    let mut given_by: Vec<Option<u32>> = vec![None; areas.len()];
    let mut all: Vec<VolumeFloors> = Vec::with_capacity(volumes.len());
    for (number, volume) in volumes.iter().enumerate() {
        monitor.check()?;
        let mut floors = VolumeFloors::default();
        for span in floors_inside(&run.frame, &run.open, volume) {
            if areas[span] == NOT_WALKABLE {
                floors.out_of_reach += 1;
                continue;
            }
            areas[span] = volume.area;
            floors.given += 1;
            if let Some(before) = given_by[span].replace(number as u32) {
                all[before as usize].overwritten += 1;
            }
        }
        all.push(floors);
    }
    Ok(all)
}

/// The open spans whose floor lies inside a checked volume, whatever their area.
pub fn floors_inside<'a>(
    frame: &'a Frame,
    open: &'a OpenColumns,
    volume: &'a ConvexVolume,
) -> impl Iterator<Item = usize> + 'a {
    let [xs, zs] = columns_around(frame, &volume.polygon);
    let inside = move |&(x, z): &(u32, u32)| volume.contains_in_plan(frame.column_centre_in_world(x, z));
    let columns = zs.flat_map(move |z| xs.clone().map(move |x| (x, z))).filter(inside);
    let spans = columns.flat_map(move |(x, z)| open.column(frame.column_index(x, z)));
    spans.filter(move |&span| volume.contains_height(frame.row_in_world(open.spans()[span].y.into())))
}

/// The columns of the box around a polygon, along x and z, with one more on each side.
fn columns_around(frame: &Frame, polygon: &[[f64; 2]]) -> [std::ops::Range<u32>; 2] {
    let cell = f64::from(frame.cell_size());
    let [x, _, z] = frame.origin();
    let range = |axis: usize, origin: f64, columns: u32| {
        let along = polygon.iter().map(|corner| (corner[axis] - origin) / cell);
        let (low, high) = along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        // As numbers below 0 and above the grid are cut off by the casts.
        ((low - 1.0).floor() as u32).min(columns)..((high + 1.0).ceil() as u32).min(columns)
    };
    [range(0, x, frame.width()), range(1, z, frame.depth())]
}
