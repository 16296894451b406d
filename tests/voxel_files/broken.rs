//! Broken files are refused: no panic, no long wait, no memory for what is not there.

use super::samples::*;
use spanscope::io::LoadError;
use spanscope::io::voxels::parse;
use spanscope::pipeline::ErrorKind;
use std::path::Path;
use std::time::{Duration, Instant};

/// A scene graph with everything that is read of one.
fn vox_scene() -> Vec<u8> {
    vox(&[
        model([2, 1, 1], &[[0, 0, 0, 1], [1, 0, 0, 255]]),
        transform(0, 1, &[("_name", "a")], u32::MAX, &[]),
        group(1, &[2, 4]),
        transform(2, 3, &[], 0, &[("_r", "17"), ("_t", "1 -2 3")]),
        shape(3, &[0]),
        transform(4, 5, &[("_hidden", "1")], 0, &[]),
        shape(5, &[0]),
        layer(0, &[("_hidden", "0")]),
    ])
}

fn samples() -> Vec<(&'static str, Vec<u8>)> {
    let mut samples = boxes();
    samples.push(("scene.vox", vox_scene()));
    samples
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    let start = Instant::now();
    for (name, bytes) in samples() {
        for length in 0..bytes.len() {
            let result = parse(&bytes[..length], Path::new(name), None);
            // A compressed volume is whole before its checksum is.
            let may_pass = name.contains("gzip") && length + 12 > bytes.len();
            assert!(result.is_err() || may_pass, "{name} cut to {length} of {} bytes", bytes.len());
            if let Err(error) = result {
                assert_eq!(error.kind(), ErrorKind::BadFile, "{name} cut to {length}: {error}");
                assert!(error.to_string().ends_with(&format!(": {name}")), "{error}");
            }
        }
    }
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn any_byte_may_be_wrong() {
    let start = Instant::now();
    for (name, bytes) in samples() {
        for at in 0..bytes.len() {
            for wrong in [0x00, 0xff, 0x7f, bytes[at] ^ 0x80, bytes[at] ^ 1, b'9', b'(', b'-'] {
                let mut bytes = bytes.clone();
                bytes[at] = wrong;
                if let Ok(file) = parse(&bytes, Path::new(name), None) {
                    file.chunk.check(0).unwrap(); // What is taken keeps the rules of a chunk.
                }
            }
        }
    }
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn files_without_their_magic_are_refused_by_name() {
    for (name, expected) in [
        ("a.vox", "this does not begin with \"VOX \", so it is no MagicaVoxel scene: a.vox"),
        ("a.npy", "this does not begin with \"\\\\x93NUMPY\", so it is no NumPy array: a.npy"),
        ("a.nrrd", "this does not begin with \"NRRD\", so it is no NRRD volume: a.nrrd"),
        ("a.NHDR", "this does not begin with \"NRRD\", so it is no NRRD volume: a.NHDR"),
        ("a.binvox", "this does not begin with \"#binvox\", so it is no binvox volume: a.binvox"),
    ] {
        for bytes in [b"".as_slice(), b"something else\nof two lines\n"] {
            let error = refusal(name, bytes);
            assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::BadFile, expected));
        }
    }
    assert!(matches!(refusal("a.xyz", b"something else"), LoadError::UnknownFormat { .. }));
}

#[track_caller]
fn assert_refused(name: &str, bytes: &[u8], kind: ErrorKind, text: &str) {
    let start = Instant::now();
    let error = refusal(name, bytes);
    assert_eq!((error.kind(), error.to_string()), (kind, format!("{text}: {name}")));
    assert!(start.elapsed() < Duration::from_secs(2), "{:?} for {text}", start.elapsed());
}

