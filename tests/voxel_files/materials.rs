//! What files say of their materials.

use super::samples::*;
use spanscope::source::VoxelMaterial;

/// A material without a name.
fn plain(number: u8, colour: Option<[u8; 3]>, voxels: u64) -> VoxelMaterial {
    VoxelMaterial { number, name: String::new(), colour, voxels }
}

#[test]
fn each_material_of_an_array_is_counted_once() {
    let values = [3_i32, 0, 255, 3, -1, 3];
    let data: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let expected = [plain(1, None, 1), plain(3, None, 3), plain(255, None, 1)];
    assert_eq!(read("a.npy", &npy("<i4", "False", "(1, 2, 3)", &data)).materials, expected);
    let header = "NRRD0001\ntype: int\ndimension: 3\nsizes: 3 1 2\nendian: little\nencoding: raw\n\n";
    assert_eq!(read("a.nrrd", &[header.as_bytes(), &data].concat()).materials, expected);
    let file = read("a.binvox", &binvox("2 2 2", &[[0, 3], [1, 2], [0, 1], [1, 2]]));
    assert_eq!(file.materials, [plain(1, None, 4)]);
    assert_eq!(read("a.binvox", &binvox("1 1 1", &[[0, 1]])).materials, []);
}

#[test]
fn a_material_of_magicavoxel_has_its_palettes_colour() {
    let voxels = model([3, 1, 1], &[[0, 0, 0, 1], [1, 0, 0, 255], [2, 0, 0, 1]]);
    let colours: Vec<u8> = (0..=255).flat_map(|n: u8| [n, 1, 2, 255]).collect();
    let file = read("a.vox", &vox(&[voxels.clone(), chunk("RGBA", &colours)]));
    assert_eq!(file.materials, [plain(1, Some([0, 1, 2]), 2), plain(255, Some([254, 1, 2]), 1)]);
    // The program's own palette begins with white and ends with a dark grey.
    let file = read("a.vox", &vox(std::slice::from_ref(&voxels)));
    assert_eq!(file.materials, [plain(1, Some([255, 255, 255]), 2), plain(255, Some([17, 17, 17]), 1)]);
    let file = read("a.vox", &vox(&[voxels.clone(), chunk("RGBA", &colours[..8])]));
    assert_eq!(file.materials, [plain(1, Some([0, 1, 2]), 2), plain(255, None, 1)]);
    let error = refusal("a.vox", &vox(&[voxels, chunk("RGBA", &colours[..7])]));
    assert_eq!(error.to_string(), "a palette that ends within a colour at byte 72: a.vox");
}

#[test]
fn voxels_that_are_hidden_or_lie_under_others_are_not_counted() {
    let chunks = [
        model([1, 1, 1], &[[0, 0, 0, 7]]),
        model([1, 1, 1], &[[0, 0, 0, 9]]),
        group(0, &[1, 3, 5]),
        transform(1, 2, &[], 0, &[]),
        shape(2, &[0]),
        transform(3, 4, &[], 0, &[]),
        shape(4, &[1]),
        transform(5, 2, &[("_hidden", "1")], 0, &[("_t", "1 0 0")]),
    ];
    let counts: Vec<(u8, u64)> =
        read("a.vox", &vox(&chunks)).materials.iter().map(|material| (material.number, material.voxels)).collect();
    assert_eq!(counts, [(9, 1)]);
}
