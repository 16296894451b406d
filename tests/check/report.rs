//! The page of a report, read as text and opened in a real browser.

use super::folder::{Folder, scene, scene_with, scene_with_picture};
use std::path::Path;
use std::process::Command;

/// A report about a scene that is equal, one with a changed span and picture, and one that fails.
fn report() -> (Folder, String) {
    let picture = |rows: u32| {
        let checks = r#", "checks": [{"name": "small", "size": [240, 160], "view": {"stage": "merged"}}]"#;
        scene_with(rows, checks)
    };
    let folder = Folder::expecting(&[
        ("equal.scene.json", scene_with_picture("")),
        ("low <b>.scene.json", picture(5)),
        ("span.scene.json", scene()),
    ]);
    folder.add("low <b>.scene.json", picture(8));
    folder.add("broken.scene.json", "{");
    let place = folder.file("out/report");
    let (code, _) = folder.check(&["--report", place.to_str().unwrap()]);
    assert_eq!(code, 2);
    let page = String::from_utf8(folder.read("out/report/index.html")).unwrap();
    (folder, page)
}

#[test]
fn the_page_is_one_file_that_asks_for_nothing_else() {
    let (folder, page) = report();
    assert_eq!(std::fs::read_dir(folder.file("out/report")).unwrap().count(), 1, "nothing is left beside it");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</body></html>\n"));
    let sources: Vec<&str> = page.split(" src=\"").skip(1).map(|rest| &rest[..rest.len().min(22)]).collect();
    // The picture as expected, as it is and what differs, and the map.
    assert_eq!(sources, ["data:image/png;base64,"; 4]);
    for word in ["http:", "https:", "url(", "@import", "<link", "<b>"] {
        assert!(!page.contains(word), "{word}");
    }
    for word in [
        "default-src 'none'",
        "4 scenes: 2 equal, 1 different, 1 failed",
        "1 column</td>".trim_end_matches("</td>"),
        "0:5:63",
        "0:8:63",
        "Slope cosine 0.70710677, height 4 rows, climb 1 rows, radius 1 cells",
        concat!("spanscope ", env!("CARGO_PKG_VERSION")),
        "Pictures by llvmpipe",
        "low &lt;b&gt;.scene.json",
        "error BadScene: ",
        " ms",
    ] {
        assert!(page.contains(word), "{word} is missing");
    }
}

#[test]
fn a_second_report_takes_the_place_of_the_first() {
    let (folder, first) = report();
    let place = folder.file("out/report");
    folder.check(&["--filter", "equal", "--report", place.to_str().unwrap()]);
    let second = String::from_utf8(folder.read("out/report/index.html")).unwrap();
    assert!(second.contains("1 scene: 1 equal") && second.len() < first.len());
}

/// What the page is in a browser after its script and a test's own have run; `None` where there is no browser.
fn in_browser(page: &Path) -> Option<String> {
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let profile = tempfile::tempdir().unwrap();
    for name in names {
        let mut command = Command::new(name);
        command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]);
        command.args(["--disable-background-networking", "--disable-component-update", "--disable-sync"]);
        command.arg(format!("--user-data-dir={}", profile.path().display()));
        command.args(["--virtual-time-budget=4000", "--dump-dom"]).arg(format!("file://{}", page.display()));
        match command.output() {
            Ok(output) => {
                assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
                return Some(String::from_utf8(output.stdout).expect("HTML is UTF-8"));
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => panic!("{name}: {error}"),
        }
    }
    eprintln!("SKIPPED: none of {} is installed", names.join(", "));
    None
}

/// Uses the page as a person would, and writes down what is seen.
const VISIT: &str = r#"<script>
const seen = [];
const say = (what) => seen.push(what);
const compare = document.querySelector(".compare");
const actual = compare.querySelector(".actual");
const style = (element) => getComputedStyle(element);
const press = (name) => [...compare.querySelectorAll("button")].find((b) => b.textContent === name).click();
say("pictures " + [...document.images].filter((i) => i.complete && i.naturalWidth > 0).length + " of " + document.images.length);
say("half " + style(actual).clipPath);
const range = compare.querySelector("input");
range.value = 25;
range.dispatchEvent(new Event("input"));
say("quarter " + style(actual).clipPath);
const pictures = compare.querySelector(".pictures");
const box = pictures.getBoundingClientRect();
pictures.dispatchEvent(new PointerEvent("pointermove", { clientX: box.left + box.width * 0.75, buttons: 1 }));
say("dragged " + style(actual).clipPath);
press("Blink");
say("blink " + style(actual).animationName + " " + style(actual).clipPath);
press("Expected");
say("expected " + style(actual).visibility);
press("Difference");
say("difference " + style(compare.querySelector(".difference")).visibility);
press("Actual");
say("actual " + style(actual).visibility + " " + style(actual).clipPath + " " + style(actual).animationName);
say("pressed " + compare.querySelector("[aria-pressed=true]").textContent);
say("loaded " + performance.getEntriesByType("resource").filter((r) => !r.name.startsWith("data:")).length);
const link = document.querySelector(".scenes a[href='#scene-2']");
say("link " + (document.querySelector(link.getAttribute("href")) !== null));
document.body.dataset.seen = seen.join("; ");
</script></body>"#;

#[test]
fn the_page_works_in_a_browser() {
    let (folder, page) = report();
    let visited = folder.add("out/report/visited.html", page.replace("</body>", VISIT));
    let Some(dom) = in_browser(&visited) else { return };
    let seen = dom.split("data-seen=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
    let expected = [
        "pictures 4 of 4",
        "half inset(0px 0px 0px 50%)",
        "quarter inset(0px 0px 0px 25%)",
        "dragged inset(0px 0px 0px 75%)",
        "blink blink none",
        "expected hidden",
        "difference visible",
        "actual visible none none",
        "pressed Actual",
        "loaded 0",
        "link true",
    ];
    assert_eq!(seen.split("; ").collect::<Vec<_>>(), expected);
}
