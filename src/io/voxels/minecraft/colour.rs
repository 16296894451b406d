//! Colours of blocks. The game's textures are not ours to ship, so these are near to what one remembers.

use fnv::FnvHasher;
use std::hash::Hasher as _;

/// The colours that blocks are dyed with. A name before another one that ends as it does.
const DYES: [(&str, [u8; 3]); 17] = [
    ("white", [234, 236, 237]),
    ("orange", [240, 118, 19]),
    ("magenta", [189, 68, 179]),
    ("light_blue", [58, 175, 217]),
    ("yellow", [248, 197, 39]),
    ("lime", [112, 185, 25]),
    ("pink", [237, 141, 172]),
    ("light_gray", [142, 142, 134]),
    ("silver", [142, 142, 134]),
    ("gray", [62, 68, 71]),
    ("cyan", [21, 137, 145]),
    ("purple", [121, 42, 172]),
    ("blue", [53, 57, 157]),
    ("brown", [114, 71, 40]),
    ("green", [84, 109, 27]),
    ("red", [160, 39, 34]),
    ("black", [30, 30, 34]),
];
/// How the names of dyed blocks end.
const DYED: [&str; 12] = [
    "wool",
    "carpet",
    "concrete",
    "concrete_powder",
    "terracotta",
    "stained_glass",
    "stained_glass_pane",
    "shulker_box",
    "bed",
    "banner",
    "candle",
    "stained_hardened_clay",
];
/// Parts of names, of which the first that fits counts.
const PARTS: [(&str, [u8; 3]); 65] = [
    ("water", [63, 118, 228]),
    ("lava", [207, 92, 20]),
    ("fire", [222, 130, 30]),
    ("magma", [142, 63, 31]),
    ("glass", [192, 222, 230]),
    ("ice", [145, 183, 253]),
    ("snow", [249, 254, 254]),
    ("leaves", [72, 120, 40]),
    ("grass_path", [148, 122, 65]),
    ("dirt_path", [148, 122, 65]),
    ("farmland", [110, 75, 45]),
    ("podzol", [91, 63, 24]),
    ("mycelium", [111, 98, 101]),
    ("grass", [104, 159, 56]),
    ("fern", [96, 140, 60]),
    ("vine", [66, 110, 35]),
    ("moss_", [89, 109, 45]),
    ("cactus", [85, 127, 43]),
    ("melon", [111, 145, 30]),
    ("pumpkin", [198, 118, 24]),
    ("hay_block", [166, 136, 38]),
    ("dirt", [134, 96, 67]),
    ("mud", [60, 57, 60]),
    ("hardened_clay", [152, 94, 67]),
    ("clay", [160, 166, 179]),
    ("terracotta", [152, 94, 67]),
    ("gravel", [131, 127, 126]),
    ("red_sand", [190, 102, 33]),
    ("soul_sand", [81, 62, 50]),
    ("sand", [219, 207, 163]),
    ("nether_brick", [44, 21, 26]),
    ("nether_wart", [115, 3, 2]),
    ("netherrack", [97, 38, 38]),
    ("crimson", [101, 48, 70]),
    ("warped", [43, 104, 99]),
    ("gold", [246, 208, 61]),
    ("iron", [220, 220, 220]),
    ("diamond", [98, 237, 228]),
    ("emerald", [42, 203, 87]),
    ("lapis", [30, 67, 140]),
    ("redstone", [170, 25, 8]),
    ("coal", [45, 45, 45]),
    ("copper", [192, 107, 79]),
    ("quartz", [235, 229, 222]),
    ("purpur", [169, 125, 169]),
    ("prismarine", [99, 156, 151]),
    ("end_stone", [219, 222, 158]),
    ("obsidian", [20, 18, 29]),
    ("bedrock", [85, 85, 85]),
    ("deepslate", [80, 80, 82]),
    ("blackstone", [42, 36, 41]),
    ("basalt", [80, 81, 86]),
    ("andesite", [136, 136, 136]),
    ("diorite", [188, 188, 188]),
    ("granite", [149, 103, 85]),
    ("glowstone", [171, 131, 84]),
    ("stone", [125, 125, 125]),
    ("brick", [150, 97, 83]),
    ("torch", [255, 214, 110]),
    ("dark_oak", [66, 43, 20]),
    ("spruce", [114, 84, 48]),
    ("birch", [192, 175, 121]),
    ("jungle", [160, 115, 80]),
    ("acacia", [168, 90, 50]),
    ("wool", [234, 236, 237]),
];
/// The usual wood, which the names of what is made of it do not always say.
const WOOD: [u8; 3] = [162, 130, 78];
/// Parts of the names of what is made of wood.
const WOODEN: [&str; 12] = [
    "oak",
    "plank",
    "wood",
    "log",
    "fence",
    "chest",
    "crafting_table",
    "bookshelf",
    "barrel",
    "ladder",
    "sign",
    "trapdoor",
];

/// The colour of a kind of block: that of its dye or its stuff, and for a name that says neither one made from the name.
pub fn colour(name: &str) -> [u8; 3] {
    let dye = || DYES.iter().find(|(dye, _)| is_dyed(name, dye)).map(|&(_, colour)| colour);
    let part = || PARTS.iter().find(|(part, _)| name.contains(part)).map(|&(_, colour)| colour);
    let wood = || WOODEN.iter().any(|part| name.contains(part)).then_some(WOOD);
    dye().or_else(part).or_else(wood).unwrap_or_else(|| of_hash(name))
}

fn is_dyed(name: &str, dye: &str) -> bool {
    let rest = name.strip_prefix(dye).and_then(|rest| rest.strip_prefix('_'));
    rest.is_some_and(|rest| DYED.iter().any(|dyed| rest.ends_with(dyed)))
}

/// Neither very dark nor very light, and the same in every run of the program.
fn of_hash(name: &str) -> [u8; 3] {
    let mut hasher = FnvHasher::default();
    hasher.write(name.as_bytes());
    let [red, green, blue, ..] = hasher.finish().to_le_bytes();
    [red, green, blue].map(|part| 64 + part / 2)
}
