//! What was found in the form of JUnit, which every CI system reads: a case for the stages of a scene, and one a picture.

use super::text::{details, picture_line, stage_lines, word};
use crate::check::{Checked, StageFinding, Verdict};
use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};
use std::path::Path;
use std::time::Duration;

/// The cases of a scene. The time is that of the whole scene, and stands with its stages.
pub fn cases(checked: &Checked) -> Vec<TestCase> {
    let case = |name: String, status| {
        let mut case = TestCase::new(name, status);
        case.set_classname("spanscope.check");
        case
    };
    let name = &checked.scene.name;
    let mut stages = match &checked.result {
        Err(error) => case(name.clone(), not_passed(NonSuccessKind::Error, &[error.line()])),
        Ok(findings) => {
            let passes = findings.stages == StageFinding::Equal || findings.is_update;
            let failed = || not_passed(NonSuccessKind::Failure, &stage_lines(checked, &findings.stages));
            case(name.clone(), if passes { TestCaseStatus::success() } else { failed() })
        }
    };
    stages.set_time(checked.time);
    if checked.verdict() == Verdict::Updated {
        stages.set_system_out(details(checked).join("\n"));
    }
    let is_update = checked.result.as_ref().is_ok_and(|findings| findings.is_update);
    let pictures = checked.result.as_ref().map(|findings| findings.pictures.as_slice()).unwrap_or_default();
    let pictures = pictures.iter().map(|finding| {
        let line = picture_line(checked, finding).filter(|_| !is_update);
        let failed = |line| not_passed(NonSuccessKind::Failure, &[line]);
        case(format!("{name}: picture {}", finding.check.name), line.map_or_else(TestCaseStatus::success, failed))
    });
    let pictures: Vec<TestCase> = pictures.collect();
    [vec![stages], pictures].concat()
}

fn not_passed(kind: NonSuccessKind, lines: &[String]) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(word(if kind == NonSuccessKind::Error { Verdict::Failed } else { Verdict::Differs }));
    status.set_message(lines.first().cloned().unwrap_or_default()).set_description(lines.join("\n"));
    status
}

/// The whole document.
///
/// # Errors
/// None but those of memory: what is written to is a text.
pub fn document(folder: &Path, time: Duration, cases: Vec<TestCase>) -> Result<String, SerializeError> {
    let mut report = Report::new("spanscope check");
    let mut suite = TestSuite::new(folder.display().to_string());
    suite.set_time(time).add_test_cases(cases);
    report.set_time(time).add_test_suite(suite);
    report.to_string()
}
