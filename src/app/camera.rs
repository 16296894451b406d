//! Between the camera of a view, in world units, and the renderer's, in cells.

use super::Action;
use super::product::Product;
use crate::pipeline::Frame;
use crate::render::camera::{OrbitCamera, Projection, ViewDirection};
use crate::session::{CameraState, LookFrom, Selection, View};

/// Height of a row in cells: what makes the renderer's space have the proportions of the world.
pub fn row_height(frame: &Frame) -> f32 {
    frame.cell_height() / frame.cell_size()
}

/// The renderer's camera for a view's.
pub fn to_cells(state: &CameraState, frame: &Frame) -> OrbitCamera {
    let cell = f64::from(frame.cell_size());
    let origin = frame.origin();
    OrbitCamera {
        target: std::array::from_fn(|i| ((state.target[i] - origin[i]) / cell) as f32),
        distance: (state.distance / cell) as f32,
        yaw: state.yaw as f32,
        pitch: state.pitch as f32,
        projection: if state.orthographic { Projection::Orthographic } else { Projection::Perspective },
    }
}

/// A view's camera for the renderer's.
pub fn to_world(camera: &OrbitCamera, frame: &Frame) -> CameraState {
    let cell = f64::from(frame.cell_size());
    let origin = frame.origin();
    CameraState {
        target: std::array::from_fn(|i| f64::from(camera.target[i]) * cell + origin[i]),
        distance: f64::from(camera.distance) * cell,
        yaw: camera.yaw.into(),
        pitch: camera.pitch.into(),
        orthographic: camera.projection == Projection::Orthographic,
    }
}

/// A box of cells and rows in the renderer's space.
pub fn box_in_cells(frame: &Frame, [min, max]: [[f32; 3]; 2]) -> [[f32; 3]; 2] {
    let scale = |[x, row, z]: [f32; 3]| [x, row * row_height(frame), z];
    [scale(min), scale(max)]
}

/// The renderer's word for a direction.
pub fn direction(from: LookFrom) -> ViewDirection {
    match from {
        LookFrom::Top => ViewDirection::Top,
        LookFrom::Front => ViewDirection::Front,
        LookFrom::Side => ViewDirection::Side,
        LookFrom::Iso => ViewDirection::Iso,
    }
}

/// The camera after an action that moves it, for a view with this proportion of width to height.
pub fn moved(action: &Action, view: &View, product: &Product, aspect: f32) -> OrbitCamera {
    let frame = &product.run.frame;
    let mut moved = view.camera.as_ref().map_or_else(OrbitCamera::default, |state| to_cells(state, frame));
    let everything = box_in_cells(frame, product.bounds(view.step));
    match action {
        Action::FitSelection => {
            let around = view.selection.map(|selection| box_in_cells(frame, around(frame, selection)));
            moved.fit(around.unwrap_or(everything), aspect);
        }
        Action::LookFrom(from) => {
            moved.view_from(direction(*from));
            moved.fit(everything, aspect);
        }
        Action::SwitchProjection => {
            moved.projection = match moved.projection {
                Projection::Perspective => Projection::Orthographic,
                Projection::Orthographic => Projection::Perspective,
            };
        }
        _ => moved.fit(everything, aspect),
    }
    moved
}

/// The camera of a view turned to a triangle, for a view with this proportion of width to height.
pub fn framing(
    product: &Product,
    view: &View,
    triangle: &crate::pipeline::triangle::Triangle,
    aspect: f32,
) -> CameraState {
    let frame = &product.run.frame;
    let mut camera = view.camera.as_ref().map_or_else(OrbitCamera::default, |state| to_cells(state, frame));
    let side = |of: fn(f32, f32) -> f32, axis: usize| {
        let [a, b, c] = triangle.points.map(|point| point[axis]);
        of(of(a, b), c)
    };
    let (low, high) = ([0, 1, 2].map(|axis| side(f32::min, axis)), [0, 1, 2].map(|axis| side(f32::max, axis)));
    // A little of what lies around it, so that a small one does not fill the picture.
    let around = [low.map(|v| v - 2.0), high.map(|v| v + 2.0)];
    camera.fit(box_in_cells(frame, around), aspect);
    to_world(&camera, frame)
}

/// A box of some cells and rows around a selection.
fn around(frame: &Frame, selection: Selection) -> [[f32; 3]; 2] {
    const CELLS: f32 = 6.0;
    let rows = CELLS / row_height(frame);
    let row = selection.row.map_or(frame.height() as f32 / 2.0, f32::from);
    let (x, z) = (selection.x as f32 + 0.5, selection.z as f32 + 0.5);
    [[x - CELLS, row - rows, z - CELLS], [x + CELLS, row + rows, z + CELLS]]
}
