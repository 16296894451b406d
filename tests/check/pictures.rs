//! Pictures: what is seen, what is passed over, and that they are always the same.

use super::folder::{Folder, command, scene_with, scene_with_picture};
use image::{Rgb, RgbImage};

/// A view from a yaw, for the checks of a scene.
fn view(yaw: f64) -> String {
    format!(
        r#", "view": {{"stage": "merged", "camera": {{"target": [4,1,4], "distance": 12, "yaw": {yaw}, "pitch": 0.6}}}}"#
    )
}

/// The golden picture with another one in its place.
fn change(folder: &Folder, name: &str, change: impl FnOnce(&mut RgbImage)) {
    let mut golden = image::load_from_memory(&folder.read(name)).unwrap().to_rgb8();
    change(&mut golden);
    golden.save(folder.file(name)).unwrap();
}

#[test]
fn one_changed_pixel_is_seen() {
    let folder = Folder::expecting(&[("a.scene.json", scene_with_picture(""))]);
    assert_eq!(folder.check(&[]).0, 0, "the same picture twice");
    change(&folder, "a.small.png", |golden| golden.put_pixel(100, 50, Rgb([255, 0, 255])));
    let (code, text) = folder.check(&[]);
    assert_eq!(code, 1);
    assert!(
        text.contains("picture small: differs by 0.0") && text.contains(", above 0.008, most around pixel 1"),
        "{text}"
    );
    assert!(!text.contains("stage"), "the stages are equal: {text}");
}

