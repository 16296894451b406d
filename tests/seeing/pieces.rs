//! Which floors hang together.

use crate::support::{areas, generate, run, voxels};
use proptest::prelude::*;
use spanscope::draw::palette;
use spanscope::draw::stage::draw_stage;
use spanscope::inspect::Colouring;
use spanscope::inspect::pieces::{ConnectedPiece, NO_PIECE, Pieces, pieces, tiny_below};
use spanscope::pipeline::{NOT_WALKABLE, PipelineRun, Scene, SpanSettings, Stage};

const SMALL: SpanSettings = SpanSettings { height_rows: 1, climb_rows: 4, radius_cells: 0, ..SpanSettings::HUMANOID };

fn scene(size: i32, mut runs: Vec<[i32; 5]>) -> Scene {
    runs.sort_unstable_by_key(|run| (run[1], run[0], run[2]));
    Scene { settings: SMALL, ..voxels([size, size, 60], &runs) }
}

fn ground(size: i32, row: i32) -> Vec<[i32; 5]> {
    (0..size * size).map(|i| [i % size, i / size, 0, row, 63]).collect()
}

#[test]
fn a_wall_makes_two_pieces_and_the_larger_comes_first() {
    // A wall along x = 3: on its left two columns are left after the ledges, on its right four.
    let mut runs = ground(9, 1);
    runs.iter_mut().filter(|run| run[0] == 3).for_each(|run| (run[3], run[4]) = (30, 255));
    runs.iter_mut().filter(|run| run[0] == 5 && run[1] < 4).for_each(|run| run[4] = 7);
    let found = pieces(&run(&scene(9, runs)));
    assert_eq!(found.sizes, [28, 14]);
    let [right, left] = &found.listed[..] else { panic!("{found:?}") };
    assert_eq!(right.bounds, [[4, 1, 1], [7, 1, 7]]);
    assert_eq!(left.bounds, [[1, 1, 1], [2, 1, 7]]);
    assert_eq!((right.areas.as_slice(), left.areas.as_slice()), (&[(7, 3), (63, 25)][..], &[(63, 14)][..]));
    assert_eq!((left.place, right.place[2]), ([1, 1, 4], 4), "the first floor that is nearest to the middle");
    assert_eq!((found.smaller_than(14), found.smaller_than(15), found.smaller_than(29)), (0, 1, 2));
}

#[test]
fn equal_pieces_stand_in_the_order_of_their_first_floors() {
    let mut runs = ground(9, 1);
    runs.iter_mut().filter(|run| run[0] == 4).for_each(|run| (run[3], run[4]) = (30, 255));
    let found = pieces(&run(&scene(9, runs)));
    assert_eq!(found.sizes, [21, 21]);
    assert_eq!(found.listed.iter().map(|piece| piece.bounds[0][0]).collect::<Vec<_>>(), [1, 5]);
}

#[test]
fn a_link_in_one_direction_does_not_join() {
    // Over the middle a slab: from it there is a way down, but the ground beside it links to the floor below the slab.
    let mut runs = ground(7, 5);
    runs[3 * 7 + 3] = [3, 3, 0, 3, 63];
    runs.push([3, 3, 6, 1, 63]);
    let run = run(&scene(7, runs));
    let middle = run.frame.column_index(3, 3);
    let [low, high] = [run.open.column(middle).start, run.open.column(middle).start + 1];
    assert_eq!([low, high].map(|floor| run.open.spans()[floor].y), [3, 7]);
    let beside = run.open.linked(middle, high, 0).expect("there is a way down");
    assert_eq!(run.open.linked(beside.0, beside.1, 2), Some((middle, low)), "and another one up");
    let found = pieces(&run);
    assert_eq!(found.sizes, [25, 1]);
    assert_eq!((found.of_floor[low], found.of_floor[high]), (0, 1));
}

#[test]
fn what_is_not_walkable_at_the_end_is_in_no_piece() {
    let scene = scene(7, ground(7, 1));
    let scene = Scene { settings: SpanSettings { radius_cells: 1, ..SMALL }, ..scene };
    let run = run(&scene);
    let found = pieces(&run);
    assert_eq!(found.sizes, [9]);
    assert_eq!(found.of_floor.iter().filter(|&&piece| piece == NO_PIECE).count(), 16);
    let nothing = pieces(&crate::support::run(&Scene { settings: SMALL, ..voxels([3, 3, 9], &[]) }));
    assert_eq!(nothing, Pieces::default());
}

