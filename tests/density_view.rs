//! Densities as they are looked at: the cell that a ray meets, what is said of it, and what is drawn.

mod support;

use spanscope::draw::density::{density_blocks, in_frame, normal_lines, slice_drawing, voxel_blocks};
use spanscope::draw::mesh::draw_mesh;
use spanscope::draw::palette;
use spanscope::inspect::cell::AmbiguousFace;
use spanscope::inspect::{Axis, CellSelection, Crop, Ray, Slice, cell_report, pick_density};
use spanscope::pipeline::{Frame, Monitor, VoxelChunk, run};
use spanscope::source::density_source::Samples;
use spanscope::source::{
    Assembly, Content, DensityForm, DensitySource, DensitySurface, Document, Shared, Source, VoxelMaterial,
};
use spanscope::surface::case_table::CASES;
use spanscope::surface::shapes::Shape;
use spanscope::surface::slice_lines;
use std::collections::BTreeSet;
use std::sync::Arc;

fn source(counts: [usize; 3], values: Vec<f32>) -> DensitySource {
    DensitySource::new(counts, Samples::Values(Shared::new(values)))
}

fn surface(source: &DensitySource) -> DensitySurface {
    source.surface(&Monitor::default()).expect("the samples are a density")
}

/// One cell whose solid corners are these, 1 above and 1 below the level.
fn one_cell(solid: &[usize]) -> DensitySource {
    source([2; 3], (0..8).map(|corner| if solid.contains(&corner) { 1.0 } else { -1.0 }).collect())
}

fn tunnel() -> DensitySource {
    DensitySource::of_shape(Shape::Tunnel { radius: 6.0, tunnel: 2.5 }, [16; 3])
}

/// A frame of unit cells at the world's origin.
fn frame() -> Frame {
    Frame::new([0.0; 3], 1.0, 1.0, [16; 3]).expect("it is a frame")
}

fn documents(source: DensitySource) -> Document {
    Document { sources: vec![Source { file: None, content: Content::Density(source) }], ..Document::default() }
}

#[test]
fn a_cell_tells_its_samples_case_loops_and_triangles() {
    let surface = surface(&one_cell(&[0]));
    let report = cell_report(&surface, [0; 3]).expect("there is one cell");
    assert_eq!(report.case, 1);
    assert_eq!(report.samples.map(|sample| sample.is_solid), std::array::from_fn(|corner| corner == 0));
    assert_eq!(report.samples[6].at, [0, 1, 1], "corner 6 is a step along y and z");
    assert_eq!(report.samples[6].density, -1.0);
    // Edges 0, 4 and 8 leave corner 0 along x, y and z.
    assert_eq!(report.loops.len(), 1);
    assert_eq!(report.loops[0].iter().copied().collect::<BTreeSet<_>>(), BTreeSet::from([0, 4, 8]));
    assert_eq!(report.triangles, CASES[1].triangles);
    let corners: BTreeSet<[i32; 3]> =
        report.corners[0].iter().map(|corner| corner.map(|part| (part * 2.0) as i32)).collect();
    assert_eq!(corners, BTreeSet::from([[1, 0, 0], [0, 1, 0], [0, 0, 1]]), "half way along the edges");
    assert!(report.ambiguous.is_empty());
    assert_eq!(cell_report(&surface, [1, 0, 0]), None);
    assert_eq!(cell_report(&surface, [-1, 0, 0]), None);
}

#[test]
fn solid_corners_on_a_diagonal_are_told_with_the_lines_that_cut_them_off() {
    // Corners 0 and 6 lie across the low x side, the only one with a diagonal.
    let report = cell_report(&surface(&one_cell(&[0, 6])), [0; 3]).expect("there is one cell");
    let [AmbiguousFace { axis: 0, is_high: false, cut_off }] = report.ambiguous.as_slice() else {
        panic!("{:?}", report.ambiguous)
    };
    let lines: BTreeSet<(usize, BTreeSet<usize>)> =
        cut_off.iter().map(|(corner, line)| (*corner, line.iter().copied().collect())).collect();
    // Edge 6 runs along y at z 1, edge 10 along z at y 1.
    let expected = [(0, BTreeSet::from([4, 8])), (6, BTreeSet::from([6, 10]))];
    assert_eq!(lines, BTreeSet::from(expected));
    assert_eq!(report.loops.len(), 2, "kept apart");
}