#[test]
fn absurd_sizes_are_refused_before_anything_is_made_for_them() {
    let absurd = |name, bytes: &[u8], text| assert_refused(name, bytes, ErrorKind::TooLarge, text);
    absurd("a.npy", &npy("|u1", "False", "(65537, 1, 1)", &[]), "65537 columns along x are more than 65536");
    absurd("a.npy", &npy("|u1", "False", "(1, 65536, 1)", &[]), "65536 rows are more than 65535");
    absurd("a.npy", &npy("|u1", "False", "(4097, 1, 4096)", &[]), "16781312 columns are more than 16777216");
    absurd("a.npy", &npy("|u1", "False", "(4096, 17, 4096)", &[]), "285212672 samples are more than 268435456");
    let wide = [b"\x93NUMPY\x02\x00".as_slice(), &u32::MAX.to_le_bytes(), b"{}"].concat();
    absurd("a.npy", &wide, "4294967295 bytes of header are more than 10000");
    let sized =
        |sizes: &str| format!("NRRD0001\ntype: uchar\ndimension: 3\nsizes: {sizes}\nencoding: gzip\n\n").into_bytes();
    absurd("a.nrrd", &sized("1 70000 1"), "70000 rows are more than 65535");
    absurd("a.nrrd", &sized("1 1 18446744073709551615"), "18446744073709551615 columns along z are more than 65536");
    absurd(
        "a.binvox",
        &binvox("18446744073709551615 1 1", &[]),
        "18446744073709551615 columns along x are more than 65536",
    );
    let size = [u32::MAX, 1, 1];
    absurd("a.vox", &vox(&[model(size, &[])]), "4294967295 columns along x are more than 65536");
    let far = |translation: &str| {
        vox(&[
            model([1, 1, 1], &[[0, 0, 0, 1]]),
            transform(0, 1, &[], 0, &[]),
            group(1, &[2, 4]),
            transform(2, 3, &[], 0, &[]),
            shape(3, &[0]),
            transform(4, 5, &[], 0, &[("_t", translation)]),
            shape(5, &[0]),
        ])
    };
    absurd("a.vox", &far("0 0 2147483647"), "2147483648 rows are more than 65535");
    absurd("a.vox", &far("5000 -5000 0"), "25010001 columns are more than 16777216");
    absurd("a.vox", &far("0 -2147483648 0"), "2147483649 columns along z are more than 65536");
}

#[test]
fn large_volumes_need_the_bytes_to_fill_them() {
    let cut = |name, bytes: &[u8], text| assert_refused(name, bytes, ErrorKind::BadFile, text);
    let header = "NRRD0001\ntype: uchar\ndimension: 3\nsizes: 1024 256 1024\nencoding: gzip\n\n";
    let text = "the volume needs 268435456 bytes at byte 71, and 100 are left";
    cut("a.nrrd", &[header.as_bytes(), &gzip(&[7; 60_000])[..78], &[0; 22]].concat(), text);
    let text = "the array needs 536870912 bytes at byte 128, and 4 are left";
    cut("a.npy", &npy("<u2", "False", "(1024, 256, 1024)", &[0; 4]), text);
    let text = "4 bytes of pairs describe 510 voxels, not 268435456, at byte 65";
    cut("a.binvox", &binvox("1024 1024 256", &[[1, 255], [0, 255]]), text);
    let voxels = chunk("XYZI", &[0xff; 12]);
    let text = "2 voxels in a chunk that says 4294967295 at byte 44";
    cut("a.vox", &vox(&[chunk("SIZE", &[1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]), voxels]), text);
}

#[test]
fn a_compressed_volume_that_grows_beyond_its_size_is_not_unpacked_to_its_end() {
    let bytes = [nrrd_header("gzip", "\n"), gzip(&vec![1; 50_000_000])].concat();
    let start = Instant::now();
    assert_eq!(read("bomb.nrrd", &bytes).chunk.runs.len(), 8);
    assert!(start.elapsed() < Duration::from_millis(500));
}

