//! A scene in the report: its stages, the columns that differ, and its pictures.

use super::map::map;
use super::report::seconds;
use super::text::{details, word};
use crate::check::{
    Checked, ColumnDifference, Columns, Facts, Findings, PictureFinding, PictureState, ShownPictures, StageFinding,
    Verdict,
};
use crate::inspect::text::{count, thousands};
use crate::pipeline::Stage;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::RgbImage;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use maud::{Markup, html};
use std::io;

/// A scene; what is as it should be is folded. The number is its place in the table at the top.
///
/// # Errors
/// A picture that cannot be encoded.
pub fn scene_html(checked: &Checked, number: usize) -> io::Result<Markup> {
    let verdict = checked.verdict();
    let body = match &checked.result {
        Err(_) => html! {},
        Ok(findings) => findings_html(findings)?,
    };
    let (id, name) = (format!("scene-{number}"), &checked.scene.name);
    let said = details(checked).join("\n");
    Ok(if verdict == Verdict::Equal {
        html! { details id=(id) { summary { span.verdict.equal { "equal" } " " (name) } (body) } }
    } else {
        html! {
            section id=(id) {
                h2 { span class={ "verdict " (word(verdict)) } { (word(verdict)) } " " (name) }
                pre { (said) }
                (body)
            }
        }
    })
}

fn findings_html(findings: &Findings) -> io::Result<Markup> {
    let pictures = findings.pictures.iter().map(picture_html).collect::<io::Result<Vec<_>>>()?;
    let columns = match &findings.stages {
        StageFinding::Differ(difference) => match &difference.columns {
            Columns::Known(columns) => columns_html(columns)?,
            Columns::Unknown(_) => html! {},
        },
        _ => html! {},
    };
    Ok(html! {
        (columns)
        @for picture in &pictures { (picture) }
        h3 { "Stages" }
        (stages_html(findings))
        (facts_html(&findings.facts))
    })
}

fn stages_html(findings: &Findings) -> Markup {
    let expected = match &findings.stages {
        StageFinding::Differ(difference) => Some(&difference.expected),
        StageFinding::Equal => Some(&findings.facts.actual),
        StageFinding::Missing => None,
    };
    let facts = &findings.facts;
    let hash = |hash: Option<u64>| hash.map_or("–".to_owned(), |hash| format!("{hash:016x}"));
    let differs = |stage: Stage| match &findings.stages {
        StageFinding::Differ(difference) => difference.stages.contains(&stage),
        _ => false,
    };
    html! {
        div.scroll { table {
            thead { tr {
                th { "Stage" } th { "Expected" } th { "Actual" } th.number { "Pieces or spans" } th.number { "Walkable" } th.number { "Time" }
            } }
            tbody {
                @for stage in Stage::ALL {
                    @let [all, walkable] = facts.counts[stage.index()];
                    tr class=[differs(stage).then_some("changed")] {
                        td { (stage.name()) }
                        td { code { (hash(expected.and_then(|expected| expected.hash(stage)))) } }
                        td { code { (hash(facts.actual.hash(stage))) } }
                        td.number { (thousands(all as u64)) }
                        td.number { (thousands(walkable as u64)) }
                        td.number { (seconds(facts.times[stage.index()])) }
                    }
                }
            }
        } }
    }
}

/// Settings, grid, and what drew the pictures.
fn facts_html(facts: &Facts) -> Markup {
    let settings = &facts.settings;
    let [width, depth, height] = facts.actual.frame.unwrap_or_default();
    let [cell_size, cell_height] = facts.cell;
    html! {
        p.weak {
            (width) " x " (depth) " columns of " (cell_size) " units, " (height) " rows of " (cell_height) " units. "
            "Slope cosine " (settings.slope_cosine) ", height " (settings.height_rows) " rows, climb " (settings.climb_rows)
            " rows, radius " (settings.radius_cells) " cells, merge threshold " (settings.merge_threshold()) " rows."
        }
        @if let Some(driver) = &facts.driver { p.weak { "Pictures by " (driver) "." } }
        @for note in &facts.notes { p.weak { "Note: " (note) "." } }
    }
}

