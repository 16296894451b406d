//! Small height maps, written here byte by byte or by the encoders of their formats.

use png::{BitDepth, ColorType};
use spanscope::io::LoadError;
use spanscope::io::height_map::parse;
use spanscope::source::height_map::{HeightSamples, SampleKind};
use std::path::Path;

/// The samples of a file that exists only here.
#[track_caller]
pub fn read(name: &str, bytes: &[u8]) -> HeightSamples {
    parse(bytes, Path::new(name), None).unwrap()
}

/// The refusal of a file that exists only here.
#[track_caller]
pub fn refusal(name: &str, bytes: &[u8]) -> LoadError {
    parse(bytes, Path::new(name), None).unwrap_err()
}

/// Samples that need no file.
pub fn samples(counts: [usize; 2], values: &[f64], kind: SampleKind) -> HeightSamples {
    HeightSamples { counts, values: values.to_vec(), spacing: None, corner: None, kind, notes: Vec::new() }
}

/// The bits of every value, so that NaN equals itself and -0 is not 0.
pub fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// A PNG image of this size, with data as it is stored.
pub fn png([width, height]: [u32; 2], colour: ColorType, depth: BitDepth, data: &[u8]) -> Vec<u8> {
    png_with([width, height], colour, depth, data, |_| {})
}

/// As [`png`], with more to say about the image.
pub fn png_with(
    [width, height]: [u32; 2],
    colour: ColorType,
    depth: BitDepth,
    data: &[u8],
    more: impl FnOnce(&mut png::Encoder<&mut Vec<u8>>),
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(colour);
    encoder.set_depth(depth);
    more(&mut encoder);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(data).unwrap();
    writer.finish().unwrap();
    bytes
}

/// A file of NumPy with this type, order and shape.
pub fn npy(descr: &str, fortran: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}");
    header.extend(std::iter::repeat_n(' ', 63 - (header.len() + 10) % 64));
    header.push('\n');
    [b"\x93NUMPY\x01\x00", (header.len() as u16).to_le_bytes().as_slice(), header.as_bytes(), data].concat()
}

/// A tag of a TIFF directory: its number, its type, and its values as bits.
pub type Entry = (u16, u16, Vec<u64>);

/// A text as the values of a tag.
pub fn ascii(tag: u16, text: &str) -> Entry {
    (tag, 2, text.bytes().chain([0]).map(u64::from).collect())
}

/// Doubles as the values of a tag.
pub fn doubles(tag: u16, values: &[f64]) -> Entry {
    (tag, 12, bits(values))
}

/// Short numbers as the values of a tag.
pub fn shorts(tag: u16, values: &[u16]) -> Entry {
    (tag, 3, values.iter().map(|&value| value.into()).collect())
}

/// What every image of one band says: size, bits a sample, and the format of a sample (1 unsigned, 2 signed, 3 float).
pub fn grey([width, height]: [u64; 2], bits: u16, format: u16) -> Vec<Entry> {
    let size = [(256, 4, vec![width]), (257, 4, vec![height])];
    let rest = [shorts(258, &[bits]), shorts(259, &[1]), shorts(262, &[1]), shorts(277, &[1]), shorts(339, &[format])];
    size.into_iter().chain(rest).collect()
}

/// A TIFF image of these entries and these blocks, which are strips, or tiles where the entries give a tile's width. An
/// empty block is none: the file leaves it out.
pub fn tiff(entries: &[Entry], blocks: &[Vec<u8>]) -> Vec<u8> {
    tiff_in(Order::Little, entries, blocks)
}

#[derive(Clone, Copy, PartialEq)]
pub enum Order {
    Little,
    Big,
}

impl Order {
    fn bytes(self, value: u64, size: usize) -> Vec<u8> {
        match self {
            Self::Little => value.to_le_bytes()[..size].to_vec(),
            Self::Big => value.to_be_bytes()[8 - size..].to_vec(),
        }
    }
}

pub fn tiff_in(order: Order, entries: &[Entry], blocks: &[Vec<u8>]) -> Vec<u8> {
    let mut body = Vec::new();
    let mut starts = Vec::new();
    for block in blocks {
        starts.push(if block.is_empty() { 0 } else { 8 + body.len() as u64 });
        body.extend_from_slice(block);
    }
    let is_tiled = entries.iter().any(|(tag, ..)| *tag == 322);
    let [start, length] = if is_tiled { [324, 325] } else { [273, 279] };
    let mut entries = entries.to_vec();
    entries.push((start, 4, starts));
    entries.push((length, 4, blocks.iter().map(|block| block.len() as u64).collect()));
    entries.sort_by_key(|(tag, ..)| *tag);

    let mut directory = order.bytes(entries.len() as u64, 2);
    for (tag, kind, values) in &entries {
        let size = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8][usize::from(*kind)];
        let mut data: Vec<u8> = values.iter().flat_map(|&value| order.bytes(value, size)).collect();
        if data.len() > 4 {
            let at = 8 + body.len() as u64;
            body.append(&mut data);
            data = order.bytes(at, 4);
        }
        data.resize(4, 0);
        let head = [order.bytes((*tag).into(), 2), order.bytes((*kind).into(), 2), order.bytes(values.len() as u64, 4)];
        directory.extend([head.concat(), data].concat());
    }
    let magic = if order == Order::Little { b"II" } else { b"MM" };
    let at = order.bytes(8 + body.len() as u64, 4);
    [magic.to_vec(), order.bytes(42, 2), at, body, directory, vec![0; 4]].concat()
}

/// One file of every kind, with several heights in each.
pub fn one_of_each() -> Vec<(&'static str, Vec<u8>)> {
    let words: Vec<u8> = (0..12_u16).flat_map(|n| (n * 999).to_be_bytes()).collect();
    let floats: Vec<u8> = (0..12_u8).flat_map(|n| (f32::from(n) / 3.0).to_le_bytes()).collect();
    let mut geo = grey([4, 3], 32, 3);
    geo.extend([doubles(33550, &[2.0, 2.0, 0.0]), doubles(33922, &[0.0, 0.0, 0.0, 100.0, 200.0, 0.0])]);
    geo.extend([ascii(42113, "0"), shorts(34735, &[1, 1, 0, 1, 1025, 0, 1, 2])]);
    geo.push(ascii(42112, "<GDALMetadata><Item name=\"SCALE\" sample=\"0\" role=\"scale\">2</Item></GDALMetadata>"));
    let mut tiled = grey([3, 2], 16, 1);
    tiled.extend([shorts(322, &[16]), shorts(323, &[16])]);
    vec![
        ("grey.png", png([4, 3], ColorType::Grayscale, BitDepth::Sixteen, &words)),
        ("colour.png", png([2, 2], ColorType::Rgba, BitDepth::Eight, &words[..16])),
        ("geo.tif", tiff(&geo, std::slice::from_ref(&floats))),
        ("tiled.tif", tiff(&tiled, &[vec![7; 512]])),
        (
            "grid.asc",
            b"ncols 2\nnrows 2\nxllcorner 1\nyllcorner 2\ncellsize 3\nNODATA_value -1\n1 2.5\n-1 4e1\n".into(),
        ),
        ("c.npy", npy("<f4", "False", "(3, 4)", &floats)),
        ("fortran.npy", npy("<i2", "True", "(3, 4)", &words)),
    ]
}
