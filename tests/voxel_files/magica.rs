//! MagicaVoxel's scene graph.

use super::samples::*;
use std::collections::{BTreeMap, BTreeSet};

/// Three bars of different lengths from one corner: no rotation makes it its mirror image. Sizes are 2, 3 and 4.
const CHIRAL: [[u8; 4]; 7] =
    [[0, 0, 0, 9], [1, 0, 0, 1], [0, 1, 0, 2], [0, 2, 0, 2], [0, 0, 1, 3], [0, 0, 2, 3], [0, 0, 3, 3]];
const CHIRAL_SIZE: [u32; 3] = [2, 3, 4];

type Matrix = [[i32; 3]; 3];

/// All signed permutations with this determinant, and their bytes.
fn permutations(determinant: i32) -> Vec<(u8, Matrix)> {
    let mut found = Vec::new();
    for byte in 0..128_u8 {
        let (first, second) = (byte & 3, byte >> 2 & 3);
        if first == second || first == 3 || second == 3 {
            continue;
        }
        let mut matrix = [[0; 3]; 3];
        for (row, column) in [first, second, 3 - first - second].into_iter().enumerate() {
            matrix[row][usize::from(column)] = if byte >> (4 + row) & 1 == 0 { 1 } else { -1 };
        }
        if determinant_of(matrix) == determinant {
            found.push((byte, matrix));
        }
    }
    assert_eq!(found.len(), 24);
    found
}

fn determinant_of([a, b, c]: Matrix) -> i32 {
    a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
}

fn multiply(matrix: Matrix, point: [i32; 3]) -> [i32; 3] {
    matrix.map(|row| row[0] * point[0] + row[1] * point[1] + row[2] * point[2])
}

/// Cells moved to begin at 0.
fn at_zero(cells: impl Iterator<Item = ([i32; 3], i32)> + Clone) -> BTreeMap<[i32; 3], i32> {
    let min: [i32; 3] = std::array::from_fn(|axis| cells.clone().map(|(cell, _)| cell[axis]).min().unwrap());
    cells.map(|(cell, material)| (std::array::from_fn(|axis| cell[axis] - min[axis]), material)).collect()
}

/// A file with one model, turned and moved.
fn placed(size: [u32; 3], voxels: &[[u8; 4]], frame: &[(&str, &str)]) -> Vec<u8> {
    vox(&[
        model(size, voxels),
        transform(0, 1, &[], u32::MAX, &[]),
        group(1, &[2]),
        transform(2, 3, &[], 0, frame),
        shape(3, &[0]),
    ])
}

#[test]
fn z_up_becomes_y_up_without_mirroring() {
    // One voxel along each axis from the origin.
    let bytes = vox(&[model([2, 2, 2], &[[0, 0, 0, 255], [1, 0, 0, 1], [0, 1, 0, 2], [0, 0, 1, 3]])]);
    let file = read("axes.vox", &bytes);
    let expected = [([0, 0, 1], 255), ([1, 0, 1], 1), ([0, 0, 0], 2), ([0, 1, 1], 3)];
    assert_eq!(cells(&file.chunk), expected.into_iter().collect());
    assert_eq!(file.notes, Vec::<String>::new());
}

#[test]
fn each_of_24_rotations_keeps_a_chiral_model_chiral() {
    let model_cells: Vec<([i32; 3], i32)> =
        CHIRAL.iter().map(|&[x, y, z, m]| ([x, y, z].map(i32::from), i32::from(m))).collect();
    let shapes = |determinant| -> Vec<BTreeMap<[i32; 3], i32>> {
        let turned = |matrix: Matrix| at_zero(model_cells.iter().map(move |&(cell, m)| (multiply(matrix, cell), m)));
        permutations(determinant).into_iter().map(|(_, matrix)| turned(matrix)).collect()
    };
    let (turned, mirrored) = (shapes(1), shapes(-1));
    assert!(turned.iter().all(|shape| !mirrored.contains(shape)), "the model is chiral");
    let to_y_up: Matrix = [[1, 0, 0], [0, 0, 1], [0, -1, 0]];
    let mut seen = BTreeSet::new();
    for (byte, matrix) in permutations(1) {
        let file = read("turned.vox", &placed(CHIRAL_SIZE, &CHIRAL, &[("_r", &byte.to_string()), ("_t", "5 -7 3")]));
        let found = cells(&file.chunk);
        let expected = at_zero(model_cells.iter().map(|&(cell, m)| (multiply(to_y_up, multiply(matrix, cell)), m)));
        assert_eq!(found, expected, "rotation {byte}");
        assert!(turned.contains(&found) && !mirrored.contains(&found), "rotation {byte}");
        seen.insert(found.into_iter().collect::<Vec<_>>());
    }
    assert_eq!(seen.len(), 24, "every rotation looks different");
    // What a person mirrored on purpose stays mirrored.
    let (byte, _) = permutations(-1)[0];
    let file = read("mirrored.vox", &placed(CHIRAL_SIZE, &CHIRAL, &[("_r", &byte.to_string())]));
    assert!(mirrored.contains(&cells(&file.chunk)));
}

