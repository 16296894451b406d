//! What is told about volumes, against counting by hand.

mod support;

use proptest::prelude::*;
use spanscope::inspect::{VolumeFloors, floors_inside, volume_floors};
use spanscope::pipeline::{ConvexVolume, Monitor, PipelineRun, Scene, Stage, StageView};
use support::{generate, run};

proptest! {
    #![proptest_config(generate::cases(300))]

    #[test]
    fn each_volume_is_told_as_the_stage_applied_it(scene in generate::scene(), again in any::<bool>()) {
        let mut scene = scene;
        if again {
            scene.volumes.extend(scene.volumes.clone()); // So that some overwrite others wholly.
        }
        let run = run(&scene);
        let told = volume_floors(&run, &scene.volumes, &Monitor::default()).expect("nobody cancels");
        prop_assert_eq!(&told, &by_hand(&run, &scene));
        // What is left of each is what the stage gave.
        let kept: usize = told.iter().map(|floors| floors.given - floors.overwritten).sum();
        let touched = floors(&run).filter(|&(column, span)| {
            scene.volumes.iter().any(|volume| is_inside(&run, volume, column, span)) && areas(&run, Stage::Eroded)[span] != 0
        });
        prop_assert_eq!(kept, touched.count());
    }

    #[test]
    fn floors_inside_are_those_of_every_column(scene in generate::scene()) {
        let run = run(&scene);
        for volume in &scene.volumes {
            let fast: Vec<usize> = floors_inside(&run.frame, &run.open, volume).collect();
            let slow: Vec<usize> =
                floors(&run).filter(|&(column, span)| is_inside(&run, volume, column, span)).map(|(_, span)| span).collect();
            prop_assert_eq!(fast, slow);
        }
    }
}

fn by_hand(run: &PipelineRun, scene: &Scene) -> Vec<VolumeFloors> {
    let mut now = areas(run, Stage::Eroded).to_vec();
    let mut last = vec![usize::MAX; now.len()];
    let mut told = vec![VolumeFloors::default(); scene.volumes.len()];
    for (number, volume) in scene.volumes.iter().enumerate() {
        for (_, span) in floors(run).filter(|&(column, span)| is_inside(run, volume, column, span)) {
            if now[span] == 0 {
                told[number].out_of_reach += 1;
            } else {
                told[number].given += 1;
                if last[span] != usize::MAX {
                    told[last[span]].overwritten += 1;
                }
                (now[span], last[span]) = (volume.area, number);
            }
        }
    }
    assert_eq!(now, areas(run, Stage::Volumes), "so does the stage");
    told
}

fn floors(run: &PipelineRun) -> impl Iterator<Item = (usize, usize)> + '_ {
    (0..run.open.columns()).flat_map(|column| run.open.column(column).map(move |span| (column, span)))
}

fn is_inside(run: &PipelineRun, volume: &ConvexVolume, column: usize, span: usize) -> bool {
    let (column, width) = (column as u32, run.frame.width());
    let centre = run.frame.column_centre_in_world(column % width, column / width);
    let floor = run.frame.row_in_world(run.open.spans()[span].y.into());
    volume.contains_in_plan(centre) && volume.contains_height(floor)
}

fn areas(run: &PipelineRun, stage: Stage) -> &[u8] {
    match run.stage(stage) {
        StageView::Open { areas, .. } => areas,
        _ => unreachable!("an open stage"),
    }
}
