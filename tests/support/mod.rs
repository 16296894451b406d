//! What the test binaries share: small scenes in code, dumps as text, and the same hash computed a second time.

#![allow(dead_code, reason = "each test binary uses its own part of this")]

use spanscope::pipeline::dump::{DumpForm, write_dump, write_stage};
use spanscope::pipeline::{
    AreaId, FrameSpec, Input, Mesh, Monitor, PipelineError, PipelineRun, Scene, Stage, StageView, VoxelChunk, VoxelRun,
};
use std::sync::Arc;

pub mod generate;

/// A grid of unit cells at the world's origin, so that a world coordinate is a cell coordinate.
pub fn unit_frame(dimensions: [i64; 3]) -> FrameSpec {
    FrameSpec::Grid { origin: [0.0; 3], cell_size: 1.0, cell_height: 1.0, dimensions }
}

/// A mesh input whose triangles share no vertex.
pub fn triangles(corners: &[[[f64; 3]; 3]]) -> Input {
    Input::Mesh(Arc::new(mesh_of(corners)))
}

/// A mesh input with an area for every triangle.
pub fn triangles_with_areas(corners: &[[[f64; 3]; 3]], areas: &[u8]) -> Input {
    Input::Mesh(Arc::new(Mesh { areas: Some(areas.iter().copied().map(Some).collect()), ..mesh_of(corners) }))
}

fn mesh_of(corners: &[[[f64; 3]; 3]]) -> Mesh {
    let vertices = corners.concat();
    let indices = (0..vertices.len() as i32).collect();
    Mesh { vertices, indices, areas: None }
}

/// The two upward triangles of a level rectangle from `[x0, z0]` to `[x1, z1]` at height `y`.
pub fn floor([x0, z0]: [f64; 2], [x1, z1]: [f64; 2], y: f64) -> [[[f64; 3]; 3]; 2] {
    let (a, b, c, d) = ([x0, y, z0], [x0, y, z1], [x1, y, z1], [x1, y, z0]);
    [[a, b, c], [a, c, d]]
}

/// A chunk at offset 0 that fills the whole of a unit grid, from `[x, z, start, length, material]`.
pub fn chunk([width, depth, height]: [i32; 3], runs: &[[i32; 5]]) -> VoxelChunk {
    let run = |&[x, z, start, length, material]: &[i32; 5]| VoxelRun { x, z, start, length, material };
    VoxelChunk { offset: [0; 3], width, depth, height, runs: runs.iter().map(run).collect(), material_areas: None }
}

/// A scene of one chunk in a unit grid of the same size. A material is its own area, and 255 is the area 0.
pub fn voxels(dimensions: [i32; 3], runs: &[[i32; 5]]) -> Scene {
    let mut areas: Vec<u8> = (0..=255).collect();
    areas[255] = 0;
    let chunk = VoxelChunk { material_areas: Some(areas), ..chunk(dimensions, runs) };
    let [width, height, depth] = [dimensions[0], dimensions[2], dimensions[1]].map(i64::from);
    Scene { frame: unit_frame([width, depth, height]), inputs: vec![Input::Chunk(Arc::new(chunk))], ..Scene::default() }
}

/// Runs a scene that must not be refused.
pub fn run(scene: &Scene) -> PipelineRun {
    match spanscope::pipeline::run(scene, &Monitor::default()) {
        Ok(run) => run,
        Err(error) => panic!("the scene was refused: {error}"),
    }
}

/// The error of a scene that must be refused.
pub fn refusal(scene: &Scene) -> PipelineError {
    spanscope::pipeline::run(scene, &Monitor::default()).expect_err("the scene must be refused")
}

/// The area ids of a stage from merged on, one a span.
pub fn areas(run: &PipelineRun, stage: Stage) -> &[AreaId] {
    match run.stage(stage) {
        StageView::Raw(_) => panic!("raw pieces carry their own areas"),
        StageView::Solid { areas, .. } | StageView::Open { areas, .. } => areas,
    }
}

/// Every stage's lines, with the header lines.
pub fn dump(run: &PipelineRun) -> String {
    written(|out| write_dump(run, &Stage::ALL, DumpForm::Lines, out))
}

/// Every stage's hash, with the header lines.
pub fn hashes(run: &PipelineRun) -> String {
    written(|out| write_dump(run, &Stage::ALL, DumpForm::Hash, out))
}

/// The lines of one stage.
pub fn stage_text(run: &PipelineRun, stage: Stage) -> String {
    written(|out| write_stage(run, stage, out))
}

/// The lines of one stage as a list, to compare with literals.
pub fn lines(run: &PipelineRun, stage: Stage) -> Vec<String> {
    stage_text(run, stage).lines().map(str::to_owned).collect()
}

fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut text = Vec::new();
    write(&mut text).expect("a vector takes every byte");
    String::from_utf8(text).expect("dumps are ASCII")
}

/// FNV-1a with 64 bits, written from its definition and not from the crate that the program uses.
pub fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
