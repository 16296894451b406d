//! What was found as one page of HTML that needs nothing else: it opens from disk, with no network.
//!
//! Scenes are written as they are told, so that a thousand of them with pictures take no more memory than one; the page is put
//! together in the end, and takes its name when it is whole.

use super::report_scene::scene_html;
use super::text::{details, summary, word};
use crate::check::{Checked, Tally, Verdict};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::fs::File;
use std::io::{self, BufWriter, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// What the page may load: nothing but what it holds.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// A page that is being written.
pub struct Report {
    page: PathBuf,
    /// The scenes so far, in a file of its own beside the page.
    scenes: BufWriter<File>,
    scenes_path: PathBuf,
    /// The page before it has its name.
    part: PathBuf,
    rows: Vec<Row>,
}

/// A scene in the table at the top.
struct Row {
    name: String,
    verdict: Verdict,
    said: String,
    time: Duration,
}

impl Report {
    /// Begins the page `index.html` in a folder, which is made when it is not there.
    ///
    /// # Errors
    /// What the system says.
    pub fn begin(folder: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let name = |what: &str| folder.join(format!("index.html.{}.{what}", std::process::id()));
        let (scenes_path, part) = (name("scenes"), name("part"));
        let scenes = File::options().read(true).write(true).create(true).truncate(true).open(&scenes_path)?;
        let page = folder.join("index.html");
        Ok(Self { page, scenes: BufWriter::new(scenes), scenes_path, part, rows: Vec::new() })
    }

    /// Adds a scene.
    ///
    /// # Errors
    /// What the system says; a picture that cannot be encoded.
    pub fn add(&mut self, checked: &Checked) -> io::Result<()> {
        self.scenes.write_all(scene_html(checked, self.rows.len())?.into_string().as_bytes())?;
        self.rows.push(Row {
            name: checked.scene.name.clone(),
            verdict: checked.verdict(),
            said: details(checked).into_iter().next().unwrap_or_default(),
            time: checked.time,
        });
        Ok(())
    }

    /// Puts the page together and gives it its name.
    ///
    /// # Errors
    /// What the system says.
    pub fn finish(mut self, folder: &Path, tally: &Tally, time: Duration) -> io::Result<PathBuf> {
        self.scenes.flush()?;
        let mut scenes = self.scenes.get_ref();
        scenes.rewind()?;
        let mut page = BufWriter::new(File::create(&self.part)?);
        page.write_all(self.head(folder, tally, time).into_string().as_bytes())?;
        io::copy(&mut scenes, &mut page)?;
        let end = html! { script { (PreEscaped(SCRIPT)) } };
        page.write_all(end.into_string().as_bytes())?;
        page.write_all(b"</body></html>\n")?;
        page.into_inner().map_err(io::IntoInnerError::into_error)?;
        std::fs::rename(&self.part, &self.page)?;
        Ok(self.page.clone())
    }

    /// The page up to the scenes. Body and page are closed at its end, so they are no part of it.
    fn head(&self, folder: &Path, tally: &Tally, time: Duration) -> Markup {
        let verdict = word(tally.verdict());
        html! {
            (DOCTYPE)
            (PreEscaped("<html lang=\"en\">"))
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Spanscope check: " (verdict) }
                style { (PreEscaped(STYLE)) }
            }
            (PreEscaped("<body>"))
            h1 { "Spanscope check: " span class={ "verdict " (verdict) } { (verdict) } }
            p { (summary(tally).trim_end()) " in " code { (folder.display()) } }
            p.weak { "spanscope " (env!("CARGO_PKG_VERSION")) " on " (std::env::consts::OS) " " (std::env::consts::ARCH) ", " (seconds(time)) }
            (self.table())
        }
    }

    fn table(&self) -> Markup {
        html! {
            table.scenes {
                thead { tr { th { "Verdict" } th { "Scene" } th { "What was found" } th.number { "Time" } } }
                tbody {
                    @for (number, row) in self.rows.iter().enumerate() {
                        tr {
                            td class={ "verdict " (word(row.verdict)) } { (word(row.verdict)) }
                            td { a href={ "#scene-" (number) } { (row.name) } }
                            td { (row.said) }
                            td.number { (seconds(row.time)) }
                        }
                    }
                }
            }
        }
    }
}

impl Drop for Report {
    fn drop(&mut self) {
        // What is not there any more needs no removing.
        let _ = std::fs::remove_file(&self.scenes_path);
        let _ = std::fs::remove_file(&self.part);
    }
}

/// A time as a person reads it.
pub fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 { format!("{:.1} ms", seconds * 1e3) } else { format!("{seconds:.2} s") }
}
