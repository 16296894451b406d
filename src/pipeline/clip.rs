//! Exact splitting of polygons by planes on cell boundaries, in float32 (section 2).

/// A point in cell units: columns along x, rows, columns along z, called `(u, v, w)`.
pub type Point = [f32; 3];

/// A convex polygon; the place its list starts at matters for the order of float32 sums.
pub type Polygon = Vec<Point>;

/// The axis of a plane across columns along x.
pub const U: usize = 0;
/// The axis of rows.
pub const V: usize = 1;
/// The axis of a plane across columns along z.
pub const W: usize = 2;

/// Splits a polygon at `axis = plane` into the part at or below and the part at or above. Points on the plane belong to
/// both.
///
/// Walks point 0, 1, …: the point, if it is kept, then the crossing on the edge to the next point, `p + (q - p) * t` with
/// `t = dp / (dp - dq)` and its clipped coordinate set exactly to the plane.
pub fn split(polygon: &[Point], axis: usize, plane: f32, below: &mut Polygon, above: &mut Polygon) {
    below.clear();
    above.clear();
    for (i, &p) in polygon.iter().enumerate() {
        let q = polygon[if i + 1 == polygon.len() { 0 } else { i + 1 }];
        let (dp, dq) = (p[axis] - plane, q[axis] - plane);
        if dp <= 0.0 {
            below.push(p);
        }
        if dp >= 0.0 {
            above.push(p);
        }
        if (dp < 0.0 && dq > 0.0) || (dp > 0.0 && dq < 0.0) {
            let t = dp / (dp - dq);
            let mut crossing: Point = std::array::from_fn(|k| p[k] + (q[k] - p[k]) * t);
            crossing[axis] = plane;
            below.push(crossing);
            above.push(crossing);
        }
    }
}

/// Clips a polygon to the grid rectangle in the order `u >= 0`, `u <= width`, `w >= 0`, `w <= depth`.
pub fn clip_to_rectangle(polygon: &mut Polygon, width: f32, depth: f32, kept: &mut Polygon, rest: &mut Polygon) {
    for (axis, far) in [(U, width), (W, depth)] {
        split(polygon, axis, 0.0, rest, kept);
        std::mem::swap(polygon, kept);
        split(polygon, axis, far, kept, rest);
        std::mem::swap(polygon, kept);
    }
}

/// Smallest and largest coordinate of a polygon that has points.
pub fn extent(polygon: &[Point], axis: usize) -> (f32, f32) {
    let mut extent = (f32::INFINITY, f32::NEG_INFINITY);
    for point in polygon {
        extent = (extent.0.min(point[axis]), extent.1.max(point[axis]));
    }
    extent
}

/// Twice the signed area of a polygon's footprint, summed over its fan from point 0.
pub fn footprint_area(polygon: &[Point]) -> f32 {
    let mut sum = 0.0;
    if let Some((first, rest)) = polygon.split_first() {
        for edge in rest.windows(2) {
            sum += cross(*first, edge[0], edge[1]);
        }
    }
    sum
}

/// The footprint's cross product `(b - a) x (c - a)` on `(u, w)`.
pub fn cross(a: Point, b: Point, c: Point) -> f32 {
    (b[U] - a[U]) * (c[W] - a[W]) - (b[W] - a[W]) * (c[U] - a[U])
}

/// The cells whose closed interval meets `extent`, of `count` cells: first and one past the last, in grid numbers.
pub fn cells_met((min, max): (f32, f32), count: u32) -> std::ops::Range<u32> {
    let last = f64::from(count) - 1.0;
    let first = (f64::from(min).ceil() - 1.0).max(0.0);
    let end = f64::from(max).floor().min(last) + 1.0;
    if first < end { first as u32..end as u32 } else { 0..0 }
}
