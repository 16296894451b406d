//! `spanscope shot`: a picture of the 3D view or of the whole window, made by the window's own code on a surface in memory.

use super::density_args::DensityArgs;
use super::other_args::OtherArgs;
use super::overrides::{Overrides, triple};
use super::seeing_args::SeeingArgs;
use crate::app::Action;
use crate::app::job::Job;
use crate::app::questions::Question;
use crate::app::shell::Shell;
use crate::app::studio::Studio;
use crate::app::transient::Problem;
use crate::app::transient::Transient;
use crate::inspect::Crop;
use crate::io::{LoadError, is_same_file, known_files, replace_file};
use crate::pipeline::ErrorKind;
use crate::pipeline::Stage;
use crate::pipeline::frame::MAX_COORDINATE;
use crate::session::checks::Shown;
use crate::session::panels::{BottomTab, RightTab};
use crate::session::view::ViewChange;
use crate::session::{CameraState, Colouring, LookFrom, MeshOverlay, PanelTab, Selection, Step, View};
use clap::{Args, ValueEnum};
use eframe::egui;
use std::io::Cursor;
use std::path::PathBuf;
use thiserror::Error;

/// The words of `spanscope shot`.
#[derive(Debug, Args)]
pub struct ShotArgs {
    #[arg(help = format!("A file to open; the sample level when there is none: {}", known_files()))]
    pub scene: Option<PathBuf>,
    /// Where the picture goes
    #[arg(long, short, value_name = "FILE.png")]
    pub out: PathBuf,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", value_parser = size, default_value = "1280x800")]
    pub size: [u32; 2],
    /// Pixels to a point of the user interface: 2 for a screen with high resolution
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0)]
    pub scale: f32,
    /// The whole window with its panels instead of the 3D view alone
    #[arg(long)]
    pub window: bool,
    /// Tabs of the panels to open, separated by commas, such as scene,column,messages
    #[arg(long, value_delimiter = ',', value_parser = panel, value_name = "PANEL,…", requires = "window")]
    pub panel: Vec<PanelTab>,
    /// Press the buttons of these panels, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', value_name = "BUTTON,…", requires = "window")]
    pub ask: Vec<Ask>,
    /// On light ground
    #[arg(long)]
    pub light: bool,
    /// The view as the `view` block of a scene file, in the place of the file's own: what Copy as command line gives
    #[arg(long, value_name = "JSON", value_parser = crate::session::file::parse_view)]
    pub state: Option<View>,
    /// What is shown: input, raw, merged, low_hanging, ledges, low_height, compact, eroded or volumes
    #[arg(long, value_parser = named(Step::from_name, "a stage"), value_name = "STAGE")]
    pub stage: Option<Step>,
    /// What colours mean: area, change, reason, height, distance or piece
    #[arg(long, value_parser = named(Colouring::from_name, "a colouring"), value_name = "COLOURING")]
    pub colour: Option<Colouring>,
    /// The stage that changes are counted from; the one before when it is not given
    #[arg(long, value_parser = named(Step::from_name, "a stage"), value_name = "STAGE")]
    pub since: Option<Step>,
    /// The input mesh over the spans: hidden, wireframe, translucent or solid
    #[arg(long, value_parser = named(MeshOverlay::from_name, "an overlay"), value_name = "OVERLAY")]
    pub mesh: Option<MeshOverlay>,
    /// Show the links of the open stages
    #[arg(long)]
    pub links: bool,
    /// Show dropped pieces
    #[arg(long)]
    pub dropped: bool,
    /// Leave out the free space over floors
    #[arg(long)]
    pub no_clearance: bool,
    /// Look from here at all there is: top, front, side or iso
    #[arg(long, value_parser = named(LookFrom::from_name, "a view"), value_name = "VIEW")]
    pub view: Option<LookFrom>,
    /// Camera: the world position it turns around
    #[arg(long, value_name = "X,Y,Z", value_parser = triple::<f64>, allow_hyphen_values = true, requires = "camera_distance", conflicts_with = "view")]
    pub camera_target: Option<[f64; 3]>,
    /// Camera: world units from the target to the eye
    #[arg(long, value_name = "UNITS", requires = "camera_target")]
    pub camera_distance: Option<f64>,
    /// Camera: degrees around the y axis, 0 from +z; 45 when not given
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true, requires = "camera_target")]
    pub camera_yaw: Option<f64>,
    /// Camera: degrees above the horizon; 35 when not given
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true, requires = "camera_target")]
    pub camera_pitch: Option<f64>,
    /// Without perspective
    #[arg(long)]
    pub ortho: bool,
    /// First column and row that are shown
    #[arg(long, value_name = "X,ROW,Z", value_parser = triple::<u32>)]
    pub crop_min: Option<[u32; 3]>,
    /// One past the last column and row that are shown
    #[arg(long, value_name = "X,ROW,Z", value_parser = triple::<u32>)]
    pub crop_max: Option<[u32; 3]>,
    /// Select a column, and a span in it by the row of its surface
    #[arg(long, value_name = "X,Z[,ROW]", value_parser = selection)]
    pub select: Option<Selection>,
    /// Mark a triangle by its number over all inputs, and show the cells it touches
    #[arg(long, value_name = "NUMBER")]
    pub triangle: Option<u32>,
    /// Show raw or merged as it was after so many pieces
    #[arg(long, value_name = "PIECES")]
    pub replay: Option<usize>,
    #[command(flatten)]
    pub other: OtherArgs,
    #[command(flatten)]
    pub seeing: SeeingArgs,
    #[command(flatten)]
    pub density: DensityArgs,
    #[command(flatten)]
    pub overrides: Overrides,
}

