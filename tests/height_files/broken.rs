//! Broken files are refused: no panic, no long wait, no memory for what is not there.

use super::samples::*;
use png::{BitDepth, ColorType};
use spanscope::io::height_map::parse;
use spanscope::pipeline::ErrorKind;
use std::path::Path;
use std::time::{Duration, Instant};

#[test]
fn a_file_cut_anywhere_is_refused() {
    let start = Instant::now();
    for (name, bytes) in one_of_each() {
        for length in 0..bytes.len() {
            let result = parse(&bytes[..length], Path::new(name), None);
            // A text may lack its last line's end, and a last number may lose digits that another reader cannot miss.
            let may_pass = name.ends_with("asc") && length + 3 >= bytes.len();
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
    for (name, bytes) in one_of_each() {
        for at in 0..bytes.len() {
            for wrong in [0x00, 0xff, 0x7f, bytes[at] ^ 0x80, bytes[at] ^ 1, b'9', b'-'] {
                let mut bytes = bytes.clone();
                bytes[at] = wrong;
                if let Ok(map) = parse(&bytes, Path::new(name), None) {
                    assert_eq!(map.counts[0] * map.counts[1], map.values.len());
                    assert!(map.values.iter().all(|value| !value.is_infinite()));
                }
            }
        }
    }
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn any_two_bytes_of_a_tiff_directory_may_be_wrong() {
    let mut entries = grey([4, 3], 16, 1);
    entries.push(shorts(278, &[2]));
    let bytes = tiff(&entries, &[vec![1; 16], vec![2; 8]]);
    for at in 0..bytes.len() - 1 {
        for wrong in [[0xff, 0xff], [0, 0], [0xff, 0x7f], [0, 0x80], [1, 0], [16, 0]] {
            let mut bytes = bytes.clone();
            bytes[at..at + 2].copy_from_slice(&wrong);
            if let Ok(map) = parse(&bytes, Path::new("a.tif"), None) {
                assert_eq!(map.counts[0] * map.counts[1], map.values.len());
            }
        }
    }
}

#[test]
fn files_without_their_magic_are_refused_by_name() {
    for (name, expected) in [
        ("a.png", "this does not begin with \"\\x89PNG\", so it is no PNG image: a.png"),
        ("a.tif", "this does not begin with \"II*\" or \"MM\" and 42 or 43, so it is no TIFF image: a.tif"),
        ("a.npy", "this does not begin with \"\\\\x93NUMPY\", so it is no NumPy array: a.npy"),
    ] {
        for bytes in [b"".as_slice(), b"something else\nof two lines\n"] {
            let error = refusal(name, bytes);
            assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::BadFile, expected));
        }
    }
    assert_eq!(refusal("a.asc", b"").to_string(), "the grid ends in its header: a.asc");
    assert_eq!(refusal("a.asc", b"\xff\xfe").to_string(), "this is not text, so it is no ASCII grid: a.asc");
}

#[track_caller]
fn assert_refused(name: &str, bytes: &[u8], kind: ErrorKind, text: &str) {
    let start = Instant::now();
    let error = refusal(name, bytes);
    assert_eq!((error.kind(), error.to_string()), (kind, format!("{text}: {name}")));
    assert!(start.elapsed() < Duration::from_secs(1), "{:?} for {text}", start.elapsed());
}

/// A PNG image that says another size than it has, with the checksum of its header set right.
fn png_that_claims([width, height]: [u32; 2]) -> Vec<u8> {
    let mut bytes = png([1, 1], ColorType::Grayscale, BitDepth::Sixteen, &[1, 2]);
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let mut crc = flate2::Crc::new();
    crc.update(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&crc.sum().to_be_bytes());
    bytes
}

#[test]
fn absurd_sizes_are_refused_before_anything_is_made_for_them() {
    let absurd = |name: &str, bytes: &[u8], text: &str| assert_refused(name, bytes, ErrorKind::TooLarge, text);
    absurd("a.png", &png_that_claims([60_000, 60_000]), "3600000000 heights are more than 67108864");
    let most = i32::MAX as u32;
    absurd("a.png", &png_that_claims([most, most]), "4611686014132420609 heights are more than 67108864");
    let side = u64::from(u32::MAX);
    absurd(
        "a.tif",
        &tiff(&grey([side, side], 8, 1), &[vec![0]]),
        "18446744065119617025 heights are more than 67108864",
    );
    let mut entries = grey([2, 2], 8, 1);
    entries.retain(|(tag, ..)| *tag != 277);
    entries.push(shorts(277, &[u16::MAX]));
    absurd("a.tif", &tiff(&entries, &[vec![0]]), "65535 bands are more than 64");
    let mut entries = grey([2, 2], 8, 1);
    entries.extend([(322, 4, vec![side]), (323, 4, vec![side])]);
    absurd("a.tif", &tiff(&entries, &[vec![0; 4]]), "18446744065119617025 bytes of a block are more than 1073741824");
    let side = u64::MAX;
    absurd(
        "a.asc",
        format!("ncols {side}\nnrows {side}\n1").as_bytes(),
        &format!("{side} heights are more than 67108864"),
    );
    absurd("a.npy", &npy("|u1", "False", "(67108865, 1)", &[]), "67108865 heights are more than 67108864");
}

#[test]
fn large_maps_need_the_bytes_to_fill_them() {
    let cut = |name: &str, bytes: &[u8], text: &str| assert_refused(name, bytes, ErrorKind::BadFile, text);
    let text = "the image needs 130063 bytes at byte 0, and 70 are left";
    let claims = png_that_claims([8192, 8192]);
    cut("a.png", &claims, &text.replace("70", &claims.len().to_string()));
    for (compression, bits) in [(1, 64), (5, 32), (8, 8), (32_773, 16)] {
        let mut entries = grey([8192, 8192], bits, if bits > 16 { 3 } else { 1 });
        entries.retain(|(tag, ..)| *tag != 259);
        entries.push(shorts(259, &[compression]));
        let needed = 8192 * 8192 / 8 * u64::from(bits) / 4096;
        let text = format!("a block needs {needed} bytes at byte 8, and 9 are left");
        cut("a.tif", &tiff(&entries, &[vec![0; 9]]), &text);
    }
    cut(
        "a.npy",
        &npy("<f8", "False", "(8192, 8192)", &[0; 4]),
        "the array needs 536870912 bytes at byte 128, and 4 are left",
    );
    let text = "the grid needs 134217727 bytes at byte 0, and 26 are left";
    cut("a.asc", b"ncols 8192\nnrows 8192\n1 23", text);
}

#[test]
fn infinite_heights_are_counted_and_the_first_is_named() {
    let values = [0.0_f32, 1.0, f32::NAN, 3.0, f32::NEG_INFINITY, f32::INFINITY];
    let data: Vec<u8> = values.into_iter().flat_map(f32::to_le_bytes).collect();
    let text = "2 heights are infinite, the first in column 1 of row 1";
    assert_refused("a.npy", &npy("<f4", "False", "(2, 3)", &data), ErrorKind::BadFile, text);
    assert_refused("a.tif", &tiff(&grey([3, 2], 32, 3), std::slice::from_ref(&data)), ErrorKind::BadFile, text);
    // The negative control: the same without them.
    assert_eq!(read("a.npy", &npy("<f4", "False", "(2, 2)", &data[..16])).notes, ["samples without data: 1 of 4"]);
}

#[test]
fn a_broken_checksum_of_an_image_is_found() {
    let mut bytes = png([4, 3], ColorType::Grayscale, BitDepth::Eight, &[9; 12]);
    let at = bytes.len() - 13; // Inside the checksum of the pixels.
    bytes[at] ^= 1;
    let error = refusal("a.png", &bytes);
    assert!(error.to_string().starts_with("the PNG image is broken: "), "{error}");
}
