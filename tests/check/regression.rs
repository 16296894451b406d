//! The project's own scenes, checked by the library as anybody's are.

use spanscope::check::{CheckError, Options, Verdict, check_folder};
use spanscope::session::checks::Shown;
use spanscope::session::file;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regression")
}

#[test]
fn our_own_scenes_are_as_expected() {
    let mut wrong = Vec::new();
    let tally = check_folder(&folder(), &Options::default(), |checked, _| {
        if checked.verdict() != Verdict::Equal {
            wrong.push(format!("{}: {:#?}", checked.scene.name, checked.result.map(|findings| findings.stages)));
        }
        Ok::<_, CheckError>(())
    })
    .expect("the folder can be checked");
    assert_eq!(wrong, Vec::<String>::new(), "look with `spanscope check tests/regression --report FOLDER`");
    assert_eq!(tally.scenes(), 5);
}

#[test]
fn our_own_scenes_have_a_picture_of_each_kind() {
    let scenes = spanscope::check::scenes(&folder(), None).unwrap();
    let checks: Vec<Shown> =
        scenes.iter().flat_map(|scene| file::open(&scene.path).unwrap().checks).map(|check| check.show).collect();
    assert!(Shown::ALL.into_iter().all(|shown| checks.contains(&shown)), "{checks:?}");
}
