//! The real program on a virtual display: real keys in, real pixels out.
//!
//! These tests need `Xvfb`, and the mesh `nav_test.obj` in the folder `SPANSCOPE_DATA`. Without them they say so and pass,
//! except in continuous integration (`CI` is set), where nothing may be left out.

#[path = "support/data.rs"]
mod data;

use std::collections::HashSet;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use x11rb::connection::{Connection as _, RequestConnection as _};
use x11rb::protocol::Event as XEvent;
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt as _, CreateWindowAux, ImageFormat, InputFocus, MapState, Window as XWindow, WindowClass,
};
use x11rb::rust_connection::RustConnection;

/// How long anything may take; a machine can be busy with other tests.
const PATIENCE: Duration = Duration::from_secs(60);

/// Size of the display and of the window on it.
const SIZE: [u16; 2] = [1440, 900];

/// A program that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill(); // It may have ended by itself.
        let _ = self.0.wait();
    }
}

/// Asks until there is an answer.
fn wait_for<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(begin.elapsed() < PATIENCE, "{what}: not within {PATIENCE:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Says why a test is left out; in continuous integration that is a failure.
fn leave_out(why: &str) {
    assert!(std::env::var_os("CI").is_none(), "{why}, and CI is set");
    eprintln!("left out: {why}");
}

/// A display of its own, on a number that was free.
struct Display {
    name: String,
    connection: RustConnection,
    root: XWindow,
    _server: Running,
}

impl Display {
    fn open() -> Option<Self> {
        let screen = format!("{}x{}x24", SIZE[0], SIZE[1]);
        let server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", &screen, "-nolisten", "tcp", "-noreset"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut server = match server {
            Ok(child) => Running(child),
            Err(error) => {
                leave_out(&format!("Xvfb cannot be started: {error}"));
                return None;
            }
        };
        let mut number = String::new();
        BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut number).unwrap();
        let name = format!(":{}", number.trim());
        let (connection, screen) = wait_for("the display", || RustConnection::connect(Some(&name)).ok());
        let root = connection.setup().roots[screen].root;
        Some(Self { name, connection, root, _server: server })
    }

    /// Presses and lets go keys, the last one while the others are down, as a keyboard does (extension XTEST).
    fn press(&self, keysyms: &[u32]) {
        const KEY_PRESS: u8 = 2;
        const KEY_RELEASE: u8 = 3;
        let codes: Vec<u8> = keysyms.iter().map(|&keysym| self.keycode(keysym)).collect();
        let pressed = codes.iter().map(|&code| (KEY_PRESS, code));
        let released = codes.iter().rev().map(|&code| (KEY_RELEASE, code));
        for (kind, code) in pressed.chain(released) {
            self.fake_input(kind, code);
        }
    }

    fn fake_input(&self, kind: u8, detail: u8) {
        const FAKE_INPUT: u8 = 2;
        let opcode = self.connection.extension_information("XTEST").unwrap().expect("XTEST is there").major_opcode;
        let mut request = [0; 36];
        request[0] = opcode;
        request[1] = FAKE_INPUT;
        request[2..4].copy_from_slice(&9_u16.to_ne_bytes()); // The length, in words of 4 bytes.
        request[4] = kind;
        request[5] = detail;
        let buffers = [std::io::IoSlice::new(&request)];
        self.connection.send_request_without_reply(&buffers, Vec::new()).unwrap().check().unwrap();
    }

    fn keycode(&self, keysym: u32) -> u8 {
        let setup = self.connection.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let map = self.connection.get_keyboard_mapping(first, last - first + 1).unwrap().reply().unwrap();
        let of_a_key = usize::from(map.keysyms_per_keycode);
        let key = map.keysyms.chunks(of_a_key).position(|keysyms| keysyms[0] == keysym);
        first + u8::try_from(key.unwrap_or_else(|| panic!("no key for {keysym:#x}"))).unwrap()
    }

    /// Waits for the program's window and gives it the keyboard, as no window manager does here.
    fn focus_window(&self) -> XWindow {
        let window = wait_for("the window", || {
            let children = self.connection.query_tree(self.root).ok()?.reply().ok()?.children;
            children.into_iter().find(|&child| {
                let attributes = self.connection.get_window_attributes(child).ok().and_then(|c| c.reply().ok());
                let geometry = self.connection.get_geometry(child).ok().and_then(|c| c.reply().ok());
                attributes.is_some_and(|a| a.map_state == MapState::VIEWABLE) && geometry.is_some_and(|g| g.width > 500)
            })
        });
        self.connection.set_input_focus(InputFocus::PARENT, window, x11rb::CURRENT_TIME).unwrap().check().unwrap();
        window
    }

    /// What the program has put on the clipboard, as any other program would ask for it.
    fn clipboard(&self) -> Option<String> {
        let atom =
            |name: &str| self.connection.intern_atom(false, name.as_bytes()).ok()?.reply().ok().map(|it| it.atom);
        let (clipboard, text, answer) = (atom("CLIPBOARD")?, atom("UTF8_STRING")?, atom("ANSWER")?);
        let window = self.connection.generate_id().ok()?;
        let (class, aux) = (WindowClass::INPUT_ONLY, CreateWindowAux::new());
        self.connection.create_window(0, window, self.root, 0, 0, 1, 1, 0, class, 0, &aux).ok()?;
        self.connection.convert_selection(window, clipboard, text, answer, x11rb::CURRENT_TIME).ok()?.check().ok()?;
        loop {
            if let XEvent::SelectionNotify(said) = self.connection.wait_for_event().ok()? {
                let any = AtomEnum::ANY;
                let property =
                    self.connection.get_property(true, window, answer, any, 0, 1 << 20).ok()?.reply().ok()?;
                return (said.property != 0).then(|| String::from_utf8(property.value).ok())?;
            }
        }
    }

    /// What is on the display: four bytes a pixel.
    fn pixels(&self) -> Pixels {
        let [width, height] = SIZE;
        let cookie = self.connection.get_image(ImageFormat::Z_PIXMAP, self.root, 0, 0, width, height, !0).unwrap();
        Pixels(cookie.reply().unwrap().data)
    }

    /// Waits for a steady picture of a stage, by its position in the stage bar.
    fn picture_of(&self, stage: usize) -> Pixels {
        /// What is laid out by the size it had in the frame before needs a second frame.
        const STEADY: Duration = Duration::from_millis(200);
        let mut last = self.pixels();
        let mut since = Instant::now();
        wait_for(&format!("the picture of stage {stage}"), || {
            let now = self.pixels();
            if now != last {
                last = now;
                since = Instant::now();
            }
            // Many colours, and no ground with a line of text on it: not blank.
            let is_shown = last.stage() == Some(stage) && last.colours_in_view() > 40 && last.most_common() < 0.9;
            (is_shown && since.elapsed() > STEADY).then(|| Pixels(last.0.clone()))
        })
    }
}

