//! What is tried with bytes: read them as one kind of file, and run the pipeline on what they hold if it is small.

use spanscope::inspect::compare;
use spanscope::io::read_options::ReadAs;
use spanscope::io::{LoadError, LoadedScene, ReadOptions, load_bytes, results, scene_json};
use spanscope::pipeline::{ErrorKind, Monitor, run};
use spanscope::source::Assembly;
use std::path::Path;

/// The kinds of files: the name of the target, and the name under which its bytes are read. The folder does not exist, so
/// that files that the bytes name are not there.
pub const TARGETS: [(&str, &str); 15] = [
    ("obj", "none/a.obj"),
    ("gltf", "none/a.glb"),
    ("stl", "none/a.stl"),
    ("ply", "none/a.ply"),
    ("vox", "none/a.vox"),
    ("npy", "none/a.npy"),
    ("nrrd", "none/a.nrrd"),
    ("binvox", "none/a.binvox"),
    ("schematic", "none/a.schem"),
    ("png", "none/a.png"),
    ("tiff", "none/a.tif"),
    ("asc", "none/a.asc"),
    ("raw", "none/a.raw"),
    ("scene_json", "none/a.scene.json"),
    ("results", "none/a.dump"),
];

/// The most memory that inputs and a run may use.
const MEMORY: u64 = 64_000_000;

/// Tries bytes as the kind of file that a target stands for.
///
/// # Panics
/// When a file of indices or voxels was read without complaint and they are wrong: a reader's fault.
pub fn try_bytes(target: &str, bytes: &[u8]) {
    let path = TARGETS.into_iter().find(|(name, _)| *name == target).map(|(_, path)| Path::new(path));
    let path = path.expect("a target of the table");
    let monitor = Monitor::new(MEMORY);
    let mut loaded = Vec::new();
    match target {
        "results" => try_result(bytes, path),
        "scene_json" => loaded.push(scene_json::parse_with(bytes, path, &named_file, &monitor)),
        // The first line is the layout.
        "raw" => {
            let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
            let raw = str::from_utf8(&bytes[..end]).ok().and_then(|line| line.parse().ok());
            let options = ReadOptions { raw, ..ReadOptions::default() };
            loaded.push(load_bytes(bytes.get(end + 1..).unwrap_or_default(), path, &options, &monitor));
        }
        "npy" | "nrrd" => {
            for read_as in ReadAs::ALL {
                let options = ReadOptions { read_as: Some(read_as), ..ReadOptions::default() };
                loaded.push(load_bytes(bytes, path, &options, &monitor));
            }
        }
        _ => loaded.push(load_bytes(bytes, path, &ReadOptions::default(), &monitor)),
    }
    let is_scene = target == "scene_json";
    loaded.into_iter().flatten().for_each(|loaded| try_scene(&loaded, is_scene, &monitor));
}

/// Reads a result and compares it with itself, which must be possible and find nothing.
fn try_result(bytes: &[u8], path: &Path) {
    if let Ok(Some(result)) = results::parse(bytes, path, None) {
        let comparison = compare(["a".into(), "b".into()], &result.snapshot, &result.snapshot);
        assert_eq!(comparison.map(|comparison| comparison.first_difference().is_none()), Ok(true));
    }
}

/// Makes a scene and runs it. What a reader of one file made must have indices and voxels in order.
fn try_scene(loaded: &LoadedScene, is_scene: bool, monitor: &Monitor) {
    let written = scene_json::write(&loaded.document, None, Path::new("none"));
    if is_scene && let Ok(text) = written {
        let again = scene_json::parse_with(text.as_bytes(), Path::new("none/a.scene.json"), &named_file, monitor);
        let again = again.expect("what was written is read");
        assert_eq!(scene_json::write(&again.document, None, Path::new("none")).as_ref(), Ok(&text));
    }
    let kind = match Assembly::default().scene(&loaded.document, monitor) {
        Ok(scene) => run(&scene, monitor).err().map(|error| error.kind()),
        Err(error) => Some(error.kind()),
    };
    let is_disorder = matches!(kind, Some(ErrorKind::BadIndex | ErrorKind::BadChunk | ErrorKind::BadSettings));
    assert!(is_scene || !is_disorder, "a reader made {kind:?}");
}

/// The files that a scene may name: a mesh with parts, heights, and voxels.
fn named_file(path: &Path) -> Result<Vec<u8>, LoadError> {
    let bytes: &[u8] = match path.extension().and_then(|extension| extension.to_str()) {
        Some("obj") => b"o a\nv 0 0 0\nv 0 0 2\nv 2 0 0\nf 1 2 3\no b\nusemtl c\nf 1 3 2\n",
        Some("asc") => b"ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2\n3 4\n",
        Some("raw") => &[1, 0, 2, 0, 0, 0, 3, 1],
        _ => return Err(LoadError::Io { path: path.to_owned(), source: std::io::ErrorKind::NotFound.into() }),
    };
    Ok(bytes.to_vec())
}
