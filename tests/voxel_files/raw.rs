//! Raw volumes.

use super::samples::*;
use spanscope::io::voxels::{Axes, Fastest, RawKind, RawVolume, guess_cube, parse_raw};
use spanscope::pipeline::ErrorKind;

fn volume(text: &str) -> RawVolume {
    text.parse().unwrap()
}

#[track_caller]
fn error(bytes: &[u8], volume: &RawVolume) -> (ErrorKind, String) {
    let error = parse_raw(bytes, volume).unwrap_err();
    (error.kind(), error.to_string())
}

#[test]
fn every_kind_of_samples_gives_the_same_chunk() {
    let of = |bytes: fn(u8) -> Vec<u8>| -> Vec<u8> {
        nrrd_data().chunks_exact(2).flat_map(|sample| bytes(sample[0])).collect()
    };
    for (text, data) in [
        ("2x3x4:u8", of(|m| vec![m])),
        ("2x3x4:i8", of(|m| vec![m])),
        ("2x3x4:u16", of(|m| u16::from(m).to_le_bytes().into())),
        ("2x3x4:i16:be", of(|m| i16::from(m).to_be_bytes().into())),
        ("2x3x4:u32:be", of(|m| u32::from(m).to_be_bytes().into())),
        ("2x3x4:i32:le", of(|m| i32::from(m).to_le_bytes().into())),
    ] {
        assert_eq!(parse_raw(&data, &volume(text)).unwrap().chunk, inline(), "{text}");
    }
    let solid: Vec<[i32; 3]> = cells(&inline()).into_keys().collect();
    for (text, data) in [
        ("2x3x4:f32:be", of(|m| f32::from(m).to_be_bytes().into())),
        ("2x3x4:f64", of(|m| f64::from(m).to_le_bytes().into())),
    ] {
        assert_eq!(cells(&parse_raw(&data, &volume(text)).unwrap().chunk).into_keys().collect::<Vec<_>>(), solid);
    }
}

#[test]
fn order_axes_and_skipped_bytes_are_as_a_person_says() {
    let plain: Vec<u8> = all_cells().into_iter().map(|(x, y, z)| material(x, y, z)).collect();
    let read = |text: &str, bytes: &[u8]| parse_raw(bytes, &volume(text)).unwrap().chunk;
    assert_eq!(read("2x3x4:u8:last", &plain), inline());
    assert_eq!(read("4x3x2:u8:zyx", &plain), inline());
    assert_eq!(read("2x3x4:u8:last:skip=3", &[b"abc", plain.as_slice()].concat()), inline());
    // The negative control: the other order is another volume.
    assert_ne!(read("2x3x4:u8", &plain), inline());
}

#[test]
fn a_file_must_be_exactly_as_long_as_the_volume() {
    let short = volume("2x3x4:u16:skip=16");
    let text = |length: usize| {
        let reason = format!("2 x 3 x 4 samples of 2 bytes after 16 bytes are 64 bytes, and the file has {length}");
        (ErrorKind::BadFile, reason)
    };
    for length in (0..70).filter(|&length| length != 64) {
        assert_eq!(error(&vec![1; length], &short), text(length));
    }
    assert!(parse_raw(&[1; 64], &short).is_ok());
    let far = RawVolume { skip: u64::MAX, ..short };
    assert!(
        error(&[1; 64], &far)
            .1
            .ends_with("after 18446744073709551615 bytes are 18446744073709551615 bytes, and the file has 64")
    );
    let large = RawVolume { counts: [4096, 17, 4096], ..short };
    assert_eq!(error(&[], &large), (ErrorKind::TooLarge, "285212672 samples are more than 268435456".into()));
    let absurd = RawVolume { counts: [u64::MAX; 3], ..short };
    assert_eq!(error(&[], &absurd).0, ErrorKind::TooLarge);
    let empty = RawVolume { counts: [1, 0, 1], ..short };
    assert_eq!(error(&[], &empty), (ErrorKind::BadFile, "a volume of 1 x 0 x 1 has no voxels".into()));
    let not_finite = f32::NAN.to_le_bytes();
    assert_eq!(error(&not_finite, &volume("1x1x1:f32")).1, "sample 0 is NaN, not finite");
}

#[test]
fn a_volume_is_written_as_it_is_read() {
    let mut texts = 0;
    for kind in RawKind::ALL {
        for big_endian in [false, true] {
            for axes in ["xyz", "-z-yx"] {
                for fastest in [Fastest::First, Fastest::Last] {
                    for skip in [0, 16, u64::MAX] {
                        let axes = axes.parse::<Axes>().unwrap();
                        let given = RawVolume { counts: [64, 32, 128], kind, big_endian, axes, fastest, skip };
                        assert_eq!(volume(&given.to_string()), given, "{given}");
                        texts += 1;
                    }
                }
            }
        }
    }
    assert_eq!(texts, 192);
    assert_eq!(volume("64x32x64:u8").to_string(), "64x32x64:u8:le:xyz");
    assert_eq!(volume("1x2x3:f64:be:x-zy:last:skip=7").to_string(), "1x2x3:f64:be:x-zy:last:skip=7");
    for text in [
        "",
        "64",
        "64x32:u8",
        "64x32x64x1:u8",
        "64x32x64",
        "64x32x64:",
        "64x32x64:u9",
        "64x32x64:U8",
        "+64x32x64:u8",
        "64x32x99999999999999999999:u8",
        "0x32x64:u8",
        "1x1x70000:u8",
        "64x32x64:u8:xyy",
        "64x32x64:u8:le:be",
        "64x32x64:u8:xyz:le",
        "64x32x64:u8:last:last",
        "64x32x64:u8:skip=-1",
        "64x32x64:u8:skip=",
        "64x32x64:u8:skip=1:skip=1",
        "64x32x64:u8:",
    ] {
        assert!(text.parse::<RawVolume>().is_err(), "{text}");
    }
    let error = "64x32:u8".parse::<RawVolume>().unwrap_err();
    assert_eq!(error, "\"64x32\" in \"64x32:u8\" is not as in 64x32x64:u8:le:xyz:last:skip=16");
}

#[test]
fn a_cube_is_guessed_from_its_length() {
    for side in [1, 2, 3, 30, 255, 256, 645] {
        assert_eq!(guess_cube(side * side * side), Some(volume(&format!("{side}x{side}x{side}:u8"))));
        assert_eq!(guess_cube(side * side * side + 1), None);
    }
    for length in [0, 646 * 646 * 646, u64::MAX, 1 << 63] {
        assert_eq!(guess_cube(length), None, "{length}");
    }
}
