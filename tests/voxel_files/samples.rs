//! Small voxel files, written byte by byte as their formats say and not through the crates that read them.

use flate2::{Compression, write::GzEncoder};
use spanscope::io::voxels::{VoxelFile, parse};
use spanscope::io::{LoadError, load};
use spanscope::pipeline::dump::{DumpForm, write_dump};
use spanscope::pipeline::{Input, Monitor, Scene, Stage, VoxelChunk, run};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;

/// Width, height and depth of the box that every format can hold.
pub const SIZE: [i32; 3] = [2, 3, 4];

/// The box's material at a cell: every cell has its own, but for two that are empty.
pub fn material(x: i32, y: i32, z: i32) -> u8 {
    if (y, z) == (1, 2) { 0 } else { (1 + x + 2 * y + 6 * z) as u8 }
}

/// The box as a chunk that needs no file.
pub fn inline() -> VoxelChunk {
    let [width, height, depth] = SIZE;
    let voxels: Vec<u8> =
        (0..depth).flat_map(|z| (0..width).flat_map(move |x| (0..height).map(move |y| material(x, y, z)))).collect();
    VoxelChunk::from_dense(width, depth, height, &voxels).unwrap()
}

/// The chunk of a file that exists only here.
#[track_caller]
pub fn read(name: &str, bytes: &[u8]) -> VoxelFile {
    parse(bytes, Path::new(name), None).unwrap()
}

/// The refusal of a file that exists only here.
#[track_caller]
pub fn refusal(name: &str, bytes: &[u8]) -> LoadError {
    parse(bytes, Path::new(name), None).unwrap_err()
}

/// The material at each cell that has one.
pub fn cells(chunk: &VoxelChunk) -> BTreeMap<[i32; 3], i32> {
    chunk.check(0).unwrap();
    let rows = chunk.runs.iter().flat_map(|run| {
        (run.start..run.start + run.length).map(|y| ([run.x, y, run.z], run.material)).collect::<Vec<_>>()
    });
    rows.collect()
}

/// The whole dump of a scene.
pub fn dump(scene: &Scene) -> String {
    let run = run(scene, &Monitor::default()).unwrap();
    let mut dump = Vec::new();
    write_dump(&run, &Stage::ALL, DumpForm::Lines, &mut dump).unwrap();
    String::from_utf8(dump).unwrap()
}

/// The whole dump of a chunk on its own.
pub fn dump_of_chunk(chunk: VoxelChunk) -> String {
    dump(&Scene { inputs: vec![Input::Chunk(chunk.into())], ..Scene::default() })
}

