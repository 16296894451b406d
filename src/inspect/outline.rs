//! Where a vertical plane cuts triangles: found among millions without looking at each.

/// A line of columns that is looked at from the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    X,
    Z,
}

impl Along {
    /// Both directions.
    pub const ALL: [Self; 2] = [Self::X, Self::Z];

    /// The name on screen and in files.
    pub fn name(self) -> &'static str {
        ["x", "z"][self as usize]
    }

    /// The direction with this [`Along::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|along| along.name() == name)
    }

    /// The other one, across which the plane stands.
    #[must_use]
    pub fn across(self) -> Self {
        if self == Self::X { Self::Z } else { Self::X }
    }

    /// The place of its coordinate in x, row, z.
    pub fn axis(self) -> usize {
        [0, 2][self as usize]
    }
}

/// A part of the outline: along the slice in cells, and rows.
pub type Segment = [[f64; 2]; 2];

/// Triangles that are looked up at once.
const BLOCK: usize = 64;

/// Finds the triangles that a vertical plane meets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriangleIndex {
    /// For slices along x and along z.
    orders: [Order; 2],
}

/// Numbers of triangles by where they begin across the slice, and for each block of them where the last one ends.
#[derive(Clone, Debug, Default, PartialEq)]
struct Order {
    numbers: Vec<u32>,
    ends: Vec<f32>,
}

impl TriangleIndex {
    /// An index of triangles with three corners each, as x in cells, row, z in cells.
    pub fn new(corners: &[[f32; 3]]) -> Self {
        let order = |along: Along| {
            let axis = along.across().axis();
            let mut numbers: Vec<u32> = (0..(corners.len() / 3) as u32).collect();
            let begin = |&number: &u32| extent(corners, number, axis)[0];
            numbers.sort_by(|a, b| begin(a).total_cmp(&begin(b)));
            let end = |block: &[u32]| {
                block.iter().map(|&number| extent(corners, number, axis)[1]).fold(f32::NEG_INFINITY, f32::max)
            };
            let ends = numbers.chunks(BLOCK).map(end).collect();
            Order { numbers, ends }
        };
        Self { orders: Along::ALL.map(order) }
    }

    /// Where the plane through the middle of a line of columns cuts the triangles that this is an index of. A triangle that
    /// lies in the plane has its three sides; one that only touches it has nothing.
    pub fn outline(&self, corners: &[[f32; 3]], along: Along, line: u32) -> Vec<Segment> {
        let plane = f64::from(line) + 0.5;
        let axis = along.across().axis();
        let Order { numbers, ends } = &self.orders[along as usize];
        let mut segments = Vec::new();
        for (block, &end) in numbers.chunks(BLOCK).zip(ends) {
            if block.first().is_some_and(|&number| f64::from(extent(corners, number, axis)[0]) > plane) {
                break;
            }
            if f64::from(end) < plane {
                continue;
            }
            for &number in block {
                cut(triangle(corners, number), along, plane, &mut segments);
            }
        }
        segments
    }
}

fn triangle(corners: &[[f32; 3]], number: u32) -> [[f32; 3]; 3] {
    let first = number as usize * 3;
    [corners[first], corners[first + 1], corners[first + 2]]
}

fn extent(corners: &[[f32; 3]], number: u32, axis: usize) -> [f32; 2] {
    let [a, b, c] = triangle(corners, number).map(|corner| corner[axis]);
    [a.min(b).min(c), a.max(b).max(c)]
}

/// Adds what a plane cuts out of a triangle.
fn cut(triangle: [[f32; 3]; 3], along: Along, plane: f64, segments: &mut Vec<Segment>) {
    let (axis, across) = (along.axis(), along.across().axis());
    let corners = triangle.map(|corner| [f64::from(corner[axis]), f64::from(corner[1])]);
    let sides = triangle.map(|corner| f64::from(corner[across]) - plane);
    if sides == [0.0; 3] {
        segments.extend((0..3).map(|i| [corners[i], corners[(i + 1) % 3]]));
        return;
    }
    let mut points = Vec::with_capacity(2);
    for i in 0..3 {
        let j = (i + 1) % 3;
        if sides[i] == 0.0 {
            points.push(corners[i]);
        } else if sides[i] * sides[j] < 0.0 {
            let part = sides[i] / (sides[i] - sides[j]);
            points.push([0, 1].map(|k| corners[i][k] + (corners[j][k] - corners[i][k]) * part));
        }
    }
    if let [a, b] = points[..] {
        segments.push([a, b]);
    }
}
