//! TIFF images: kinds of samples, storage, and what GeoTIFF and GDAL say.

use super::samples::*;
use spanscope::source::height_map::SampleKind;
use std::io::Cursor;
use tiff::encoder::colortype::*;
use tiff::encoder::{Compression, DeflateLevel, Predictor, TiffEncoder, TiffValue};

const COMPRESSIONS: [Compression; 4] =
    [Compression::Uncompressed, Compression::Lzw, Compression::Deflate(DeflateLevel::Balanced), Compression::Packbits];

/// Writes 5 x 4 samples with every compression and in strips of one row and of all, small and big, and reads them back.
fn assert_kept<C: ColorType>(stored: &[C::Inner], kind: SampleKind, predictor: Predictor)
where
    C::Inner: Copy + Into<f64>,
    [C::Inner]: TiffValue,
{
    let expected: Vec<f64> = stored.iter().map(|&value| value.into()).collect();
    for (number, compression) in COMPRESSIONS.into_iter().enumerate() {
        for rows in [1, 3, 4] {
            let mut bytes = Cursor::new(Vec::new());
            let encoder = TiffEncoder::new(&mut bytes).unwrap().with_compression(compression).with_predictor(predictor);
            let mut encoder = encoder;
            let mut image = encoder.new_image::<C>(5, 4).unwrap();
            image.rows_per_strip(rows).unwrap();
            image.write_data(stored).unwrap();
            let map = read("a.tif", bytes.get_ref());
            assert_eq!((map.counts, map.kind, map.notes.len()), ([5, 4], kind, 0));
            assert_eq!(bits(&map.values), bits(&expected), "compression {number} in strips of {rows}");
        }
    }
    let mut bytes = Cursor::new(Vec::new());
    TiffEncoder::new_big(&mut bytes).unwrap().write_image::<C>(5, 4, stored).unwrap();
    assert_eq!(bits(&read("a.tif", bytes.get_ref()).values), bits(&expected), "BigTIFF");
}

#[test]
fn every_kind_of_sample_keeps_its_bits_in_every_compression() {
    let spread = |number: u32| number.wrapping_mul(0x9e37_79b9) ^ 0x8000_0001;
    let words: [u32; 20] = std::array::from_fn(|n| spread(n as u32));
    let mut floats = words.map(|word| f32::from_bits(word & 0xbf7f_ffff));
    floats[3] = -0.0;
    let doubles = words.map(|word| f64::from(word) / 3.0 - 1e8);
    for predictor in [Predictor::None, Predictor::Horizontal] {
        assert_kept::<Gray8>(&words.map(|word| word as u8), SampleKind::U8, predictor);
        assert_kept::<GrayI8>(&words.map(|word| word as i8), SampleKind::I8, predictor);
        assert_kept::<Gray16>(&words.map(|word| word as u16), SampleKind::U16, predictor);
        assert_kept::<GrayI16>(&words.map(|word| word as i16), SampleKind::I16, predictor);
        assert_kept::<Gray32>(&words, SampleKind::U32, predictor);
        assert_kept::<GrayI32>(&words.map(|word| word as i32), SampleKind::I32, predictor);
    }
    assert_kept::<Gray32Float>(&floats, SampleKind::F32, Predictor::None);
    assert_kept::<Gray64Float>(&doubles, SampleKind::F64, Predictor::None);
}

/// 20 x 18 samples in 2 x 2 tiles of 16 x 16, in this order of bytes; the tile of a place may be left out.
fn tiled(order: Order, extra: &[Entry], left_out: Option<usize>) -> Vec<u8> {
    let mut entries = grey([20, 18], 16, 2);
    entries.extend([shorts(322, &[16]), shorts(323, &[16])]);
    entries.extend_from_slice(extra);
    let tile = |number: usize| {
        let (left, top) = (number % 2 * 16, number / 2 * 16);
        let places = (top..top + 16).flat_map(|row| (left..left + 16).map(move |column| (column, row)));
        let word = |(column, row)| if column < 20 && row < 18 { (row * 20 + column) as i16 - 100 } else { 9999 };
        let bytes = |word: i16| if order == Order::Little { word.to_le_bytes() } else { word.to_be_bytes() };
        places.flat_map(|place| bytes(word(place))).collect::<Vec<u8>>()
    };
    let tiles: Vec<_> = (0..4).map(|number| if left_out == Some(number) { Vec::new() } else { tile(number) }).collect();
    tiff_in(order, &entries, &tiles)
}