#[test]
fn scene_graphs_that_lead_nowhere_or_back_are_refused() {
    let voxel = || model([1, 1, 1], &[[0, 0, 0, 1]]);
    let bad = |chunks: &[Vec<u8>], text| assert_refused("a.vox", &vox(chunks), ErrorKind::BadFile, text);
    let root = || transform(0, 1, &[], u32::MAX, &[]);
    bad(&[voxel(), root(), group(1, &[0])], "a way back to itself in scene node 0");
    bad(&[voxel(), transform(0, 0, &[], 0, &[])], "a way back to itself in scene node 0");
    bad(&[voxel(), root(), group(1, &[7])], "nothing is there, but it is named in scene node 7");
    bad(&[voxel(), root(), shape(1, &[1])], "model 1 of 1 in scene node 1");
    bad(&[voxel(), root(), shape(1, &[u32::MAX])], "model 4294967295 of 1 in scene node 1");
    bad(&[voxel(), root(), group(1, &[]), group(1, &[])], "the same number a second time in scene node 1");
    bad(&[voxel(), root(), group(1, &[])], "no visible model in this file");
    bad(&[root(), group(1, &[])], "no visible model in this file");
    bad(&[], "no visible model in this file");
    let framed = |frame: &[(&str, &str)]| [voxel(), transform(0, 1, &[], 0, frame), shape(1, &[0])];
    bad(&framed(&[("_r", "0")]), "the rotation 0, which is none, in scene node 0");
    bad(&framed(&[("_r", "7")]), "the rotation 7, which is none, in scene node 0");
    bad(&framed(&[("_r", "300")]), "the rotation \"300\" in scene node 0");
    bad(&framed(&[("_t", "1 2")]), "the translation \"1 2\" in scene node 0");
    bad(&framed(&[("_t", "1 2 nan")]), "the translation \"1 2 nan\" in scene node 0");
    bad(&framed(&[("_t", "1 2 2147483648")]), "the translation \"1 2 2147483648\" in scene node 0");
    bad(&[voxel(), chunk("nTRN", &[0; 10])], "1 of 1 scene nodes are broken");
    bad(&[voxel(), chunk("LAYR", &[0, 0, 0, 0, 9, 0, 0, 0])], "1 of 1 layers are broken");
    bad(&[chunk("XYZI", &[0; 4])], "voxels without a size before them at byte 20");
    bad(&[chunk("SIZE", &[0; 4]), chunk("XYZI", &[0; 4])], "1 of 1 models are broken");
    bad(&[model([1, 1, 1], &[[0, 0, 0, 1], [0, 1, 0, 1]])], "voxel 1 of model 0 is at 0, 1, 0, outside 1 x 1 x 1");
    let nested = [b"nest".as_slice(), &0_u32.to_le_bytes(), &12_u32.to_le_bytes(), &chunk("deep", &[])].concat();
    bad(&[voxel(), nested], "chunks inside a chunk \"nest\" at byte 64");
}

#[test]
fn graphs_whose_ways_double_at_every_node_are_refused() {
    let mut chunks = vec![model([1, 1, 1], &[[0, 0, 0, 1]])];
    chunks.extend((0..40).map(|node| group(node, &[node + 1, node + 1])));
    chunks.push(shape(40, &[0]));
    let start = Instant::now();
    let error = refusal("a.vox", &vox(&chunks));
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    // Many instances of a large model: each is allowed, all together are not.
    let voxels: Vec<[u8; 4]> = (0..1 << 16).map(|n| [n as u8, (n >> 8) as u8, 0, 1]).collect();
    let mut chunks = vec![model([256, 256, 1], &voxels), group(0, &[1; 600]), shape(1, &[0])];
    let error = refusal("a.vox", &vox(&chunks));
    assert_eq!(error.to_string(), "39321600 voxels of all instances are more than 33554432: a.vox");
    assert!(start.elapsed() < Duration::from_secs(10));
    // The negative control: a long chain is no such graph.
    chunks = (0..50_000).map(|node| transform(node, node + 1, &[], 0, &[])).collect();
    chunks.extend([shape(50_000, &[0]), model([1, 1, 1], &[[0, 0, 0, 1]])]);
    assert_eq!(read("a.vox", &vox(&chunks)).chunk.runs.len(), 1);
}