#[test]
fn a_cap_has_cells_of_its_own() {
    let capped = surface(&DensitySource { cap: true, ..one_cell(&[0, 1, 2, 3, 4, 5, 6, 7]) });
    let report = cell_report(&capped, [-1, 0, 0]).expect("the layer before the first samples");
    assert!(report.samples.iter().all(|sample| sample.is_cap == (sample.at[0] == -1)));
    assert_eq!(report.case, 0b1010_1010, "solid on the high x side");
    let across = report.corners.iter().flatten().all(|corner| corner[0] == -0.5);
    assert!(across, "it closes half a cell before the samples: {:?}", report.corners);
    assert!(cell_report(&capped, [1, 0, 0]).is_some() && cell_report(&capped, [2, 0, 0]).is_none());
}

#[test]
fn the_cells_together_have_all_triangles_of_the_surface() {
    let surface =
        surface(&DensitySource { cap: true, ..source([3; 3], (0..27).map(|i| (i * 7 % 5) as f32 - 2.0).collect()) });
    let mut corners = Vec::new();
    let places = |last: i32| (-1..=last).collect::<Vec<_>>();
    for z in places(2) {
        for y in places(2) {
            for x in places(2) {
                corners.extend(cell_report(&surface, [x, y, z]).expect("all are cells").corners);
            }
        }
    }
    let first = f64::from(surface.first);
    let of_surface: Vec<[[f64; 3]; 3]> = (surface.surface.triangles.iter())
        .map(|&[a, b, c]| [a, c, b].map(|v| surface.surface.positions[v as usize].map(|part| f64::from(part) + first)))
        .collect();
    assert_eq!(corners, of_surface, "in the mesher's order, with the table's turn");
}

#[test]
fn a_ray_meets_the_nearest_triangle_and_its_cell() {
    let (frame, surfaces) = (frame(), [Some(Arc::new(surface(&tunnel())))]);
    // Down onto the ball of radius 6 around 8, beside its pole so that no sample is exactly on the surface.
    let ray = Ray { origin: [8.3, 30.0, 8.3], direction: [0.0, -2.0, 0.0] };
    let hit = pick_density(&ray, &frame, &surfaces, None, None).expect("the ball is below");
    assert_eq!(hit.selection, CellSelection { input: 0, cell: [8, 13, 8] });
    assert!((hit.point[1] - 13.98).abs() < 0.05, "{hit:?}");
    assert!((hit.t - (30.0 - hit.point[1]) / 2.0).abs() < 1e-9);
    assert_eq!(pick_density(&Ray { origin: [1.0, 30.0, 1.0], ..ray }, &frame, &surfaces, None, None), None);
    let up = Ray { direction: [0.0, 1.0, 0.0], ..ray };
    assert_eq!(pick_density(&up, &frame, &surfaces, None, None), None, "nothing is behind the eye");
    // Along the tunnel nothing is met, across it the wall of the tunnel.
    let along = Ray { origin: [-5.0, 8.2, 8.2], direction: [1.0, 0.0, 0.0] };
    assert_eq!(pick_density(&along, &frame, &surfaces, None, None), None);
    let crop = Crop { min: [0; 3], max: [16, 8, 16] };
    let below = pick_density(&ray, &frame, &surfaces, None, Some(&crop)).expect("the tunnel's floor");
    assert_eq!(below.selection.cell, [8, 5, 8], "the ball's top and the tunnel's ceiling are cropped away");
}

