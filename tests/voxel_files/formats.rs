//! Each format, with a box that none of its symmetries maps to itself.

use super::samples::*;
use spanscope::io::voxels::{Axes, parse};
use spanscope::pipeline::ErrorKind;
use std::path::Path;

#[test]
fn a_box_in_any_format_gives_the_dump_of_the_same_inline_chunk() {
    let folder = tempfile::tempdir().unwrap();
    let expected = dump_of_chunk(inline());
    assert!(expected.starts_with("frame 2 4 3\n"), "{expected}");
    for (name, bytes) in boxes() {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(dump_of_file(&path), expected, "{name}");
    }
}

#[test]
fn content_decides_the_kind_before_the_name_does() {
    for (name, bytes) in boxes() {
        assert_eq!(read("box.bin", &bytes).chunk, inline(), "{name}");
        assert_eq!(read("box.obj", &bytes).chunk, inline(), "{name}");
    }
}

#[test]
fn every_number_type_of_numpy_gives_the_same_chunk() {
    type Bytes = fn(u8) -> Vec<u8>;
    let types: [(&str, Bytes); 9] = [
        ("|u1", |m| vec![m]),
        ("|i1", |m| vec![m]),
        ("<u2", |m| u16::from(m).to_le_bytes().into()),
        (">u2", |m| u16::from(m).to_be_bytes().into()),
        ("<i2", |m| i16::from(m).to_le_bytes().into()),
        ("<i4", |m| i32::from(m).to_le_bytes().into()),
        (">i4", |m| i32::from(m).to_be_bytes().into()),
        ("<i8", |m| i64::from(m).to_le_bytes().into()),
        ("<u8", |m| u64::from(m).to_le_bytes().into()),
    ];
    for (descr, bytes) in types {
        assert_eq!(read("box.npy", &npy_box(descr, bytes)).chunk, inline(), "{descr}");
    }
}

#[test]
fn truth_values_and_floats_above_0_are_material_1() {
    let solid: Vec<[i32; 3]> = cells(&inline()).into_keys().collect();
    for bytes in [
        npy_box("|b1", |m| vec![u8::from(m > 0)]),
        npy_box("<f4", |m| (f32::from(m) - 0.5).to_le_bytes().into()),
        npy_box("<f8", |m| f64::from(m).to_le_bytes().into()),
    ] {
        let found = cells(&read("box.npy", &bytes).chunk);
        assert!(found.values().all(|&material| material == 1));
        assert_eq!(found.into_keys().collect::<Vec<_>>(), solid);
    }
}

#[test]
fn c_and_fortran_order_hold_the_same_array() {
    let fortran: Vec<u8> = nrrd_data().chunks_exact(2).map(|sample| sample[0]).collect();
    assert_eq!(read("box.npy", &npy("|u1", "True", "(2, 3, 4)", &fortran)).chunk, inline());
    // The negative control: the other order is another array.
    assert_ne!(read("box.npy", &npy("|u1", "False", "(2, 3, 4)", &fortran)).chunk, inline());
}

#[test]
fn axes_name_what_the_axes_of_an_array_are() {
    let with = |bytes: &[u8], axes: &str| {
        parse(bytes, Path::new("box.npy"), Some(axes.parse::<Axes>().unwrap())).unwrap().chunk
    };
    let plain = npy_box("|u1", |material| vec![material]);
    assert_eq!(with(&plain, "xyz"), inline());
    let reversed: Vec<u8> = nrrd_data().chunks_exact(2).map(|sample| sample[0]).collect();
    assert_eq!(with(&npy("|u1", "False", "(4, 3, 2)", &reversed), "zyx"), inline());
    // An array that is Z-up has x, -z and y.
    let mut z_up = Vec::new();
    for x in 0..2 {
        for z in (0..4).rev() {
            z_up.extend((0..3).map(|y| material(x, y, z)));
        }
    }
    assert_eq!(with(&npy("|u1", "False", "(2, 4, 3)", &z_up), "x-zy"), inline());
    for axes in ["", "xy", "xyy", "xyzz", "xy-", "--xyz", "x yz", "XYZ", "wxyz"] {
        assert!(axes.parse::<Axes>().is_err(), "{axes}");
    }
    for axes in ["xyz", "-z-y-x", "x-zy"] {
        assert_eq!(axes.parse::<Axes>().unwrap().to_string(), axes);
    }
    let error = parse(&vox_box(), Path::new("box.vox"), Some(Axes::default())).unwrap_err();
    assert_eq!(error.to_string(), "this file says itself which axis is up, so none can be chosen: box.vox");
}

