//! Questions about a run, and what is drawn of it: changes, columns, warnings, boxes, legends.

mod support;

use spanscope::draw::lines::{box_edges, link_lines, volume_lines};
use spanscope::draw::mesh::{MeshDrawing, draw_mesh};
use spanscope::draw::palette::{self, LegendEntry};
use spanscope::draw::stage::{StageDrawing, clearance_boxes, draw_stage, dropped_boxes};
use spanscope::draw::{BoxStyle, Legend};
use spanscope::inspect::column::item_at;
use spanscope::inspect::warnings::ShownBy;
use spanscope::inspect::{Change, Colouring, Pieces, column_items, diff, summary, warnings};
use spanscope::pipeline::{ConvexVolume, Input, PipelineRun, Scene, SpanSettings, Stage};
use std::sync::Arc;
use support::{chunk, floor, run, triangles, unit_frame, voxels};

/// Low settings, so that small scenes show every filter.
fn settings(height: i32, climb: i32, radius: i32) -> SpanSettings {
    SpanSettings { height_rows: height, climb_rows: climb, radius_cells: radius, ..SpanSettings::HUMANOID }
}

/// A 3 x 1 grid: two touching runs with areas 5 and 9; a kerb that is not walkable, one row over ground; a low ceiling.
fn kerb_and_ceiling() -> PipelineRun {
    let runs = [[0, 0, 0, 2, 5], [0, 0, 2, 1, 9], [1, 0, 0, 2, 7], [1, 0, 3, 1, 255], [2, 0, 0, 2, 7], [2, 0, 4, 1, 7]];
    let mut scene = voxels([3, 1, 12], &runs);
    scene.settings = settings(3, 4, 0);
    run(&scene)
}

fn counts(run: &PipelineRun, earlier: Option<Stage>, later: Stage) -> Vec<(Change, usize)> {
    let changes = diff(run, earlier, later);
    Change::ALL.into_iter().map(|change| (change, changes.count(change))).filter(|(_, count)| *count > 0).collect()
}

#[test]
fn everything_has_appeared_since_the_input() {
    let run = kerb_and_ceiling();
    assert_eq!(counts(&run, None, Stage::Raw), [(Change::Appeared, 6)]);
    assert_eq!(counts(&run, None, Stage::Merged), [(Change::Appeared, 5)]);
}

#[test]
fn a_span_of_several_pieces_is_merged_and_one_of_a_single_piece_is_unchanged() {
    let run = kerb_and_ceiling();
    let changes = diff(&run, Some(Stage::Raw), Stage::Merged);
    assert_eq!(changes.items[0], Change::Merged);
    assert_eq!(changes.items[1..], [Change::Unchanged; 4]);
    assert!(changes.vanished.is_empty());
}

#[test]
fn a_kerb_is_gained() {
    let run = kerb_and_ceiling();
    let kerb = 2; // Column 0 has one span, column 1 ground and kerb.
    assert_eq!(diff(&run, Some(Stage::Merged), Stage::LowHanging).items[kerb], Change::Gained);
    // From the pieces on, the kerb is compared with its only piece, which was not walkable.
    assert_eq!(diff(&run, Some(Stage::Raw), Stage::LowHanging).items[kerb], Change::Gained);
}

#[test]
fn what_lies_under_a_low_ceiling_is_lost() {
    let mut scene = level_scene(5);
    let ceiling = chunk([5, 5, 30], &[[2, 2, 5, 1, 63]]);
    scene.inputs.push(Input::Chunk(Arc::new(ceiling)));
    let run = run(&scene);
    let changes = diff(&run, Some(Stage::Ledges), Stage::LowHeight);
    let under = run.solid.column(run.frame.column_index(2, 2)).start;
    assert_eq!((changes.count(Change::Lost), changes.items[under]), (1, Change::Lost));
}

#[test]
fn spans_without_a_floor_have_vanished_in_the_open_stages() {
    let run = kerb_and_ceiling();
    let changes = diff(&run, Some(Stage::LowHeight), Stage::Compact);
    assert!(changes.items.iter().all(|&change| change == Change::Unchanged));
    assert_eq!(changes.items.len() + changes.vanished.len(), run.solid.spans().len());
    let lost = support::areas(&run, Stage::LowHeight).iter().filter(|&&area| area == 0).count();
    assert_eq!(changes.vanished.len(), lost);
    assert!(changes.vanished.iter().all(|&span| support::areas(&run, Stage::LowHeight)[span as usize] == 0));
}