#[test]
fn tiles_are_put_where_they_belong_and_their_margins_are_left_aside() {
    let expected: Vec<f64> = (0..360).map(|n| f64::from(n - 100)).collect();
    for order in [Order::Little, Order::Big] {
        let map = read("a.tif", &tiled(order, &[], None));
        assert_eq!((map.counts, map.kind), ([20, 18], SampleKind::I16));
        assert_eq!(map.values, expected);
    }
}

#[test]
fn blocks_that_are_left_out_hold_no_data_or_0() {
    let map = read("a.tif", &tiled(Order::Little, &[], Some(1)));
    assert_eq!(map.values[15..18], [-85.0, 0.0, 0.0]);
    assert_eq!(map.notes, ["blocks that are not in the file: 1 of 4"]);
    let map = read("a.tif", &tiled(Order::Little, &[ascii(42113, "-32768")], Some(1)));
    assert_eq!(bits(&map.values[15..17]), bits(&[-85.0, f64::NAN]));
    assert_eq!(map.notes[1], "samples without data: 64 of 360");
}

fn float_image(values: &[f32; 4], extra: &[Entry]) -> Vec<u8> {
    let entries = [grey([2, 2], 32, 3), extra.to_vec()].concat();
    tiff(&entries, &[values.iter().flat_map(|value| value.to_le_bytes()).collect()])
}

#[test]
fn the_value_for_no_data_is_compared_as_it_is_stored() {
    let lowest = f32::MIN;
    let holes = |text: &str, values: &[f32; 4]| {
        let map = read("a.tif", &float_image(values, &[ascii(42113, text)]));
        map.values.iter().map(|value| value.is_nan()).collect::<Vec<_>>()
    };
    // Written with 15 digits, the number is beyond the least float, which it means.
    assert_eq!(holes("-3.40282346638529e+38", &[lowest, 1.0, lowest, 0.0]), [true, false, true, false]);
    assert_eq!(holes("0.1", &[0.1, 0.2, 0.0, 1.0]), [true, false, false, false]);
    assert_eq!(holes(" nan ", &[f32::NAN, 0.2, 0.0, 1.0]), [true, false, false, false]);
    assert_eq!(holes("inf", &[f32::INFINITY, 0.2, 0.0, 1.0]), [true, false, false, false]);
}

#[test]
fn scale_and_offset_of_the_first_band_are_applied_behind_the_holes() {
    let metadata = "<GDALMetadata>\n  <Item name=\"OFFSET\" sample=\"0\" role=\"offset\">-100</Item>\n  \
        <Item name=\"SCALE\" sample=\"1\" role=\"scale\">9</Item>\n  <Item name=\"AREA\">Point</Item>\n  \
        <Item name=\"SCALE\" sample=\"0\" role=\"scale\">0.5</Item>\n</GDALMetadata>";
    let tags = [ascii(42112, metadata), ascii(42113, "4")];
    let map = read("a.tif", &float_image(&[0.0, 3.0, 4.0, 208.0], &tags));
    assert_eq!(bits(&map.values), bits(&[-100.0, -98.5, f64::NAN, 4.0]));
    assert_eq!(map.notes[0], "heights are samples times 0.5 plus -100, as the file says");
    let map = read("a.tif", &float_image(&[0.0, 3.0, 4.0, 208.0], &[ascii(42112, "<GDALMetadata")]));
    assert_eq!((map.values[1], map.notes[0].as_str()), (3.0, "metadata that is no XML is left aside"));
    let bad = metadata.replace(">0.5<", ">half<");
    let error = refusal("a.tif", &float_image(&[0.0; 4], &[ascii(42112, &bad)]));
    assert_eq!(error.to_string(), "the scale of the heights is \"half\", not a finite number: a.tif");
}

