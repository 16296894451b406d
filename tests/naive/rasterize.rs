//! Rasterizing and merging (sections 2 to 5), a column and a span at a time.

use spanscope::pipeline::{Frame, Input, Mesh, Scene, VoxelChunk};
use std::collections::BTreeMap;

/// `(triangle or -1, x, z, lo, hi, area)`, as a line of the raw stage has it.
pub type Piece = (i64, i64, i64, i64, i64, u8);

/// `(min, max, area)`.
pub type Span = (i64, i64, u8);

type Point = [f32; 3];

/// The pieces of a scene in the order in which they are added.
pub fn raw(scene: &Scene, frame: &Frame) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut number = 0;
    for input in &scene.inputs {
        match input {
            Input::Chunk(chunk) => add_chunk(frame, chunk, &mut pieces),
            Input::Mesh(mesh) => add_mesh(scene, frame, mesh, &mut number, &mut pieces),
            Input::HeightGrid(grid) => {
                let s = f64::from(grid.spacing);
                let vertex = |i: i64, j: i64| {
                    [grid.x0 + i as f64 * s, grid.heights[(j * grid.count_x + i) as usize], grid.z0 + j as f64 * s]
                };
                for j in 0..grid.count_z - 1 {
                    for i in 0..grid.count_x - 1 {
                        let (a, b, c, d) = (vertex(i, j), vertex(i + 1, j), vertex(i, j + 1), vertex(i + 1, j + 1));
                        for corners in [[a, c, d], [a, d, b]] {
                            add_triangle(scene, frame, corners, None, number, &mut pieces);
                            number += 1;
                        }
                    }
                }
            }
        }
    }
    pieces
}

fn add_mesh(scene: &Scene, frame: &Frame, mesh: &Mesh, number: &mut i64, pieces: &mut Vec<Piece>) {
    for (t, corners) in mesh.indices.chunks(3).enumerate() {
        let corners = [0, 1, 2].map(|i| mesh.vertices[corners[i] as usize]);
        let area = mesh.areas.as_ref().and_then(|areas| areas[t]);
        add_triangle(scene, frame, corners, area, *number, pieces);
        *number += 1;
    }
}

fn add_triangle(
    scene: &Scene,
    frame: &Frame,
    world: [[f64; 3]; 3],
    area: Option<u8>,
    number: i64,
    pieces: &mut Vec<Piece>,
) {
    let [ox, oy, oz] = frame.origin();
    let local = world.map(|[x, y, z]| [(x - ox) as f32, (y - oy) as f32, (z - oz) as f32]);
    let [a, b, c] = local;
    let (e, f) = ([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]);
    let n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
    let len = ((n[0] * n[0] + n[1] * n[1]) + n[2] * n[2]).sqrt();
    if len == 0.0 || len == f32::INFINITY {
        return;
    }
    let area = area.unwrap_or(if n[1] > scene.settings.slope_cosine * len { 63 } else { 0 });
    let (cs, ch) = (frame.cell_size(), frame.cell_height());
    let cells = local.map(|[x, y, z]| [x / cs, y / ch, z / cs]);
    let [a, b, c] = cells;
    let vertical = (b[0] - a[0]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[0] - a[0]) == 0.0;

    let on_line = |axis: usize| {
        let k = cells[0][axis];
        let on = vertical && k.fract() == 0.0 && cells.iter().all(|p| p[axis] == k);
        on.then(|| if n[axis] > 0.0 { k as i64 - 1 } else { k as i64 })
    };
    let (wall_x, wall_z) = (on_line(0), on_line(2));
    let (width, depth) = (i64::from(frame.width()), i64::from(frame.depth()));

    let mut polygon = cells.to_vec();
    polygon = keep(&polygon, 0, 0.0, Side::Above);
    polygon = keep(&polygon, 0, width as f32, Side::Below);
    polygon = keep(&polygon, 2, 0.0, Side::Above);
    polygon = keep(&polygon, 2, depth as f32, Side::Below);
    // Every row and every cell that the closed extent meets; a wall on a line is one piece across the line.
    let rows = if wall_x.is_none() && wall_z.is_some() { vec![None] } else { met(&polygon, 2, depth) };
    for row in rows {
        let (mut in_row, z) = match row {
            None => (polygon.clone(), wall_z.expect("only a wall is not cut")),
            Some(z) => (cut_off(&mut polygon, 2, z), z),
        };
        let columns = if wall_x.is_some() { vec![None] } else { met(&in_row, 0, width) };
        for column in columns {
            let (piece, x) = match column {
                None => (in_row.clone(), wall_x.expect("only a wall is not cut")),
                Some(x) => (cut_off(&mut in_row, 0, x), x),
            };
            let touches = if wall_x.is_some() {
                size(&piece, 2) > 0.0
            } else if wall_z.is_some() {
                size(&piece, 0) > 0.0
            } else if vertical {
                size(&piece, 0) > 0.0 || size(&piece, 2) > 0.0
            } else {
                fan_area(&piece) != 0.0
            };
            let in_grid = (0..width).contains(&x) && (0..depth).contains(&z);
            if let Some((lo, hi)) = rows_of(&piece, n[1], frame)
                && touches
                && in_grid
            {
                pieces.push((number, x, z, lo, hi, area));
            }
        }
    }
}

