//! The project's own scenes, checked by the library as anybody's are.

use spanscope::check::{CheckError, Findings, Options, PictureState, StageFinding, Verdict, check_folder};
use spanscope::session::checks::Shown;
use spanscope::session::file;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regression")
}

/// The stages, and each check's name with what became of its picture, without the pixels.
fn what_differs(findings: Findings) -> (StageFinding, Vec<(String, PictureState)>) {
    let pictures = findings.pictures.into_iter().map(|finding| (finding.check.name, finding.state)).collect();
    (findings.stages, pictures)
}

#[test]
fn our_own_scenes_are_as_expected() {
    let mut wrong = Vec::new();
    let tally = check_folder(&folder(), &Options::default(), |checked, _| {
        if checked.verdict() != Verdict::Equal {
            wrong.push(format!("{}: {:#?}", checked.scene.name, checked.result.map(what_differs)));
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
