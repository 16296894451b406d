//! Steps that leave out inputs, triangles, voxel runs and volumes.

use super::ddmin::ddmin;
use super::search::{Search, Stop};
use crate::pipeline::{Input, Mesh, Scene, VoxelChunk};
use std::collections::HashMap;
use std::sync::Arc;

/// Leaves out at once what lies outside the frame in plan.
pub(super) fn only_inside(search: &mut Search<'_>) -> Result<(), Stop> {
    let Ok(frame) = search.scene.resolve_frame() else { return Ok(()) };
    let cell = f64::from(frame.cell_size());
    let sizes = [frame.width(), frame.depth()].map(f64::from);
    let is_near = |corners: [[f64; 3]; 3]| {
        [0, 2].into_iter().zip(sizes).all(|(axis, size)| {
            let along = corners.map(|corner| (corner[axis] - frame.origin()[axis]) / cell);
            // With a cell to spare: walls on the border belong to the cell behind them.
            along.iter().any(|&at| at <= size + 1.0) && along.iter().any(|&at| at >= -1.0)
        })
    };
    let inside = |input: &Input| match input {
        Input::Mesh(mesh) if mesh.check(0).is_ok() => {
            let kept: Vec<usize> = mesh
                .triangles()
                .enumerate()
                .filter(|(_, corners)| is_near(*corners))
                .map(|(number, _)| number)
                .collect();
            Input::Mesh(Arc::new(with_triangles(mesh, &kept)))
        }
        other => other.clone(),
    };
    let inputs = search.scene.inputs.iter().map(inside).collect();
    search.attempt(Scene { inputs, ..search.scene.clone() })?;
    Ok(())
}

/// Leaves out whole inputs.
pub(super) fn inputs(search: &mut Search<'_>) -> Result<(), Stop> {
    let all = search.scene.inputs.clone();
    ddmin(all.len(), |kept| {
        let inputs = kept.iter().map(|&number| all[number].clone()).collect();
        search.attempt(Scene { inputs, ..search.scene.clone() })
    })?;
    Ok(())
}

/// Leaves out triangles of each mesh, and the vertices that nothing uses any more.
pub(super) fn triangles(search: &mut Search<'_>) -> Result<(), Stop> {
    for number in 0..search.scene.inputs.len() {
        let Input::Mesh(mesh) = search.scene.inputs[number].clone() else { continue };
        if mesh.check(number).is_err() {
            continue; // Its numbers are what the condition is about.
        }
        let all: Vec<usize> = (0..mesh.triangle_count()).collect();
        search.attempt(with_input(&search.scene, number, Input::Mesh(Arc::new(with_triangles(&mesh, &all)))))?;
        ddmin(all.len(), |kept| {
            search.attempt(with_input(&search.scene, number, Input::Mesh(Arc::new(with_triangles(&mesh, kept)))))
        })?;
    }
    Ok(())
}

/// Leaves out runs of each chunk.
pub(super) fn runs(search: &mut Search<'_>) -> Result<(), Stop> {
    for number in 0..search.scene.inputs.len() {
        let Input::Chunk(chunk) = search.scene.inputs[number].clone() else { continue };
        ddmin(chunk.runs.len(), |kept| {
            let runs = kept.iter().map(|&run| chunk.runs[run]).collect();
            let chunk = VoxelChunk { runs, ..(*chunk).clone() };
            search.attempt(with_input(&search.scene, number, Input::Chunk(Arc::new(chunk))))
        })?;
    }
    Ok(())
}

/// Leaves out volumes.
pub(super) fn volumes(search: &mut Search<'_>) -> Result<(), Stop> {
    let all = search.scene.volumes.clone();
    ddmin(all.len(), |kept| {
        let volumes = kept.iter().map(|&number| all[number].clone()).collect();
        search.attempt(Scene { volumes, ..search.scene.clone() })
    })?;
    Ok(())
}

/// The scene with another input in the place of one.
pub(super) fn with_input(scene: &Scene, number: usize, input: Input) -> Scene {
    let mut scene = scene.clone();
    scene.inputs[number] = input;
    scene
}

/// Some of a checked mesh's triangles, with the vertices that they use, each place once, in the order in which they come.
fn with_triangles(mesh: &Mesh, kept: &[usize]) -> Mesh {
    let mut few = Mesh { areas: mesh.areas.as_ref().map(|_| Vec::new()), ..Mesh::default() };
    let mut numbers: HashMap<[u64; 3], i32> = HashMap::new();
    for &triangle in kept {
        for &index in &mesh.indices[3 * triangle..3 * triangle + 3] {
            let place = mesh.vertices[index as usize];
            let next = few.vertices.len() as i32;
            let number = *numbers.entry(place.map(f64::to_bits)).or_insert(next);
            if number == next {
                few.vertices.push(place);
            }
            few.indices.push(number);
        }
        if let Some(areas) = &mut few.areas {
            areas.push(mesh.area(triangle));
        }
    }
    few
}
