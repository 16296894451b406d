//! Marching cubes: the case table's laws, and every kept grid bit for bit.

use serde_json::Value;
use spanscope::surface::case_table::{
    CASES, EDGE_AXIS, EDGE_START, FACES, ambiguous_faces, fan_from, is_solid, lines_on_face, share_face,
};
use spanscope::surface::density_grid::{DensityError, Margin};
use spanscope::surface::shapes::Shape;
use spanscope::surface::{DensityGrid, Surface, Topology, marching_cubes, topology};
use std::collections::{BTreeMap, BTreeSet};

/// A kept grid, with what the reference made of it.
struct Kept {
    name: String,
    cells: [usize; 3],
    values: Vec<f32>,
    inner: Vec<f32>,
    positions: Vec<u32>,
    normals: Vec<u32>,
    one_sided: Vec<u32>,
    indices: Vec<u32>,
    facts: Value,
}

fn kept() -> Vec<Kept> {
    include_str!("surface/vectors.jsonl")
        .lines()
        .map(|line| {
            let kept: Value = serde_json::from_str(line).expect("a grid a line");
            let bits = |field: &str| -> Vec<u32> {
                kept[field].as_array().expect(field).iter().map(|n| n.as_u64().expect(field) as u32).collect()
            };
            let floats = |field: &str| bits(field).into_iter().map(f32::from_bits).collect();
            let cells = bits("cells");
            Kept {
                name: kept["name"].as_str().expect("a name").to_owned(),
                cells: [0, 1, 2].map(|axis| cells[axis] as usize),
                values: floats("values_bits"),
                inner: floats("samples_without_margin_bits"),
                positions: bits("positions_bits"),
                normals: bits("normals_bits"),
                one_sided: bits("normals_one_sided_bits"),
                indices: bits("indices"),
                facts: kept["facts"].clone(),
            }
        })
        .collect()
}

fn bits(vectors: &[[f32; 3]]) -> Vec<u32> {
    vectors.as_flattened().iter().map(|v| v.to_bits()).collect()
}

/// The reference's winding: the front to the solid.
fn reference_indices(surface: &Surface) -> Vec<u32> {
    surface.triangles.iter().flat_map(|&[a, b, c]| [a, c, b]).collect()
}

#[test]
fn every_kept_grid_agrees_bit_for_bit() {
    let all = kept();
    assert_eq!(all.len(), 15);
    for kept in &all {
        let grid = DensityGrid::new(kept.cells.map(|side| side + 3), Margin::One, kept.values.clone());
        let surface = marching_cubes(&grid.expect("a grid"));
        assert_eq!(bits(&surface.positions), kept.positions, "{}: positions", kept.name);
        assert_eq!(bits(&surface.normals), kept.normals, "{}: normals", kept.name);
        assert_eq!(reference_indices(&surface), kept.indices, "{}: indices", kept.name);
    }
}

#[test]
fn without_a_margin_only_the_normals_at_the_border_differ() {
    for kept in kept() {
        let grid = DensityGrid::new(kept.cells.map(|side| side + 1), Margin::None, kept.inner.clone());
        let surface = marching_cubes(&grid.expect("a grid"));
        assert_eq!(bits(&surface.positions), kept.positions, "{}: positions", kept.name);
        assert_eq!(bits(&surface.normals), kept.one_sided, "{}: normals", kept.name);
        assert_eq!(reference_indices(&surface), kept.indices, "{}: indices", kept.name);
    }
}

#[test]
fn counts_over_the_whole_mesh_agree() {
    for kept in kept() {
        let grid = DensityGrid::new(kept.cells.map(|side| side + 3), Margin::One, kept.values.clone()).expect("a grid");
        let found = topology(&marching_cubes(&grid));
        let fact = |name: &str| kept.facts[name].as_i64().expect(name);
        let expected = Topology {
            vertices: fact("vertices") as usize,
            triangles: fact("triangles") as usize,
            open_edges: fact("open_edges") as usize,
            crowded_edges: fact("edges_used_more") as usize,
            zero_area: kept.facts["degenerate"]["zero_area"].as_u64().expect("zero_area") as usize,
            components: fact("components") as usize,
            euler: fact("euler"),
        };
        assert_eq!(found, expected, "{}", kept.name);
    }
}

