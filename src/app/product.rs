//! What is computed from a document: a run, and what every panel wants to know about it.

use crate::draw::Triangles;
use crate::draw::mesh::{MeshDrawing, draw_mesh};
use crate::inspect::outline::Segment;
use crate::inspect::section::SliceLine;
use crate::inspect::{
    Charts, Level, Patch, Pieces, Reasons, RunTriangles, StageSummary, TriangleIndex, VolumeFloors, Warning, charts,
    pieces, reason_patches, reasons, summary, volume_floors, warnings,
};
use crate::pipeline::{Input, Monitor, Phase, PipelineRun, Rules, Scene, VoxelChunk, run_by};
use crate::session::{Document, Step};
use crate::source::proposal::{Proposal, propose};
use crate::source::{Assembly, Content, DensitySurface, Source, SourceError};
use std::sync::Arc;

/// The result of one run. Never saved, never changed.
#[derive(Debug)]
pub struct Product {
    /// The document that was run.
    pub document: Document,
    /// The scene that was made of it.
    pub scene: Scene,
    /// For each source the surface of its density, if it is one, also where it is run as blocks.
    pub surfaces: Vec<Option<Arc<DensitySurface>>>,
    /// For each source how its axes and units might better be read, if it is a mesh that says so.
    pub proposals: Vec<Option<Proposal>>,
    pub run: PipelineRun,
    pub summary: Vec<StageSummary>,
    /// The triangles of the run by number.
    pub triangles: RunTriangles,
    /// Why each surface is not walkable at the end.
    pub reasons: Reasons,
    /// Connected surfaces of each reason.
    pub patches: Vec<Vec<Patch>>,
    pub warnings: Vec<Warning>,
    /// What each volume does.
    pub volumes: Vec<VolumeFloors>,
    pub charts: Charts,
    pub pieces: Pieces,
    pub mesh: MeshDrawing,
    /// Finds the triangles of [`Product::mesh`] in a slice; then those of each of its surfaces.
    pub outlines: Vec<TriangleIndex>,
    /// The cells and rows that hold something, as x, row, z.
    bounds: [[f32; 3]; 2],
    /// The same with all of the input, which can reach beyond the frame.
    bounds_of_input: [[f32; 3]; 2],
}

impl Product {
    /// Runs a document and prepares everything about it.
    ///
    /// # Errors
    /// As [`Assembly::scene`] and [`run_by`].
    pub fn new(document: &Document, assembly: &mut Assembly, monitor: &Monitor) -> Result<Self, SourceError> {
        Self::by_rules(&Rules::SPECIFICATION, document, assembly, monitor)
    }

    /// The same by other rules of rasterizing and merging.
    ///
    /// # Errors
    /// As [`Product::new`].
    pub fn by_rules(
        rules: &Rules,
        document: &Document,
        assembly: &mut Assembly,
        monitor: &Monitor,
    ) -> Result<Self, SourceError> {
        monitor.report_phase(Phase::Preparing, 0, 1)?;
        let scene = assembly.scene(document, monitor)?;
        let surfaces = assembly.surfaces(monitor)?;
        let run = run_by(rules, &scene, monitor)?;
        let triangles = RunTriangles::new(&scene);
        let reasons = reasons(&run, &triangles, monitor)?;
        let patches = reason_patches(&run, &reasons, monitor)?;
        let mesh = draw_mesh(&scene, &run, &surfaces);
        monitor.check()?;
        let (charts, pieces) = (charts(&run, &scene, monitor)?, pieces(&run));
        let lists = mesh.surfaces.iter().map(|surface| &surface.mesh.triangles);
        let outlines = std::iter::once(&mesh.triangles).chain(lists).map(|list| TriangleIndex::new(&list.corners));
        let outlines = outlines.collect();
        monitor.check()?;
        let (summary, warnings, bounds) = (summary(&run), warnings(&run), occupied(&run));
        let of_surfaces = mesh.surfaces.iter().flat_map(|surface| &surface.mesh.triangles.corners);
        let bounds_of_input = mesh.triangles.corners.iter().chain(of_surfaces).fold(bounds, around);
        let bounds_of_input = scene.inputs.iter().filter_map(chunk).fold(bounds_of_input, around_chunk);
        let volumes = volume_floors(&run, &scene.volumes, monitor)?;
        let proposals = document.sources.iter().map(proposal).collect();
        Ok(Self {
            document: document.clone(),
            scene,
            surfaces,
            proposals,
            run,
            summary,
            triangles,
            reasons,
            patches,
            warnings,
            volumes,
            charts,
            pieces,
            mesh,
            outlines,
            bounds,
            bounds_of_input,
        })
    }

