//! Broken schematics are refused: no panic, no long wait, no memory for what is not there.

use super::samples::*;
use super::schematics::*;
use spanscope::io::voxels::parse;
use spanscope::pipeline::ErrorKind;
use std::path::Path;
use std::time::{Duration, Instant};

#[track_caller]
fn assert_refused(root: &Nbt, kind: ErrorKind, text: &str) {
    for bytes in [root.file("Schematic"), gzip(&root.file(""))] {
        let start = Instant::now();
        let error = refusal("a.schem", &bytes);
        assert_eq!((error.kind(), error.to_string()), (kind, format!("{text}: a.schem")));
        assert!(start.elapsed() < Duration::from_secs(2), "{:?} for {text}", start.elapsed());
    }
}

#[track_caller]
fn assert_bad(root: &Nbt, text: &str) {
    assert_refused(root, ErrorKind::BadFile, text);
}

#[test]
fn a_schematic_cut_anywhere_is_refused() {
    for (name, bytes) in schematics() {
        for length in 0..bytes.len() {
            let error = parse(&bytes[..length], Path::new(name), None).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::BadFile, "{name} cut to {length}: {error}");
            assert!(error.to_string().ends_with(&format!(": {name}")), "{error}");
        }
    }
}

#[test]
fn any_byte_of_a_schematic_may_be_wrong() {
    let start = Instant::now();
    for (name, bytes) in schematics() {
        for at in 0..bytes.len() {
            for wrong in [0x00, 0xff, 0x7f, bytes[at] ^ 0x80, bytes[at] ^ 1, 9, 10, 12] {
                let mut bytes = bytes.clone();
                bytes[at] = wrong;
                if let Ok(file) = parse(&bytes, Path::new(name), None) {
                    file.chunk.check(0).unwrap(); // What is taken keeps the rules of a chunk.
                }
            }
        }
    }
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn what_is_no_schematic_is_refused_by_what_it_is() {
    for name in ["a.schem", "a.schematic", "a.LITEMATIC"] {
        for bytes in [b"".as_slice(), b"something else", &gzip(b"something else"), &gzip(b"")] {
            let expected = format!("this is neither NBT nor NBT in gzip, so it is no Minecraft schematic: {name}");
            assert_eq!(refusal(name, bytes).to_string(), expected);
        }
    }
    let chunk = compound([("Level", compound([("xPos", Int(1))])), ("DataVersion", Int(2578))]);
    let expected = "NBT with the fields \"Level, DataVersion\" is no schematic: those have Schematic, Regions, BlockData or \
                    Blocks: chunk.nbt";
    assert_eq!(refusal("chunk.nbt", &chunk.file("")).to_string(), expected);
    assert_eq!(refusal("chunk.nbt", &gzip(&chunk.file(""))).to_string(), expected);
}

#[test]
fn broken_nbt_is_refused_with_its_byte() {
    let bad = |bytes: &[u8], text: &str| {
        let error = refusal("a.schem", bytes);
        assert_eq!((error.kind(), error.to_string()), (ErrorKind::BadFile, format!("{text}: a.schem")));
    };
    // A root without a name, then a field "l" that begins at byte 3.
    let field = |tag: u8, value: &[u8]| [&[10, 0, 0, tag, 0, 1, b'l'], value].concat();
    bad(&field(13, &[]), "13 is the tag of no type at byte 3");
    bad(&field(9, &[1, 0xff, 0xff, 0xff, 0xff]), "a length of -1 at byte 8");
    bad(&field(9, &[0, 0x7f, 0xff, 0xff, 0xff]), "a list of 2147483647 values without a type at byte 8");
    bad(&field(9, &[4, 0x7f, 0xff, 0xff, 0xff]), "a list needs 17179869176 bytes at byte 12, and 0 are left");
    bad(&field(9, &[10, 0x7f, 0xff, 0xff, 0xff]), "a list needs 2147483647 bytes at byte 12, and 0 are left");
    bad(&field(12, &[0x7f, 0xff, 0xff, 0xff]), "an array needs 17179869176 bytes at byte 11, and 0 are left");
    bad(&field(7, &[0x80, 0, 0, 0]), "a length of -2147483648 at byte 7");
    bad(&field(8, &[0xff, 0xff, b'a']), "a text needs 65535 bytes at byte 9, and 1 are left");
    bad(&field(3, &[0, 0]), "a value needs 4 bytes at byte 7, and 2 are left");
}

#[test]
fn things_in_things_without_end_are_refused() {
    // A field of a list of one list of one list, and so on to an empty one.
    let nested = |lists: usize| {
        let mut bytes = sponge([1, 1, 1], &[("stone", 0)], &[0]).file("");
        bytes.pop();
        bytes.extend([9, 0, 1, b'l']);
        bytes.extend([9, 0, 0, 0, 1].repeat(lists));
        bytes.extend([1, 0, 0, 0, 0, 0]);
        bytes
    };
    let error = refusal("a.schem", &nested(1_000_000));
    assert!(error.to_string().starts_with("more than 512 things in each other at byte "), "{error}");
    // The negative control: as many as the game allows, the root among them, are passed over.
    assert_eq!(read("a.schem", &nested(511)).chunk.runs.len(), 1);
    assert!(parse(&nested(512), Path::new("a.schem"), None).is_err());
}

#[test]
fn many_small_things_are_refused_before_larger_ones_are_made_of_them() {
    let with = |tag: u8, value: &[u8]| {
        let mut bytes = sponge([1, 1, 1], &[("stone", 0)], &[0]).file("");
        bytes.pop();
        bytes.extend([&[tag, 0, 1, b'l'], value, &[0]].concat());
        bytes
    };
    let texts = |count: i32| with(9, &[&[8], count.to_be_bytes().as_slice(), &[0, 0].repeat(count as usize)].concat());
    let fields = |count: usize| with(10, &[[1, 0, 0, 7].repeat(count), vec![0]].concat());
    for (many, text) in [
        (texts((1 << 20) + 1), "1048577 values of a list are more than 1048576: a.schem"),
        (fields((1 << 20) + 1), "1048577 fields of a compound are more than 1048576: a.schem"),
    ] {
        let error = refusal("a.schem", &many);
        assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::TooLarge, text));
    }
    // The negative control: as many as are allowed are passed over.
    for most in [texts(1 << 20), fields(1 << 20)] {
        assert_eq!(read("a.schem", &most).chunk.runs.len(), 1);
    }
}