fn columns_html(difference: &ColumnDifference) -> io::Result<Markup> {
    let (shown, all) = (difference.lines.len(), difference.columns.len());
    if all == 0 {
        return Ok(html! {});
    }
    let map = map(difference);
    let size = map.dimensions();
    let map = data_uri(&map)?;
    Ok(html! {
        h3 { (count(all as u64, "column")) " of " (difference.stage.name()) }
        div.columns { figure.map {
            figcaption { "From above, x to the right and z down: orange columns differ, the others are lighter where they are higher." }
            img src=(map) width=(size.0) height=(size.1) alt={ "The grid with " (count(all as u64, "differing column")) };
        }
        div.scroll { table {
            thead { tr { th { "Column" } th { "Expected" } th { "Actual" } } }
            tbody {
                @for (&column, lines) in difference.columns.iter().zip(&difference.lines) {
                    @let [x, z] = difference.place(column);
                    tr { td { (x) ", " (z) } @for line in lines { td { code { (without_place(line)) } } } }
                }
            }
        }
        @if shown < all { p.weak { "The first " (shown) " of " (thousands(all as u64)) "." } }
        } }
    })
}

/// A line of a dump without x and z, which stand in a column of their own.
fn without_place(line: &str) -> &str {
    let rest = line.splitn(3, ' ').nth(2).unwrap_or_default();
    if rest.is_empty() { "nothing" } else { rest }
}

fn picture_html(finding: &PictureFinding) -> io::Result<Markup> {
    let check = &finding.check;
    let [width, height] = check.size;
    let state = match finding.state {
        PictureState::Equal { worst } => format!("equal: differs by {worst:.4}, at most {}", check.tolerance),
        PictureState::Differs { worst, at: [x, y] } => {
            format!("differs by {worst:.4}, above {}, most around pixel {x}, {y}", check.tolerance)
        }
        PictureState::Size { expected: [w, h] } => format!("expected {w} x {h} pixels"),
        PictureState::Missing => "there is no golden picture".to_owned(),
    };
    let Some(shown) = &finding.shown else {
        return Ok(html! { p { "Picture " strong { (check.name) } ", " (check.show.name()) ": " (state) "." } });
    };
    let pictures = pictures_html(shown, check.size)?;
    Ok(html! {
        h3 { "Picture " (check.name) }
        p.weak { (check.show.name()) ", " (width) " x " (height) " pixels: " (state) }
        (pictures)
    })
}

/// Pictures of one size over each other with their tools; others side by side.
fn pictures_html(shown: &ShownPictures, [width, height]: [u32; 2]) -> io::Result<Markup> {
    let ShownPictures { expected, actual, difference } = shown;
    let actual_uri = data_uri(actual)?;
    if let (Some(expected), Some(difference)) = (expected, difference) {
        let (expected, difference) = (data_uri(expected)?, data_uri(difference)?);
        let modes = [
            ("slide", "Slider"),
            ("blink", "Blink"),
            ("expected", "Expected"),
            ("actual", "Actual"),
            ("difference", "Difference"),
        ];
        return Ok(html! {
            figure.compare data-mode="slide" {
                div.tools style={ "max-width: " (width) "px" } {
                    @for (mode, label) in modes {
                        button type="button" value=(mode) aria-pressed=(if mode == "slide" { "true" } else { "false" }) { (label) }
                    }
                    input type="range" min="0" max="100" step="0.1" value="50" aria-label="Where the expected picture ends and the actual one begins";
                }
                div.pictures style={ "width: " (width) "px" } {
                    img.expected src=(expected) width=(width) height=(height) alt="Expected";
                    img.actual src=(actual_uri) width=(width) height=(height) alt="Actual";
                    img.difference src=(difference) width=(width) height=(height) alt="Difference";
                }
                div.sides style={ "max-width: " (width) "px" } { span { "expected" } span { "actual" } }
            }
        });
    }
    let expected = expected.as_ref().map(data_uri).transpose()?;
    Ok(html! {
        @if let Some(expected) = expected { figure { figcaption { "Expected" } div.pictures { img src=(expected) alt="Expected"; } } }
        figure { figcaption { "Actual" } div.pictures style={ "width: " (width) "px; max-width: 100%" } { img src=(actual_uri) alt="Actual"; } }
    })
}

fn data_uri(picture: &RgbImage) -> io::Result<String> {
    // A page is looked at once, so its pictures need not be as small as golden ones.
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::Up);
    picture.write_with_encoder(encoder).map_err(io::Error::other)?;
    Ok(format!("data:image/png;base64,{}", STANDARD.encode(bytes)))
}