    /// What questions are asked about.
    pub fn level(&self) -> Level<'_> {
        Level { document: &self.document, scene: &self.scene, run: &self.run }
    }

    /// Whether this lies somewhere else in the world than another product, or is of quite another size: a view of the one
    /// shows little of the other.
    pub fn has_gone_from(&self, before: &Self) -> bool {
        const TIMES: f64 = 2.0;
        let boxes = [before, self].map(Self::box_in_world);
        let size = |[min, max]: [[f64; 3]; 2]| (0..3).map(|axis| max[axis] - min[axis]).fold(0.0, f64::max);
        let [old, new] = boxes.map(size);
        let middle = |[min, max]: [[f64; 3]; 2], axis: usize| (min[axis] + max[axis]) / 2.0;
        let has_moved = (0..3).any(|axis| (middle(boxes[0], axis) - middle(boxes[1], axis)).abs() > old.min(new) / 2.0);
        new > TIMES * old || old > TIMES * new || has_moved
    }

    /// The bounds of all of the input and of what was made of it, in world units.
    fn box_in_world(&self) -> [[f64; 3]; 2] {
        let frame = &self.run.frame;
        let units = [frame.cell_size(), frame.cell_height(), frame.cell_size()].map(f64::from);
        let in_world = |corner: [f32; 3]| std::array::from_fn(|i| frame.origin()[i] + f64::from(corner[i]) * units[i]);
        self.bounds_of_input.map(in_world)
    }

    /// Where a slice cuts the triangles that were run.
    pub fn outline(&self, line: SliceLine) -> Vec<Segment> {
        let surfaces = self.mesh.surfaces.iter().map(|surface| (&surface.mesh.triangles, surface.own_legend.is_none()));
        let lists = std::iter::once((&self.mesh.triangles, true)).chain(surfaces);
        let of_list = |((list, is_run), index): ((&Triangles, bool), &TriangleIndex)| {
            if is_run { index.outline(&list.corners, line.along, line.at) } else { Vec::new() }
        };
        lists.zip(&self.outlines).flat_map(of_list).collect()
    }

    /// The cells and rows that hold something at a step, as x, row, z.
    pub fn bounds(&self, step: Step) -> [[f32; 3]; 2] {
        if step == Step::Input { self.bounds_of_input } else { self.bounds }
    }
}

fn proposal(source: &Source) -> Option<Proposal> {
    match &source.content {
        Content::Mesh(mesh) => propose(&mesh.parts.mesh, &mesh.transform),
        Content::Heights(_) | Content::Voxels(_) | Content::Density(_) | Content::Missing(_) => None,
    }
}

/// A box widened to hold a point.
fn around([min, max]: [[f32; 3]; 2], point: &[f32; 3]) -> [[f32; 3]; 2] {
    [std::array::from_fn(|i| min[i].min(point[i])), std::array::from_fn(|i| max[i].max(point[i]))]
}

fn chunk(input: &Input) -> Option<&VoxelChunk> {
    if let Input::Chunk(chunk) = input { Some(chunk) } else { None }
}

/// A box widened to hold the voxels of a chunk, in or outside the frame.
fn around_chunk(bounds: [[f32; 3]; 2], chunk: &VoxelChunk) -> [[f32; 3]; 2] {
    let place = |own: [i64; 3]| -> [f32; 3] { std::array::from_fn(|i| (own[i] + i64::from(chunk.offset[i])) as f32) };
    chunk.runs.iter().fold(bounds, |bounds, run| {
        let (x, z) = (i64::from(run.x), i64::from(run.z));
        around(around(bounds, &place([x, run.start.into(), z])), &place([x + 1, run.end(), z + 1]))
    })
}

/// The box around all merged spans; the whole frame when there are none.
fn occupied(run: &PipelineRun) -> [[f32; 3]; 2] {
    let mut bounds = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];
    for column in (0..run.solid.columns()).filter(|&column| !run.solid.column(column).is_empty()) {
        let spans = &run.solid.spans()[run.solid.column(column)];
        let (x, z) = (column % run.frame.width() as usize, column / run.frame.width() as usize);
        bounds = around(bounds, &[x as f32, spans[0].min.into(), z as f32]);
        bounds = around(bounds, &[x as f32 + 1.0, spans[spans.len() - 1].max.into(), z as f32 + 1.0]);
    }
    if bounds[0][0] > bounds[1][0] {
        let frame = &run.frame;
        return [[0.0; 3], [frame.width() as f32, frame.height() as f32, frame.depth() as f32]];
    }
    bounds
}