#[test]
fn the_first_sample_is_the_middle_of_a_square_or_a_point() {
    let place = |keys: &[u16], tie: [f64; 6]| {
        let tags = [doubles(33550, &[10.0, 20.0, 0.0]), doubles(33922, &tie), shorts(34735, keys)];
        let map = read("a.tif", &float_image(&[0.0; 4], &tags));
        (map.spacing, map.corner, map.notes)
    };
    let corner = [0.0, 0.0, 0.0, 1000.0, 5000.0, 0.0];
    let spacing = Some([10.0, 20.0]);
    let uneven = "samples lie 10 apart along x and 20 along z";
    assert_eq!(place(&[1, 1, 0, 0], corner), (spacing, Some([1005.0, -4990.0]), vec![uneven.to_string()]));
    assert_eq!(
        place(&[1, 1, 0, 1, 1025, 0, 1, 1], corner),
        (spacing, Some([1005.0, -4990.0]), vec![uneven.to_string()])
    );
    assert_eq!(
        place(&[1, 1, 0, 1, 1025, 0, 1, 2], corner),
        (spacing, Some([1000.0, -5000.0]), vec![uneven.to_string()])
    );
    let inside = [1.0, 1.0, 0.0, 1000.0, 5000.0, 0.0];
    assert_eq!(
        place(&[1, 1, 0, 1, 1025, 0, 1, 2], inside),
        (spacing, Some([990.0, -5020.0]), vec![uneven.to_string()])
    );
    let degrees = "distances between samples are in degrees, and heights are not";
    assert_eq!(place(&[1, 1, 0, 1, 1024, 0, 1, 2], corner).2, [degrees, uneven]);
    let map = read("a.tif", &float_image(&[0.0; 4], &[doubles(33550, &[0.0, 1.0, 0.0])]));
    assert_eq!((map.spacing, map.notes.len()), (None, 1));
}

#[test]
fn of_several_bands_the_first_is_read() {
    let mut entries = grey([2, 2], 8, 1);
    entries.retain(|(tag, ..)| ![258, 277, 339].contains(tag));
    entries.extend([shorts(258, &[8; 3]), shorts(277, &[3]), shorts(339, &[1; 3])]);
    let interleaved = (1..=12).collect();
    let map = read("a.tif", &tiff(&entries, &[interleaved]));
    assert_eq!(map.values, [1.0, 4.0, 7.0, 10.0]);
    assert_eq!(map.notes, ["bands beyond the first left out: 2"]);
    entries.push(shorts(284, &[2]));
    let map = read("a.tif", &tiff(&entries, &[vec![1, 2, 3, 4], vec![5; 4], vec![6; 4]]));
    assert_eq!(map.values, [1.0, 2.0, 3.0, 4.0], "bands in strips of their own");
}

#[test]
fn images_that_are_no_heights_are_refused() {
    let refused = |change: &[Entry], expected: &str| {
        let mut entries = grey([2, 2], 8, 1);
        entries.retain(|(tag, ..)| change.iter().all(|(changed, ..)| changed != tag));
        entries.extend_from_slice(change);
        let error = refusal("a.tif", &tiff(&entries, &[vec![0; 64]]));
        assert_eq!(error.kind(), spanscope::pipeline::ErrorKind::BadFile);
        assert!(error.to_string().starts_with(expected), "{error}");
    };
    refused(&[shorts(259, &[7])], "compression 7 is not known here; none, LZW, deflate and PackBits are");
    refused(&[shorts(259, &[50000])], "compression 50000 is not known here");
    refused(&[shorts(262, &[0])], "white is 0 in this image");
    refused(&[shorts(258, &[4])], "samples of 4 bits (Uint) are not known here");
    refused(&[shorts(258, &[64])], "samples of 64 bits (Uint) are not known here");
    refused(&[shorts(258, &[16]), shorts(339, &[3])], "samples of 16 bits (IEEEFP) are not known here");
    refused(&[shorts(262, &[3])], "the TIFF image is broken: unsupported error");
    refused(&[shorts(262, &[5]), shorts(277, &[4])], "an image of colours CMYK(8) holds no heights");
    refused(&[shorts(262, &[2]), shorts(277, &[5]), shorts(338, &[0, 0])], "5 bands, of which 3 are colours");
    refused(&[ascii(42113, "none")], "the value for no data is \"none\", not a number");
}
