//! What was found as JSON, for programs.

use super::text::{details, word};
use crate::check::{Checked, Columns, Findings, PictureFinding, PictureState, StageFinding, Tally};
use crate::pipeline::Stage;
use serde_json::{Map, Value, json};
use std::path::Path;

/// The whole document.
pub fn document(folder: &Path, tally: &Tally, scenes: Vec<Value>) -> Value {
    json!({
        "spanscope": env!("CARGO_PKG_VERSION"),
        "folder": folder.display().to_string(),
        "verdict": word(tally.verdict()),
        "counts": {
            "scenes": tally.scenes(),
            "equal": tally.equal,
            "updated": tally.updated,
            "differs": tally.differing,
            "failed": tally.failed,
        },
        "scenes": scenes,
    })
}

/// One scene. Seconds are the only thing that two runs do not have in common.
pub fn scene(checked: &Checked) -> Value {
    let mut fields = Map::from_iter([
        ("name".to_owned(), json!(checked.scene.name)),
        ("path".to_owned(), json!(checked.scene.path.display().to_string())),
        ("verdict".to_owned(), json!(word(checked.verdict()))),
        ("seconds".to_owned(), json!(checked.time.as_secs_f64())),
        ("said".to_owned(), json!(details(checked))),
    ]);
    match &checked.result {
        Err(error) => {
            fields.insert(
                "error".into(),
                json!({ "kind": error.kind().map(|kind| kind.to_string()), "text": error.to_string() }),
            );
        }
        Ok(findings) => {
            fields.insert("stages".into(), stages(findings));
            fields.insert("pictures".into(), findings.pictures.iter().map(picture).collect());
            let written: Vec<String> = findings.written.iter().map(|path| path.display().to_string()).collect();
            fields.insert("written".into(), json!(written));
        }
    }
    Value::Object(fields)
}

fn stages(findings: &Findings) -> Value {
    let hash = |hash: Option<u64>| hash.map(|hash| format!("{hash:016x}"));
    let actual = |stage: Stage| (stage.name().to_owned(), json!(hash(findings.facts.actual.hash(stage))));
    let actual: Map<String, Value> = Stage::ALL.into_iter().map(actual).collect();
    let frame = findings.facts.actual.frame;
    match &findings.stages {
        StageFinding::Equal => json!({ "state": "equal", "frame": frame, "actual": actual }),
        StageFinding::Missing => json!({ "state": "missing", "frame": frame, "actual": actual }),
        StageFinding::Differ(difference) => {
            let names: Vec<&str> = difference.stages.iter().map(|stage| stage.name()).collect();
            let expected = |stage: Stage| (stage.name().to_owned(), json!(hash(difference.expected.hash(stage))));
            let expected: Map<String, Value> = Stage::ALL.into_iter().map(expected).collect();
            let columns = match &difference.columns {
                Columns::Unknown(why) => json!({ "unknown": why }),
                Columns::Known(known) => json!({
                    "stage": known.stage.name(),
                    "count": known.columns.len(),
                    "first": known.columns.first().map(|&column| known.place(column)),
                    "lines": known.lines.iter().map(|[a, b]| json!({ "expected": a, "actual": b })).collect::<Vec<_>>(),
                }),
            };
            json!({
                "state": "differs",
                "frame": frame,
                "expected_frame": difference.expected.frame,
                "actual": actual,
                "expected": expected,
                "differing": names,
                "columns": columns,
            })
        }
    }
}

fn picture(finding: &PictureFinding) -> Value {
    let check = &finding.check;
    let mut value = json!({
        "name": check.name,
        "show": check.show.name(),
        "size": check.size,
        "tolerance": decimal(check.tolerance),
    });
    let state = match finding.state {
        PictureState::Equal { worst } => json!({ "state": "equal", "difference": decimal(worst) }),
        PictureState::Differs { worst, at } => json!({ "state": "differs", "difference": decimal(worst), "at": at }),
        PictureState::Size { expected } => json!({ "state": "size", "expected_size": expected }),
        PictureState::Missing => json!({ "state": "missing" }),
    };
    if let (Value::Object(value), Value::Object(state)) = (&mut value, state) {
        value.extend(state);
    }
    value
}

/// A float32 as the shortest decimal that is it, as a person wrote it.
fn decimal(value: f32) -> Value {
    serde_json::from_str(&value.to_string()).unwrap_or(Value::Null)
}
