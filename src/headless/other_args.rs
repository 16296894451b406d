//! The words of `spanscope shot` about B, the other side of a comparison.

use super::shot::settle;
use crate::app::other::OtherAction;
use crate::app::{Action, Shell};
use crate::session::{OtherView, PanelTab};
use clap::Args;
use eframe::egui;
use std::path::PathBuf;

/// What to compare with, and how it is shown.
#[derive(Debug, Args)]
pub struct OtherArgs {
    /// Compare with another file, B: a scene, a dump, a heightfield of Recast as JSON
    #[arg(long, value_name = "FILE", conflicts_with = "recast_rules")]
    pub against: Option<PathBuf>,
    /// Compare with the same under Recast's rules
    #[arg(long)]
    pub recast_rules: bool,
    /// Show both side by side instead of the difference
    #[arg(long)]
    pub split: bool,
}

impl OtherArgs {
    /// Opens or runs B, where there is to be one. Its table is shown when no other panel is asked for.
    ///
    /// # Errors
    /// A file that cannot be opened or run, and what cannot be shown.
    pub fn make(&self, shell: &mut Shell, ctx: &egui::Context, shows_table: bool) -> anyhow::Result<()> {
        let source = self.against.clone().map(OtherAction::Open).or(self.recast_rules.then_some(OtherAction::Recast));
        anyhow::ensure!(!self.split || source.is_some(), "--split has no meaning without --against or --recast-rules");
        let Some(source) = source else { return Ok(()) };
        let tab = shell.session.view.open_panels().bottom;
        shell.apply_all(ctx, [Action::Other(source)]);
        settle(shell)?;
        if let Some(Err(reason)) = shell.other_comparison().map(|known| known.result.as_ref().map(drop))
            && !self.split
        {
            anyhow::bail!("there is no difference to show: {reason}");
        }
        let has_level = shell.other.as_ref().is_some_and(|other| other.product.is_some());
        anyhow::ensure!(has_level || !self.split, "--split: B is a file of results, without a level to see");
        if !shows_table {
            shell.apply_all(ctx, [Action::ShowTab(PanelTab::Bottom(tab))]);
        }
        let view = if self.split { OtherView::Split } else { OtherView::Difference };
        shell.apply_all(ctx, [Action::Other(OtherAction::Show(view))]);
        settle(shell)?;
        Ok(())
    }
}
