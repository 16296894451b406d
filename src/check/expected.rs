//! What a scene is expected to become: the hash of each stage, as text.

use crate::pipeline::dump::hash_stage;
use crate::pipeline::{PipelineRun, Stage};
use std::fmt;

/// The hashes of a run's stages, and the size of its grid.
///
/// ```text
/// frame 80 67 40
/// raw 0123456789abcdef
/// merged 0123456789abcdef
/// …
/// ```
///
/// The hashes are those of `spanscope dump --hash`. Another engine's file can leave out stages and the frame: what it does not
/// list is not compared. Empty lines and lines that begin with `#` are passed over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// Columns along x, columns along z, rows.
    pub frame: Option<[u32; 3]>,
    /// One a stage, by [`Stage::index`].
    pub hashes: [Option<u64>; Stage::ALL.len()],
}

impl Expected {
    /// What a run is.
    pub fn of_run(run: &PipelineRun) -> Self {
        let frame = [run.frame.width(), run.frame.depth(), run.frame.height()];
        Self { frame: Some(frame), hashes: Stage::ALL.map(|stage| Some(hash_stage(run, stage))) }
    }

    /// The hash of a stage, if it is listed.
    pub fn hash(&self, stage: Stage) -> Option<u64> {
        self.hashes[stage.index()]
    }

    /// The stages of this list whose hash is another one in `actual`, in run order.
    pub fn differing(&self, actual: &Self) -> Vec<Stage> {
        let differs = |stage: &Stage| self.hash(*stage).is_some_and(|hash| actual.hash(*stage) != Some(hash));
        Stage::ALL.into_iter().filter(differs).collect()
    }

    /// Both grids, where both are known and they are not the same.
    pub fn frames_apart(&self, actual: &Self) -> Option<[[u32; 3]; 2]> {
        self.frame.zip(actual.frame).filter(|(a, b)| a != b).map(|(a, b)| [a, b])
    }

    /// Reads the text.
    ///
    /// # Errors
    /// A sentence about the first line that is not of the form, or about a text without any stage.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut expected = Self::default();
        for (line, number) in text.trim_start_matches('\u{feff}').lines().zip(1..) {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            let at_line = |what: String| format!("{what} at line {number}, {:?}", excerpt(line));
            match words.as_slice() {
                [] => {}
                [first, ..] if first.starts_with('#') => {}
                ["frame", sizes @ ..] => {
                    let sizes: Vec<u32> = sizes.iter().filter_map(|size| size.parse().ok()).collect();
                    let sizes = <[u32; 3]>::try_from(sizes).ok().filter(|_| words.len() == 4);
                    expected.frame = Some(sizes.ok_or_else(|| at_line("not three whole numbers after frame".into()))?);
                }
                [name, hash] => {
                    let stage = Stage::from_name(name).ok_or_else(|| at_line(format!("{name:?} is no stage")))?;
                    let hash = read_hash(hash).ok_or_else(|| at_line("not 16 hexadecimal digits".into()))?;
                    if expected.hashes[stage.index()].replace(hash).is_some() {
                        return Err(at_line(format!("the stage {stage} is here a second time")));
                    }
                }
                _ => return Err(at_line("not a stage and its hash".into())),
            }
        }
        if expected.hashes.iter().all(Option::is_none) {
            return Err("no stage is listed".into());
        }
        Ok(expected)
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some([width, depth, height]) = self.frame {
            writeln!(f, "frame {width} {depth} {height}")?;
        }
        for stage in Stage::ALL {
            if let Some(hash) = self.hash(stage) {
                writeln!(f, "{stage} {hash:016x}")?;
            }
        }
        Ok(())
    }
}

fn read_hash(text: &str) -> Option<u64> {
    let is_hash = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| u64::from_str_radix(text, 16).ok()).flatten()
}

fn excerpt(line: &str) -> String {
    line.chars().take(60).collect()
}