#[test]
fn the_least_change_of_one_pixel_is_seen_where_nothing_is_tolerated() {
    let strict = Folder::expecting(&[("a.scene.json", scene_with_picture(r#", "tolerance": 0"#))]);
    change(&strict, "a.small.png", |golden| golden.get_pixel_mut(100, 50).0[1] ^= 1);
    let (code, text) = strict.check(&[]);
    assert!(code == 1 && text.contains(", above 0, most around pixel 1"), "{text}");
}

#[test]
fn a_pixel_under_the_mask_is_passed_over() {
    let masked = r#", "tolerance": 0, "mask": [[0, 0, 10, 10], [98, 48, 5, 5]]"#;
    let folder = Folder::expecting(&[("a.scene.json", scene_with_picture(masked))]);
    change(&folder, "a.small.png", |golden| golden.put_pixel(100, 50, Rgb([255, 0, 255])));
    assert_eq!(folder.check(&[]).0, 0);
    change(&folder, "a.small.png", |golden| golden.put_pixel(103, 50, Rgb([255, 0, 255])));
    assert_eq!(folder.check(&[]).0, 1, "a pixel beside the mask is seen");
}

#[test]
fn another_drivers_rounding_passes_and_one_cell_does_not() {
    let folder = Folder::expecting(&[("a.scene.json", scene_with_picture(&view(0.7)))]);
    let mut state = 7_u32;
    change(&folder, "a.small.png", |golden| {
        for value in golden.iter_mut() {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *value = value.saturating_add_signed(((state >> 16) % 5) as i8 - 2);
        }
    });
    assert_eq!(folder.check(&[]).0, 0, "2 steps of 255 everywhere");
    // One cell of the floor less: the stages are taken from the changed scene, so that only the picture can tell.
    let golden = folder.read("a.small.png");
    let changed = scene_with_picture(&view(0.7)).replace("[5,6,0,1,1]", "[5,6,0,2,1]");
    folder.add("a.scene.json", changed);
    folder.update();
    folder.add("a.small.png", golden);
    let (code, text) = folder.check(&[]);
    assert!(code == 1 && text.contains("picture small: differs by 0."), "{text}");
}

#[test]
fn a_turned_camera_is_seen_and_the_stages_stay_equal() {
    let folder = Folder::expecting(&[("a.scene.json", scene_with_picture(&view(0.7)))]);
    folder.add("a.scene.json", scene_with_picture(&view(0.72)));
    let (code, text) = folder.check(&[]);
    assert_eq!(code, 1);
    assert!(text.contains("picture small: differs by 0.") && !text.contains("stage"), "{text}");
}

#[test]
fn the_scenes_own_view_is_taken_where_a_check_has_none() {
    let scene =
        |yaw: f64| scene_with(5, &format!(r#"{}, "checks": [{{"name": "small", "size": [240, 160]}}]"#, view(yaw)));
    let folder = Folder::expecting(&[("a.scene.json", scene(0.7))]);
    folder.add("a.scene.json", scene(2.0));
    assert_eq!(folder.check(&[]).0, 1);
}

/// A scene with a picture of each kind.
fn all_kinds() -> String {
    let check = |show: &str, size: &str| format!(r#"{{"name": "{show}", "show": "{show}", "size": [{size}]}}"#);
    let checks =
        [check("view", "240,160"), check("charts", "500,220"), check("section", "500,220"), check("window", "800,500")];
    scene_with(5, &format!(r#", "checks": [{}]"#, checks.join(",")))
}

#[test]
fn every_kind_of_picture_has_the_same_bytes_in_another_run_and_another_folder() {
    let folders = [(); 2].map(|()| Folder::expecting(&[("a.scene.json", all_kinds())]));
    let [a, b] = &folders;
    let mut seen = Vec::new();
    for kind in ["view", "charts", "section", "window"] {
        let name = format!("a.{kind}.png");
        assert!(a.read(&name) == b.read(&name), "{kind}");
        seen.push(a.read(&name));
    }
    seen.dedup();
    assert_eq!(seen.len(), 4, "and they are four pictures");
    let again = a.check(&[]);
    assert_eq!(again.0, 0, "{}", again.1);
}

#[test]
fn every_kind_of_picture_sees_a_change_of_what_it_shows() {
    let folder = Folder::expecting(&[("a.scene.json", all_kinds())]);
    let higher = all_kinds().replace("[3,3,0,5,1]", "[3,3,0,8,1]").replace(r#""radius": 1"#, r#""radius": 2"#);
    folder
        .add("a.scene.json", higher.replace("\"checks\"", r#""view": {"section": {"along": "x", "at": 3}}, "checks""#));
    let (code, text) = folder.check(&[]);
    assert_eq!(code, 1);
    for kind in ["view", "charts", "section", "window"] {
        assert!(text.contains(&format!("picture {kind}: differs by")), "{kind}: {text}");
    }
}

#[test]
fn a_missing_or_broken_golden_picture_and_one_of_another_size_are_told() {
    let folder = Folder::expecting(&[("a.scene.json", scene_with_picture(""))]);
    std::fs::remove_file(folder.file("a.small.png")).unwrap();
    let (code, text) = folder.check(&[]);
    assert!(code == 1 && text.contains("picture small: there is no a.small.png yet: --update makes it"), "{text}");
    RgbImage::new(64, 32).save(folder.file("a.small.png")).unwrap();
    let (code, text) = folder.check(&[]);
    assert!(code == 1 && text.contains("picture small: expected 64 x 32 pixels, actual 240 x 160"), "{text}");
    folder.add("a.small.png", "no picture");
    let (code, text) = folder.check(&[]);
    assert!(code == 2 && text.contains("error BadFile: ") && text.contains("a.small.png"), "{text}");
    folder.update();
    assert_eq!(folder.check(&[]).0, 0, "an update writes it anew");
}

#[test]
fn without_opengl_a_scene_with_pictures_fails_and_one_without_does_not() {
    let folder = Folder::expecting(&[("a.scene.json", scene_with(5, "")), ("b.scene.json", scene_with_picture(""))]);
    // A list of vendors that is empty leaves no EGL device.
    let vendors = folder.path().to_str().unwrap();
    let output = command().arg(folder.path()).env("__EGL_VENDOR_LIBRARY_DIRS", vendors).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(
        text.starts_with("equal    a.scene.json\nfailed   b.scene.json\n  error: picture small cannot be made: "),
        "{text}"
    );
}
