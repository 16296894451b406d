//! Grids as text, arrays of NumPy, and samples without a header.

use super::samples::*;
use spanscope::io::LoadError;
use spanscope::io::height_map::{ByteOrder, RawHeights, is_asc, is_png, is_tiff, parse, square_side};
use spanscope::source::height_map::SampleKind;
use std::path::Path;

#[test]
fn a_text_grid_has_north_first_and_samples_in_the_middle_of_cells() {
    let text = "NCOLS 3\r\nnrows 2\r\nXLLCORNER 100\r\nyllcorner 50.5\r\nCellSize 10\r\nnodata_VALUE -1\r\n\
        1 2.25 -1\r\n-4e-3 5 6\r\n";
    let map = read("a.txt", text.as_bytes());
    assert_eq!((map.counts, map.kind), ([3, 2], SampleKind::F64));
    assert_eq!(bits(&map.values), bits(&[1.0, 2.25, f64::NAN, -4e-3, 5.0, 6.0]));
    assert_eq!((map.spacing, map.corner), (Some([10.0; 2]), Some([105.0, -65.5])));
    assert_eq!(map.notes, ["samples without data: 1 of 6"]);
}

#[test]
fn centres_and_two_distances_may_be_given() {
    let text = "ncols 2\nnrows 3\nxllcenter 1\nyllcenter 2\ndx 0.5\ndy 4\n1 2 3 4\n5\n6";
    let map = read("a.asc", text.as_bytes());
    assert_eq!(map.values, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "lines may be wrapped anywhere");
    assert_eq!((map.spacing, map.corner), (Some([0.5, 4.0]), Some([1.0, -10.0])));
    assert_eq!(map.notes, ["samples lie 0.5 apart along x and 4 along z"]);
    let map = read("a.asc", b"nrows 1\nncols 2\n-9999 -9998");
    assert_eq!(bits(&map.values), bits(&[f64::NAN, -9998.0]), "without a value for no data it is -9999");
    assert_eq!((map.spacing, map.corner), (None, None));
}

#[test]
fn errors_of_a_text_grid_name_the_line() {
    let refused = |text: &str, expected: &str| {
        assert_eq!(refusal("a.asc", text.as_bytes()).to_string(), format!("{expected}: a.asc"));
    };
    refused("ncols 2\nnrows x\n", "nrows is \"x\", not a whole number, at line 2");
    refused("ncols -2\nnrows 2\n", "ncols is \"-2\", not a whole number, at line 1");
    refused("ncols 2\nnrows 2\ncellsize 0\n", "cellsize is 0, not finite and above 0, at line 3");
    refused("ncols 2\nnrows 2\nxllcorner\n", "xllcorner is \"\", not a number, at line 3");
    refused("ncols 2\nnrows 2\nsize 3\n", "\"size\" is neither a word of the header nor a height at line 3");
    refused("ncols 2\nnrows 2\n1 2\n3 4,5\n", "\"4,5\" is no height at line 4");
    refused("ncols 2\nnrows 2\n1 2\n3 4\n\n5\n", "more than 2 x 2 heights at line 6");
    refused("ncols 2\nnrows 2\n1 2\n3\n", "3 heights where 2 x 2 are to be");
    refused("ncols 2\n1 2\n3\n", "the header has no \"nrows\"");
    refused("ncols 2\nnrows 2\n", "the grid ends in its header");
    refused("ncols 0\nnrows 2\n1", "a height map of 0 x 2 has no samples");
    refused("ncols 2\nnrows 2\n1 2\n3 inf\n", "1 heights are infinite, the first in column 1 of row 1");
    refused("ncols 9999\nnrows 1\n1 2\n", "the grid needs 19997 bytes at byte 0, and 23 are left");
}

#[test]
fn arrays_of_numpy_are_rows_of_columns_in_either_order() {
    let data: Vec<u8> = [1.5_f32, -2.0, 3.0, 4.0, 5.0, f32::NAN].into_iter().flat_map(f32::to_le_bytes).collect();
    let map = read("a.npy", &npy("<f4", "False", "(2, 3)", &data));
    assert_eq!((map.counts, map.kind), ([3, 2], SampleKind::F32));
    assert_eq!(bits(&map.values), bits(&[1.5, -2.0, 3.0, 4.0, 5.0, f64::NAN]));
    let map = read("a.npy", &npy("<f4", "True", "(2, 3)", &data));
    assert_eq!(map.counts, [3, 2]);
    assert_eq!(bits(&map.values), bits(&[1.5, 3.0, 5.0, -2.0, 4.0, f64::NAN]));
}

