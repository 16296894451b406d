//! Arrays as densities.

use super::samples::*;
use spanscope::io::voxels::{Axes, RawVolume, array_rank, is_real_array, load_density};
use spanscope::pipeline::ErrorKind;
use spanscope::source::DensitySamples;
use spanscope::surface::density_grid::{DensityError, DensityGrid, Margin};
use std::path::Path;

#[track_caller]
fn density(name: &str, bytes: &[u8]) -> DensitySamples {
    load_density(bytes, Path::new(name), None, None).unwrap()
}

#[track_caller]
fn error(name: &str, bytes: &[u8], raw: Option<&RawVolume>) -> (ErrorKind, String) {
    let error = load_density(bytes, Path::new(name), None, raw).unwrap_err();
    (error.kind(), error.to_string())
}

/// The box's materials as numbers, x fastest, then y, then z.
fn expected() -> DensitySamples {
    let values = nrrd_data().chunks_exact(2).map(|sample| sample[0].into()).collect();
    DensitySamples { samples: [2, 3, 4], values, notes: Vec::new() }
}

fn floats(values: &[f64]) -> Vec<u8> {
    npy(
        "<f8",
        "False",
        &format!("({}, 1, 1)", values.len()),
        &values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<_>>(),
    )
}

#[test]
fn an_array_of_any_numbers_becomes_the_same_density() {
    for bytes in [
        npy_box("|u1", |m| vec![m]),
        npy_box(">i2", |m| i16::from(m).to_be_bytes().into()),
        npy_box("<u8", |m| u64::from(m).to_le_bytes().into()),
        npy_box("<f4", |m| f32::from(m).to_le_bytes().into()),
        npy_box(">f8", |m| f64::from(m).to_be_bytes().into()),
    ] {
        assert_eq!(density("box.npy", &bytes), expected());
    }
    assert_eq!(density("box.nrrd", &nrrd_box()), expected());
    assert_eq!(density("box.nrrd", &nrrd_box_gzip()), expected());
    let truth = density("box.npy", &npy_box("|b1", |m| vec![u8::from(m > 3)]));
    assert_eq!(truth.values, expected().values.iter().map(|&v| f32::from(u8::from(v > 3.0))).collect::<Vec<_>>());
    let grid = DensityGrid::new(truth.samples, Margin::None, truth.values).unwrap();
    assert_eq!(grid.cells(), [1, 2, 3]);
}

#[test]
fn axes_of_a_density_are_chosen_as_those_of_voxels() {
    let with = |bytes: &[u8], axes: &str, raw: Option<&RawVolume>| {
        load_density(bytes, Path::new("box.npy"), Some(axes.parse::<Axes>().unwrap()), raw).unwrap()
    };
    let reversed: Vec<u8> = nrrd_data().chunks_exact(2).map(|sample| sample[0]).collect();
    assert_eq!(with(&npy("|u1", "False", "(4, 3, 2)", &reversed), "zyx", None), expected());
    let mirrored = with(&npy("|u1", "False", "(4, 3, 2)", &reversed), "zy-x", None);
    assert_eq!((mirrored.values[0], mirrored.values[1]), (expected().values[1], expected().values[0]));
    // A raw volume has axes of its own, unless others are chosen.
    let raw: RawVolume = "2x3x4:i16".parse().unwrap();
    assert_eq!(load_density(&nrrd_data(), Path::new("box.raw"), None, Some(&raw)).unwrap(), expected());
    assert_eq!(with(&nrrd_data(), "-xyz", Some(&raw)).values[0], expected().values[1]);
    let own: RawVolume = "2x3x4:i16:-xyz".parse().unwrap();
    assert_eq!(
        load_density(&nrrd_data(), Path::new("box.raw"), None, Some(&own)).unwrap().values[0],
        expected().values[1]
    );
}

#[test]
fn doubles_are_rounded_once_and_those_that_were_are_counted() {
    // Between two floats, and nearer to the higher one by less than a float's precision.
    let near = 1.0 + 2.0_f64.powi(-24) + 2.0_f64.powi(-50);
    let file = density("a.npy", &floats(&[0.5, near, 0.1]));
    assert_eq!(file.values, [0.5, 1.0 + f32::EPSILON, 0.1]);
    assert_eq!(file.notes, ["samples that were rounded to float32: 2"]);
    let integers = [i64::MAX, -(1 << 24) - 1, 1 << 40].iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<_>>();
    let file = density("a.npy", &npy("<i8", "False", "(3, 1, 1)", &integers));
    assert_eq!(file.values, [2.0_f32.powi(63), -(2.0_f32.powi(24)), 2.0_f32.powi(40)]);
    assert_eq!(file.notes, ["samples that were rounded to float32: 2"]);
    let largest = density("a.npy", &npy("<u8", "False", "(1, 1, 1)", &u64::MAX.to_le_bytes()));
    assert_eq!(largest.values, [2.0_f32.powi(64)]);
}

