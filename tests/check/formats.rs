//! JUnit and JSON.

use super::folder::{Folder, scene, scene_with, scene_with_picture};
use serde_json::Value;

/// One scene of each verdict, and a picture that differs.
fn mixed() -> Folder {
    let camera = r#", "view": {"camera": {"target": [4,1,4], "distance": 12, "yaw": 0.7, "pitch": 0.6}}"#;
    let folder = Folder::expecting(&[
        ("equal.scene.json", scene()),
        ("picture.scene.json", scene_with_picture(camera)),
        ("span.scene.json", scene()),
    ]);
    folder.add("span.scene.json", scene_with(6, ""));
    folder.add("picture.scene.json", scene_with_picture(&camera.replace("0.7", "1.7")));
    folder.add("broken <&>.scene.json", "{");
    folder
}

#[test]
fn json_tells_all_of_it_and_text_goes_beside_it_with_out() {
    let folder = mixed();
    let (code, text) = folder.check(&["--format", "json"]);
    assert_eq!(code, 2);
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["verdict"], "failed");
    assert_eq!(value["counts"], serde_json::json!({"scenes": 4, "equal": 1, "updated": 0, "differs": 2, "failed": 1}));
    let scenes = value["scenes"].as_array().unwrap();
    let verdicts: Vec<&Value> = scenes.iter().map(|scene| &scene["verdict"]).collect();
    assert_eq!(verdicts, ["failed", "equal", "differs", "differs"]);
    assert_eq!(scenes[0]["error"]["kind"], "BadScene");
    let stages = &scenes[3]["stages"];
    assert_eq!((&stages["state"], &stages["columns"]["count"]), (&"differs".into(), &1.into()));
    assert_eq!(stages["columns"]["lines"][0]["expected"], "3 3 0:5:63");
    assert_eq!(stages["columns"]["lines"][0]["actual"], "3 3 0:6:63");
    assert_ne!(stages["actual"]["raw"], stages["expected"]["raw"]);
    let picture = &scenes[2]["pictures"][0];
    assert_eq!((&picture["name"], &picture["state"]), (&"small".into(), &"differs".into()));
    assert_eq!(picture["tolerance"].to_string(), "0.008");

    let out = folder.file("result.json");
    let (_, printed) = folder.check(&["--format", "json", "--out", out.to_str().unwrap()]);
    assert!(printed.starts_with("failed   broken <&>.scene.json\n"), "{printed}");
    let written: Value = serde_json::from_slice(&folder.read("result.json")).unwrap();
    let without_times = |mut value: Value| {
        value["scenes"].as_array_mut().unwrap().iter_mut().for_each(|scene| scene["seconds"] = Value::Null);
        value
    };
    assert_eq!(without_times(written), without_times(value));
}

#[test]
fn junit_has_a_case_for_the_stages_of_a_scene_and_one_a_picture() {
    let folder = mixed();
    let (code, text) = folder.check(&["--format", "junit"]);
    assert_eq!(code, 2);
    let document = roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let suites = document.root_element();
    assert_eq!(["tests", "failures", "errors"].map(|name| suites.attribute(name)), [Some("5"), Some("2"), Some("1")]);
    let cases = suites.descendants().filter(|node| node.has_tag_name("testcase"));
    let found: Vec<(String, Option<&str>)> = cases
        .map(|case| {
            let child = case.children().find(|child| child.is_element()).map(|child| child.tag_name().name());
            (case.attribute("name").unwrap().to_owned(), child)
        })
        .collect();
    let expected = [
        ("broken <&>.scene.json", Some("error")),
        ("equal.scene.json", None),
        ("picture.scene.json", None),
        ("picture.scene.json: picture small", Some("failure")),
        ("span.scene.json", Some("failure")),
    ];
    assert_eq!(found, expected.map(|(name, child)| (name.to_owned(), child)));
    let failure = suites.descendants().rfind(|node| node.has_tag_name("failure")).unwrap();
    assert_eq!(
        failure.attribute("message"),
        Some("first difference at stage raw: 1 column differs, the first at 3, 3")
    );
    assert!(failure.text().unwrap().contains("actual   3 3 0:6:63"));
}

#[test]
fn an_update_passes_in_every_format() {
    for format in ["junit", "json"] {
        let folder = Folder::new();
        folder.add("a.scene.json", scene_with_picture(""));
        let (code, text) = folder.check(&["--update", "--format", format]);
        assert_eq!(code, 0, "{text}");
        assert!(!text.contains("<failure") && !text.contains("\"differs\": 1"), "{text}");
    }
}