/// Why there is no picture.
#[derive(Debug, Error)]
#[error("{text}")]
pub struct ShotError {
    /// The family of the error, where it has one.
    pub kind: Option<ErrorKind>,
    text: String,
}

impl From<Problem> for ShotError {
    fn from(problem: Problem) -> Self {
        Self { kind: problem.kind, text: problem.text }
    }
}

/// Makes the picture and writes it.
///
/// # Errors
/// As [`picture`], and a file that cannot be written.
pub fn shot(args: &ShotArgs) -> anyhow::Result<()> {
    let (picture, files) = picture_and_files(args)?;
    if files.iter().any(|file| is_same_file(file, &args.out)) {
        return Err(LoadError::WouldReplaceInput { path: args.out.clone() }.into());
    }
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, image::ImageFormat::Png)?;
    replace_file(&args.out, png.get_ref()).map_err(|source| LoadError::Io { path: args.out.clone(), source })?;
    Ok(())
}

/// Makes the picture; nothing is written.
///
/// # Errors
/// A scene that cannot be opened or run, no OpenGL.
pub fn picture(args: &ShotArgs) -> anyhow::Result<image::RgbaImage> {
    Ok(picture_and_files(args)?.0)
}

/// The picture, and the files that were read for it.
fn picture_and_files(args: &ShotArgs) -> anyhow::Result<(image::RgbaImage, Vec<PathBuf>)> {
    anyhow::ensure!((0.25..=8.0).contains(&args.scale), "scale {} is outside 0.25 to 8", args.scale);
    let theme = if args.light { egui::Theme::Light } else { egui::Theme::Dark };
    let mut studio = Studio::new(args.size, args.scale, theme)?;
    let ctx = studio.context();
    let shown = if args.window { Shown::Window } else { Shown::View };
    let shell = &mut studio.shell;
    if let Some(bytes) = args.overrides.import.memory_limit {
        shell.set_memory_limit(bytes);
    }
    shell.submit(Job::OpenWith(Box::new(args.overrides.clone().into_opening(args.scene.clone()))));
    settle(shell)?;
    if let Some(view) = &args.state {
        shell.session.view = view.clone();
        shell.make_chosen_other();
        settle(shell)?;
    }
    check_view(args, shell)?;
    let tabs = args.panel.iter().copied().chain(args.ask.iter().map(|ask| ask.tab()));
    shell.apply_all(&ctx, tabs.map(Action::ShowTab));
    let actions = view_actions(args, shell);
    shell.apply_all(&ctx, actions);
    start_replay(args, shell, &ctx)?;

    args.other.make(shell, &ctx, args.panel.is_empty())?;

    studio.attach();
    // The picture's proportions are known only when it was drawn once; then the camera is set.
    studio.draw(shown);
    studio.shell.apply_all(&ctx, args.seeing.camera_actions().into_iter().chain(camera_actions(args)));
    studio.draw(shown);
    let shell = &mut studio.shell;
    let selection = shell.session.view.selection;
    let questions = args.ask.iter().filter_map(|ask| ask.question(&shell.transient, selection));
    let questions: Vec<Action> = questions.map(Action::Ask).collect();
    shell.apply_all(&ctx, questions);
    // What a panel asked is answered now, and the answer can make it ask more.
    while settle(&mut studio.shell)? {
        studio.draw(shown);
    }
    let picture = studio.picture().map_err(anyhow::Error::msg)?;
    let read = args.scene.iter().chain(studio.shell.session.document.files()).cloned().collect();
    Ok((picture, read))
}