#[test]
fn a_bomb_is_not_unpacked_to_its_end() {
    let zeros = gzip(&vec![0; 1 << 24]);
    let start = Instant::now();
    let bytes = [gzip(&sponge([1, 1, 1], &[], &[]).file("")), zeros.repeat(400)].concat();
    let error = refusal("bomb.schem", &bytes);
    assert_eq!(error.to_string(), "268435457 bytes of unpacked NBT are more than 268435456: bomb.schem");
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

#[test]
fn sponge_fields_must_fit_each_other() {
    let names = [("air", 0), ("stone", 1)];
    let good = sponge([2, 1, 1], &names, &[0, 1]);
    assert_eq!(read("a.schem", &good.file("")).chunk.runs.len(), 1);
    for (field, text) in [
        ("Version", "the schematic is broken: missing field `Version`"),
        ("Width", "the schematic is broken: missing field `Width`"),
        ("Height", "the schematic is broken: missing field `Height`"),
        ("Length", "the schematic is broken: missing field `Length`"),
        ("Palette", "version 2 without a field \"Palette\""),
        ("BlockData", "version 2 without a field \"BlockData\""),
    ] {
        assert_bad(&good.clone().without(field), text);
    }
    assert_bad(&good.clone().with("Version", Int(4)), "version 4 is not 1, 2 or 3");
    assert_bad(&good.clone().with("Version", Int(3)), "version 3 without a field \"Blocks\"");
    let data = |data: &[u8]| good.clone().with("BlockData", Bytes(data.to_vec()));
    assert_bad(&data(&[0]), "the block data has 1 numbers for 2 blocks");
    assert_bad(&data(&[0, 1, 1]), "the block data has 3 numbers for 2 blocks");
    assert_bad(&data(&[]), "the block data has 0 numbers for 2 blocks");
    assert_bad(&data(&[0, 0x81]), "the block data ends within number 1");
    assert_bad(&data(&[0, 1, 0x80]), "the block data ends within number 2");
    assert_bad(&data(&[0, 2]), "block 1 is number 2, which the palette does not name");
    assert_bad(
        &data(&[0xff, 0xff, 0xff, 0xff, 0x0f, 1]),
        "block 0 is number 4294967295, which the palette does not name",
    );
    assert_bad(&data(&[0xff, 0xff, 0xff, 0xff, 0x1f, 1]), "the number of block 0 is longer than 32 bits");
    assert_bad(&data(&[0, 0x81, 0x80, 0x80, 0x80, 0x80, 0]), "the number of block 1 is longer than 32 bits");
    let named = |names: &[(&str, i32)]| good.clone().with("Palette", palette(names));
    assert_bad(&named(&[("air", 0), ("stone", -1)]), "number -1 of the palette is below 0");
    assert_bad(&named(&[("air", 0), ("stone", 1), ("dirt", 1)]), "number 1 of the palette has two names");
    assert_bad(&named(&[]), "block 0 is number 0, which the palette does not name");
    assert_refused(
        &named(&[("air", 0), ("stone", i32::MAX)]),
        ErrorKind::TooLarge,
        "2147483648 numbers of a palette are more than 1048576",
    );
    // A type that is another one; the text is fastnbt's.
    let error = refusal("a.schem", &good.clone().with("Width", Text("2".into())).file(""));
    assert!(error.to_string().starts_with("the schematic is broken: invalid type: string \"2\""), "{error}");
}

#[test]
fn sizes_of_schematics_are_checked_before_anything_is_made_for_them() {
    let sized = |[width, height, length]: [i32; 3]| {
        let good = sponge([0; 3], &[("stone", 1)], &[1]);
        good.with("Width", Int(width)).with("Height", Int(height)).with("Length", Int(length))
    };
    assert_bad(&sized([0, 1, 1]), "a volume of 0 x 1 x 1 has no voxels");
    let large = |size, text| assert_refused(&sized(size), ErrorKind::TooLarge, text);
    large([70_000, 1, 1], "70000 columns along x are more than 65536");
    large([1, 1, i32::MAX], "2147483647 columns along z are more than 65536");
    large([1, 65_536, 1], "65536 rows are more than 65535");
    large([4096, 17, 4096], "285212672 samples are more than 268435456");
    assert_bad(&sized([1024, 256, 1024]), "the block data has 1 numbers for 268435456 blocks");
    assert_bad(&old([1024, 256, 1024], &[1]), "the field \"Blocks\" has 1 blocks, not 268435456");
    assert_bad(&old([2, 1, 1], &[1]).without("Height"), "the schematic is broken: missing field `Height`");
}

#[test]
fn regions_must_be_whole_and_near_each_other() {
    let names = ["air", "stone", "dirt"];
    let good = region([0; 3], [2, 1, 1], &names, &[1, 2]);
    let one = |region: Nbt| litematic(&[("a", region)]);
    assert_eq!(read("a.litematic", &one(good.clone()).file("")).chunk.runs.len(), 2);
    for (field, name) in [
        ("Position", "Position"),
        ("Size", "Size"),
        ("BlockStatePalette", "BlockStatePalette"),
        ("BlockStates", "BlockStates"),
    ] {
        assert_bad(&one(good.clone().without(field)), &format!("the schematic is broken: missing field `{name}`"));
    }
    assert_bad(&litematic(&[]), "no region in this file");
    assert_bad(
        &one(region([0; 3], [2, 1, 1], &names, &[1, 3])),
        "block 1 is number 3, which the palette does not name of region \"a\"",
    );
    assert_bad(
        &one(region([0; 3], [2, 1, 1], &[], &[0, 0])),
        "block 0 is number 0, which the palette does not name of region \"a\"",
    );
    let short = region([0; 3], [33, 1, 1], &names, &[1; 32]);
    assert_bad(&one(short), "region \"a\" has 1 longs, and 33 blocks of 2 bits need 2");
    assert_bad(&one(good.clone().with("Size", vector([2, 0, 1]))), "a volume of 2 x 0 x 1 has no voxels");
    let large = |regions: &[(&str, Nbt)], text| assert_refused(&litematic(regions), ErrorKind::TooLarge, text);
    let sized = |size| [("a", good.clone().with("Size", vector(size)))];
    large(&sized([i32::MIN, 1, 1]), "2147483648 columns along x are more than 65536");
    large(&sized([4096, -17, 4096]), "285212672 blocks of all regions are more than 268435456");
    assert_bad(
        &litematic(&sized([-1024, 256, 1024])),
        "region \"a\" has 1 longs, and 268435456 blocks of 2 bits need 8388608",
    );
    let at = |corner| ("b", good.clone().with("Position", vector(corner)));
    let halves = [sized([1024, 128, 1024])[0].clone(), sized([-1024, 129, 1024])[0].clone()];
    large(&halves, "269484032 blocks of all regions are more than 268435456");
    large(&[sized([2, 1, 1])[0].clone(), at([i32::MAX, 0, 0])], "2147483649 columns along x are more than 65536");
    large(&[at([0, i32::MIN, 0]), at([0, i32::MAX, 0])], "4294967296 rows are more than 65535");
    large(&[at([0; 3]), at([4094, 16, 4095])], "285212672 blocks are more than 268435456");
}