#[test]
fn a_model_turns_about_half_its_size_rounded_down() {
    // A marker of one voxel at 0, 0, 0, and a bar of 3 along x that turns by half a turn about z, at 10, 0, 0.
    let bar = |frame: &[(&str, &str)]| {
        vox(&[
            model([1, 1, 1], &[[0, 0, 0, 7]]),
            model([3, 1, 1], &[[0, 0, 0, 1], [1, 0, 0, 2], [2, 0, 0, 3]]),
            transform(0, 1, &[], u32::MAX, &[]),
            group(1, &[2, 4]),
            transform(2, 3, &[], 0, &[]),
            shape(3, &[0]),
            transform(4, 5, &[], 0, frame),
            shape(5, &[1]),
        ])
    };
    let along_x = |bytes: &[u8]| -> Vec<(i32, i32)> {
        let file = read("bar.vox", bytes);
        cells(&file.chunk).into_iter().map(|([x, _, _], material)| (x, material)).collect()
    };
    // Not turned: cells -1, 0 and 1 about the translation.
    assert_eq!(along_x(&bar(&[("_t", "10 0 0")])), [(0, 7), (9, 1), (10, 2), (11, 3)]);
    // Centres at -1/2, 1/2 and 3/2 become 1/2, -1/2 and -3/2.
    let half_turn = (1 << 2 | 1 << 4 | 1 << 5).to_string();
    assert_eq!(along_x(&bar(&[("_t", "10 0 0"), ("_r", &half_turn)])), [(0, 7), (8, 3), (9, 2), (10, 1)]);
}

#[test]
fn placements_multiply_down_the_graph_and_later_instances_win() {
    // A quarter turn about z takes x to y: rows are 0 -1 0, 1 0 0, 0 0 1.
    let quarter = (1 | 1 << 4).to_string();
    let bytes = vox(&[
        model([1, 1, 1], &[[0, 0, 0, 1]]),
        model([1, 1, 1], &[[0, 0, 0, 2]]),
        transform(0, 1, &[], u32::MAX, &[]),
        group(1, &[2, 4, 6]),
        transform(2, 3, &[], 0, &[]),
        shape(3, &[0]),
        transform(4, 8, &[], 0, &[("_r", &quarter), ("_t", "0 0 5")]),
        shape(7, &[1]),
        transform(8, 7, &[], 0, &[("_t", "3 0 0")]),
        transform(6, 9, &[], 0, &[]),
        shape(9, &[1]),
    ]);
    // The marker at 0, 0, 0 is covered by the last one; the other was moved 3 along x, turned to y, and lifted by 5.
    let found = cells(&read("nested.vox", &bytes).chunk);
    // The turn moves the voxel's centre from 7/2, 1/2 to -1/2, 7/2: the cell -1, 3.
    assert_eq!(found, [([1, 0, 3], 2), ([0, 5, 0], 2)].into_iter().collect());
}

#[test]
fn what_is_hidden_and_later_frames_are_left_out_and_said() {
    let voxel = |index| model([1, 1, 1], &[[0, 0, 0, index]]);
    let bytes = vox(&[
        voxel(1),
        voxel(2),
        voxel(3),
        voxel(4),
        transform(0, 1, &[], u32::MAX, &[]),
        group(1, &[2, 4, 6, 8]),
        transform(2, 3, &[("_hidden", "1")], 0, &[("_t", "100 0 0")]),
        shape(3, &[0]),
        transform(4, 5, &[("_hidden", "0")], 7, &[("_t", "0 100 0")]),
        shape(5, &[1]),
        transform_with(6, 7, &[], 0, &[&[("_t", "1 0 0")], &[("_t", "50 0 0"), ("_f", "3")]]),
        shape(7, &[2, 1]),
        transform(8, 9, &[], 3, &[]),
        shape(9, &[3]),
        layer(0, &[("_name", "a")]),
        layer(7, &[("_hidden", "1")]),
        layer(3, &[("_hidden", "0")]),
    ]);
    let file = read("hidden.vox", &bytes);
    assert_eq!(cells(&file.chunk), [([0, 0, 0], 4), ([1, 0, 0], 3)].into_iter().collect());
    assert_eq!(
        file.notes,
        [
            "hidden nodes left out: 1",
            "nodes on hidden layers left out: 1",
            "frames beyond the first left out: 2",
            "moved by 0, 0, 1 cells to begin at 0",
        ]
    );
}

#[test]
fn old_files_have_no_scene_graph_and_their_further_models_are_frames() {
    let pack = chunk("PACK", &2_u32.to_le_bytes());
    let bytes = vox(&[pack, model([1, 1, 1], &[[0, 0, 0, 8]]), model([1, 1, 1], &[[0, 0, 0, 9]])]);
    let file = read("old.vox", &bytes);
    assert_eq!(cells(&file.chunk), [([0, 0, 0], 8)].into_iter().collect());
    assert_eq!(file.notes, ["frames beyond the first left out: 1"]);
}

#[test]
fn a_model_keeps_the_empty_space_of_its_box() {
    let file = read("room.vox", &vox(&[model([5, 6, 7], &[[4, 0, 3, 1]])]));
    assert_eq!([file.chunk.width, file.chunk.height, file.chunk.depth], [5, 7, 6]);
    assert_eq!(cells(&file.chunk), [([4, 3, 5], 1)].into_iter().collect());
}