/// Refuses what would show something else than what was asked for.
fn check_view(args: &ShotArgs, shell: &Shell) -> anyhow::Result<()> {
    let numbers = [args.camera_distance, args.camera_yaw, args.camera_pitch].into_iter().flatten();
    for number in args.camera_target.into_iter().flatten().chain(numbers) {
        anyhow::ensure!(number.abs() <= MAX_COORDINATE, "camera: {number} is beyond ±{MAX_COORDINATE} (2^21)");
    }
    if let Some(distance) = args.camera_distance {
        anyhow::ensure!(distance > 0.0, "camera: the distance {distance} is not above 0");
    }
    let Some(product) = &shell.product else { return Ok(()) };
    let whole = Crop::whole(&product.run.frame);
    let [width, height, depth] = whole.max;
    if let Some(Selection { x, z, .. }) = args.select {
        anyhow::ensure!(x < width && z < depth, "column {x}, {z} is outside the grid's {width} x {depth}");
    }
    let (min, max) = (args.crop_min.unwrap_or(whole.min), args.crop_max.unwrap_or(whole.max));
    for (i, (axis, end)) in [("x", width), ("row", height), ("z", depth)].into_iter().enumerate() {
        let (from, to) = (min[i], max[i]);
        anyhow::ensure!(from < to && to <= end, "crop: {axis} from {from} to {to} is empty or outside 0 to {end}");
    }
    let (triangles, pieces) = (product.triangles.len(), product.run.pieces.pieces().len());
    if let Some(triangle) = args.triangle {
        anyhow::ensure!((triangle as usize) < triangles, "triangle {triangle} is none of the level's {triangles}");
    }
    if let Some(replay) = args.replay {
        anyhow::ensure!(replay <= pieces, "replay: the level has {pieces} pieces, fewer than {replay}");
    }
    args.density.check(shell)?;
    let step = args.stage.unwrap_or(shell.session.view.step);
    if let Some(colouring) = args.colour.filter(|colouring| colouring.is_of_floors() && !step.has_floors()) {
        let what = if colouring == Colouring::Distance { "distances" } else { "connected pieces" };
        anyhow::bail!("the stage {} has no {what}: they come with compact", step.name());
    }
    args.seeing.check(shell)?;
    if let Some(since) = args.since {
        anyhow::ensure!(since < step, "the stage {} does not come before {}", since.name(), step.name());
    }
    Ok(())
}

/// Waits for the worker, says whether anything came of it, and fails where it failed.
pub(super) fn settle(shell: &mut Shell) -> Result<bool, ShotError> {
    let took = shell.settle();
    shell.transient.problem.take().map_or(Ok(took), |problem| Err(problem.into()))
}

/// What a panel finds out only when its button is pressed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Ask {
    /// What would make the selected surface walkable
    Remedies,
    /// Whether the selected column depends on the order of its pieces
    Order,
    /// The smallest scene in which the selected surface has the same reason
    Repro,
    /// How much is walkable as the sweep's setting goes through its range
    Sweep,
}

impl Ask {
    /// The tab that shows the answer.
    fn tab(self) -> PanelTab {
        match self {
            Self::Remedies | Self::Order | Self::Repro => PanelTab::Right(RightTab::Why),
            Self::Sweep => PanelTab::Bottom(BottomTab::Sweep),
        }
    }

    fn question(self, transient: &Transient, selection: Option<Selection>) -> Option<Question> {
        match self {
            Self::Remedies => selection.map(Question::Remedies),
            Self::Repro => selection.map(Question::Repro),
            Self::Order => selection.map(|selection| Question::Order([selection.x, selection.z])),
            Self::Sweep => transient.sweep.map(Question::Sweep),
        }
    }
}

