//! A scene's `checks` as its file has them.

use super::view::{named, read_view, view_block};
use crate::io::scene_json::checks::CheckBlock;
use crate::session::checks::{self, PictureCheck, Shown};
use std::path::Path;

/// A picture as the block of a scene file in this folder.
///
/// # Errors
/// A sentence for numbers that JSON does not have.
pub(super) fn check_block(check: &PictureCheck, folder: &Path) -> Result<CheckBlock, String> {
    Ok(CheckBlock {
        name: check.name.clone(),
        show: Some(check.show.name().into()),
        size: Some(check.size),
        view: check.view.as_ref().map(|view| view_block(view, folder)).transpose()?,
        tolerance: (check.tolerance != checks::DEFAULT_TOLERANCE).then_some(check.tolerance),
        mask: check.mask.clone(),
    })
}

/// The pictures of a scene file in this folder.
///
/// # Errors
/// What is wrong with them.
pub(super) fn read_checks(blocks: Vec<CheckBlock>, folder: &Path) -> Result<Vec<PictureCheck>, String> {
    let read = |CheckBlock { name, show, size, view, tolerance, mask }| {
        let default = PictureCheck::new(name);
        let of = |reason: String| format!("{}: {reason}", default.name);
        Ok::<_, String>(PictureCheck {
            show: named("show", show, Shown::from_name).map_err(of)?.unwrap_or(default.show),
            size: size.unwrap_or(default.size),
            view: view
                .map(|view| read_view(view, folder))
                .transpose()
                .map_err(|reason| of(format!("view: {reason}")))?,
            tolerance: tolerance.unwrap_or(default.tolerance),
            mask,
            name: default.name,
        })
    };
    let list = blocks.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
    checks::check_all(&list)?;
    Ok(list)
}