#[test]
fn the_table_is_the_kept_one() {
    let kept: Value = serde_json::from_str(include_str!("surface/case_table.json")).expect("a table");
    let numbers = |value: &Value| -> Vec<usize> {
        value.as_array().expect("a list").iter().map(|n| n.as_u64().expect("a number") as usize).collect()
    };
    assert_eq!(EDGE_AXIS.to_vec(), numbers(&kept["edge_axis"]));
    assert_eq!(EDGE_START.to_vec(), numbers(&kept["edge_start"]));
    for (face, kept) in FACES.iter().zip(kept["faces"].as_array().expect("faces")) {
        assert_eq!(face.to_vec(), numbers(kept));
    }
    for (case, kept) in CASES.iter().zip(kept["cases"].as_array().expect("cases")) {
        assert_eq!(case.triangles.as_flattened(), numbers(kept));
    }
    assert_eq!(CASES.len(), 256);
    assert_eq!(CASES.iter().map(|case| case.triangles.len()).sum::<usize>(), 820);
    let by_count: Vec<usize> =
        (0..=5).map(|count| CASES.iter().filter(|case| case.triangles.len() == count).count()).collect();
    assert_eq!(by_count, [2, 16, 50, 80, 76, 32]);
}

#[test]
fn every_crossed_edge_lies_on_exactly_one_loop() {
    for (number, case) in CASES.iter().enumerate() {
        let crossed: BTreeSet<usize> = (0..12)
            .filter(|&edge| {
                let start = EDGE_START[edge];
                is_solid(number, start) != is_solid(number, start | 1 << EDGE_AXIS[edge])
            })
            .collect();
        let on_loops: Vec<usize> = case.loops.concat();
        assert_eq!(on_loops.len(), crossed.len(), "case {number}");
        assert_eq!(on_loops.into_iter().collect::<BTreeSet<_>>(), crossed, "case {number}");
    }
}

/// The sides of a case's triangles that another triangle of the case does not share, as edge pairs.
fn outer_sides(triangles: &[[usize; 3]]) -> BTreeMap<[usize; 2], i32> {
    let mut sides = BTreeMap::new();
    for &[a, b, c] in triangles {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            *sides.entry([from, to]).or_insert(0) += 1;
            *sides.entry([to, from]).or_insert(0) -= 1;
        }
    }
    sides.retain(|_, count| *count > 0);
    sides
}

/// What a case's triangles draw on a face, as pairs of places on the face's own edges.
fn drawn_on_face(triangles: &[[usize; 3]], face: usize) -> Vec<[usize; 2]> {
    let (axis, side) = (face / 2, face % 2);
    let on_face = |edge: usize| EDGE_AXIS[edge] != axis && EDGE_START[edge] >> axis & 1 == side;
    let flat = |edge: usize| (EDGE_AXIS[edge], EDGE_START[edge] & !(1 << axis));
    let mut lines: Vec<[usize; 2]> = Vec::new();
    for [from, to] in outer_sides(triangles).into_keys() {
        if on_face(from) && on_face(to) {
            let place = |edge| {
                let (axis, start) = flat(edge);
                axis * 8 + start
            };
            lines.push([place(from), place(to)]);
        }
    }
    lines.sort_unstable();
    lines
}

/// Pairs of cases that share a face and disagree on it, for a table of triangles.
fn disagreements(table: &[Vec<[usize; 3]>]) -> (usize, usize) {
    let (mut pairs, mut bad) = (0, 0);
    for axis in 0..3 {
        for low in 0..256 {
            for high in 0..256 {
                let shared = (0..8).filter(|corner| corner >> axis & 1 == 0);
                let same = |corner: usize| is_solid(low, corner | 1 << axis) == is_solid(high, corner);
                if !shared.into_iter().all(same) {
                    continue;
                }
                pairs += 1;
                let mut here = drawn_on_face(&table[low], axis * 2 + 1);
                here.iter_mut().for_each(|line| line.reverse()); // Seen from the other cube it runs the other way.
                here.sort_unstable();
                bad += usize::from(here != drawn_on_face(&table[high], axis * 2));
            }
        }
    }
    (pairs, bad)
}

#[test]
fn all_pairs_of_cubes_that_share_a_face_agree_on_it() {
    let table: Vec<_> = CASES.iter().map(|case| case.triangles.clone()).collect();
    assert_eq!(disagreements(&table), (12_288, 0));
}