#[test]
fn a_volume_changes_areas_and_a_volume_of_area_0_loses_floors() {
    let mut scene = level_scene(5); // 3 x 3 floors are left inside its border.
    scene.settings = settings(10, 4, 0);
    let over = |x: f64, area| ConvexVolume {
        polygon: vec![[x, 0.0], [x + 1.0, 0.0], [x + 1.0, 5.0], [x, 5.0]],
        min_y: 0.0,
        max_y: 9.0,
        area,
    };
    scene.volumes = vec![over(1.0, 3), over(2.0, 0)];
    let run = run(&scene);
    let expected = [(Change::Lost, 3), (Change::AreaChanged, 3), (Change::Unchanged, 3)];
    assert_eq!(counts(&run, Some(Stage::Eroded), Stage::Volumes), expected);
}

#[test]
fn a_diff_with_an_equal_stage_is_unchanged_for_every_pair_of_stages() {
    let run = kerb_and_ceiling();
    for later in Stage::ALL {
        for earlier in Stage::ALL.into_iter().filter(|earlier| *earlier < later) {
            let changes = diff(&run, Some(earlier), later);
            assert_eq!(changes.items.len(), run.stage(later).len(), "{earlier} to {later}");
        }
    }
}

#[test]
fn a_summary_counts_spans_and_the_change_of_walkable_ones() {
    let run = kerb_and_ceiling();
    let rows: Vec<(usize, usize, Option<i64>)> =
        summary(&run).into_iter().map(|row| (row.spans, row.walkable, row.change)).collect();
    assert_eq!(rows[0], (6, 5, None));
    assert_eq!(rows[1], (5, 4, Some(-1)));
    assert_eq!(rows[2], (5, 5, Some(1)));
    for (i, row) in rows.iter().enumerate().skip(1) {
        assert_eq!(row.2, Some(row.1 as i64 - rows[i - 1].1 as i64));
    }
}

#[test]
fn a_column_lists_pieces_in_order_and_spans_bottom_up() {
    let run = kerb_and_ceiling();
    let raw = column_items(&run, Stage::Raw, 0);
    assert_eq!(raw.iter().map(|item| (item.rows, item.area)).collect::<Vec<_>>(), [([0, 2], 5), ([2, 3], 9)]);
    assert!(raw.iter().all(|item| item.triangle.is_none() && item.clearance.is_none()));
    let merged = column_items(&run, Stage::Merged, 2);
    assert_eq!(merged.iter().map(|item| item.rows).collect::<Vec<_>>(), [[0, 2], [4, 5]]);
    assert_eq!(merged.iter().map(|item| item.clearance).collect::<Vec<_>>(), [Some(2), None]);
}

#[test]
fn a_row_selects_the_span_with_that_surface_else_the_one_around_it() {
    let run = kerb_and_ceiling();
    let items = column_items(&run, Stage::Merged, 2);
    assert_eq!(
        [0, 1, 2, 3, 4, 5, 6].map(|row| item_at(&items, row)),
        [Some(0), Some(0), Some(0), None, Some(1), Some(1), None]
    );
}

#[test]
fn warnings_name_counts_and_what_shows_them() {
    let sliver = [[0.0, 1.5, 0.0], [1.0, 1.5, 1.0], [2.0, 1.5, 2.0]]; // Without a direction.
    let scene = Scene {
        frame: unit_frame([4, 4, 4]),
        settings: SpanSettings { climb_rows: 0, radius_cells: 0, ..settings(3, 0, 0) },
        inputs: vec![
            triangles(&floor([0.0, 0.0], [2.0, 1.0], 0.0)),
            triangles(&[sliver]),
            triangles(&floor([9.0, 9.0], [10.0, 10.0], 1.0)),
        ],
        ..Scene::default()
    };
    let list = warnings(&run(&scene));
    let texts: Vec<(&str, ShownBy)> =
        list.iter().map(|warning| (warning.text.as_str(), warning.kind.shown_by())).collect();
    // Each of the rectangle's two triangles lies over both of its cells.
    let bottom = "The lowest floor has no row: 4 pieces at the bottom of the frame dropped; pad below by 1";
    assert_eq!(texts[0], (bottom, ShownBy::Dropped));
    assert_eq!(texts[1], ("1 triangle without a direction (degenerate), skipped", ShownBy::Mesh));
    assert_eq!(texts[2], ("2 triangles wholly outside the frame", ShownBy::Mesh));
    assert_eq!(texts[3].0, "Climb is 0 rows: every step in height separates floors");
    assert_eq!(texts[4], ("Radius is 0 cells: nothing is eroded", ShownBy::Settings));
    assert_eq!(texts[5], ("Nothing is walkable from the stage Raw on", ShownBy::Change(Stage::Raw)));
    assert_eq!(texts.len(), 6);
}

