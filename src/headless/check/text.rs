//! What was found as text: a line a scene, then what differs in it.

use crate::check::{
    Checked, ColumnDifference, Columns, Findings, PictureFinding, PictureState, StageDifference, StageFinding, Tally,
    Verdict,
};
use crate::headless::one_line;
use crate::inspect::text::{count, thousands};

/// The word for a verdict.
pub fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Equal => "equal",
        Verdict::Updated => "updated",
        Verdict::Differs => "differs",
        Verdict::Failed => "failed",
    }
}

/// A scene's line, and indented under it a few about what is not as it should be.
pub fn lines(checked: &Checked) -> String {
    let mut text = format!("{:8} {}\n", word(checked.verdict()), one_line(&checked.scene.name));
    for line in details(checked) {
        text.push_str(&format!("  {}\n", one_line(&line)));
    }
    text
}

/// What is not as it should be, in lines without a line end.
pub fn details(checked: &Checked) -> Vec<String> {
    match &checked.result {
        Err(error) => vec![error.line()],
        Ok(findings) => {
            let was_missing = |state: &PictureState| *state == PictureState::Missing;
            // What was just made is told by its name alone.
            let is_new = |missing: bool| missing && findings.is_update;
            let stages = (!is_new(findings.stages == StageFinding::Missing)).then_some(&findings.stages);
            let mut lines = stages.map(|finding| stage_lines(checked, finding)).unwrap_or_default();
            let pictures = findings.pictures.iter().filter(|finding| !is_new(was_missing(&finding.state)));
            lines.extend(pictures.filter_map(|finding| picture_line(checked, finding)));
            lines.extend(written_line(findings));
            lines
        }
    }
}

/// The last line: how many scenes there are, and what became of them.
pub fn summary(tally: &Tally) -> String {
    let Tally { equal, updated, differing, failed } = *tally;
    let parts = [(equal, "equal"), (updated, "updated"), (differing, "different"), (failed, "failed")];
    let parts: Vec<String> =
        parts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{} {what}", thousands(*n as u64))).collect();
    format!("{}: {}\n", count(tally.scenes() as u64, "scene"), parts.join(", "))
}

/// What is to be said of the stages.
pub fn stage_lines(checked: &Checked, finding: &StageFinding) -> Vec<String> {
    match finding {
        StageFinding::Equal => Vec::new(),
        StageFinding::Missing => {
            let name = crate::session::file_name(&checked.scene.expected());
            vec![format!("nothing is expected yet: --update makes {name}")]
        }
        StageFinding::Differ(difference) => difference_lines(difference),
    }
}

/// What differs in the stages.
pub fn difference_lines(difference: &StageDifference) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some([a, b]) = difference.expected.frames_apart(&difference.actual) {
        let size = |[width, depth, height]: [u32; 3]| format!("{width} x {depth} columns, {height} rows");
        lines.push(format!("grid: expected {}, actual {}", size(a), size(b)));
    }
    let Some((first, later)) = difference.stages.split_first() else { return lines };
    let hash = |expected: &crate::check::Expected| expected.hash(*first).unwrap_or_default();
    let hashes = format!("expected {:016x}, actual {:016x}", hash(&difference.expected), hash(&difference.actual));
    match &difference.columns {
        Columns::Known(columns) => {
            lines.push(format!("first difference at stage {first}: {}", columns_text(columns)));
            if let Some([expected, actual]) = columns.lines.first() {
                lines.push(format!("  expected {expected}"));
                lines.push(format!("  actual   {actual}"));
            } else {
                lines.push(format!("  {hashes}"));
            }
        }
        Columns::Unknown(why) => {
            lines.push(format!("first difference at stage {first}: {hashes}"));
            lines.push(format!("  {why}"));
        }
    }
    if !later.is_empty() {
        let names: Vec<&str> = later.iter().map(|stage| stage.name()).collect();
        lines.push(format!("then in {}", names.join(", ")));
    }
    lines
}

/// How many columns differ, and where the first of them is.
fn columns_text(difference: &ColumnDifference) -> String {
    match difference.columns.first() {
        Some(&column) => {
            let [x, z] = difference.place(column);
            let verb = if difference.columns.len() == 1 { "differs" } else { "differ" };
            format!("{} {verb}, the first at {x}, {z}", count(difference.columns.len() as u64, "column"))
        }
        None => "no column differs, but its pieces come from other triangles or in another order".into(),
    }
}

/// What is to be said of a picture that does not pass.
pub fn picture_line(checked: &Checked, finding: &PictureFinding) -> Option<String> {
    let PictureFinding { check, state, .. } = finding;
    let name = &check.name;
    let golden = || crate::session::file_name(&checked.scene.golden(name));
    match state {
        PictureState::Equal { .. } => None,
        PictureState::Missing => Some(format!("picture {name}: there is no {} yet: --update makes it", golden())),
        PictureState::Size { expected: [w, h] } => {
            let [width, height] = check.size;
            Some(format!("picture {name}: expected {w} x {h} pixels, actual {width} x {height}"))
        }
        PictureState::Differs { worst, at: [x, y] } => {
            let tolerance = check.tolerance;
            Some(format!("picture {name}: differs by {worst:.4}, above {tolerance}, most around pixel {x}, {y}"))
        }
    }
}

fn written_line(findings: &Findings) -> Option<String> {
    let names: Vec<String> = findings.written.iter().map(|path| crate::session::file_name(path)).collect();
    (!names.is_empty()).then(|| format!("wrote {}", names.join(", ")))
}
