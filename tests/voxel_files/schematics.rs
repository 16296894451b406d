//! Small schematics of Minecraft, written byte by byte.

use super::samples::{SIZE, gzip, material};
use std::collections::BTreeMap;

/// A value of NBT.
#[derive(Clone)]
pub enum Nbt {
    Short(i16),
    Int(i32),
    Bytes(Vec<u8>),
    Text(String),
    /// Values of one type; the empty list has none.
    List(Vec<Nbt>),
    Compound(Vec<(String, Nbt)>),
    Longs(Vec<i64>),
}

pub use Nbt::*;

impl Nbt {
    fn tag(&self) -> u8 {
        match self {
            Short(_) => 2,
            Int(_) => 3,
            Bytes(_) => 7,
            Text(_) => 8,
            List(_) => 9,
            Compound(_) => 10,
            Longs(_) => 12,
        }
    }

    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Short(value) => out.extend(value.to_be_bytes()),
            Int(value) => out.extend(value.to_be_bytes()),
            Text(value) => write_text(value, out),
            Bytes(values) => {
                out.extend((values.len() as i32).to_be_bytes());
                out.extend(values);
            }
            Longs(values) => {
                out.extend((values.len() as i32).to_be_bytes());
                out.extend(values.iter().flat_map(|value| value.to_be_bytes()));
            }
            List(values) => {
                out.push(values.first().map_or(0, Nbt::tag));
                out.extend((values.len() as i32).to_be_bytes());
                values.iter().for_each(|value| value.write(out));
            }
            Compound(fields) => {
                for (name, value) in fields {
                    out.push(value.tag());
                    write_text(name, out);
                    value.write(out);
                }
                out.push(0);
            }
        }
    }

    /// This compound with a field put in, or put in place of the one with the same name.
    pub fn with(mut self, name: &str, value: Nbt) -> Self {
        let Compound(fields) = &mut self else { panic!("a compound") };
        match fields.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => fields.push((name.to_owned(), value)),
        }
        self
    }

    pub fn without(mut self, name: &str) -> Self {
        let Compound(fields) = &mut self else { panic!("a compound") };
        fields.retain(|(known, _)| known != name);
        self
    }

    /// A file with this compound as its root, in gzip or not.
    pub fn file(&self, root: &str) -> Vec<u8> {
        let mut out = vec![self.tag()];
        write_text(root, &mut out);
        self.write(&mut out);
        out
    }
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    out.extend((text.len() as u16).to_be_bytes());
    out.extend(text.as_bytes());
}