#[test]
fn a_sound_scene_has_no_warnings() {
    let mut runs = Vec::new();
    for x in 0..9 {
        for z in 0..9 {
            runs.push([x, z, 0, 2, 63]);
        }
    }
    assert_eq!(warnings(&run(&voxels([9, 9, 20], &runs))), []);
}

#[test]
fn a_stage_is_drawn_as_one_box_a_span_with_its_colour() {
    let run = kerb_and_ceiling();
    let StageDrawing { boxes, vanished, legend } =
        draw_stage(&run, Stage::Merged, Colouring::Area, None, &Pieces::default());
    assert_eq!(boxes.cells, [[0, 0, 0, 3], [1, 0, 0, 2], [1, 0, 3, 4], [2, 0, 0, 2], [2, 0, 4, 5]]);
    assert_eq!(boxes.style, BoxStyle::Solid);
    assert!(vanished.cells.is_empty());
    let [r, g, b] = palette::WARM_GREY;
    assert_eq!(boxes.colours[2], [r, g, b, 0]);
    let [r, g, b] = palette::area(7);
    assert_eq!(boxes.colours[1], [r, g, b, 0]);
    let entries: Vec<(&str, Option<u64>)> = legend.entries.iter().map(|e| (e.label.as_str(), e.count)).collect();
    assert_eq!(entries, [("not walkable (0)", Some(1)), ("area 7", Some(3)), ("area 9", Some(1))]);
}

#[test]
fn pieces_of_a_column_are_drawn_one_within_the_other() {
    let run = kerb_and_ceiling();
    let insets: Vec<u8> = draw_stage(&run, Stage::Raw, Colouring::Area, None, &Pieces::default())
        .boxes
        .colours
        .iter()
        .map(|colour| colour[3])
        .collect();
    assert_eq!(insets, [4, 7, 4, 7, 4, 7]);
}

#[test]
fn floors_are_drawn_as_plates_under_their_surface_and_clearance_up_to_what_an_agent_needs() {
    let run = level(5);
    let floors = draw_stage(&run, Stage::Compact, Colouring::Area, None, &Pieces::default()).boxes;
    assert_eq!(floors.style, BoxStyle::Floor);
    assert_eq!(floors.cells.len(), run.open.spans().len());
    assert!(floors.cells.iter().all(|cell| cell[2] == 1 && cell[3] == 2));
    let air = clearance_boxes(&run, Stage::Compact);
    assert!(matches!(air.style, BoxStyle::Glass(_)));
    assert!(air.cells.iter().all(|cell| cell[2] == 2 && cell[3] == 2 + 10));
    assert!(clearance_boxes(&run, Stage::Merged).cells.is_empty());
}

/// A level square of voxels, two rows thick.
fn level_scene(side: i32) -> Scene {
    let runs: Vec<[i32; 5]> = (0..side * side).map(|i| [i % side, i / side, 0, 2, 63]).collect();
    voxels([side, side, 30], &runs)
}

fn level(side: i32) -> PipelineRun {
    run(&level_scene(side))
}

#[test]
fn distances_have_a_legend_with_the_fate_of_each() {
    let run = level(9);
    let legend = draw_stage(&run, Stage::Eroded, Colouring::Distance, None, &Pieces::default()).legend;
    let entries: Vec<(&str, Option<u64>)> = legend.entries.iter().map(|e| (e.label.as_str(), e.count)).collect();
    // The ledge filter takes the outermost ring of 9 x 9; 7 x 7 floors remain, the outer rings of which are near the border.
    assert_eq!(entries, [("0 (eroded)", Some(24)), ("2 (eroded)", Some(16)), ("4 (kept)", Some(9))]);
}

#[test]
fn vanished_spans_are_drawn_seen_through() {
    let run = level(5);
    let drawing = draw_stage(&run, Stage::Compact, Colouring::Change, Some(Stage::LowHeight), &Pieces::default());
    assert_eq!(drawing.vanished.cells.len(), 16);
    assert!(
        drawing
            .vanished
            .cells
            .iter()
            .all(|&[x, z, low, high]| { (low, high) == (0, 2) && (x == 0 || z == 0 || x == 4 || z == 4) })
    );
    assert_eq!(drawing.legend.title, "Change since low height");
    assert_eq!(labels(&drawing.legend), ["vanished", "unchanged, walkable"]);
}

fn labels(legend: &Legend) -> Vec<&str> {
    legend.entries.iter().map(|entry: &LegendEntry| entry.label.as_str()).collect()
}

