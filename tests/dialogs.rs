//! The system's file dialogs, through a `zenity` that answers by itself.
//!
//! A test runs itself once more, as a process of its own, in which `zenity` on the search path is a script and there is no
//! session bus: so no test changes the environment of another, and no real dialog can open.
#![cfg(target_os = "linux")]

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use spanscope::app::dialogs::{Answer, FileDialog, Purpose};
use spanscope::app::job::Job;
use spanscope::app::preferences::Preferences;
use spanscope::app::shell::prepare;
use spanscope::app::{Action, Shell};
use spanscope::session::{Edit, Step, file};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Tells a process that it is the inner one, and its folder.
const INNER: &str = "SPANSCOPE_TEST_OF_DIALOGS";

const FLOOR: &str = "v 0 0 0\nv 0 0 6\nv 6 0 6\nv 6 0 0\nf 1 2 3\nf 1 3 4\n";

/// Runs the test of this name again where `zenity` is this script; without a script there is none. In the script `$FOLDER`
/// is the folder that the test is given, and what it is asked for is in the file `asked`, a word a line.
fn with_zenity(name: &str, script: Option<&str>, test: impl FnOnce(&Path)) {
    if let Some(folder) = std::env::var_os(INNER) {
        return test(Path::new(&folder));
    }
    let folder = tempfile::tempdir().unwrap();
    let programs = folder.path().join("programs");
    std::fs::create_dir(&programs).unwrap();
    std::fs::write(folder.path().join("floor.obj"), FLOOR).unwrap();
    if let Some(script) = script {
        let zenity = programs.join("zenity");
        let text = format!("#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$FOLDER/asked\"\n{script}\n");
        std::fs::write(&zenity, text).unwrap();
        std::fs::set_permissions(&zenity, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture", "--test-threads=1"])
        .current_dir(folder.path())
        .env("PATH", &programs)
        .env("FOLDER", folder.path())
        .env(INNER, folder.path())
        .env("DBUS_SESSION_BUS_ADDRESS", "disabled:")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .unwrap();
    let said = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("1 passed"), "the inner test has run: {said}");
}

fn wait_for<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(Instant::now() < deadline, "{what} does not come");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn answer_of(purpose: Purpose) -> Answer {
    let dialog = FileDialog::open(purpose, "level.scene.json", || {});
    wait_for("the answer", || dialog.poll())
}

fn asked(folder: &Path) -> Vec<String> {
    std::fs::read_to_string(folder.join("asked")).unwrap().lines().map(str::to_owned).collect()
}

/// A window with the sample level.
fn window() -> Harness<'static, Shell> {
    let shell = Shell::new(Preferences::default(), || {}).unwrap();
    shell.submit(Job::Sample);
    let mut window = Harness::builder()
        .with_size([1440.0, 900.0])
        .with_max_steps(12)
        .with_context_setup(prepare)
        .build_ui_state(|ui, shell: &mut Shell| shell.ui(ui), shell);
    settle(&mut window);
    assert_eq!(window.state().session.name, "sample level");
    window
}

fn settle(window: &mut Harness<'_, Shell>) {
    window.run();
    window.state_mut().settle();
    window.run();
}

fn press(window: &mut Harness<'_, Shell>, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run();
}

/// Goes on drawing until something is so.
fn draw_until(window: &mut Harness<'_, Shell>, what: &str, is_so: impl Fn(&Shell) -> bool) {
    wait_for(what, || {
        window.run();
        is_so(window.state()).then_some(())
    });
    settle(window);
}

#[test]
fn what_is_chosen_is_the_answer() {
    with_zenity("what_is_chosen_is_the_answer", Some("echo \"$FOLDER/a file.obj\""), |folder| {
        assert_eq!(answer_of(Purpose::Open), Answer::Chosen(folder.join("a file.obj")));
        let words = asked(folder);
        assert!(words.contains(&"--file-selection".into()) && !words.contains(&"--save".into()), "{words:?}");
        for filter in ["All known kinds | *.scene.json *.json *.obj", "Wavefront OBJ mesh | *.obj"] {
            assert!(words.iter().any(|word| word.contains(filter)), "{filter}: {words:?}");
        }
        assert_eq!(answer_of(Purpose::Save), Answer::Chosen(folder.join("a file.obj")));
        let words = asked(folder);
        for word in ["--save", "--confirm-overwrite", "level.scene.json"] {
            assert!(words.contains(&word.into()), "{word}: {words:?}");
        }
    });
}