fn rows_of(piece: &[Point], ny: f32, frame: &Frame) -> Option<(i64, i64)> {
    let heights = || piece.iter().map(|p| p[1]);
    let mut lo = f64::from(heights().reduce(f32::min)?).floor();
    let mut hi = f64::from(heights().reduce(f32::max)?).ceil();
    if lo == hi {
        if ny > 0.0 { lo -= 1.0 } else { hi += 1.0 }
    }
    let height = f64::from(frame.height());
    (hi > 0.0 && lo < height).then(|| (lo.max(0.0) as i64, hi.min(height) as i64))
}

enum Side {
    Below,
    Above,
}

/// The part of a polygon on one side of a plane, the plane itself included.
fn keep(polygon: &[Point], axis: usize, plane: f32, side: Side) -> Vec<Point> {
    let mut kept = Vec::new();
    for i in 0..polygon.len() {
        let (p, q) = (polygon[i], polygon[(i + 1) % polygon.len()]);
        let (dp, dq) = (p[axis] - plane, q[axis] - plane);
        let inside = match side {
            Side::Below => dp <= 0.0,
            Side::Above => dp >= 0.0,
        };
        if inside {
            kept.push(p);
        }
        if dp.signum() != dq.signum() && dp != 0.0 && dq != 0.0 {
            let t = dp / (dp - dq);
            let mut crossing = [0, 1, 2].map(|k| p[k] + (q[k] - p[k]) * t);
            crossing[axis] = plane;
            kept.push(crossing);
        }
    }
    kept
}

/// Takes the cell's part off a polygon; what is left lies above the cell.
fn cut_off(polygon: &mut Vec<Point>, axis: usize, cell: i64) -> Vec<Point> {
    let plane = (cell + 1) as f32;
    let part = keep(polygon, axis, plane, Side::Below);
    *polygon = keep(polygon, axis, plane, Side::Above);
    part
}

/// The cells whose closed interval meets the polygon, found by asking each one.
fn met(polygon: &[Point], axis: usize, count: i64) -> Vec<Option<i64>> {
    let coordinates = || polygon.iter().map(|p| p[axis]);
    let (Some(min), Some(max)) = (coordinates().reduce(f32::min), coordinates().reduce(f32::max)) else {
        return Vec::new();
    };
    (0..count).filter(|&i| min <= (i + 1) as f32 && max >= i as f32).map(Some).collect()
}

fn size(piece: &[Point], axis: usize) -> f32 {
    let coordinates = || piece.iter().map(|p| p[axis]);
    coordinates().reduce(f32::max).unwrap_or(0.0) - coordinates().reduce(f32::min).unwrap_or(0.0)
}

fn fan_area(piece: &[Point]) -> f32 {
    let mut sum = 0.0;
    for i in 1..piece.len().saturating_sub(1) {
        let (o, p, q) = (piece[0], piece[i], piece[i + 1]);
        sum += (p[0] - o[0]) * (q[2] - o[2]) - (p[2] - o[2]) * (q[0] - o[0]);
    }
    sum
}

fn add_chunk(frame: &Frame, chunk: &VoxelChunk, pieces: &mut Vec<Piece>) {
    let [ox, oy, oz] = chunk.offset.map(i64::from);
    for z in 0..chunk.depth {
        for x in 0..chunk.width {
            for run in chunk.runs.iter().filter(|run| (run.x, run.z) == (x, z)) {
                let (x, z) = (ox + i64::from(x), oz + i64::from(z));
                let lo = (oy + i64::from(run.start)).max(0);
                let hi = (oy + i64::from(run.start) + i64::from(run.length)).min(frame.height().into());
                let in_grid = (0..frame.width().into()).contains(&x) && (0..frame.depth().into()).contains(&z);
                if in_grid && lo < hi {
                    let area = chunk.material_areas.as_ref().map_or(63, |areas| areas[run.material as usize]);
                    pieces.push((-1, x, z, lo, hi, area));
                }
            }
        }
    }
}

/// The spans of every column that has some, in column order: by `(z, x)`.
pub fn merge(pieces: &[Piece], threshold: i64) -> BTreeMap<(i64, i64), Vec<Span>> {
    let mut columns: BTreeMap<_, Vec<Span>> = BTreeMap::new();
    for &(triangle, x, z, mut min, mut max, mut area) in pieces {
        let column = columns.entry((z, x)).or_default();
        let threshold = if triangle < 0 { 0 } else { threshold };
        let mut apart = Vec::new();
        // The list is sorted, so this goes from the bottom up; the interval may grow on the way.
        for old in std::mem::take(column) {
            let (old_min, old_max, old_area) = old;
            if old_min > max || old_max < min {
                apart.push(old);
                continue;
            }
            if old_max > max {
                area = if old_max - max <= threshold { area.max(old_area) } else { old_area };
                max = old_max;
            } else if max - old_max <= threshold {
                area = area.max(old_area);
            }
            min = min.min(old_min);
        }
        apart.push((min, max, area));
        apart.sort_unstable();
        *column = apart;
    }
    columns
}