#[derive(PartialEq)]
struct Pixels(Vec<u8>);

impl Pixels {
    /// The middle of the 3D view, away from panels, legend and axes.
    fn view(&self) -> Vec<&[u8]> {
        let row = |y: usize| &self.0[(y * usize::from(SIZE[0]) + 380) * 4..][..660 * 4];
        (220..600).map(row).collect()
    }

    fn at(&self, x: usize, y: usize) -> [u8; 3] {
        let start = (y * usize::from(SIZE[0]) + x) * 4;
        [self.0[start], self.0[start + 1], self.0[start + 2]]
    }

    /// Which stage is shown: in the stage bar the ground of one chip is unlike that of all others.
    fn stage(&self) -> Option<usize> {
        const PITCH: f32 = 154.4;
        let grounds: Vec<[u8; 3]> = (0..9).map(|i| self.at((60.0 + i as f32 * PITCH) as usize, 34)).collect();
        let others = |i: usize| (0..9).filter(move |&other| other != i);
        (0..9).find(|&i| {
            let other = grounds[(i + 1) % 9];
            grounds[i] != other && others(i).all(|j| grounds[j] == other)
        })
    }

    fn colours_in_view(&self) -> usize {
        let colours: HashSet<[u8; 3]> = self
            .view()
            .iter()
            .flat_map(|row| row.chunks_exact(4))
            .map(|pixel| [pixel[0], pixel[1], pixel[2]])
            .collect();
        colours.len()
    }