#[test]
fn a_ray_meets_the_same_triangles_as_in_a_search_through_all() {
    let surface = Arc::new(surface(&DensitySource {
        cap: true,
        ..DensitySource::of_shape(Shape::Terrain { seed: 3, height: 6.0 }, [12; 3])
    }));
    let (frame, surfaces) = (frame(), [Some(surface.clone())]);
    let corners: Vec<[f64; 3]> = surface.positions_in_world().collect();
    let mut met = 0;
    for i in 0..200 {
        let part = |k: u32| f64::from((i * 7919 + k * 104_729) % 1009) / 1009.0;
        let origin = [part(1) * 30.0 - 9.0, 25.0, part(2) * 30.0 - 9.0];
        let direction = [part(3) - 0.5, -1.0, part(4) - 0.5];
        let hit = pick_density(&Ray { origin, direction }, &frame, &surfaces, None, None);
        let nearest = (surface.surface.triangles.iter())
            .filter_map(|triangle| meets(origin, direction, triangle.map(|v| corners[v as usize])))
            .reduce(f64::min);
        assert_eq!(hit.is_some(), nearest.is_some(), "{origin:?} {direction:?}");
        if let (Some(hit), Some(t)) = (hit, nearest) {
            assert!((hit.t - t).abs() < 1e-6, "{hit:?} {t}");
            met += 1;
        }
    }
    assert!((20..180).contains(&met), "some rays meet and some do not: {met}");
}

