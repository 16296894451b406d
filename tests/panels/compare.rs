//! A and B: what is open against itself as it was, other files, results of other engines, and Recast's rules.

use crate::window::Window;
use egui_kittest::kittest::Queryable as _;
use spanscope::app::Action;
use spanscope::app::other::OtherAction;
use spanscope::inspect::column_items;
use spanscope::pipeline::{PipelineRun, Rules, Stage, run_by};
use spanscope::recast::RULES;
use spanscope::session::OtherView;
use spanscope::session::view::ViewChange;
use spanscope::session::{Edit, Selection, Step};

/// A floor on a plane of rows, and a ramp.
const LEVEL: &str = "v 0 0 0\nv 0 0 9\nv 9 0 9\nv 9 0 0\nf 1 2 3 4\nv 0 0 3\nv 0 0 6\nv 9 4 6\nv 9 4 3\nf 5 6 7 8\n";

fn level() -> Window {
    let mut window = Window::empty();
    let path = window.file("level.obj", LEVEL);
    window.open(&path);
    window
}

fn differing(window: &Window, stage: Stage) -> usize {
    let known = window.shell().other_comparison().expect("both are known").clone();
    known.result.as_ref().unwrap().stage(stage).unwrap().columns.len()
}

#[test]
fn what_is_open_is_compared_with_what_it_was_as_settings_change() {
    let mut window = level();
    window.tab("Compare");
    assert!(window.shows("Compare what is open, A, with something else, B"));
    window.click("Keep this as B");
    assert!(Stage::ALL.into_iter().all(|stage| differing(&window, stage) == 0));
    assert!(window.shows("no difference at this stage") || window.shows("equal"));
    let before = window.product().run.stage(Stage::Volumes).walkable();
    window.act(Edit::RadiusCells(4));
    let after = window.product().run.stage(Stage::Volumes).walkable();
    assert_eq!(differing(&window, Stage::Compact), 0, "the radius is of erosion alone");
    assert!(before > after && differing(&window, Stage::Volumes) > 0);
    assert!(window.shows("level.obj as it was"));
    window.click("Next difference, Volumes");
    assert_eq!(window.step(), Step::Stage(Stage::Volumes));
    let Selection { x, z, .. } = window.view().selection.expect("a patch is selected");
    assert!(window.shows(&format!("Column {x}, {z}")));
    window.click("Drop B");
    assert!(window.shell().other.is_none());
    assert!(window.shows("Compare what is open, A, with something else, B"));
}

#[test]
fn a_patch_leads_to_the_surface_that_differs() {
    let mut window = level();
    window.menu("Tools", "Keep this as B");
    window.act(Edit::HeightRows(14));
    window.tab("Compare");
    window.click("Next difference, Low height");
    let Selection { x, z, row } = window.view().selection.expect("a patch is selected");
    // Of the column the ramp is above and as it was; the floor is too low now.
    assert_eq!(row, Some(1));
    let run = &window.product().run;
    let column = run.frame.column_index(x, z);
    assert!(run.solid.column(column).len() > 1);
    let area_of = |run: &PipelineRun| {
        column_items(run, Stage::LowHeight, column).iter().find(|item| item.surface() == 1).unwrap().area
    };
    let other = window.shell().other.clone().unwrap().product.unwrap();
    assert_eq!([area_of(run), area_of(&other.run)], [0, 63]);
}

#[test]
fn a_mesh_after_an_edit_is_compared_in_the_same_grid_for_the_same_agent() {
    let mut window = level();
    window.act(Edit::ClimbRows(2));
    // The ramp ends a unit higher.
    let edited = window.file("edited.obj", &LEVEL.replace(" 4 6\n", " 3 6\n"));
    window.act(Action::Other(OtherAction::Open(edited)));
    assert_eq!(window.problem(), None);
    let other = window.shell().other.clone().unwrap();
    assert_eq!(other.name, "edited.obj");
    assert_eq!(other.product.unwrap().run.settings.climb_rows, 2);
    window.tab("Split");
    assert_eq!(window.shell().other_view(), OtherView::Split);
    assert!(window.harness.query_by_label("3D view of B").is_some());
    window.tab("Difference");
    assert!(window.harness.query_by_label("3D view of B").is_none());
}

#[test]
fn a_dump_of_another_engine_is_b_and_says_who_has_what() {
    let mut window = level();
    let (x, z) = (5, 5);
    let frame = window.product().run.frame;
    // One column of a merged heightfield, as an engine would write it.
    let text = format!(
        "frame {} {} {}\ndegenerate 0\n@merged\n{x} {z} 0:1:63 7:9:12\n",
        frame.width(),
        frame.depth(),
        frame.height()
    );
    let dump = window.file("engine.dump", &text);
    window.act(Action::Other(OtherAction::Open(dump)));
    assert_eq!(window.problem(), None);
    assert!(window.shell().other.as_ref().unwrap().product.is_none());
    assert!(window.shows("Volumes is not compared: B does not have it"));
    window.act(ViewChange::Show(Step::Stage(Stage::Merged)));
    window.act(ViewChange::Select(Some(Selection { x, z, row: None })));
    assert!(window.shows("7:9:12"));
    assert!(window.shows("only in B"));
    let broken = window.file("broken.dump", "frame 1 1\n");
    window.act(Action::Other(OtherAction::Open(broken)));
    assert!(window.problem().unwrap().text.contains("broken.dump"));
    assert_eq!(window.shell().other.as_ref().unwrap().name, "engine.dump", "B stays what it was");
}

#[test]
fn another_grid_is_said_and_can_be_seen_side_by_side() {
    let mut window = level();
    window.menu("Tools", "Keep this as B");
    let frame = window.session().document.frame.with_cell(0.5, 0.2);
    window.act(Edit::Frame(frame));
    assert!(window.shows("the grids are not the same, so columns cannot be compared: width"));
    window.tab("Split");
    assert!(window.harness.query_by_label("3D view of B").is_some());
}

#[test]
fn the_result_is_compared_with_that_of_recasts_rules() {
    let mut window = level();
    window.menu("Tools", "Compare with Recast's rules");
    assert_eq!(window.problem(), None);
    assert!(window.shows("Recast's rules"));
    let known = window.shell().other_comparison().unwrap().clone();
    let compared = known.result.as_ref().unwrap();
    let scene = window.product().scene.clone();
    let [ours, recast] =
        [Rules::SPECIFICATION, RULES].map(|rules| run_by(&rules, &scene, &Default::default()).unwrap());
    assert_eq!(compared.stages[1].counts, [ours.solid.spans().len(), recast.solid.spans().len()]);
    assert!(!compared.is_same(Stage::Merged) && compared.not_compared.is_empty());
    // The document and what is shown of it are the specification's, as before.
    assert_eq!(window.product().run.solid, ours.solid);
}
