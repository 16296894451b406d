//! The real window around a shell.

use super::Action;
use super::job::{Job, Opening};
use super::preferences::Preferences;
use super::shell::{Shell, prepare};
use anyhow::Context as _;
use eframe::egui;

/// What a window begins with.
pub struct Start {
    pub opening: Opening,
    /// Bytes of memory that a job may use; `None` is what the preferences say.
    pub memory_limit: Option<u64>,
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// A system library that is missing, no display, or no OpenGL.
pub fn run_window(start: Start) -> anyhow::Result<()> {
    check_system()?;
    let viewport = egui::ViewportBuilder::default()
        .with_inner_size([1440.0, 900.0])
        .with_min_inner_size([1100.0, 660.0])
        .with_drag_and_drop(true)
        .with_app_id("spanscope")
        .with_title("Spanscope");
    let options = eframe::NativeOptions { viewport, dithering: false, ..Default::default() };
    eframe::run_native("spanscope", options, Box::new(move |creation| Ok(Box::new(Window::new(creation, start)?))))
        .map_err(|error| anyhow::anyhow!("{error}"))
        .context("the window could not be opened (without a display, use `spanscope shot` or `spanscope dump`)")
}

struct Window {
    shell: Shell,
    title: String,
}

impl Window {
    fn new(creation: &eframe::CreationContext<'_>, start: Start) -> anyhow::Result<Self> {
        prepare(&creation.egui_ctx);
        let ctx = creation.egui_ctx.clone();
        let mut shell = Shell::new(Preferences::of_user(), move || ctx.request_repaint())?;
        if let Some(bytes) = start.memory_limit {
            shell.set_memory_limit(bytes);
        }
        let ctx = creation.egui_ctx.clone();
        shell.watch_files(move || ctx.request_repaint());
        if let Some(folder) = Preferences::recovery_folder() {
            shell.recover_in(&folder);
        }
        shell.submit(Job::OpenWith(Box::new(start.opening)));
        Ok(Self { shell, title: String::new() })
    }
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        // B's view has a card only once there is a B.
        let has_other = self.shell.other.is_some();
        let views = [Some(&mut self.shell.viewport), Some(&mut self.shell.other_viewport).filter(|_| has_other)];
        for viewport in views.into_iter().flatten() {
            if viewport.wants_card()
                && let Some(gl) = frame.gl().cloned()
            {
                viewport.attach(&gl, |texture| frame.register_native_glow_texture(texture));
            }
        }
        self.shell.ui(ui);
        let closes = ui.input(|input| input.viewport().close_requested());
        if closes && !self.shell.transient.quit && self.shell.session.is_changed() {
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.shell.apply_all(ui.ctx(), [Action::Quit]);
        }
        if self.shell.transient.quit {
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close);
        }
        let title = self.shell.title();
        if self.title != title {
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }
}

/// Looks for the system libraries that the window needs, where a missing one would end the program in the middle of a
/// dependency.
#[cfg(target_os = "linux")]
fn check_system() -> anyhow::Result<()> {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let (wayland, x11) = (set("WAYLAND_DISPLAY") || set("WAYLAND_SOCKET"), set("DISPLAY"));
    anyhow::ensure!(
        wayland || x11,
        "there is no display: DISPLAY and WAYLAND_DISPLAY are not set (without one, use `spanscope shot` or `spanscope dump`)"
    );
    let common = [("libEGL.so.1", "libegl1"), ("libxkbcommon.so.0", "libxkbcommon0")];
    let of_x11 = [
        ("libX11.so.6", "libx11-6"),
        ("libX11-xcb.so.1", "libx11-xcb1"),
        ("libXcursor.so.1", "libxcursor1"),
        ("libXi.so.6", "libxi6"),
        ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
    ];
    let needed = common.iter().chain(if wayland { &[][..] } else { &of_x11[..] });
    let missing: Vec<(&str, &str)> = needed.copied().filter(|(library, _)| !can_open(library)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let libraries: Vec<&str> = missing.iter().map(|(library, _)| *library).collect();
    let packages: Vec<&str> = missing.iter().map(|(_, package)| *package).collect();
    anyhow::bail!(
        "the window needs {}, which this system does not have; on Debian or Ubuntu: apt-get install {}",
        libraries.join(", "),
        packages.join(" ")
    )
}

#[cfg(target_os = "linux")]
fn can_open(library: &str) -> bool {
    // SAFETY: these are system libraries that the window would open itself a moment later.
    unsafe { libloading::Library::new(library) }.is_ok()
}

#[cfg(not(target_os = "linux"))]
fn check_system() -> anyhow::Result<()> {
    Ok(())
}
