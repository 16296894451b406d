//! PNG images: every bit of every sample arrives.

use super::samples::*;
use png::{BitDepth, ColorType};
use spanscope::source::height_map::SampleKind;

#[test]
fn a_ramp_of_16_bits_keeps_all_its_levels() {
    let data: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_be_bytes).collect();
    let map = read("ramp.png", &png([256, 256], ColorType::Grayscale, BitDepth::Sixteen, &data));
    assert_eq!((map.counts, map.kind, map.notes.len()), ([256, 256], SampleKind::U16, 0));
    assert_eq!(map.values, (0..=u16::MAX).map(f64::from).collect::<Vec<_>>());
    // The negative control: through 8 bits 256 levels would be left.
    let mut coarse: Vec<u64> = map.values.iter().map(|value| (value / 257.0).round() as u64).collect();
    coarse.dedup();
    assert_eq!(coarse.len(), 256);
}

#[test]
fn grey_of_8_bits_is_taken_as_it_is() {
    let map = read("a.png", &png([3, 2], ColorType::Grayscale, BitDepth::Eight, &[0, 1, 127, 128, 254, 255]));
    assert_eq!((map.counts, map.kind, map.spacing, map.corner), ([3, 2], SampleKind::U8, None, None));
    assert_eq!(map.values, [0.0, 1.0, 127.0, 128.0, 254.0, 255.0]);
}

#[test]
fn fewer_bits_are_spread_and_that_is_said() {
    let map = read("a.png", &png([2, 2], ColorType::Grayscale, BitDepth::Four, &[0x0f, 0x1a]));
    assert_eq!(map.values, [0.0, 255.0, 17.0, 170.0]);
    assert_eq!(map.notes, ["levels of fewer than 8 bits are spread over 0 to 255"]);
}

#[test]
fn equal_colours_are_grey_and_others_are_their_brightness() {
    let grey = [1, 1, 1, 255, 255, 255, 7, 7, 7, 0, 0, 0];
    let map = read("a.png", &png([2, 2], ColorType::Rgb, BitDepth::Eight, &grey));
    assert_eq!((map.values.as_slice(), map.notes.len()), ([1.0, 255.0, 7.0, 0.0].as_slice(), 0));
    let colour = [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9];
    let map = read("a.png", &png([2, 2], ColorType::Rgb, BitDepth::Eight, &colour));
    assert_eq!(map.values, [54.0, 182.0, 18.0, 9.0]);
    let note = "a colour image: the brightness of a pixel (21 % red, 72 % green, 7 % blue) is its height";
    assert_eq!(map.notes, [note]);
    let deep: Vec<u8> =
        [[40_000_u16; 3], [40_001; 3], [3; 3], [65_535; 3]].concat().into_iter().flat_map(u16::to_be_bytes).collect();
    let map = read("a.png", &png([2, 2], ColorType::Rgb, BitDepth::Sixteen, &deep));
    assert_eq!((map.kind, map.values), (SampleKind::U16, vec![40_000.0, 40_001.0, 3.0, 65_535.0]));
}

#[test]
fn a_palette_is_looked_up() {
    let bytes = png_with([2, 2], ColorType::Indexed, BitDepth::Eight, &[0, 1, 2, 1], |encoder| {
        encoder.set_palette(vec![10, 10, 10, 200, 200, 200, 30, 30, 30]);
    });
    let map = read("a.png", &bytes);
    assert_eq!((map.values.as_slice(), map.notes.len()), ([10.0, 200.0, 30.0, 200.0].as_slice(), 0));
}

#[test]
fn where_alpha_is_0_there_is_no_data() {
    let data: Vec<u8> =
        [[5_u16, 0], [6, 1], [7, 65_535], [8, 0]].concat().into_iter().flat_map(u16::to_be_bytes).collect();
    let map = read("a.png", &png([2, 2], ColorType::GrayscaleAlpha, BitDepth::Sixteen, &data));
    assert_eq!(bits(&map.values), bits(&[f64::NAN, 6.0, 7.0, f64::NAN]));
    assert_eq!(map.notes, ["samples without data: 2 of 4"]);
    let map = read("a.png", &png([2, 1], ColorType::GrayscaleAlpha, BitDepth::Eight, &[5, 0, 6, 0]));
    assert_eq!(map.values, [5.0, 6.0]);
    assert_eq!(map.notes, ["every pixel is transparent, so transparency is left aside"]);
}