#[test]
fn a_dialog_that_a_person_closes_is_no_answer() {
    with_zenity("a_dialog_that_a_person_closes_is_no_answer", Some("/bin/sleep 0.6; exit 1"), |_| {
        assert_eq!(answer_of(Purpose::Open), Answer::Nothing);
    });
}

#[test]
fn a_dialog_that_ends_at_once_is_none() {
    with_zenity("a_dialog_that_ends_at_once_is_none", Some("exit 1"), |_| {
        assert_eq!(answer_of(Purpose::Open), Answer::Unavailable);
    });
}

#[test]
fn a_system_without_dialogs_says_so() {
    with_zenity("a_system_without_dialogs_says_so", None, |_| {
        assert_eq!(answer_of(Purpose::Open), Answer::Unavailable);
        assert_eq!(answer_of(Purpose::Save), Answer::Unavailable);
    });
}

#[test]
fn the_window_goes_on_while_a_dialog_is_open_and_opens_what_is_chosen() {
    let script = "while [ ! -e \"$FOLDER/go\" ]; do /bin/sleep 0.02; done; echo \"$FOLDER/floor.obj\"";
    with_zenity("the_window_goes_on_while_a_dialog_is_open_and_opens_what_is_chosen", Some(script), |folder| {
        let mut window = window();
        press(&mut window, Modifiers::COMMAND, Key::O);
        press(&mut window, Modifiers::NONE, Key::Num1);
        assert_eq!(window.state().session.view.step, Step::Input);
        assert_eq!(window.state().session.name, "sample level");
        std::fs::write(folder.join("go"), "").unwrap();
        draw_until(&mut window, "the mesh", |shell| shell.session.name == "floor.obj");
        assert_eq!(window.state().product.as_ref().unwrap().run.tally.triangles, 2);
        assert!(window.state().transient.path_field.is_none());
    });
}

#[test]
fn without_a_dialog_the_path_is_typed() {
    with_zenity("without_a_dialog_the_path_is_typed", None, |folder| {
        let mut window = window();
        press(&mut window, Modifiers::COMMAND, Key::O);
        draw_until(&mut window, "the path field", |shell| shell.transient.path_field.is_some());
        window.get_by_label("This system has no file dialog that could be opened, so type the path.");
        let path = folder.join("floor.obj");
        window.get_by_role_and_label(Role::TextInput, "Path").type_text(&path.display().to_string());
        window.run();
        window.get_by_role_and_label(Role::Button, "Open").click();
        settle(&mut window);
        assert_eq!(window.state().session.name, "floor.obj");
        assert_eq!(window.state().preferences.recent(), [path]);
    });
}

#[test]
fn without_a_dialog_the_place_to_save_is_typed() {
    with_zenity("without_a_dialog_the_place_to_save_is_typed", None, |folder| {
        let mut window = window();
        press(&mut window, Modifiers::COMMAND, Key::S);
        draw_until(&mut window, "the path field", |shell| shell.transient.path_field.is_some());
        let proposed = folder.join("sample_level.scene.json");
        let field = window.state().transient.path_field.as_ref().unwrap();
        assert_eq!((field.purpose, PathBuf::from(&field.text)), (Purpose::Save, proposed.clone()));
        window.get_by_role_and_label(Role::Button, "Save").click();
        settle(&mut window);
        assert_eq!(window.state().session.path.as_ref(), Some(&proposed));
        assert_eq!(file::open(&proposed).unwrap().document, window.state().session.document);
    });
}

#[test]
fn a_new_session_is_saved_where_the_dialog_says() {
    let script = "echo \"$FOLDER/chosen.scene.json\"";
    with_zenity("a_new_session_is_saved_where_the_dialog_says", Some(script), |folder| {
        let mut window = window();
        let ctx = window.ctx.clone();
        window.state_mut().apply_all(&ctx, [Action::from(Edit::ClimbRows(1))]);
        settle(&mut window);
        assert!(window.state().session.is_changed());
        press(&mut window, Modifiers::COMMAND, Key::S);
        draw_until(&mut window, "the file", |shell| !shell.session.is_changed());
        assert!(asked(folder).contains(&"sample_level.scene.json".into()), "{:?}", asked(folder));
        let stored = file::open(&folder.join("chosen.scene.json")).unwrap();
        assert_eq!(stored.document.settings.climb_rows, 1);
        assert_eq!(window.state().session.name, "chosen.scene.json");
    });
}