#[test]
fn dropped_pieces_are_drawn_inside_the_grid_with_a_legend_of_causes() {
    let scene = Scene {
        frame: unit_frame([2, 2, 4]),
        inputs: vec![triangles(&floor([0.0, 0.0], [1.0, 1.0], 50.0)), triangles(&floor([0.0, 0.0], [1.0, 1.0], 0.0))],
        ..Scene::default()
    };
    let (boxes, legend) = dropped_boxes(&run(&scene));
    assert_eq!(boxes.cells, [[0, 0, 3, 4], [0, 0, 3, 4], [0, 0, 0, 1], [0, 0, 0, 1]]);
    assert_eq!(labels(&legend), ["outside the rows", "no row at the bottom"]);
}

#[test]
fn a_link_is_half_a_line_so_that_two_make_a_whole_one() {
    let run = level(4); // 2 x 2 floors are left.
    let lines = link_lines(&run, Stage::Compact);
    assert_eq!(lines.len(), 8);
    assert!(lines.iter().all(|line| (line.from[0] - line.to[0]).abs() + (line.from[2] - line.to[2]).abs() == 0.5));
    assert!(link_lines(&run, Stage::Merged).is_empty());
}

#[test]
fn a_box_has_twelve_edges_and_a_volume_three_a_corner() {
    assert_eq!(box_edges([0.0; 3], [1.0; 3], [0; 4], 1.0).len(), 12);
    let run = level(3);
    let volume = ConvexVolume { polygon: vec![[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]], min_y: -1e9, max_y: 1.0, area: 4 };
    let lines = volume_lines(&run.frame, &volume);
    assert_eq!(lines.len(), 9);
    assert!(lines.iter().all(|line| line.from[1] >= 0.0 && line.to[1] <= 1.0), "the interval is cut to the frame");
}

#[test]
fn triangles_are_coloured_by_slope_class() {
    let [up, _] = floor([0.0, 0.0], [1.0, 1.0], 1.0);
    let [a, b, c] = up;
    let down = [a, c, b];
    let steep = [[0.0, 0.0, 0.0], [0.0, 3.0, 1.0], [1.0, 0.0, 0.0]];
    let degenerate = [a, a, a];
    let scene = Scene {
        frame: unit_frame([2, 2, 4]),
        inputs: vec![triangles(&[up, down, steep, degenerate])],
        ..Scene::default()
    };
    let run = run(&scene);
    let MeshDrawing { triangles: drawing, legend, marks, .. } = draw_mesh(&scene, &run, &[]);
    let colours: Vec<[u8; 3]> = drawing.colours.iter().map(|&[r, g, b, _]| [r, g, b]).collect();
    assert_eq!(colours[0], palette::SKY_BLUE);
    assert_eq!(colours[1], palette::PURPLE);
    assert_eq!(colours[3], palette::VERMILION);
    assert_eq!(legend.entries.iter().map(|entry| entry.count.unwrap_or(0)).sum::<u64>(), 4);
    // Three sides and a cross: without them a triangle that is a point could not be seen.
    assert_eq!(marks.len(), 6);
}

#[test]
fn triangles_outside_the_frame_have_a_colour_and_a_count() {
    let scene = Scene {
        frame: unit_frame([2, 2, 4]),
        inputs: vec![triangles(&floor([0.0, 0.0], [1.0, 1.0], 1.0)), triangles(&floor([8.0, 8.0], [9.0, 9.0], 1.0))],
        ..Scene::default()
    };
    let MeshDrawing { triangles: drawing, legend, .. } = draw_mesh(&scene, &run(&scene), &[]);
    let colours: Vec<[u8; 3]> = drawing.colours.iter().map(|&[r, g, b, _]| [r, g, b]).collect();
    assert_eq!(colours, [palette::SKY_BLUE, palette::SKY_BLUE, palette::OUTSIDE, palette::OUTSIDE]);
    assert_eq!(labels(&legend), ["walkable", "outside the frame"]);
}

#[test]
fn different_areas_have_different_colours_or_a_pattern() {
    let mut plain: Vec<[u8; 3]> = (1..=6).map(palette::area).collect();
    plain.extend([palette::area(63), palette::area(0)]);
    for (i, colour) in plain.iter().enumerate() {
        assert!(!plain[..i].contains(colour));
    }
    let legend = palette::area_legend([1, 7, 63].into_iter());
    let hatched: Vec<(&str, bool)> = legend.entries.iter().map(|e| (e.label.as_str(), e.hatched)).collect();
    assert_eq!(hatched, [("walkable (63)", false), ("area 1", false), ("area 7", true)]);
}