#[test]
fn the_control_with_fans_from_the_loops_start_lays_triangles_into_faces() {
    // Sides inside a fan that lie flat in a face: none in the table, some in the control.
    let flat = |table: &[Vec<[usize; 3]>]| -> usize {
        CASES
            .iter()
            .zip(table)
            .map(|(case, triangles)| {
                let around: BTreeSet<[usize; 2]> = case
                    .loops
                    .iter()
                    .flat_map(|edges| (0..edges.len()).map(|i| [edges[i], edges[(i + 1) % edges.len()]]))
                    .collect();
                let inner = |side: &[usize; 2]| !around.contains(side) && !around.contains(&[side[1], side[0]]);
                triangles
                    .iter()
                    .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
                    .filter(|side| inner(side) && share_face(side[0], side[1]))
                    .count()
            })
            .sum()
    };
    let table: Vec<_> = CASES.iter().map(|case| case.triangles.clone()).collect();
    let control: Vec<Vec<[usize; 3]>> =
        CASES.iter().map(|case| case.loops.iter().flat_map(|edges| fan_from(edges, 0)).collect()).collect();
    assert_eq!(flat(&table), 0);
    assert!(flat(&control) > 0, "the control must fail");
}

#[test]
fn ambiguous_faces_keep_solid_corners_apart() {
    let mut seen = 0;
    for case in 0..256 {
        for face in ambiguous_faces(case) {
            seen += 1;
            assert_eq!(lines_on_face(case, face).count(), 2, "case {case}, face {face}");
        }
    }
    assert_eq!(seen, 6 * 2 * 16); // Two diagonals on each of six faces, with the other four corners free.
}

#[test]
fn triangles_are_counter_clockwise_seen_from_the_air() {
    let grid = Shape::Ball { radius: 3.2 }.sample([11; 3], Margin::One).expect("a grid");
    let surface = marching_cubes(&grid);
    let volume: f64 = surface
        .triangles
        .iter()
        .map(|triangle| {
            let [a, b, c] = triangle.map(|v| surface.positions[v as usize].map(f64::from));
            let cross = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
            (a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2]) / 6.0
        })
        .sum();
    let ball = 4.0 / 3.0 * std::f64::consts::PI * 3.2_f64.powi(3);
    assert!((0.9..1.0).contains(&(volume / ball)), "{volume} of {ball}");
}

#[test]
fn shapes_have_the_topology_of_their_names() {
    let of = |shape: Shape, cells: [usize; 3]| {
        topology(&marching_cubes(&shape.sample(cells.map(|side: usize| side + 3), Margin::One).expect("a grid")))
    };
    let ball = of(Shape::Ball { radius: 3.2 }, [8, 8, 8]);
    assert_eq!((ball.open_edges, ball.components, ball.euler), (0, 1, 2));
    let tunnel = of(Shape::Tunnel { radius: 5.3, tunnel: 1.9 }, [12, 12, 12]);
    assert_eq!((tunnel.open_edges, tunnel.components, tunnel.euler), (0, 1, 0)); // A ring has one handle.
    let slab = of(Shape::Slab { height: 2.5 }, [4, 5, 6]);
    assert_eq!((slab.triangles, slab.components, slab.euler), (48, 1, 1));
    let hills =
        |seed| marching_cubes(&Shape::Terrain { seed, height: 6.0 }.sample([19, 15, 19], Margin::One).expect("a grid"));
    assert_eq!(hills(7), hills(7));
    assert_ne!(hills(7), hills(8));
}

#[test]
fn bad_grids_are_refused_with_what_and_where() {
    let new = |samples, margin, values: Vec<f32>| DensityGrid::new(samples, margin, values).expect_err("refused");
    assert_eq!(new([1, 2, 2], Margin::None, vec![0.0; 4]), DensityError::TooFew { samples: [1, 2, 2], margin: 0 });
    assert_eq!(new([3, 4, 4], Margin::One, vec![0.0; 48]), DensityError::TooFew { samples: [3, 4, 4], margin: 1 });
    let huge = [usize::MAX, usize::MAX, 2];
    assert_eq!(new(huge, Margin::None, vec![]), DensityError::TooMany { samples: huge });
    let error = new([2, 2, 2], Margin::None, vec![0.0; 7]);
    assert_eq!(error.to_string(), "7 values for [2, 2, 2] samples, which are 8");
    let mut values = vec![0.0; 12];
    (values[7], values[9]) = (f32::INFINITY, f32::NAN);
    let error = new([2, 3, 2], Margin::None, values);
    assert_eq!(error.to_string(), "2 samples are not finite, the first, inf, at [1, 0, 1]");
}