/// Where a ray meets the plane of a triangle, if that is on the same side of all its sides.
fn meets(origin: [f64; 3], direction: [f64; 3], [a, b, c]: [[f64; 3]; 3]) -> Option<f64> {
    let minus = |p: [f64; 3], q: [f64; 3]| -> [f64; 3] { std::array::from_fn(|i| p[i] - q[i]) };
    let dot = |p: [f64; 3], q: [f64; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    let cross =
        |p: [f64; 3], q: [f64; 3]| [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
    let normal = cross(minus(b, a), minus(c, a));
    let t = dot(normal, minus(a, origin)) / dot(normal, direction);
    let point: [f64; 3] = std::array::from_fn(|i| origin[i] + direction[i] * t);
    let side = |p, q| dot(normal, cross(minus(q, p), minus(point, p)));
    (t >= 0.0 && [side(a, b), side(b, c), side(c, a)].iter().all(|&side| side >= 0.0)).then_some(t)
}

#[test]
fn a_slice_is_met_first_and_what_it_cuts_away_is_not() {
    let (frame, surfaces) = (frame(), [Some(Arc::new(surface(&tunnel())))]);
    let ray = Ray { origin: [8.3, 30.0, 8.3], direction: [0.0, -1.0, 0.0] };
    let slice = Slice { input: 0, axis: Axis::Y, index: 12, cuts: true };
    let hit = pick_density(&ray, &frame, &surfaces, Some(&slice), None).expect("the plane is below");
    assert!(hit.is_on_slice && (hit.point[1] - 12.0).abs() < 1e-9);
    assert_eq!(hit.selection.cell, [8, 11, 8], "the cell behind the plane");
    let whole = pick_density(&ray, &frame, &surfaces, Some(&Slice { cuts: false, ..slice }), None).expect("the ball");
    assert!(!whole.is_on_slice && whole.selection.cell == [8, 13, 8], "nothing is cut away: {whole:?}");
    let last = Slice { index: 99, ..slice };
    let hit = pick_density(&ray, &frame, &surfaces, Some(&last), None).expect("the last plane");
    assert_eq!((hit.point[1], hit.selection.cell), (16.0, [8, 15, 8]));
    // A ray beside the plane's samples goes on behind it; one that never reaches it meets nothing.
    let away = Ray { origin: [8.3, 13.0, 8.3], direction: [0.0, 1.0, 0.0] };
    assert_eq!(pick_density(&away, &frame, &surfaces, Some(&slice), None), None);
    assert!(pick_density(&away, &frame, &surfaces, Some(&Slice { cuts: false, ..slice }), None).is_some());
}

#[test]
fn lines_on_a_slice_end_in_vertices_of_the_surface() {
    let surface = surface(&tunnel());
    let vertices: BTreeSet<[u32; 3]> = surface.surface.positions.iter().map(|p| p.map(f32::to_bits)).collect();
    for axis in 0..3 {
        let lines = slice_lines(&surface.grid, axis, 7);
        assert!(lines.len() > 20, "a ring or two");
        for end in lines.iter().flatten() {
            assert_eq!(end[axis], 7.0);
            assert!(vertices.contains(&end.map(f32::to_bits)), "{end:?} is no vertex");
        }
        assert!(slice_lines(&surface.grid, axis, 0).is_empty(), "the border is air");
    }
}

#[test]
fn solid_corners_on_a_diagonal_of_a_slice_are_kept_apart() {
    for axis in 0..3 {
        // Two by two samples in the plane, solid on a diagonal, in front of air; and the other way round.
        for index in 0..2 {
            let values = (0..8).map(|corner: usize| {
                let place = [corner & 1, corner >> 1 & 1, corner >> 2];
                let solid = place[axis] == index && place[(axis + 1) % 3] == place[(axis + 2) % 3];
                if solid { 1.0 } else { -3.0 }
            });
            let surface = surface(&source([2; 3], values.collect()));
            let lines = slice_lines(&surface.grid, axis, index);
            assert_eq!(lines.len(), 2);
            let near = |corner: f32| {
                let on = |end: &[f32; 3]| {
                    (end[(axis + 1) % 3] - corner).abs() + (end[(axis + 2) % 3] - corner).abs() == 0.25
                };
                lines.iter().filter(|line| line.iter().all(on)).count()
            };
            assert_eq!([near(0.0), near(1.0)], [1, 1], "each is cut off by a line of its own: {lines:?}");
        }
    }
}

#[test]
fn a_slice_is_painted_by_its_densities_with_the_level_in_the_middle() {
    let surface = surface(&source([3, 2, 2], vec![-2.0, 0.0, 4.0, -2.0, 0.0, 4.0, -2.0, 0.0, 4.0, -2.0, 0.0, 4.0]));
    let slice = Slice { input: 0, axis: Axis::Z, index: 1, cuts: true };
    let drawing = slice_drawing(&surface, &slice, &frame());
    assert_eq!(drawing.plane.corners.len(), drawing.plane.colours.len());
    let mut seen = BTreeSet::new();
    for (corner, [r, g, b, _]) in drawing.plane.corners.iter().zip(&drawing.plane.colours) {
        assert_eq!(corner[2], 1.0);
        // Lowest, level and highest at x 0, 1 and 2, and densities in between them.
        assert_eq!([*r, *g, *b], palette::diverging(f64::from(corner[0]) / 2.0), "{corner:?}");
        seen.insert(corner[0].to_bits());
    }
    assert_eq!(seen.len(), 2 * 8 + 1, "a small plane is painted finer than its samples");
    let scale = drawing.legend.scale.expect("a scale");
    assert_eq!(
        (scale.min.as_str(), scale.middle.as_deref(), scale.max.as_str()),
        ("air −2.00", Some("0"), "solid 4.00")
    );
    let (low, high) = (palette::diverging(0.0), palette::diverging(1.0));
    assert!(low[2] > low[1] && high[0] > high[2], "purple and orange: {low:?} {high:?}");
    // The plane's border, and one line on the level, where the density is 0 at a sample.
    assert_eq!(drawing.lines.len(), 4 + 1);
    assert_eq!(drawing.lines[4].from[0], 1.0);
}

#[test]
fn blocks_are_cubes_around_solid_samples_whatever_the_frame() {
    let values = vec![1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 0.0, 1.0];
    let mut source = source([2; 3], values);
    (source.origin, source.spacing) = ([10.0, 20.0, 30.0], 2.0);
    let frame = Frame::new([8.0, 16.0, 24.0], 0.5, 4.0, [64, 64, 16]).expect("it is a frame");
    let (placed, count) = density_blocks(&surface(&source), &frame);
    assert_eq!(count, 4, "a sample at the level is air");
    // x, z, first row and the row above: at x 0 two on each other.
    assert_eq!(placed.boxes.cells, [[0, 0, 0, 2], [1, 0, 1, 2], [1, 1, 1, 2]]);
    assert_eq!(placed.size, [4.0, 0.5, 4.0], "a distance of 2 in cells of 0.5 and rows of 4");
    // The first sample, at 10 20 30, is the middle of the first cube, which begins at 9 19 29.
    assert_eq!(placed.at, [2.0, 0.75, 10.0]);
}

#[test]
fn voxels_have_the_colours_of_their_file_or_one_of_their_own() {
    let chunk = VoxelChunk { offset: [2, 3, 1], ..support::chunk([2, 1, 4], &[[0, 0, 0, 2, 1], [1, 0, 3, 1, 2]]) };
    let blue = VoxelMaterial { number: 2, name: "water".into(), colour: Some([1, 2, 250]), voxels: 1 };
    let placed = voxel_blocks(&chunk, &[blue]);
    assert_eq!(placed.boxes.cells, [[0, 0, 0, 2], [1, 0, 3, 4]]);
    assert_eq!((placed.at, placed.size), ([2.0, 3.0, 1.0], [1.0; 3]));
    assert_eq!(placed.boxes.colours[1][..3], [1, 2, 250]);
    assert_eq!(placed.boxes.colours[0][..3], palette::material(1));
    let all: BTreeSet<[u8; 3]> = (1..=255).map(palette::material).collect();
    assert!(all.len() >= 50, "colours repeat late: {}", all.len());
}

#[test]
fn normals_leave_the_solid() {
    let surface = surface(&tunnel());
    let (lines, every) = normal_lines(&surface, &frame());
    assert_eq!((lines.len(), every), (surface.surface.positions.len(), 1));
    let outwards = |from: [f32; 3], to: [f32; 3]| {
        let density = |p: [f32; 3]| {
            let at = p.map(|part| f64::from(part) - 8.0);
            let ball = 6.0 - at.iter().map(|v| v * v).sum::<f64>().sqrt();
            ball.min((at[1] * at[1] + at[2] * at[2]).sqrt() - 2.5)
        };
        density(to) < density(from)
    };
    assert!(lines.iter().all(|line| outwards(line.from, line.to)));
}

#[test]
fn a_surface_is_drawn_in_the_frame_with_a_normal_for_each_corner_in_either_form() {
    for form in [DensityForm::Surface, DensityForm::Blocks] {
        let mut document = documents(DensitySource { form, origin: [3.0, 1.0, 2.0], ..tunnel() });
        document.frame = document.frame.with_cell(1.0, 1.0);
        let mut assembly = Assembly::default();
        let monitor = Monitor::default();
        let scene = assembly.scene(&document, &monitor).expect("it is a scene");
        let surfaces = assembly.surfaces(&monitor).expect("and has a surface");
        let surface = surfaces[0].as_deref().expect("the density's");
        let again = assembly.surfaces(&monitor).expect("the one that was kept");
        assert!(Arc::ptr_eq(surfaces[0].as_ref().unwrap(), again[0].as_ref().unwrap()));
        let run = run(&scene, &monitor).expect("it runs");
        let drawing = draw_mesh(&scene, &run, &surfaces);
        assert!(drawing.triangles.corners.is_empty(), "it is no other mesh");
        let [drawn] = drawing.surfaces.as_slice() else { panic!("one surface") };
        assert_eq!(drawn.own_legend.is_some(), form == DensityForm::Blocks);
        let triangles = &surface.surface.triangles;
        assert_eq!(drawn.mesh.triangles.corners.len(), triangles.len() * 3);
        for (corner, &vertex) in triangles.as_flattened().iter().enumerate() {
            assert_eq!(drawn.mesh.normals[corner], surface.surface.normals[vertex as usize]);
            let place = surface.surface.positions[vertex as usize].map(f64::from);
            let there = in_frame(&run.frame, surface, place);
            let near = (0..3).all(|i| (drawn.mesh.triangles.corners[corner][i] - there[i]).abs() < 1e-4);
            assert!(near, "{there:?}");
        }
    }
}
