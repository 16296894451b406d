//! The `checks` of a scene file.

use super::folder::{Folder, scene};
use spanscope::session::checks::{MAX_CHECKS, PictureCheck, Shown};
use spanscope::session::{Step, View, file};

fn with_checks(checks: &str) -> String {
    let scene = scene();
    format!("{},\n\"checks\": {checks}}}", scene.strip_suffix('}').unwrap())
}

#[test]
fn a_scene_keeps_its_checks_when_it_is_opened_and_saved() {
    let folder = Folder::new();
    let path = folder.add(
        "a.scene.json",
        with_checks(
            r#"[{"name": "plain"}, {"name": "all-of_it", "show": "window", "size": [640, 480], "view": {"stage": "ledges"},
                 "tolerance": 0.1, "mask": [[1, 2, 3, 4]]}]"#,
        ),
    );
    let session = file::open(&path).unwrap();
    let view = View { step: Step::from_name("ledges").unwrap(), ..View::default() };
    let all = PictureCheck {
        show: Shown::Window,
        size: [640, 480],
        view: Some(view),
        tolerance: 0.1,
        mask: vec![[1, 2, 3, 4]],
        ..PictureCheck::new("all-of_it")
    };
    assert_eq!(session.checks, [PictureCheck::new("plain"), all]);

    let saved = folder.file("b.scene.json");
    file::save_with_checks(&session.document, &session.view, &session.checks, &saved).unwrap();
    let again = file::open(&saved).unwrap();
    assert_eq!((&again.checks, &again.document), (&session.checks, &session.document));
    let text = String::from_utf8(folder.read("b.scene.json")).unwrap();
    assert!(
        text.contains(r#""tolerance":0.1,"#) && text.contains(r#"{"name":"plain","show":"view","size":[960,600]}"#),
        "{text}"
    );
}

#[test]
fn a_scene_without_checks_has_none_and_is_saved_without_the_word() {
    let folder = Folder::new();
    let path = folder.add("a.scene.json", scene());
    let session = file::open(&path).unwrap();
    assert_eq!(session.checks, []);
    file::save_with_checks(&session.document, &session.view, &session.checks, &path).unwrap();
    assert!(!String::from_utf8(folder.read("a.scene.json")).unwrap().contains("checks"));
}

#[test]
fn unknown_fields_and_wrong_types_are_refused_with_their_place() {
    let folder = Folder::new();
    for (checks, sentence) in [
        ("[{\"name\": \"a\",\n\"colour\": 1}]", "unknown field `colour`"),
        ("[{\"name\": \"a\", \"view\":\n{\"stages\": 1}}]", "unknown field `stages`"),
        ("[\n[\"a\"]]", "invalid type: sequence, expected an object"),
        ("\n{}", "invalid type: map, expected a sequence"),
        ("[\n{}]", "missing field `name`"),
        ("[{\"name\": \"a\", \"tolerance\":\nnull}]", "invalid type: null"),
        ("[{\"name\": \"a\", \"mask\":\n[[1, 2, 3]]}]", "invalid length 3"),
        ("[{\"name\": \"a\", \"size\":\n[-1, 2]}]", "invalid value: integer `-1`"),
    ] {
        let path = folder.add("a.scene.json", with_checks(checks));
        let error = file::open(&path).unwrap_err();
        assert_eq!(error.kind().to_string(), "BadScene", "{checks}");
        let text = error.to_string();
        assert!(text.contains(sentence) && text.contains(" at line "), "{checks}: {text}");
    }
}

#[test]
fn values_that_no_picture_can_have_are_refused_with_the_bound() {
    let folder = Folder::new();
    let many: Vec<String> = (0..=MAX_CHECKS).map(|number| format!(r#"{{"name": "n{number}"}}"#)).collect();
    let many = format!("[{}]", many.join(","));
    for (checks, sentence) in [
        (r#"[{"name": ""}]"#, "checks: the name \"\" is not 1 to 64 letters, digits, - and _"),
        (r#"[{"name": "../a"}]"#, "checks: the name \"../a\" is not 1 to 64 letters"),
        (r#"[{"name": "a"}, {"name": "A"}]"#, "checks: the name \"A\" is here a second time"),
        (r#"[{"name": "a", "show": "menu"}]"#, "checks: a: show \"menu\" is not known"),
        (r#"[{"name": "a", "view": {"stage": "x"}}]"#, "checks: a: view: stage \"x\" is not known"),
        (r#"[{"name": "a", "size": [15, 100]}]"#, "checks: a: the size 15 x 100 is outside 16 to 8192 pixels"),
        (r#"[{"name": "a", "tolerance": 1.5}]"#, "checks: a: the tolerance 1.5 is outside 0 to 1"),
        (r#"[{"name": "a", "mask": [[0, 0, 0, 5]]}]"#, "checks: a: the mask [0, 0, 0, 5] is empty or outside"),
        (r#"[{"name": "a", "mask": [[900, 0, 61, 5]]}]"#, "outside the 960 x 600 pixels"),
        (many.as_str(), "checks: 101 pictures are more than 100"),
    ] {
        folder.add("a.scene.json", with_checks(checks));
        let (code, text) = folder.check(&[]);
        assert!(code == 2 && text.contains("error BadScene: checks: ") && text.contains(sentence), "{checks}: {text}");
    }
}