pub fn compound<const N: usize>(fields: [(&str, Nbt); N]) -> Nbt {
    Compound(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// A palette of Sponge's, from names to numbers.
pub fn palette(names: &[(&str, i32)]) -> Nbt {
    Compound(names.iter().map(|&(name, number)| (name.to_owned(), Int(number))).collect())
}

/// Sponge's version 2 with this size along x, y and z.
pub fn sponge([width, height, length]: [i16; 3], names: &[(&str, i32)], data: &[u8]) -> Nbt {
    compound([
        ("Version", Int(2)),
        ("DataVersion", Int(2584)),
        ("Width", Short(width)),
        ("Height", Short(height)),
        ("Length", Short(length)),
        ("PaletteMax", Int(names.len() as i32)),
        ("Palette", palette(names)),
        ("BlockData", Bytes(data.to_vec())),
        ("BlockEntities", List(vec![compound([("Id", Text("minecraft:chest".into()))])])),
    ])
}

/// The same as version 3.
pub fn sponge_3(size: [i16; 3], names: &[(&str, i32)], data: &[u8]) -> Nbt {
    let blocks =
        compound([("Palette", palette(names)), ("Data", Bytes(data.to_vec())), ("BlockEntities", List(vec![]))]);
    let schematic = sponge(size, &[], &[]).with("Version", Int(3)).without("Palette").without("BlockData");
    compound([("Schematic", schematic.with("Blocks", blocks))])
}

/// A schematic with numbers for names.
pub fn old([width, height, length]: [i16; 3], blocks: &[u8]) -> Nbt {
    compound([
        ("Width", Short(width)),
        ("Height", Short(height)),
        ("Length", Short(length)),
        ("Materials", Text("Alpha".into())),
        ("Blocks", Bytes(blocks.to_vec())),
        ("Data", Bytes(vec![5; blocks.len()])),
        ("Entities", List(vec![])),
    ])
}

/// A region of Litematica's: a corner, a size whose sides may be below 0, a palette, and numbers into it from the lowest
/// corner, x fastest, then z, then y.
pub fn region(corner: [i32; 3], size: [i32; 3], names: &[&str], numbers: &[usize]) -> Nbt {
    let states = names.iter().map(|name| compound([("Name", Text((*name).to_owned()))]).with_facing()).collect();
    compound([
        ("Position", vector(corner)),
        ("Size", vector(size)),
        ("BlockStatePalette", List(states)),
        ("BlockStates", Longs(pack(numbers, names.len()))),
        ("TileEntities", List(vec![])),
    ])
}

impl Nbt {
    fn with_facing(self) -> Self {
        self.with("Properties", compound([("facing", Text("east".into()))]))
    }
}

pub fn vector([x, y, z]: [i32; 3]) -> Nbt {
    compound([("x", Int(x)), ("y", Int(y)), ("z", Int(z))])
}

/// Numbers in as many bits as the palette needs, bit by bit, on from one long to the next.
fn pack(numbers: &[usize], names: usize) -> Vec<i64> {
    let bits = (0..).find(|bits| 1 << bits >= names).unwrap().max(2);
    let mut longs = vec![0_u64; (numbers.len() * bits).div_ceil(64)];
    for place in 0..numbers.len() * bits {
        longs[place / 64] |= (numbers[place / bits] as u64 >> (place % bits) & 1) << (place % 64);
    }
    longs.into_iter().map(u64::cast_signed).collect()
}

pub fn litematic(regions: &[(&str, Nbt)]) -> Nbt {
    let regions = Compound(regions.iter().map(|(name, region)| ((*name).to_owned(), region.clone())).collect());
    compound([("MinecraftDataVersion", Int(2584)), ("Version", Int(6)), ("Regions", regions)])
}

/// The cells of the box in the order of schematics.
fn cells_in_order() -> impl Iterator<Item = u8> {
    let [width, height, depth] = SIZE;
    (0..height).flat_map(move |y| (0..depth).flat_map(move |z| (0..width).map(move |x| material(x, y, z))))
}

/// The box's material at each cell, but numbered without gaps, as materials of schematics are.
pub fn box_cells() -> BTreeMap<[i32; 3], i32> {
    let mut known: Vec<u8> = cells_in_order().filter(|&material| material != 0).collect();
    known.sort_unstable();
    let number = |material| 1 + known.iter().position(|&known| known == material).unwrap() as i32;
    let cells = super::samples::all_cells().into_iter().filter(|&(x, y, z)| material(x, y, z) != 0);
    cells.map(|(x, y, z)| ([x, y, z], number(material(x, y, z)))).collect()
}

/// Every kind of schematic with the box in it, by name.
pub fn schematics() -> Vec<(&'static str, Vec<u8>)> {
    let size = SIZE.map(|side| side as i16);
    let data: Vec<u8> = cells_in_order().collect();
    let names: Vec<String> = (0..25).map(|number| format!("minecraft:kind_{number}[facing=east]")).collect();
    let mut named: Vec<(&str, i32)> = (0_i32..).zip(&names).map(|(number, name)| (name.as_str(), number)).collect();
    named[0].0 = "minecraft:air";
    named.reverse();
    let mut states: Vec<&str> = names.iter().map(String::as_str).collect();
    states[0] = "minecraft:air";
    let numbers: Vec<usize> = data.iter().map(|&number| number.into()).collect();
    let whole = region([7, -2, 3], SIZE, &states, &numbers);
    vec![
        ("box_1.schem", gzip(&sponge(size, &named, &data).with("Version", Int(1)).file("Schematic"))),
        ("box_2.schem", sponge(size, &named, &data).file("Schematic")),
        ("box_3.schem", sponge_3(size, &named, &data).file("")),
        ("box.schematic", old(size, &data).file("Schematic")),
        ("plain.litematic", litematic(&[("whole", whole.clone())]).file("")),
        ("box.litematic", gzip(&litematic(&[("whole", whole)]).file(""))),
    ]
}
