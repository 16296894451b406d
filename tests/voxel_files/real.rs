//! Voxel files as other programs write them, from a folder that is not part of the project.

#[path = "../support/data.rs"]
mod data;

use super::samples::cells;
use spanscope::io::load;
use spanscope::io::voxels::{load_density, load_voxels, parse};
use spanscope::pipeline::{ErrorKind, Input, Monitor, run};
use spanscope::source::VoxelMaterial;
use std::path::Path;
use std::time::{Duration, Instant};

/// What is asserted of a file: width, height and depth, how many voxels, and a sum over places and materials. The expected
/// ones are from a second reader, a script in another language, written from the formats' descriptions.
type Facts = ([i32; 3], usize, i64);

fn facts(path: &Path) -> Facts {
    let start = Instant::now();
    let loaded = load(path).unwrap();
    let took = start.elapsed();
    let Input::Chunk(chunk) = &loaded.scene().unwrap().inputs[0] else { panic!("a chunk") };
    let cells = cells(chunk);
    let (voxels, sum) = (cells.len(), cells.iter().map(weight).sum());
    let size = [chunk.width, chunk.height, chunk.depth];
    eprintln!("{}: {size:?}, {voxels} voxels, {} runs, {took:?}, {:?}", path.display(), chunk.runs.len(), loaded.notes);
    assert!(took < Duration::from_secs(5), "{took:?}");
    let run = run(&loaded.scene().unwrap(), &Monitor::default()).unwrap();
    assert_eq!((run.tally.voxels_outside, run.pieces.pieces().len()), (0, chunk.runs.len()));
    (size, voxels, sum)
}

fn weight((&[x, y, z], &material): (&[i32; 3], &i32)) -> i64 {
    i64::from(x) + 31 * i64::from(y) + 1009 * i64::from(z) + 100_003 * i64::from(material)
}

#[test]
fn real_files_have_the_voxels_that_a_second_reader_finds() {
    let Some(folder) = data::folder() else { return };
    for (name, expected) in [
        ("dot_vox_placeholder.vox", ([2, 2, 2], 4, 68_404_134)),
        ("dot_vox_placeholder-with-materials.vox", ([2, 2, 2], 4, 68_404_134)),
        ("dot_vox_axes.vox", ([260, 199, 287], 12_452, 288_013_282_344)),
        ("ogt_test_multiple_model_scene.vox", ([106, 16, 106], 12_926, 23_855_067_909)),
        ("pynrrd_BallBinary30x30x30.nrrd", ([30, 30, 30], 14_328, 1_649_116_980)),
        ("pynrrd_BallBinary30x30x30.nhdr", ([30, 30, 30], 14_328, 1_649_116_980)),
        ("pynrrd_BallBinary30x30x30_gz.nrrd", ([30, 30, 30], 14_328, 1_649_116_980)),
    ] {
        assert_eq!(facts(&folder.join(name)), expected, "{name}");
    }
}

#[test]
fn a_real_file_that_is_no_scene_is_refused() {
    let Some(folder) = data::folder() else { return };
    let error = load(&folder.join("dot_vox_not_a.vox")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BadFile);
    assert!(error.to_string().starts_with("this does not begin with \"VOX \""), "{error}");
}

#[test]
fn real_files_cut_short_are_refused() {
    let Some(folder) = data::folder() else { return };
    for name in ["dot_vox_axes.vox", "ogt_test_multiple_model_scene.vox", "pynrrd_BallBinary30x30x30_gz.nrrd"] {
        let bytes = std::fs::read(folder.join(name)).unwrap();
        for length in (0..bytes.len() - 12).step_by(bytes.len() / 40) {
            assert!(parse(&bytes[..length], Path::new(name), None).is_err(), "{name} {length}");
        }
    }
}

#[test]
fn real_schematics_have_the_blocks_that_a_second_reader_finds() {
    let Some(folder) = data::folder() else { return };
    for (name, size, voxels, sum, kinds, most, first) in [
        (
            "prismarine_smallhouse1.schem",
            [21, 28, 20],
            3201,
            6_860_332_620,
            56,
            ("spruce_stairs", 11, 513),
            ("stone_bricks", 1, 59),
        ),
        (
            "prismarine_viking-house1.schematic",
            [23, 35, 23],
            2492,
            1_342_735_339,
            14,
            ("planks", 3, 611),
            ("grass", 1, 292),
        ),
    ] {
        let file = load_voxels(&folder.join(name), None).unwrap();
        let cells = cells(&file.chunk);
        let found = cells.iter().map(weight).sum::<i64>();
        assert_eq!(
            ([file.chunk.width, file.chunk.height, file.chunk.depth], cells.len(), found),
            (size, voxels, sum),
            "{name}"
        );
        assert_eq!(file.materials.len(), kinds, "{name}");
        let say = |material: &VoxelMaterial| (material.name.clone(), material.number, material.voxels);
        let largest = file.materials.iter().max_by_key(|material| material.voxels).unwrap();
        assert_eq!(say(largest), (most.0.to_owned(), most.1, most.2));
        assert_eq!(say(&file.materials[0]), (first.0.to_owned(), first.1, first.2));
        assert_eq!(file.notes, Vec::<String>::new());
        let bytes = std::fs::read(folder.join(name)).unwrap();
        for length in (0..bytes.len()).step_by(bytes.len() / 40) {
            assert!(parse(&bytes[..length], Path::new(name), None).is_err(), "{name} {length}");
        }
    }
}

#[test]
fn a_real_chunk_of_a_world_is_no_schematic() {
    let Some(folder) = data::folder() else { return };
    let error = load_voxels(&folder.join("fastnbt_chunk1.14.nbt"), None).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BadFile);
    let text = "NBT with the fields \"Level, DataVersion\" is no schematic: those have Schematic, Regions, BlockData or Blocks";
    assert!(error.to_string().starts_with(text), "{error}");
}

#[test]
fn a_real_volume_is_the_same_density_with_a_header_and_without() {
    let Some(folder) = data::folder() else { return };
    let density = |name: &str, raw: Option<&str>| {
        let raw = raw.map(|raw| raw.parse().unwrap());
        load_density(&std::fs::read(folder.join(name)).unwrap(), &folder.join(name), None, raw.as_ref()).unwrap()
    };
    let ball = density("pynrrd_BallBinary30x30x30.nrrd", None);
    assert_eq!((ball.samples, ball.values.iter().filter(|&&value| value > 0.0).count()), ([30; 3], 14_328));
    assert_eq!(density("pynrrd_BallBinary30x30x30_gz.nrrd", None), ball);
    assert_eq!(density("pynrrd_BallBinary30x30x30.raw", Some("30x30x30:i16")), ball);
}