#[test]
fn integers_that_are_no_material_become_material_1_and_are_counted() {
    let values = [0_i32, -1, 1, 255, 256, i32::MAX];
    let data: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let file = read("a.npy", &npy("<i4", "False", "(1, 6, 1)", &data));
    assert_eq!(cells(&file.chunk).into_values().collect::<Vec<_>>(), [1, 1, 255, 1, 1]);
    assert_eq!(file.notes, ["samples outside 0 to 255 that became material 1: 3"]);
}

#[test]
fn floats_that_are_not_finite_are_refused_with_the_first_place() {
    let data: Vec<u8> = [1.0, f32::NAN, f32::INFINITY].iter().flat_map(|value: &f32| value.to_le_bytes()).collect();
    let error = refusal("a.npy", &npy("<f4", "False", "(3, 1, 1)", &data));
    assert_eq!((error.kind(), error.to_string()), (ErrorKind::BadFile, "sample 1 is NaN, not finite: a.npy".into()));
    let header = "NRRD0001\ntype: float\ndimension: 3\nsizes: 1 1 3\nendian: little\nencoding: raw\n\n";
    let error = refusal("a.nrrd", &[header.as_bytes(), &data].concat());
    assert_eq!(error.to_string(), "sample 1 is NaN, not finite: a.nrrd");
}

#[test]
fn nrrd_data_may_be_attached_detached_and_compressed() {
    let folder = tempfile::tempdir().unwrap();
    let add = |name: &str, bytes: &[u8]| {
        std::fs::write(folder.path().join(name), bytes).unwrap();
        folder.path().join(name)
    };
    add("box.raw", &nrrd_data());
    add("box.raw.gz", &gzip(&nrrd_data()));
    add("skipped.raw", &[b"a line\n".as_slice(), b"\x01\x02\x03", &nrrd_data()].concat());
    let two_parts = [gzip(&nrrd_data()[..20]), gzip(&nrrd_data()[20..])].concat();
    add("two_parts.gz", &two_parts);
    for (name, header) in [
        ("1.nhdr", nrrd_header("raw", "data file: box.raw\n")),
        ("2.nhdr", nrrd_header("gzip", "datafile: box.raw.gz\n")),
        ("3.nhdr", nrrd_header("gz", "data file: box.raw.gz")),
        ("4.nhdr", nrrd_header("raw", "line skip: 1\nbyte skip: 3\ndata file: skipped.raw\n")),
        ("5.nhdr", nrrd_header("raw", "byte skip: -1\ndata file: skipped.raw\n")),
        ("6.nhdr", nrrd_header("gzip", "data file: two_parts.gz\n")),
        ("7.nrrd", String::from_utf8(nrrd_header("raw", "\n")).unwrap().replace('\n', "\r\n").into_bytes()),
    ] {
        let header = if name.ends_with("nrrd") { [header, nrrd_data()].concat() } else { header };
        let path = add(name, &header);
        assert_eq!(parse(&header, &path, None).unwrap().chunk, inline(), "{name}");
    }
    let path = add("8.nhdr", &nrrd_header("raw", "data file: gone.raw\n"));
    let error = parse(&std::fs::read(&path).unwrap(), &path, None).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!(error.to_string().ends_with("gone.raw"), "{error}");
}

#[test]
fn nrrd_numbers_may_be_big_endian_and_signed() {
    let header = "NRRD0005\ntype: int16\ndimension: 3\nsizes: 1 3 1\nendian: big\nencoding: raw\n\n";
    let file = read("a.nrrd", &[header.as_bytes(), &[0, 7, 0xff, 0xff, 1, 0]].concat());
    assert_eq!(cells(&file.chunk).into_values().collect::<Vec<_>>(), [7, 1, 1]);
    assert_eq!(file.notes, ["samples outside 0 to 255 that became material 1: 2"]);
}

#[test]
fn binvox_runs_go_on_over_columns() {
    let file = read("a.binvox", &binvox("2 2 2", &[[0, 3], [1, 2], [0, 1], [1, 2]]));
    let found: Vec<[i32; 3]> = cells(&file.chunk).into_keys().collect();
    // y fastest, then z, then x: numbers 3, 4, 6 and 7 of 8.
    assert_eq!(found, [[0, 1, 1], [1, 0, 0], [1, 0, 1], [1, 1, 1]]);
}
