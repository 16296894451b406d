//! Height maps as other programs write them, from a folder that is not part of the project. What is expected was
//! computed with NumPy, Pillow and tifffile.

#[path = "../support/data.rs"]
mod data;

use super::samples::read;
use spanscope::pipeline::Input;
use spanscope::source::height_map::{HeightPlacement, HeightSamples, SampleKind, terraces, to_input};

/// A file's samples, with the least and the greatest value, and the sum of all.
fn facts(name: &str) -> Option<(HeightSamples, [f64; 3])> {
    let bytes = std::fs::read(data::folder()?.join(name)).unwrap();
    let map = read(name, &bytes);
    let least = map.values.iter().copied().min_by(f64::total_cmp).unwrap();
    let greatest = map.values.iter().copied().max_by(f64::total_cmp).unwrap();
    let sum = map.values.iter().sum();
    Some((map, [least, greatest, sum]))
}

#[test]
fn a_terrain_of_a_game_engine_is_read() {
    let Some((map, facts)) = facts("bevy_heightmap_terrain.hmp.png") else { return };
    assert_eq!((map.counts, map.kind, map.notes.as_slice()), ([1025, 1025], SampleKind::U8, [].as_slice()));
    assert_eq!(facts, [19.0, 255.0, 134_877_034.0]);
    let corners = [0, 1024, 1024 * 1025, 1025 * 1025 - 1].map(|place| map.values[place]);
    assert_eq!(corners, [59.0, 113.0, 93.0, 99.0]);
    let placement = HeightPlacement { scale_y: 0.25, ..Default::default() };
    let sentence = "8-bit heights: 237 levels, so slopes become terraces 0.25 units high";
    assert_eq!(terraces(&map, &placement).as_deref(), Some(sentence));
    let Input::HeightGrid(grid) = to_input(&map, &placement).unwrap() else { panic!("no holes") };
    grid.check(0).unwrap();
}

#[test]
fn a_geotiff_says_where_it_is() {
    let Some((map, facts)) = facts("geotiff_merc.tif") else { return };
    assert_eq!((map.counts, map.kind, map.notes.as_slice()), ([200, 200], SampleKind::U8, [].as_slice()));
    assert_eq!(facts, [19.0, 128.0, 1_518_268.0]);
    assert_eq!([0, 199, 199 * 200, 200 * 200 - 1].map(|place| map.values[place]), [40.0, 41.0, 40.0, 21.0]);
    assert_eq!(map.spacing, Some([154.749_977_519_968_52; 2]));
    let [x, z] = map.corner.unwrap();
    assert!((x - 1_871_110.328_876_760_3).abs() < 1e-6 && (z + 693_281.293_155_240_1).abs() < 1e-6, "{x} {z}");
}
