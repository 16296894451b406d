//! Where the files of a scene are when they are not where it says.

use std::path::{Component, Path, PathBuf};

/// What a person said about files of a scene that are not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Where the scene says that a file is, and where it was found.
    pub moved: Vec<(PathBuf, PathBuf)>,
    /// Whether inputs whose file is not there are left out of the run, and kept in the scene.
    pub leaves_out_missing: bool,
}

impl Places {
    /// Where a file is that a scene says is here: where it was found, or, when it is not here, where it would be if it had gone
    /// the way of another one that was found.
    pub fn find(&self, said: &Path) -> PathBuf {
        if let Some((_, found)) = self.moved.iter().find(|(from, _)| from == said) {
            return found.clone();
        }
        let guesses = || self.moved.iter().flat_map(|(from, to)| gone_the_same_way(said, from, to));
        match self.moved.is_empty() || said.exists() {
            true => said.to_owned(),
            false => guesses().find(|guess| guess.is_file()).unwrap_or_else(|| said.to_owned()),
        }
    }
}

/// Where a file could be when another one went from here to there: in the folder that was moved, or beside it.
fn gone_the_same_way(said: &Path, from: &Path, to: &Path) -> Vec<PathBuf> {
    let names = |path: &Path| path.components().rev().map(Component::as_os_str).map(PathBuf::from).collect::<Vec<_>>();
    let same = names(from).iter().zip(&names(to)).take_while(|(a, b)| a == b && a.as_os_str() != "..").count();
    let root = |path: &Path| path.ancestors().nth(same).map(Path::to_owned);
    let in_folder = root(from).zip(root(to)).filter(|_| same > 0);
    let in_folder = in_folder.and_then(|(before, after)| Some(after.join(said.strip_prefix(before).ok()?)));
    let beside = said.file_name().map(|name| to.with_file_name(name));
    in_folder.into_iter().chain(beside).collect()
}
