//! The selected column: its table and its chart.

use crate::window::Window;
use eframe::egui::{Key, Pos2, pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use spanscope::inspect::column::{ColumnItem, column_items};
use spanscope::pipeline::{FrameSpec, NO_LINK, Stage};
use spanscope::session::view::ViewChange;
use spanscope::session::{Edit, Selection, Step};

fn window_at(x: u32, z: u32, row: Option<u16>) -> Window {
    let mut window = Window::of_sample();
    window.act(ViewChange::Select(Some(Selection { x, z, row })));
    window
}

/// What is written right of the 3D view, with its place, from top to bottom and left to right.
fn texts(window: &Window) -> Vec<(Pos2, String)> {
    let right = window.view_rect().right();
    let text = |node: egui_kittest::Node<'_>| {
        let said = node.accesskit_node().value().or(node.accesskit_node().label())?;
        let is_there = node.accesskit_node().raw_bounds().is_some() && node.rect().left() >= right;
        is_there.then(|| (node.rect().center(), said))
    };
    let is_text = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        node.role() == eframe::egui::accesskit::Role::Label && !node.is_hidden()
    };
    let mut all: Vec<(Pos2, String)> = window.harness.query_all_by(is_text).filter_map(text).collect();
    all.sort_by(|a, b| (a.0.y.round(), a.0.x).partial_cmp(&(b.0.y.round(), b.0.x)).unwrap());
    all
}

/// The rows of the table, each from left to right.
fn table(window: &Window, headers: &[&str]) -> Vec<(f32, Vec<String>)> {
    let texts = texts(window);
    let begin = texts.iter().position(|(_, text)| text == headers[0]).expect("the table is there");
    let end = texts.iter().position(|(_, text)| text == "Through the stages").expect("the chart is there");
    let mut rows: Vec<(f32, Vec<String>)> = Vec::new();
    for (at, text) in &texts[begin..end] {
        match rows.last_mut() {
            Some((y, row)) if (at.y - *y).abs() < 6.0 => row.push(text.clone()),
            _ => rows.push((at.y, vec![text.clone()])),
        }
    }
    assert_eq!(rows.remove(0).1, headers);
    rows
}

fn expected(window: &Window, stage: Stage, item: &ColumnItem) -> Vec<String> {
    let [low, high] = item.rows;
    let rows = if low + 1 == high { low.to_string() } else { format!("{low} – {}", high - 1) };
    let clear = item.clearance.map_or("open".into(), |rows| rows.to_string());
    let y = window.product().run.frame.row_in_world(high.into());
    let surface = format!("{high}:  {y:.2} units").replace('-', "−");
    let link = |link: u8| if link == NO_LINK { "·".into() } else { link.to_string() };
    match stage {
        Stage::Raw => vec![rows, item.area.to_string(), item.triangle.unwrap().to_string(), surface],
        Stage::Compact | Stage::Eroded | Stage::Volumes => {
            let distance = item.distance.filter(|_| stage != Stage::Compact).map_or("–".into(), |d| d.to_string());
            let links = item.links.unwrap().map(link).join("  ");
            vec![item.rows[1].to_string(), item.area.to_string(), clear, distance, links]
        }
        _ => vec![rows, item.area.to_string(), clear, surface],
    }
}

const SOLID: [&str; 4] = ["Rows", "Area", "Clear", "Surface row"];

#[test]
fn the_table_says_what_the_column_holds_at_every_stage() {
    // The tunnel: a floor with headroom, and a top.
    let mut window = window_at(60, 25, Some(6));
    assert!(window.shows("Column 60, 25"));
    for stage in Stage::ALL {
        window.act(ViewChange::Show(Step::Stage(stage)));
        let headers: &[&str] = match stage {
            Stage::Raw => &["Rows", "Area", "Triangle", "Surface row"],
            Stage::Compact | Stage::Eroded | Stage::Volumes => &["Floor", "Area", "Clear", "Dist", "−x +z +x −z"],
            _ => &SOLID,
        };
        let rows: Vec<Vec<String>> = table(&window, headers).into_iter().map(|row| row.1).collect();
        let run = &window.product().run;
        let mut items = column_items(run, stage, run.frame.column_index(60, 25));
        if stage != Stage::Raw {
            items.reverse(); // The top of the level is at the top of the table.
        }
        let expected: Vec<Vec<String>> = items.iter().map(|item| expected(&window, stage, item)).collect();
        assert_eq!(rows, expected, "{stage}");
        assert!(rows.len() >= 2, "{stage}: {rows:?}");
    }
}

