//! Schematics of Minecraft.

use super::samples::*;
use super::schematics::*;
use spanscope::source::VoxelMaterial;
use std::collections::BTreeMap;

/// Name, number and voxels of each material.
fn materials(file: &spanscope::io::voxels::VoxelFile) -> Vec<(&str, u8, u64)> {
    file.materials.iter().map(|material| (material.name.as_str(), material.number, material.voxels)).collect()
}

#[test]
fn a_box_in_any_schematic_has_the_same_cells() {
    for (name, bytes) in schematics() {
        for name in [name, "box.bin", "box.obj"] {
            let file = read(name, &bytes);
            assert_eq!([file.chunk.width, file.chunk.height, file.chunk.depth], SIZE, "{name}");
            assert_eq!(cells(&file.chunk), box_cells(), "{name}");
            assert_eq!(file.materials.len(), 22, "{name}");
            assert!(file.materials.iter().all(|material| material.voxels == 1 && material.colour.is_some()));
        }
    }
}

#[test]
fn axes_are_not_chosen_for_a_schematic() {
    for (name, bytes) in schematics() {
        let axes = Some(spanscope::io::voxels::Axes::default());
        let error = spanscope::io::voxels::parse(&bytes, name.as_ref(), axes).unwrap_err();
        assert!(error.to_string().starts_with("this file says itself which axis is up"), "{error}");
    }
}

#[test]
fn states_of_a_block_are_one_material_and_air_is_none() {
    let names = [
        ("minecraft:oak_stairs[facing=east]", 4),
        ("minecraft:stone", 3),
        ("oak_stairs", 1),
        ("minecraft:cave_air", 0),
        ("minecraft:void_air", 2),
        ("minecraft:structure_void", 5),
        ("mod:air[of=another kind]", 6),
        ("minecraft:dirt", 7),
    ];
    let file = read("a.schem", &sponge([7, 1, 1], &names, &[0, 4, 3, 1, 2, 6, 5]).file("Schematic"));
    assert_eq!(materials(&file), [("oak_stairs", 1, 2), ("stone", 2, 1), ("mod:air", 3, 1)]);
    assert_eq!(cells(&file.chunk), BTreeMap::from([([1, 0, 0], 1), ([2, 0, 0], 2), ([3, 0, 0], 1), ([5, 0, 0], 3)]));
    assert_eq!(file.notes, Vec::<String>::new());
}

#[test]
fn numbers_above_127_take_two_bytes() {
    let names = [("air", 0), ("stone", 127), ("dirt", 128), ("sand", 300)];
    let file = read("a.schem", &sponge([1, 1, 4], &names, &[0x7f, 0x80, 0x01, 0xac, 0x02, 0x00]).file("Schematic"));
    assert_eq!(cells(&file.chunk), BTreeMap::from([([0, 0, 0], 1), ([0, 0, 1], 2), ([0, 0, 2], 3)]));
    assert_eq!(materials(&file), [("stone", 1, 1), ("dirt", 2, 1), ("sand", 3, 1)]);
}

#[test]
fn sides_are_unsigned_numbers_of_two_bytes() {
    let data = vec![1; 40_000];
    let file = read("a.schem", &sponge([40_000_u16 as i16, 1, 1], &[("stone", 1)], &data).file("Schematic"));
    assert_eq!([file.chunk.width, file.chunk.height, file.chunk.depth], [40_000, 1, 1]);
}

#[test]
fn kinds_beyond_254_share_the_last_material_when_there_are_more_than_255() {
    let of = |kinds: i32| {
        let names: Vec<String> = (0..kinds).map(|number| format!("kind_{number}")).collect();
        let named: Vec<(&str, i32)> = names.iter().map(String::as_str).zip(0..).collect();
        let data: Vec<u8> = (0..kinds)
            .flat_map(|n| if n < 128 { vec![n as u8] } else { vec![n as u8 | 0x80, (n >> 7) as u8] })
            .collect();
        read("a.schem", &sponge([kinds as i16, 1, 1], &named, &data).file("Schematic"))
    };
    let (all, more) = (of(255), of(300));
    assert_eq!(materials(&all).last(), Some(&("kind_254", 255, 1)));
    assert_eq!(all.notes, Vec::<String>::new());
    assert_eq!(materials(&more)[253..], [("kind_253", 254, 1), ("other blocks", 255, 46)]);
    assert_eq!(more.notes, ["kinds of blocks that share material 255: 46"]);
}

#[test]
fn old_blocks_have_the_names_of_their_numbers_and_four_more_bits() {
    let file = read("a.schematic", &old([6, 1, 1], &[9, 1, 0, 217, 1, 255]).file("Schematic"));
    assert_eq!(materials(&file), [("stone", 1, 2), ("water", 2, 1), ("structure_block", 3, 1)]);
    assert_eq!(cells(&file.chunk).into_keys().map(|[x, ..]| x).collect::<Vec<_>>(), [0, 1, 4, 5]);
    // The first of a pair has the low four bits.
    let added = old([4, 1, 1], &[1, 1, 1, 0]).with("AddBlocks", Bytes(vec![0x21]));
    let file = read("a.schematic", &added.file("Schematic"));
    assert_eq!(materials(&file), [("stone", 1, 1), ("block 257", 2, 1), ("block 513", 3, 1)]);
    assert_eq!(cells(&file.chunk), BTreeMap::from([([0, 0, 0], 2), ([1, 0, 0], 3), ([2, 0, 0], 1)]));
}