#[test]
fn values_that_are_not_finite_are_left_to_the_grid() {
    let values = [0.0, 1.0, f64::NAN, 1.0, 1e300, 1.0, f64::NEG_INFINITY, 0.0];
    let bytes = npy("<f8", "False", "(2, 2, 2)", &values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<_>>());
    let DensitySamples { samples, values, .. } = density("a.npy", &bytes);
    // In C order the third is at x 0, y 1, z 0; the fifth at x 1, y 0, z 0 and so the first in ours.
    let error = DensityGrid::new(samples, Margin::None, values).unwrap_err();
    assert_eq!(error, DensityError::NotFinite { count: 3, first: [1, 0, 0], value: f32::INFINITY });
}

#[test]
fn broken_densities_are_refused() {
    for (name, bytes) in [("a.npy", floats(&[1.0, 2.0])), ("box.nrrd", nrrd_box()), ("gzip.nrrd", nrrd_box_gzip())] {
        for length in 0..bytes.len() {
            let result = load_density(&bytes[..length], Path::new(name), None, None);
            let may_pass = name.contains("gzip") && length + 12 > bytes.len();
            match result {
                Ok(_) => assert!(may_pass, "{name} {length}"),
                Err(error) => assert_eq!(error.kind(), ErrorKind::BadFile, "{name} {length}: {error}"),
            }
        }
    }
    let reason = "densities are read from NumPy arrays, NRRD volumes and raw volumes, and this is none of them";
    for (name, bytes) in [("a.bin", b"".to_vec()), ("a.vox", vox_box()), ("a.binvox", binvox_box())] {
        assert_eq!(error(name, &bytes, None), (ErrorKind::BadFile, format!("{reason}: {name}")));
    }
    let flat = npy("<f4", "False", "(2, 3)", &[0; 24]);
    assert_eq!(error("a.npy", &flat, None).1, "an array with 2 axes, not 3: a.npy");
    let raw: RawVolume = "2x2x2:f32".parse().unwrap();
    let text = "2 x 2 x 2 samples of 4 bytes after 0 bytes are 32 bytes, and the file has 31: a.raw";
    assert_eq!(error("a.raw", &[0; 31], Some(&raw)), (ErrorKind::BadFile, text.into()));
    let text = "the array needs 536870912 bytes at byte 128, and 4 are left: a.npy";
    assert_eq!(
        error("a.npy", &npy("<f4", "False", "(512, 512, 512)", &[0; 4]), None),
        (ErrorKind::BadFile, text.into())
    );
}

#[test]
fn a_density_has_at_most_a_cube_of_512() {
    let header = "NRRD0001\ntype: uchar\ndimension: 3\nsizes: 513 512 512\nencoding: gzip\n\n";
    // As many bytes as could become so many; nothing is unpacked of them.
    let bytes = [header.as_bytes(), &gzip(&[7; 9]), &[0; 140_000]].concat();
    let text = "134479872 samples of a density are more than 134217728: a.nrrd";
    assert_eq!(error("a.nrrd", &bytes, None), (ErrorKind::TooLarge, text.into()));
}

#[test]
fn what_an_array_is_can_be_asked_before_it_is_read() {
    let nrrd = |kind: &str, sizes: &str| {
        let dimension = sizes.split(' ').count();
        format!("NRRD0001\ntype: {kind}\ndimension: {dimension}\nsizes: {sizes}\nencoding: raw\nendian: big\n\n")
            .into_bytes()
    };
    for (bytes, rank, is_real) in [
        (npy("<f4", "False", "(2, 3, 4)", &[]), Some(3), true),
        (npy(">f8", "True", "(2, 3, 4)", &[]), Some(3), true),
        (npy("<i4", "False", "(2, 3, 4)", &[]), Some(3), false),
        (npy("|b1", "False", "(2, 3, 4)", &[]), Some(3), false),
        (npy("<f4", "False", "(2, 3)", &[]), Some(2), false),
        (npy("<f4", "False", "()", &[]), Some(0), false),
        (npy("<f4", "False", "(1, 1, 1, 1)", &[]), Some(4), false),
        (nrrd("float", "2 3 4"), Some(3), true),
        (nrrd("double", "2 3 4"), Some(3), true),
        (nrrd("short", "2 3 4"), Some(3), false),
        (nrrd("float", "2 3"), Some(2), false),
        (vox_box(), None, false),
        (b"".to_vec(), None, false),
        (b"\x93NUMPY".to_vec(), None, false),
        (b"NRRD0001\ntype: float\n\n".to_vec(), None, false),
        (b"NRRD0001\nnonsense\n\n".to_vec(), None, false),
    ] {
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(90)]).into_owned();
        assert_eq!((array_rank(&bytes), is_real_array(&bytes)), (rank, is_real), "{text}");
    }
}