#[test]
fn npy_headers_that_their_crate_would_choke_on_are_refused() {
    let header =
        |text: String| [b"\x93NUMPY\x01\x00", (text.len() as u16).to_le_bytes().as_slice(), text.as_bytes()].concat();
    for bytes in [
        header("(".repeat(9000)),
        header("[".repeat(40)),
        header(format!("{{'shape': {}1{}}}", "(".repeat(30), ",)".repeat(30))),
        header(format!("{{'a': '{}'}}", "\\N{".repeat(900))),
        npy("|u1", "False", "(4294967296, 4294967296, 4294967296)", &[]),
        npy("|u1", "False", "(0, 18446744073709551615, 18446744073709551615)", &[]),
        npy("|u1", "False", "(99999999999999999999999999, 1, 1)", &[]),
        npy("|u1", "False", "(0xffff, 1, 1)", &[]),
        npy("|u1", "False", "(-1, 1, 1)", &[]),
        npy("|u1", "False", "(1.0, 1, 1)", &[]),
        npy("|u1", "False", "(0, 1, 1)", &[]),
        npy("|u1", "False", "(2, 3)", &[0; 6]),
        npy("|u1", "False", "(1, 1, 1, 1)", &[0; 1]),
        npy("|u1", "None", "(1, 1, 1)", &[0; 1]),
        npy("|O", "False", "(1, 1, 1)", &[0; 8]),
        npy("<c8", "False", "(1, 1, 1)", &[0; 8]),
        npy("<U4294967295", "False", "(1, 1, 1)", &[0; 8]),
        npy("|b1", "False", "(1, 1, 1)", &[2]),
        header("{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (1, 1, 1)}".into()),
    ] {
        let start = Instant::now();
        let result = parse(&bytes, Path::new("a.npy"), None);
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(90)]);
        assert_eq!(result.map_err(|error| error.kind()).err(), Some(ErrorKind::BadFile), "{text}");
        assert!(start.elapsed() < Duration::from_secs(1), "{text}");
    }
}

#[test]
fn nrrd_and_binvox_headers_are_refused_with_their_line() {
    let nrrd = |text: &str, expected: &str| assert_refused("a.nrrd", text.as_bytes(), ErrorKind::BadFile, expected);
    nrrd("NRRD0001\ntype: complex\n\n", "\"type: complex\" is not known here at line 2");
    nrrd("NRRD0001\nnonsense\n\n", "\"nonsense\" is no field at line 2");
    nrrd("NRRD0001\nsizes: 1 -1 1\n\n", "\"sizes: 1 -1 1\" is no list of sizes at line 2");
    nrrd("NRRD0001\nencoding: bzip2\n\n", "\"encoding: bzip2\" is neither raw nor gzip at line 2");
    nrrd("NRRD0001\ndata file: slice%03d.raw 1 9 1\n", "\"data file: slice%03d.raw 1 9 1\" is not one file at line 2");
    nrrd(
        "NRRD0001\ntype: short\ndimension: 3\nsizes: 1 1 1\nencoding: raw\n\n",
        "a type of several bytes without a field \"endian\" at line 2",
    );
    nrrd(
        "NRRD0001\ntype: uchar\ndimension: 2\nsizes: 1 1\nencoding: raw\n\n",
        "a volume of dimension 2, not of 3 sizes, at line 4",
    );
    nrrd("NRRD0001\ntype: uchar\n", "the header ends without an empty line");
    nrrd("NRRD0001\ntype: uchar\n\n", "the header has no field \"sizes\"");
    nrrd(
        "NRRD0001\ntype: uchar\ndimension: 3\nsizes: 1 1 1\nencoding: raw\nbyte skip: 9223372036854775807\n\n\u{1}",
        "the volume needs 1 bytes at byte 93, and 0 are left",
    );
    nrrd(
        "NRRD0001\ntype: uchar\ndimension: 3\nsizes: 1 1 1\nencoding: raw\nline skip: 18446744073709551615\n\nab",
        "fewer than the 18446744073709551615 lines that are to be skipped at byte 94",
    );
    let binvox = |text: &str, expected: &str| assert_refused("a.binvox", text.as_bytes(), ErrorKind::BadFile, expected);
    binvox("#binvox 2\n", "version \"2\" is not 1 at line 1");
    binvox("#binvox 1\ndim 1 1\n", "dim is not three sizes at line 2");
    binvox("#binvox 1\ndata\n", "data before dim at line 2");
    binvox("#binvox 1\ndim 1 1 1\nscale inf\n", "\"inf\" is not 1 finite numbers at line 3");
    binvox("#binvox 1\ndim 1 1 1\nsale 1\n", "\"sale\" is not known at line 3");
    binvox("#binvox 1\ndim 0 1 1\ndata\n", "a volume of 0 x 1 x 1 has no voxels");
    binvox("#binvox 1\ndim 1 1 1\n", "the header has no line \"data\"");
}