/// The whole dump of a file.
#[track_caller]
pub fn dump_of_file(path: &Path) -> String {
    dump(&load(path).unwrap().scene().unwrap())
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

// MagicaVoxel.

pub fn chunk(name: &str, content: &[u8]) -> Vec<u8> {
    [name.as_bytes(), &(content.len() as u32).to_le_bytes(), &0_u32.to_le_bytes(), content].concat()
}

/// A file with these chunks inside its main one.
pub fn vox(chunks: &[Vec<u8>]) -> Vec<u8> {
    let inside = chunks.concat();
    let main = [b"MAIN".as_slice(), &0_u32.to_le_bytes(), &(inside.len() as u32).to_le_bytes()].concat();
    [b"VOX ".as_slice(), &150_u32.to_le_bytes(), &main, &inside].concat()
}

/// A model's two chunks; each voxel is x, y, z (up) and the palette's index.
pub fn model(size: [u32; 3], voxels: &[[u8; 4]]) -> Vec<u8> {
    let size = size.map(u32::to_le_bytes).concat();
    let content = [(voxels.len() as u32).to_le_bytes().as_slice(), voxels.as_flattened()].concat();
    [chunk("SIZE", &size), chunk("XYZI", &content)].concat()
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn dict(entries: &[(&str, &str)]) -> Vec<u8> {
    let text = |text: &str| [&(text.len() as u32).to_le_bytes(), text.as_bytes()].concat();
    let bytes = entries.iter().flat_map(|(key, value)| [text(key), text(value)].concat()).collect();
    [words(&[entries.len() as u32]), bytes].concat()
}

/// A transform node with one frame.
pub fn transform(node: u32, child: u32, attributes: &[(&str, &str)], layer: u32, frame: &[(&str, &str)]) -> Vec<u8> {
    transform_with(node, child, attributes, layer, &[frame])
}

pub fn transform_with(
    node: u32,
    child: u32,
    attributes: &[(&str, &str)],
    layer: u32,
    frames: &[&[(&str, &str)]],
) -> Vec<u8> {
    let frames = [words(&[frames.len() as u32]), frames.iter().flat_map(|frame| dict(frame)).collect()].concat();
    chunk("nTRN", &[words(&[node]), dict(attributes), words(&[child, u32::MAX, layer]), frames].concat())
}

pub fn group(node: u32, children: &[u32]) -> Vec<u8> {
    chunk("nGRP", &[words(&[node]), dict(&[]), words(&[children.len() as u32]), words(children)].concat())
}

pub fn shape(node: u32, models: &[u32]) -> Vec<u8> {
    let count = words(&[models.len() as u32]);
    let models = models.iter().flat_map(|&model| [words(&[model]), dict(&[])].concat()).collect();
    chunk("nSHP", &[words(&[node]), dict(&[]), count, models].concat())
}

pub fn layer(number: u32, attributes: &[(&str, &str)]) -> Vec<u8> {
    chunk("LAYR", &[words(&[number]), dict(attributes), words(&[u32::MAX])].concat())
}

/// The box as an old file without a scene graph.
pub fn vox_box() -> Vec<u8> {
    let [width, height, depth] = SIZE;
    let mut voxels = Vec::new();
    for (x, y, z) in all_cells() {
        if material(x, y, z) != 0 {
            voxels.push([x as u8, (depth - 1 - z) as u8, y as u8, material(x, y, z)]);
        }
    }
    vox(&[model([width as u32, depth as u32, height as u32], &voxels)])
}

/// All cells of the box, x slowest, z fastest.
pub fn all_cells() -> Vec<(i32, i32, i32)> {
    let [width, height, depth] = SIZE;
    (0..width).flat_map(|x| (0..height).flat_map(move |y| (0..depth).map(move |z| (x, y, z)))).collect()
}

// NumPy.

/// A file with this type, order and shape.
pub fn npy(descr: &str, fortran: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}");
    header.extend(std::iter::repeat_n(' ', 63 - (header.len() + 10) % 64));
    header.push('\n');
    [b"\x93NUMPY\x01\x00", (header.len() as u16).to_le_bytes().as_slice(), header.as_bytes(), data].concat()
}

/// The box in C order, each material written by `bytes`.
pub fn npy_box(descr: &str, bytes: impl Fn(u8) -> Vec<u8>) -> Vec<u8> {
    let data: Vec<u8> = all_cells().into_iter().flat_map(|(x, y, z)| bytes(material(x, y, z))).collect();
    npy(descr, "False", "(2, 3, 4)", &data)
}

// NRRD.

/// The samples of the box, x fastest, as signed 16-bit numbers.
pub fn nrrd_data() -> Vec<u8> {
    let [width, height, depth] = SIZE;
    let cells = (0..depth).flat_map(|z| (0..height).flat_map(move |y| (0..width).map(move |x| material(x, y, z))));
    cells.flat_map(|material| i16::from(material).to_le_bytes()).collect()
}

/// A header for the box, with further lines.
pub fn nrrd_header(encoding: &str, more: &str) -> Vec<u8> {
    let text = "NRRD0004\n# A comment.\ntype: short\ndimension: 3\nsizes: 2 3 4\nendian: little\nkey:=a: value\n";
    format!("{text}encoding: {encoding}\n{more}").into_bytes()
}

pub fn nrrd_box() -> Vec<u8> {
    [nrrd_header("raw", "\n"), nrrd_data()].concat()
}

pub fn nrrd_box_gzip() -> Vec<u8> {
    [nrrd_header("gzip", "\n"), gzip(&nrrd_data())].concat()
}

// binvox.

/// A file with these sizes along x, z and y, and these pairs.
pub fn binvox(dim: &str, pairs: &[[u8; 2]]) -> Vec<u8> {
    let header = format!("#binvox 1\ndim {dim}\ntranslate -0.5 0 1e-3\nscale 2.5\ndata\n");
    [header.as_bytes(), pairs.as_flattened()].concat()
}

/// The box: y fastest, then z, then x.
pub fn binvox_box() -> Vec<u8> {
    let [width, height, depth] = SIZE;
    let cells = (0..width).flat_map(|x| (0..depth).flat_map(move |z| (0..height).map(move |y| material(x, y, z))));
    binvox("2 4 3", &cells.map(|material| [material, 1]).collect::<Vec<_>>())
}

/// Every kind of file with the box in it, by name.
pub fn boxes() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("box.vox", vox_box()),
        ("box.npy", npy_box("|u1", |material| vec![material])),
        ("box.nrrd", nrrd_box()),
        ("box_gzip.nrrd", nrrd_box_gzip()),
        ("box.binvox", binvox_box()),
    ]
}
