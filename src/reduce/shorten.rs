//! Steps that write numbers with fewer digits.

use super::parts::with_input;
use super::search::{Search, Stop};
use crate::pipeline::{FrameSpec, Input, Mesh, Scene};
use std::sync::Arc;

/// The most decimals that are tried. What needs more stays as it is.
const MOST: usize = 9;
/// The most numbers of a scene that are looked at one by one.
const MOST_NUMBERS: usize = 600;

/// Rounds all coordinates together to as few decimals as hold, then each of them alone to fewer.
pub(super) fn numbers(search: &mut Search<'_>) -> Result<(), Stop> {
    let present = coordinates(&search.scene);
    for decimals in 0..=MOST {
        let rounded: Vec<f64> = present.iter().map(|&value| round(value, decimals)).collect();
        if rounded == present || search.attempt(with_coordinates(&search.scene, &rounded))? {
            break;
        }
    }
    let count = coordinates(&search.scene).len();
    for number in (0..count).filter(|_| count <= MOST_NUMBERS) {
        for decimals in 0..=MOST {
            let mut values = coordinates(&search.scene);
            let rounded = round(values[number], decimals);
            if rounded == values[number] {
                break;
            }
            values[number] = rounded;
            if search.attempt(with_coordinates(&search.scene, &values))? {
                break;
            }
        }
    }
    Ok(())
}

/// The nearest number with so many decimals, 0 without a sign.
fn round(value: f64, decimals: usize) -> f64 {
    let rounded: f64 = format!("{value:.decimals$}").parse().unwrap_or(value);
    rounded + 0.0
}

/// Every coordinate of a scene: of the frame's origin, of meshes, of volumes.
fn coordinates(scene: &Scene) -> Vec<f64> {
    let mut values = Vec::new();
    let mut scene = scene.clone();
    for_each(&mut scene, &mut |value| values.push(*value));
    values
}

fn with_coordinates(scene: &Scene, values: &[f64]) -> Scene {
    let mut changed = scene.clone();
    let mut values = values.iter();
    for_each(&mut changed, &mut |value| {
        if let Some(new) = values.next() {
            *value = *new;
        }
    });
    changed
}

/// Visits every coordinate of a scene, always in one order.
fn for_each(scene: &mut Scene, visit: &mut dyn FnMut(&mut f64)) {
    if let FrameSpec::Grid { origin, .. } = &mut scene.frame {
        origin.iter_mut().for_each(&mut *visit);
    }
    for number in 0..scene.inputs.len() {
        if let Input::Mesh(mesh) = &scene.inputs[number] {
            let mut mesh: Mesh = (**mesh).clone();
            mesh.vertices.iter_mut().flatten().for_each(&mut *visit);
            *scene = with_input(scene, number, Input::Mesh(Arc::new(mesh)));
        }
    }
    for volume in &mut scene.volumes {
        volume.polygon.iter_mut().flatten().for_each(&mut *visit);
        visit(&mut volume.min_y);
        visit(&mut volume.max_y);
    }
}
