//! What a ray meets first: a walk through the columns that it crosses, in double and without a graphics card.
//!
//! View space is that of the picture: x and z in cells from the grid's corner, y in rows times the height of a row in
//! cells. Inside, y is counted in rows, so that every box has whole numbers for its sides.

use crate::pipeline::{Frame, StageView};

/// A half line in view space. The direction can have any length but 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    pub origin: [f64; 3],
    pub direction: [f64; 3],
}

/// The part of the grid that is shown: columns along x, rows, columns along z. `max` is not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crop {
    pub min: [u32; 3],
    pub max: [u32; 3],
}

impl Crop {
    /// All of a grid.
    pub fn whole(frame: &Frame) -> Self {
        Self { min: [0; 3], max: [frame.width(), frame.height(), frame.depth()] }
    }

    /// Whether a plate in the lower side of a row is shown; one that lies on the upper border is.
    pub fn shows_floor(&self, row: u32) -> bool {
        (self.min[1]..=self.max[1]).contains(&row)
    }
}

/// A side of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    NegativeX,
    PositiveX,
    Bottom,
    Top,
    NegativeZ,
    PositiveZ,
}

impl Face {
    /// The side that faces against a direction along an axis.
    fn against(axis: usize, direction: f64) -> Self {
        const FACES: [[Face; 2]; 3] =
            [[Face::NegativeX, Face::PositiveX], [Face::Bottom, Face::Top], [Face::NegativeZ, Face::PositiveZ]];
        FACES[axis][usize::from(direction < 0.0)]
    }
}

/// The first box or plate that a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Column along x.
    pub x: u32,
    /// Column along z.
    pub z: u32,
    /// The number of the span, open span or piece in its stage.
    pub index: usize,
    /// The row that was met; of a floor, the row it is the lower side of.
    pub row: u32,
    /// Where, in view space.
    pub point: [f64; 3],
    /// How far along the ray, in lengths of its direction.
    pub t: f64,
    /// The side that was met; `None` when the ray begins inside.
    pub face: Option<Face>,
}

/// How thick a floor's plate is drawn below its surface, in rows: a quarter of a row, and at most a tenth of a cell.
pub fn floor_thickness_rows(row_height: f64) -> f64 {
    (0.1 / row_height).min(0.25)
}

/// The height of a row in cells: what makes rows and columns proportional to the world.
pub fn row_height(frame: &Frame) -> f64 {
    f64::from(frame.cell_height()) / f64::from(frame.cell_size())
}

/// The first of a stage's boxes, or of its floors, that a ray meets inside the crop box.
///
/// Of boxes met at once the one with the lowest number wins; raw pieces can overlap.
pub fn pick(ray: &Ray, frame: &Frame, stage: &StageView<'_>, crop: Option<&Crop>) -> Option<Hit> {
    pick_shown(ray, frame, stage, crop, |_| true)
}

/// The same of those boxes or floors alone whose numbers are shown.
pub fn pick_shown(
    ray: &Ray,
    frame: &Frame,
    stage: &StageView<'_>,
    crop: Option<&Crop>,
    is_shown: impl Fn(usize) -> bool,
) -> Option<Hit> {
    let whole = Crop::whole(frame);
    let crop =
        crop.map_or(whole, |crop| Crop { min: crop.min, max: std::array::from_fn(|i| crop.max[i].min(whole.max[i])) });
    let walk = Walk::new(ray, row_height(frame), crop)?;
    let hit = walk.columns().find_map(|[x, z]| {
        let column = frame.column_index(x, z);
        match stage {
            StageView::Raw(log) => {
                let pieces = log.numbers(column).iter().zip(log.column(column));
                let boxes = pieces.map(|(&number, piece)| (number as usize, [piece.lo, piece.hi]));
                walk.first_box([x, z], boxes.filter(|(number, _)| is_shown(*number)))
            }
            StageView::Solid { spans, .. } => {
                let numbers = spans.column(column).filter(|&number| is_shown(number));
                let boxes = numbers.map(|number| (number, [spans.spans()[number].min, spans.spans()[number].max]));
                walk.first_box([x, z], boxes)
            }
            StageView::Open { spans, .. } => {
                let numbers = spans.column(column).filter(|&number| is_shown(number));
                walk.first_floor([x, z], numbers.map(|number| (number, spans.spans()[number].y)))
            }
        }
    })?;
    let point = std::array::from_fn(|i| ray.origin[i] + ray.direction[i] * hit.t);
    Some(Hit { point, ..hit })
}

/// A ray counted in cells and rows, and the part of it over the columns that are shown.
struct Walk {
    origin: [f64; 3],
    direction: [f64; 3],
    crop: Crop,
    thickness: f64,
    /// Where along the ray it enters and leaves the shown columns.
    inside: [f64; 2],
}

