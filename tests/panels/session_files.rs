//! A scene file is the session: what was open in the window is open again.

use crate::window::Window;
use spanscope::app::Action;
use spanscope::app::other::OtherAction;
use spanscope::pipeline::Stage;
use spanscope::session::panels::{BottomTab, LeftTab, PanelTab, Panels, RightTab};
use spanscope::session::view::ViewChange;
use spanscope::session::{Command, Edit, OtherChoice, OtherView, OtherWith, Selection};
use spanscope::source::Source;
use spanscope::surface::shapes::Shape;
use std::path::Path;

/// How many columns differ at the end, and which.
fn differing(window: &Window) -> Vec<u32> {
    let known = window.shell().other_comparison().expect("both are known").clone();
    known.result.as_ref().unwrap().stage(Stage::Volumes).unwrap().columns.clone()
}

/// The sample saved in a window, and a new window in which that file was opened.
fn opened_again(window: &mut Window) -> Window {
    let path = window.path("level.scene.json");
    window.act(Action::SaveTo(path.clone()));
    assert_eq!(window.problem(), None);
    let mut again = Window::empty();
    again.open(&path);
    assert_eq!(again.problem(), None);
    again
}

#[test]
fn the_tabs_that_were_open_are_open_again() {
    let mut window = Window::of_sample();
    window.act(ViewChange::Select(Some(Selection { x: 17, z: 19, row: Some(6) })));
    for tab in ["Volumes", "Why", "Section"] {
        window.tab(tab);
    }
    let again = opened_again(&mut window);
    let panels = Panels { left: LeftTab::Volumes, right: RightTab::Why, bottom: BottomTab::Section, hidden: false };
    assert_eq!(again.view().panels, Some(panels));
    assert!(again.shows("The surface at row 6") && again.shows("Along z"));
    window.act(Action::TogglePanels);
    let hidden = opened_again(&mut window);
    assert!(hidden.view().open_panels().hidden && !hidden.shows("Along z"));
}

#[test]
fn a_file_that_says_nothing_of_tabs_leaves_them_open() {
    let mut window = Window::of_sample();
    window.tab("History");
    let mesh = window.file("floor.obj", "v 0 0 0\nv 0 0 9\nv 9 0 0\nf 1 2 3\n");
    window.open(&mesh);
    assert_eq!(window.view().open_panels().right, RightTab::History);
}

#[test]
fn a_comparison_with_other_settings_is_made_again() {
    let mut window = Window::of_sample();
    window.menu("Tools", "Keep this as B");
    window.act_all([Edit::ClimbRows(2), Edit::RadiusCells(1)].map(Action::from));
    window.act(Action::Other(OtherAction::Show(OtherView::Split)));
    window.act(Action::ShowTab(PanelTab::Bottom(BottomTab::Messages)));
    let columns = differing(&window);
    assert!(!columns.is_empty());
    let again = opened_again(&mut window);
    assert_eq!(differing(&again), columns);
    assert_eq!(again.shell().other_view(), OtherView::Split);
    assert_eq!(again.view().open_panels().bottom, BottomTab::Messages, "the tabs are those of the file");
    let other = again.shell().other.clone().unwrap().product.unwrap();
    assert_eq!([other.run.settings.climb_rows, other.run.settings.radius_cells], [4, 2]);
}

#[test]
fn a_comparison_with_a_file_or_by_recasts_rules_is_made_again() {
    let mut window = Window::of_sample();
    let frame = window.product().run.frame;
    let text = format!("frame {} {} {}\n@volumes\n", frame.width(), frame.depth(), frame.height());
    let dump = window.file("empty.dump", &text);
    let with = |window: &Window| window.view().other.clone().map(|OtherChoice { with, .. }| with);
    window.act(Action::Other(OtherAction::Open(dump.clone())));
    let columns = differing(&window);
    assert!(columns.len() > 100, "an empty heightfield differs in every column with a floor");
    let again = opened_again(&mut window);
    assert_eq!((differing(&again), with(&again)), (columns, Some(OtherWith::File(dump.clone()))));

    window.act(Action::Other(OtherAction::Recast));
    let columns = differing(&window);
    let again = opened_again(&mut window);
    assert_eq!((differing(&again), with(&again)), (columns, Some(OtherWith::Recast)));

    window.act(Action::Other(OtherAction::Drop));
    assert!(opened_again(&mut window).shell().other.is_none());

    // Another scene's own comparison takes the place of the one that is open.
    window.act(Action::Other(OtherAction::Recast));
    window.act(Action::SaveTo(window.path("recast.scene.json")));
    window.act(Action::Other(OtherAction::Open(dump.clone())));
    window.open(&window.path("recast.scene.json"));
    assert_eq!(with(&window), Some(OtherWith::Recast));
    assert_eq!(window.shell().other.as_ref().unwrap().name, "Recast's rules");

    // A file that is gone is told, and stays in the scene.
    window.act(Action::Other(OtherAction::Open(dump.clone())));
    window.act(Action::SaveTo(window.path("level.scene.json")));
    std::fs::remove_file(&dump).unwrap();
    let mut gone = Window::empty();
    gone.open(&window.path("level.scene.json"));
    assert!(gone.problem().unwrap().text.contains("empty.dump") && gone.shell().other.is_none());
    assert_eq!(with(&gone), Some(OtherWith::File(dump)));
}

#[test]
fn what_is_compared_with_stays_when_another_file_is_opened_and_is_not_said_to_be_of_it() {
    let mut window = Window::of_sample();
    window.act(Action::Other(OtherAction::Keep));
    let frame = window.product().run.frame;
    assert_eq!(window.shell().other.as_ref().unwrap().name, "sample level as it was");
    let sample = window.session().document.clone();
    let copy = window.path("copy.scene.json");
    spanscope::session::file::save(&sample, &Default::default(), &copy).unwrap();
    let ball = Source::of_shape(Shape::Ball { radius: 6.0 }, 0.3, [6.0, 3.0, 6.0]);
    window.act(Edit::AddSources(vec![ball]));
    let differs = differing(&window);
    assert!(!differs.is_empty());
    assert_eq!(window.view().other.as_ref().unwrap().with, OtherWith::Passing, "A has an input that B does not have");
    window.act(Action::SaveTo(window.path("more.scene.json")));
    assert!(window.shows("Saved; sample level as it was is in no file, so B is left out"));
    let again = opened_again(&mut window);
    assert_eq!(again.view().other, None);
    // With the same inputs it can be remembered.
    window.act(Action::Session(Command::Undo));
    assert!(matches!(window.view().other.as_ref().unwrap().with, OtherWith::Settings(_)));
    // Another file is A from now on.
    window.act(Action::Session(Command::Redo));
    window.act(Action::SaveTo(window.path("more.scene.json")));
    open_and_compare(&mut window, &copy);
    assert_eq!(window.product().run.frame, frame);
}

fn open_and_compare(window: &mut Window, path: &Path) {
    window.open(path);
    assert_eq!(window.problem(), None);
    assert_eq!(window.shell().other.as_ref().unwrap().name, "sample level as it was");
    assert_eq!(differing(window), [] as [u32; 0]);
}
