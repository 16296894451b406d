//! Pictures that a scene wants to be checked: what each one shows, and how much it may differ.

use super::{View, file_name, stem};
use std::path::{Path, PathBuf};

/// The most pictures of one scene.
pub const MAX_CHECKS: usize = 100;

/// The difference that a picture may have without another word, of 1 for black against white.
///
/// Drivers round differently by 1 or 2 steps of 255, which is below 0.008 even where it is so in every pixel of a square. A
/// cell that is missing, moved or of another colour is above 0.05, and one pixel that changes by half of what there is, above 0.008.
pub const DEFAULT_TOLERANCE: f32 = 0.008;

/// What a picture shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// The 3D view alone.
    #[default]
    View,
    /// The whole window with its panels.
    Window,
    /// The panel of charts.
    Charts,
    /// The panel of the section.
    Section,
}

impl Shown {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::View, Self::Window, Self::Charts, Self::Section];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::View => "view",
            Self::Window => "window",
            Self::Charts => "charts",
            Self::Section => "section",
        }
    }

    /// What is shown under this [`Shown::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shown| shown.name() == name)
    }
}

/// A picture that is compared with a golden one.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureCheck {
    /// Letters, digits, `-` and `_`: a part of the golden picture's file name.
    pub name: String,
    pub show: Shown,
    /// Width and height in pixels, 16 to 8192 each.
    pub size: [u32; 2],
    /// How it is looked at; `None` is the scene's own view.
    pub view: Option<View>,
    /// The mean difference of a square of 8 pixels a side above which the pictures differ, 0 to 1.
    pub tolerance: f32,
    /// Rectangles in pixels that are not compared: left, top, width, height.
    pub mask: Vec<[u32; 4]>,
}

impl PictureCheck {
    /// A picture of the 3D view as the scene has it.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            show: Shown::default(),
            size: [960, 600],
            view: None,
            tolerance: DEFAULT_TOLERANCE,
            mask: Vec::new(),
        }
    }

    /// Looks for what no picture can be.
    ///
    /// # Errors
    /// A sentence with the bound that is broken.
    pub fn check(&self) -> Result<(), String> {
        let Self { name, size: [width, height], tolerance, .. } = self;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if name.is_empty() || name.len() > 64 || !name.chars().all(is_plain) {
            return Err(format!("the name {name:?} is not 1 to 64 letters, digits, - and _"));
        }
        if [width, height].into_iter().any(|side| !(16..=8192).contains(side)) {
            return Err(format!("{name}: the size {width} x {height} is outside 16 to 8192 pixels"));
        }
        if !(0.0..=1.0).contains(tolerance) {
            return Err(format!("{name}: the tolerance {tolerance} is outside 0 to 1"));
        }
        for &[left, top, w, h] in &self.mask {
            let fits = |from: u32, size: u32, end: u32| size > 0 && from.checked_add(size).is_some_and(|to| to <= end);
            if !fits(left, w, *width) || !fits(top, h, *height) {
                return Err(format!(
                    "{name}: the mask [{left}, {top}, {w}, {h}] is empty or outside the {width} x {height} pixels"
                ));
            }
        }
        Ok(())
    }
}

/// The golden picture of a check, beside the scene: `NAME.CHECK.png`.
pub fn golden_path(scene: &Path, check: &str) -> PathBuf {
    beside(scene, &format!("{check}.png"))
}

/// A file beside a scene with its name and another ending, given without the dot before it.
pub fn beside(scene: &Path, ending: &str) -> PathBuf {
    scene.with_file_name(format!("{}.{ending}", stem(&file_name(scene))))
}

/// Looks for what no list of pictures can hold: names count as one whatever their case is, as files of some systems do.
///
/// # Errors
/// A sentence with the bound that is broken.
pub fn check_all(checks: &[PictureCheck]) -> Result<(), String> {
    if checks.len() > MAX_CHECKS {
        return Err(format!("{} pictures are more than {MAX_CHECKS}", checks.len()));
    }
    for (number, check) in checks.iter().enumerate() {
        check.check()?;
        if checks[..number].iter().any(|before| before.name.eq_ignore_ascii_case(&check.name)) {
            return Err(format!("the name {:?} is here a second time", check.name));
        }
    }
    Ok(())
}
