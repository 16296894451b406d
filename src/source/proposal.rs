//! What the triangles themselves say about the axes and units of a file.

use super::{Transform, UpAxis};
use crate::pipeline::Mesh;

/// How a mesh might better be read, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    pub transform: Transform,
    /// What was found, and the question it leads to.
    pub reason: String,
}

/// How many times more area must speak for a change than against it.
const CLEAR: f64 = 2.0;
/// A face is level when its unit normal has this much along an axis.
const LEVEL: f64 = 0.7;
/// A level of more units than this along its longest side is hardly in metres.
const LARGE: f64 = 3000.0;

/// Looks at a mesh, as it is with a transform, for signs that it should be turned, flipped or scaled: the first that is found.
/// `None` where nothing speaks for a change.
pub fn propose(mesh: &Mesh, present: &Transform) -> Option<Proposal> {
    if mesh.check(0).is_err() {
        return None; // What is wrong with it is said elsewhere.
    }
    let areas = LevelAreas::of(mesh, present);
    let percent = |part: f64, whole: f64| format!("{:.0} %", 100.0 * part / whole);
    let total = areas.total;
    if total <= 0.0 {
        return None;
    }
    let [x, y, z] = std::array::from_fn(|axis| areas.up[axis] + areas.down[axis]);
    let (up, share, other) = if z > x { (UpAxis::Z, z, x) } else { (UpAxis::X, x, z) };
    if present.up == UpAxis::Y && share > CLEAR * y && share > CLEAR * other {
        let reason = format!(
            "{} of the area is level along {}, {} along y: is {} up?",
            percent(share, total),
            up.name(),
            percent(y, total),
            up.name()
        );
        return Some(Proposal { transform: Transform { up, ..*present }, reason });
    }
    if areas.down[1] > CLEAR * areas.up[1] {
        let reason = format!("{} of the level area faces down: flipped winding?", percent(areas.down[1], y));
        return Some(Proposal { transform: Transform { flip_winding: !present.flip_winding, ..*present }, reason });
    }
    let longest = areas.longest;
    if longest > LARGE {
        let units_per_metre = present.units_per_metre * 100.0;
        let reason = format!("{longest:.0} units long: centimetres?");
        return Some(Proposal { transform: Transform { units_per_metre, ..*present }, reason });
    }
    None
}

/// The area of the triangles that are level along each axis, by the side they face.
#[derive(Default)]
struct LevelAreas {
    up: [f64; 3],
    down: [f64; 3],
    total: f64,
    /// The longest side of the bounds.
    longest: f64,
}

impl LevelAreas {
    fn of(mesh: &Mesh, transform: &Transform) -> Self {
        let mut areas = Self::default();
        let (mut min, mut max) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        let side = if transform.reverses() { -0.5 } else { 0.5 };
        for corners in mesh.triangles() {
            let [a, b, c] = corners.map(|corner| transform.apply(corner));
            for corner in [a, b, c] {
                min = std::array::from_fn(|axis| corner[axis].min(min[axis]));
                max = std::array::from_fn(|axis| corner[axis].max(max[axis]));
            }
            let edge = |to: [f64; 3]| -> [f64; 3] { std::array::from_fn(|axis| to[axis] - a[axis]) };
            let ([ex, ey, ez], [fx, fy, fz]) = (edge(b), edge(c));
            let normal = [ey * fz - ez * fy, ez * fx - ex * fz, ex * fy - ey * fx].map(|part| part * side);
            let area = normal.iter().map(|part| part * part).sum::<f64>().sqrt();
            if !area.is_finite() {
                continue;
            }
            areas.total += area;
            for (axis, part) in normal.into_iter().enumerate() {
                if part > LEVEL * area {
                    areas.up[axis] += area;
                } else if part < -LEVEL * area {
                    areas.down[axis] += area;
                }
            }
        }
        areas.longest = (0..3).map(|axis| max[axis] - min[axis]).filter(|side| side.is_finite()).fold(0.0, f64::max);
        areas
    }
}