/// Begins a replay at the place that was asked for.
fn start_replay(args: &ShotArgs, shell: &mut Shell, ctx: &egui::Context) -> anyhow::Result<()> {
    let Some(pieces) = args.replay else { return Ok(()) };
    let step = shell.session.view.step;
    let replays = matches!(step, Step::Stage(Stage::Raw | Stage::Merged));
    anyhow::ensure!(replays, "--replay shows the stages raw and merged, not {}", step.name());
    let mut actions = Vec::new();
    shell.start_replay(&mut actions);
    shell.apply_all(ctx, actions);
    if let Some(replay) = &mut shell.transient.replay {
        replay.at = pieces;
    }
    Ok(())
}

fn view_actions(args: &ShotArgs, shell: &Shell) -> Vec<Action> {
    let view = &shell.session.view;
    let mut layers = view.layers;
    layers.links |= args.links;
    layers.dropped |= args.dropped;
    layers.clearance &= !args.no_clearance;
    layers.mesh = args.mesh.unwrap_or(layers.mesh);
    let mut changes = vec![ViewChange::Layers(layers)];
    changes.extend(args.density.changes(shell));
    changes.extend(args.stage.map(ViewChange::Show));
    changes.extend(args.colour.map(ViewChange::ColourBy));
    changes.extend(args.since.map(|step| ViewChange::CompareWith(Some(step))));
    changes.extend(args.select.map(|selection| ViewChange::Select(Some(selection))));
    changes.extend(args.triangle.map(|triangle| ViewChange::SelectTriangle(Some(triangle))));
    if let (Some(product), true) = (&shell.product, args.crop_min.is_some() || args.crop_max.is_some()) {
        let whole = Crop::whole(&product.run.frame);
        let crop = Crop { min: args.crop_min.unwrap_or(whole.min), max: args.crop_max.unwrap_or(whole.max) };
        changes.push(ViewChange::Crop(Some(crop)));
    }
    let mut actions: Vec<Action> = changes.into_iter().map(Action::from).collect();
    actions.extend(args.seeing.actions(&View { layers, ..view.clone() }));
    actions
}

fn camera_actions(args: &ShotArgs) -> Vec<Action> {
    let mut actions = Vec::new();
    if let Some((target, distance)) = args.camera_target.zip(args.camera_distance) {
        let yaw = args.camera_yaw.unwrap_or(45.0).to_radians();
        let pitch = args.camera_pitch.unwrap_or(35.0).to_radians();
        let camera = CameraState { target, distance, yaw, pitch, orthographic: args.ortho };
        actions.push(ViewChange::Camera(camera).into());
    } else {
        if args.ortho && args.seeing.draw.is_none() {
            actions.push(Action::SwitchProjection);
        }
        actions.extend(args.view.map(Action::LookFrom));
    }
    actions
}

fn named<T: Clone + Send + Sync + 'static>(
    find: fn(&str) -> Option<T>,
    what: &'static str,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| find(text).ok_or_else(|| format!("this is not {what} that is known"))
}

fn panel(text: &str) -> Result<PanelTab, String> {
    PanelTab::from_name(text).ok_or_else(|| format!("this is not one of {}", PanelTab::names().join(", ")))
}

fn size(text: &str) -> Result<[u32; 2], String> {
    let sides = text.split_once('x').and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    sides
        .filter(|sides: &[u32; 2]| sides.iter().all(|side| (16..=8192).contains(side)))
        .ok_or_else(|| "two numbers of pixels from 16 to 8192, such as 1280x800".into())
}

fn selection(text: &str) -> Result<Selection, String> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let number = |text: &str| text.parse().map_err(|_| format!("{text} is no column"));
    match parts.as_slice() {
        [x, z] => Ok(Selection { x: number(x)?, z: number(z)?, row: None }),
        [x, z, row] => {
            let row = row.parse().map_err(|_| format!("{row} is no row"))?;
            Ok(Selection { x: number(x)?, z: number(z)?, row: Some(row) })
        }
        _ => Err("a column as X,Z or a span as X,Z,ROW".into()),
    }
}
