//! An input whose file is not there.

/// What a scene says about an input that could not be read: nothing of it is run, and nothing of it is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingSource {
    /// What it is, by the scene.
    pub label: &'static str,
    /// The scene's own text about it, with everything that was chosen.
    pub text: String,
}