    /// The greatest part of the view that has one colour, 0 to 1.
    fn most_common(&self) -> f64 {
        let mut counts = std::collections::HashMap::new();
        let view = self.view();
        let pixels = || view.iter().flat_map(|row| row.chunks_exact(4));
        for pixel in pixels() {
            *counts.entry(pixel).or_insert(0_usize) += 1;
        }
        counts.values().copied().max().unwrap_or(0) as f64 / pixels().count() as f64
    }
}

/// The program, with a home of its own and software rendering.
fn program(home: &TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spanscope"));
    for (name, folder) in
        [("HOME", "home"), ("XDG_CONFIG_HOME", "config"), ("XDG_DATA_HOME", "data"), ("XDG_RUNTIME_DIR", "run")]
    {
        std::fs::create_dir_all(home.path().join(folder)).unwrap();
        command.env(name, home.path().join(folder));
    }
    command
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .env("DBUS_SESSION_BUS_ADDRESS", "disabled:")
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .env("GALLIUM_DRIVER", "llvmpipe")
        .stdin(Stdio::null());
    command
}

fn end_of(running: &mut Running) -> (ExitStatus, String) {
    let status = wait_for("the end of the program", || running.0.try_wait().unwrap());
    let mut said = String::new();
    running.0.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    (status, said)
}

#[test]
fn digits_and_brackets_step_through_a_real_level_until_ctrl_q() {
    let Some(mesh) = data::folder().map(|folder| folder.join("nav_test.obj")) else { return };
    let Some(display) = Display::open() else { return };
    let home = tempfile::tempdir().unwrap();
    let child = program(&home).arg(&mesh).env("DISPLAY", &display.name).stderr(Stdio::piped()).spawn().unwrap();
    let mut running = Running(child);
    display.focus_window();

    // Coloured by change: that shows what a stage did where its result looks like that of the stage before.
    let by_area = display.picture_of(8);
    display.press(&[u32::from(b'c')]);
    wait_for("the colours of change", || (display.pixels().view() != by_area.view()).then_some(()));
    let first = display.picture_of(8);
    let mut seen: Vec<Pixels> = Vec::new();
    for (stage, digit) in (b'1'..=b'9').enumerate() {
        display.press(&[digit.into()]);
        let now = display.picture_of(stage);
        assert!(now.view() != seen.last().unwrap_or(&first).view(), "stage {stage} has a picture of its own");
        seen.push(now);
    }
    display.press(&[u32::from(b'[')]);
    wait_for("the stage before", || (display.pixels().view() == seen[7].view()).then_some(()));
    display.press(&[u32::from(b']')]);
    wait_for("the stage after", || (display.pixels().view() == seen[8].view()).then_some(()));

    const CONTROL_LEFT: u32 = 0xffe3;
    display.press(&[CONTROL_LEFT, u32::from(b'q')]);
    let (status, said) = end_of(&mut running);
    assert_eq!(status.code(), Some(0), "{said}");
    assert!(!said.contains("panicked"), "{said}");
    let recent = std::fs::read_to_string(home.path().join("config/spanscope/recent.txt")).unwrap();
    assert_eq!(recent, format!("{}\n", mesh.display()), "the mesh is remembered");
}

