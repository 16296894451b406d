//! The canonical text of a run, and the hash of each stage's lines.
//!
//! ```text
//! frame W D H
//! degenerate N
//! @raw N
//! tri x z lo hi area
//! @merged
//! x z min:max:area …
//! @compact
//! x z Y:Height:Area:l0,l1,l2,l3 …
//! @eroded
//! x z Y:Height:Area:dist …
//! ```
//!
//! Lines end with `\n`; columns come in index order, empty ones are left out. The hash is FNV-1a with 64 bits over a
//! stage's lines with their line ends.

use super::{PipelineRun, Stage, StageView};
use fnv::FnvHasher;
use std::hash::Hasher as _;
use std::io::{self, BufWriter, Write};

/// What a stage's part of a dump holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DumpForm {
    /// Every line.
    Lines,
    /// The hash of the lines, as 16 lower-case hex digits.
    Hash,
}

/// Writes the dump of a run with the given stages, in run order.
///
/// # Errors
/// Those of `out`.
pub fn write_dump(run: &PipelineRun, stages: &[Stage], form: DumpForm, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "frame {} {} {}", run.frame.width(), run.frame.depth(), run.frame.height())?;
    writeln!(out, "degenerate {}", run.tally.degenerate.len())?;
    for stage in Stage::ALL.into_iter().filter(|stage| stages.contains(stage)) {
        match run.stage(stage) {
            StageView::Raw(log) => writeln!(out, "@{stage} {}", log.pieces().len())?,
            _ => writeln!(out, "@{stage}")?,
        }
        match form {
            DumpForm::Lines => write_stage(run, stage, out)?,
            DumpForm::Hash => writeln!(out, "{:016x}", hash_stage(run, stage))?,
        }
    }
    Ok(())
}

/// The FNV-1a 64 hash of a stage's lines.
pub fn hash_stage(run: &PipelineRun, stage: Stage) -> u64 {
    struct Sink(FnvHasher);
    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.write(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut sink = Sink(FnvHasher::default());
    {
        let mut buffered = BufWriter::with_capacity(1 << 16, &mut sink);
        let written = write_stage(run, stage, &mut buffered).and_then(|()| buffered.flush());
        debug_assert!(written.is_ok(), "the sink takes every byte");
    }
    sink.0.finish()
}

/// Writes the lines of one stage, without its `@` line.
///
/// # Errors
/// Those of `out`.
pub fn write_stage(run: &PipelineRun, stage: Stage, out: &mut impl Write) -> io::Result<()> {
    let width = run.frame.width() as usize;
    let start_of_line = |out: &mut dyn Write, column: usize| write!(out, "{} {}", column % width, column / width);
    match run.stage(stage) {
        StageView::Raw(log) => {
            for piece in log.pieces() {
                let triangle = piece.triangle().map_or(-1, i64::from);
                let super::Piece { x, z, lo, hi, area, .. } = piece;
                writeln!(out, "{triangle} {x} {z} {lo} {hi} {area}")?;
            }
        }
        StageView::Solid { spans, areas } => {
            for column in (0..spans.columns()).filter(|&column| !spans.column(column).is_empty()) {
                start_of_line(out, column)?;
                for number in spans.column(column) {
                    let span = spans.spans()[number];
                    write!(out, " {}:{}:{}", span.min, span.max, areas[number])?;
                }
                out.write_all(b"\n")?;
            }
        }
        StageView::Open { spans, areas, distances } => {
            for column in (0..spans.columns()).filter(|&column| !spans.column(column).is_empty()) {
                start_of_line(out, column)?;
                for number in spans.column(column) {
                    let span = spans.spans()[number];
                    write!(out, " {}:{}:{}", span.y, span.height, areas[number])?;
                    match stage {
                        Stage::Compact => {
                            let [a, b, c, d] = span.links;
                            write!(out, ":{a},{b},{c},{d}")?;
                        }
                        Stage::Eroded => write!(out, ":{}", distances[number])?,
                        _ => {}
                    }
                }
                out.write_all(b"\n")?;
            }
        }
    }
    Ok(())
}
