//! The columns that differ, seen from above.

use crate::check::ColumnDifference;
use image::{Rgb, RgbImage};

/// The most pixels of a side.
const MAX_SIDE: u32 = 560;
/// The most pixels of a column's side.
const MAX_CELL: u32 = 12;

const NOTHING: Rgb<u8> = Rgb([0x1d, 0x1e, 0x22]);
const DIFFERS: Rgb<u8> = Rgb([0xff, 0x7a, 0x1a]);
/// The lowest column and the highest one.
const GREYS: [u16; 2] = [0x48, 0xb8];

/// A picture of the grid: x to the right, z down, what is higher lighter. Where a pixel stands for several columns, one that differs counts most.
pub fn map(difference: &ColumnDifference) -> RgbImage {
    let [width, depth] = difference.grid;
    let side = width.max(depth).max(1);
    let (cell, columns) = ((MAX_SIDE / side).clamp(1, MAX_CELL), side.div_ceil(MAX_SIDE));
    let mut map = RgbImage::from_pixel(width.div_ceil(columns) * cell, depth.div_ceil(columns) * cell, NOTHING);
    let rows = || difference.present.iter().map(|&(_, row)| row);
    let (lowest, highest) = (rows().min().unwrap_or_default(), rows().max().unwrap_or_default());
    let grey = |row: u16| {
        let share = f32::from(row - lowest) / f32::from((highest - lowest).max(1));
        let value = f32::from(GREYS[0]) + share * f32::from(GREYS[1] - GREYS[0]);
        Rgb([value as u8; 3])
    };
    let present = difference.present.iter().map(|&(column, row)| (column, grey(row)));
    for (column, colour) in present.chain(difference.columns.iter().map(|&column| (column, DIFFERS))) {
        let [left, top] = difference.place(column).map(|at| at / columns * cell);
        for (x, y) in (0..cell).flat_map(|y| (0..cell).map(move |x| (left + x, top + y))) {
            map.put_pixel(x, y, colour);
        }
    }
    map
}