#[test]
fn every_type_of_numpy_keeps_its_values() {
    let one = |descr: &str, data: &[u8]| {
        let map = read("a.npy", &npy(descr, "False", "(1, 1)", data));
        (map.kind, map.values[0])
    };
    assert_eq!(one("|u1", &[200]), (SampleKind::U8, 200.0));
    assert_eq!(one("|i1", &[200]), (SampleKind::I8, -56.0));
    assert_eq!(one("<u2", &[0x01, 0xff]), (SampleKind::U16, 65_281.0));
    assert_eq!(one(">u2", &[0x01, 0xff]), (SampleKind::U16, 511.0));
    assert_eq!(one("<i2", &[0x01, 0xff]), (SampleKind::I16, -255.0));
    assert_eq!(one("<u4", &u32::MAX.to_le_bytes()), (SampleKind::U32, 4_294_967_295.0));
    assert_eq!(one(">i4", &(-7_i32).to_be_bytes()), (SampleKind::I32, -7.0));
    assert_eq!(one("<f8", &0.1_f64.to_le_bytes()), (SampleKind::F64, 0.1));
    let refused = |descr: &str, data: &[u8]| refusal("a.npy", &npy(descr, "False", "(1, 1)", data)).to_string();
    let expected = "an array of '<i8' is not of integers of up to 32 bits or floats of 32 or 64: a.npy";
    assert_eq!(refused("<i8", &[0; 8]), expected);
    let error = refusal("a.npy", &npy("|u1", "False", "(1, 1, 1)", &[0]));
    assert_eq!(error.to_string(), "an array with 3 axes, not 2: a.npy");
}

fn raw(order: ByteOrder, is_signed: bool) -> Option<RawHeights> {
    Some(RawHeights { counts: [3, 1], order, is_signed })
}

#[test]
fn raw_samples_are_what_one_says_they_are() {
    let bytes = [0x01, 0xff, 0x00, 0x80, 0x34, 0x12];
    let values = |raw| parse(&bytes, Path::new("heights.bin"), raw).unwrap().values;
    assert_eq!(values(raw(ByteOrder::Little, false)), [65_281.0, 32_768.0, 4660.0]);
    assert_eq!(values(raw(ByteOrder::Little, true)), [-255.0, -32_768.0, 4660.0]);
    assert_eq!(values(raw(ByteOrder::Big, false)), [511.0, 128.0, 13_330.0]);
    for length in [0, 4, 5, 7] {
        let bytes = &[0; 7][..length];
        let error = parse(bytes, Path::new("a.raw"), raw(ByteOrder::Big, true)).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("3 x 1 heights of 16 bits have 6 bytes, and this file has {length}: a.raw")
        );
    }
}

#[test]
fn a_raw_file_that_is_a_square_needs_no_sizes() {
    let map = read("a.R16", &[1, 0, 2, 0, 3, 0, 0, 4]);
    assert_eq!((map.counts, map.kind), ([2, 2], SampleKind::U16));
    assert_eq!(map.values, [1.0, 2.0, 3.0, 1024.0]);
    assert_eq!(map.notes, ["read as 2 x 2 unsigned little-endian heights, which the file does not say"]);
    let error = refusal("a.raw", &[0; 12]);
    assert!(error.to_string().starts_with("a file of 12 bytes is no square of heights of 16 bits"), "{error}");
}

#[test]
fn the_side_of_a_square_is_found_from_its_bytes() {
    assert_eq!(square_side(1025 * 1025 * 2), Some(1025));
    assert_eq!(square_side(2), Some(1));
    for none in [0, 1, 3, 4, 9, 1025 * 1025 * 2 - 2, 1025 * 1025 * 2 + 1, usize::MAX] {
        assert_eq!(square_side(none), None, "{none}");
    }
}

#[test]
fn content_decides_before_the_name() {
    let checks = |bytes: &[u8]| [is_png(bytes), is_tiff(bytes), is_asc(bytes)];
    for (name, bytes) in one_of_each() {
        let expected = ["png", "tif", "asc"].map(|end| name.ends_with(end));
        assert_eq!(checks(&bytes), expected, "{name}");
        let named = read(name, &bytes);
        for other in ["a.png", "a.tif", "a.asc", "a.npy", "a.raw", "a"] {
            assert_eq!(bits(&read(other, &bytes).values), bits(&named.values));
        }
        let error = parse(&bytes, Path::new(name), raw(ByteOrder::Big, true)).unwrap_err();
        let expected = "this file says itself how its heights lie, so that cannot be chosen";
        assert_eq!(error.to_string(), format!("{expected}: {name}"));
    }
    assert_eq!(checks(b"ncolsx 1"), [false; 3]);
    assert!(matches!(refusal("a.xyz", b"something else"), LoadError::UnknownFormat { .. }));
}