#[test]
fn packed_numbers_go_on_in_the_next_long() {
    // Five bits a number: the thirteenth has four in the first long and one in the second.
    let names: Vec<String> = (0..17).map(|number| format!("kind_{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let numbers: Vec<usize> = (0..40).map(|place| if place == 12 { 16 } else { place % 16 }).collect();
    let file = read("a.litematic", &litematic(&[("a", region([0; 3], [40, 1, 1], &names, &numbers))]).file(""));
    let found: Vec<usize> = cells(&file.chunk).into_values().map(|material| material as usize - 1).collect();
    assert_eq!(found, numbers);
}

#[test]
fn a_region_with_sides_below_0_leads_to_lower_cells() {
    let names = ["air", "stone", "dirt", "sand"];
    let numbers = [1, 0, 0, 2, 0, 3];
    let placed = |corner, size| {
        let mark = region([0; 3], [1, 1, 1], &["glass"], &[0]);
        read("a.litematic", &litematic(&[("mark", mark), ("a", region(corner, size, &names, &numbers))]).file(""))
    };
    let file = placed([4, 6, 5], [-3, -1, -2]);
    // From (2, 6, 4) to (4, 6, 5); the glass is material 1.
    let expected = BTreeMap::from([([0, 0, 0], 1), ([2, 6, 4], 2), ([2, 6, 5], 3), ([4, 6, 5], 4)]);
    assert_eq!(cells(&file.chunk), expected);
    assert_eq!(file.notes, Vec::<String>::new());
    // The negative control: the same corner with sides above 0 is elsewhere.
    assert_eq!(cells(&placed([2, 6, 4], [3, 1, 2]).chunk), expected);
    assert_ne!(cells(&placed([4, 6, 5], [3, 1, 2]).chunk), expected);
    let moved = placed([-1, 0, 0], [-3, 1, -2]);
    assert_eq!(moved.notes, ["moved by 3, 0, 1 cells to begin at 0"]);
    assert_eq!(cells(&moved.chunk), BTreeMap::from([([3, 0, 1], 1), ([0, 0, 0], 2), ([0, 0, 1], 3), ([2, 0, 1], 4)]));
}

#[test]
fn where_regions_lie_over_each_other_the_later_one_wins_and_its_air_does_not() {
    let first = || ("z", region([0; 3], [3, 1, 1], &["stone"], &[0, 0, 0]));
    let later = || ("a", region([1, 0, 0], [3, 1, 1], &["air", "dirt", "stone"], &[1, 0, 2]));
    let file = read("a.litematic", &litematic(&[first(), later()]).file(""));
    assert_eq!(cells(&file.chunk).into_values().collect::<Vec<_>>(), [1, 2, 1, 1]);
    assert_eq!(materials(&file), [("stone", 1, 3), ("dirt", 2, 1)]);
    // The negative control: in the other order the stone lies over the dirt, which is nowhere then.
    let file = read("a.litematic", &litematic(&[later(), first()]).file(""));
    assert_eq!(cells(&file.chunk).into_values().collect::<Vec<_>>(), [2, 2, 2, 2]);
    assert_eq!(materials(&file), [("stone", 2, 4)]);
}

#[test]
fn usual_blocks_have_their_colours_and_others_one_of_their_own() {
    let colours = |names: &[&str]| {
        let named: Vec<(&str, i32)> = names.iter().copied().zip(0..).collect();
        let data: Vec<u8> = (0..names.len() as u8).collect();
        let file = read("a.schem", &sponge([names.len() as i16, 1, 1], &named, &data).file("Schematic"));
        file.materials.into_iter().map(|material: VoxelMaterial| material.colour.unwrap()).collect::<Vec<_>>()
    };
    let found = colours(&["stone", "grass_block", "dirt", "oak_planks", "water", "red_wool", "red_sandstone", "quux"]);
    let [stone, grass, dirt, planks, water, wool, sandstone, quux] = found[..] else { panic!("{found:?}") };
    assert!(stone[0] == stone[1] && stone[1] == stone[2], "grey");
    assert!(grass[1] > grass[0] && grass[1] > grass[2], "green");
    assert!(dirt[0] > dirt[1] && dirt[1] > dirt[2], "brown");
    assert!(planks[0] > planks[1] && planks[1] > planks[2], "brown");
    assert!(water[2] > water[0] && water[2] > water[1], "blue");
    assert!(wool[0] > 2 * wool[1] && wool != sandstone, "dyed red, which sandstone is not");
    assert!(quux.iter().all(|part| (64..192).contains(part)), "{quux:?}");
    assert_eq!(colours(&["quux", "xyzzy"])[0], quux);
    assert_ne!(colours(&["quux", "xyzzy"])[1], quux);
}