#[test]
fn the_numbers_of_one_column_are_these() {
    let mut window = window_at(60, 25, Some(6));
    window.key(Key::Num3);
    let rows: Vec<Vec<String>> = table(&window, &SOLID).into_iter().map(|row| row.1).collect();
    assert_eq!(
        rows,
        [
            ["19 – 20", "63", "open", "21:  3.10 units"],
            ["5", "63", "13", "6:  0.10 units"],
            ["1", "0", "3", "2:  −0.70 units"],
        ]
    );
    window.key(Key::Num1);
    assert!(window.shows("The input has no spans yet; choose a stage."));
}

#[test]
fn a_row_of_the_table_selects_its_span() {
    let mut window = window_at(60, 25, Some(6));
    window.key(Key::Num3);
    for (row, surface) in [(0, 21), (2, 2), (1, 6)] {
        let y = table(&window, &SOLID)[row].0;
        let x = texts(&window).iter().find(|(_, text)| text == "Surface row").unwrap().0.x;
        window.click_at(pos2(x, y));
        assert_eq!(window.view().selection, Some(Selection { x: 60, z: 25, row: Some(surface) }));
    }
}

#[test]
fn the_chart_selects_stage_and_span() {
    let mut window = window_at(60, 25, Some(6));
    window.key(Key::Num3);
    let title = texts(&window).into_iter().find(|(_, text)| text == "Through the stages").unwrap().0;
    let (left, right) = (window.view_rect().right(), crate::window::SIZE[0]);
    let y = title.y + 120.0;
    let mut steps = Vec::new();
    let mut x = left + 50.0;
    window.key(Key::Num1); // The chart has no input, so the first stage that is met is the chart's.
    while x < right - 6.0 {
        window.click_at(pos2(x, y));
        if window.step() != Step::Input && steps.last() != Some(&window.step()) {
            steps.push(window.step());
        }
        x += 14.0;
    }
    assert_eq!(steps, Step::ALL[1..], "all stages from left to right");

    // Down through the middle of the chart, where the stage has spans at three heights.
    window.key(Key::Num1);
    let x_of_stage = (0..60).map(|i| left + 50.0 + i as f32 * 5.0).find(|&x| {
        window.click_at(pos2(x, y));
        window.step() == Step::Stage(Stage::LowHanging)
    });
    let mut rows = Vec::new();
    for i in 0..20 {
        window.click_at(pos2(x_of_stage.unwrap() + 6.0, title.y + 20.0 + i as f32 * 20.0));
        let row = window.view().selection.and_then(|selection| selection.row).unwrap();
        if rows.last() != Some(&row) {
            rows.push(row);
        }
    }
    assert_eq!(rows, [21, 6, 2], "from the top down");
}

#[test]
fn a_column_that_holds_nothing_says_so() {
    let mut window = Window::of_sample();
    let run = window.product();
    let empty = (0..run.run.solid.columns()).find(|&column| run.run.solid.column(column).is_empty());
    let width = run.run.frame.width() as usize;
    let (x, z) = empty.map_or((0, 0), |column| ((column % width) as u32, (column / width) as u32));
    if empty.is_some() {
        window.act(ViewChange::Select(Some(Selection { x, z, row: None })));
        assert!(window.shows("No stage has anything in this column."));
    }
    // The cabinet side of a wall keeps a span and has no floor.
    window.act(ViewChange::Select(Some(Selection { x: 60, z: 42, row: Some(15) })));
    assert!(window.shows("Nothing in this column at the stage volumes."));
    window.act(ViewChange::Show(Step::Stage(Stage::LowHanging)));
    assert!(window.shows("5 – 14"));
}

#[test]
fn a_selection_outside_a_smaller_grid_says_so() {
    let mut window = window_at(79, 66, None);
    window.enter("Cell size", "1");
    assert_eq!(window.view().selection, Some(Selection { x: 23, z: 19, row: None }), "the same place in the world");
    window.enter("Cell size", "0.3");
    let frame = &window.product().run.frame;
    let (origin, cell_size, cell_height) = (frame.origin(), frame.cell_size(), frame.cell_height());
    window.act(Edit::Frame(FrameSpec::Grid { origin, cell_size, cell_height, dimensions: [20, 20, 37] }));
    assert!(window.shows("This column is outside the frame as it is now."));
    window.key(Key::ArrowLeft);
    assert_eq!(window.view().selection, Some(Selection { x: 19, z: 19, row: None }), "the arrows bring it back in");
}