impl Walk {
    fn new(ray: &Ray, row_height: f64, crop: Crop) -> Option<Self> {
        let to_rows = |v: [f64; 3]| [v[0], v[1] / row_height, v[2]];
        let (origin, direction) = (to_rows(ray.origin), to_rows(ray.direction));
        let thickness = floor_thickness_rows(row_height);
        let mut walk = Self { origin, direction, crop, thickness, inside: [0.0, f64::INFINITY] };
        let (mut low, high) = (crop.min.map(f64::from), crop.max.map(f64::from));
        low[1] -= thickness;
        let is_empty = (0..3).any(|axis| crop.min[axis] >= crop.max[axis]);
        let [enter, leave, _] = if is_empty { None } else { walk.through(low, high) }?;
        walk.inside = [enter, leave];
        Some(walk)
    }

    /// Where the ray enters and leaves a box, and the axis through whose side it enters; 3 when it begins inside.
    fn through(&self, low: [f64; 3], high: [f64; 3]) -> Option<[f64; 3]> {
        let (mut enter, mut leave, mut side) = (0.0, f64::INFINITY, 3.0);
        for axis in 0..3 {
            let (origin, direction) = (self.origin[axis], self.direction[axis]);
            if direction == 0.0 {
                // The upper border belongs to the next box, as in the walk from column to column.
                if !(low[axis]..high[axis]).contains(&origin) {
                    return None;
                }
                continue;
            }
            let (a, b) = ((low[axis] - origin) / direction, (high[axis] - origin) / direction);
            if a.min(b) > enter {
                (enter, side) = (a.min(b), axis as f64);
            }
            leave = f64::min(leave, a.max(b));
        }
        (enter <= leave).then_some([enter, leave, side])
    }

    /// The columns that the ray crosses, in order.
    fn columns(&self) -> impl Iterator<Item = [u32; 2]> {
        let [enter, leave] = self.inside;
        let shown = [0, 2].map(|axis| [i64::from(self.crop.min[axis]), i64::from(self.crop.max[axis])]);
        let start = |side: usize, axis: usize| {
            let place = (self.origin[axis] + self.direction[axis] * enter).floor() as i64;
            // Rounding can put the place of entry just outside.
            place.clamp(shown[side][0], shown[side][1] - 1)
        };
        std::iter::successors(Some([start(0, 0), start(1, 2)]), move |&[x, z]| {
            let [to_x, to_z] = [self.border(0, x), self.border(2, z)];
            if to_x.min(to_z) > leave {
                return None;
            }
            let step = |axis: usize| if self.direction[axis] > 0.0 { 1 } else { -1 };
            let next = if to_x < to_z { [x + step(0), z] } else { [x, z + step(2)] };
            let is_shown = (0..2).all(|side| (shown[side][0]..shown[side][1]).contains(&next[side]));
            is_shown.then_some(next)
        })
        .map(|column| column.map(|v| v as u32))
    }

    /// Where along the ray it leaves a column on one axis. Computed from the border's place, so no error adds up.
    fn border(&self, axis: usize, column: i64) -> f64 {
        let direction = self.direction[axis];
        if direction == 0.0 {
            return f64::INFINITY;
        }
        let border = if direction > 0.0 { column + 1 } else { column };
        (border as f64 - self.origin[axis]) / direction
    }

    /// The nearest of the boxes `(number, [lowest row, row above])` of a column.
    fn first_box(&self, column: [u32; 2], boxes: impl Iterator<Item = (usize, [u16; 2])>) -> Option<Hit> {
        let [lowest, above] = [self.crop.min[1], self.crop.max[1]];
        let hits = boxes.filter_map(|(index, [lo, hi])| {
            let (lo, hi) = (u32::from(lo).max(lowest), u32::from(hi).min(above));
            let hit = (lo < hi).then(|| self.hit(column, index, [lo.into(), hi.into()]))??;
            let row = (self.origin[1] + self.direction[1] * hit.t).floor();
            Some(Hit { row: (row.max(0.0) as u32).clamp(lo, hi - 1), ..hit })
        });
        nearest(hits)
    }

    /// The nearest of the floors `(number, row)` of a column.
    fn first_floor(&self, column: [u32; 2], floors: impl Iterator<Item = (usize, u16)>) -> Option<Hit> {
        let hits = floors.filter_map(|(index, row)| {
            let row = u32::from(row);
            let plate = [f64::from(row) - self.thickness, row.into()];
            let hit = self.crop.shows_floor(row).then(|| self.hit(column, index, plate))??;
            Some(Hit { row, ..hit })
        });
        nearest(hits)
    }

    fn hit(&self, [x, z]: [u32; 2], index: usize, [low, high]: [f64; 2]) -> Option<Hit> {
        let [enter, _, side] = self.through([x.into(), low, z.into()], [f64::from(x + 1), high, f64::from(z + 1)])?;
        let axis = side as usize;
        let face = (axis < 3).then(|| Face::against(axis, self.direction[axis]));
        Some(Hit { x, z, index, row: 0, point: [0.0; 3], t: enter, face })
    }
}

fn nearest(hits: impl Iterator<Item = Hit>) -> Option<Hit> {
    hits.reduce(|best, hit| if (hit.t, hit.index) < (best.t, best.index) { hit } else { best })
}

#[cfg(test)]
#[path = "pick_tests.rs"]
mod tests;