#[test]
fn tiny_is_what_the_agent_covers_less_than_twice() {
    let of = |radius_cells| tiny_below(&SpanSettings { radius_cells, ..SMALL });
    assert_eq!([0, 1, 2, 3].map(of), [2, 18, 50, 98]);
    assert_eq!(of(1 << 20), u32::MAX);
}

#[test]
fn each_large_piece_has_a_colour_and_a_line_in_the_legend() {
    // Twelve islands of one column each, of which nine have a colour of their own.
    let mut runs = Vec::new();
    for island in 0..12 {
        let (x, z) = (1 + island % 4 * 4, 1 + island / 4 * 4);
        runs.extend((0..9).map(|i| [x - 1 + i % 3, z - 1 + i / 3, 0, 10 * (1 + island % 2), 63]));
    }
    let run = run(&scene(16, runs));
    let found = pieces(&run);
    assert_eq!(found.sizes, [1; 12]);
    let drawing = draw_stage(&run, Stage::Volumes, Colouring::Piece, None, &found);
    let labels: Vec<(&str, Option<u64>)> =
        drawing.legend.entries.iter().map(|entry| (entry.label.as_str(), entry.count)).collect();
    assert_eq!(labels.len(), 10);
    assert_eq!((labels[0], labels[8]), (("piece 1, 1.00", Some(1)), ("piece 9, 1.00", Some(1))));
    assert_eq!(labels[9], ("3 smaller, 3.00", Some(3)));
    let colours = drawing.boxes.colours.iter().map(|&[r, g, b, _]| [r, g, b]).collect::<Vec<_>>();
    let expected = |number: u32| palette::piece(number);
    assert_eq!(colours, (0..12).map(expected).collect::<Vec<_>>());
    assert_eq!(expected(9), palette::SMALLER_PIECES);
    let before = draw_stage(&run, Stage::Merged, Colouring::Piece, None, &found).legend;
    assert_eq!(before.title, "Area", "spans are in no piece");
}

/// The same by walking: from each floor to all that can be reached, where a way leads back.
fn walked(run: &PipelineRun) -> Vec<Vec<usize>> {
    let walkable = areas(run, Stage::Volumes);
    let column_of = |floor: usize| (0..run.open.columns()).find(|&c| run.open.column(c).contains(&floor)).unwrap();
    let mut seen = vec![false; walkable.len()];
    let mut all = Vec::new();
    for start in (0..walkable.len()).filter(|&floor| walkable[floor] != NOT_WALKABLE) {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let (mut piece, mut next) = (Vec::new(), vec![start]);
        while let Some(floor) = next.pop() {
            piece.push(floor);
            for direction in 0..4 {
                let Some((beside, to)) = run.open.linked(column_of(floor), floor, direction) else { continue };
                let back = run.open.linked(beside, to, (direction + 2) % 4).map(|(_, back)| back);
                if back == Some(floor) && walkable[to] != NOT_WALKABLE && !std::mem::replace(&mut seen[to], true) {
                    next.push(to);
                }
            }
        }
        piece.sort_unstable();
        all.push(piece);
    }
    all.sort_by_key(|piece| std::cmp::Reverse(piece.len()));
    all
}

proptest! {
    #![proptest_config(generate::cases(150))]

    #[test]
    fn pieces_are_what_walking_finds(scene in generate::scene()) {
        let run = run(&scene);
        let found = pieces(&run);
        let walked = walked(&run);
        let sizes: Vec<u32> = walked.iter().map(|piece| piece.len() as u32).collect();
        prop_assert_eq!(&found.sizes, &sizes);
        for (number, floors) in walked.iter().enumerate() {
            prop_assert!(floors.iter().all(|&floor| found.of_floor[floor] == number as u32));
        }
        let walkable = run.stage(Stage::Volumes).walkable();
        prop_assert_eq!(found.sizes.iter().sum::<u32>() as usize, walkable);
        prop_assert_eq!(found.of_floor.iter().filter(|&&piece| piece != NO_PIECE).count(), walkable);
        for (number, ConnectedPiece { floors, place: [x, row, z], bounds: [min, max], areas }) in found.listed.iter().enumerate() {
            prop_assert_eq!(areas.iter().map(|&(_, floors)| floors).sum::<u32>(), *floors);
            let column = run.frame.column_index(*x, *z);
            let there = run.open.column(column).find(|&floor| u32::from(run.open.spans()[floor].y) == *row);
            prop_assert_eq!(there.map(|floor| found.of_floor[floor]), Some(number as u32));
            prop_assert!((0..3).all(|axis| (min[axis]..=max[axis]).contains(&[*x, *row, *z][axis])));
        }
    }
}
