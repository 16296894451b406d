//! A comparison as text: a line a stage, then the first columns that differ.

use crate::inspect::comparison::{Difference, Missing, StageComparison, column_pairs, differences, rows_of};
use crate::inspect::matching::{Pair, RowsOf};
use crate::inspect::snapshot::Record;
use crate::inspect::text::count;
use crate::inspect::{Comparison, Snapshot};
use crate::pipeline::Stage;
use std::io::{self, Write};

/// What is printed.
pub struct Report<'a> {
    pub comparison: &'a Comparison,
    pub snapshots: [&'a Snapshot; 2],
    /// How many differing columns.
    pub columns: usize,
}

/// The numbers of a stage, in the order of the table.
const HEADS: [&str; 13] = [
    "spans A",
    "spans B",
    "walkable A",
    "walkable B",
    "columns",
    "only A",
    "only B",
    "surface",
    "rows",
    "area",
    "links",
    "distance",
    "order",
];

/// Writes what is compared, a table with a line a stage, and the first differing columns.
///
/// # Errors
/// Those of `out`.
pub fn write_report(report: &Report<'_>, out: &mut impl Write) -> io::Result<()> {
    let comparison = report.comparison;
    for (side, name) in ["A", "B"].into_iter().zip(&comparison.names) {
        writeln!(out, "{side} {name}")?;
    }
    write_table(comparison, out)?;
    match comparison.first_difference() {
        None => writeln!(out, "no difference"),
        Some(stage) => write_columns(report, stage, out),
    }
}

fn write_table(comparison: &Comparison, out: &mut impl Write) -> io::Result<()> {
    let rows: Vec<[String; HEADS.len()]> =
        comparison.stages.iter().map(|stage| numbers(stage).map(|n| n.to_string())).collect();
    let widths: Vec<usize> = (0..HEADS.len())
        .map(|i| rows.iter().map(|row| row[i].len()).chain([HEADS[i].len()]).max().unwrap_or_default())
        .collect();
    let line = |cells: &[&str]| -> String {
        cells.iter().zip(&widths).map(|(cell, &width)| format!("  {cell:>width$}")).collect()
    };
    writeln!(out, "{:11}{}", "stage", line(&HEADS))?;
    for stage in Stage::ALL {
        if let Some(position) = comparison.stages.iter().position(|compared| compared.stage == stage) {
            let cells: Vec<&str> = rows[position].iter().map(String::as_str).collect();
            writeln!(out, "{:11}{}", stage.name(), line(&cells))?;
        }
        if let Some(missing) = comparison.not_compared.iter().find(|missing| missing.stage == stage) {
            writeln!(out, "{:11}  not compared, {}", stage.name(), who_lacks(missing))?;
        }
    }
    Ok(())
}

fn numbers(stage: &StageComparison) -> [usize; HEADS.len()] {
    let ([a, b], [walkable_a, walkable_b]) = (stage.counts, stage.walkable);
    let found = &stage.differences;
    let [only_a, only_b] = found.only_in;
    let columns = stage.columns.len();
    [
        a,
        b,
        walkable_a,
        walkable_b,
        columns,
        only_a,
        only_b,
        found.surface,
        found.rows,
        found.area,
        found.links,
        found.distance,
        found.order,
    ]
}

fn who_lacks(missing: &Missing) -> &'static str {
    match missing.is_there {
        [false, false] => "neither has it",
        [false, true] => "A does not have it",
        _ => "B does not have it",
    }
}

fn write_columns(report: &Report<'_>, stage: &StageComparison, out: &mut impl Write) -> io::Result<()> {
    let width = report.snapshots[0].width;
    let place = |column: u32| format!("{} {}", column % width, column / width);
    write!(out, "first difference @{}: {}", stage.stage, count(stage.columns.len() as u64, "column"))?;
    if let Some(largest) = stage.patches.first() {
        let patches = match stage.patches.len() as u64 {
            1 => "1 patch".into(),
            n => format!("{} patches", crate::inspect::text::thousands(n)),
        };
        let size = count(largest.size.into(), "column");
        write!(out, " in {patches}, the largest of {size} around {}", place(largest.column))?;
    }
    writeln!(out)?;
    let [Some(a), Some(b)] = report.snapshots.map(|snapshot| snapshot.stage(stage.stage)) else { return Ok(()) };
    for &column in stage.columns.iter().take(report.columns) {
        for (side, records) in [("A", a), ("B", b)] {
            writeln!(out, "{}", format!("{side} {} {}", place(column), records.line(column)).trim_end())?;
        }
        let pairs = column_pairs(stage.stage, [a, b], column);
        let mut said: Vec<String> = pairs.iter().flat_map(|pair| sentences(stage.stage, pair)).collect();
        if said.is_empty() {
            said.push("the same pieces in another order".into());
        }
        writeln!(out, "  {}", said.join(", "))?;
    }
    Ok(())
}

/// In what a pair differs, in words.
fn sentences(stage: Stage, pair: &Pair) -> Vec<String> {
    let of = rows_of(stage);
    let surface = |record: Option<Record>| record.map_or(0, |record| of.surface(&record));
    let row = surface(pair.a.or(pair.b));
    let values = |value: fn(&Record) -> u32| {
        let [a, b] = [pair.a, pair.b].map(|record| record.map_or(0, |record| value(&record)));
        format!("{a} and {b}")
    };
    let other = || {
        let [a, b] = [pair.a, pair.b].map(|record| record.map_or(0, |record| of.other(&record)));
        format!("{a} and {b}")
    };
    let what = if of == RowsOf::Solid { "lowest row" } else { "free rows" };
    let sentence = |difference| match difference {
        Difference::OnlyInA => format!("only A has surface row {row}"),
        Difference::OnlyInB => format!("only B has surface row {row}"),
        Difference::Surface => format!("surface row {row} and {}", surface(pair.b)),
        Difference::Rows => format!("{what} {} at surface row {row}", other()),
        Difference::Area => format!("area {} at surface row {row}", values(|record| record.area.into())),
        Difference::Links => format!("links at surface row {row}"),
        Difference::Distance => {
            format!("distance {} at surface row {row}", values(|record| record.distance.unwrap_or_default()))
        }
    };
    differences(stage, pair).into_iter().map(sentence).collect()
}