#[test]
fn f12_writes_what_the_window_shows_and_a_command_line_on_the_clipboard_makes_the_view_again() {
    let Some(display) = Display::open() else { return };
    let home = tempfile::tempdir().unwrap();
    let scene = home.path().join("level.scene.json");
    let sample = spanscope::io::sample().unwrap().document;
    spanscope::session::file::save(&sample, &Default::default(), &scene).unwrap();
    let child = program(&home).arg(&scene).env("DISPLAY", &display.name).stderr(Stdio::piped()).spawn().unwrap();
    let mut running = Running(child);
    display.focus_window();
    display.picture_of(8);
    const F12: u32 = 0xffc9;
    display.press(&[F12]);
    let path = home.path().join("level-1.png");
    wait_for("the picture", || path.exists().then_some(()));
    let picture = image::open(&path).unwrap().to_rgb8();
    assert_eq!(picture.dimensions(), (SIZE[0].into(), SIZE[1].into()));
    let colours: HashSet<[u8; 3]> = picture.pixels().map(|pixel| pixel.0).collect();
    assert!(colours.len() > 100, "{} colours", colours.len());

    const CONTROL_LEFT: u32 = 0xffe3;
    const SHIFT_LEFT: u32 = 0xffe1;
    display.press(&[CONTROL_LEFT, SHIFT_LEFT, u32::from(b'c')]);
    let line = wait_for("the command line", || display.clipboard());
    let words = line.strip_prefix("spanscope ").expect("it is ours");
    let shot = format!("'{}' {words}", env!("CARGO_BIN_EXE_spanscope"));
    let status = Command::new("sh").args(["-c", &shot]).current_dir(home.path()).status().unwrap();
    assert!(status.success(), "{line}");
    // The same 3D view: somewhere in the window, between the bars, all of its rows are those of the picture.
    let view = image::open(home.path().join("picture.png")).unwrap().to_rgb8();
    let in_window = |left: u32, top: u32| {
        let same = |x: u32, y: u32| {
            let (a, b) = (view.get_pixel(x, y).0, picture.get_pixel(left + x, top + y).0);
            a.into_iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 2)
        };
        let places =
            (40..view.height() - 40).step_by(7).flat_map(|y| (0..view.width()).step_by(11).map(move |x| (x, y)));
        let (count, equal) = places.fold((0, 0), |(n, m), (x, y)| (n + 1, m + u32::from(same(x, y))));
        equal * 100 > count * 98
    };
    let [right, below] = [picture.width() - view.width(), picture.height() - view.height()];
    let found = (0..=below).any(|top| (300..=right.min(340)).any(|left| in_window(left, top)));
    assert!(found, "{} x {} of the window: {line}", view.width(), view.height());
    display.press(&[CONTROL_LEFT, u32::from(b'q')]);
    let (status, said) = end_of(&mut running);
    assert_eq!(status.code(), Some(0), "{said}");
}

/// `Child::kill` on Unix is `kill -9`: the program cannot do anything about it.
#[test]
fn a_killed_program_leaves_its_changes_behind_and_the_file_as_it_was() {
    let Some(display) = Display::open() else { return };
    let home = tempfile::tempdir().unwrap();
    let scene = home.path().join("level.scene.json");
    let sample = spanscope::io::sample().unwrap().document;
    spanscope::session::file::save(&sample, &Default::default(), &scene).unwrap();
    let own = std::fs::read(&scene).unwrap();
    // Settings on the command line are changes like any other.
    let mut command = program(&home);
    command.arg(&scene).args(["--climb", "3"]).env("DISPLAY", &display.name);
    let mut running = Running(command.stderr(Stdio::null()).spawn().unwrap());
    let folder = home.path().join("data/spanscope/recovery");
    wait_for("the changes are kept", || folder.join("0.scene.json").exists().then_some(()));
    assert!(spanscope::app::recovery::Recovery::begin(&folder).unwrap().1.is_empty(), "it still runs");
    running.0.kill().unwrap();
    running.0.wait().unwrap();

    let (_, left) = spanscope::app::recovery::Recovery::begin(&folder).unwrap();
    assert_eq!(left.len(), 1);
    assert_eq!((left[0].from.as_deref(), left[0].name.as_str()), (Some(scene.as_path()), "level.scene.json"));
    let session = left[0].open(&Default::default(), &Default::default()).unwrap();
    assert_eq!(session.document.settings.climb_rows, 3);
    assert!(session.is_changed());
    assert_eq!(std::fs::read(&scene).unwrap(), own);
}

fn without_a_display(change: impl FnOnce(&mut Command)) -> Output {
    let home = tempfile::tempdir().unwrap();
    let mut command = program(&home);
    change(&mut command);
    command.output().unwrap()
}

#[test]
fn without_a_display_one_sentence_says_so() {
    let output = without_a_display(|_| {});
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.starts_with("error: there is no display: DISPLAY and WAYLAND_DISPLAY are not set"), "{said}");
    assert!(said.contains("spanscope shot"), "it says what can be done without one: {said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn a_display_that_does_not_answer_is_an_error_and_no_panic() {
    let output = without_a_display(|command| {
        command.env("DISPLAY", ":64000");
    });
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.starts_with("error: "), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}
