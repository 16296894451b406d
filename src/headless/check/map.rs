//! The columns that differ, seen from above.

use crate::check::ColumnDifference;
use image::{Rgb, RgbImage};

/// The most pixels of a side.
const MAX_SIDE: u32 = 720;
/// The most pixels of a column's side.
const MAX_CELL: u32 = 12;

const NOTHING: Rgb<u8> = Rgb([0x2b, 0x2d, 0x33]);
const PRESENT: Rgb<u8> = Rgb([0x8c, 0x85, 0x7b]);
const DIFFERS: Rgb<u8> = Rgb([0xff, 0x7a, 0x1a]);

/// A picture of the grid: x to the right, z down. Where a pixel stands for several columns, one that differs counts most.
pub fn map(difference: &ColumnDifference) -> RgbImage {
    let [width, depth] = difference.grid;
    let side = width.max(depth).max(1);
    let (cell, columns) = ((MAX_SIDE / side).clamp(1, MAX_CELL), side.div_ceil(MAX_SIDE));
    let mut map = RgbImage::from_pixel(width.div_ceil(columns) * cell, depth.div_ceil(columns) * cell, NOTHING);
    for (list, colour) in [(&difference.present, PRESENT), (&difference.columns, DIFFERS)] {
        for &column in list {
            let [left, top] = difference.place(column).map(|at| at / columns * cell);
            for (x, y) in (0..cell).flat_map(|y| (0..cell).map(move |x| (left + x, top + y))) {
                map.put_pixel(x, y, colour);
            }
        }
    }
    map
}
