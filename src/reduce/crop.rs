//! Steps that make the frame smaller.

use super::condition::Condition;
use super::search::{Search, Stop};
use crate::pipeline::{Frame, FrameSpec, Input, Scene};
use std::sync::Arc;

/// A part of a frame: its first column along x, row, and column along z, and its sizes in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Window {
    start: [u32; 3],
    size: [u32; 3],
}

/// Names the frame by its origin and numbers of cells, so that it stays where it is when inputs go. Height grids become meshes
/// of the same triangles, of which some can go.
pub(super) fn fix_frame(search: &mut Search<'_>) -> Result<(), Stop> {
    if let Ok(frame) = search.scene.resolve_frame() {
        let dimensions = [frame.width(), frame.depth(), frame.height()].map(i64::from);
        let (origin, cell_size, cell_height) = (frame.origin(), frame.cell_size(), frame.cell_height());
        let frame = FrameSpec::Grid { origin, cell_size, cell_height, dimensions };
        if frame != search.scene.frame {
            search.attempt(Scene { frame, ..search.scene.clone() })?;
        }
    }
    let has_grids = search.scene.inputs.iter().any(|input| matches!(input, Input::HeightGrid(_)));
    if has_grids && search.scene.check().is_ok() {
        let as_mesh = |input: &Input| match input {
            Input::HeightGrid(grid) => Input::Mesh(Arc::new(grid.to_mesh())),
            other => other.clone(),
        };
        let inputs = search.scene.inputs.iter().map(as_mesh).collect();
        search.attempt(Scene { inputs, ..search.scene.clone() })?;
    }
    Ok(())
}

/// Tries growing windows around the column that the condition is about: what lies far away seldom matters, and everything
/// after this is quicker.
pub(super) fn around_the_column(search: &mut Search<'_>) -> Result<(), Stop> {
    let (Some([x, z]), Ok(frame)) = (search.condition.column(), search.scene.resolve_frame()) else { return Ok(()) };
    let mut reach = 4;
    while reach < frame.width().max(frame.depth()) {
        let along = |at: u32, size: u32| {
            let start = at.saturating_sub(reach);
            (start, (at + reach + 1).min(size) - start)
        };
        let ((start_x, width), (start_z, depth)) = (along(x, frame.width()), along(z, frame.depth()));
        let window = Window { start: [start_x, 0, start_z], size: [width, frame.height(), depth] };
        if try_window(search, &frame, window)? {
            return Ok(());
        }
        reach *= 2;
    }
    Ok(())
}

/// Takes as much as possible from each of the six sides: halves first, then less and less.
pub(super) fn sides(search: &mut Search<'_>) -> Result<(), Stop> {
    for axis in 0..3 {
        for at_start in [true, false] {
            let Ok(frame) = search.scene.resolve_frame() else { return Ok(()) };
            let mut step = sizes(&frame)[axis] / 2;
            while step > 0 {
                let Ok(frame) = search.scene.resolve_frame() else { return Ok(()) };
                let mut window = Window { start: [0; 3], size: sizes(&frame) };
                if step < window.size[axis] {
                    window.size[axis] -= step;
                    window.start[axis] = if at_start { step } else { 0 };
                    if try_window(search, &frame, window)? {
                        continue;
                    }
                }
                step /= 2;
            }
        }
    }
    Ok(())
}

/// Columns along x, rows, columns along z.
fn sizes(frame: &Frame) -> [u32; 3] {
    [frame.width(), frame.height(), frame.depth()]
}

fn try_window(search: &mut Search<'_>, frame: &Frame, window: Window) -> Result<bool, Stop> {
    let Some(condition): Option<Condition> = search.condition.moved(window.start, window.size) else {
        return Ok(false);
    };
    let Some(scene) = cropped(&search.scene, frame, window) else { return Ok(false) };
    search.attempt_as(scene, condition)
}

/// The scene in a part of its frame. Chunks count cells from the frame's corner, so they are moved; `None` when one is moved
/// further than its numbers reach.
fn cropped(scene: &Scene, frame: &Frame, Window { start, size }: Window) -> Option<Scene> {
    let units = [frame.cell_size(), frame.cell_height(), frame.cell_size()].map(f64::from);
    let origin = std::array::from_fn(|i| frame.origin()[i] + f64::from(start[i]) * units[i]);
    let [width, height, depth] = size.map(i64::from);
    let (cell_size, cell_height) = (frame.cell_size(), frame.cell_height());
    let moved = |input: &Input| {
        let Input::Chunk(chunk) = input else { return Some(input.clone()) };
        let mut chunk = (**chunk).clone();
        for (offset, start) in chunk.offset.iter_mut().zip(start) {
            *offset = offset.checked_sub(i32::try_from(start).ok()?)?;
        }
        Some(Input::Chunk(Arc::new(chunk)))
    };
    Some(Scene {
        frame: FrameSpec::Grid { origin, cell_size, cell_height, dimensions: [width, depth, height] },
        inputs: scene.inputs.iter().map(moved).collect::<Option<_>>()?,
        ..scene.clone()
    })
}
