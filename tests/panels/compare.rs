//! Comparing with the rules of another engine.

use crate::window::Window;
use spanscope::pipeline::{Rules, Stage, run, run_by};
use spanscope::recast::RULES;
use spanscope::session::Step;

/// A floor on a plane of rows, and a ramp.
const LEVEL: &str = "v 0 0 0\nv 0 0 9\nv 9 0 9\nv 9 0 0\nf 1 2 3 4\nv 0 0 3\nv 0 0 6\nv 9 4 6\nv 9 4 3\nf 5 6 7 8\n";

#[test]
fn the_result_is_compared_with_that_of_recasts_rules() {
    let mut window = Window::empty();
    let path = window.file("level.obj", LEVEL);
    window.open(&path);
    window.menu("Tools", "Compare with Recast's rules");
    assert_eq!(window.problem(), None);
    assert!(window.shows("specification against Recast's rules"));
    let compared = window.shell().comparison.as_ref().unwrap().result.clone().unwrap();
    let scene = window.product().scene.clone();
    let [ours, recast] =
        [Rules::SPECIFICATION, RULES].map(|rules| run_by(&rules, &scene, &Default::default()).unwrap());
    assert_eq!(compared.stages[1].counts, [ours.solid.spans().len(), recast.solid.spans().len()]);
    assert!(!compared.is_same(Stage::Merged) && compared.not_compared.is_empty());
    // The document and what is shown of it are the specification's, as before.
    assert_eq!(window.product().run.solid, run(&scene, &Default::default()).unwrap().solid);
    let columns = compared.stage(Stage::Merged).unwrap().columns.len();
    window.click(format!("merged {columns} columns").leak());
    assert_eq!(window.view().step, Step::Stage(Stage::Merged));
    assert!(window.view().selection.is_some());
}
